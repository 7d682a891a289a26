"""Pictures of the words of the rules, for the page of words. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from skill.draw.camera import Camera
from skill.draw.scene_view import (
    PITCH,
    TOP_UP,
    DieView,
    SceneView,
    Stroke,
    die_in_cell,
    funnel_marker,
    funnel_outline,
    pyramid_view,
    side_markers,
)
from skill.lattice.cells import (
    ALL,
    AXES,
    BASE,
    CELLS,
    COORDS,
    CORNERS,
    LEVEL,
    SUPPORTS,
    Axis,
    Cell,
    cells,
    in_mask,
    small_pyramid,
)
from skill.lattice.cells import EDGE_FUNNELS as RIM
from skill.lattice.dice import GOLD, GREEN, RED, Colour, Die, Faces
from skill.lattice.frame import centre, point
from skill.lattice.pyramid import Pyramid

KIND = "goal"  # of all strokes: what the word means
WIDTHS = (0.13, 0.13)
NEAR = Camera(azimuth_deg=22.0, elevation_deg=56.0, distance=14.0, target=(0.0, 0.0, 0.6))
FAR = Camera(azimuth_deg=42.0, elevation_deg=42.0, distance=25.0, target=(0.0, 0.0, 2.4))
FLAT = Camera(elevation_deg=72.0, distance=33.0, target=(0.0, 0.6, 0.0))
WOOD = Camera(elevation_deg=74.0, distance=12.0, target=(0.0, 0.0, 0.0))
FACES: Faces = (1, 3, 2)
MIDDLE = cells("222")[0]
"""The place in the third layer over the middle of the plate."""

Picture = tuple[SceneView, Camera]


@cache
def word_picture(name: str) -> Picture:
    """The scene that shows the word of that picture, and from where it is seen."""
    return PICTURES[name]()


def _heap(where: Iterable[Cell], colour: Colour = GREEN, faces: Faces | None = FACES) -> Pyramid:
    return Pyramid((cell, Die(colour, faces)) for cell in where)


def _line(*points: Sequence[float], arrow: bool = False) -> tuple[Stroke, ...]:
    """A line from one point of the lattice to the next."""
    ends = [point(at, PITCH) for at in points]
    strokes = [Stroke(a, b, KIND, WIDTHS) for a, b in pairwise(ends)]
    if arrow:
        strokes[-1] = strokes[-1]._replace(widths=(0.3, 0.0))
    return tuple(strokes)


def _face(cell: Cell, axis: Axis, out: float = 0.52) -> tuple[Stroke, ...]:
    """A line round the upper face of a die on an axis."""
    b, c = (other for other in AXES if other != axis)
    corners = []
    for off_b, off_c in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)):
        at = [float(x) for x in COORDS[cell]]
        at[axis], at[b], at[c] = at[axis] - out, at[b] + off_b, at[c] + off_c
        corners.append(at)
    return _line(*corners)


def _in_front(cell: Cell, off: tuple[float, float, float]) -> tuple[float, float, float]:
    i, j, k = COORDS[cell]
    return (i + off[0], j + off[1], k + off[2])


def _funnel() -> Picture:
    die = die_in_cell(MIDDLE_FUNNEL, GREEN, FACES, lift=1.6)
    view = pyramid_view(_heap(()), lines=funnel_outline([MIDDLE_FUNNEL], KIND), extra=[die])
    return view, NEAR


def _free() -> Picture:
    heap = small_pyramid(MIDDLE, 3)
    return pyramid_view(_heap(heap), marks={heap[-1]: KIND}), NEAR


def _outside() -> Picture:
    heap = in_mask(ALL)
    shown = cells("000 500 302")
    strokes = [stroke for cell in shown for axis in AXES if COORDS[cell][axis] == 0 for stroke in _face(cell, axis)]
    return pyramid_view(_heap(heap))._replace(strokes=tuple(strokes)), FAR


def _numbers() -> Picture:
    under = SUPPORTS[OVER_MIDDLE]
    sides = [axis for cell in under for axis in AXES if COORDS[cell][axis] > COORDS[OVER_MIDDLE][axis]]
    strokes = [stroke for cell, axis in zip(under, sides, strict=True) for stroke in _face(cell, axis, 0.5)]
    view = pyramid_view(_heap(under))._replace(strokes=tuple(strokes))
    return view, WOOD


def _loose() -> Picture:
    x, y, z = centre(MIDDLE_FUNNEL, pitch=PITCH)
    flat = DieView((x + 1.1, y + 1.1, z + 0.45), TOP_UP[6], RED, marks=KIND)
    heap = SUPPORTS[OVER_MIDDLE]
    return pyramid_view(_heap(heap), extra=[flat]), NEAR


def _four() -> Picture:
    heap = small_pyramid(OVER_MIDDLE, 2)
    apart = [heap[-1]]
    return pyramid_view(_heap(heap), marks=dict.fromkeys(apart, KIND)), NEAR


def _layer() -> Picture:
    heap = small_pyramid(cells("112")[0], 5)
    coloured = {cell: GOLD if LEVEL[cell] == 1 else GREEN for cell in heap}
    return pyramid_view(Pyramid((c, Die(colour, FACES)) for c, colour in coloured.items())), FAR


def _edge() -> Picture:
    slanting = [cell for cell in CELLS if COORDS[cell][1] == COORDS[cell][2] == 0]
    heap = Pyramid((cell, Die(GOLD if cell in slanting else GREEN, FACES)) for cell in CELLS)
    cell = cells("033")[0]
    edge = _line(_in_front(cell, (-0.52, -0.52, -0.52)), _in_front(cell, (-0.52, 0.52, -0.52)))
    return pyramid_view(heap)._replace(strokes=edge), FAR


def _rim() -> Picture:
    return pyramid_view(_heap(()), lines=funnel_outline(RIM, KIND)), FLAT


def _side() -> Picture:
    orange = [cell for cell in RIM if COORDS[cell][0] == 0]
    return pyramid_view(_heap(()), markers=side_markers(), lines=funnel_outline(orange, KIND)), FLAT


def _ridge() -> Picture:
    low, high = _saddle_and_peak()
    return pyramid_view(_heap(()))._replace(strokes=_line(low, high)), WOOD


def _saddle() -> Picture:
    low, _ = _saddle_and_peak()
    x, y, z = point(low, PITCH)
    marker = funnel_marker(OVER_MIDDLE, KIND)._replace(position=(x, y, z))
    ghosts = [die_in_cell(cell, GREEN, FACES, ghost=True) for cell in SUPPORTS[OVER_MIDDLE]]
    return pyramid_view(_heap(()), markers=[marker], extra=ghosts), WOOD


def _peak() -> Picture:
    _, high = _saddle_and_peak()
    x, y, z = point(high, PITCH)
    marker = funnel_marker(OVER_MIDDLE, KIND)._replace(position=(x, y, z + 0.05))
    around = [cell for cell in BASE if sum(abs(a - b - 0.5) for a, b in zip(COORDS[cell], high, strict=True)) < 1.2]
    ghosts = [die_in_cell(cell, GREEN, FACES, ghost=True) for cell in around]
    return pyramid_view(_heap(()), markers=[marker], extra=ghosts), WOOD


def _saddle_and_peak() -> tuple[list[float], list[float]]:
    """A saddle in the middle of the plate and a peak beside it, in the lattice."""
    low = [at + 0.5 for at in COORDS[OVER_MIDDLE]]
    return low, [low[0] - 1, low[1], low[2]]


def _row() -> Picture:
    row = cells("233 143 053 323 413 503")
    return pyramid_view(_heap(row), lines=funnel_outline(row, KIND)), FLAT


def _corner() -> Picture:
    view = pyramid_view(_heap([MIDDLE_FUNNEL]), lines=funnel_outline(CORNERS, KIND))
    top = centre(MIDDLE_FUNNEL, pitch=PITCH)
    marker = funnel_marker(MIDDLE_FUNNEL, KIND)._replace(position=(top[0], top[1], top[2] + 0.9), cell=None)
    return view._replace(markers=(*view.markers, marker)), FLAT


def _right_angle() -> Picture:
    """Up beside a die, round its edge and down on the far side."""
    start, beside = cells("323")[0], cells("233")[0]
    heap = Pyramid(((start, Die(RED, FACES)), (beside, Die(GREEN, FACES))))
    end = cells("143")[0]
    path = _line(COORDS[start], (1, 2, 3), COORDS[end], arrow=True)
    ghost = die_in_cell(end, RED, FACES, ghost=True)
    return pyramid_view(heap, extra=[ghost])._replace(strokes=path), NEAR


OVER_MIDDLE = cells("223")[0]
MIDDLE_FUNNEL = cells("233")[0]
PICTURES: Mapping[str, Callable[[], Picture]] = {
    "funnel": _funnel,
    "free": _free,
    "outside": _outside,
    "numbers": _numbers,
    "loose": _loose,
    "four": _four,
    "layer": _layer,
    "edge": _edge,
    "rim": _rim,
    "side": _side,
    "ridge": _ridge,
    "saddle": _saddle,
    "peak": _peak,
    "row": _row,
    "corner": _corner,
    "right_angle": _right_angle,
}
