"""What an analysis found, in words: sections of rows, which the command line prints, a page shows and a screen lists.

Every text is a whole one with named values, so that a screen can translate it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from skill.analyse.measures import unequal
from skill.intervals import decimals
from skill.rules.fact import Fact

STEP_ELO = 191  # of two players of whom the better wins three of four
SHARE = "{share} % ({low} to {high})"
ENDS = ("elo", "low", "high")

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CHANGES = {
    "length": "length",
    "first_seat": "wins of whoever begins",
    "shared": "shared wins",
    "nobody": "matches without a winner",
    "never_ended": "matches given up",
}


class Number(NamedTuple):
    """A number as a value of a text."""

    value: float
    form: str
    """That of `format`."""

    def __str__(self) -> str:
        return format(self.value, self.form)


class Section(NamedTuple):
    """A heading and what stands below it."""

    heading: Fact
    rows: Sequence[Sequence[Fact]]
    """Cells of each row, as many in all of them."""
    head: Sequence[Fact] = ()
    """What the columns are; nothing where each row is a question and its answer."""


def sections(found: Mapping[str, Any]) -> list[Section]:
    """The numbers of `measures` in words."""
    if "matches" not in found:
        text = "Not one match was finished in the time. Give it more time."
        return [Section(_said("Nothing is known yet"), [(_said(text), _said(""))])]
    told = [
        Section(_said("Length and choice"), _length(found)),
        Section(_said("Balance"), _balance(found)),
        Section(_said("Course of a match"), _course(found)),
        Section(_said("Depth of skill"), _skill(found)),
        _kinds(found["kinds"]),
    ]
    if found["options_tried"]:
        told.append(_options(found["options_tried"]))
    told.append(_played(found))
    return [section for section in told if section.rows]


def _said(text: str, **values: object) -> Fact:
    return Fact(text, values)


def _share(given: Mapping[str, float]) -> dict[str, Number]:
    """The values `share`, `low` and `high` of a text, in per cent."""
    form = f".{decimals(100 * given['error'], 1)}f"
    return {name: Number(100 * given[name], form) for name in ("share", "low", "high")}


def elo_fact(elo: float, low: float | None, high: float | None) -> Fact:
    """An Elo, and between what it lies, or on which side of what."""
    values = {"elo": elo, "low": low, "high": high}
    text = {
        (False, False): "{elo} ({low} to {high})",
        (False, True): "at least {low}",
        (True, False): "at most {high}",
        (True, True): "not known",
    }[low is None, high is None]
    return _said(text, **{name: Number(round(value), "d") for name, value in values.items() if value is not None})


def _length(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    length, branching = found["length"], found["branching"]
    digits = ".0f" if length["error"] is None else f".{decimals(length['error'], 1)}f"
    rows = [
        (
            _said("Matches watched"),
            _said("{count}, all seats played by {bot}", count=found["matches"], bot=found["bot"]),
        ),
        (
            _said("Actions of players in a match"),
            _said(
                "{mean} on average, half of the matches at most {median}, from {least} to {most}",
                mean=Number(length["mean"], digits),
                median=Number(length["median"], "g"),
                least=length["least"],
                most=length["most"],
            ),
        ),
        (
            _said("Actions of chance in a match"),
            _said("{mean} on average", mean=Number(found["actions_of_chance"], digits)),
        ),
    ]
    if found["attempts"]:
        rows.append((_said("Attempts in a match"), _said("{mean} on average", mean=Number(found["attempts"], ".1f"))))
    if branching:
        rows.append(
            (
                _said("Legal actions to choose from"),
                _said(
                    "{mean} on average, median {median}, at most {most}",
                    mean=Number(branching["mean"], ".1f"),
                    median=Number(branching["median"], "g"),
                    most=branching["most"],
                ),
            )
        )
        rows.append((_said("Actions without a choice"), _said("{share}", share=Number(found["forced"], ".0%"))))
    never = found["never_ended"]["share"]
    text = "{share} of matches were given up after {most} actions" if never else "all within {most} actions"
    rows.append(
        (_said("Matches that come to an end"), _said(text, share=Number(never, ".0%"), most=found["most_actions"]))
    )
    return rows


def _balance(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    rows = []
    fair = 1 / found["players"]
    marks = unequal(found)
    for n, seat in enumerate(found["seats"] if found["players"] > 1 else ()):
        if found["has_order"]:
            label = _said("The {place} to play won", place=PLACES[n] if n < len(PLACES) else f"{n + 1}th")
        else:
            label = _said("Seat {seat} won", seat=n + 1)
        text = "{share} % ({low} to {high}), fair would be {fair}" if marks[n] else SHARE
        rows.append((label, _said(text, **_share(seat), fair=Number(fair, ".0%"))))
    rows.append((_said("Shared wins"), _said(SHARE, **_share(found["shared"]))))
    rows.append((_said("Matches without a winner"), _said(SHARE, **_share(found["nobody"]))))
    for reason, count in found["why_nobody"].items():
        rows.append((_said("of these {count}", count=count), _said(reason)))
    return rows


def _course(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    rows = []
    if lead := found["lead"]:
        text = "{share} % of matches ({low} to {high})"
        rows.append((_said("The winner was behind in points halfway"), _said(text, **_share(lead["behind_halfway"]))))
    if course := found["course"]:
        halfway = course["chance_of_winner"][len(course["chance_of_winner"]) // 2]
        rows.append(
            (_said("The winner's chance to win halfway"), _said("{share} on average", share=Number(halfway, ".0%")))
        )
        text = "{share} of the match, in half of the matches ({low} to {high})"
        after = (course["decided_after"], *course["decided_between"])
        values = {name: Number(n, ".0%") for name, n in zip(("share", "low", "high"), after, strict=True)}
        rows.append((_said("Decided after"), _said(text, **values)))
        text = "{share} % of matches ({low} to {high})"
        rows.append((_said("Won with half a fair chance or less halfway"), _said(text, **_share(course["comebacks"]))))
        rows.append((_said("Matches from which chances were played out"), _said("{count}", count=course["matches"])))
    return rows


def _skill(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    rows = []
    for rung in found["ladder"]:
        label = _said("{stronger} against {weaker}", stronger=rung["stronger"], weaker=rung["weaker"])
        values = {**_share(rung["won"]), "count": rung["matches"], "fair": Number(rung["fair"], ".0%")}
        rows.append(
            (label, _said("won {share} % of {count} matches ({low} to {high}), fair would be {fair}", **values))
        )
    for row in found["elo"][1:]:
        label = _said("Elo of {bot} above {weakest}", bot=row["bot"], weakest=found["elo"][0]["bot"])
        rows.append((label, elo_fact(row["elo"], row["low"], row["high"])))
    if found["elo"]:
        top = found["elo"][-1]  # the strongest as they are meant: of several the best by chance would be another
        steps, low, high = (None if top[name] is None else max(0.0, top[name] / STEP_ELO) for name in ENDS)
        text = "{steps} ({low} to {high}), each winning three of four matches against the one below"
        if low is None or high is None:
            text = "not known" if low is None else "at least {low}, each winning three of four against the one below"
        values = {
            name: Number(value, ".1f")
            for name, value in zip(("steps", "low", "high"), (steps, low, high), strict=True)
            if value is not None
        }
        rows.append((_said("Levels of skill"), _said(text, **values)))
    return rows


def _kinds(kinds: Sequence[Mapping[str, Any]]) -> Section:
    rows = []
    for kind in kinds:
        without = _said("-")
        if "won_without" in kind:
            values = {**_share(kind["won_without"]), "fair": Number(kind["fair"], ".0%")}
            without = _said("{share} % ({low} to {high}), fair would be {fair}", **values)
        share, where = Number(kind["of_all"], ".0%"), Number(kind["where_legal"], ".0%")
        rows.append((_said(kind["kind"]), _said("{share}", share=share), _said("{share}", share=where), without))
    head = [_said("Action"), _said("Share of all"), _said("Chosen where legal"), _said("Won by a seat that avoids it")]
    return Section(_said("Kinds of action"), rows, head)


def _options(options: Sequence[Mapping[str, Any]]) -> Section:
    rows = []
    for row in options:
        value = row["value"] if isinstance(row["value"], str) else Number(row["value"], "g")
        words = tuple(CHANGES[what] for what in row["differs"])
        changes = _said("{changes}", changes=words) if words else _said("nothing" if row["same"] else "nothing clear")
        cells = (
            Number(row["length"], ".0f"),
            Number(row["first_seat"], ".0%"),
            Number(row["nobody"] + row["shared"], ".0%"),
        )
        rows.append((_said(f"{row['option']}={value}"), *(_said("{share}", share=cell) for cell in cells), changes))
    head = [_said("Option"), _said("Length"), _said("Won by who begins"), _said("Shared or nobody's")]
    return Section(_said("Options, one at a time"), rows, [*head, _said("What it changes")])


def _played(found: Mapping[str, Any]) -> Section:
    """The series of which less was played than asked for."""
    rows = []
    for series in found["series"]:
        if series["played"] < series["asked"]:
            text = _said("{played} of {asked} matches", played=series["played"], asked=series["asked"])
            rows.append((_said(series["name"]), text))
    return Section(_said("Cut short as the time was over"), rows)


def plain(fact: Fact) -> str:
    """A text in English."""
    values = {name: ", ".join(v) if type(v) is tuple else v for name, v in fact.values.items()}
    text = fact.one if fact.one and values.get("count") == 1 else fact.text
    return text.format(**values) if values else text
