"""20 Malicious Pleasure. Throw into a funnel with an own die, place as many as it shows. First out of dice wins.

Source: game 20 of the Kosmos edition; `contact=face_edge_point` is a query of its French text. "A funnel containing a
die" means the three dice that form it, so base funnels contain none. The thrown die counts towards the number, and
with `touch=chain` every further die touches it or one placed this turn. Dice off return to their owners: taking them
out of the game would reward missing. Of several own dice round the funnel the player chooses one; an only one is
taken without asking, and so is one of several where the choice changes nothing. A throw that is not made counts as one
off the plate.

The turn goes by the dice in cells: one that stands over a die that leans stands there until the turn is over, and is
loose from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    ABOVE,
    ALL,
    AXES,
    BELOW,
    CELLS,
    COORDS,
    CORNER_CONTACTS,
    EDGE_CONTACTS,
    FACE_CONTACTS,
    LEVEL,
    NEIGHBOUR_MASK,
    SUPPORTS,
    Cell,
    in_mask,
    mask_of,
)
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die, Faces
from skill.lattice.notation import ATTEMPT, PASS, PLACE, Action, Loose, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.telling import Label, Note

COLOURS = (RED, GREEN, BLACK)
SHARE = {2: 82, 3: 55}
# of the own dice round the funnel, the one whose number is used
USE = Verb("use <cell>", "use its number", told="{player} used the number of {die} {cell}.")
TOUCHING = {
    "face_edge": tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c]) for c in CELLS),
    "face_edge_point": tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c] + CORNER_CONTACTS[c]) for c in CELLS),
}
PLACINGS = {colour: [[PLACE(colour, cell, faces) for faces in ORIENTATIONS] for cell in CELLS] for colour in COLOURS}
OPTIONS = (
    one_of(
        "touch",
        "chain",
        "among",
        help="Where the further dice of a turn go.",
        meanings={
            "chain": "each touches the thrown die or one placed in this turn",
            "among": "the first goes anywhere, and each later one touches an earlier one",
        },
    ),
    one_of(
        "contact",
        "face_edge",
        "face_edge_point",
        help="What counts as touching.",
        meanings={"face_edge": "faces and edges", "face_edge_point": "faces, edges and corners"},
    ),
    in_range(
        "stall",
        30,
        1,
        1000,
        help="Turns in a row in which nobody gets down to fewer dice than before, after which the game ends.",
    ),
    *throws.throw_options(distance_cm=20.0),
)


LAIN_ON = fact("The number on which the thrown die lies: with it you may place one die less than that.")


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    supplies: tuple[float, ...]
    lows: tuple[float, ...]
    """The smallest supply that each seat has had."""
    idle: int = 0
    """Turns in a row in which no supply reached a new low."""
    loose: tuple[Loose, ...] = ()
    aim: Cell | None = None
    """Lattice model: the cell at which a die is on its way."""
    landed: Cell | None = None
    """Lattice model: where it came to rest while its orientation is open."""
    choosing: tuple[Cell, ...] = ()
    """The own dice round the funnel, while the player is to choose one."""
    left: int = 0
    """How many further dice he may place."""
    chain: int = 0
    """The mask of dice of which a further die must touch one; with none it goes in any funnel. While he chooses, the
    thrown die."""


class MaliciousPleasure(throws.ThrowGame[State]):
    number, slug, title = "20", "malicious-pleasure", "Malicious Pleasure"
    family, kind, players = "construction", "hybrid", (2, 3)
    goal = "Be the first to have all your dice on the plate, thrown there or placed."
    deciding_rules = {
        "place": "Each die must touch the thrown die or one placed in this turn.",
        "use": "Choose whose face counts: the die of yours on which the thrown one lies.",
        "attempt": "The die must come to stand on one of yours; the face under it says how many you may place.",
        "throw": "The die must come to stand on one of yours; the face under it says how many you may place.",
    }
    summary = "Throw into a funnel with an own die, place as many as it shows; first out of dice wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(chance=4, skill=4, tactics=2)
    options = OPTIONS
    verbs = (ATTEMPT, throws.THROW, throws.LAND, throws.OFF, throws.SHOW, USE, PLACE, PASS)
    seat_colours = COLOURS
    scene = "malicious-pleasure"
    score_order = "fewest"
    horizon = 3
    text = RulesText(
        goal="Be the first to have no dice left.",
        setup="The plate is empty. Two players have 82 dice each, three have 55: red, green and black.",
        turn="Throw one of your dice at the plate, from no nearer than agreed, by default 20 cm. Dice that fall off "
        "go back to their owners, yours and others'. If your die stands on three dice and at least one of them is "
        "yours, choose one of yours and look at its face on which the thrown die lies. If it shows 4, you may place "
        "three more dice, if it shows 1 none, and so on. Place them one by one, turned as you like. Each must touch "
        "the thrown die or a die placed in this turn, with a face or an edge, or also with a corner if you agree so. "
        "You may stop at any time. In all other cases the turn is over; a die that is on the plate stays.",
        end="Whoever has no dice left wins at once. If for the agreed number of turns in a row nobody gets down "
        "to fewer dice than before in this game, the player with the fewest dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "After a throw into a funnel of the plate itself you place nothing.",
            "A funnel in which a loose die lies cannot be used.",
            "A throw that is not made is a miss.",
        ),
        stuck=("If no further die can be placed, your turn is over.",),
        variants=(
            ("touch", "among", "The first further die goes in any funnel, and each later one touches an earlier one."),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid, share = position or EMPTY, SHARE[players]
        kit.check_material(pyramid, dict.fromkeys(COLOURS[:players], share - 1))
        supplies = tuple(float(share - len(pyramid.cells_of(colour))) for colour in COLOURS[:players])
        return State(options, pyramid, kit.first_seat(options), supplies, supplies)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.aim is not None or state.landed is not None:
            return CHANCE
        if state.choosing or state.left or throws.is_lattice(state.options):
            return state.seat
        hand = Die(throws.IN_HAND, ORIENTATIONS[0])
        aim = partial(best_aim, state)
        return throws.throw_at(state.seat, self.scene, state.pyramid, state.options, hand, state.loose, aim, own(state))

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.aim is not None:
            return throws.landings(state.pyramid, state.options)
        if state.landed is not None:
            return throws.SHOWS
        if state.choosing:
            return [USE(cell) for cell in state.choosing]
        if state.left:
            placings = PLACINGS[own(state)]
            return [PASS(), *(action for cell in touching_funnels(state) for action in placings[cell])]
        return throws.THROWS if throws.is_lattice(state.options) else []

    def all_actions(self, options: Options) -> Sequence[Action]:
        placings = [action for colour in COLOURS for of_cell in PLACINGS[colour] for action in of_cell]
        return (*throws.aims(options), *map(USE, CELLS), PASS(), *placings)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("throw", aim):
                return state._replace(aim=aim)
            case ("off", _):
                return turn_over(state._replace(aim=None))
            case ("land", cell):
                return state._replace(aim=None, landed=cell)
            case ("show", faces) if (cell := state.landed) is not None:
                pyramid = state.pyramid.put(cell, Die(own(state), faces))
                return standing(spent(state._replace(pyramid=pyramid, landed=None)), cell)
            case ("attempt", *_):
                return after_report(state, throws.thrown(action, own(state)))
            case ("use", cell):
                return using(state, cell)
            case ("place", colour, cell, faces):
                chain = state.chain | 1 << cell
                pyramid = state.pyramid.put(cell, Die(colour, faces))
                return going_on(spent(state._replace(pyramid=pyramid, left=state.left - 1, chain=chain)))
            case ("pass",):
                return turn_over(state)
        raise IllegalMove(f"{action}: not an action of malicious-pleasure")

    def result(self, state: State) -> Result | None:
        return kit.by_dice_left(state.supplies) if is_over(state) else None

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.supplies

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The numbers of which one is to be chosen."""
        return {cell: Label(str(facing(state, cell)), means=LAIN_ON) for cell in state.choosing}

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if not state.left or seat != state.seat:
            return ()
        return (fact("You may place {count} more dice.", one="You may place one more die.", count=state.left),)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        return (*self._told_done(before, action, by, after), *told_outcome(before, action, after))

    def _told_done(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("attempt", *_):
                throw = throws.thrown(action, own(before))
                return (throws.told_throw(before.seat, throw), *throws.told_returned(throw, COLOURS))
            case ("use", cell):
                text = "{player} used the {number} of the die {cell}."
                return (fact(text, player=Player(before.seat), number=facing(before, cell), cell=At(cell)),)
            case ("pass",):
                return (fact("{player} placed no more dice.", player=Player(before.seat)),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # every die that is placed would say that there is one less

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, state.supplies)

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, state.supplies) + kit.lying(state.loose)

    def without_hands(self, state: State) -> State:
        return state._replace(options=throws.in_the_lattice(state.options))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Aims by `appeal`, the highest number, and places where own high numbers show and others' are buried."""
        match action:
            case ("throw", cell):
                return appeal(state, cell)
            case ("use", cell):
                return facing(state, cell)
            case ("place", _, cell, faces):
                return 20 + prospect(state, cell, faces)
        return 0


def own(state: State) -> Colour:
    """The colour of the seat to move."""
    return COLOURS[state.seat - 1]


def spent(state: State) -> State:
    """The state with one die less in the supply of the seat to move."""
    return state._replace(supplies=kit.added(state.supplies, state.seat, -1))


def after_report(state: State, after: throws.Thrown) -> State:
    """The state after a real throw: what fell off is back with its owners."""
    supplies = kit.added(state.supplies, state.seat, after.is_off - 1)
    for colour, _ in after.pushed:
        supplies = kit.added(supplies, COLOURS.index(colour) + 1, 1)
    pyramid, loose = throws.of_turn(after.pyramid, after.loose, state.loose)
    state = state._replace(pyramid=pyramid, loose=loose, supplies=supplies)
    return turn_over(state) if after.cell is None else standing(state, after.cell)


def standing(state: State, thrown: Cell) -> State:
    """The state once the thrown die stands: the player uses a number of an own die under it, or his turn is over."""
    mine = own_supports(state, thrown)
    state = state._replace(chain=1 << thrown)
    if not mine:
        return turn_over(state)
    used = [using(state, cell) for cell in mine]
    return used[0] if all(after == used[0] for after in used) else state._replace(choosing=mine)


def own_supports(state: State, thrown: Cell) -> tuple[Cell, ...]:
    """The own dice that stand under the thrown one; one that leans there is none."""
    dice = ((cell, state.pyramid[cell]) for cell in SUPPORTS[thrown])
    return tuple(cell for cell, die in dice if die is not None and die.colour == own(state))


def facing(state: State, support: Cell) -> int:
    """The number that the die at `support` shows into the funnel in which the thrown die stands."""
    thrown = state.chain.bit_length() - 1
    return state.pyramid.faces_at(support)[BELOW[thrown].index(support)]


def using(state: State, support: Cell) -> State:
    """The state once the player has chosen the number of the die at `support`."""
    chain = state.chain if state.options["touch"] == "chain" else 0
    left = min(facing(state, support) - 1, int(state.supplies[state.seat - 1]))
    return going_on(state._replace(choosing=(), left=left, chain=chain))


def going_on(state: State) -> State:
    """The state itself while a further die can be placed; otherwise the turn is over."""
    return state if state.left and touching_funnels(state) else turn_over(state)


def touching_funnels(state: State) -> list[Cell]:
    """Where a further die may be placed."""
    blocked = throws.blocked(state.loose) if state.loose else 0
    reach, touching = ALL, TOUCHING[str(state.options["contact"])]
    if state.chain:
        reach = 0
        for cell in in_mask(state.chain):
            reach |= touching[cell]
    return state.pyramid.funnels(reach & ~blocked)


def turn_over(state: State) -> State:
    """The state at the beginning of the next seat's turn."""
    lows = tuple(map(min, state.lows, state.supplies))
    idle = 0 if lows != state.lows else state.idle + 1
    seat = kit.next_seat(state.seat, len(lows))
    if not throws.is_lattice(state.options):
        pyramid, loose = throws.after_turn(state.pyramid, state.loose)
        state = state._replace(pyramid=pyramid, loose=loose)
    return state._replace(seat=seat, lows=lows, idle=idle, choosing=(), left=0, chain=0)


def told_outcome(before: State, action: Action, after: State) -> Iterator[Fact]:
    """What follows from an action: dice that may be placed, why there are none, and the end."""
    if not after.supplies[before.seat - 1]:
        yield fact("{player} has no dice left.", you="You have no dice left.", player=Player(before.seat))
    elif is_over(after):
        text = "No supply has become smaller for {count} turns: the fewest dice left win."
        one = "No supply has become smaller for a turn: the fewest dice left win."
        yield fact(text, one=one, count=after.options.whole("stall"))
    elif after.choosing:
        yield Fact("Several dice under it have its colour: the number of one is chosen.")
    elif after.left and not before.left:
        yield fact("{count} more dice may be placed.", one="One more die may be placed.", count=after.left)
    elif after.seat == before.seat:
        return
    elif (cell := thrown_into(before, action)) is not None:
        has_own = bool(own_supports(before._replace(pyramid=heap_of_turn(before, action, after)), cell))
        yield Fact("No more dice may be placed." if has_own else "No die under it has its colour: the turn is over.")
    elif before.left > 1 and action.verb == PLACE.name:
        yield Fact("There is no place for a further die: the turn is over.")


def thrown_into(before: State, action: Action) -> Cell | None:
    """Where the die stands that came to stand by an action, or whose number it chose; None for any other action."""
    match action:
        case ("attempt", *_):
            return throws.thrown(action, own(before)).cell
        case ("show", _):
            return before.landed
        case ("use", _):
            return before.chain.bit_length() - 1
    return None


def heap_of_turn(before: State, action: Action, after: State) -> Pyramid:
    """The dice in cells by which the turn went, once it may be over."""
    if action.verb != ATTEMPT.name:
        return after.pyramid
    throw = throws.thrown(action, own(before))
    return throws.of_turn(throw.pyramid, throw.loose, before.loose)[0]


def is_over(state: State) -> bool:
    """Whether somebody has no dice left, or it is time to count."""
    return state.idle >= state.options.whole("stall") or not all(state.supplies)


def appeal(state: State, cell: Cell) -> float:
    """How good an aim it is: the highest own number in the funnel, more with other funnels of its level beside it.

    A funnel of the plate is better than one without own dice: beside other dice, and near the middle.
    """
    if not state.pyramid.is_funnel(cell):
        return 0.0
    if not LEVEL[cell]:
        beside = (state.pyramid.mask & NEIGHBOUR_MASK[cell]).bit_count()
        return (beside + 1 / (1 + max(COORDS[cell]) - min(COORDS[cell]))) / 10
    dice = zip(state.pyramid.supports(cell), state.pyramid.funnel_numbers(cell), strict=True)
    best = max((number for die, number in dice if die.colour == own(state)), default=0)
    return best * (1.0 + len(state.pyramid.funnels(NEIGHBOUR_MASK[cell])))


def prospect(state: State, cell: Cell, faces: Faces) -> int:
    """The numbers that an own die here shows to future funnels, and those of others less own ones that it buries."""
    shown = sum(faces[axis] for axis in AXES if ABOVE[cell][axis] is not None)
    buried = [(die.faces[axis], die.colour) for axis, die in enumerate(state.pyramid.supports(cell)) if die.faces]
    return shown + sum(-number if colour == own(state) else number for number, colour in buried)


def best_aim(state: State) -> Cell:
    """The most appealing cell to aim at."""
    return max(CELLS, key=partial(appeal, state))


GAME = MaliciousPleasure()
