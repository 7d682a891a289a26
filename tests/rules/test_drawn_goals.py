"""What a game is about is drawn on the plate: places, owners, values or prices; a game without any is listed here."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from skill.lattice.cells import ZEROS, parse_cell
from skill.lattice.dice import GREEN, RED
from skill.lattice.notation import parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.rules.playouts import random_action

ACTIONS = 60  # of a random match within which something is drawn, if anything ever is

DRAWS_NOTHING = {
    "dune": "the four dice may meet anywhere on the plate",
    "coulomb": "the four dice may meet anywhere on the plate",
    "emag": "there is no plate: the tower is built anywhere on the table",
    "flickers": "a die counts wherever it lies on the plate",
    "mountaing": "dice are mounted outside the pyramid, in no cell, anywhere on it",
    "clever-mole": "which hill is meant is the question; the six hills stand apart and are lit",
    "spotted-cow": "where the sum lies is the question; the sum is in the line of the goal, beside the rolled dice",
    "sums": "where the sum lies is the question; the sum is in the line of the goal, beside the rolled dice",
    "dishing-up": "a die counts wherever it stays on the heap",
    "ruins": "every die in the pyramid counts alike",
    "tabula-rasa": "what is to be used up is the slab, and that lies beside the plate",
    "quadrula-rasa": "what is to be used up is the cube, and that lies beside the plate",
    "squeezing": "every funnel serves alike; those in which a die may be placed are lit",
    "squeeze-play": "every funnel serves alike; those in which a die may be placed are lit",
    "lookout": "every funnel serves alike; which dice may be used is the question",
    "greedy-grabber": "which dice show the rolled number is the question; the number lies beside the plate",
    "pack-rat": "which dice show the rolled number is the question; the number lies beside the plate",
    "doubles": "every die that is taken counts alike; those that may be taken are lit",
    "sandwich": "dice are captured anywhere, and all count alike",
    "triangle": "the triangle may come about anywhere on the plate",
    "roll-to-the-top": "it is played on a sheet, without the plate",
}
"""By slug: why there is nothing to draw."""


def is_drawn(game: AnyGame, state: Any) -> bool:
    """Whether anything of the goal is drawn now for any seat."""
    if game.owned_cells(state) or game.colour_values(state):
        return True
    views = {seat: game.view(state, seat) for seat in range(1, len(game.scores(state)) + 1)}
    return any(game.goal_cells(view, seat) or game.labels(view, seat) for seat, view in views.items())


def draws(game: AnyGame) -> bool:
    """Whether anything of the goal is drawn at some moment of a match."""
    rng = Random(game.slug)
    state = game.begin(game.players[0], game.options_from({}))
    for _ in range(ACTIONS):
        if is_drawn(game, state):
            return True
        if (turn := game.to_move(state)) is None:
            return False
        who, action = random_action(game, state, turn, rng)
        state = game.play(state, action, who)
    return False


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_game_draws_its_goal_or_is_known_to_have_none_to_draw(game: AnyGame) -> None:
    assert draws(game) != (game.slug in DRAWS_NOTHING)


def test_only_games_of_the_catalogue_are_listed() -> None:
    assert DRAWS_NOTHING.keys() <= {game.slug for game in all_games()}
    assert all(DRAWS_NOTHING.values())


@pytest.mark.parametrize("slug", ["most-simple-game", "forbidden-number", "up-and-down", "rasanto", "triops", "trulla"])
def test_funnels_in_which_a_die_shows_several_faces_say_so(slug: str) -> None:
    game = find_game(slug)
    state = game.begin(game.players[0], game.options_from({"first_player": 1}))
    labels = game.labels(state, 1)
    assert sorted(labels) == sorted(parse_cell(corner) for corner in ("800", "080", "008"))
    for cell, label in labels.items():
        assert label.text.values["count"] == ZEROS[cell] == 2  # type: ignore[union-attr]


def test_fire_and_water_marks_where_the_one_or_the_other_may_not_go() -> None:
    game = find_game("fire-and-water")
    state = game.begin(2, game.options_from({"first_player": 1}), parse_position("R233 G431"))
    crosses = {cell for cell, label in game.labels(state, 1).items() if label.text == "\N{MULTIPLICATION SIGN}"}
    only = {cell: "RG"[(RED, GREEN).index(colour)] for cell, colour in game.only_for(state, 1).items()}
    may = {colour: {a[2] for a in game.moves(state) if a[1] == colour} for colour in "RG"}
    for cell in state.pyramid.funnels():
        allowed = [colour for colour in "RG" if cell in may[colour]]
        assert (cell in crosses) == (not allowed)
        assert only.get(cell) == (allowed[0] if len(allowed) == 1 else None)
    assert crosses and {*only.values()} == {"R", "G"}


def test_the_devil_sees_the_angel_marked_and_the_angel_nothing() -> None:
    game = find_game("fire-red-devil")
    state = game.begin(2, game.options_from({"first_player": 1}), parse_position("O800 R080"))
    assert list(game.goal_cells(state, 2)) == [parse_cell("800")]
    assert not game.goal_cells(state, 1)
