"""How people and bots have done: a row for every seat of every finished match, beside the matches in the history."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from skill.bots.registry import HUMAN
from skill.errors import FileError
from skill.rules.game import Result
from skill.rules.shared.attempts import AttemptGame
from skill.table.record import OPEN, Record

SCHEMA = """
create table if not exists seats (
    id integer primary key, finished_at text not null, game text not null, options text not null,
    players integer not null, seat integer not null, player text not null, person integer not null,
    score real not null, won integer not null, low_is_good integer, file text not null, unique (file, seat));
"""


SUCCESS = ("attempt", "success")


class Standing(NamedTuple):
    """How one player has done in one game."""

    game: str
    """Its slug."""
    player: str
    """The name of a person, empty for people without one, or that of a bot."""
    is_person: bool
    played: int
    won: float
    """Matches; a shared win counts its share."""
    best: float | None
    """The best score, or time in seconds; None where it is not known whether more or less is better."""
    last: str
    """When the last match was finished."""


def low_is_good(record: Record, result: Result) -> bool | None:
    """Whether the lower score is the better one; None where nothing tells: nobody won, or all are level."""
    if len(result.scores) == 1 or not result.winners:
        is_scored = isinstance(record.game, AttemptGame) and record.game.is_scored
        return False if is_scored else None
    best = [result.scores[seat - 1] for seat in result.winners]
    if any(score > max(best) for score in result.scores):
        return True
    return False if any(score < min(best) for score in result.scores) else None


def note(
    database: sqlite3.Connection, record: Record, options: str, names: Sequence[str], file: str, when: str
) -> None:
    """Adds the seats of a finished match. `names` are those of the people on them, empty for who has none."""
    *_, last = record.states()
    result = record.game.result(last)
    if str(result) != record.result:
        text = "{file}: header Result is {result}; the actions lead to {actual}"
        raise FileError(text, file=file, result=repr(record.result), actual=repr(str(result or OPEN)))
    assert result is not None
    is_timed = isinstance(record.game, AttemptGame) and not record.game.is_scored
    low = None if is_timed else low_is_good(record, result)
    for seat, (who, score) in enumerate(zip(record.seats, result.scores, strict=True), 1):
        times = [line.action[2] for line in record.played if line.by == seat and line.action[:2] == SUCCESS]
        if is_timed and times:  # seconds; what the others have reached is counted in something else
            score, low = min(times), True
        elif is_timed:
            low = None
        is_person = HUMAN in who.split("+")
        name = (names[seat - 1] if seat <= len(names) else "") if is_person else who
        database.execute(
            "insert or ignore into seats (finished_at, game, options, players, seat, player, person, score, won,"
            " low_is_good, file) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(when, record.game.slug, options, record.players, seat, name, is_person, score),
                *(seat in result.winners, low, file),
            ),
        )


STANDINGS = (
    "select game, player, person, count(*), sum(case when won then 1.0 / winners else 0.0 end) as wins,"
    " case when max(low_is_good) = 1 then min(case when low_is_good = 1 then score end)"
    " when min(low_is_good) = 0 then max(score) end, max(finished_at)"
    " from (select *, sum(won) over (partition by file) as winners from seats)"
    " group by game, player, person order by game, wins desc, player"
)
BEST_SCORE = (
    "select score from seats where game = ? and options = ? and players = ? and person = 1"
    " and low_is_good = ? order by score * (case when low_is_good = 1 then 1 else -1 end) limit 1"
)
UNNOTED = "select file from matches where file not in (select file from seats)"


def standings(rows: Iterable[Sequence[Any]]) -> list[Standing]:
    """What `STANDINGS` finds."""
    return [
        Standing(game, player, bool(is_person), played, won, best, last)
        for game, player, is_person, played, won, best, last in rows
    ]
