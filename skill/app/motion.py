"""Small movements between two heaps: dice that come down into their funnels, dice that are lifted off. No pygame."""

from __future__ import annotations

from typing import NamedTuple

from skill.app.view import DieView, die_in_cell
from skill.lattice.cells import Cell
from skill.lattice.pyramid import Pyramid

FALL_S = 0.26
RISE_S = 0.30
HEIGHT = 2.4  # from which dice come and to which they go, edges
SPREAD_S = 0.9  # between the first and the last of many dice
BETWEEN_S = 0.07  # between one die and the next, if they are few


class _Moving(NamedTuple):
    cell: Cell
    begins_s: float
    comes: bool


class Motion:
    """The way from one heap to the next. Dice go before others come; those that come lowest come first."""

    def __init__(self, before: Pyramid, after: Pyramid) -> None:
        self.before, self.after = before, after
        gone = [cell for cell, die in before if after[cell] != die]
        come = [cell for cell, die in after if before[cell] != die]
        wait = min(BETWEEN_S, SPREAD_S / max(1, len(come)))
        start = RISE_S if gone and come else 0.0
        self._moving = [_Moving(cell, 0.0, comes=False) for cell in gone]
        self._moving += [_Moving(cell, start + n * wait, comes=True) for n, cell in enumerate(come)]
        self.length_s = max((m.begins_s + (FALL_S if m.comes else RISE_S) for m in self._moving), default=0.0)

    def hidden(self, time_s: float) -> set[Cell]:
        """Cells of `after` whose die does not stand there yet."""
        return {m.cell for m in self._moving if m.comes and time_s < m.begins_s + FALL_S}

    def on_the_way(self, time_s: float) -> list[DieView]:
        """The dice that are in the air."""
        dice = []
        for cell, begins_s, comes in self._moving:
            share = (time_s - begins_s) / (FALL_S if comes else RISE_S)
            if not 0 <= share < 1:
                continue
            die = (self.after if comes else self.before).at(cell)
            lift = HEIGHT * (1 - share * share if comes else share * (2 - share))
            ghost = not comes and share > 0.6
            dice.append(die_in_cell(cell, die.colour, die.faces, lift=lift, ghost=ghost)._replace(cell=None))
        return dice

    def landings(self, since_s: float, until_s: float) -> int:
        """How many dice touch down in that time: one knock each."""
        return sum(m.comes and since_s <= m.begins_s + FALL_S < until_s for m in self._moving)
