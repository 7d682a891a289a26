"""Rows of the viewer's list, for finished matches and for actions of a record, and the text about a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from skill.app.i18n import clock_text, tr
from skill.app.play.match.setup import Settings
from skill.app.play.replay.timeline import Moment, ReplayTimeline
from skill.app.play.said.words import Looker, looker_at, name_for, reached, said, score_text, with_colour
from skill.app.widgets.row_list import Row
from skill.errors import shortened
from skill.rules.game import AnyGame
from skill.table.record import OPEN, Record
from skill.table.store import Finished

LONGEST_LINE = 80  # of an action in the list: a whole heap may stand in one


def record_rows(matches: Iterable[Finished], games: Sequence[AnyGame]) -> list[Row]:
    """Finished matches whose record is still there, under a heading."""
    titles = {game.slug: tr(game.title) for game in games}
    kept = [m for m in matches if m.file.is_file()]
    rows = [Row(_match_text(titles.get(m.game, m.game), m.result), m, _day(m.finished_at)) for m in kept]
    return [Row(tr("Finished matches")), *rows] if rows else [Row(tr("No finished match yet."))]


def moment_rows(timeline: ReplayTimeline) -> list[Row]:
    """The actions of a record with the times when they begin, under a heading."""
    who = looker_at(timeline.record)
    rows = [Row(f"{m.number}. {_action_text(m, who)}", m, clock(m.begins_s)) for m in timeline.moments]
    return [Row(tr("Actions")), *rows]


def about(timeline: ReplayTimeline | None, path: Path | None) -> str:
    """Seats, result and file of a record, as pygame_gui's HTML; without one how to open one."""
    if timeline is None or path is None:
        return escape(tr("Choose a match, open the file of a record, or drop one on the window."))
    record = timeline.record
    lines = [seats_text(record), *_options_text(record), path.name]
    if any(moment.is_missing for moment in timeline.moments):
        lines.append(tr("Traces are missing: of those attempts only the end is seen."))
    return "<br>".join(map(escape, lines))


def seats_text(record: Record) -> str:
    """Who sat where and what each reached: `Player 1: 69, Player 2 (random): 66`."""
    scores = [""] * record.players if record.result == OPEN else record.result.split()
    seats = []
    for seat, (who, score) in enumerate(zip(record.seats, scores, strict=True), 1):
        player = with_colour(name_for(who, seat), record, seat)
        stand = reached(record, seat, float(score)) if score else ""
        seats.append(tr("{player}: {score}", player=player, score=stand) if score else player)
    if record.result == OPEN:
        return tr("{players}. The match is not over.", players=", ".join(seats))
    return ", ".join(seats)


def _options_text(record: Record) -> list[str]:
    """What was agreed otherwise than usual, if anything, as the sheet of the game has it."""
    settings = Settings(record.game)
    for name, value in record.options.items():
        settings.set(name, str(value))
    agreed = {option.name for option in record.game.all_options if record.options.get(option.name) != option.default}
    said = [
        tr("{label}: {value}", label=entry.label, value=shortened(entry.value))
        for entry in settings.entries()
        if entry.name in agreed
    ]
    return [", ".join(said)] if said else []


def _match_text(title: str, result: str) -> str:
    """A finished match by its game and what each seat reached: `Rasanto (69, 66)`."""
    try:
        scores = ", ".join(score_text(float(score)) for score in result.split())
    except ValueError:  # of a newer version
        scores = result
    return f"{title} ({scores})" if scores else title


def clock(time_s: float) -> str:
    """A time as minutes and seconds, `1:02.3`."""
    return clock_text(time_s)


def _action_text(moment: Moment, who: Looker) -> str:
    """An action for the list: as it is noted, an attempt in the sentence that says how it ended."""
    return said(moment.told[0], who) if moment.told else str(moment.line)[:LONGEST_LINE]


def _day(stamp: str) -> str:
    return stamp[:16].replace("T", " ")
