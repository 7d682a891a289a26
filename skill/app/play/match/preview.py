"""A choice on the plate: dice that are lit or lifted, and ghosts where dice would come to lie.

No pygame: values of `skill.draw.scene_view` from a `Chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from skill.app.play.match.choices import Chooser, Place, places
from skill.draw.marks import CHOSEN, HINT, LEGAL, together
from skill.draw.marks import POINTED as POINTED_AT
from skill.draw.scene_view import DieView, die_in_cell
from skill.lattice.cells import Cell
from skill.lattice.dice import WHITE, Die
from skill.lattice.notation import PLACE, Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.game import AnyGame

FOCUSED, POINTED, TARGET = 1.0, 0.4, 0.3  # how strongly dice are lit: what is chosen keeps its colour
GHOST_LIT = 0.4
TURNED_LIFT = 0.6  # of a die that is being turned in its cell, edges


class Preview(NamedTuple):
    """What a choice adds to the heap."""

    highlights: dict[Cell, float]
    lifted: frozenset[Cell]
    """Dice to be raised a little."""
    marks: dict[Cell, str]
    """Of dice and of funnels, kinds of `skill.draw.marks`."""
    extra: tuple[DieView, ...]
    hidden: frozenset[Cell]
    """Dice that `extra` shows in another way."""


NOTHING = Preview({}, frozenset(), {}, (), frozenset())


def preview(
    game: AnyGame,
    chooser: Chooser,
    pyramid: Pyramid,
    *,
    shows_targets: bool = True,
    marks_targets: bool = True,
    connected_set: Collection[Cell] = (),
    after: Callable[[Action], Pyramid] | None = None,
) -> Preview:
    """What a choice adds to the heap `pyramid`.

    `connected_set` are cells that are filled at one go, `after` gives the heap after an action: with it the dice are
    shown that a piece broken off a block would add. Without `shows_targets` nothing tells which dice and funnels are
    legal: whatever has the focus is lit; without `marks_targets` they are not marked, since all of them are legal.
    """
    choice, focus = chooser.choice, chooser.focused
    targets = [place for place in choice.targets if isinstance(place, int)] if shows_targets else []
    lit: dict[Cell, float] = {}
    if choice.pointed:  # at the first step there are many dice, and the one under the pointer should stand out
        lit.update(dict.fromkeys((cell for cell in targets if cell in pyramid), TARGET))
    marks = dict.fromkeys(targets, LEGAL) if marks_targets else {}
    lifted = set()
    for place, strength in [*((p, POINTED) for p in choice.pointed), (focus, FOCUSED)]:
        is_meant = not shows_targets or place in (*choice.pointed, *chooser.places)
        if isinstance(place, int) and place in pyramid and is_meant:
            lit[place] = strength
            lifted.add(place)
        if isinstance(place, int) and is_meant:
            kind = (
                CHOSEN if place in choice.pointed else together(LEGAL, POINTED_AT) if place in pyramid else POINTED_AT
            )
            marks[place] = together(marks.get(place, ""), kind) if place in pyramid else kind
    actions = _foreseen(chooser) if shows_targets else ()
    extra: list[DieView] = []
    hidden: set[Cell] = set()
    for action in actions:
        ghosts, replaced = foreseen(game, action, pyramid)
        extra += ghosts
        hidden |= replaced
        if after is not None and any(kind == "spot" for kind, _ in action.arguments):  # off a block beside the plate
            new = ((cell, die) for cell, die in after(action) if cell not in pyramid)
            extra += [die_in_cell(c, die.colour, die.faces, ghost=True, highlight=GHOST_LIT) for c, die in new]
        if action.verb == PLACE.name:
            extra += [
                die_in_cell(c, action[1], None, ghost=True, highlight=GHOST_LIT)
                for c in connected_set
                if c != action[2]
            ]
    if isinstance(focus, int) and focus not in pyramid and extra:
        marks.pop(focus, None)  # the die that would lie there is seen
    for cell in chooser.hinted:
        marks[cell] = together(marks.get(cell, ""), HINT)
    return Preview(lit, frozenset(lifted), marks, tuple(extra), frozenset(hidden))


def _foreseen(chooser: Chooser) -> tuple[Action, ...]:
    """The one action that is foreseen: what the focus would play, or the way that is shown."""
    would = chooser.would
    if len(would) == 1:
        return would
    if chooser.focused in chooser.again and chooser.choice.shown:
        return (chooser.choice.shown,)
    ways = [a for a in would if len({places(b) for b in would}) == 1]  # several ways to fill one funnel: like the last
    liked = [a for a in ways if chooser.prefers(a)]
    return tuple(liked[:1] or ways[:1])


def foreseen(game: AnyGame, action: Action, pyramid: Pyramid) -> tuple[list[DieView], set[Cell]]:
    """Ghosts of the dice that an action sets or moves, and the dice that are shown turned in place of their own."""

    def ghost(cell: Cell, die: Die) -> DieView:
        return die_in_cell(cell, die.colour, die.faces, ghost=True, highlight=GHOST_LIT)

    match action:
        case ("place", colour, cell, faces):
            return [ghost(cell, Die(colour, faces))], set()
        case ("turn", cell, faces) if cell not in pyramid:  # how a block is held, numbered like a die
            return [ghost(cell, Die(WHITE, faces))], set()
        case ("turn", cell, faces):
            die = die_in_cell(cell, pyramid.at(cell).colour, faces, highlight=FOCUSED, lift=TURNED_LIFT)
            return [die], {cell}
    ways = [way for way in game.verb_of(action).ways(pyramid, *action[1:]) if way.start in pyramid]
    if all(way.end in pyramid for way in ways):
        return [], set()  # dice that change places or follow each other look as before
    return [ghost(way.end, end_of(way, pyramid)) for way in ways], set()


def end_of(way: Way, pyramid: Pyramid) -> Die:
    """The die that goes, as it comes to lie."""
    return pyramid.tip(way.start, way.end).at(way.end) if way.tips else pyramid.at(way.start)


def in_the_plate(found: Iterable[Place]) -> tuple[Cell, ...]:
    """Those places that are cells."""
    return tuple(place for place in found if isinstance(place, int))
