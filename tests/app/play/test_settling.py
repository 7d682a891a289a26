"""A click that was meant for what was there before chooses nothing of what has just come, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.input.actions import NUMBERS
from skill.app.play.control import MatchControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.play.settling import SETTLES_S
from skill.lattice.cells import CELLS
from skill.rules.catalogue import find_game
from skill.table.store import Store

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

FRAME_S = 0.05
TOLD = "That has only just changed: look first."


def opened(folder: Path, slug: str, players: int) -> MatchControl:
    game = find_game(slug)
    seats = ("human", *["random"] * (players - 1))
    return MatchControl(
        Setup(game, players, game.options_from({}), seats, seed=3), Store(folder), lambda *args, **options: None
    )


def frame(control: MatchControl) -> None:
    control.advance(FRAME_S, tuple)
    control.follow()


def until_asked(control: MatchControl) -> None:
    control.follow()
    while control.runtime.phase is Phase.ITSELF or control.board.is_moving:
        frame(control)


def test_what_bots_have_just_done_is_looked_at_before_anything_is_chosen(tmp_path: Path) -> None:
    control = opened(tmp_path, "el-dado", 3)
    until_asked(control)
    while not control.runtime.is_round:
        control.play(control.runtime.match.moves()[0])
        until_asked(control)
    match = control.runtime.match
    count = len(match.played)
    assert control.is_early((5.0, 6.0)) and control.overlay().refused == ((5.0, 6.0), TOLD)
    control.perform(NUMBERS[0], dict)
    assert len(match.played) == count and control.overlay().refused == (None, TOLD)
    for _ in range(round(SETTLES_S / FRAME_S) + 1):
        frame(control)
    assert not control.is_early((5.0, 6.0))
    control.play(match.moves()[0])
    assert len(match.played) > count


def test_one_s_own_acts_may_follow_one_another_at_once(tmp_path: Path) -> None:
    game = find_game("reducto")
    setup = Setup(game, 2, game.options_from({}), ("human", "human"), seed=5)
    control = MatchControl(setup, Store(tmp_path), lambda *args, **options: None)
    until_asked(control)
    for _ in range(20):
        frame(control)
    control.play(control.runtime.match.moves()[0])
    while control.board.is_moving:
        frame(control)
    control.follow()
    assert control.runtime.phase is Phase.CHOICE and not control.is_early((5.0, 6.0))


def test_a_claim_meant_for_the_roll_before_is_none(open_app) -> None:
    game = find_game("spotted-cow")
    setup = Setup(game, 2, game.options_from({}), ("human", "human"), seed=3)
    app = open_app("undrawn", setup, (1280, 800))
    driver, control, runtime = Driver(app), app.screen.control, app.screen.control.runtime
    driver.key(pygame.K_SPACE)  # ready
    driver.until(lambda: control.turn.is_race)
    at = driver.pixel_of(runtime.match.pyramid.funnels()[0])
    driver.point(at)
    driver.frames(20)
    post = {"pos": at, "button": 1, "touch": False}
    rolled = len(runtime.match.played)
    driver.until(lambda: len(runtime.match.played) > rolled, most=4000, seconds=0.1)  # its time is up
    driver.until(lambda: control.turn.is_race, most=4000, seconds=0.02)
    assert runtime.match.played[-1].by is None
    driver.post(pygame.MOUSEBUTTONDOWN, **post)
    driver.post(pygame.MOUSEBUTTONUP, **post)
    driver.frames()
    assert not runtime._race()._claims and control.overlay().refused == (at, TOLD)
    driver.until(lambda: not control.is_settling, most=4000, seconds=0.02)
    driver.post(pygame.MOUSEBUTTONDOWN, **post)
    driver.frames()
    assert any(line.by == 1 for line in runtime.match.played[rolled:])


def test_while_others_grab_all_the_time_only_what_they_have_changed_is_looked_at_first(tmp_path: Path) -> None:
    control = opened(tmp_path, "greedy-grabber", 3)
    control.follow()
    while control.runtime.phase is not Phase.RACE:
        frame(control)
    match, left = control.runtime.match, 0
    for _ in range(2):
        control._settling.advance(SETTLES_S)  # what was done before has been seen
        before = match.pyramid
        seat, grab = next((s, a) for s in (2, 3) for a in match.moves(s) if a.verb == "grab")
        match.play(grab, seat)
        control.follow()
        fresh = {cell for cell in CELLS if control._settling.is_fresh(cell)}
        assert fresh >= {grab[1]} | {*match.pyramid.free()} - {*before.free()}  # and what is seen only now
        left += len({*match.pyramid.free()} - fresh)
    assert left
