"""The scene to be drawn, as plain values for renderers and picking: dice, markers and the plate. No pygame, no OpenGL.

World frame of `skill.lattice.frame`, lengths in edges of a die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import cos, hypot, isfinite, radians, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from skill.draw.plain_dice import AS_USUAL, Lying, shown_faces, turns_of_faces
from skill.lattice.cells import AXES, AXIS_NAMES, COORDS, LEVEL, Axis, Cell, cells
from skill.lattice.dice import UNKNOWN, Colour, Die, Faces
from skill.lattice.frame import HALF_DIAGONAL, Matrix, Point, centre, point, rotation
from skill.lattice.notation import Loose
from skill.lattice.pyramid import Pyramid
from skill.physics.pose import ON_SIDE

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

PITCH = 1.015  # of a real set; at 1.0 the dice of a layer would share their edges on screen

BOARD_DEPTH = 0.9  # thickness of the board below the funnels' bottoms
STANDING_Z = -BOARD_DEPTH  # of the table when the plate stands on it

BASE_CORNERS = cells("800 080 008")
SIDE_MARK_Z = -0.41  # so that a mark, which is drawn as high as a funnel is wide there, lies on the board
ALL_PIPS = 0b111111
UPRIGHT: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class DieView(NamedTuple):
    """One die as it is drawn."""

    position: Point
    """Its centre."""
    rotation: Matrix
    """From its own frame (1, 2, 3 along +x, +y, +z) to the world, rows first."""
    colour: Colour
    cell: Cell | None = None
    """The cell it stands in, for picking; None for a die that is loose or on its way."""
    ghost: bool = False
    """A die that is not there yet: translucent, without shadow."""
    pips: int = ALL_PIPS
    """The numbers that are drawn: bit n - 1 for n. What a player may not see is blank."""
    spot: tuple[int, ...] | None = None
    """Its place in a block beside the plate, for picking."""
    marks: str = ""
    """What is marked on it: kinds of `skill.draw.marks` and the colour of a seat, separated by spaces."""


class Marker(NamedTuple):
    """The marks in a funnel."""

    position: Point
    """The funnel's bottom."""
    kind: str
    """As the marks of a die, or a disc on the rim of the board: one of `marks.SIDES`."""
    cell: Cell | None = None


class Stroke(NamedTuple):
    """A straight band of light that faces the eye, over all that is solid: what a tool is and where it aims."""

    begin: Point
    end: Point
    kind: str
    """A name of `palette.STROKES`."""
    widths: tuple[float, float] = (0.1, 0.1)
    """At its begin and its end: one of 0 makes a point of an arrow."""


class PlatePose(NamedTuple):
    """Where the plate is: a turn about the world's origin, then a shift."""

    rotation: Matrix = UPRIGHT
    shift: Point = (0.0, 0.0, 0.0)

    def apply(self, point: Point) -> Point:
        """Where a point of the plate is in the world."""
        x, y, z = (row[0] * point[0] + row[1] * point[1] + row[2] * point[2] for row in self.rotation)
        return (x + self.shift[0], y + self.shift[1], z + self.shift[2])


LEVEL_PLATE = PlatePose()


class SceneView(NamedTuple):
    """Everything that is drawn in one frame, apart from panels."""

    dice: tuple[DieView, ...] = ()
    markers: tuple[Marker, ...] = ()
    plate: PlatePose = LEVEL_PLATE
    pitch: float = PITCH
    table_z: float = STANDING_Z
    """Height of the table: far below a plate that is held in the hands."""
    side: str = "top"
    """Which side of the plate is up: `top`, `underside`, or `none` for a bare table."""
    strokes: tuple[Stroke, ...] = ()
    lines: tuple[Stroke, ...] = ()
    """Strokes that lie on the plate: what stands before them hides them."""
    last_share: float = 1.0
    """How much is still to be seen of the marks of what was done last, 0 to 1."""


@cache
def _centre(cell: Cell) -> Point:
    return centre(cell, pitch=PITCH)


_rotation = cache(rotation)  # there are 24, and a frame asks for up to 165


def die_in_cell(
    cell: Cell,
    colour: Colour,
    faces: Faces | None = None,
    *,
    ghost: bool = False,
    lift: float = 0.0,
    sides: Collection[Axis] = AXES,
    marks: str = "",
    lying: Lying = AS_USUAL,
) -> DieView:
    """A die standing in `cell`, raised by `lift` edges, of whose upper faces only those of `sides` are known."""
    x, y, z = _centre(cell)
    turned = shown_faces(cell, faces, lying)
    pips = 0 if colour == UNKNOWN else ALL_PIPS
    if len(sides) < len(AXES):
        pips &= ~sum(1 << turned[axis] - 1 for axis in AXES if axis not in sides)
    return DieView((x, y, z + lift), _rotation(turned), colour, cell, ghost, pips, marks=marks)


def funnel_marker(cell: Cell, kind: str) -> Marker:
    """A marker at the bottom of the funnel `cell`."""
    x, y, z = _centre(cell)
    return Marker((x, y, z - HALF_DIAGONAL), kind, cell)


OUTLINE_WIDTH = 0.13
OUTLINE_RAISED = 0.03  # above the ridges of the wood, edges
_ROUND_A_FUNNEL = ((1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1))
"""The corners of a die in a funnel that lie on the funnel's ridges, from the die's middle, half edges."""


def funnel_outline(around: Iterable[Cell], kind: str, pitch: float = PITCH) -> tuple[Stroke, ...]:
    """A line along the ridges round those of the cells that are funnels of the plate, kind one of `STROKES`."""
    corners = [
        [tuple(2 * at + off for at, off in zip(COORDS[cell], offs, strict=True)) for offs in _ROUND_A_FUNNEL]
        for cell in around
        if LEVEL[cell] == 0
    ]
    edges = Counter(frozenset((six[n - 1], six[n])) for six in corners for n in range(6))
    ends = (sorted(edge) for edge, funnels in edges.items() if funnels == 1)
    widths = (OUTLINE_WIDTH, OUTLINE_WIDTH)
    return tuple(Stroke(_ridge(begin, pitch), _ridge(end, pitch), kind, widths) for begin, end in ends)


def _ridge(corner: Sequence[int], pitch: float) -> Point:
    """Where a corner in half edges is seen on the ridges."""
    x, y, z = point([at / 2 for at in corner], pitch)
    return (x, y, z + OUTLINE_RAISED)


SIDE_MARK_OUT, SIDE_MARK_GAP = 1.45, 0.85  # of the rim's marks: beyond the outermost funnels, and between them
SIDE_NAME_OUT = 3.6  # of the names of sides, which are written beyond the marks


@cache
def side_markers() -> tuple[Marker, ...]:
    """The marks on the rim by which sides are named: one on side I, two on J and three on K, each in its colour."""
    discs = []
    for axis, name in zip(AXES, AXIS_NAMES, strict=True):
        for n in range(axis + 1):
            place = _beside(axis, SIDE_MARK_OUT, SIDE_MARK_GAP * (n - axis / 2))
            discs.append(Marker(place, f"side {name}"))
    return tuple(discs)


def side_names_at() -> tuple[Point, ...]:
    """Where the name of each side is written: beyond its marks, by axis."""
    return tuple(_beside(axis, SIDE_NAME_OUT) for axis in AXES)


def _beside(axis: Axis, out: float, along: float = 0.0) -> Point:
    """A place on the rim so far beyond the outermost funnels of a side, and so far along it from its middle."""
    ends = [_centre(BASE_CORNERS[other]) for other in AXES if other != axis]
    x, y, _ = ((a + b) / 2 for a, b in zip(*ends, strict=True))
    far = hypot(x, y)
    return (x + (out * x - along * y) / far, y + (out * y + along * x) / far, SIDE_MARK_Z)


def pyramid_view(
    pyramid: Pyramid,
    *,
    lifts: Mapping[Cell, float] | None = None,
    markers: Iterable[Marker] = (),
    extra: Iterable[DieView] = (),
    hidden: Collection[Cell] = (),
    sides: Collection[Axis] = AXES,
    marks: Mapping[Cell, str] | None = None,
    lines: Iterable[Stroke] = (),
    lying: Lying = AS_USUAL,
) -> SceneView:
    """The heap on a level plate: `lifts` raises dice, `hidden` leaves some out, `extra` adds others; dice whose
    orientation is open are `lying` so."""
    lifts, marks = lifts or {}, marks or {}
    dice = [
        die_in_cell(
            cell,
            die.colour,
            die.faces,
            lift=lifts.get(cell, 0.0),
            sides=sides,
            marks=marks.get(cell, ""),
            lying=lying,
        )
        for cell, die in pyramid
        if cell not in hidden
    ]
    return SceneView((*dice, *extra), tuple(markers), lines=tuple(lines))


def loose_view(loose: Iterable[Loose], lying: Lying = AS_USUAL, pitch: float = PITCH) -> list[DieView]:
    """Dice that lie loose on a level plate: as they were left, else flat with their number up."""
    dice = []
    for colour, top, *known in loose:
        if known:  # a report from before places were noted does not say where
            place, *faces = known
            flat = _rotation(faces[0]) if faces else TOP_UP[top]
            dice.append(DieView(point(place, pitch), lying.loose.get(tuple(place), flat), colour))
    return dice


def asked_view(
    scene: Scene, start: Pyramid, loose: Sequence[Loose] = (), hand: Sequence[Die] = (), lying: Lying = AS_USUAL
) -> SceneView:
    """What an attempt begins with, before there is a world: the heap, and dice that lie loose about where they will.

    With neither plate nor table the first die of the `hand` is all that can be seen.
    """
    pitch = scene.plate.pitch
    standing = [
        die_in_cell(cell, die.colour, die.faces, lying=lying)._replace(position=centre(cell, pitch=pitch))
        for cell, die in start
    ]
    scattered = loose_view(loose, lying, pitch)
    if not scene.plate.bed:
        first = hand[:1] if scene.plate.side == "none" else ()
        begins = [DieView((0.0, 0.0, 0.5), UPRIGHT, die.colour, ghost=True) for die in first]
        return _on(scene, SceneView((*standing, *scattered, *begins)))
    side = PlatePose(from_quaternion(*ON_SIDE.quaternion))  # all of it lies on its side
    dice = [
        die._replace(position=side.apply(die.position), rotation=_turned(side.rotation, die.rotation))
        for die in (*standing, *scattered)
    ]
    return _on(scene, SceneView(tuple(dice), plate=side))


def _turned(by: Matrix, rotation: Matrix) -> Matrix:
    """First `rotation`, then `by`."""
    x, y, z = (tuple(sum(by[m][k] * rotation[k][n] for k in range(3)) for n in range(3)) for m in range(3))
    return ((x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2]))


def attempt_view(running: AttemptRun, lying: Lying = AS_USUAL, held: str = "") -> SceneView:
    """Real dice and the plate where they are now in an attempt; `lying` is how its dice were drawn before it, `held`
    the mark of those that a tool holds."""
    positions, rotations, shift, turned = running.poses()
    rotations = np.einsum("nij,njk->nik", rotations, turns_of_faces(running, lying))
    world = running.world
    dice = [
        DieView(
            tuple(position),
            (tuple(rotation[0]), tuple(rotation[1]), tuple(rotation[2])),
            colour,
            marks=held if world.is_held(n) else "",
        )
        for n, (position, rotation, colour) in enumerate(
            zip(positions.tolist(), rotations.tolist(), world.colours, strict=True)
        )
        if isfinite(position[0])
    ]
    return _on(running.scene, SceneView(tuple(dice), plate=PlatePose(from_quaternion(*turned), shift)))


def _on(scene: Scene, view: SceneView) -> SceneView:
    """The view with the plate and the table of a physical scene."""
    plate = scene.plate
    table_z = 0.0 if plate.side == "none" else min(STANDING_Z, -plate.table_drop_m / scene.dice.edge_m)
    return view._replace(pitch=plate.pitch, side=plate.side, table_z=table_z)


def from_quaternion(x: float, y: float, z: float, w: float) -> Matrix:
    """The rotation matrix, rows first, of a unit quaternion with the scalar last, as PyBullet writes it."""
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def about(axis: Point, angle_deg: float) -> Matrix:
    """The rotation by `angle_deg` degrees about `axis`, rows first."""
    length = sqrt(sum(a * a for a in axis))
    x, y, z = (a / length * sin(radians(angle_deg) / 2) for a in axis)
    return from_quaternion(x, y, z, cos(radians(angle_deg) / 2))


_ACROSS, _AWAY = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
TOP_UP: dict[int, Matrix] = {
    1: about(_AWAY, -90),
    2: about(_ACROSS, 90),
    3: UPRIGHT,
    4: about(_ACROSS, 180),
    5: about(_ACROSS, -90),
    6: about(_AWAY, 90),
}
"""Each number turned up from a die's own frame."""
