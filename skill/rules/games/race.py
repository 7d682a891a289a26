"""52 Race. Tip dice across the plate; numbers shown at the rim of the goal triangle score.

Source: game 52 of the Kosmos edition. Our readings: the outward faces of all three sides of the triangle count; the row
factors are 1, 2, 3, 4 from row i=4 (both dice rows of the point count 4); `turn_cap` counts the turns of the second
phase only. A given position begins the second phase with its dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, COORDS, NEIGHBOUR_MASK, NEIGHBOURS, Cell, I, J, K, cells, mask_of
from skill.lattice.dice import BLACK, BLUE, GREEN, ORIENTATIONS, RED, Colour, Die, Faces, tipped
from skill.lattice.notation import PASS, PLACE, TIP, TURN, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.telling import Label

COLOURS = (RED, GREEN, BLACK, BLUE)
DICE_OF_EACH = {3: 5, 4: 4}  # by the number of players
START_ZONE = tuple(cell for cell in BASE if COORDS[cell][I] <= 1)
START_MASK = mask_of(START_ZONE)
GOAL_ROW = 4
RIM = cells("440 431 422 413 404 530 503 620 602 710 701 800")
RIM_MASK = mask_of(RIM)
FACTORS = {4: 1, 5: 2, 6: 3, 7: 4, 8: 4}  # by row i
OUTWARDS_COUNT = "In this funnel the number that a die shows outwards counts times {factor}."
WORTH = {n: Label(f"×{n}", means=fact(OUTWARDS_COUNT, factor=n)) for n in FACTORS.values()}
OUTWARD = {
    cell: tuple(axis for axis, edge in ((I, GOAL_ROW), (J, 0), (K, 0)) if COORDS[cell][axis] == edge) for cell in RIM
}
TIPS = {cell: tuple((to, TIP(cell, to)) for to in NEIGHBOURS[cell]) for cell in BASE}
TURNS = {cell: tuple(TURN(cell, faces) for faces in ORIENTATIONS) for cell in START_ZONE}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    players: int
    options: Options
    to_place: int
    """Dice of all players still to be placed: the first phase goes on until there is none."""
    placed: Cell | None = None
    """Where a die has just been placed whose orientation is still open."""
    turns: int = 0
    """Turns of the second phase, of all players together."""
    passes: int = 0
    """Players who have passed in succession."""

    @property
    def colour(self) -> str:
        """The colour of the seat to move."""
        return COLOURS[self.seat - 1]


class Race(Game[State]):
    number, slug, title = "52", "race", "Race"
    family, players = "board", (3, 4)
    is_symmetric = False
    seat_colours = COLOURS
    goal = "Tip dice to the rim of the triangle, high numbers out; far rows pay more."
    deciding_rules = {
        "tip": "Tip a die of yours over an edge into an empty neighbouring funnel.",
        "place": "Your dice go into empty funnels of the start zone.",
        "turn": "Choose how the die lies that you have just placed.",
    }
    summary = "Tip dice across the plate; numbers shown at the rim of the goal triangle score."
    profile = Profile(chance=1, tactics=9)
    options = (
        one_of(
            "place",
            "chosen",
            "rolled",
            help="Which way up a die is placed.",
            meanings={"chosen": "as its player chooses", "rolled": "as it is rolled"},
        ),
        kit.turn_cap(60),
    )
    verbs = (PLACE, TURN, TIP, PASS)
    horizon = 1
    text = RulesText(
        goal="Bring your dice to the rim of the goal triangle so that they show high numbers outwards.",
        setup="With three players each has five dice, with four players four. The start zone is the two longest rows "
        "along one side, 9 and 8 funnels. The goal triangle is the opposite corner: the five shortest rows, 15 "
        "funnels. Only its 12 outer funnels count, not the three inside.",
        turn="First place your dice in turn in empty funnels of the start zone, turned as you like or, if you "
        "agree so, as they are rolled, until all are placed. Then tip one of your dice over an edge into "
        "an empty neighbouring funnel, in any direction.",
        end="The game ends when the 12 outer funnels are full, when all pass one after the other, or after the "
        "agreed number of turns of each player, by default 60.",
        counts="For each die in an outer funnel multiply the number on its outward face by 1 in the longest row of "
        "the triangle, by 2 in the next, by 3 in the third, by 4 in the last two. A die in a corner of the "
        "triangle has two outward faces; add them first.",
        wins="The highest sum wins.",
        ties="Equal sums share the win.",
        readings=(
            "All three sides of the triangle have outward faces, also the side towards the start.",
            "Dice may be tipped sideways and back; dice in the goal may go on moving.",
        ),
        stuck=(
            "You must tip a die as long as one of yours outside the triangle can be tipped. Otherwise you may pass.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is None:
            return State(EMPTY, kit.first_seat(options), players, options, players * DICE_OF_EACH[players])
        most = dict.fromkeys(COLOURS[:players], DICE_OF_EACH[players])
        kit.check_material(position, most)
        flat.check_flat(position)
        return State(position, kit.first_seat(options), players, options, 0)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        rolls = state.placed is not None and state.options["place"] == "rolled"
        return CHANCE if rolls else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.placed is not None:
            return TURNS[state.placed]
        if state.to_place:
            return [kit.PLACEMENTS[state.colour][cell] for cell in state.pyramid.funnels(START_MASK)]
        return tips(state)

    def all_actions(self, options: Options) -> Sequence[Action]:
        turns = [turn for cell in START_ZONE for turn in TURNS[cell]]
        tips = [tip for ways in TIPS.values() for _, tip in ways]
        return (*kit.placements(COLOURS, START_ZONE), *turns, *tips, PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        following = kit.next_seat(state.seat, state.players)
        match action:
            case ("tip", cell, to):
                pyramid = state.pyramid.tip(cell, to)
                return state._replace(pyramid=pyramid, seat=following, turns=state.turns + 1, passes=0)
            case ("pass",):
                return state._replace(seat=following, turns=state.turns + 1, passes=state.passes + 1)
            case ("place", colour, cell, _):
                return state._replace(pyramid=state.pyramid.put(cell, Die(colour)), placed=cell)
            case ("turn", cell, faces):
                pyramid = state.pyramid.turn(cell, faces)
                return state._replace(pyramid=pyramid, placed=None, to_place=state.to_place - 1, seat=following)
        raise IllegalMove(f"{action}: not an action of race")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        return Result(
            kit.best(scores), scores, "The numbers turned outwards on the rim count, times the row; the most win."
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        points = dict.fromkeys(COLOURS[: state.players], 0)
        for cell in RIM:
            die = state.pyramid[cell]
            if die and die.faces:
                points[die.colour] += value(cell, die.faces)
        return tuple(points.values())

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        """Everybody's own, with one less where a die has just been placed."""
        left = self.unplaced(state)
        return [Counter({colour: left[colour]}) for colour in COLOURS[: state.players]]

    def unplaced(self, state: State) -> Counter[Colour]:
        """Those that are to be placed, in turn from the seat that is to move."""
        turns = range(state.placed is not None, state.to_place)
        return Counter(COLOURS[(state.seat - 1 + n) % state.players] for n in turns)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return RIM

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return {cell: WORTH[FACTORS[COORDS[cell][I]]] for cell in RIM if cell not in state.pyramid}

    def outlook(self, state: State) -> tuple[float, ...]:
        """Points, and three for each row gained outside the goal."""
        rows = [
            sum(min(COORDS[cell][I], GOAL_ROW) for cell in state.pyramid.cells_of(colour))
            for colour in COLOURS[: state.players]
        ]
        return tuple(score + 3 * gained for score, gained in zip(self.scores(state), rows, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Points gained, three a row gained outside the goal, and half of what the die's next tip could gain."""
        match action:
            case ("tip", cell, to):
                faces = state.pyramid.faces_at(cell)
                shown, funnels = shown_after(faces, cell, to), state.pyramid.tip(cell, to).funnels(NEIGHBOUR_MASK[to])
                rows = min(COORDS[to][I], GOAL_ROW) - min(COORDS[cell][I], GOAL_ROW)
                here, there = value(cell, faces), value(to, shown)
                next_gains = [value(n, shown_after(shown, to, n)) - there for n in funnels]
                gain: float = there - here + 3 * rows + 0.5 * max([0, *next_gains])
                return gain
            case ("place", _, cell, _):
                return float(COORDS[cell][I])
        return 0


def is_over(state: State) -> bool:
    """Whether the rim is full, all have passed, or the turns are used up."""
    return (
        state.pyramid.mask & RIM_MASK == RIM_MASK
        or state.passes == state.players
        or state.turns >= state.players * state.options.whole("turn_cap")
    )


def tips(state: State) -> list[Action]:
    """The tips of the seat's own dice; and passing, if none of them outside the triangle can be tipped."""
    empty = ~state.pyramid.mask
    found, is_bound = [], False
    for cell in state.pyramid.cells_of(state.colour):
        own = [action for to, action in TIPS[cell] if empty >> to & 1]
        found += own
        is_bound = is_bound or bool(own and COORDS[cell][I] < GOAL_ROW)
    return found if is_bound else [*found, PASS()]


def shown_after(faces: Faces, cell: Cell, to: Cell) -> Faces:
    """The upper faces after a tip from `cell` to its neighbour `to`."""
    (i, j, k), (x, y, z) = COORDS[cell], COORDS[to]
    return tipped(faces, (x - i, y - j, z - k))


def value(cell: Cell, faces: Faces) -> int:
    """What a die there counts: the sum of its outward faces times the factor of its row."""
    return FACTORS[COORDS[cell][I]] * sum(faces[axis] for axis in OUTWARD[cell]) if cell in OUTWARD else 0


GAME = Race()
