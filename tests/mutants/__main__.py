"""`python -m tests.mutants skill/lattice -n 60 --seed 7`: makes one small change at a time in those folders or files,
and runs the fast tests that run the changed statement; prints the changes that no test noticed, to be judged by hand:
some make no difference.

The changes are cosmic-ray's (`pip install -e '.[mutants]'`), made in copies of the checkout. Which tests run a
statement is found out first, in one slow run of all fast tests; `--reach FOLDER` keeps it.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutants.reach import Reach, find_out

ROOT = Path(__file__).parents[2]
SLOWER = 5
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
        has_lived = passes(checkout, tests, SLOWER * min(spent_s, most_s) + START_S)
    finally:
        path.write_text(before, encoding="utf-8")
    said = f"{'lived' if has_lived else 'killed'} {mutant.file}:{mutant.place[0]} {mutant.operator}"
    if has_lived:
        changed = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
        lines = [line for line in changed if line[:2] not in ("--", "++", "@@")]
        said = "\n".join([f"{said}, {len(tests)} tests, {left_out} slower ones left out", *lines])
    return has_lived, said


def main() -> int:
    """Tries the changes; exit code 1 if any was not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("where", type=Path, nargs="*", default=[Path("skill")], help="folders and files: skill/lattice")
    parser.add_argument("-n", type=int, default=20, help="how many changes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many changes to try side by side")
    parser.add_argument("--most", type=float, default=300, help="seconds of tests for one change, the quickest first")
    parser.add_argument("--reach", type=Path, help="a folder that keeps which tests run which line, for the next call")
    given = parser.parse_args()
    found = [path for where in given.where for path in ([ROOT / where, *(ROOT / where).rglob("*.py")])]
    files = sorted({path.relative_to(ROOT) for path in found if path.suffix == ".py" and path.is_file()})
    chosen = drawn(files, given.n, Random(given.seed))
    with tempfile.TemporaryDirectory() as folder:
        checkouts: SimpleQueue[Path] = SimpleQueue()
        left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist", "site")
        for n in range(given.jobs):
            shutil.copytree(ROOT, Path(folder) / str(n), ignore=left_out, symlinks=True)
            checkouts.put(Path(folder) / str(n))
        kept = (given.reach or Path(folder) / "reach").absolute()
        if not (kept / "spent.json").exists():
            find_out(Path(folder) / "0", kept)
        reach = Reach(kept, ROOT)

        def attempt(mutant: Mutant) -> bool:
            checkout = checkouts.get()
            has_lived, said = lives(checkout, reach, mutant, given.most)
            checkouts.put(checkout)
            print(said, flush=True)
            return has_lived

        with ThreadPoolExecutor(given.jobs) as pool:
            lived = sum(pool.map(attempt, chosen))
    print(f"{len(chosen)} changes with seed {given.seed}: {len(chosen) - lived} killed, {lived} lived")
    return 1 if lived else 0


if __name__ == "__main__":
    sys.exit(main())
