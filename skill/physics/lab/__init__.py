"""The laboratory: small worlds with one question each, what theory answers and what the simulation does.

Each experiment is a function that takes a scene, with the material and the engine's settings, and conditions, and
returns one number; if there is a closed form, another function computes it. The tuner compares the same experiments
with measurements on a real table. The tests keep simulation and closed form within 2 % of each other; if an experiment
allows more, it says how much, and why.

A new experiment is an entry in `EXPERIMENTS` of the module of its subject. A new subject needs a module, and an entry
in the list below.

Symbols: g gravity, a the edge, mu the pair friction, e the pair restitution, r the rounding of the edges over a.
"""

from __future__ import annotations

from statistics import median

from skill.errors import UnknownName
from skill.physics.lab import funnel, heaps, moving, table, tools, tosses
from skill.physics.lab.experiment import Answer, Condition, Experiment, Found, Values
from skill.physics.scene import Plate, Scene

__all__ = [
    "EXPERIMENTS",
    "REFINEMENTS",
    "Answer",
    "Condition",
    "Experiment",
    "conditions_of",
    "converged",
    "find_experiment",
    "run",
    "varied",
]

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for subject in (moving, table, tosses, funnel, tools, heaps)
    for experiment in subject.EXPERIMENTS
}
REFINEMENTS = {
    "sample_hz": (30, 60, 120, 240, 480),  # 120 to 1920 steps a second, and as many more looks at how dice lie
    "solver_iterations": (10, 20, 40, 80, 160),
}
"""The engine's settings that are made finer, each with the other at its default."""


def converged(
    experiment: Experiment, scene: Scene, given: Values | None = None, setting: str = "sample_hz"
) -> list[tuple[Scene, Answer]]:
    """Each scene and answer of the same experiment, at the scene's step, with one of `REFINEMENTS` finer and finer."""
    rows = []
    for value in REFINEMENTS[setting]:
        finer = scene.model_copy(update={"engine": scene.engine.model_copy(update={setting: value})})
        rows.append((finer, run(experiment, finer, given, 1)))
    return rows


def find_experiment(name: str) -> Experiment:
    """The experiment of that name. Raises `UnknownName`."""
    if name not in EXPERIMENTS:
        raise UnknownName("experiment {name}: expected one of {known}", name=repr(name), known=", ".join(EXPERIMENTS))
    return EXPERIMENTS[name]


def conditions_of(experiment: Experiment, given: Values) -> dict[str, float]:
    """All conditions, those not `given` at their defaults. Raises `UnknownName` for a name or a value out of range."""
    for name, value in given.items():
        if name not in experiment.conditions:
            known = ", ".join(experiment.conditions) or "none"
            raise UnknownName(
                "condition {name}: {experiment} has no such condition; expected {known}",
                name=name,
                experiment=experiment.name,
                known=known,
            )
        low, high = experiment.conditions[name][1:3]
        if not low <= value <= high:
            raise UnknownName(
                "condition {name} = {value}: expected {low} to {high}",
                name=name,
                value=f"{value:g}",
                low=f"{low:g}",
                high=f"{high:g}",
            )
    return {name: float(given.get(name, condition.default)) for name, condition in experiment.conditions.items()}


def run(experiment: Experiment, scene: Scene, given: Values | None = None, finer: int = 0) -> Answer:
    """One experiment with a scene's material and engine, and conditions other than the default ones.

    Its step is the scene's through `finer`, by default the experiment's own.
    """
    conditions = conditions_of(experiment, given or {})
    predicted = experiment.predict(scene, conditions) if experiment.predict else None
    samples = scene.engine.sample_hz * (finer or experiment.finer)
    fine = scene.model_copy(update={"engine": scene.engine.model_copy(update={"sample_hz": samples})})
    found = experiment.simulate(fine, conditions)
    answer, told = found if isinstance(found, Found) else (found, {})
    several = answer if isinstance(answer, tuple) else (answer,)
    spread = (min(several), max(several)) if len(several) > 1 else None
    return Answer(experiment.name, experiment.unit, conditions, predicted, median(several), spread, fine.step_s, told)


def varied(scene: Scene, values: Values) -> Scene:
    """The scene with these values of its material and its plate."""
    plate = {name: value for name, value in values.items() if name in Plate.model_fields}
    material = {name: value for name, value in values.items() if name not in plate}
    return scene.model_copy(
        update={"material": scene.material.model_copy(update=material), "plate": scene.plate.model_copy(update=plate)}
    )
