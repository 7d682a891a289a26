"""Chance from real dice: a roll that the rules ask for is made in the physical world, and its number is played.

A chance node is the roll of one die if its outcomes are equally likely and differ only in their last part: a number
from 1 to the sides of a die that exists, `roll 4` in most games, `cast d20 17` in Roll to the Top, or each of the 24
orientations, `orient 345`. For a number the die is rolled on felt; for an orientation it is let fall on an empty plate
until it stands in a funnel, as the rules of games 26 and 46 say.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from skill.lattice.cells import parse_cell
from skill.lattice.dice import ORIENTATIONS, WHITE, Die, Faces
from skill.lattice.notation import Action
from skill.lattice.pyramid import EMPTY
from skill.rules.game import CHANCE
from skill.rules.options import AS_THE_SCENE, MATERIAL
from skill.table.match import Match

SIDES = (4, 6, 8, 12, 20)
TRAY, PLATE = "dice-tray", "dora"
MIDDLE = parse_cell("233")
SECONDS = 10.0  # for which a die that falls is waited for


def sides_of(outcomes: Sequence[Action]) -> int | None:
    """How many sides the die has whose roll these outcomes are, 24 for its orientations; None for other chance."""
    shown = [outcome[-1] for outcome in outcomes]
    if len({(outcome.verb, outcome[:-1]) for outcome in outcomes}) != 1:
        return None
    if len(shown) in SIDES and shown == list(range(1, len(shown) + 1)):
        return len(shown)
    return 24 if shown == list(ORIENTATIONS) else None


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
    seed = match.generator("roll").getrandbits(31)
    material = str(match.record.options.get(MATERIAL.name, AS_THE_SCENE))
    return outcomes[ORIENTATIONS.index(dropped(seed, material)) if sides == 24 else rolled(sides, seed, material) - 1]


def rolled(sides: int, seed: int, material: str = AS_THE_SCENE) -> int:
    """What a die with so many sides shows on felt."""
    from skill.physics.rolls import rolled as rolled_on
    from skill.physics.scene import load_scene

    (number,) = rolled_on(load_scene(TRAY, material=material), [sides], seed)
    return number


def dropped(seed: int, material: str = AS_THE_SCENE) -> Faces:
    """How a die stands in a funnel of the empty plate on which it was dropped, again and again until it stands."""
    from skill.bots.planners.throw import lob
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import load_scene

    rng, scene = Random(seed), load_scene(PLATE, material=material)
    while True:
        fall = AttemptRun(scene, EMPTY, seed=rng.getrandbits(31), hand=(Die(WHITE),), table=False)
        fall.rehearse(lob(fall, rng, MIDDLE, 1))
        fall.world.settle(SECONDS)
        (die,) = fall.reading().dice
        fall.close()
        if die.faces is not None:
            return die.faces
