"""What bots choose stays as it is."""

from __future__ import annotations

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.bots.chosen import kept, line_of


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_bots_choose_what_they_chose(game: AnyGame) -> None:
    assert line_of(game) == kept().get(game.slug, ""), "if it is meant: python -m tests.bots.chosen --write"
