"""A6 Dice March. Tip five dice across the plate; new funnels fight; first into the far corner.

Source: game A6 of the Abacus edition. Our readings: dice subtracted at the end are those lost in ties only; by default
nobody competes with his own dice (`own_tie=beats`); of two funnels that arise at once both are judged with all dice as
they lie after the tip, and only the fate of the tipped die joins them. Equal scores at the end go to the player whose
last turn was latest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    CORNERS,
    COVERS,
    NEIGHBOURS,
    SUPPORT_MASK,
    SUPPORTS,
    Cell,
)
from skill.lattice.dice import ORIENTATIONS, PEARL, RED, UNKNOWN, YELLOW, Colour
from skill.lattice.notation import TIP, TURN, Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import Fact, Player, To, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import GIVEN, Profile
from skill.rules.shared import flat, kit

COLOURS = (RED, YELLOW, PEARL)
SEAT_OF = {colour: seat for seat, colour in enumerate(COLOURS, 1)}
DICE = 5
SET_UP = parse_position(
    "R062:321 R053:321 R044:321 R035:321 R026:321 "
    "Y206:132 Y305:132 Y404:132 Y503:132 Y602:132 "
    "P620:213 P530:213 P440:213 P350:213 P260:213"
)
TURNS = {(cell, faces): TURN(cell, faces) for cell in BASE for faces in ORIENTATIONS}
NOBODY: Seat = 0


def _tips(cell: Cell, seat: Seat) -> tuple[tuple[Cell, Action], ...]:
    """The tips from `cell` that do not lower the coordinate of that seat."""
    axis = seat - 1
    return tuple((to, TIP(cell, to)) for to in NEIGHBOURS[cell] if COORDS[to][axis] >= COORDS[cell][axis])


FACED = {
    cell: [
        (axis, *(other for other in SUPPORTS[funnel] if other != cell))
        for funnel in COVERS[cell]
        for axis in AXES
        if SUPPORTS[funnel][axis] == cell
    ]
    for cell in BASE
}
"""For each cell of the plate the funnels above it: the axis of the face shown into it, and the other two cells."""
TIPS = {(cell, seat): _tips(cell, seat) for cell in BASE for seat in SEAT_OF.values()}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    options: Options
    captured: tuple[int, ...] = (0, 0, 0)
    """Dice that each player has captured."""
    removed: tuple[int, ...] = (0, 0, 0)
    """Own dice that each player has lost in ties."""
    turns: int = 0
    last_turns: tuple[int, ...] = (0, 0, 0)
    """When each player had his last turn."""
    stalled: int = 0
    """Turns in a row without a forward tip, capture or removal."""
    arrived: Seat = NOBODY


class Losses(NamedTuple):
    """What the fights after a tip come to."""

    captured: dict[Cell, Seat]
    """Who captures the dice in these cells."""
    removed: frozenset[Cell]
    """Dice that leave the game in a tie."""


class DiceMarch(Game[State]):
    number, slug, title = "A6", "dice-march", "Dice March"
    family, players = "board", (3, 3)
    is_symmetric = False
    seat_colours = COLOURS
    goal = "Bring one of your dice into the corner opposite, or be the last with dice."
    deciding_rules = {
        "tip": "Tip forward or sideways into an empty neighbouring funnel, never backwards, or turn a die in place.",
    }
    summary = "Tip five dice across the plate; new funnels fight; first into the far corner."
    score_unit = ("1 die captured, less dice lost", "{count} dice captured, less dice lost")
    profile = Profile(tactics=10, minutes=20, source=GIVEN)
    options = (
        one_of(
            "own_tie",
            "beats",
            "removed",
            help="Whether two dice of one player that share the highest number "
            "capture the third, or all three leave the game.",
            meanings={"beats": "the two capture the third", "removed": "all three leave the game"},
        ),
        in_range(
            "stall_turns",
            60,
            0,
            500,
            help="Turns in a row in which nothing happens, after which the game ends; 0 for no end.",
        ),
    )
    endless_with = ({"stall_turns": 0},)
    verbs = (TIP, TURN)
    horizon = 1
    calls_a_second = 18_000
    has_sides = True
    text = RulesText(
        goal="Bring one of your dice into the corner opposite your side, or be the last with dice on the plate.",
        setup="Each player has five dice in a row along his side, in the middle five of its nine funnels, with 3 "
        "towards himself, 2 towards his left neighbour and 1 towards his right neighbour.",
        turn="Tip one of your dice into an empty neighbouring funnel: forward, into either of the two funnels towards "
        "your goal corner, or sideways, but never backwards. Or turn one in place as you like, which starts no fight. "
        "If the tipped die makes a new funnel with two other dice, the three fight. Compare the three numbers that "
        "face into the funnel: the highest captures the other players' dice in the funnel. If dice of different "
        "players tie for the highest, all three leave the game. If all three dice are of one player, nothing happens.",
        end="A die tipped into its goal corner wins at once. A player who alone has dice left wins. The game also "
        "ends when no dice are left, or when nothing has happened for the agreed number of turns of all "
        "players together, by default 60.",
        counts="Then each die that you captured counts one, and each own die lost in a tie costs one.",
        ties="If scores are equal, the player who had the later turn wins.",
        readings=(
            "Player 1 sits at the orange side, player 2 at the violet one, player 3 at the white one. The "
            "goal corner of each is opposite his side.",
            "Sideways tips and turns count as nothing, unless dice are captured or removed.",
            "Your own lower dice stay when another of yours has the highest number. Two dice of yours "
            "that share the highest number capture the third, unless you agree that then all three leave "
            "the game.",
            "If one tip makes two funnels, judge both with all dice still in place. The tipped die leaves "
            "the game if it ties for the highest in either funnel. If two players beat it, the one with "
            "the higher number captures it; if their numbers are equal, it leaves the game.",
            "A die of another player in your goal corner blocks it until it is captured.",
        ),
        stuck=("A player without dice is passed over.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UP if position is None else position
        kit.check_material(pyramid, dict.fromkeys(COLOURS, DICE))
        flat.check_flat(pyramid)
        return on_turn(State(pyramid, kit.first_seat(options), options))

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        own, empty = state.pyramid.cells_of(COLOURS[state.seat - 1]), ~state.pyramid.mask
        tips = [action for cell in own for to, action in TIPS[cell, state.seat] if empty >> to & 1]
        shown = [(cell, state.pyramid.faces_at(cell)) for cell in own]
        return tips + [TURNS[cell, faces] for cell, now in shown for faces in ORIENTATIONS if faces != now]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*TURNS.values(), *pairs(TIP, flat.STEPS))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        seat, stalled = state.seat, state.stalled + 1
        match action:
            case ("turn", cell, faces):
                state = state._replace(pyramid=state.pyramid.turn(cell, faces))
            case ("tip", cell, to):
                tipped = state.pyramid.tip(cell, to)
                losses = fought(tipped, to, str(state.options["own_tie"]))
                state = after_losses(state._replace(pyramid=tipped), losses)
                if losses.captured or losses.removed or COORDS[to][seat - 1] > COORDS[cell][seat - 1]:
                    stalled = 0
                if to == CORNERS[seat - 1]:
                    state = state._replace(arrived=seat)
            case _:
                raise IllegalMove(f"{action}: not an action of dice-march")
        turns = state.turns + 1
        state = state._replace(turns=turns, last_turns=kit.replaced(state.last_turns, seat, turns), stalled=stalled)
        return on_turn(state._replace(seat=kit.next_seat(seat, 3)))

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores, left = self.scores(state), with_dice(state.pyramid)
        if state.arrived:
            return Result((state.arrived,), scores, "A die of the winner reached the goal corner.")
        if len(left) == 1:
            return Result(left, scores, "Only the winner has dice left.")
        ranks = list(zip(scores, state.last_turns, strict=True))
        winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))
        return Result(winners, scores, "Dice captured, less dice lost in ties, count; the most win.")

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        return ()  # what is captured only counts when nobody comes to a corner

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(won - lost for won, lost in zip(state.captured, state.removed, strict=True))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return [CORNERS[seat - 1]]

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return {CORNERS[seat - 1]: seat for seat in SEAT_OF.values()}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("tip", cell, to):
                text = "{player} tipped {die} {to}."
                tipped = fact(text, player=Player(before.seat), die=before.pyramid.at(cell), to=To(to))
                return (tipped, *told_fights(before, after), *told_end(after))
        return (*super().told(before, action, by, after), *told_end(after))

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({UNKNOWN: count}) for count in state.captured]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({UNKNOWN: sum(state.captured) + sum(state.removed)})

    def outlook(self, state: State) -> tuple[float, ...]:
        """Captures, own dice left, and how far the foremost die has come."""
        found = []
        for axis, (score, colour) in enumerate(zip(self.scores(state), COLOURS, strict=True)):
            rows = [COORDS[cell][axis] for cell in state.pyramid.cells_of(colour)]
            found.append(10.0 * (score + len(rows)) + sum(rows) + 2 * max(rows, default=0))
        return tuple(found)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """A win; captures less losses; progress; and high numbers towards funnels that an enemy may close."""
        after = self.play(state, action)
        if is_over(after) and (result := self.result(after)):
            return 1000 if result.winners == (seat,) else -1000
        mine = COLOURS[seat - 1]
        gained = after.captured[seat - 1] - state.captured[seat - 1]
        lost = len(state.pyramid.cells_of(mine)) - len(after.pyramid.cells_of(mine))
        worth = 20.0 * (gained - lost)
        if action.verb == TIP.name:
            _, cell, to = action
            worth += 2 * (COORDS[to][seat - 1] - COORDS[cell][seat - 1])
        return worth + 0.1 * (readiness(after.pyramid, seat) - readiness(state.pyramid, seat))


def with_dice(pyramid: Pyramid) -> tuple[Seat, ...]:
    """The players who have dice left."""
    return tuple([seat for colour, seat in SEAT_OF.items() if pyramid.cell_of(colour) is not None])


def is_over(state: State) -> bool:
    """Whether somebody has arrived, at most one has dice, or too long nothing has happened."""
    limit = state.options.whole("stall_turns")
    return state.arrived != NOBODY or (limit > 0 and state.stalled >= limit) or len(with_dice(state.pyramid)) < 2


def on_turn(state: State) -> State:
    """With the next player who has dice to move, from the seat named on."""
    left = with_dice(state.pyramid)
    seat = state.seat
    while left and seat not in left:
        seat = kit.next_seat(seat, 3)
    return state._replace(seat=seat)


def fought(pyramid: Pyramid, tipped: Cell, own_tie: str) -> Losses:
    """What the new funnels round the tipped die cost whom."""
    captured: dict[Cell, Seat] = {}
    removed: set[Cell] = set()
    beaten: dict[Seat, int] = {}  # who beats the tipped die, with which number
    for funnel in COVERS[tipped]:
        if SUPPORT_MASK[funnel] & ~pyramid.mask:
            continue
        dice = [(cell, SEAT_OF[pyramid.at(cell).colour]) for cell in SUPPORTS[funnel]]
        numbers = pyramid.funnel_numbers(funnel)
        top = max(numbers)
        highest = [seat for (_, seat), shown in zip(dice, numbers, strict=True) if shown == top]
        if len({seat for _, seat in dice}) == 1:
            continue
        if len(set(highest)) > 1 or (len(highest) > 1 and own_tie == "removed"):
            removed.update(cell for cell, _ in dice)
            continue
        lost = {cell: highest[0] for cell, seat in dice if seat != highest[0]}
        if tipped in lost:
            beaten[lost.pop(tipped)] = top
        captured.update(lost)
    if beaten and tipped not in removed:
        strongest = [seat for seat, shown in beaten.items() if shown == max(beaten.values())]
        if len(strongest) == 1:
            captured[tipped] = strongest[0]
        else:
            removed.add(tipped)
    return Losses(captured, frozenset(removed))


def after_losses(state: State, losses: Losses) -> State:
    """With the captured dice counted for their captors, the removed against their owners, and both off the plate."""
    pyramid, captured, lost = state.pyramid, list(state.captured), list(state.removed)
    for cell in losses.removed:
        lost[SEAT_OF[pyramid.at(cell).colour] - 1] += 1
    for captor in losses.captured.values():
        captured[captor - 1] += 1
    for cell in (*losses.removed, *losses.captured):
        pyramid = pyramid.remove(cell)
    return state._replace(pyramid=pyramid, captured=tuple(captured), removed=tuple(lost))


def told_fights(before: State, after: State) -> Iterator[Fact]:
    """Who captured what, and whose dice left in a tie."""
    for seat in SEAT_OF.values():
        captured = after.captured[seat - 1] - before.captured[seat - 1]
        lost = after.removed[seat - 1] - before.removed[seat - 1]
        text, one = "{player} captured {count} dice.", "{player} captured one die."
        if captured:
            yield fact(text, one=one, player=Player(seat), count=captured)
        text, one = "{player} lost {count} dice in a tie.", "{player} lost one die in a tie."
        if lost:
            yield fact(text, one=one, player=Player(seat), count=lost)
    for seat in with_dice(before.pyramid):
        if seat not in with_dice(after.pyramid):
            yield fact("{player} has no dice left.", you="You have no dice left.", player=Player(seat))


def told_end(after: State) -> Iterator[Fact]:
    """Why the game is over, if it is."""
    left = with_dice(after.pyramid)
    if after.arrived:
        yield fact("{player} reached the corner opposite.", player=Player(after.arrived))
    elif len(left) == 1:
        yield fact("{player} alone has dice left.", you="You alone have dice left.", player=Player(left[0]))
    elif is_over(after):
        yield Fact("Nothing has happened for many turns: captured dice less those lost in ties are counted.")


@lru_cache(maxsize=1 << 12)
def readiness(pyramid: Pyramid, seat: Seat) -> int:
    """The numbers that a player's dice show into funnels where an enemy stands too and one die is missing."""
    total, mask = 0, pyramid.mask
    for cell in pyramid.cells_of(COLOURS[seat - 1]):
        for axis, one, other in FACED[cell]:
            if (mask >> one & 1) + (mask >> other & 1) == 1:
                enemy = pyramid.at(one if mask >> one & 1 else other)
                if SEAT_OF[enemy.colour] != seat:
                    total += pyramid.faces_at(cell)[axis]
    return total


GAME = DiceMarch()
