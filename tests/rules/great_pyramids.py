"""Great pyramids drawn for tests of games 35 and 36: the lines that matter as digits, everything else at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from skill.lattice.cells import AXIS_NAMES, Cell, parse_cell
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.pyramid import Pyramid
from skill.rules.shared import slides


def great(lines: Mapping[str, str], faces: Mapping[str, str] | None = None, seed: int = 0) -> Pyramid:
    """The great pyramid whose line `IJ` (side I, spar J) has these digits from the apex down, `.` for any.

    `faces` gives single dice as `011` on side `I`: `{"I011": "5"}`.
    """
    wanted: dict[Cell, dict[int, int]] = {}
    for name, digits in lines.items():
        looking, spar = map(AXIS_NAMES.index, name)
        for cell, digit in zip(slides.SPARS[spar], digits, strict=True):
            if digit != ".":
                wanted.setdefault(cell, {})[looking] = int(digit)
    for name, digit in (faces or {}).items():
        wanted.setdefault(parse_cell(name[1:]), {})[AXIS_NAMES.index(name[0])] = int(digit)
    rng = Random(seed)
    pyramid = slides.great_pyramid(rng)
    for cell, numbers in wanted.items():
        fitting = [faces for faces in ORIENTATIONS if all(faces[side] == n for side, n in numbers.items())]
        pyramid = pyramid.turn(cell, rng.choice(fitting))
    return pyramid


def shown(pyramid: Pyramid, name: str) -> str:
    """The digits of line `IJ`."""
    looking, spar = map(AXIS_NAMES.index, name)
    return "".join(map(str, slides.line(pyramid, looking, spar)))
