"""What the page *Measure* says: its fields as lines of a form, and what came of a fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from math import isfinite

from skill.app.i18n import number_text, told, tr
from skill.app.lab.labels import label_of, spelt
from skill.app.lab.measure import RANGES, TABLE, Field, Measuring, by_hand, usual_range
from skill.app.widgets.form import Line
from skill.app.widgets.row_list import Row
from skill.errors import Words
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import Dice, Material, Plate
from skill.tune.example import needs
from skill.tune.found import Found
from skill.tune.sensitivity import LeftOut

RESULT = "result"
"""The row under which stands what came of the fit."""
FAULTY = "!"
HELPS = {
    "file": "Your own measurements files; after the last one a new one begins.",
    "title": "What it is called in the report and in the material.",
    "material": "What is not looked for is taken from this material.",
    "edge_mm": "Measured with a ruler, over ten dice in a row.",
    "loss": "Fully, or less the farther they are off, as one that went wrong.",
    "number": "Others of the same experiment, such as with another speed; after the last ones new ones begin.",
    "series": "> chooses a file, < takes the last one away; a file can also be dropped on the window.",
    "column": "The column of the files that is read; none where there is one alone beside the time.",
    "frame_hz": "How many pictures a second the camera takes; by default 148.",
    "spread": "Only needed where less than three readings were taken under the same conditions.",
    "resolution": "The smallest step that the instrument shows; may stay empty.",
    "zero_error": "How far its zero may be off for all readings alike; may stay empty.",
}
VALUES = "With blanks or semicolons between them."
OWN = "With blanks or semicolons between them; 66@0.57 has a condition of its own, here 0.57."


def labels() -> dict[str, str]:
    """What stands before each field that is none of an experiment's or a material's own numbers."""
    return {
        "file": tr("Measurements"),
        "title": tr("Title"),
        "material": tr("What else is known"),
        "edge_mm": tr("Edge of the dice (mm)"),
        "loss": tr("Far readings count"),
        "number": tr("Measurement"),
        "series": tr("Files"),
        "column": tr("Column"),
        "frame_hz": tr("Pictures a second"),
        "spread": tr("One reading is off by"),
        "resolution": tr("Smallest step"),
        "zero_error": tr("Zero is off by"),
    }


def row_texts(measuring: Measuring) -> list[Row]:
    """The rows at the left: what is known, the experiments with how much was read of each, the result."""
    faulty = measuring.faulty_rows()

    def row(key: str, text: str, right: str = "") -> Row:
        return Row(text, key, FAULTY if key in faulty else right)

    rows = [
        Row(tr("Beforehand")),
        row(TABLE, tr("Dice and file"), measuring.name),
        row(RANGES, tr("What is looked for"), str(len(measuring.data["vary"]) or "")),
    ]
    shown = measuring.rows
    ours = [name for name in shown if name in by_hand()]
    for heading, names in ((tr("By hand"), ours), (tr("Others of the file"), [n for n in shown if n not in ours])):
        if names:
            rows.append(Row(heading))
            rows += [row(name, tr(spelt(name)), str(measuring.count(name) or "")) for name in names]
    return [*rows, Row(tr("What came of it")), Row(tr("Result"), RESULT, _state(measuring))]


def _state(measuring: Measuring) -> str:
    if measuring.process is not None:
        return tr("is worked out")
    if measuring.failure is not None:
        return FAULTY
    return tr("there") if measuring.found is not None else ""


def title_of(row: str) -> str:
    """What stands above a row's fields."""
    return {TABLE: tr("Dice and file"), RANGES: tr("What is looked for"), RESULT: tr("Result")}.get(row) or tr(
        spelt(row)
    )


def about(measuring: Measuring) -> str:
    """What is to be done, as pygame_gui's HTML."""
    row = measuring.row
    if row == TABLE:
        text = (
            "What you measure with a phone and a ruler becomes a material that behaves like your dice. Choose an "
            "experiment, do it, type what you read, or drop a file on the window. Each reading is kept as you type it "
            "in a file that {command} reads as well."
        )
        parts = [tr(text, command="skillbox tune"), tr(needs()), str(measuring.file)]
        return "<br><br>".join(map(escape, parts))
    if row == RANGES:
        return escape(
            tr(
                "Between what each number of the material is looked for, such as 0.05; 0.7. What is empty is taken "
                "from the material that is known. Each one needs a measurement that depends on it."
            )
        )
    experiment = EXPERIMENTS[row]
    how = by_hand().get(row, "")
    depends = ", ".join(tr(label_of(name)) for name in experiment.depends)
    parts = [f"<b>{escape(tr(experiment.title))}</b>"]
    parts += [escape(tr(how).replace("`", ""))] if how else []
    parts += [escape(tr("It tells of: {names}.", names=depends))] if depends else []
    return "<br><br>".join(parts)


def lines(measuring: Measuring) -> list[Line]:
    """The fields of the row that is shown."""
    fields = measuring.fields()
    return [_line(measuring, field, fields) for field in fields]


def faults_told(measuring: Measuring) -> list[str]:
    """What is wrong with the row that is shown."""
    return [_fault_told(measuring, field) for field in measuring.fields() if field.fault is not None]


def _fault_told(measuring: Measuring, field: Field) -> str:
    """What is wrong with a field, which is named as it is on the screen and not by its place in the file."""
    assert field.fault is not None
    text = told(field.fault)
    place = re.match(rf"{re.escape(measuring.file.name)}: (?:(?:\w+\.)*(\w+)(?=: | = ))?", text)
    if place is None:
        return text
    key = place[1] or ""
    known = {each.name for each in measuring.fields()}
    name = field.name if key == "" or key.isdecimal() else key
    rest = text[place.end() :]
    if name not in known and rest.startswith(": "):
        return rest.removeprefix(": ")
    return f"{_label(measuring, name) if name in known else name}{'' if key else ': '}{rest}"


def _line(measuring: Measuring, field: Field, fields: list[Field]) -> Line:
    name, text = field.name, field.text
    about = _help(measuring, name)
    wrong = [each for each in (field, *fields) if each.fault is not None]
    if wrong:  # with the field itself, or with another one, which has a frame
        about = f"{_fault_told(measuring, wrong[0])}\n{about}"
    if field.is_chosen:
        text = (
            (tr("less") if text == "huber" else tr("fully"))
            if name == "loss"
            else spelt(text)
            if name == "material"
            else text or tr("none")
        )
        return Line(name, _label(measuring, name), text, about)
    return Line(name, _label(measuring, name), text, about, is_written=True, is_live=True)


def _label(measuring: Measuring, name: str) -> str:
    if name in (known := labels()):
        unit = EXPERIMENTS[measuring.row].unit if name in ("spread", "resolution", "zero_error") else ""
        return f"{known[name]} ({tr(unit)})" if unit not in ("", "1") else known[name]
    if name == "values":
        return f"{tr('Readings')} ({tr(measuring.experiment.unit)})"
    return tr(label_of(name))


def _help(measuring: Measuring, name: str) -> str:
    if name in HELPS:
        return tr(HELPS[name])
    if name == "values":
        read = [each if isinstance(each, int | float) else each["value"] for each in measuring.entry.own.get(name, [])]
        text = tr(OWN if measuring.experiment.conditions else VALUES)
        if not read:
            return text
        mean = number_text(sum(read) / len(read), ".4g")
        return f"{tr('Read: {count}, in the mean {mean}.', count=len(read), mean=mean)} {text}"
    if measuring.row == RANGES:
        ends = usual_range(name)
        field = {**Material.model_fields, **Plate.model_fields, **Dice.model_fields}[name]
        usual = tr("Usually from {low} to {high}.", low=f"{ends['low']:g}", high=f"{ends['high']:g}")
        return f"{tr(field.description or '')}. {usual}"
    condition = measuring.experiment.conditions[name]
    at = {"low": f"{condition.low:g}", "high": f"{condition.high:g}"}
    return f"{tr(condition.help)}. {tr('From {low} to {high}.', **at)}"


# -- what came of it


def result(measuring: Measuring) -> str:
    """How far the fit is or what came of it, as pygame_gui's HTML."""
    if measuring.process is not None:
        return _progress(measuring)
    if measuring.failure is not None:
        return escape(told(measuring.failure))
    if measuring.found is None:
        kept = measuring.progress.kept if measuring.progress else 0
        parts = [tr("Nothing is fitted yet: Fit looks for the material with which this world does what you measured.")]
        if kept:
            parts = [_kept(kept), tr("It was stopped; Fit goes on from there.")]
        return "<br><br>".join(map(escape, parts))
    parts = [] if measuring.is_current else [f"<b>{escape(tr('The readings have changed since.'))}</b>"]
    return "<br><br>".join([*parts, *_found(measuring.found)])


def _progress(measuring: Measuring) -> str:
    now = measuring.progress
    if now is None or not (now.asked or now.kept):
        return escape(tr("The fit begins."))
    done = tr("{done} of {count} answers of this round", done=now.answered, count=now.asked)
    return "<br><br>".join(map(escape, (told(now.round), *([done] if now.asked else []), _kept(now.kept))))


def _kept(count: int) -> str:
    return tr(
        "{count} answers of the simulated world are kept.",
        one="One answer of the simulated world is kept.",
        count=count,
    )


def _found(found: Found) -> Iterator[str]:
    yield "<br>".join(_parameter(*row) for row in found.parameters)
    if not found.fit.unexplained:
        yield escape(tr("Margins hold all true values together with 95 % probability."))
    if found.next is not None:
        text = "Next: as many readings of {measurement} again would narrow the margin of {name} to about {margin}."
        at = {"name": tr(label_of(found.next.parameter)), "margin": number_text(found.next.margin, ".2g")}
        yield f"<b>{escape(tr(text, measurement=_named(found.next.measurement), **at))}</b>"
    yield escape(told(found.verdict))
    yield from (escape(told(words)) for words in (*found.tosses, *found.advice))
    yield "<br>".join(_resting(found))


def _parameter(name: str, value: str, margin: str, remarks: list[Words]) -> str:
    text = f"<b>{escape(tr(label_of(name)))}: {_decimal(value)} ± {_decimal(margin)}</b>"
    return ", ".join([text, *(escape(told(remark)) for remark in remarks)])


def _decimal(text: str) -> str:
    return number_text(float(text), f".{len(text.partition('.')[2])}f")


def _resting(found: Found) -> Iterator[str]:
    """What each number rests on."""
    for name, reading in found.readings.items():
        whole = found.wholes[name]
        text = "{name} changes most without {reading}, by {change} margins; without {measurement} {rest}."
        rest = tr("by {change} margins", change=_change(whole)) if isfinite(whole.change) else tr("nothing tells it")
        at = {
            "name": tr(label_of(name)),
            "reading": _named(reading.name) or "-",
            "measurement": _named(whole.name) or "-",
        }
        yield escape(tr(text, change=_change(reading), rest=rest, **at))


def _named(text: str) -> str:
    """What the tuner calls a reading or a measurement, with its experiment as it is called on the screen."""
    return re.sub(r"[a-z]+(-[a-z]+)*", lambda found: tr(spelt(found[0])) if found[0] in EXPERIMENTS else found[0], text)


def _change(case: LeftOut) -> str:
    return number_text(case.change, "+.1f") if isfinite(case.change) else "∞"
