"""Time series as the phone app phyphox and the video tool Tracker export them.

phyphox (phyphox.org) writes a table with a header of quoted names with units, as `"Time (s)","Acceleration x (m/s^2)"`,
separated by commas, semicolons or tabs, with a decimal point or, in the latter two, a decimal comma; NaN stands where
nothing was measured. Tracker (physlets.org/tracker) writes the name of the object, with blanks for the columns, then
`t`, `x`, `y` without units, then the numbers, separated by tabs, semicolons or commas, blank where it was not marked;
`#multi:` stands before several objects, whose columns bear the same names. Columns without a unit are taken to be in
m, rad, s; where they are not, the unit is written into the header, as `x (mm)`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from math import isinf, isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import FileError

Array = NDArray[np.float64]

UNITS = {
    "s": ("time", 1.0),
    "ms": ("time", 1e-3),
    "m": ("length", 1.0),
    "cm": ("length", 1e-2),
    "mm": ("length", 1e-3),
    "rad/s": ("rate", 1.0),
    "deg/s": ("rate", np.pi / 180),
    "°/s": ("rate", np.pi / 180),
    "rad": ("angle", 1.0),
    "deg": ("angle", np.pi / 180),
    "°": ("angle", np.pi / 180),
    "m/s^2": ("acceleration", 1.0),
    "m/s²": ("acceleration", 1.0),
}
"""Quantity, and how much one is in m, rad, s."""


class Series(NamedTuple):
    """One column of a table over its time."""

    name: str
    """File and column, as errors name it."""
    quantity: str
    """Of `UNITS`, or nothing if the header did not say."""
    time_s: Array
    values: Array
    """In m, rad, s."""


def read_series(path: Path, column: str = "") -> Series:
    """A column of a table; without a name the only one beside the time. Raises `FileError` naming line and column."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8 text: byte {error.start}") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from None
    separator = next((sign for sign in "\t;" if sign in text), ",")
    table = csv.reader(text.splitlines(), delimiter=separator)
    lines = [(table.line_num, [cell.strip() for cell in cells]) for cells in table if any(map(str.strip, cells))]
    first = next((n for n, (_, cells) in enumerate(lines) if cells[0] and _parsed(cells[0], separator) is not None), 0)
    if first == 0:
        raise FileError(f"{path}: line 1: expected a header as of phyphox or Tracker, and numbers below it")
    header_line, header = lines[first - 1]
    where = f"{path}: line {header_line}"
    chosen = _chosen(where, header, column)
    _, time_scale = _unit(where, header[0])
    quantity, scale = _unit(where, header[chosen])
    samples: list[tuple[float, float]] = []
    for number, cells in lines[first:]:
        pair = [_number(f"{path}: line {number}", header, cells, n, separator) for n in (0, chosen)]
        if any(map(isnan, pair)):
            continue
        if samples and pair[0] <= samples[-1][0]:
            was = f"expected more than {samples[-1][0]:g}, the time before"
            raise FileError(f"{path}: line {number}, column {header[0]!r} = {pair[0]:g}: {was}")
        samples.append((pair[0], pair[1]))
    time, values = np.array(samples or np.zeros((0, 2))).T
    return Series(f"{path}, column {header[chosen]!r}", quantity, time * time_scale, values * scale)


def _chosen(where: str, header: Sequence[str], column: str) -> int:
    """The place of the column of that name, with its unit or without."""
    named, unit = _split(header[0])
    if named.lower() not in ("t", "time") and UNITS.get(unit, ("",))[0] != "time":
        raise FileError(f"{where}, column {header[0]!r}: expected the time, as t or Time (s)")
    others = [n for n, name in enumerate(header) if n and name]
    found = [n for n in others if column in ("", header[n], _split(header[n])[0])]
    names = ", ".join(header[n] for n in others) or "no other column than the time"
    if not found:
        raise FileError(f"{where}: no column {column!r}: expected one of {names}")
    if len(found) > 1 and column:
        raise FileError(f"{where}: column {column!r} is there {len(found)} times: expected the export of one object")
    if len(found) > 1:
        raise FileError(f"{where}: column: missing, expected one of {names}")
    return found[0]


def _split(name: str) -> tuple[str, str]:
    """Name and unit of a header."""
    found = re.fullmatch(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]", name)
    return (found[1], found[2].strip()) if found else (name, "")


def _unit(where: str, name: str) -> tuple[str, float]:
    _, unit = _split(name)
    if unit and unit not in UNITS:
        raise FileError(f"{where}, column {name!r}: no unit {unit!r}: expected one of {', '.join(UNITS)}")
    return UNITS[unit] if unit else ("", 1.0)


def _parsed(text: str, separator: str) -> float | None:
    """The number that a cell is, NaN if it is blank, or none."""
    try:
        return float((text if separator == "," else text.replace(",", ".")) or "nan")
    except ValueError:
        return None


def _number(where: str, header: Sequence[str], cells: Sequence[str], n: int, separator: str) -> float:
    if n >= len(cells):
        raise FileError(f"{where}: {len(cells)} cells; expected {len(header)}, with column {header[n]!r}")
    number = _parsed(cells[n], separator)
    if number is None or isinf(number):
        raise FileError(f"{where}, column {header[n]!r} = {cells[n]!r}: expected a number")
    return number
