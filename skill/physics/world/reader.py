"""What dice show, as last observed: see the shared definitions of the rules."""

from __future__ import annotations

from math import cos, radians

import numpy as np

from skill.lattice.cells import NUMBER_OF
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.reading import DieReading
from skill.physics.attitude import ROTATIONS, Array, tops
from skill.physics.pose import Vec
from skill.physics.world.dice import DiceArrays, Flags
from skill.physics.world.fallen import FallenDice
from skill.physics.world.plate import APEX, Plate

IN_CELL_EDGES, IN_CELL_DEG = 0.35, 20.0  # Shared definitions: in cell


class Reader:
    """Reads the dice of a world; what sleeping ones show it keeps."""

    def __init__(self, dice: DiceArrays, plate: Plate, fallen: FallenDice, stock_from: int) -> None:
        self._dice, self._plate, self._fallen = dice, plate, fallen
        self._stock_from = stock_from  # the number of the first die that came from the stock
        self._kept: dict[int, DieReading] = {}
        self._up: Vec | None = None  # for which they were read

    def forget(self, moved: Flags | None = None) -> None:
        """Read anew what all dice show, or those that may have `moved` (n,)."""
        if moved is None:
            self._kept.clear()
        else:
            for n in np.flatnonzero(moved).tolist():
                self._kept.pop(n, None)

    def read(self) -> tuple[DieReading, ...]:
        """What each die on the plate or in hand shows, then each that fell off, first fallen first."""
        up = self._plate.up
        if up != self._up:
            self._up = up
            self._kept.clear()
        numbers = [*self._dice.numbers, *self._fallen.left_at]
        frozen = self._dice.is_frozen.tolist()
        awake = [n for n in numbers if not frozen[n] or n not in self._kept]
        if awake:
            self._read(awake, np.array(up))
        return tuple(self._kept[n] for n in numbers)

    def _read(self, numbers: list[int], up: Array) -> None:
        dice, plate = self._dice, self._plate
        positions, rotations = dice.positions[numbers], dice.rotations[numbers]
        coordinates = plate.coordinates(dice.positions)[numbers].tolist()
        nearest = [NUMBER_OF.get((round(i), round(j), round(k)), APEX) for i, j, k in coordinates]
        apart = ((positions - plate.cell_centres[nearest]) ** 2).sum(axis=1)
        traces = np.einsum("nij,oij->no", rotations, ROTATIONS)
        orientation = traces.argmax(axis=1).tolist()
        fits = apart <= IN_CELL_EDGES**2
        fits &= traces.max(axis=1) >= 1 + 2 * cos(radians(IN_CELL_DEG))
        fits &= plate.has_cells
        top = tops(np.einsum("nij,i->nj", rotations, up))
        trace = np.einsum("nij,nij->n", rotations, dice.first_rotations[numbers])
        turned_deg = np.degrees(np.arccos(np.minimum(np.maximum((trace - 1) / 2, -1.0), 1.0))).tolist()
        for row, n in enumerate(numbers):
            is_off = not dice.is_present[n]
            is_held = bool(dice.is_held[n])  # one that a hand took from the heap counts as loose until it is laid aside
            is_in_cell = bool(fits[row]) and not is_off and not is_held
            i, j, k = self._fallen.left_at[n] if is_off else coordinates[row]
            self._kept[n] = DieReading(
                colour=dice.colours[n],
                cell=nearest[row] if is_in_cell else None,
                faces=ORIENTATIONS[orientation[row]] if is_in_cell else None,
                at=(i, j, k),
                off=is_off,
                top=self._fallen.top(n) or top[row],
                held=is_held and n >= self._stock_from,
                carried=is_held,
                turned_deg=0.0 if is_off else turned_deg[row],
                number=n,
            )
