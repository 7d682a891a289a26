"""The hand that takes dice, carries them and lets them go."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING

from skill.app.draw.scene_view import Stroke
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Controls, Gauge, Sample, drop_line, share_of
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

CLEAR = 2.2  # of empty fingers above what they have no business to take, edges: room for a die of the stock
NOTCH = 0.2  # edges that a notch of the wheel raises them
TURN_DEG_S = 90.0
THERE = 0.12  # edges from where they are to close at which fingers close
PATIENCE_S = 1.2  # after which they close where they are
OPEN, SHUT, LONG = 0.95, 0.62, 2.2  # of the fingers drawn: how far from the middle of a die, and how long


class Fingers(Binding):
    """One hand. Open it hovers over what the pointer shows; closed it carries along a level plane."""

    tool = "hand"
    title = "Hand"
    ready = "Click or press {accept} to begin. Then hold the mouse button on a die to take it, and drag it."
    hint = (
        "Hold the mouse button or {press} to grip, let go to release; drag or use the arrow keys to carry. Wheel or "
        "{raise} {lower}: raise, lower; {twist_left} {twist_right}: turn."
    )
    help = (
        ("Move the hand (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Take a die, as long as it is held (or the mouse button)", (Act.PRESS,)),
        ("Raise, lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Turn the die", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._clear = CLEAR
        self._target: Point = (0.0, 0.0, CLEAR)
        self._offset = (0.0, 0.0)  # of the fingers from where the pointer meets their plane
        self._yaw_deg = 0.0
        self._closing_s: float | None = None  # since when the fingers are meant to close
        self._is_shut = False

    def sample(self, controls: Controls, running: AttemptRun) -> Sample:
        tool = running.toolset.find("hand")
        self._yaw_deg -= controls.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, TURN_DEG_S)
        if not controls.pressed:
            self._closing_s, self._is_shut = None, False
            self._hover(controls)
        elif self._closing_s is None:
            self._closing_s = 0.0
            self._grasp(controls)
        else:
            self._closing_s += controls.dt
            self._carry(controls)
        if self._closing_s is not None and (dist(tool.place, self._target) < THERE or self._closing_s > PATIENCE_S):
            self._is_shut = True
        return (*self._target, self._yaw_deg, float(self._is_shut))

    def _hover(self, controls: Controls) -> None:
        """Go to the die that is pointed at and may be taken, or stay above what is pointed at."""
        self._clear = max(0.0, self._clear + NOTCH * controls.notches)
        if controls.pointer is None:
            return
        assert self.scene.hand is not None
        met = controls.sight.met(controls.pointer)
        if met and met.die is not None and self.scene.hand.takes == "any":
            self._target = controls.sight.centre(met.die)
        else:
            x, y, z = met.point if met else controls.sight.on_plane(controls.pointer, 0.0)
            self._target = (x, y, max(0.0, z) + self._clear)

    def _grasp(self, controls: Controls) -> None:
        """Keep the place of the fingers and remember where the pointer holds them."""
        x, y, z = self._target
        if controls.pointer is not None:
            px, py, _ = controls.sight.on_plane(controls.pointer, z)
            self._offset = (x - px, y - py)

    def _carry(self, controls: Controls) -> None:
        """Along with the pointer in a level plane; the wheel raises it straight up."""
        x, y, z = self._target
        if self._is_shut and controls.pointer is not None:
            px, py, _ = controls.sight.on_plane(controls.pointer, z)
            x, y = px + self._offset[0], py + self._offset[1]
        raised = max(0.0, z + NOTCH * controls.notches)
        self._target = (x, y, raised)
        if raised != z:
            self._grasp(controls)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        assert self.scene.hand is not None
        tool, limits = running.toolset.find("hand"), self.scene.hand
        force, most = tool.force_weights, limits.pull_force_max_weights
        height, stock, all_dice = tool.place[2], len(running.world.stock), len(running.trace.hand)
        left = Bar("Dice left", share_of(stock, all_dice), f"{stock}")
        turned = Bar("Turned", abs(sample[3]) % 360 / 360, f"{sample[3]:.0f}°")
        return Gauge(
            bars=(
                Bar("Height", share_of(height, limits.reach_edges), f"{height:.1f}"),
                Bar("Force", share_of(force, most), f"{force:.1f} of {most:g}"),
                left if all_dice else turned,
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("hand")
        x, y, z = tool.place
        holds = tool.held is not None
        out, kind = (SHUT, "grip") if holds else (OPEN, "tool")
        yield from drop_line(running, (x, y, z - 0.5) if holds else (x, y, z))
        for finger in range(3):
            turned = (2 * finger / 3 + 1 / 2) * pi + sample[3] * pi / 180
            a, b = cos(turned), sin(turned)
            tip, knuckle = (x + out * a, y + out * b, z), (x + 1.5 * out * a, y + 1.5 * out * b, z + LONG / 2)
            yield Stroke(knuckle, tip, kind, (0.3, 0.16))
            yield Stroke((x + 0.5 * out * a, y + 0.5 * out * b, z + LONG), knuckle, kind, (0.34, 0.3))
