"""Small movements between two heaps: dice that come down into their funnels, are lifted off, or go from cell to cell.

No pygame.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import dist, pi, sin
from typing import NamedTuple

import numpy as np

from skill.draw.scene_view import PITCH, DieView, about, die_in_cell
from skill.lattice.cells import AXES, COORDS, LEVEL_STEPS, Axis, Cell
from skill.lattice.frame import AXIS_VECTORS, Matrix, Point, centre
from skill.lattice.notation import Action, Verb
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way

FALL_S = 0.26
RISE_S = 0.30
TRAVEL_S, TRAVEL_S_PER_EDGE, LONGEST_TRAVEL_S = 0.28, 0.035, 0.6
HEIGHT = 2.4  # from which dice come and to which they go, edges
HOP, HOP_PER_EDGE = 0.7, 0.18  # how high a die is carried over others
SPREAD_S = 0.9  # between the first and the last of many dice
BETWEEN_S = 0.07  # between one die and the next, if they are few


class _Moving(NamedTuple):
    cell: Cell
    begins_s: float
    comes: bool
    length_s: float
    beside: Point | None
    """Where it lies beside the plate, if it goes there or comes from there."""


class _Travel(NamedTuple):
    way: Way
    begins_s: float
    length_s: float
    hop: float
    """How high it is carried above the straight line, edges."""

    @property
    def ends_s(self) -> float:
        return self.begins_s + self.length_s


def ways_of(verb: Verb, action: Action, before: Pyramid, after: Pyramid) -> list[Way]:
    """The ways of the dice that go from cell to cell by an action of `verb`, as far as both heaps bear them out."""
    return [way for way in verb.ways(before, *action[1:]) if way.start in before and way.end in after]


class Motion:
    """The way from one heap to the next. Dice go before others come; those that come lowest come first.

    `ways` are those of dice that keep being the same: they travel. Only faces on `sides` are known. The dice of the
    cells `beside` go to a place beside the plate, or come from there.
    """

    def __init__(
        self,
        before: Pyramid,
        after: Pyramid,
        ways: Sequence[Way] = (),
        sides: Collection[Axis] = AXES,
        beside: Mapping[Cell, Point] | None = None,
    ) -> None:
        self.before, self.after, self._sides = before, after, sides
        self._beside = beside or {}
        left, reached = {way.start for way in ways}, {way.end for way in ways}
        gone = [cell for cell, die in before if cell not in left and (after[cell] != die or cell in reached)]
        come = [cell for cell, die in after if cell not in reached and (before[cell] != die or cell in left)]
        wait = min(BETWEEN_S, SPREAD_S / max(1, len(come)))
        slides = not reached.isdisjoint(gone)  # the die that is pulled makes room first
        self._travels = [_travel(way, RISE_S / 2 if slides else 0.0, slides) for way in ways]
        start = max([RISE_S if gone and come else 0.0, *(travel.ends_s for travel in self._travels if come)])
        self._moving = [self._move(cell, 0.0, comes=False) for cell in gone]
        self._moving += [self._move(cell, start + n * wait, comes=True) for n, cell in enumerate(come)]
        ends = [m.begins_s + m.length_s for m in self._moving]
        self.length_s = max([*ends, *(travel.ends_s for travel in self._travels)], default=0.0)

    def _move(self, cell: Cell, begins_s: float, *, comes: bool) -> _Moving:
        beside = self._beside.get(cell)
        length_s = FALL_S if comes else RISE_S
        if beside is not None:
            length_s = _travel_s(dist(centre(cell, pitch=PITCH), beside))
        return _Moving(cell, begins_s, comes, length_s, beside)

    def leaving(self, time_s: float) -> set[Cell]:
        """Cells of `before` whose die has not come to its place beside the plate yet."""
        going = (m for m in self._moving if m.beside is not None and not m.comes)
        return {m.cell for m in going if time_s < m.begins_s + m.length_s}

    def hidden(self, time_s: float) -> set[Cell]:
        """Cells of `after` whose die does not stand there yet."""
        coming = {m.cell for m in self._moving if m.comes and time_s < m.begins_s + m.length_s}
        return coming | {travel.way.end for travel in self._travels if time_s < travel.ends_s}

    def on_the_way(self, time_s: float) -> list[DieView]:
        """The dice that are in the air, or going from cell to cell."""
        dice = []
        for cell, begins_s, comes, length_s, beside in self._moving:
            share = (time_s - begins_s) / length_s
            if not 0 <= share < 1:
                continue
            die = (self.after if comes else self.before).at(cell)
            if beside is not None:
                view = die_in_cell(cell, die.colour, die.faces, sides=self._sides)
                place = _carried(view.position, beside, 1 - share if comes else share)
                dice.append(view._replace(cell=None, position=place))
                continue
            lift = HEIGHT * (1 - share * share if comes else share * (2 - share))
            ghost = not comes and share > 0.6
            view = die_in_cell(cell, die.colour, die.faces, lift=lift, ghost=ghost, sides=self._sides)
            dice.append(view._replace(cell=None))
        return dice + [self._travelling(travel, time_s) for travel in self._travels if time_s < travel.ends_s]

    def _travelling(self, travel: _Travel, time_s: float) -> DieView:
        share = min(1.0, max(0.0, (time_s - travel.begins_s) / travel.length_s))
        share = share * share * (3 - 2 * share)  # starts and ends gently
        here, there, tips = travel.way
        die = self.before.at(here)
        view = die_in_cell(here, die.colour, die.faces, sides=self._sides)._replace(cell=None)
        if tips and _step(travel.way) in LEVEL_STEPS:
            return _tipped(view, travel.way, share)
        start, end = centre(here, pitch=PITCH), centre(there, pitch=PITCH)
        x, y, z = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        return view._replace(position=(x, y, z + travel.hop * sin(pi * share)))

    def landings(self, since_s: float, until_s: float) -> list[Cell | None]:
        """Where dice touch down in that time, one knock each: their cells, None for beside the plate."""
        down = (m for m in self._moving if m.comes or m.beside is not None)
        ends = [(m.begins_s + m.length_s, m.cell if m.comes else None) for m in down]
        ends += [(travel.ends_s, travel.way.end) for travel in self._travels]
        return [cell for end_s, cell in ends if since_s <= end_s < until_s]


def _travel(way: Way, begins_s: float, slides: bool) -> _Travel:
    far = dist(centre(way.start, pitch=PITCH), centre(way.end, pitch=PITCH))
    length_s = _travel_s(far)
    hop = 0.0 if slides else HOP + HOP_PER_EDGE * far
    return _Travel(way, begins_s, length_s, hop)


def _travel_s(far: float) -> float:
    return min(LONGEST_TRAVEL_S, TRAVEL_S + TRAVEL_S_PER_EDGE * far)


def _carried(start: Point, end: Point, share: float) -> Point:
    """Where a die is that is carried over others."""
    share = share * share * (3 - 2 * share)  # starts and ends gently
    x, y, z = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return (x, y, z + (HOP + HOP_PER_EDGE * dist(start, end)) * sin(pi * share))


def _step(way: Way) -> tuple[int, int, int]:
    (a, b, c), (i, j, k) = COORDS[way.start], COORDS[way.end]
    return (i - a, j - b, k - c)


def _tipped(view: DieView, way: Way, share: float) -> DieView:
    """A die on its way to a neighbour of its level: a quarter turn about the edge over which it goes.

    Along +Y -Z that edge belongs to the support on side Y, about whose centre the die's centre swings.
    """
    step = _step(way)
    towards, about_axis = step.index(1), step.index(0)
    start, end = np.array(centre(way.start, pitch=PITCH)), np.array(centre(way.end, pitch=PITCH))
    pivot = start + np.array(AXIS_VECTORS[towards])
    sense = 1 if (about_axis + 1) % 3 == towards else -1
    turn = np.array(about(AXIS_VECTORS[about_axis], sense * 90.0 * share))
    whole = np.array(about(AXIS_VECTORS[about_axis], sense * 90.0))
    landed = pivot + whole @ (start - pivot)  # but for the dice of a real plate standing a little apart
    position = pivot + turn @ (start - pivot) + (end - landed) * share
    return view._replace(position=_point(position), rotation=_matrix(turn @ np.array(view.rotation)))


def _point(vector: np.ndarray) -> Point:
    x, y, z = vector.tolist()
    return (x, y, z)


def _matrix(rows: np.ndarray) -> Matrix:
    a, b, c = (_point(row) for row in rows)
    return (a, b, c)
