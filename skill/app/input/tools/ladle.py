"""The ladle that is carried over what the pointer shows, and tilted for as long as the pointer is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import radians
from typing import TYPE_CHECKING

from skill.app.draw.scene_view import Stroke
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Controls, Gauge, Sample, drop_line, share_of
from skill.lattice.frame import Point
from skill.physics.pose import product as after
from skill.physics.pose import rotated, turn
from skill.physics.tools.ladle import BEGIN

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

CLEAR, NOTCH = 3.0, 0.2  # of the lip above what is pointed at, and what a notch of the wheel adds, edges
LEVEL_DEG = BEGIN[4]  # the tilt at which it holds its dice
TILT_DEG_S, BACK_DEG_S = 45.0, 150.0  # forwards while pressed, and back
TURN_DEG_S = 60.0


class Ladle(Binding):
    """One ladle. Its lip is over what is pointed at and looks away from the player."""

    tool = "ladle"
    title = "Ladle"
    ready = "Click or press {accept} to take the ladle. Then hold the mouse button to tilt it, and let go to hold back."
    hint = (
        "The lip follows the pointer; hold the mouse button or {press} to tilt, let go to hold back. Wheel or "
        "{raise} {lower}: higher, lower; {twist_left} {twist_right}: turn. It must touch nothing."
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
        self._place: Point = (BEGIN[0], BEGIN[1], BEGIN[2])
        self._clear, self._aside_deg, self._tilt_deg = CLEAR, 0.0, LEVEL_DEG

    def sample(self, controls: Controls, running: AttemptRun) -> Sample:
        self._clear = max(0.0, self._clear + NOTCH * controls.notches)
        self._aside_deg -= controls.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, TURN_DEG_S)
        if controls.pressed:
            self._tilt_deg = min(self._limits.tilt_max_deg, self._tilt_deg + TILT_DEG_S * controls.dt)
        else:
            self._tilt_deg = max(LEVEL_DEG, self._tilt_deg - BACK_DEG_S * controls.dt)
        if controls.pointer is not None:
            met = controls.sight.met(controls.pointer)
            x, y, z = met.point if met else controls.sight.on_plane(controls.pointer, 0.0)
            self._place = (x, y, max(0.0, z) + self._clear)
        bearing = (90.0 - controls.sight.azimuth_deg + self._aside_deg + 180) % 360 - 180
        return (*self._place, bearing, self._tilt_deg)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        tool, limits, all_dice = running.toolset.find("ladle"), self._limits, len(running.trace.hand)
        _, _, z, _, tilt = tool.place
        return Gauge(
            bars=(
                Bar("Tilt", share_of(tilt - LEVEL_DEG, limits.tilt_max_deg - LEVEL_DEG), f"{tilt:.0f}°"),
                Bar("Height", share_of(z, limits.reach_edges), f"{z:.1f}"),
                Bar("In the ladle", share_of(len(tool.held), all_dice), f"{len(tool.held)}"),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("ladle")
        if tool.is_over:
            return
        x, y, z, bearing, tilt = tool.place
        yield from drop_line(running, (x, y, z))
        turned = after(turn((0.0, 0.0, radians(bearing))), turn((0.0, radians(tilt), 0.0)))
        for (length, width, height), middle, attitude in tool.walls():
            corners = []
            for a, b, c in product((-1, 1), repeat=3):
                p, q, r = rotated(attitude, (a * length, b * width, c * height))
                p, q, r = rotated(turned, (middle[0] + p, middle[1] + q, middle[2] + r))
                corners.append((x + p, y + q, z + r))
            for m, n in combinations(range(8), 2):
                if (m ^ n).bit_count() == 1:  # corners that share an edge of the wall
                    yield Stroke(corners[m], corners[n], "tool", (0.08, 0.08))
