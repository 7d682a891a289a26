"""The plate in two hands: it leans towards the pointer, a stroke jolts it, keys shake, turn, heave and lift it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input import actions
from skill.app.input.actions import Act
from skill.app.input.tools.binding import CORNERS, Bar, Binding, Gauge, Sample, arrow, circle, closed, share_of
from skill.app.input.tools.jolt import HOPS_FROM, STAYS_TO, Jolt, Spot, jolt
from skill.app.input.tools.stroke_preview import Preview, chance_up, hopper, step_towards
from skill.app.input.tools.tool_input import NOTCH_YAW_DEG, ToolInput
from skill.app.input.viewport import InView, Viewport
from skill.draw.camera import Camera, above
from skill.draw.scene_view import Stroke
from skill.lattice.cells import DEPTH, LEVEL_STEPS, I, J, K
from skill.lattice.frame import AXIS_VECTORS, Point
from skill.physics.pose import SIDE_LEAN

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

STILL_ZONE = 0.08  # of the way from the middle to the edge, in which the plate is level
KEY_TILT = 0.62  # of the way: how far an arrow key tilts
SHAKE_HZ = 5.0
SHAKE_EDGES = 0.9  # greatest swing of a shake
SHAKE_HEAVE = 0.2  # of a shake's swing
LEANS_IN_S = 0.09  # time constant of a lean, twice: so softly that it moves no die
YAW_DEG = 25.0
YAW_FADE_DEG_S = 40.0
HEAVE_EDGES = 1.2
BESIDE = (-80.0, -28.0)  # degrees by which one stands aside and lower to see below a plate that lies
RAISED_AT, RAISE_PER_S = 0.8, 0.4  # in the view; share of the way from its side to level in a second
LIFT_DEG = 24.0
LIFT_DEG_S = 180.0
SHORTEST, LONGEST = 0.5, 3.5  # stroke that gives the weakest jolt, edges: a shorter one gives none; and the strongest
WEAKEST, STRONGEST = 36.0, 66.0  # speed up its ramp that they give the die that is meant, edges a second
LIKE = 2.0  # edges a second; strokes whose strength differs less count as one
TAP_S, TAPPED = 0.2, 50.0  # a press of the shaking key so short is one jolt, and how strong
UNDER = 1.1  # how near a die one presses who means it, edges
TOSSING_DEG_S = 850.0  # from which wrists toss a die up onto three: `rehearsed_pulse.py`
FEW = 8  # dice of which one can be meant; in a heap a jolt takes all
STILL_DEG = 0.3  # of lean, at which hands that are to jolt count the plate as level
AWAY = 0.15  # in the view: how far the pointer must go after a jolt until the plate follows it again
SEEN_S = 1.5  # for which it is shown which way dice went
LANDED_S, TOLD_S = 0.7, 4.0  # after a jolt dice have come down by then; until then it is said that none hopped
AT_CENTRE = 0.9  # height above the plate of the middle of a die
FUNNEL = 1.435  # from one to the next
GRIP, GRIP_WIDTH = 0.4, 0.08  # radius and width of the ring where hands grip, edges
SAME_GRIP, REGRIP_S = 0.3, 0.15  # edges to a grip that needs no shift, and how long a shift takes
LEVEL = (0.0,) * 6  # a sample of a plate that lies level in its place, but for the pivot
_LIFTS = {Act.LIFT_I: I, Act.LIFT_J: J, Act.LIFT_K: K}


def lowered(towards_x: float, towards_y: float, angle_deg: float) -> tuple[float, float]:
    """Roll and pitch that lower the plate in that direction: roll > 0 lifts the back, pitch > 0 lowers the right."""
    length = hypot(towards_x, towards_y)
    return (0.0, 0.0) if length == 0 else (-angle_deg * towards_y / length, angle_deg * towards_x / length)


def _middles(running: AttemptRun) -> dict[int, Point]:
    """Where dice are, plate frame."""
    return {n: running.world.body(n).position for n in running.world.numbers}


class Tilt(Binding):
    """Two hands on the plate: it leans, turns and lifts as the player sees it, from whichever side."""

    tool = "tilt"
    leans = True
    title = "Plate"
    keys = actions.TILTING
    idle = Gauge((0.0, 0.0))
    ready = (
        "Click or press {accept} to take the plate. Then press the mouse button at a die, draw the way it is to hop, "
        "and let go."
    )
    ready_by_keys = (
        "Press {accept} to take the plate. Then lean it the way the dice are to hop with {tilt_left}, {tilt_right}, "
        "{tilt_away} or {tilt_towards}, and press {shake} briefly."
    )
    hint = (
        "Press at a die and draw the way it is to hop: a blue ring says that it will, a red one that it may not. Let "
        "go, or draw back for none. "
        "{shake} shakes, {lift_i} {lift_j} {lift_k} lift a corner, {heave} heaves, {yaw_left} {yaw_right} turn."
    )
    hint_by_keys = (
        "{tilt_left} {tilt_right} {tilt_away} {tilt_towards} lean the plate. {shake} pressed briefly jolts it that "
        "way; held, it shakes. {lift_i} {lift_j} {lift_k} lift a corner and mean the die next to it; {heave} heaves, "
        "{yaw_left} {yaw_right} turn."
    )
    hint_heap = (
        "The plate leans towards the pointer. {shake} shakes it, {lift_i} {lift_j} {lift_k} lift a corner, {heave} "
        "heaves, {yaw_left} {yaw_right} turn."
    )
    hint_heap_by_keys = (
        "{tilt_left} {tilt_right} {tilt_away} {tilt_towards} lean the plate, {shake} shakes it, {lift_i} {lift_j} "
        "{lift_k} lift a corner, {heave} heaves, {yaw_left} {yaw_right} turn."
    )
    hint_lying = (
        "Move the pointer up to raise the plate, down to lay it down. {heave} heaves, {yaw_left} {yaw_right} turn."
    )
    hint_lying_by_keys = (
        "{tilt_away} raises the plate, {tilt_towards} lays it down. {heave} heaves, {yaw_left} {yaw_right} turn."
    )
    ready_heap = "Click or press {accept} to take the plate."
    ready_heap_by_keys = "Press {accept} to take the plate."
    help = (
        ("Take the plate (or click)", (Act.ACCEPT,)),
        ("Tilt (or move the mouse: the plate leans towards the pointer)", (Act.TILT_LEFT, Act.TILT_RIGHT)),
        ("Tilt away, towards you; raise a plate that lies, lay it down", (Act.TILT_AWAY, Act.TILT_TOWARDS)),
        ("Jolt: press the mouse button at a die, draw the way it is to hop, let go", ()),
        ("See what the jolt would do: hold the button and keep still; draw back to give none", ()),
        ("Shake, while held: the harder, the further the plate leans; a short press is one jolt", (Act.SHAKE,)),
        ("Turn the plate (or the mouse wheel)", (Act.YAW_LEFT, Act.YAW_RIGHT)),
        ("Heave it; let go and it drops", (Act.HEAVE,)),
        ("Lift one corner, which separates dice", (Act.LIFT_I, Act.LIFT_J, Act.LIFT_K)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.tilt is not None
        self._tilt_max_deg = scene.tilt.tilt_max_deg
        self._lies_deg = tuple(map(degrees, SIDE_LEAN[:2])) if scene.plate.bed else None
        """Roll and pitch of a plate that lies on its side at the start."""
        self._can_toss = scene.tilt.jolt_variants > 1 and scene.tilt.rate_max_deg_s >= TOSSING_DEG_S
        """Whether a jolt may toss a die up onto three."""
        if scene.tilt.jolt_variants == 1:
            self.ready, self.ready_by_keys = self.ready_heap, self.ready_heap_by_keys
            self.hint, self.hint_by_keys = self.hint_heap, self.hint_heap_by_keys
        if self._lies_deg:
            self.hint, self.hint_by_keys = self.hint_lying, self.hint_lying_by_keys
        self._raised = 0.0
        """How far that has been raised, 0 to 1."""
        self._wheel_yaw = 0.0
        self._shaking_s = 0.0
        self._lean: list[tuple[float, float]] = [(0.0, 0.0)] * 2
        """Roll and pitch, degrees, on their way to what is wanted: half way, and as commanded."""
        self._pressed_s = 0.0
        """For how long the shaking key has been down."""
        self._lifted = 0.0
        """Degrees by which a corner is lifted."""
        self._pressed_at: InView | None = None
        """Where the button went down for a jolt that is being drawn."""
        self._drawn_to: InView | None = None
        """Where the pointer was when the jolt was last worked out."""
        self._meant: int | None = None
        """The die that is meant; None for all."""
        self._step = LEVEL_STEPS[0]
        """That it is to take."""
        self._drawn: Jolt | None = None
        """What would be given if the button were let go now."""
        self._preview = Preview(scene, scene.tilt.jolt_variants)
        self._drive = 0.0
        self._grip = (0.0, 0.0)
        """About where hands hold the plate while a jolt is drawn."""
        self._commands: deque[Sample] = deque()
        """Those of a jolt that are still to be given."""
        self._released_at: InView | None = None
        """Where the pointer was at the last jolt, until it goes away from there."""
        self._were: dict[int, Point] = {}
        """Where dice were before the last jolt."""
        self._since_s = 0.0
        self._gave = 0.0
        """How strong that was."""

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        if self._lies_deg is None and (command := self._jolted(given, running)):
            return command
        held, viewport = given.held, given.viewport
        self._wheel_yaw += NOTCH_YAW_DEG * given.notches
        x, y = viewport.ahead(*self._leaning(held, given.pointer, given.stick))
        strength = min(1.0, hypot(x, y))
        follows = self._released_at is None
        roll, pitch = self._softly(lowered(x, y, follows * self._tilt_max_deg * strength**1.5), given.dt)
        if self._lies_deg is not None:
            self._raise(given)
            roll, pitch = ((1 - self._raised) * angle for angle in self._lies_deg)
        pivot = (0.0, 0.0)
        lifting = [axis for act, axis in _LIFTS.items() if act in held]
        self._lifted = min(LIFT_DEG, self._lifted + LIFT_DEG_S * given.dt) if lifting else 0.0
        for axis in lifting:
            corner = AXIS_VECTORS[axis]
            more = lowered(-corner[0], -corner[1], self._lifted)
            roll, pitch = roll + more[0], pitch + more[1]
            pivot = (-corner[0] * DEPTH / 2, -corner[1] * DEPTH / 2)  # in the middle of the side that stays down
        shakes = self._pressed_s > TAP_S or (given.pressed and self._lies_deg is not None)
        if given.pointer is None and strength == 0.0:  # without a pointer a key alone shakes, across
            (x, y), strength = viewport.ahead(1.0, 0.0), KEY_TILT
        swing = SHAKE_EDGES * strength * self._swing(given.dt) if shakes else self._stop()
        length = hypot(x, y) or 1.0
        shift_x, shift_y = swing * x / length, swing * y / length
        heave = SHAKE_HEAVE * abs(swing) + HEAVE_EDGES * (Act.HEAVE in held)
        return (roll, pitch, self._yaw(held, given.dt), shift_x, shift_y, heave, *pivot)

    def _softly(self, wanted: tuple[float, float], dt: float) -> tuple[float, float]:
        """Roll and pitch on their way to what is wanted."""
        share = min(1.0, dt / LEANS_IN_S)
        for n, (roll, pitch) in enumerate(self._lean):
            self._lean[n] = (roll + share * (wanted[0] - roll), pitch + share * (wanted[1] - pitch))
            wanted = self._lean[n]
        return wanted

    def _jolted(self, given: ToolInput, running: AttemptRun) -> Sample | None:
        """What hands do that draw a jolt or give one; None where they do neither."""
        at, leans_deg = given.pointer, hypot(*running.toolset.find("tilt").lean_deg)
        self._since_s += given.dt
        if self._commands:
            return self._commands.popleft()
        if given.broken_off:
            self._drawn, self._pressed_s = None, 0.0
        if Act.SHAKE in given.held:
            self._pressed_s += given.dt
        elif self._pressed_s:
            if self._pressed_s <= TAP_S:
                self._tap(given, running)
            self._pressed_s = 0.0
        if given.pressed and at is not None:
            if at != self._drawn_to or leans_deg > STILL_DEG:
                self._drawn_to = at
                self._draw(at, given.viewport, running)
            if self._drawn is not None and self._meant is not None and leans_deg <= STILL_DEG:
                self._follow(self._drawn, self._meant, running, given.dt)
            else:
                self._preview.forget()
        elif self._drawn is None:
            self._pressed_at = self._drawn_to = None
            self._preview.forget()
            if self._released_at is not None and (at is None or dist(at, self._released_at) > AWAY):
                self._released_at = None
            return None
        elif leans_deg <= STILL_DEG:
            self._give(self._drawn)
            self._were, self._since_s, self._released_at = _middles(running), 0.0, at
            self._gave = self._drawn.drive
            self._drawn = self._drawn_to = self._pressed_at = None
            self._preview.forget()
        if self._drawn is not None:
            chooses = self._drawn.meant is not None and self._preview.variants > 1
            self._grip = self._drawn.meant if chooses and self._drawn.meant else self._drawn.grip
        return (*self._softly((0.0, 0.0), given.dt), 0.0, 0.0, 0.0, 0.0, *self._grip)

    def _follow(self, drawn: Jolt, meant: int, running: AttemptRun, dt: float) -> None:
        strength, rate_hz = round(drawn.drive / LIKE), self.scene.engine.sample_hz
        self._preview.follow(running, meant, self._step, strength, lambda: drawn.samples(rate_hz), dt, self.rehearser)

    def _give(self, drawn: Jolt) -> None:
        """Hands give the jolt, or the best of its variants; those that grip elsewhere shift their grip first."""
        promise = self._preview.promise
        samples = promise.samples if promise else drawn.samples(self.scene.engine.sample_hz)
        grip = (samples[0][6], samples[0][7])
        if dist(grip, self._grip) > SAME_GRIP:
            self._commands.extend([(*LEVEL, *grip)] * round(REGRIP_S * self.scene.engine.sample_hz))
        self._commands.extend(samples)
        self._grip = grip

    def _tap(self, given: ToolInput, running: AttemptRun) -> None:
        """The jolt of a short press, the way the plate is to lean: of the die nearest the lifted corner, or of all."""
        x, y = given.viewport.ahead(*self._leaning(given.held, given.pointer, given.stick))
        dice = [(x, y) for x, y, _ in _middles(running).values()]
        corner = next((AXIS_VECTORS[axis] for act, axis in _LIFTS.items() if act in given.held), None)
        meant = None
        if corner is not None and 0 < len(dice) <= FEW:
            meant = max(dice, key=lambda at: at[0] * corner[0] + at[1] * corner[1])
        if hypot(x, y) > STILL_ZONE or corner is not None:
            self._drive = TAPPED
            self._drawn = jolt(self.scene, meant, atan2(y, x), TAPPED, dice)

    def _draw(self, at: InView, viewport: Viewport, running: AttemptRun) -> None:
        """The jolt that would be given if the button were let go there."""
        dice = {n: (x, y) for n, (x, y, _) in _middles(running).items()}
        x, y, _ = viewport.on_plane(at, AT_CENTRE)
        if self._pressed_at is None:
            self._pressed_at = at
            near = min(dice, key=lambda n: dist(dice[n], (x, y)), default=None) if len(dice) <= FEW else None
            self._meant = near if near is not None and dist(dice[near], (x, y)) < UNDER else None
        from_x, from_y, _ = viewport.on_plane(self._pressed_at, AT_CENTRE)
        x, y = x - from_x, y - from_y
        share = (hypot(x, y) - SHORTEST) / (LONGEST - SHORTEST)
        self._drive = WEAKEST + (STRONGEST - WEAKEST) * min(1.0, share)
        meant = None
        if self._meant is not None:
            meant, self._step = dice.get(self._meant), step_towards(running.reading(), self._meant, atan2(y, x))
        self._drawn = jolt(self.scene, meant, atan2(y, x), self._drive, list(dice.values())) if share >= 0 else None

    def _raise(self, given: ToolInput) -> None:
        """A plate that lies is raised as far as the pointer is above the middle of the view, at an even pace."""
        most = RAISE_PER_S * given.dt
        way = given.towards(Act.TILT_TOWARDS, Act.TILT_AWAY, RAISE_PER_S) + most * given.stick[1]
        if given.pointer is not None and way == 0:
            wanted = max(0.0, min(1.0, given.pointer[1] / RAISED_AT))
            way = max(-most, min(most, wanted - self._raised))
        self._raised = max(0.0, min(1.0, self._raised + way))

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        roll, pitch = running.toolset.find("tilt").lean_deg
        strength, way = hypot(roll, pitch) / self._tilt_max_deg, atan2(-roll, pitch) + radians(azimuth_deg)
        share = share_of(self._drive, STRONGEST) if self._drawn else 0.0
        bars = (Bar("Jolt", share, number_text(share, ".0%")),) if self._drawn else ()
        return Gauge((strength * cos(way), strength * sin(way)), (*bars, *self._preview.bars()))

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        if self._preview.promise is not None:
            yield from self._preview.strokes(_middles(running))
            yield from _grip((self._preview.promise.samples[0][6], self._preview.promise.samples[0][7]))
        elif self._drawn is not None:
            yield from _forecast(self._drawn, _middles(running))
            yield from _grip(self._grip)
        elif self._since_s < SEEN_S:
            for before, now in self._hopped(running):
                yield from arrow(before, now, "path", 0.1)

    def _hopped(self, running: AttemptRun) -> list[tuple[Point, Point]]:
        """From where to where dice went since before the last jolt."""
        ways = ((self._were.get(n, now), now) for n, now in _middles(running).items())
        return [(before, now) for before, now in ways if dist(before, now) > FUNNEL / 2]

    def chance(self, running: AttemptRun) -> str:
        if self._drawn is not None and self._drawn.meant is not None:
            return tr("The die in the ring is to hop along its line. The hands grip the plate at the violet cross.")
        if self._drawn is not None:
            return tr("No single die is meant: all may hop, along the arrows. The hands grip at the violet cross.")
        if self._were and LANDED_S < self._since_s < TOLD_S and not self._hopped(running):
            if self._gave < HOPS_FROM:
                return tr("No die hopped: the jolt was too weak. The longer the stroke, the harder it is.")
            return tr("No die hopped: hands tremble, and a jolt may fall short. Give it again.")
        return chance_up(running.reading()) if self._can_toss else ""

    def camera(self) -> Camera:
        return above().turned(*BESIDE) if self.scene.plate.bed else above()

    def _leaning(self, held: Collection[Act], pointer: InView | None, stick: InView) -> InView:
        across = KEY_TILT * ((Act.TILT_RIGHT in held) - (Act.TILT_LEFT in held)) + stick[0]
        away = KEY_TILT * ((Act.TILT_AWAY in held) - (Act.TILT_TOWARDS in held)) + stick[1]
        if pointer is not None and hypot(*pointer) > STILL_ZONE:
            share = 1 - STILL_ZONE / hypot(*pointer)
            across, away = across + pointer[0] * share, away + pointer[1] * share
        return across, away

    def _swing(self, dt: float) -> float:
        self._shaking_s += dt
        return sin(2 * pi * SHAKE_HZ * self._shaking_s)

    def _stop(self) -> float:
        self._shaking_s = 0.0
        return 0.0

    def _yaw(self, held: Collection[Act], dt: float) -> float:
        fade = YAW_FADE_DEG_S * dt
        self._wheel_yaw -= max(-fade, min(fade, self._wheel_yaw))
        return self._wheel_yaw + YAW_DEG * ((Act.YAW_LEFT in held) - (Act.YAW_RIGHT in held))


def _grip(at: Spot) -> Iterator[Stroke]:
    """Where the hands grip the plate: a cross in a small ring, in the colour of hands."""
    ring = circle((*at, 0.0), GRIP)
    yield from closed(ring, "grip", GRIP_WIDTH)
    for n in (0, CORNERS // 4):
        yield Stroke(ring[n], ring[n + CORNERS // 2], "grip", (GRIP_WIDTH, GRIP_WIDTH))


def _forecast(drawn: Jolt, dice: dict[int, Point]) -> Iterator[Stroke]:
    """A ring round the die that is meant, and an arrow on each die that may hop: a thin one where it is not sure."""
    for x, y, z in dice.values():
        if drawn.meant is not None and dist((x, y), drawn.meant) < SAME_GRIP:
            yield from hopper((x, y, z), (x + FUNNEL * cos(drawn.bearing), y + FUNNEL * sin(drawn.bearing), z))
        if (speed := drawn.driven((x, y))) > STAYS_TO:
            end = (x + FUNNEL * cos(drawn.bearing), y + FUNNEL * sin(drawn.bearing), z)
            yield from arrow((x, y, z), end, "aim", 0.22 if speed > HOPS_FROM else 0.1)
