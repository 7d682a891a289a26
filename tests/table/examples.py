"""Kept examples: one for each game of skill for whose tries planners take minutes. Make them anew, some or all, with

    python -m tests.table.examples [--films] [SLUG ...]

Hands that are able make the first attempt of each: those of the kept record of that game (`python -m
tests.table.records`). The second one is by the weakest bot, the first of those that its seeds lead to in which the
rules speak of failure, or by hands that make a mistake of their own. With `--films` the attempts stay, and are filmed
anew.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from skill.bots.planners.dice_mikado import taken
from skill.bots.registry import find_bot
from skill.lattice.cells import AXES, SUPPORTS
from skill.lattice.notation import ATTEMPT, FIRST_ENGINE, Action
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.rules.games.dice_mikado import APEX
from skill.rules.options import Options
from skill.rules.shared.attempts import AttemptGame
from skill.table.attempts import attempt_for, finish_attempt
from skill.table.match import Match
from skill.table.record import Record, read_record, trace_name
from skill.table.shipped_examples import ABLE, FILM, film_name, keep, kept_example
from tests.table.records import RECORDS

if TYPE_CHECKING:
    from skill.bots.planners import Sample
    from skill.physics.attempt import AttemptRun

WEAK = "random"
OPTIONS = {"attempts": "3", "first_player": "1"}
SEED = 1
LITTLE = 10


class Wanted(NamedTuple):
    """What is shown of a game."""

    stops_s: float
    """When able hands stop that have not come to a goal yet."""
    weak_s: float
    """By when weak ones have failed, seconds."""
    mistake: Callable[[AttemptRun], Iterable[Sample]] | None = None
    """Hands that make it, where the bot's own bring about none by then."""
    is_failure: Callable[[Action, AttemptGame, Options], bool] = lambda report, game, options: report[1] == "failure"


def _undermined(running: AttemptRun) -> Iterable[Sample]:
    """Takes the three dice that carry the top one."""
    for cell, axis in zip(SUPPORTS[APEX], (AXES[1], AXES[2], AXES[0]), strict=True):
        yield from taken(running, cell, axis)


def _is_worth_little(report: Action, game: AttemptGame, options: Options) -> bool:
    """Whether most of the skeleton is gone, or much is left beside it: so it fails where no act ends an attempt."""
    return report[1] != "success" and game.partial(report, options) < LITTLE


GAMES = {
    "faraday": Wanted(20.0, 20.0),
    "emag": Wanted(26.0, 40.0),
    "dune": Wanted(40.0, 20.0),
    "coulomb": Wanted(40.0, 20.0),
    "mountaing": Wanted(14.0, 20.0),
    "captain-flint": Wanted(20.0, 5.0, is_failure=_is_worth_little),
    "dice-mikado": Wanted(14.0, 30.0, _undermined),  # whoever takes any dice of the faces brings no top down by then
}
"""Those that are quick to make come first."""


def made(slug: str, folder: Path) -> Record:
    """The record of a match of two with both attempts, whose traces are in the folder."""
    game, wanted = find_game(slug), GAMES[slug]
    assert isinstance(game, AttemptGame)
    match = Match(game, 2, game.options_from(OPTIONS), (ABLE, WEAK), SEED)
    _take_over(match, folder, wanted.stops_s)
    for number in count(1):
        running, samples = _begun(match, number)
        _carry_out(running, wanted.mistake(running) if wanted.mistake else samples, wanted.weak_s)
        report = running.report()
        print(slug, number, report[1], f"{running.time_s:.1f} s", flush=True)  # noqa: T201
        if wanted.is_failure(report, game, match.record.options):
            finish_attempt(match, running, folder)
            return match.record
    raise AssertionError


def _take_over(match: Match, folder: Path, stops_s: float) -> None:
    """Plays the attempt of the kept record of that game; where it took longer than is shown, its beginning alone."""
    from skill.physics.trace import Trace

    spec, record = match.turn, read_record(RECORDS / f"{match.game.slug}.txt")
    assert isinstance(spec, AttemptSpec)
    report = next(line.action for line in record.played if line.action.verb == ATTEMPT.name)
    name = trace_name(report)
    assert name
    trace = Trace.read(RECORDS / name)
    if len(trace.samples) / trace.rate_hz > stops_s:
        running = attempt_for(spec, trace.seed)
        _carry_out(running, trace.samples, stops_s)
        finish_attempt(match, running, folder)
        return
    if report[1] == "time":  # there was a limit, here hands stop by themselves
        report = ATTEMPT("gave_up", *report[2:])
    copy(RECORDS / name, folder)
    match.play(report)


def _begun(match: Match, number: int) -> tuple[AttemptRun, Iterable[Sample]]:
    """One of the attempts to which the seed leads, with what the bot's hands do in it."""
    spec = match.turn
    assert isinstance(spec, AttemptSpec)
    running = attempt_for(spec, match.generator(f"attempt {number}").getrandbits(31))
    seed = match.generator(f"hands {number}").getrandbits(31)
    return running, find_bot(match.player(spec.seat)).samples(spec, running, seed)


def _carry_out(running: AttemptRun, samples: Iterable[Sample], stops_s: float) -> None:
    for sample in samples:
        running.tick(sample)
        if running.done or running.time_s >= stops_s:
            break
    running.give_up()


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser("python -m tests.table.examples")
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--films", action="store_true")
    asked = parser.parse_args(arguments)
    from skill.app.settings.engine import use_engine

    use_engine(FIRST_ENGINE)
    for slug in asked.slugs or GAMES:
        with TemporaryDirectory() as name:
            folder = Path(name)
            record = kept_example(find_game(slug), folder) if asked.films else made(slug, folder)
            assert record is not None
            write_films(record, folder)
            size = keep(record, folder).stat().st_size
            print(slug, [line.action[1:3] for line in record.played], size, "bytes", flush=True)  # noqa: T201


def write_films(record: Record, folder: Path) -> None:
    """Films the attempts of a record, whose traces are in the folder."""
    from skill.app.play.replay.timeline import ReplayTimeline

    for old in folder.glob(f"*{FILM}"):
        old.unlink()
    timeline = ReplayTimeline(record, folder, shows_hands=True)
    while timeline.prepare(0.0, 1000):
        pass
    for moment in timeline.moments:
        if moment.trace:
            moment.trace.with_name(film_name(moment.trace.name)).write_text(timeline.film(moment.number).text)


if __name__ == "__main__":
    main(sys.argv[1:])
