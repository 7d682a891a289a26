"""The ladle that pours at the pointer, tilted for as long as the button is pressed.

It keeps its distance by itself: no part of it comes nearer to a die or to the plate than its clearance, not even on its
way. When it is tilted, its body goes up and the lip may come down.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import ceil, cos, dist, hypot, radians, sin
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from skill.app.i18n import number_text
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, below, circle, closed, ring_below, share_of
from skill.app.input.tools.flight import SPREADS
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.scene_view import Stroke
from skill.lattice.frame import HALF_DIAGONAL
from skill.physics.pose import Quat, rotated, turn
from skill.physics.pose import product as after
from skill.physics.tools.ladle import BEGIN, LadleTool

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

Array = NDArray[np.float64]

CLEAR, NOTCH = 1.0, 0.2  # between the ladle and what is below it, and what a notch of the wheel adds, edges
TREMORS = 3.0  # standard deviations of the hand's tremor that are kept free besides
HIGHEST = 20.0  # edges to which the wheel lifts it
BEFORE = 4.0  # the middle of the plate, on the player's side, where it waits for a pointer or a key, edges
LEAP = 1.5  # edges before the lip at which dice come down
LEVEL_DEG = BEGIN[4]  # the tilt at which it holds its dice
TILT_DEG_S, BACK_DEG_S = 45.0, 150.0  # forwards while pressed, and back
TURN_DEG_S = 60.0
APART = 2.0  # at most, between the points of it that are kept clear, and between the places on its way; edges
LOW = 0.5  # edges below where it is to be, from which it goes up before it goes aside


class Ladle(Binding):
    """One ladle. Its lip looks away from the player, and is so far before what is pointed at as dice leap from it."""

    tool = "ladle"
    title = "Ladle"
    ready = "Click or press {accept} to take the ladle. Then hold the mouse button to tilt it, and let go to hold back."
    ready_by_keys = "Press {accept} to take the ladle. Then hold {press} to tilt it, and let go to hold back."
    hint = (
        "The lip follows the pointer. Hold the mouse button or {press} to pour, let go to hold back. Wheel or {raise} "
        "{lower}: higher, lower; {twist_left} {twist_right}: turn."
    )
    hint_by_keys = (
        "{point_left} {point_right} {point_up} {point_down} move the lip. Hold {press} to pour, let go to hold back. "
        "{raise} {lower}: higher, lower; {twist_left} {twist_right}: turn."
    )
    help = (
        ("Move the ladle (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Tilt it, while held (or the mouse button)", (Act.PRESS,)),
        ("Higher, lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Turn it", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.ladle is not None
        self._limits = scene.ladle
        self._lip: tuple[float, float] | None = None
        """Where the lip is to be; None until the first sample."""
        self._clear, self._aside_deg, self._tilt_deg = CLEAR, 0.0, LEVEL_DEG
        self._walls: Array | None = None

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        tool: LadleTool = running.toolset.find("ladle")
        self._clear = max(0.0, min(HIGHEST, self._clear + NOTCH * given.notches))
        self._aside_deg -= given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, TURN_DEG_S)
        if given.pressed:
            self._tilt_deg = min(self._limits.tilt_max_deg, self._tilt_deg + TILT_DEG_S * given.dt)
        else:
            self._tilt_deg = max(LEVEL_DEG, self._tilt_deg - BACK_DEG_S * given.dt)
        bearing = (90.0 - given.viewport.azimuth_deg + self._aside_deg + 180) % 360 - 180
        if given.pointer is not None:
            hit = given.viewport.hit(given.pointer)
            x, y, _ = hit.point if hit else given.viewport.on_plane(given.pointer, 0.0)
            self._lip = (x - LEAP * cos(radians(bearing)), y - LEAP * sin(radians(bearing)))
        elif self._lip is None:  # nobody points: it comes to where it is seen
            self._lip = given.viewport.ahead(0.0, -BEFORE)
        x, y, z, *turned = tool.place
        begin, end = (x, y, *turned), (*self._lip, bearing, self._tilt_deg)
        steps = 1 + ceil(dist(begin[:2], end[:2]) / APART)
        way = [[a + (b - a) * n / steps for a, b in zip(begin, end, strict=True)] for n in range(steps + 1)]
        lying = self._lying(running)
        high = max(self._height(running, lying, *place) for place in way)
        lip = (x, y) if z < high - LOW else self._lip  # first up, then aside
        return (*lip, high, bearing, self._tilt_deg)

    @property
    def _astray(self) -> float:
        """How far the place before the lip is from where it is meant to be, at most, in two of three times, edges."""
        return SPREADS * hypot(self._limits.tremor_edges, LEAP * radians(self._limits.tremor_deg))

    def _lying(self, running: AttemptRun) -> Array:
        """Where the dice are that it must not touch, (n, 3)."""
        places, _ = running.world.observed
        tool: LadleTool = running.toolset.find("ladle")
        lying: Array = places[[n for n in running.world.numbers if tool.lies(n)]]
        return lying

    def _height(self, running: AttemptRun, lying: Array, x: float, y: float, bearing: float, tilt: float) -> float:
        """The height of the lip at which all of the ladle keeps clear of the plate and of those dice, edges."""
        tool: LadleTool = running.toolset.find("ladle")
        ahead, left, up = np.array(rotated(_attitude(bearing, tilt), self._points(tool)))  # type: ignore[arg-type]
        aside = np.hypot(ahead[:, None] + x - lying[None, :, 0], left[:, None] + y - lying[None, :, 1])
        under = np.where(aside < HALF_DIAGONAL + APART / 2, lying[None, :, 2] + HALF_DIAGONAL, -np.inf)
        top = np.maximum(under.max(axis=1, initial=-np.inf), running.world.plate.top)
        wander = self._limits.tremor_edges + radians(self._limits.tremor_deg) * tool.width
        return float((top - up).max() + self._clear + TREMORS * wander)

    def _points(self, tool: LadleTool) -> Array:
        """Points of its walls, seen from its lip, edges (3, n)."""
        if self._walls is None:
            points = []
            for (length, width, height), middle, attitude in tool.walls():
                counts = [1 + ceil(2 * half / APART) for half in (length, width, height)]
                ticks = [np.linspace(-1.0, 1.0, n) if n > 2 else (-1.0, 1.0) for n in counts]
                for a, b, c in product(*ticks):
                    p, q, r = rotated(attitude, (a * length, b * width, c * height))
                    points.append((middle[0] + p, middle[1] + q, middle[2] + r))
            self._walls = np.array(points).T
        return self._walls

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        tool, limits, all_dice = running.toolset.find("ladle"), self._limits, len(running.trace.hand)
        _, _, z, _, tilt = tool.place
        return Gauge(
            bars=(
                Bar("Tilt", share_of(tilt - LEVEL_DEG, limits.tilt_max_deg - LEVEL_DEG), f"{tilt:.0f}°"),
                Bar("Height", share_of(z, limits.reach_edges), number_text(z)),
                Bar("In the ladle", share_of(len(tool.held), all_dice), f"{len(tool.held)}"),
            )
        )

    def ending(self, running: AttemptRun) -> str:
        if running.toolset.find("ladle").has_touched:
            return "The ladle touched something, which ended the pour."
        return ""

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("ladle")
        if tool.is_over:
            return
        x, y, z, bearing, tilt = tool.place
        ahead = (x + LEAP * cos(radians(bearing)), y + LEAP * sin(radians(bearing)), z)
        yield from ring_below(running, ahead, tool.width / 2)
        landing, _ = below(running, ahead)
        yield from closed(circle(landing, tool.width / 2 + self._astray), "path", 0.06)
        turned = _attitude(bearing, tilt)
        for (length, width, height), middle, attitude in tool.walls():
            corners = []
            for a, b, c in product((-1, 1), repeat=3):
                p, q, r = rotated(attitude, (a * length, b * width, c * height))
                p, q, r = rotated(turned, (middle[0] + p, middle[1] + q, middle[2] + r))
                corners.append((x + p, y + q, z + r))
            for m, n in combinations(range(8), 2):
                if (m ^ n).bit_count() == 1:  # corners that share an edge of the wall
                    yield Stroke(corners[m], corners[n], "tool", (0.08, 0.08))


def _attitude(bearing_deg: float, tilt_deg: float) -> Quat:
    """How a ladle is turned."""
    return after(turn((0.0, 0.0, radians(bearing_deg))), turn((0.0, radians(tilt_deg), 0.0)))
