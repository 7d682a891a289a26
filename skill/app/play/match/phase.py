"""What a match on screen waits for. No pygame."""

from __future__ import annotations

from enum import Enum

from skill.bots.registry import HUMAN
from skill.rules.game import ANYONE, AttemptSpec, Seat
from skill.table.match import Match


class Phase(Enum):
    """What the match waits for."""

    ITSELF = "chance or a bot"
    CHOICE = "a person's choice"
    RACE = "whoever is first"
    READY = "whoever is to try to begin"
    HANDS = "an attempt that runs"
    OVER = "nothing"


TIMED = frozenset({Phase.HANDS, Phase.RACE})
"""In which time counts for or against people: it stops while they cannot act, or cannot see it pass."""


def phase_of(match: Match, *, attempt_runs: bool) -> Phase:
    """What the match waits for now."""
    if attempt_runs:
        return Phase.HANDS
    if match.turn is None:
        return Phase.OVER
    if isinstance(match.turn, AttemptSpec):
        return Phase.READY if match.may_try else Phase.ITSELF
    if match.turn is ANYONE and people_of(match):
        return Phase.RACE
    return Phase.CHOICE if match.needs_hands() else Phase.ITSELF


def people_of(match: Match) -> tuple[Seat, ...]:
    """The seats that people have, alone or in a team."""
    return tuple(seat for seat, who in enumerate(match.seats, 1) if HUMAN in who.split("+"))
