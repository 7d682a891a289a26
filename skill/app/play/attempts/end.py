"""The end of a person's attempt, until the screen has told of it."""

from __future__ import annotations

from typing import NamedTuple

from skill.app.play.attempts.runner import Purpose
from skill.lattice.notation import Action
from skill.rules.game import Seat


class AttemptEnd(NamedTuple):
    """An attempt of a person that has come to its end."""

    seat: Seat
    purpose: Purpose
    """The match or practice."""
    report: Action
    lasted_s: float
    """How long it went on, as its clock showed. The time in the report of an attempt for points is that of its best
    moment."""
