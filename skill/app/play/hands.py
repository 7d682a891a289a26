"""A person's hands in an attempt: the tools, their picture, gauge and hints. No pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill.app.i18n import told, tr
from skill.app.input import actions
from skill.app.input.actions import Act, Lines
from skill.app.input.device import Device
from skill.app.input.key_names import key_names
from skill.app.input.tools import ToolBindings
from skill.app.input.tools.binding import Gauge, Rehearser, Sample
from skill.app.input.tools.tool_input import InputCollector
from skill.app.input.viewport import InView, Viewport
from skill.app.play.attempts.runner import Purpose
from skill.app.play.attempts.view import AttemptView
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.draw.camera import Camera, Size, above
from skill.draw.plain_dice import AS_USUAL
from skill.draw.scene_view import SceneView, asked_view
from skill.errors import SkillboxError
from skill.lattice.cells import Cell
from skill.lattice.dice import Die
from skill.lattice.frame import Point
from skill.rules.game import AttemptSpec, Seat
from skill.table.attempts import world_of
from skill.table.match import Match

if TYPE_CHECKING:
    from collections.abc import Collection

    from skill.physics.attempt import AttemptRun

HELP: Lines = (
    ("Begin (or click)", (Act.ACCEPT,)),
    ("Practise: the attempt outside the match", (Act.PRACTISE,)),
    ("See the last attempt again", (Act.REPLAY,)),
    ("Slow motion", (Act.SLOW,)),
    ("Give up the attempt", (Act.GIVE_UP,)),
)


class AttemptControl:
    """The tools of the attempt that is asked for or runs, and what is seen of it; tools rehearse by `rehearser`."""

    def __init__(self, runtime: Runtime, rehearser: Rehearser | None = None) -> None:
        self._runtime, self._rehearser = runtime, rehearser
        self._bindings: ToolBindings | None = None
        """None where no attempt is asked for or runs, or where its tools cannot be used on screen."""
        self.input = InputCollector()
        """What the player does to the tools: the mouse tells it, and every sample is taken from it."""
        self._asked: SceneView | None = None
        self._spec: AttemptSpec | None = None
        """What is asked for, or was when the attempt that runs began."""
        self._lying = AS_USUAL
        """How dice lay that belong to what is asked for."""
        self._followed: object = None
        self._why_not = ""
        self._seen: SceneView | None = None
        self._left: tuple[SceneView, Camera] | None = None
        """What the last attempt came to, and from where it was seen, until the next one or `clear_away`."""
        self.engine = ""
        """What steps the attempt that runs or is asked for; empty if there is none, or no scene for it."""
        self._aims: dict[Seat, Point] = {}
        """Where each seat has aimed last."""
        self._speeds: dict[Seat, float] = {}
        """How fast each seat has let go last, m/s."""
        self._aimed_in: Match | None = None
        """The match in which that was."""
        self._tried: AttemptRun | None = None
        """The attempt that was made last with the tools of now."""

    def refresh(self) -> None:
        """Forgets the view of the attempt, since time has passed."""
        if self._running is not None:
            self._seen = None

    def clear_away(self) -> None:
        """Shows no longer what the last attempt came to."""
        self._left = None

    def follow(self) -> None:
        """Takes on what runs or is asked for now, with tools that nobody has used yet."""
        runtime = self._runtime
        running = runtime.attempts.running
        followed = (None if running else runtime.match.revision, running)
        if followed == self._followed:
            return
        if self._seen is not None and self._bindings is not None:
            self._left = (self._seen, self._bindings.camera()) if self._running is None else None
        self._followed, self._bindings, self._asked, self._why_not = followed, None, None, ""
        self.engine = ""
        self.input, self._seen, self._tried = InputCollector(), None, None
        spec, self._lying = runtime.match.turn, runtime.lying
        self._spec = spec if isinstance(spec, AttemptSpec) else None
        try:
            if self._running is not None:
                self._bindings = ToolBindings(scene := self._running.scene, self._rehearser)
                self.engine = scene.engine.name
                self._aim_as_before()
            elif isinstance(spec, AttemptSpec):
                scene = world_of(spec)
                self.engine = scene.engine.name
                asked = self._asked = asked_view(scene, spec.start, spec.loose, spec.hand, self._lying)
                self._bindings = ToolBindings(scene)
                hand = [Die(spec.hand_colour or die.colour) for die in spec.hand]
                dice, strokes = self._bindings.asked(hand)
                self._asked = asked._replace(dice=(*asked.dice, *dice), strokes=tuple(strokes))
        except SkillboxError as error:  # a broken scene, or a tool that is not known here: bots may know it
            self._why_not = told(error)

    @property
    def _running(self) -> AttemptRun | None:
        return self._runtime.attempts.running

    # -- what a player does

    @property
    def keys(self) -> dict[str, Act]:
        """What keys do while an attempt is asked for or runs."""
        return self._bindings.keys if self._bindings else actions.TILTING

    def begin_pressed(self, at: InView) -> None:
        """The press of the mouse, there in the view, that has begun the attempt is the first use of its tool as well.

        Nothing of a tool that is only taken up by it.
        """
        self.follow()
        if self._running is not None and self._bindings is not None and self._bindings.used.begins_pressed:
            self.input.point(at)
            self.input.press(True, at)

    @property
    def leans(self) -> bool:
        """Whether a stick or two fingers lean what is in use."""
        return self._bindings is not None and self._bindings.used.leans

    def switch(self) -> bool:
        """The next tool; whether there is another one."""
        if self._bindings is None or not self.can_switch:
            return False
        self._bindings.switch()
        return True

    @property
    def can_switch(self) -> bool:
        """Whether there is another tool."""
        return self._bindings is not None and self._bindings.can_switch

    def sample(self, held: Collection[Act], stick: InView, camera: Camera, size: Size) -> Sample:
        """The next sample of the attempt that runs, seen by `camera` in a scene of `size` pixels.

        `held` are acts whose keys are down, `stick` is that of a controller; the mouse has told `input`.
        """
        running = self._running
        assert running is not None
        if self._bindings is None:
            rest: Sample = running.toolset.rest
            return rest
        self._tried = running
        viewport, used = Viewport(camera, size, running), self._bindings.used
        given = self.input.take(
            held,
            stick,
            viewport,
            running.sample_s,
            keys_point=used.points and not used.leans,
            begins_at=viewport.seen(used.aim) if used.aim else (0.0, 0.0),
        )
        sample = self._bindings.sample(given, running)
        if used.aim:
            self._aims[self._runtime.match.seat or 1] = used.aim
        if used.last_speed:
            self._speeds[self._runtime.match.seat or 1] = used.last_speed
        return sample

    def _aim_as_before(self) -> None:
        """Whoever tries again in the same match begins where he has aimed last."""
        match = self._runtime.match
        if match is not self._aimed_in:
            self._aims, self._speeds, self._aimed_in = {}, {}, match
        if self._bindings:
            self._bindings.used.last_speed = self._speeds.get(match.seat or 1, 0.0)
        if self._bindings and self._bindings.used.aim:
            self._bindings.used.aim = self._aims.get(match.seat or 1, self._bindings.used.aim)

    # -- what is seen

    @property
    def is_shown(self) -> bool:
        """Whether there is an attempt to look at instead of the heap."""
        return self._running is not None or self._asked is not None or self._left is not None

    def view(self) -> SceneView:
        """The attempt that runs with its tools, what the last one came to, or what the next begins with."""
        if self._running is None:
            return self._left[0] if self._left else self._asked or SceneView()
        if self._seen is None:
            view = AttemptView(self._running, self._bindings, self._lying).view()
            if self._spec is not None and self._spec.hand_colour:
                hand, shown = {die.colour for die in self._spec.hand}, self._spec.hand_colour
                dice = tuple(die._replace(colour=shown) if die.colour in hand else die for die in view.dice)
                view = view._replace(dice=dice)
            self._seen = view
        return self._seen

    def camera(self) -> Camera:
        """The view that suits the tool in use."""
        if self._running is not None:
            return AttemptView(self._running, self._bindings).camera()
        if self._left:
            return self._left[1]
        return self._bindings.camera() if self._bindings else above()

    def gauge(self, azimuth_deg: float) -> Gauge | None:
        """What the tool in use does; None where no attempt is asked for or runs."""
        if self._bindings is None:
            return None
        running = self._running
        return self._bindings.used.idle if running is None else self._bindings.gauge(running, azimuth_deg)

    @property
    def ending(self) -> str:
        """What there is to say of how the attempt came to its end that has just been made, if a tool is to blame."""
        return self._bindings.ending(self._tried) if self._bindings and self._tried else ""

    def cells(self) -> frozenset[Cell] | None:
        """The cells in which dice of the attempt that runs stand; None if none runs."""
        return self._running.reading().cells if self._running is not None else None

    def start_cells(self) -> frozenset[Cell]:
        """The cells in which dice stood when the attempt that runs began."""
        return frozenset(cell for cell, _ in self._running.trace.start) if self._running is not None else frozenset()

    @property
    def help(self) -> Lines:
        """What can be done."""
        return (*self._bindings.help, *HELP) if self._bindings else HELP

    @property
    def chance(self) -> str:
        """What only now can be done, or has just come of it; mostly nothing."""
        return self._bindings.chance(self._running) if self._bindings and self._running else ""

    def hint(self, device: Device = Device.POINTER, chance: str = "") -> str:
        """What the player can do now with what he plays with; nothing where no attempt is asked for or a bot tries.

        A `chance` that there is now comes before what can always be done.
        """
        runtime, by_keys = self._runtime, device is not Device.POINTER
        if runtime.paused or self._bindings is None:
            return self._why_not
        names = key_names([actions.EVERYWHERE, {**actions.TRYING, **self.keys}], device)
        if runtime.attempts.purpose is Purpose.REPLAY and runtime.attempts.running is not None:
            return tr("The last attempt again. {back} ends it, {slow} shows it slowly.", **names)
        if runtime.is_bot_turn:
            return ""
        if runtime.phase is Phase.HANDS:
            return chance or self._bindings.hint(by_keys=by_keys).format(**names)
        if runtime.phase is Phase.READY:
            stands_in = tr("No bot knows how: you try for it. ") if runtime.stands_in else ""
            begin = self._bindings.ready(by_keys=by_keys).format(**names)
            more = tr(" {practise} practises, {replay} shows the last attempt again.", **names)
            if not runtime.can_replay:
                more = tr(" {practise} practises.", **names)
            return stands_in + begin + more
        return ""
