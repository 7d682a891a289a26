"""What can be seen of real dice once they have settled.

Physics writes readings, rules judge them; neither knows the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from skill.lattice.cells import Cell
from skill.lattice.dice import Colour, Die, Faces
from skill.lattice.pyramid import EMPTY, Pyramid


class DieReading(NamedTuple):
    """One die as the reader found it."""

    colour: Colour
    cell: Cell | None
    """The cell in which it stands; None if it is loose or off."""
    faces: Faces | None
    """The nearest of the 24 orientations; None if it is not in a cell."""
    at: tuple[float, float, float]
    """The lattice coordinates of its centre, relative to the plate: `(3, 4, 1)` at cell `341`."""
    off: bool = False
    """Whether it fell off the plate."""
    top: int = 0
    """The number on the face that looks up most, 1 to 6."""
    held: bool = False
    """Whether hand or ladle still have it from the stock: then it is in no cell, and neither loose nor off."""
    carried: bool = False
    """Whether a hand has it, from the stock or from the heap, and has neither released it nor laid it aside."""
    turned_deg: float = 0.0
    """How far its attitude is from that at the start, 0 to 180 degrees; 0 for a die that is off."""
    number: int = 0
    """Which die of its world it is."""

    @property
    def noted_at(self) -> tuple[float, float, float]:
        """Its place as a report has it, where it lies loose."""
        x, y, z = self.at
        return (round(x, 2), round(y, 2), round(z, 2))


class Reading:
    """All dice of a scene at one moment, which are looked at closely once somebody asks what they show.

    `dice` are those readings or what makes them, of which so many are `fallen`, if that is known without a close look.
    """

    __slots__ = ("_dice", "_fallen", "settled", "still_s", "taken", "tilt_deg", "time_s")

    def __init__(
        self,
        dice: tuple[DieReading, ...] | Callable[[], tuple[DieReading, ...]],
        settled: bool,
        tilt_deg: float,
        time_s: float,
        still_s: float = 0.0,
        taken: int = 0,
        *,
        fallen: int | None = None,
    ) -> None:
        self._dice, self._fallen = dice, fallen
        self.settled = settled
        """In the last half second no die that nobody holds moved more than 0.02 of an edge or turned more than 1
        degree."""
        self.tilt_deg = tilt_deg
        """The angle between the plate's normal and the vertical, degrees."""
        self.time_s = time_s
        """Simulated seconds since the first input."""
        self.still_s = still_s
        """For how long no die that nobody holds has moved as much as that, seconds."""
        self.taken = taken
        """Dice that a hand has taken and laid aside; they are no longer among `dice`."""

    @property
    def dice(self) -> tuple[DieReading, ...]:
        """What each die shows."""
        if callable(self._dice):
            self._dice = self._dice()
        return self._dice

    def replace(self, **changes: Any) -> Reading:
        """The same with other values of what `Reading` is made of."""
        made = dict(zip(("dice", "settled", "tilt_deg", "time_s", "still_s", "taken"), self._parts(), strict=True))
        return Reading(**{**made, **changes})

    def _parts(self) -> tuple[Any, ...]:
        return (self.dice, self.settled, self.tilt_deg, self.time_s, self.still_s, self.taken)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"Reading{self._parts()}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Reading, self._parts())

    @property
    def held(self) -> tuple[DieReading, ...]:
        """The dice in hand or ladle."""
        return tuple(die for die in self.dice if die.held)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells that hold a die."""
        return frozenset(die.cell for die in self.dice if die.cell is not None)

    @property
    def pyramid(self) -> Pyramid:
        """The dice in cells whose supports are in cells too: the heap that can stand."""
        in_cells = {die.cell: Die(die.colour, die.faces) for die in self.dice if die.cell is not None}
        standing = EMPTY
        for cell in sorted(in_cells):
            if standing.is_funnel(cell):
                standing = standing.put(cell, in_cells[cell])
        return standing

    @property
    def loose(self) -> tuple[DieReading, ...]:
        """The dice on the plate or on other dice, but in no cell."""
        return tuple(die for die in self.dice if die.cell is None and not die.off and not die.held)

    @property
    def off(self) -> tuple[DieReading, ...]:
        """The dice that fell off the plate."""
        return () if self._fallen == 0 else tuple(die for die in self.dice if die.off)
