"""Records: what PGN is to chess. Headers, an empty line, one action a line.

    [Game "23 rasanto"]
    [Players "2"]
    [Options "fill=deferred first_player=1"]
    [Seed "7"]
    [Result "73 62"]

    1: place R440
    *: roll 4

Each line says who acted (a seat, or `*` for chance and the table), a colon, and the action; `#` starts a comment.
The result is `*` while the game goes on. `*: undo` takes the line before it back, so that a journal only ever grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import FileError, IllegalMove, SkillboxError, UnknownName, Words, quoted
from skill.files import form, read_text
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import fault_of, find_game
from skill.rules.game import CHANCE, AnyGame, Seat, Turn
from skill.rules.options import Options

UNDO = "undo"
OPEN = "*"  # the result of a game that is not over
HEADERS = ("Game", "Players", "Options", "Seats", "Seed", "Position", "Result")
FORM = form(Words("a record or journal of a match"), r'\[Game "')
_HEADER = re.compile(r'\[(\w+) "([^"]*)"\]')
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LINE = re.compile(r"(\*|[1-9][0-9]{0,3}): (.*\S)")


class Played(NamedTuple):
    """One action of a match and who made it: a seat, or None for chance and the table."""

    by: Seat | None
    action: Action

    def __str__(self) -> str:
        return f"{self.by or '*'}: {self.action}"


class Record(NamedTuple):
    """A match as it is written down."""

    game: AnyGame
    players: int
    options: Options
    seats: tuple[str, ...]
    """Who sat there: `human`, the name of a bot, or several of them joined by `+` for a team."""
    seed: int
    position: Pyramid | None
    """Where the match began, if not from the game's own set-up."""
    played: tuple[Played, ...] = ()
    result: str = OPEN

    def __str__(self) -> str:
        return self.head() + "".join(f"{line}\n" for line in self.played)

    def head(self) -> str:
        """The headers and the empty line after them."""
        default = self.game.options_from({})
        changed = " ".join(f"{name}={value}" for name, value in self.options.items() if value != default[name])
        values = {
            "Game": f"{self.game.number} {self.game.slug}",
            "Players": self.players,
            "Options": changed,
            "Seats": " ".join(self.seats),
            "Seed": self.seed,
            "Position": self.position or "",
            "Result": self.result,
        }
        return "".join(f'[{name} "{values[name]}"]\n' for name in HEADERS if values[name] != "") + "\n"

    def states(self) -> Iterator[Any]:
        """The state at the beginning and after each action, every action checked. Raises `IllegalMove`."""
        state = self.game.begin(self.players, self.options, self.position)
        yield state
        for number, line in enumerate(self.played, 1):
            by: Turn = CHANCE if line.by is None else line.by
            try:
                self.game.check(state, line.action, by)
            except IllegalMove as error:
                raise IllegalMove("action {number}: {error}", number=number, error=error) from None
            state = self.game.play(state, line.action, by)
            yield state


def trace_name(action: Action) -> str | None:
    """The name of the file that holds an attempt's input trace, beside the record; None for any other action."""
    if action.verb != ATTEMPT.name or action[-1] == "-":
        return None
    return f"{action[-1].replace('@', '-')}.trace"


def read_record(path: Path) -> Record:
    """The record in a file. Raises `FileError` naming file and line."""
    return parse_record(read_text(path), str(path))


def parse_record(text: str, source: str = "record") -> Record:
    """The record that `text` is. Raises `FileError` naming `source` and the line."""
    headers: dict[str, str] = {}
    numbered = [(n, line.split("#")[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in numbered if line]
    while lines and lines[0][1].startswith("["):
        number, line = lines.pop(0)
        match = _HEADER.fullmatch(line)
        if not match or match[1] not in HEADERS:
            raise FileError(
                '{source}, line {number}: {line}: expected a header [Name "value"], one of {headers}',
                source=source,
                number=number,
                line=quoted(line),
                headers=HEADERS,
            )
        if match[1] in headers:
            raise FileError(
                "{source}, line {number}: header {name} for the second time; expected one",
                source=source,
                number=number,
                name=match[1],
            )
        headers[match[1]] = match[2]
    record = _from_headers(headers, source)
    played: list[Played] = []
    for number, line in lines:
        match = _LINE.fullmatch(line)
        if not match:
            raise FileError(
                "{source}, line {number}: {line}: expected who, a colon and an action, `1: place R341`",
                source=source,
                number=number,
                line=quoted(line),
            )
        if match[2] == UNDO:
            if not played:
                raise FileError("{source}, line {number}: undo with no action before it", source=source, number=number)
            played.pop()
            continue
        with naming(f"{source}, line {number}"):
            action = record.game.parse(match[2])
        played.append(Played(None if match[1] == "*" else int(match[1]), action))
    return record._replace(played=tuple(played))


def _game(header: str) -> AnyGame:
    """The game that a header names by its slug or its number, which may stand before it."""
    try:
        return find_game(header.split()[-1] if header.strip() else "")
    except UnknownName as error:
        raise UnknownName(
            "{error}; a game of your own is known while its file is trusted in the window", error=error
        ) from None


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Turns what is wrong with a record, or with a game of the user's own that is to read it, into a `FileError`."""
    try:
        yield
    except FileError:
        raise
    except SkillboxError as error:
        raise FileError("{source}: {error}", source=source, error=error) from None
    except Exception as error:
        if fault := fault_of(error):
            raise FileError("{source}: {fault}", source=source, fault=fault) from error
        raise


def _from_headers(headers: dict[str, str], source: str) -> Record:
    def header(name: str, default: str | None = None) -> str:
        if name not in headers and default is None:
            raise FileError('{source}: no header [{name} "..."]; expected one', source=source, name=name)
        return headers.get(name, default or "")

    def whole(name: str, default: str | None = None) -> int:
        text = header(name, default)
        if not _WHOLE.fullmatch(text):
            raise FileError(
                "{source}: header {name} is {text}; expected a whole number",
                source=source,
                name=name,
                text=quoted(text),
            )
        return int(text)

    with naming(source):
        game = _game(header("Game"))
        pairs = [word.partition("=") for word in header("Options", "").split()]
        options = game.options_from({name: value for name, _, value in pairs})
        players = whole("Players")
        position = parse_position(headers["Position"]) if "Position" in headers else None
        game.begin(players, options, position)
    seats = tuple(header("Seats", "").split()) or ("human",) * players
    if len(seats) != players:
        raise FileError(
            "{source}: header Seats names {count} seats; expected {players}",
            source=source,
            count=len(seats),
            players=players,
        )
    return Record(game, players, options, seats, whole("Seed", "0"), position, (), header("Result", OPEN))
