"""Which Pythons come to the same bytes: `python -m tests.physics.pythons --write PYTHON ...`, by hand, since it needs
other interpreters that have Skillbox's libraries.

Each goes through the traces of `tests.physics.fingerprint`, in each engine that it has, and is compared with the first.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from benchmarks.harness import ROOT, code_digest
from tests.processes import printed

TABLE = ROOT / "benchmarks" / "results" / "pythons.csv"
HEAD = ("python", "numpy", "engine", "alike", "of", "date", "code")
ASK = """
from skill.physics.scene import installed_engines
from skill.physics.versions import versions_here, versions_text
from tests.physics.fingerprint import main
for engine in installed_engines():
    print("versions", engine, versions_text(versions_here(engine)))
main([])
"""


def rows(interpreters: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """A row for each interpreter and engine, as `HEAD` has it."""
    first: set[str] = set()
    for interpreter in interpreters:
        said = printed(interpreter, ASK)
        lines = {line for line in said if not line.startswith("versions ")}
        first = first or lines
        for _, engine, text in (line.split(" ", 2) for line in said if line not in lines):
            python, numpy, package, _ = text.split()
            own = {line for line in lines if line.startswith(f"{engine} ")}
            named = (python.partition("==")[2], numpy.partition("==")[2], package.replace("==", " "))
            yield (*named, len(own & first), len(own), date.today().isoformat(), code_digest("pythons"))


if __name__ == "__main__":
    file = io.StringIO()
    writer: Any = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows([sys.executable, *(name for name in sys.argv[1:] if name != "--write")]):
        writer.writerow(row)
        sys.stdout.write(f"{' '.join(map(str, row[:3]))}: {row[3]} of {row[4]} alike\n")
    if "--write" in sys.argv:
        TABLE.write_text(file.getvalue(), encoding="utf-8")
