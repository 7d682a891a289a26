"""56 Finish. Step or jump over dice; first with seven dice on the far line.

Source: game 56 of the Kosmos edition; its figure is lost and `start=hex` derived. Our readings: whether a player was
stuck, or could not advance, is judged as his turn begins; a die parked on a corner that is on its owner's line too
(`line=all9`) may stay; from a position with fewer dice a player wins when all he has are on his line. Where several
duties meet, a move that fulfils any of them will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, BASE, COORDS, COVERS, NEIGHBOURS, SUPPORTS, ZEROS, Cell, cells, parse_cell, turned
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, PASS, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit

COLOURS = (RED, GREEN, BLACK)
SEATS = (1, 2, 3)
DICE = 7
HEX = (parse_cell("611"), *NEIGHBOURS[parse_cell("611")])
STACK = cells("800 710 701 620 611 602 700")
SET_UPS = {
    start: Pyramid((turned(cell, seat), Die(colour)) for seat, colour in enumerate(COLOURS) for cell in first)
    for start, first in (("hex", HEX), ("stack", STACK))
}
LINES = {
    line: tuple(frozenset(c for c in BASE if COORDS[c][seat] == 0 and ZEROS[c] <= most) for seat in range(3))
    for line, most in (("inner7", 1), ("all9", 2))
}
"""The finish line of each seat, on the plate; corners belong to two lines."""
NOBODY: Seat = 0
Jump = tuple[Cell, Cell]


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    options: Options
    turns: int = 0
    """Turns of all players together."""
    last: tuple[Jump | None, ...] = (None, None, None)
    """The last move of each seat."""
    was_stuck: tuple[bool, ...] = (False, False, False)
    """Whether each seat had no useful move at its last turn."""
    was_halted: tuple[bool, ...] = (False, False, False)
    """Whether each seat had no move at its last turn that brings a die nearer to the line."""
    winner: Seat = NOBODY

    @property
    def lines(self) -> tuple[frozenset[Cell], ...]:
        """The finish line of each seat."""
        return LINES[str(self.options["line"])]


class Finish(Game[State]):
    number, slug, title = "56", "finish", "Finish"
    family, players = "space", (3, 3)
    is_symmetric = False
    seat_colours = COLOURS
    goal = "Be the first with all your dice on the line opposite your corner."
    deciding_rules = {
        "move": kit.CLIMBS,
    }
    summary = "Step or jump over dice; first with seven dice on the far line."
    score_unit = ("1 of 7 dice on the finish line", "{count} of 7 dice on the finish line")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "start",
            "hex",
            "stack",
            help="How the seven dice of each player stand at the start.",
            meanings={"hex": "flat, six of them round one", "stack": "six in the corner and one on top"},
        ),
        one_of(
            "line",
            "inner7",
            "all9",
            help="Which funnels are the finish line.",
            meanings={"inner7": "the seven between the two corners", "all9": "all nine, with the two corners"},
        ),
        kit.turn_cap(150),
    )
    verbs = (MOVE, PASS)
    horizon = 1
    calls_a_second = 25_000
    has_sides = True
    text = RulesText(
        goal="Be the first with all seven dice on your finish line: the seven inner funnels of the side opposite your "
        "corner, or all nine if you agree so.",
        setup="Each player has seven dice: one in the funnel two steps straight in front of his corner and six in "
        "those round it, so that the corner stays empty; or, if you agree so, six in the funnels of his corner and "
        "one on top.",
        turn="Move one of your free dice by one right-angle move. A move is useful if a die that is not yet on "
        "your line comes nearer to it, or at least no further away.",
        end="A player whose seven dice are all on his line after his own move has won. After the agreed number of "
        "turns of each player, by default 150, the player with the most dice on his own line wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Player 1 has the corner opposite the orange side, player 2 that opposite the violet one, "
            "player 3 that opposite the white one.",
            "A die above the plate is not on the line.",
            "Sideways moves are useful, except along the own line.",
            "If corners count, a corner belongs to two lines. A die there that is on its owner's own line may stay.",
        ),
        stuck=(
            "If you have no useful move you are stuck: then you may make any move or pass; otherwise you "
            "must move. You may hold another player fast for one turn only. If he was stuck at his last "
            "turn and still is, and a die of yours lies on one of his dice off his line, make a move that "
            "gives him a useful move. If you have none, lift a die off one of his. If a player could "
            "bring no die nearer to his line at his last turn, you must move a die of yours off his line, "
            "if you can.",
            "If you owe two players such a move, choose one of them. If you can make neither move, do as you like.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UPS[str(options["start"])] if position is None else position
        kit.check_plain(pyramid, dict.fromkeys(COLOURS, DICE))
        return State(pyramid, kit.first_seat(options), options)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        own = jumps(state.pyramid, COLOURS[state.seat - 1])
        bound = {jump for duty in duties(state, own) for jump in duty}
        found = [MOVE(*jump) for jump in own if not bound or jump in bound]
        return found if bound or can_advance(state, state.seat, 0) else [*found, PASS()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.right_angles(len(SEATS) * DICE), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        seat, pyramid = state.seat, state.pyramid
        match action:
            case ("move", cell, to):
                pyramid = pyramid.move(cell, to)
                state = state._replace(last=kit.replaced(state.last, seat, (cell, to)))
            case ("pass",):
                pass
            case _:
                raise IllegalMove(f"{action}: not an action of finish")
        own = pyramid.cells_of(COLOURS[seat - 1])
        return state._replace(
            pyramid=pyramid,
            seat=kit.next_seat(seat, 3),
            turns=state.turns + 1,
            was_stuck=kit.replaced(state.was_stuck, seat, not can_advance(state, seat, 0)),
            was_halted=kit.replaced(state.was_halted, seat, not can_advance(state, seat, -1)),
            winner=seat if own and state.lines[seat - 1].issuperset(own) else NOBODY,
        )

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        if state.winner:
            return Result((state.winner,), scores, "All dice of the winner are on the finish line.")
        return Result(kit.best(scores), scores, "Dice on the own finish line count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return sorted(state.lines[seat - 1].intersection(state.pyramid.cells_of(COLOURS[seat - 1])))

    def scores(self, state: State) -> tuple[float, ...]:
        own = [state.pyramid.cells_of(colour) for colour in COLOURS]
        return tuple(len(line.intersection(dice)) for line, dice in zip(state.lines, own, strict=True))

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """Dice on the line, and how many rows the others have to go together."""
        line = state.lines[seat - 1]
        rows = [COORDS[cell][seat - 1] for cell in state.pyramid.cells_of(COLOURS[seat - 1]) if cell not in line]
        return fact("{count} of {all}, {rows} rows to go", count=DICE - len(rows), all=DICE, rows=sum(rows))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return sorted(state.lines[seat - 1])

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """The finish line of each seat, without corners that are on two."""
        return {cell: seat for seat, line in enumerate(state.lines, 1) for cell in line if ZEROS[cell] == 1}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who, line = Player(by or before.seat), before.lines[before.seat - 1]
        match action:
            case ("move", cell, to) if to in line and cell not in line:
                return (fact("{player} brought {die} home.", player=who, die=before.pyramid.at(cell)),)
            case ("pass",):
                return (fact("{player} was stuck and passed.", you="You were stuck and passed.", player=who),)
        return super().told(before, action, by, after)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        own = jumps(state.pyramid, COLOURS[seat - 1])
        is_bound = seat == self.to_move(state) and any(duties(state, own))
        return (Fact("You hold somebody fast: now you must let him move."),) if is_bound else ()

    def outlook(self, state: State) -> tuple[float, ...]:
        """Rows gained, and dice on the line."""
        rows = [sum(COORDS[cell][axis] for cell in state.pyramid.cells_of(COLOURS[axis])) for axis in AXES]
        return tuple(dice - row for dice, row in zip(self.scores(state), rows, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Rows gained, the own line kept, not to and fro; and a little for sitting on an enemy straggler."""
        if action.verb == PASS.name:
            return 0
        _, cell, to = action
        axis, line = seat - 1, state.lines[seat - 1]
        worth: float = COORDS[cell][axis] - COORDS[to][axis] + (to in line) - 1.5 * (cell in line)
        if state.last[seat - 1] == (to, cell):
            worth -= 1
        under = [(support, state.pyramid[support]) for support in SUPPORTS[to]]
        is_over_enemy = any(
            die and die.colour != COLOURS[axis] and c not in state.lines[COLOURS.index(die.colour)] for c, die in under
        )
        return worth + 0.3 * is_over_enemy


def is_over(state: State) -> bool:
    """Whether somebody has all dice on his line or the turns are used up."""
    return state.winner != NOBODY or state.turns >= 3 * state.options.whole("turn_cap")


@lru_cache(maxsize=64)
def jumps(pyramid: Pyramid, colour: Colour) -> tuple[Jump, ...]:
    """Every move of the dice of one colour; the rules ask several times for those of a turn."""
    return tuple(kit.jumps(pyramid, colour))


def can_advance(state: State, seat: Seat, most: int) -> bool:
    """Whether a die off the line has a move that raises its distance by at most this: 0 useful, -1 nearer."""
    line = state.lines[seat - 1]
    return any(
        cell not in line and COORDS[to][seat - 1] - COORDS[cell][seat - 1] <= most
        for cell, to in jumps(state.pyramid, COLOURS[seat - 1])
    )


def duties(state: State, own: Sequence[Jump]) -> Iterator[list[Jump]]:
    """For each duty of the seat to move, those of its moves that fulfil it; none if it cannot."""
    for seat in SEATS:
        if seat == state.seat:
            continue
        if state.was_stuck[seat - 1] and (held := covered(state, seat)) and not can_advance(state, seat, 0):
            freeing = [j for j in own if can_advance(state._replace(pyramid=state.pyramid.move(*j)), seat, 0)]
            yield freeing or [jump for jump in own if held.intersection(SUPPORTS[jump[0]])]
        if state.was_halted[seat - 1]:
            line, mine = state.lines[seat - 1], state.lines[state.seat - 1]
            yield [(cell, to) for cell, to in own if cell in line and cell not in mine and to not in line]


def covered(state: State, seat: Seat) -> set[Cell]:
    """The dice of a player, off his line, on which a die of the seat to move stands."""
    mine = COLOURS[state.seat - 1]
    found = set()
    for cell in state.pyramid.cells_of(COLOURS[seat - 1]):
        covers = [state.pyramid[cover] for cover in COVERS[cell]]
        if cell not in state.lines[seat - 1] and any(die and die.colour == mine for die in covers):
            found.add(cell)
    return found


GAME = Finish()
