"""Records: what PGN is to chess. Headers, an empty line, one action a line.

    [Game "23 rasanto"]
    [Players "2"]
    [Options "fill=deferred first_player=1"]
    [Seed "7"]
    [Result "73 62"]

    1: place R440
    *: roll 4

Each line says who acted (a seat, or `*` for chance and the table), a colon, and the action; `#` starts a comment, as do
PGN's `;` and, at the head of a line, `%`; `{...}` is one of any length, with no braces in it.
The result is `*` while the game goes on. `*: undo` takes the line before it back, so that a journal only ever grows.

As in PGN a file may hold several records one after another, and a record may have headers that mean nothing here, such
as `[Event "Club evening"]`: they are kept. A quotation mark or a backslash in a value has a backslash before it.
The record of a game of one's own names its file and the SHA-256 of its bytes: `[GameFile "tower.py 5f1c..."]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import FileError, IllegalMove, SkillboxError, UnknownName, Words, printable, quoted
from skill.files import each_once, form, read_text
from skill.lattice.notation import ATTEMPT, FIRST_ENGINE, Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.programs import program_of
from skill.rules.catalogue import fault_of, find_game
from skill.rules.game import CHANCE, AnyGame, Seat, Turn
from skill.rules.options import Options

UNDO = "undo"
OPEN = "*"  # the result of a game that is not over
HEADERS = ("Game", "GameFile", "Players", "Options", "Seats", "Seed", "Position", "Result")
FORM = form(Words("a record or journal of a match"), r'\[Game "')
MOST_RECORDS = 10_000
"""That a file may hold."""
_HEADER = re.compile(r'\[\s*([\w+#=:-]+)\s+"((?:[^"\\]|\\.)*+)"\s*\]\s*')
_HEADERS = re.compile(f"(?:{_HEADER.pattern})*+")
_REMARK = re.compile(r"[#;].*|\{[^{}]*\}")
_BRACED = re.compile(r"\A\s*(?:\{[^{}]*\}\s*)*+")
_BARE_QUOTES = re.compile(r'\[\s*([\w+#=:-]+)\s+"((?:(?!"\s*\]).)*)"\s*\]')  # of people who forget the backslash
_ESCAPED = re.compile(r'\\(["\\])')
_SCORE = re.compile(r"inf|-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:e[+-][0-9]{1,3})?")
_SEAT = re.compile(r"[\w.+-]{1,200}")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LINE = re.compile(r"(\*|[1-9][0-9]{0,3})\s*:\s*(\S.*)")
_BETWEEN = "\ufeff\x1a"  # where files were put together: the mark at the head of one, the end of another


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
    other_headers: tuple[tuple[str, str], ...] = ()
    """Names and values of headers that mean nothing here."""
    made_with: str = ""
    """The file of a game of one's own and the SHA-256 of its bytes, if the record says them."""

    def __str__(self) -> str:
        return self.head() + "".join(f"{line}\n" for line in self.played)

    def head(self) -> str:
        """The headers and the empty line after them."""
        default = self.game.options_from({})
        changed = " ".join(f"{name}={value}" for name, value in self.options.items() if value != default[name])
        values = {
            "Game": f"{self.game.number} {self.game.slug}",
            "GameFile": self.made_with or _file_of(self.game),
            "Players": self.players,
            "Options": changed,
            "Seats": " ".join(self.seats),
            "Seed": self.seed,
            "Position": self.position or "",
            "Result": self.result,
        }
        known = [(name, str(values[name])) for name in HEADERS if values[name] != ""]
        lines = [f'[{name} "{_with_escapes(value)}"]\n' for name, value in (*known, *self.other_headers)]
        return "".join(lines) + "\n"

    @property
    def engines(self) -> frozenset[str]:
        """Those that have stepped its attempts."""
        return frozenset(engine_of(line.action) for line in self.played if line.action.verb == ATTEMPT.name)

    @property
    def changed(self) -> Words | None:
        """That the game is not the one with which the record was made, if it was one of somebody's own."""
        if self.made_with in ("", here := _file_of(self.game)):
            return None
        return Words("made with {then}; here is {now}", then=self.made_with, now=here or self.game.slug)

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


def engine_of(action: Action) -> str:
    """The engine that has stepped an attempt; Bullet where its report names none."""
    return action[-1].partition("@")[0].partition("+")[2] or FIRST_ENGINE


def read_record(path: Path, number: int | None = None) -> Record:
    """The record in a file, or that of this number, from 1, where there are several.

    Raises `FileError` naming file and line, also where there are several and no number.
    """
    return parse_record(read_text(path), str(path), number)


def read_records(path: Path) -> list[Record | FileError]:
    """All records in a file, and what is wrong with those that cannot be read. Raises `FileError` for the file."""
    found: list[Record | FileError] = []
    for part in _parts(read_text(path), str(path)):
        try:
            found.append(_parsed(part, str(path)))
        except FileError as error:
            found.append(error)
    return found


def parse_record(text: str, source: str = "record", number: int | None = None) -> Record:
    """The record that `text` is, or that of this number in it. Raises `FileError` naming `source` and the line."""
    parts = _parts(text, source)
    if number is None and len(parts) > 1:
        wrong = "{source}: {count} records; expected one, or the number of one of them"
        raise FileError(wrong, source=source, count=len(parts))
    if number is not None and not 1 <= number <= len(parts):
        wrong = "{source}: record {number}; expected a number from 1 to {count}"
        raise FileError(wrong, source=source, number=number, count=len(parts))
    return _parsed(parts[(number or 1) - 1], source)


_Lines = list[tuple[int, str]]


def _parts(text: str, source: str) -> list[_Lines]:
    """The lines of each record with their numbers, without those that are blank or only a comment.

    A record begins at headers that come after actions, and at headers, after a blank line, with another game.
    """
    parts: list[_Lines] = [[]]
    has_game = has_actions = False
    for kind, lines in groupby(_said(text, source), lambda line: line[1][:1]):
        if not kind:
            continue
        found = list(lines)
        if kind == "[":
            names_game = any(name == "Game" for _, line in found for name, _ in _headers(line))
            if has_actions or (has_game and names_game):
                parts.append([])
                has_game = has_actions = False
            has_game |= names_game
        else:
            has_actions = True
        parts[-1] += found
    if len(parts) > MOST_RECORDS:
        wrong = "{source}: {count} records; expected at most {most}"
        raise FileError(wrong, source=source, count=len(parts), most=MOST_RECORDS)
    return parts


def _said(text: str, source: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without remarks and without those that are nothing else."""
    begun = 0  # in which line a remark began that is not at its end
    for number, written in enumerate(text.split("\n"), 1):
        line = written.strip().strip(_BETWEEN).strip()
        if not line and not begun:
            yield number, ""
            continue
        if begun:
            inside, end, line = line.partition("}")
            if "{" in inside:
                break
            if not end:
                continue
            begun = 0
        line = _BRACED.sub("", line, count=1)
        heads = _HEADERS.match(line)
        head = heads[0] if heads else ""
        if not head and line.startswith("["):
            yield number, line
            continue
        rest, brace, _ = _REMARK.sub("", "" if line.startswith("%") else line[len(head) :]).partition("{")
        begun = number if brace else 0
        if said := (head + rest).strip():
            yield number, said
    if begun:
        wrong = "{source}, line {number}: a remark without a closing brace; expected one"
        raise FileError(wrong, source=source, number=begun)


def _headers(line: str) -> list[tuple[str, str]]:
    """Names and values of the headers on a line; none for a line that has something else."""
    found = list(_HEADER.finditer(line))
    if _HEADER.sub("", line).strip():
        found = [match] if (match := _BARE_QUOTES.fullmatch(line)) else []
    return [(match[1], _ESCAPED.sub(r"\1", match[2])) for match in found]


def _with_escapes(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _parsed(lines: _Lines, source: str) -> Record:
    headers: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    first = next((n for n, (_, line) in enumerate(lines) if not line.startswith("[")), len(lines))
    for number, line in lines[:first]:
        if not (found := _headers(line)):
            raise FileError(
                '{source}, line {number}: {line}: expected a header [Name "value"]',
                source=source,
                number=number,
                line=quoted(line),
            )
        for name, value in found:
            if name not in HEADERS:
                others.append((name, value))
            elif name in headers:
                raise FileError(
                    "{source}, line {number}: header {name} for the second time; expected one",
                    source=source,
                    number=number,
                    name=name,
                )
            else:
                headers[name] = value
    record = _from_headers(headers, source)
    played: list[Played] = []
    for number, written in lines[first:]:
        line = " ".join(written.split())
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
    return record._replace(played=tuple(played), other_headers=tuple(others))


def _file_of(game: AnyGame) -> str:
    """The file of a game of one's own and the SHA-256 of its bytes; empty for an installed game."""
    program = program_of(type(game).__module__)
    return "" if program is None else f"{printable(program.path.name, 'line')} {program.digest}"


def _game(header: str, made_with: str) -> AnyGame:
    """The game that a header names by its slug or its number, which may stand before it."""
    try:
        return find_game(header.split()[-1] if header.strip() else "")
    except UnknownName as error:
        text = "{error}; of a game of your own name the file with --game, or trust it in the window"
        if made_with:
            text = "{error}; it is the game of {file}: name that file with --game, or trust it in the window"
        raise UnknownName(text, error=error, file=quoted(made_with)) from None


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
        game = _game(header("Game"), header("GameFile", ""))
        words = (word.partition("=") for word in header("Options", "").split())
        options = game.options_from(each_once(((name, value) for name, _, value in words), f"{source}: header Options"))
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
    if strange := [seat for seat in seats if not _SEAT.fullmatch(seat)]:
        text = "{source}: header Seats names {seat}; expected human or the name of a bot"
        raise FileError(text, source=source, seat=quoted(strange[0]))
    result = header("Result", OPEN)
    scores = result.split(" ")
    if result != OPEN and not (len(scores) == players and all(map(_SCORE.fullmatch, scores))):
        text = "{source}: header Result is {result}; expected {open} or a score for each of {players} seats"
        raise FileError(text, source=source, result=quoted(result), open=OPEN, players=players)
    seed, made_with = whole("Seed", "0"), header("GameFile", "")
    return Record(game, players, options, seats, seed, position, (), result, made_with=made_with)
