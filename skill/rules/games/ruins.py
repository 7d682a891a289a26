"""25 Ruins. Three colours; funnels are filled by the missing colour, three-coloured ones stay open; most dice win.

Source: game 25 of the Kosmos edition. "Adjacent" is a neighbouring base funnel: nothing above level 0 touches an empty
base cell. Filling is compulsory. Whoever places his 55th die wins at once; only then does the filling order matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BASE_MASK, Cell, in_mask
from skill.lattice.dice import BLACK, GREEN, RED, Colour
from skill.lattice.notation import PLACE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.fills import fills, funnels_beside, open_funnels

COLOURS = (RED, GREEN, BLACK)
LEFT_OF = {RED: GREEN, GREEN: BLACK, BLACK: RED}
DICE_EACH = 55


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    placed: tuple[float, ...]
    """How many dice of each seat stand in the pyramid."""


class Ruins(Game[State]):
    number, slug, title = "25", "ruins", "Ruins"
    family, players = "construction", (3, 3)
    goal = "Have the most dice in the pyramid, or be the first to place all 55."
    deciding_rules = {
        "place": "A die goes beside one that is there already, into an empty funnel of the plate.",
    }
    summary = (
        "Funnels are filled by the missing colour, three-coloured ones stay open; whoever has placed the most dice "
        "wins."
    )
    score_unit = ("1 die placed", "{count} dice placed")
    profile = Profile(tactics=10)
    verbs = (PLACE,)
    seat_colours = COLOURS
    has_sides = True
    text = RulesText(
        goal="Have the most dice in the pyramid, or be the first to place all 55.",
        setup="The plate is empty. Each player has 55 dice: red, green or black.",
        turn="Place one of your dice in an empty funnel of the plate beside one that is taken; the very first die "
        "goes anywhere. Then every funnel made of three dice fills by itself, and so on upwards. Over three dice of "
        "one colour the left neighbour of their owner places a die. Two of one colour and one of another: the player "
        "of the missing colour places. Three colours: the funnel stays empty for ever, so that nothing can stand "
        "above it.",
        end="Whoever places his 55th die wins at once. Otherwise the game ends when the 45 funnels of the plate "
        "are taken, and the player with the most dice in the pyramid wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Nobody may decline to fill a funnel.",
            "Funnels fill from the lowest layer up; in a layer row by row, beginning at the orange side, and in a "
            "row from the violet side on. The order matters only when somebody is about to place his 55th die.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        kit.check_plain(pyramid, kit.MIX3)
        placed = tuple(float(len(pyramid.cells_of(colour))) for colour in COLOURS)
        return filled(State(pyramid, kit.first_seat(options), placed), in_mask(pyramid.mask))

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        placements = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        return [placements[cell] for cell in funnels_beside(state.pyramid)]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return kit.placements(COLOURS, BASE)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                pyramid, placed = state.pyramid.put(cell, kit.PLAIN[colour]), kit.added(state.placed, state.seat, 1)
                return filled(State(pyramid, kit.next_seat(state.seat, 3), placed), [cell])
        raise IllegalMove(f"{action}: not an action of ruins")

    def result(self, state: State) -> Result | None:
        return (
            Result(kit.best(state.placed), state.placed, "Dice placed count; the most win.") if is_over(state) else None
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.placed

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.cells_of(COLOURS[seat - 1])

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        found = [*super().told(before, action, by, after)]
        for seat, colour in enumerate(COLOURS, 1):
            filled = len(after.pyramid.cells_of(colour)) - len(before.pyramid.cells_of(colour)) - (seat == by)
            if filled > 0:
                text, one = "{player} filled {count} funnels.", "{player} filled a funnel."
                found.append(fact(text, one=one, player=Player(seat), count=filled))
        stay_open = len(set(open_funnels(after.pyramid)) - set(open_funnels(before.pyramid)))
        if stay_open and max(after.placed) < DICE_EACH:
            text, one = "{count} funnels of three colours stay open.", "A funnel of three colours stays open."
            found.append(fact(text, one=one, count=stay_open))
        return tuple(found)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, [DICE_EACH - state.pyramid.count_of(colour) for colour in COLOURS])

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({colour: DICE_EACH - state.pyramid.count_of(colour) for colour in COLOURS})

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The dice that it brings into the pyramid, own ones less those of the others."""
        gains = [after - before for before, after in zip(state.placed, self.play(state, action).placed, strict=True)]
        return 2 * gains[seat - 1] - sum(gains)


def filling(supports: list[Colour]) -> Colour | None:
    """The colour that fills a funnel: of three alike their left neighbour, of two alike the one that is missing."""
    kinds = set(supports)
    if len(kinds) == 1:
        return LEFT_OF[supports[0]]
    return next(colour for colour in COLOURS if colour not in kinds) if len(kinds) == 2 else None


def filled(state: State, changed: Iterable[Cell]) -> State:
    """The state after all fills above the dice at `changed`, or after the fill that is somebody's 55th die."""
    made, placed = [], state.placed
    for cell, die in fills(state.pyramid, changed, filling):
        if max(placed) == DICE_EACH:
            break
        made.append((cell, die))
        placed = kit.added(placed, COLOURS.index(die.colour) + 1, 1)
    return State(state.pyramid.put_all(made) if made else state.pyramid, state.seat, placed)


def is_over(state: State) -> bool:
    """Whether somebody has placed his last die, or the plate is full and every fill has been made."""
    return max(state.placed) == DICE_EACH or not ~state.pyramid.mask & BASE_MASK


GAME = Ruins()
