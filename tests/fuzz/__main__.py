"""`python -m tests.fuzz -n 20000 --seed 7`: that many tries; exit code 1 if any went wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.kinds import KINDS, drawn
from tests.fuzz.tries import beyond, carried_out


def main() -> int:
    """Tries, and tells what went wrong and how to have it again."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("-n", type=int, default=2000, help="how many tries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the one try with that number")
    parser.add_argument("--kind", action="append", default=[], choices=list(KINDS))
    parser.add_argument("--keep", type=Path, help="a folder in which the files of tries that went wrong are kept")
    given = parser.parse_args()
    numbers = range(given.n) if given.only is None else [given.only]
    count, wrong, seconds, slowest = Counter[str](), Counter[str](), Counter[str](), (0.0, 0)
    begun, all_done = time.process_time(), []
    for number in numbers:
        tried = drawn(given.seed, number, given.kind)
        with tempfile.TemporaryDirectory() as folder:
            done = carried_out(tried, Path(folder))
        all_done.append((tried, done))
        count[f"{tried.kind}, exit code {done.code}"] += 1
        seconds[tried.kind] += done.seconds
        slowest = max(slowest, (done.seconds, number))
        if given.only is not None or done.faults:
            print(f"--only {number} --seed {given.seed}: {tried.kind}: {[w[:80] for w in tried.words]}, {done.code}")
            print("\n".join(done.faults), flush=True)
        if done.faults:
            wrong[tried.kind] += 1
            if given.keep is not None:
                for place, files in (("here", tried.files), ("home", tried.home)):
                    for name, data in files.items():
                        path = given.keep / f"{given.seed}-{number}" / place / name
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(data)
    for place, text in beyond(all_done):
        wrong[all_done[place][0].kind] += 1
        print(f"--only {numbers[place]} --seed {given.seed}: {all_done[place][0].kind}: {text}")
    for name, number in sorted(count.items()):
        print(f"{number:7}  {name}")
    print("processor time: " + ", ".join(f"{name} {spent:.1f} s" for name, spent in seconds.most_common()))
    print(f"slowest {slowest[0]:.1f} s (--only {slowest[1]}), {time.process_time() - begun:.0f} s of processor time")
    print(f"{len(numbers)} tries with seed {given.seed}: {sum(wrong.values())} went wrong {dict(wrong) or ''}")
    return 1 if wrong else 0


sys.exit(main())
