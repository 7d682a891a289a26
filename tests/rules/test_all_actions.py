"""`all_actions`: whatever a seat may do is in it, and it is not much longer than need be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import pytest

from skill.errors import UnknownName
from skill.lattice.notation import PLACE, TIP, Action, Verb
from skill.rules.actions import usual_actions
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE, AnyGame
from tests.rules.playouts import playout

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
SEEDS, FEW, MANY = 3, 250, 2000  # random games, and states of each
SPARE = 40  # times as many actions as some random games show are too many
MOST = 12_300  # Malicious Pleasure: three colours, 165 cells, 24 orientations, and some


def option_sets(game: AnyGame) -> list[dict[str, object]]:
    """The default, and each other value of an option by itself; a pyramid of an earlier game is left out."""
    values = [(option.name, value) for option in game.options for value in dict.fromkeys(option.choices)]
    return [{}, *({name: value} for name, value in values if value not in ("keep", game.options_from({})[name]))]


def seen(game: AnyGame, seed: int, given: Mapping[str, object], states: int) -> set[Action]:
    """What seats might have done in the first states of a random game."""
    found: set[Action] = set()
    for state, _, _ in islice(playout(game, seed, given=given), states):
        turn = game.to_move(state)
        seats = range(1, len(game.scores(state)) + 1) if turn is ANYONE else [turn] if isinstance(turn, int) else []
        for seat in seats:
            found.update(game.moves(state, seat))
    return found


def check_listed(game: AnyGame, given: Mapping[str, object], states: int, seeds: int = 1) -> None:
    listed = game.all_actions(game.options_from(given))
    every, found = set(listed), set[Action]()
    assert len(every) == len(listed) <= MOST
    for seed in range(seeds):
        found |= seen(game, seed, given, states)
    assert not found - every, given
    if seeds == SEEDS:
        assert len(every) <= SPARE * len(found)


@GAMES
def test_moves_never_leave_the_list(game: AnyGame) -> None:
    for given in ({}, {"throw_model": "lattice"}):
        if given.keys() <= {option.name for option in game.options}:
            check_listed(game, given, FEW, 1 if game.family == "skill" else SEEDS)


@pytest.mark.slow
@GAMES
def test_moves_never_leave_the_list_with_any_option(game: AnyGame) -> None:
    for given in option_sets(game):
        check_listed(game, given, MANY)


def test_seats_have_every_verb_that_is_said_to_be_theirs_and_no_other() -> None:
    """A verb that several games have may be chance's in some of them."""
    theirs, listed = set[str](), set[str]()
    for game in all_games():
        verbs = {action.verb for given in option_sets(game) for action in game.all_actions(game.options_from(given))}
        assert verbs <= {verb.name for verb in game.verbs if verb.by_seat}, game.slug
        theirs |= {verb.name for verb in game.verbs if verb.by_seat}
        listed |= verbs
    assert theirs == listed


@GAMES
def test_the_order_is_fixed(game: AnyGame) -> None:
    options = game.options_from({})
    assert list(game.all_actions(options)) == list(game.all_actions(options))
    assert all(game.parse(str(action)) == action for action in islice(game.all_actions(options), 0, None, 97))


def test_seats_without_a_choice_have_no_action() -> None:
    golden = find_game("golden-centre")
    assert not golden.all_actions(golden.options_from({}))
    assert golden.all_actions(golden.options_from({"choose": "manual"}))


def test_usual_values() -> None:
    assert len(usual_actions(PLACE, "RG")) == 2 * 165
    assert all(str(action).startswith("tip") for action in usual_actions(TIP, ""))
    with pytest.raises(UnknownName, match="bet <number>"):
        usual_actions(Verb("bet <number>"), "")
