"""Bots act at the pace that is preferred, and their round never lasts long."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.play.control import MatchControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import ROUND_S
from skill.app.play.match.setup import Setup
from skill.app.play.said.panel import hint
from skill.app.settings.pace import AT_ONCE, PACES, QUICK, WAIT, WALK, use_pace
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
    return MatchControl(setup_of(slug, players), Store(tmp_path), lambda name, volume=1.0: None)


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
    return frames_until_asked(control) * FRAME_S


def test_a_round_of_seven_bots_lasts_four_seconds_at_most_and_less_at_other_paces(tmp_path: Path) -> None:
    lasted = []
    for pace in (WALK, QUICK, AT_ONCE):
        use_pace(pace)
        lasted.append(round_s(opened(tmp_path / pace, "el-dado", 8)))
    assert 2.0 < lasted[0] <= ROUND_S + 10 * FRAME_S
    assert lasted[0] > lasted[1] > lasted[2]


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
