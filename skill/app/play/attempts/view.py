"""The picture of an attempt, whether a player, a bot or a recording makes it. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from skill.app.input.tools import ToolBindings
from skill.draw.camera import Camera, above
from skill.draw.marks import CHOSEN, GOAL, together
from skill.draw.plain_dice import AS_USUAL, Lying
from skill.draw.scene_view import SceneView, attempt_view, funnel_marker, funnel_outline
from skill.errors import Unavailable
from skill.lattice.cells import Cell
from skill.lattice.frame import centre, point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

IN_GOAL = 0.3  # how near a real die is to the place in a cell of the goal in which it counts as there, edges
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
        view = attempt_view(self.running, self._lying, held=CHOSEN)
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


def with_goal(view: SceneView, cells: Sequence[Cell]) -> SceneView:
    """The view with the funnels of the goal marked, and the dice in its cells rimmed, wherever the plate is."""
    place = view.plate.apply
    places = {cell: place(centre(cell, pitch=view.pitch)) for cell in cells}
    there, filled = set[int](), set[Cell]()
    if places and view.dice:
        ways = np.array([die.position for die in view.dice])[:, None] - np.array([*places.values()])
        numbers, goals = np.nonzero(np.linalg.norm(ways, axis=2) < IN_GOAL)
        there, filled = {*numbers.tolist()}, {[*places][n] for n in goals}
    marks = (funnel_marker(cell, "goal") for cell in cells if cell not in filled)
    outline = funnel_outline(cells, "goal", view.pitch)
    return view._replace(
        dice=tuple(
            die._replace(marks=together(die.marks, GOAL)) if n in there else die for n, die in enumerate(view.dice)
        ),
        markers=tuple(mark._replace(position=place(mark.position)) for mark in marks),
        lines=tuple(line._replace(begin=place(line.begin), end=place(line.end)) for line in outline),
    )


def height(running: AttemptRun) -> float:
    """How high the highest die is that nobody holds, edges."""
    pitch = running.scene.plate.pitch
    heights = (point(die.at, pitch)[2] for die in running.reading().dice if not die.off and not die.held)
    return max(heights, default=0.0)
