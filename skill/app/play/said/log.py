"""The log of a match: a sentence for each action, as the player at the screen may know it. No pygame."""

from __future__ import annotations

from pathlib import Path

from skill.app.i18n import tr
from skill.app.play.match.viewpoint import Viewpoint
from skill.app.play.said.words import Looker, looker_of, said
from skill.bots.registry import HUMAN
from skill.lattice.cells import CELLS, Cell, I
from skill.lattice.notation import ATTEMPT
from skill.rules.game import Seat
from skill.rules.telling import cells_of
from skill.table.match import Match
from skill.table.record import Record

MOST_LIT = 12  # cells that an action changes and that are all lit
LISTED = 24  # actions of which the log tells, the last ones


def reader(match: Match, viewpoint: Viewpoint) -> Looker:
    """Who reads: the person at the screen, from the side that the screen shows first."""
    sides = viewpoint.sides
    return looker_of(match, viewpoint.people, sides[0] if len(sides) == 1 else I)


class Log:
    """The sentences of one match; made anew only when the match or whoever looks has changed."""

    def __init__(self) -> None:
        self._made_for: tuple[object, ...] = ()
        self._lines: tuple[tuple[str, ...], ...] = ()
        self._numbers: tuple[int, ...] = ()
        """Of the actions that these lines are about."""
        self._rules: dict[str, int] = {}
        """The rules that decided one after another, and how many actions there were when each did first."""
        self._match: Match | None = None

    def tell_rule(self, match: Match, rule: str) -> None:
        """From now on another rule decides: told where it does so for the first time, but not at the beginning."""
        if match is not self._match:
            self._match, self._rules = match, {}
        self._rules = {told: count for told, count in self._rules.items() if count <= len(match.played)}
        self._rules.setdefault(rule, len(match.played) if self._rules else 0)

    def lines_with_rules(self, match: Match, viewpoint: Viewpoint) -> list[tuple[str, ...]]:
        """The lines, their sentences the last first as well, and between them each rule where it decided for the first
        time."""
        return [sentences for _, sentences in self._numbered(match, viewpoint)]

    def touched(self, match: Match, viewpoint: Viewpoint, sentence: int) -> frozenset[Cell]:
        """The cells of the action that one of the sentences of `lines_with_rules` is about, counted from 0."""
        for number, sentences in self._numbered(match, viewpoint):
            sentence -= len(sentences)
            if sentence < 0:
                return frozenset() if number is None else touched(match, number, viewpoint, self._begun(match, number))
        return frozenset()

    def _begun(self, match: Match, number: int) -> int:
        """The first of the acts that are told together with one: those before it by the same seat without a line."""
        by, first = match.played[number].by, number
        while by is not None and first and match.played[first - 1].by == by and first - 1 not in self._numbers:
            first -= 1
        return first

    def _numbered(self, match: Match, viewpoint: Viewpoint) -> list[tuple[int | None, tuple[str, ...]]]:
        """The same, each with the number of its action; a rule has none."""
        found: list[tuple[int | None, tuple[str, ...]]] = []
        later: int | None = None
        told = [*zip(self.lines(match, viewpoint), self._numbers, strict=True)]
        for sentences, number in told or [((), 0)]:
            for rule, count in self._rules.items() if match is self._match else ():
                until = len(match.played) if later is None else later  # of what was taken back nothing is told
                if number < count <= until:
                    found.append((None, (tr("Now: {rule}", rule=rule),)))
            found.append((number, sentences[::-1]))  # as the actions, what came last first
            later = number
        return found

    def lines(self, match: Match, viewpoint: Viewpoint) -> tuple[tuple[str, ...], ...]:
        """The sentences of each of the last actions that have any, the newest action first."""
        key = (match.revision, viewpoint.seat, viewpoint.is_veiled, reader(match, viewpoint))
        if key != self._made_for:
            self._made_for = key
            first = max(0, len(match.played) - LISTED)
            numbers = range(len(match.played) - 1, first - 1, -1)
            told = [(n, line) for n in numbers if (line := sentences(match, n, viewpoint))]
            self._numbers, self._lines = tuple(n for n, _ in told), tuple(line for _, line in told)
        return self._lines

    def of_attempts(self, match: Match, viewpoint: Viewpoint) -> tuple[str, ...]:
        """What came of the last attempt of each seat, the newest last, if several have tried in turn."""
        found: dict[Seat | None, str] = {}
        for line, number in zip(self.lines(match, viewpoint), self._numbers, strict=True):
            done = match.played[number]
            if done.action.verb != ATTEMPT.name or done.by in found:
                break
            found[done.by] = " ".join(line)
        return tuple(reversed(found.values())) if len(found) > 1 else ()


def sentences(match: Match, number: int, viewpoint: Viewpoint) -> tuple[str, ...]:
    """What is told of one action, counted from 0, as whoever looks may know it."""
    game, line, who = match.game, match.played[number], reader(match, viewpoint)
    if line.by is not None and match.is_secret(number + 1, 0 if viewpoint.is_veiled else viewpoint.seat):
        return (tr("{player} chose in secret.", player=who.names[line.by - 1]),)
    if viewpoint.is_veiled:
        return ()
    before, after = (game.view(match.state_at(n), viewpoint.seat) for n in (number, number + 1))
    return tuple(said(fact, who) for fact in game.told(before, line.action, line.by, after))


def touched(match: Match, number: int, viewpoint: Viewpoint, first: int | None = None) -> frozenset[Cell]:
    """The cells that an action, counted from 0, names and changes, as far as whoever looks may know; of many changes
    only those that it names. With `first` also what has changed since the action of that number began."""
    game, line = match.game, match.played[number]
    if viewpoint.is_veiled or match.is_secret(number + 1, viewpoint.seat):
        return frozenset()
    begun = number if first is None else first
    before, after = (game.pyramid(game.view(match.state_at(n), viewpoint.seat)) for n in (begun, number + 1))
    named, changed = {*cells_of(line.action)}, {cell for cell in CELLS if before[cell] != after[cell]}
    return frozenset(named | changed if len(changed) <= MOST_LIT else named)


def saved_match_text(path: Path, record: Record) -> str:
    """Game, position in it and date of a saved match; its file is named for the time, `YYYYMMDD-hhmmss...`."""
    name = path.name
    when = f"{name[6:8]}.{name[4:6]}. {name[9:11]}:{name[11:13]}:{name[13:15]}"
    return tr("{game}, {progress}", game=tr(record.game.title), progress=moves_made(record)) + f"  ({when})"


def moves_made(record: Record) -> str:
    """How far a match has come: how often people have acted in it, or where none sits, anybody."""
    people = {seat for seat, who in enumerate(record.seats, 1) if HUMAN in who.split("+")}
    count = sum(line.by in people if people else line.by is not None for line in record.played)
    return tr("{count} moves", one="1 move", count=count) if count else tr("just begun")
