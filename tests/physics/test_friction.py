"""Friction in grooves against closed forms: the table in `skill/physics/world/bullet_grips.py`, parts of it."""

from __future__ import annotations

from math import atan, degrees, hypot, isfinite, radians, sqrt

import numpy as np
import pytest

from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.frame import AXIS_VECTORS
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun
from skill.physics.lab.experiment import lab_scene
from skill.physics.pose import STILL, Pose, turn
from skill.physics.scene import Scene, load_scene
from skill.physics.world import World
from tests.engines import of_bullet

TIMED_EDGES = 0.35


def scene(friction: float, steps_hz: int = 240, edge_mm: float = 12.0) -> Scene:
    keys = {"material.friction": friction, "dice.edge_m": edge_mm / 1000, "engine.steps_per_sample": steps_hz // 60}
    return lab_scene(load_scene("lab", keys), "top")


def groove_acceleration(scene: Scene) -> float:
    """Of a die let go in a groove of the plate, in g; 0 if it stays."""
    world = World(scene, EMPTY, hand=[Die("R", (3, 2, 1))], sleep=False)
    down = np.array(AXIS_VECTORS[0])
    x, y, z = np.array(world.plate.point((5.0, 2.0, 1.0))) - 0.4 * down
    die = world.take_from_stock((float(x), float(y), float(z)))
    world.release(die)
    gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
    for n in range(round(0.6 / scene.step_s)):
        slid = float((np.array(world.body(die).position) - (x, y, z)) @ down)
        if slid > TIMED_EDGES:
            return 2 * slid / (n * (n + 1 / scene.engine.substeps)) / scene.step_s**2 / gravity
        world.step()
        if (n + 1) % scene.engine.steps_per_sample == 0:
            world.observe()
    return 0.0


def lean_out(scene: Scene, towards: int, slowly_from: float) -> float:
    """The lean, degrees, at which a die in a funnel gives way: over a saddle (-1) or over a point (1)."""
    world = World(scene, parse_position("R332:321"), sleep=False)
    x, y, _ = AXIS_VECTORS[0]
    axis = (-y * towards / hypot(x, y), x * towards / hypot(x, y))
    place, angle, n = np.array(world.plate.point((3, 3, 2))), 0.0, 0
    while angle < 88 and np.linalg.norm(np.array(world.body(0).position) - place) < 0.03:
        angle += (4.0 if angle > slowly_from else 60.0) * scene.step_s
        world.step(Pose(STILL, turn((axis[0] * radians(angle), axis[1] * radians(angle), 0.0))))
        n += 1
        if n % scene.engine.steps_per_sample == 0:
            world.observe()
    return angle


@pytest.mark.parametrize(
    "steps_hz, edge_mm, worst",
    [(240, 6, 0.18), (240, 12, 0.1), (240, 24, 0.07), (480, 12, 0.08), (480, 24, 0.06)],
)
@pytest.mark.parametrize("friction", [0.1, 0.2, 0.3, 0.4])
def test_a_groove_holds_as_friction_says(friction: float, steps_hz: int, edge_mm: float, worst: float) -> None:
    measured = groove_acceleration(scene(friction, steps_hz, edge_mm))
    assert (1 - measured * sqrt(3)) / 2 == pytest.approx(friction, rel=worst)


@pytest.mark.parametrize("steps_hz, edge_mm", [(240, 6), (240, 12), (480, 24)])
@pytest.mark.parametrize("friction", [0.2, 0.4])
def test_a_funnel_lets_go_at_the_lean_that_friction_says(friction: float, steps_hz: int, edge_mm: float) -> None:
    saddle = degrees(atan((1 + 2 * friction) / (sqrt(2) * (1 - friction))))
    point = degrees(atan((sqrt(2) + friction) / (1 - sqrt(2) * friction)))
    assert lean_out(scene(friction, steps_hz, edge_mm), -1, saddle - 8) == pytest.approx(saddle, rel=0.05)
    assert lean_out(scene(friction, steps_hz, edge_mm), 1, point - 8) == pytest.approx(point, rel=0.06)


@of_bullet
def test_grips_do_not_change_while_all_lie_still() -> None:
    world = World(scene(0.4), parse_position("R332:321 G800 B422"), sleep=False)
    seen = []
    for n in range(480):
        world.step(Pose(STILL, turn((0.2 * min(1.0, n / 120), 0.0, 0.0))))
        if (n + 1) % 4 == 0:
            world.observe()
            seen.append(world._dice.of_engine.scales.tobytes())
    assert len(set(seen[-60:])) == 1 < len(set(seen))


@pytest.mark.parametrize("friction", [0.0, 1.0, 1.15, 1.5])
@pytest.mark.parametrize("key", ["friction", "friction_plate"])
def test_dice_move_at_every_friction_that_a_material_may_have(friction: float, key: str) -> None:
    scene = load_scene("faraday", {f"material.{key}": friction, "tilt.tremor_deg": 0.0, "tilt.tremor_edges": 0.0})
    attempt = AttemptRun(scene, parse_position("R332 G323 K233"), seed=1)
    rest = attempt.toolset.rest
    for n in range(60):
        attempt.tick((25.0, 10.0 * (-1) ** (n // 6), *rest[2:]))
    reading = attempt.reading()
    assert all(isfinite(part) for die in reading.dice for part in die.at)
    if friction > 1:
        assert {die.cell for die in reading.dice} == {parse_cell(cell) for cell in ("332", "323", "233")}
    attempt.close()
