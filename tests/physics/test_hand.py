"""The hand: its spring against closed forms, its limits, what it takes and loses, its tremor, its traces."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
import pytest

from skill.errors import EngineError, FileError, NotationError
from skill.lattice.cells import CELLS, COORDS, NUMBER_OF
from skill.lattice.dice import Die
from skill.lattice.frame import centre, normal, point
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun, replay
from skill.physics.pose import UNTURNED, between
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.hand import BEGIN, COLUMNS, HandTool
from skill.physics.tools.spring import Spring
from skill.physics.world import World
from tests.engines import of_bullet

STEADY = {"hand.tremor_edges": 0.0, "hand.tremor_deg": 0.0}
COARSE = {"engine.steps_per_sample": 4}
TABLE = load_scene("emag", {**STEADY, **COARSE})
HEAP = load_scene("dice-mikado", STEADY)
PITCH = HEAP.plate.pitch
STOCK = [Die("R", (3, 2, 1))] * 4
WEIGHT = TABLE.engine.gravity_m_s2 / TABLE.dice.edge_m


def moved(attempt: AttemptRun, place: tuple[float, ...], grip: float, ticks: int, yaw: float = 0.0) -> HandTool:
    """Hold the hand's target there for some samples."""
    for _ in range(ticks):
        attempt.tick((*place, yaw, grip))
    tool: HandTool = attempt.toolset.find("hand")
    return tool


def test_a_die_hangs_by_its_weight_over_the_stiffness() -> None:
    attempt = AttemptRun(TABLE, EMPTY, hand=STOCK)
    tool = moved(attempt, (2.0, 1.0, 4.0), 1.0, 120, yaw=30.0)
    assert tool.held == 0 and tool.place == (2.0, 1.0, 4.0)
    assert attempt.world.body(0).position == pytest.approx((2.0, 1.0, 4.0 - 1 / 40), abs=1e-3)
    assert tool.force_weights == pytest.approx(1.0, abs=1e-3)
    turned = between(UNTURNED, attempt.world.body(0).quaternion)
    assert np.degrees(turned) == pytest.approx((0.0, 0.0, 30.0), abs=0.5)


def test_a_far_die_is_pulled_with_the_greatest_force_and_no_more() -> None:
    world = World(TABLE, EMPTY, hand=STOCK)
    n = world.take_from_stock((0.0, 0.0, 5.0), UNTURNED, fixed=False)
    spring = Spring(TABLE, 40.0, 20.0, 5.0)
    for step in range(1, 4):
        gap = spring.apply(world, n, (30.0, 0.0, 5.0), UNTURNED)
        world.step()
        assert spring.force == pytest.approx(20.0) and gap > 29
        assert world.body(n).velocity[0] == pytest.approx(20 * WEIGHT * step / 240, rel=1e-3)


@of_bullet
def test_the_spring_closes_a_gap_as_its_poles_say() -> None:
    scene = load_scene("emag", {**COARSE, "engine.gravity_m_s2": 1e-6})
    for turn in (0.2, 0.75, 1.0):  # frequency times step
        world = World(scene, EMPTY, hand=STOCK)
        n = world.take_from_stock((0.0, 0.0, 5.0), UNTURNED, fixed=False)
        spring = Spring(TABLE, (turn * 240) ** 2 / WEIGHT, 500.0, 500.0)
        gaps = []
        for _ in range(30):
            gaps.append(spring.apply(world, n, (0.0, 0.0, 5.2), UNTURNED))
            world.step()
        pole = 1 - turn  # twice, and the die begins at rest
        assert gaps == pytest.approx(
            [0.2 * (pole**k + k * turn * pole ** (k - 1) * pole) if k else 0.2 for k in range(30)], abs=2e-4
        )


def test_a_spring_too_stiff_for_the_steps_is_refused() -> None:
    with pytest.raises(EngineError, match=r"80 die weights an edge is too stiff .* at most 70\.5"):
        AttemptRun(load_scene("emag", {**COARSE, "hand.stiffness_weights_edge": 80.0}), EMPTY)


@pytest.mark.parametrize("name", ["emag", "mountaing", "captain-flint"])
def test_fingers_want_gravity_since_their_forces_are_in_weights(name: str) -> None:
    with pytest.raises(EngineError, match=rf"scene {name}: engine\.gravity_m_s2 = 0: expected more"):
        AttemptRun(load_scene(name, {"engine.gravity_m_s2": 0.0}), EMPTY)


def test_a_hand_is_no_faster_than_a_hand_and_stays_in_its_reach() -> None:
    hand, limits = HandTool(TABLE, None), TABLE.hand
    assert limits is not None
    hand.aim((100.0, 0.0, -5.0, 0.0, 0.0))
    world = World(TABLE, EMPTY)
    places = [hand.place]
    for _ in range(720):
        hand.act(world)
        places.append(hand.place)
    speeds = np.diff(np.array(places), axis=0) * 240
    assert places[0] == BEGIN and places[-1] == (limits.reach_edges, 0.0, 0.0)
    assert 0.99 * limits.speed_max_edges_s < np.abs(speeds).max() < 1.001 * limits.speed_max_edges_s
    assert np.abs(np.diff(speeds, axis=0)).max() * 240 < 1.001 * limits.accel_max_edges_s2


def test_a_negative_grip_leaves_everything_as_it_is() -> None:
    attempt = AttemptRun(TABLE, EMPTY, hand=STOCK)
    tool = moved(attempt, (2.0, 1.0, 4.0), 1.0, 90)
    moved(attempt, (0.0, 0.0, 0.0), -1.0, 60)
    assert tool.held == 0 and tool.place == (2.0, 1.0, 4.0)


def test_the_nearest_die_with_a_bare_face_is_taken_where_it_is() -> None:
    heap = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS)
    attempt = AttemptRun(HEAP, heap, seed=1)
    x, y, z = centre(NUMBER_OF[(0, 3, 3)], 1.0, PITCH)
    moved(attempt, (x, y, z + 4), 0.0, 60)
    tool = moved(attempt, (x + 0.2, y, z), 0.0, 60)
    before = attempt.world.body(heap_number(heap, (0, 3, 3))).position
    moved(attempt, (x + 0.2, y, z), 1.0, 10)
    assert tool.held == heap_number(heap, (0, 3, 3)) and tool.force_weights < 0.2
    assert attempt.world.body(tool.held).position == pytest.approx(before, abs=0.01)
    assert [die.cell for die in attempt.reading().loose] == [None]  # it is in no cell and nobody's but the heap's
    moved(attempt, (x + 0.2, y, z), 0.0, 2)
    inside = centre(NUMBER_OF[(2, 3, 3)], 1.0, PITCH)
    assert moved(attempt, inside, 0.0, 60).held is None
    assert moved(attempt, inside, 1.0, 5).held is None  # no face of it is bare


def heap_number(heap: Pyramid, coords: tuple[int, int, int]) -> int:
    return [COORDS[cell] for cell, _ in heap].index(coords)


def test_a_die_that_is_stuck_slips_out_of_weak_fingers() -> None:
    weak = load_scene("dice-mikado", {**STEADY, "hand.pull_force_max_weights": 0.5})
    attempt = AttemptRun(weak, parse_position("R800:321"))
    x, y, z = centre(NUMBER_OF[(8, 0, 0)], 1.0, PITCH)
    tool = moved(attempt, (x, y, z), 0.0, 90)
    assert moved(attempt, (x, y, z), 1.0, 5).held == 0
    moved(attempt, (x, y, z + 0.9), 1.0, 30)
    assert tool.held == 0 and tool.force_weights == pytest.approx(0.5)
    moved(attempt, (x, y, z + 1.2), 1.0, 30)
    assert tool.held is None and attempt.world.settle() and len(attempt.world.reading().pyramid) == 1


def test_a_die_let_go_beyond_the_plate_is_laid_aside_and_counted() -> None:
    attempt = AttemptRun(HEAP, parse_position("R800:321"))
    x, y, z = centre(NUMBER_OF[(8, 0, 0)], 1.0, PITCH)
    moved(attempt, (x, y, z), 0.0, 90)
    moved(attempt, (x, y, z), 1.0, 5)
    assert attempt.reading().taken == 0
    moved(attempt, (x, y + 6.0, z + 2.0), 1.0, 60)
    moved(attempt, (x, y + 6.0, z + 2.0), 0.0, 1)
    assert attempt.reading().taken == 1 and not attempt.reading().dice


def test_a_die_leaves_the_fingers_no_faster_than_they_let_go() -> None:
    for limit in (0.0, 3.0):
        scene = load_scene("captain-flint-bare-hands", {**STEADY, "hand.release_speed_edges_s": limit})
        attempt = AttemptRun(scene, EMPTY, hand=STOCK)
        tool = moved(attempt, (-2.0, 0.0, 5.0), 1.0, 90)
        moved(attempt, (4.0, 0.0, 5.0), 1.0, 8)
        assert hypot(*attempt.world.body(0).velocity) > 5
        tool.aim((4.0, 0.0, 5.0, 0.0, 0.0))
        tool.act(attempt.world)
        assert hypot(*attempt.world.body(0).velocity) == pytest.approx(limit, abs=1e-6)


def test_a_hand_for_the_stock_touches_no_other_die_and_needs_room() -> None:
    attempt = AttemptRun(TABLE, EMPTY, hand=STOCK)
    moved(attempt, (0.0, 0.0, 0.5), 1.0, 90)
    tool = moved(attempt, (0.0, 0.0, 0.5), 0.0, 60)
    assert moved(attempt, (0.1, 0.0, 0.5), 1.0, 10).held is None  # the die that it has let go
    moved(attempt, (1.5, 0.0, 0.5), 0.0, 60)
    assert moved(attempt, (1.5, 0.0, 0.5), 1.0, 10).held is None and len(attempt.world.stock) == 3
    moved(attempt, (2.0, 0.0, 0.5), 0.0, 60)
    moved(attempt, (2.0, 0.0, 0.5), 1.0, 10)
    assert tool.held == 1 and len(attempt.world.stock) == 2


def test_a_die_of_the_stock_is_held_as_it_stands_in_a_cell() -> None:
    scene = load_scene("captain-flint-bare-hands", STEADY)
    attempt = AttemptRun(scene, EMPTY, hand=[Die("G", (1, 3, 2))])
    x, y, z = point((0.0, 8.0, 0.0), PITCH)
    moved(attempt, (x, y, z + 3), 0.0, 60)
    moved(attempt, (x, y, z + 3), 1.0, 10)
    moved(attempt, (x, y, z), 1.0, 60)
    moved(attempt, (x, y, z), 0.0, 40)
    assert str(attempt.reading().pyramid) == "G080:132"


def test_the_tremor_has_the_rms_of_the_rules() -> None:
    scene = load_scene("emag", {"hand.tremor_edges": 0.05, "hand.tremor_deg": 3.0})
    ends = []
    for seed in range(80):
        attempt = AttemptRun(scene, EMPTY, seed=seed, hand=STOCK)
        moved(attempt, (0.0, 0.0, 6.0), 1.0, 100)
        ends.append((attempt.world.body(0).position, between(UNTURNED, attempt.world.body(0).quaternion)))
    places = np.array([place for place, _ in ends]) - (0.0, 0.0, 6.0 - 1 / 40)
    turns = np.array([turn for _, turn in ends])
    # 240 independent draws of each: the rms is known to 5 %.
    assert sqrt((places**2).mean()) == pytest.approx(0.05, rel=0.15)
    assert np.degrees(sqrt((turns**2).mean())) == pytest.approx(3.0, rel=0.15)


def picked(scene: Scene, sleep: bool, seed: int = 4) -> AttemptRun:
    """A die is taken out of the middle of side I's face and laid aside."""
    heap = Pyramid((cell, Die("R", (3, 2, 1))) for cell in CELLS)
    attempt = AttemptRun(scene, heap, seed=seed, sleep=sleep)
    x, y, z = centre(NUMBER_OF[(0, 4, 4)], 1.0, PITCH)
    a, b, c = normal(0)
    moved(attempt, (x + 4 * a, y + 4 * b, z + 4 * c), 0.0, 50)
    moved(attempt, (x, y, z), 0.0, 40)
    for n in range(60):
        s = 0.05 * n
        moved(attempt, (x + s * a, y + s * b, z + s * c), 1.0, 1)
    moved(attempt, (0.0, -14.0, 8.0), 1.0, 60)
    moved(attempt, (0.0, -14.0, 8.0), 0.0, 2)
    return attempt


@pytest.mark.slow
def test_sleep_changes_no_pick_and_a_trace_repeats_it() -> None:
    scene = load_scene("dice-mikado")
    awake, asleep, other = picked(scene, False), picked(scene, True), picked(scene, True, seed=5)
    assert awake.reading().taken == asleep.reading().taken == 1
    assert [(die.cell, die.faces) for die in awake.reading().dice] == [
        (die.cell, die.faces) for die in asleep.reading().dice
    ]
    asleep.give_up()
    again = replay(asleep.trace)
    assert again.poses().positions.tobytes() == asleep.poses().positions.tobytes()
    assert again.report() == asleep.report()
    assert other.poses().positions.tobytes() != asleep.poses().positions.tobytes()


def test_a_rehearsal_goes_on_with_the_die_in_hand() -> None:
    attempt = AttemptRun(TABLE, EMPTY, hand=STOCK)
    moved(attempt, (2.0, 1.0, 4.0), 1.0, 90)
    stage = attempt.rehearsal()
    down = [(2.0, 1.0, 0.5, 0.0, 1.0)] * 60 + [(2.0, 1.0, 0.5, 0.0, 0.0)] * 30
    assert stage.rehearse(down)
    for sample in down:
        attempt.tick(sample)
    assert stage.world.body(0).position == pytest.approx(attempt.world.body(0).position, abs=1e-3)
    assert attempt.world.body(0).position == pytest.approx((2.0, 1.0, 0.5), abs=0.01)


def test_a_sample_is_five_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(TABLE, EMPTY).tick((0.0,) * 4)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("hand.tremor_edges", -0.1, "greater than or equal to 0"),
        ("hand.pull_force_max_weights", 0.0, "greater than 0"),
        ("hand.takes", "all", '"any", "stock"'),
        ("hand.gripp", 1.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("emag", {key: value})
    assert words in str(error.value) and key in str(error.value)
