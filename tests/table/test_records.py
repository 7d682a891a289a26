"""The kept records, simulated again to the same reports and results."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.physics.versions import versions_here
from skill.table.record import read_record, trace_name
from skill.table.replay import check_record, made_with
from tests.table.records import RECORDS

LONG = {"captain-flint", "mountaing", "dice-mikado"}  # half a minute and more of the processor's time


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in LONG))
        for path in sorted(RECORDS.glob("*.txt"))
    ],
)
def test_a_kept_record_is_simulated_again_to_the_same_end(path: Path) -> None:
    record = read_record(path)
    made = {versions["numpy"] for versions in made_with(record, RECORDS) if "numpy" in versions}
    if others := made - {versions_here()["numpy"]}:
        pytest.skip(f"made with numpy {', '.join(others)}: another one may add in another order")
    assert check_record(record, RECORDS) == []


def test_every_trace_belongs_to_a_record() -> None:
    named = {trace_name(line.action) for path in RECORDS.glob("*.txt") for line in read_record(path).played}
    assert {path.name for path in RECORDS.glob("*.trace")} == named - {None}
