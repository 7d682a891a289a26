"""`python -m tests.mutants skill/lattice -n 60 --seed 7`: makes one small change at a time in those folders or files,
and runs the fast tests that run the changed statement; prints the changes that no test noticed, to be judged by hand:
some make no difference.

The changes are cosmic-ray's (`pip install -e '.[mutants]'`), made in copies of the checkout. Which tests run a
statement is found out first, in one slow run of all fast tests; `--reach FOLDER` keeps it. A changed program may
write where it must not, so it is not for root.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random


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
    try:
        from tests.mutants.changes import ROOT, Mutant, drawn, lives
        from tests.mutants.reach import Reach, find_out
    except ImportError as error:
        parser.error(f"{error}: pip install -e '.[mutants]'")
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
