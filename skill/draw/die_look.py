"""Everything about how a die looks: colours, pips, marks, rounding. Both renderers take it from here; lengths in edges.

The software renderer draws polygons, the OpenGL renderer distances to the same shapes, in the fragment shader.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import pi, tan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.marks import DARK, DISCS, Marked
from skill.draw.palette import Rgb, linear, vec3
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


class DieMake(NamedTuple):
    """How dice are made, whatever their colour. Every face shows that of the die in its middle."""

    gloss: float = 0.55
    pip_radius: float = 0.092
    inlay: float = 0.5
    """The colour reaches so far from a face's middle; where that is less than 0.5, its rim has another."""
    rim: Rgb | None = None
    """Of what lies beyond the colour; None for that of the pips."""
    wear: float = 0.0
    """How pale edges and corners have become, from 0 to 1."""
    has_strong_pips: bool = False
    """Pips are white on dark dice and black on light ones."""


MAKES: dict[str, DieMake] = {
    "classic": DieMake(),
    "worn": DieMake(gloss=0.22, wear=0.6),
    "ivory": DieMake(gloss=0.42, pip_radius=0.084, inlay=0.38, rim=linear("efe3c6")),
    "contrast": DieMake(gloss=0.08, pip_radius=0.108, inlay=0.455, has_strong_pips=True),
}
"""By name; the first is the usual one."""
INLAY_ROUNDING = 0.09  # of the corners of the colour of a face
_BLACK, _WHITE = linear("000000"), linear("ffffff")
_in_use: tuple[str, bool, str] = ("usual", False, "classic")


def use_palette(name: str, marks: bool, make: str = "classic") -> None:
    """Paints all dice from a palette from now on, with or without marks on them, in one of the `MAKES`."""
    global _in_use
    _in_use = (name, marks, make)
    for colour, paint in PALETTES[name].items():
        pips = _furthest_from(paint.body) if MAKES[make].has_strong_pips else paint.pips
        PAINT[colour] = Paint(paint.body, pips, MARKS.get(colour, NO_MARK) if marks else NO_MARK)


DARK_UP_TO = 0.24
"""The luminance up to which pips that are to stand out are white: they then have a contrast of 3.6 at least (WCAG 2).

Black has more from 0.18 on, but a green die with black edges would not be seen on dark plates.
"""


def _furthest_from(body: Rgb) -> Rgb:
    """White on dark colours, black on light ones."""
    luminance = sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), body, strict=True))
    return _BLACK if luminance > DARK_UP_TO else _WHITE


def palette_in_use() -> tuple[str, bool, str]:
    """The palette's name, whether there are marks, and the name of the make."""
    return _in_use


def make_in_use() -> DieMake:
    """How dice are made now."""
    return MAKES[_in_use[2]]


def ink_of(colour: Colour) -> Rgb:
    """The colour of the mark that tells a die's own colour: that of its pips, on a rim of another colour a dark one."""
    return PAINT[colour].pips if make_in_use().rim is None else _DARK_PIPS


WORN_SHARE, WORN_PALE = 0.6, 0.22
"""What is left of a colour where it is worn, and what has been added to each of its parts."""


def own_colour(marks: Marked) -> Rgb:
    """The colour of the one mark that has none of its own: that of the seat, or of the side of the board."""
    return DISCS[marks.side] if marks.side else PAINT[marks.seat].body if marks.seat else DARK


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
def pip_outlines(sides: int, radius: float) -> list[Array]:
    """For each number - 1 the outlines (pips, sides, 3) of its pips of that radius, own frame."""
    turn = np.arange(sides) * 2 * pi / sides
    patterns = []
    for number in range(1, 7):
        axis = number - 1 if number <= 3 else 6 - number
        points = np.empty((len(PIPS[number]), sides, 3))
        points[..., axis] = 0.5 if number <= 3 else -0.5
        for n, (u, v) in enumerate(PIPS[number]):
            points[n, :, (axis + 1) % 3] = u * PIP_OFFSET + radius * np.cos(turn)
            points[n, :, (axis + 2) % 3] = v * PIP_OFFSET + radius * np.sin(turn)
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


@cache
def inlay_outlines(half: float) -> Array:
    """The outlines (6, corners, 3) of the colour of the faces (number - 1), own frame: squares with round corners."""
    turn = np.linspace(0, pi / 2, 4)
    corner = half - INLAY_ROUNDING * (1 - np.column_stack([np.cos(turn), np.sin(turn)]))
    quarters = [corner @ np.array([(c, s), (-s, c)]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return on_faces(np.concatenate(quarters))


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


def die_glsl(make: DieMake) -> str:
    """The same shapes for the fragment shader: the way to the nearest pip, how far a point is outside a mark, and the
    colour of a point that is so much within either."""
    ground = "body"
    if make.inlay < 0.5:
        rim = "pips" if make.rim is None else vec3(make.rim)
        half, rounding = make.inlay - INLAY_ROUNDING, INLAY_ROUNDING
        ground = f"mix(body, {rim}, smoothstep(-blur, blur, length(max(abs(p) - {half}, 0.0)) - {rounding}))"
    if make.wear:
        pale = f"({WORN_SHARE} * body + {WORN_PALE})"
        ground = f"mix({ground}, {pale}, {make.wear} * worn(local, p))"
    painted = f"mix({ground}, pips, max(pip, mark))"
    if make.rim is not None:
        painted = f"mix(mix({ground}, {vec3(_DARK_PIPS)}, mark), pips, pip)"
    values = f"const float RADIUS = {make.pip_radius}, GLOSS = {make.gloss};\n"
    given = "vec3 body, vec3 pips, vec3 local, vec2 p, float blur, float pip, float mark"
    return f"{values}{_DIE_GLSL}vec3 painted({given}) {{ return {painted}; }}\n"


_DIE_GLSL = f"""
const float ROUND = {ROUNDING}, OFFSET = {PIP_OFFSET};
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

// How much an edge is worn at a point p of a face, most at the corners, in patches.
float worn(vec3 local, vec2 p) {{
    vec2 q = abs(p);
    vec3 w = local * 17.0;
    vec3 bent = vec3(sin(w.y * 1.3 + w.z), sin(w.z * 0.9 - w.x), sin(w.x * 1.1 + w.y * 0.7));
    vec3 waves = sin(w * vec3(1.0, 1.7, 2.3) + 2.4 * bent);
    float far = max(q.x, q.y) + 0.3 * max(min(q.x, q.y) - 0.36, 0.0) + 0.016 * (waves.x + waves.y + waves.z);
    return smoothstep(0.39, 0.49, far);
}}
"""
