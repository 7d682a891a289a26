"""What are games worth with best play? The whole of one, or small variants: fewer rounds, a smaller plate.

Seat 1 begins, and there are two seats. A smaller plate is the full one of which a corner is free, while dice of the
seats lie in all other funnels, in turn. A value of 1 is a sure win of seat 1, -1 a sure loss, 0 a shared win; chance
counts by expectation. A game that is not solved has none.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle

from benchmarks.harness import Plot, Row
from skill.analyse.solve import begun, solved
from skill.lattice.cells import BASE, COORDS, DEPTH
from skill.lattice.dice import Die
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game

PLOT = Plot("states")
STATES, FEW_STATES = 300_000, 20_000
CASES: tuple[tuple[str, dict[str, str], int], ...] = (
    *(("rasanto", {"fill": "immediate"}, side) for side in (3, -3, 4, -4)),
    *(("smuggling", {"match": "single", "quiet_cap": cap}, 0) for cap in ("1", "2")),
    *(("steps-to-the-throne", {"match": "single", "turn_cap": cap}, 0) for cap in ("1", "2", "3")),
    *(("flea-chase", {"turn_cap": cap, "finish_cap": "1"}, 0) for cap in ("1", "2")),
    *(("masquerade", {"round_cap": cap}, 0) for cap in ("2", "5")),
    *(("witches-dance", {"layout": layout}, 0) for layout in ("star", "ring")),
)
"""Games, their options, and how many funnels a side of the free corner has, 0 for the usual start. Negative where the
dice in the others begin with the colour of seat 2."""


def corner_free(colours: tuple[str, ...], side: int) -> Pyramid:
    """A plate on which only a corner is free, with so many funnels on a side."""
    taken = [cell for cell in BASE if COORDS[cell][0] <= DEPTH - abs(side)]
    return Pyramid(zip(taken, map(Die, cycle(colours if side > 0 else colours[::-1])), strict=False))


def measure(quick: bool, only: str) -> Iterator[Row]:
    for slug, given, side in CASES:
        game = find_game(slug)
        text = " ".join(f"{name}={value}" for name, value in given.items())
        free = f", {abs(side) * (abs(side) + 1) // 2} funnels free, seat {1 if side > 0 else 2} has the first die"
        case = f"{game.title}, {text}" + free * bool(side)
        if only not in case.lower() and only not in slug:
            continue
        options = game.options_from({**given, "first_player": "1"})
        position = corner_free(game.colours_of_seats(options), side) if side else None
        started = time.process_time()
        found = solved(game, begun(game, game.begin(2, options, position), 0), FEW_STATES if quick else STATES)
        figures = {"states": float(found.states), "processor s": time.process_time() - started}
        if found.is_solved:
            figures["value"] = float(found.low)
        if found.is_shortest and found.actions is not None:
            figures["actions"] = float(found.actions)
        yield Row(case, "ours", figures)
