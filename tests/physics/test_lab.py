"""The laboratory: closed forms within what each experiment says, convergence, and bad conditions."""

from __future__ import annotations

from math import inf

import pytest

from skill.errors import UnknownName
from skill.lattice.cells import parse_cell, small_pyramid
from skill.lattice.dice import RED, Die
from skill.lattice.pyramid import Pyramid
from skill.physics.lab import EXPERIMENTS, Answer, conditions_of, find_experiment, run, varied
from skill.physics.lab.experiment import (
    damped_motion,
    stopping_distance,
    stopping_time,
    travel_time,
)
from skill.physics.scene import Scene, load_material, load_scene
from skill.physics.world import World
from tests.engines import AT_WORK, INSTALLED, of_bullet
from tests.physics.experiments import KEPT, listed


def scene(friction: float = 0.4, restitution: float = 0.3, damping_per_s: float = 0.0) -> Scene:
    told = {"friction": friction, "restitution": restitution, "damping_per_s": damping_per_s}
    return load_scene("lab", {f"material.{name}": value for name, value in told.items()})


SHORT = {"pyramid-energy": {"time_s": 1.0}, "dice-fairness": {"rolls": 200.0}, "slide-agreement": {"pulls": 1.0}}
"""Conditions under which long experiments take seconds."""
PREDICTED = [name for name, experiment in EXPERIMENTS.items() if experiment.predict]


@pytest.mark.parametrize("name", PREDICTED)
def test_closed_form(name: str) -> None:
    experiment = EXPERIMENTS[name]
    answer = run(experiment, scene(), SHORT.get(name))
    assert answer.error is not None and abs(answer.error) <= experiment.tolerance, answer
    assert experiment.tolerance <= 0.02 or experiment.caveat


NOTHING_EXPECTED = ("pyramid-energy", "dice-fairness", "slide-heading")


@pytest.mark.parametrize("name", [name for name in PREDICTED if name not in NOTHING_EXPECTED])
def test_a_world_in_which_nothing_happens_is_not_within_the_tolerance(name: str) -> None:
    experiment = EXPERIMENTS[name]
    assert experiment.predict is not None
    predicted = experiment.predict(scene(), conditions_of(experiment, {}))
    error = Answer(name, experiment.unit, {}, predicted, 0.0, None, 1.0).error
    assert error is not None and abs(error) > experiment.tolerance


DAMPED = [name for name in PREDICTED if "damping_per_s" in EXPERIMENTS[name].depends]


@pytest.mark.parametrize("name", DAMPED)
def test_closed_forms_know_of_damping(name: str) -> None:
    experiment = EXPERIMENTS[name]
    free, damped = (run(experiment, scene(damping_per_s=damping)) for damping in (0.0, 1.2))
    assert free.predicted is not None and damped.predicted is not None and damped.error is not None
    assert abs(damped.error) <= experiment.tolerance, damped
    assert damped.simulated < free.simulated and damped.predicted < free.predicted


def test_free_fall_is_true_to_its_closed_form_however_damped() -> None:
    for damping in (0.5, 1.2, 3.0):
        error = run(EXPERIMENTS["free-fall"], scene(damping_per_s=damping)).error
        assert error is not None and abs(error) < 0.02
    assert "free-fall" in DAMPED


def test_a_flicked_die_is_slowed_by_damping_too() -> None:
    error = run(EXPERIMENTS["flick-distance"], scene(damping_per_s=1.2)).error
    assert error is not None and abs(error) < 0.04


@pytest.mark.parametrize("damping", [1e-9, 1e-4, 1.2, 5.0])
def test_motion_against_damping(damping: float) -> None:
    falling = 9.81 * 0.3**2 / 2, 9.81 * 0.3
    assert damped_motion(9.81, damping, 0.3) == pytest.approx(falling, rel=0.3 * damping + 1e-6)
    distance, speed = damped_motion(9.81, damping, 0.3, 2.0)
    later = damped_motion(9.81, damping, 0.2, speed)
    assert damped_motion(9.81, damping, 0.5, 2.0) == pytest.approx((distance + later[0], later[1]), rel=1e-6)
    assert travel_time(9.81, damping, damped_motion(9.81, damping, 0.3)[0]) == pytest.approx(0.3, rel=1e-6)
    assert damped_motion(-3.0, damping, stopping_time(0.6, 3.0, damping), 0.6) == pytest.approx(
        (stopping_distance(0.6, 3.0, damping), 0.0), abs=1e-9
    )
    assert stopping_distance(0.6, 0.0, damping) == pytest.approx(0.6 / damping)


@pytest.mark.parametrize("friction", [0.1, 0.2])
@pytest.mark.parametrize("name", ["slide-distance", "slide-acceleration", "slide-place", "slip-angle", "slip-on-die"])
def test_low_friction_is_true_to_its_closed_form(name: str, friction: float) -> None:
    error = run(EXPERIMENTS[name], scene(friction)).error
    assert error is not None and abs(error) < 0.06


def test_a_die_that_rocks_on_its_face_and_stands_again_has_not_slipped() -> None:
    """One of acrylic does so at 0.9 of the lean at which it slips: its middle goes 0.012 of an edge and comes back."""
    acrylic = load_scene("lab").model_copy(update={"material": load_material("acrylic")})
    error = run(EXPERIMENTS["slip-on-die"], acrylic).error
    assert error is not None and abs(error) < 0.02


@pytest.mark.parametrize("heading_deg", [0.0, 10.0, 22.5, 45.0])
@pytest.mark.parametrize("friction", [0.17, 0.4])
def test_a_flat_push_goes_straight_on_rapier(friction: float, heading_deg: float) -> None:
    told = {"engine.name": "rapier", "material.friction": friction}
    answer = run(EXPERIMENTS["slide-heading"], load_scene("lab", told), {"heading_deg": heading_deg})
    assert answer.predicted == 0.0 and answer.simulated < 0.3
    assert abs(answer.told["yaw_deg"]) < 0.3


@of_bullet
def test_a_die_that_goes_off_its_course_turns_and_one_that_goes_nowhere_has_none() -> None:
    answer = run(EXPERIMENTS["slide-heading"], load_scene("lab"), {"heading_deg": 22.5})
    assert answer.simulated > 1 and abs(answer.told["yaw_deg"]) > 1
    held = varied(load_scene("lab", {"dice.edge_m": 0.25}), {"friction": 1.5})
    assert run(EXPERIMENTS["slide-heading"], held, {"speed_m_s": 0.1}).simulated == 180.0


@pytest.mark.parametrize("name", INSTALLED)
def test_how_the_mass_of_a_die_is_spread_counts(name: str) -> None:
    for inertia in (0.1, 0.2):
        found = load_scene("lab", {"engine.name": name, "dice.inertia": inertia})
        for experiment in ("spin-time", "spin-rate"):
            error = run(EXPERIMENTS[experiment], found).error
            assert error is not None and abs(error) < 0.02, (experiment, inertia)


@pytest.mark.parametrize("edge_m", [0.1048, 0.25])  # a cube of published experiments, and the largest
def test_large_cubes_are_true_to_their_closed_forms(edge_m: float) -> None:
    large = load_scene("lab", {"dice.edge_m": edge_m})
    for name in ("slip-angle", "topple-angle"):
        error = run(EXPERIMENTS[name], large).error
        assert error is not None and abs(error) < 0.04, name


@pytest.mark.parametrize("friction", [0.25, 0.45])  # of resin and of acrylic
@pytest.mark.parametrize("name", ["groove-acceleration", "shaken-loose"])
def test_friction_on_the_plate_is_true_to_its_closed_form(name: str, friction: float) -> None:
    error = run(EXPERIMENTS[name], scene(friction)).error
    assert error is not None and abs(error) < 0.06


@pytest.mark.parametrize(("name", "axis"), [("out-over-saddle", 1.0), ("out-over-point", 2.0)])
def test_a_funnel_lets_go_alike_in_its_three_directions(name: str, axis: float) -> None:
    answer = run(EXPERIMENTS[name], scene(), {"axis": axis})
    assert answer.error is not None and abs(answer.error) < EXPERIMENTS[name].tolerance
    assert answer.spread is not None and answer.spread[1] - answer.spread[0] < 5.0


def test_the_height_of_a_pyramid_tells_the_pitch_of_the_plate() -> None:
    height = EXPERIMENTS["pyramid-height"]
    for pitch, levels in ((1.0, 4.0), (1.04, 4.0), (1.015, 2.0)):
        answer = run(height, varied(scene(), {"pitch": pitch}), {"levels": levels})
        assert answer.error is not None and abs(answer.error) < height.tolerance, answer


@pytest.mark.parametrize("distance_mm", [40.0, 200.0])
def test_a_jet_is_true_to_its_closed_form_near_and_far(distance_mm: float) -> None:
    error = run(EXPERIMENTS["jet-force"], scene(), {"distance_mm": distance_mm}).error
    assert error is not None and abs(error) < 0.02


def test_a_heap_of_smooth_dice_is_flatter() -> None:
    smooth, rough = (run(EXPERIMENTS["heap-angle"], scene(mu), {"dice": 40.0}).simulated for mu in (0.1, 0.8))
    assert 5.0 < smooth < rough < 45.0


@pytest.mark.parametrize("restitution", [0.1, 0.5, 0.8])
def test_bounce(restitution: float) -> None:
    answer = run(EXPERIMENTS["bounce-height"], scene(restitution=restitution))
    assert answer.simulated == pytest.approx(restitution**2 * 60, rel=0.02)


ILL_DROP = {"bullet": (90.0, 0.1), "rapier": (180.0, 0.4)}
"""By engine: a height from which one of the drops meets the step badly, mm, and how little of the median that rises at
most."""


def test_wherever_it_falls_from_it_bounces_and_its_drops_are_told_apart() -> None:
    bounce = EXPERIMENTS["bounce-height"]
    low, high = bounce.conditions["drop_mm"][1:3]
    answers = [run(bounce, scene(), {"drop_mm": d}) for d in range(int(low), int(high) + 1, 10)]
    assert max(abs(answer.error or 0) for answer in answers) < 0.02
    for answer in answers:
        assert answer.spread is not None and answer.spread[0] < answer.simulated < answer.spread[1]
    height, most = ILL_DROP[AT_WORK]
    ill = next(answer for answer in answers if answer.conditions["drop_mm"] == height)
    assert ill.spread is not None and ill.spread[0] < most * ill.simulated


@pytest.mark.parametrize("rounding", [0.05, 0.25])
def test_a_die_topples_where_it_should(rounding: float) -> None:
    rounded = load_scene("lab", {"material.rounding_edges": rounding})
    error = run(EXPERIMENTS["topple-angle"], rounded).error
    assert error is not None and abs(error) < 0.005


@of_bullet
def test_an_experiment_takes_the_step_that_it_needs() -> None:
    fall = EXPERIMENTS["free-fall"]
    own, as_played = run(fall, scene(), {"time_s": 0.05}), run(fall, scene(), {"time_s": 0.05}, 1)
    assert own.step_s == scene().step_s / fall.finer and as_played.step_s == scene().step_s
    assert own.error is not None and as_played.error is not None
    assert 0.08 < as_played.error < 0.09 and own.error < 0.02, "a step of play is long beside a twentieth of a second"


def test_films_of_a_slide_and_of_a_spin() -> None:
    for name, unit in (("slide-place", 0.1), ("spin-rate", 0.05)):
        moving = [run(EXPERIMENTS[name], scene(), {"time_s": unit * share}) for share in (0.25, 0.5, 0.77, 1.0, 3.0)]
        assert all(answer.predicted == 0 or abs(answer.error or 0) < 0.03 for answer in moving)
    assert moving[-1].predicted == 0 and moving[-1].simulated < 0.05, "it has long been at rest"
    far = run(EXPERIMENTS["slide-place"], scene(), {"time_s": 2.0})
    whole = run(EXPERIMENTS["slide-distance"], scene())
    assert (far.predicted, far.simulated) == (whole.predicted, pytest.approx(whole.simulated, rel=1e-3))


def test_how_long_a_die_spins_grows_evenly_within_a_step() -> None:
    times = [run(EXPERIMENTS["spin-time"], scene(), {"spin_rad_s": 20 + 0.05 * n}).simulated for n in range(3)]
    assert times[1] - times[0] == pytest.approx(times[2] - times[1], rel=0.1)
    assert 0 < times[1] - times[0] < scene().step_s / 10


@pytest.mark.parametrize("table", [0.15, 0.3, 0.6])
def test_friction_against_spinning_is_the_same_on_every_table(table: float) -> None:
    told = {"material.friction": 0.3, "material.friction_table": table, "material.spinning_friction": 0.05}
    answer = run(EXPERIMENTS["spin-time"], load_scene("lab", told))
    assert abs(answer.error or 0) < 0.02


def test_without_friction_nothing_stops_a_die() -> None:
    smooth = scene(friction=0.0)
    assert EXPERIMENTS["spin-time"].predict is not None
    assert EXPERIMENTS["spin-time"].predict(smooth, {"spin_rad_s": 60.0}) == inf
    assert run(EXPERIMENTS["spin-time"], smooth).simulated == inf
    assert run(EXPERIMENTS["slip-angle"], smooth).simulated < 0.5


def test_bad_input() -> None:
    with pytest.raises(UnknownName, match="slide-distance"):
        find_experiment("slide")
    with pytest.raises(UnknownName, match=r"lean_deg = 60: expected 5 to 34"):
        run(EXPERIMENTS["slide-acceleration"], scene(), {"lean_deg": 60.0})
    with pytest.raises(UnknownName, match="no such condition; expected speed_m_s"):
        run(EXPERIMENTS["slide-distance"], scene(), {"speed": 1.0})


@pytest.mark.parametrize("name", ["acrylic", "plastic", "resin", "rubber", "wood"])
def test_a_small_pyramid_of_every_material_stands(name: str) -> None:
    start = Pyramid((cell, Die(RED, (3, 2, 1))) for cell in small_pyramid(parse_cell("212"), 4))
    world = World(load_scene("pyramid").model_copy(update={"material": load_material(name)}), start, sleep=False)
    assert len(start) == 20 and world.settle(2.0)
    assert world.drift().max() < 0.05


def test_materials_differ_as_their_numbers_say() -> None:
    bare = load_scene("lab")
    slides = [
        run(EXPERIMENTS["slide-distance"], bare.model_copy(update={"material": load_material(name)})).simulated
        for name in ("resin", "plastic", "acrylic")
    ]
    assert slides == sorted(slides, reverse=True)


def test_experiments_have_the_conditions_that_they_had() -> None:
    assert listed() == KEPT.read_text(encoding="utf-8"), "if it is meant: python -m tests.physics.experiments --write"
