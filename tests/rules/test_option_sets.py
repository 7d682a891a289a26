"""Games with options drawn at random: each ends, and keeps its dice, or says that it may go on for ever."""

from __future__ import annotations

import os
from random import Random

import pytest

from skill.errors import SkillboxError
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import Option, Options, Value
from tests.rules.playouts import lost_dice, playout

SETS = int(os.environ.get("SKILLBOX_OPTION_SETS", "1"))
"""Sets of options a game; by hand 25."""


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_games_with_options_drawn_at_random_end_and_keep_their_dice(game: AnyGame) -> None:
    rng = Random(game.slug)
    for n in range(SETS):
        options = game.options_from({option.name: drawn(option, rng) for option in game.options})
        if game.endless_by(options) or not can_begin(game, options):
            continue
        *states, (last, _, _) = playout(game, n, given=options)
        assert game.result(last) is not None
        seen = [state for state, by, _ in states if isinstance(by, int)] + [last]
        assert lost_dice(game, seen) == [], dict(options)


def drawn(option: Option, rng: Random) -> Value:
    """A value of an option; of a range any in it."""
    if not option.is_range:
        return rng.choice(option.choices)
    low, high = float(option.choices[0]), float(option.choices[-1])
    return rng.randint(int(low), int(high)) if isinstance(option.default, int) else rng.uniform(low, high)


def can_begin(game: AnyGame, options: Options) -> bool:
    """Some values exclude each other, which a game says when it is to begin."""
    try:
        game.begin(game.seats(options)[0], options)
    except SkillboxError:
        return False
    return True
