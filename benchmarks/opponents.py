"""How much does thinking ahead bring? A bot that searches against greedy ones, or a level against another one, in every
turn game.

    python benchmarks/opponents.py [GAME ...] [--bot hard] [--budget CALLS] [--against medium] [--jobs J] ...
    python benchmarks/opponents.py --levels    # each level against the one below it, in every game

The seats rotate, every match has a seed of its own, a shared win counts its share, and matches that nobody won say
nothing of who is better; those of lines that were measured before 2026-11-27 count as shared by all. Throws are those
of the lattice model. A game is played until Wald's sequential test is clear, between an even match and odds of four to
one: 80 % with two seats, two thirds with three. The table is kept in `results/opponents.csv` after each match and goes
on from there: matches have numbers, so that it is the same on any number of processes. What was measured with another
budget, horizon or revision of the search is another line. Each match is also played by the others' bot in the bot's
place, with the same seed: what it wins there says how much of a share is the luck of the seeds.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from functools import partial
from itertools import pairwise, product
from math import log, sqrt
from pathlib import Path
from time import process_time
from typing import NamedTuple, get_type_hints

sys.path.insert(0, str(Path(__file__).parents[1]))

import skill
from benchmarks.harness import Plot, Row, machine, table
from skill.bots.bot import Bot
from skill.bots.registry import LEVELS, find_bot
from skill.bots.search import REVISION, SearchBot
from skill.files import OF_OUR_FOLDER, write_text
from skill.jobs import spread
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match

PLOT = Plot("share")
USUAL = "greedy"  # sits on the other seats
RESULTS = Path(__file__).parent / "results" / "opponents.csv"
FIRST_SEED = 10_000
LEAST, MOST = 30, 200  # matches of a game
MINUTES = 0.5  # of a processor, for a game in one run
ODDS, RISK = 4.0, 0.02  # to which the sequential test holds an even match, and how often it may be wrong
SURE = 1.96  # standard errors of a verdict
QUICK_CALLS, QUICK_MATCHES = 300, 2
NO_CHOICE = {"golden-centre"}  # nobody decides anything
REASONS = {
    "masquerade": "whoever begins wins, as both know the shortest way; equal_turns=on mends it",
    "malicious-pleasure": "what search finds with 2,000 calls is mostly noise: it plays nearly as greedy does",
    "mucho": "each builds alone, and greedy counts well: search seldom finds anything better",
    "squeeze-play": "little hangs on choices: against two random players greedy wins 64 %",
    "squeezing": "little hangs on choices: against two random players greedy wins 65 %",
    "up-and-down": "little hangs on choices: against two random players greedy wins 73 %",
    "wolf": "halving the suspects, as greedy does, is near the best; the rest is luck",
}
"""Why search is not clearly better than greedy in a game."""
TOO_FEW = "too few matches to tell"
AHEAD = "ahead of {bot} in its place, but not clearly"
NO_BETTER = "no better than {bot} in its place with the same seeds"


class Played(NamedTuple):
    """One match of the bot against the others."""

    share: float | None
    """Of the win; None where nobody won."""
    moves: int
    """Decisions of the bot, and the processor time that they took."""
    seconds: float
    control: float | None = None
    """The share of the others' bot in its place."""


class Line(NamedTuple):
    """What came of one game."""

    game: str
    players: int
    bot: str
    budget: int
    against: str
    settings: str
    matches: int = 0
    wins: float = 0.0
    moves: int = 0
    seconds: float = 0.0
    control: float = 0.0
    """What the others' bot won in its place, with the same seeds."""
    versions: str = ""
    machine: str = ""
    date: str = ""
    nobody: int = 0
    """Matches that nobody won; and those with the others' bot in its place."""
    nobody_in_its_place: int = 0
    shared: float = 0.0
    """By how much the squares of its shares sum to less than the shares: by nothing where no win is shared."""

    @property
    def decided(self) -> int:
        """Matches that were won at all."""
        return self.matches - self.nobody

    @property
    def share(self) -> float:
        return self.wins / max(1, self.decided)

    @property
    def in_its_place(self) -> float:
        """The share of the others' bot there."""
        return self.control / max(1, self.matches - self.nobody_in_its_place)

    @property
    def centre(self) -> float:
        """The share as if two more matches had been won and two lost (Agresti and Coull, 1998)."""
        return (self.wins + 2) / (self.decided + 4)

    @property
    def error(self) -> float:
        """The standard error of the share, by the same rule; the variance is that of the shares themselves."""
        squares = (self.wins - self.shared + 2) / (self.decided + 4)
        return sqrt((squares - self.centre**2) / (self.decided + 4))

    @property
    def between(self) -> tuple[float, float]:
        """Between what the share lies in 95 of 100 cases."""
        return max(0.0, self.centre - SURE * self.error), min(1.0, self.centre + SURE * self.error)

    @property
    def verdict(self) -> str:
        if abs(self.centre - 1 / self.players) < SURE * self.error:
            return "open"
        return "better" if self.centre > 1 / self.players else "worse"

    @property
    def is_clear(self) -> bool:
        """Wald's sequential probability ratio test."""
        even = 1 / self.players
        good = ODDS * even / (1 - even + ODDS * even)
        lost = self.decided - self.wins
        likelihood = self.wins * log(good / even) + lost * log((1 - good) / (1 - even))
        return abs(likelihood) > log((1 - RISK) / RISK)

    @property
    def reason(self) -> str:
        """Why it is not clearly better, if it is not."""
        if self.verdict == "better":
            return ""
        if self.game in REASONS and self.against == USUAL:
            return REASONS[self.game]
        if self.matches < LEAST:
            return TOO_FEW
        return (AHEAD if self.share > self.in_its_place else NO_BETTER).format(bot=self.against)

    def row(self) -> Row:
        figures = {
            "share": self.share,
            "low": self.between[0],
            "high": self.between[1],
            "in its place": self.in_its_place,
            "nobody won": self.nobody,
            "matches": self.matches,
            "seats": self.players,
            "ms a move": 1000 * self.seconds / max(self.moves, 1),
        }
        return Row(
            self.game,
            f"{self.bot} {self.budget} against {self.against}",
            figures,
            ": ".join(filter(None, (self.verdict, self.reason))),
        )


def games(only: str = "") -> list[AnyGame]:
    """The games in which seats choose in turn, those with throws in the lattice model among them."""
    return [game for game in all_games() if only in game.slug and has_turns(game) and game.slug not in NO_CHOICE]


def has_turns(game: AnyGame) -> bool:
    """Whether seats choose in turn."""
    is_thrown = any(option.name == "throw_model" for option in game.options)
    return game.kind == "turns" or (is_thrown and any(verb.name in ("place", "ladle") for verb in game.verbs))


def compared(name: str, players: int, bot: SearchBot, others: str, number: int) -> Played:
    """Match `number` of a game, with what the others' bot wins there in the bot's place."""
    control = play(name, players, find_bot(others), others, number)
    return play(name, players, bot, others, number)._replace(control=control.share)


def play(name: str, players: int, bot: Bot, others: str, number: int) -> Played:
    """Match `number` of a game: the seat of the bot and the seed follow from it."""
    game = find_game(name)
    given = {"throw_model": "lattice"} if any(option.name == "throw_model" for option in game.options) else {}
    match = Match(game, players, game.options_from(given), (others,) * players, FIRST_SEED + number)
    seat, moves, seconds = number % players + 1, 0, 0.0
    while match.turn is not None:
        if match.turn != seat:
            match.step()
            continue
        begun = process_time()
        action = bot.choose(game, match.view(seat), seat, match.generator(f"seat {seat}"))
        seconds += process_time() - begun
        moves += 1
        match.play(action)
    result = match.result
    assert result is not None
    share = (seat in result.winners) / len(result.winners) if result.winners else None
    return Played(share, moves, seconds)


def grown(
    line: Line, bot: SearchBot, least: int = LEAST, most: int = MOST, minutes: float = MINUTES, jobs: int = 1
) -> Iterator[Line]:
    """The line after each further match, until the test is clear or the time is over."""
    begun = line.seconds
    if line.matches >= most or (line.matches >= least and line.is_clear):
        return
    one = partial(compared, line.game, line.players, bot, line.against)
    with closing(spread(one, range(line.matches, most), jobs)) as matches:
        for share, moves, seconds, control in matches:
            line = line._replace(
                matches=line.matches + 1,
                wins=line.wins + (share or 0.0),
                moves=line.moves + moves,
                seconds=line.seconds + seconds,
                control=line.control + (control or 0.0),
                nobody=line.nobody + (share is None),
                nobody_in_its_place=line.nobody_in_its_place + (control is None),
                shared=line.shared + (share or 0.0) * (1 - (share or 0.0)),
                versions=f"skillbox {skill.__version__}",
                machine=machine(),
                date=str(date.today()),
            )
            yield line
            if line.seconds - begun > 60 * minutes or (line.matches >= least and line.is_clear):
                return


def blank(game: AnyGame, bot: SearchBot, against: str = USUAL) -> Line:
    """A line without a match."""
    players = max(2, game.players[0])
    horizon = "end" if game.horizon is None else game.horizon
    return Line(game.slug, players, bot.name, bot.budget_in(game), against, f"horizon {horizon}; search {REVISION}")


def read(path: Path = RESULTS) -> list[Line]:
    """The lines that were measured so far."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Line(**{name: type_of(row[name]) for name, type_of in get_type_hints(Line).items() if name in row})
            for row in csv.DictReader(file)
        ]


def write(lines: Sequence[Line], path: Path = RESULTS) -> None:
    """Keeps all lines, with what follows from them."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*Line._fields, "share", "error", "verdict", "ms_a_move", "reason"])
    for line in sorted(lines, key=lambda line: (line.bot, line.budget, line.against, line.game, line.settings)):
        ms = 1000 * line.seconds / max(line.moves, 1)
        plain = [f"{value:.6g}" if isinstance(value, float) else value for value in line]
        writer.writerow([*plain, f"{line.share:.3f}", f"{line.error:.3f}", line.verdict, f"{ms:.1f}", line.reason])
    path.parent.mkdir(exist_ok=True)
    write_text(path, file.getvalue(), OF_OUR_FOLDER)


def key(line: Line) -> tuple[str, int, str, int, str, str]:
    """What makes a line another one."""
    return line[:6]


def kept_of(blank: Line, path: Path = RESULTS) -> Line:
    """The line that is kept of the same matches, or the blank one."""
    return next((line for line in read(path) if key(line) == key(blank)), blank)


def measure(quick: bool, only: str) -> Iterator[Row]:
    """Each game with `only` in its name for a while, beginning with what is kept; quick: a few thoughtless matches.

    Nothing is written: `python -m benchmarks.opponents` has the table grow.
    """
    bot = find_bot("hard")
    assert isinstance(bot, SearchBot)
    for game in games(only):
        if quick:
            small = SearchBot(bot.name, bot.strength, QUICK_CALLS)
            yield [*grown(blank(game, small), small, QUICK_MATCHES, QUICK_MATCHES)][-1].row()
        else:
            last = kept_of(blank(game, bot))
            yield [last, *grown(last, bot, LEAST, MOST, MINUTES)][-1].row()


def grow(last: Line, bot: SearchBot, least: int, most: int, minutes: float, jobs: int, path: Path = RESULTS) -> Line:
    """The line after some more matches, each of which is kept at once."""
    last = kept_of(last, path)
    for line in grown(last, bot, least, most, minutes, jobs):
        write([*(other for other in read(path) if key(other) != key(line)), line], path)
        last = line
    return last


def neighbours() -> list[tuple[str, str]]:
    """Each level and the one below it."""
    return [(level, below) for below, level in pairwise(LEVELS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bot", default="hard", help="whose name and budget it has")
    parser.add_argument("--budget", type=int, help="another budget, in calls of the rules")
    parser.add_argument("--levels", action="store_true", help="each level against the one below it, in place of --bot")
    parser.add_argument("--against", default=USUAL, help="the bot on all other seats")
    parser.add_argument("--least", type=int, default=LEAST)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of a processor, for each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the table that grows")
    arguments = parser.parse_args()
    pairs = neighbours() if arguments.levels else [(arguments.bot, arguments.against)]
    limits = arguments.least, arguments.most, arguments.minutes, arguments.jobs
    for (name, against), game in product(pairs, [find_game(name) for name in arguments.games] or games()):
        named = find_bot(name)
        assert isinstance(named, SearchBot), f"{named.name} does not search"
        bot = SearchBot(named.name, named.strength, arguments.budget) if arguments.budget else named
        line = grow(blank(game, bot, against), bot, *limits, arguments.results)
        print(table([line.row()]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
