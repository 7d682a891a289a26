"""Sheets of Roll to the Top: ours are fit for play, and whoever writes one is told what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.errors import FileError
from skill.rules.shared.sheets import Sheet, by_geometry, load_sheet, read_sheet, sheet_from_text, sheet_names, warnings

COUNTS = {  # squares, bottom, hanging, longest chain
    "pyramid": (21, 6, 0, 6),
    "stairs": (21, 6, 0, 6),
    "hourglass": (19, 4, 0, 7),
    "tower": (22, 4, 0, 9),
    "bridge": (22, 4, 5, 6),
    "castle": (30, 6, 2, 6),
    "oak": (27, 4, 4, 8),
    "top": (29, 5, 6, 5),
}


def chain(sheet: Sheet) -> int:
    """How many squares lie on each other at most."""
    heights: dict[int, int] = {}

    def height(n: int) -> int:
        if n not in heights:
            heights[n] = 1 + max(map(height, sheet.squares[n].on), default=0)
        return heights[n]

    return max(map(height, range(len(sheet.squares))))


@pytest.mark.parametrize("name", sheet_names())
def test_our_sheets(name: str) -> None:
    sheet = load_sheet(name)
    squares = sheet.squares
    hanging = sum(not square.is_bottom and not square.on for square in squares)
    assert (len(squares), sum(s.is_bottom for s in squares), hanging, chain(sheet)) == COUNTS[name]
    assert warnings(sheet) == []
    assert by_geometry([(square.id, square.x, square.y) for square in squares]) == squares


def test_all_eight_are_there() -> None:
    assert set(sheet_names()) == set(COUNTS)


def text(*squares: str, head: str = 'slug = "own"\ntitle = "Own"') -> str:
    return f"{head}\nsquares = [{', '.join(squares)}]\n"


A1, A2 = '{ id = "a1", x = 0, y = 0, bottom = true }', '{ id = "a2", x = 2, y = 0, bottom = true }'


def read(content: str) -> Sheet:
    return sheet_from_text(content, Path("own.toml"))


def test_geometry_fills_in_what_a_file_leaves_out() -> None:
    sheet = read(text('{ id = "a", x = 0, y = 0 }', '{ id = "b", x = 2, y = 0 }', '{ id = "c", x = 1, y = 1 }'))
    a, b, c = sheet.squares
    assert (a.is_bottom, a.right, b.left, c.on, c.is_bottom) == (True, 1, 0, (0, 1), False)


def test_warning_where_the_picture_misleads() -> None:
    sheet = read(text(A1, A2, '{ id = "b1", x = 4, y = 1, on = ["a1"] }'))
    assert [warning[:2] for warning in warnings(sheet)] == ["a1", "a2", "b1"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("slug = own\n", ["not TOML", "line 1"]),
        ('title = "Own"\nsquares = []', ["slug", "a text"]),
        (text(A1, head='slug = "other"\ntitle = "Own"'), ["slug", '"other"', '"own"']),
        (text(A1, head='slug = "own"\ntitle = 3'), ["title", "3", "a text"]),
        (text(A1, head='slug = "own"\ntitle = "Own"\ncolour = "red"'), ["colour", "red", "author"]),
        (text(), ["squares", "1 to 60"]),
        (text("3"), ["squares[0]", "3", "a table"]),
        (text(A1, '{ id = "a2", x = 2, y = 0, botom = true }'), ["squares[1].botom", "true", "bottom"]),
        (text('{ id = "A1", x = 0, y = 0 }'), ["squares[0].id", '"A1"', "a-z"]),
        (text('{ id = "a1", y = 0 }'), ["squares[0](a1).x", "a whole number"]),
        (text('{ id = "a1", x = -1, y = 0 }'), ["squares[0](a1).x", "-1", "0 or more"]),
        (text('{ id = "a1", x = 0.5, y = 0 }'), ["squares[0](a1).x", "0.5", "a whole number"]),
        (text('{ id = "a1", x = true, y = 0 }'), ["squares[0](a1).x", "true", "a whole number"]),
        (text('{ id = "a1", x = 0, y = 0, bottom = 1 }'), ["squares[0](a1).bottom", "1", "true or false"]),
        (text(A1, '{ id = "b1", x = 0, y = 1, on = "a1" }'), ["squares[1](b1).on", '"a1"', "a list"]),
        (text(A1, '{ id = "b1", x = 0, y = 1, on = ["a1", "a1"] }'), ["squares[1](b1).on", "each once"]),
        (text(A1, A1), ["squares[1](a1).id", '"a1"', "no other square"]),
        (text(A1, '{ id = "b1", x = 0, y = 1, on = ["zz"] }'), ["squares[1](b1).on", '"zz"', "id of a square"]),
        (text(A1, '{ id = "a2", x = 1, y = 0, bottom = true }'), ["squares[1](a2).x", "1", "a1 at x = 0"]),
        (text(A1, '{ id = "a2", x = 2, y = 0, left = "a1" }'), ["squares[1](a2).left", '"a1"', "right is a2"]),
        (text(A1, '{ id = "b1", x = 0, y = 1, bottom = true, on = ["a1"] }'), ["squares[1](b1).on", "bottom square"]),
        (text(A1, '{ id = "b1", x = 0, y = 1 }'), ["squares[1](b1).on", "missing", "left or right"]),
        (
            text(A1, '{ id = "b", x = 0, y = 1, on = ["c"] }', '{ id = "c", x = 0, y = 2, on = ["b"] }'),
            ["squares[1](b).on", "b on c on b", "circle"],
        ),
        (
            text(A1, '{ id = "h", x = 4, y = 1, right = "k" }', '{ id = "k", x = 6, y = 1, left = "h" }'),
            ["squares", "h, k can never be filled"],
        ),
    ],
)
def test_sheet_that_is_not_fit_for_play_is_refused(content: str, words: list[str]) -> None:
    with pytest.raises(FileError) as error:
        read(content)
    for word in ["own.toml", *words]:
        assert word in str(error.value)


LINES = """\
# a sheet { of our own
slug = "own"
title = "Own # { of course"
squares = [
  { id = "a1", x = 0, y = 0, bottom = true },  # {
  { id = "b1", x = 0, y = 1, on = ["c1"] },
  { id = "c1", x = 0, y = 2, on = ["a1"] },
]
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('["a1"]', '["b1"]', 6, "circle"),
        ('["c1"]', '["zz"]', 6, "id of a square"),
        ("y = 2,", 'y = 2, colour = "red",', 7, 'squares[2].colour = "red": unknown key'),
        (', on = ["a1"]', "", 7, "squares[2](c1).on is missing"),
        ('slug = "own"', 'slug = "other"', 2, '"other"'),
        ('title = "Own # { of course"', "title = 3", 3, "a text"),
        ("squares = [", 'colour = "red"\nsquares = [', 4, 'colour = "red": unknown key'),
        ('  { id = "a1", x = 0, y = 0, bottom = true },', "\n\n  { y = 0 },", 7, "squares[0].id"),
    ],
)
def test_a_broken_sheet_is_refused_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert old in LINES
    with pytest.raises(FileError) as error:
        read(LINES.replace(old, new))
    assert f"own.toml, line {line}: " in str(error.value) and words in str(error.value)


def test_the_header_of_a_square_that_is_a_table_of_its_own_is_its_line() -> None:
    squares = ["id = 'a1'\nx = 0\ny = 0\nbottom = true", "id = 'h'\nx = 4\ny = 1\nright = 'k'"]
    squares.append("id = 'k'\nx = 6\ny = 1\nleft = 'h'")
    content = "\n[[squares]]\n".join(["slug = 'own'\ntitle = 'Own'", *squares])
    with pytest.raises(FileError, match=r"line 8: .*never be filled"):
        read(content)


def test_missing_sheet_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="did you mean castle"):
        load_sheet("castel")
    with pytest.raises(FileError, match="no such file"):
        read_sheet(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(FileError, match="cannot be read"):
        read_sheet(tmp_path / "bad.toml")
