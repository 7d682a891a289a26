"""The picture of an attempt, whether a player, a bot or a recording makes it. No pygame."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from skill.app.input.tools import ToolBindings
from skill.draw.camera import Camera, above
from skill.draw.plain_dice import AS_USUAL, Lying
from skill.draw.scene_view import SceneView, attempt_view
from skill.errors import Unavailable
from skill.lattice.frame import point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

LOW, STEP, UP, BACK = 6.0, 4.0, 0.65, 1.1
"""A heap up to `LOW` high is seen as any other; for every `STEP` above, the view goes `UP` and `BACK`. Edges."""


class AttemptView:
    """An attempt as it is seen: its dice, its tools whoever uses them, and from where one looks.

    `lying` is how its dice were drawn before it.
    """

    def __init__(self, running: AttemptRun, bindings: ToolBindings | None = None, lying: Lying = AS_USUAL) -> None:
        self.running, self._lying = running, lying
        self._bindings = bindings
        if bindings is None:
            with suppress(Unavailable):  # tools that are not known on screen are not seen
                self._bindings = ToolBindings(running.scene)

    def view(self) -> SceneView:
        """What there is to see now."""
        view = attempt_view(self.running, self._lying)
        if self._bindings is None:
            return view
        strokes = tuple(self._bindings.strokes(self.running, view.plate))
        ghosts = self._bindings.ghosts(self.running, view.plate)
        return view._replace(strokes=strokes, dice=(*view.dice, *ghosts))

    def camera(self) -> Camera:
        """The view that suits the tool in use; it goes back and up as fingers build a tall heap."""
        camera = self._bindings.camera() if self._bindings else above()
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
