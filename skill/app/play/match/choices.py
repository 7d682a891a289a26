"""Choosing an action in steps: with each place that the player points at, fewer legal actions are left. No pygame.

A place is whatever can be pointed at: a cell, the spot of a die in a block beside the plate, a square of a sheet. An
action names its places in order: `move 341>521` has first a die and then a funnel. If more than one action is left when
the player has pointed at all places, these are *ways* to do the same thing: orientations of a die, colours from the
hand. Actions without a place, such as `pass`, are *calls*.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import dist
from typing import Any, TypeVar

from skill.app.input.actions import Act
from skill.lattice.cells import COORDS, Cell
from skill.lattice.dice import Colour
from skill.lattice.notation import Action

Place = Cell | tuple[int, ...] | str
"""A cell, a spot of a block, or the name of a square on a sheet."""
Pixel = tuple[float, float]
Item = TypeVar("Item")
Worth = Callable[[Action], float]
"""How much an action brings at once, to sort a list by."""

_READ: dict[str, Callable[[Any], frozenset[Place]]] = {
    "cell": lambda cell: frozenset((cell,)),
    "cells": lambda cells: frozenset(cells),
    "spot": lambda spot: frozenset((spot,)),
    "square": lambda name: frozenset((name,)),
}
"""The kinds of argument that can be pointed at; a rigid row is meant by any of its dice."""


def places(action: Action) -> tuple[frozenset[Place], ...]:
    """What one points at for an action, step by step; at each step any of a set means the same."""
    return tuple(_READ[kind](value) for kind, value in action.arguments if kind in _READ)


def variant(action: Action) -> tuple[Any, ...]:
    """The verb and all arguments that are no places: what two ways to do the same thing differ in."""
    return (action.verb, *(value for kind, value in action.arguments if kind not in _READ))


class Choice:
    """The legal actions that are left after what has been `pointed` at, and which of their ways is shown.

    A value: every step gives a new one. Ways that bring more by `worth` come first, and that whose `variant` is
    `preferred` is shown first of those that bring most.
    """

    def __init__(
        self,
        legal: Iterable[Action] = (),
        pointed: tuple[Place, ...] = (),
        preferred: tuple[Any, ...] | None = None,
        way: int | None = None,
        worth: Worth = lambda action: 0,
    ) -> None:
        self.legal, self.pointed, self.preferred, self.worth = tuple(legal), pointed, preferred, worth
        self.verbs = frozenset(action.verb for action in self.legal)
        step = len(pointed)
        all_places = [(action, places(action)) for action in self.legal]
        left = [(a, sets) for a, sets in all_places if _agrees(pointed, sets)]
        self.calls = tuple(action for action, sets in all_places if not sets)
        self.targets = _sorted(place for _, sets in left if len(sets) > step for place in sets[step])
        """What may be pointed at next."""
        ways = [action for action, sets in left if len(sets) == step] if pointed else []
        self.ways = tuple(_best_first(ways, worth))
        """The actions that are complete with what has been pointed at."""
        best = [n for n, action in enumerate(self.ways) if len(ways) == 1 or worth(action) == worth(self.ways[0])]
        liked = [n for n in best if variant(self.ways[n]) == preferred]
        self.way = (liked or [0])[0] if way is None else way % max(1, len(self.ways))

    @cached_property
    def offers(self) -> tuple[Action, ...]:
        """The ways, and beside one way alone the actions that a place more makes of it, since dice may hide that place;
        what brings more comes first."""
        if len(self.ways) != 1 or not self.targets:
            return self.ways
        further = (found for place in self.targets if (found := self.at(place).settled))
        return tuple(_best_first([*self.ways, *further], self.worth))

    @property
    def shown(self) -> Action | None:
        """The way that is shown, and that is played when it is accepted; beside one way alone the first of `offers`."""
        return (self.ways if len(self.ways) > 1 else self.offers)[self.way] if self.ways else None

    @property
    def settled(self) -> Action | None:
        """The action to be played at once, since nothing is left to choose."""
        return self.ways[0] if len(self.ways) == 1 and not self.targets else None

    def at(self, place: Place) -> Choice:
        """After pointing at one of the `targets`."""
        return self._with((*self.pointed, place))

    def turned(self, by: int) -> Choice:
        """With another way shown, `by` further on, round and round."""
        return self._with(self.pointed, self.way + by)

    def showing(self, action: Action) -> Choice:
        """With that one of its ways shown."""
        return self._with(self.pointed, self.ways.index(action))

    def _with(self, pointed: tuple[Place, ...], way: int | None = None) -> Choice:
        return Choice(self.legal, pointed, self.preferred, way, self.worth)

    @property
    def back(self) -> Choice | None:
        """A step back, to where there was something to choose; None if there is no such step."""
        for step in range(len(self.pointed) - 1, -1, -1):
            before = self._with(self.pointed[:step])
            if len(before.targets) + len(before.ways) > 1 or before._begins_more:
                return before
        return None

    @property
    def _begins_more(self) -> bool:
        """Whether all begins with one place, which may be the whole action or a part of one."""
        further = self.at(self.targets[0]) if len(self.targets) == 1 and not self.ways else self
        return further is not self and bool(further.ways and further.targets)

    def begun(self) -> Choice:
        """The same, or pointing already at what all that can be pointed at agrees on: the one die to turn or move.

        A click is left to be made, and nothing is chosen that could be an action by itself and begin another as well.
        """
        choice = self
        while len(choice.targets) == 1 and not choice.ways:
            further = choice.at(choice.targets[0])
            if further.settled or choice._begins_more:
                break
            choice = further
        return choice


def _agrees(pointed: Sequence[Place], sets: Sequence[Collection[Place]]) -> bool:
    return len(pointed) <= len(sets) and all(place in at for place, at in zip(pointed, sets, strict=False))


def _best_first(actions: Sequence[Action], worth: Worth) -> Sequence[Action]:
    """Sorted by what they bring; of those that bring the same each stays where it is."""
    return sorted(actions, key=lambda action: -worth(action)) if len(actions) > 1 else actions


def _is_along(action: Action, start: Place, end: Place) -> bool:
    """Whether the last thing that an action names is a row in which two places lie."""
    last = places(action)[-1:]
    return start != end and any({start, end} <= row for row in last)


def _sorted(found: Iterable[Place]) -> tuple[Place, ...]:
    """Each once, ascending; kinds of places do not mix in one game, but would not clash."""
    return tuple(sorted(set(found), key=_rank))


def _rank(place: Place) -> tuple[str, Any]:
    return str(type(place)), place


class Chooser:
    """One seat's choice as it comes about: what is pointed at, where the focus is, what Enter and a click do.

    `point`, `accept`, `click` and `number` answer with an action once one is chosen. The focus is a place or one of
    the `listed` actions.
    """

    def __init__(
        self,
        legal: Iterable[Action] = (),
        preferred: tuple[Any, ...] | None = None,
        worth: Worth = lambda action: 0,
    ) -> None:
        self.choice = Choice(legal, preferred=preferred, worth=worth).begun()
        self.focus: Place | Action | None = None
        self.hint: Action | None = None
        """What a bot would play."""
        self.has_begun = False
        """Whether anything has been pointed at yet."""
        if self.again:  # nobody has pointed at a target yet, be it the only one
            self._focus_on_what_is_shown()

    # -- looking

    @property
    def listed(self) -> tuple[Action, ...]:
        """What is chosen from the list: what can be done with what has been pointed at, and the calls."""
        choice = self.choice
        return (*(choice.offers if len(choice.ways) > 1 or choice.targets else ()), *choice.calls)

    @property
    def again(self) -> tuple[Place, ...]:
        """The place last pointed at, where pointing at it once more plays the way that is shown."""
        return self.choice.pointed[-1:] if self.choice.ways else ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Everything that a click means something at now: what is next, what was last, and what was there before."""
        found = {*self.choice.targets, *self.again}
        before = self.choice.back
        while before is not None:
            found.update(before.targets)
            before = before.back
        return _sorted(found)

    @property
    def focused(self) -> Place | None:
        """The place that has the focus."""
        return None if isinstance(self.focus, Action) else self.focus

    @property
    def would(self) -> tuple[Action, ...]:
        """The actions that are left if the focus is accepted; one alone would be played."""
        if isinstance(self.focus, Action):
            return (self.focus,)
        after = self._pointing_at(self.focus)
        if after is None:
            return (self.choice.shown,) if self.choice.shown else ()
        if after is self.choice:
            return (after.shown,) if after.shown else ()
        return tuple(action for action in after.legal if _agrees(after.pointed, places(action)))

    @property
    def hinted(self) -> frozenset[Cell]:
        """The dice and funnels of a hint that is shown."""
        shown = places(self.hint) if self.hint else ()
        return frozenset(place for at in shown for place in at if isinstance(place, int))

    def way_with(self, colour: Colour) -> Action | None:
        """The one of several ways to do what has been pointed at that takes a die of that colour."""
        ways = [way for way in self.choice.ways if ("colour", colour) in way.arguments]
        return ways[0] if len(ways) == 1 < len(self.choice.ways) else None

    def prefers(self, action: Action) -> bool:
        """Whether it is the same variant as what this seat played last."""
        return variant(action) == self.choice.preferred

    def _pointing_at(self, place: Place | Action | None) -> Choice | None:
        """The choice after pointing at `place`; itself where that plays what is shown; None if it means nothing."""
        if place is None or isinstance(place, Action):
            return None
        if place in self.choice.targets:
            return self.choice.at(place)
        if place in self.again:
            return self.choice
        before = self.choice.back
        while before is not None:
            if place in before.targets:
                return before.at(place)
            before = before.back
        return None

    # -- acting

    def point(self, place: Place) -> Action | None:
        """A click at a place: a step further, or another way begun; the action if that settles it."""
        after = self._pointing_at(place)
        if after is None:
            return None
        if after is self.choice:
            return after.shown
        self.choice, self.has_begun = after, True
        self._focus_on_what_is_shown()
        return after.settled

    def can_draw(self, begun: Place, place: Place) -> bool:
        """Whether drawing from what was pointed at last to another place means something."""
        is_begun = begun in self.choice.pointed[-1:]
        return is_begun and (place in self.choice.targets or bool(self.rows_to(place)))

    def draw_to(self, place: Place) -> Action | None:
        """The pointer was drawn from what was pointed at last to the other end: a step further, or the row between."""
        if place in self.choice.targets:
            return self.point(place)
        rows = self.rows_to(place)
        if rows:
            self.look_at(rows[0])
        return rows[0] if len(rows) == 1 else None

    def rows_to(self, place: Place) -> tuple[Action, ...]:
        """The ways that end in a row in which what was pointed at last lies, and that place as well."""
        choice = self.choice
        return tuple(way for way in choice.ways if _is_along(way, choice.pointed[-1], place))

    def accept(self) -> Action | None:
        """Enter: the listed action, the place, or the way that has the focus; without any, the first gets it."""
        if isinstance(self.focus, Action):
            return self.focus
        if self.focus is not None:
            return self.point(self.focus)
        if self.choice.shown is None:
            self.step()
        return self.choice.shown

    def number(self, n: int) -> Action | None:
        """The listed action with that number, from 1."""
        return self.listed[n - 1] if 1 <= n <= len(self.listed) else None

    def turn(self, by: int) -> bool:
        """Shows another way; whether there is one."""
        if len(self.choice.ways) < 2:
            return False
        self.choice = self.choice.turned(by)
        self._focus_on_what_is_shown()
        return True

    def back(self) -> bool:
        """Takes the last step back; whether there was one."""
        before = self.choice.back
        if before is None:
            return False
        last = self.choice.pointed[len(before.pointed)]
        self.choice, self.focus = before, last
        return True

    def step(self, back: bool = False, among: Sequence[Place] | None = None) -> None:
        """Moves the focus to the next of all that can be chosen, or the one before; of the places those `among`."""
        pointable = (*self.choice.targets, *self.again) if among is None else among
        self.look_at(next_of((*pointable, *self.listed), self.focus, back))

    def resume(self, before: Chooser) -> None:
        """Goes on where another chooser was, as far as its steps are still legal."""
        for place in before.choice.pointed[len(self.choice.pointed) :]:
            if place not in self.choice.targets:
                break
            self.choice = self.choice.at(place)
        self.focus = before.focus if self.choice.legal else None

    def look_at(self, focus: Place | Action | None) -> None:
        """Puts the focus on a place or a listed action."""
        self.focus = focus
        self.has_begun |= focus is not None and bool(self.choice.legal)
        if isinstance(focus, Action) and focus in self.choice.ways:
            self.choice = self.choice.showing(focus)

    def _focus_on_what_is_shown(self) -> None:
        targets = self.choice.targets
        self.focus = self.again[0] if self.again else targets[0] if self.choice.pointed and len(targets) == 1 else None


def next_of(ring: Sequence[Item], now: Item | None, back: bool = False) -> Item | None:
    """What comes after `now` in the ring, or before it; the first one if `now` is not in it, None if it is empty."""
    if not ring:
        return None
    if now is None or now not in ring:
        return ring[-1 if back else 0]
    return ring[(ring.index(now) + (-1 if back else 1)) % len(ring)]


def nearest(found: Sequence[Place], place: Place) -> Place | None:
    """That of the places which is nearest to another one on the plate; of others the next in their order."""
    if isinstance(place, int):
        cells = [cell for cell in found if isinstance(cell, int)]
        return min(cells, key=lambda cell: dist(COORDS[cell], COORDS[place]), default=None)
    others = [other for other in found if not isinstance(other, int)]
    return next((other for other in others if _rank(other) >= _rank(place)), others[-1] if others else None)


_DIRECTIONS = {Act.LEFT: (-1, 0), Act.RIGHT: (1, 0), Act.UP: (0, -1), Act.DOWN: (0, 1)}


def next_in_direction(seen: Mapping[Place, Pixel], now: Place | None, act: Act) -> Place | None:
    """The place nearest to `now` in the direction of an arrow key, by where places are seen; `now` if there is none."""
    if now is None or now not in seen:
        return next_of(tuple(seen), now)
    right, down = _DIRECTIONS[act]
    best, least = now, float("inf")
    for place, (x, y) in seen.items():
        off = (x - seen[now][0], y - seen[now][1])
        along, aside = off[0] * right + off[1] * down, abs(off[0] * down) + abs(off[1] * right)
        if along > 1 and along > 0.5 * aside and along + 2.5 * aside < least:
            best, least = place, along + 2.5 * aside
    return best
