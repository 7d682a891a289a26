"""The preview of a jolt: asked for once a stroke rests, of the stroke that is drawn alone, and given as it was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import pi
from typing import Any

import numpy as np
import pytest

from skill.app.input.tools.binding import Binding
from skill.app.input.tools.breath import Breath
from skill.app.input.tools.puff import puff
from skill.app.input.tools.stroke_preview import UP_STEPS, bearing_of, step_towards
from skill.app.input.tools.tilt import Tilt
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView, Viewport
from skill.bots.planners.shared.rehearsed_pulse import Promise, Way
from skill.lattice.cells import COORDS, LEVEL_STEPS, Vector, parse_cell
from skill.lattice.frame import point
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from tests.engines import of_any_engine

pytestmark = of_any_engine

SIZE = (900, 800)
GIVEN = tuple((0.0, 0.0, 0.0, 0.3, 0.0, 0.01 * n, 1.0, 1.0) for n in range(5))
GOOD = Promise(GIVEN, 0.9, 0.0, (Way(0, (0.0, 0.0), 0.9, False), Way(1, (1.0, 1.0), 0.2, False)), 20)


class Told:
    """A rehearser that answers when a test says so."""

    def __init__(self) -> None:
        self.questions: list[Any] = []
        self.is_ready = False
        self.promise = GOOD

    def warm(self) -> None:
        pass

    def ask(self, key: Any, function: Callable[[Any], Any], piece: Callable[[], Any]) -> None:
        self.questions.append(piece())

    def answer(self, key: Any) -> Any:
        return self.promise if self.is_ready else None


class Hands:
    def __init__(self, game: str = "faraday", start: str = "R233 G323 K332") -> None:
        self.scene = load_scene(game, level="easy")
        self.running = AttemptRun(self.scene, parse_position(start), seed=1)
        self.binding: Binding = Tilt(self.scene) if self.scene.tilt else Breath(self.scene)
        self.told = self.binding.rehearser = Told()
        self.camera = self.binding.camera()

    def seen(self, x: float, y: float) -> InView:
        """Where a point at the height of the dice is in the view."""
        across, down = self.camera.project(np.array([(x, y, 0.9)]), SIZE)[0]
        reach = min(SIZE) / 2
        return (float(across) - SIZE[0] / 2) / reach, (SIZE[1] / 2 - float(down)) / reach

    def go(self, at: InView, pressed: bool, samples: int = 1) -> tuple[float, ...]:
        for _ in range(samples):
            given = ToolInput(Viewport(self.camera, SIZE, self.running), at, pressed, 0.0, (), 1 / 60)
            sample = self.binding.sample(given, self.running)
            self.running.tick(sample)
        return sample

    def draw(self, way: int, die: int = 0) -> InView:
        """Presses at a die, or holds the button still, and draws it one of six ways."""
        x, y, _ = self.running.world.body(die).position
        self.go(self.seen(x, y), True)
        dx, dy, _ = point(LEVEL_STEPS[way])
        at = self.seen(x + dx, y + dy)
        self.go(at, True)
        return at

    @property
    def kinds(self) -> set[str]:
        return {stroke.kind for stroke in self.binding.strokes(self.running, self.running.toolset.rest)}


@pytest.fixture
def hands() -> Iterator[Hands]:
    hands = Hands()
    yield hands
    hands.running.close()


def test_a_stroke_that_rests_is_rehearsed_once_and_given_as_it_was_seen(hands: Hands) -> None:
    at = hands.draw(0)
    hands.go(at, True, 6)
    assert not hands.told.questions
    hands.go(at, True, 30)
    (asked,) = hands.told.questions
    assert (asked.die, asked.step, asked.variants) == (0, LEVEL_STEPS[0], hands.scene.tilt.jolt_variants)
    hands.told.is_ready = True
    hands.go(at, True)
    assert {"aim", "miss"} <= hands.kinds  # the ring and the die that is meant, and another die
    _, likely, falls = hands.binding.gauge(hands.running, hands.running.toolset.rest, 0.0).bars
    assert (likely.label, likely.share, falls.label, falls.share) == ("Likely", 0.9, "A die falls", 0.0)
    assert (likely.text, falls.text) == ("70% to 97%", "0% to 16%")  # of 20 rehearsals
    assert len(hands.told.questions) == 1
    given = [hands.go(at, False) for _ in range(30)]
    begins = given.index(GIVEN[0])
    assert tuple(given[begins : begins + len(GIVEN)]) == GIVEN


def test_what_was_asked_of_another_stroke_is_not_given(hands: Hands) -> None:
    hands.go(hands.draw(0), True, 30)
    at = hands.draw(2)
    hands.told.is_ready = True
    hands.go(at, True)
    assert "miss" not in hands.kinds and len(hands.told.questions) == 1
    hands.told.is_ready = False
    hands.go(at, True, 30)
    assert [asked.step for asked in hands.told.questions] == [LEVEL_STEPS[0], LEVEL_STEPS[2]]


@pytest.mark.parametrize("is_ready", [False, True])
def test_the_die_that_hops_and_the_place_that_hands_grip_are_told_apart(hands: Hands, is_ready: bool) -> None:
    hands.told.is_ready = is_ready
    assert "hop" not in hands.binding.chance(hands.running)
    hands.go(hands.draw(0, die=1), True, 30)
    strokes = list(hands.binding.strokes(hands.running, hands.running.toolset.rest))
    around, gripped = (np.array([s.begin for s in strokes if s.kind == kind]).mean(axis=0) for kind in ("path", "grip"))
    x, y, _ = hands.running.world.body(1).position
    grip = GIVEN[0][6:] if is_ready else hands.running.trace.samples[-1][6:]
    assert around[:2] == pytest.approx((x, y), abs=0.1)  # its ring, and a line that begins there
    assert gripped[:2] == pytest.approx(grip, abs=0.1)
    assert "violet cross" in hands.binding.chance(hands.running)


@pytest.mark.parametrize(("length", "why"), [(0.6, "the jolt was too weak"), (3.4, "hands tremble")])
def test_a_jolt_that_moves_no_die_says_why_for_a_while(hands: Hands, length: float, why: str) -> None:
    x, y, _ = hands.running.world.body(0).position
    hands.go(hands.seen(x, y), True)
    hands.go(at := hands.seen(x + length, y), True, 10)
    hands.told.is_ready = length > 1  # what it gives moves none
    hands.go(at, True, 20)
    hands.go(at, False, 20)
    assert "No die hopped" not in hands.binding.chance(hands.running)  # none may have come down yet
    hands.go(at, False, 60)
    assert hands.binding.chance(hands.running).startswith(f"No die hopped: {why}")
    hands.go(at, False, 200)
    assert not hands.binding.chance(hands.running)


def test_a_stroke_beside_all_dice_says_that_it_takes_all() -> None:
    hands = Hands(start="R800 G080 K008")
    hands.go(hands.seen(0.0, 0.0), True)
    hands.go(hands.seen(1.5, 0.0), True, 4)
    assert hands.binding.chance(hands.running).startswith("No single die")
    assert "path" not in hands.kinds and "grip" in hands.kinds
    hands.running.close()


def test_a_stroke_that_is_drawn_back_gives_none(hands: Hands) -> None:
    hands.told.is_ready = True
    hands.go(hands.draw(0), True, 30)
    x, y, _ = hands.running.world.body(0).position
    given = [hands.go(hands.seen(x, y), pressed) for pressed in (True, False, False, False)]
    assert all(max(map(abs, sample[:6])) < 1e-6 for sample in given)


def test_the_arrow_of_what_is_likely_is_wider_than_that_of_what_is_seldom(hands: Hands) -> None:
    hands.told.is_ready = True
    hands.go(hands.draw(0), True, 30)
    strokes = list(hands.binding.strokes(hands.running, hands.running.toolset.rest))
    begins = [hands.running.world.body(way.die).position for way in GOOD.ways]
    likely, seldom = (next(stroke for stroke in strokes if stroke.begin == begin) for begin in begins)
    assert likely.widths[0] > seldom.widths[0] > 0


@pytest.mark.parametrize("off", [-pi / 8, 0.0, pi / 8])
@pytest.mark.parametrize("step", LEVEL_STEPS)
def test_a_stroke_leads_to_the_neighbour_that_lies_that_way(hands: Hands, step: Vector, off: float) -> None:
    assert step_towards(hands.running.reading(), 0, bearing_of(step) + off) == step


def test_a_stroke_from_before_two_of_three_asks_for_the_way_up() -> None:
    hands = Hands("coulomb", "R413 G332 K323 B422")
    hands.told.is_ready = True
    fourth = [there for there, _ in hands.running.trace.start].index(parse_cell("413"))
    for step in (UP_STEPS[1], (-1, 0, 1)):  # these lie 30 degrees apart
        (x, y, _), (dx, dy, _) = hands.running.world.body(fourth).position, point(step)
        hands.go(hands.seen(x, y), True)
        hands.go(hands.seen(x + 1.5 * dx, y + 1.5 * dy), True, 160)
        hands.go(hands.seen(x, y), True, 4)
        hands.go(hands.seen(x, y), False, 4)
    hands.running.close()
    assert [(asked.die, asked.step) for asked in hands.told.questions] == [(fourth, UP_STEPS[1]), (fourth, (-1, 0, 1))]


@pytest.mark.parametrize(
    ("game", "level", "is_told"), [("coulomb", "easy", 1), ("coulomb", "book", 0), ("dune", "book", 1)]
)
def test_it_is_told_that_a_die_can_go_up_where_a_stroke_can_do_it(game: str, level: str, is_told: bool) -> None:
    scene = load_scene(game, level=level)
    binding = Tilt(scene) if scene.tilt else Breath(scene)
    for start, stands_before_two in (("R413 G332 K323 B422", True), ("R611 G332 K323 B422", False)):
        running = AttemptRun(scene, parse_position(start), seed=1)
        assert bool(binding.chance(running)) == (is_told and stands_before_two)
        running.close()


BLOWN = tuple((-6.0, 0.01 * n, 3.0, 0.0, -30.0, 0.5) for n in range(5))


@pytest.fixture
def mouth() -> Iterator[Hands]:
    hands = Hands("dune", "R413 G332 K323 B422")
    yield hands
    hands.running.close()


def test_a_puff_is_rehearsed_and_given_as_it_was_seen(mouth: Hands) -> None:
    mouth.told.promise = GOOD._replace(samples=BLOWN)
    at = mouth.draw(0, die=1)
    held = mouth.go(at, True, 30)
    assert held[5] == 0.0  # nothing is blown while it is drawn
    (asked,) = mouth.told.questions
    assert asked.die == 1 and asked.variants == mouth.scene.breath.puff_variants > 1
    mouth.told.is_ready = True
    mouth.go(at, True)
    labels = [bar.label for bar in mouth.binding.gauge(mouth.running, held, 0.0).bars]
    assert labels == ["Strength", "Likely", "A die falls"] and {"aim", "miss"} <= mouth.kinds
    given = [mouth.go(at, False) for _ in range(12)]
    begins = given.index(BLOWN[0])
    assert tuple(given[begins : begins + len(BLOWN)]) == BLOWN and given[-1][5] == 0.0
    stays = mouth.go(at, False, 20)
    assert stays == given[-1]  # until the pointer goes away from where it was let go
    assert mouth.go(mouth.seen(6.0, -2.0), False)[:5] != stays[:5]


def test_a_puff_that_is_drawn_back_is_none_and_beside_the_dice_the_mouth_blows_at_once(mouth: Hands) -> None:
    mouth.draw(0, die=1)
    x, y, _ = mouth.running.world.body(1).position
    assert [mouth.go(mouth.seen(x, y), pressed)[5] for pressed in (True, False, False)] == [0.0] * 3
    assert mouth.go(mouth.seen(6.0, -2.0), True, 20)[5] > 0.3


def test_a_stroke_from_before_two_of_three_leads_up_onto_them(mouth: Hands) -> None:
    """413 stands before 332 and 323, which carry 322 with 422."""
    reading, up = mouth.running.reading(), UP_STEPS[1]
    fourth = next(n for n, die in enumerate(reading.dice) if COORDS[die.cell] == (4, 1, 3))
    assert step_towards(reading, fourth, bearing_of(up)) == up
    assert step_towards(reading, fourth, bearing_of(LEVEL_STEPS[0])) == LEVEL_STEPS[0]
    assert all(step_towards(reading, n, bearing_of(up)) in LEVEL_STEPS for n in range(4) if n != fourth)
    assert puff(mouth.running, fourth, up, 0.0).pressure > puff(mouth.running, fourth, LEVEL_STEPS[0], 1.0).pressure


@pytest.mark.parametrize("level", ["book", "easy"])
def test_half_a_breath_lifts_a_die_where_air_gets_under_it(level: str) -> None:
    """In Rapier the strongest would blow it off; in Bullet it takes that."""
    pressures = {}
    for engine in ("bullet", "rapier"):
        scene = load_scene("dune", {"engine.name": engine}, level)
        running = AttemptRun(scene, parse_position("R413 R332 R323 R422"), seed=3)
        assert scene.breath is not None
        pressures[engine] = puff(running, 0, UP_STEPS[1], 1.0).pressure * scene.breath.blow_max_pa
        running.close()
    assert pressures["rapier"] == pytest.approx(7500.0) and pressures["bullet"] >= 15000.0
