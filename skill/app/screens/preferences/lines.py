"""The preferences as lines of forms and rows of keys."""

from __future__ import annotations

from skill.app.i18n import SYSTEM, number_text, tr
from skill.app.input.actions import GROUPS, Act, usual_keys
from skill.app.input.key_names import printed
from skill.app.settings.changes import CHOICES
from skill.app.settings.engine import USUAL
from skill.app.settings.preferences import LONGEST_NAME, Preferences
from skill.app.widgets.form import Line
from skill.app.widgets.row_list import Row
from skill.lattice.dice import COLOUR_NAMES
from skill.physics.scene import usual_engine

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
Binding = tuple[str, Act]
"""A group of keys and an act of it."""


def general_lines(chosen: Preferences) -> list[Line]:
    """Everything but players and keys."""
    on = {True: tr("on"), False: tr("off")}
    code = chosen.language
    language = tr("the system's") if code == SYSTEM else LANGUAGE_NAMES.get(code, code)
    lines = [
        Line("language", tr("Language"), language, tr("Of all words on screen.")),
        Line("text_size", tr("Text size"), number_text(chosen.text_size, ".0%"), tr("Of words, buttons and panels.")),
        Line("colours", tr("Colours"), tr(chosen.colours), tr("Safe: apart for those who see red and green alike.")),
        Line("marks", tr("Marks on dice"), on[chosen.marks], tr("A shape for each colour, on every face.")),
        Line(
            "plate",
            tr("Plate"),
            tr(chosen.plate),
            tr("How it looks and sounds; dice move as on any other."),
        ),
        Line("dice", tr("Dice"), tr(chosen.dice), tr("How they are made: worn edges, ivory, or edges that stand out.")),
        Line("places", tr("Places"), on[chosen.places], tr("Rows and places, written into the funnels.")),
        Line("sound", tr("Sound"), on[chosen.sound], tr("Clicks and knocks.")),
        Line("volume", tr("Volume"), number_text(chosen.volume, ".0%"), "", chosen.volume, (0.0, 1.0)),
        Line("quality", tr("Quality"), tr(chosen.quality), tr("Of what moves; automatic keeps it fluent.")),
        Line("full_screen", tr("Full screen"), on[chosen.full_screen], tr("Also with F11.")),
        Line("pace", tr("Bots act"), tr(chosen.pace), tr("However many: their round lasts four seconds at most.")),
        Line("rolls", tr("Your rolls"), tr(chosen.rolls), tr("Where dice decide all, you always roll.")),
    ]
    if len(CHOICES["engine"]) > 2:  # else there is nothing to choose
        engine = tr(chosen.engine) if chosen.engine != USUAL else tr("usual: {name}", name=tr(usual_engine()))
        about = tr("What moves the dice, from the next match on. The same hands lead elsewhere in the other engine.")
        lines.append(Line("engine", tr("Physics engine"), engine, about))
    return lines


def player_lines(chosen: Preferences) -> list[Line]:
    """Name and colour of the player on each seat."""
    lines = []
    for seat, person in enumerate(chosen.seated_players, 1):
        about = tr("Where a game gives seats no colour of its own.")
        label = tr("Player {seat}", seat=seat)
        lines.append(
            Line(f"name {seat}", label, person.name, tr("A name."), is_written=True, is_live=True, longest=LONGEST_NAME)
        )
        lines.append(Line(f"colour {seat}", tr("Colour"), tr(COLOUR_NAMES[person.colour]), about))
    return lines


def key_rows(awaited: Binding | None) -> list[Row]:
    """Every group of keys with its acts and what they are bound to; for one of them a key may be awaited."""
    rows: list[Row] = []
    for name, group in GROUPS.items():
        rows.append(Row(tr(readable(name))))
        for act in (act for act in Act if act in group.values() or usual_keys(name, act)):
            keys = [key for key, bound in group.items() if bound is act]
            is_awaited = awaited == (name, act)
            text = tr("press a key, Esc leaves it") if is_awaited else ", ".join(map(printed, keys)) or tr("none")
            rows.append(Row(tr(readable(act.value)), (name, act), text))
    return rows


def readable(name: str) -> str:
    """The name of a group or an act for people, `Step back`."""
    return name.replace("_", " ").capitalize()
