"""Measurements files: what was done on a real table, what came of it, and what of the material may vary.

A TOML file, read with the same care as a scene: every error is a `FileError` that names file, key, value and what was
expected. `examples/measurements.toml` of the scenes folder shows one with the procedure for each experiment.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from skill.errors import FileError, UnknownName
from skill.physics.lab import EXPERIMENTS, conditions_of
from skill.physics.scene import Material, load_material

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VARIABLE = (
    "friction",
    "friction_plate",
    "friction_table",
    "restitution",
    "rolling_friction",
    "spinning_friction",
    "damping_per_s",
)
"""What the tuner can find out about a material; the rest is weighed or measured directly."""
ENOUGH_TO_TELL = 3  # values of one measurement from which their spread can be taken


class Measured(NamedTuple):
    """One experiment as it was done."""

    experiment: str
    conditions: dict[str, float]
    value: float
    """The mean of the values."""
    sigma: float
    """The standard error of that mean, in the experiment's unit."""


class Range(NamedTuple):
    """Between what a parameter may vary."""

    low: float
    high: float


class Measurements(NamedTuple):
    """A measurements file."""

    title: str
    base: Material
    """The material as known so far: all that does not vary."""
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
    vary: Annotated[dict[str, _Range], Field(min_length=1)]
    measurement: Annotated[list[_Measurement], Field(min_length=1)]


def load_measurements(path: str | Path) -> Measurements:
    """The measurements in a file. Raises `FileError`."""
    path = Path(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path}: not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read: {error}") from None
    return measurements_from(data, str(path))


def measurements_from(data: Any, where: str) -> Measurements:
    """The measurements that `data` is. Raises `FileError` naming `where` it stands."""
    try:
        file = _File.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        key = ".".join(map(str, fault["loc"]))
        raise FileError(f"{where}: {key} = {fault['input']!r}: {fault['msg']}") from None
    base = load_material(file.material)
    vary = {name: _range(where, name, given) for name, given in file.vary.items()}
    rows = tuple(_measured(where, number, row) for number, row in enumerate(file.measurement))
    return Measurements(file.title or where, base, vary, rows)


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


def _measured(where: str, number: int, row: _Measurement) -> Measured:
    label = f"{where}: measurement.{number}"
    if row.experiment not in EXPERIMENTS:
        raise FileError(f"{label}.experiment = {row.experiment!r}: expected one of {', '.join(EXPERIMENTS)}")
    experiment = EXPERIMENTS[row.experiment]
    if row.unit != experiment.unit:
        raise FileError(f"{label}.unit = {row.unit!r}: {row.experiment} is measured in {experiment.unit!r}")
    try:
        conditions = conditions_of(experiment, row.conditions)
    except UnknownName as error:
        raise FileError(f"{label}.conditions: {error}") from None
    low, high = experiment.possible
    for value in row.values:
        if not low <= value <= high:
            raise FileError(f"{label}.values: {value:g} {row.unit}: expected {low:g} to {high:g}")
    if row.spread is None and len(row.values) < ENOUGH_TO_TELL:
        count = f"{len(row.values)} value{'s' * (len(row.values) != 1)}"
        raise FileError(f"{label}.spread: missing; {count} cannot tell it, expected it or {ENOUGH_TO_TELL} values")
    spread = row.spread if row.spread is not None else stdev(row.values)
    if spread == 0:
        raise FileError(f"{label}.spread: the values are all equal; expected how far one reading may be off")
    return Measured(row.experiment, conditions, fmean(row.values), spread / len(row.values) ** 0.5)
