"""The finger with tape on it: it sticks to the face under the pointer and draws the die out."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, beyond, share_of
from skill.app.input.tools.tool_input import ToolInput
from skill.app.input.viewport import InView
from skill.draw.scene_view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

NOTCH = 0.05  # edges that a notch of the wheel draws
THERE = 0.1  # edges from the middle of the face at which the tape is pressed on
HEIGHT = 3.0  # of the finger beside all dice, edges
FORESHORTENED = 0.3  # the shortest that a pull is in the view, of its length across it
FINGER = 2.4  # length of the finger that is drawn, edges
OUT: Point = (0.0, 0.0, 1.0)


class Tape(Binding):
    """One finger. Pressed on, it pulls as far as the pointer is dragged along the way out."""

    tool = "tape"
    title = "Tape"
    begins_pressed = True
    ready = "Hold the mouse button on the face of a die and drag it out. {accept} begins without it."
    ready_by_keys = (
        "Press {accept} to begin. Then go to the face of a die with the arrows, and hold {press} to stick to it."
    )
    hint = (
        "Point at the face of a die; hold the mouse button or {press} to stick to it and drag it out, or turn the "
        "wheel ({raise} {lower}); let go to take the tape off."
    )
    hint_by_keys = (
        "{point_left} {point_right} {point_up} {point_down} choose a face. Hold {press} to stick to it, {raise} "
        "{lower} pull it out and push it back; let go to take the tape off."
    )
    help = (
        ("Choose a face (or the mouse)", (Act.POINT_LEFT, Act.POINT_RIGHT, Act.POINT_UP, Act.POINT_DOWN)),
        ("Stick to it, while held; drag to pull (or the mouse button)", (Act.PRESS,)),
        ("Pull, push back (or the mouse wheel)", (Act.RAISE, Act.LOWER)),
    )

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._target: Point = (0.0, -12.0, HEIGHT)
        self._normal: Point = OUT
        self._begin: InView | None = None
        self._way: InView = (0.0, 0.0)  # in the view, of a pull by one edge
        self._turned = 0.0  # edges that the wheel has pulled
        self._is_on = False

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        if not given.pressed:
            self._begin, self._is_on, self._turned = None, False, 0.0
            self._hover(given, running)
            return (*self._target, 0.0, 0.0)
        if self._begin is None:
            self._begin = given.pointer or (0.0, 0.0)
            here, out = given.viewport.seen(self._target), given.viewport.seen(beyond(self._target, self._normal, 1.0))
            self._way = (out[0] - here[0], out[1] - here[1])
        self._is_on = self._is_on or dist(running.toolset.find("tape").place, self._target) < THERE
        self._turned += NOTCH * given.notches
        return (*self._target, max(0.0, self._dragged(given) + self._turned), float(self._is_on))

    def _hover(self, given: ToolInput, running: AttemptRun) -> None:
        """Go to the middle of the bare face that is pointed at."""
        if given.pointer is None:
            return
        hit = given.viewport.hit(given.pointer)
        bare = running.world.queries.bare_faces(hit.die) if hit and hit.die is not None else []
        if hit is None or hit.die is None or not bare:
            self._target = given.viewport.on_plane(given.pointer, HEIGHT)
            self._normal = OUT
            return
        seen = hit.normal
        self._normal = max(bare, key=lambda face: sum(a * b for a, b in zip(face, seen, strict=True)))
        self._target = beyond(given.viewport.centre(hit.die), self._normal, 0.5)

    def _dragged(self, given: ToolInput) -> float:
        """How far along the way out the pointer was dragged, edges."""
        if self._begin is None or given.pointer is None:
            return 0.0
        length = self._way[0] ** 2 + self._way[1] ** 2
        a, b = (now - then for now, then in zip(given.pointer, self._begin, strict=True))
        scale = given.viewport.scale(self._target)
        return (a * self._way[0] + b * self._way[1]) / max(length, (FORESHORTENED * scale) ** 2)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        assert self.scene.tape is not None
        tool, limits = running.toolset.find("tape"), self.scene.tape
        pull = tool.pull if tool.face else 0.0
        return Gauge(
            bars=(
                Bar(
                    "Pulled",
                    share_of(pull, limits.pull_max_edges),
                    tr(
                        "{value} of {most}",
                        value=number_text(pull, ".2f"),
                        most=number_text(limits.pull_max_edges, "g"),
                    ),
                ),
                Bar(
                    "Force",
                    share_of(tool.force_weights, limits.tape_force_weights),
                    tr(
                        "{value} of {most}",
                        value=number_text(tool.force_weights),
                        most=number_text(limits.tape_force_weights, "g"),
                    ),
                ),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("tape")
        if tool.face is None:
            yield _finger(tool.place, self._normal, "tool")
            return
        normal = tool.face.normal
        tip = beyond(tool.place, normal, tool.pull)
        yield _finger(tip, normal, "grip")
        yield from arrow(tip, beyond(tip, normal, 1.0), "aim", 0.1)


def _finger(tip: Point, normal: Point, kind: str) -> Stroke:
    """A finger that comes from above, so that it is seen from all sides."""
    return Stroke(beyond(beyond(tip, normal, FINGER / 2), (0.0, 0.0, 1.0), FINGER), tip, kind, (0.8, 0.35))
