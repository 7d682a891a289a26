"""How dice are set in motion: the blow of a finger against the laws of impact, the straying and the attitudes drawn."""

from __future__ import annotations

from math import atan2, degrees, hypot, pi, sqrt

import numpy as np
import pytest

from skill.physics.attitude import matrices
from skill.physics.pose import INERTIA, Vec, cross, scaled
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.launch import LaunchNoise, heading, impact, limited, random_attitude

SCENE = load_scene("flickers")
ALONG: Vec = (0.0, 1.0, 0.0)


def dot(a: Vec, b: Vec) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def finger(mass_kg: float, restitution: float) -> Scene:
    return load_scene("flickers", {"flick.finger_kg": mass_kg, "flick.finger_restitution": restitution})


@pytest.mark.parametrize("mass_kg, restitution", [(0.001, 0.0), (0.006, 0.3), (0.5, 0.9)])
@pytest.mark.parametrize("at", [(0.0, -0.5, 0.0), (0.3, -0.5, 0.0), (-0.2, -0.5, 0.35)])
def test_a_blow_keeps_momentum_and_parts_the_bodies_by_the_restitution(
    mass_kg: float, restitution: float, at: Vec
) -> None:
    scene = finger(mass_kg, restitution)
    assert scene.flick is not None
    edge, speed = scene.dice.edge_m, 2.0
    velocity, spin = impact(scene, scene.flick, speed, ALONG, at)
    mass = scene.material.density_kg_m3 * edge**3
    impulse = mass * velocity[1] * edge  # kg m/s
    finger_after = speed - impulse / mass_kg
    turning = cross(spin, at)
    contact_after = (velocity[1] + turning[1]) * edge
    assert contact_after - finger_after == pytest.approx(restitution * speed)
    assert velocity[0] == velocity[2] == 0.0
    assert dot(spin, spin) == pytest.approx((impulse / mass / edge) ** 2 * (at[0] ** 2 + at[2] ** 2) / INERTIA**2)


def test_no_blow_gives_more_energy_than_the_finger_had() -> None:
    for restitution in (0.0, 0.5, 0.95):
        scene = finger(0.006, restitution)
        assert scene.flick is not None
        edge = scene.dice.edge_m
        mass = scene.material.density_kg_m3 * edge**3
        for offset in (0.0, 0.2, 0.35):
            velocity, spin = impact(scene, scene.flick, 1.0, ALONG, (offset, -0.5, 0.0))
            given = mass * edge**2 * (dot(velocity, velocity) + INERTIA * dot(spin, spin)) / 2
            left = 0.006 * (1.0 - mass * velocity[1] * edge / 0.006) ** 2 / 2
            assert given + left < 0.006 / 2


def test_a_heavy_finger_drives_a_die_with_one_and_e_times_its_speed() -> None:
    scene = finger(1.0, 0.3)
    assert scene.flick is not None
    velocity, _ = impact(scene, scene.flick, 1.0, ALONG, (0.0, -0.5, 0.0))
    assert velocity[1] * scene.dice.edge_m == pytest.approx(1.3, rel=0.003)


@pytest.mark.parametrize("v", [(100.0, 0.0, 0.0), (0.0, 0.0, 50.0), (30.0, -40.0, 120.0)])
def test_a_launch_strays_as_far_as_it_is_told(v: Vec) -> None:
    spread = LaunchNoise(3.0, 0.06, 7, 0x1)
    draws = np.array([spread.perturbed(v) for _ in range(3000)])
    speeds = np.linalg.norm(draws, axis=1)
    meant = np.array(v) / hypot(*v)
    angles = np.degrees(np.arccos(np.clip(draws @ meant / speeds, -1, 1)))
    # Two independent errors of 3 degrees; their squares' sum is known to 4 % from 3000 draws (two standard errors).
    assert sqrt((angles**2).mean()) == pytest.approx(3.0 * sqrt(2), rel=0.04)
    assert (speeds / hypot(*v)).mean() == pytest.approx(1.0, abs=0.004)
    assert (speeds / hypot(*v)).std() == pytest.approx(0.06, rel=0.05)


def test_a_launch_strays_to_all_sides_alike() -> None:
    spread = LaunchNoise(3.0, 0.0, 3, 0x1)
    draws = np.array([spread.perturbed((0.0, 10.0, 0.0)) for _ in range(3000)])
    assert np.abs(draws[:, [0, 2]].mean(axis=0)).max() < 0.03  # three standard errors of 0.52 each
    assert abs(np.corrcoef(draws[:, 0], draws[:, 2])[0, 1]) < 0.06


def test_without_a_seed_nothing_strays_and_the_same_seed_strays_alike() -> None:
    told, v = LaunchNoise(3.0, 0.06, None, 0x1), (1.0, 2.0, 3.0)
    assert told.perturbed(v) == pytest.approx(v) and told.normals() == (0.0, 0.0, 0.0) and told.attitude() is None
    one, same, other = LaunchNoise(3.0, 0.06, 5, 0x1), LaunchNoise(3.0, 0.06, 5, 0x1), LaunchNoise(3.0, 0.06, 5, 0x2)
    assert one.perturbed(v) == same.perturbed(v) != other.perturbed(v)
    assert LaunchNoise(3.0, 0.06, 5, 0x1).perturbed((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


def test_a_shaken_die_is_turned_all_ways_alike() -> None:
    draws = np.random.default_rng(1).standard_normal((4000, 4)).tolist()
    turned = matrices(np.array([random_attitude(draw) for draw in draws]))
    # A rotation drawn evenly turns any vector to any point of the sphere: means 0, squares 1/3, uncorrelated.
    assert np.abs(turned.mean(axis=0)).max() < 0.036  # four standard errors
    assert np.abs((turned**2).mean(axis=0) - 1 / 3).max() < 0.019
    # The angle of such a rotation has the density (1 - cos a) / pi: its mean is pi/2 + 2/pi.
    angles = np.arccos(np.clip((np.trace(turned, axis1=1, axis2=2) - 1) / 2, -1, 1))
    assert angles.mean() == pytest.approx(pi / 2 + 2 / pi, abs=0.04)


def test_directions_and_lengths() -> None:
    x, y, z = heading(0.3, -0.4)
    assert (atan2(y, x), atan2(z, hypot(x, y)), hypot(x, y, z)) == pytest.approx((0.3, -0.4, 1.0))
    assert degrees(atan2(*heading(pi / 2, 0.0)[:2])) == pytest.approx(0.0)
    assert limited((3.0, 0.0, 4.0), 1.0) == pytest.approx((0.6, 0.0, 0.8))
    assert limited((3.0, 0.0, 4.0), 9.0) == (3.0, 0.0, 4.0) and limited((0.0, 0.0, 0.0), 1.0) == (0.0, 0.0, 0.0)
    assert scaled((1.0, -2.0, 3.0), 2.0) == (2.0, -4.0, 6.0)
