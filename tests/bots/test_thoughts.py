"""What a search finds stays as it is: how often each action was tried, its values and their errors."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from skill.bots.registry import find_bot
from skill.bots.search import Candidate
from skill.bots.thoughtful import can_be_thought
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.bots.test_search import Heap, Nim, thought
from tests.figures import measured
from tests.rules.playouts import playout

TIMES = {"medium": 0.1, "hard": 0.5, "expert": 2.0}
"""The longest thoughts, seconds of a processor."""
Found = list[tuple[str, int, list[float], float]]


@pytest.mark.parametrize(
    ("heap", "expected"),
    [
        (
            Heap(7, 1, 2),
            [
                ("roll 3", 13, [1.0, 0.0], 0.0),  # proven
                ("roll 1", 9, [0.45, 0.55], 0.1571),
                ("roll 2", 6, [0.5, 0.5], 0.1983),
            ],
        ),
        (
            Heap(6, 2, 3),
            [
                ("roll 1", 187, [0.0789, 0.9019, 0.0693], 0.0149),
                ("roll 2", 3, [0.35, 0.05, 0.65], 0.0812),
                ("roll 3", 2, [0.5, 0.05, 0.5], 0.1218),
            ],
        ),
    ],
    ids=str,
)
def test_a_heap_is_thought_about_as_before(heap: Heap, expected: Found) -> None:
    assert found(thought(Nim(), heap, heap.seat, budget=400).candidates, 3) == expected


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        (  # hidden
            "slide",
            [
                ("slide 007", 8, [0.6581, 0.5268, 0.3417], 0.0671),
                ("slide 004", 7, [0.7158, 0.4402, 0.2109], 0.0896),
                ("slide 800", 5, [0.6881, 0.6128, 0.3119], 0.061),
            ],
        ),
        (
            "reducto",
            [
                ("jump 134>404", 33, [0.3356, 0.6644], 0.0529),
                ("jump 026>206", 19, [0.3328, 0.6672], 0.0752),
                ("jump 008>404", 3, [0.1334, 0.8666], 0.102),
            ],
        ),
        (  # with chance
            "race",
            [
                ("turn 071:213", 6, [0.745, 0.6838, 0.255, 0.3775], 0.0793),
                ("turn 071:451", 3, [0.6225, 0.6225, 0.255, 0.3775], 0.1232),
                ("turn 071:145", 2, [0.6838, 0.6838, 0.3162, 0.3162], 0.1688),
            ],
        ),
    ],
)
def test_a_game_is_thought_about_as_before(slug: str, expected: Found) -> None:
    game = find_game(slug)
    for state, by, _ in islice(playout(game, 1), 6, None):
        if isinstance(by, int) and len(game.moves(state, by)) > 2:
            assert found(thought(game, game.view(state, by), by, budget=600).candidates, 3) == expected
            break


def found(candidates: tuple[Candidate, ...], most: int) -> Found:
    """The most tried, with their figures to four places."""
    return [(str(c.action), c.visits, [round(v, 4) for v in c.values], round(c.error, 4)) for c in candidates[:most]]


@pytest.mark.parametrize("game", [game for game in all_games() if can_be_thought(game)], ids=lambda game: game.slug)
def test_a_thought_makes_no_more_calls_than_its_time_allows(game: AnyGame) -> None:
    for name, seconds in TIMES.items():
        assert find_bot(name).budget_in(game) <= seconds * game.calls_a_second  # type: ignore[attr-defined]


def test_a_thought_ends_where_its_calls_do() -> None:
    class Dear(Nim):
        calls_a_second = 1_000

    spent = [find_bot("hard").think(game, Heap(200, 1, 3), 1, Random(1), 15_000).calls for game in (Dear(), Nim())]  # type: ignore[attr-defined]
    assert 500 <= spent[0] < 1_000 and spent[1] >= 15_000


def test_acts_of_a_long_turn_share_the_time_of_one() -> None:
    class Long(Nim):
        calls_a_second, shared_by = 1_000, 5

    assert find_bot("hard").budget_in(Long()) == 100  # type: ignore[attr-defined]


def test_the_longest_thoughts_that_were_measured_keep_their_time() -> None:
    for row in measured("thoughts"):
        assert row.figures["longest, s"] <= TIMES[row.engine], (row.case, row.engine)
