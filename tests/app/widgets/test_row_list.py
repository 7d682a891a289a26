"""Lists that the screen paints itself."""

from __future__ import annotations

import pytest

pygame = pytest.importorskip("pygame")
from skill.app.widgets.pen import Pen  # noqa: E402  (needs pygame)
from skill.app.widgets.row_list import ROW, Row, RowList  # noqa: E402


class NotingPen(Pen):
    """Only notes what is written."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, surface: pygame.Surface, text: str, *_: object, **__: object) -> int:
        self.texts += [text] if text else []
        return 0


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
