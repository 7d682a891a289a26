"""How far is the world from theory? The error of every experiment of the laboratory that has a prediction.

In per cent of what is predicted: at the experiment's own step, at the step of play and at half its own step, as
`skillbox lab` prints them, for each of four materials, in Bullet (`ours`) and in Rapier.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from benchmarks.harness import Plot, Row
from skill.physics.lab import EXPERIMENTS, Answer, run
from skill.physics.scene import ENGINES, load_material, load_scene

PLOT = Plot("own step, %", log=False)
MATERIALS = ("plastic", "wood", "acrylic", "resin")


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each experiment and material; quick: plastic alone."""
    for material in MATERIALS[: 1 if quick else None]:
        for experiment, engine in product(EXPERIMENTS.values(), ENGINES):
            if not experiment.converges or only not in (case := f"{experiment.name}, {material}"):
                continue
            scene = load_scene("lab", {"engine.name": engine}).model_copy(update={"material": load_material(material)})
            steps = {"own step": 0, "step of play": 1, "half its own": 2 * experiment.finer}
            answers = {name: run(experiment, scene, None, finer) for name, finer in steps.items()}
            errors = dict(_error(name, answer, experiment.unit) for name, answer in answers.items())
            yield Row(case, "ours" if engine == "bullet" else engine, errors)


def _error(name: str, answer: Answer, unit: str) -> tuple[str, float]:
    """The error of an answer with its name, in per cent, or in the experiment's unit where 0 is predicted."""
    assert answer.error is not None
    return (f"{name}, %", 100 * answer.error) if answer.predicted else (f"{name}, {unit}", answer.error)
