"""32 Triops. Place straight or L-shaped threes that adjoin the main structure; most of the 135 outside faces wins.

Source: game 32 of the Kosmos edition. Three dice linked by faces are always a row or an L, so a three is any such set
that can stand. Whether one exists is asked anew each turn. Edge contact does not link, and a bonus die apart from the
rest serves as contact only once faces join it. The lowest cell that lies on the main structure lacks at most two
supports, so a three, a pair or a single die can always go there: the last resort of the text, a die in any funnel,
never arises. If a colour runs out, others stand in. In a game that begins from a position the largest linked group is
the main structure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, FACE_CONTACTS, ZEROS, Cell, contact_cells, in_mask, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.notation import PLACE, STOP, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.connected_sets import Sets, connected_sets, longest_row, narrowed, next_cells, union
from skill.rules.telling import Label

COLOURS = (RED, GREEN, BLACK)
DICE = {colour: Die(colour) for colour in COLOURS}
FACE_CONTACT_MASK = tuple(mask_of(contacts) for contacts in FACE_CONTACTS)
THREE = 3
START = "The start die: put one die in any funnel of the plate."
NEXT_OF_THREE = {
    3: "Put the first of three dice: an L, or a row that climbs straight up. It leans on a die that stands.",
    2: "Put the second of your three dice: in the end all three are joined face to face.",
    1: "Put the last of your three dice: a straight row earns a bonus die, an L does not.",
}
"""What is said while so many of the three dice are missing."""
NEXT_OF_FEWER = {
    (2, 2): "No three dice fit anywhere: put the first of two that are joined face to face.",
    (2, 1): "Put the second of your two dice, face to face with the first.",
    (1, 1): "Only a single die fits anywhere: put one.",
}
"""The same by how many dice there are in all and how many are missing."""
OFFERED = {
    (1, False, True): "First of three, for an L",
    (1, True, True): "First of three, for a row or an L",
    (1, True, False): "First of three, for a row",
    (2, False, True): "Second of three, for an L",
    (2, True, True): "Second of three, for a row or an L",
    (2, True, False): "Second of three, for a row",
    (3, False, True): "Last of three: an L",
    (3, True, False): "Last of three: a row, then a bonus die",
}
"""By its number in the turn, and whether a row and whether an L may come of it."""
ROW_MEANS = "A straight row of three can stand here: it earns a bonus die."
TOO_FEW = {2: "No three dice fit anywhere now: a pair is to be placed.", 1: "Only a single die fits anywhere now."}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    players: int
    is_bonus_due: bool
    """Option `bonus`: whether a bonus die must be placed."""
    sets: Sets
    """What each set that may still be placed lacks; an empty one stands for placing no more."""
    main: int = 0
    """The cells of the dice linked to the start die by faces."""
    built: int = 0
    """The cells filled in this turn."""
    is_bonus: bool = False
    """Whether it is the bonus die that is to be placed."""


class Triops(Game[State]):
    number, slug, title = "32", "triops", "Triops"
    family, players, teams = "construction", (2, 3), True
    goal = "Show more of your colour on the outside of the pyramid than anybody else."
    deciding_rules = {
        "place": "Your row earned a bonus die: put it in any funnel.",
    }
    summary = "Place three dice in a row or an L; most of 135 outside faces wins. The numbers on dice do not count."
    score_unit = ("1 outside face", "{count} outside faces")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "bonus",
            "must",
            "may",
            help="Whether the bonus die must be placed, or may.",
            meanings={"must": "you have to place it", "may": "you place it if you like"},
        ),
    )
    verbs = (PLACE, STOP)
    seat_colours = COLOURS
    horizon = 3
    calls_a_second = 18_000
    text = RulesText(
        goal="When the pyramid is complete, show more of its 135 outside faces than anybody else.",
        setup="The plate is empty. Each side has the 90 dice of its own colour; if they run out, others stand "
        "in for them. Teams sit in alternating colours.",
        turn="Whoever begins places one die in any funnel of the plate, the start die. From then on place "
        "three dice: a Triops, three in a straight row face to face, or a Triangel, three dice in an L. "
        "The main structure is the start die and everything linked to it, face to face. At least one of "
        "your three dice must lie on it with a face. After a Triops, but not after a Triangel, place one "
        "bonus die in any funnel; if you agree so, you may leave it.",
        end="The game ends when the pyramid is complete.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one.",
        wins="The side with the most faces wins.",
        ties="With three sides equal numbers share the win; with two there is no tie.",
        readings=(
            "A bonus die that stands apart is part of the main structure only once faces link it.",
            "Dice that touch by an edge only are not linked.",
            "The three dice may hold up one another.",
        ),
        stuck=(
            "If no three dice can be placed, place two that are linked by a face. If no two can be "
            "placed, place one. These too must lie on the main structure, and bring no bonus die.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        colours = COLOURS[:players]
        if any(die.colour not in colours or die.faces for _, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: triops has dice of {colours} without orientation",
                pyramid=pyramid,
                colours=", ".join(colours),
            )
        sets = tuple(1 << cell for cell in BASE)
        state = State(pyramid, kit.first_seat(options), players, options["bonus"] == "must", sets)
        if pyramid == EMPTY or pyramid.is_complete:
            return state
        return _turn(state._replace(main=largest_group(pyramid.mask)))

    def to_move(self, state: State) -> Turn:
        if state.pyramid.is_complete:
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.pyramid.is_complete:
            return []
        places = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        moves = [places[cell] for cell in next_cells(state.sets, state.pyramid)]
        return [*moves, STOP()] if 0 in state.sets else moves

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                return _placed(state, DICE[colour], cell)
            case ("stop",):
                return _next_turn(state)
        raise IllegalMove(f"{action}: not an action of triops")

    def result(self, state: State) -> Result | None:
        if not state.pyramid.is_complete:
            return None
        faces = self.scores(state)
        return Result(kit.best(faces), faces, "Outside faces count; the most win.")

    def connected_sets(self, state: State) -> Sets:
        return state.sets

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.outside(COLOURS[seat - 1])

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        """Which of its dice is to be placed now."""
        if PLACE.name not in verbs or state.is_bonus:
            return super().deciding_rule(state, verbs)
        if not state.pyramid:
            return Fact(START)
        placed, missing = state.built.bit_count(), state.sets[0].bit_count()
        if placed + missing == THREE:
            return Fact(NEXT_OF_THREE[missing])
        return Fact(NEXT_OF_FEWER[placed + missing, missing])

    def offered(self, state: State, action: Action) -> Fact | None:
        """Which die of the turn it would be, and what it completes or begins."""
        if action.verb != PLACE.name or state.is_bonus or not state.pyramid:
            return super().offered(state, action)
        rest = narrowed(state.sets, action[2])
        number, last = state.built.bit_count() + 1, max(map(int.bit_count, rest))
        if number + last < THREE:
            return super().offered(state, action)
        rows = [is_row(state, mask | 1 << action[2]) for mask in rest]
        return Fact(OFFERED[number, any(rows), not all(rows)])

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """At the places that whoever looks may choose now: that a row can stand there, and how many faces count."""
        if state.seat != seat:
            return {}
        may = next_cells(state.sets, state.pyramid)
        rows = union(mask for mask in state.sets if is_row(state, mask))
        found = {cell: label for cell, label in kit.several_faces(state.pyramid).items() if cell in may}
        for cell in may:
            if rows >> cell & 1:
                text = fact("row, counts {count}", count=ZEROS[cell]) if cell in found else fact("row")
                found[cell] = Label(text, means=ROW_MEANS)
        return found

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(sum(ZEROS[cell] for cell in state.pyramid.cells_of(colour)) for colour in COLOURS[: state.players])

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        if action.verb == STOP.name:
            found = [fact("{player} placed no bonus die.", player=who)]
        else:
            found = [*super().told(before, action, by, after)]
        if after.is_bonus and not before.is_bonus:
            found.append(fact("{player} earned a bonus die: three dice stand in a straight row.", player=who))
        if before.pyramid and after.seat != before.seat and not after.pyramid.is_complete:
            size = after.sets[0].bit_count()
            if size < THREE:
                found.append(Fact(TOO_FEW[size]))
        return tuple(found)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Outside faces of the best set that the die can become, with its bonus, less those of the best reply."""
        match action:
            case ("place", colour, cell, _):
                connected = 1 << cell | max(narrowed(state.sets, cell), key=faces_of)
                pyramid = state.pyramid
                for filled in in_mask(connected):
                    pyramid = pyramid.put(filled, DICE[colour])
                whole = state.built | connected
                return faces_of(connected) + bonus_faces(whole, pyramid) - best_faces(pyramid, state.main | whole)
        return -best_faces(state.pyramid, state.main)


def _placed(state: State, die: Die, cell: Cell) -> State:
    pyramid, built, sets = state.pyramid.put(cell, die), state.built | 1 << cell, narrowed(state.sets, cell)
    main = joined(state.main, cell, pyramid.mask) if state.main else 1 << cell
    state = state._replace(pyramid=pyramid, main=main, built=built, sets=sets)
    if any(sets) or pyramid.is_complete:
        return state
    if not state.is_bonus and longest_row(built) == THREE:
        funnels = tuple(1 << c for c in pyramid.funnels())
        return state._replace(is_bonus=True, sets=funnels if state.is_bonus_due else (0, *funnels))
    return _next_turn(state)


def _next_turn(state: State) -> State:
    return _turn(state._replace(seat=kit.next_seat(state.seat, state.players), built=0, is_bonus=False))


def _turn(state: State) -> State:
    """The turn begun: a three if there is one anywhere, else a pair, else a single die."""
    occupied = state.pyramid.mask
    roots = contact_cells(state.main, occupied)
    found = (connected_sets(roots, occupied, size) for size in (THREE, 2, 1))
    return state._replace(sets=next(sets for sets in found if sets))


def is_row(state: State, missing: int) -> bool:
    """Whether the dice placed in this turn make a straight row with those that are missing."""
    return not state.is_bonus and longest_row(state.built | missing) == THREE


def joined(main: int, cell: Cell, occupied: int) -> int:
    """The main structure after the die at `cell` has been placed: with it and what it links, if it adjoins it."""
    return main | linked(cell, occupied & ~main) if FACE_CONTACT_MASK[cell] & main else main


def linked(cell: Cell, occupied: int) -> int:
    """The dice linked by faces to the die at `cell`, itself included."""
    group, new = 0, 1 << cell
    while new:
        group |= new
        new = union(FACE_CONTACT_MASK[c] for c in in_mask(new)) & occupied & ~group
    return group


def largest_group(occupied: int) -> int:
    """The largest set of dice linked by faces; of several the one with the smallest cell."""
    return max((linked(cell, occupied) for cell in in_mask(occupied)), key=int.bit_count)


@lru_cache(maxsize=1 << 14)
def faces_of(connected: int) -> int:
    """How many outside faces the cells of a mask have."""
    return sum(ZEROS[c] for c in in_mask(connected))


def bonus_faces(connected: int, pyramid: Pyramid) -> int:
    """The outside faces of the best bonus die after `connected` has been built."""
    return best_die(pyramid) if longest_row(connected) >= THREE else 0


def best_die(pyramid: Pyramid) -> int:
    """The outside faces of the best single die."""
    return max([ZEROS[c] for c in pyramid.funnels()], default=0)


def best_faces(pyramid: Pyramid, main: int) -> int:
    """The outside faces of the best three on the main structure, its bonus included."""
    sets = connected_sets(contact_cells(main, pyramid.mask), pyramid.mask, THREE)
    bonus = best_die(pyramid)
    return max([faces_of(s) + (bonus if longest_row(s) >= THREE else 0) for s in sets], default=0)


GAME = Triops()
