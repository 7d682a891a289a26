"""Bots act at the pace that is preferred, and their round never lasts long."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.input.actions import Act
from skill.app.play.control import MatchControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import MOST_ALONE, ROUND_S
from skill.app.play.match.setup import Setup
from skill.app.play.said.panel import hint
from skill.app.settings.bot_pace import AT_ONCE, PACES, QUICK, WAIT, WALK, use_pace
from skill.app.settings.preferences import Preferences
from skill.rules.catalogue import find_game
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

FRAME_S = 0.05


def setup_of(slug: str, players: int, bot: str = "random") -> Setup:
    game = find_game(slug)
    return Setup(game, players, game.options_from({}), ("human", *[bot] * (players - 1)), seed=3)


def opened(tmp_path: Path, slug: str, players: int) -> MatchControl:
    return MatchControl(setup_of(slug, players), Store(tmp_path), lambda *args, **options: None)


def frames_until_asked(control: MatchControl, most: int = 2000) -> int:
    """How many frames pass until a person is asked for something, and all has been seen."""
    for n in range(most):
        control.follow()
        if control.runtime.phase is not Phase.ITSELF and not control.board.is_moving:
            return n
        control.advance(FRAME_S, tuple)
    raise AssertionError("nobody is asked")


def round_s(control: MatchControl) -> float:
    """How long what others do after one act of a person is to be seen, seconds."""
    frames_until_asked(control)
    control.play(control.runtime.match.moves()[0])
    while control.board.is_moving:  # the person's own dice
        control.advance(FRAME_S, tuple)
    return frames_until_asked(control) * FRAME_S


def test_a_round_of_seven_bots_lasts_four_seconds_at_most_and_less_at_other_paces(tmp_path: Path) -> None:
    lasted = []
    for pace in (WALK, QUICK, AT_ONCE):
        use_pace(pace)
        lasted.append(round_s(opened(tmp_path / pace, "el-dado", 8)))
    assert 2.0 < lasted[0] <= ROUND_S + 10 * FRAME_S
    assert lasted[0] > lasted[1] > lasted[2]


@pytest.mark.parametrize("bot", ["random", "medium"])
@pytest.mark.parametrize("slug", ["up-and-down", "forbidden-number"])
def test_the_dice_of_a_bot_s_roll_go_down_together(tmp_path: Path, slug: str, bot: str) -> None:
    use_pace(WALK)
    control, most = MatchControl(setup_of(slug, 3, bot), Store(tmp_path), lambda *args, **options: None), 0
    match = control.runtime.match
    for _ in range(4):
        while control.runtime.phase is Phase.CHOICE:
            control.play(match.moves()[0])
            control.skip()
            control.follow()
        begun = len(match.played)
        while control.runtime.phase is not Phase.CHOICE or control.board.is_moving:
            seat, count = match.seat, len(match.played)
            control.advance(FRAME_S, tuple)
            control.follow()
            if seat is not None and len(match.played) > count:
                acts = [line for line in match.played[count:] if line.by == seat]
                assert acts and match.seat != seat  # all of them
                most = max(most, len(acts))
        assert len(match.played) > begun
    assert most > 2


def test_each_act_of_a_bot_waits_where_that_is_preferred(tmp_path: Path) -> None:
    use_pace(WAIT)
    control = opened(tmp_path, "el-dado", 3)
    while control.runtime.phase is Phase.ITSELF and not control.runtime.waits_for_key:
        control.advance(FRAME_S, tuple)
    control.follow()
    if control.runtime.phase is Phase.CHOICE:
        control.play(control.runtime.match.moves()[0])
    for _ in range(2):
        for _ in range(100):
            control.advance(FRAME_S, tuple)
        control.follow()
        assert control.runtime.waits_for_key and not control.needs_time
        assert "to see what the computer does" in hint(control.runtime)
        count = len(control.runtime.match.played)
        assert control.go_on() and not control.go_on()
        for _ in range(100):
            control.advance(FRAME_S, tuple)
        assert len(control.runtime.match.played) == count + 1


def test_a_key_changes_the_pace_and_it_is_kept(open_app) -> None:
    app = open_app("undrawn", setup_of("el-dado", 2), (1280, 800))
    driver = Driver(app)
    driver.frames(2)
    seen = []
    for _ in PACES:
        driver.key(pygame.K_b)
        seen.append(app.preferences.pace)
    assert seen == [QUICK, AT_ONCE, WAIT, WALK]
    assert Preferences(pace=QUICK).pace == QUICK


def settle(control: MatchControl, frames: int = 400) -> None:
    for _ in range(frames):
        control.advance(FRAME_S, tuple)
        control.follow()


def test_where_dice_decide_all_a_person_rolls_and_sees_the_roll_before_anything_moves(tmp_path: Path) -> None:
    control = opened(tmp_path, "golden-centre", 3)
    runtime = control.runtime
    for rolls in range(3):
        settle(control)
        assert len(runtime.match.played) == rolls and not control.needs_time
        assert hint(runtime).startswith("Roll the dice") and control.overlay().button == "Roll"
        before = runtime.viewpoint.pyramid()
        control.perform(Act.ACCEPT, dict)
        while len(runtime.match.played) == rolls:
            control.advance(FRAME_S, tuple)
        assert len(control.overlay().held) == 3  # large beside the plate
        if runtime.viewpoint.pyramid() != before:
            shown = control.board.view()
            assert len([die for die in shown.dice if die.cell is not None and not die.ghost]) == len(before)
            assert control.board.is_moving


def test_no_match_of_a_person_runs_to_its_end_by_itself(tmp_path: Path) -> None:
    """Acquire goes on among bots once the person is out of it: they stop now and then, and wait."""
    game = find_game("acquire")
    setup = Setup(game, 3, game.options_from({"first_player": "1"}), ("human", "random", "random"), seed=3)
    control = MatchControl(setup, Store(tmp_path), lambda *args, **options: None)
    waits, most = 0, 0
    for _ in range(6000):
        control.follow()
        runtime = control.runtime
        if runtime.phase is Phase.OVER:
            break
        if runtime.phase is Phase.CHOICE:
            control.play(runtime.match.moves()[-1])
        elif runtime.waits_for_key:
            waits += 1
            assert "to see what the computer does" in hint(runtime) and control.go_on()
        control.advance(FRAME_S, tuple)
        control.skip()
        played = [line.by for line in runtime.match.played]
        most = max(most, len(played) - 1 - max((n for n, by in enumerate(played) if by == 1), default=0))
    assert control.runtime.phase is Phase.OVER and most > MOST_ALONE and waits >= most // MOST_ALONE


def test_what_bots_did_can_be_looked_at_again_and_nothing_is_taken_back(tmp_path: Path) -> None:
    control = opened(tmp_path, "el-dado", 4)
    frames_until_asked(control)
    control.play(control.runtime.match.moves()[0])
    frames_until_asked(control)
    match, now = control.runtime.match, control.runtime.viewpoint.pyramid()
    played = len(match.played)
    heaps = []
    for back in range(1, 4):
        control.perform(Act.LOOK_BACK, dict)
        settle(control, 60)
        said = "The last act: " if back == 1 else f"{back} acts back: "
        assert control.message.startswith(said) and len(control.message) > len(said) + 5
        heaps.append(frozenset(die.cell for die in control.board.view().dice if die.cell is not None))
    assert [len(heap) for heap in heaps] == [len(now), len(now) + 1, len(now) + 2]
    control.perform(Act.LOOK_ON, dict)
    assert control.message.startswith("2 acts back")
    control.play(match.moves()[0])  # a click on what is past only comes back
    assert len(match.played) == played and control.board.earlier.look is None and control.message == ""
    for _ in range(100):
        control.perform(Act.LOOK_BACK, dict)
    assert control.board.earlier.look is not None  # no further than the beginning
    control.perform(Act.ACCEPT, dict)
    assert len(match.played) == played and control.board.earlier.look is None


@pytest.mark.parametrize(("slug", "players"), [("sandwich", 3), ("race", 4), ("asparagus", 8), ("triops", 3)])
def test_no_round_of_bots_lasts_longer_than_four_seconds_at_a_walk(tmp_path: Path, slug: str, players: int) -> None:
    use_pace(WALK)
    assert round_s(opened(tmp_path, slug, players)) <= ROUND_S + 10 * FRAME_S
