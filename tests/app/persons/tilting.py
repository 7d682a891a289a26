"""How a child plays with the plate in two hands: one die at a time is drawn on, where the arrows promise it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from skill.app.draw.scene_view import SceneView
from tests.app.persons.fingers import lying
from tests.app.persons.person import REACTION_S, Person

Spot = tuple[float, float]

STEP = 1.435  # from one funnel to the next, edges
STROKES = (2.0, 2.3, 2.5)  # that one draws at first, and where the last did nothing, edges
HEIGHT = 0.9  # at which one points, that of the dice
WORTH = 0.5  # edges that a way must bring a die nearer
ALONG = 0.3  # edges that all dice together must gain where several hop
LONELY, WAVERING = 0.25, 0.2  # worth of each edge that a die is from the others, and of what comes to mind
WAYS = [(cos(n * pi / 3), sin(n * pi / 3)) for n in range(6)]
HOME = 0.7  # how near a funnel a die counts as in it, edges
NEAR = 20.0  # pixels from a die at which one presses
WIDE = 0.15  # width of the shaft of a thick arrow


class Plan(NamedTuple):
    """A die that is to hop one funnel that way."""

    die: int
    way: Spot
    worth: float


def faraday(person: Person) -> None:
    """Each die to its own corner, the one that is farthest from the others first."""
    tries: dict[tuple[int, Spot], int] = {}
    before: list[Spot] = []
    person.wait(0.5)
    while True:
        view = person.wait_until_still()
        dice = spots(view)
        corners = [(mark.position[0], mark.position[1]) for mark in view.markers]
        if any(dist(a, b) > HOME for a, b in zip(dice, before, strict=False)):
            tries.clear()
        before = dice
        goals = nearest(dice, corners)
        plans = [
            Plan(n, way, gain(at, way, goals[n]) + LONELY * parted(dice, n) + person.rng.gauss(0, WAVERING))
            for n, at in enumerate(dice)
            for way in WAYS
            if gain(at, way, goals[n]) > WORTH and is_free(at, way, dice)
        ]
        for plan in sorted(plans, key=lambda plan: -plan.worth):
            count = tries.get((plan.die, plan.way), 0)
            if count < len(STROKES):
                is_good = drawn(person, plan, STROKES[count], goals)
                tries[plan.die, plan.way] = count + 1 if is_good else len(STROKES)
                if is_good:
                    break
        else:
            tries.clear()


def spots(view: SceneView) -> list[Spot]:
    """Where the dice are, seen from above."""
    return [(die.position[0], die.position[1]) for die in lying(view)]


def nearest(dice: Sequence[Spot], goals: Sequence[Spot]) -> list[Spot]:
    """A goal for each die, so that all ways together are shortest."""
    orders = permutations(goals, len(dice))
    return list(min(orders, key=lambda order: sum(dist(a, b) for a, b in zip(dice, order, strict=True))))


def gain(at: Spot, way: Spot, goal: Spot) -> float:
    """How much nearer to its goal a die comes by one funnel that way, edges; nothing where it is home."""
    return dist(at, goal) - dist(beyond(at, way), goal) if dist(at, goal) > HOME else -2 * STEP


def beyond(at: Spot, way: Spot) -> Spot:
    """One funnel on."""
    return (at[0] + STEP * way[0], at[1] + STEP * way[1])


def is_free(at: Spot, way: Spot, dice: Sequence[Spot]) -> bool:
    """Whether no die stands one funnel on."""
    return all(dist(beyond(at, way), other) > HOME for other in dice)


def parted(dice: Sequence[Spot], n: int) -> float:
    """How far a die is from the middle of the others, edges."""
    others = [at for m, at in enumerate(dice) if m != n]
    x, y = (sum(at[axis] for at in others) / len(others) for axis in (0, 1))
    return hypot(dice[n][0] - x, dice[n][1] - y)


def drawn(person: Person, plan: Plan, stroke: float, goals: Sequence[Spot]) -> bool:
    """Draws at the die and lets go if the arrows promise that all together gain; else draws back and lets be."""
    die = lying(person.look())[plan.die].position
    person.move(die)
    person.wait(REACTION_S)
    seen = lying(person.look())[plan.die].position
    (a, b), (x, y) = person.pixel(die), person.pixel(seen)
    if hypot(a - x, b - y) > NEAR:
        person.move(seen)  # it has moved as the plate came to lean
    person.press()
    begin = person.pixel((seen[0], seen[1], HEIGHT))
    end = person.pixel((seen[0] + stroke * plan.way[0], seen[1] + stroke * plan.way[1], HEIGHT))
    person.move_pixel((person.at[0] + end[0] - begin[0], person.at[1] + end[1] - begin[1]))
    person.wait(REACTION_S + 0.1)
    view = person.look()
    going = arrows(view)
    dice = spots(view)
    total = sum(gain(dice[n], plan.way, goals[n]) for n in going)
    if plan.die not in going or total < ALONG:
        person.move_pixel((person.at[0] - end[0] + begin[0], person.at[1] - end[1] + begin[1]))
        person.release()
        return False
    person.release()
    person.wait(0.6)
    return True


def arrows(view: SceneView) -> dict[int, bool]:
    """The dice on which an arrow is seen, and whether it is a thick one."""
    found, dice = {}, lying(view)
    for stroke in view.strokes:
        if stroke.kind == "aim" and stroke.widths[1] == 0 and stroke.widths[0] > 0:
            continue  # a head
        if stroke.kind == "aim" and dice:
            n = min(range(len(dice)), key=lambda m: dist(dice[m].position, stroke.begin))
            if dist(dice[n].position, stroke.begin) < 0.3:
                found[n] = stroke.widths[0] > WIDE
    return found
