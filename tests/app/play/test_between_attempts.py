"""What is seen of real dice between two attempts: all that are in the match, and as the last attempt left them."""

from __future__ import annotations

import pytest

from skill.app.play.match.board import Board
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.draw.plain_dice import AS_USUAL, Lying, shown_faces
from skill.lattice.cells import parse_cell
from skill.lattice.frame import point, rotation
from skill.rules.catalogue import all_games, find_game
from skill.table.match import Match
from tests.app.play.test_runtime import physics
from tests.rules.readings import report

PITCH = 1.015
LOOSE = "R5@3.25/3.50/1.00,R2@5.00/1.25/1.50"


def between_pours() -> Runtime:
    """Trulla after the first pour, of which two dice lie loose: the second player chooses how many to take."""
    game = find_game("trulla")

    def new_match() -> Match:
        match = Match(game, 2, game.options_from({"first_player": 1}))
        match.play(game.parse("ladle 3"))
        match.play(report("R233", LOOSE))
        return match

    return Runtime(new_match)


def test_dice_that_lie_loose_are_seen_while_the_next_player_chooses() -> None:
    runtime = between_pours()
    board = Board(runtime, Turn(runtime))
    assert runtime.match.seat == 2
    dice = board.view().dice
    *_, one, other = dice  # after those that lie beside the plate before their players
    assert [die.position for die in (one, other)] == [
        point(place, PITCH) for place in ((3.25, 3.5, 1.0), (5.0, 1.25, 1.5))
    ]
    assert [die.colour for die in (*(die for die in dice if die.cell is not None), one, other)] == ["R"] * 3


@pytest.mark.parametrize("game", [g for g in all_games() if g.kind in ("physics", "hybrid")], ids=lambda g: g.slug)
def test_a_game_whose_attempts_begin_with_loose_dice_of_the_last_one_tells_of_them(game) -> None:  # type: ignore[no-untyped-def]
    """So that they can be drawn between attempts; dice that a set-up puts there are seen once it is asked for."""
    state = game.begin(game.players[0], game.options_from({}))
    if "loose" in getattr(state, "_fields", ()):
        assert game.loose(state._replace(loose=("a die",))) == ("a die",)
    else:
        assert not game.loose(state)


def test_the_heap_is_drawn_as_the_last_attempt_left_it_until_that_is_taken_back() -> None:
    faces, corner = (3, 2, 1), parse_cell("800")
    assert shown_faces(corner, None) != faces
    physics_, made = physics(3)
    left = Lying({corner: faces}, {})
    game = find_game("trulla")
    options = game.options_from({"first_player": 1})
    runtime = Runtime(lambda: Match(game, 2, options), physics_._replace(left=lambda running, before: left))
    assert runtime.lying == AS_USUAL
    runtime.choose(game.parse("ladle 3"))
    runtime.begin_attempt()
    made[-1].left = "R800 R080 R008"
    for _ in range(5):
        runtime.advance(0.05, lambda: "sample")
    assert len(runtime.match.played) == 2
    assert runtime.lying == left
    runtime.undo()
    assert runtime.lying == AS_USUAL
    runtime.redo()
    assert runtime.lying == left
    board = Board(runtime, Turn(runtime))
    [die] = [die for die in board.view().dice if die.cell == corner]
    assert die.rotation == rotation(faces)
    runtime.restart()
    assert runtime.lying == AS_USUAL
