"""Text on surfaces."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("pygame")
from skill.app.widgets.pen import Pen, fitting, told_apart


def test_lines_break_at_spaces_but_not_at_those_that_hold_words_together(monkeypatch: pytest.MonkeyPatch) -> None:
    pen = object.__new__(Pen)
    monkeypatch.setattr(Pen, "font", lambda *_: SimpleNamespace(size=lambda text: (len(text), 1)))
    assert pen.wrapped("La somme\xa0: 4", 8) == ["La", "somme\xa0:", "4"]
    assert pen.wrapped(" one  two\nthree ", 7) == ["one two", "three"]
    assert pen.wrapped("", 7) == [""]


@pytest.mark.parametrize(
    ("texts", "width", "shown"),
    [
        (("Set it here", "Set it there"), 20, ["Set it here", "Set it there"]),
        (("Set the die with 3 up", "Set the die with 4 up"), 12, ["Set the…3 up", "Set the…4 up"]),
        (("Set the die with 3 up", "Take"), 12, ["Set the die…", "Take"]),
        (
            ("Turn it, orange side 3, violet side 1", "Turn it, orange side 3, violet side 2", "Turn it, white side 1"),
            22,
            ["Turn it, orange side…1", "Turn it, orange side…2", "Turn it, white side 1"],
        ),
        (("Set it on ab of a long row", "Set it on cd of a long row"), 8, ["…ab of…", "…cd of…"]),
    ],
)
def test_texts_that_differ_are_cut_so_that_they_look_different(
    texts: tuple[str, ...], width: int, shown: list[str]
) -> None:
    def fit(text: str, end: str) -> str:
        return fitting(text, lambda one: (len(one), 1), width, end)

    assert told_apart(texts, fit) == shown
