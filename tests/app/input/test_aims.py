"""Where tools are shown to bring dice, and what they do by themselves so that nothing happens by accident."""

from __future__ import annotations

from collections.abc import Collection
from math import dist, hypot, radians

import numpy as np
import pytest

from skill.app.input.actions import Act
from skill.app.input.tools import ToolBindings
from skill.app.input.tools.drag import FULL, LEAST, Drag
from skill.app.input.tools.flight import LANDS, flight
from skill.app.input.tools.jet import CORNERS, jet
from skill.app.input.tools.ladle import LEAP
from skill.app.input.tools.throw import ENOUGH
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView, Viewport
from skill.bots.planners.shared.rehearsed_throw import TIMES
from skill.draw.camera import Camera
from skill.draw.scene_view import LEVEL_PLATE
from skill.lattice.cells import COORDS, parse_cell, small_pyramid
from skill.lattice.dice import Die
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun
from skill.physics.pose import rotated
from skill.physics.scene import load_scene
from skill.physics.tools.launch import LaunchNoise, heading
from skill.rules.shared.attempts import COMPLETE
from tests.engines import of_any_engine

pytestmark = of_any_engine

SIZE = (960, 800)
CORE = Pyramid((cell, Die("K")) for cell in small_pyramid(parse_cell("111"), 6))


class Hands:
    """A pointer with a button, over an attempt that is seen as the tools ask for."""

    def __init__(self, scene: str, start: Pyramid = EMPTY, stock: int = 1, seed: int = 1, level: str = "book") -> None:
        self.running = AttemptRun(load_scene(scene, level=level), start, seed=seed, hand=(Die("R"),) * stock)
        self.bindings = ToolBindings(self.running.scene)
        self.camera: Camera = self.bindings.camera()
        self.at: InView | None = None

    @property
    def viewport(self) -> Viewport:
        return Viewport(self.camera, SIZE, self.running)

    def wait(self, samples: int, *, pressed: bool = False, notches: float = 0.0, held: Collection[Act] = ()) -> None:
        for _ in range(samples):
            given = ToolInput(
                self.viewport, self.at, pressed or Act.PRESS in held, notches, held, self.running.sample_s
            )
            self.running.tick(self.bindings.sample(given, self.running))

    def drag(self, way: InView, samples: int = 20) -> None:
        x, y = self.at or (0.0, 0.0)
        for n in range(samples + 1):
            self.at = (x + way[0] * n / samples, y + way[1] * n / samples)
            self.wait(1, pressed=True)


@pytest.mark.parametrize("velocity", [(0.0, 1.0, 1.0), (0.6, 0.9, 0.2), (0.0, 0.5, 1.6)])
def test_the_ring_at_the_end_of_a_flight_holds_two_of_three_launches(velocity: tuple[float, float, float]) -> None:
    running = Hands("dishing-up").running
    edge, gravity = running.scene.dice.edge_m, running.scene.engine.gravity_m_s2
    strokes = list(flight(running, (0.0, -15.0, 5.0), velocity, 3.0, 0.06))
    ring = np.array([stroke.begin for stroke in strokes if stroke.kind != "path"])
    middle = ring.mean(axis=0)
    noise = LaunchNoise(3.0, 0.06, 7, 1)
    launched = np.array([noise.perturbed(velocity) for _ in range(4000)])
    down_s = (launched[:, 2] + np.sqrt(launched[:, 2] ** 2 + 2 * gravity * (5.0 - middle[2]) * edge)) / gravity
    ends = np.array((0.0, -15.0)) + launched[:, :2] * down_s[:, None] / edge
    corners = ring[:, :2]
    sides, ways = np.roll(corners, -1, axis=0) - corners, ends[:, None] - corners
    side = sides[:, 0] * ways[..., 1] - sides[:, 1] * ways[..., 0]
    inside = (side > 0).all(axis=1) | (side < 0).all(axis=1)
    assert middle[2] == pytest.approx(LANDS, abs=0.3)
    assert inside.mean() == pytest.approx(2 / 3, abs=0.04)


def test_a_way_that_ends_beside_the_plate_looks_otherwise_and_one_to_a_die_ends_there() -> None:
    hands = Hands("dishing-up", CORE)
    assert {stroke.kind for stroke in flight(hands.running, (0.0, -18.0, 5.0), (0.0, 0.2, 0.2), 3.0, 0.06)} == {
        "path",
        "miss",
    }
    strokes = list(flight(hands.running, (0.0, -18.0, 5.0), (0.0, 0.85, 1.0), 3.0, 0.06))
    assert strokes[-1].kind == "aim"
    assert strokes[-1].end[2] > 1.5  # on the slope of the heap


def test_every_pixel_of_the_way_back_brings_the_die_as_far() -> None:
    hands = Hands("flickers")
    hands.at = (0.0, 0.2)
    hands.drag((0.0, -0.05), 1)  # too short to launch anything
    ends = []
    for _ in range(12):
        hands.drag((0.0, -0.05), 1)
        ring = [s for s in hands.bindings.strokes(hands.running, LEVEL_PLATE) if s.kind in ("aim", "miss")]
        ends.append(np.mean([stroke.begin for stroke in ring], axis=0))
    seen = np.array([hands.viewport.seen(tuple(end)) for end in ends])
    assert np.diff(seen[:, 1]) == pytest.approx([0.05] * 11, abs=0.01)
    assert seen[:, 0] == pytest.approx([0.0] * 12, abs=0.01)
    assert ends[0][1] < -6.0  # at the rim
    assert ends[-1][1] > 9.0  # in the corner behind


def test_a_press_near_the_lower_edge_has_less_way_for_the_same_range() -> None:
    shares = []
    for height, back in ((0.3, FULL), (-0.9, LEAST)):
        drag = Drag()
        hands = Hands("flickers")
        for at in ((0.0, height), (0.0, height - back)):
            drag.follow(ToolInput(hands.viewport, at, True, 0.0, (), 1 / 60))
        shares.append(drag.share)
    assert shares == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize("seed", range(3))
def test_a_ladle_touches_nothing_wherever_the_pointer_goes(seed: int) -> None:
    hands = Hands("trulla", CORE, stock=5, seed=seed)
    ladle = hands.running.toolset.find("ladle")
    for at in ((0.0, 0.1), (0.5, -0.3), (-0.4, -0.2), (0.0, 0.5), (0.0, -0.4)):
        hands.at = at
        hands.wait(60)
        assert not ladle.is_over
    assert len(ladle.held) == 5
    hands.wait(150, pressed=True)
    assert not hands.running.world.fallen or len(ladle.held) == 0


def test_a_die_of_the_stock_is_set_down_on_what_is_below_its_mark() -> None:
    hands = Hands("emag", stock=4)
    hand, world = hands.running.toolset.find("hand"), hands.running.world
    hands.at = hands.viewport.seen((0.0, 0.0, 0.0))
    for height in range(3):
        hands.at = hands.viewport.seen((0.0, 0.0, float(height)))
        hands.wait(40)
        hands.wait(30, pressed=True)
        assert hand.held is not None
        hands.wait(150)
        assert hand.held is None
        top = world.body(world.numbers[-1]).position
        assert top[2] == pytest.approx(height + 0.5, abs=0.02)
        assert hypot(top[0], top[1]) < 0.25
    assert len(world.stock) == 1


def _face_die(hands: Hands) -> int:
    """A die of the lowest row towards the player, three from the corner."""
    cell = parse_cell("053")
    return [start for start, _ in COMPLETE].index(cell)


def _taken() -> tuple[Hands, int, tuple[float, ...]]:
    """Hands that have taken hold of that die; its number, and where it lies."""
    hands = Hands("dice-mikado", COMPLETE, stock=0)
    n = _face_die(hands)
    place = hands.running.world.body(n).position
    hands.at = hands.viewport.seen((place[0], place[1] - 0.3, place[2] + 0.3))
    hands.wait(60)
    hands.wait(40, pressed=True)
    return hands, n, place


def test_a_die_of_the_heap_is_drawn_out_and_laid_aside_when_it_is_let_go() -> None:
    hands, n, place = _taken()
    assert hands.running.toolset.find("hand").held == n
    hands.drag((0.0, -0.4), 60)
    assert dist(hands.running.world.body(n).position, place) > 1.5
    hands.wait(120)
    assert hands.running.world.taken == 1
    assert not hands.running.world.fallen


def test_a_die_that_is_let_go_before_it_is_free_goes_back() -> None:
    hands, n, place = _taken()
    hands.drag((0.0, -0.05), 20)
    assert dist(hands.running.world.body(n).position, place) > 0.2
    hands.wait(120)
    assert hands.running.toolset.find("hand").held is None
    assert dist(hands.running.world.body(n).position, place) < 0.15
    assert hands.running.world.taken == 0


def test_a_breath_shows_what_it_hits_and_which_way_that_would_go() -> None:
    hands = Hands("dune", Pyramid([(parse_cell("233"), Die("R"))]))
    (number,) = hands.running.world.numbers
    at = hands.running.world.body(number).position
    hands.at = hands.viewport.seen(at)
    hands.wait(60)
    mouth = hands.running.toolset.find("breath")
    x, y, z, bearing, elevation = mouth.mouth
    way = heading(radians(bearing), radians(elevation))
    strokes = list(jet(hands.running, (x, y, z), way))
    ring, arrows = strokes[:CORNERS], strokes[CORNERS:]
    middle = np.mean([stroke.begin for stroke in ring], axis=0)
    assert dist(middle, at) < 1.0
    assert len(arrows) == 2
    begin, end = arrows[0].begin, arrows[1].end
    assert begin == pytest.approx(at, abs=0.01) and end[1] > begin[1] + 0.3  # away from the player
    hands.wait(40, held={Act.PRESS})
    assert hands.running.world.body(number).position[1] > at[1] + 0.05


@pytest.mark.parametrize("notches", [-4.0, 0.0, 4.0])
def test_the_finger_that_knocks_is_behind_its_tip_and_the_stroke_before_it(notches: float) -> None:
    hands = Hands("knock", CORE)
    hands.at = (0.0, 0.1)
    hands.wait(3, notches=notches)
    hands.drag((0.05, -0.3))
    finger, *stroke = hands.bindings.strokes(hands.running, LEVEL_PLATE)
    tip, aim = np.array(finger.end), np.array(stroke[0].end)
    assert finger.kind == "grip" and stroke[0].kind == "aim"
    assert (aim - tip) @ (tip - np.array(finger.begin)) > 0.9 * dist(aim, tip) * dist(tip, finger.begin)


def test_dice_in_the_hand_are_spun_backward_as_fast_as_forward() -> None:
    spun = []
    for act in (Act.TWIST_LEFT, Act.TWIST_RIGHT):
        hands = Hands("malicious-pleasure", stock=3)
        hands.wait(200, held={act})
        bars = {bar.label: bar.share for bar in hands.bindings.gauge(hands.running, 0.0).bars}
        spun.append(bars["Spin"])
    assert spun == pytest.approx([1.0, 1.0])


def test_a_die_is_thrown_where_the_pointer_is_when_it_is_let_go() -> None:
    for strokes in ((0.0, 0.0), (0.3, -0.2)):
        hands = Hands("mucho")
        tool = hands.running.toolset.find("throw")
        hands.at = hands.viewport.seen((1.0, 2.0, LANDS))
        hands.wait(2)
        hands.at = hands.viewport.seen((1.0 + strokes[0], 2.0 + strokes[1], LANDS))
        hands.wait(2, pressed=True)
        assert tool.held
        ring = [s for s in hands.bindings.strokes(hands.running, LEVEL_PLATE) if s.kind in ("aim", "miss")]
        middle = np.mean([stroke.begin for stroke in ring], axis=0)
        assert middle[:2] == pytest.approx((1.0 + strokes[0], 2.0 + strokes[1]), abs=0.1)
        hands.wait(1)
        assert not tool.held
        hands.running.close()


def test_a_die_held_straight_above_its_aim_has_a_ring_there_and_a_hand_at_rest_has_none() -> None:
    hands = Hands("mucho")
    hands.running.tick(hands.running.toolset.rest)
    assert not list(hands.bindings.strokes(hands.running, LEVEL_PLATE))
    hands.at = hands.viewport.seen((1.0, 2.0, LANDS))
    hands.wait(1, notches=9.0)
    ring = [s.begin for s in hands.bindings.strokes(hands.running, LEVEL_PLATE) if s.kind == "aim"]
    assert np.mean(ring, axis=0)[:2] == pytest.approx((1.0, 2.0), abs=0.05)


def test_a_throw_that_is_broken_off_stays_in_the_hand() -> None:
    hands = Hands("mucho")
    hands.at = (0.0, 0.0)
    hands.wait(2, pressed=True)
    given = ToolInput(hands.viewport, None, False, 0.0, (), hands.running.sample_s, broken_off=True)
    hands.running.tick(hands.bindings.sample(given, hands.running))
    hands.wait(2)
    assert hands.running.toolset.find("throw").held


def test_the_shares_that_are_shown_are_those_of_throws_that_were_rehearsed() -> None:
    hands = Hands("mucho")
    hands.at = hands.viewport.seen(point(COORDS[parse_cell("332")]))
    bars = hands.bindings.gauge(hands.running, 0.0).bars if hands.wait(1) is None else ()
    assert [(bar.share, bar.text) for bar in bars[1:]] == [(0.0, "counting"), (0.0, "counting")]
    hands.wait(14)
    _, there, anywhere = hands.bindings.gauge(hands.running, 0.0).bars
    assert 0.0 < there.share <= anywhere.share <= 1.0
    assert (20 * there.share) == pytest.approx(round(20 * there.share)) and anywhere.share >= 0.3
    throw = hands.bindings.used
    assert TIMES <= throw._chances.dice < ENOUGH  # something is shown before all is counted
    hands.wait(10)
    assert throw._chances.dice == ENOUGH
    hands.at = (0.9, 0.9)  # beside the plate
    hands.wait(1)
    assert hands.bindings.gauge(hands.running, 0.0).bars[1].text == "counting"
    hands.wait(14)
    assert hands.bindings.gauge(hands.running, 0.0).bars[2].share == 0.0
    hands.running.close()


def test_a_notch_of_the_wheel_turns_every_tool_up_or_down_by_the_same_angle() -> None:
    turned = []
    for scene, begin in (("dune", 6.0), ("knock", 6.0), ("flickers", 6.0), ("dora", -6.0)):
        hands, angles = Hands(scene), []
        for notches in (begin, 1.0, 1.0):  # the mouth has to be above the plate, the hand not straight above its aim
            hands.wait(1, notches=notches)
            bars = {bar.label: bar.share for bar in hands.bindings.gauge(hands.running, 0.0).bars}
            angles.append(90 * (bars["Upwards"] if "Upwards" in bars else -bars["Downwards"]))
        turned += np.abs(np.diff(angles)).tolist()
    assert turned == pytest.approx([turned[0]] * 8)
    assert turned[0] > 0


@pytest.mark.parametrize("start", [EMPTY, CORE, COMPLETE])
def test_a_ladle_that_nobody_points_with_comes_into_the_picture_and_touches_nothing(start: Pyramid) -> None:
    hands = Hands("trulla", start, stock=5)
    ladle = hands.running.toolset.find("ladle")
    hands.wait(90)
    ends = [end for s in hands.bindings.strokes(hands.running, LEVEL_PLATE) for end in (s.begin, s.end)]
    seen = np.array([hands.viewport.seen(end) for end in ends])
    assert np.abs(seen).max() < 1.0
    assert not ladle.is_over
    hands.wait(30, held=(Act.TWIST_LEFT,))
    assert len(ladle.held) == 5
    assert np.hypot(*ladle.place[:2]) < 6.0  # and stays there while only keys turn it


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_die_that_will_be_flicked_lies_on_its_line_with_an_aim_before_anybody_begins(seat: int) -> None:
    scene = load_scene("flickers", {"flick.side": seat})
    running = AttemptRun(scene, EMPTY, seed=1, hand=(Die("R"),) * 2)
    (die,), strokes = ToolBindings(scene).asked((Die("G"), Die("G")))
    place, ahead = running.toolset.find("flick").line(running.world, 0.0)
    running.close()
    assert die.position == pytest.approx(place, abs=1e-6)
    assert die.colour == "G"
    *_, head = (stroke for stroke in strokes if stroke.kind == "aim")
    way = np.array(head.end) - np.array(place)
    assert np.arctan2(way[1], way[0]) == pytest.approx(np.arctan2(np.sin(ahead), np.cos(ahead)), abs=1e-6)


def apart(hands: Hands) -> float:
    """How far the corners of the fainter outline on what is below lie outside those of the other one, edges."""
    strokes = list(hands.bindings.strokes(hands.running, LEVEL_PLATE))
    rings = [np.array([s.begin[:2] for s in strokes if s.kind == kind]) for kind in ("aim", "path")]
    assert len(rings[0]) == len(rings[1])
    middle = rings[0].mean(axis=0)
    near, far = (np.linalg.norm(ring - middle, axis=1).mean() for ring in rings)
    return float(far - near)


@pytest.mark.parametrize("level", ["book", "easy"])
def test_the_outline_of_a_die_to_be_set_down_shows_how_far_the_hand_goes_astray(level: str) -> None:
    strayed, margin = [], 0.0
    for seed in range(12):
        hands = Hands("emag", seed=seed, level=level)
        hand = hands.running.toolset.find("hand")
        hands.at = hands.viewport.seen((0.3, 0.2, 0.0))
        hands.wait(40)
        hands.wait(60, pressed=True)
        margin, meant, die = apart(hands) * np.cos(np.pi / 4), hand.place, hand.held
        hands.wait(150)
        assert hand.held is None
        strayed.append(dist(hands.running.world.body(die).position[:2], meant[:2]))
        hands.running.close()
    assert 0.5 < np.quantile(strayed, 0.68) / margin < 1.7


@pytest.mark.parametrize("level", ["book", "easy"])
def test_the_fainter_ring_of_a_ladle_shows_how_far_it_goes_astray(level: str) -> None:
    hands = Hands("trulla", level=level)
    ladle = hands.running.toolset.find("ladle")
    hands.wait(60)
    strayed = []
    for _ in range(60):
        hands.wait(30)  # by then the tremor is another one
        (x, y, _), turned = ladle._pose()
        dx, dy, _ = rotated(turned, (LEAP, 0.0, 0.0))
        at, bearing = ladle.place[:2], radians(ladle.place[3])
        meant = (at[0] + LEAP * np.cos(bearing), at[1] + LEAP * np.sin(bearing))
        length = LEAP / np.hypot(dx, dy)  # seen from above it is drawn at full length
        strayed.append(dist((x + length * dx, y + length * dy), meant))
    assert 0.6 < np.quantile(strayed, 0.68) / apart(hands) < 1.5
    hands.running.close()


@pytest.mark.parametrize(("act", "corner"), [(Act.LIFT_I, "800"), (Act.LIFT_J, "080"), (Act.LIFT_K, "008")])
def test_a_tap_while_a_corner_is_lifted_grips_the_die_nearest_to_that_corner(act: Act, corner: str) -> None:
    hands = Hands("faraday", parse_position("R530 R053 R305"), stock=0)
    hands.wait(30)
    hands.wait(3, held={Act.SHAKE, act})
    hands.wait(2, held={act})
    dice = [point(die.at)[:2] for die in hands.running.reading().dice]
    nearest = min(dice, key=lambda at: dist(at, point(COORDS[parse_cell(corner)])[:2]))
    assert hands.running.trace.samples[-1][6:] == pytest.approx(nearest, abs=0.1)
