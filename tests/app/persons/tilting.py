"""How a child moves dice with strokes: draws one die on at a time, and lets go where the ring promises it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from skill.app.input.tools.stroke_preview import NARROW, RING_WIDTH, WIDE
from skill.draw.scene_view import SceneView
from tests.app.persons.fingers import lying
from tests.app.persons.person import REACTION_S, Person

Spot = tuple[float, float]

STEP = 1.435  # from one funnel to the next, edges
STROKE = 1.6  # that one draws, edges
HEIGHT = 0.9  # at which one points, that of the dice
WORTH = 0.5  # edges that a way must bring a die nearer
APART = 0.3  # worth of each edge that the two dice nearest to each other come to be apart: who stands close hops along
BEHIND = 1.0  # worth of each funnel that a die is away from its goal: from between two in corners none hops alone
WAVERING = 0.5  # worth of what comes to mind
WAYS = [(cos(n * pi / 3), sin(n * pi / 3)) for n in range(6)]
HOME = 0.7  # how near a funnel a die counts as in it, edges
DRAWS = 4  # strokes that one looks at before one takes the likeliest of them
ENOUGH = (0.3, 0.2, 0.12, 0.06, 0.05, 0.0)  # funnels by which arrows must bring dice nearer, of the first stroke, ...
PATIENCE_S = 3.0  # for which one waits for the ring
RESTS_S = 0.25  # for which all lies still before one draws on


class Plan(NamedTuple):
    """A die that is to hop one funnel that way."""

    die: int
    way: Spot
    worth: float


class Arrow(NamedTuple):
    """Where a die would go, and how likely, by the arrow's thickness."""

    begin: Spot
    end: Spot
    share: float


class Seen(NamedTuple):
    """What the preview of a stroke said."""

    is_good: bool
    likely: float
    falls: float
    arrows: tuple[Arrow, ...]


def faraday(person: Person) -> None:
    """Each die to its own corner, one funnel at a time, all about as far as one another; arrows tell what is gained.

    Given is what the ring calls good, or what loses no die and gains enough; the longer one looks, the less is enough.
    A stroke that was not given is not drawn again before dice have moved.
    """
    person.wait(0.5)
    corners = [(mark.position[0], mark.position[1]) for mark in person.look().markers]  # a die will cover its mark

    def goals(view: SceneView) -> list[Spot]:
        return nearest(spots(view), corners)

    def gained(seen: Seen) -> float:
        """Funnels that dice come nearer to their corners."""
        view, gain = person.look(), 0.0
        ends = list(zip(spots(view), goals(view), strict=True))
        for arrow in seen.arrows:
            _, goal = min(ends, key=lambda end: dist(end[0], arrow.begin))
            gain += arrow.share * (dist(arrow.begin, goal) - dist(arrow.end, goal)) / STEP
        return gain

    looked_at: set[tuple[int, Spot]] = set()
    while True:
        view = person.wait_until_still()
        person.wait(RESTS_S)
        plans = planned(person, spots(view), goals(view))
        if not plans:
            person.wait(0.5)
        fresh = [plan for plan in plans if (plan.die, plan.way) not in looked_at]
        for plan, least in zip(fresh or plans, ENOUGH, strict=False):
            seen = drawn(person, plan)
            looked_at.add((plan.die, plan.way))
            if seen is not None and seen.falls == 0 and (seen.is_good or gained(seen) >= least):
                person.release()
                person.wait(0.8)
                looked_at.clear()
                break
            back(person)


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
    """What brings a die nearer to its goal, the best first: of dice far from it, and what parts dice that are close."""
    plans = []
    for n, (at, goal) in enumerate(zip(dice, goals, strict=True)):
        for way in WAYS if dist(at, goal) > HOME else ():
            end = (at[0] + STEP * way[0], at[1] + STEP * way[1])
            others = [other for m, other in enumerate(dice) if m != n]
            room = min((dist(end, other) for other in others), default=2 * STEP)
            apart = min((dist(a, b) for a, b in combinations([end, *others], 2)), default=0.0)
            if dist(at, goal) - dist(end, goal) > WORTH and room > HOME and is_between(end, goals):
                worth = APART * apart + BEHIND * dist(at, goal) / STEP + person.rng.gauss(0, WAVERING)
                plans.append(Plan(n, way, worth))
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
    """What the ring, the arrows and the bars say, if they are there."""
    strokes, bars = person.look().strokes, person.bars()
    ring = [stroke for stroke in strokes if stroke.widths == (RING_WIDTH, RING_WIDTH) and stroke.kind != "path"]
    if not ring or "Likely" not in bars:
        return None
    arrows = tuple(
        Arrow(shaft.begin[:2], tip.end[:2], (shaft.widths[0] - NARROW) / (WIDE - NARROW))
        for shaft, tip in pairwise(strokes)
        if tip.widths[1] == 0.0
    )
    return Seen(ring[0].kind == "aim", bars["Likely"], bars["A die falls"], arrows)  # an arrow may be as wide as a ring
