"""39 El Dado. Take free dice off a complete pyramid; colours are worth points.

Source: game 39 of the Kosmos edition. Only free dice may be taken; pulling a die from below is not allowed here.
The odd number of turns is left as it is. `fill=rich` is ours: pouring alone brings the gold die in 59 of 100 games.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, SUPPORTS
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, KOSMOS, RED, UNKNOWN
from skill.lattice.notation import FILL, REMOVE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules import kit
from skill.rules.game import CHANCE, Game, Options, Result, RulesText, Seat, Turn, number, one_of

VALUES = {GOLD: 10, BLUE: 5, GREEN: 3, BLACK: 2, RED: 1}
OPTION_OF = {GOLD: "gold", BLUE: "blue", GREEN: "green", BLACK: "black", RED: "red"}
PLAIN = {colour: KOSMOS[colour] for colour in (RED, GREEN, BLACK)}
ALWAYS_RICH = {GOLD: KOSMOS[GOLD], BLUE: KOSMOS[BLUE]}
REMOVALS = tuple(map(REMOVE, CELLS))


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    points: tuple[float, ...]
    options: Options
    is_filled: bool


class ElDado(Game[State]):
    number, slug, title = "39", "el-dado", "El Dado"
    family, players, teams = "demolition", (2, 8), True
    summary = "Take free dice off a complete pyramid; colours are worth points."
    options = (
        one_of(
            "fill",
            "pour",
            "rich",
            "keep",
            help="165 dice drawn from all 281; with all gold and blue; or the pyramid left by an earlier game.",
        ),
        *(number(name, VALUES[colour], 0, 20, help=f"Points for a {name} die.") for colour, name in OPTION_OF.items()),
    )
    verbs = (FILL, REMOVE)
    text = RulesText(
        goal="Collect the most points: gold 10, blue 5, green 3, black 2, red 1, unless you agree on other values.",
        setup="Fill the plate to a complete pyramid of 165 dice, drawn unseen.",
        turn="Take one free die, one with all three upper faces bare, and keep it. Nobody passes.",
        end="When the last die is taken. The highest sum of values wins; equal sums share.",
        readings=(
            "Only free dice are taken: no die is pulled from under others.",
            "The number of turns is odd; with two players the first takes 83 dice and the second 82.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if options["fill"] == "keep" and (position is None or not position.is_complete):
            raise IllegalMove("option fill=keep: el-dado needs the complete pyramid that an earlier game left")
        if position is not None and (wrong := {die.colour for _, die in position} - set(VALUES) - {UNKNOWN}):
            raise IllegalMove(f"position {position}: el-dado knows no value for colour {', '.join(sorted(wrong))}")
        return State(position or EMPTY, kit.first_seat(options), (0,) * players, options, position is not None)

    def to_move(self, state: State) -> Turn:
        if not state.is_filled or (state.seat == kit.UNDECIDED and state.pyramid.mask):
            return CHANCE
        return state.seat if state.pyramid.mask else None

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.is_filled:
            return []
        if state.seat == kit.UNDECIDED and state.pyramid.mask:
            return kit.first_moves(len(state.points))
        return [REMOVALS[cell] for cell in state.pyramid.free()]

    def draw(self, state: State, rng: Random) -> Action:
        if state.is_filled:
            return super().draw(state, rng)
        if state.options["fill"] == "rich":
            rare = [colour for colour, count in ALWAYS_RICH.items() for _ in range(count)]
            colours = rare + kit.drawn_from(PLAIN, len(CELLS) - len(rare), rng)
        else:
            colours = kit.drawn_from(KOSMOS, len(CELLS), rng)
        return FILL(kit.shuffled_pyramid(colours, rng))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.is_complete:
                kit.check_material(pyramid, KOSMOS)
                if state.options["fill"] == "rich" and any(
                    len(pyramid.cells_of(colour)) < count for colour, count in ALWAYS_RICH.items()
                ):
                    raise IllegalMove(f"{action}: fill=rich has the gold die and all blue dice in the pyramid")
            case _:
                raise IllegalMove(f"{action}: el-dado begins with fill and a complete pyramid")

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("remove", cell):
                points = kit.added(state.points, state.seat, value(state, state.pyramid.at(cell).colour))
                after = kit.next_seat(state.seat, len(points))
                return state._replace(pyramid=state.pyramid.remove(cell), seat=after, points=points)
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, is_filled=True)
            case ("first", seat):
                return state._replace(seat=seat)
        raise IllegalMove(f"{action}: not an action of el-dado")

    def result(self, state: State) -> Result | None:
        if self.to_move(state) is not None:
            return None
        return Result(kit.best(state.points), state.points, "points")

    def view(self, state: State, seat: Seat) -> State:
        return state._replace(pyramid=kit.covered_hidden(state.pyramid))

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The die's value less half the best value among the visible dice it frees."""
        (_, cell) = action
        after = state.pyramid.remove(cell)
        freed = [value(state, after.at(c).colour) for c in SUPPORTS[cell] if after.is_free(c)]
        return value(state, state.pyramid.at(cell).colour) - 0.5 * max(freed, default=0)


def value(state: State, colour: str) -> int:
    """What a die of that colour is worth; a hidden one counts nothing until it is seen."""
    return 0 if colour == UNKNOWN else state.options.whole(OPTION_OF[colour])


GAME = ElDado()
