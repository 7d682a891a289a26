"""38 Diebylon. Move a mound of 10 dice to another corner; the die says how many steps, and a 1 frees a blocked die.

Source: game 38 of the Kosmos edition. A number is used by a chain of right-angle moves of one die, since the text says
that one can start with 4 or 6 and no single move of 6 exists then; coming back to where it stood is no use of it. Both
texts state the swap as a fact, hence `one=must_swap`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from math import fsum
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CORNERS, COVER_MASK, LEVEL, Cell, corner_pyramid, in_mask, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, PASS, ROLL, SWAP, Action
from skill.lattice.pyramid import Pyramid, right_angle_ends
from skill.rules.actions import pairs
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.mounds import distance, gain, weight

SEATS = (1, 2, 3)
COLOURS = (RED, GREEN, BLACK)
LEVELS = 3  # a mound of 10 dice
HOMES = tuple(corner_pyramid(axis, LEVELS) for axis in AXES)
HOME_MASKS = tuple(map(mask_of, HOMES))
TOPS = tuple(home[-1] for home in HOMES)
"""The top cells 600, 060 and 006."""
BOX = dict.fromkeys(COLOURS, len(HOMES[0]))
START = Pyramid((cell, Die(colour)) for home, colour in zip(HOMES, COLOURS, strict=True) for cell in home)
DICE = sum(BOX.values())
NOT_ROLLED = 0
BLOCKED = 1  # the number that swaps a blocked die


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    roll: int
    turns: int
    options: Options
    winners: tuple[Seat, ...] | None
    """None while the game goes on."""


class Diebylon(Game[State]):
    number, slug, title = "38", "diebylon", "Diebylon"
    family, players = "alteration", (3, 3)
    goal = "Be the first to have all your dice as a pyramid in another corner."
    deciding_rules = {
        "swap": "A blocked die of yours changes places with the one die of another player that lies on it.",
        "move": "A free die moves at right angles, and all its steps together are the number rolled.",
        "pass": "No die of yours can go as far as the number rolled: the turn is over.",
    }
    summary = "Move a 10-die mound to another corner with diced step counts."
    score_unit = ("1 of 10 dice in place", "{count} of 10 dice in place")
    profile = Profile(chance=4, tactics=6)
    options = (
        one_of(
            "win",
            "full",
            "top",
            help="What must have your colour in one of the two other corners.",
            meanings={"full": "the whole pyramid of ten dice", "top": "its top die, which makes a quicker game"},
        ),
        one_of(
            "one",
            "must_swap",
            "may_swap",
            help="Whether a 1 that can swap dice must do so.",
            meanings={"must_swap": "you have to swap if you can", "may_swap": "you may swap or leave it"},
        ),
        in_range("round_cap", 300, 1, 1000, help="Rounds after which dice in place are counted."),
    )
    verbs = (ROLL, MOVE, SWAP, PASS)
    seat_colours = COLOURS
    horizon = 1
    calls_a_second = 23_000
    has_sides = True
    text = RulesText(
        goal="Be the first to have the pyramid of ten dice in your colour in one of the two other corners or, if you "
        "agree so, only its top die.",
        setup="Each player has a pyramid of ten dice of his colour in his corner.",
        turn="Roll the die. With 2 to 6 make right-angle moves with one of your free dice: the steps of all "
        "its moves together must be exactly the number rolled, and it must not end where it began. Going "
        "up or down by the edge of one die is a step. A move to the next funnel on the bare plate takes "
        "two: one up over the ridge, one down. With a 1 you free a blocked die, if you can: if exactly "
        "one die lies on a die of yours, and it is another player's and nothing lies on it, swap the two. "
        "His die then lies under yours.",
        end="After every turn: whoever has all ten dice of another corner's pyramid in his colour wins, the "
        "player who moved before the others. After the agreed number of rounds, by default 300, count for "
        "each player his dice in whichever of the two corners holds more of them; whoever has the most is the "
        "winner.",
        ties="Equal numbers share the win.",
        readings=(
            "Within one layer only even numbers lead anywhere; 3 and 5 usually lead one layer up or down, 4 and 6 "
            "also two.",
            "From the start only 4 and 6 can be used.",
            "Player 1 has the corner opposite the orange side, player 2 that opposite the violet one, player 3 that "
            "opposite the white one.",
            "Which of several dice is swapped is your choice.",
            "If the top die is enough, it does not matter whose dice carry it.",
        ),
        stuck=(
            "You must use the number if you can, but a 1 need not be used if you agree so. If you cannot, "
            "your turn is over.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or START
        kit.check_plain(pyramid, BOX)
        if done := _winner(pyramid, 1, str(options["win"])):
            raise IllegalMove("position {pyramid}: seat {done} has won already", pyramid=pyramid, done=done)
        return State(pyramid, kit.first_seat(options), NOT_ROLLED, 0, options, None)

    def to_move(self, state: State) -> Turn:
        if state.winners is not None:
            return None
        return CHANCE if state.roll == NOT_ROLLED else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.winners is not None:
            return []
        if state.roll == NOT_ROLLED:
            return kit.DIE_ROLLS
        found = swaps(state) if state.roll == BLOCKED else chains(state)
        may_pass = not found or (state.roll == BLOCKED and state.options["one"] == "may_swap")
        return [*found, PASS()] if may_pass else found

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A turn lasts from before its roll."""
        return True if state.seat == seat and state.winners is None else None

    def all_actions(self, options: Options) -> Sequence[Action]:
        covers = ((cell, sorted(in_mask(COVER_MASK[cell]))) for cell in kit.within_reach(DICE))
        return (*(MOVE(*way) for way in ways()), *pairs(SWAP, covers), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        pyramid = state.pyramid
        match action:
            case ("move", cell, to):
                return _turn_over(state, pyramid.move(cell, to))
            case ("swap", cell, to):
                return _turn_over(state, pyramid.put(cell, pyramid.at(to)).put(to, pyramid.at(cell)))
            case ("pass",):
                return _turn_over(state, pyramid)
            case ("roll", number):
                return state._replace(roll=number)
        raise IllegalMove(f"{action}: not an action of diebylon")

    def result(self, state: State) -> Result | None:
        if state.winners is None:
            return None
        return Result(state.winners, self.scores(state), "Own dice in the better of the two other corners count.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(max(_in_place(state.pyramid, seat, corner) for corner in others(seat)) for seat in SEATS)

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        corner = max(others(seat), key=lambda corner: _in_place(state.pyramid, seat, corner))
        return [c for c in HOMES[corner - 1] if (die := state.pyramid[c]) and die.colour == COLOURS[seat - 1]]

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if state.options["win"] == "top":
            return fact("Be the first with a die on top of the pyramid in another corner.")
        return super().goal_line(state, seat)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """On the plate: where the pyramids of the two other corners stand."""
        return [cell for corner in others(seat) for cell in HOMES[corner - 1] if not LEVEL[cell]]

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """The corner from which each seat begins, and where its dice do not count."""
        return dict(zip(CORNERS, SEATS, strict=True))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = by or before.seat
        match action:
            case ("swap", cell, to):
                text = "{player} freed {die}: it changed places with {other} on top of it."
                dice = before.pyramid.at(cell), before.pyramid.at(to)
                return (fact(text, player=Player(who), die=dice[0], other=dice[1]),)
            case ("pass",):
                could, could_not = "{player} did not use the {number}.", "{player} could not use the {number}."
                text = could if len(self.moves(before)) > 1 else could_not
                return (fact(text, player=Player(who), number=before.roll),)
        return super().told(before, action, who, after)

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter()

    def outlook(self, state: State) -> tuple[float, ...]:
        """Own dice in place in the corner aimed at, how near the others are to it, and what they lie on."""
        found = []
        for seat, colour in enumerate(COLOURS, 1):
            corner = aimed_at(state.pyramid, seat)
            there, target = CORNERS[corner - 1], HOME_MASKS[corner - 1]
            lying = state.pyramid.cells_of(colour)
            to_go = fsum(distance(cell, there) + weight(state.pyramid, cell, target) for cell in lying)
            found.append(2 * _in_place(state.pyramid, seat, corner) - to_go)
        return tuple(found)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Nearer to the corner aimed at, into its pyramid and not out of it, off dice that should get away; a swap as
        a die freed. With `win=top` its top is worth most."""
        if action.verb == PASS.name:
            return 0
        _, cell, to = action
        if state.options["win"] == "top" and to in [TOPS[corner - 1] for corner in others(seat)]:
            return 100
        corner = aimed_at(state.pyramid, seat)
        if action.verb == SWAP.name:
            return distance(cell, CORNERS[corner - 1]) - distance(to, CORNERS[corner - 1]) + 1
        return gain(state.pyramid, cell, to, HOME_MASKS[corner - 1], CORNERS[corner - 1])


def others(seat: Seat) -> tuple[Seat, Seat]:
    """The owners of the two corners where a seat may build, clockwise."""
    _, left, right = kit.clockwise(seat, 3)
    return left, right


def swaps(state: State) -> list[Action]:
    """Own dice under a single die that is free and another player's, each with that die."""
    pyramid, found = state.pyramid, []
    for cell in pyramid.cells_of(COLOURS[state.seat - 1]):
        above = COVER_MASK[cell] & pyramid.mask
        for cover in in_mask(above) if above.bit_count() == 1 else ():
            if pyramid.is_free(cover) and pyramid.at(cover).colour != COLOURS[state.seat - 1]:
                found.append(SWAP(cell, cover))
    return found


def chains(state: State) -> list[Action]:
    """Every way of one own die to another cell that costs just the number rolled."""
    own = (cell for cell in state.pyramid.cells_of(COLOURS[state.seat - 1]) if state.pyramid.is_free(cell))
    return [MOVE(cell, to) for cell in own for to in sorted(ends(state.pyramid, cell, state.roll))]


def ends(pyramid: Pyramid, cell: Cell, cost: int) -> set[Cell]:
    """The cells other than its own that a free die reaches by right-angle moves of just this cost together."""
    lifted = pyramid.remove(cell)
    moves: dict[Cell, dict[Cell, int]] = {}
    reached: list[set[Cell]] = [{cell}, *(set() for _ in range(cost))]
    for spent in range(cost - 1):  # the shortest move costs 2
        for here in reached[spent]:
            if here not in moves:
                moves[here] = lifted.right_angle_moves(here)
            for to, steps in moves[here].items():
                if spent + steps <= cost:
                    reached[spent + steps].add(to)
    return reached[cost] - {cell}


@cache
def ways() -> list[tuple[Cell, Cell]]:
    """Every pair of cells between which right-angle moves may lead that together cost what a die can show."""
    high, found = set(kit.within_reach(DICE)), []
    for cell in sorted(high):
        reached: list[set[Cell]] = [{cell}, *(set() for _ in range(6))]
        for spent in range(6):
            for to, steps in (end for here in reached[spent] for end in right_angle_ends(here) if end[0] in high):
                if spent + steps <= 6:
                    reached[spent + steps].add(to)
        found += [(cell, to) for to in sorted(set().union(*reached[BLOCKED + 1 :]) - {cell})]
    return found


def aimed_at(pyramid: Pyramid, seat: Seat) -> Seat:
    """The corner a bot builds in: where most own dice are in place, then fewest of others, then the next clockwise."""

    def promise(corner: Seat) -> tuple[int, int]:
        own = _in_place(pyramid, seat, corner)
        return own, own - (HOME_MASKS[corner - 1] & pyramid.mask).bit_count()

    return max(others(seat), key=promise)


def _in_place(pyramid: Pyramid, seat: Seat, corner: Seat) -> int:
    """How many dice of a seat stand in the pyramid of a corner."""
    colour = COLOURS[seat - 1]
    return sum((die := pyramid[cell]) is not None and die.colour == colour for cell in HOMES[corner - 1])


def _winner(pyramid: Pyramid, first: Seat, win: str) -> Seat | None:
    """The first seat, clockwise from `first`, that has what it needs."""
    for seat in kit.clockwise(first, 3):
        for corner in others(seat):
            top = pyramid[TOPS[corner - 1]]
            if top is None or top.colour != COLOURS[seat - 1]:
                continue
            if win == "top" or _in_place(pyramid, seat, corner) == len(HOMES[0]):
                return seat
    return None


def _turn_over(state: State, pyramid: Pyramid) -> State:
    """After a turn that has left this pyramid: whether somebody has won, and whose turn it is."""
    winner, turns = _winner(pyramid, state.seat, str(state.options["win"])), state.turns + 1
    after = state._replace(pyramid=pyramid, seat=kit.next_seat(state.seat, 3), roll=NOT_ROLLED, turns=turns)
    if winner:
        return after._replace(winners=(winner,))
    if turns == 3 * state.options.whole("round_cap"):
        return after._replace(winners=kit.best(GAME.scores(after)))
    return after


GAME = Diebylon()
