"""Where the lattice says that dice slide, the world lets them slide: random heaps, and positions of the games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from skill.lattice.cells import Cell, in_mask
from skill.lattice.dice import Die
from skill.lattice.pyramid import Pyramid
from skill.physics.lab.slides import pull, slides
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game
from tests.rules.playouts import playout

SCENE = load_scene("pyramid")


def test_a_column_slides_in_the_world_as_on_the_lattice() -> None:
    tried = list(slides(SCENE, 12, seed=3))
    assert sum(len(slide.column) for slide in tried) >= 12
    assert sum(slide.agrees for slide in tried) >= 11


@pytest.mark.slow
def test_of_100_slides_at_least_95_agree() -> None:
    tried = list(slides(SCENE, 100, seed=1))
    assert sum(slide.agrees for slide in tried) >= 95, [slide.cause for slide in tried if not slide.agrees]


def positions(slug: str, count: int) -> Iterator[tuple[Pyramid, Cell, Pyramid]]:
    """Heaps of random games in which a die is pulled and others slide: the heap, its cell, and what is to stand.

    Where the pulled die goes back on top at once it is left out of what is to stand.
    """
    game = find_game(slug)
    for seed in range(count):
        steps = [(game.pyramid(state), action) for state, _, action in playout(game, seed)]
        pulls = [
            (before, action[1], after)
            for (before, action), (after, _) in pairwise(steps)
            if action is not None and action.verb == "slide" and before.slide_axis(action[1]) is not None
        ]
        before, cell, after = Random(seed).choice(pulls)
        (top,) = set(in_mask(before.mask)) - set(in_mask(before.slide(cell).mask))
        yield before, cell, after.remove(top)


def plain(heap: Pyramid) -> Pyramid:
    """The same colours without pips."""
    return Pyramid((cell, Die(die.colour)) for cell, die in heap)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["masquerade", "slide", "slipped", "cui-bono", "cui-bono-abacus"])
def test_what_games_say_of_slides_holds_in_the_world(slug: str) -> None:
    agree = []
    for before, cell, after in positions(slug, 8):
        seen = pull(SCENE, before, cell).seen
        has_pips = all(die.faces for _, die in after)
        found = seen.pyramid if has_pips else plain(seen.pyramid)
        agree.append(found == after and not seen.loose)
    assert sum(agree) >= 7, agree
