"""Games of chance in which a roll says how many of one's own dice go on the pyramid, and outside faces are counted.

Source: *Place n*, *Supply* and *Outside tally* in the shared definitions of games 01 to 20.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import COVERS, ZEROS, Cell
from skill.lattice.dice import BLACK, GREEN, KOSMOS, RED, Colour, Die
from skill.lattice.notation import PLACE, ROLL, STOP, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.shared import kit
from skill.rules.telling import Label, Note, cells_of

COLOURS = (RED, GREEN, BLACK)  # of seats 1, 2, 3
DICE = {colour: Die(colour) for colour in COLOURS}
PLACING = one_of(
    "placing",
    "exact",
    "up_to",
    help="Whether you place exactly the number rolled, or stop after any number above 0.",
    meanings={"exact": "as many dice as you rolled", "up_to": "at least one die, and at most as many as you rolled"},
)


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    supplies: tuple[int, ...]
    options: Options
    left: int = 0
    """Dice that the roll still asks for; 0 before a roll."""
    placed: int = 0
    """Dice placed since the roll."""
    forbidden: int | None = None
    """The number that does not place; None where every number does."""


class RollAndPlace(Game[State]):
    """Roll, place that many own dice, next player; most outside faces of the complete pyramid wins."""

    score_unit = ("1 outside face", "{count} outside faces")
    goal = "Show the most of your colour on the outside of the finished pyramid."
    verbs: ClassVar[tuple[Verb, ...]] = (ROLL, PLACE, STOP)
    seat_colours = COLOURS

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        colours = COLOURS[:players]
        kit.check_plain(pyramid, {colour: KOSMOS[colour] for colour in colours})
        supplies = tuple(KOSMOS[colour] - len(pyramid.cells_of(colour)) for colour in colours)
        return State(pyramid, kit.first_seat(options), supplies, options)

    def to_move(self, state: State) -> Turn:
        if state.pyramid.is_complete:
            return None
        return state.seat if state.left else CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.pyramid.is_complete:
            return []
        if not state.left:
            return kit.DIE_ROLLS
        placements = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        listed = [placements[cell] for cell in state.pyramid.funnels()]
        return [*listed, STOP()] if state.placed and state.options["placing"] == "up_to" else listed

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                supplies = changed(state.supplies, state.seat, -1)
                after = state._replace(
                    pyramid=state.pyramid.put(cell, DICE[colour]),
                    supplies=supplies,
                    left=state.left - 1,
                    placed=state.placed + 1,
                )
                return after if after.left else self.turn_over(after)
            case ("stop",):
                return self.turn_over(state)
            case ("roll", rolled):
                return self.rolled(state, rolled)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def rolled(self, state: State, number: int) -> State:
        """The state after a roll: as many dice are to be placed, or all that are left."""
        count = min(number, state.supplies[state.seat - 1])
        return state._replace(left=count) if count else self.turn_over(state)

    def turn_over(self, state: State) -> State:
        """The state in which the next player is to roll."""
        return state._replace(seat=kit.next_seat(state.seat, len(state.supplies)), left=0, placed=0)

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A turn lasts from before its roll, and is known by the dice with which it began: each has fewer."""
        return state.supplies[seat - 1] + state.placed if state.seat == seat else None

    def result(self, state: State) -> Result | None:
        if not state.pyramid.is_complete:
            return None
        faces = self.scores(state)
        return Result(kit.best(faces), faces, "Outside faces count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return kit.several_faces(state.pyramid)

    def scores(self, state: State) -> tuple[float, ...]:
        tally = state.pyramid.outside_tally()
        return tuple(tally.get(colour, 0) for colour in COLOURS[: len(state.supplies)])

    def standing(self, state: State, seat: Seat) -> Fact | None:
        return None if state.pyramid.is_complete else that_count(shown_in_the_end(state.pyramid, COLOURS[seat - 1]))

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        return super().leading(state, options) if state.pyramid.is_complete else ()  # what is bare now may be covered

    def outlook(self, state: State) -> tuple[float, ...]:
        """Outside faces that the own dice will show on the complete pyramid, where they stay."""
        return tuple(float(shown_in_the_end(state.pyramid, colour)) for colour in COLOURS[: len(state.supplies)])

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.outside(COLOURS[seat - 1])

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        is_placing = state.left and seat == state.seat
        placing = [fact("Dice still to place for this roll: {count}.", count=state.left)] if is_placing else []
        return (*placing, *kit.missing(state.pyramid))  # what one has lies before one with its number

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("roll", number) if not before.supplies[before.seat - 1]:
                text = "{player} rolled {number}, but no dice are left to place."
                return (fact(text, player=Player(before.seat), number=number),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return noted(before.pyramid, action, after.pyramid, before.seat)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, state.supplies)

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, state.supplies)


def that_count(faces: int) -> Fact:
    """How many outside faces of the complete pyramid the dice of a player show, before it is complete."""
    return fact("{count} faces that count", one="1 face that counts", count=faces)


def noted(before: Pyramid, action: Action, after: Pyramid, seat: Seat) -> list[Note]:
    """What a die that a seat has placed or taken changes about the faces of its colour that count in the end."""
    colour = COLOURS[seat - 1]
    change = shown_in_the_end(after, colour) - shown_in_the_end(before, colour)
    if change > 0:
        text = fact("+{count} faces that count", one="+1 face that counts", count=change)
    elif change < 0:
        text = fact("\N{MINUS SIGN}{count} faces that count", one="\N{MINUS SIGN}1 face that counts", count=-change)
    elif action.verb == PLACE.name:
        text = fact("counts nothing")
    else:
        return []
    return [Note(text, tuple(cells_of(action)), seat)]


def changed(supplies: tuple[int, ...], seat: Seat, dice: int) -> tuple[int, ...]:
    """The supplies with `dice` more for one seat."""
    return (*supplies[: seat - 1], supplies[seat - 1] + dice, *supplies[seat:])


def shown_in_the_end(pyramid: Pyramid, colour: Colour) -> int:
    """Outside faces that the dice of a colour will show on the complete pyramid: what covers others now may be inside
    by then."""
    return sum(ZEROS[cell] for cell in pyramid.cells_of(colour))


def opened(pyramid: Pyramid, cell: Cell) -> int:
    """The most outside faces that a die could show in a funnel which a die in `cell` would open."""
    after = pyramid.put(cell, DICE[RED])
    return max((ZEROS[cover] for cover in COVERS[cell] if after.is_funnel(cover)), default=0)
