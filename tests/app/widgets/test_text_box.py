"""Texts that wrap."""

from __future__ import annotations

import pytest

pygame = pytest.importorskip("pygame")
from skill.app.widgets.text_box import TextBox  # noqa: E402  (needs pygame)


def rows(ui: object, html: str, width: int) -> list[str]:
    box = TextBox(html, pygame.Rect(0, 0, width, 200), ui)  # type: ignore[arg-type]
    found = ["".join(getattr(part, "text", "") for part in row.items) for row in box.text_box_layout.layout_rows]
    box.kill()
    return found


def test_no_empty_line_follows_one_that_is_just_full(open_app) -> None:
    ui = open_app("undrawn").ui
    for width in range(70, 200):
        found = rows(ui, "<b>Skeleton Trick</b><br>Press<br><br>Keep", width)
        assert found.count("") == 1, (width, found)
