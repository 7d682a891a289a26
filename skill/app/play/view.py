"""The scene of a match and its cameras: the heap with dice in motion, or an attempt. No pygame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from skill.app.play.hands import AttemptControl
from skill.app.play.match.board import Board
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.trays import shifted, tray_view, width
from skill.draw.camera import Camera, Size, home, seen_width
from skill.draw.scene_view import SceneView, funnel_marker, funnel_outline
from skill.lattice.cells import AXES, Cell
from skill.lattice.frame import Point, centre

IN_GOAL = 0.3  # how near a real die is to the place in a cell of the goal in which it counts as there, edges
WITH_BLOCK = 1.35  # how much farther the view is where a block lies beside the plate
SQUARE: Size = (1, 1)
WITH_TRAYS = 1.27  # and where dice lie before the players


class MatchView:
    """The scene of a match, and the cameras that suit it."""

    def __init__(self, runtime: Runtime, board: Board, attempt: AttemptControl) -> None:
        self._runtime, self._board, self._attempt = runtime, board, attempt

    def scene(self) -> SceneView:
        """What there is to draw now."""
        if not self._attempt.is_shown:
            return self._board.view()
        view, moved = self._with_goal(self._attempt.view()), self.trays_moved
        beside = [] if moved is None else tray_view(shifted(self._board.heaps(), moved))
        return view._replace(dice=(*view.dice, *beside))

    @property
    def trays_moved(self) -> Point | None:
        """How far the dice that lie before the players are moved; None where they are not seen, as while hands hold
        the plate above the table, which would hide them."""
        is_there = not self._attempt.is_shown
        return (0.0, 0.0, 0.0) if is_there else None

    def _with_goal(self, view: SceneView) -> SceneView:
        """The view with the funnels of the goal marked, and the dice in its cells rimmed, wherever the plate is."""
        match, place = self._runtime.match, view.plate.apply
        cells = () if match.seat is None else match.game.goal_cells(match.state, match.seat)
        places = {cell: place(centre(cell, pitch=view.pitch)) for cell in cells}
        there, filled = set[int](), set[Cell]()
        if places and view.dice:
            ways = np.array([die.position for die in view.dice])[:, None] - np.array([*places.values()])
            numbers, goals = np.nonzero(np.linalg.norm(ways, axis=2) < IN_GOAL)
            there, filled = {*numbers.tolist()}, {[*places][n] for n in goals}
        marks = (funnel_marker(cell, "goal") for cell in cells if cell not in filled)
        outline = funnel_outline(cells, "goal", view.pitch)
        return view._replace(
            dice=tuple(die._replace(marks="goal") if n in there else die for n, die in enumerate(view.dice)),
            markers=tuple(mark._replace(position=place(mark.position)) for mark in marks),
            lines=tuple(line._replace(begin=place(line.begin), end=place(line.end)) for line in outline),
        )

    def home_camera(self, size: Size = SQUARE) -> Camera:
        """The view from which everything is seen best in a scene of that size."""
        if self._attempt.is_shown:
            return self._attempt.camera()
        match, sides = self._runtime.match, self._runtime.viewpoint.sides
        camera, farther = home(sides[0]) if len(sides) == 1 else home(), 1.0
        if self._board.has_trays:
            farther = max(WITH_TRAYS, width(len(match.seats)) / seen_width(camera, size))
        if match.game.block(match.state) is not None:
            farther = WITH_BLOCK
        return camera.zoomed(farther)

    def own_camera(self, size: Size = SQUARE) -> Camera:
        """The same from the side of whoever has the screen, where seats have sides."""
        camera, seats = self.home_camera(size), len(self._runtime.match.seats)
        if self._attempt.is_shown or not 1 < seats <= len(AXES):
            return camera
        return replace(camera, azimuth_deg=home(AXES[self._runtime.viewpoint.seat - 1]).azimuth_deg)
