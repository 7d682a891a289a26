"""A choice on the plate: dice that are lit or lifted, and ghosts where dice would come to lie.

No pygame: values of `skill.draw.scene_view` from a `Chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from skill.app.play.match.choices import Chooser, Place, places
from skill.draw.marks import CHOSEN, HINT, LEGAL, POINTED, together
from skill.draw.scene_view import DieView, die_in_cell
from skill.lattice.cells import Cell
from skill.lattice.dice import WHITE, Die
from skill.lattice.notation import PLACE, Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.game import AnyGame

TURNED_LIFT = 0.6  # of a die that is being turned in its cell, edges


class Preview(NamedTuple):
    """What a choice adds to the heap."""

    lifted: frozenset[Cell]
    """Dice to be raised a little."""
    marks: dict[Cell, str]
    """Of dice and of funnels, kinds of `skill.draw.marks`."""
    extra: tuple[DieView, ...]
    hidden: frozenset[Cell]
    """Dice that `extra` shows in another way."""


NOTHING = Preview(frozenset(), {}, (), frozenset())


def preview(
    game: AnyGame,
    chooser: Chooser,
    pyramid: Pyramid,
    *,
    shows_targets: bool = True,
    marked: Collection[Cell] | None = None,
    connected_set: Collection[Cell] = (),
    piece: Callable[[Action], Iterable[tuple[Cell, Die]]] = lambda action: (),
    gone: Callable[[Action], Collection[Cell]] = lambda action: (),
    freed: Callable[[Action], Collection[Cell]] = lambda action: (),
) -> Preview:
    """What a choice adds to the heap `pyramid`.

    `connected_set` are cells that are filled at one go, `piece` gives the dice that an action breaks off a block, as
    they come to lie, `gone` where dice lie that it takes off the plate, and `freed` where dice lie that it leaves free.
    Without `shows_targets` nothing tells which
    dice and funnels are legal: whatever has the focus is marked; of those only the `marked` are, if that is given,
    since all are legal.
    """
    choice, focus = chooser.choice, chooser.focused
    targets = [place for place in choice.targets if isinstance(place, int)] if shows_targets else []
    marks = dict.fromkeys(targets if marked is None else marked, LEGAL) if shows_targets else {}
    lifted = set()
    meant = [*choice.pointed, *(places_of_focus(chooser) if shows_targets else (focus,))]
    for place in meant:
        if not isinstance(place, int):
            continue
        kind = CHOSEN if place in choice.pointed else together(LEGAL, POINTED) if place in pyramid else POINTED
        marks[place] = together(marks.get(place, ""), kind) if place in pyramid else kind
        if place in pyramid:
            lifted.add(place)
    actions = _foreseen(chooser) if shows_targets else ()
    extra: list[DieView] = []
    hidden: set[Cell] = set()
    for action in actions:
        built = [die_in_cell(c, d.colour, d.faces, ghost=True, marks=POINTED) for c, d in piece(action)]
        ghosts, replaced = (built, set()) if built else foreseen(game, action, pyramid)
        extra += ghosts
        hidden |= replaced
        for cell in gone(action):
            if cell not in meant:
                marks[cell] = together(marks.get(cell, ""), LEGAL, POINTED)
                lifted.add(cell)
        marks |= {cell: together(marks.get(cell, ""), POINTED) for cell in freed(action)}
        if action.verb == PLACE.name:
            extra += [
                die_in_cell(c, action[1], None, ghost=True, marks=POINTED) for c in connected_set if c != action[2]
            ]
    if isinstance(focus, int) and focus not in pyramid and extra:
        marks.pop(focus, None)  # the die that would lie there is seen
    for cell in chooser.hinted:
        marks[cell] = together(marks.get(cell, ""), HINT)
    return Preview(frozenset(lifted), marks, tuple(extra), frozenset(hidden))


def places_of_focus(chooser: Chooser) -> tuple[Place, ...]:
    """What is pointed at, if that means anything: a place, or all places of an entry of the list."""
    focus = chooser.focus
    if isinstance(focus, Action):
        return tuple(place for at in places(focus) for place in sorted(at, key=str))
    return (focus,) if focus is not None and focus in chooser.places else ()


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
        return die_in_cell(cell, die.colour, die.faces, ghost=True, marks=POINTED)

    match action:
        case ("place", colour, cell, faces):
            return [ghost(cell, Die(colour, faces))], set()
        case ("turn", cell, faces) if cell not in pyramid:  # how a block is held, numbered like a die
            return [ghost(cell, Die(WHITE, faces))], set()
        case ("turn", cell, faces):
            die = die_in_cell(cell, pyramid.at(cell).colour, faces, lift=TURNED_LIFT)
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
