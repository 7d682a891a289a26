"""How a child plays with the hand: a tower die by die, or dice out of the lowest rows, never two side by side."""

from __future__ import annotations

from math import hypot

from skill.draw.scene_view import PITCH, DieView, SceneView
from skill.lattice.cells import I, parse_cell
from skill.lattice.frame import Point, centre, normal
from tests.app.persons.aiming import middle
from tests.app.persons.person import REACTION_S, Person

NEAR = 5.0  # pixels between a mark and where it is to be at which one lets go
TRIES = 4  # corrections
LOOSE = tuple(parse_cell(name) for name in ("053", "035", "071", "017", "033", "051", "015"))
"""Dice of the side towards the player that bear no die together."""


def emag(person: Person, high: int) -> None:
    """A tower of so many dice, the next over the top of the last; then one stops."""
    top: Point = (0.0, 0.0, 0.0)
    for _ in range(high):
        at = person.pixel(top)
        person.move_pixel(at)
        person.wait(0.8)
        person.press()
        until(person, holds)
        person.wait(0.5)
        for _ in range(TRIES):
            mark = middle(person, [stroke for stroke in person.look().strokes if stroke.kind == "aim"])
            there = person.pixel(top)
            if mark is None or hypot(there[0] - mark[0], there[1] - mark[1]) < NEAR:
                break
            at = (at[0] + there[0] - mark[0], at[1] + there[1] - mark[1])
            person.move_pixel(at)
            person.wait(0.4)
        person.release()
        until(person, lambda view: not holds(view))
        view = person.wait_until_still()
        highest = max(lying(view), key=lambda die: die.position[2]).position
        top = (highest[0], highest[1], highest[2] + 0.5)
    person.wait(4.0)  # it has to stand for three seconds


def mikado(person: Person, count: int) -> None:
    """So many dice drawn out of the side towards the player; one that does not come is left; then one stops."""
    taken = 0
    for cell in LOOSE:
        out, at = normal(I), centre(cell, pitch=PITCH)
        before = len(lying(person.look()))
        person.move(_beyond(at, out, 0.5))
        person.wait(1.0)
        person.press()
        person.wait(0.6)
        if not holds(person.look()):
            person.release()
            continue
        person.move(_beyond(at, out, 3.5))
        person.wait(1.2)
        person.release()
        until(person, lambda view: not holds(view))
        view = person.wait_until_still()
        taken += len(lying(view)) < before
        if taken == count:
            return


def holds(view: SceneView) -> bool:
    """Whether fingers are seen that hold something."""
    return any(stroke.kind == "grip" for stroke in view.strokes)


def lying(view: SceneView) -> list[DieView]:
    """The dice that are there, not those that may be."""
    return [die for die in view.dice if not die.ghost]


def until(person: Person, holds_true) -> None:
    """Waits until that is seen, ten seconds at most."""
    for _ in range(50):
        person.wait(REACTION_S)
        if holds_true(person.look()):
            return


def _beyond(point: Point, way: Point, distance: float) -> Point:
    x, y, z = (p + distance * w for p, w in zip(point, way, strict=True))
    return (x, y, z)
