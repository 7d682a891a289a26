"""What does it cost to have Coulomb's circle? Bullet's rigid bodies bare and with grips, its multibodies, and Rapier.

Told is for each how far it is from theory at the step of play, in plastic: down a groove, after a flat push, in a
bounce and in a spin; then how far the full pyramid drifts awake in three seconds, and what a step takes of it and of
four dice. Multibodies are made of Bullet's dice and tables by the switch alone, with nothing made right for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from benchmarks.physics import FOUR, PYRAMID, Case, Ours, run
from skill.physics.lab import EXPERIMENTS
from skill.physics.lab import run as asked
from skill.physics.pose import Quat, Vec
from skill.physics.scene import load_material, load_scene

if TYPE_CHECKING:
    from skill.physics.world.bullet import Bullet

PLOT = Plot("us a step")
MATERIAL = "plastic"
FORMS = {"groove-acceleration": "groove, %", "slide-heading": "off course, deg", "bounce-height": "bounce, %"} | {
    "spin-time": "spin time, %"
}
CASES = (Case("awake", "faraday", FOUR, 0.5, 2.0), Case("awake", "pyramid", PYRAMID, 0.0, 3.0))
ROUNDS = 3  # the best counts


class Way(NamedTuple):
    """A way to friction."""

    name: str
    engine: str
    grips: bool = False
    multibodies: bool = False


WAYS = (
    Way("Bullet, rigid bodies", "bullet"),
    Way("Bullet, rigid bodies with grips", "bullet", grips=True),
    Way("Bullet, multibodies", "bullet", multibodies=True),
    Way("Rapier", "rapier"),
)


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Of each way a row for closed forms, one for four dice and one for the full pyramid; quick: without the last."""
    material = load_material(MATERIAL)
    for way in WAYS:
        told = {"engine.name": way.engine, "engine.grips": way.grips}
        with patch("skill.physics.world.bullet.Bullet._body", _multibody) if way.multibodies else nullcontext():
            if only in "closed forms":
                scene = load_scene("lab", told).model_copy(update={"material": material})
                answers = {figure: asked(EXPERIMENTS[name], scene, None, 1) for name, figure in FORMS.items()}
                errors = {figure: answer.error or 0.0 for figure, answer in answers.items()}
                figures = {figure: error * 100 if "%" in figure else error for figure, error in errors.items()}
                yield Row("closed forms", way.name, figures)
            for case in CASES[: 1 if quick else None]:
                if only in case.name:
                    scene = load_scene(case.scene, told)
                    found = [run(Ours(scene, case), case) for _ in range(1 if quick else ROUNDS)]
                    best = min((each for each in found if each), key=lambda each: each.spent_s)
                    yield Row(case.name, way.name, {name: best.figures[name] for name in ("drift", "us a step")})


def _multibody(
    engine: Bullet, shape: int, mass: float, position: Vec = (0.0, 0.0, 0.0), attitude: Quat = (0.0, 0.0, 0.0, 1.0)
) -> int:
    return int(package("pybullet").createMultiBody(mass, shape, -1, position, attitude, physicsClientId=engine._client))
