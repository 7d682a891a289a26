"""The breath: its jet against closed forms, shade, air and pause, limits of the head, tremor, traces."""

from __future__ import annotations

from itertools import groupby
from math import cos, dist, hypot, pi, radians, sqrt, tan

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.frame import centre
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun, replay
from skill.physics.pose import INERTIA, UNTURNED, Quat, Vec, scaled, turn
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.breath import BEGIN, COLUMNS, BreathTool, Jet, blow_at
from skill.physics.tools.launch import heading
from skill.physics.world import World
from tests.engines import INSTALLED

STEADY = {"breath.tremor_edges": 0.0, "breath.tremor_deg": 0.0}
DUNE = load_scene("dune", STEADY)
WEIGHTLESS = {**STEADY, "plate.side": "none", "plate.pitch": 1.0, "engine.gravity_m_s2": 1e-6}
FLOATING = load_scene("dune", WEIGHTLESS)
WIDE = load_scene("dune", {**WEIGHTLESS, "breath.cone_deg": 45.0, "breath.lips_m": 0.03})
"""A wind that is the same all over a die."""
STOCK = [Die("R", (3, 2, 1))] * 2
MOUTH = (0.0, -10.0, 10.0, 90.0, 0.0)  # high above the table, level


def before_the_mouth(distance: float, aside: float = 0.0) -> Vec:
    """A place so far along the jet, and so far to the right of its axis; edges."""
    return (aside, MOUTH[1] + distance, MOUTH[2])


def blown(scene: Scene, dice: list[tuple[Vec, Quat]], pressure: float = 1.0) -> list[tuple[Vec, Vec]]:
    """The force on each floating die, masses times edges a second squared, and the torque about its centre."""
    world, tool = World(scene, EMPTY, hand=STOCK[: len(dice)]), BreathTool(scene, None)
    numbers = [world.take_from_stock(place, attitude, fixed=False) for place, attitude in dice]
    world.observe()
    for strength, steps in ((0.0, 240), (pressure, 1)):
        tool.aim((*MOUTH, strength))
        for _ in range(steps):
            tool.act(world)
    world.step()
    dt, bodies = scene.step_s, [world.body(n) for n in numbers]
    found = [(scaled(body.velocity, 1 / dt), scaled(body.spin, INERTIA / dt)) for body in bodies]
    world.close()
    return found


def drag(scene: Scene, distance: float, pressure: float = 1.0) -> float:
    """What Hoerner's cube feels on the axis of a wide jet, masses times edges a second squared."""
    limits, edge = scene.breath, scene.dice.edge_m
    assert limits is not None
    spread = tan(radians(limits.cone_deg)) / sqrt(np.log2(20))
    speed = limits.lips_m / edge * sqrt(np.log(2) / 2) / spread / distance
    newton = limits.drag_coefficient * pressure * limits.blow_max_pa * speed**2 * edge**2
    return float(newton / (scene.material.density_kg_m3 * edge**3) / edge)


def test_a_jet_slows_down_as_one_over_its_way_and_keeps_its_momentum() -> None:
    jet = Jet(0.5, 12.0)
    assert jet.core == pytest.approx(0.5 * 5.76, rel=1e-3)  # about six diameters
    zero = np.zeros(1)
    assert jet.pressure(np.array([0.1, jet.core, 2 * jet.core, 8 * jet.core]), np.zeros(4)) == pytest.approx(
        [1, 1, 1 / 4, 1 / 64]
    )
    assert jet.pressure(np.array([-1.0]), zero) == 0
    away, at = 0.7 * jet.core, np.linspace(0.0, jet.core, 20)
    widths = [(x / (jet.spread * jet.core)) ** 2 for x in at.tolist()]
    bits = [1.0**2 * 0.25**width for width in widths]  # the same on every processor, to the last bit
    assert jet.pressure(np.full(20, away), at).tolist() == bits
    radii = np.linspace(0, 60, 60_001)
    for way in (3.0, 10.0, 25.0):
        felt = jet.pressure(np.full_like(radii, way), radii)
        assert np.trapezoid(felt * 2 * pi * radii, radii) == pytest.approx(pi / 4 * 0.5**2, rel=1e-4)
        rim = jet.pressure(np.array([way]), np.array([way * tan(radians(12.0))]))
        assert sqrt(rim[0]) == pytest.approx(0.05 * sqrt(felt[0]))


@pytest.mark.parametrize("attitude", [UNTURNED, turn((0.3, 0.0, 0.0)), turn((0.5, -0.6, 0.7))])
def test_a_wide_wind_drags_a_cube_alike_in_every_attitude_and_turns_it_not(attitude: Quat) -> None:
    ((force, torque),) = blown(WIDE, [(before_the_mouth(25.0), attitude)])
    size = drag(WIDE, 25.0)
    assert np.array(force) == pytest.approx(np.array([0.0, size, 0.0]), abs=0.05 * size)  # its front is nearer
    assert hypot(*torque) < 0.01 * size


def test_the_drag_grows_with_the_pressure_and_falls_with_the_distance_squared() -> None:
    for distance, pressure in ((12.0, 1.0), (24.0, 1.0), (24.0, 0.5)):
        ((force, _),) = blown(WIDE, [(before_the_mouth(distance), UNTURNED)], pressure)
        assert hypot(*force) == pytest.approx(drag(WIDE, distance, pressure), rel=0.1)


def test_a_die_beside_the_axis_is_pushed_less_and_turned() -> None:
    ((on, _),) = blown(FLOATING, [(before_the_mouth(8.0), UNTURNED)])
    ((beside, torque),) = blown(FLOATING, [(before_the_mouth(8.0, aside=0.6), UNTURNED)])
    assert 0.4 * hypot(*on) < hypot(*beside) < 0.9 * hypot(*on)
    assert torque[2] < -0.02 * hypot(*beside)  # its left half is pushed more
    ((behind, _),) = blown(FLOATING, [(before_the_mouth(-5.0), UNTURNED)])
    assert hypot(*behind) < 1e-3


def test_a_die_shades_those_behind_it() -> None:
    ((free, _),) = blown(FLOATING, [(before_the_mouth(10.0), UNTURNED)])
    (front, _), (hidden, _) = blown(FLOATING, [(before_the_mouth(8.0), UNTURNED), (before_the_mouth(10.0), UNTURNED)])
    _, (half, _) = blown(FLOATING, [(before_the_mouth(8.0, aside=-0.5), UNTURNED), (before_the_mouth(10.0), UNTURNED)])
    assert hypot(*hidden) < 0.001 * hypot(*free) < hypot(*front)
    assert hypot(*half) == pytest.approx(0.5 * hypot(*free), rel=0.02)


@pytest.mark.parametrize("engine", INSTALLED)
def test_in_the_same_wind_all_over_what_gets_under_a_die_balances_what_presses_it(engine: str) -> None:
    """From above all of it does. Straight at one face, half of that gets under both lower faces beside it."""
    wide = {**STEADY, "breath.cone_deg": 45.0, "breath.lips_m": 0.03, "engine.name": engine}
    scene = load_scene("dune", wide)
    world = World(scene, parse_position("R332:321"))
    world.observe()
    (at,), (turned,) = (each.tolist() for each in world.observed)
    faces = [np.array(face) for face in zip(*turned, strict=True)]
    faces = [face if face[2] > 0 else -face for face in faces]
    for way in (np.array([0.0, 0.0, 1.0]), *faces):
        tool = BreathTool(scene, None)
        there = blow_at(tuple(at), tuple((at + 25 * way).tolist()), 0.0)
        for _ in range(400):
            tool.aim(there)
            for _ in range(scene.engine.steps_per_sample):
                tool.act(world)
        ((_, force),) = tool.full_pushes(world)
        pressing = [-max(0.0, float(face @ way)) * face for face in faces]
        under = [face * sum(float(other @ way) for other in faces if other is not face) / 2 for face in faces]
        wanted = np.sum(pressing + under * scene.engine.holds_what_is_pressed, axis=0)
        assert np.array(force) / drag(scene, 25.0) == pytest.approx(wanted, abs=0.06)  # its front is nearer
    world.close()


@pytest.mark.parametrize("engine", INSTALLED)
def test_a_blow_at_its_foot_takes_a_die_out_of_its_funnel_and_one_at_its_middle_does_not(engine: str) -> None:
    def blown_by(aim: float) -> float:
        attempt = AttemptRun(load_scene("dune", {**STEADY, "engine.name": engine}), parse_position("R332:321"))
        x, y, z = before = attempt.world.body(0).position
        for count, pressure in ((90, 0.0), (10, 0.8), (60, 0.0)):
            for _ in range(count):
                attempt.tick(blow_at((x, y, z + aim), (x, y - 4.0, 3.8), pressure))
        after = attempt.world.body(0).position
        attempt.close()
        return dist(after, before)

    assert blown_by(0.0) < 0.01 and blown_by(-0.7) > 1.0


def test_the_plate_shades_dice_from_a_mouth_below() -> None:
    low, attempt = (0.0, -12.0, -3.0), AttemptRun(DUNE, parse_position("R332:321"))
    x, y, z = attempt.world.body(0).position
    for _ in range(60):
        attempt.tick(blow_at((x, y, z), low, 0.0))
    before = attempt.world.body(0).position
    for _ in range(60):
        attempt.tick(blow_at((x, y, z), low, 1.0))
    assert attempt.world.body(0).position == pytest.approx(before, abs=1e-3)


def test_a_blow_lasts_as_long_as_the_air_and_the_next_waits_for_breath() -> None:
    assert DUNE.breath is not None and DUNE.engine.sample_hz == 60
    tool = BreathTool(DUNE, None)
    assert tool.air == 1.0
    pressures, left = [], []
    for _ in range(300):
        tool.aim((*BEGIN, 0.7))
        pressures.append(tool.pressure)
        left.append(tool.air)
    assert left[:90] == pytest.approx([1 - n / 90 for n in range(1, 91)])
    assert left[90:120] == pytest.approx([n / 30 for n in range(1, 31)])  # breath is drawn
    assert [(p, len(list(run))) for p, run in groupby(pressures)] == [
        (0.7, 90),
        (0.0, 30),
        (0.7, 90),
        (0.0, 30),
        (0.7, 60),
    ]


def test_a_short_blow_needs_a_pause_as_well_and_no_pressure_is_beyond_the_strongest() -> None:
    tool = BreathTool(DUNE, None)
    pressures = []
    for sample in [3.0] * 10 + [-1.0] * 5 + [3.0] * 40:
        tool.aim((*BEGIN, sample))
        pressures.append(tool.pressure)
    assert [(p, len(list(run))) for p, run in groupby(pressures)] == [(1.0, 10), (0.0, 30), (1.0, 15)]


def test_a_head_is_no_faster_than_a_head_and_stays_in_its_reach() -> None:
    tool, limits, world = BreathTool(DUNE, None), DUNE.breath, World(DUNE, EMPTY)
    assert limits is not None
    tool.aim((100.0, 0.0, -50.0, 60.0, -120.0, 0.0))
    mouths = [tool.mouth]
    for _ in range(720):
        tool.act(world)
        mouths.append(tool.mouth)
    table = limits.mouth_gap_edges - DUNE.plate.table_drop_m / DUNE.dice.edge_m
    assert mouths[0] == BEGIN and mouths[-1] == pytest.approx((limits.reach_edges, 0.0, table, 60.0, -90.0))
    speeds = np.diff(np.array(mouths)[:, :3], axis=0) * 240
    assert 0.99 * limits.speed_max_edges_s < np.abs(speeds).max() < 1.001 * limits.speed_max_edges_s
    assert np.abs(np.diff(speeds, axis=0)).max() * 240 < 1.001 * limits.accel_max_edges_s2


def test_the_head_turns_the_short_way() -> None:
    tool, world = BreathTool(DUNE, None), World(DUNE, EMPTY)
    for bearing in (170.0, -170.0):
        tool.aim((*BEGIN[:3], bearing, 0.0, 0.0))
        for _ in range(240):
            tool.act(world)
    assert tool.mouth[3] == pytest.approx(190.0)


def test_what_the_mouth_does_now_is_a_sample_that_keeps_it_there() -> None:
    tool, world = BreathTool(DUNE, None), World(DUNE, EMPTY)
    assert tool.now == (*BEGIN, 0.0)
    for bearing in (170.0, -170.0):  # the short way, beyond straight back
        for _ in range(60):
            tool.aim((*BEGIN[:3], bearing, 120.0, 0.0))
            for _ in range(4):
                tool.act(world)
    assert tool.now == pytest.approx((*BEGIN[:3], -170.0, 90.0, 0.0)) and tool.air == 1.0
    there = tool.mouth
    tool.aim((*tool.now[:5], 0.6))
    for _ in range(4):
        tool.act(world)
    assert tool.mouth == pytest.approx(there) and tool.now[5] == tool.pressure == 0.6


def test_the_half_width_is_where_the_jet_is_half_as_fast() -> None:
    limits = DUNE.breath
    assert limits is not None
    tool, jet = BreathTool(DUNE, None), Jet(limits.lips_m / DUNE.dice.edge_m, limits.cone_deg)
    for distance in (0.1, 5.0, 20.0):
        on, beside = jet.pressure(np.full(2, distance), np.array([0.0, tool.half_width(distance)]))
        assert sqrt(beside) == pytest.approx(0.5 * sqrt(on))


def test_lips_keep_their_distance() -> None:
    """A mouth that is asked to be upon a die blows at it from the least distance above."""
    pushed = []
    for height in (0.5, 3.0):
        attempt = AttemptRun(DUNE, parse_position("R332:321"))
        x, y, z = centre(parse_cell("332"), 1.0, DUNE.plate.pitch)
        place = (x, y, z + height)
        for _ in range(60):
            attempt.tick((*place, 90.0, -90.0, 0.0))
        tool: BreathTool = attempt.toolset.find("breath")
        tool.aim((*place, 90.0, -90.0, 1.0))
        pushed.append(tool.full_pushes(attempt.world))
    assert pushed[0] == pushed[1]
    ((_, force),) = pushed[0]
    assert force[2] < -10 * abs(force[0])


def gathered(seed: int, sleep: bool = True, blows: int = 2) -> AttemptRun:
    """One strong blow at each of two dice, or at the first alone."""
    attempt = AttemptRun(load_scene("dune"), parse_position("R800 G332"), seed=seed, sleep=sleep)
    for cell, place in (("332", (0.0, -7.0, 3.0)), ("800", (4.0, 9.0, 4.0)))[:blows]:
        there = blow_at(centre(parse_cell(cell), 1.0, 1.015), place, 0.0)
        for _ in range(75):
            attempt.tick(there)
        for _ in range(20):
            attempt.tick((*there[:5], 1.0))
        for _ in range(60):
            attempt.tick((*there[:5], 0.0))
    attempt.give_up()
    return attempt


def test_a_trace_repeats_what_was_blown_and_another_seed_does_not() -> None:
    done, other = gathered(1), gathered(5)
    again = replay(done.trace)
    assert again.poses().positions.tobytes() == done.poses().positions.tobytes()
    assert again.report() == done.report()
    assert other.poses().positions.tobytes() != done.poses().positions.tobytes()
    awake, asleep = (gathered(1, sleep, blows=1) for sleep in (False, True))
    assert [die.cell for die in awake.reading().dice] == [die.cell for die in asleep.reading().dice]


def test_the_clock_waits_for_the_first_blow() -> None:
    attempt = AttemptRun(load_scene("dune"), parse_position("R800"), time_limit_s=0.5)
    for _ in range(60):
        attempt.tick((*BEGIN, 0.0))
    assert attempt.time_s == 0 and not attempt.done
    attempt.tick((*BEGIN, 0.1))
    attempt.tick((*BEGIN, 0.0))
    assert attempt.time_s == 2 * attempt.sample_s
    while not attempt.done:
        attempt.tick((*BEGIN, 0.0))
    assert (attempt.outcome, attempt.time_s) == ("time", 0.5)
    assert replay(attempt.trace, time_limit_s=0.5).report() == attempt.report()


def test_a_rehearsal_goes_on_in_the_middle_of_a_blow() -> None:
    attempt = AttemptRun(DUNE, parse_position("R332:321"))
    blow = blow_at(centre(parse_cell("332"), 1.0, 1.015), BEGIN[:3], 0.5)
    for _ in range(80):
        attempt.tick(blow)
    stage = attempt.rehearsal()
    assert stage.rehearse([blow] * 45)
    for _ in range(45):
        attempt.tick(blow)
    tools = [a.toolset.find("breath") for a in (attempt, stage)]
    assert tools[0].pressure == tools[1].pressure == 0.5 and tools[0].state() == tools[1].state()
    assert stage.world.body(0).position == pytest.approx(attempt.world.body(0).position, abs=0.02)


def test_the_tremor_has_the_rms_of_the_rules_and_each_coordinate_strays_by_itself() -> None:
    """Felt as a force that strays: the wander itself is that of all tools."""
    strayed = []
    for seed in range(150):
        scene = load_scene("dune", {**WEIGHTLESS, "breath.tremor_deg": 2.0, "breath.tremor_edges": 0.1})
        tool, world = BreathTool(scene, seed), World(scene, EMPTY)
        for _ in range(90):
            tool.aim((*BEGIN, 0.0))
            for _ in range(4):
                tool.act(world)
        strayed.append(tool._tremor.at)
        world.close()
    shares = np.array(strayed) / (0.1, 0.1, 0.1, 2.0, 2.0)
    # 300 and 450 independent draws: the rms is known to 4 % and 3 %; a correlation of 150 to 0.08.
    assert sqrt((shares[:, :3] ** 2).mean()) == pytest.approx(1.0, rel=0.15)
    assert sqrt((shares[:, 3:] ** 2).mean()) == pytest.approx(1.0, rel=0.15)
    assert np.abs(np.corrcoef(shares.T) - np.eye(5)).max() < 0.35


def test_a_blow_at_a_point_looks_there() -> None:
    *place, bearing, elevation, pressure = blow_at((3.0, 4.0, 0.0), (0.0, 4.0, 3.0), 0.4)
    assert (tuple(place), bearing, elevation, pressure) == ((0.0, 4.0, 3.0), 0.0, pytest.approx(-45.0), 0.4)
    assert heading(radians(90.0), radians(-45.0)) == pytest.approx((0.0, cos(pi / 4), -cos(pi / 4)))


def test_a_sample_is_six_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(DUNE, EMPTY).tick((0.0,) * 5)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("breath.cone_deg", 0.0, "greater than 0"),
        ("breath.blow_max_pa", -1.0, "greater than 0"),
        ("breath.lips_m", 0.2, "less than or equal to 0.03"),
        ("breath.breath_s", "long", "valid number"),
        ("breath.gap", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("dune", {key: value})
    assert words in str(error.value) and key in str(error.value)
