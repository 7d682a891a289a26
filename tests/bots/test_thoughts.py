"""What a search finds stays as it is: how often each action was tried, its values and their errors."""

from __future__ import annotations

from itertools import islice

import pytest

from skill.bots.search import Candidate
from skill.rules.catalogue import find_game
from tests.bots.test_search import Heap, Nim, thought
from tests.rules.playouts import playout

Found = list[tuple[str, int, list[float], float]]


@pytest.mark.parametrize(
    ("heap", "expected"),
    [
        (
            Heap(7, 1, 2),
            [
                ("roll 3", 109, [0.8839, 0.1161], 0.0229),
                ("roll 1", 11, [0.4591, 0.5409], 0.1426),
                ("roll 2", 8, [0.5, 0.5], 0.1709),
            ],
        ),
        (
            Heap(6, 2, 3),
            [
                ("roll 1", 170, [0.3624, 0.6112, 0.0765], 0.0336),
                ("roll 2", 4, [0.275, 0.05, 0.725], 0.125),
                ("roll 3", 3, [0.65, 0.05, 0.35], 0.1667),
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
                ("slide 007", 8, [0.6086, 0.5726, 0.3912], 0.0706),
                ("slide 004", 5, [0.662, 0.4899, 0.2356], 0.1392),
                ("slide 800", 5, [0.6492, 0.6132, 0.3508], 0.1085),
            ],
        ),
        (
            "reducto",
            [
                ("jump 134>404", 33, [0.3356, 0.6644], 0.0542),
                ("jump 026>206", 19, [0.3328, 0.6672], 0.0781),
                ("jump 008>404", 3, [0.1334, 0.8666], 0.1678),
            ],
        ),
        (  # with chance
            "race",
            [
                ("turn 071:213", 6, [0.745, 0.6838, 0.255, 0.3775], 0.1093),
                ("turn 071:451", 3, [0.6225, 0.6225, 0.255, 0.3775], 0.1944),
                ("turn 071:145", 2, [0.6838, 0.6838, 0.3162, 0.3162], 0.2818),
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
