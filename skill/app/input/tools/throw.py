"""The throwing hand: it holds the dice over the place that is pointed at, and lets them go there.

It stands aslant above its aim, as near as the scene allows, and throws level, so that the dice come down steeply. Dice
thrown from beside the plate, as flat as a ball, roll on: of a hundred aimed at the middle half left it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from math import cos, hypot, radians, sin, sqrt, tau
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, scene_camera, share_of
from skill.app.input.tools.flight import LANDS, LEAST, flight
from skill.app.input.tools.tool_input import ToolInput
from skill.bots.planners.shared.rehearsed_throw import Chances, chances, meant
from skill.draw.camera import Camera
from skill.draw.scene_view import UPRIGHT, DieView, Stroke
from skill.lattice.frame import Point
from skill.physics.pose import within_reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skill.lattice.dice import Die
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

STEEP_DEG, NOTCH_DEG = 75.0, 3.0  # of the line from the aim to the hand, above the plate
FLATTEST_DEG, STEEPEST_DEG = 30.0, 90.0
FARTHEST = 12.0  # from the middle of the plate that dice are aimed, edges
SPIN_PER_S = 0.8  # share of the greatest spin by which a key changes it in a second
ENOUGH = 20  # rehearsals of a throw, to tell six of ten from three of ten; the shares are shown from the first few on
RESTS_S = 0.2  # for which the aim stays as it is before the throw is rehearsed
BACK, UP = 1.05, 0.35  # of the way to the hand, by which the eye is farther back and looks higher
MIDDLE: Point = (0.0, 0.0, LANDS)
"""Of the plate: where one aims at first."""
SAME = 0.2  # edges within which an aim counts as the same


class Throw(Binding):
    """One hand. It follows the pointer, and dice leave it when the button is let go."""

    tool = "throw"
    title = "Throw"
    ready = (
        "Click or press {accept} to take the die in the hand. Then point where it is to land, and click to throw it."
    )
    ready_by_keys = "Press {accept} to take the die in the hand. Then aim with the arrows, and press {press} to throw."
    hint = (
        "Point where the die is to land, and click to throw. Keep still to see how many come to rest. The wheel "
        "belongs to the hand now: it makes the throw steeper or flatter, as {raise} and {lower} do."
    )
    hint_by_keys = (
        "{point_left} {point_right} {point_up} {point_down} aim, {press} throws. Keep still to see how many come to "
        "rest. {raise} {lower}: steeper, flatter."
    )
    help = (
        ("Aim (or move the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Throw (or the mouse button)", (Act.PRESS,)),
        ("Steeper, flatter (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("Spin backward, forward", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.throw is not None
        self._limits = scene.throw
        self._away = scene.throw.distance_m / scene.dice.edge_m
        self._steep_deg, self._spin = STEEP_DEG, 0.0
        self.aim = MIDDLE
        self._was_pressed = False
        self._key: Hashable = None
        """Of the throw that is meant."""
        self._rested_s = 0.0
        """For how long it has been the same."""
        self._asked: tuple[int, int, Hashable] | None = None
        """What is being rehearsed."""
        self._chances: Chances | None = None
        """Of the throw that is meant, once they are known."""

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        steep = self._steep_deg + NOTCH_DEG * given.notches
        self._steep_deg = max(FLATTEST_DEG, min(STEEPEST_DEG, steep))
        turned = self._spin + given.towards(Act.TWIST_LEFT, Act.TWIST_RIGHT, SPIN_PER_S)
        self._spin = max(-1.0, min(1.0, turned))
        if given.pointer is not None:
            hit = given.viewport.hit(given.pointer)
            on_die = hit is not None and hit.die is not None
            x, y, z = hit.point if hit and on_die else given.viewport.on_plane(given.pointer, LANDS)
            self.aim = (*within_reach(x, y, FARTHEST), z)
        goes = self._was_pressed and not given.pressed and not given.broken_off
        self._was_pressed = given.pressed
        ahead = given.viewport.ahead(0.0, 1.0)
        sample = (*self._thrown(running, ahead), float(goes))
        self._follow(running, sample, given.dt)
        return sample

    def _thrown(self, running: AttemptRun, ahead: tuple[float, float]) -> Sample:
        """Place, velocity and spin of a level throw at the aim."""
        tool, (x, y, z) = running.toolset.find("throw"), self.aim or MIDDLE
        edge, steep = self.scene.dice.edge_m, radians(self._steep_deg)
        back, up = self._away * cos(steep), self._away * sin(steep)
        wanted = (x - back * ahead[0], y - back * ahead[1], z + up)
        place = tool.place(running.world, (*wanted, *(0.0,) * 7), len(tool.held))
        falls_s = sqrt(2 * max(0.1, place[2] - z) * edge / max(LEAST * edge, self.scene.engine.gravity_m_s2))
        speed = [(to - begin) * edge / falls_s for to, begin in zip((x, y), place, strict=False)]
        roll = self._limits.spin_max_rad_s * self._spin
        return (*place, *speed, 0.0, -roll * ahead[1], roll * ahead[0], 0.0)

    def _follow(self, running: AttemptRun, sample: Sample, dt: float) -> None:
        """For another `dt` seconds this throw is meant."""
        tool, rehearser = running.toolset.find("throw"), self.rehearser
        is_held = bool(tool.held) and self.scene.plate.side != "none" and sample[-1] == 0
        key = (*(round(part / SAME) for part in self.aim or MIDDLE), self._steep_deg, self._spin) if is_held else None
        self._rested_s = self._rested_s + dt if key == self._key else 0.0
        if key != self._key:
            rehearser.warm()
            self._key, self._chances = key, None
        is_rough = self._chances is None or self._chances.dice < ENOUGH * len(tool.held)
        if self._asked is None and key and is_rough and self._rested_s >= RESTS_S:
            self._asked = (running.trace.seed, len(running.trace.samples), key)
            asked = meant(running, [sample, (*sample[:-1], 1.0)], self.aim or MIDDLE)
            rehearser.ask(self._asked, chances, lambda: asked)
        if self._asked is not None and (found := rehearser.answer(self._asked)) is not None:
            if self._asked[-1] == key:  # else another throw is meant by now
                self._chances = self._chances.with_more(found) if self._chances else found
            self._asked = None

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        steep = Bar("Downwards", self._steep_deg / 90, f"{self._steep_deg:.0f}°")
        spin, most = hypot(*sample[6:9]), self._limits.spin_max_rad_s
        if self.scene.plate.side == "none" or spin:
            turns = tr("{count} turns a second", count=number_text(spin / tau, ".1f"))
            return Gauge(bars=(steep, Bar("Spin", share_of(spin, most), turns)))
        found = self._chances
        shares = (
            ("In this funnel", found and found.there),
            ("In any funnel", found and found.in_cells),
            ("No die falls off", found and found.none_off),
        )
        unknown = tr("counting") if self._key else ""  # while it rests in the hand
        told = tuple(
            Bar(label, share or 0.0, unknown if share is None else number_text(share, ".0%")) for label, share in shares
        )
        return Gauge(bars=told if self._steep_deg == STEEP_DEG else (steep, *told[1:]))

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("throw")
        if not tool.held or sample == tool.rest:
            return
        place = tool.place(running.world, sample, len(tool.held))
        velocity = (sample[3], sample[4], sample[5])
        yield from flight(running, place, velocity, self._limits.noise_dir_deg, self._limits.noise_speed)

    def asked(self, hand: Sequence[Die]) -> tuple[list[DieView], list[Stroke]]:
        azimuth = radians(scene_camera(self.scene).azimuth_deg)
        back, up = self._away * cos(radians(STEEP_DEG)), self._away * sin(radians(STEEP_DEG))
        place = (-back * sin(azimuth), -back * cos(azimuth), LANDS + up)
        dice = [DieView(place, UPRIGHT, die.colour) for die in hand[:1]]
        return dice, [Stroke(place, (place[0], place[1], 0.0), "height", (0.05, 0.05))]

    def camera(self) -> Camera:
        """So far back and up that the hand is in the view as well as the plate."""
        camera = scene_camera(self.scene)
        x, y, z = camera.target
        return replace(camera, distance=camera.distance + BACK * self._away, target=(x, y, z + UP * self._away))
