"""Texts of the viewer: finished matches and the actions of a record as rows of a list, and what a record is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from skill.app.i18n import clock_text, tr
from skill.app.play.replay_timeline import Moment, ReplayTimeline
from skill.app.widgets.row_list import Row
from skill.lattice.notation import ATTEMPT
from skill.rules.game import AnyGame
from skill.table.record import OPEN
from skill.table.store import Finished

LONGEST_LINE = 80  # of an action in the list: a whole heap may stand in one


def record_rows(matches: Iterable[Finished], games: Sequence[AnyGame]) -> list[Row]:
    """Finished matches whose record is still there, under a heading."""
    titles = {game.slug: tr(game.title) for game in games}
    kept = [m for m in matches if m.file.is_file()]
    rows = [Row(f"{titles.get(m.game, m.game)}  {m.result}", m, _day(m.finished_at)) for m in kept]
    return [Row(tr("Finished matches")), *rows] if rows else [Row(tr("No finished match yet."))]


def moment_rows(moments: Iterable[Moment]) -> list[Row]:
    """The actions of a record with the times when they begin, under a heading."""
    rows = [Row(f"{moment.number}. {_action_text(moment)}", moment, clock(moment.begins_s)) for moment in moments]
    return [Row(tr("Actions")), *rows]


def about(timeline: ReplayTimeline | None, path: Path | None) -> str:
    """Seats, result and file of a record, as pygame_gui's HTML; without one how to open one."""
    if timeline is None or path is None:
        return escape(tr("Choose a match, open the file of a record, or drop one on the window."))
    record = timeline.record
    result = record.result if record.result != OPEN else tr("not over")
    lines = [tr("{seats}; result {result}", seats=", ".join(map(tr, record.seats)), result=result), path.name]
    if any(moment.is_missing for moment in timeline.moments):
        lines.append(tr("Traces are missing: of those attempts only the end is seen."))
    return "<br>".join(map(escape, lines))


def clock(time_s: float) -> str:
    """A time as minutes and seconds, `1:02.3`."""
    return clock_text(time_s)


def _action_text(moment: Moment) -> str:
    """An action for the list, an attempt without its heap."""
    text = str(moment.line)
    return " ".join(text.split()[:4]) if moment.line.action.verb == ATTEMPT.name else text[:LONGEST_LINE]


def _day(stamp: str) -> str:
    return stamp[:16].replace("T", " ")
