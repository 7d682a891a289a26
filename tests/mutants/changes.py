"""Small changes of our code, drawn at random: cosmic-ray's; and whether the tests that run a changed line notice."""

from __future__ import annotations

import ast
import difflib
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutants.reach import Reach

ROOT = Path(__file__).parents[2]
SLOWER = 2
"""How many times as long as without a change tests may take; then the change has made something endless."""
START_S = 60.0
"""What pytest needs to find the tests, at most."""


class Mutant(NamedTuple):
    """One change of a file."""

    file: Path
    place: tuple[int, int]
    operator: str
    occurrence: int
    """Which of the places where the operator changes something."""


def mutants(file: Path) -> Iterator[Mutant]:
    """All changes of a file but those of annotations, which nobody evaluates."""
    code = (ROOT / file).read_text(encoding="utf-8")
    hints = [
        (hint.lineno, hint.col_offset, hint.end_lineno, hint.end_col_offset)
        for node in ast.walk(ast.parse(code))
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if hint is not None
    ]
    nodes = list(ast_nodes(get_ast(code)))
    for name in operator_names():
        kind = get_operator(name)
        if kind.arguments():
            continue
        places = [place for node in nodes for place, _ in kind().mutation_positions(node)]
        for n, place in enumerate(places):
            if not any(hint[:2] <= place < hint[2:] for hint in hints):
                yield Mutant(file, place, name, n)


def drawn(files: list[Path], number: int, rng: Random) -> list[Mutant]:
    """So many changes at different places. Places are drawn first: some can be changed in many ways, most in one."""
    at: dict[tuple[Path, tuple[int, int]], list[Mutant]] = {}
    for file in files:
        for mutant in mutants(file):
            at.setdefault((mutant.file, mutant.place), []).append(mutant)
    return [rng.choice(at[place]) for place in rng.sample(sorted(at), min(number, len(at)))]


def passes(checkout: Path, tests: list[str], limit_s: float) -> bool:
    """Whether the tests do, within so many seconds of processor time."""
    only = checkout / ".only.json"
    only.write_text(json.dumps(tests), encoding="utf-8")
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    command = ["prlimit", f"--cpu={math.ceil(limit_s)}", sys.executable, "-m", "pytest", "-x", "-q", "-n", "0"]
    command += ["-p", "no:cacheprovider", "-p", "tests.mutants.reach", "--only", str(only), *files]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGKILL:
        print(f"Stopped after {limit_s:.0f} s: {' '.join(files)}")
    # all is well, a test failed, a module cannot be imported, a conftest cannot, the time is over
    if done.returncode not in (0, 1, 2, 4, -signal.SIGKILL):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def lives(checkout: Path, reach: Reach, mutant: Mutant, most_s: float) -> tuple[bool, str]:
    """Whether no test notices a change, and what there is to say about it."""
    path = checkout / mutant.file
    before = path.read_text(encoding="utf-8")
    after = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    tests, spent_s, left_out = [], 0.0, 0
    for test in reach.tests(mutant.file, mutant.place[0]):
        spent_s += reach.spent_s[test]
        if spent_s <= most_s:
            tests.append(test)
        else:
            left_out += 1
    path.write_text(after, encoding="utf-8")
    try:
        has_lived = not tests or passes(checkout, tests, SLOWER * min(spent_s, most_s) + START_S)
    finally:
        path.write_text(before, encoding="utf-8")
    said = f"{'lived' if has_lived else 'killed'} {mutant.file}:{mutant.place[0]} {mutant.operator}"
    if has_lived:
        changed = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
        lines = [line for line in changed if line[:2] not in ("--", "++", "@@")]
        said = "\n".join([f"{said}, {len(tests)} tests, {left_out} slower ones left out", *lines])
    return has_lived, said
