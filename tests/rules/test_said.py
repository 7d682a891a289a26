"""What games say to bots, search and screen stays as it is."""

from __future__ import annotations

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.rules.said import KEPT, listed


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_game_says_of_its_states_what_it_said(game: AnyGame) -> None:
    kept = KEPT.read_text(encoding="utf-8").split("\n\n")
    (before,) = (text for text in kept if text.partition(" ")[0] == game.slug)
    assert listed(game).strip() == before.strip(), "if it is meant: python -m tests.rules.said --write"
