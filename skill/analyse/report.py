"""What an analysis found, in words: sections of rows, which the command line prints, a page shows and a screen lists.

Every text is a whole one with named values, so that a screen can translate it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

from skill.analyse.measures import unequal
from skill.intervals import decimals
from skill.lattice.cells import COORDS, DEPTH, LEVELS
from skill.rules.fact import Fact

STEP_ELO = 191  # of two players of whom the better wins three of four
SHARE = "{share} % ({low} to {high})"
ENDS = ("elo", "low", "high")
MOST_BINS, BAR = 8, 30
"""Parts in which scores are told that have more values, and how long a bar of all of them is."""
ACROSS = 5  # levels of a heap side by side, of 80 characters

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


Bins = Sequence[tuple[float, float]]
"""The least and the most of each part in which scores are told."""


def sections(found: Mapping[str, Any], bins: Bins | None = None) -> list[Section]:
    """The numbers of `measures` in words; `bins` are the parts in which scores are told, by default its own."""
    if "matches" not in found:
        text = "Not one match was finished in the time. Give it more time."
        return [Section(_said("Nothing is known yet"), [(_said(text), _said(""))])]
    told = [
        Section(_said("Length and choice"), _length(found)),
        Section(_said("Balance"), _balance(found)),
        Section(_said("Course of a match"), _course(found)),
        Section(_said("Scores and dice at the end"), _ends(found, score_bins([found]) if bins is None else bins)),
        Section(_said("Depth of skill"), _skill(found)),
        _kinds(found["kinds"]),
    ]
    if found["options_tried"]:
        told.append(_options(found["options_tried"]))
    told.append(_played(found))
    return [section for section in told if section.rows]


def side_by_side(named: Mapping[str, Mapping[str, Any]]) -> list[Section]:
    """The sections of several analyses of one game by what they are called, a column for each and the rows of all."""
    bins = score_bins([*named.values()])
    told: dict[str, tuple[Fact, dict[str, tuple[Fact, list[Fact]]]]] = {}
    for n, found in enumerate(named.values()):
        for section in sections(found, bins):
            _, rows = told.setdefault(plain(section.heading), (section.heading, {}))
            for label, cell in _answers(section):
                rows.setdefault(plain(label), (label, [_said("-")] * len(named)))[1][n] = cell
    head = [_said(""), *map(_said, named)]
    return [
        Section(heading, [(label, *cells) for label, cells in rows.values()], head) for heading, rows in told.values()
    ]


def _answers(section: Section) -> Iterator[tuple[Fact, Fact]]:
    """Questions with their answers; of a table one for each of its cells."""
    for first, *cells in section.rows:
        for name, cell in zip(section.head[1:] or (first,), cells, strict=True):
            yield (
                (_said("{question}: {answer}", question=plain(first), answer=name.text) if section.head else first),
                cell,
            )


def _said(text: str, **values: object) -> Fact:
    return Fact(text, values)


def _share(given: Mapping[str, float]) -> dict[str, Number]:
    """The values `share`, `low` and `high` of a text, in per cent."""
    form = f".{decimals(100 * given['error'], 1)}f"
    return {name: Number(100 * given[name], form) for name in ("share", "low", "high")}


def _told(text: str, given: Mapping[str, float], **values: object) -> Fact:
    """A share in a text, and between what it lies; that it is not known where there was no case."""
    return _said(text, **_share(given), **values) if given["high"] - given["low"] < 1 else _said("not known")


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
    text = "{mean} on average, half of the matches at most {median}, from {least} to {most}"
    low, high = length.get("between") or (0.0, 0.0)
    if low < high:
        text = "{mean} on average ({low} to {high}), half of the matches at most {median}, from {least} to {most}"
    rows = [
        (
            _said("Matches watched"),
            _said("{count}, all seats played by {bot}", count=found["matches"], bot=found["bot"]),
        ),
        (
            _said("Actions of players in a match"),
            _said(
                text,
                mean=Number(length["mean"], digits),
                low=Number(low, digits),
                high=Number(high, digits),
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
        rows.append((label, _told(text, seat, fair=Number(fair, ".0%"))))
    rows.append((_said("Shared wins"), _told(SHARE, found["shared"])))
    rows.append((_said("Matches without a winner"), _told(SHARE, found["nobody"])))
    for reason, count in found["why_nobody"].items():
        rows.append((_said("of these {count}", count=count), _said(reason)))
    return rows


def _course(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    rows = []
    if lead := found["lead"]:
        text = "{share} % of matches ({low} to {high})"
        rows.append((_said("The winner was behind in points halfway"), _told(text, lead["behind_halfway"])))
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
        rows.append((_said("Won with half a fair chance or less halfway"), _told(text, course["comebacks"])))
        rows.append((_said("Matches from which chances were played out"), _said("{count}", count=course["matches"])))
    return rows


def score_bins(several: Sequence[Mapping[str, Any]]) -> Bins:
    """The parts in which the scores of one or several analyses are told: every score, or a few equal steps."""
    values = sorted({score for found in several if found.get("scores") for score, _ in found["scores"]["each"]})
    if len(values) <= MOST_BINS:
        return [(value, value) for value in values]
    least, most = values[0], values[-1]
    if all(value == int(value) for value in values):
        step = ceil((most - least + 1) / MOST_BINS)
        starts = range(int(least), int(most) + 1, step)
        return [(start, min(start + step - 1, most)) for start in starts]
    edges = [least + n * (most - least) / MOST_BINS for n in range(MOST_BINS + 1)]
    return [*pairwise(edges)]


def _ends(found: Mapping[str, Any], bins: Bins) -> list[tuple[Fact, Fact]]:
    """How scores are distributed, and where dice lie; nothing of analyses from before that was kept."""
    rows = []
    if scores := found.get("scores"):
        for label, values in (("Scores", scores["all"]), ("Scores of winners", scores["winners"])):
            text = "{least} to {most}, half of them {quarter} to {three_quarters}, the middle one {middle}"
            names = ("least", "quarter", "middle", "three_quarters", "most")
            if values:
                said = {name: Number(value, "g") for name, value in zip(names, values, strict=True)}
                rows.append((_said(label), _said(text, **said)))
        starts, counts = [low for low, _ in bins], [0] * len(bins)
        for score, count in scores["each"]:
            counts[bisect_right(starts, score) - 1] += count
        for (low, high), count in zip(bins, counts, strict=True):
            text = "Score {low}" if low == high else "Score {low} to {high}"
            part = count / sum(counts)
            share = _said("{share} {bar}", share=Number(part, ".0%"), bar="#" * round(BAR * part))
            rows.append((_said(text, low=Number(low, ".4g"), high=Number(high, ".4g")), share))
    if heap := found.get("heap"):
        text = "{mean} on average, from {least} to {most}"
        said = {"mean": Number(heap["mean"], ".1f"), "least": heap["least"], "most": heap["most"]}
        rows.append((_said("Dice in the heap"), _said(text, **said)))
        for level, cells in enumerate(LEVELS):
            if dice := sum(heap["cells"][cell] for cell in cells):
                text = "{dice} dice on average, {share} of its cells"
                values = {"dice": Number(dice, ".1f"), "share": Number(dice / len(cells), ".0%")}
                rows.append((_said("Level {level}", level=level), _said(text, **values)))
    return rows


def heap_map(found: Mapping[str, Any]) -> list[str]:
    """Where dice lie at the end, as lines of text: a triangle for each level, with a sign for each of its cells.

    The corner I is at the top, J at the left and K at the right. A digit says in how many tenths of the matches there
    is a die, a full stop that there never is one, an asterisk that there always is.
    """
    lie = (found.get("heap") or {"cells": [0.0] * len(COORDS)})["cells"]
    levels = [cells for cells in LEVELS if any(lie[cell] for cell in cells)]
    lines = []
    for begin in range(0, len(levels), ACROSS):
        side = levels[begin : begin + ACROSS]
        for row in range(DEPTH + 1 - begin):
            parts = []
            for n, cells in enumerate(side, begin):
                top = DEPTH - n
                here = [cell for cell in cells if COORDS[cell][0] == top - row]
                here.sort(key=lambda cell: COORDS[cell][2])
                parts.append(" ".join(_tenth(lie[cell]) for cell in here).center(2 * top + 1))
            lines.append("   ".join(parts).rstrip())
    return lines


def _tenth(share: float) -> str:
    return "." if share == 0 else "*" if share == 1 else str(min(9, int(10 * share)))


def _skill(found: Mapping[str, Any]) -> list[tuple[Fact, Fact]]:
    rows = []
    for rung in found["ladder"]:
        label = _said("{stronger} against {weaker}", stronger=rung["stronger"], weaker=rung["weaker"])
        text, fair = (
            "won {share} % of {count} matches ({low} to {high}), fair would be {fair}",
            Number(rung["fair"], ".0%"),
        )
        rows.append((label, _told(text, rung["won"], count=rung["matches"], fair=fair)))
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
            fair = Number(kind["fair"], ".0%")
            without = _told("{share} % ({low} to {high}), fair would be {fair}", kind["won_without"], fair=fair)
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
