"""An evening: several games one after another between the same seats, with points over all of them.

Source: "Suite" in the words of the Abacus rules: each game is set up afresh, 2 points for a win, 1 for a shared win,
most points win. Bots play one through in suite.py; people play one in the window, where it is kept and gone on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from skill.errors import FileError, UnknownName
from skill.files import OF_OUR_FOLDER, read_toml, write_toml
from skill.lattice.notation import FIRST
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, Seat
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.table.match import Match

WIN, SHARED_WIN = 2, 1
FEWEST, MOST = 3, 5  # games of an evening that is chosen
USUAL_MINUTES = 20  # of a game of which nobody tells how long it lasts
FILE = "evening.toml"
KEYS = {"games": list, "seats": list, "winners": list, "matches": list, "under_way": str}
OTHER_KIND, OTHER_FAMILY = 4.0, 1.0  # how much less alike games are for it, in tenths of their profiles


class Evening(NamedTuple):
    """The games, and how far it has come."""

    games: tuple[AnyGame, ...]
    seats: tuple[str, ...]
    """Who sits where, as in a match."""
    winners: tuple[tuple[Seat, ...], ...] = ()
    """Of each game that is over."""
    matches: tuple[str, ...] = ()
    """The names of their journals; empty where there was none."""
    under_way: str = ""
    """The name of the journal of the game that is being played."""

    @property
    def points(self) -> tuple[int, ...]:
        """Of every seat."""
        return tuple(
            sum((WIN if len(won) == 1 else SHARED_WIN) * (seat in won) for won in self.winners)
            for seat in range(1, len(self.seats) + 1)
        )

    @property
    def next_game(self) -> AnyGame | None:
        """The game that is to be played, or goes on; None once all are over."""
        return self.games[len(self.winners)] if len(self.winners) < len(self.games) else None

    def begun(self, match: str) -> Evening:
        """The same while the match with that journal is played."""
        return self._replace(under_way=match)

    def with_result(self, winners: Sequence[Seat], match: str = "") -> Evening:
        """The same once its next game is over, or one that is over was played on to another end."""
        if match and match in self.matches:
            at = self.matches.index(match)
            return self._replace(winners=(*self.winners[:at], tuple(winners), *self.winners[at + 1 :]), under_way="")
        return self._replace(winners=(*self.winners, tuple(winners)), matches=(*self.matches, match), under_way="")


def check_players(games: Sequence[AnyGame], players: int) -> None:
    """Raises `UnknownName` if one of the games is not for so many players."""
    for game in games:
        low, high = game.seats(game.options_from({}))
        if not low <= players <= high:
            raise UnknownName(
                "players {players}: {game} is for {low} to {high}; expected a number for all games",
                players=players,
                game=game.slug,
                low=low,
                high=high,
            )


def chosen_games(players: int, minutes: int, seed: int) -> list[AnyGame]:
    """Three to five games for so many players that last so long in all, as unlike one another as can be.

    Raises `UnknownName` where there are none.
    """
    fitting = [game for game in all_games() if _is_for(game, players)]
    Random(seed).shuffle(fitting)
    found: list[AnyGame] = []
    left = minutes
    for wants_other_family in (True, False):
        for game in fitting:
            is_new = all(game.family != other.family for other in found) or not wants_other_family
            if len(found) == MOST or game in found or not is_new:
                continue
            others = sorted(minutes_of(other) for other in fitting if other not in (game, *found))
            least = sum(others[: max(0, FEWEST - len(found) - 1)])  # that there must be left
            if minutes_of(game) + least <= left:
                found.append(game)
                left -= minutes_of(game)
    if len(found) < FEWEST:
        raise UnknownName(
            "minutes {minutes}: not enough for {fewest} games of {players} players",
            minutes=minutes,
            fewest=FEWEST,
            players=players,
        )
    return found


def minutes_of(game: AnyGame) -> int:
    """How long a match lasts at the most, as far as anybody tells."""
    return (game.profile and game.profile.minutes) or USUAL_MINUTES


def _is_for(game: AnyGame, players: int) -> bool:
    low, high = game.seats(game.options_from({}))
    return low <= players <= high


def alike(game: AnyGame, players: int) -> list[AnyGame]:
    """The other games for so many players, first what is most like it: of its kind, with like shares of chance, skill
    and tactics."""
    others = [other for other in all_games() if other.slug != game.slug and _is_for(other, players)]
    return sorted(others, key=lambda other: _unlike(game, other))


def _unlike(game: AnyGame, other: AnyGame) -> float:
    one, two = (each.profile or Profile(tactics=10) for each in (game, other))
    shares = zip(one[:3], two[:3], strict=True)
    kinds = OTHER_KIND * (game.kind != other.kind) + OTHER_FAMILY * (game.family != other.family)
    return sum(abs(a - b) for a, b in shares) / 2 + kinds


def next_first(match: Match) -> Seat | None:
    """Who begins if the players turn: whoever sits to the left of who began; None where that makes no difference."""
    options = match.record.options
    if "first_player" not in options or len(match.seats) < 2 or not match.game.has_lot:
        return None
    lots = [line.action for line in match.played if line.action.verb == FIRST.name]
    first = lots[0][1] if lots else options["first_player"]
    return kit.next_seat(int(first), len(match.seats)) if str(first).isdigit() else None


# -- keeping


def keep_evening(folder: Path, evening: Evening) -> None:
    """Writes it into a data folder, in place of the one before. Raises `FileError`."""
    values: dict[str, Any] = evening._asdict() | {"games": [game.slug for game in evening.games]}
    write_toml(folder / FILE, {key: _plain(value) for key, value in values.items()}, OF_OUR_FOLDER)


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def drop_evening(folder: Path) -> None:
    """Forgets it; its matches stay."""
    (folder / FILE).unlink(missing_ok=True)


def kept_evening(folder: Path) -> Evening | None:
    """The evening that was kept in a data folder; None without one. Raises `SkillboxError` where it cannot be read."""
    path = folder / FILE
    if not path.exists():
        return None
    found = read_toml(path)
    for key, value in found.items():
        if not isinstance(value, KEYS.get(key, ())):
            raise FileError("{path}: {key}: expected {keys} with their lists", path=path, key=key, keys=", ".join(KEYS))
    places = range(1, len(found.get("seats", ())) + 1)
    won = [tuple(winners) for winners in found.get("winners", ()) if isinstance(winners, list)]
    whole = KEYS.keys() <= found.keys() and len(won) == len(found["winners"]) == len(found["matches"])
    if not whole or len(won) > len(found["games"]) or any(seat not in places for winners in won for seat in winners):
        raise FileError("{path}: expected the winners of each game that is over, by their seats", path=path)
    games = tuple(find_game(str(name)) for name in found["games"])
    seats, matches = tuple(map(str, found["seats"])), tuple(map(str, found["matches"]))
    return Evening(games, seats, tuple(won), matches, found["under_way"])
