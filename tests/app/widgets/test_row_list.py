"""Lists that the screen paints itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pygame = pytest.importorskip("pygame")
from skill.app.widgets.pen import Pen  # noqa: E402  (needs pygame)
from skill.app.widgets.row_list import ROW, Row, RowList  # noqa: E402


class NotingPen(Pen):
    """Only notes what is written, and how wide the room for it is; each letter is 7 pixels wide."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.rooms: dict[str, int] = {}

    def font(self, *_: object, **__: object) -> SimpleNamespace:
        return SimpleNamespace(size=lambda text: (7 * len(text), 14))

    def write(self, surface: pygame.Surface, text: str, area: pygame.Rect, *_: object, **__: object) -> int:
        self.texts += [text] if text else []
        self.rooms[text] = area.w
        return min(7 * len(text), area.w)


def painted(rows: RowList) -> list[str]:
    pen = NotingPen()
    rows.paint(pygame.Surface((300, 300)), pen)
    return pen.texts


def test_every_row_that_is_seen_is_painted_below_headings_and_scrolled_too() -> None:
    rows, numbers = RowList(), [Row(str(n), n) for n in range(20)]
    rows.place(pygame.Rect(20, 30, 200, 4 * ROW), 1.0)
    rows.show([Row("First"), *numbers[:1], Row("Others"), *numbers[1:]])
    assert painted(rows) == ["First", "0", "Others", "1"]
    rows.wheel(-100)
    assert painted(rows) == ["16", "17", "18", "19"]


def test_title_and_end_of_a_row_that_is_too_narrow_give_way_alike() -> None:
    title, end = "Captain Flint's Skeleton Trick", "26.11. 22:50  just begun"
    rows, pen = RowList(), NotingPen()
    rows.place(pygame.Rect(0, 0, 240, 4 * ROW), 1.0)
    rows.show([Row(title, 1, end), Row("Dune", 2, "1-8")])
    rows.paint(pygame.Surface((300, 300)), pen)
    shares = [pen.rooms[text] / (7 * len(text)) for text in (title, end)]
    assert shares[0] == pytest.approx(shares[1], abs=0.02) and 0.5 < shares[0] < 1.0
    assert all(pen.rooms[text] >= 7 * len(text) for text in ("Dune", "1-8"))
