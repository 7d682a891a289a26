"""The matches of an analysis: which they are, and how they are played within a time.

They come in series; each series answers one question. A match comes out the same wherever it is played, and a match
counts only when all matches before it in its series are there. So the same numbers of matches give the same analysis in
one process, in many and on a cluster. Time decides only how many matches there are.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import date
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from platform import python_version
from typing import Any, NamedTuple

import skill
from skill.analyse.watch import Piece, Watched, watch
from skill.answers import Answers
from skill.bots.registry import check_seats
from skill.errors import SkillboxError, UnknownName, Words
from skill.jobs import spread
from skill.programs import program_of
from skill.rules.game import AnyGame
from skill.rules.options import Option, Options, Value
from skill.table.match import Match
from skill.table.simulate import seatings

LADDER = ("random", "easy", "medium", "expert")
MATCHES = 200
FEWER = {"course": 10, "kinds": 5, "options": 10, "ladder": 5}
"""By how much fewer matches each of the other series has than the first."""
TIME = {"play": 3, "course": 3, "kinds": 2, "options": 2, "ladder": 2}
"""The shares of the time: of each rung of the ladder the lowest has one, the next two such shares, and so on."""
MOMENTS = 5
MOST_ACTIONS = 3000
SOURCES = ("lattice", "rules", "bots", "table", "analyse")
"""Rooms on which the answers depend."""


class Asked(NamedTuple):
    """What is analysed, and how much."""

    game: AnyGame
    players: int
    options: Options
    bot: str = "greedy"
    """Who plays all seats, but for the ladder."""
    matches: int = MATCHES
    """Of the first series."""
    seed: int = 0
    seconds: float | None = None
    """How long it may take, by the clock; None for as long as it takes."""
    most_actions: int = MOST_ACTIONS
    """After which a match is given up."""
    ladder: Sequence[str] = LADDER
    """Bots, the weakest first, each of which is tried on the one before it."""
    kinds: Sequence[str] = tuple(TIME)
    """The kinds of series that are played."""


class Series(NamedTuple):
    """The matches that were played for one question."""

    kind: str
    """`play`, `course`, `kinds`, `options` or `ladder`."""
    about: tuple[Any, ...]
    """A kind of action; an option and a value; a stronger and a weaker bot."""
    pieces: Sequence[Piece]
    share: float
    """Of the time, in proportion to those of the other series."""
    watched: Sequence[Watched] = ()
    """Of the first pieces."""

    @property
    def name(self) -> Words:
        """The series in words."""
        match self.kind, self.about:
            case "kinds", (verb,):
                return Words("without {verb}", verb=verb)
            case "options", (name, value):
                return Words("{name}={value}", name=name, value=value)
            case "ladder", (stronger, weaker):
                return Words("{stronger} against {weaker}", stronger=stronger, weaker=weaker)
            case "course", _:
                return Words("course of the match")
        return Words("matches")


class Analysis(NamedTuple):
    """All that was played."""

    asked: Asked
    series: Sequence[Series]
    made: dict[str, str]
    """With what versions, and when."""

    def of(self, kind: str) -> list[Series]:
        """The series of one kind."""
        return [series for series in self.series if series.kind == kind]


def play(
    asked: Asked,
    journal: Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    on_series: Callable[[str], Any] = lambda name: None,
    on_start: Callable[[int], Any] = lambda count: None,
    on_done: Callable[[], Any] = lambda: None,
) -> Analysis:
    """Plays all series, from the journal where it has them; `on_series` is told of each, `on_start` how many matches of
    it are to be played, `on_done` when one is.

    Raises `UnknownName` for wrong input, `FileError` for a file that is no journal or cannot be written, and what
    `spread` raises.
    """
    if asked.matches < 1:
        raise UnknownName("number of matches {matches}: expected at least 1", matches=asked.matches)
    check_seats([asked.bot, *asked.ladder])
    Match(asked.game, asked.players, asked.options, (asked.bot,) * asked.players)
    answers = Answers(journal, _name(asked), Words("an analysis"), "[[", Watched._fields)
    ends = None if asked.seconds is None else time.monotonic() + asked.seconds

    def played(plan: Series, share: float) -> Series:
        """Plays what is missing of one series in its share of the time that is left."""
        if not plan.pieces:
            return plan
        on_series(plan.name)
        missing = [piece for piece in plan.pieces if piece.key not in answers.known]
        on_start(len(missing))
        left = None if ends is None else (ends - time.monotonic()) * share
        over = None if left is None else time.monotonic() + left
        deadline = None if left is None else time.time() + left  # of other machines too, whose clocks agree on this one
        work = partial(watch, asked.game, asked.options, asked.most_actions, deadline)
        with answers.kept(), closing(spread(work, missing, jobs, cluster)) as found:
            for key, seen in found:
                if seen is None:
                    break
                answers.keep(key, seen)
                on_done()
                if over is not None and time.monotonic() > over:  # also where a clock was set back meanwhile
                    break
        return plan._replace(watched=list(_first(answers, plan.pieces)))

    base = [Piece((asked.bot,) * asked.players, asked.seed + n) for n in range(asked.matches)]
    first = Series("play", (), base if "play" in asked.kinds else (), TIME["play"])
    others = _others(asked, ())
    done = [played(first, first.share / sum(series.share for series in (first, *others)))]
    watched = done[0].watched
    is_choice = any(sum(seen.open.values()) > len(seen.branching) for seen in watched)  # of several kinds at once
    others = _others(asked, sorted({verb for seen in watched for verb in seen.chosen}) if is_choice else ())
    for n, series in enumerate(others):
        done.append(played(series, series.share / sum(left.share for left in others[n:])))
    short = [n for n, series in enumerate(done) if len(series.watched) < len(series.pieces)]
    while short and (ends is None or time.monotonic() < ends):  # some needed less than their share
        n = short.pop(0)
        done[n] = played(done[n], 1 / (len(short) + 1))
    made = {"skillbox": skill.__version__, "python": python_version(), "date": date.today().isoformat()}
    return Analysis(asked, done, made)


def _first(answers: Answers, pieces: Sequence[Piece]) -> Iterator[Watched]:
    """What is known of the first pieces, up to the first of which nothing is."""
    for piece in pieces:
        if piece.key not in answers.known:
            return
        yield Watched(**answers.known[piece.key])


def _others(asked: Asked, verbs: Sequence[str]) -> list[Series]:
    """Every series but the first, with nothing played yet; `verbs` are the kinds of action that seats have taken."""
    return [series for series in _all_others(asked, verbs) if series.kind in asked.kinds]


def _all_others(asked: Asked, verbs: Sequence[str]) -> Iterator[Series]:
    seats = (asked.bot,) * asked.players
    seeds = {kind: range(asked.seed, asked.seed + max(1, asked.matches // less)) for kind, less in FEWER.items()}
    changes = [(option.name, value) for option in asked.game.all_options for value in _values(asked, option)]
    if asked.players > 1:
        pieces = [Piece(seats, seed, moments=MOMENTS) for seed in seeds["course"]]
        yield Series("course", (), pieces, TIME["course"])
    if asked.players > 1 and len(verbs) > 1 and asked.game.kind in ("turns", "hybrid"):
        for verb in verbs:
            pieces = [Piece(seats, seed, barred=(1 + seed % asked.players, verb)) for seed in seeds["kinds"]]
            yield Series("kinds", (verb,), pieces, TIME["kinds"] / len(verbs))
    for change in changes:
        pieces = [Piece(seats, seed, changed=(change,)) for seed in seeds["options"]]
        yield Series("options", change, pieces, TIME["options"] / len(changes))
    for height, (weaker, stronger) in enumerate(pairwise(asked.ladder) if asked.players > 1 else (), 1):
        seated = seatings((stronger, weaker), asked.players)
        pieces = [Piece(seated[n % len(seated)], seed) for n, seed in enumerate(seeds["ladder"])]
        yield Series("ladder", (stronger, weaker), pieces, height * TIME["ladder"])


def _values(asked: Asked, option: Option) -> Iterator[Value]:
    """Other values of an option with which as many can play: all listed ones, of a range half the way to its ends."""
    now = asked.options[option.name]
    values: Sequence[Value] = () if option.pattern else option.choices
    if option.is_range:
        values = [(float(end) + float(now)) / 2 for end in option.choices]
        values = [int(value) for value in values] if isinstance(option.default, int) else values
    for value in dict.fromkeys(values):
        if value != now and option.name != "first_player":
            with suppress(SkillboxError):  # for other numbers of players, or not with these options
                asked.game.begin(asked.players, asked.options.but(**{option.name: value}))
                yield value


def _name(asked: Asked) -> str:
    """What is analysed as a journal names it: answers of another game, or of one with other rules, are not used."""
    found = sha256(f"{asked.game.slug} {dict(asked.options)} {asked.most_actions}".encode())
    root = Path(skill.__file__).parent
    module = type(asked.game).__module__
    program, own = program_of(module), sys.modules[module].__file__
    for path in [
        *sorted(path for room in SOURCES for path in (root / room).rglob("*.py")),
        *([Path(own)] if own and program is None else []),
    ]:
        found.update(path.read_bytes())
    if program is not None:
        found.update(program.source)
    return found.hexdigest()[:16]
