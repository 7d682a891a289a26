"""Attempts in a match that another machine decides: one's own, made here, and those of others, which are watched. No
pygame."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill.app.play.attempts.runner import Physics
from skill.errors import FileError
from skill.files import unlock
from skill.rules.game import AttemptSpec
from skill.table import attempts
from skill.table.match import Match
from skill.table.record import Record, trace_name
from skill.table.store import Store

if TYPE_CHECKING:
    from skill.physics.trace import Trace


class Elsewhere:
    """How attempts of such a match come about, and what was seen of them, to be kept with its record."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._traces: dict[str, Trace] = {}
        """By the names of their files."""
        self._asked: set[str] = set()
        """The names of those that the host was asked for."""
        self._followed = 0
        """The revision of the match that was looked at last."""
        self._folder: Path | None = None
        """Where the record is kept, once it is."""

    @property
    def physics(self) -> Physics:
        """For the runner."""
        return Physics(begin=self._begin, finish=self._finish, is_judged=self._match.end_attempt, kept=self._last)

    def _begin(self, match: Match) -> Any:
        """The attempt that the other machine has begun for hands here, with what they have done already."""
        spec = match.turn
        assert isinstance(spec, AttemptSpec) and match.attempt
        running = attempts.attempt_in(spec, match.attempt.trace)
        match.try_by(running)
        return running

    def _finish(self, match: Match, running: Any) -> None:
        """Shows what came of it at the other machine."""
        report = match.step().action
        if (name := trace_name(report)) and report[-1] == running.trace.word():
            self._traces[name] = running.trace

    def follow(self) -> None:
        """Asks the host for what hands did while it was not seen here, and takes what it has sent."""
        match = self._match
        if match.revision != self._followed:
            self._followed = match.revision
            for number, (_, action) in enumerate(match.played):
                name = trace_name(action)
                if name and name not in self._traces and name not in self._asked and match.ask_trace(number):
                    self._asked.add(name)
        for trace in match.take_traces():
            name = f"{trace.word().replace('@', '-')}.trace"
            if name in self._asked and name not in self._traces:
                self._traces[name] = trace
                if self._folder and not (self._folder / name).exists():
                    with suppress(FileError):  # the record is kept all the same
                        trace.write(self._folder / name)

    def _last(self, match: Match) -> Any:
        names = [trace_name(line.action) for line in match.played]
        return next((self._traces[name] for name in reversed(names) if name in self._traces), None)

    def keep(self, store: Store, record: Record, names: list[str]) -> Path | None:
        """Keeps the record of the match that is over, unless the store has it. Raises `FileError`."""
        for path in (store.folder / "records").glob("*.txt"):
            with suppress(OSError, UnicodeDecodeError):
                if path.read_text(encoding="utf-8") == str(record):
                    self._folder = path.parent
                    return path
        journal = store.new_journal(record.game)
        try:
            for name, trace in self._traces.items():
                trace.write(journal.with_name(name))
            kept = store.finish(journal, record, names)
            self._folder = kept.parent
            return kept
        except FileError:
            journal.unlink(missing_ok=True)
            raise
        finally:
            unlock(journal)
