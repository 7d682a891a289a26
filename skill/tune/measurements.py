"""Measurements files: what was done on a real table, what came of it, and what of the material may vary.

A TOML file, read with the same care as a scene: every error is a `FileError` that names file, key, value and what was
expected. `scenes/measurements/phone-and-ruler.toml` is one, with the procedure for each experiment.
"""

from __future__ import annotations

from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from skill.errors import FileError, UnknownName
from skill.files import read_toml
from skill.physics.lab import EXPERIMENTS, conditions_of
from skill.physics.scene import Fitted, Material, Scene, load_material, load_scene, scenes_folder

VARIABLE: tuple[str, ...] = get_args(Fitted)
ENOUGH_TO_TELL = 3  # values of one measurement from which their spread can be taken
EXAMPLE = "phone-and-ruler"


class Measured(NamedTuple):
    """One experiment as it was done."""

    experiment: str
    conditions: dict[str, float]
    value: float
    """The mean of the values."""
    sigma: float
    """The standard error of that mean, in the experiment's unit."""
    freedom: float
    """Degrees of freedom of that error: values less one, infinite where the spread was known beforehand."""

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


class _Range(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    low: float = Field(ge=0)
    high: float = Field(gt=0)


class _Measurement(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    experiment: str
    unit: str
    conditions: dict[str, float] = {}
    values: Annotated[list[float], Field(min_length=1)]
    spread: float | None = Field(default=None, gt=0)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    title: str = ""
    material: str = "plastic"
    edge_mm: Annotated[float, Field(ge=4, le=100)] = 12.0
    vary: Annotated[dict[str, _Range], Field(min_length=1)]
    measurement: Annotated[list[_Measurement], Field(min_length=1)]


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
    rows = tuple(_measured(where, place, row) for place, row in enumerate(file.measurement, 1))
    bare = load_scene("lab", {"dice.edge_m": file.edge_mm / 1000})
    return Measurements(file.title or where, bare.model_copy(update={"material": material}), vary, rows)


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    place = [str(part + 1 if isinstance(part, int) else part) for part in fault["loc"]]  # people count from 1
    key = ".".join(place)
    if fault["type"] == "missing":
        return f"{key}: missing, expected a value"
    if fault["type"] == "extra_forbidden":
        model = _File if len(place) == 1 else _Range if place[0] == "vary" else _Measurement
        return f"{key} = {fault['input']!r}: unknown key; expected one of {', '.join(model.model_fields)}"
    return f"{key} = {fault['input']!r}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


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


def _measured(where: str, place: int, row: _Measurement) -> Measured:
    label = f"{where}: measurement.{place}"
    if row.experiment not in EXPERIMENTS:
        raise FileError(f"{label}.experiment = {row.experiment!r}: expected one of {', '.join(EXPERIMENTS)}")
    experiment = EXPERIMENTS[row.experiment]
    if row.unit != experiment.unit:
        raise FileError(f"{label}.unit = {row.unit!r}: {row.experiment} is measured in {experiment.unit!r}")
    try:
        conditions = conditions_of(experiment, row.conditions)
    except UnknownName as error:
        raise FileError(f"{label}.conditions: {error}") from None
    most = experiment.most(conditions)
    for value in row.values:
        if not 0 <= value <= most:
            expected = "at least 0" if most == inf else f"0 to {most:g}"
            raise FileError(f"{label}.values: {value:g} {row.unit}: cannot be; expected {expected}")
    if row.spread is None and len(row.values) < ENOUGH_TO_TELL:
        count = f"{len(row.values)} value{'s' * (len(row.values) != 1)}"
        raise FileError(f"{label}.spread: missing; {count} cannot tell it, expected it or {ENOUGH_TO_TELL} values")
    number = len(row.values)
    spread, freedom = (stdev(row.values), number - 1.0) if row.spread is None else (row.spread, inf)
    if spread == 0:
        raise FileError(f"{label}.spread: the values are all equal; expected how far one reading may be off")
    return Measured(row.experiment, conditions, fmean(row.values), spread / sqrt(number), freedom)
