"""Bots: found by their files, listed by strength, named in every message."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from skill import bots
from skill.bots.registry import all_bots, check_seats, find_bot
from skill.errors import UnknownName
from skill.rules.catalogue import find_game
from skill.table.simulate import simulate

FIRST = """
class FirstBot:
    name, strength = "first", -1

    def choose(self, game, view, seat, rng):
        return game.moves(view, seat)[0]

BOT = FirstBot()
"""


@pytest.fixture
def new_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more file among the bots."""
    (tmp_path / "first.py").write_text(FIRST)
    monkeypatch.setattr(bots, "__path__", [*bots.__path__, str(tmp_path)])
    all_bots.cache_clear()
    yield
    all_bots.cache_clear()
    sys.modules.pop("skill.bots.first", None)


def test_bots_are_listed_by_strength() -> None:
    assert list(all_bots()) == ["random", "easy", "greedy", "medium", "hard", "expert"]
    for name, bot in all_bots().items():
        assert bot.name == name and find_bot(name) is bot


def test_a_new_bot_is_one_file(new_bot: None) -> None:
    game = find_game("rasanto")
    assert list(all_bots())[:2] == ["first", "random"]
    check_seats(("first", "human+first"))
    state = game.begin(2, game.options_from({"first_player": 1}))
    assert find_bot("first").choose(game, state, 1, Random(1)) == game.moves(state, 1)[0]
    assert simulate(game, game.options_from({}), [("first", "random")], 1)[0].result
    with pytest.raises(
        UnknownName, match="expected human, first, random, easy, greedy, medium, hard, expert, or several"
    ):
        check_seats(("clever",))
    with pytest.raises(UnknownName, match="expected one of first, random, easy"):
        find_bot("clever")
