"""Attempts on the table's screen: whose hands, what is seen of them, gauge, hints and view. No pygame."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from skill.app.draw.camera import Camera, Size, above
from skill.app.draw.scene_view import SceneView, asked_view, attempt_view
from skill.app.i18n import tr
from skill.app.input import actions
from skill.app.input.actions import Act, Lines
from skill.app.input.tools import Hands
from skill.app.input.tools.binding import Gauge, Sample
from skill.app.input.view_ray import InView, Sight
from skill.app.play.panel_text import printed
from skill.app.play.runtime import Phase, Purpose, Runtime
from skill.errors import SkillboxError, Unavailable
from skill.lattice.frame import point
from skill.rules.game import AttemptSpec
from skill.table.attempts import world_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from skill.physics.attempt import AttemptRun

LOW, STEP, UP, BACK = 6.0, 4.0, 0.65, 1.1
"""A heap no higher than `LOW` needs no other view; at every `STEP` above, edges, it goes `UP` and `BACK` by so many."""
HELP: Lines = (
    ("Begin (or click)", (Act.ACCEPT,)),
    ("Practise: the attempt outside the match", (Act.PRACTISE,)),
    ("See the last attempt again", (Act.REPLAY,)),
    ("Slow motion", (Act.SLOW,)),
    ("Give up the attempt", (Act.GIVE_UP,)),
)


class Watched:
    """An attempt as it is seen: its dice, its tools, and from where one looks. Other hands' tools are seen as well."""

    def __init__(self, running: AttemptRun, hands: Hands | None = None) -> None:
        self.running = running
        self._hands = hands
        if hands is None:
            with suppress(Unavailable):  # tools that are not known on screen are not seen
                self._hands = Hands(running.scene)

    def view(self) -> SceneView:
        """What there is to see now."""
        view = attempt_view(self.running)
        strokes = tuple(self._hands.strokes(self.running, view.plate)) if self._hands else ()
        return view._replace(strokes=strokes)

    def camera(self) -> Camera:
        """The view that suits the tool in use; it goes back and up as fingers build a tall heap."""
        camera = self._hands.camera() if self._hands else above()
        if self.running.toolset.find("hand") is None:  # what flies high does not stay there
            return camera
        tall = STEP * ceil((height(self.running) - LOW) / STEP)
        if tall <= 0:
            return camera
        x, y, z = camera.target
        return replace(camera, target=(x, y, z + UP * tall), distance=camera.distance + BACK * tall)


def height(running: AttemptRun) -> float:
    """How high the highest die is that nobody holds, edges."""
    pitch = running.scene.plate.pitch
    heights = (point(die.at, pitch)[2] for die in running.reading().dice if not die.off and not die.held)
    return max(heights, default=0.0)


class Attempting:
    """The part of a table that has to do with attempts."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._hands: Hands | None = None
        """None where no attempt is asked for or runs, or where its tools cannot be used on screen."""
        self._asked: SceneView | None = None
        self._entered: object = None
        self._why_not = ""
        self._seen: SceneView | None = None

    def look(self) -> None:
        """Time has passed: what is seen is looked at anew."""
        self._seen = None

    def enter(self) -> None:
        """Takes on what runs or is asked for now: hands are made anew for every attempt."""
        runtime = self._runtime
        moment = (runtime.match, len(runtime.match.played), runtime.running)
        if moment == self._entered:
            return
        self._entered, self._hands, self._asked, self._why_not = moment, None, None, ""
        self._seen = None
        spec = runtime.match.turn
        try:
            if self._running is not None:
                self._hands = Hands(self._running.scene)
            elif isinstance(spec, AttemptSpec):
                scene = world_of(spec)
                self._asked = asked_view(spec, scene)
                self._hands = Hands(scene)
        except SkillboxError as error:  # a broken scene, or a tool that is not known here: bots may know it
            self._why_not = str(error)

    @property
    def _running(self) -> AttemptRun | None:
        return self._runtime.running  # type: ignore[return-value]

    # -- what a player does

    @property
    def keys(self) -> dict[str, Act]:
        """What keys do while an attempt is asked for or runs."""
        return self._hands.keys if self._hands else actions.TILTING

    def point(self, at: InView | None) -> None:
        """The pointer is there in the view, or off it."""
        if self._hands:
            self._hands.pointer = at

    def press(self, is_down: bool, at: InView) -> None:
        """The main button of the mouse goes down or up there in the view."""
        if self._hands and is_down != self._hands.is_pressed:
            self._hands.press(is_down, at)

    @property
    def pointer(self) -> InView | None:
        """Where the player points."""
        return self._hands.pointer if self._hands else None

    @property
    def is_pressed(self) -> bool:
        """Whether the main button is held down."""
        return self._hands is not None and self._hands.is_pressed

    def wheel(self, notches: float) -> None:
        """The wheel turns."""
        if self._hands:
            self._hands.wheel(notches)

    def switch(self) -> bool:
        """The next tool; whether there is another one."""
        if self._hands is None or not self._hands.can_switch:
            return False
        self._hands.switch()
        return True

    def sample(self, held: Collection[Act], stick: InView, camera: Camera, size: Size) -> Sample:
        """The next sample of the attempt that runs; `stick` is that of a controller."""
        assert self._running is not None
        if self._hands is None:
            rest: Sample = self._running.toolset.rest
            return rest
        self._hands.stick = stick
        return self._hands.sample(held, Sight(camera, size, self._running), self._running)

    # -- what is seen

    @property
    def is_shown(self) -> bool:
        """Whether there is an attempt to look at instead of the heap."""
        return self._running is not None or self._asked is not None

    def view(self) -> SceneView:
        """The attempt that runs with its tools, or what the one that is asked for begins with."""
        if self._running is None:
            return self._asked or SceneView()
        if self._seen is None:
            self._seen = Watched(self._running, self._hands).view()
        return self._seen

    def camera(self) -> Camera:
        """The view that suits the tool in use."""
        if self._running is not None:
            return Watched(self._running, self._hands).camera()
        return self._hands.camera() if self._hands else above()

    def gauge(self, azimuth_deg: float) -> Gauge | None:
        """What the tool in use does; None if no attempt runs."""
        running = self._running
        return self._hands.gauge(running, azimuth_deg) if self._hands and running is not None else None

    @property
    def help(self) -> Lines:
        """What can be done."""
        return (*self._hands.help, *HELP) if self._hands else HELP

    def hint(self) -> str:
        """What the player can do now; nothing where no attempt is asked for or a bot tries."""
        runtime = self._runtime
        if runtime.paused or self._hands is None:
            return self._why_not
        if runtime.purpose is Purpose.REPLAY and runtime.running is not None:
            return tr("The last attempt again. {give_up} ends it, {slow} shows it slowly.", **self._key_names)
        if runtime.is_bot_turn:
            return ""
        if runtime.phase is Phase.HANDS:
            return self._hands.hint.format(**self._key_names)
        if runtime.phase is Phase.READY:
            stands_in = tr("No bot knows how: you try for it. ") if runtime.stands_in else ""
            begin = self._hands.ready.format(**self._key_names)
            more = tr(" {practise} practises, {replay} shows the last attempt again.", **self._key_names)
            return stands_in + begin + more
        return ""

    @property
    def _key_names(self) -> dict[str, str]:
        """The key of each act as hints name it, a dash for one that has none."""
        bound = {act.value: printed(key) for key, act in reversed({**actions.TRYING, **self.keys}.items())}
        return {act.value: "–" for act in Act} | bound
