"""The kept records, simulated again to the same reports and results, and played again by the bots that made them."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.physics.versions import versions_here
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.record import Record, read_record, trace_name
from skill.table.replay import check_record, made_with
from tests.table.records import RECORDS

LONG = {"captain-flint", "mountaing", "dice-mikado", "trulla"}  # half a minute and more of the processor's time


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in LONG))
        for path in sorted(RECORDS.glob("*.txt"))
    ],
)
def test_a_kept_record_is_simulated_again_to_the_same_end(path: Path) -> None:
    record = read_record(path)
    skip_with_another_numpy(record)
    assert check_record(record, RECORDS) == []


@pytest.mark.parametrize(
    "name",
    [
        "dishing-up",
        "fire-red-devil",
        "flickers",
        "hide-away",
        "malicious-pleasure",
        pytest.param("emag", marks=pytest.mark.slow),
        pytest.param("faraday", marks=pytest.mark.slow),
        pytest.param("trulla", marks=pytest.mark.slow),
    ],
)
def test_bots_with_the_same_seed_play_what_was_recorded(name: str, tmp_path: Path) -> None:
    """What bots do may change, but not unseen: then the record is made anew."""
    record = read_record(RECORDS / f"{name}.txt")
    skip_with_another_numpy(record)
    match = Match(record.game, record.players, record.options, record.seats, record.seed)
    play_out(match, tmp_path)
    assert str(match.record) == str(record)


def skip_with_another_numpy(record: Record, folder: Path = RECORDS) -> None:
    made = {versions["numpy"] for versions in made_with(record, folder) if "numpy" in versions}
    if others := made - {versions_here()["numpy"]}:
        pytest.skip(f"made with numpy {', '.join(others)}: another one may add in another order")


def test_every_trace_belongs_to_a_record() -> None:
    named = {trace_name(line.action) for path in RECORDS.glob("*.txt") for line in read_record(path).played}
    assert {path.name for path in RECORDS.glob("*.trace")} == named - {None}
