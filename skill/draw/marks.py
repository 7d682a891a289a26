"""How marks look on dice and in funnels: a shape and a colour for each kind. Both renderers take them from here.

The software renderer draws polygons, the OpenGL renderer distances to the same shapes, in the fragment shader. Several
marks can lie on one die or in one funnel: none covers another. Every shape has a dark line round it, so that it is seen
on plates and dice of any colour and in any light; a plate may want another colour for it, see `plate_look`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.palette import GLOW, Rgb, linear, vec3

Array = NDArray[np.float64]

LEGAL, POINTED, CHOSEN, GOAL, LAST, HINT = KINDS = ("legal", "pointed", "chosen", "goal", "last", "hint")
"""What may be chosen now, what is pointed at, what has been chosen for a start, where the goal is, what was done last
(in a funnel, where a die went from), and what a hint means. The kind of the cells that a seat owns is its colour."""
OWNED, DISC = "owned", "disc"
SHAPES = (*KINDS, OWNED, DISC)
"""By bit: of each mark on a die or in a funnel. A disc is a mark of the board, in a colour of its own."""
COLOURS: dict[str, Rgb] = {
    LEGAL: linear("5cff2b"),
    POINTED: GLOW,
    CHOSEN: linear("5cff2b"),
    GOAL: linear("5a2bff"),
    LAST: linear("f58be6"),
    HINT: linear("e000c8"),
}
"""None of them is that of a seat. What has to do with choosing has the brightest. A die itself keeps its colour,
whatever is marked: colour and number are what the game is about."""
DARK = linear("201a26")  # of the line round every shape
LIGHT = linear("fff4dc")  # of the line round that of a triangle
ANY = "any"
"""A dot in each funnel where any may be chosen."""
SIDES: dict[str, Rgb] = {"side I": linear("ff8c1a"), "side J": linear("8e44d6"), "side K": linear("ffffff")}
DISCS: dict[str, Rgb] = {**SIDES, ANY: linear("b9f59f")}

RADIUS = 0.46  # of a mark in a funnel, edges: as wide as its walls leave
SIDE_RADIUS, DOT_RADIUS, SMALL_RADIUS = 0.3, 0.13, 0.24


class Marked(NamedTuple):
    """The marks of one die or one funnel."""

    shapes: tuple[str, ...] = ()
    """Of `SHAPES`, in the order in which they are drawn."""
    seat: str = ""
    """Colour letter of the seat whose it is."""
    side: str = ""
    """One of `DISCS` for a disc on the rim of the board, or a dot in a funnel."""
    is_small: bool = False
    """Whether it is another's place, in a funnel with no other mark."""

    @property
    def code(self) -> int:
        """A bit for each shape, as shaders take it."""
        return sum(1 << SHAPES.index(shape) for shape in self.shapes)


@cache
def marked(kinds: str) -> Marked:
    """The marks of these kinds, separated by spaces; a letter is the colour of a seat that owns the cell, a small one
    that of a seat whose places matter less."""
    if kinds in DISCS:
        return Marked((DISC,), side=kinds)
    found = kinds.split()
    seats = [kind for kind in found if kind not in KINDS]
    shapes = [shape for shape in ORDER if shape in found or (shape == OWNED and seats)]
    seat = "".join(seats[:1])
    return Marked(tuple(shapes), seat.upper(), is_small=seat.islower())


def radius_of(marks: Marked) -> float:
    """Of a mark in a funnel or on the rim of the board, edges."""
    if marks.is_small:
        return SMALL_RADIUS
    return DOT_RADIUS if marks.side == ANY else SIDE_RADIUS if marks.side else RADIUS


def together(*kinds: str) -> str:
    """The kinds of one die or funnel in one text, each once."""
    return " ".join(dict.fromkeys(word for kind in kinds for word in kind.split()))


ORDER = (OWNED, LEGAL, POINTED, CHOSEN, GOAL, LAST, HINT, DISC)
"""From below upwards."""

# On a face of a die, from its middle, edges; the pips reach out to 0.337.
BAND = 0.36  # of what may be chosen: all that lies further out
CIRCLE, CIRCLE_HALF = 0.4625, 0.0375  # of what is pointed at: a ring that just holds the pips
CUT = 0.64  # of what has been chosen: the corners beyond this sum of both coordinates
OWNED_FROM = 0.44  # a thin frame
BAR_FROM, BAR_HALF = 0.385, 0.2  # of the goal: bars in the middle of each side
SMALL_BAR_FROM, SMALL_BAR_HALF = 0.44, 0.09  # the same where the die may be chosen, which is louder
BRACKET_FROM, BRACKET_END = 0.405, 0.27  # of what was done last: angles at the corners
DIAMOND, DIAMOND_HALF = 0.41, 0.05  # of a hint: a square on its corner
EDGE = 0.5
ROUND_IT = 0.03  # how wide the dark line is

# In a funnel, in units of `RADIUS`.
DISC_RADIUS, DISC_WITHIN = 0.84, 0.46  # what may be chosen: a disc, smaller in a seat's triangle
EYE, RING_AT, RING_HALF = 0.34, 0.79, 0.16  # pointed at: a bull's-eye
SQUARE, SQUARE_HALF = 0.58, 0.13  # chosen: a hollow square
HOOP, HOOP_HALF = 0.92, 0.07  # the goal: a ring outside of all the others
# where a die went from: angles, like those of dice, round what lies free
ANGLE_OUT, ANGLE_FROM, ANGLE_END = 0.86, 0.7, 0.46
HINT_REACH = 0.66  # a hint: a filled diamond
TRIANGLE = 0.42  # whose it is: a triangle, from its middle to its sides
DARK_IN_FUNNEL = 0.07
LIGHT_IN_FUNNEL = 0.09  # round the dark line of a triangle, which may lie on dice of its own colour


class Shape(NamedTuple):
    """A shape as polygons: what is filled, and the dark lines round it, each a closed polygon (n, 2)."""

    filled: tuple[Array, ...]
    lines: tuple[Array, ...]


def _square(half: float) -> Array:
    return np.array([(-half, -half), (half, -half), (half, half), (-half, half)])


def _ring(outer: Array, inner: Array) -> Shape:
    """What lies between two closed polygons of as many corners."""
    count = len(outer)
    quads = [np.array([outer[n], outer[(n + 1) % count], inner[(n + 1) % count], inner[n]]) for n in range(count)]
    return Shape(tuple(quads), (outer, inner))


def _whole(*polygons: Array) -> Shape:
    return Shape(polygons, polygons)


def _joined(*shapes: Shape) -> Shape:
    return Shape(sum((s.filled for s in shapes), ()), sum((s.lines for s in shapes), ()))


def _circle(radius: float, sides: int = 20) -> Array:
    turn = np.arange(sides) * 2 * np.pi / sides
    return radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _turned(points: Iterable[tuple[float, float]], quarters: int) -> Array:
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    return np.array([(u * c - v * s, u * s + v * c) for u, v in points])


def _bars(begin: float, half: float) -> Shape:
    bar = ((begin, -half), (EDGE, -half), (EDGE, half), (begin, half))
    return _whole(*(_turned(bar, n) for n in range(4)))


def _angles(out: float, begin: float, end: float) -> Shape:
    angle = ((out, end), (out, out), (end, out), (end, begin), (begin, begin), (begin, end))
    return _whole(*(_turned(angle, n) for n in range(4)))


_CORNER = ((EDGE, CUT - EDGE), (EDGE, EDGE), (CUT - EDGE, EDGE))
ON_DIE: dict[str, Shape] = {
    OWNED: _ring(_square(EDGE), _square(OWNED_FROM)),
    LEGAL: _ring(_square(EDGE), _square(BAND)),
    POINTED: _ring(_circle(CIRCLE + CIRCLE_HALF), _circle(CIRCLE - CIRCLE_HALF)),
    CHOSEN: _whole(*(_turned(_CORNER, n) for n in range(4))),
    GOAL: _bars(BAR_FROM, BAR_HALF),
    LAST: _angles(EDGE, BRACKET_FROM, BRACKET_END),
    HINT: _ring(_circle(DIAMOND + DIAMOND_HALF, 4), _circle(DIAMOND - DIAMOND_HALF, 4)),
    DISC: _whole(),
}
"""On each face; none hides a pip."""


def _triangle(half: float) -> Array:
    return half * np.array([(0.0, 2.0), (-(3**0.5), -1.0), (3**0.5, -1.0)])


ROUND_TRIANGLE = _triangle(TRIANGLE + DARK_IN_FUNNEL + LIGHT_IN_FUNNEL)
IN_FUNNEL: dict[str, Shape] = {
    OWNED: _whole(_triangle(TRIANGLE)),
    LEGAL: _whole(_circle(DISC_RADIUS)),
    POINTED: _joined(_whole(_circle(EYE)), _ring(_circle(RING_AT + RING_HALF), _circle(RING_AT - RING_HALF))),
    CHOSEN: _ring(_square(SQUARE + SQUARE_HALF), _square(SQUARE - SQUARE_HALF)),
    GOAL: _ring(_circle(HOOP + HOOP_HALF), _circle(HOOP - HOOP_HALF)),
    LAST: _angles(ANGLE_OUT, ANGLE_FROM, ANGLE_END),
    HINT: _whole(_circle(HINT_REACH, 4)),
    DISC: _whole(_circle(1.0)),
}
"""In the plane of a mark in a funnel, in units of its radius."""


def on_die(shape: str, marks: Marked) -> Shape:
    """The shape as it is drawn among the others of one die."""
    return SMALL_BARS if shape == GOAL and LEGAL in marks.shapes else ON_DIE[shape]


def in_funnel(shape: str, marks: Marked) -> Shape:
    """The shape as it is drawn among the others of one funnel."""
    return _SMALL_DISC if shape == LEGAL and OWNED in marks.shapes else IN_FUNNEL[shape]


_SMALL_DISC = _whole(_circle(DISC_WITHIN))
SMALL_BARS = _bars(SMALL_BAR_FROM, SMALL_BAR_HALF)


def _on(shape: str) -> str:
    return f"mod(floor(code / {float(1 << SHAPES.index(shape))}), 2.0)"


_LAYER = """
uniform float last_share;   // how much is still to be seen of the marks of what was done last

// The colour with a shape of that paint over it, d outside of which a point lies; where `on` is 0 as it was.
vec4 layer(vec4 under, vec3 paint, float d, float around, float on, float blur) {
    float dark = on * (1.0 - smoothstep(-blur, blur, d - around)), inside = on * (1.0 - smoothstep(-blur, blur, d));
    return vec4(mix(mix(under.rgb, OUTLINE, dark), paint, inside), max(under.a, dark));
}
"""
DIE_GLSL = (
    f"const vec3 OUTLINE = {vec3(DARK)};\n"
    + _LAYER
    + f"""
vec4 die_marks(vec4 under, vec3 seat, float code, vec2 p, float blur) {{
    vec2 q = abs(p);
    float high = max(q.x, q.y), low = min(q.x, q.y);
    float around = {ROUND_IT};
    under = layer(under, seat, {OWNED_FROM} - high, around, {_on(OWNED)}, blur);
    under = layer(under, {vec3(COLOURS[LEGAL])}, {BAND} - high, around, {_on(LEGAL)}, blur);
    float circle = abs(length(p) - {CIRCLE}) - {CIRCLE_HALF};
    under = layer(under, {vec3(COLOURS[POINTED])}, circle, around, {_on(POINTED)}, blur);
    under = layer(under, {vec3(COLOURS[CHOSEN])}, ({CUT} - q.x - q.y) * 0.707, around, {_on(CHOSEN)}, blur);
    vec2 bar = mix(vec2({BAR_FROM}, {BAR_HALF}), vec2({SMALL_BAR_FROM}, {SMALL_BAR_HALF}), {_on(LEGAL)});
    under = layer(under, {vec3(COLOURS[GOAL])}, max(bar.x - high, low - bar.y), around, {_on(GOAL)}, blur);
    float angle = max({BRACKET_FROM} - high, {BRACKET_END} - low);
    under = layer(under, {vec3(COLOURS[LAST])}, angle, around, last_share * {_on(LAST)}, blur);
    float diamond = abs(q.x + q.y - {DIAMOND}) - {DIAMOND_HALF};
    return layer(under, {vec3(COLOURS[HINT])}, diamond * 0.707, around, {_on(HINT)}, blur);
}}
"""
)
"""The same shapes for the fragment shader of dice; `p` is a point of a face."""
FUNNEL_GLSL = (
    "uniform vec3 OUTLINE;\n"
    + _LAYER
    + f"""
vec4 funnel_marks(vec4 under, vec3 own, float code, vec2 p, float blur) {{
    vec2 q = abs(p);
    float r = length(p), around = {DARK_IN_FUNNEL};
    float owned = {_on(OWNED)};
    under = layer(under, own, r - 1.0 + around, around, {_on(DISC)}, blur);
    float triangle = max(-p.y, 0.866 * q.x + 0.5 * p.y) - {TRIANGLE};
    under = layer(under, {vec3(LIGHT)}, triangle - around - {LIGHT_IN_FUNNEL}, 0.0, owned, blur);
    under = layer(under, own, triangle, around, owned, blur);
    float disc = r - mix({DISC_RADIUS}, {DISC_WITHIN}, owned);
    under = layer(under, {vec3(COLOURS[LEGAL])}, disc, around, {_on(LEGAL)}, blur);
    float eye = min(r - {EYE}, abs(r - {RING_AT}) - {RING_HALF});
    under = layer(under, {vec3(COLOURS[POINTED])}, eye, around, {_on(POINTED)}, blur);
    float square = abs(max(q.x, q.y) - {SQUARE}) - {SQUARE_HALF};
    under = layer(under, {vec3(COLOURS[CHOSEN])}, square, around, {_on(CHOSEN)}, blur);
    under = layer(under, {vec3(COLOURS[GOAL])}, abs(r - {HOOP}) - {HOOP_HALF}, around, {_on(GOAL)}, blur);
    float high = max(q.x, q.y), low = min(q.x, q.y);
    float angle = max(high - {ANGLE_OUT}, max({ANGLE_FROM} - high, {ANGLE_END} - low));
    under = layer(under, {vec3(COLOURS[LAST])}, angle, around, last_share * {_on(LAST)}, blur);
    return layer(under, {vec3(COLOURS[HINT])}, (q.x + q.y - {HINT_REACH}) * 0.707, around, {_on(HINT)}, blur);
}}
"""
)
"""The same for that of marks in funnels; `p` in units of their radius."""
