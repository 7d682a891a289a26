"""Readings and reports as tests write them: dice in cells, loose dice at places, dice off."""

from __future__ import annotations

from collections.abc import Sequence

from skill.lattice.cells import COORDS, cells
from skill.lattice.notation import ATTEMPT, FIELDS, Action, parse_position
from skill.lattice.reading import DieReading, Reading

Place = tuple[float, float, float]


def standing(names: str, colour: str = "R") -> list[DieReading]:
    """Dice in the cells of these names."""
    return [DieReading(colour, cell, (3, 2, 1), _place(COORDS[cell])) for cell in cells(names)]


def lying(*places: Place, held: bool = False, turned_deg: float = 0.0, colour: str = "R") -> list[DieReading]:
    """Loose dice, or held ones, at these lattice coordinates."""
    return [DieReading(colour, None, None, place, top=1, held=held, turned_deg=turned_deg) for place in places]


def fallen(count: int) -> list[DieReading]:
    """Dice off the plate."""
    return [DieReading("R", None, None, (9.0, 0.0, 0.0), off=True, top=1)] * count


def reading(*dice: Sequence[DieReading], settled: bool = True, tilt_deg: float = 0.0, taken: int = 0) -> Reading:
    """All these dice at one second."""
    still_s = 3.0 if settled else 0.0
    return Reading(tuple(die for some in dice for die in some), settled, tilt_deg, 1.0, still_s, taken)


def report(position: str, loose: str = "-", off: int = 0, outcome: str = "time", time_s: float = 1.0) -> Action:
    """The report of an attempt that left this heap, with the loose dice as notation writes them."""
    return ATTEMPT(outcome, time_s, parse_position(position), FIELDS["loose"].parse(loose), (("R", 1),) * off, "-")


def _place(coords: tuple[int, ...]) -> Place:
    i, j, k = map(float, coords)
    return (i, j, k)
