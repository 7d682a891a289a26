"""What holds for every listed action and every option of every game."""

from __future__ import annotations

from itertools import islice, pairwise
from math import isfinite

import pytest

from skill.errors import UnknownName
from skill.lattice.notation import PASS
from skill.rules.catalogue import all_games
from skill.rules.game import ANYONE, CHANCE, AnyGame
from skill.rules.shared.rolled import RollAndPlace
from tests.rules.options import KEPT, listed
from tests.rules.playouts import playout

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
FEW = 3
"""Actions that are seldom alone or nearly so, such as a pass, are looked at wherever they are listed."""
CLOSELY = 25  # states from one that is looked at however many actions it has to the next
MOST = 400  # states of a game


@GAMES
def test_every_listed_action_has_a_worth_and_tells_what_it_takes_and_offers(game: AnyGame) -> None:
    for n, (state, by, action) in enumerate(playout(game, 2)):
        turn = game.to_move(state)
        if action is None or n > MOST:
            break
        for seat in [turn] if isinstance(turn, int) else game.race_order(state) if turn is ANYONE else []:  # type: ignore
            view = game.view(state, seat)
            moves = game.moves(view, seat)
            if len(moves) <= FEW or n % CLOSELY == 0:
                for move in moves:
                    assert isfinite(game.worth(view, move, seat)), (str(move), by)
                    assert all(game.pyramid(view).at(cell) for cell in game.emptied(view, move)), str(move)
                    assert (offer := game.offered(view, move)) is None or offer.text


@pytest.mark.parametrize("game", [game for game in all_games() if PASS in game.verbs], ids=lambda game: game.slug)
def test_a_pass_has_a_worth(game: AnyGame) -> None:
    """It is seldom legal, so that hardly any random game has one; computer players may meet it all the same."""
    for state, by, _ in playout(game, 2):
        if isinstance(by, int):
            assert isfinite(game.worth(game.view(state, by), PASS(), by))
            return
    raise AssertionError(f"{game.slug}: nobody was to move")


@pytest.mark.parametrize(
    "game", [game for game in all_games() if isinstance(game, RollAndPlace)], ids=lambda game: game.slug
)
def test_a_roll_of_several_dice_is_one_turn(game: AnyGame) -> None:
    before, turns = None, set()
    for n, (state, _, action) in enumerate(playout(game, 1)):
        if action is None or n > MOST:
            break
        values = [game.turn_of(state, seat) for seat in range(1, len(game.scores(state)) + 1)]
        on_turn = [seat for seat, value in enumerate(values, 1) if value is not None]
        if not on_turn:  # it is still open who begins
            continue
        (seat,) = on_turn
        if before is not None and before[0] == seat:
            assert before[1] == values[seat - 1] or len(values) == 1
        before = seat, values[seat - 1]
        turns.add(before)
    assert len(turns) > 3


@GAMES
def test_what_is_told_of_a_turn_does_not_need_to_be_told_whose_it_was(game: AnyGame) -> None:
    """But for verbs that chance has too, and for Ruins, which tells what a die fills of all but whoever placed it."""
    if game.slug == "ruins":
        return
    course = list(islice(playout(game, 1), MOST))
    by_chance = {action.verb for _, by, action in course if action is not None and by is CHANCE}
    for (before, by, action), (after, _, _) in pairwise(course):
        if isinstance(game.to_move(before), int) and action is not None and action.verb not in by_chance:
            assert game.told(before, action, None, after) == game.told(before, action, by, after), str(action)


@GAMES
def test_nobody_begins_who_is_not_there(game: AnyGame) -> None:
    if any(option.name == "first_player" for option in game.all_options):
        fewest, most = game.seats(game.options_from({}))
        for first in range(fewest + 1, most + 1):
            with pytest.raises(
                UnknownName, match=f"first_player={first}: expected random or a seat from 1 to {fewest}"
            ):
                game.begin(fewest, game.options_from({"first_player": first}))


def test_options_and_their_defaults_are_those_that_were_held_against_the_rule_books() -> None:
    assert listed() == KEPT.read_text(encoding="utf-8"), (
        "if it is meant, write them anew: python -m tests.rules.options --write"
    )
