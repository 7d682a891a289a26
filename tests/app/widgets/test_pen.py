"""Text on surfaces."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("pygame")
from skill.app.widgets.pen import Pen


def test_lines_break_at_spaces_but_not_at_those_that_hold_words_together(monkeypatch: pytest.MonkeyPatch) -> None:
    pen = object.__new__(Pen)
    monkeypatch.setattr(Pen, "font", lambda *_: SimpleNamespace(size=lambda text: (len(text), 1)))
    assert pen.wrapped("La somme\xa0: 4", 8) == ["La", "somme\xa0:", "4"]
    assert pen.wrapped(" one  two\nthree ", 7) == ["one two", "three"]
    assert pen.wrapped("", 7) == [""]
