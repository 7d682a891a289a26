"""The tuner on readings of another world: MuJoCo's answers from a table, with the noise of a phone and a ruler."""

from __future__ import annotations

from random import Random

import pytest

from skill.physics.lab import EXPERIMENTS, run
from skill.physics.scene import load_scene
from skill.tune.evaluate import ClosedForms, Evaluator
from skill.tune.fit import Fit, fit
from tests.tune import mujoco_readings
from tests.tune.hidden import DOINGS, Doing, measured
from tests.tune.mujoco_readings import MATERIALS, Made, read_table

ALL = (*DOINGS, Doing("out-over-saddle", {}, 1.0, 0.5, 10))
CONDITIONS = {doing.experiment: doing.conditions for doing in ALL}
TABLE = read_table()


def is_inside(made: Made, result: Fit) -> bool:
    """Whether every parameter is within its margin, and the friction on the plate within a tenth."""
    off = {name: abs(value - made.truth[name]) for name, value in result.values.items()}
    near = off.get("friction_plate", 0.0) <= 0.1 * made.truth["friction_plate"]
    return near and all(off[name] <= result.margins[name] for name in off)


def test_the_table_is_of_the_materials() -> None:
    assert [made.truth for made in TABLE] == list(MATERIALS)
    assert all(made.answers.keys() == CONDITIONS.keys() for made in TABLE)


def test_mujoco_measures_what_the_table_says() -> None:
    pytest.importorskip("mujoco")
    made = TABLE[0]
    spin = mujoco_readings.spin_s(made.truth["friction_table"], made.truth["spinning_friction"], 60.0)
    slide = mujoco_readings.slide_mm(made.truth["friction_table"], 0.7)
    assert (spin, slide) == pytest.approx((made.answers["spin-time"], made.answers["slide-distance"]), rel=0.01)


@pytest.mark.parametrize("made", TABLE, ids=[f"plate {made.truth['friction_plate']}" for made in TABLE])
def test_mujoco_agrees_with_theory(made: Made) -> None:
    scene = load_scene("lab", {f"material.{name}": value for name, value in made.truth.items()})
    for name, answer in made.answers.items():
        predict = EXPERIMENTS[name].predict
        assert predict is not None
        assert answer == pytest.approx(predict(scene, {"axis": 0.0, **CONDITIONS[name]}), rel=0.01), name


def test_our_world_agrees_with_mujoco() -> None:
    made = TABLE[0]
    scene = load_scene("lab", {f"material.{name}": value for name, value in made.truth.items()})
    for name, answer in made.answers.items():
        simulated = run(EXPERIMENTS[name], scene, CONDITIONS[name]).simulated
        assert simulated == pytest.approx(answer, rel=0.05), name


def test_a_world_that_is_right_finds_what_mujoco_was_given() -> None:
    """Four frictions and a bounce, with the closed forms for our world: what is left is the noise."""
    for draw, made in enumerate(TABLE):
        measurements = measured(made.truth, Random(draw), ALL, made.answers)
        assert is_inside(made, fit(measurements, ClosedForms(measurements.scene)))


def test_our_world_finds_what_mujoco_was_given_of_a_table() -> None:
    made, names = TABLE[0], ("slide-distance", "bounce-height")
    truth = {name: made.truth[name] for name in ("friction_table", "restitution")}
    doings = tuple(doing for doing in DOINGS if doing.experiment in names)
    measurements = measured(truth, Random(1), doings, made.answers)
    result = fit(measurements, Evaluator(measurements.scene))
    assert is_inside(made, result) and all(result.margins[name] < 0.1 * true for name, true in truth.items())
