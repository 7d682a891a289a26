"""What holds of every engine behind the seam, and of Rapier alone."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from hashlib import sha256
from importlib import import_module, reload
from importlib.metadata import version as distribution_version
from math import hypot, pi, radians
from pathlib import Path

import numpy as np
import pytest

from skill.errors import FileError, Unavailable, UnknownName
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics import versions
from skill.physics.lab import find_experiment, run
from skill.physics.pose import STILL, UNTURNED, Pose, turn
from skill.physics.scene import ENGINE_VARIABLE, load_scene, usual_engine
from skill.physics.world import World
from skill.physics.world.dice import ASLEEP_EDGES
from skill.physics.world.engines import new_engine
from tests.engines import INSTALLED, of_bullet
from tests.physics.memory import can_count, thousand_worlds
from tests.physics.test_pyramid import full

TICK = 4  # steps


def rocked(world: World, samples: int, first: int = 0) -> bytes:
    """What becomes of a world whose plate rocks for some input samples."""
    for n in range(first * TICK, (first + samples) * TICK):
        world.step(Pose((0.0, 0.004 * np.sin(n / 9), 0.0), turn((0.3 * np.sin(n / 17), 0.0, 0.0))))
        if n % TICK == TICK - 1:
            world.observe()
    return pickle.dumps((world.poses(), world.still_s))


@pytest.mark.parametrize("sleep", [True, False])
def test_rapier_goes_on_from_a_snapshot_with_the_same_bytes(sleep: bool) -> None:
    scene = load_scene("faraday", {"engine.name": "rapier"})
    start = parse_position("R332:321 G422:321 K323:213 R800:321 R080:321")
    world, copy = World(scene, start, sleep=sleep), World(scene, start, sleep=sleep)
    rocked(world, 20)
    for n in range(5):
        state = pickle.loads(pickle.dumps(world.state()))
        expected = rocked(world, 15, 20)
        world.restore(state)
        assert rocked(world, 15, 20) == expected
        copy.restore(state)
        assert rocked(copy, 15, 20) == expected
        rocked(world, n, 20)


def test_a_rapier_engine_that_is_restored_falls_the_way_it_is_then_told() -> None:
    engine = new_engine(load_scene("faraday", {"engine.name": "rapier"}), 1 / 240)
    die, level = engine.add_die((0.0, 0.0, 50.0), UNTURNED), (0.0, 0.0, -engine.gravity)
    engine.set_gravity((engine.gravity, 0.0, 0.0))
    state = engine.snapshot()
    engine.set_gravity(level)
    engine.restore(state)
    engine.set_gravity(level)
    engine.step()
    assert engine.velocity(die)[0][0] == 0.0 > engine.velocity(die)[0][2]


def test_a_rapier_world_of_dice_that_fell_goes_on_with_the_same_bytes() -> None:
    world = World(load_scene("faraday", {"engine.name": "rapier"}), parse_position("R800:321 G080:321 K332:321"))

    def tipped() -> bytes:
        for n in range(60 * TICK):
            world.step(Pose(STILL, turn((radians(min(80.0, n)), 0.0, 0.0))))
            if n % TICK == TICK - 1:
                world.observe()
        return pickle.dumps((world.fallen, world.poses()))

    state = world.state()
    first = tipped()
    assert world.fallen
    world.restore(state)
    assert tipped() == first


@pytest.mark.parametrize("name", INSTALLED)
def test_a_die_spins_as_fast_as_it_is_made_to(name: str) -> None:
    engine = new_engine(load_scene("faraday", {"engine.name": name}), 1 / 240)
    die = engine.add_die((0.0, 0.0, 50.0), UNTURNED)
    engine.set_velocity(die, STILL, (0.0, 0.0, 100 * pi))
    for _ in range(24):
        engine.step()
    assert engine.velocity(die)[1] == pytest.approx((0.0, 0.0, 100 * pi), abs=0.01)


@pytest.mark.parametrize("name", INSTALLED)
def test_a_die_in_flight_keeps_its_energy(name: str) -> None:
    """Its place is of a moment half a substep after that of its speed."""
    scene = load_scene("faraday", {"engine.name": name, "material.damping_per_s": 0.0})
    engine = new_engine(scene, scene.step_s)
    die = engine.add_die(STILL, UNTURNED)
    engine.set_velocity(die, (20.0, 5.0, 160.0), (30.0, -20.0, 40.0))
    found = []
    for _ in range(96):
        engine.step()
        ((_, _, z), _), ((*along, up), spin) = engine.pose(die), engine.velocity(die)
        up -= 0.5 * engine.gravity * scene.step_s / scene.engine.substeps
        found.append(engine.gravity * z + 0.5 * (hypot(*along, up) ** 2 + scene.dice.inertia * hypot(*spin) ** 2))
    assert np.ptp(found) < 0.001 * min(found)


@pytest.mark.parametrize("name", INSTALLED)
def test_a_tower_of_eight_dice_stands_still(name: str) -> None:
    scene = load_scene("emag", {"engine.name": name})
    engine = new_engine(scene, scene.step_s, dice=8)
    engine.add_table(0.0)
    dice = [
        engine.add_die((0.03 * np.sin(n), 0.03 * np.cos(3 * n), 0.5 + 1.0005 * n), turn((0.0, 0.0, 0.02 * np.sin(n))))
        for n in range(8)
    ]
    for _ in range(round(1 / scene.step_s)):
        engine.step()
    places = []
    for _ in range(round(0.1 / scene.step_s)):
        engine.step()
        places.append(engine.poses(dice)[0])
    assert np.ptp(places, axis=0).max() < ASLEEP_EDGES


@pytest.mark.parametrize("heading_deg", [0.0, 10.0, 22.5, 45.0])
def test_a_flat_push_on_rapier_goes_straight(heading_deg: float) -> None:
    scene = load_scene("dice-tray", {"engine.name": "rapier"})
    engine = new_engine(scene, 1 / 240)
    engine.add_table(0.0)
    die = engine.add_die((0.0, 0.0, 0.5), UNTURNED)
    for _ in range(60):
        engine.step()
    speed, heading = 0.6 / scene.dice.edge_m, radians(heading_deg)
    engine.set_velocity(die, (speed * np.cos(heading), speed * np.sin(heading), 0.0), STILL)
    for _ in range(240):
        engine.step()
    (x, y, _), quaternion = engine.pose(die)
    assert np.degrees(np.arctan2(y, x)) == pytest.approx(heading_deg, abs=0.1)
    assert hypot(x, y) == pytest.approx(speed**2 / 2 / scene.material.on_table / engine.gravity, rel=0.015)
    assert 2 * np.degrees(np.arcsin(abs(quaternion[2]))) < 0.1


@pytest.mark.parametrize("friction", [0.1, 0.2, 0.3, 0.4, 0.45])
def test_grooves_on_rapier_hold_within_half_a_percent_of_friction(friction: float) -> None:
    scene = load_scene("lab", {"engine.name": "rapier", "material.friction": friction})
    answer = run(find_experiment("groove-acceleration"), scene)
    off = (answer.predicted - answer.simulated) * np.sqrt(3) / 2 / scene.engine.gravity_m_s2
    assert abs(off) < 0.005 * friction


@pytest.mark.parametrize("aside", [0.1, 0.2, 0.3])
def test_a_die_on_rapier_that_is_pressed_against_a_wall_of_its_funnel_stays(aside: float) -> None:
    """With nine times its weight, as long as the force goes through the flat of that face, off its middle or not."""
    scene = load_scene("dune", {"engine.name": "rapier"})
    world = World(scene, parse_position("R332:321"), sleep=False)
    world.observe()
    (before,), (turned,) = world.observed
    normals = [face if face[2] > 0 else -face for face in turned.T]
    force = -9 * scene.engine.gravity_m_s2 / scene.dice.edge_m * normals[0]
    for along in (normals[1], -normals[1], normals[2]):
        for _ in range(48):
            world.apply_force(0, tuple(force.tolist()), tuple(np.cross(aside * along, force).tolist()))
            world.step()
        world.observe()
        assert world.observed[0][0] == pytest.approx(before, abs=0.002)
    world.close()


@pytest.mark.slow
def test_the_full_pyramid_awake_on_rapier_hardly_drifts_in_a_minute() -> None:
    world = World(load_scene("pyramid", {"engine.name": "rapier"}), full(), sleep=False)
    for _ in range(round(60 / world.scene.step_s)):
        world.step()
    world.observe()
    assert world.drift().max() < 0.006


@pytest.mark.slow
def test_dice_on_rapier_that_are_awake_lie_still_for_twenty_minutes() -> None:
    start = parse_position("R800:321 G080:321 K008:321 R233:213")
    world = World(load_scene("faraday", {"engine.name": "rapier"}), start, sleep=False)
    for _ in range(round(1 / world.scene.step_s)):
        world.step()
    world.observe()
    lay = world.observed[0].copy()
    for _ in range(round(20 * 60 / world.scene.step_s)):
        world.step()
    world.observe()
    assert np.abs(world.observed[0] - lay).max() < 0.0001


@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.7, 0.9])
def test_a_flat_die_bounces_on_rapier_as_asked(restitution: float) -> None:
    answer = run(
        find_experiment("bounce-height"),
        load_scene("lab", {"engine.name": "rapier", "material.restitution": restitution}),
    )
    assert answer.simulated == pytest.approx(answer.predicted, rel=0.02)


@pytest.mark.parametrize("friction", [0.0, 0.2, 0.5])
@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.7])
def test_a_die_that_falls_into_its_funnel_rebounds_on_rapier_from_all_three_sides(
    restitution: float, friction: float
) -> None:
    """Each side throws it back with its share, so straight up with that share and without spin."""
    material = {"restitution": restitution, "friction": friction, "damping_per_s": 0.0}
    scene = load_scene("faraday", {"engine.name": "rapier", **{f"material.{name}": n for name, n in material.items()}})
    world = World(scene, parse_position("R332:321"), sleep=False)
    x, y, z = world.body(0).position
    world.drop(0, (x, y, z + 1.5))
    fell = 0.0
    while (motion := world.body(0)).velocity[2] <= fell:
        fell = motion.velocity[2]
        world.step()
    assert motion.velocity[2] == pytest.approx(-restitution * fell, rel=0.04)
    assert hypot(*motion.velocity[:2]) < -0.01 * fell
    assert hypot(*motion.spin) < -0.01 * fell


@pytest.mark.parametrize("two", [False, True])
@pytest.mark.parametrize("points", [1, 2, 3, 4, "on a line"])
def test_the_impulses_of_a_bounce_on_rapier_are_the_least_that_do(points: int | str, two: bool) -> None:
    """As least squares give them, which take many times as long for so few numbers."""
    from skill.physics.world.rapier import Mover, shares_of

    rng = np.random.default_rng(45)
    for _ in range(20):
        normal = rng.normal(size=3)
        normal /= np.linalg.norm(normal)
        across = np.cross(normal, rng.normal(size=3))
        across /= np.linalg.norm(across)
        along = np.cross(normal, across)
        corners = np.array([(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)]) + rng.uniform(-0.1, 0.1, (4, 2))
        if points == "on a line":
            corners = np.array([(-0.4, 0.0), (0.1, 0.0), (0.3, 0.0)])
        offsets = corners[: points if isinstance(points, int) else 3] @ [across, along]
        count = len(offsets)
        movers, motion, kernel = [], np.zeros(count), np.zeros((count, count))
        for sign in (1.0, -1.0)[: 1 + two]:
            mass, inertia = rng.uniform(0.5, 2.0), rng.uniform(0.1, 0.3)
            arms = offsets + rng.uniform(-0.5, 0.5, 3)
            turns = np.cross(arms, normal)
            kernel += 1 / mass + turns @ turns.T / inertia
            motion += sign * (rng.normal() + turns @ rng.normal(size=3))
            movers.append(Mover(0, sign, 1 / mass, 1 / inertia, arms.tolist(), turns.tolist()))
        found = shares_of(tuple(normal.tolist()), movers, range(count)).least_impulses(motion.tolist())
        np.testing.assert_allclose(found, np.linalg.lstsq(kernel, motion, rcond=1e-6)[0], atol=1e-9)


@pytest.mark.skipif(not can_count(), reason="reads /proc")
def test_a_thousand_worlds_of_four_dice_on_rapier_take_less_than_200_mb() -> None:
    assert 0 < thousand_worlds("rapier") < 200e6


def test_the_engine_is_the_scenes_or_that_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    assert load_scene("faraday").engine.name == usual_engine()
    assert load_scene("faraday", {"engine.name": "rapier"}).engine.name == "rapier"
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    assert load_scene("faraday").engine.name == "rapier"
    monkeypatch.setenv(ENGINE_VARIABLE, "havok")
    with pytest.raises(UnknownName, match="SKILLBOX_ENGINE 'havok': expected one of bullet, rapier"):
        load_scene("faraday")
    assert load_scene("faraday", {"engine.name": "rapier"}).engine.name == "rapier"  # what is asked for here goes first
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    (tmp_path / "mine.toml").write_text('[engine]\nname = "Rapier"\n')
    with pytest.raises(FileError, match=r"mine\.toml: engine\.name = \"Rapier\""):
        load_scene(tmp_path / "mine.toml")
    monkeypatch.delenv(ENGINE_VARIABLE)
    with pytest.raises(FileError, match=r"engine\.name"):
        load_scene("faraday", {"engine.name": "havok"})


@pytest.mark.parametrize("name", INSTALLED)
def test_a_package_that_cannot_be_loaded_is_told_with_its_reason_and_the_other_engine(
    name: str, tmp_path: Path
) -> None:
    package = versions.PACKAGES[name]
    (tmp_path / f"{package}.py").write_text('raise ImportError("no libz.so.1")')
    run = f"from skill.physics.world.engines import new_engine\nimport skill.physics.world.{name}"
    paths = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))
    done = subprocess.run(
        [sys.executable, "-c", run],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{package} is installed, but cannot be loaded (no libz.so.1)" in done.stderr
    others = [other for other in INSTALLED if other != name]
    assert [other for other in versions.PACKAGES if f"The engine {other} is there" in done.stderr] == others


@pytest.mark.parametrize("name", INSTALLED)
def test_an_engine_that_is_too_old_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(f"skill.physics.world.{name}")
    package = next(package for package in versions.ENGINES[name] if package in versions.versions_here())

    def older(name: str) -> str:
        return "0.35.9" if name == package else distribution_version(name)

    monkeypatch.setattr(versions, "version", older)
    with pytest.raises(
        Unavailable, match=rf"{package} 0\.35\.9 is too old .*: pip install -U '{package}>=[0-9.]+"
    ) as told:
        reload(module)
    others = [other for other in INSTALLED if other != name]
    assert [other for other in versions.PACKAGES if f"The engine {other} is there" in str(told.value)] == others


@of_bullet
def test_bullet_gives_no_snapshot() -> None:
    world = World(load_scene("faraday", {"engine.name": "bullet"}), EMPTY)
    assert world.state().exact is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_rapier_worlds_go_on_after_forks_with_the_same_bytes() -> None:
    """As vector environments, data loaders and pools start their processes on Linux, and as those start others."""
    scene, start = load_scene("faraday", {"engine.name": "rapier"}), parse_position("R332:321 G422:321 K323:213")
    world = World(scene, start)
    rocked(world, 5)
    begin, end = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(10)  # rather than wait for ever
        if not os.fork():
            signal.alarm(9)
            here = World(scene, start)
            os.write(end, sha256(rocked(here, 5) + rocked(here, 5, 5)).digest())
            os._exit(0)
        os.wait()
        world.restore(world.state())
        os.write(end, sha256(rocked(world, 5, 5)).digest())
        os._exit(0)
    os.close(end)
    _, status = os.waitpid(child, 0)
    told = os.read(begin, 64)
    assert not status and len(told) == 64, "a child waits for ever"
    again = World(scene, start)
    first = rocked(again, 5)
    second = rocked(world, 5, 5)
    assert told == sha256(first + rocked(again, 5, 5)).digest() + sha256(second).digest()
