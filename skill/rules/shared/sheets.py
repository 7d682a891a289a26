"""Challenge sheets of Roll to the Top: TOML files of squares, read and checked.

A sheet that is not fit for play is refused with a `FileError` that names file, line, key, value and what was expected.
Source: *Challenge file* of game R1.

An option gives a sheet by its slug, for one of ours or one in `sheets` of the data folder, or as its text, so that a
record can be played again anywhere. It never names a file, since strangers write records and requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from skill.errors import FileError, Words, written
from skill.files import UNKNOWN_KEY, parse_toml, read_text
from skill.paths import data_folder
from skill.rules.page import WIDTH, Square

MOST_SQUARES = 60
MOST_BYTES = 2**16
"""Of a sheet; one of 60 squares has some 5,000."""
TEXT = "text:"
"""Before the text of a sheet as an option has it: blanks, ends of lines and `%` are written as in addresses, `%20`."""
SLUG, ID = re.compile(r"[a-z0-9-]{1,100}"), re.compile(r"[a-z0-9]{1,8}")
ANCHORS = ("on", "left", "right", "bottom")  # a file in which no square has one gets them from the geometry


class Sheet(NamedTuple):
    """A challenge that can be completed."""

    slug: str
    title: str
    squares: tuple[Square, ...]
    author: str = ""
    note: str = ""


# -- finding and reading


def sheets_folder() -> Path:
    """Where the sheets of Skillbox are: inside an installed package, beside it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "scenes"
    return (inside if inside.is_dir() else package.parent / "scenes") / "challenges"


def sheet_names() -> tuple[str, ...]:
    """The slugs of the sheets of Skillbox, sorted."""
    return tuple(sorted(path.stem for path in sheets_folder().glob("*.toml")))


def own_sheets_folder() -> Path:
    """Where a player's own sheets are looked for; it need not exist."""
    return data_folder() / "sheets"


def sheet_option(written: str) -> str:
    """What an option keeps of a sheet, which is given as its slug, as its text, or as an option keeps it.

    Raises `FileError` for a sheet that is not there or not fit for play.
    """
    kept = written if SLUG.fullmatch(written) or written.startswith(TEXT) else _option_of(written)
    load_sheet(kept)
    return kept


def sheet_of_file(path: Path) -> str:
    """What an option keeps of the sheet in a file. Raises `FileError`."""
    read_sheet(path)
    return _option_of(read_text(path, MOST_BYTES))


def _option_of(text: str) -> str:
    return TEXT + re.sub(r"[%\s\0-\x1f]", lambda found: quote(found[0]), text)


@lru_cache(maxsize=8)
def _of_text(option: str) -> Sheet:
    return sheet_from_text(unquote(option.removeprefix(TEXT)), None)


def load_sheet(option: str) -> Sheet:
    """The sheet that the value of an option says. Raises `FileError`."""
    if option.startswith(TEXT):
        return _of_text(option)
    own = own_sheets_folder() / f"{option}.toml"
    is_own = SLUG.fullmatch(option) and option not in sheet_names() and own.is_file()
    return read_sheet(own if is_own else sheets_folder() / f"{option}.toml")


def read_sheet(path: Path) -> Sheet:
    """The sheet in a file. Raises `FileError`."""
    name = path.stem if path.parent == sheets_folder() else str(path)
    if not path.exists():
        near = get_close_matches(name, sheet_names(), 1, 0.4)
        text = "sheet {name}: no such file; expected a file or one of {known}"
        if near:
            text = "sheet {name}: no such file; did you mean {known}?"
        raise FileError(text, name=name, known=", ".join(near or sheet_names()))
    return sheet_from_text(read_text(path, MOST_BYTES), path)


def sheet_from_text(text: str, path: Path | None) -> Sheet:
    """The sheet that `text` is, written in the file `path` if in any. Raises `FileError`."""
    where = _File(path or Path("text"), text)
    if len(text) > MOST_BYTES:
        raise where.fault("", Words("{count} characters; expected at most {most}", count=len(text), most=MOST_BYTES))
    data = parse_toml(text, f"sheet {where.path}")
    _refuse_unknown(data, ("slug", "title", "author", "note", "squares"), where)
    slug = _value(data, "slug", str, where)
    if not SLUG.fullmatch(slug) or (path and slug != path.stem):
        expected = Words("a word of a-z, 0-9 and -")
        if path:
            expected = Words("the file's name without ending, of a-z, 0-9 and -: {name}", name=written(path.stem))
        raise _wrong(where, "slug", slug, expected)
    tables = _value(data, "squares", list, where)
    if not 1 <= len(tables) <= MOST_SQUARES:
        raise _wrong(
            where,
            "squares",
            Words("{count} squares", count=len(tables)),
            Words("{low} to {high}", low=1, high=MOST_SQUARES),
        )
    squares = _linked([_table(table, f"squares[{n}]", where) for n, table in enumerate(tables)], where)
    _check(squares, where)
    author, note = (_value(data, key, str, where, "") for key in ("author", "note"))
    return Sheet(slug, _value(data, "title", str, where), squares, author, note)


class _File(NamedTuple):
    """Where a sheet is written, for errors that name file and line."""

    path: Path
    text: str

    def fault(self, key: str, message: str) -> FileError:
        """The error about a key: a top-level one, or one of a square, labelled `squares[2](b1).x`."""
        square = re.match(r"squares\[(\d+)\]", key)
        line = self._line_of_square(int(square[1])) if square else self._line_of_key(key)
        return FileError("sheet {path}, line {line}: {message}", path=self.path, line=line, message=message)

    def _line_of_key(self, key: str) -> int:
        found = re.search(rf"^[ \t]*(?:\[\[)?{re.escape(key)}\b", self.text, re.MULTILINE)
        return self._line(found.start() if found else 0)

    def _line_of_square(self, number: int) -> int:
        starts = [part.start() for part in _PARTS.finditer(self.text) if part[1]]
        return self._line(starts[number]) if number < len(starts) else self._line_of_key("squares")

    def _line(self, at: int) -> int:
        indent = len(self.text[at:]) - len(self.text[at:].lstrip())
        return self.text.count("\n", 0, at + indent) + 1


# Strings and comments, in which anything may stand, and what begins a square: the header of a table or a brace.
_PARTS = re.compile(r'''"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|(\[\[\s*squares\s*\]\]|\{)''')

_WORDS = {str: Words("a text"), int: Words("a whole number"), bool: Words("true or false"), list: Words("a list")}


def _wrong(where: _File, key: str, value: object, expected: str) -> FileError:
    given = value if isinstance(value, Words) else written(value)
    return where.fault(key, Words("key {key} is {value}; expected {expected}", key=key, value=given, expected=expected))


def _refuse_unknown(table: Mapping[str, Any], known: Sequence[str], where: _File, label: str = "") -> None:
    for key in table:
        if key not in known:
            names = ", ".join(known)
            raise where.fault(label + key, Words(UNKNOWN_KEY, key=label + key, value=written(table[key]), known=names))


def _value(table: Mapping[str, Any], key: str, kind: type, where: _File, default: Any = None, label: str = "") -> Any:
    value = table.get(key, default)
    if value is None:
        raise where.fault(
            label + key, Words("no key {key}; expected {expected}", key=label + key, expected=_WORDS[kind])
        )
    if type(value) is not kind:
        raise _wrong(where, label + key, value, _WORDS[kind])
    return value


def _table(table: object, label: str, where: _File) -> dict[str, Any]:
    """A square as it is written, every value of the right kind, with a label for errors."""
    if not isinstance(table, dict):
        raise _wrong(
            where,
            label,
            table,
            Words("a table such as {example}", example="{ id = 'a1', x = 0, y = 0, bottom = true }"),
        )
    _refuse_unknown(table, ("id", "x", "y", *ANCHORS), where, f"{label}.")
    name = _value(table, "id", str, where, label=f"{label}.")
    if not ID.fullmatch(name):
        raise _wrong(where, f"{label}.id", name, Words("1 to 8 of a-z and 0-9"))
    label = f"{label}({name})."
    for key in ("x", "y"):
        if _value(table, key, int, where, label=label) < 0:
            raise _wrong(where, label + key, table[key], Words("0 or more"))
    _value(table, "bottom", bool, where, False, label)
    for key in ("left", "right"):
        _value(table, key, str, where, "", label)
    on = _value(table, "on", list, where, [], label)
    if not all(isinstance(other, str) for other in on) or len(set(on)) < len(on):
        raise _wrong(where, f"{label}on", on, Words("ids, each once"))
    return {"label": label, **table}


def _linked(tables: Sequence[dict[str, Any]], where: _File) -> tuple[Square, ...]:
    """The squares, with ids turned into places in the sheet; from the geometry if the file says nothing else."""
    place: dict[str, int] = {}
    for n, table in enumerate(tables):
        if place.setdefault(table["id"], n) != n:
            raise _wrong(where, f"{table['label']}id", table["id"], Words("an id that no other square has"))
    if not any(key in table for table in tables for key in ANCHORS):
        return by_geometry([(table["id"], table["x"], table["y"]) for table in tables])

    def named(table: dict[str, Any], key: str, name: str) -> int:
        if name not in place:
            near = get_close_matches(name, place, 1, 0.4)
            expected = (
                Words("the id of a square, such as {near}", near=near[0]) if near else Words("the id of a square")
            )
            raise _wrong(where, table["label"] + key, name, expected)
        return place[name]

    return tuple(
        Square(
            table["id"],
            table["x"],
            table["y"],
            table.get("bottom", False),
            tuple(named(table, "on", name) for name in table.get("on", ())),
            named(table, "left", table["left"]) if "left" in table else None,
            named(table, "right", table["right"]) if "right" in table else None,
        )
        for table in tables
    )


def by_geometry(places: Sequence[tuple[str, int, int]]) -> tuple[Square, ...]:
    """Squares with these ids, x and y, linked as they lie: on all that they overlap by half a side or more."""
    at = {(x, y): n for n, (_, x, y) in enumerate(places)}
    return tuple(
        Square(
            name,
            x,
            y,
            y == 0,
            tuple(at[under] for under in ((x - 1, y - 1), (x, y - 1), (x + 1, y - 1)) if under in at),
            at.get((x - WIDTH, y)),
            at.get((x + WIDTH, y)),
        )
        for name, x, y in places
    )


# -- fit for play


def _check(squares: tuple[Square, ...], where: _File) -> None:
    """Raises `FileError` for the first thing that makes the sheet unfit for play."""
    labels = [f"squares[{n}]({square.id})." for n, square in enumerate(squares)]
    for n, square in enumerate(squares):
        for other in squares[:n]:
            if other.y == square.y and abs(other.x - square.x) < WIDTH:
                expected = Words("{width} or more from {id} at x = {x}", width=WIDTH, id=other.id, x=other.x)
                raise _wrong(where, f"{labels[n]}x", square.x, expected)
        for key, mate, back in (("left", square.left, "right"), ("right", square.right, "left")):
            if mate is not None and getattr(squares[mate], back) != n:
                expected = Words("a square whose {key} is {id}", key=back, id=square.id)
                raise _wrong(where, labels[n] + key, squares[mate].id, expected)
        if square.is_bottom and square.on:
            raise _wrong(
                where, f"{labels[n]}on", [squares[o].id for o in square.on], Words("none: it is a bottom square")
            )
        if not (square.is_bottom or square.on or square.neighbours):
            text = "key {key} is missing; expected on, bottom = true, or a left or right"
            raise where.fault(labels[n], Words(text, key=f"{labels[n]}on"))
    if circle := _circle(squares):
        names = " on ".join(squares[n].id for n in circle)
        raise _wrong(where, f"{labels[circle[0]]}on", names, Words("squares that do not lie on each other in a circle"))
    if closed := _never_filled(squares):
        names = ", ".join(squares[n].id for n in closed)
        text = "key squares: {names} can never be filled; expected every square to be reachable"
        raise where.fault(labels[closed[0]], Words(text, names=names))


def _circle(squares: Sequence[Square]) -> list[int]:
    """Squares that lie on each other in a circle, the first one again at the end; none if there is no circle."""
    seen: set[int] = set()

    def search(n: int, path: list[int]) -> list[int]:
        if n in path:
            return [*path[path.index(n) :], n]
        if n in seen:
            return []
        seen.add(n)
        return next((found for under in squares[n].on if (found := search(under, [*path, n]))), [])

    return next((found for n in range(len(squares)) if (found := search(n, []))), [])


def _never_filled(squares: Sequence[Square]) -> list[int]:
    """The squares that stay empty if all that can be filled is filled again and again."""
    filled: set[int] = set()
    while True:
        more = {n for n, square in enumerate(squares) if n not in filled and is_open(square, filled)}
        if not more:
            return [n for n in range(len(squares)) if n not in filled]
        filled |= more


def is_open(square: Square, filled: set[int]) -> bool:
    """Whether an empty square can be filled, as far as its place goes, when those are."""
    if square.is_bottom:
        return True
    return filled.issuperset(square.on) if square.on else not filled.isdisjoint(square.neighbours)


def warnings(sheet: Sheet) -> list[Words]:
    """Where a sheet that is fit for play differs from what its picture suggests."""
    drawn = by_geometry([(square.id, square.x, square.y) for square in sheet.squares])
    found = []
    for square, looks in zip(sheet.squares, drawn, strict=True):
        if set(square.on) != set(looks.on) or square.is_bottom != looks.is_bottom:
            found.append(Words("{id} does not lie on what it seems to lie on", id=square.id))
        if square.neighbours != looks.neighbours:
            found.append(Words("{id} does not have the neighbours that stand beside it", id=square.id))
    return found
