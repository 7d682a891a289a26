"""Time series as the phone app phyphox and the video tool Tracker export them, and the readings that are in them.

phyphox (phyphox.org) writes a table with a header of quoted names with units, as `"Time (s)","Acceleration x (m/s^2)"`,
separated by commas, semicolons or tabs, with a decimal point or, in the latter two, a decimal comma; NaN stands where
nothing was measured. Tracker (physlets.org/tracker) writes the name of the object, with blanks for the columns, then
`t`, `x`, `y` without units, then the numbers, separated by tabs, semicolons or commas, blank where it was not marked;
`#multi:` stands before several objects, whose columns bear the same names. Columns without a unit are taken to be in
m, rad, s; where they are not, the unit is written into the header, as `x (mm)`.

A series begins once the die is let go. What the readings are:

- `slide-distance`, from the place along the slide: the speed v at the start and the even deceleration a that fit best,
  and v^2 / (2 a), how far it then slides; it must be seen to lie still.
- `spin-time`, from the rate of turning: likewise the rate at the start and the time after which it is 0.
- `slide-acceleration` and `groove-acceleration`, from the place: that of the parabola that fits best.
- leans, from an angle: its median over the last half second, for which the board is held where the die slipped; an
  acceleration along the board is g sin of that angle.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from math import degrees, isinf, isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import FileError, Unavailable

Array = NDArray[np.float64]

FEWEST = 5  # samples from which anything is read
G_M_S2 = 9.81
HELD_S = 0.5  # for which a board is held at the end
TRIED = 200  # times until rest up to the end of the series, between which the search begins
SLIDE_MISFIT, SPIN_MISFIT = 0.02, 0.1  # rms of what fits best, as shares of the distance and of the rate at the start
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


def reading(path: Path, column: str, experiment: str) -> dict[str, float]:
    """The value of the experiment that is in a column, in the experiment's unit, and the conditions that are in it.

    Without a name it is the only column beside the time. Raises `FileError` naming file, line and column, `Unavailable`
    without scipy.
    """
    if experiment not in READINGS:
        raise FileError(f"{path}: {experiment} cannot be read from a series; expected one of {', '.join(READINGS)}")
    quantities, read = READINGS[experiment]
    series = read_series(path, column)
    quantity = series.quantity or quantities[0]
    if quantity not in quantities:
        known = ", ".join(unit for unit, (quantity, _) in UNITS.items() if quantity in quantities)
        raise FileError(f"{series.name}: {experiment} is not read from {quantity}; expected a unit of {known}")
    if len(series.values) < FEWEST:
        raise FileError(f"{series.name}: {len(series.values)} samples; expected at least {FEWEST}")
    if quantity == "acceleration":  # jolts are beyond g
        series = series._replace(values=np.arcsin(np.clip(series.values / G_M_S2, -1, 1)))
    return read(series)


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


def _until_rest(series: Series, model: Callable[[Array, Array], Array], misfit: float) -> tuple[float, float]:
    """Speed at the start and the time after which it is 0, of what is slowed evenly.

    `model` gives the columns (samples, 1 or 2) of which the values are a sum, the first one times the speed, from the
    times and from the shares of the time until rest that are over, at most 1.
    """
    try:
        from scipy.optimize import minimize_scalar
    except ImportError:
        raise Unavailable("a time series needs scipy: pip install 'skillbox[tune]'") from None
    time = series.time_s - series.time_s[0]

    def solved(rest_s: float) -> tuple[float, Array]:
        columns = model(np.minimum(time, rest_s), np.minimum(time / rest_s, 1.0))
        factors = np.linalg.lstsq(columns, series.values, rcond=None)[0]
        return float(factors[0]), columns @ factors - series.values

    def misses(rest_s: float) -> float:
        return float(np.linalg.norm(solved(rest_s)[1]))

    tried = np.linspace(time[-1] / TRIED, 2 * time[-1], 2 * TRIED)
    near = min(tried, key=misses)
    rest_s = float(minimize_scalar(misses, bounds=(near - tried[0] / 2, near + tried[0]), method="bounded").x)
    speed, apart = solved(rest_s)
    if rest_s > time[-1]:
        raise FileError(f"{series.name}: it does not come to rest; expected a series that goes on until it lies still")
    reach = float(np.ptp(series.values))
    if np.sqrt(np.mean(apart**2)) > misfit * reach:
        worst = series.time_s[np.abs(apart).argmax()]
        expected = "expected a series that begins once the die is let go"
        raise FileError(f"{series.name}: it does not slow down evenly, worst at {worst:g} s; {expected}")
    return abs(speed), rest_s


def _slide_distance(series: Series) -> dict[str, float]:
    speed, rest_s = _until_rest(
        series, lambda time, share: np.stack([time * (1 - share / 2), np.ones(len(time))], axis=1), SLIDE_MISFIT
    )
    return {"value": 1000 * speed * rest_s / 2, "speed_m_s": speed}


def _spin_time(series: Series) -> dict[str, float]:
    rate, rest_s = _until_rest(series, lambda time, share: (1 - share)[:, None], SPIN_MISFIT)
    return {"value": rest_s, "spin_rad_s": rate}


def _acceleration(series: Series) -> dict[str, float]:
    return {"value": 2 * abs(float(np.polyfit(series.time_s - series.time_s[0], series.values, 2)[0]))}


def _lean(series: Series) -> dict[str, float]:
    held = series.values[series.time_s > series.time_s[-1] - HELD_S]
    return {"value": degrees(float(np.median(np.abs(held))))}


READINGS: dict[str, tuple[tuple[str, ...], Callable[[Series], dict[str, float]]]] = {
    "slide-distance": (("length",), _slide_distance),
    "spin-time": (("rate",), _spin_time),
    "slide-acceleration": (("length",), _acceleration),
    "groove-acceleration": (("length",), _acceleration),
    "slip-angle": (("angle", "acceleration"), _lean),
    "slip-on-die": (("angle", "acceleration"), _lean),
    "topple-angle": (("angle", "acceleration"), _lean),
    "out-over-saddle": (("angle", "acceleration"), _lean),
    "out-over-point": (("angle", "acceleration"), _lean),
}
"""Of what quantities an experiment is read, the first where the header does not say, and how."""
