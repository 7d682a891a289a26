"""The base of every binding, which makes a tool's samples from what a player does and tells what of the tool is shown.
No pygame.

A binding is made for one attempt. It shows only what the attempt and the last sample tell, so that the hands of bots
and of replays look like those of people. Frame: the plate's, edges of a die.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from skill.app.i18n import number_text, tr
from skill.app.input import actions
from skill.app.input.actions import Act, Lines
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView, first_hit
from skill.bots.decision import AtOnce
from skill.draw.camera import Camera
from skill.draw.scene_view import DieView, Stroke
from skill.lattice.dice import Die
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

Sample = tuple[float, ...]

TIP_WIDTH = 2.6  # of an arrow's head, widths of its shaft
CORNERS = 20  # of a ring
LOWEST = 5.0  # how far below the plate a line to the ground goes, edges


class Bar(NamedTuple):
    """One value of a gauge."""

    label: str
    share: float
    """Of its greatest value, 0 to 1."""
    text: str
    last: float = 0.0
    """What it was at the last use, of its greatest value; 0 where there was none."""


class Gauge(NamedTuple):
    """What a tool does, beside its limits."""

    dial: InView | None = None
    """A way as the player sees it, right and away, 1 at the limit; None for a tool that has none."""
    bars: tuple[Bar, ...] = ()


class Rehearser(Protocol):
    """Works out what a tool would do while the attempt goes on, as `skill.bots.decision.Thinker` does."""

    def warm(self) -> None:
        """Has everything ready, since there will be something to work out."""

    def ask(self, key: Hashable, function: Callable[[Any], Any], piece: Callable[[], Any]) -> None:
        """Has `function(piece())` worked out."""

    def answer(self, key: Hashable) -> Any:
        """The answer to what was asked with that key; None until it is there."""


class Binding(ABC):
    """How one tool is used with pointer and keys."""

    tool: ClassVar[str]
    """The name of the tool, and of its table in a scene."""
    title: ClassVar[str]
    """What it is called on screen."""
    points: ClassVar[bool] = True
    """Whether it follows the pointer: of several that do only one is in use at a time; the others always are."""
    leans: ClassVar[bool] = False
    """Whether the stick of a controller and two fingers lean it, where they else move the pointer and turn the view."""
    keys: ClassVar[Mapping[str, Act]] = actions.POINTING
    begins_pressed: ClassVar[bool] = False
    """Whether the press that begins an attempt is its first use too, as drawing back is; else it only takes it up."""
    idle: ClassVar[Gauge] = Gauge()
    """Its gauge while no attempt runs."""
    ready: str
    """What to do to take it up."""
    ready_by_keys: str
    """The same for those who play with keys."""
    hint: str
    """What can be done with it, in a line or two; `{press}` stands for the key of that act, as in the others."""
    hint_by_keys: str
    """The same for those who play with keys."""
    help: ClassVar[Lines]

    aim: Point | None = None
    """Where it aims, in the plate's frame, if its next use begins where the last one of the same player ended."""

    last_speed: float = 0.0
    """How fast the same player has let go of it last, m/s; 0 where he has not, or where that does not matter."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rehearser: Rehearser = AtOnce()

    @abstractmethod
    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        """The next sample of the tool."""

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        """What it does now, seen from that side."""
        return Gauge()

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        """The tool as it is drawn."""
        yield from ()

    def chance(self, running: AttemptRun) -> str:
        """What only now can be done with it: a sentence, or nothing."""
        return ""

    def ending(self, running: AttemptRun) -> str:
        """What there is to say of how an attempt came to its end, if the tool is to blame: a sentence, or nothing."""
        return ""

    def ghosts(self, running: AttemptRun, sample: Sample) -> Iterator[DieView]:
        """Dice that are not there yet, but where the tool would bring them; plate frame."""
        yield from ()

    def asked(self, hand: Sequence[Die]) -> tuple[list[DieView], list[Stroke]]:
        """Before there is an attempt: which of the dice `hand` it has already, and how it is drawn; plate frame."""
        return [], []

    def camera(self) -> Camera:
        """The view that suits it: by default that of the scene."""
        return scene_camera(self.scene)


def scene_camera(scene: Scene) -> Camera:
    """The view that a scene asks for; its bearings are counter-clockwise from +x."""
    seen = scene.camera
    return Camera((-90.0 - seen.bearing_deg) % 360, seen.elevation_deg, seen.distance_edges)


def share_of(value: float, most: float) -> float:
    """A value as a share of its greatest, 0 to 1."""
    return max(0.0, min(1.0, value / most)) if most > 0 else 0.0


def speed_bar(speed: float, most: float, last: float = 0.0) -> Bar:
    """The bar of a speed in metres a second, and of the last one."""
    return Bar(
        "Speed",
        share_of(speed, most),
        tr("{value} of {most} m/s", value=number_text(speed), most=number_text(most, "g")),
        share_of(last, most),
    )


def arrow(begin: Point, end: Point, kind: str, width: float = 0.12) -> Iterator[Stroke]:
    """An arrow with its point at `end`."""
    length = hypot(*(b - a for a, b in zip(begin, end, strict=True)))
    if length < 1e-6:
        return
    neck = along(end, begin, min(1.0, 3.5 * width / length))
    yield Stroke(begin, neck, kind, (width, width))
    yield Stroke(neck, end, kind, (TIP_WIDTH * width, 0.0))


def below(running: AttemptRun, point: Point) -> tuple[Point, bool]:
    """The point straight below one in the air, and whether anything is there, a die, the plate or the bare table."""
    met = first_hit(running, point, (0.0, 0.0, -1.0))
    is_table = running.scene.plate.side == "none"
    return met.point if met else (point[0], point[1], 0.0 if is_table else -LOWEST), met is not None or is_table


def drop_line(running: AttemptRun, point: Point) -> Iterator[Stroke]:
    """A line from a point in the air to what lies below it, with a cross on that."""
    (x, y, z), is_there = below(running, point)
    if point[2] - z < 0.2:
        return
    yield Stroke(point, (x, y, z), "height", (0.05, 0.05))
    if is_there:
        yield Stroke((x - 0.25, y, z), (x + 0.25, y, z), "height", (0.08, 0.08))
        yield Stroke((x, y - 0.25, z), (x, y + 0.25, z), "height", (0.08, 0.08))


def ring_below(running: AttemptRun, point: Point, radius: float) -> Iterator[Stroke]:
    """A line from a point in the air to what lies below it, and round that a ring on which dice come down."""
    (x, y, z), is_there = below(running, point)
    yield Stroke(point, (x, y, z), "height", (0.05, 0.05))
    yield from ring_of(circle((x, y, z), radius), is_there, 0.12)


def circle(middle: Point, radius: float) -> list[Point]:
    """The corners of a level ring round a point."""
    x, y, z = middle
    turns = [2 * pi * n / CORNERS for n in range(CORNERS)]
    return [(x + radius * cos(turn), y + radius * sin(turn), z) for turn in turns]


def ring_of(corners: Sequence[Point], is_aim: bool, width: float) -> Iterator[Stroke]:
    """The strokes of a ring through these points; it looks otherwise where nothing is aimed at."""
    yield from closed(corners, "aim" if is_aim else "miss", width)


def closed(corners: Sequence[Point], kind: str, width: float) -> Iterator[Stroke]:
    """The strokes of a line through these points and back to the first."""
    for n, corner in enumerate(corners):
        yield Stroke(corners[n - 1], corner, kind, (width, width))


def along(begin: Point, end: Point, share: float) -> Point:
    """The point that share of the way from one to the other."""
    x, y, z = (a + (b - a) * share for a, b in zip(begin, end, strict=True))
    return (x, y, z)


def beyond(point: Point, way: Point, distance: float) -> Point:
    """The point so far from another along a unit vector."""
    return (point[0] + distance * way[0], point[1] + distance * way[1], point[2] + distance * way[2])
