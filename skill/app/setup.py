"""What is agreed before a match, changed line by line on the home screen, and the match that comes of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from skill.app.text import tr
from skill.errors import FileError
from skill.rules.game import AnyGame, Option, Options, Value
from skill.table.bots import BOTS, HUMAN
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.store import Store

PLAYERS = "players"
WHOLE_STEP, WIDE_STEP = 1, 10  # of numbers, by the width of their range
WIDE = 100


class Setup(NamedTuple):
    """How a match begins."""

    game: AnyGame
    players: int
    options: Options
    seats: tuple[str, ...]
    seed: int | None = None
    """None draws a new one for each match."""
    resume: Path | None = None
    """A journal or record to go on with."""


class Row(NamedTuple):
    """One line of what is agreed."""

    name: str
    label: str
    value: str
    help: str


class Settings:
    """What is agreed about one game, to be changed one step at a time."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        low, high = game.players
        self.players = min(max(2, low), high) if game.kind != "physics" else low
        self._seats: list[str] = [HUMAN] * high
        if self.players > 1:
            self._seats[1:] = ["greedy"] * (high - 1)
        self._options: dict[str, Value] = {option.name: option.default for option in game.all_options}

    def rows(self) -> list[Row]:
        """Every line there is to agree on, with its value now."""
        rows = [Row(PLAYERS, tr("Players"), str(self.players), tr("How many seats."))]
        for seat in range(1, self.players + 1):
            label = tr("Player {seat}", seat=seat)
            rows.append(Row(f"seat {seat}", label, tr(self._seats[seat - 1]), tr("A person or a bot.")))
        for option in self.game.all_options:
            label = tr(option.name.replace("_", " ").capitalize())
            rows.append(Row(option.name, label, f"{self._options[option.name]}", tr(option.help)))
        return rows

    def step(self, name: str, way: int) -> None:
        """Takes the next value of a line (`way` 1) or the one before (-1), round and round."""
        if name == PLAYERS:
            low, high = self.game.players
            self.players = low + (self.players - low + way) % (high - low + 1)
        elif name.startswith("seat "):
            seat = int(name.split()[1]) - 1
            self._seats[seat] = str(_after([HUMAN, *BOTS], self._seats[seat], way))
        else:
            option = next(o for o in self.game.all_options if o.name == name)
            self._options[name] = _stepped(option, self._options[name], way)
        first = self._options.get("first_player", "random")
        if first != "random" and int(first) > self.players:
            self._options["first_player"] = "random"

    def setup(self) -> Setup:
        """The match that is agreed."""
        options = self.game.options_from(self._options)
        return Setup(self.game, self.players, options, tuple(self._seats[: self.players]))


def _after(values: Sequence[Value], now: Value, way: int) -> Value:
    return values[(values.index(now) + way) % len(values)]


def _stepped(option: Option, now: Value, way: int) -> Value:
    if not option.is_range:
        return _after(option.choices, now, way)
    low, high = float(option.choices[0]), float(option.choices[-1])
    step = WIDE_STEP if high - low > WIDE else WHOLE_STEP
    value = float(now) + way * step
    value = high if value < low else low if value > high else value
    return int(value) if isinstance(option.default, int) else value


def begin(setup: Setup, store: Store) -> tuple[Match, Path | None]:
    """A new match and its journal; without a journal where the folder cannot be written.

    Raises `FileError` for a broken record to go on with.
    """
    if setup.resume:
        record = read_journal(setup.resume)
        ours = setup.resume.resolve().parent == (store.folder / "journals").resolve()
        journal = setup.resume if ours else store.new_journal(record.game)
        return Match.resumed(record, journal), journal
    seed = random.randrange(2**31) if setup.seed is None else setup.seed

    def match(journal: Path | None) -> Match:
        return Match(setup.game, setup.players, setup.options, setup.seats, seed, journal=journal)

    try:
        journal = store.new_journal(setup.game)
        return match(journal), journal
    except FileError:
        return match(None), None


def put_away(match: Match, journal: Path | None, store: Store) -> None:
    """Leaves a match: a finished one goes to the records, one in which no person acted is forgotten, others wait.

    Raises `FileError` where a finished match cannot be kept.
    """
    if journal is None or not journal.exists():
        return
    if match.result is not None:
        store.finish(journal, match.record)
    elif not any(line.by and HUMAN in match.seats[line.by - 1] for line in match.played):
        journal.unlink(missing_ok=True)
