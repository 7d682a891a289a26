"""`python -m tests.mutants skill/lattice -n 60 --seed 7`: makes one small change at a time in those folders or files,
and runs the fast tests of their room; prints the changes that no test noticed, to be judged by hand: some make no
difference.

The changes are cosmic-ray's (`pip install -e '.[mutants]'`), made in a copy of the checkout. Each is tried first on the
test files that name its module, then on the whole room, or with `--near` on those files alone. A game's is tried on the
tests of the room that are about it or about no game.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
GAMES = Path("skill/rules/games")
SLOWER = 5
"""How many times as long as without a change tests may take; then the change has made something endless."""


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


def tests_of(file: Path) -> list[list[str]]:
    """What pytest is given: the test files of the room near the module, quickest to fail, and the whole room."""
    room = f"tests/{file.parts[1]}"
    if not (ROOT / room).is_dir():  # a file beside the rooms
        return [[f"tests/test_{file.stem}.py"]]
    if file.parent == GAMES:
        return [[room, "-p", "tests.mutants.of_game", "--game", file.stem]]
    near = near_tests(file, sorted((ROOT / room).rglob("test_*.py"), key=lambda test: test.stat().st_size))
    return [[str(test.relative_to(ROOT)) for test in near], [room]] if near else [[room]]


def near_tests(file: Path, tests: list[Path]) -> list[Path]:
    """The tests that name the module; if none does, those that name one of the room that imports it; and so on."""
    modules = {path.relative_to(ROOT) for path in (ROOT / "skill" / file.parts[1]).rglob("*.py")}
    known, reached = {file}, [file]
    while reached:
        stems = {f"test_{one.stem}" for one in reached}
        if near := [test for test in tests if test.stem in stems or names_any(test, reached)]:
            return near
        packages = {one.parent / "__init__.py" for one in reached}  # which may load what is in their folder
        importers = {one for one in modules - known if names_any(ROOT / one, reached)}
        reached = sorted((importers or packages) - known)
        known |= set(reached)
    return []


def names_any(path: Path, files: list[Path]) -> bool:
    """Whether the code there imports, or otherwise names, one of the modules."""
    code = path.read_text(encoding="utf-8")
    modules = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]
    names = [
        rf"{re.escape(name)}\b|from {re.escape(name.rpartition('.')[0])} import .*\b{name.rpartition('.')[2]}\b"
        for name in modules
    ]
    return re.search("|".join(names), code) is not None


def passes(checkout: Path, words: list[str], limit_s: float | None) -> bool:
    """Whether the tests do, within so many seconds of processor time."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *words]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    if limit_s is not None:
        command = ["prlimit", f"--cpu={math.ceil(limit_s)}", *command]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGKILL:
        print(f"Stopped after {limit_s:.0f} s: {' '.join(words)}")
    # all is well, a test failed, a module cannot be imported, the time is over
    if done.returncode not in (0, 1, 2, -signal.SIGKILL):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def children_s() -> float:
    """The processor time of all that has been run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Tries the changes; exit code 1 if any was not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("where", type=Path, nargs="+", help="folders and files, seen from the checkout: skill/lattice")
    parser.add_argument("-n", type=int, default=20, help="how many changes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="only the test files that name the module, if any does")
    parser.add_argument(
        "--limit", type=float, help="seconds for the tests of one change; without it they are run once without any"
    )
    given = parser.parse_args()
    found = [path for where in given.where for path in ([ROOT / where, *(ROOT / where).rglob("*.py")])]
    files = sorted({path.relative_to(ROOT) for path in found if path.suffix == ".py" and path.is_file()})
    chosen = drawn(files, given.n, Random(given.seed))
    limits: dict[str, float] = {}
    lived = 0
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist", "site")
        shutil.copytree(ROOT, checkout, ignore=left_out, symlinks=True)
        for n, mutant in enumerate(chosen, 1):
            path = checkout / mutant.file
            before = path.read_text(encoding="utf-8")
            after = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
            has_lived = True
            for words in tests_of(mutant.file)[: 1 if given.near else None]:
                if given.limit is None and str(words) not in limits:
                    begun = children_s()
                    if not passes(checkout, words, None):
                        raise SystemExit(f"{words}: the tests fail without any change")
                    limits[str(words)] = SLOWER * (children_s() - begun) + 10
                path.write_text(after, encoding="utf-8")
                os.utime(path, (n, n))  # a time of its own, by which Python knows that what it has compiled is another
                has_lived = passes(checkout, words, limits.get(str(words), given.limit))
                path.write_text(before, encoding="utf-8")
                if not has_lived:
                    break
            lived += has_lived
            print(
                f"{n} {'lived' if has_lived else 'killed'} {mutant.file}:{mutant.place[0]} {mutant.operator}",
                flush=True,
            )
            if has_lived:
                changed = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
                print("\n".join(line for line in changed if line[:2] not in ("--", "++", "@@")), flush=True)
    print(f"{len(chosen)} changes with seed {given.seed}: {len(chosen) - lived} killed, {lived} lived")
    return 1 if lived else 0


sys.exit(main())
