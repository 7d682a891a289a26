"""A table to be hosted: its match, its journal, and the file beside it that lets guests in again after a kill."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

from skill.bots.decision import Thinker
from skill.bots.registry import HUMAN
from skill.env.protocol import Table
from skill.errors import FileError, UnknownName
from skill.files import unlock
from skill.net.door import WATCHER, Door, hides
from skill.net.wire import Kept, keep, kept
from skill.rules.game import AnyGame, Seat
from skill.rules.options import Options
from skill.table.match import Match
from skill.table.store import Store

HANDS = "greedy"
"""The bot that plans what hands of guests try that have none of their own."""
MOST_SEED = 2**59
"""So many that nobody finds the one of a match by trying all, and knows from it what will be drawn."""


class Hosted(NamedTuple):
    """A table that is being hosted."""

    door: Door
    kept: Kept
    journal: Path

    @property
    def match(self) -> Match:
        """What is played at it."""
        return self.door.table.match

    def put_away(self, store: Store, names: Sequence[str] = ()) -> Path | None:
        """Keeps a match that is over among the records, where it is then; one that is not stays open, to be resumed.

        `names` are those of the people on its seats, as far as they are known. Guests may still ask about a match that
        is over. Raises `FileError`.
        """
        self.door.table.thinker.close()
        self.match.close_journal()
        if self.match.result is None:
            return None
        record = store.finish(self.journal, self.match.record, names)
        self.door.table.traces = record.parent
        self.kept.path.unlink(missing_ok=True)
        return record

    def discard(self) -> None:
        """Forgets a new table at which nobody has played, as where its port is taken. Raises `OSError`."""
        self.door.table.thinker.close()
        self.match.close_journal()
        for path in (self.journal, self.kept.path):
            path.unlink(missing_ok=True)


def begin(
    store: Store,
    game: AnyGame,
    players: int,
    options: Options,
    seats: Sequence[str],
    seed: int | None,
    address: str,
    port: int,
    *,
    hints: bool = True,
) -> Hosted:
    """A new table, with a code for each seat that no bot has, and one for whoever watches where nothing is hidden.

    Its invitations name `address`; empty for the number of this machine. Without `hints` nobody gets any at it.

    Raises `UnknownName` for seats that cannot be had, `FileError`, `Unavailable`.
    """
    match = Match(game, players, options, seats, randbelow(MOST_SEED) if seed is None else seed)
    if teams := [who for who in match.seats if HUMAN in who.split("+") and who != HUMAN]:
        raise UnknownName(
            "seat {seat}: expected a bot, or a person alone, at a table for several machines", seat=teams[0]
        )
    guests: list[Seat] = [seat for seat, who in enumerate(match.seats, 1) if who == HUMAN]
    if not guests:
        raise UnknownName("host: bots have all the seats; expected one for a guest")
    journal = store.new_journal(game)
    try:
        watchers = [] if hides(game, options) else [WATCHER]
        made = keep(_beside(journal), address, port, [*guests, *watchers], hints)
        match.keep_journal(journal)
    except BaseException:
        unlock(journal)
        raise
    return _hosted(match, made, journal)


def resume(journal: Path) -> Hosted:
    """The table in a journal, where its invitations are kept beside it. Raises `FileError`, `IllegalMove`."""
    if not _beside(journal).exists():
        raise FileError("{path}: expected the journal of a table that was hosted", path=journal)
    made = kept(_beside(journal))
    return _hosted(Match.from_journal(journal), made, journal)


def _hosted(match: Match, made: Kept, journal: Path) -> Hosted:
    table = Table(match, HANDS, journal.parent, Thinker())
    door = Door(table, made.codes, hints=made.hints, secret=made.secret)
    table.settle()
    return Hosted(door, made, journal)


def _beside(journal: Path) -> Path:
    return journal.with_suffix(".table")
