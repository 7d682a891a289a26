"""Rolling real dice of any kind on the table of a scene: thrown at random, read when they lie still.

Each die starts in an attitude drawn uniformly, with a velocity and a spin whose coordinates are normal with the rms
values below. Many are rolled at once, so far from each other that they seldom meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

import numpy as np

from skill.errors import EngineError, UnknownName
from skill.physics.pose import Vec
from skill.physics.scene import Scene
from skill.physics.solids import Solid, solid
from skill.physics.tools.launch import random_attitude
from skill.physics.tray import Tray

HEIGHT = (4.0, 8.0)  # edges above the table: 5 to 10 cm
SPEED_M_S = 0.5  # rms of each level coordinate of the velocity
SPIN_RAD_S = 30.0  # rms of each coordinate of the spin
APART = 12.0  # edges between the places of dice that are rolled at once
HANDFUL = 200  # dice rolled at once
REROLLS = 20  # of dice that are cocked, before something must be wrong


def rolled(scene: Scene, sides: Sequence[int], seed: int) -> tuple[int, ...]:
    """The numbers that dice with these `sides` show when they are rolled; cocked ones are rolled again.

    Raises `UnknownName` for a number of sides that no die has or a seed below 0, `EngineError` if a die lies cocked
    after every roll.
    """
    if seed < 0:
        raise UnknownName("seed {seed}: expected at least 0", seed=seed)
    rng = np.random.default_rng([seed, 0xD1CE])
    numbers: list[int] = []
    for first in range(0, len(sides), HANDFUL):
        numbers += _handful(scene, [solid(n) for n in sides[first : first + HANDFUL]], rng)
    return tuple(numbers)


def _handful(scene: Scene, solids: list[Solid], rng: np.random.Generator) -> list[int]:
    """The numbers that dice show which are rolled at once."""
    tray = Tray(scene, solids)
    shown: list[int | None] = [None] * len(solids)
    wide = ceil(sqrt(len(solids)))
    try:
        for _ in range(1 + REROLLS):
            again = [n for n, number in enumerate(shown) if number is None]
            for n in again:
                place = (APART * (n % wide - wide / 2), APART * (n // wide - wide / 2), float(rng.uniform(*HEIGHT)))
                speed = SPEED_M_S / scene.dice.edge_m * rng.standard_normal(2)
                velocity: Vec = (float(speed[0]), float(speed[1]), 0.0)
                x, y, z = (SPIN_RAD_S * rng.standard_normal(3)).tolist()
                tray.throw(n, place, random_attitude(rng.standard_normal(4).tolist()), velocity, (x, y, z))
            tray.settle()
            shown = tray.numbers()
            if None not in shown:
                return [number for number in shown if number is not None]
    finally:
        tray.close()
    cocked = ", ".join(f"d{solids[n].sides}" for n, number in enumerate(shown) if number is None)
    raise EngineError(
        "scene {name}: {cocked} lie cocked after {count} rolls", name=scene.name, cocked=cocked, count=1 + REROLLS
    )


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's chi-square statistic of these counts against equal ones."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean
