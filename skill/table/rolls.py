"""Chance that real dice settle: a roll that the rules ask for is made on the table, and its number played.

A chance node is the roll of one die if its outcomes are alike but for a last number that runs from 1 to the sides of
a die there is, all equally likely: `roll 4` in most games, `cast d20 17` in Roll to the Top.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.lattice.notation import Action
from skill.rules.game import CHANCE
from skill.table.match import Match

SIDES = (4, 6, 8, 12, 20)
TRAY = "dice-tray"


def sides_of(outcomes: Sequence[Action]) -> int | None:
    """How many sides the die has whose roll these outcomes are; None if they are no roll of one die."""
    numbers = [outcome[-1] for outcome in outcomes]
    alike = {(outcome.verb, outcome[:-1]) for outcome in outcomes}
    is_roll = len(numbers) in SIDES and len(alike) == 1 and numbers == list(range(1, len(numbers) + 1))
    return len(numbers) if is_roll else None


def roll(match: Match) -> Action | None:
    """What a real die shows that is rolled for the match now; None where it does not ask for the roll of one die.

    The match's seed settles it. Raises `Unavailable` without pybullet.
    """
    if match.turn is not CHANCE:
        return None
    outcomes = match.moves()
    sides = sides_of(outcomes)
    if sides is None or len(set(match.game.weights(match.state))) != 1:
        return None
    from skill.physics.rolls import rolled
    from skill.physics.scene import load_scene

    (number,) = rolled(load_scene(TRAY), [sides], match.generator("roll").getrandbits(31))
    return outcomes[number - 1]
