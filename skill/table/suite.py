"""An evening between bots, the suite, and the pyramid that one game leaves to the next.

With `keep` a game begins from the pyramid that the one before it left, where its rules allow that
(El Dado after Trulla).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from skill.jobs import spread
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import AnyGame, Result
from skill.rules.options import Options
from skill.table.attempts import play_out
from skill.table.evening import Evening, check_players
from skill.table.match import Match
from skill.table.simulate import one_match

ABACUS_SUITE = ("A1", "A2", "A3", "A4")


class Played(NamedTuple):
    """One game of a suite and the points of every seat after it."""

    game: AnyGame
    result: Result
    points: tuple[int, ...]


def play_suite(
    games: Sequence[AnyGame], players: int, seats: Sequence[str], seed: int = 0, keep: bool = False, jobs: int = 1
) -> Iterator[Played]:
    """Plays the games in order between bots; without `keep` on so many processes.

    Raises `UnknownName` if one is not for so many players, `IllegalMove` if one cannot begin from what another left.
    """
    check_players(games, players)
    evening = Evening(tuple(games), tuple(seats))
    with closing(_kept(games, players, seats, seed) if keep else _afresh(games, seats, seed, jobs)) as results:
        for game, result in zip(games, results, strict=True):
            evening = evening.with_result(result.winners)
            yield Played(game, result, evening.points)


def _afresh(games: Sequence[AnyGame], seats: Sequence[str], seed: int, jobs: int) -> Generator[Result, None, None]:
    """The results of the games, each set up by itself."""
    matches = [(game, game.options_from({}), seed + n, seats) for n, game in enumerate(games)]
    return spread(_result, matches, jobs)


def _result(match: tuple[AnyGame, Options, int, Sequence[str]]) -> Result:
    result = one_match(*match).result
    assert result is not None
    return result


def _kept(games: Sequence[AnyGame], players: int, seats: Sequence[str], seed: int) -> Generator[Result, None, None]:
    """The results of the games, each begun from the pyramid that the one before it left."""
    pyramid = None
    for n, game in enumerate(games):
        match = continued(game, pyramid, players, seats, seed + n)
        play_out(match)
        pyramid = match.pyramid
        assert match.result is not None
        yield match.result


def continued(game: AnyGame, pyramid: Pyramid | None, players: int, seats: Sequence[str], seed: int) -> Match:
    """A match of `game` that begins from a pyramid, if there is one. Raises `IllegalMove` where rules forbid it."""
    keeps = pyramid is not None and any(option.name == "fill" and "keep" in option.choices for option in game.options)
    return Match(game, players, game.options_from({"fill": "keep"} if keeps else {}), seats, seed, pyramid)


def suite_games(names: Sequence[str]) -> list[AnyGame]:
    """The games of these names, by default the four of the Abacus booklet. Raises `UnknownName`."""
    return [find_game(name) for name in names or ABACUS_SUITE]
