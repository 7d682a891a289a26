"""The mouth: it blows from the player's side at what the pointer shows."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, tan
from typing import TYPE_CHECKING

from skill.app.draw.scene_view import Stroke
from skill.app.i18n import number_text
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, beyond, drop_line
from skill.app.input.tools.jet import jet
from skill.app.input.tools.tool_input import ToolInput
from skill.physics.tools.breath import blow_at
from skill.physics.tools.launch import heading

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

DISTANCE = 5.0  # of the lips from what they blow at, edges
ELEVATION_DEG = -25.0
STEEPEST_DEG, FLATTEST_DEG = -80.0, 0.0
NOTCH_DEG = 3.0
TURN_DEG_S = 60.0
HEIGHT = 0.9  # above the plate, at which a pointer beside all dice aims: that of a die's centre
FIRST, GROWS_S = 0.3, 0.7  # strength with which a blow begins, and the time until it is at its full
SHOWN = 9.0  # length of the cone that is drawn, edges


class Breath(Binding):
    """One mouth. It stays on the player's side of what it blows at, so that turning the view turns it as well."""

    tool = "breath"
    title = "Breath"
    ready = "Click or press {accept} to begin. The mouth then blows at what the pointer shows, from your side."
    hint = (
        "Point at a die; hold the mouse button or {press} to blow, the longer the stronger. Wheel or {raise} "
        "{lower}: from higher or lower; {twist_left} {twist_right}: from the left or right."
    )
    help = (
        ("Aim (or move the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Blow, while held: ever stronger (or the mouse button)", (Act.PRESS,)),
        ("From higher, from lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("From the left, from the right (or turn the view)", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._elevation_deg, self._aside_deg = ELEVATION_DEG, 0.0
        self._strength = 0.0

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        tilted = self._elevation_deg - NOTCH_DEG * given.notches
        self._elevation_deg = max(STEEPEST_DEG, min(FLATTEST_DEG, tilted))
        self._aside_deg += given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, TURN_DEG_S)
        viewport, at = given.viewport, given.pointer or (0.0, 0.0)
        hit = viewport.hit(at)
        aim = hit.point if hit and hit.die is not None else viewport.on_plane(at, HEIGHT)
        way = heading(radians(90.0 - viewport.azimuth_deg + self._aside_deg), radians(self._elevation_deg))
        assert self.scene.breath is not None
        gap = self.scene.breath.mouth_gap_edges
        mouth = running.world.queries.cleared(beyond(aim, way, -max(DISTANCE, gap + 1)), gap)
        if given.pressed:
            self._strength = min(1.0, max(FIRST, self._strength + given.dt * (1 - FIRST) / GROWS_S))
        else:
            self._strength = 0.0
        return blow_at(aim, mouth, self._strength)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        mouth = running.toolset.find("breath")
        return Gauge(
            bars=(
                Bar("Strength", mouth.pressure, number_text(mouth.pressure, ".0%")),
                Bar("Air", mouth.air, number_text(mouth.air, ".0%")),
                Bar("Downwards", -sample[4] / 90, f"{-sample[4]:.0f}°"),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        assert self.scene.breath is not None
        tool, limits = running.toolset.find("breath"), self.scene.breath
        x, y, z, bearing, elevation = tool.mouth
        mouth = running.world.queries.cleared((x, y, z), limits.mouth_gap_edges)
        way = heading(radians(bearing), radians(elevation))
        yield from drop_line(running, mouth)
        yield Stroke(beyond(mouth, way, -0.9), mouth, "grip" if tool.pressure else "tool", (1.1, 0.5))
        if tool.pressure:
            lips = limits.lips_m / self.scene.dice.edge_m
            reach = SHOWN * (0.4 + 0.6 * tool.pressure)
            width = lips + 2 * reach * tan(radians(limits.cone_deg))
            yield Stroke(mouth, beyond(mouth, way, reach), "breath", (lips, width))
        yield from arrow(mouth, beyond(mouth, way, DISTANCE - 0.5), "aim", 0.08)
        yield from jet(running, mouth, way)
