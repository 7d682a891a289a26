"""The hands that hold the plate: limits of angle, rate and acceleration, the pivot, the tremor."""

from __future__ import annotations

from itertools import pairwise
from math import degrees, hypot, sqrt

import numpy as np
import pytest

from skill.errors import EngineError, NotationError
from skill.physics.pose import between, rotated
from skill.physics.scene import Scene, load_scene
from skill.physics.tools import Toolset
from skill.physics.tools.tilt import REST, TiltTool

STEADY: Scene = load_scene("faraday", {"tilt.tremor_deg": 0.0, "tilt.tremor_edges": 0.0})


def followed(scene: Scene, samples: list[tuple[float, ...]], seed: int | None = None):
    """The poses of all steps while the hands follow these samples."""
    hands, poses = TiltTool(scene, seed), []
    for sample in samples:
        hands.aim(sample)
        poses.extend(hands.pose() for _ in range(scene.engine.steps_per_sample))
    return poses


def test_hands_reach_what_is_asked_and_stay_there() -> None:
    last = followed(STEADY, [(20.0, -10.0, 5.0, 0.5, -0.4, 0.3, 0.0, 0.0)] * 60)[-1]
    assert np.allclose(last.position, np.array([0.5, -0.4, 0.3]) * 0.012, atol=1e-9)
    up = rotated(last.quaternion, (0.0, 0.0, 1.0))
    assert degrees(np.arccos(up[2])) == pytest.approx(hypot(20, 10), abs=1e-6)


def test_hands_are_no_faster_and_no_stronger_than_hands() -> None:
    limits = STEADY.tilt
    assert limits is not None
    far = (90.0, 0.0, 0.0, 9.0, 0.0, -9.0, 0.0, 0.0)
    poses = followed(STEADY, [far] * 40 + [tuple(-x for x in far)] * 40)
    dt, edge = STEADY.step_s, STEADY.dice.edge_m
    spins = np.array([between(a.quaternion, b.quaternion) for a, b in pairwise(poses)]) / dt
    rate = np.degrees(np.linalg.norm(spins, axis=1))
    assert 0.98 * limits.rate_max_deg_s < rate.max() < 1.01 * limits.rate_max_deg_s
    assert np.degrees(np.abs(np.diff(spins, axis=0)).max() / dt) < 1.02 * limits.angle_accel_max_deg_s2
    places = np.array([pose.position for pose in poses])
    speeds = np.diff(places, axis=0) / dt
    assert np.abs(speeds).max() < 1.001 * limits.speed_max_m_s
    assert np.abs(np.diff(speeds, axis=0) / dt).max() < 1.001 * limits.accel_max_m_s2
    tilts = [degrees(np.arccos(rotated(pose.quaternion, (0.0, 0.0, 1.0))[2])) for pose in poses]
    assert max(tilts) == pytest.approx(limits.tilt_max_deg, abs=0.01)
    assert np.abs(places).max() == pytest.approx(limits.shift_max_edges * edge, rel=2e-3)


def test_the_pivot_stays_and_the_far_corner_is_lifted() -> None:
    back = (0.0, 6.5)
    z_of_corner = []
    for pose in followed(STEADY, [(0.0,) * 6 + (0.0, -6.5)] * 30 + [(12.0, *REST[1:6], 0.0, -6.5)] * 30)[120:]:
        there = np.array(rotated(pose.quaternion, (0.0, -6.5, 0.0))) * 0.012 + pose.position
        assert np.allclose(there, [0, -6.5 * 0.012, 0], atol=1e-6)
        corner = np.array(rotated(pose.quaternion, (*back, 0.0))) * 0.012 + pose.position
        z_of_corner.append(corner[2])
    assert z_of_corner[-1] == pytest.approx(13 * 0.012 * np.sin(np.radians(12)), rel=1e-3)


def test_roll_lifts_the_back_and_pitch_lowers_the_right() -> None:
    rolled = followed(STEADY, [(10.0, *REST[1:])] * 60)[-1]
    pitched = followed(STEADY, [(0.0, 10.0, *REST[2:])] * 60)[-1]
    assert rotated(rolled.quaternion, (0.0, 1.0, 0.0))[2] > 0.17
    assert rotated(pitched.quaternion, (1.0, 0.0, 0.0))[2] < -0.17


def test_the_tremor_has_the_rms_of_the_rules_and_is_slow() -> None:
    scene = load_scene("faraday")
    ends = [followed(scene, [REST] * 90, seed)[-1] for seed in range(150)]
    leans = np.array([between((0.0, 0.0, 0.0, 1.0), pose.quaternion) for pose in ends])
    shifts = np.array([pose.position for pose in ends]) / 0.012
    # 300 and 450 independent draws: the rms is known to 4 % and 3 %.
    assert np.degrees(sqrt((leans[:, :2] ** 2).mean())) == pytest.approx(2.0, rel=0.15)
    assert sqrt((shifts**2).mean()) == pytest.approx(0.03, rel=0.15)
    assert np.abs(leans[:, 2]).max() < 0.01
    track = np.array([between((0.0, 0.0, 0.0, 1.0), p.quaternion)[0] for p in followed(scene, [REST] * 600, 3)])
    assert np.degrees(np.abs(np.diff(track)).max() / scene.step_s) < 60  # degrees a second


def test_the_same_seed_trembles_alike_and_a_steady_copy_calms_down() -> None:
    scene = load_scene("faraday")
    assert followed(scene, [REST] * 50, 7) == followed(scene, [REST] * 50, 7)
    assert followed(scene, [REST] * 50, 7) != followed(scene, [REST] * 50, 8)
    hands, steady = TiltTool(scene, 7), TiltTool(scene, None)
    for _ in range(50):
        hands.aim(REST)
        for _ in range(4):
            hands.pose()
    steady.restore(hands.state())
    poses = []
    for _ in range(180):
        steady.aim(REST)
        poses.extend(steady.pose() for _ in range(4))
    assert np.abs(poses[-1].position).max() < 1e-5


@pytest.mark.parametrize("sample", [(0.0,) * 7, (0.0,) * 9, (float("nan"), *REST[1:]), ()])
def test_a_sample_is_eight_finite_numbers(sample: tuple[float, ...]) -> None:
    with pytest.raises(NotationError, match="roll_deg"):
        Toolset(load_scene("faraday"), 1).checked(sample)


def test_a_scene_without_tools_has_no_hands() -> None:
    with pytest.raises(EngineError, match="nothing to do it with"):
        Toolset(load_scene("pyramid"), 1)
