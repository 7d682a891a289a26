"""48 Witches' Dance. One moving die each; the funnel that it leaves gets a die of its colour.

Source: game 48 of the Kosmos edition. The figure is lost; the layouts of the 13 black dice are derived (`grid` explains
their number: the 15 funnels with even coordinates less the two starting corners). Who cannot move is out, since what is
around him never opens again; the other goes on. A start position holds black dice and the two moving dice only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, COORDS, NEIGHBOURS, Cell, cells
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.notation import MOVE, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.shared.flat import HOPS, check_flat, hops, steps
from skill.rules.telling import Label

COLOURS = (RED, GREEN)
MOVES = Label(fact("moving die"), means=fact("The die that moves; all other dice stay where they are."))
STARTS = cells("080 008")
LAYOUTS = {
    "grid": tuple(c for c in BASE if c not in STARTS and all(n % 2 == 0 for n in COORDS[c])),
    "ring": cells("233 431 422 413 341 314 251 215 152 125 053 044 035"),
    "star": cells("233 332 323 242 224 143 134 422 341 314 152 125 044"),
}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    movers: tuple[Cell, Cell]
    """Where the moving die of each seat stands."""
    fillers: tuple[int, int]


class WitchesDance(Game[State]):
    number, slug, title = "48", "witches-dance", "Witches' Dance"
    family, players = "board", (2, 2)
    goal = "Move as long as you can: a move leaves one of your dice; who leaves most wins."
    deciding_rules = {
        "move": "Your moving die goes to the next empty funnel, or straight over exactly one die of any colour.",
    }
    summary = "One moving die each; the funnel that it leaves gets a die of its colour."
    score_unit = ("1 die left behind", "{count} dice left behind")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "layout",
            *LAYOUTS,
            help="How the 13 black dice stand.",
            meanings={
                "grid": "every second funnel of every second row",
                "ring": "one near the middle and twelve in a hexagon round it",
                "star": "one near the middle, its six neighbours, and six points outside",
            },
        ),
    )
    verbs = (MOVE,)
    seat_colours = COLOURS
    text = RulesText(
        goal="Move as long as you can: a move leaves one of your dice; who leaves most wins.",
        setup="Take 13 black dice and 31 of each colour, red and green. The moving dice, one red and one green, stand "
        "in the two corners of one side. The usual grid of black dice: in every second row, beginning at that side, "
        "take every second funnel from end to end; two of these 15 funnels are the corners with the moving dice, and "
        "black dice stand in the others. You may agree on a ring instead, a black die in the funnel next to the "
        "middle towards that side and twelve in a hexagon two funnels away from it; or on a star, that die, its six "
        "neighbours, and six more outside, each between two of these neighbours.",
        turn="Move your moving die to an adjacent empty funnel, or in a straight line over exactly one die of "
        "any kind into the empty funnel behind it. Then put a die of your colour into the funnel that "
        "your moving die has left.",
        end="The game ends when neither player can move any more.",
        wins="Whoever has left more dice behind wins.",
        ties="Equal numbers are a draw.",
        readings=(
            "The other player's moving die may be jumped, too.",
            "Black dice and dice left behind never move.",
        ),
        stuck=(
            "You must move if you can.",
            "A player who cannot move is out, and the other goes on alone until he cannot move either.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is None:
            black = [(cell, Die(BLACK)) for cell in LAYOUTS[str(options["layout"])]]
            movers = [(cell, Die(colour)) for cell, colour in zip(STARTS, COLOURS, strict=True)]
            position = Pyramid(black + movers)
        check_flat(position)
        kit.check_plain(position, {RED: 1, GREEN: 1, BLACK: len(BASE)})
        own = [cell for colour in COLOURS for cell in position.cells_of(colour)]
        if len(own) != len(COLOURS):
            raise IllegalMove(
                "position {position}: expected one red and one green die and black ones", position=position
            )
        return able(State(position, kit.first_seat(options), (own[0], own[1]), (0, 0)))

    def to_move(self, state: State) -> Turn:
        if not any(can_move(state.pyramid, cell) for cell in state.movers):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        cell = state.movers[state.seat - 1]
        jumps = [to for _, to in hops(state.pyramid, cell)]
        return [MOVE(cell, to) for to in steps(state.pyramid, cell) + jumps]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return pairs(MOVE, flat.LEAPS)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("move", _, to):
                die = Die(COLOURS[state.seat - 1])
                one, two = state.movers
                red, green = state.fillers
                is_first = state.seat == 1
                return able(
                    State(
                        state.pyramid.put(to, die),  # the funnel left is filled in the same colour
                        kit.next_seat(state.seat, 2),
                        (to, two) if is_first else (one, to),
                        (red + is_first, green + (not is_first)),
                    )
                )
        raise IllegalMove(f"{action}: not an action of witches-dance")

    def result(self, state: State) -> Result | None:
        if self.to_move(state) is not None:
            return None
        return Result(kit.best(state.fillers), state.fillers, "Dice left behind count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.fillers

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        own = state.pyramid.cells_of(COLOURS[seat - 1])
        return [cell for cell in own if cell not in state.movers]

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The moving dice, which look like those left behind."""
        return {cell: MOVES for cell in state.movers if can_move(state.pyramid, cell)}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        found = [*super().told(before, action, by, after)]
        for seat, (was, now) in enumerate(zip(before.movers, after.movers, strict=True), 1):
            if can_move(before.pyramid, was) and not can_move(after.pyramid, now):
                found.append(fact("{player} can move no more.", player=Player(seat)))
        return tuple(found)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The funnels within one's own reach less those within the other's, as the plate then stands."""
        after = self.play(state, action, seat)
        own, other = after.movers[seat - 1], after.movers[2 - seat]
        return reach(after.pyramid, own) - reach(after.pyramid, other)


def can_move(pyramid: Pyramid, cell: Cell) -> bool:
    """Whether a moving die in `cell` has anywhere to go."""
    mask = pyramid.mask
    return any(not mask >> to & 1 for to in NEIGHBOURS[cell]) or any(not mask >> to & 1 for _, to in HOPS[cell])


def able(state: State) -> State:
    """The state with the other seat to move if the one on turn is out."""
    if can_move(state.pyramid, state.movers[state.seat - 1]):
        return state
    return state._replace(seat=kit.next_seat(state.seat, 2))


def reach(pyramid: Pyramid, cell: Cell) -> int:
    """How many funnels a moving die in `cell` could get to if nothing else moved and nothing were filled."""
    reached, waiting = {cell}, [cell]
    while waiting:
        here = waiting.pop()
        for to in (*steps(pyramid, here), *(landing for _, landing in hops(pyramid, here))):
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    return len(reached) - 1


GAME = WitchesDance()
