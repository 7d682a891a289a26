"""The scene of a match and its cameras: the heap with dice in motion, or an attempt. No pygame."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

from skill.app.play.attempts.view import with_goal
from skill.app.play.hands import AttemptControl
from skill.app.play.match.block import WITH_BLOCK
from skill.app.play.match.board import Board
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.trays import farther, shifted, tray_view
from skill.draw.camera import Camera, Size, home
from skill.draw.scene_view import SceneView
from skill.lattice.cells import AXES
from skill.lattice.frame import Point

SQUARE: Size = (1, 1)
HIGHER_DEG, BEHIND, ABOVE = 72.0, 1.5, 0.6
"""The view of games whose back slopes matter: how high up, and what it looks at, edges behind the middle of the plate
and above it, so that the corner at the back lies below the text."""


class MatchView:
    """The scene of a match, and the cameras that suit it."""

    def __init__(self, runtime: Runtime, board: Board, attempt: AttemptControl) -> None:
        self._runtime, self._board, self._attempt = runtime, board, attempt

    def scene(self) -> SceneView:
        """What there is to draw now."""
        if not self._attempt.is_shown:
            return self._board.view()
        match, moved = self._runtime.match, self.trays_moved
        cells = () if match.seat is None else match.game.goal_cells(match.state, match.seat)
        view = with_goal(self._attempt.view(), cells)
        beside = [] if moved is None else tray_view(shifted(self._board.heaps(), moved))
        return view._replace(dice=(*view.dice, *beside))

    @property
    def trays_moved(self) -> Point | None:
        """How far the dice that lie before the players are moved; None where they are not seen, as while hands hold
        the plate above the table, which would hide them."""
        is_there = not self._attempt.is_shown
        return (0.0, 0.0, 0.0) if is_there else None

    def home_camera(self, size: Size = SQUARE) -> Camera:
        """The view from which everything is seen best in a scene of that size."""
        if self._attempt.is_shown:
            return self._attempt.camera()
        match, sides = self._runtime.match, self._runtime.viewpoint.sides
        camera = home(sides[0]) if len(sides) == 1 else home()
        if match.game.has_back_slopes:
            camera = higher(camera)
        if match.game.block(match.state) is not None:
            return camera.zoomed(WITH_BLOCK)
        return farther(camera, len(match.seats), size) if self._board.has_trays else camera

    def own_camera(self, size: Size = SQUARE) -> Camera:
        """The same from the side of whoever has the screen, where seats have sides."""
        camera, seats = self.home_camera(size), len(self._runtime.match.seats)
        if self._attempt.is_shown or not 1 < seats <= len(AXES):
            return camera
        camera = replace(camera, azimuth_deg=home(AXES[self._runtime.viewpoint.seat - 1]).azimuth_deg)
        return higher(camera) if self._runtime.match.game.has_back_slopes else camera


def higher(camera: Camera) -> Camera:
    """The same from higher up, which shows the slopes that turn away."""
    turned = radians(camera.azimuth_deg)
    return replace(camera, elevation_deg=HIGHER_DEG, target=(BEHIND * sin(turned), BEHIND * cos(turned), ABOVE))
