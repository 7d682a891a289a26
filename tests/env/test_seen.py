"""What players see, may do and are given through every face stays as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.env.seen import KEPT, listed


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_players_see_and_get_what_they_did(game: AnyGame) -> None:
    assert listed(game) == KEPT.kept(game.slug), "if it is meant: python -m tests.env.seen --write"
