"""The challenge of the day: everywhere the same game from the same seed, one person against a bot. No pygame."""

from __future__ import annotations

from datetime import date, datetime
from random import Random

from skill.app.i18n import tr
from skill.app.play.match.setup import OPPONENT, Setup
from skill.bots.registry import HUMAN
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame, Game
from skill.table.record import Record

PLAYERS = 2
SEED_FORMAT = "%Y%m%d"  # of a day as the seed of its match


def daily_game(day: date) -> AnyGame:
    """The game of that day: one of turns without real dice in which nothing is hidden."""
    games = [game for game in all_games() if game.kind == "turns" and _is_open(game)]
    return Random(day.isoformat()).choice(games)


def _is_open(game: AnyGame) -> bool:
    return game.seats(game.options_from({}))[0] <= PLAYERS <= game.players[1] and type(game).view is Game.view


def daily_setup(day: date) -> Setup:
    """The match of that day. The person begins."""
    game = daily_game(day)
    options = game.options_from({"first_player": 1})
    return Setup(game, PLAYERS, options, (HUMAN, OPPONENT), seed=int(day.strftime(SEED_FORMAT)))


def day_of(record: Record) -> date | None:
    """The day whose challenge a match is, begun or over; None if it is another match."""
    try:
        day = datetime.strptime(str(record.seed), SEED_FORMAT).date()
    except ValueError:
        return None
    setup = daily_setup(day)
    same = (record.game, record.players, record.options, record.seats, record.seed) == setup[:5]
    return day if same and record.position is None else None


def result_to_copy(day: date, title: str, record: Record, scores: str) -> str:
    """The result of a challenge as one shares it; `title` says who has won, `scores` with how much."""
    return tr(
        "Skillbox, challenge of {day}: {game}. {title}, {scores}.",
        day=day.isoformat(),
        game=tr(record.game.title),
        title=title,
        scores=scores,
    )
