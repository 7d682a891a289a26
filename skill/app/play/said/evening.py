"""What is said of an evening: its points, and who is best."""

from __future__ import annotations

from skill.app.i18n import tr
from skill.app.play.said.words import name_for
from skill.rules.shared.kit import best
from skill.table.evening import Evening


def evening_text(evening: Evening) -> str:
    """How far it has come, the points of everybody, and who is best."""
    done, count = len(evening.winners), len(evening.games)
    names = [name_for(who, seat) for seat, who in enumerate(evening.seats, 1)]
    each = zip(names, evening.points, strict=True)
    points = ", ".join(tr("{player}: {score}", player=name, score=number) for name, number in each)
    leaders = ", ".join(names[seat - 1] for seat in best(evening.points))
    lines = [tr("Game {number} of {count} of the evening. Points: {points}.", number=done, count=count, points=points)]
    if done == count:
        lines.append(tr("Best of the evening: {players}.", players=leaders))
    return " ".join(lines)


def winners_text(evening: Evening, number: int) -> str:
    """Who has won one of its games, from 0; empty where nobody has or it is not over."""
    if number >= len(evening.winners):
        return ""
    return ", ".join(name_for(evening.seats[seat - 1], seat) for seat in evening.winners[number])
