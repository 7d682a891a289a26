"""What lies before the seats: in random matches of every game it is what the state says that they hold, and worth what
the score says where the score counts dice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from skill.lattice.dice import UNKNOWN
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.rules.playouts import random_action

ACTIONS, MOST_ACTIONS = 70, 1500  # of a match, and until a seat holds anything
THROWS = {"throw_model": "lattice", "choose": "manual"}

SCORE_IS_IN_TRAYS = frozenset(
    """acquire asparagus cui-bono cui-bono-abacus dishing-up dora doubles el-dado favourite fire-and-water forced-memory
    greedy-grabber lookout malicious-pleasure pack-rat quadrula-rasa reducto spotted-cow squeeze-play squeezing
    storing-scores sums tabula-rasa vain-guinea-fowl""".split()  # noqa: SIM905
)
"""Their scores count the dice before a seat, by the values of colours where these have values."""
LESS_LOSSES = frozenset({"dice-march"})
"""Their scores count the dice before a seat, less what it has lost."""
OF_NOBODY = {
    "cui-bono": "the die in hand is on its way",
    "cui-bono-abacus": "the die in hand is on its way",
    "fire-and-water": "the black dice are for all",
    "flickers": "loose dice lie on the plate",
    "tabula-rasa": "dice of a chunk are still to be broken off",
}
"""Why not all dice beside the plate lie before a seat."""


def holds(game: AnyGame, state: Any) -> bool:
    """Whether any seat holds a die."""
    return any(any(tray.values()) for tray in game.trays(state))


def states(game: AnyGame, seed: int = 1) -> list[Any]:
    """The states of a random match, as far as it goes."""
    low, high = game.players
    options = {o.name: THROWS[o.name] for o in game.all_options if THROWS.get(o.name) in o.choices}
    state, rng = game.begin(min(high, max(low, 3)), game.options_from(options)), Random(seed)
    found = [state]
    most = ACTIONS
    while (turn := game.to_move(state)) is not None and len(found) < most:
        by, action = random_action(game, state, turn, rng)
        state = game.play(state, action, by)
        found.append(state)
        most = MOST_ACTIONS if game.trays(state) and not holds(game, state) else ACTIONS
    return found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.slug))
def test_what_lies_before_seats_is_what_they_hold(game: AnyGame) -> None:
    is_held = False
    for state in states(game):
        trays, scores = game.trays(state), game.scores(state)
        assert len(trays) in (0, len(scores))
        assert all(count >= 0 for tray in trays for count in tray.values())
        is_held |= holds(game, state)
        all_of_it = sum((Counter(tray) for tray in trays), Counter[str]())
        beside = game.unplaced(state)
        if beside is not None and game.slug not in OF_NOBODY:
            assert all_of_it.total() == beside.total()
            known = {colour for colour in (*all_of_it, *beside) if colour != UNKNOWN}
            if UNKNOWN not in beside:
                assert {c: all_of_it[c] for c in known} == {c: beside[c] for c in known}
        if game.slug in SCORE_IS_IN_TRAYS:
            values = game.colour_values(state)
            worth = [sum(values.get(c, 1) * n for c, n in tray.items()) for tray in trays]
            assert worth == pytest.approx(list(scores))
    assert is_held or not game.trays(states(game)[-1])


def test_exceptions_are_those_that_there_are() -> None:
    """Each game that keeps dice for nobody does so at some time, and no other game's score is that of its dice."""
    wrong = []
    for game in all_games():
        found = states(game)
        if game.slug in OF_NOBODY:
            held = [sum(sum(tray.values()) for tray in game.trays(state)) for state in found]
            beside = [counted.total() for state in found if (counted := game.unplaced(state)) is not None]
            wrong += [game.slug] * (held == beside)
        elif game.slug not in SCORE_IS_IN_TRAYS | LESS_LOSSES and game.trays(found[-1]):
            counts = [[sum(tray.values()) for tray in game.trays(state)] for state in found]
            wrong += [game.slug] * (counts == [list(game.scores(state)) for state in found])
    assert wrong == []
