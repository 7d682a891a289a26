"""Measurements files: what was done on a real table, what came of it, and what of the material may vary.

A TOML file, read with the same care as a scene: every error is a `FileError` that names file, key, value and what was
expected. `scenes/measurements/phone-and-ruler.toml` is one, with the procedure for each experiment.

A reading is a number, or a table of its value and of the conditions that were its own. A `[[measurement]]` holds the
readings of one experiment, a `[[group]]` the measurements of several experiments with one instrument.

Instruments, by the Guide to the expression of uncertainty in measurement (JCGM 100:2008). A `resolution` R adds
R^2 / 12 to the variance of a mean (F.2.2.1: the true value lies anywhere within R with equal probability); it is added
to that of the mean and not of one reading, as readings that come out equal are all rounded the same way. A `zero_error`
z is the standard error of an offset that all readings of the measurement or group have in common: it adds z^2 to the
variance of each mean and to the covariance of each two (F.1.2.3).

Readings may also be in time series, files that stand beside the measurements, of which each gives readings and the
conditions that were their own; see `skill.tune.series_readings`. Those of `toss` hold whole tosses, frame by frame,
which are compared as they are; see `skill.tune.tosses`.

With `loss = "huber"` readings that are far off count less; see `skill.tune.outliers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from math import hypot, inf, sqrt
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator

from skill.errors import FileError, SkillboxError, UnknownName, Words, printable, written
from skill.files import UNKNOWN_KEY, beside, fault_words, read_toml
from skill.physics.lab import EXPERIMENTS, Experiment, conditions_of
from skill.physics.scene import Dice, Fitted, Material, Plate, Scene, find_material, load_material, load_scene
from skill.tune.outliers import spread_of, weight
from skill.tune.series_readings import readings
from skill.tune.tosses import FRAMES_HZ, Toss, read_tosses

Loss = Literal["linear", "huber"]
VARIABLE: tuple[str, ...] = (*get_args(Fitted), "pitch")
"""What may vary: of the material, and the pitch of the plate."""
TOSS, FRAME_HZ = "toss", "frame_hz"
LENGTHS = ("mm", "m")
"""Units that tosses may be said to have: theirs stand in the header."""
ROUNDING = 1e-9  # of the largest reading, by which equal ones may seem to differ
ENOUGH_TO_BE_PAIRS = 2  # of numbers, as `[14,5, 13,0]` has
ENOUGH_TO_TELL = 3  # values under the same conditions from which their spread can be taken


class Measured(NamedTuple):
    """One experiment as it was done, all readings under the same conditions."""

    experiment: str
    conditions: dict[str, float]
    readings: tuple[float, ...]
    spread: float
    """The standard deviation of one reading, in the experiment's unit."""
    spread_freedom: float
    """Degrees of freedom of that deviation, infinite where it was known beforehand."""
    resolution: float = 0.0
    """Of the instrument."""
    zero_error: float = 0.0
    """The standard error of the instrument's zero."""
    instrument: int = 0
    """Rows with the same number share the offset of one instrument."""
    measurement: str = ""
    """Rows with the same name share one spread."""
    weights: tuple[float, ...] = ()
    """How much each reading counts, from 0 to 1; none: all count fully."""
    along: tuple[tuple[str, float], ...] = ()
    """Of what tosses tell together: the parameters of which the reading is a sum, each as a share of its range, with
    their weights."""

    @property
    def value(self) -> float:
        """The mean of the readings in their weights."""
        return float(np.average(self.readings, weights=self.weights or None))

    @property
    def sigma(self) -> float:
        """The standard error of that mean by itself, without the instrument's zero."""
        return sqrt(self._scatter + self.resolution**2 / 12)

    @property
    def error(self) -> float:
        """The standard error of that mean with all there is."""
        return hypot(self.sigma, self.zero_error)

    @property
    def freedom(self) -> float:
        """Degrees of freedom of `sigma`, by Welch (1947) and Satterthwaite (1946)."""
        return self.spread_freedom * (1 + self.resolution**2 / 12 / self._scatter) ** 2 if self._scatter else inf

    @property
    def _scatter(self) -> float:
        return self.spread**2 / (sum(self.weights) or len(self.readings))

    def distances(self, answer: float) -> list[float]:
        """How far each reading is above an answer, in standard deviations of one reading."""
        deviation = hypot(self.spread, self.resolution / sqrt(12))
        return [(reading - answer) / deviation for reading in self.readings]

    def weighed(self, answer: float) -> Measured:
        """The same with Huber's weights for the distances from an answer."""
        return self._replace(weights=tuple(map(weight, self.distances(answer))))

    @property
    def label(self) -> str:
        """Its experiment and conditions, as tables and plots name it."""
        if self.along:
            return " ".join([self.experiment, *(f"{weight:+.2f} {name}" for name, weight in self.along)])
        return " ".join([self.experiment, *(f"{name}={value:g}" for name, value in self.conditions.items())])

    @property
    def unit(self) -> str:
        """The experiment's unit."""
        return "1" if self.along else EXPERIMENTS[self.experiment].unit


class Tosses(NamedTuple):
    """Tosses of one measurement."""

    measurement: str
    tosses: tuple[Toss, ...]


class Range(NamedTuple):
    """Between what a parameter may vary."""

    low: float
    high: float


class Measurements(NamedTuple):
    """A measurements file."""

    title: str
    scene: Scene
    """The laboratory with dice of that size and the material as known so far: all that does not vary."""
    vary: dict[str, Range]
    rows: tuple[Measured, ...]
    loss: Loss = "linear"
    """Whether readings that are far off count fully or less."""
    inputs: tuple[Path, ...] = ()
    """The other files that it was made from: the material and the time series."""
    tosses: tuple[Tosses, ...] = ()
    """What a camera saw of cubes that were tossed, each measurement by itself."""
    remarks: tuple[Words, ...] = ()
    """What of the files is left out, and why."""

    @property
    def all_tosses(self) -> list[Toss]:
        """Those of all measurements."""
        return [toss for each in self.tosses for toss in each.tosses]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Range(_Part):
    low: float = Field(ge=0)
    high: float = Field(gt=0)


MOST_FRAMES_HZ = Range(20.0, 10_000.0)
NUMBER, TABLE = "number", "table"  # how a reading may stand; pydantic puts these into the place of an error
_Reading = Annotated[
    Annotated[float | int, Tag(NUMBER)] | Annotated[dict[str, float], Tag(TABLE)],
    Discriminator(lambda given: TABLE if isinstance(given, dict) else NUMBER),
]


class _Instrument(_Part):
    unit: str
    resolution: float = Field(default=0.0, ge=0)
    zero_error: float = Field(default=0.0, ge=0)


class _Dice(_Part):
    mass_kg: Annotated[float, Field(gt=0, le=100)]
    inertia_kg_m2: float | None = Field(default=None, gt=0)


class _Readings(_Part):
    experiment: str
    conditions: dict[str, float] = {}
    values: Annotated[list[_Reading], Field(min_length=1)] | None
    series: Annotated[list[str], Field(min_length=1)] = []
    column: str = ""
    spread: float | None = Field(default=None, gt=0)

    @model_validator(mode="before")
    @classmethod
    def _values_or_series(cls, given: Any) -> Any:
        return {"values": None, **given} if isinstance(given, dict) and "series" in given else given


class _Measurement(_Instrument, _Readings):
    @model_validator(mode="before")
    @classmethod
    def _columns_have_units(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("experiment") == TOSS and "series" in given:
            return {"unit": EXPERIMENTS[TOSS].unit, **given}
        return given


class _Group(_Instrument):
    measurement: Annotated[list[_Readings], Field(min_length=1)]


class _File(_Part):
    title: str = ""
    material: str = "plastic"
    edge_mm: Annotated[float, Field(ge=4, le=250)] = 12.0
    loss: Loss = "linear"
    dice: _Dice | None = None
    vary: Annotated[dict[str, _Range], Field(min_length=1)]
    measurement: list[_Measurement] = []
    group: list[_Group] = []


def load_measurements(path: str | Path) -> Measurements:
    """The measurements in a file. Raises `FileError`."""
    path = Path(path)
    return measurements_from(read_toml(path), str(path), path.parent)


def measurements_from(data: Any, where: str, folder: Path = Path()) -> Measurements:
    """The measurements that `data` is, series being in a folder. Raises `FileError` naming `where` it stands."""
    file = _file(data, where)
    inputs = [find_material(file.material, folder, where)]
    told = [*file.measurement, *(inner for group in file.group for inner in group.measurement)]
    inputs += [folder / name for given in told for name in given.series]
    found = [take() for take in _parts(file, where, folder)]
    return Measurements(
        file.title or printable(where, "line"),
        _scene(file, where, folder),
        _vary(file, where),
        tuple(row for part in found for row in part.rows),
        file.loss,
        tuple(inputs),
        tuple(part.tosses for part in found if part.tosses),
        tuple(words for part in found for words in part.remarks),
    )


def faults(data: Any, where: str, folder: Path = Path()) -> list[SkillboxError]:
    """Everything that is wrong with measurements, as `measurements_from` tells the first of it: `faults_of_form` or, if
    there are none, one fault at most for each measurement and for what else the file says.
    """
    if wrong := faults_of_form(data, where):
        return [*wrong]
    file = _file(data, where)
    found: list[SkillboxError] = []
    ranges = (partial(_range, where, name, given) for name, given in file.vary.items())
    takes: list[Callable[[], object]] = [partial(_scene, file, where, folder), *ranges, *_parts(file, where, folder)]
    for take in takes:
        try:
            take()
        except SkillboxError as fault:
            found.append(fault)
    return found


def faults_of_form(data: Any, where: str) -> list[FileError]:
    """Where measurements do not have the form of a measurements file: keys that miss or are unknown, values of another
    kind."""
    try:
        _File.model_validate(data)
    except ValidationError as error:
        return [FileError("{where}: {fault}", where=where, fault=_words(fault)) for fault in error.errors()]
    return []


def place_of_fault(fault: SkillboxError, where: str) -> tuple[str, ...]:
    """The keys that lead to what is wrong, people counting from 1: `("measurement", "2", "values", "3")`."""
    found = re.match(r"[\w.]*", str(fault).removeprefix(f"{printable(where, 'line')}: "))
    return tuple(found[0].split(".")) if found else ()


def _file(data: Any, where: str) -> _File:
    if wrong := faults_of_form(data, where):
        raise wrong[0]
    return _File.model_validate(data)


def _vary(file: _File, where: str) -> dict[str, Range]:
    return {name: _range(where, name, given) for name, given in file.vary.items()}


def _scene(file: _File, where: str, folder: Path) -> Scene:
    """The laboratory with the dice and the material of a file."""
    material = load_material(file.material, folder, where)
    bare = load_scene("lab", {"dice.edge_m": file.edge_mm / 1000, **_inertia(where, file)})
    if file.dice:
        material = material.model_copy(update={"density_kg_m3": file.dice.mass_kg / bare.dice.edge_m**3})
    return bare.model_copy(update={"material": material})


class _Taken(NamedTuple):
    """What one measurement of a file says."""

    rows: list[Measured]
    tosses: Tosses | None = None
    remarks: list[Words] = []


def _parts(file: _File, where: str, folder: Path) -> Iterator[Callable[[], _Taken]]:
    """What reads each measurement, the first fault of which it raises."""
    for number, single in enumerate(file.measurement, 1):
        label = f"{where}: measurement.{number}"
        if single.experiment == TOSS and single.series:
            yield partial(_of_tosses, label, single, folder, file.edge_mm / 1000)
        else:
            yield partial(_of_readings, label, single, single, number, file.loss, folder)
    for number, group in enumerate(file.group, 1):
        for place, inner in enumerate(group.measurement, 1):
            label = f"{where}: group.{number}.measurement.{place}"
            yield partial(_of_readings, label, inner, group, -number, file.loss, folder)
    if not file.measurement and not file.group:
        yield partial(_no_measurement, where)


def _of_tosses(label: str, given: _Measurement, folder: Path, edge_m: float) -> _Taken:
    tosses, remarks = _tosses(label, given, folder, edge_m)
    return _Taken([], tosses, remarks)


def _of_readings(label: str, given: _Readings, by: _Instrument, number: int, loss: Loss, folder: Path) -> _Taken:
    return _Taken(_measured(label, _with_series(label, given, folder), by, number, loss))


def _no_measurement(where: str) -> _Taken:
    raise FileError("{where}: measurement: missing, expected at least one measurement or group", where=where)


def _inertia(where: str, file: _File) -> dict[str, float]:
    """What the scene says of how the mass of the dice is spread, if the file does."""
    if file.dice is None or file.dice.inertia_kg_m2 is None:
        return {}
    unit = file.dice.mass_kg * (file.edge_mm / 1000) ** 2
    share = file.dice.inertia_kg_m2 / unit
    low, high = limits_of("inertia")
    if not low <= share <= high:
        raise FileError(
            "{where}: dice.inertia_kg_m2 = {inertia}: expected {low} to {high} with this mass and edge; a homogeneous "
            "cube has {even}",
            where=where,
            inertia=f"{file.dice.inertia_kg_m2:g}",
            low=f"{low * unit:.3g}",
            high=f"{high * unit:.3g}",
            even=f"{unit / 6:.3g}",
        )
    return {"dice.inertia": share}


def _tosses(label: str, given: _Measurement, folder: Path, edge_m: float) -> tuple[Tosses, list[Words]]:
    """The tosses in the files of a measurement, and why some are left out."""
    useless = ("values", "column", "spread", "resolution", "zero_error")
    if key := next((key for key in useless if getattr(given, key)), ""):
        raise FileError("{label}.{key}: of no use beside series of tosses; expected none", label=label, key=key)
    if given.unit not in LENGTHS:
        text = "{label}.unit = {unit}: of no use beside series of tosses, whose columns have units; expected none"
        raise FileError(text, label=label, unit=written(given.unit))
    unknown = given.conditions.keys() - {FRAME_HZ}
    frame_hz = given.conditions.get(FRAME_HZ, FRAMES_HZ)
    if unknown or not MOST_FRAMES_HZ.low <= frame_hz <= MOST_FRAMES_HZ.high:
        raise FileError(
            "{label}.conditions: expected {name}, of {low} to {high}, and no other",
            label=label,
            name=FRAME_HZ,
            low=f"{MOST_FRAMES_HZ.low:g}",
            high=f"{MOST_FRAMES_HZ.high:g}",
        )
    tosses: list[Toss] = []
    remarks: list[Words] = []
    for place, name in enumerate(given.series, 1):
        at = f"{label}.series.{place}"
        path = beside(folder, name, at)
        try:
            found, told = read_tosses(path, frame_hz, edge_m)
        except FileError as error:
            raise FileError("{at}: {error}", at=at, error=error) from None
        tosses += found
        remarks += [Words("{at}: {fault}", at=at, fault=fault) for fault in told]
    return Tosses(label, tuple(tosses)), remarks


def _words(fault: Any) -> Words:
    """What pydantic finds wrong, with its key."""
    place = [part for part in fault["loc"] if part not in (NUMBER, TABLE, "float", "int")]
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)  # people count from 1
    if fault["type"] == "extra_forbidden":
        known = ", ".join(_model([part for part in place[:-1] if isinstance(part, str)]).model_fields)
        return Words(UNKNOWN_KEY, key=key, value=written(fault["input"]), known=known)
    return fault_words(key, fault)


def _model(tables: list[str]) -> type[BaseModel]:
    """The model of what stands in these tables, the outermost first."""
    if not tables:
        return _File
    models: dict[str, type[BaseModel]] = {"vary": _Range, "dice": _Dice, "measurement": _Measurement, "group": _Group}
    return _Readings if len(tables) > 1 and tables[0] == "group" else models[tables[0]]


def _range(where: str, name: str, given: _Range) -> Range:
    if name not in VARIABLE:
        raise FileError(
            "{where}: vary.{name}: cannot be varied; expected one of {known}",
            where=where,
            name=name,
            known=", ".join(VARIABLE),
        )
    if given.low >= given.high:
        raise FileError(
            "{where}: vary.{name}.high = {high}: expected more than low = {low}",
            where=where,
            name=name,
            high=f"{given.high:g}",
            low=f"{given.low:g}",
        )
    least, most = limits_of(name)
    for end, value in (("low", given.low), ("high", given.high)):
        if not least <= value <= most:
            expected = Words("at least {limit}", limit=f"{least:g}")
            if value > most:
                expected = Words("at most {limit}", limit=f"{most:g}")
            raise FileError(
                "{where}: vary.{name}.{end} = {value}: expected {expected}",
                where=where,
                name=name,
                end=end,
                value=f"{value:g}",
                expected=expected,
            )
    return Range(given.low, given.high)


def limits_of(name: str) -> Range:
    """Between what a parameter can be at all."""
    rules = {**Material.model_fields, **Plate.model_fields, **Dice.model_fields}[name].metadata
    found = {end: value for rule in rules for end in ("ge", "le") if (value := getattr(rule, end, None)) is not None}
    return Range(found["ge"], found["le"])


def _with_series(label: str, given: _Readings, folder: Path) -> _Readings:
    """The same with the readings that are in its time series among its values."""
    if "column" in given.model_fields_set and not given.series:
        raise FileError(
            "{label}.column = {column}: of no file; expected series beside it",
            label=label,
            column=written(given.column),
        )
    values: list[_Reading] = list(given.values or [])
    for place, name in enumerate(given.series, 1):
        path = beside(folder, name, f"{label}.series.{place}")
        try:
            values += readings(path, given.column, given.experiment)
        except FileError as error:
            raise FileError("{label}.series.{place}: {error}", label=label, place=place, error=error) from None
    return given.model_copy(update={"values": values})


def _measured(label: str, given: _Readings, by: _Instrument, number: int, loss: Loss) -> list[Measured]:
    """What was measured with the instrument of that number, one for each set of conditions."""
    if given.experiment not in EXPERIMENTS:
        raise FileError(
            "{label}.experiment = {experiment}: expected one of {known}",
            label=label,
            experiment=written(given.experiment),
            known=", ".join(EXPERIMENTS),
        )
    experiment = EXPERIMENTS[given.experiment]
    if by.unit != experiment.unit:
        raise FileError(
            "{label}.unit = {unit}: {experiment} is measured in {expected}",
            label=label,
            unit=written(by.unit),
            experiment=experiment.name,
            expected=written(experiment.unit),
        )
    _conditions(f"{label}.conditions", experiment, given.conditions)
    _check_commas(label, given.values or [])
    alike: dict[tuple[tuple[str, float], ...], list[float]] = {}
    for place, each in enumerate(given.values or [], 1):
        value, conditions = _read(f"{label}.values", place, experiment, each, given.conditions)
        alike.setdefault(tuple(conditions.items()), []).append(value)
    spread, freedom = (
        _spread(label, list(alike.values()), loss, by.resolution) if given.spread is None else (given.spread, inf)
    )
    if spread == 0 and by.resolution == 0:
        raise FileError(
            "{label}.spread: the values are all equal; expected how far one reading may be off", label=label
        )
    rows = [
        Measured(
            given.experiment, dict(at), tuple(values), spread, freedom, by.resolution, by.zero_error, number, label
        )
        for at, values in alike.items()
    ]
    return rows if loss == "linear" else [row.weighed(median(row.readings)) for row in rows]


def _conditions(where: str, experiment: Experiment, given: dict[str, float]) -> dict[str, float]:
    try:
        return conditions_of(experiment, given)
    except UnknownName as error:
        raise FileError("{where}: {error}", where=where, error=error) from None


def _read(
    label: str, place: int, experiment: Experiment, each: float | dict[str, float], given: dict[str, float]
) -> tuple[float, dict[str, float]]:
    """The value of a reading and all its conditions."""
    own = dict(each) if isinstance(each, dict) else {"value": each}
    if "value" not in own:
        raise FileError("{label}.{place}.value: missing, expected a value", label=label, place=place)
    value = own.pop("value")
    conditions = _conditions(f"{label}.{place}", experiment, {**given, **own})
    most = experiment.upper_limit(conditions)
    if not 0 <= value <= most:
        expected = Words("at least {limit}", limit=0)
        if most < inf:
            expected = Words("{low} to {high}", low=0, high=f"{most:g}")
        raise FileError(
            "{label}: {value} {unit}: cannot be; expected {expected}",
            label=label,
            value=f"{value:g}",
            unit=experiment.unit,
            expected=expected,
        )
    return value, conditions


def _spread(label: str, alike: list[list[float]], loss: Loss, resolution: float) -> tuple[float, float]:
    """The standard deviation of one reading within lists of readings under the same conditions, and its freedom."""
    number = sum(map(len, alike))
    freedom = number - len(alike)
    if freedom < ENOUGH_TO_TELL - 1:
        text = "{label}.spread: missing, and {number} of {enough} values cannot tell it; expected it or more of them"
        if len(alike) > 1:
            text = "{label}.spread: missing; expected it or {enough} values under the same conditions, not {number}"
            number = max(map(len, alike))
        if number == 1 < len(alike):  # as of pushes that were filmed, each with a speed of its own
            text = "{label}.spread: missing, and each reading has its own conditions; expected how far one is off"
        raise FileError(text, label=label, number=number, enough=ENOUGH_TO_TELL)
    plain = sqrt(sum((value - fmean(values)) ** 2 for values in alike for value in values) / freedom)
    largest = max(abs(value) for values in alike for value in values)
    if plain <= ROUNDING * largest:  # as of equal readings whose mean is rounded
        return 0.0, float(freedom)
    # readings that are more than half equal are so because they are rounded: to the digit that tells others apart
    gaps = [b - a for values in alike for a, b in pairwise(sorted(values)) if b - a > ROUNDING * largest]
    digit = (resolution or min(gaps)) / sqrt(12)
    return max(spread_of(alike), digit) if loss == "huber" else plain, float(freedom)


def _check_commas(label: str, values: list[float | dict[str, float]]) -> None:
    """Refuse numbers in pairs as decimal commas leave them: written whole, and alike only two by two."""
    firsts, seconds = values[::2], values[1::2]
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < len(values) or len(firsts) != len(seconds) or len(values) < 2 * ENOUGH_TO_BE_PAIRS:
        return
    whole, digits = numbers[::2], numbers[1::2]
    near = stdev(whole)
    apart = median(abs(one - other) for one, other in zip(whole, digits, strict=True))
    if max(digits) < 100 and apart >= 3 * max(near, 1) and near < stdev(numbers) / 2:
        text = (
            "{label}.values: {first}, {second}, ...: numbers in pairs, as decimal commas leave them; expected {point}, "
            "or, if they are right, {first}.0, {second}.0"
        )
        first, second = f"{whole[0]:g}", f"{digits[0]:g}"
        raise FileError(text, label=label, first=first, second=second, point=f"{first}.{second}")
