"""Measurements files: what was done on a real table, what came of it, and what of the material may vary.

A TOML file, read with the same care as a scene: every error is a `FileError` that names file, key, value and what was
expected. `scenes/measurements/phone-and-ruler.toml` is one, with the procedure for each experiment.

A reading is a number, or a table of its value and of the conditions that were its own. A `[[measurement]]` holds the
readings of one experiment, a `[[group]]` the measurements of several experiments that share a unit.
"""

from __future__ import annotations

from math import inf, sqrt
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from skill.errors import FileError, UnknownName
from skill.files import read_toml
from skill.physics.lab import EXPERIMENTS, Experiment, conditions_of
from skill.physics.scene import Fitted, Material, Scene, load_material, load_scene, scenes_folder

VARIABLE: tuple[str, ...] = get_args(Fitted)
ENOUGH_TO_TELL = 3  # values under the same conditions from which their spread can be taken
EXAMPLE = "phone-and-ruler"


class Measured(NamedTuple):
    """One experiment as it was done, all readings under the same conditions."""

    experiment: str
    conditions: dict[str, float]
    readings: tuple[float, ...]
    spread: float
    """The standard deviation of one reading, in the experiment's unit."""
    freedom: float
    """Degrees of freedom of that deviation, infinite where it was known beforehand."""

    @property
    def value(self) -> float:
        """The mean of the readings."""
        return fmean(self.readings)

    @property
    def sigma(self) -> float:
        """The standard error of that mean."""
        return self.spread / sqrt(len(self.readings))

    @property
    def label(self) -> str:
        """Its experiment and conditions, as tables and plots name it."""
        return " ".join([self.experiment, *(f"{name}={value:g}" for name, value in self.conditions.items())])

    @property
    def unit(self) -> str:
        """The experiment's unit."""
        return EXPERIMENTS[self.experiment].unit


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


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Range(_Part):
    low: float = Field(ge=0)
    high: float = Field(gt=0)


NUMBER, TABLE = "number", "table"  # how a reading may stand; pydantic puts these into the place of an error
_Reading = Annotated[
    Annotated[float, Tag(NUMBER)] | Annotated[dict[str, float], Tag(TABLE)],
    Discriminator(lambda given: TABLE if isinstance(given, dict) else NUMBER),
]


class _Readings(_Part):
    experiment: str
    conditions: dict[str, float] = {}
    values: Annotated[list[_Reading], Field(min_length=1)]
    spread: float | None = Field(default=None, gt=0)


class _Measurement(_Readings):
    unit: str


class _Group(_Part):
    unit: str
    measurement: Annotated[list[_Readings], Field(min_length=1)]


class _File(_Part):
    title: str = ""
    material: str = "plastic"
    edge_mm: Annotated[float, Field(ge=4, le=100)] = 12.0
    vary: Annotated[dict[str, _Range], Field(min_length=1)]
    measurement: list[_Measurement] = []
    group: list[_Group] = []


def example() -> str:
    """The text of the measurements file that ships with Skillbox."""
    return (scenes_folder() / "measurements" / f"{EXAMPLE}.toml").read_text(encoding="utf-8")


def load_measurements(path: str | Path) -> Measurements:
    """The measurements in a file. Raises `FileError`."""
    path = Path(path)
    return measurements_from(read_toml(path), str(path))


def measurements_from(data: Any, where: str) -> Measurements:
    """The measurements that `data` is. Raises `FileError` naming `where` it stands."""
    try:
        file = _File.model_validate(data)
    except ValidationError as error:
        raise FileError(f"{where}: {_first(error)}") from None
    try:
        material = load_material(file.material)
    except FileError as error:
        raise FileError(f"{where}: {error}") from None
    vary = {name: _range(where, name, given) for name, given in file.vary.items()}
    rows: list[Measured] = []
    for place, single in enumerate(file.measurement, 1):
        rows += _measured(f"{where}: measurement.{place}", single, single.unit)
    for number, group in enumerate(file.group, 1):
        for place, part in enumerate(group.measurement, 1):
            rows += _measured(f"{where}: group.{number}.measurement.{place}", part, group.unit)
    if not rows:
        raise FileError(f"{where}: measurement: missing, expected at least one measurement or group")
    bare = load_scene("lab", {"dice.edge_m": file.edge_mm / 1000})
    return Measurements(file.title or where, bare.model_copy(update={"material": material}), vary, tuple(rows))


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    place = [part for part in fault["loc"] if part not in (NUMBER, TABLE)]
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)  # people count from 1
    if fault["type"] == "missing":
        return f"{key}: missing, expected a value"
    if fault["type"] == "extra_forbidden":
        known = ", ".join(_model([part for part in place[:-1] if isinstance(part, str)]).model_fields)
        return f"{key} = {fault['input']!r}: unknown key; expected one of {known}"
    return f"{key} = {fault['input']!r}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


def _model(tables: list[str]) -> type[BaseModel]:
    """The model of what stands in these tables, the outermost first."""
    if not tables:
        return _File
    models: dict[str, type[BaseModel]] = {"vary": _Range, "measurement": _Measurement, "group": _Group}
    return _Readings if len(tables) > 1 and tables[0] == "group" else models[tables[0]]


def _range(where: str, name: str, given: _Range) -> Range:
    if name not in VARIABLE:
        raise FileError(f"{where}: vary.{name}: cannot be varied; expected one of {', '.join(VARIABLE)}")
    if given.low >= given.high:
        raise FileError(f"{where}: vary.{name}.high = {given.high:g}: expected more than low = {given.low:g}")
    for end, value in (("low", given.low), ("high", given.high)):
        for rule in Material.model_fields[name].metadata:
            most = getattr(rule, "le", None)
            if most is not None and value > most:
                raise FileError(f"{where}: vary.{name}.{end} = {value:g}: expected at most {most:g}")
    return Range(given.low, given.high)


def _measured(label: str, given: _Readings, unit: str) -> list[Measured]:
    """What was measured, one for each set of conditions."""
    if given.experiment not in EXPERIMENTS:
        raise FileError(f"{label}.experiment = {given.experiment!r}: expected one of {', '.join(EXPERIMENTS)}")
    experiment = EXPERIMENTS[given.experiment]
    if unit != experiment.unit:
        raise FileError(f"{label}.unit = {unit!r}: {experiment.name} is measured in {experiment.unit!r}")
    _conditions(f"{label}.conditions", experiment, given.conditions)
    alike: dict[tuple[tuple[str, float], ...], list[float]] = {}
    for number, reading in enumerate(given.values, 1):
        value, conditions = _read(f"{label}.values", number, experiment, reading, given.conditions)
        alike.setdefault(tuple(conditions.items()), []).append(value)
    spread, freedom = _spread(label, list(alike.values())) if given.spread is None else (given.spread, inf)
    return [Measured(given.experiment, dict(at), tuple(values), spread, freedom) for at, values in alike.items()]


def _conditions(where: str, experiment: Experiment, given: dict[str, float]) -> dict[str, float]:
    try:
        return conditions_of(experiment, given)
    except UnknownName as error:
        raise FileError(f"{where}: {error}") from None


def _read(
    label: str, number: int, experiment: Experiment, reading: float | dict[str, float], given: dict[str, float]
) -> tuple[float, dict[str, float]]:
    """The value of a reading and all its conditions."""
    own = dict(reading) if isinstance(reading, dict) else {"value": reading}
    if "value" not in own:
        raise FileError(f"{label}.{number}.value: missing, expected a value")
    value = own.pop("value")
    conditions = _conditions(f"{label}.{number}", experiment, {**given, **own})
    most = experiment.upper_limit(conditions)
    if not 0 <= value <= most:
        expected = "at least 0" if most == inf else f"0 to {most:g}"
        raise FileError(f"{label}: {value:g} {experiment.unit}: cannot be; expected {expected}")
    return value, conditions


def _spread(label: str, alike: list[list[float]]) -> tuple[float, float]:
    """The standard deviation of one reading within lists of readings under the same conditions, and its freedom."""
    number = sum(map(len, alike))
    freedom = number - len(alike)
    if freedom < ENOUGH_TO_TELL - 1:
        count = f"{number} value{'s' * (number != 1)}{' under conditions of their own' * (len(alike) > 1)}"
        more = f"{ENOUGH_TO_TELL} values{' under the same' * (len(alike) > 1)}"
        raise FileError(f"{label}.spread: missing; {count} cannot tell it, expected it or {more}")
    spread = sqrt(sum((value - fmean(values)) ** 2 for values in alike for value in values) / freedom)
    if spread == 0:
        raise FileError(f"{label}.spread: the values are all equal; expected how far one reading may be off")
    return spread, float(freedom)
