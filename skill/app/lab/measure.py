"""Measurements of one's own dice: readings as they are typed, the file that they are kept in, and its fit. No pygame.

What is typed is kept in the measurements file that `skillbox tune` reads, in a folder of its own among the user's
scenes, beside the series that it names. The tuner alone says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import inf, isinf
from pathlib import Path
from typing import Any, NamedTuple, get_args

from skill.app.cycle import cycled
from skill.app.lab.live_world import material_names, save_material
from skill.errors import FileError, SkillboxError, Words, quoted
from skill.files import NEW, OF_OUR_FOLDER, read_bytes, read_toml, write_bytes, write_toml
from skill.jobs import Telling
from skill.physics.lab import EXPERIMENTS, Experiment
from skill.physics.scene import user_folder
from skill.tune.example import EXAMPLE, procedures
from skill.tune.found import Found, Progress, found_in
from skill.tune.material import fitted
from skill.tune.measurements import (
    TOSS,
    VARIABLE,
    Loss,
    faults,
    faults_of_form,
    limits_of,
    load_measurements,
    place_of_fault,
)
from skill.tune.series import columns_in

FIRST_NAME = "mine"
TABLE, RANGES = "table", "ranges"
"""Rows that are no experiments: what is known beforehand, and what is looked for between what."""
CALM_S = 0.5  # without a change, before what is typed is checked and kept
FEWEST = 0.05  # of what a parameter can be, where its usual range begins
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_TOO_MANY = 1000  # names of files that are tried

Table = dict[str, Any]


class Entry(NamedTuple):
    """Readings of one experiment with one instrument, as the file has them."""

    place: tuple[str, ...]
    """The keys that lead there, people counting from 1; none where it is not in the file yet."""
    own: Table
    by: Table
    """What says of its instrument: the same table, or that of its group."""

    @property
    def has_readings(self) -> bool:
        """Whether there is anything to fit."""
        return bool(self.own.get("values") or self.own.get("series"))


class Field(NamedTuple):
    """One thing that a row says, as it is typed or chosen."""

    name: str
    text: str
    fault: SkillboxError | None = None
    """What is wrong with it."""
    is_chosen: bool = False
    """Whether it is stepped through and not typed."""


@cache
def by_hand() -> dict[str, str]:
    """The experiments that a hand can do, each with how it is done; and tosses, of which only files tell."""
    return {**procedures(), TOSS: TOSSED}


TOSSED = Words(
    "Tosses. Throw a die on the table and film it in three dimensions. A file of whole tosses has a line for each "
    "picture: the number of the toss and of the picture, where the middle of the die is, how it is turned, its "
    "velocity and its spin. At least nine tosses are needed for one parameter, and one more for each further one."
)


def measurements_folder() -> Path:
    """Where the user's own measurements are kept, each file with its series in a folder of its name."""
    return user_folder() / "measurements"


def kept_files() -> list[Path]:
    """The user's own measurements files, by name."""
    return sorted(path for path in measurements_folder().glob("*/*.toml") if path.stem == path.parent.name)


def _own_file(name: str) -> Path:
    return measurements_folder() / name / f"{name}.toml"


def _free_file(name: str) -> Path:
    """A file of that name, or with a number behind it, in a folder that does not exist yet."""
    name = re.sub("[^a-z0-9_-]+", "-", name.lower()).strip("-") or FIRST_NAME
    tried = (_own_file(name if n == 1 else f"{name}-{n}") for n in range(1, _TOO_MANY))
    return next(path for path in tried if not path.parent.exists())


class Measuring:
    """One measurements file that is edited field by field, and its fit in another process."""

    def __init__(self) -> None:
        """Shows the file that was changed last. Raises `Unavailable` for a user without a home."""
        self.row = next(iter(by_hand()))
        """The experiment that is shown, or `TABLE` or `RANGES`."""
        self.number = 0
        """Which of the readings of that experiment are shown, from 0."""
        self.process: Telling[Path] | None = None
        self.progress: Progress | None = None
        self.found: Found | None = None
        """What came of the last fit."""
        self.failure: Words | None = None
        """Why it failed."""
        self.unread: SkillboxError | None = None
        """Why the file that was kept last cannot be shown."""
        self._fitted: Table = {}
        """What was fitted."""
        files = kept_files()
        latest = max(files, key=lambda path: path.stat().st_mtime_ns, default=None)
        self.file, self.data = _own_file(FIRST_NAME), _new_data()
        self._clear()
        if latest is not None:
            try:
                self._show(latest)
            except SkillboxError as error:
                self.unread = error
                self.file = _free_file(latest.stem)

    def _clear(self) -> None:
        self._typed: dict[tuple[str, int, str], str] = {}
        """What was typed into a field, as long as its row is shown or it cannot be read, by row, number and field."""
        self._unreadable: dict[tuple[str, int, str], SkillboxError] = {}
        self._blank: dict[str, Table] = {}
        """What was typed of an experiment that has no readings yet."""
        self._faults: list[SkillboxError] = []
        self._calm_s = 0.0
        self.is_kept = True
        """Whether the file says what is shown."""
        self._is_new = True
        """Whether it has not been looked at yet, or not been tried to be kept."""
        self.found, self.failure, self.progress = None, None, None

    def _show(self, file: Path) -> None:
        data = _new_data() | read_toml(file)
        wrong: list[SkillboxError] = [*faults_of_form(data, file.name)]
        if not wrong:
            found = faults(data, file.name, file.parent)
            wrong = [fault for fault in found if place_of_fault(fault, file.name)[-1] == "experiment"]
        if wrong:
            raise wrong[0]
        self.file, self.data = file, data
        self._clear()

    # -- which file

    @property
    def name(self) -> str:
        """Of the measurements."""
        return self.file.stem

    def step_file(self, way: int) -> None:
        """Shows the next of the user's own files, or a new one after the last. Raises `FileError`."""
        self.keep()
        files: list[Path | None] = [*kept_files(), None]
        chosen = cycled(files, self.file if self.file in files else None, way)
        self.stop()
        if chosen is None:
            self.file, self.data = _free_file(FIRST_NAME), _new_data()
            self._clear()
        else:
            self._show(chosen)

    def take(self, path: Path) -> None:
        """Takes a file that somebody has dropped: whole measurements in place of what is shown, or a series of the
        experiment that is shown. Raises `SkillboxError`, and nothing has changed.
        """
        if path.suffix.lower() == ".toml":
            self._take_measurements(path)
        elif self.row in (TABLE, RANGES):
            raise FileError("{path}: expected an experiment that it is a series of; choose one first", path=path)
        else:
            self._take_series(path)

    def _take_measurements(self, path: Path) -> None:
        measurements = load_measurements(path)
        self.keep()
        target = _free_file(path.stem)
        here = path.parent.resolve()
        beside = [other for other in measurements.inputs if other.resolve().is_relative_to(here)]
        for other in dict.fromkeys(other.resolve() for other in beside):
            write_bytes(target.parent / other.relative_to(here), read_bytes(other), NEW)
        write_bytes(target, read_bytes(path), NEW)
        self.stop()
        self._show(target)

    def _take_series(self, path: Path) -> None:
        columns_in(path)  # what is no table at all is not taken
        data = read_bytes(path)
        target = self.file.parent / path.name
        for n in range(2, _TOO_MANY):
            if not target.exists():
                write_bytes(target, data, NEW)
                break
            if read_bytes(target) == data:
                break
            target = self.file.parent / f"{path.stem}-{n}{path.suffix}"
        own = self.entry.own
        own["series"] = [*own.get("series", []), target.name]
        self._look_for()
        self._changed()

    # -- rows

    @property
    def rows(self) -> list[str]:
        """The experiments that are shown: those that a hand can do, and others that the file has."""
        return list(dict.fromkeys([*by_hand(), *(entry.own["experiment"] for entry in self._entries())]))

    def _entries(self, experiment: str = "") -> list[Entry]:
        found = [Entry(("measurement", str(n)), own, own) for n, own in enumerate(self.data.get("measurement", []), 1)]
        for g, group in enumerate(self.data.get("group", []), 1):
            for n, own in enumerate(group["measurement"], 1):
                found.append(Entry(("group", str(g), "measurement", str(n)), own, group))
        return [entry for entry in found if experiment in ("", entry.own["experiment"])]

    def entries(self, experiment: str) -> list[Entry]:
        """The readings of an experiment, and last what is not in the file yet, if anything is shown of it."""
        found = self._entries(experiment)
        if not found or experiment in self._blank:
            own = self._blank.setdefault(experiment, _blank(experiment))
            found.append(Entry((), own, own))
        return found

    @property
    def entry(self) -> Entry:
        """The readings that are shown."""
        found = self.entries(self.row)
        return found[min(self.number, len(found) - 1)]

    def count(self, experiment: str) -> int:
        """How many readings and files there are of an experiment."""
        owns = [entry.own for entry in self._entries(experiment)]
        return sum(len(own.get("values") or []) + len(own.get("series") or []) for own in owns)

    def choose(self, row: str) -> None:
        """Shows another row."""
        self._typed = {key: text for key, text in self._typed.items() if key in self._unreadable}
        self.row, self.number = row, 0

    def step_number(self, way: int) -> None:
        """Shows the next readings of the experiment, or after the last that has any an empty one for more."""
        self._typed = {key: text for key, text in self._typed.items() if key in self._unreadable}
        found = self.entries(self.row)
        if way > 0 and self.number == len(found) - 1 and found[-1].has_readings:
            self._blank[self.row] = _blank(self.row)
            self.number += 1
        else:
            self.number = (self.number + way) % len(found)

    # -- fields

    def fields(self) -> list[Field]:
        """What the row that is shown says."""
        found = [
            self._field(name, text, name in ("file", "material", "loss", "number", "series", "column"))
            for name, text in self._texts()
        ]
        known = {field.name for field in found}
        return [field._replace(fault=self._fault(field.name, known)) for field in found]

    def _field(self, name: str, text: str, is_chosen: bool) -> Field:
        return Field(name, self._typed.get((self.row, self.number, name), text), None, is_chosen)

    def _texts(self) -> Iterator[tuple[str, str]]:
        data = self.data
        if self.row == TABLE:
            yield from (("file", self.name), ("title", data.get("title", "")))
            yield from (("material", data["material"]), ("edge_mm", _shown(data["edge_mm"])), ("loss", data["loss"]))
            return
        if self.row == RANGES:
            for name in VARIABLE:
                ends = data["vary"].get(name)
                yield name, f"{_shown(ends['low'])}; {_shown(ends['high'])}" if ends else ""
            return
        own, by = self.entry.own, self.entry.by
        yield "number", f"{self.number + 1} / {len(self.entries(self.row))}"
        if self.row != TOSS or own.get("values"):
            yield "values", readings_text(own.get("values") or [], list(self.experiment.conditions))
        conditions: Mapping[str, Any] = own.get("conditions", {})
        if self.row == TOSS:
            yield "frame_hz", _shown(conditions.get("frame_hz"))
        else:
            for name, condition in self.experiment.conditions.items():
                yield name, _shown(conditions.get(name, condition.default))
        yield "series", ", ".join(own.get("series", []))
        if self.row != TOSS:
            if own.get("series"):
                yield "column", own.get("column", "")
            yield "spread", _shown(own.get("spread"))
            yield from ((name, _shown(by.get(name))) for name in ("resolution", "zero_error"))

    @property
    def experiment(self) -> Experiment:
        """The experiment that is shown."""
        return EXPERIMENTS[self.row]

    def write(self, name: str, text: str) -> None:
        """Takes up what is typed into a field, as far as it can be read."""
        key = (self.row, self.number, name)
        self._typed[key] = text
        try:
            self._write(name, text.strip())
            self._unreadable.pop(key, None)
        except SkillboxError as error:
            self._unreadable[key] = error
            self._calm_s = 0.0

    def _write(self, name: str, text: str) -> None:
        if self.row == TABLE:
            if name == "title":
                self.data["title"] = text
            else:
                self.data[name] = _number(name, text)
        elif self.row == RANGES:
            self._write_range(name, text)
        elif name == "values":
            values = readings(text, list(self.experiment.conditions))
            self._set(self.entry.own, "values", values)
            self._look_for()
        elif name in ("spread", "resolution", "zero_error"):
            table = self.entry.own if name == "spread" else self.entry.by
            self._set(table, name, _number(name, text) if text else None)
        else:
            conditions = dict(self.entry.own.get("conditions", {}))
            self._set(conditions, name, _number(name, text) if text else None)
            self._set(self.entry.own, "conditions", conditions or None)
        self._changed()

    def _write_range(self, name: str, text: str) -> None:
        if not text:
            self.data["vary"].pop(name, None)
            return
        ends = _numbers(name, text)
        if len(ends) != 2:
            wrong = "{name} = {value}: expected two numbers, from and to, such as 0.05; 0.7"
            raise FileError(wrong, name=name, value=quoted(text))
        self.data["vary"][name] = {"low": ends[0], "high": ends[1]}

    @staticmethod
    def _set(table: Table, name: str, value: Any) -> None:
        if value is None or value == []:
            table.pop(name, None)
        else:
            table[name] = value

    def _changed(self) -> None:
        """Moves what has readings now into the file, and what has none any more out of it."""
        before, blank = self.number, self._blank.get(self.row)
        if blank is not None and Entry((), blank, blank).has_readings:
            self.data["measurement"].append(blank)
            del self._blank[self.row]
            self.number = next(n for n, each in enumerate(self._entries(self.row)) if each.own is blank)
        elif self.row in EXPERIMENTS and (entry := self.entry).place and not entry.has_readings:
            table = self.data if entry.place[0] == "measurement" else entry.by
            table["measurement"] = [own for own in table["measurement"] if own is not entry.own]
            self._blank[self.row] = entry.own | {"unit": EXPERIMENTS[self.row].unit}
            self.data["group"] = [group for group in self.data.get("group", []) if group["measurement"]]
            self.number = len(self.entries(self.row)) - 1
        if self.number != before:
            self._typed = {self._moved(key, before): text for key, text in self._typed.items()}
            self._unreadable = {self._moved(key, before): error for key, error in self._unreadable.items()}
        self._calm_s, self.is_kept, self._is_new = 0.0, False, True

    def _moved(self, key: tuple[str, int, str], before: int) -> tuple[str, int, str]:
        """The key of a field whose readings had another number before, if they are those that are shown."""
        return (self.row, self.number, key[2]) if key[:2] == (self.row, before) else key

    def _look_for(self) -> None:
        """Has the tuner look for what the experiment is made for, if it has readings."""
        if self.entry.has_readings and self.experiment.depends:
            name = self.experiment.depends[-1]
            if not any(name in self.data["vary"] for name in self.experiment.depends):
                self.data["vary"][name] = usual_range(name)

    def step(self, name: str, way: int) -> None:
        """Takes the next choice of a field (`way` 1) or the one before (-1). Raises `FileError`."""
        if name == "file":
            self.step_file(way)
        elif name == "number":
            self.step_number(way)
        elif name == "material":
            names = material_names()
            self.data["material"] = cycled(names, self.data["material"], way)
            self._changed()
        elif name == "loss":
            self.data["loss"] = cycled(get_args(Loss), self.data["loss"], way)
            self._changed()
        elif name == "column":
            own = self.entry.own
            columns = ["", *columns_in(self.file.parent / own["series"][0])]
            self._set(own, "column", cycled(columns, own.get("column", ""), way) or None)
            self._changed()
        elif name == "series" and way < 0 and (own := self.entry.own).get("series"):
            self._set(own, "series", own["series"][:-1])
            if not own.get("series"):
                own.pop("column", None)
            self._changed()

    # -- what is wrong

    def check(self) -> None:
        """Has the tuner look at all of it."""
        self._faults = faults(self.data, self.file.name, self.file.parent) if self._entries() else []

    def _fault(self, field: str, known: set[str]) -> SkillboxError | None:
        """What is wrong with a field of the row that is shown."""
        if error := self._unreadable.get((self.row, self.number, field)):
            return error
        for fault in self._faults:
            place = place_of_fault(fault, self.file.name)
            if self._row_of(place) == (self.row, self.number) and self._field_of(place, known) == field:
                return fault
        return None

    def _row_of(self, place: tuple[str, ...]) -> tuple[str, int]:
        """The row and the number of its readings at which something wrong stands."""
        if place[0] == "vary":
            return RANGES, self.number
        for row in self.rows if place[0] in ("measurement", "group") else ():
            for n, entry in enumerate(self._entries(row)):
                if place[: len(entry.place)] == entry.place or place[:2] == entry.place[:2] == (
                    "group",
                    entry.place[1],
                ):
                    return row, n
        return (TABLE, self.number) if place[0] in ("title", "material", "edge_mm", "loss", "dice") else ("", 0)

    def _field_of(self, place: tuple[str, ...], known: set[str]) -> str:
        """The field at which something wrong is told: if none has its name, the one that is typed first."""
        if self.row == TABLE:
            return place[0] if place[0] in known else "edge_mm"
        if self.row == RANGES:
            return place[1] if len(place) > 1 and place[1] in known else next(iter(VARIABLE))
        named = next((part for part in reversed(place) if part in known), "")
        if not named and "conditions" in place and (conditions := [n for n in self._conditions if n in known]):
            return conditions[0]
        return named or ("values" if "values" in known else "series")

    @property
    def _conditions(self) -> list[str]:
        return ["frame_hz"] if self.row == TOSS else list(self.experiment.conditions)

    def faulty_rows(self) -> set[str]:
        """The rows in which anything is wrong."""
        found = {row for row, _, _ in self._unreadable}
        return found | {self._row_of(place_of_fault(fault, self.file.name))[0] for fault in self._faults}

    def first_fault(self) -> tuple[str, int, SkillboxError] | None:
        """Row and number of what has to be mended before anything can be fitted, and what it is."""
        self.check()
        for (row, number, _), error in self._unreadable.items():
            return row, number, error
        for fault in self._faults:
            return *self._row_of(place_of_fault(fault, self.file.name)), fault
        return None

    # -- time

    @property
    def is_busy(self) -> bool:
        """Whether time has to pass: something was typed just now, or a fit runs."""
        return self.process is not None or self._is_new

    def advance(self, elapsed_s: float) -> bool:
        """Lets time pass; whether anything is to be shown anew. Raises `FileError` where it cannot be kept."""
        has_changed = self._poll()
        self._calm_s += elapsed_s
        if not self._is_new or self._calm_s < CALM_S:
            return has_changed
        self._is_new = False
        self.check()
        if not faults_of_form(self.data, self.file.name):
            self.keep()
        return True

    def keep(self) -> None:
        """Writes the file, if anything of it has changed. Raises `FileError`, also for what is no file of readings."""
        if self.is_kept or not self._entries():
            return
        data = {"title": self.name} | {key: value for key, value in self.data.items() if value not in ("", [])}
        if wrong := faults_of_form(data, self.file.name):
            raise wrong[0]
        write_toml(self.file, data, OF_OUR_FOLDER)
        self.is_kept = True

    # -- the fit

    @property
    def can_fit(self) -> bool:
        """Whether there are any readings."""
        return bool(self._entries())

    @property
    def is_current(self) -> bool:
        """Whether what was found was found of what is shown."""
        return self._fitted == self.data

    def fit(self) -> None:
        """Begins the fit in another process. Raises what has to be mended first."""
        if wrong := self.first_fault():
            raise wrong[2]
        self.keep()
        self.stop()
        self.found, self.failure, self.progress = None, None, None
        self._fitted = _copied(self.data)
        self.process = Telling(found_in, self.file)

    def stop(self) -> None:
        """Ends the fit; what the world has answered is kept, and the next one goes on from there."""
        if self.process is not None:
            self.process.stop()
            self.process = None

    def _poll(self) -> bool:
        if self.process is None:
            return False
        told = self.process.take()
        if told:
            self.progress = told[-1]
        if (done := self.process.done) is None:
            return bool(told)
        self.stop()
        if done.is_well:
            self.found = done.result
        else:
            self.failure = done.result or Words("the process that did the work has ended")
        return True

    @property
    def free_name(self) -> str:
        """A name for the material that no other one has."""
        tried = (f"{self.name}-material{'' if n == 1 else f'-{n}'}" for n in range(1, _TOO_MANY))
        return next(name for name in tried if name not in material_names())

    def save_material(self, name: str) -> Path:
        """Writes what was found as a material into the user's folder. Raises `FileError`."""
        assert self.found is not None
        return save_material(fitted(self.found.measurements, self.found.fit), name)

    def close(self) -> None:
        """Ends the fit and keeps what was typed. Raises `FileError`."""
        self.stop()
        self.keep()


def usual_range(name: str) -> Table:
    """Between what a parameter is looked for unless somebody says otherwise: as the example has it."""
    ours = _example()["vary"]
    if name in ours:
        return dict(ours[name])
    low, high = limits_of(name)
    return {"low": low or FEWEST * high, "high": high}


@cache
def _example() -> Table:
    from skill.physics.scene import scenes_folder

    return read_toml(scenes_folder() / "measurements" / f"{EXAMPLE}.toml")


def _new_data() -> Table:
    ours = _example()
    return {"title": "", **{key: ours[key] for key in ("material", "edge_mm", "loss")}, "vary": {}, "measurement": []}


def _blank(experiment: str) -> Table:
    return {"experiment": experiment, "unit": EXPERIMENTS[experiment].unit}


def _copied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(each) for each in data] if isinstance(data, list) else data


# -- readings as text


def readings_text(values: Sequence[float | Mapping[str, float]], conditions: Sequence[str]) -> str:
    """Readings as they are typed: `16; 15.5`, and `66@0.57` where the condition was another one for that reading.

    Of several conditions each has its `@`, in their order, with nothing behind it where it is as for the others.
    """
    return "; ".join(_reading_text(value, conditions) for value in values)


def _reading_text(value: float | Mapping[str, float], conditions: Sequence[str]) -> str:
    if not isinstance(value, Mapping):
        return _shown(value)
    own = "".join(f"@{_shown(value.get(name))}" for name in conditions)
    return _shown(value.get("value")) + own.rstrip("@")


def readings(text: str, conditions: Sequence[str]) -> list[float | Table]:
    """The readings that a text is, with semicolons or blanks between them; a comma between digits is a decimal comma.

    Raises `FileError` naming the reading that cannot be read.
    """
    found: list[float | Table] = []
    for place, word in enumerate(_words(text), 1):
        value, *others = word.split("@")
        if len(others) > len(conditions):
            wrong = "reading {place} = {value}: expected {count} numbers behind it at most, with @ before each"
            raise FileError(wrong, place=place, value=quoted(word), count=len(conditions))
        name = Words("reading {place}", place=place)
        own = {key: _number(name, other) for key, other in zip(conditions, others, strict=False) if other}
        found.append({"value": _number(name, value), **own} if own else _number(name, value))
    return found


def _words(text: str) -> list[str]:
    return [word for word in re.split(r";|\s+|,(?=\s|$)", text) if word]


def _numbers(name: str, text: str) -> list[float]:
    return [_number(name, word) for word in _words(text)]


def _number(name: str, text: str) -> float:
    value = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else inf
    if isinf(value):
        raise FileError("{name} = {value}: expected a number, such as 14.5", name=name, value=quoted(text))
    return value


def _shown(value: Any) -> str:
    return "" if value is None else f"{value:.12g}" if isinstance(value, int | float) else str(value)
