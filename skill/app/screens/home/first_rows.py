"""The first rows of the home screen: guided games, the challenge of the day, statistics."""

from __future__ import annotations

from datetime import date

from skill.app.i18n import tr
from skill.app.play.match.daily import daily_game, daily_setup
from skill.app.screens import destinations
from skill.app.widgets.row_list import Row
from skill.app.widgets.theme import ACCENT

START_HERE = "start here"
"""The key of the row that offers the guides."""


def first_rows(day: date) -> list[Row]:
    """The rows; the key of each is where it leads."""
    game = tr(daily_game(day).title)
    return [
        Row(tr("Start here: learn by playing"), START_HERE, chip=ACCENT),
        Row(tr("Challenge of the day"), destinations.Match(daily_setup(day)), game),
        Row(tr("An evening of games"), destinations.Evening()),
        Row(tr("How everybody has done"), destinations.Statistics()),
    ]
