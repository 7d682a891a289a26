"""What a player may point at: the legal actions of a turn, sorted by the die or funnel to click. No pygame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from skill.app.actions import Act
from skill.app.camera import Camera
from skill.app.view import PITCH
from skill.lattice.cells import Cell
from skill.lattice.frame import centre
from skill.lattice.notation import PLACE, REMOVE, SLIDE, Action


class Choices(NamedTuple):
    """Legal actions by what is clicked for them."""

    funnels: dict[Cell, Action]
    """Placements, by funnel."""
    dice: dict[Cell, Action]
    """Dice to take or to pull."""
    others: tuple[Action, ...]
    """Actions that belong to no place, such as `pass`; they become buttons."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Everything that can be clicked, ascending."""
        return tuple(sorted({*self.funnels, *self.dice}))

    def at(self, cell: Cell | None) -> Action | None:
        """The action of a cell, or None."""
        return None if cell is None else self.funnels.get(cell) or self.dice.get(cell)


NOTHING = Choices({}, {}, ())


def choices_of(moves: Iterable[Action]) -> Choices:
    """The legal actions sorted by where one points for them."""
    funnels: dict[Cell, Action] = {}
    dice: dict[Cell, Action] = {}
    others: list[Action] = []
    for action in moves:
        if action.verb == PLACE.name:
            funnels.setdefault(action[2], action)
        elif action.verb in (REMOVE.name, SLIDE.name):
            dice.setdefault(action[1], action)
        else:
            others.append(action)
    return Choices(funnels, dice, tuple(others))


def next_cell(cells: Sequence[Cell], now: Cell | None, back: bool = False) -> Cell | None:
    """The cell after `now` (or before it) in notation order, round and round; the first one if there is no `now`."""
    if not cells:
        return None
    if now not in cells:
        return cells[-1 if back else 0]
    return cells[(cells.index(now) + (-1 if back else 1)) % len(cells)]


_WAYS = {Act.LEFT: (-1, 0), Act.RIGHT: (1, 0), Act.UP: (0, -1), Act.DOWN: (0, 1)}


def cell_beside(cells: Sequence[Cell], now: Cell | None, act: Act, camera: Camera) -> Cell | None:
    """The cell nearest to `now` in the direction of an arrow key, as the camera sees it; `now` if there is none."""
    if now is None or now not in cells:
        return next_cell(cells, now)
    way = np.array(_WAYS[act], float)
    others = [cell for cell in cells if cell != now]
    if not others:
        return now
    points = camera.project(np.array([centre(c, pitch=PITCH) for c in (now, *others)]), (1000, 1000))
    off = points[1:] - points[0]
    along = off @ way
    aside = np.abs(off @ np.array((-way[1], way[0])))
    miss = np.where((along > 1) & (along > 0.5 * aside), along + 2.5 * aside, np.inf)
    best = int(np.argmin(miss))
    return others[best] if np.isfinite(miss[best]) else now
