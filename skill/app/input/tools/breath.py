"""The mouth: it puffs at a die in the direction in which the player draws, or blows from the player's side at the
pointer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import atan2, dist, hypot, radians, tan
from typing import TYPE_CHECKING, NamedTuple

from skill.app.i18n import number_text
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, beyond, drop_line
from skill.app.input.tools.jet import jet
from skill.app.input.tools.puff import puff
from skill.app.input.tools.stroke_preview import Preview, chance_up, step_towards
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView, Viewport
from skill.draw.scene_view import Stroke
from skill.lattice.cells import Vector
from skill.lattice.frame import point
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
SHORTEST, LONGEST = 0.5, 3.5  # stroke that gives the weakest puff, edges: a shorter one gives none; and the strongest
STRENGTHS = 8  # that are told apart
AWAY = 0.1  # in the view: how far the pointer must go after a puff until the mouth follows it again


class Puff(NamedTuple):
    """What would be blown if the button were let go."""

    die: int
    step: Vector
    share: float
    """Of the longest stroke."""


class Breath(Binding):
    """One mouth. It stays on the player's side of what it blows at, so that turning the view turns it as well."""

    tool = "breath"
    title = "Breath"
    ready = (
        "Click or press {accept} to begin. Then press the mouse button at a die, draw the way it is to go, and let go."
    )
    ready_by_keys = "Press {accept} to begin. Then aim with the arrows, and hold {press} to blow."
    hint = (
        "Press at a die, draw the way it is to go and let go: a blue ring says that it will, a red one that it may not."
        " Hold {press} to blow from your side. Wheel or {raise} {lower}: from higher or lower; "
        "{twist_left} {twist_right}: from the left or right."
    )
    hint_by_keys = (
        "{point_left} {point_right} {point_up} {point_down} aim. Hold {press} to blow from your side, ever stronger. "
        "{raise} {lower}: from higher or lower; {twist_left} {twist_right}: from the left or right."
    )
    help = (
        ("Aim (or move the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Puff: press the mouse button at a die, draw the way it is to go, let go", ()),
        ("See what the puff would do: hold the button and keep still; draw back to give none", ()),
        ("Blow from your side, while held: ever stronger (or the mouse button beside the dice)", (Act.PRESS,)),
        ("From higher, from lower (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
        ("From the left, from the right (or turn the view)", (Act.TWIST_LEFT, Act.TWIST_RIGHT)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._elevation_deg, self._aside_deg = ELEVATION_DEG, 0.0
        self._strength = 0.0
        assert scene.breath is not None
        self._preview = Preview(scene, scene.breath.puff_variants)
        self._pressed_at: InView | None = None
        """Where the button went down at a die."""
        self._was_pressed = False
        self._meant = 0
        """The die at which it went down."""
        self._drawn: Puff | None = None
        self._commands: deque[Sample] = deque()
        """Those of a puff that are still to be given."""
        self._released_at: InView | None = None
        """Where the pointer was at the last puff, until it goes away from there."""

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        if command := self._puffed(given, running):
            return command
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

    def _puffed(self, given: ToolInput, running: AttemptRun) -> Sample | None:
        """What the mouth does while a puff is drawn or given; None where neither is."""
        if self._commands:
            return self._commands.popleft()
        at, begins = given.pointer, given.pressed and not self._was_pressed
        self._was_pressed = given.pressed
        here = (*running.toolset.find("breath").now[:5], 0.0)
        if given.pressed and at is not None and Act.PRESS not in given.held:
            hit = given.viewport.hit(at) if begins else None
            if hit is not None and hit.die is not None:
                self._pressed_at, self._meant = at, hit.die
            if self._pressed_at is None:
                return None
            self._drawn = self._draw(self._pressed_at, at, given.viewport, running)
            if self._drawn is None:
                self._preview.forget()
            else:
                self._follow(self._drawn, running, given.dt)
            return here
        self._pressed_at = None
        if given.broken_off:
            self._drawn = None
            self._preview.forget()
        if self._drawn is not None:
            promise = self._preview.promise
            self._commands.extend(promise.samples if promise else puff(running, *self._drawn).samples())
            self._drawn, self._released_at = None, at
            self._preview.forget()
            return here
        if self._released_at is not None and at is not None and dist(at, self._released_at) < AWAY:
            return here
        self._released_at = None
        return None

    def _draw(self, begin: InView, end: InView, viewport: Viewport, running: AttemptRun) -> Puff | None:
        """The puff of a stroke; None where it is too short."""
        (a, b, _), (x, y, _) = (viewport.on_plane(at, HEIGHT) for at in (begin, end))
        share = (hypot(x - a, y - b) - SHORTEST) / (LONGEST - SHORTEST)
        if share < 0:
            return None
        step = step_towards(running.reading(), self._meant, atan2(y - b, x - a))
        return Puff(self._meant, step, min(1.0, share))

    def _follow(self, drawn: Puff, running: AttemptRun, dt: float) -> None:
        strength = round(STRENGTHS * drawn.share)
        self._preview.follow(
            running, drawn.die, drawn.step, strength, lambda: puff(running, *drawn).samples(), dt, self.rehearser
        )

    def chance(self, running: AttemptRun) -> str:
        return chance_up(running.reading())

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        mouth = running.toolset.find("breath")
        strength = self._drawn.share if self._drawn else mouth.pressure
        air = Bar("Air", mouth.air, number_text(mouth.air, ".0%"))
        downwards = Bar("Downwards", -sample[4] / 90, f"{-sample[4]:.0f}°")
        promised = self._preview.bars()  # in the place of the others: there is room for three
        return Gauge(bars=(Bar("Strength", strength, number_text(strength, ".0%")), *(promised or (air, downwards))))

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        assert self.scene.breath is not None
        tool, limits = running.toolset.find("breath"), self.scene.breath
        dice = {n: running.world.body(n).position for n in running.world.numbers}
        if self._preview.promise is not None:
            yield from self._preview.strokes(dice)
            return
        if self._drawn is not None and self._drawn.die in dice:
            (x, y, z), (dx, dy, _) = dice[self._drawn.die], point(self._drawn.step, self.scene.plate.pitch)
            yield from arrow((x, y, z), (x + dx, y + dy, z), "aim", 0.1 + 0.15 * self._drawn.share)
            return
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
