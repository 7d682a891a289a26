"""Games played one after another: the suite, and the pyramid that one game leaves to the next.

Source: "Suite" in the words of the Abacus rules: each game is set up afresh, 2 points for a win, 1 for a shared win,
most points win. With `keep` a game begins from the pyramid that the one before it left, where its rules allow that
(El Dado after Trulla).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from skill.errors import UnknownName
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import AnyGame, Result
from skill.rules.options import Value
from skill.table.attempts import play_out
from skill.table.match import Match

ABACUS_SUITE = ("A1", "A2", "A3", "A4")
WIN, SHARED_WIN = 2, 1


class Played(NamedTuple):
    """One game of a suite and the points of every seat after it."""

    game: AnyGame
    result: Result
    points: tuple[int, ...]


def handed_over(
    game: AnyGame,
    pyramid: Pyramid,
    players: int,
    seats: Sequence[str],
    seed: int,
    given: Mapping[str, Value] | None = None,
) -> Match:
    """A match of `game` that begins from the pyramid another one left. Raises `IllegalMove` where rules forbid it."""
    keeps = any(option.name == "fill" and "keep" in option.choices for option in game.options)
    options = game.options_from({**({"fill": "keep"} if keeps else {}), **(given or {})})
    return Match(game, players, options, seats, seed, pyramid)


def play_suite(
    games: Sequence[AnyGame],
    players: int,
    seats: Sequence[str],
    seed: int = 0,
    keep: bool = False,
    play: Callable[[Match], Any] = play_out,
) -> Iterator[Played]:
    """Plays the games in order, each match by `play`. Raises `UnknownName` if one is not for so many players."""
    for game in games:
        low, high = game.seats(game.options_from({}))
        if not low <= players <= high:
            raise UnknownName(f"players {players}: {game.slug} is for {low} to {high}; expected a number for all games")
    points, pyramid = (0,) * players, None
    for number, game in enumerate(games):
        if keep and pyramid is not None:
            match = handed_over(game, pyramid, players, seats, seed + number)
        else:
            match = Match(game, players, None, seats, seed + number)
        play(match)
        result, pyramid = match.result, match.pyramid
        assert result is not None
        gain = WIN if len(result.winners) == 1 else SHARED_WIN
        points = tuple(p + gain * (seat in result.winners) for seat, p in enumerate(points, 1))
        yield Played(game, result, points)


def suite_games(names: Sequence[str]) -> list[AnyGame]:
    """The games of these names, by default the four of the Abacus booklet. Raises `UnknownName`."""
    return [find_game(name) for name in names or ABACUS_SUITE]
