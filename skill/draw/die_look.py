"""How a die looks, all of it: colours, pips, marks, rounding. Both renderers take it from here; lengths in edges.

The software renderer draws polygons, the OpenGL renderer distances to the same shapes, in the fragment shader.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import pi, tan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.marks import COLOURS, DARK, POINTED, SIDES, Marked
from skill.draw.palette import Rgb, linear
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, PEARL, RED, TURQUOISE, UNKNOWN, WHITE, YELLOW, Colour

Array = NDArray[np.float64]
ROUNDING = 0.1  # radius of the edges
CHAMFER = 0.075  # cut off a face's corners and sides where there are only flat polygons


class Paint(NamedTuple):
    """A die's body and its pips."""

    body: Rgb
    pips: Rgb
    mark: int = 0
    """What is drawn beside the pips: one of `MARKS`."""


_WHITE_PIPS, _DARK_PIPS = linear("f7f3ea"), linear("2a2622")
NO_MARK, FRAME, CORNERS, BARS = range(4)
MARKS: dict[Colour, int] = {RED: FRAME, GREEN: CORNERS, BLUE: BARS, YELLOW: BARS, TURQUOISE: CORNERS}
"""Marks that tell colours apart by shape. Of one set only black and gold have none, the darkest and the lightest."""
MARK_AT, MARK_WIDTH = 0.385, 0.032  # of a face: where the lines of a mark run, and how wide they are
CORNER_CUT = 0.72  # corners begin where |u| + |v| is that

USUAL: dict[Colour, Paint] = {
    RED: Paint(linear("c8202b"), _WHITE_PIPS),
    GREEN: Paint(linear("1f8a4c"), _WHITE_PIPS),
    BLACK: Paint(linear("2c2e33"), _WHITE_PIPS),
    BLUE: Paint(linear("2257c4"), _WHITE_PIPS),
    GOLD: Paint(linear("e0a526"), _DARK_PIPS),
    YELLOW: Paint(linear("f2cf2e"), _DARK_PIPS),
    PEARL: Paint(linear("e6e0d2"), _DARK_PIPS),
    TURQUOISE: Paint(linear("25b3b0"), _DARK_PIPS),
    WHITE: Paint(linear("f6f5f1"), _DARK_PIPS),
    UNKNOWN: Paint(linear("9a9c9f"), _WHITE_PIPS),
}
# After Okabe and Ito, whose colours stay apart for eyes that lack a kind of cone.
SAFE: dict[Colour, Paint] = USUAL | {
    RED: Paint(linear("d55e00"), _WHITE_PIPS),
    GREEN: Paint(linear("00a37a"), _WHITE_PIPS),
    BLACK: Paint(linear("26272b"), _WHITE_PIPS),
    BLUE: Paint(linear("0072b2"), _WHITE_PIPS),
    GOLD: Paint(linear("f0b93a"), _DARK_PIPS),
    YELLOW: Paint(linear("f0e442"), _DARK_PIPS),
    TURQUOISE: Paint(linear("56b4e9"), _DARK_PIPS),
}
PALETTES: dict[str, dict[Colour, Paint]] = {"usual": USUAL, "safe": SAFE}
PAINT: dict[Colour, Paint] = dict(USUAL)
"""The paints in use."""
_in_use: tuple[str, bool] = ("usual", False)


def use_palette(name: str, marks: bool) -> None:
    """Paints all dice from a palette from now on, with or without marks on them."""
    global _in_use
    _in_use = (name, marks)
    PAINT.update(
        {c: paint._replace(mark=MARKS.get(c, NO_MARK) if marks else NO_MARK) for c, paint in PALETTES[name].items()}
    )


def palette_in_use() -> tuple[str, bool]:
    """The palette's name, and whether there are marks."""
    return _in_use


POINTED_SHARE = 0.25
"""Of the colour of a die that is pointed at: how much of it is that of the mark."""


def body_of(colour: Colour, marks: Marked) -> Rgb:
    """The colour of a die with these marks."""
    body = PAINT[colour].body
    if POINTED not in marks.shapes:
        return body
    r, g, b = ((1 - POINTED_SHARE) * own + POINTED_SHARE * of for own, of in zip(body, COLOURS[POINTED], strict=True))
    return (r, g, b)


def own_colour(marks: Marked) -> Rgb:
    """The colour of the one mark that has none of its own: that of the seat, or of the side of the board."""
    return SIDES[marks.side] if marks.side else PAINT[marks.seat].body if marks.seat else DARK


PIP_RADIUS = 0.092
PIP_OFFSET = 0.245  # of the outer pips from the face's middle
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 1), (-1, 0), (1, 0), (1, -1), (1, 1)),
}
"""Places of the pips of each number, in units of `PIP_OFFSET`, on axes (a + 1) % 3 and (a + 2) % 3 of face axis a."""


@cache
def die_mesh(arcs: int) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Vertices (n, 3) and triangles (m, 3) of a die with edge 1.

    `arcs` steps round each half edge: 0 is the sharp box of 12 triangles, 1 has 108, 2 has 300. Where the box is sharp
    the fragment shader still bends the normals.
    """
    half = 0.5 - ROUNDING
    bend = [ROUNDING * tan(pi / 4 * n / arcs) for n in range(1, arcs + 1)] if arcs else [ROUNDING]
    line = [-half - b for b in reversed(bend)] + ([-half, half] if arcs else []) + [half + b for b in bend]
    vertices: list[NDArray[np.float32]] = []
    triangles: list[tuple[int, int, int]] = []
    n = len(line)
    for axis, sign in product(range(3), (1, -1)):
        first = len(vertices) * n * n
        sheet = np.empty((n, n, 3), np.float32)
        sheet[..., axis] = 0.5 * sign
        sheet[..., (axis + 1) % 3] = np.array(line)[:, None]
        sheet[..., (axis + 2) % 3] = np.array(line)[None, :]
        vertices.append(sheet.reshape(-1, 3))
        for a, b in product(range(n - 1), repeat=2):
            corners = [first + a * n + b, first + (a + 1) * n + b, first + (a + 1) * n + b + 1, first + a * n + b + 1]
            if sign < 0:
                corners.reverse()
            triangles += [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]
    points = np.concatenate(vertices)
    if arcs:
        core = np.clip(points, -half, half)
        away = points - core
        points = core + ROUNDING * away / np.linalg.norm(away, axis=1, keepdims=True)
    return points.astype(np.float32), np.array(triangles, np.uint32)


def _face_patterns() -> tuple[Array, Array, Array]:
    """For the six faces (number - 1): unit normal, corner points (6, 4, 3) and inner octagon (6, 8, 3), own frame."""
    normals, corners, octagons = np.zeros((6, 3)), np.zeros((6, 4, 3)), np.zeros((6, 8, 3))
    flat, cut = 0.5 - CHAMFER, 0.5 - 2.2 * CHAMFER
    quarter = [(flat, cut), (cut, flat), (-cut, flat), (-flat, cut)]
    ring = [*quarter, *((-u, -v) for u, v in quarter)]
    for axis, sign in product(range(3), (1, -1)):
        face = axis if sign > 0 else 5 - axis
        b, c = (axis + 1) % 3, (axis + 2) % 3
        normals[face, axis] = sign
        corners[face, :, axis] = octagons[face, :, axis] = sign / 2
        for n, (u, v) in enumerate([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]):
            corners[face, n, b], corners[face, n, c] = u, v
        octagons[face][:, [b, c]] = ring
    return normals, corners, octagons


FACE_NORMALS, FACE_CORNERS, FACE_OCTAGONS = _face_patterns()


@cache
def pip_outlines(sides: int) -> list[Array]:
    """For each number - 1 the outlines (pips, sides, 3) of its pips, own frame."""
    turn = np.arange(sides) * 2 * pi / sides
    patterns = []
    for number in range(1, 7):
        axis = number - 1 if number <= 3 else 6 - number
        points = np.empty((len(PIPS[number]), sides, 3))
        points[..., axis] = 0.5 if number <= 3 else -0.5
        for n, (u, v) in enumerate(PIPS[number]):
            points[n, :, (axis + 1) % 3] = u * PIP_OFFSET + PIP_RADIUS * np.cos(turn)
            points[n, :, (axis + 2) % 3] = v * PIP_OFFSET + PIP_RADIUS * np.sin(turn)
        patterns.append(points)
    return patterns


def on_faces(flat: Array) -> Array:
    """Points (..., 2) of a face, from its middle, on all six faces (number - 1): (6, ..., 3), own frame."""
    points = np.zeros((6, *flat.shape[:-1], 3))
    for axis, sign in product(range(3), (1, -1)):
        face = axis if sign > 0 else 5 - axis
        points[face, ..., axis] = sign / 2
        points[face][..., [(axis + 1) % 3, (axis + 2) % 3]] = flat
    return points


def _mark_patterns() -> dict[int, Array]:
    """For each mark the quadrilaterals (6, n, 4, 3) that it is on the six faces (number - 1), own frame."""
    inner, outer = MARK_AT - MARK_WIDTH / 2, MARK_AT + MARK_WIDTH / 2
    rim = 0.5 - CHAMFER / 2  # where the face ends, seen from above
    cut = CORNER_CUT - rim
    bar = [(inner, -outer), (outer, -outer), (outer, outer), (inner, outer)]
    corner = [(rim, cut), (rim, rim), (cut, rim), (cut, rim)]
    turns = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # by quarters
    flat = {
        FRAME: [[(u * c - v * s, u * s + v * c) for u, v in bar] for c, s in turns],
        CORNERS: [[(u * c - v * s, u * s + v * c) for u, v in corner] for c, s in turns],
        BARS: [[(u * c, v * c) for u, v in bar] for c in (1, -1)],
    }
    patterns = {}
    for mark, shapes in flat.items():
        patterns[mark] = on_faces(np.array(shapes))
    return patterns


MARK_SHAPES = _mark_patterns()
"""For each mark the quadrilaterals that it is."""

DIE_GLSL = f"""
const float ROUND = {ROUNDING}, OFFSET = {PIP_OFFSET}, RADIUS = {PIP_RADIUS};
const float MARK_AT = {MARK_AT}, MARK_HALF = {MARK_WIDTH / 2}, CORNER_CUT = {CORNER_CUT};

vec2 nearer(vec2 a, vec2 b) {{ return dot(a, a) < dot(b, b) ? a : b; }}

// From the nearest pip of this number to the point p of its face.
vec2 pip(float number, vec2 p) {{
    vec2 outer = abs(p) - OFFSET;
    vec2 diagonal = nearer(p - OFFSET, p + OFFSET);
    vec2 side = vec2(abs(p.x) - OFFSET, p.y);
    if (number < 1.5) return p;
    if (number < 2.5) return diagonal;
    if (number < 3.5) return nearer(diagonal, p);
    if (number < 4.5) return outer;
    if (number < 5.5) return nearer(outer, p);
    return nearer(outer, side);
}}

// How far outside the mark of this number the point p of a face is.
float beyond_mark(float mark, vec2 p) {{
    vec2 q = abs(p);
    float bars = abs(q.x - MARK_AT) - MARK_HALF;
    float frame = abs(max(q.x, q.y) - MARK_AT) - MARK_HALF;
    if (mark < 0.5) return 1.0;
    if (mark < {FRAME}.5) return frame;
    if (mark < {CORNERS}.5) return CORNER_CUT - q.x - q.y;
    return max(bars, q.y - MARK_AT);
}}
"""
"""The same shapes for the fragment shader: the way to the nearest pip, and how far a point is outside a mark."""
