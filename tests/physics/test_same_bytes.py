"""The same traces lead to the same bytes: in another process, however a Python adds floats, on other processors and on
other Pythons.

The last is left out unless `SKILLBOX_PYTHONS` names interpreters that have Skillbox's libraries, with `:` between them
(on Windows `;`). One with another numpy is left out as well: it may round otherwise.
"""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest

from skill.physics.trace import Trace
from tests.engines import INSTALLED
from tests.physics.fingerprint import fingerprint, first_traces, lines
from tests.processes import printed

OTHERS = [path for path in os.environ.get("SKILLBOX_PYTHONS", "").split(os.pathsep) if path]

ADDED = {
    "one after the other, as until 3.11": "total = start\n    for part in parts:\n        total = total + part",
    "exactly, close to what is done from 3.12 on": "parts = [start, *parts]\n"
    "    total = fsum(parts) if any(isinstance(part, float) for part in parts) else plain(parts)",
}
SUM = """
import builtins
from math import fsum

plain = sum

def added(parts, start=0):
    {}
    return total

builtins.sum = added
"""
PRINT = "from tests.physics.fingerprint import main; main([])"


@pytest.fixture(scope="module")
def here() -> list[str]:
    """What the traces lead to in this process."""
    return list(lines(first_traces()))


@pytest.mark.parametrize(("how", "kind"), zip(ADDED, ("Prescott", "Haswell"), strict=True))
def test_another_process_gives_the_same_however_sum_adds_floats_and_on_another_processor(
    how: str, kind: str, here: list[str]
) -> None:
    """As far as one can be had: the BLAS of numpy adds as it does on those of that kind."""
    assert here and printed(sys.executable, SUM.format(ADDED[how]) + PRINT, OPENBLAS_CORETYPE=kind) == here


@pytest.mark.parametrize("engine", INSTALLED)
def test_whole_attempts_go_the_same_whatever_was_simulated_before(engine: str) -> None:
    """Bullet's connections are used again: nothing of an attempt may be left for the next one."""
    paths = [path for path in first_traces() if path.stem.startswith(("dune", "faraday"))]
    alone = (
        "import sys; from skill.physics.trace import Trace; from tests.physics.fingerprint import fingerprint;"
        " print(fingerprint(Trace.read(sys.argv[1]), sys.argv[2], None))"
    )
    expected = [printed(sys.executable, alone, str(path), engine) for path in paths]
    assert len(paths) == 2
    for path, bytes_alone in zip((*paths, paths[0]), (*expected, expected[0]), strict=True):
        assert [fingerprint(Trace.read(path), engine, None)] == bytes_alone


@pytest.mark.skipif(not OTHERS, reason="SKILLBOX_PYTHONS names no other interpreter")
@pytest.mark.parametrize("python", OTHERS)
def test_other_pythons_give_the_same(python: str, here: list[str]) -> None:
    version, *_ = printed(python, "import numpy; print(numpy.__version__)")
    if version != np.__version__:
        pytest.skip(f"{python} has numpy {version}, not {np.__version__}")
    assert printed(python, PRINT) == here
