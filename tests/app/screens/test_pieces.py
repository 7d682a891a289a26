"""Pieces of a block beside the plate: they are seen before they are built in, and a click builds in all of one."""

from __future__ import annotations

import pytest

pygame = pytest.importorskip("pygame")

from skill.app.play.match.setup import Setup  # noqa: E402  (they need pygame)
from skill.draw.marks import POINTED  # noqa: E402
from skill.rules.catalogue import find_game  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

CORNER = 10  # dice of the piece that is the pyramid of three levels


@pytest.fixture
def match(open_app):
    """Quadrula Rasa for two people at one screen, and who plays it."""
    game = find_game("quadrula-rasa")
    setup = Setup(game, 2, game.options_from({"first_player": "1"}), ("human", "human"), 5)
    app = open_app("undrawn", setup, (1280, 800))
    driver = Driver(app)
    driver.until(lambda: bool(app.screen.control.turn.chooser.choice.legal))
    return app.screen.control, driver


def seen(control) -> tuple[set[int], int]:
    """The cells in which ghosts stand, and how many dice of the block are lit."""
    dice = control.board.view().dice
    return {d.cell for d in dice if d.ghost}, sum(d.spot is not None and POINTED in d.marks for d in dice)


def test_a_piece_is_seen_at_the_funnel_before_anything_is_chosen_and_built_in_by_two_clicks(match) -> None:
    control, driver = match
    at = driver.pixel_of(funnel := control.turn.chooser.choice.targets[20])
    driver.point(at)
    ghosts, lit = seen(control)
    assert len(ghosts) == lit == CORNER and funnel in ghosts
    assert control.overlay().pointed == f"Begin here: {CORNER} dice of your cube fit"
    driver.click(at)
    assert seen(control) == (ghosts, lit)  # held as it fits best
    assert control.overlay().pointed == f"Build in this piece of {CORNER} dice."
    driver.look(None, at)
    upper = min(ghosts - {funnel}, key=lambda cell: driver.pixel_of(cell)[1])
    driver.click(driver.pixel_of(upper))  # any die of it means the piece
    assert {cell for cell, _ in control.runtime.match.pyramid} == ghosts
    assert control.runtime.match.seat == 2


def test_other_ways_to_hold_the_cube_show_other_pieces(match) -> None:
    control, driver = match
    driver.click(driver.pixel_of(control.turn.chooser.choice.targets[20]))
    turn, sizes = control.turn, set()
    for _ in turn.chooser.choice.ways:
        turn.turn(1)
        ghosts, lit = seen(control)
        assert len(ghosts) == lit
        sizes.add(lit)
    assert sizes == {1, CORNER}


def test_what_was_built_in_by_one_click_is_taken_back_and_played_again_as_one(match) -> None:
    control, driver = match
    at = driver.pixel_of(control.turn.chooser.choice.targets[20])
    driver.click(at)
    driver.click(at)
    played = control.runtime.match
    actions, heap = len(played.played), played.pyramid
    assert len(heap) == CORNER
    control.turn.take_back(again=False)
    control.follow()
    assert not len(played.pyramid) and played.moves()[0].verb == "turn"
    control.turn.take_back(again=True)
    control.follow()
    assert (len(played.played), played.pyramid) == (actions, heap)


def test_what_is_clicked_after_a_funnel_is_the_piece_that_was_seen_there(match) -> None:
    control, driver = match
    driver.click(driver.pixel_of(control.turn.chooser.choice.targets[20]))
    turn, match_now = control.turn, control.runtime.match
    turn.play(turn.chooser.choice.ways[5])
    while match_now.moves()[0].verb != "aim":
        match_now.play(match_now.moves()[-1])
    control.follow()
    for funnel in turn.chooser.choice.targets:
        promised = turn.piece(next(action for action in turn.chooser.choice.legal if action[1] == funnel))
        turn.play(turn.chooser.point(funnel))
        control.follow()
        sizes = [len(turn.piece(way).dice) for way in turn.chooser.listed]
        assert turn.shown_piece == promised
        assert sizes == sorted(sizes, reverse=True) and len(promised.dice) == sizes[0]
        turn.take_back(again=False)
        control.follow()


def test_a_line_of_the_list_keeps_its_piece_which_a_click_builds_in(match) -> None:
    control, driver = match
    driver.click(at := driver.pixel_of(control.turn.chooser.choice.targets[20]))
    least = control.turn.chooser.listed[-1]
    control.choose(least)
    assert control.turn.chooser.choice.shown == least and len(control.turn.shown_piece.dice) == 1
    driver.click(at)
    assert len(control.runtime.match.pyramid) == 1 and control.runtime.match.seat == 2


def test_the_large_die_is_clicked_twice_to_choose_dice_one_by_one(match) -> None:
    control, driver = match
    driver.click(driver.pixel_of(control.turn.chooser.choice.targets[20]))
    driver.frames(2)
    for verb in ("turn", "break"):
        driver.click(driver.app.screen.gesture_card.area.center)
        assert {action.verb for action in control.runtime.match.moves()} == {verb}
    assert not len(control.runtime.match.pyramid)


def test_layers_of_a_cube_are_numbered_from_the_lowest(match) -> None:
    control, _ = match
    assert [written.text for written in control.overlay().written] == ["1", "2", "3", "4"]


def test_a_piece_has_one_line_in_the_log_which_lights_all_of_its_dice(match) -> None:
    control, driver = match
    at = driver.pixel_of(control.turn.chooser.choice.targets[20])
    driver.click(at)
    driver.click(at)
    runtime, built = control.runtime, "Player 1 built in a piece of 10 dice."
    told = [line for lines in control.log.lines_with_rules(runtime.match, runtime.viewpoint) for line in lines]
    assert [line for line in told if not line.startswith("Now")] == [built]
    lit = control.log.touched(runtime.match, runtime.viewpoint, told.index(built))
    assert lit == {cell for cell, _ in runtime.match.pyramid}
