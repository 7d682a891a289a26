"""Which dice go from cell to cell: each as the same motion of the pyramid has it."""

from __future__ import annotations

import pytest

from skill.lattice.notation import MOVE, REMOVE, SLIDE, SWAP, TIP, TURN, parse_action, parse_position
from skill.lattice.ways import Way

HEAP = parse_position("R800 G710 R701 K620 R611 R602 K700 G610 R601 G600 K008:623")
VERBS = (MOVE, REMOVE, SLIDE, SWAP, TIP, TURN)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("move 008>107", "008>107"),
        ("tip 008>107", "008/107"),
        ("swap 800>710", "800>710 710>800"),
        ("slide 800", "700>800 600>700"),
        ("slide 600", ""),  # free
        ("slide 701", ""),  # under two dice
        ("remove 600", ""),
        ("turn 600:321", ""),
    ],
)
def test_ways(text: str, ways: str) -> None:
    action = parse_action(text, VERBS)
    verb = next(verb for verb in VERBS if verb.name == action.verb)
    assert list(verb.ways(HEAP, *action[1:])) == [way(word) for word in ways.split()]


def way(text: str) -> Way:
    """A way as these tests write it, `/` for one that tips."""
    _, start, end = parse_action(text.replace("/", ">").join(("move ", "")), [MOVE])
    return Way(start, end, "/" in text)
