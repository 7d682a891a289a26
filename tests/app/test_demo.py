"""Attempts as animations show them: replayed from their traces with all that they began with."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from skill.app.demo import Film, run_demo, stepped
from skill.app.play.attempts.view import LOW, AttemptView, height
from skill.draw.scene_view import attempt_view
from skill.errors import FileError, Unavailable
from skill.lattice.cells import DEPTH
from skill.lattice.dice import Die
from skill.lattice.frame import HALF_DIAGONAL
from skill.lattice.notation import FIELDS
from skill.lattice.pyramid import Pyramid
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.trace import Trace
from skill.rules.catalogue import find_game
from tests.engines import of_any_engine

pytestmark = of_any_engine


@pytest.mark.parametrize("change", ["", '[Event "Club evening"]\n', "# mine", "R071"])
def test_a_record_into_which_somebody_has_written_stays(change: str, tmp_path: Path) -> None:
    from skill.app.demo import _check_places

    record = tmp_path / "a.txt"
    text = '[Game "23 rasanto"]\n[Players "2"]\n[Seats "greedy greedy"]\n[Seed "2"]\n[Result "*"]\n\n1: place R080\n'
    if change.startswith("["):
        text = text.replace("\n\n", f"\n{change}\n")
    elif change:
        text = text.replace("R080\n", f"R080  {change}\n" if change[0] == "#" else f"{change}\n2: place  G008\n")
    record.write_text(text)
    if not change:
        return _check_places(tmp_path / "a.gif", record)
    with pytest.raises(FileError, match="exists already and no demo wrote it"):
        _check_places(tmp_path / "a.gif", record)


def thrown_die(samples: int) -> AttemptRun:
    """A die that has been in the air for so many samples."""
    running = AttemptRun(load_scene("dishing-up"), Pyramid(), hand=[Die("B")], seed=4)
    resting = running.toolset.rest
    running.tick((*resting[:3], 0.0, 0.9, 0.9, *resting[6:9], 0.0))
    for n in range(samples):
        running.tick((*resting[:3], 0.0, 0.9, 0.9, *resting[6:9], float(n == 0)))
    return running


def test_tools_are_seen_from_where_they_are_in_view() -> None:
    aimed, flying = AttemptView(thrown_die(0)), AttemptView(thrown_die(5))
    assert {stroke.kind for stroke in aimed.view().strokes} == {"path", "aim"}
    assert not flying.view().strokes
    assert height(flying.running) > LOW  # and yet nobody looks after it
    assert flying.camera() == aimed.camera()
    [die] = aimed.view().dice
    x, y = aimed.camera().project(np.array([die.position]), (640, 400))[0]
    assert 0 < x < 640
    assert 0 < y < 400


def test_the_view_goes_back_as_a_tower_grows() -> None:
    scene = load_scene("emag")
    low, tall = (
        AttemptRun(scene, Pyramid(), loose=FIELDS["loose"].parse(",".join(f"R3@{_at(n)}" for n in range(dice))))
        for dice in (3, 11)
    )
    views = [AttemptView(running).camera() for running in (low, tall)]
    assert views[1].distance > views[0].distance
    top = (0.0, 0.0, height(tall))
    assert top[2] == pytest.approx(10.5, abs=0.1)
    assert 20 < views[1].project(np.array([top]), (640, 400))[0][1] < 200


def _at(n: int) -> str:
    """The lattice coordinates of the die number `n` of a tower on the bare table."""
    depth = (DEPTH - (n + 0.5 - HALF_DIAGONAL) * 3**0.5) / 3
    return "/".join([f"{depth:.2f}"] * 3)


def test_a_game_that_no_bot_knows_is_said_to_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.bots.planners.planner_names", set)
    game = find_game("dune")
    with pytest.raises(Unavailable, match="dune: no bot knows how to use breath"):
        run_demo(game, 1, game.options_from({}), 1, tmp_path / "dune.gif")
    assert not list(tmp_path.iterdir())


def test_a_trace_is_shown_with_its_loose_dice_and_those_from_the_hand(tmp_path: Path) -> None:
    loose = FIELDS["loose"].parse("R4@3.00/3.00/2.00")
    thrown = AttemptRun(load_scene("dishing-up"), Pyramid(), hand=[Die("B")], loose=loose, seed=4)
    resting = thrown.toolset.rest
    thrown.tick((*resting[:3], 0.0, 0.9, 0.9, *resting[6:9], 1.0))
    for _ in range(20):
        thrown.tick(resting)
    thrown.trace.write(tmp_path / "throw.trace")
    seen = [
        [die.colour for die in attempt_view(running).dice] for running in stepped(Trace.read(tmp_path / "throw.trace"))
    ]
    assert len(seen) > 5  # the die still flies at the last sample
    assert all(colours == ["R", "B"] for colours in seen)
    thrown.give_up()
    again = list(stepped(Trace.read(tmp_path / "throw.trace")))[-1]
    assert attempt_view(again) == attempt_view(thrown)


def demo_of_rasanto(out: Path, record: Path | None = None) -> None:
    game = find_game("rasanto")
    run_demo(game, 2, game.options_from({}), 1, out, record)


def test_a_demo_writes_over_no_file_but_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.demo.Film.write", lambda film, out: 1)
    notes = tmp_path / "notes.txt"
    for kept in ("buy milk\n", Path("tests/transcripts/rasanto.txt").read_text(encoding="utf-8")):
        notes.write_text(kept, encoding="utf-8")
        with pytest.raises(FileError, match=r"notes\.txt: exists already"):
            demo_of_rasanto(tmp_path / "notes.gif")
        assert notes.read_text(encoding="utf-8") == kept
    notes.unlink()
    demo_of_rasanto(tmp_path / "notes.gif")
    first = notes.read_text(encoding="utf-8")
    demo_of_rasanto(tmp_path / "notes.gif")  # again, over its own
    assert notes.read_text(encoding="utf-8") == first


def test_a_demo_refuses_places_where_nothing_can_be_written_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill.app.demo._play", lambda *given: pytest.fail("it played"))
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="is a folder; expected the name of a file"):
        demo_of_rasanto(tmp_path / "a.gif", tmp_path)
    with pytest.raises(FileError, match=r"a\.gif: cannot be written: "):
        demo_of_rasanto(tmp_path / "file" / "a.gif")
    with pytest.raises(FileError, match="is both animation and record"):
        demo_of_rasanto(tmp_path / "a.png", tmp_path / "a.png")


def test_what_is_not_drawn_yet_takes_little_memory() -> None:
    """A match may be thousands of moves long, of each of which there are dozens of pictures."""
    full = find_game("el-dado")
    heap = full.pyramid(full.begin(2, full.options_from({"first_player": 1, "fill": "rich"})))
    film = Film(Pyramid())
    tracemalloc.start()
    for _ in range(50):
        film.move_to(heap), film.move_to(Pyramid())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4 * 2**20


def test_a_die_that_a_tool_holds_is_marked() -> None:
    running = AttemptRun(load_scene("mucho"), Pyramid(), seed=1, hand=(Die("R"),) * 3)
    running.tick(running.toolset.rest)
    held = [n for n in running.world.numbers if running.world.is_held(n)]
    marked = [die for die in AttemptView(running).view().dice if "chosen" in die.marks.split()]
    assert held and len(marked) == len(held)
    assert not any(die.marks for die in attempt_view(running).dice)
    running.close()
