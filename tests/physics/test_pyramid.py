"""Heaps in the world: placing and reading, standing, sliding, sleeping, falling off, repeating bit for bit."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, CELLS, COORDS, cells, in_mask, parse_cell
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.physics.attitude import TOP_UP
from skill.physics.pose import LEVEL, STILL, UNTURNED, Pose, Quat, Vec, plus, product, scaled, turn
from skill.physics.scene import load_scene
from skill.physics.world import Body, World
from skill.physics.world.fallen import FallenDice


def random_die(rng: np.random.Generator) -> Die:
    return Die((RED, GREEN, BLACK)[rng.integers(3)], ORIENTATIONS[rng.integers(24)])


def random_heap(rng: np.random.Generator, size: int) -> Pyramid:
    heap = EMPTY
    for _ in range(size):
        funnels = heap.funnels()
        heap = heap.put(funnels[rng.integers(len(funnels))], random_die(rng))
    return heap


def full(seed: int = 0) -> Pyramid:
    rng = np.random.default_rng(seed)
    return Pyramid((cell, random_die(rng)) for cell in CELLS)


def ticks(world: World, count: int) -> None:
    for _ in range(count):
        for _ in range(world.scene.engine.steps_per_sample):
            world.step()
        world.observe()


def fingerprint(seed: int = 0) -> str:
    """What a heap came to after a die was pulled and the plate was jerked, to the last bit."""
    world = World(load_scene("pyramid"), random_heap(np.random.default_rng(seed), 30), sleep=False)
    ticks(world, 10)
    world.remove(next(cell for cell in BASE if cell in world.start))
    for n in range(60):
        world.step(Pose((0.0, 2e-5 * n * n, 0.0), turn((0.002 * n, 0.0, 0.0))))
    world.observe()
    positions, rotations, *plate = world.poses()
    return hashlib.sha256(positions.tobytes() + rotations.tobytes() + repr(plate).encode()).hexdigest()


def test_200_random_heaps_placed_and_read_come_back_as_they_were() -> None:
    rng = np.random.default_rng(1)
    scene = load_scene("pyramid")
    for _ in range(200):
        heap = random_heap(rng, int(rng.integers(0, 80)))
        world = World(scene, heap)
        ticks(world, 2)
        reading = world.reading()
        assert reading.pyramid == heap
        assert not reading.loose and not reading.off
        for die, (_, placed) in zip(reading.dice, heap, strict=True):
            assert placed.faces is not None and die.top in placed.faces
            assert die.cell is not None and die.at == pytest.approx(COORDS[die.cell], abs=0.02)
        world.close()


def test_faces_that_a_position_leaves_open_are_drawn_from_the_seed() -> None:
    start = parse_position("R233 G323 K332")
    shown = [[die.faces for die in World(load_scene("faraday"), start, seed=s).reading().dice] for s in (1, 1, 2)]
    assert shown[0] == shown[1] != shown[2]


@pytest.mark.parametrize("corner", ["800", "080", "008"])
def test_pulling_a_corner_die_lets_the_edge_column_slide_as_the_lattice_says(corner: str) -> None:
    heap = full()
    world = World(load_scene("pyramid"), heap)
    ticks(world, 12)
    world.remove(parse_cell(corner))
    assert world.settle()
    assert world.reading().pyramid == heap.slide(parse_cell(corner))


def test_the_full_pyramid_stands() -> None:
    world = World(load_scene("pyramid"), full(), sleep=False)
    ticks(world, 60)
    assert world.settled and world.drift().max() < 0.02


@pytest.mark.slow
@pytest.mark.parametrize("friction, seconds", [(0.2, 15), (0.4, 60)])  # a slippery material's, and the default one's
def test_the_full_pyramid_stands_for_a_minute_awake(friction: float, seconds: int) -> None:
    world = World(load_scene("pyramid", {"material.friction": friction}), full(), sleep=False)
    ticks(world, seconds * world.scene.engine.sample_hz)
    assert world.drift().max() < 0.05
    assert world.reading().pyramid == world.start


def test_sleep_changes_no_reading() -> None:
    rng = np.random.default_rng(5)
    heap = random_heap(rng, 60)
    worlds = [World(load_scene("pyramid"), heap, sleep=sleep) for sleep in (True, False)]
    slept = False
    for _ in range(4):
        sliding = [c for c in heap.sliding() if c in BASE]
        cell = sliding[int(rng.integers(len(sliding)))]
        heap = heap.remove(cell)
        if any(cell not in {c for c, _ in world.start} for world in worlds):
            continue
        readings = []
        for world in worlds:
            ticks(world, 45)
            slept |= world.all_asleep
            world.remove(cell)
            world.settle()
            readings.append(world.reading())
        assert [(die.cell, die.faces, die.off) for die in readings[0].dice] == [
            (die.cell, die.faces, die.off) for die in readings[1].dice
        ]
        heap = readings[0].pyramid
    assert slept


def test_a_frozen_heap_wakes_when_the_plate_moves() -> None:
    world = World(load_scene("pyramid"), parse_position("R800:321 G080:321 K008:321"))
    ticks(world, 40)
    assert world.all_asleep
    for n in range(30):
        world.step(Pose((0.0, 0.0, 0.0), turn((0.04 * n, 0.0, 0.0))))
    assert not world.all_asleep
    ticks(world, 30)
    assert world.drift().max() > 0.5  # at 66 degrees they leave


def test_a_rebuilt_world_repeats_bit_for_bit() -> None:
    assert fingerprint() == fingerprint() != fingerprint(1)


def test_a_new_process_repeats_bit_for_bit() -> None:
    code = "from tests.physics.test_pyramid import fingerprint; print(fingerprint())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()


def test_a_die_that_falls_off_is_read_on_the_table_and_the_first_comes_first() -> None:
    world = World(load_scene("faraday"), parse_position("R800:321 G332:321"))
    for n in range(120):
        world.step(Pose((0.0, 0.0, 0.0), turn((-0.011 * n, 0.0, 0.0))))  # the back goes down, to 75 degrees
        if n % 4 == 3:
            world.observe()
    for _ in range(600):
        for _ in range(4):
            world.step()
        world.observe()
        if world.all_settled and len(world.fallen) == 2:
            break
    reading = world.reading()
    assert [die.colour for die in reading.off] == ["R", "G"]
    assert all(die.cell is None and 1 <= die.top <= 6 and die.turned_deg == 0.0 for die in reading.off)
    heights = world.poses().positions[:, 2] * world.scene.dice.edge_m
    assert heights == pytest.approx(-0.15 + 0.006, abs=0.0005)  # flat on a table 15 cm below
    assert world.all_settled


@pytest.mark.parametrize("steps_per_sample", [4, 8, 16])
def test_a_die_that_fell_off_flies_as_it_should_however_fine_the_steps_are(steps_per_sample: int) -> None:
    scene, time_s = load_scene("faraday", {"engine.steps_per_sample": steps_per_sample}), 0.1
    fallen = FallenDice(scene, simulated=True)
    fallen.add(3, (9.0, 0.0, 0.0), Body((1.0, 2.0, 3.0), UNTURNED, (7.0, 0.0, 0.0), STILL))
    for _ in range(round(time_s / scene.step_s)):
        fallen.step()
    fallen.observe()
    (x, y, z), _ = fallen.observed[3]
    fall = scene.engine.gravity_m_s2 * time_s**2 / 2 / scene.dice.edge_m
    assert (x - 1.0, y - 2.0, 3.0 - z) == pytest.approx((7.0 * time_s, 0.0, fall), rel=0.06)
    fallen.close()


def test_fallen_dice_move_once_in_several_steps_of_the_world() -> None:
    fallen, places = FallenDice(load_scene("pyramid"), simulated=True), []
    fallen.add(0, (9.0, 0.0, 0.0), Body((1.0, 2.0, 3.0), UNTURNED, (7.0, 0.0, 0.0), STILL))
    for _ in range(2 * fallen._step_every):
        fallen.step()
        fallen.observe()
        places.append(float(fallen.observed[0][0][0]))
    assert [places.index(place) + 1 for place in sorted(set(places))] == [1, fallen._step_every, 2 * fallen._step_every]
    fallen.close()


def test_dice_on_the_table_sleep_once_all_lie_still_until_another_falls() -> None:
    scene, seen = load_scene("faraday"), list[bytes]()
    fallen = FallenDice(scene, simulated=True)
    fallen.add(0, (9.0, 0.0, 0.0), Body((12.0, 0.0, 0.0), UNTURNED, STILL, (3.0, 1.0, 0.0)))
    for n in range(round(6.0 / scene.step_s)):
        fallen.step()
        if n % scene.engine.steps_per_sample == 0:
            fallen.observe()
            seen.append(b"".join(part.tobytes() for part in fallen.observed[0]))
    awake = seen.index(seen[-1]) / scene.engine.sample_hz
    assert 0.5 < awake < 4.0 and len(set(seen)) > 30 and fallen.is_at_rest
    place = fallen.observed[0][0]
    fallen.add(1, (9.0, 0.0, 0.0), Body((*place[:2].tolist(), 3.0), UNTURNED, STILL, STILL))  # onto the first
    for _ in range(round(1.0 / scene.step_s)):
        fallen.step()
        fallen.observe()
    assert not np.array_equal(fallen.observed[0][0], place) and fallen.observed[1][0][2] < place[2] + 2.0
    fallen.close()


def test_a_die_that_is_off_in_another_world_is_put_aside_and_comes_back_with_that() -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321 G800:321 B080"))
    whole, before = world.state(), world.reading()
    world.restore(whole._replace(dice=whole.dice._replace(bodies=(None, *whole.dice.bodies[1:])), exact=None))
    assert list(world.numbers) == [1, 2]
    world.restore(whole)
    assert list(world.numbers) == [0, 1, 2] and world.reading() == before
    world.close()


def shown(world: World, moved: Vec, turned: Quat) -> Reading:
    """The reading with the first die moved and turned from where it starts."""
    first, *others = world.state().dice.bodies
    assert first is not None
    start = first._replace(position=plus(first.position, moved), quaternion=product(turned, first.quaternion))
    state = world.state()
    world.restore(state._replace(dice=state.dice._replace(bodies=(start, *others)), exact=None))
    reading = world.reading()
    world.restore(state)
    return reading


def ways(count: int) -> list[Vec]:
    """Unit vectors in all directions."""
    found = np.random.default_rng(3).standard_normal((count, 3))
    return [(x, y, z) for x, y, z in (found / np.linalg.norm(found, axis=1, keepdims=True)).tolist()]


@pytest.mark.parametrize(
    ("moved", "turned_deg", "is_in_cell"),
    [(0.34, 0, True), (0.36, 0, False), (0, 19, True), (0, 21, False), (0.34, 19, True), (0.36, 19, False)],
)
def test_a_die_is_in_a_cell_as_the_rules_define_it_wherever_it_strays(
    moved: float, turned_deg: float, is_in_cell: bool
) -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321 G800:321"))
    for way, axis in zip(ways(8), ways(16)[8:], strict=True):
        reading = shown(world, scaled(way, moved), turn(scaled(axis, np.radians(turned_deg))))
        assert reading.cells == (set(cells("233 800")) if is_in_cell else {parse_cell("800")})
        assert (reading.dice[0].faces == (3, 2, 1)) is is_in_cell
        assert reading.dice[1].turned_deg == pytest.approx(0.0, abs=1e-3)
    world.close()


@pytest.mark.parametrize("turned_deg", [0.0, 1.0, 30.0, 90.0, 150.0, 180.0])
def test_how_far_a_die_has_turned_is_the_same_about_every_axis(turned_deg: float) -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321"))
    for axis in ways(8):
        (die,) = shown(world, STILL, turn(scaled(axis, np.radians(turned_deg)))).dice
        assert die.turned_deg == pytest.approx(turned_deg, abs=0.02)  # near 180 its cosine has few digits
    world.close()


def test_the_number_on_top_looks_up_in_the_world_however_the_plate_is_held() -> None:
    world = World(load_scene("pyramid"), EMPTY, hand=[Die(RED, (3, 2, 1))])
    die = world.take_from_stock((0.0, 0.0, 9.0), TOP_UP[1])
    world.release(die)
    tops = []
    for lean in (STILL, (np.pi / 2, 0.0, 0.0), (np.pi, 0.0, 0.0), (0.0, np.pi / 2, 0.0), (0.0, -np.pi / 2, 0.0)):
        state = world.state()
        world.restore(state._replace(plate=state.plate._replace(pose=LEVEL._replace(quaternion=turn(lean)))))
        (read,) = world.reading().dice
        tops.append(read.top)
    level, tipped, over, *sides = tops
    assert (level, over) == (1, 6) and tipped not in (1, 6) and sum(sides) == 7
    world.close()


def test_dice_in_hand_are_held_if_they_are_of_the_stock_and_loose_if_they_were_on_the_plate() -> None:
    world = World(
        load_scene("pyramid"), parse_position("R233:321"), loose=[("G", 1, (2.0, 2.0, 2.0))], hand=[Die("B"), Die("O")]
    )
    for x in (0.0, 3.0):
        world.take_from_stock((x, 0.0, 20.0))
    for n in (0, 1):
        world.grasp(n)
    reading = world.reading()
    assert [die.colour for die in reading.held] == ["B", "O"] and [die.colour for die in reading.loose] == ["R", "G"]
    assert not reading.cells
    world.close()


def test_a_die_between_cells_is_loose() -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321 G800:321"))
    state = world.state()
    (first, second) = state.dice.bodies
    assert first is not None
    x, y, z = first.position
    lifted = first._replace(position=(x + 0.7, y, z + 0.3))
    world.restore(state._replace(dice=state.dice._replace(bodies=(lifted, second)), exact=None))
    reading = world.reading()
    assert [die.colour for die in reading.loose] == ["R"] and reading.cells == {parse_cell("800")}


def test_a_die_can_be_taken_once() -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321 G800:321"))
    world.remove(parse_cell("233"))
    assert world.reading().cells == set(cells("800"))
    for cell in ("233", "080"):
        with pytest.raises(IllegalMove, match=f"no die of {cell}"):
            world.remove(parse_cell(cell))


def test_contacts_hold_a_heap() -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321"))
    ticks(world, 2)
    assert 3 <= world.queries.contact_count() <= 12
    assert len(list(in_mask(world.reading().pyramid.mask))) == 1


def test_poses_are_those_last_observed_in_the_frame_of_the_world() -> None:
    world = World(load_scene("pyramid"), EMPTY, hand=[Die(RED, (3, 2, 1))])
    die = world.take_from_stock((1.0, 2.0, 9.0))
    world.release(die)
    lifted = Pose((0.0, 0.0, 2 * world.scene.dice.edge_m), turn((0.0, 0.0, np.pi / 2)))
    world.restore(world.state()._replace(plate=world.state().plate._replace(pose=lifted)))
    assert world.poses().positions == pytest.approx(np.array([[-2.0, 1.0, 11.0]]), abs=1e-6)
    ticks(world, 5)
    seen = world.poses()
    for _ in range(8):
        world.step()
    assert world.poses().positions.tobytes() == seen.positions.tobytes()
    world.observe()
    assert world.poses().positions[0, 2] < seen.positions[0, 2] - 0.05
    assert world.poses().rotations[0] @ [0.0, 0.0, 1.0] == pytest.approx(seen.rotations[0] @ [0.0, 0.0, 1.0], abs=1e-6)


def test_all_arrays_of_the_dice_have_a_row_for_each() -> None:
    world = World(load_scene("pyramid"), parse_position("R233:321"), hand=[Die(RED, (3, 2, 1))] * 3)
    first = world.state()
    world.take_from_stock((0.0, 0.0, 20.0))
    world.take_from_stock((5.0, 0.0, 20.0))
    ticks(world, 2)
    for state, dice in ((None, 3), (first, 1)):
        if state is not None:
            world.restore(state)
        positions, rotations = world.observed
        assert {len(column) for column in (*world.state().dice, positions, rotations, world.colours)} == {dice}
        ticks(world, 2)
        assert len(world.reading().dice) == dice
