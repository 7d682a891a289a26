"""Reports of attempts that cannot be are refused."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from tests.rules.readings import report

start = parse_position("R800 G080 K008")
floating = ATTEMPT("time", 1.0, start.put(parse_cell("700"), Die("R")), (), (), "-")


@pytest.mark.parametrize(
    ("slug", "said", "why"),
    [
        ("dune", report("R800 G080 K008 R233 R332"), "3 dice of colour R; expected 2 to 2"),
        ("dune", report("R800 G080 K008"), "1 dice of colour R; expected 2 to 2"),
        ("dune", report("R800 G080 K008", off=2), "3 dice of colour R; expected 2 to 2"),
        ("dune", report("R422 R332 G323 K322", outcome="success", time_s=120.2), "after 120.2 s; .* 120 s at most"),
        ("dune", report("R422 R332 G323", "K1"), "the place of every loose die"),
        ("dune", floating, "nothing stands under 700"),
        ("flickers", report("R800"), "1 dice of colour R; expected 0 to 0"),
        ("hide-away", report("W800"), "0 dice of colour"),
        ("dice-mikado", report("R800 O080 O008"), "2 dice of colour O; expected 0 to 1"),
        ("emag", report("-", ",".join(["O1@2.88/2.88/2.88"] * 2)), "2 dice of colour O; expected 0 to 1"),
    ],
)
def test_a_report_that_cannot_be_is_refused(slug: str, said: Action, why: str) -> None:
    game = find_game(slug)
    state = game.begin(game.players[0], game.options_from({"first_player": 1} if game.players[0] > 1 else {}))
    turn = game.to_move(state)
    assert isinstance(turn, AttemptSpec)
    with pytest.raises(IllegalMove, match=why):
        game.check(state, said, turn.seat)


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("dune", report("R422 R332 G323 K322", outcome="success", time_s=120.0)),
        ("dune", report("R800 G080 K008", off=1, outcome="failure")),
        ("dice-mikado", report("R800 O080")),
        ("flickers", report("-")),
    ],
)
def test_a_report_that_can_be_is_taken(slug: str, said: Action) -> None:
    game = find_game(slug)
    state = game.begin(game.players[0], game.options_from({"first_player": 1} if game.players[0] > 1 else {}))
    turn = game.to_move(state)
    assert isinstance(turn, AttemptSpec)
    game.check(state, said, turn.seat)
