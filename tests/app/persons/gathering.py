"""How a child brings four dice together by strokes that puff or jolt: three side by side, and the last one up.

A die that was blown may come to rest askew in its funnel, where it carries none. It is puffed at until it stands.
"""

from __future__ import annotations

from itertools import permutations
from math import dist, hypot

from skill.draw.scene_view import PITCH, SceneView
from skill.lattice.cells import COORDS, LEVEL_STEPS, LEVELS, NUMBER_OF, SUPPORTS, Cell
from skill.lattice.frame import centre, point
from skill.rules.shared import kit
from tests.app.persons.fingers import lying
from tests.app.persons.person import Person
from tests.app.persons.tilting import WAYS, Plan, Spot, spots, stroke_by_stroke

WAVERING = 0.3  # steps: worth of what comes to mind
BETTER = 0.5  # steps that a stroke must bring all nearer
ENOUGH = 0.45  # likelihood with which a stroke is given at once: there are many to give
INNER = [top for top in LEVELS[1] if min(COORDS[top]) >= 1]
"""Tops away from the rim, where there is room behind the fourth die."""
UP, LAST = 10.0, -100.0  # worth of the last stroke, and of one for which there is time when others are not likely
ASKEW = 0.2  # how far a die that does not stand in its funnel is from where it would, edges


def blown_together(person: Person) -> None:
    """As `small_pyramid`, and what lies askew is set upright before one goes up, and where nothing else is likely."""
    small_pyramid(person, sets_upright=True)


def small_pyramid(person: Person, sets_upright: bool = False) -> None:
    """All dice to the nearest place where a fourth stands before two of three, and up."""

    def planned_now(view: SceneView) -> list[Plan]:
        dice = spots(view)
        cells = [funnel_at(spot) for spot in dice]
        askew = askew_dice(view, cells) if sets_upright else []
        plans, ups = [], []
        for n, cell in enumerate(cells):
            for end in next_to(cell):
                to_go = steps_to_go([*cells[:n], end, *cells[n + 1 :]])
                if end not in cells and steps_to_go(cells) - to_go > BETTER:
                    plans.append(Plan(n, way(cell, end), person.rng.gauss(0, WAVERING) - to_go))
            for top in INNER:
                if set(SUPPORTS[top]) <= {*cells} - {cell} and across(top, cell):
                    ups.append(Plan(n, way(cell, top), UP))
        if askew:
            worth = UP if ups else LAST
            ups = [Plan(n, way, worth + person.rng.gauss(0, WAVERING)) for n in askew for way in WAYS]
        return sorted(plans + ups, key=lambda plan: -plan.worth)

    stroke_by_stroke(person, planned_now, ENOUGH)


def funnel_at(spot: Spot) -> Cell:
    """The funnel nearest to what is seen there."""
    return min(LEVELS[0], key=lambda cell: dist(seen(cell), spot))


def askew_dice(view: SceneView, cells: list[Cell]) -> list[int]:
    """Those that do not stand in their funnels."""
    places = [centre(cell, pitch=PITCH) for cell in cells]
    return [n for n, die in enumerate(lying(view)) if dist(die.position, places[n]) > ASKEW]


def seen(cell: Cell) -> Spot:
    """Where a cell is, seen from above."""
    x, y, _ = point(COORDS[cell])
    return (x, y)


def way(begin: Cell, end: Cell) -> Spot:
    """From one cell to another, one edge long."""
    (a, b), (x, y) = seen(begin), seen(end)
    length = hypot(x - a, y - b)
    return ((x - a) / length, (y - b) / length)


def next_to(cell: Cell) -> list[Cell]:
    """The funnels round one."""
    around = [tuple(a + b for a, b in zip(COORDS[cell], step, strict=True)) for step in LEVEL_STEPS]
    return [NUMBER_OF[there] for there in around if there in NUMBER_OF]


def across(top: Cell, cell: Cell) -> bool:
    """Whether a funnel lies before two of the three dice that carry `top`."""
    return sorted(a - b for a, b in zip(COORDS[cell], COORDS[top], strict=True)) == [-1, 1, 1]


def steps_to_go(cells: list[Cell]) -> float:
    """Steps of all dice to three places together and one before two of them, whichever goes where."""
    least = float("inf")
    for top in INNER:
        fourths = [cell for cell in LEVELS[0] if across(top, cell) and min(COORDS[cell]) >= 1]
        table = [[kit.steps(COORDS[cell], COORDS[place]) for place in SUPPORTS[top]] for cell in cells]
        last = [min((kit.steps(COORDS[cell], COORDS[place]) for place in fourths), default=99.0) for cell in cells]
        for a, b, c, d in permutations(range(4)):
            least = min(least, table[a][0] + table[b][1] + table[c][2] + last[d])
    return least
