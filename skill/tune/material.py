"""The material that a fit found, as a file that scenes can name."""

from __future__ import annotations

from math import floor, log10
from pathlib import Path

from skill.errors import Words, printable
from skill.files import form, toml_text, write_text
from skill.physics.scene import Material
from skill.tune.fit import Fit
from skill.tune.measurements import Measurements, Range
from skill.tune.tosses import counted

COMMENT = """\
# Fitted by `skillbox tune` to {rows}: {title}.
# Values are those with which the table that {engine} simulates does what the real one did. Margins are half the widths
# of the intervals that hold all of them together with 95 % probability, as far as measurements and their spread tell.
"""
FORM = form(Words("a material that was fitted"), "# Fitted by `skillbox tune` to ")
UNEXPLAINED = """\
# Fitted by `skillbox tune` to {rows}: {title}.
# The fit failed: these values do not make the table that {engine} simulates do what the real one did, so there are no
# margins.
"""


def fitted(measurements: Measurements, fit: Fit) -> Material:
    """The material of the measurements with what was found of it, rounded to two digits of its margin.

    It has no margins, and its source says so, where the fit does not explain the measurements.
    """
    margins = {name: margin for name, margin in fit.margins.items() if name in Material.model_fields}
    digits = {name: decimals(margin) for name, margin in margins.items()}
    found = {name: _within(round(fit.values[name], digits[name]), measurements.vary[name]) for name in margins}
    margins = {name: round(margin, digits[name]) for name, margin in margins.items() if not fit.unexplained}
    source = f"fitted to measurements{', which it does not explain' * fit.unexplained}: {measurements.title}"
    return measurements.scene.material.model_copy(update={**found, "source": source, "margins": margins})


def _within(value: float, ends: Range) -> float:
    """The value, which rounding may have carried out of its range."""
    return min(max(value, ends.low), ends.high)


def decimals(margin: float) -> int:
    """How many decimals a value with this margin is told with: two digits of the margin, at most six."""
    return min(6, 1 - floor(log10(margin))) if margin > 0 else 6


def material_text(measurements: Measurements, fit: Fit) -> str:
    """The TOML file of the material that was found."""
    data = fitted(measurements, fit).model_dump(exclude_none=True)
    if not data["margins"]:
        del data["margins"]
    count, tosses = len(measurements.rows), len(measurements.all_tosses)
    told = [f"{count} measurement{'s' * (count != 1)}"] * bool(count) + [counted(tosses)] * bool(tosses)
    rows = " and ".join(told)
    comment = UNEXPLAINED if fit.unexplained else COMMENT
    engine = measurements.scene.engine.name
    opening = comment.format(rows=rows, engine=engine, title=printable(" ".join(measurements.title.split()), "line"))
    for name in fit.values.keys() - Material.model_fields.keys():
        digits = decimals(fit.margins[name])
        opening += f"# Of the plate: {name} = {fit.values[name]:.{digits}f} +- {fit.margins[name]:.{digits}f}\n"
    undetermined = [name for name in fit.undetermined if name in data]
    return opening + toml_text(data, dict.fromkeys(undetermined, "not determined by these measurements"))


def write_material(path: Path, measurements: Measurements, fit: Fit) -> None:
    """Write that file. Raises `FileError` like `whole_write`."""
    write_text(path, material_text(measurements, fit), FORM)
