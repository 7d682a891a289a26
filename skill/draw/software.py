"""The software renderer: numpy transforms, painter's order, `pygame.draw`. For machines without OpenGL 3.3.

Every solid is a cube on or near one lattice, so sorting cubes by the distance of their centres is right but for
a few pixels in a collapse. Dice cast no shadow on each other; the board casts a soft one on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from skill.draw.camera import Camera, Size
from skill.draw.die_look import (
    FACE_CORNERS,
    FACE_NORMALS,
    FACE_OCTAGONS,
    MARK_SHAPES,
    PAINT,
    WORN_PALE,
    WORN_SHARE,
    ink_of,
    inlay_outlines,
    make_in_use,
    on_faces,
    own_colour,
    pip_outlines,
)
from skill.draw.geometry import MARGIN, outline, plate_faces
from skill.draw.marks import (
    COLOURS,
    DARK,
    GOAL,
    LAST,
    LIGHT,
    ON_DIE,
    OWNED,
    ROUND_TRIANGLE,
    SMALL_BARS,
    Shape,
    in_funnel,
    marked,
    on_die,
    radius_of,
)
from skill.draw.palette import (
    LIGHT_DIRECTION,
    TABLE,
    TABLE_FAR,
    Rgb,
)
from skill.draw.plate_look import plate_in_use, plate_name, stroke_light
from skill.draw.scene_view import BOARD_DEPTH, DieView, Marker, PlatePose, SceneView, Stroke

Array = NDArray[np.float64]
SUPERSAMPLING = {"low": 1, "high": 2}
PIP_SIDES = {"low": 8, "high": 14}
GHOST_ALPHA = 140
BEVEL_SHADE, PALE_BEVEL_SHADE = 0.72, 0.94  # of the light on a face, round it
_LIGHT = np.array(LIGHT_DIRECTION) / np.linalg.norm(LIGHT_DIRECTION)


def _on_screen(rgb: Array) -> Array:
    rolled = rgb / (1 + np.maximum(rgb - 0.75, 0) * 0.8)
    return np.asarray(255 * np.clip(rolled, 0, 1) ** 0.5)


def _lit(normals: Array) -> Array:
    """Light on matt surfaces with these normals (..., 3): lamp, ceiling and table, as the OpenGL renderer has it."""
    height = normals[..., 2:] * 0.5 + 0.5
    sky = np.array((0.30, 0.27, 0.24)) * (1 - height) + np.array((0.62, 0.66, 0.72)) * height
    return np.asarray(sky + np.array((1.12, 1.06, 0.98)) * np.maximum(normals @ _LIGHT, 0)[..., None])


def _at_height(ring: Array, z: float) -> Array:
    return np.column_stack([ring, np.full(len(ring), z)])


def _paint(colour: Rgb) -> tuple[int, ...]:
    return tuple(_on_screen(np.array(colour)).astype(int).tolist())


_PAINTS = {kind: _paint(colour) for kind, colour in COLOURS.items()}
_DARK = _paint(DARK)
_ALL_POINTS = [
    (name, shape, on_faces(np.concatenate([*shape.filled, *shape.lines])))
    for name, shape in (*ON_DIE.items(), (GOAL, SMALL_BARS))
    if shape.filled
]
"""For each mark on a die its shape and the points of all its polygons, and of the lines round them, on the six faces
(number - 1)."""


class _DicePixels(NamedTuple):
    """All dice in pixels, as nested lists by die and face, which pygame takes faster than arrays."""

    seen: list[list[bool]]
    corners: list[Any]
    octagons: list[Any]
    pips: list[dict[int, Any]]
    """By face, then die, then pip; only of faces that are seen."""
    marks: dict[int, Any]
    """By die: the shapes of the mark of its colour on each face."""
    marked: dict[tuple[str, int], Any]
    """By kind of mark and die: the points of its shape on each face."""
    bodies: list[Any]
    rims: list[Any]
    """The colours of the bevels round faces."""
    grounds: list[Any]
    """The colours of faces below their inlays; those of the bodies where they have none."""
    pip_colours: list[Any]
    mark_colours: list[Any]
    inlays: Any
    """The outline of the colour of each face, if it does not reach its rim."""


class SoftwareRenderer:
    """Draws a `SceneView` on a surface of its own; the picture stays in `surface` until the next call."""

    name = "software"

    def __init__(self) -> None:
        self.surface = pygame.Surface((1, 1))
        self._drawn = self.surface
        self._backdrop: tuple[object, pygame.Surface] | None = None

    def draw(self, view: SceneView, camera: Camera, size: Size, quality: str = "high") -> None:
        """Draws the scene at `size` pixels; `quality` is `low` or `high` (supersampled)."""
        self._quality, factor = quality, SUPERSAMPLING[quality]
        self._last_share = view.last_share
        self._camera, self._size = camera, (size[0] * factor, size[1] * factor)
        if self._drawn.get_size() != self._size:
            self._drawn = pygame.Surface(self._size)
        self._draw_backdrop(view)
        self._draw_solids(view)
        for stroke in view.strokes:
            self._draw_stroke(stroke)
        self.surface = pygame.transform.smoothscale(self._drawn, size) if factor > 1 else self._drawn

    def pixels(self) -> NDArray[np.uint8]:
        """The last picture as (height, width, 3), top row first."""
        return np.ascontiguousarray(pygame.surfarray.array3d(self.surface).swapaxes(0, 1))

    # -- the table and the board

    def _draw_backdrop(self, view: SceneView) -> None:
        key = (plate_name(), view.plate, view.pitch, view.side, view.table_z, self._camera, self._size)
        if self._backdrop is None or self._backdrop[0] != key:
            self._backdrop = (key, self._make_backdrop(view))
        self._drawn.blit(self._backdrop[1], (0, 0))

    def _make_backdrop(self, view: SceneView) -> pygame.Surface:
        width, height = self._size
        y, x = np.mgrid[0:48, 0:64]
        far = np.hypot((x / 63 - 0.5) * width / height, y / 47 - 0.5)[..., None]
        share = np.clip(far * 0.75, 0, 1) ** 2
        colours = _on_screen(np.array(TABLE) * 0.98 * (1 - share) + np.array(TABLE_FAR) * share)
        small = pygame.surfarray.make_surface(colours.swapaxes(0, 1).astype(np.uint8))
        picture = pygame.transform.smoothscale(small, self._size)
        if view.side != "none":
            ring = outline(view.pitch, MARGIN, view.side)
            self._soft_shadow(picture, self._placed(_at_height(ring, -BOARD_DEPTH), view.plate), view.table_z)
            self._draw_board(picture, view.plate, ring)
        return picture

    def _soft_shadow(self, picture: pygame.Surface, board: Array, table_z: float) -> None:
        """Blurs the board's shadow by drawing it small and enlarging it."""
        drop = (board[:, 2:] - table_z) / _LIGHT[2]
        cast = board - _LIGHT * drop + np.array((0.25, 0.2, 0.0))
        cast[:, 2] = table_z
        points = self._camera.project(cast, self._size) / 8
        veil = pygame.Surface((self._size[0] // 8 + 1, self._size[1] // 8 + 1), pygame.SRCALPHA)
        pygame.draw.polygon(veil, (30, 36, 46, 90), points.tolist())
        blurred = pygame.transform.gaussian_blur(veil, 3)
        picture.blit(pygame.transform.smoothscale(blurred, (veil.get_width() * 8, veil.get_height() * 8)), (0, 0))

    def _draw_board(self, picture: pygame.Surface, pose: PlatePose, ring: Array) -> None:
        top = self._placed(_at_height(ring, 0.0), pose)
        bottom = self._placed(_at_height(ring, -BOARD_DEPTH), pose)
        up = np.array(pose.rotation)[:, 2]
        eye = self._camera.eye(self._size)
        upper, lower = self._camera.project(top, self._size), self._camera.project(bottom, self._size)
        for n in range(len(ring)):
            m = (n + 1) % len(ring)
            outwards = np.cross(bottom[m] - bottom[n], up)
            if outwards @ (eye - bottom[n]) > 0:
                colour = self._shade(plate_in_use().dark, outwards / np.linalg.norm(outwards), 1.1)
                pygame.draw.polygon(picture, colour, [*map(tuple, (upper[n], upper[m], lower[m], lower[n]))])
        if up @ (eye - top[0]) > 0:
            pygame.draw.polygon(picture, self._shade(plate_in_use().light, up, 0.82), upper.tolist())
            pygame.draw.aalines(picture, self._shade(plate_in_use().light, up, 0.95), True, upper.tolist())

    @staticmethod
    def _placed(points: Array, pose: PlatePose) -> Array:
        return np.asarray(points @ np.array(pose.rotation).T + np.array(pose.shift))

    @staticmethod
    def _shade(rgb: Rgb, normal: Array, strength: float = 1.0) -> tuple[int, ...]:
        return tuple(int(v) for v in _on_screen(np.array(rgb) * _lit(normal) * strength))

    # -- cubes in painter's order

    def _draw_solids(self, view: SceneView) -> None:
        eye = self._camera.eye(self._size)
        faces = self._placed(plate_faces(view.pitch, view.side), view.plate)
        normals = np.cross(faces[:, :, 1] - faces[:, :, 0], faces[:, :, 3] - faces[:, :, 0])
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        centres = faces[:, :, 0].mean(axis=1) - np.array(view.plate.rotation)[:, 2] * 0.866
        wood = _on_screen((np.array(plate_in_use().dark) + np.array(plate_in_use().light)) * 0.47 * _lit(normals))
        seen = (np.einsum("nfk,nfk->nf", normals, eye - faces[:, :, 0]) > 0).tolist()
        flat = self._camera.project(faces.reshape(-1, 3), self._size).reshape(-1, 3, 4, 2).tolist()
        colours, lines = wood.astype(int).tolist(), (wood * 0.86).astype(int).tolist()
        dice = self._prepare_dice(view.dice, eye)
        middles = [[[(a + b) / 2 for a, b in zip(line.begin, line.end, strict=True)]] for line in view.lines]
        places = [centres, *([d.position] for d in view.dice), *([m.position] for m in view.markers), *middles]
        depth = ((np.concatenate(places) - eye) ** 2).sum(axis=1)
        first_die, first_marker = len(centres), len(centres) + len(view.dice)
        first_line = first_marker + len(view.markers)
        depth[first_marker:first_line] -= 40.0  # a marker lies in front of the three faces of its funnel
        # What is equally far, but for the last bits, comes in one order on every processor.
        for item in np.argsort(depth.round(9), kind="stable")[::-1].tolist():
            if item < first_die:
                for face in range(3):
                    if seen[item][face]:
                        pygame.draw.polygon(self._drawn, colours[item][face], flat[item][face])
                        pygame.draw.lines(self._drawn, lines[item][face], True, flat[item][face])
            elif item < first_marker and dice:
                self._draw_die(view.dice[item - first_die], item - first_die, dice)
            elif item < first_line:
                self._draw_marker(view.markers[item - first_marker], view.plate)
            else:
                self._draw_stroke(view.lines[item - first_line])

    def _prepare_dice(self, dice: Sequence[DieView], eye: Array) -> _DicePixels | None:
        if not dice:
            return None
        turns, places = np.array([d.rotation for d in dice]), np.array([d.position for d in dice])
        normals = np.einsum("nij,fj->nfi", turns, FACE_NORMALS)
        seen = np.einsum("nfi,nfi->nf", normals, eye - places[:, None] - normals / 2) > 0
        light = _lit(normals)
        body = np.array([PAINT[d.colour].body for d in dice])[:, None]
        pips = np.array([PAINT[d.colour].pips for d in dice])[:, None]
        ink = np.array([ink_of(d.colour) for d in dice])[:, None]
        make = make_in_use()
        rim = body if make.inlay == 0.5 else pips if make.rim is None else np.full_like(body, make.rim)
        pale = rim + make.wear * ((WORN_SHARE - 1) * rim + WORN_PALE)
        colours, grounds, bevels = (paint * light for paint in (body, rim, pale))
        shade = BEVEL_SHADE if rim is body and not make.wear else PALE_BEVEL_SHADE
        pip_shapes = []
        for face, pattern in enumerate(pip_outlines(PIP_SIDES[self._quality], make.pip_radius)):
            some = np.flatnonzero(seen[:, face])
            pip_shapes.append(
                dict(zip(some.tolist(), self._flat(turns[some], places[some], pattern).tolist(), strict=True))
            )
        marks: dict[int, Any] = {}
        for mark, pattern in MARK_SHAPES.items():
            some = np.flatnonzero([PAINT[d.colour].mark == mark for d in dice])
            marks.update(zip(some.tolist(), self._flat(turns[some], places[some], pattern).tolist(), strict=True))
        shapes: dict[tuple[str, int], Any] = {}
        all_marks = [(n, marked(d.marks)) for n, d in enumerate(dice) if d.marks]
        for name, shape, pattern in _ALL_POINTS:
            some = np.array([n for n, of in all_marks if name in of.shapes and on_die(name, of) is shape], int)
            points = self._flat(turns[some], places[some], pattern).tolist()
            shapes.update(zip(((name, n) for n in some.tolist()), points, strict=True))
        return _DicePixels(
            seen.tolist(),
            self._flat(turns, places, FACE_CORNERS).tolist(),
            self._flat(turns, places, FACE_OCTAGONS).tolist(),
            pip_shapes,
            marks,
            shapes,
            _on_screen(colours).astype(int).tolist(),
            _on_screen(bevels * shade).astype(int).tolist(),
            _on_screen(grounds).astype(int).tolist(),
            _on_screen(pips * light).astype(int).tolist(),
            _on_screen(ink * light).astype(int).tolist(),
            self._flat(turns, places, inlay_outlines(make.inlay)).tolist() if make.inlay < 0.5 else None,
        )

    def _flat(self, turns: Array, places: Array, pattern: Array) -> Array:
        """A pattern of points (..., 3) in the dice's own frame, in pixels for each die: (dice, ..., 2)."""
        points = np.einsum("nij,...j->n...i", turns, pattern) + places.reshape(-1, *[1] * (pattern.ndim - 1), 3)
        return self._camera.project(points.reshape(-1, 3), self._size).reshape(*points.shape[:-1], 2)

    def _draw_die(self, die: DieView, n: int, dice: _DicePixels) -> None:
        for face in range(6):
            if not dice.seen[n][face]:
                continue
            self._polygon(dice.rims[n][face], dice.corners[n][face], die.ghost)
            self._polygon(dice.grounds[n][face], dice.octagons[n][face], die.ghost)
            if dice.inlays:
                self._polygon(dice.bodies[n][face], dice.inlays[n][face], die.ghost)
            for shape in dice.marks[n][face] if n in dice.marks else ():
                self._polygon(dice.mark_colours[n][face], shape, die.ghost)
            if die.pips >> face & 1:
                for pip in dice.pips[face][n]:
                    self._polygon(dice.pip_colours[n][face], pip, die.ghost)
            marks = marked(die.marks)
            for name in marks.shapes:
                if (name, n) in dice.marked:
                    colour = _paint(own_colour(marks)) if name == OWNED else _PAINTS[name]
                    self._draw_mark(name, on_die(name, marks), colour, dice.marked[name, n][face], _DARK, die.ghost)

    def _draw_mark(
        self, name: str, shape: Shape, colour: Any, points: Sequence[Any], around: Any, ghost: bool = False
    ) -> None:
        """A mark as a shape; what was done last may be on its way out."""
        if name != LAST or self._last_share == 1.0:
            self._draw_shape(shape, colour, points, around, ghost)
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(8, 8)
        box = box.clip(self._drawn.get_rect())
        below = self._drawn.subsurface(box).copy()
        self._draw_shape(shape, colour, points, around, ghost)
        below.set_alpha(round(255 * (1 - self._last_share)))
        self._drawn.blit(below, box)

    def _draw_shape(self, shape: Shape, colour: Any, points: Sequence[Any], around: Any, ghost: bool = False) -> None:
        """A mark, all its points in pixels: those of what is filled, then those of the lines round it."""
        first = 0
        for polygon in shape.filled:
            self._polygon(colour, points[first : first + len(polygon)], ghost)
            first += len(polygon)
        for line in shape.lines:
            corners = points[first : first + len(line)]
            pygame.draw.lines(self._drawn, around, True, corners, SUPERSAMPLING[self._quality])
            first += len(line)

    def _polygon(self, colour: Any, points: Any, ghost: bool) -> None:
        if ghost:
            self._glass(colour, points, GHOST_ALPHA)
        else:
            pygame.draw.polygon(self._drawn, colour, points)

    def _glass(self, colour: Any, points: Any, alpha: int) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = int(min(xs)), int(min(ys))
        box = pygame.Rect(left, top, int(max(xs)) - left + 2, int(max(ys)) - top + 2).clip(self._drawn.get_rect())
        glass = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.polygon(glass, (*colour, alpha), [(x - box.left, y - box.top) for x, y in points])
        self._drawn.blit(glass, box)

    def _draw_stroke(self, stroke: Stroke) -> None:
        ends = np.array((stroke.begin, stroke.end))
        scales = self._camera.pixels_per_edge(ends, self._size)
        if (scales <= 0).any():  # an end is behind the eye
            return
        a, b = self._camera.project(ends, self._size)
        way = b - a
        aside = np.array((-way[1], way[0])) / max(float(np.hypot(*way)), 1e-6)
        (at_a, at_b), light = aside * (scales * stroke.widths / 2)[:, None], stroke_light(stroke.kind)
        colour = _on_screen(np.array(light.colour)).astype(int).tolist()
        self._glass(colour, [a + at_a, b + at_b, b - at_b, a - at_a], round(255 * light.opacity))

    def _draw_marker(self, marker: Marker, pose: PlatePose) -> None:
        marks = marked(marker.kind)
        radius, turn, place = radius_of(marks), np.array(pose.rotation).T, np.array(marker.position)
        around = _paint(plate_in_use().around)
        for name in marks.shapes:
            shape = in_funnel(name, marks)
            if name == OWNED:
                rim = _at_height(radius * ROUND_TRIANGLE, radius * 1.414) @ turn + place
                self._polygon(_paint(LIGHT), self._camera.project(rim, self._size).tolist(), ghost=False)
            flat = radius * np.concatenate([*shape.filled, *shape.lines])
            points = self._camera.project(_at_height(flat, radius * 1.414) @ turn + place, self._size)
            colour = _PAINTS[name] if name in _PAINTS else _paint(own_colour(marks))
            self._draw_mark(name, shape, colour, points.tolist(), around)
