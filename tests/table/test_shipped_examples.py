"""Examples that are kept: an attempt that comes off and a mistake, to which their traces still lead."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from skill.app.play.replay.film import parse_film
from skill.bots.registry import find_bot
from skill.errors import FileError
from skill.lattice.notation import ATTEMPT, FIRST_ENGINE
from skill.physics.scene import ENGINE_VARIABLE
from skill.rules.catalogue import all_games, find_game
from skill.rules.shared.attempts import AttemptGame
from skill.table.record import engine_of, parse_record
from skill.table.replay import check_record
from skill.table.shipped_examples import ABLE, FILM, FOLDER, RECORD, is_kept, keep, kept_example, kept_file
from tests.engines import INSTALLED
from tests.table.examples import LITTLE, write_films
from tests.table.test_records import skip_with_another_numpy

KEPT = sorted(path.stem for path in FOLDER.glob("*.zip"))
QUICK = {"faraday"}
EACH = [pytest.param(name, id=name, marks=[] if name in QUICK else pytest.mark.slow) for name in KEPT]
MOST_BYTES = 2**20


@pytest.mark.skipif(FIRST_ENGINE not in INSTALLED, reason="the engine that stepped them is not installed")
@pytest.mark.parametrize("name", EACH)
def test_its_traces_lead_to_its_reports_and_to_what_is_seen_of_them(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, FIRST_ENGINE)
    record = kept_example(find_game(name), tmp_path)
    assert record is not None
    skip_with_another_numpy(record, tmp_path)
    assert {engine_of(line.action) for line in record.played} == {FIRST_ENGINE}
    assert check_record(record, tmp_path) == []
    paths = [*tmp_path.glob(f"*{FILM}")]
    kept = [parse_film(path.read_text(), str(path)) for path in paths]
    assert len(kept) == len(record.played)
    write_films(record, tmp_path)
    for path, film in zip(paths, kept, strict=True):
        again = parse_film(path.read_text(), str(path))
        assert len(film.views) == len(again.views)
        assert film.cameras == again.cameras
        for view, other in zip(film.views[::20], again.views[::20], strict=True):
            places = [[x for die in seen.dice for x in die.position] for seen in (view, other)]
            assert places[0] == pytest.approx(places[1], abs=0.01)


@pytest.mark.parametrize("name", KEPT)
def test_it_has_an_attempt_that_comes_off_and_a_mistake(name: str) -> None:
    with zipfile.ZipFile(FOLDER / f"{name}.zip") as archive:
        record = parse_record(archive.read(RECORD).decode())
    game = record.game
    assert isinstance(game, AttemptGame)
    assert {line.action.verb for line in record.played} == {ATTEMPT.name}
    comes_off, mistake = (line.action for line in record.played)
    worth = [game.partial(report, record.options) for report in (comes_off, mistake)]
    assert comes_off[1] == "success" or (game.is_scored and comes_off[1] == "gave_up" and worth[0] > 2)
    assert mistake[1] == "failure" or (mistake[1] == "gave_up" and worth[1] < LITTLE)
    assert worth[1] < worth[0]
    assert record.seats[0] == ABLE and find_bot(record.seats[1]).strength < find_bot(ABLE).strength
    assert (FOLDER / f"{name}.zip").stat().st_size < MOST_BYTES


def test_every_game_in_which_hands_must_reach_a_goal_has_one() -> None:
    """Where hands reach it at once they are shown as they move."""
    assert {game.slug for game in all_games() if is_kept(game)} == {
        game.slug for game in all_games() if isinstance(game, AttemptGame)
    }


def test_keeping_the_same_makes_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("emag")
    record, before = kept_example(game, tmp_path), kept_file(game.slug).read_bytes()
    assert record is not None
    monkeypatch.setattr("skill.table.shipped_examples.FOLDER", tmp_path)
    assert keep(record, tmp_path).read_bytes() == before


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("faraday")
    assert kept_example(find_game("el-dado"), tmp_path) is None
    monkeypatch.setattr("skill.table.shipped_examples.FOLDER", tmp_path)
    for broken in (b"", b"PK\x03\x04", b"no archive at all"):
        kept_file("faraday").write_bytes(broken)
        with pytest.raises(FileError, match=r"faraday\.zip: cannot be read"):
            kept_example(game, tmp_path)
    with zipfile.ZipFile(kept_file("faraday"), "w") as archive:
        archive.writestr("other.txt", "")
    with pytest.raises(FileError, match=r"faraday\.zip: cannot be read"):
        kept_example(game, tmp_path)
