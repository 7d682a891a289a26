"""Hidden materials, and what a phone and a ruler measure of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from skill.physics.lab import find_experiment, run
from skill.physics.scene import load_scene
from skill.tune.evaluate import ClosedForms
from skill.tune.measurements import Measurements, measurements_from

RANGES = {
    "friction": (0.05, 0.7),
    "friction_plate": (0.05, 0.6),
    "friction_table": (0.05, 0.7),
    "restitution": (0.05, 0.8),
    "spinning_friction": (0.0, 0.05),
}
HIDDEN = {
    "friction": (0.15, 0.5),
    "friction_plate": (0.15, 0.45),
    "friction_table": (0.15, 0.5),
    "restitution": (0.2, 0.6),
    "spinning_friction": (0.005, 0.03),
}
"""Where hidden materials lie."""


class Doing(NamedTuple):
    """One experiment as people do it."""

    experiment: str
    conditions: dict[str, float]
    noise: float
    """Standard deviation of one reading."""
    digit: float
    """To which readings are rounded."""
    times: int


DOINGS = (  # angles by the level of a phone, lengths by a ruler, times by a camera of 240 pictures a second
    Doing("slip-on-die", {}, 1.0, 0.5, 10),
    Doing("slip-angle", {}, 1.0, 0.5, 10),
    Doing("slide-distance", {"speed_m_s": 0.7}, 4.0, 1.0, 8),
    Doing("out-over-point", {}, 1.0, 0.5, 10),
    Doing("bounce-height", {"drop_mm": 120.0}, 2.0, 1.0, 8),
    Doing("spin-time", {"spin_rad_s": 60.0}, 0.01, 1 / 240, 8),
)


def hidden_material(rng: Random) -> dict[str, float]:
    """The parameters of one."""
    return {name: rng.uniform(*ends) for name, ends in HIDDEN.items()}


def measured(
    truth: dict[str, float],
    rng: Random,
    doings: tuple[Doing, ...] = DOINGS,
    answers: Mapping[str, float] | None = None,
) -> Measurements:
    """What these doings measure of it, as a file would say: of these answers, by default those of our own world."""
    scene = load_scene("lab", {f"material.{name}": value for name, value in truth.items()})
    rows: list[dict[str, Any]] = []
    for name, given, noise, digit, times in doings:
        experiment = find_experiment(name)
        true = answers[name] if answers else run(experiment, scene, given).simulated
        values = [max(0.0, round((true + rng.gauss(0, noise)) / digit) * digit) for _ in range(times)]
        rows.append({"experiment": name, "unit": experiment.unit, "conditions": given, "values": values})
    vary = {name: dict(zip(("low", "high"), RANGES[name], strict=True)) for name in truth}
    return measurements_from({"title": "hidden", "vary": vary, "measurement": rows}, "hidden")


def of_theory(text: str) -> tuple[Measurements, ClosedForms]:
    """The measurements of a file with this text, and a world in which the closed forms hold."""
    measurements = measurements_from(tomllib.loads(text), "theory")
    return measurements, ClosedForms(measurements.scene)
