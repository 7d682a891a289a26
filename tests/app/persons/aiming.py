"""How a child plays with tools that are aimed: draw back until the ring is where the die is to go, or point there, and
let go."""

from __future__ import annotations

from math import dist, hypot

import numpy as np

from skill.draw.scene_view import SceneView, Stroke
from skill.lattice.frame import Point
from tests.app.persons.person import REACTION_S, Person, Pixel

FIRST = 110.0  # pixels by which one draws back at first
NEAR = 10.0  # pixels from where it is to be at which a ring is good
GAIN = 1.5  # how far one expects a ring to go for each pixel of the pointer, until one has seen it
TRIES = 8  # corrections of an aim


def launched(person: Person, goal: Point) -> None:
    """One launch with the ring round a point of the world: what flies is let go of, and is waited for."""
    person.move(in_hand(person.look()))
    person.wait(REACTION_S)
    begin = person.pixel(in_hand(person.look()))
    person.press()
    back: Pixel = (0.0, FIRST)
    wanted, gain = person.pixel(goal), GAIN
    before: tuple[Pixel, Pixel] | None = None
    for _ in range(TRIES):
        person.move_pixel((begin[0] + back[0], begin[1] + back[1]))
        person.wait(REACTION_S + 0.1)
        ring = ring_at(person, person.look())
        if ring is None:
            back = (back[0], back[1] + 20.0)
            continue
        off = (wanted[0] - ring[0], wanted[1] - ring[1])
        if hypot(*off) < NEAR:
            break
        if before is not None and (moved := dist(before[0], back)) > NEAR:
            gain = max(0.5, dist(before[1], ring) / moved)
        before = (back, ring)
        back = (back[0] - off[0] / gain, max(30.0, back[1] - off[1] / gain))
    person.release()
    person.wait(30.0)  # until all lies still


def let_fall(person: Person, goal: Point) -> None:
    """One throw at a point of the world: it is pointed at, the ring is looked at, and the die is let go of."""
    person.move_pixel(person.pixel(goal))
    person.wait(REACTION_S)
    person.press()
    person.wait(REACTION_S)
    person.release()
    person.wait(30.0)  # until all lies still


def in_hand(view: SceneView) -> Point:
    """Where the die is seen that is in the hand: the last one of all."""
    return view.dice[-1].position


def ring_at(person: Person, view: SceneView) -> Pixel | None:
    """The middle of the ring in which two of three launches come down."""
    return middle(person, [stroke for stroke in view.strokes if stroke.kind in ("aim", "miss")])


def middle(person: Person, outline: list[Stroke]) -> Pixel | None:
    """The middle of an outline in the picture; None where there is none."""
    if not outline:
        return None
    x, y = np.mean([person.pixel(stroke.begin) for stroke in outline], axis=0)
    return (float(x), float(y))


def flickers(person: Person) -> None:
    """At the middle of the plate."""
    launched(person, (0.0, 0.0, 0.9))
