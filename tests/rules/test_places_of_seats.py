"""Where the rules say that each player begins, builds, sits or looks: that is where he does."""

import re

import pytest

from skill.lattice.cells import AXES, COORDS, CORNERS, Axis
from skill.rules.catalogue import AnyGame, all_games
from tests.rules.playouts import playout

SAID = {
    "begins in the corner opposite the orange side": max,
    "has the corner opposite the orange side": max,
    "builds in the corner opposite the orange side": max,
    "owns the corner opposite the orange side": max,
    "begins at the orange side": min,
    "starts at the orange side": min,
    "sits at the orange side": min,
    "looks at the orange side": None,
}
"""The words of a reading, and whether a player's cells lie highest or lowest on his own axis; or he looks along it."""
GAMES = [
    pytest.param(game, end, id=game.slug)
    for game in all_games()
    for words, end in SAID.items()
    if any(
        re.search(f"(Player 1|The first player) {words}, (player 2|the second)", text) for text in game.text.readings
    )
]


@pytest.mark.parametrize("game, end", GAMES)
def test_players_are_where_the_readings_say(game: AnyGame, end: object) -> None:
    given = {"first_player": 1, "view": "own"}
    given = {name: value for name, value in given.items() if name in game.options_from({})}
    state = next(state for state, _, _ in playout(game, 1, 3, given) if game.is_set_up(state))
    for seat, own in zip((1, 2, 3), AXES, strict=True):
        if end is None:
            assert game.sides_seen(state, seat) == (own,)
        else:
            assert end(AXES, key=lambda axis: _along(game, state, seat, axis)) == own


def _along(game: AnyGame, state: object, seat: int, axis: Axis) -> int:
    """How far along an axis what a player has on the plate lies, all together: his dice, or what belongs to him; of one
    who has a corner funnel that alone, since he may have dice in other corners too."""
    colours = dict(enumerate(game.seat_colours, 1))
    dice = [cell for cell, die in game.pyramid(state) if die.colour == colours.get(seat)]
    own = [cell for cell, owner in game.owned_cells(state).items() if owner == seat]
    assert dice or own
    corner = [cell for cell in dice or own if cell in CORNERS]
    return sum(COORDS[cell][axis] for cell in corner or dice or own)


def test_every_way_to_say_it_is_looked_for() -> None:
    said = {
        g.slug
        for g in all_games()
        if any(("the second" in t or "player 2" in t) and "orange" in t for t in g.text.readings)
    }
    assert said == {param.id for param in GAMES}
