"""A hint comes to a guest as the host has it, and what is none is refused."""

from __future__ import annotations

import json

import pytest

from skill.bots.chance import Chance
from skill.bots.ends import End
from skill.bots.hint import Hint, Prospect
from skill.errors import UnknownName
from skill.net.advice import plain, read_hint
from skill.rules.catalogue import find_game

GAME = find_game("rasanto")
COUNTED = Prospect(4.0, 3.0, 1, Chance(3, 12, 2, 1.0), None)
HINT = Hint(GAME.parse("place R800"), 4.0, Prospect(5.0, None, 0, None, End.DRAW, True, 2), COUNTED)


def test_a_hint_is_read_as_it_was_told() -> None:
    assert read_hint(GAME, json.loads(json.dumps(plain(HINT)))) == HINT


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("end", "victory"),
        ("chance", {"wins": 3, "games": 12, "draws": 10, "parts": 0}),
        ("chance", {"wins": 3, "games": 12, "draws": 2, "parts": 3}),
    ],
)
def test_a_hint_that_says_what_cannot_be_is_refused(part: str, wrong: object) -> None:
    told = plain(HINT)
    told["other"][part] = wrong
    with pytest.raises(UnknownName, match="cannot be read"):
        read_hint(GAME, told)
