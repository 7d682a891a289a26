"""Time series as phones, loggers and video tools write them: a header over columns of numbers, one of them the time.

phyphox (phyphox.org) writes quoted names with units, as `"Time (s)","Acceleration x (m/s^2)"`, NaN where nothing was
measured. Tracker (physlets.org/tracker) writes the name of the object, then `t`, `x`, `y` without units, blank where it
was not marked; `#multi:` stands before several objects, whose columns bear the same names. Capstone and Logger Pro put
the run beside the name, `Time (s) Run #1` or `Run 2: Time (s)`, each run with a time of its own; Sensor Logger counts
nanoseconds since 1970, other loggers the time of day; spreadsheets write `x / mm`, `x_mm`, or the units into a row of
their own.

Cells are separated by tabs, semicolons, commas or blanks, whichever gives the most columns of numbers; titles and
comments above them make no difference. Numbers have a decimal point or a decimal comma, but not both in one column.
Lengths and times whose header has no unit are taken to be in m and s; of anything else the unit must stand there, since
degrees, radians and multiples of g look alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from io import StringIO
from itertools import chain, islice, pairwise, zip_longest
from math import isinf, isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import FileError, Words
from skill.files import MOST_DATA, csv_rows, read_text

Array = NDArray[np.float64]

G_M_S2 = 9.81
"""What an acceleration in g is counted in, and what a lean is taken from."""
UNITS = {
    "s": ("time", 1.0),
    "ms": ("time", 1e-3),
    "us": ("time", 1e-6),
    "µs": ("time", 1e-6),
    "ns": ("time", 1e-9),
    "m": ("length", 1.0),
    "cm": ("length", 1e-2),
    "mm": ("length", 1e-3),
    "m/s": ("speed", 1.0),
    "cm/s": ("speed", 1e-2),
    "mm/s": ("speed", 1e-3),
    "rad/s": ("rate", 1.0),
    "deg/s": ("rate", np.pi / 180),
    "°/s": ("rate", np.pi / 180),
    "rpm": ("rate", np.pi / 30),
    "rad": ("angle", 1.0),
    "deg": ("angle", np.pi / 180),
    "°": ("angle", np.pi / 180),
    "m/s^2": ("acceleration", 1.0),
    "m/s²": ("acceleration", 1.0),
    "m/s2": ("acceleration", 1.0),
    "cm/s^2": ("acceleration", 1e-2),
    "mm/s^2": ("acceleration", 1e-3),
    "g": ("acceleration", G_M_S2),
}
"""Quantity, and how much one is in m, rad, s."""
SPELLINGS = {
    "sec": "s",
    "second": "s",
    "seconds": "s",
    "millis": "ms",
    "msec": "ms",
    "milliseconds": "ms",
    "micros": "us",
    "μs": "µs",
    "microseconds": "us",
    "nanoseconds": "ns",
    "meter": "m",
    "meters": "m",
    "metre": "m",
    "metres": "m",
    **dict.fromkeys(("centimeter", "centimeters", "centimetre", "centimetres"), "cm"),
    **dict.fromkeys(("millimeter", "millimeters", "millimetre", "millimetres"), "mm"),
    "degree": "deg",
    "degrees": "deg",
    "º": "°",
    "radians": "rad",
    "g-force": "g",
    "G": "g",
    "radian": "rad",
    "dps": "deg/s",
    "mps": "m/s",
    "m·s⁻²": "m/s²",
}
"""Other ways to write some of them."""
_PER_S = re.compile(r"(.+?)(?:(?: ?/ ?|_| per |_per_)(?:s|sec|second)|[ *·]?s(?:\^-1|-1|⁻¹))", re.IGNORECASE)
_PER_S2 = re.compile(r"(.+?)(?:(?:/|_| per |_per_)s(?:2|\^2|\*\*2|²|/s)|[ *·]?s(?:\^-2|-2|⁻²))", re.IGNORECASE)
"""Other ways to write something for each second, and for each second of each."""
BEHIND = ("/", ",", "_", " in ", " ")
"""What stands between a name and its unit, where there are no brackets; a blank before units with a slash alone."""
LONGEST_UNIT = 20  # signs with what stands before it
LOOKED_AT = 1000  # lines that tell the separator, and among which the header is
SEPARATORS = {"\t": Words("tabs"), ";": Words("semicolons"), ",": Words("commas"), " ": Words("blanks")}
SINCE_1970_S = (1e9, 3e9)  # from 2001 to 2065
HEADER = Words("a header with the names of the columns above the numbers, as t (s) and x (mm)")
UNSEEN = ("", "nan", "na", "n/a", "null", "none", "-", "--")
"""What stands where nothing was measured, in small letters."""
_TIME_OF_DAY = re.compile(r"(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,3}):(\d\d):(\d\d(?:[.,:]\d+)?)Z?")
_CLOCK = re.compile(r"(?:^|[^a-z])(t|time|timestamp|datetime|zeit|temps|elapsed)(?:[^a-z]|$)", re.IGNORECASE)
_RUN = re.compile(r"(?:run|set|trial|latest)\s*#?\s*\d*", re.IGNORECASE)
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")


class Series(NamedTuple):
    """One column of a table over its time."""

    name: str
    """File and column, as errors name it."""
    quantity: str
    """Of `UNITS`, or nothing if the header did not say."""
    time_s: Array
    values: Array
    """In m, rad, s."""


class Table(NamedTuple):
    """The cells of a file, with the numbers of its lines."""

    path: Path
    separator: str
    header_line: int
    header: list[str]
    rows: Iterator[tuple[int, list[str]]]

    @property
    def where(self) -> str:
        """File and line of the header, as errors name them."""
        return f"{self.path}: line {self.header_line}"


def read_series(path: Path, column: str = "") -> Series:
    """A column of a table over its time; without a name the only one beside the time.

    Raises `FileError` naming line, column and, where cells do not fit the header, what was taken for the separator.
    """
    table = _table(path, read_text(path, MOST_DATA, packed=True))
    chosen, clock = _chosen(table, column)
    quantity, scale = _unit(table, chosen)
    samples: list[tuple[float, float]] = []
    seen: dict[int, dict[str, tuple[int, str]]] = {clock: {}, chosen: {}}
    for number, cells in table.rows:
        for n, signs in seen.items():
            _check_points(table, number, cells, n, signs)
        time, value = (_number(table, number, cells, n) for n in (clock, chosen))
        if isnan(time) or isnan(value):
            continue
        if samples and time <= samples[-1][0]:
            text = "{path}: line {number}, column {header} = {value}: expected more than {before}, the time before"
            values = {"header": repr(table.header[clock]), "value": f"{time:.15g}", "before": f"{samples[-1][0]:.15g}"}
            raise FileError(text, path=path, number=number, **values)
        samples.append((time, value))
    times, values = np.array(samples or np.zeros((0, 2))).T
    clock_scale = _unit(table, clock)[1] if _split(table.header[clock])[1] else _scale_since_1970(times)
    start = times[0] if _is_since_1970(times * clock_scale) else 0.0
    return Series(f"{path}, column {table.header[chosen]!r}", quantity, (times - start) * clock_scale, values * scale)


def other_axes(path: Path, column: str = "") -> list[str]:
    """The headers of the other two axes of the sensor whose axis a column is, as `Acceleration y (m/s^2)` and that of z
    beside that of x; none unless both are there. Raises `FileError`."""
    table = _table(path, read_text(path, MOST_DATA, packed=True))
    name = table.header[_chosen(table, column)[0]]
    for at, letter in enumerate(name):
        axes = next((axes for axes in ("xyz", "XYZ") if letter in axes), "")
        others = [name[:at] + axis + name[at + 1 :] for axis in axes if axis != letter]
        if others and all(table.header.count(other) == 1 for other in others):
            return others
    return []


def columns_in(path: Path) -> list[str]:
    """The headers of the columns of a table beside its times, of which one can be read. Raises `FileError`."""
    header = _table(path, read_text(path, MOST_DATA, packed=True)).header
    return [name for name in header if name and not _is_clock(name)]


def read_columns(path: Path, wanted: Mapping[str, str]) -> tuple[list[int], dict[str, Array]]:
    """The numbers of the lines of a table, and its columns of these names, with their units or without.

    `wanted` says of each its quantity, of `UNITS`; nothing where it has no unit. Raises `FileError` naming line and
    column.
    """
    table = _table(path, read_text(path, MOST_DATA, packed=True))
    split = [_split(name) for name in table.header]
    places: dict[str, tuple[int, float]] = {}
    for name, quantity in wanted.items():
        found = [n for n, (bare, _) in enumerate(split) if name in (bare, table.header[n])]
        if len(found) != 1:
            text = "{where}: no column {column}: expected one of {names}"
            meant = [header for header in table.header if quantity and re.match(rf"{name}[\W_]", header)]
            if found:
                text = "{where}: column {column} is there {count} times: expected the export of one object"
            elif meant:
                text = "{where}, column {column}: its header says no unit of {known}"
            at = {"column": repr((meant or [name])[0]), "names": ", ".join(wanted), "count": len(found)}
            raise FileError(text, where=table.where, known=_units(quantity), **at)
        (n,) = found
        seen, scale = _unit(table, n) if quantity else ("", 1.0)
        if quantity and (seen or "length") != quantity:
            text = "{where}, column {column}: its header says no unit of {known}"
            raise FileError(text, where=table.where, column=repr(table.header[n]), known=_units(quantity))
        places[name] = n, scale
    lines: list[int] = []
    cells_of: dict[str, list[float]] = {name: [] for name in wanted}
    points: dict[str, dict[str, tuple[int, str]]] = {name: {} for name in wanted}
    for number, cells in table.rows:
        lines.append(number)
        for name, (n, _) in places.items():
            _check_points(table, number, cells, n, points[name])
            cells_of[name].append(_number(table, number, cells, n))
    return lines, {name: np.array(cells_of[name]) * scale for name, (_, scale) in places.items()}


def _table(path: Path, text: str) -> Table:
    """The table with that separator which gives most columns of numbers."""
    if not text.strip():
        raise FileError("{path}: there is nothing in it; expected {header}", path=path, header=HEADER)
    head = "".join(islice(StringIO(text), LOOKED_AT))
    counts = [_columns(path, head, separator) for separator in SEPARATORS]
    best = counts.index(max(counts))
    separator = list(SEPARATORS)[best]
    rows = _cells(path, text, separator)
    lines = list(islice(rows, LOOKED_AT))
    first = next((n for n, (_, cells) in enumerate(lines) if _count(cells) > 0), 0)
    while first and any(number is not None and not isnan(number) for number in map(_parsed, lines[first - 1][1])):
        first -= 1  # the time alone, where nothing was seen yet, or a number that cannot be read
    if first == 0 and not counts[best]:
        text = (
            "{path}: no two columns of numbers with tabs, semicolons, commas or blanks between them; expected {header}"
        )
        raise FileError(text, path=path, header=HEADER)
    if first == 0:
        text = "{path}: line 1: expected {header}; {separator} were taken for the separators"
        raise FileError(text, path=path, header=HEADER, separator=SEPARATORS[separator])
    header_line, header = lines[first - 1]
    if first > 1 and all(not cell or _known(cell.strip("()[]")) for cell in header):
        header_line, names = lines[first - 2]
        pairs = zip_longest(names, header, fillvalue="")
        header = [f"{name} ({unit.strip('()[]')})" if unit else name for name, unit in pairs]
    header = [re.sub(r"^[#%]\s*", "", header[0]), *header[1:]]
    return Table(path, separator, header_line, header, chain(lines[first:], rows))


def _cells(path: Path, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The number of each line that has cells, and its cells."""
    if separator == " ":  # two or more between columns, or one, which then does not part a name from its unit
        lines = text.split("\n")
        ways = [re.compile(way) for way in (r"\s{2,}|\t", r"\s+(?![(\[])")]
        counts = [sum(_count(way.split(line.strip())) for line in lines[:LOOKED_AT]) for way in ways]
        way = ways[counts.index(max(counts))]
        parted = (way.split(line.strip()) for line in lines)
        found = ((number, [cell.strip('"') for cell in cells]) for number, cells in enumerate(parted, 1))
    else:
        found = ((number, [*map(str.strip, cells)]) for number, cells in csv_rows(path, text, separator))
    return filter(lambda row: any(row[1]), found)


def _columns(path: Path, text: str, separator: str) -> int:
    """How many columns of numbers a separator gives beside the first, over all lines."""
    try:
        return sum(_count(cells) for _, cells in _cells(path, text, separator))
    except FileError:  # a line without it that is longer than a cell may be
        return 0


def _count(cells: Sequence[str]) -> int:
    """By how many more than one the cells are numbers, less those that are neither numbers nor blank; at least 0."""
    numbers = [_parsed(cell) for cell in cells]
    others = numbers.count(None)
    return max(0, sum(number is not None and not isnan(number) for number in numbers) - 1 - others)


def _chosen(table: Table, column: str) -> tuple[int, int]:
    """The places of the column of that name, with its unit or without, and of its time."""
    header = table.header
    clocks = [n for n in range(len(header)) if _is_clock(header[n])]
    if not clocks:
        text = (
            "{where}, column {header}: expected the time, as t or Time (s); {separator} were taken for the separators"
        )
        raise FileError(text, where=table.where, header=repr(header[0]), separator=SEPARATORS[table.separator])
    others = [n for n, name in enumerate(header) if n not in clocks and name]
    found = [n for n in others if column in ("", header[n], _split(header[n])[0])]
    names = ", ".join(header[n] for n in others) or "no other column than the time"
    if not found:
        raise FileError(
            "{where}: no column {column}: expected one of {names}", where=table.where, column=repr(column), names=names
        )
    if len(found) > 1 and column:
        raise FileError(
            "{where}: column {column} is there {count} times: expected the export of one object",
            where=table.where,
            column=repr(column),
            count=len(found),
        )
    if len(found) > 1:
        raise FileError("{where}: column: missing, expected one of {names}", where=table.where, names=names)
    return found[0], _clock_of(table, found[0], clocks)


def _clock_of(table: Table, chosen: int, clocks: list[int]) -> int:
    """The time of a column: that of its run, the one with a unit, or the one with which the columns about it begin."""
    runs = [_run(name) for name in table.header]
    of_run = [n for n in clocks if runs[n] == runs[chosen]] or clocks
    with_unit = [n for n in of_run if _split(table.header[n])[1]] or of_run
    before = [n for n in with_unit if n < chosen]
    if len(with_unit) == 1:
        return with_unit[0]
    if before and all(b - a > 1 for a, b in pairwise(with_unit)):  # each run begins with its time
        return before[-1]
    text = "{where}: column {column} may belong to the time of {times}: expected one time in the file"
    times = ", ".join(table.header[n] for n in with_unit)
    raise FileError(text, where=table.where, column=repr(table.header[chosen]), times=times)


def _run(name: str) -> str:
    """The run that a column is of, as Logger Pro and Capstone name it; nothing if it names none."""
    found = _RUN.search(name)
    return re.sub(r"\W", "", found[0]).lower() if found else ""


def _is_clock(name: str) -> bool:
    bare, unit = _split(name)
    return UNITS[unit][0] == "time" if unit in UNITS else bool(_CLOCK.search(bare))


def _known(text: str) -> str:
    """The unit that a text is, as `UNITS` has it; nothing if it is none."""
    text = text.strip()
    for pattern, per in ((_PER_S2, "/s^2"), (_PER_S, "/s")):
        if text not in UNITS and (found := pattern.fullmatch(text)):
            text = _spelt(found[1]) + per
    spelt = _spelt(text)
    return spelt if spelt in UNITS else ""


def _spelt(text: str) -> str:
    return SPELLINGS.get(text, SPELLINGS.get(text.lower(), text))


def _split(name: str) -> tuple[str, str]:
    """Name and unit of a header: in brackets wherever they stand, or behind a slash, a comma, an underscore or `in`.

    What stands in brackets is taken for the unit, known or not; elsewhere a unit is one that is known.
    """
    brackets = list(_BRACKETS.finditer(name))
    if brackets:
        found = next((each for each in reversed(brackets) if _known(each[1])), brackets[-1])
        return " ".join(f"{name[: found.start()]} {name[found.end() :]}".split()), _known(found[1]) or found[1].strip()
    for at in range(max(1, len(name) - LONGEST_UNIT), len(name)):
        sign = next((sign for sign in BEHIND if name.startswith(sign, at)), "")
        unit = _known(name[at + len(sign) :].strip().removeprefix("(").removesuffix(")")) if sign else ""
        if unit and (sign != " " or "/" in unit):
            return name[:at].strip(), unit
    first = re.split(r"[\s_]", name)[0]  # as `seconds_elapsed`, `millis`
    return name, SPELLINGS.get(first.lower(), "")


def _unit(table: Table, n: int) -> tuple[str, float]:
    _, unit = _split(table.header[n])
    if unit and unit not in UNITS:
        raise FileError(
            "{where}, column {name}: no unit {unit}: expected one of {units}",
            where=table.where,
            name=repr(table.header[n]),
            unit=repr(unit),
            units=", ".join(UNITS),
        )
    return UNITS[unit] if unit else ("", 1.0)


def _units(quantity: str) -> str:
    return ", ".join(unit for unit, (kind, _) in UNITS.items() if kind == quantity)


def _is_since_1970(times_s: Array) -> bool:
    low, high = SINCE_1970_S
    return bool(len(times_s)) and low < times_s[0] < high


def _scale_since_1970(times: Array) -> float:
    """How many seconds a time without a unit counts in: 1, or the scale that makes it a plausible time since 1970."""
    return next((scale for scale in (1e-3, 1e-6, 1e-9) if _is_since_1970(times * scale)), 1.0)


def _parsed(text: str) -> float | None:
    """The number that a cell is, of a time of day, with a date or without, its seconds; NaN for none measured."""
    if text.lower() in UNSEEN:
        return float("nan")
    try:
        if ":" in text and (clock := _TIME_OF_DAY.fullmatch(text)):
            day, hours, minutes, seconds = clock.groups()
            days = date.fromisoformat(day).toordinal() if day else 0
            return ((days * 24 + int(hours)) * 60 + int(minutes)) * 60 + float(re.sub("[,:]", ".", seconds))
        return None if "_" in text else float(text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None


def _check_points(table: Table, number: int, cells: Sequence[str], n: int, seen: dict[str, tuple[int, str]]) -> None:
    """Refuse a column with decimal points and with commas: either may part thousands."""
    for sign in ".,":
        if sign not in seen and n < len(cells) and sign in cells[n]:
            seen[sign] = number, cells[n]
    if len(seen) == 2:
        text = "{path}: column {header}: {first} in line {line} and {second} in line {beside}; expected points alone"
        (line, one), (beside, other) = seen["."], seen[","]
        at = {"first": repr(one), "line": line, "second": repr(other), "beside": beside}
        raise FileError(text, path=table.path, header=repr(table.header[n]), **at)


def _number(table: Table, number: int, cells: Sequence[str], n: int) -> float:
    if n >= len(cells) or any(cells[len(table.header) :]):
        raise FileError(
            "{path}: line {number}: {count} cells, and {expected} in the header of line {line}; {separator} were taken "
            "for the separators: if they stand in numbers too, save it with decimal points, or with tabs or semicolons "
            "between the columns",
            path=table.path,
            number=number,
            count=len(cells),
            expected=len(table.header),
            line=table.header_line,
            separator=SEPARATORS[table.separator],
        )
    parsed = _parsed(cells[n])
    if parsed is None or isinf(parsed):
        raise FileError(
            "{path}: line {number}, column {header} = {value}: expected a number; {separator} were taken for the "
            "separators",
            path=table.path,
            number=number,
            header=repr(table.header[n]),
            value=repr(cells[n]),
            separator=SEPARATORS[table.separator],
        )
    return parsed
