"""The box that is poured out over the pointer."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, ring_below, share_of
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.scene_view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

HEIGHT, NOTCH = 12.5, 0.5  # of its mouth, and what a notch of the wheel adds, edges
RATE_PER_S = 20.0
RATE_CHANGE_PER_S = 12.0
LEAST = 0.1  # gravity, m/s2: with less dice would have no place to fall to
CORNERS = 12  # of the mouth that is drawn


class Pour(Binding):
    """One box: it is over what is pointed at and pours while the pointer is pressed."""

    tool = "pour"
    title = "Box"
    ready = "Click or press {accept} to take the box. Then hold the mouse button to pour."
    ready_by_keys = "Press {accept} to take the box. Then hold {press} to pour."
    hint = (
        "Hold the mouse button or {press} to pour; the box follows the pointer. Wheel or {raise} {lower}: higher, "
        "lower; {twist_left} {twist_right}: slower, faster."
    )
    hint_by_keys = (
        "Hold {press} to pour; {point_left} {point_right} {point_up} {point_down} move the box. {raise} {lower}: "
        "higher, lower; {twist_left} {twist_right}: slower, faster."
    )
    help = (
        ("Move the box (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Pour, while held (or the mouse button)", (Act.PRESS,)),
        ("Higher, lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Slower, faster", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.pour is not None
        self._limits = scene.pour
        self._place: Point = (0.0, 0.0, HEIGHT)
        self._rate = min(RATE_PER_S, scene.pour.rate_max_per_s)

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        rate = self._rate + given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, RATE_CHANGE_PER_S)
        self._rate = max(1.0, min(self._limits.rate_max_per_s, rate))
        x, y, z = self._place
        if given.pointer is not None:
            x, y, _ = given.viewport.on_plane(given.pointer, 0.0)
        self._place = (x, y, max(0.0, min(self._limits.reach_edges, z + NOTCH * given.notches)))
        return (*self._place, self._rate if given.pressed else 0.0)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        most, left = self._limits.rate_max_per_s, len(running.world.stock)
        return Gauge(
            bars=(
                Bar(
                    "Pouring",
                    share_of(sample[3], most),
                    tr("{value} of {most} a second", value=f"{sample[3]:.0f}", most=number_text(most, "g")),
                ),
                Bar("Height", share_of(sample[2], self._limits.reach_edges), number_text(sample[2])),
                Bar("In the box", share_of(left, len(running.trace.hand)), f"{left}"),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        x, y, z, rate = sample
        out = max(0.5, self._limits.mouth_edges)
        falls_s = sqrt(2 * z * self.scene.dice.edge_m / max(LEAST, self.scene.engine.gravity_m_s2))
        yield from ring_below(running, (x, y, z), out + self._limits.speed_edges_s * falls_s)
        ring = [(x + out * cos(2 * pi * n / CORNERS), y + out * sin(2 * pi * n / CORNERS), z) for n in range(CORNERS)]
        for n, corner in enumerate(ring):
            yield Stroke(corner, ring[n - 1], "grip" if rate else "tool", (0.3, 0.3))
