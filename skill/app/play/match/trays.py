"""What players hold beside the plate, as it lies before them: a tray at each owner's side, by colour, with its number.

No pygame: dice as `skill.draw.scene_view` has them, in the plate's frame, lengths in edges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import NamedTuple

from skill.draw.camera import Camera, Size, seen_width
from skill.draw.scene_view import STANDING_Z, DieView, about
from skill.lattice.cells import AXES, Axis
from skill.lattice.dice import COLOUR_NAMES, UNKNOWN, Colour
from skill.lattice.frame import Matrix, Point
from skill.rules.game import Seat

GAP = 1.02  # from one die to the next
BETWEEN_COLOURS, BETWEEN_SEATS = 0.12, 0.7
OUT = 6.5  # from the middle of the plate to the inner row of a tray
ROWS, ROWS_OF_SEVERAL = 3, 2  # of a tray, one behind the other, where it has a side to itself or not
WIDE, WIDE_OF_SEVERAL = 7.0, 11.5  # of the trays of a side, one or several of them
WIDEST = 11.5  # of one with so many dice that they would lie higher than LOW in the usual width
LOW = 2  # dice high, so that they hide nothing of the plate behind them
WITH_TRAYS = 1.27  # how much farther the view is at least where dice lie before the players
MARGIN = 1.1  # of what must be seen from side to side: what is in front looks larger
ALL_PIPS, NO_PIPS = 0b111111, 0

Trays = Sequence[Mapping[Colour, int]]
"""Of each seat how many dice of each colour it holds, see `Telling.trays`."""
Key = tuple[tuple[tuple[Colour, int], ...], ...]


class Heap(NamedTuple):
    """The dice of one colour in a tray."""

    seat: Seat
    colour: Colour
    places: tuple[Point, ...]
    """Where each die lies, in the order in which they come."""
    turned: Matrix
    label: Point
    """Where their number is written: on top of them."""


def heaps_of(trays: Trays) -> tuple[Heap, ...]:
    """Where all dice of these trays lie."""
    order = dict.fromkeys((*COLOUR_NAMES, UNKNOWN))
    return _heaps(tuple(tuple((c, held[c]) for c in order if held.get(c, 0) > 0) for held in trays))


def shifted(heaps: Sequence[Heap], by: Point) -> tuple[Heap, ...]:
    """The same heaps somewhere else."""

    def moved(place: Point) -> Point:
        return (place[0] + by[0], place[1] + by[1], place[2] + by[2])

    return tuple(h._replace(places=tuple(map(moved, h.places)), label=moved(h.label)) for h in heaps)


def without(heaps: Sequence[Heap], coming: Mapping[tuple[Seat, Colour], int]) -> tuple[Heap, ...]:
    """The heaps, each in its place, without the dice that are still on their way there."""
    there = (heap._replace(places=heap.places[: len(heap.places) - coming[heap.seat, heap.colour]]) for heap in heaps)
    return tuple(heap for heap in there if heap.places)


def tray_view(heaps: Sequence[Heap]) -> list[DieView]:
    """The dice of these heaps."""
    return [
        DieView(place, heap.turned, heap.colour, pips=NO_PIPS if heap.colour == UNKNOWN else ALL_PIPS)
        for heap in heaps
        for place in heap.places
    ]


def gained(before: Trays, after: Trays) -> list[tuple[Seat, Colour, Point]]:
    """The dice that have come to a tray: whose, of which colour, and where they lie there."""
    found = []
    for heap in heaps_of(after):
        held = before[heap.seat - 1] if heap.seat <= len(before) else Counter[Colour]()
        found += [(heap.seat, heap.colour, place) for place in heap.places[held.get(heap.colour, 0) :]]
    return found


@lru_cache(maxsize=64)
def _heaps(key: Key) -> tuple[Heap, ...]:
    sides: dict[Axis, list[Seat]] = {}
    for seat in range(1, len(key) + 1):
        sides.setdefault(side_of(seat, len(key)), []).append(seat)
    found: list[Heap] = []
    for axis, seats in sides.items():
        wide = WIDE if len(seats) == 1 else (WIDE_OF_SEVERAL - BETWEEN_SEATS * (len(seats) - 1)) / len(seats)
        for n, seat in enumerate(seats):
            # Clockwise is to the left of whoever looks from a side to the middle.
            middle = ((len(seats) - 1) / 2 - n) * (wide + BETWEEN_SEATS)
            rows = ROWS if len(seats) == 1 else ROWS_OF_SEVERAL
            found += _tray(seat, axis, middle, wide, key[seat - 1], rows)
    return tuple(found)


def width(seats: int) -> float:
    """How wide what is seen must be for the trays of so many seats."""
    ends = [(WIDEST, ROWS), (WIDE_OF_SEVERAL, ROWS_OF_SEVERAL)][: 1 + (seats > len(AXES))]
    return MARGIN * 2 * max(abs(_at_side(AXES[1], wide / 2, OUT + (rows - 0.5) * GAP, 0.0)[0]) for wide, rows in ends)


def farther(camera: Camera, seats: int, size: Size) -> Camera:
    """The camera from farther away, so that the trays of so many seats are seen in a scene of that size."""
    return camera.zoomed(max(WITH_TRAYS, width(seats) / seen_width(camera, size)))


def side_of(seat: Seat, seats: int) -> Axis:
    """The side at which a seat has its dice; from four seats on several share one."""
    return AXES[(seat - 1) * len(AXES) // max(seats, len(AXES))]


def _tray(
    seat: Seat, axis: Axis, middle: float, wide: float, held: Sequence[tuple[Colour, int]], rows: int
) -> list[Heap]:
    turned = about((0.0, 0.0, 1.0), -120.0 * axis)
    if _width(held, rows, max((count for _, count in held), default=1)) <= wide:
        return _rank(seat, axis, middle, wide, held, OUT, rows, turned)
    half = -(-len(held) // 2)  # too many colours to lie side by side
    inner = _rank(seat, axis, middle, wide, held[:half], OUT, 1, turned)
    return inner + _rank(seat, axis, middle, wide, held[half:], OUT + GAP, 1, turned)


def _rank(
    seat: Seat,
    axis: Axis,
    middle: float,
    wide: float,
    held: Sequence[tuple[Colour, int]],
    out: float,
    rows: int,
    turned: Matrix,
) -> list[Heap]:
    """Dice side by side, as high as it takes; if they alone have the side, wider before they are too high."""
    high, z = 1, STANDING_Z
    if rows == ROWS and _width(held, rows, LOW) > wide:
        wide = WIDEST
    while _width(held, rows, high) > wide and any(count > rows * high for _, count in held):
        high += 1
    found, at = [], middle - _width(held, rows, high) / 2
    for colour, count in held:
        columns = ceil(count / (rows * high))
        places = []
        for n in range(count):
            column, rest = divmod(n, rows * high)
            level, row = divmod(rest, rows)
            places.append(_at_side(axis, at + (column + 0.5) * GAP, out + row * GAP, z + 0.5 + level))
        top = z + 0.5 + min(high, ceil(count / rows))
        label = _at_side(axis, at + columns * GAP / 2, out + (rows - 1) * GAP / 2, top)
        found.append(Heap(seat, colour, tuple(places), turned, label))
        at += columns * GAP + BETWEEN_COLOURS
    return found


def _width(held: Sequence[tuple[Colour, int]], rows: int, high: int) -> float:
    """How wide dice are that lie in so many rows and so high."""
    columns = sum(ceil(count / (rows * high)) for _, count in held)
    return columns * GAP + BETWEEN_COLOURS * max(0, len(held) - 1)


def _at_side(axis: Axis, along: float, out: float, z: float) -> Point:
    """A place so far to the right of whoever looks from a side, and so far from the middle."""
    turn = radians(120.0 * axis)
    x, y = along, -out
    return (x * cos(turn) + y * sin(turn), -x * sin(turn) + y * cos(turn), z)
