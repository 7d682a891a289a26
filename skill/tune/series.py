"""Time series as the phone app phyphox and the video tool Tracker export them.

phyphox (phyphox.org) writes a table with a header of quoted names with units, as `"Time (s)","Acceleration x (m/s^2)"`,
separated by commas, semicolons or tabs, with a decimal point or, in the latter two, a decimal comma; NaN stands where
nothing was measured. Tracker (physlets.org/tracker) writes the name of the object, with blanks for the columns, then
`t`, `x`, `y` without units, then the numbers, separated by tabs, semicolons or commas, blank where it was not marked;
`#multi:` stands before several objects, whose columns bear the same names. Columns without a unit are taken to be in
m, rad, s; where they are not, the unit is written into the header, as `x (mm)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isinf, isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import FileError
from skill.files import MOST_DATA, csv_rows, read_text

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
    text = read_text(path, MOST_DATA)
    separator = next((sign for sign in "\t;" if sign in text), ",")
    rows = ((number, list(map(str.strip, cells))) for number, cells in csv_rows(path, text, separator))
    lines: Iterator[tuple[int, list[str]]] = filter(lambda row: any(row[1]), rows)
    header_line, header = 0, list[str]()
    for number, cells in lines:
        if cells[0] and _parsed(cells[0], separator) is not None:
            lines = chain([(number, cells)], lines)
            break
        header_line, header = number, cells
    else:
        header = []
    if not header:
        raise FileError("{path}: line 1: expected a header as of phyphox or Tracker, and numbers below it", path=path)
    where = f"{path}: line {header_line}"
    chosen = _chosen(where, header, column)
    _, time_scale = _unit(where, header[0])
    quantity, scale = _unit(where, header[chosen])
    samples: list[tuple[float, float]] = []
    for number, cells in lines:
        pair = [_number(f"{path}: line {number}", header, cells, n, separator) for n in (0, chosen)]
        if any(map(isnan, pair)):
            continue
        if samples and pair[0] <= samples[-1][0]:
            text = "{path}: line {number}, column {header} = {value}: expected more than {before}, the time before"
            values = {"header": repr(header[0]), "value": f"{pair[0]:g}", "before": f"{samples[-1][0]:g}"}
            raise FileError(text, path=path, number=number, **values)
        samples.append((pair[0], pair[1]))
    time, values = np.array(samples or np.zeros((0, 2))).T
    return Series(f"{path}, column {header[chosen]!r}", quantity, time * time_scale, values * scale)


def _chosen(where: str, header: Sequence[str], column: str) -> int:
    """The place of the column of that name, with its unit or without."""
    named, unit = _split(header[0])
    if named.lower() not in ("t", "time") and UNITS.get(unit, ("",))[0] != "time":
        raise FileError(
            "{where}, column {header}: expected the time, as t or Time (s)", where=where, header=repr(header[0])
        )
    others = [n for n, name in enumerate(header) if n and name]
    found = [n for n in others if column in ("", header[n], _split(header[n])[0])]
    names = ", ".join(header[n] for n in others) or "no other column than the time"
    if not found:
        raise FileError(
            "{where}: no column {column}: expected one of {names}", where=where, column=repr(column), names=names
        )
    if len(found) > 1 and column:
        raise FileError(
            "{where}: column {column} is there {count} times: expected the export of one object",
            where=where,
            column=repr(column),
            count=len(found),
        )
    if len(found) > 1:
        raise FileError("{where}: column: missing, expected one of {names}", where=where, names=names)
    return found[0]


def _split(name: str) -> tuple[str, str]:
    """Name and unit of a header."""
    at = max(name.rfind("("), name.rfind("["))
    unit = name[at + 1 : -1]
    is_there = at >= 0 and name.endswith((")", "]")) and not any(sign in unit for sign in ")]")
    return (name[:at].rstrip(), unit.strip()) if is_there else (name, "")


def _unit(where: str, name: str) -> tuple[str, float]:
    _, unit = _split(name)
    if unit and unit not in UNITS:
        raise FileError(
            "{where}, column {name}: no unit {unit}: expected one of {units}",
            where=where,
            name=repr(name),
            unit=repr(unit),
            units=", ".join(UNITS),
        )
    return UNITS[unit] if unit else ("", 1.0)


def _parsed(text: str, separator: str) -> float | None:
    """The number that a cell is, NaN if it is blank, or none."""
    try:
        return float((text if separator == "," else text.replace(",", ".")) or "nan")
    except ValueError:
        return None


def _number(where: str, header: Sequence[str], cells: Sequence[str], n: int, separator: str) -> float:
    if n >= len(cells):
        raise FileError(
            "{where}: {count} cells; expected {expected}, with column {header}",
            where=where,
            count=len(cells),
            expected=len(header),
            header=repr(header[n]),
        )
    number = _parsed(cells[n], separator)
    if number is None or isinf(number):
        raise FileError(
            "{where}, column {header} = {value}: expected a number",
            where=where,
            header=repr(header[n]),
            value=repr(cells[n]),
        )
    return number
