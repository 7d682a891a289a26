"""What bots choose stays as it is."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from math import fsum
from typing import Any

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.bots.chosen import KEPT, line_of


@pytest.fixture(autouse=True)
def adds_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where a rule or a bot adds up with `sum` what Python 3.11 and later ones round differently."""

    def added(parts: Iterable[Any], start: Any = 0) -> Any:
        terms = [start, *parts]
        if any(isinstance(term, float) for term in terms):
            one_by_one = 0.0
            for term in terms:
                one_by_one += term
            assert one_by_one == fsum(terms), f"{terms}: expected math.fsum"
        return builtins.sum(terms)

    for name, module in list(sys.modules.items()):
        if name.startswith(("skill.bots", "skill.rules")):
            monkeypatch.setattr(module, "sum", added, raising=False)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_bots_choose_what_they_chose(game: AnyGame) -> None:
    before = KEPT.kept(game.slug) if game.slug in KEPT.names() else ""
    assert line_of(game) == before, "if it is meant: python -m tests.bots.chosen --write"
