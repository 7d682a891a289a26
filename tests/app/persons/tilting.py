"""How a child moves dice with strokes: draws one die on at a time, and lets go where the ring promises it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from skill.app.draw.scene_view import SceneView
from skill.app.input.tools.preview import RING_WIDTH
from tests.app.persons.fingers import lying
from tests.app.persons.person import REACTION_S, Person

Spot = tuple[float, float]

STEP = 1.435  # from one funnel to the next, edges
STROKE = 1.6  # that one draws, edges
HEIGHT = 0.9  # at which one points, that of the dice
WORTH = 0.5  # edges that a way must bring a die nearer
ASIDE = 0.6  # worth of each edge that a die comes to be from the nearest other
WAVERING = 0.5  # worth of what comes to mind
WAYS = [(cos(n * pi / 3), sin(n * pi / 3)) for n in range(6)]
HOME = 0.7  # how near a funnel a die counts as in it, edges
DRAWS = 4  # strokes that one looks at before one takes the likeliest of them
PATIENCE_S = 3.0  # for which one waits for the ring
RESTS_S = 0.25  # for which all lies still before one draws on


class Plan(NamedTuple):
    """A die that is to hop one funnel that way."""

    die: int
    way: Spot
    worth: float


class Seen(NamedTuple):
    """What the preview of a stroke said."""

    is_good: bool
    likely: float
    falls: float


def faraday(person: Person) -> None:
    """Each die to its own corner, one funnel at a time, first where there is room."""

    def planned_now(view: SceneView) -> list[Plan]:
        dice = spots(view)
        return planned(person, dice, nearest(dice, [(mark.position[0], mark.position[1]) for mark in view.markers]))

    stroke_by_stroke(person, planned_now)


def stroke_by_stroke(person: Person, planned_now: Callable[[SceneView], list[Plan]], enough: float = 1.0) -> None:
    """One stroke after another, of those that are planned for what is seen, the best first.

    What is `enough` likely and loses no die is given at once, as what the ring calls good.
    """
    person.wait(0.5)
    while True:
        view = person.wait_until_still()
        person.wait(RESTS_S)
        plans = planned_now(view)
        if not plans:
            person.wait(0.5)
            continue
        looked_at = []
        for plan in plans[:DRAWS]:
            seen = drawn(person, plan)
            if seen is None:  # nothing was promised
                back(person)
                continue
            if seen.is_good or (seen.falls == 0 and seen.likely >= enough):
                break
            if seen.falls == 0:
                looked_at.append((seen.likely, plan))
            back(person)
        else:
            again = max(looked_at, key=lambda pair: pair[0])[1] if looked_at else plans[-1]
            if (seen := drawn(person, again)) is None or seen.falls > 0:
                back(person)
                continue
        person.release()
        person.wait(0.8)


def spots(view: SceneView) -> list[Spot]:
    """Where the dice are, seen from above."""
    return [(die.position[0], die.position[1]) for die in lying(view)]


def nearest(dice: Sequence[Spot], goals: Sequence[Spot]) -> list[Spot]:
    """A goal for each die, so that all ways together are shortest."""
    orders = permutations(goals, len(dice))
    return list(min(orders, key=lambda order: sum(dist(a, b) for a, b in zip(dice, order, strict=True))))


def planned(person: Person, dice: Sequence[Spot], goals: Sequence[Spot]) -> list[Plan]:
    """What brings a die nearer to its goal, the best first: those that come to be far from the others."""
    plans = []
    for n, (at, goal) in enumerate(zip(dice, goals, strict=True)):
        for way in WAYS if dist(at, goal) > HOME else ():
            end = (at[0] + STEP * way[0], at[1] + STEP * way[1])
            room = min((dist(end, other) for m, other in enumerate(dice) if m != n), default=2 * STEP)
            if dist(at, goal) - dist(end, goal) > WORTH and room > HOME and is_between(end, goals):
                plans.append(Plan(n, way, ASIDE * room + person.rng.gauss(0, WAVERING)))
    return sorted(plans, key=lambda plan: -plan.worth)


def is_between(point: Spot, corners: Sequence[Spot]) -> bool:
    """Whether a point lies in the triangle of the corners, or on its rim."""
    x, y = point
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    areas = [((b - a) * (y - d) - (x - a) * (e - d)) / hypot(b - a, e - d) for (a, d), (b, e) in sides]
    return min(areas) > -HOME or max(areas) < HOME


def drawn(person: Person, plan: Plan) -> Seen | None:
    """Presses at a die, draws it that way and looks at the preview; None where there is none."""
    person.move(lying(person.look())[plan.die].position)
    person.wait(REACTION_S)
    begin = lying(person.look())[plan.die].position  # it has moved as the plate came to lean
    person.move(begin)
    person.press()
    pressed = person.pressed_at
    (a, b), (x, y) = (
        person.pixel((begin[0] + far * plan.way[0], begin[1] + far * plan.way[1], HEIGHT)) for far in (0, STROKE)
    )
    person.move_pixel((pressed[0] + x - a, pressed[1] + y - b))
    for _ in range(round(PATIENCE_S / 0.1)):
        person.wait(0.1)
        if (seen := previewed(person)) is not None:
            person.wait(REACTION_S)
            return seen
    return None


def back(person: Person) -> None:
    """Draws the pointer back to where it was pressed, and lets go: there is no jolt."""
    person.move_pixel(person.pressed_at)
    person.release()


def previewed(person: Person) -> Seen | None:
    """What the ring and the bars say, if they are there."""
    ring = [stroke for stroke in person.look().strokes if stroke.widths == (RING_WIDTH, RING_WIDTH)]
    bars = person.bars()
    if not ring or "Likely" not in bars:
        return None
    return Seen(ring[-1].kind == "aim", bars["Likely"], bars["A die falls"])
