"""What an analysis of a game found, in the chosen language."""

from __future__ import annotations

from typing import Any

from skill.analyse.report import Number
from skill.app.i18n import number_text, tr
from skill.rules.fact import Fact


def shown(fact: Fact) -> str:
    """A text in the chosen language."""
    return tr(fact.text, one=fact.one, **{name: _word(value) for name, value in fact.values.items()})


def _word(value: object) -> Any:
    match value:
        case Number():
            return number_text(*value)
        case tuple():
            return ", ".join(map(tr, value))
        case str():
            return tr(value)
    return value
