"""The record that a match has broken: a best time, or the best score of people in matches of the same kind."""

from __future__ import annotations

from typing import NamedTuple

from skill.bots.registry import HUMAN
from skill.rules.shared.attempts import AttemptGame
from skill.table.match import Match
from skill.table.record import engine_of
from skill.table.standings import low_is_good
from skill.table.store import Store


class Broken(NamedTuple):
    """A record that a match has broken."""

    score: float
    before: float
    is_time: bool
    """Whether it is seconds."""


def broken_record(match: Match, store: Store) -> Broken | None:
    """What a match that is over has broken, before it is noted itself."""
    people = [seat for seat, who in enumerate(match.seats, 1) if HUMAN in who.split("+")]
    if not people or match.result is None:
        return None
    if isinstance(match.game, AttemptGame) and not match.game.is_scored:
        won = [line.action for line in match.played if line.action[1] == "success" and line.by in people]
        for time_s, engine in sorted((action[2], engine_of(action)) for action in won):
            old = store.best_time(match.game, match.record.options, engine=engine)
            if old is not None and time_s < old.seconds:
                return Broken(time_s, old.seconds, is_time=True)
        return None
    low = low_is_good(match.record, match.result)
    before = None if low is None else store.best_score(match.record, low_is_good=low)
    if before is None:
        return None
    scores = [match.result.scores[seat - 1] for seat in people]
    best = min(scores) if low else max(scores)
    return Broken(best, before, is_time=False) if best != before and (best < before) == low else None
