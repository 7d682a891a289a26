"""Readings: what the dice show, as last observed. See the shared definitions of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians
from typing import NamedTuple

import numpy as np

from skill.lattice.cells import NUMBER_OF
from skill.lattice.dice import ORIENTATIONS, Colour
from skill.lattice.reading import DieReading
from skill.physics.attitude import ROTATIONS, Array, tops
from skill.physics.pose import Vec
from skill.physics.world.dice import DiceArrays, Flags
from skill.physics.world.fallen import FallenDice, top_of
from skill.physics.world.plate import APEX, Plate

IN_CELL_EDGES, IN_CELL_DEG = 0.35, 20.0  # Shared definitions: in cell


class Look(NamedTuple):
    """All that readings of one moment are made of; arrays are as `DiceArrays` has them."""

    numbers: list[int]
    """The dice on the plate or in hand, then those that fell off, first fallen first."""
    up: Vec
    """The unit vector that is straight up in the world."""
    positions: Array
    rotations: Array
    first_rotations: Array
    colours: list[Colour]
    is_present: list[bool]
    is_held: list[bool]
    is_frozen: list[bool]
    left_at: dict[int, Vec]
    """The lattice coordinates at which each that fell off was lost."""
    fallen: dict[int, tuple[Array, Array]]
    """As `FallenDice.observed` has them."""


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
        elif self._kept:
            for n in np.flatnonzero(moved).tolist():
                self._kept.pop(n, None)

    def look(self) -> Look:
        """Note what readings of now are made of."""
        dice, fallen = self._dice, self._fallen
        is_present = dice.is_present.tolist()
        return Look(
            [*(n for n, there in enumerate(is_present) if there), *fallen.left_at],
            self._plate.up,
            dice.positions,
            dice.rotations,
            dice.first_rotations,
            list(dice.colours),
            is_present,
            dice.is_held.tolist(),
            dice.is_frozen.tolist(),
            dict(fallen.left_at),
            dict(fallen.observed),
        )

    def read(self, look: Look) -> tuple[DieReading, ...]:
        """What each die showed then, in the order of its numbers."""
        if look.positions is not self._dice.positions:  # they moved on
            return tuple(self._read(look.numbers, look))
        if look.up != self._up:
            self._up = look.up
            self._kept.clear()
        if awake := [n for n in look.numbers if not look.is_frozen[n] or n not in self._kept]:
            self._kept.update(zip(awake, self._read(awake, look), strict=True))
        return tuple(self._kept[n] for n in look.numbers)

    def _read(self, numbers: list[int], look: Look) -> Iterator[DieReading]:
        plate = self._plate
        positions, rotations = look.positions[numbers], look.rotations[numbers]
        coordinates = plate.coordinates(look.positions)[numbers].tolist()
        nearest = [NUMBER_OF.get((round(i), round(j), round(k)), APEX) for i, j, k in coordinates]
        apart = ((positions - plate.cell_centres[nearest]) ** 2).sum(axis=1)
        traces = np.einsum("nij,oij->no", rotations, ROTATIONS)
        orientation = traces.argmax(axis=1).tolist()
        fits = apart <= IN_CELL_EDGES**2
        fits &= traces.max(axis=1) >= 1 + 2 * cos(radians(IN_CELL_DEG))
        fits &= plate.has_cells
        top = tops(np.einsum("nij,i->nj", rotations, np.array(look.up)))
        trace = np.einsum("nij,nij->n", rotations, look.first_rotations[numbers])
        turned_deg = np.degrees(np.arccos(np.minimum(np.maximum((trace - 1) / 2, -1.0), 1.0))).tolist()
        for row, n in enumerate(numbers):
            is_off = not look.is_present[n]
            is_held = look.is_held[n]  # one that a hand took from the heap counts as loose until it is laid aside
            is_in_cell = bool(fits[row]) and not is_off and not is_held
            i, j, k = look.left_at[n] if is_off else coordinates[row]
            yield DieReading(
                colour=look.colours[n],
                cell=nearest[row] if is_in_cell else None,
                faces=ORIENTATIONS[orientation[row]] if is_in_cell else None,
                at=(i, j, k),
                off=is_off,
                top=top_of(look.fallen[n][1]) if n in look.fallen else top[row],
                held=is_held and n >= self._stock_from,
                carried=is_held,
                turned_deg=0.0 if is_off else turned_deg[row],
                number=n,
            )
