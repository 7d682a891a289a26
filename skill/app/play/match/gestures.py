"""Choices made by hand instead of from a long list: a die that one turns, an amount on a slider. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from skill.app.input.actions import Act
from skill.app.play.match.choices import Choice, Place
from skill.draw.camera import Array
from skill.lattice.cells import Axis
from skill.lattice.dice import WHITE, Colour, Faces
from skill.lattice.frame import rotation
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid

LEAST_ORIENTATIONS, LEAST_NUMBERS = 3, 5  # of fewer the list is as quick
FAR = 5  # by as many an amount changes with the arrows up and down
_SPINS = {Act.RIGHT: (1, 2, 0), Act.LEFT: (2, 0, 1)}
FACES = ("faces", ":faces")


class Orientations(NamedTuple):
    """How one die may come to stand, which is chosen by turning it."""

    place: Place
    ways: Mapping[Faces, Action]

    def colour(self, pyramid: Pyramid) -> Colour:
        """Of the die: that which is placed, else that which lies in the place."""
        placed = [value for kind, value in next(iter(self.ways.values())).arguments if kind == "colour"]
        cell = self.place
        return placed[0] if placed else pyramid.at(cell).colour if isinstance(cell, int) and cell in pyramid else WHITE

    def turned(self, faces: Faces, act: Act, side: Axis) -> Action:
        """The next way from those faces by an arrow key, for whoever looks from a side: left and right spin the die on
        its corner, up and down tip it over an edge. The same way where none is legal."""
        other = faces
        for _ in range(4):
            other = tuple(other[n] for n in _SPINS[act]) if act in _SPINS else _tipped(other, act, side)  # type: ignore
            if other in self.ways:
                break
        return self.ways.get(other, self.ways[faces])

    def nearest(self, turned: Array) -> Action:
        """The way that comes nearest to a die turned so, a rotation from its own frame to the world."""
        nearness = {faces: float(np.sum(turned * np.array(rotation(faces)))) for faces in self.ways}
        return self.ways[max(nearness, key=lambda faces: nearness[faces])]


class Amounts(NamedTuple):
    """How many it may be, which is chosen on a slider."""

    ways: Sequence[Action]
    """By number, ascending."""
    numbers: Sequence[int]

    def shown(self, focus: object) -> Action:
        """The amount that has the focus, or else the least."""
        return self.ways[self.ways.index(focus)] if focus in self.ways else self.ways[0]

    def changed(self, focus: object, act: Act) -> Action:
        """The next amount from that which has the focus by an arrow key; from none the least."""
        if focus not in self.ways:
            return self.ways[0]
        action = self.shown(focus)
        by = {Act.LEFT: -1, Act.RIGHT: 1, Act.DOWN: -FAR, Act.UP: FAR}[act]
        return self.ways[max(0, min(len(self.ways) - 1, self.ways.index(action) + by))]

    def at(self, share: float) -> Action:
        """The amount at a share, from 0 to 1, of the slider."""
        return self.ways[max(0, min(len(self.ways) - 1, round(share * (len(self.ways) - 1))))]

    def share(self, action: Action) -> float:
        """Where on the slider its amount is, from 0 to 1."""
        return self.ways.index(action) / (len(self.ways) - 1)


Gesture = Orientations | Amounts


def gesture_of(choice: Choice) -> Gesture | None:
    """How what is to be chosen from the list can be chosen by hand; None where the list is all there is."""
    return _orientations(choice) or _amounts(choice.calls)


def _orientations(choice: Choice) -> Orientations | None:
    if len(choice.ways) < LEAST_ORIENTATIONS or len({_without(way, FACES) for way in choice.ways}) != 1:
        return None
    ways = {value: way for way in choice.ways for kind, value in way.arguments if kind in FACES and value is not None}
    return Orientations(choice.pointed[-1], ways) if len(ways) == len(choice.ways) else None


def _amounts(calls: Sequence[Action]) -> Amounts | None:
    verbs = [call.verb for call in calls if [kind for kind, _ in call.arguments] == ["number"]]
    verb = max(verbs, key=verbs.count, default=None)
    found = [call for call in calls if call.verb == verb]
    found.sort(key=lambda call: int(call[1]))
    numbers = [int(call[1]) for call in found]
    has_gaps = numbers != [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    return None if len(found) < LEAST_NUMBERS or has_gaps else Amounts(found, numbers)


def _without(action: Action, kinds: Collection[str]) -> tuple[object, ...]:
    """The action but for its arguments of these kinds."""
    return (action.verb, *(value for kind, value in action.arguments if kind not in kinds))


def _tipped(faces: Faces, act: Act, side: Axis) -> Faces:
    """Tipped by a quarter turn over an edge: up away from whoever looks from a side, down towards them."""
    found, i, j = [*faces], side, (side + 1) % 3
    if act is Act.UP:
        found[i], found[j] = 7 - faces[j], faces[i]
    else:
        found[i], found[j] = faces[j], 7 - faces[i]
    return (found[0], found[1], found[2])
