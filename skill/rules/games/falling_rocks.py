"""54 Falling Rocks. Ridge moves: captures send enemy dice back to their start corner.

Source: game 54 of the Kosmos edition. Our readings: what lies beside the ridge does not matter; a capture is not
allowed if the victim would have no empty start funnel; only a die on its own finish line is safe. From a position with
fewer dice a player wins when all he has are on his line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    NEIGHBOURS,
    RIDGE_ATTACKS,
    RIDGE_ESCAPES,
    Cell,
    Vector,
    cells,
    in_mask,
    mask_of,
    shifted,
    turned,
)
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, PASS, PLACE, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import At, Fact, Player, To, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.telling import BAD, Note

COLOURS = (RED, GREEN, BLACK)
SEAT_OF = {colour: seat for seat, colour in enumerate(COLOURS, 1)}
CORNER = cells("800 710 701 620 611 602")
STARTS = tuple(mask_of(turned(cell, seat) for cell in CORNER) for seat in range(3))
LINES = tuple(frozenset(cell for cell in BASE if COORDS[cell][seat] == 0) for seat in range(3))
SET_UP = Pyramid((cell, Die(colour)) for colour, start in zip(COLOURS, STARTS, strict=True) for cell in in_mask(start))
NOBODY: Seat = 0


def _targets(cell: Cell, steps: Sequence[Vector]) -> tuple[Cell, ...]:
    return tuple(to for step in steps if (to := shifted(cell, step)) is not None)


ATTACKS = {cell: _targets(cell, RIDGE_ATTACKS) for cell in BASE}
ESCAPES = {cell: _targets(cell, RIDGE_ESCAPES) for cell in BASE}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    options: Options
    turns: int = 0
    """Turns of all players together."""
    captured: Seat = NOBODY
    """Whose captured die the seat to move has to put on a start funnel."""
    winner: Seat = NOBODY


class FallingRocks(Game[State]):
    number, slug, title = "54", "falling-rocks", "Falling Rocks"
    family, players = "board", (3, 3)
    is_symmetric = False
    seat_colours = COLOURS
    goal = "Be the first with all your dice on the line opposite your corner."
    deciding_rules = {
        "move": "Towards a side a die may land on an enemy die and capture it; towards a corner it needs an empty "
        "funnel.",
        "place": "Choose where the captured die starts again: an empty funnel of those where its owner began.",
    }
    summary = "Jump across the plate to the far line; captured dice start again. The numbers on dice do not count."
    score_unit = ("1 of 6 dice on the finish line", "{count} of 6 dice on the finish line")
    profile = Profile(tactics=10)
    options = (kit.turn_cap(200),)
    verbs = (MOVE, PLACE, PASS)
    horizon = 3
    has_sides = True
    text = RulesText(
        goal="Be the first with all six dice on your finish line, the row of nine funnels opposite your corner.",
        setup="Each player has six dice in the six funnels of his corner, in rows of one, two and three.",
        turn="Move one of your dice. An attack goes straight towards one of the three sides of the plate, between two "
        "neighbouring funnels into the funnel behind them; it must be empty, or hold an enemy die, which is captured. "
        "Put a captured die into any empty one of the six funnels where its owner's dice began. An escape goes in the "
        "same way straight towards one of the three corners, into an empty funnel only. What lies in the two funnels "
        "between does not matter. You may not land on your own dice. A die on its own finish line has arrived: it may "
        "only move one step along the line, captures nothing and is safe.",
        end="The first with all six dice on his line wins. After the agreed number of turns of each player, by "
        "default 200, the player with the most dice on his own line wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Player 1 has the corner opposite the orange side, player 2 that opposite the violet one, "
            "player 3 that opposite the white one.",
            "The three directions of attack and escape are the same for all players.",
            "You cannot capture a die for which none of the six funnels where it began is empty.",
            "An enemy die on your finish line may be captured, unless it is on its own finish line too, in the corner.",
        ),
        stuck=("A player who has no legal move passes.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UP if position is None else position
        kit.check_plain(pyramid, dict.fromkeys(COLOURS, len(CORNER)))
        flat.check_flat(pyramid)
        return State(pyramid, kit.first_seat(options), options)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.captured:
            colour, start = COLOURS[state.captured - 1], STARTS[state.captured - 1]
            return [kit.PLACEMENTS[colour][cell] for cell in in_mask(start & ~state.pyramid.mask)]
        own = state.pyramid.cells_of(COLOURS[state.seat - 1])
        return [MOVE(cell, to) for cell in own for to in reached(state, cell)] or [PASS()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        ways = [(cell, sorted({*ATTACKS[cell], *ESCAPES[cell], *NEIGHBOURS[cell]})) for cell in BASE]
        starts = zip(COLOURS, STARTS, strict=True)
        placings = [action for colour, start in starts for action in kit.placements(colour, in_mask(start))]
        return (*pairs(MOVE, ways), *placings, PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("move", cell, to):
                victim, die = state.pyramid[to], state.pyramid.at(cell)
                state = state._replace(pyramid=state.pyramid.remove(cell).put(to, die))
                if victim:
                    return state._replace(captured=SEAT_OF[victim.colour])
            case ("place", colour, cell, _):
                state = state._replace(pyramid=state.pyramid.put(cell, Die(colour)), captured=NOBODY)
            case ("pass",):
                pass
            case _:
                raise IllegalMove(f"{action}: not an action of falling-rocks")
        own, line = state.pyramid.cells_of(COLOURS[state.seat - 1]), LINES[state.seat - 1]
        winner = state.seat if own and line.issuperset(own) else NOBODY
        return state._replace(seat=kit.next_seat(state.seat, 3), turns=state.turns + 1, winner=winner)

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        if state.winner:
            return Result((state.winner,), scores, "All dice of the winner are on the finish line.")
        return Result(kit.best(scores), scores, "Dice on the own finish line count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(
            len(line.intersection(state.pyramid.cells_of(colour))) for colour, line in zip(COLOURS, LINES, strict=True)
        )

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return sorted(LINES[seat - 1].intersection(state.pyramid.cells_of(COLOURS[seat - 1])))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return sorted(LINES[seat - 1])

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """The start funnels to which a captured die goes back, while it does."""
        return dict.fromkeys(in_mask(STARTS[state.captured - 1]), state.captured) if state.captured else {}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        match action:
            case ("move", _, to) if victim := before.pyramid[to]:
                text = "{player} captured {die} from {other} {cell}: it goes back to its corner."
                other = Player(SEAT_OF[victim.colour])
                return (fact(text, player=who, die=victim, other=other, cell=At(to)),)
            case ("move", cell, to) if to in LINES[before.seat - 1] and cell not in LINES[before.seat - 1]:
                return (fact("{player} brought {die} home.", player=who, die=before.pyramid.at(cell)),)
            case ("place", colour, cell, _):
                return (fact("{player} sent {die} back {to}.", player=who, die=Die(colour), to=To(cell)),)
            case ("pass",):
                return (fact("{player} had no move.", player=who),)
        return super().told(before, action, by, after)

    def offered(self, state: State, action: Action) -> Fact | None:
        match action:
            case ("move", _, to) if victim := state.pyramid[to]:
                return fact("Capture {die}", die=victim)
        return super().offered(state, action)

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Also that an enemy could capture the die where it would stand."""
        found = tuple(super().foreseen(before, action, by, after))
        match action:
            case ("move", _, to) if in_danger(after, to):
                return (*found, Note(fact("An enemy could capture it there"), (to,), kind=BAD))
        return found

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [
            Counter(COLOURS[state.captured - 1] if seat == state.seat and state.captured != NOBODY else ())
            for seat in range(1, len(COLOURS) + 1)
        ]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter() if state.captured == NOBODY else Counter(COLOURS[state.captured - 1])

    def outlook(self, state: State) -> tuple[float, ...]:
        """Rows gained by all own dice; one that was captured has gained none."""
        highest = COORDS[CORNER[0]][0]
        dice = [[COORDS[cell][axis] for cell in state.pyramid.cells_of(COLOURS[axis])] for axis in AXES]
        return tuple(sum(highest - row for row in rows) for rows in dice)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Rows gained, a third of the rows the victim loses, less a third of the rows at risk in own dice."""
        worth = 0.0
        match action:
            case ("place", _, cell, _):
                worth = COORDS[cell][state.captured - 1]
            case ("move", cell, to):
                after = state.pyramid.remove(cell).put(to, state.pyramid.at(cell))
                worth = COORDS[cell][seat - 1] - COORDS[to][seat - 1] - 0.3 * rows_at_risk(after, seat)
                if victim := state.pyramid[to]:
                    axis = SEAT_OF[victim.colour] - 1
                    back = max(COORDS[start][axis] for start in in_mask(STARTS[axis] & ~after.mask))
                    worth += 0.3 * (back - COORDS[to][axis])
        return worth


def is_over(state: State) -> bool:
    """Whether somebody has come home or the turns are used up."""
    return state.winner != NOBODY or state.turns >= 3 * state.options.whole("turn_cap")


def reached(state: State, cell: Cell) -> list[Cell]:
    """Where a die of the seat to move may go: along its line if it has arrived, else by attack and escape."""
    empty, line = ~state.pyramid.mask, LINES[state.seat - 1]
    if cell in line:
        return [to for to in NEIGHBOURS[cell] if to in line and empty >> to & 1]
    attacks = [to for to in ATTACKS[cell] if empty >> to & 1 or can_capture(state, cell, to)]
    return attacks + [to for to in ESCAPES[cell] if empty >> to & 1]


def can_capture(state: State, cell: Cell, to: Cell) -> bool:
    """Whether the die at `to` is an enemy, not yet arrived, with room on its start funnels after the move."""
    victim = SEAT_OF[state.pyramid.at(to).colour]
    if victim == state.seat or to in LINES[victim - 1]:
        return False
    return bool(STARTS[victim - 1] & ~(state.pyramid.mask & ~(1 << cell)))


def in_danger(state: State, to: Cell) -> bool:
    """Whether the next move of an enemy could capture the die at `to`."""
    found = [
        (SEAT_OF[enemy.colour], origin) for origin in ESCAPES[to] if (enemy := state.pyramid[origin])
    ]  # attacks back
    return any(
        origin not in LINES[seat - 1] and can_capture(state._replace(seat=seat), origin, to) for seat, origin in found
    )


def rows_at_risk(pyramid: Pyramid, seat: Seat) -> int:
    """The rows that a player's dice would lose if each that can be attacked were sent back to his corner."""
    rows = 0
    for cell in pyramid.cells_of(COLOURS[seat - 1]):
        if cell in LINES[seat - 1]:
            continue
        for origin in ESCAPES[cell]:  # an attack backwards
            enemy = pyramid[origin]
            if enemy and SEAT_OF[enemy.colour] != seat and origin not in LINES[SEAT_OF[enemy.colour] - 1]:
                rows += COORDS[CORNER[0]][0] - COORDS[cell][seat - 1]
                break
    return rows


GAME = FallingRocks()
