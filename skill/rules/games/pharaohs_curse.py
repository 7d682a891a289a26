"""50 The Pharaoh's Curse. Swap through a maze of dice where touching numbers match.

Source: game 50 of the Kosmos edition. One action a turn, swap or turn, as the English editor supposes and the French
text repeats; `actions=both` allows a turn and then a swap. Touching faces are those that face each other across the
groove between two neighbours. The goals of others are closed, and explorers never swap with each other. At `turn_cap`
nobody wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, COORDS, CORNERS, LEVEL_STEPS, Axis, Cell, cells, shifted
from skill.lattice.dice import BLACK, BLUE, GREEN, ORIENTATIONS, RED, Faces
from skill.lattice.notation import FILL, STOP, SWAP, TURN, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.shared.flat import check_flat

COLOURS = (RED, BLUE, BLACK)
STARTS = cells("044 404 440")
GOALS = CORNERS
NOWHERE: Cell = -1
CANNOT = 1000  # actions to a goal that no way leads to


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    left: Cell
    """Where the green die of a swap has still to be turned as the seat likes, or `NOWHERE`."""
    has_turned: bool
    """Whether the seat has turned its explorer and may still swap."""
    turns: int
    """Turns that are over, of all seats."""
    options: Options


class PharaohsCurse(Game[State]):
    number, slug, title = "50", "pharaohs-curse", "The Pharaoh's Curse"
    family, players = "board", (3, 3)
    goal = "Be the first to bring your explorer to the opposite corner."
    deciding_rules = {
        "swap": "Your explorer changes places where the two faces that face each other show one number.",
        "turn": "Choose how the die lies.",
    }
    summary = "Swap through a maze of dice where touching numbers match."
    score_unit = ("1 of 8 rows behind", "{count} of 8 rows behind")
    profile = Profile(chance=2, tactics=8)
    options = (
        one_of(
            "actions",
            "either",
            "both",
            help="What you may do in a turn.",
            meanings={"either": "one thing: swap or turn", "both": "turn and then swap, or one of them"},
        ),
        kit.turn_cap(100),
    )
    verbs = (FILL, SWAP, TURN, STOP)
    seat_colours = COLOURS
    is_symmetric = False  # each explorer has its own goal
    horizon = 1
    calls_a_second = 23_000
    has_sides = True
    text = RulesText(
        goal="Bring your explorer from the middle of its side to the opposite corner.",
        setup="The explorers, red, blue and black, stand in the middle of the sides; green dice fill all other "
        "funnels of the plate. All dice are turned at random.",
        turn="Either swap your explorer with an adjacent green die. Two dice side by side face each other across the "
        "gap between them, each with one face: these two faces must show the same number. The explorer keeps lying as "
        "it lies, and you put the green die into the funnel that it left, turned as you like. Or turn your explorer "
        "where it stands. If you agree on two actions a turn, first turn your explorer, then swap; you may leave out "
        "one of the two, but not both.",
        end="The first explorer in its goal wins at once.",
        ties="If nobody gets there in the agreed number of turns of each player, by default 100, the game is a draw.",
        readings=(
            "Player 1 starts at the orange side, player 2 at the violet one, player 3 at the white one.",
            "Explorers do not swap with each other, and you may not enter the other players' goals.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        if position is not None:
            check_position(position)
        return State(pyramid, kit.first_seat(options), NOWHERE, False, 0, options)

    def is_set_up(self, state: State) -> bool:
        return bool(state.pyramid.mask)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return CHANCE if not state.pyramid.mask else state.seat

    def _is_over(self, state: State) -> bool:
        return bool(arrived(state.pyramid)) or state.turns >= state.options.whole("turn_cap") * len(COLOURS)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.pyramid.mask or self._is_over(state):
            return []
        if state.left != NOWHERE:
            return TURNS[state.left]
        cell = explorer(state.pyramid, state.seat)
        faces = state.pyramid.faces_at(cell)
        swaps = [SWAP(cell, to) for to in matching(state.pyramid, cell, faces, state.seat)]
        if state.has_turned:
            return [*swaps, STOP()]
        turns = list(TURNS[cell])
        turns.remove(TURN(cell, faces))
        return swaps + turns

    def draw(self, state: State, rng: Random) -> Action:
        if state.pyramid.mask:
            return super().draw(state, rng)
        return FILL(Pyramid((cell, rng.choice(kit.TURNED[SETUP[cell]])) for cell in BASE))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if {cell: die.colour for cell, die in pyramid} == SETUP:
                check_position(pyramid)
            case _:
                raise IllegalMove(
                    "{action}: pharaohs-curse begins with fill, explorers at the sides, green elsewhere", action=action
                )

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*(turn for turns in TURNS for turn in turns), *pairs(SWAP, flat.STEPS), STOP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        pyramid = state.pyramid
        match action:
            case ("swap", cell, to):
                swapped = pyramid.put(to, pyramid.at(cell)).put(cell, pyramid.at(to))
                return state._replace(pyramid=swapped, left=cell)
            case ("turn", cell, faces) if cell == state.left:
                return next_turn(state._replace(pyramid=pyramid.turn(cell, faces)))
            case ("turn", cell, faces):
                after = state._replace(pyramid=pyramid.turn(cell, faces), has_turned=True)
                goes_on = state.options["actions"] == "both" and matching(after.pyramid, cell, faces, state.seat)
                return after if goes_on else next_turn(after)
            case ("stop",):
                return next_turn(state)
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid)
        raise IllegalMove(f"{action}: not an action of pharaohs-curse")

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        winners = arrived(state.pyramid)
        return Result(
            winners,
            self.scores(state),
            "The explorer of the winner stands in the opposite corner."
            if winners
            else "Nobody came to the opposite corner in time.",
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        """How many of the eight rows to its goal each explorer has behind it."""
        if not state.pyramid.mask:
            return (0,) * len(COLOURS)
        return tuple(COORDS[explorer(state.pyramid, seat)][axis] for axis, seat in enumerate((1, 2, 3)))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return (GOALS[seat - 1],)

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """Each seat's goal, which is closed to the others."""
        return {goal: seat for seat, goal in enumerate(GOALS, 1)}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("swap", _, to):
                who = Player(by or before.seat)
                swapped = fact("{player} changed places with a green die {cell}.", player=who, cell=At(to))
                return (swapped, fact("{player} reached the goal.", player=who)) if to in GOALS else (swapped,)
        return super().told(before, action, by, after)

    def outlook(self, state: State) -> tuple[float, ...]:
        """How few swaps and turns are left to the goal."""
        cells = [explorer(state.pyramid, seat) for seat in (1, 2, 3)]
        faces = map(state.pyramid.faces_at, cells)
        return tuple(-to_goal(state.pyramid, *at) for at in zip((1, 2, 3), cells, faces, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """How few swaps and turns are then left to the goal; for a green die, how few explorers it lets in."""
        match action:
            case ("swap", cell, to):
                return -to_goal(state.pyramid, seat, to, state.pyramid.faces_at(cell))
            case ("turn", cell, faces) if cell == state.left:
                after, others = state.pyramid.turn(cell, faces), [s for s in (1, 2, 3) if s != seat]
                places = [explorer(after, other) for other in others]
                return -sum(
                    cell in matching(after, place, after.faces_at(place), other)
                    for place, other in zip(places, others, strict=True)
                )
            case ("turn", cell, faces):
                return -to_goal(state.pyramid, seat, cell, faces)
        cell = explorer(state.pyramid, seat)  # it stops there
        return -to_goal(state.pyramid, seat, cell, state.pyramid.faces_at(cell))


SETUP = {cell: dict(zip(STARTS, COLOURS, strict=True)).get(cell, GREEN) for cell in BASE}
TURNS = tuple(tuple(TURN(cell, faces) for faces in ORIENTATIONS) for cell in BASE)


def _borders(cell: Cell) -> tuple[tuple[Cell, Axis, Axis], ...]:
    """The neighbours of a base cell, each with the axis of the own face and of its face that touch.

    Along +A -B the own face -B touches the neighbour's face -A.
    """
    found = ((shifted(cell, step), step.index(-1), step.index(1)) for step in LEVEL_STEPS)
    return tuple((to, own, other) for to, own, other in found if to is not None)


ARRIVALS = tuple(zip((1, 2, 3), GOALS, COLOURS, strict=True))  # of which seat a die in which cell is home
BORDERS = tuple(_borders(cell) for cell in BASE)
LYING = {faces: 1 << n for n, faces in enumerate(ORIENTATIONS)}
EVERY = sum(LYING.values())
SHOWING = tuple(
    tuple(sum(bit for faces, bit in LYING.items() if faces[axis] == number) for number in range(7)) for axis in range(3)
)  # of each axis and number the attitudes with that number on the face towards that axis


def matching(pyramid: Pyramid, cell: Cell, faces: Faces, seat: Seat) -> list[Cell]:
    """The green dice with which the seat's explorer, lying so in `cell`, may swap."""
    return [
        to
        for to, own, other in BORDERS[cell]
        if pyramid.number_at(to, other) == faces[own] and is_open(pyramid, to, seat)
    ]


def is_open(pyramid: Pyramid, cell: Cell, seat: Seat) -> bool:
    """Whether a green die stands in `cell` and it is not the goal of another seat."""
    die = pyramid[cell]
    return die is not None and die.colour == GREEN and (cell not in GOALS or cell == GOALS[seat - 1])


def explorer(pyramid: Pyramid, seat: Seat) -> Cell:
    """Where the seat's explorer stands."""
    cell = pyramid.cell_of(COLOURS[seat - 1])
    assert cell is not None, "every explorer is on the plate"
    return cell


def arrived(pyramid: Pyramid) -> tuple[Seat, ...]:
    """The seats whose explorer stands in its goal."""
    return tuple([seat for seat, goal, colour in ARRIVALS if (die := pyramid[goal]) and die.colour == colour])


def to_goal(pyramid: Pyramid, seat: Seat, cell: Cell, faces: Faces) -> int:
    """The swaps and turns of the seat's explorer, lying so in `cell`, to its goal; `CANNOT` if no way leads there."""
    fewest, lying = ways(pyramid, seat).get(cell, (CANNOT, EVERY))
    return fewest if LYING[faces] & lying else fewest + 1


@lru_cache(maxsize=16)
def ways(pyramid: Pyramid, seat: Seat) -> dict[Cell, tuple[int, int]]:
    """For each cell from which a way leads to the seat's goal in this maze: the fewest swaps and turns, and how the
    explorer must lie for them (bits of `LYING`). From every other attitude it is one more, since it turns first.
    """
    found: dict[Cell, tuple[int, int]] = {}
    now, soon, later, cost = {GOALS[seat - 1]: EVERY}, dict[Cell, int](), dict[Cell, int](), 0
    while now or soon:
        for here, lying in now.items():
            if here in found:
                continue
            found[here] = cost, lying
            if not is_open(pyramid, here, seat):
                continue
            faces = pyramid.faces_at(here)
            for cell, own, touched in BORDERS[here]:  # who swaps from there with what lies here has touched it so
                touching = SHOWING[touched][faces[own]]
                if both := lying & touching:
                    soon[cell] = soon.get(cell, 0) | both
                else:
                    later[cell] = later.get(cell, 0) | touching
        now, soon, later, cost = soon, later, {}, cost + 1
    return found


def check_position(position: Pyramid) -> None:
    """Raises `IllegalMove` unless the three explorers and green dice stand on the base layer, with their pips."""
    check_flat(position)
    kit.check_material(position, {GREEN: len(BASE) - len(COLOURS), **dict.fromkeys(COLOURS, 1)})
    if any(len(position.cells_of(colour)) != 1 for colour in COLOURS):
        raise IllegalMove("position {position}: expected one red, one blue and one black explorer", position=position)


def next_turn(state: State) -> State:
    """The state once the turn is over."""
    seat = kit.next_seat(state.seat, len(COLOURS))
    return state._replace(seat=seat, left=NOWHERE, has_turned=False, turns=state.turns + 1)


GAME = PharaohsCurse()
