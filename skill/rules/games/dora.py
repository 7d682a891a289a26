"""26 DoRa (Domino Rasanto). Thrown dice keep their orientation; numbers decide who fills a funnel, and how.

Source: game 26 of the Kosmos edition. Every open funnel is filled, so turns use the base only; with 55 dice each, or
83 each of two, somebody places his last die before the plate is full. Dice of one colour settle the placer before any
number does. "Completed the funnel", for a funnel that a filler completed, is whoever placed that filler.

A real throw that does not count, since the die is not in a base funnel or has moved another, is made again; after five
such repeats chance turns the die. A position with open funnels is one in which the first player has just placed his
die; its dice count as placed in the order of their cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import ABOVE, AXES, BASE, CELLS, COVERS, LEVEL, SUPPORTS, UPPER_MASK, Axis, Cell, in_mask
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die, Faces, lower_face
from skill.lattice.notation import ATTEMPT, PLACE, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import every
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.shared.fills import funnels_beside, open_funnels
from skill.rules.telling import Held, Label, Note

COLOURS = (RED, GREEN, BLACK)
SHARE = {2: 83, 3: 55}
CHOOSE = Verb("choose <cell>", "this funnel is next", told="{player} chose the funnel {cell}.")
SEAT_OF = {colour: seat for seat, colour in enumerate(COLOURS, 1)}
HIDING = tuple({n: tuple(f for f in ORIENTATIONS if lower_face(f, axis) == n) for n in range(1, 7)} for axis in AXES)
"""For each axis and number the four orientations that hide that number on the lower side of that axis."""

PLACINGS = {(c, faces): {cell: PLACE(c, cell, faces) for cell in BASE} for c in COLOURS for faces in ORIENTATIONS}
"""The placing of a thrown die, by its colour and how it lies, in each funnel of the plate."""


LAID_ON = fact("The die is laid here with this number on the same number of a die below.")


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    """Whose turn it is; others fill funnels in it."""
    left: tuple[float, ...]
    """How many dice each seat still has."""
    order: tuple[Cell, ...]
    """The cells in the order in which their dice were placed."""
    waiting: tuple[Cell, ...]
    """The open funnels, in filling order."""
    chosen: Cell | None = None
    """With `fill_order=active` the open funnel that the player on turn has named."""
    faces: Faces | None = None
    """How the thrown die lies until it is placed."""
    failures: int = 0
    """Throws of this die that did not count."""


class Dora(Game[State]):
    number, slug, title = "26", "dora", "DoRa (Domino Rasanto)"
    family, kind, players = "construction", "hybrid", (2, 3)
    goal = "Be the first to place all your dice."
    deciding_rules = {
        "place": "Your die goes as it lies into a free funnel of the plate, beside another die.",
        "choose": "Choose which funnel is filled next.",
        "attempt": "The throw only turns your die: it counts in any free funnel, and then you choose its place.",
    }
    summary = "Thrown dice keep their orientation, funnels are filled domino-fashion; first out of dice wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(chance=4, skill=2, tactics=4)
    options = (
        one_of(
            "fill_order",
            "fixed",
            "active",
            help="In which order funnels fill.",
            meanings={"fixed": "in one order that is always the same", "active": "as the player on turn chooses"},
        ),
        *throws.REAL_THROWS,
    )
    verbs = (ATTEMPT, throws.SHOW, PLACE, CHOOSE)
    seat_colours = COLOURS
    has_sides = True
    scene = "dora"
    score_order = "fewest"
    horizon = 3
    text = RulesText(
        goal="Be the first to place all your dice.",
        setup="The plate is empty. Three players have 55 dice each, two have 83: red, green and black.",
        turn="Throw one of your dice onto the plate. Without turning it, put it in an empty funnel of the plate "
        "beside one that is taken; the very first die goes anywhere. Then every funnel made of three dice is filled, "
        "and so on upwards. Look at the three numbers of the funnel. Three different ones: the owner of the largest "
        "fills. If two numbers are equal, the owner of the other one fills. Three equal: whoever placed the last of "
        "the three dice fills. If all three dice have one colour, their owner's left neighbour fills, whatever the "
        "numbers are. The die that made a player the filler is the deciding die. He places one of his dice on it so "
        "that the two faces that meet show the same number, as in dominoes. He turns his die round that face as he "
        "likes.",
        end="Whoever has placed his last die wins at once; the others rank by the dice they have left.",
        ties="There is no tie: only one can be the first.",
        readings=(
            "Three dice of one colour: match the largest number. Three equal numbers: match any. If two are equally "
            "large the player who fills chooses.",
            "Every funnel must be filled, from the lowest layer up; in a layer row by row, beginning at the orange "
            "side, and in a row from the violet side on. If you agree so, the player whose turn it is chooses the "
            "order.",
            "A throw counts only if the die comes to lie in a funnel of the plate and moves no other; otherwise throw "
            "again. If six throws have failed, chance turns the die.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid, share = position or EMPTY, SHARE[players]
        kit.check_material(pyramid, dict.fromkeys(COLOURS[:players], share - 1))
        left = tuple(float(share - len(pyramid.cells_of(colour))) for colour in COLOURS[:players])
        waiting = tuple(open_funnels(pyramid))
        return State(options, pyramid, kit.first_seat(options), left, tuple(in_mask(pyramid.mask)), waiting)

    def to_move(self, state: State) -> Turn:
        if not all(state.left):
            return None
        if state.waiting:
            funnel = to_fill(state)
            return state.seat if funnel is None else deciding(state, funnel)[0]
        if state.faces is None:
            return throws.turning_throw(state.seat, self.scene, state.pyramid, state.options, state.failures)
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not all(state.left):
            return []
        if state.waiting:
            funnel = to_fill(state)
            return list(map(CHOOSE, state.waiting)) if funnel is None else fillings(state, funnel)
        if state.faces is None:
            return throws.SHOWS if throws.is_turned_by_chance(state.options, state.failures) else []
        placings = PLACINGS[COLOURS[state.seat - 1], state.faces]
        return [placings[cell] for cell in funnels_beside(state.pyramid)]

    def all_actions(self, options: Options) -> Sequence[Action]:
        placings = every(PLACE, COLOURS, CELLS, ORIENTATIONS)
        return placings if options["fill_order"] == "fixed" else (*placings, *every(CHOOSE, in_mask(UPPER_MASK)))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("show", faces):
                return state._replace(faces=faces)
            case ("attempt", *_):
                faces = throws.turned_by(action)
                return state._replace(faces=faces, failures=state.failures + (faces is None))
            case ("choose", cell):
                return state._replace(chosen=cell)
            case ("place", colour, cell, faces):
                return placed(state, SEAT_OF[colour], cell, faces)
        raise IllegalMove(f"{action}: not an action of dora")

    def result(self, state: State) -> Result | None:
        return None if all(state.left) else kit.by_dice_left(state.left)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.left

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if PLACE.name in verbs and state.waiting:
            return Fact("The number written there must lie on the same number of a die below: turn your die so.")
        return super().deciding_rule(state, verbs)

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        return [Held(COLOURS[state.seat - 1], faces=state.faces)] if state.faces else []

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """At the funnel that is filled now the number to be laid on its like; any of three equal ones is the same."""
        funnel = to_fill(state) if state.waiting else None
        if funnel is None:
            return {}
        _, axes = deciding(state, funnel)
        return {funnel: Label(str(state.pyramid.funnel_numbers(funnel)[axes[0]]), means=LAID_ON)}

    def offered(self, state: State, action: Action) -> Fact | None:
        match action:
            case ("place", _, cell, faces) if LEVEL[cell]:
                return fact("{numbers} on top", numbers=faces)
        return super().offered(state, action)

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Who would fill the next funnel, and why."""
        funnel = to_fill(after) if after.waiting and all(after.left) else None
        if funnel is None:
            return ()
        filler, _ = deciding(after, funnel)
        return (Note(fact(why_filler(after, funnel), cell=At(funnel), other=Player(filler)), (funnel,)),)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        if action.verb in (ATTEMPT.name, throws.SHOW.name):
            return throws.told_turning(before.seat, action, before.pyramid, after.failures)
        sentences = super().told(before, action, by, after)
        funnel = to_fill(after) if after.waiting and all(after.left) else None
        if not all(after.left):
            last = after.left.index(0) + 1
            sentences += (fact("{player} has no dice left.", you="You have no dice left.", player=Player(last)),)
        if funnel is None or (before.waiting and to_fill(before) == funnel):
            return sentences
        filler, _ = deciding(after, funnel)
        return (*sentences, fact(why_filler(after, funnel), cell=At(funnel), other=Player(filler)))

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # every die that is placed would say that there is one less

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, state.left)

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, state.left)

    def without_hands(self, state: State) -> State:
        return state._replace(options=throws.in_the_lattice(state.options))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Funnels for oneself; as filler large numbers beside other own dice."""
        match action:
            case ("place", _, cell, _) if LEVEL[cell] == 0:
                after = self.play(state, action)
                return sum(1 if deciding(after, funnel)[0] == seat else -1 for funnel in after.waiting)
            case ("place", colour, cell, faces):
                return shown_beside_own(state.pyramid, colour, cell, faces)
            case ("choose", cell):
                return float(deciding(state, cell)[0] == seat)
        return 0


def to_fill(state: State) -> Cell | None:
    """The open funnel that is filled next; None if the player on turn is to choose one."""
    if state.options["fill_order"] == "fixed" or len(state.waiting) == 1:
        return state.waiting[0]
    return state.chosen


def deciding(state: State, funnel: Cell) -> tuple[Seat, tuple[Axis, ...]]:
    """Who fills an open funnel, and the axes of the dice that may decide how."""
    colours, numbers = state.pyramid.colours_at(SUPPORTS[funnel]), state.pyramid.funnel_numbers(funnel)
    if len(set(colours)) == 1:
        axes = tuple(a for a in AXES if numbers[a] == max(numbers))
        return kit.next_seat(SEAT_OF[colours[0]], len(state.left)), axes
    kinds = len(set(numbers))
    if kinds == 1:
        last = max(AXES, key=lambda axis: state.order.index(SUPPORTS[funnel][axis]))
        return SEAT_OF[colours[last]], AXES
    odd = max(numbers) if kinds == 3 else min(numbers, key=numbers.count)
    axis = numbers.index(odd)
    return SEAT_OF[colours[axis]], (axis,)


def why_filler(state: State, funnel: Cell) -> str:
    """The sentence about who fills an open funnel, and why."""
    if len({die.colour for die in state.pyramid.supports(funnel)}) == 1:
        return "The funnel {cell} goes to {other}: left neighbour of whoever owns all three dice."
    kinds = set(state.pyramid.funnel_numbers(funnel))
    if len(kinds) == 1:
        return "The funnel {cell} goes to {other}: the last one placed of three equal numbers."
    if len(kinds) == 2:
        return "The funnel {cell} goes to {other}: the one number that differs."
    return "The funnel {cell} goes to {other}: the largest number."


def fillings(state: State, funnel: Cell) -> list[Action]:
    """The ways to fill an open funnel: four for every die that may decide."""
    seat, axes = deciding(state, funnel)
    numbers = state.pyramid.funnel_numbers(funnel)
    ways = HIDING[axes[0]][numbers[axes[0]]]
    if len(axes) > 1:
        ways = tuple(sorted({faces for axis in axes for faces in HIDING[axis][numbers[axis]]}))
    return [PLACE(COLOURS[seat - 1], funnel, faces) for faces in ways]


def placed(state: State, owner: Seat, cell: Cell, faces: Faces) -> State:
    """The state with a die in place; the turn is over when no funnel is open."""
    pyramid = state.pyramid.put(cell, Die(COLOURS[owner - 1], faces))
    new = [cover for cover in COVERS[cell] if pyramid.is_funnel(cover)]
    waiting = tuple(sorted({*state.waiting, *new} - {cell}))
    seat = state.seat if waiting else kit.next_seat(state.seat, len(state.left))
    return State(state.options, pyramid, seat, kit.added(state.left, owner, -1), (*state.order, cell), waiting)


def shown_beside_own(pyramid: Pyramid, colour: str, cell: Cell, faces: Faces) -> float:
    """The numbers that a die shows into the places above it, each as often as an own die shows there, it included."""
    worth = 0
    for axis, cover in enumerate(ABOVE[cell]):
        if cover is not None:
            others = [pyramid[support] for support in SUPPORTS[cover] if support != cell]
            worth += faces[axis] * (1 + sum(die is not None and die.colour == colour for die in others))
    return worth


GAME = Dora()
