"""11 The Green Amoeba. Six connected green dice creep over the plate; whose corner they reach wins, whoever moved them.

Source: game 11 of the Kosmos edition. "May move" is read as up to the number rolled; `steps=exact` asks for all of it.
"Always remain connected" is checked after every single step. The rules admit that the game may never end: `turn_cap`,
counted over all players, ends it, and the amoeba then lies nearest to somebody's corner.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    CORNERS,
    DEPTH,
    NEIGHBOUR_MASK,
    NEIGHBOURS,
    Cell,
    all_neighbours,
    in_mask,
)
from skill.lattice.dice import BLACK, GREEN, Die
from skill.lattice.notation import MOVE, ROLL, STOP, Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.telling import Note

START = parse_position("G422 G242 G224 G332 G323 G233")  # the six central funnels
DANGER = 3  # steps at which another corner is too near to leave it so


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    options: Options
    left: int = 0
    """Steps that the roll still allows; 0 before a roll."""
    turns: int = 0
    """Turns that are over."""


class GreenAmoeba(Game[State]):
    number, slug, title = "11", "green-amoeba", "The Green Amoeba"
    family, players = "chance", (3, 3)
    goal = "Get one of the six green dice into your corner, whoever moves it there."
    deciding_rules = {
        "move": "A step goes to a neighbouring empty funnel, and the six dice must stay together.",
    }
    summary = "Pull six connected dice to your corner of the plate."
    score_unit = ("1 step from the corner", "{count} steps from the corner")
    roll_colour = BLACK
    profile = Profile(chance=7, tactics=3)
    options = (
        one_of(
            "steps",
            "up_to",
            "exact",
            help="Whether you may stop before all steps of the roll are made.",
            meanings={"up_to": "you may stop early, or make no step", "exact": "you make every step of the roll"},
        ),
        in_range("turn_cap", 150, 0, 1000, help="Turns in all after which the game ends; 0 for none."),
    )
    endless_with = ({"turn_cap": 0},)
    verbs = (ROLL, MOVE, STOP)
    score_order = "fewest"
    horizon = 1
    has_sides = True
    text = RulesText(
        goal="Bring the amoeba to your home corner of the plate.",
        setup="The amoeba, six green dice, lies in the six funnels in the middle of the plate. Each player owns one "
        "corner.",
        turn="Roll a die. Make up to that many steps with the dice of the amoeba: a step takes one die to one of the "
        "six neighbouring funnels of the plate, if it is empty. The same die may step again, or another. After every "
        "step each of the six dice must stand next to another one, so that all form one group. You may stop at any "
        "time, also before the first step, unless you agree that all steps must be made.",
        end="As soon as a die of the amoeba stands in a home corner the owner of that corner wins, whoever moved it.",
        ties="When nobody has won after the agreed number of turns, by default 150 in all, the player whose corner "
        "is nearest to a die of the amoeba wins, counted in steps; equal distances share the win.",
        readings=(
            "Steps are counted, not dice.",
            "Dice move on the plate only. They never climb onto other dice.",
            "Player 1 owns the corner opposite the orange side, player 2 that opposite the violet one, player 3 that "
            "opposite the white one.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = START if position is None else position
        kit.check_plain(pyramid, {GREEN: len(START)})
        if len(pyramid) != len(START) or pyramid.mask >> len(BASE) or len(parts_of(pyramid.mask)) != 1:
            raise IllegalMove("position {pyramid}: the amoeba is six connected dice in base funnels", pyramid=pyramid)
        return State(pyramid, kit.first_seat(options), options)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat if state.left else CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        if not state.left:
            return kit.DIE_ROLLS
        listed = steps(state.pyramid.mask)
        return listed if state.options["steps"] == "exact" else (*listed, STOP())

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*pairs(MOVE, flat.STEPS), STOP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("move", cell, to):
                pyramid = state.pyramid.remove(cell).put(to, Die(GREEN))
                after = state._replace(pyramid=pyramid, left=state.left - 1)
                return after if after.left else self._turn_over(after)
            case ("stop",):
                return self._turn_over(state)
            case ("roll", number):
                return state._replace(left=number)
        raise IllegalMove(f"{action}: not an action of green-amoeba")

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A turn lasts from before its roll."""
        return True if state.seat == seat else None

    def _turn_over(self, state: State) -> State:
        return state._replace(seat=kit.next_seat(state.seat, len(AXES)), left=0, turns=state.turns + 1)

    def _is_over(self, state: State) -> bool:
        return 0 in distances(state.pyramid.mask) or 0 < state.options.whole("turn_cap") == state.turns

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        steps_left = distances(state.pyramid.mask)
        reason = (
            "Steps from the home corner count; the fewest win."
            if 0 in steps_left
            else "The turns agreed are over. Steps from the home corner count; the fewest win."
        )
        return Result(kit.fewest(steps_left), steps_left, reason)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return distances(state.pyramid.mask)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return (CORNERS[seat - 1],)

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return {corner: seat for seat, corner in enumerate(CORNERS, 1)}

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        is_moving = state.left and seat == self.to_move(state)
        return (fact("Steps left: {count}.", count=state.left),) if is_moving else ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by or before.seat, after)
        steps_left = distances(after.pyramid.mask)
        if 0 not in steps_left:
            return sentences
        owner = Player(steps_left.index(0) + 1)
        arrived = fact("{player} has the amoeba at home.", you="You have the amoeba at home.", player=owner)
        return (*sentences, arrived)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # scores are steps to go, and the plate shows them

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Own distance of the nearest die and of all dice on average, a little for the others' distances, and never
        another corner within reach."""
        after = state.pyramid if action.verb == "stop" else self.play(state, action).pyramid
        own, others = seat - 1, [d for s, d in enumerate(distances(after.mask), 1) if s != seat]
        average = sum(DEPTH - COORDS[cell][own] for cell in in_mask(after.mask)) / len(START)
        danger = sum(1 + DANGER - d for d in others if d <= DANGER)
        return 0.1 * sum(others) - distances(after.mask)[own] - average - 2 * danger


@lru_cache(maxsize=1 << 14)
def steps(amoeba: int) -> tuple[Action, ...]:
    """The steps of single dice after which the amoeba still hangs together."""
    return tuple(
        MOVE(cell, to)
        for cell in in_mask(amoeba)
        for parts in [parts_of(amoeba & ~(1 << cell))]
        for to in NEIGHBOURS[cell]
        if not amoeba >> to & 1 and all(NEIGHBOUR_MASK[to] & part for part in parts)
    )


def parts_of(group: int) -> list[int]:
    """The masks into which base cells fall that hang together as neighbours on the plate."""
    parts = []
    while group:
        part, fresh = 0, group & -group
        while fresh:
            part |= fresh
            fresh = all_neighbours(fresh) & group & ~part
        parts.append(part)
        group &= ~part
    return parts


@lru_cache(maxsize=1 << 14)
def distances(amoeba: int) -> tuple[int, ...]:
    """For each seat the steps from its home corner to the nearest die: what its coordinate there lacks to 8."""
    coords = [COORDS[cell] for cell in in_mask(amoeba)]
    return tuple(DEPTH - max(at[axis] for at in coords) for axis in AXES)


GAME = GreenAmoeba()
