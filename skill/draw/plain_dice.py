"""Dice whose orientation the rules leave open: drawn alike before, during and after an attempt.

Between attempts such a die is drawn as the last attempt left it; before the first one its cell decides how it is
turned. In the physical world a seed decides, because a recording has to repeat it. So in an attempt such a die is drawn
with its numbers on other faces than in the physical world: it is turned in its own frame, which changes nothing but the
pips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.lattice.cells import COORDS, Cell
from skill.lattice.dice import ORIENTATIONS, Faces
from skill.lattice.frame import Matrix
from skill.physics.attitude import ROTATIONS, TOP_UP, matrices

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Array = NDArray[np.float64]

_ROW: dict[Faces, int] = {faces: row for row, faces in enumerate(ORIENTATIONS)}
_TOP_UP: dict[int, Array] = {top: matrices(np.array([quaternion]))[0] for top, quaternion in TOP_UP.items()}


class Lying(NamedTuple):
    """How dice lie as an attempt left them."""

    faces: Mapping[Cell, Faces]
    """The orientations in which those in cells are drawn, unless the rules know them."""
    loose: Mapping[tuple[float, ...], Matrix]
    """The attitudes of loose dice by their place as reports have it."""


AS_USUAL = Lying({}, {})


def shown_faces(cell: Cell, faces: Faces | None, lying: Lying = AS_USUAL) -> Faces:
    """The orientation a die is drawn in: its own, or, where pips do not matter, the one in which it was left, else one
    that depends on the cell alone."""
    return faces or lying.faces.get(cell) or ORIENTATIONS[(cell * 7 + 3) % len(ORIENTATIONS)]


def turns_of_faces(running: AttemptRun, lying: Lying) -> Array:
    """For each die of an attempt that began with dice `lying` so: the turn (n, 3, 3) in its own frame from how it is in
    the world to how it is drawn."""
    trace = running.trace
    turns = np.tile(np.eye(3), (len(running.world.colours), 1, 1))
    drawn = [shown_faces(cell, die.faces, lying) for cell, die in trace.start]
    began = ROTATIONS[[_ROW[faces] for faces in running.world.began]].reshape(-1, 3, 3)
    turns[: len(drawn)] = np.einsum(
        "nji,njk->nik", began, ROTATIONS[[_ROW[faces] for faces in drawn]].reshape(-1, 3, 3)
    )
    for n, die in enumerate(trace.loose, len(drawn)):
        left = lying.loose.get(tuple(die[2])) if die[2:] else None
        if left is not None:
            attitude = np.array(left)
            if len(die) > 3:
                turns[n] = ROTATIONS[_ROW[die[3]]].T @ _nearest(attitude)
            else:
                turns[n] = _TOP_UP[die[1]].T @ _TOP_UP[_top(attitude)]
    return turns


def left_by(running: AttemptRun, lying: Lying) -> Lying:
    """How to draw the dice that an attempt leaves, if it began with dice `lying` so."""
    turns, reading = turns_of_faces(running, lying), running.reported()
    _, rotations, _, _ = running.poses()
    faces: dict[Cell, Faces] = {}
    loose: dict[tuple[float, ...], Matrix] = {}
    standing = reading.pyramid
    for die in reading.dice:
        if die.cell is not None and die.faces is not None:
            drawn = ROTATIONS[_ROW[die.faces]] @ turns[die.number]
            if die.cell in standing:
                faces[die.cell] = ORIENTATIONS[_row(drawn)]
            else:
                loose[tuple(map(float, COORDS[die.cell]))] = _matrix(drawn)
        elif not die.off and not die.held:
            loose[die.noted_at] = _matrix(rotations[die.number] @ turns[die.number])
    return Lying(faces, loose)


def _row(attitude: Array) -> int:
    return int(np.einsum("ij,oij->o", attitude, ROTATIONS).argmax())


def _nearest(attitude: Array) -> Array:
    nearest: Array = ROTATIONS[_row(attitude)]
    return nearest


def _top(attitude: Array) -> int:
    """The number that looks up most."""
    ups = {number: float(attitude[2] @ _TOP_UP[number][2]) for number in _TOP_UP}
    return max(ups, key=ups.__getitem__)


def _matrix(rows: Array | Iterable[Array]) -> Matrix:
    a, b, c = (tuple(map(float, row)) for row in rows)
    return (a, b, c)  # type: ignore[return-value]
