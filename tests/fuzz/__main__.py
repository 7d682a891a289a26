"""`python -m tests.fuzz -n 20000 --seed 7`: that many tries; exit code 1 if any went wrong."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.fuzz import __doc__ as told
from tests.fuzz.kinds import KINDS, drawn
from tests.fuzz.tries import Done, Try, beyond, carried_out


def main() -> int:
    """Tries, and tells what went wrong and how to have it again."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=told, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=2000, help="how many tries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the one try with that number")
    parser.add_argument("--kind", action="append", default=[], choices=list(KINDS))
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="K/N", help="of N parts of the tries the K-th")
    parser.add_argument("--done", type=Path, metavar="FILE", help="what was tried already; what is tried is added")
    parser.add_argument("--keep", type=Path, help="a folder in which the files of tries that went wrong are kept")
    given = parser.parse_args()
    done = _read(given.done, given.seed) if given.done else {}
    part, parts = given.part
    for number in range(part - 1, given.n, parts) if given.only is None else [given.only]:
        if number in done:
            continue
        tried = drawn(given.seed, number, given.kind)
        with tempfile.TemporaryDirectory() as folder:
            found = done[number] = carried_out(tried, Path(folder))
        if given.only is not None or found.faults:
            print(f"--only {number} --seed {given.seed}: {tried.kind}: {[w[:80] for w in tried.words]}, {found.code}")
            print("\n".join(found.faults), flush=True)
        if found.faults and given.keep is not None:
            _keep(tried, given.keep / f"{given.seed}-{number}")
        if given.done:
            with given.done.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": given.seed, "number": number, **found._asdict()}) + "\n")
    return _summary(done, given.seed)


def _part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not 1 <= int(part) <= int(parts):
        raise ValueError
    return int(part), int(parts)


def _read(path: Path, seed: int) -> dict[int, Done]:
    """What a file says was tried with that seed, by number; a line that was broken off is left out."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    return {row.pop("number"): Done(**row) for row in rows if row.pop("seed") == seed}


def _keep(tried: Try, folder: Path) -> None:
    for place, files in (("here", tried.files), ("home", tried.home)):
        for name, data in files.items():
            path = folder / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def _summary(done: dict[int, Done], seed: int) -> int:
    """Prints what came of all of them; 1 if any went wrong."""
    count, wrong, seconds = Counter[str](), Counter[str](), Counter[str]()
    for each in done.values():
        count[f"{each.kind}, exit code {each.code}"] += 1
        seconds[each.kind] += each.seconds
        wrong[each.kind] += bool(each.faults)
    for number, text in beyond(done):
        wrong[done[number].kind] += 1
        print(f"--only {number} --seed {seed}: {done[number].kind}: {text}")
    for name, times in sorted(count.items()):
        print(f"{times:7}  {name}")
    print("processor time: " + ", ".join(f"{name} {spent:.1f} s" for name, spent in seconds.most_common()))
    longest = max(done, key=lambda number: done[number].seconds)
    print(f"slowest {done[longest].seconds:.1f} s (--only {longest}), {seconds.total():.0f} s of processor time")
    print(f"{len(done)} tries with seed {seed}: {wrong.total()} went wrong {dict(+wrong) or ''}")
    return 1 if wrong.total() else 0


sys.exit(main())
