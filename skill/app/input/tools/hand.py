"""The hand that takes dice, carries them and puts them down.

A die of the stock is carried over the pointer, above everything in its way. When the player lets go, the hand sets it
down straight below, and the fingers open as soon as it stands on something. A die of the heap is first drawn out along
one of its bare faces, as far as the pointer is dragged that way. If the player lets go once it is free, it is laid
aside; before that, it is pushed back to where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from skill.app.i18n import number_text, tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, below, beyond, closed, drop_line, share_of
from skill.app.input.tools.flight import SPREADS
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView
from skill.draw.scene_view import UPRIGHT, DieView, Stroke
from skill.lattice.frame import HALF_DIAGONAL, Point, rotation

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene
    from skill.physics.tools.hand import HandTool

CLEAR = 1.5  # of the fingers above what is below them, edges: room for a die of the stock
HIGHEST = 20.0  # edges to which the wheel lifts them above it
NOTCH = 0.2  # edges that a notch of the wheel raises them
NEAR = 1.5  # edges to the side within which a die is in the way of another one
LOW = 0.6  # edges below where they are to be, from which the fingers go up before they go aside
TURN_DEG_S = 90.0
THERE = 0.12  # edges from where they are to close at which fingers close
DRAW_S, FREE = 3.0, 2.0  # edges a second at which a die is drawn out at most, and edges after which it is free
FORESHORTENED = 0.3  # the shortest that a way out is in the view, of its length across it
SET_DOWN_S, STANDS = 2.0, 0.12  # edges a second on the way down; edges that a die that stands is above the fingers
BESIDE = 0.5  # edges beyond the place from which a die that is let go is laid aside
OPEN, SHUT, LONG = 0.95, 0.62, 2.2  # of the fingers drawn: how far from the middle of a die, and how long


class Hand(Binding):
    """One hand. Open it hovers over what the pointer shows."""

    tool = "hand"
    title = "Hand"
    begins_pressed = True
    ready = "Hold the mouse button on a die and pull it out. {accept} begins without it."
    hint = "Hold the mouse button or {press} on a die, pull it out, and let go to lay it aside."
    ready_by_keys = "Press {accept} to begin. Then go to a die with the arrows, and hold {press} to take it."
    hint_by_keys = (
        "{point_left} {point_right} {point_up} {point_down} move the hand, {raise} {lower} raise and lower it. Hold "
        "{press} on a die, pull it out, and let go to lay it aside."
    )
    ready_stock = "Hold the mouse button for a die, carry it and let go to put it down. {accept} begins without it."
    hint_stock = (
        "Hold the mouse button or {press} for the next die, carry it with the pointer, let go to put it down where its "
        "mark is. {twist_left} {twist_right}: turn it."
    )
    ready_stock_by_keys = "Press {accept} to begin. Then hold {press} for a die, and carry it with the arrows."
    hint_stock_by_keys = (
        "Hold {press} for the next die, carry it with {point_left} {point_right} {point_up} {point_down}, let go to "
        "put it down where its mark is. {twist_left} {twist_right}: turn it."
    )
    help = (
        ("Move the hand (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Take a die, as long as it is held (or the mouse button)", (Act.PRESS,)),
        ("Raise, lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Turn the die", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.hand is not None
        self._takes_stock = scene.hand.takes == "stock"
        if self._takes_stock:
            self.ready, self.ready_by_keys = self.ready_stock, self.ready_stock_by_keys
            self.hint, self.hint_by_keys = self.hint_stock, self.hint_stock_by_keys
        self._clear = CLEAR
        self._target: Point = (0.0, 0.0, CLEAR)
        self._yaw_deg = 0.0
        self._is_down = False
        """Whether the pointer is pressed, since a sample that has been."""
        self._is_shut = False
        self._keeps = False
        """Whether the fingers keep a die that nobody let go of, until the pointer is pressed again."""
        self._drawn = 0.0
        """How far a die of the heap has been drawn out, edges."""
        self._begin: tuple[InView, Point] = ((0.0, 0.0), (0.0, 0.0, 0.0))
        """Where the pointer was pressed, and where the die was."""
        self._way: Point = (0.0, 0.0, 1.0)
        """The way out of that die."""

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        tool: HandTool = running.toolset.find("hand")
        self._yaw_deg -= given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, TURN_DEG_S)
        self._clear = max(0.0, min(HIGHEST, self._clear + NOTCH * given.notches))
        self._keeps = tool.held is not None and (self._keeps or (given.broken_off and self._is_down))
        is_new, self._is_down = given.pressed and not self._is_down, given.pressed
        if self._keeps and given.pressed:
            self._keeps, self._begin = False, (given.pointer or self._begin[0], self._begin[1])
        elif self._keeps:
            given = given._replace(pressed=True, pointer=None)
        if tool.held is not None:
            self._hold(given, running, tool)
        elif self._is_shut:  # nothing was there, or the die was lost: open again once the pointer is let go
            self._is_shut = given.pressed
        elif given.pressed:
            if is_new:
                self._aim(given, running, tool)
                self._begin, self._drawn = (given.pointer or (0.0, 0.0), self._target), 0.0
            self._is_shut = dist(tool.place, self._target) < THERE
        else:
            self._aim(given, running, tool)
        return (*self._target, self._yaw_deg, float(self._is_shut))

    def _aim(self, given: ToolInput, running: AttemptRun, tool: HandTool) -> None:
        """Go to the die that is pointed at and may be taken, or stay above what is pointed at."""
        hit = given.viewport.hit(given.pointer) if given.pointer is not None else None
        if hit and hit.die is not None and not self._takes_stock:
            self._target = given.viewport.centre(hit.die)
        else:
            self._carry(given, running, tool)

    def _hold(self, given: ToolInput, running: AttemptRun, tool: HandTool) -> None:
        """What is in the fingers goes where it is meant to, and is let go of there."""
        is_out = self._takes_stock or self._drawn >= FREE
        if given.pressed:
            if is_out:
                self._carry(given, running, tool)
            else:
                self._draw(given, running, self._dragged(given, running))
        elif not is_out:
            self._draw(given, running, 0.0)
            self._is_shut = self._drawn > 0
        elif self._takes_stock or running.scene.plate.side == "none":
            self._set_down(given, running, tool)
        else:
            self._lay_aside(running, tool)

    def _carry(self, given: ToolInput, running: AttemptRun, tool: HandTool) -> None:
        """Over what is pointed at, above all that is in the way."""
        x, y, z = tool.place
        to_x, to_y, _ = self._target
        if given.pointer is not None:
            hit = given.viewport.hit(given.pointer)
            to_x, to_y, _ = hit.point if hit else given.viewport.on_plane(given.pointer, 0.0)
        high = _highest(running, (x, y), (to_x, to_y)) + self._clear
        self._target = (x, y, high) if tool.held is not None and z < high - LOW else (to_x, to_y, high)

    def _dragged(self, given: ToolInput, running: AttemptRun) -> float:
        """How far out the pointer asks for a die of the heap, edges; a bare face settles which way is out."""
        tool: HandTool = running.toolset.find("hand")
        (begin_x, begin_y), place = self._begin
        x, y = given.pointer or (begin_x, begin_y)
        ways = [self._way]
        if self._drawn == 0 and tool.held is not None:
            ways = running.world.queries.bare_faces(tool.held)
        here, scale = given.viewport.seen(place), given.viewport.scale(place)
        asked = {}
        for way in ways:
            out = given.viewport.seen(beyond(place, way, 1.0))
            a, b = out[0] - here[0], out[1] - here[1]
            length = max(hypot(a, b), FORESHORTENED * scale)
            asked[way] = ((x - begin_x) * a + (y - begin_y) * b) / length**2
        self._way = max(asked, key=asked.__getitem__, default=self._way)
        return max(0.0, asked.get(self._way, 0.0))

    def _draw(self, given: ToolInput, running: AttemptRun, asked: float) -> None:
        """Out or back, no faster than carefully."""
        most = DRAW_S * given.dt
        self._drawn += max(-most, min(most, min(FREE, asked) - self._drawn))
        self._target = beyond(self._begin[1], self._way, self._drawn)

    def _set_down(self, given: ToolInput, running: AttemptRun, tool: HandTool) -> None:
        """Straight down until the die stands on something; there the fingers open."""
        assert tool.held is not None
        x, y, z = self._target
        stands = running.world.body(tool.held).position[2] - tool.place[2] > STANDS
        self._target = (x, y, max(0.0, z - SET_DOWN_S * given.dt))
        self._is_shut = not stands and self._target[2] > 0

    def _lay_aside(self, running: AttemptRun, tool: HandTool) -> None:
        """Out over the rim of the plate, straight from its middle; there the fingers open."""
        assert self.scene.hand is not None
        x, y, z = tool.place
        out = max(1.0, hypot(x, y))
        far = next(r for r in np.arange(out, 60.0, 0.5) if self._is_beside(running, (x * r / out, y * r / out, 0.0)))
        to = (x * float(far) / out, y * float(far) / out)
        high = _highest(running, (x, y), to) + CLEAR
        self._target = (*((x, y) if z < high - LOW else to), high)
        self._is_shut = not self._is_beside(running, (x, y, z))

    def _is_beside(self, running: AttemptRun, point: Point) -> bool:
        assert self.scene.hand is not None
        return running.world.plate.beyond(point) > self.scene.hand.aside_edges + BESIDE

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        assert self.scene.hand is not None
        tool, limits = running.toolset.find("hand"), self.scene.hand
        force, most = tool.force_weights, limits.pull_force_max_weights
        height, stock, all_dice = tool.place[2], len(running.world.stock), len(running.trace.hand)
        left = Bar("Dice left", share_of(stock, all_dice), f"{stock}")
        taken, there = running.world.taken, max(1, len(running.trace.start))
        return Gauge(
            bars=(
                left if self._takes_stock else Bar("Dice taken", share_of(taken, there), f"{taken}"),
                Bar("Height", share_of(height, limits.reach_edges), number_text(height)),
                Bar(
                    "Force",
                    share_of(force, most),
                    tr("{value} of {most}", value=number_text(force), most=number_text(most, "g")),
                ),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("hand")
        x, y, z = tool.place
        holds = tool.held is not None
        out, kind = (SHUT, "grip") if holds else (OPEN, "tool")
        yield from drop_line(running, (x, y, z - 0.5) if holds else (x, y, z))
        if self._takes_stock and (holds or running.world.stock):
            yield from self._footprint(running, tool, sample[3])
        for finger in range(3):
            turned = (2 * finger / 3 + 1 / 2) * pi + sample[3] * pi / 180
            a, b = cos(turned), sin(turned)
            tip, knuckle = (x + out * a, y + out * b, z), (x + 1.5 * out * a, y + 1.5 * out * b, z + LONG / 2)
            yield Stroke(knuckle, tip, kind, (0.3, 0.16))
            yield Stroke((x + 0.5 * out * a, y + 0.5 * out * b, z + LONG), knuckle, kind, (0.34, 0.3))

    def _footprint(self, running: AttemptRun, tool: HandTool, yaw_deg: float) -> Iterator[Stroke]:
        """The outline, on what is below, of the die that is or would be in the fingers.

        The fainter one round it is as much larger as the hand goes astray at most in two of three times: measured, 0.05
        edges in the scene of the book and 0.02 in the easy one, as the tremor has it, since a die stands where it is
        let go.
        """
        limits = self.scene.hand
        assert limits is not None
        (x, y, z), _ = below(running, tool.place)
        sides, radius = (4, 0.5**0.5) if limits.stands == "flat" else (6, (2 / 3) ** 0.5)
        astray = SPREADS * limits.tremor_edges / cos(pi / sides)  # of a corner, so that sides are so far apart
        turns = [yaw_deg * pi / 180 + pi / sides + 2 * pi * n / sides for n in range(sides)]
        for far, kind, width in ((radius, "aim", 0.07), (radius + astray, "path", 0.05)):
            yield from closed([(x + far * cos(turn), y + far * sin(turn), z) for turn in turns], kind, width)

    def ghosts(self, running: AttemptRun, sample: Sample) -> Iterator[DieView]:
        tool, stock = running.toolset.find("hand"), running.world.stock
        if self._takes_stock and tool.held is None and stock and not self._is_shut:
            assert self.scene.hand is not None
            is_flat = self.scene.hand.stands == "flat"
            turned = UPRIGHT if is_flat or stock[0].faces is None else rotation(stock[0].faces)
            yield DieView(tool.place, turned, stock[0].colour, ghost=True)


def _highest(running: AttemptRun, begin: InView, end: InView) -> float:
    """How high dice reach that nobody holds, or the plate, near the straight way from one place to another; edges."""
    world = running.world
    places, _ = world.observed
    lying = places[[n for n in world.numbers if not world.is_held(n)]]
    steps = np.linspace(0.0, 1.0, 2 + ceil(dist(begin, end) / NEAR))[:, None]
    way = np.array(begin) + steps * (np.array(end) - np.array(begin))
    aside = np.linalg.norm(way[:, None] - lying[None, :, :2], axis=2).min(axis=0, initial=np.inf)
    return float(max(world.plate.top, (lying[aside < NEAR, 2] + HALF_DIAGONAL).max(initial=0.0)))
