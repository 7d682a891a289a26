"""Squeezing and Squeeze Play: roll, and build that many own dice as one connected group on dice of your own.

Source: games 31 of the Kosmos edition and A1 of the Abacus edition, the same machine with other starts and ends. A
group counts as connected if its dice are linked by faces among themselves. The protection of the start holds for bonus
dice too. If a game begins from a given position, no start is protected any more. The three stocks together are as many
as the empty cells, so a complete pyramid always means that somebody has won before.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import Cell, contact_cells, mask_of
from skill.lattice.dice import Colour, Die
from skill.lattice.notation import PLACE, REROLL, ROLL, STOP, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, Seat, Turn
from skill.rules.options import Options
from skill.rules.shared import kit
from skill.rules.shared.connected_sets import CONES, Sets, connected_sets, longest_row, narrowed, next_cells
from skill.rules.telling import Note

NO_PLACE = Verb("pass", "go on: there is no place to build")

SEATS = 3
STOCK = 55
STARTING_ROLL = 4
BONUS = {4: 1, 5: 2, 6: 3}
"""Bonus dice for a straight row of that length."""
DIE_WORTH = 4  # contact cells that a bot holds a placed die to be worth
REASONS = {
    "out": "The stock is used up. Dice left count; the fewest win.",
    "roll": "The roll covers the whole stock. Dice left count for the others.",
    "dead": "No die can be built on. Dice left count; the fewest win.",
    "stall": "Nobody builds any more. Dice left count; the fewest win.",
}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    groups: tuple[int, ...]
    """The cells of each seat's dice."""
    options: Options
    phase: str
    """`start`: rolling for the start, `found`: building it; then in each turn `roll`, `build` and perhaps `bonus`, or
    `squeezed`: nothing but to pass; at the end `over`."""
    ended: str = ""
    """How the game ended, a key of `REASONS`; `out` and `roll` are wins of `seat`."""
    roll: int = 0
    sets: Sets = ()
    """What each group that may still be built lacks."""
    built: int = 0
    """The cells built since the roll, bonus dice left out."""
    starter: Seat = 0
    protected: int = 0
    """The cells of the start as long as it is protected."""
    idle: int = 0
    """Turns running without a placed die."""

    @property
    def own(self) -> int:
        """The cells of the dice of the seat that is to move."""
        return self.groups[self.seat - 1]

    @property
    def stocks(self) -> tuple[int, ...]:
        """The dice that each seat has left."""
        return tuple(STOCK - group.bit_count() for group in self.groups)


class SqueezeGame(Game[State]):
    """Start, roll, build, bonus. A subclass says where a start may stand, how many dice a roll asks for, and what ends
    the game."""

    score_unit = ("1 die left", "{count} dice left")
    family, players = "construction", (SEATS, SEATS)
    verbs = (ROLL, PLACE, NO_PLACE, STOP, REROLL)
    score_order = "fewest"
    horizon = 1
    calls_a_second = 20_000
    dice: ClassVar[dict[Colour, Die]]

    def __init_subclass__(cls) -> None:
        cls.dice = {colour: Die(colour) for colour in cls.seat_colours}

    # -- what the two games say for themselves

    @abstractmethod
    def start_apexes(self, options: Options) -> Sequence[Cell]:
        """Where the apex of the start pyramid may be."""

    @abstractmethod
    def wins_by_roll(self, state: State, roll: int) -> bool:
        """Whether the number rolled ends the game at once."""

    @abstractmethod
    def dice_to_build(self, state: State, roll: int) -> int:
        """How many dice the roll asks for; 0 if it builds nothing."""

    @abstractmethod
    def turn_of_squeezed(self, state: State) -> State:
        """The state in which a seat begins its turn whose dice have no contact cell left."""

    @abstractmethod
    def row_length(self, state: State) -> int:
        """The length of the row, among the dice just built, that counts for the bonus."""

    @abstractmethod
    def bonus_sizes(self, state: State, earned: int) -> Sequence[int]:
        """How many bonus dice may be placed, if any are."""

    def is_stalled(self, state: State) -> bool:
        """Whether the game ends because nobody builds any more."""
        return False

    # -- the contract

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        seat = kit.first_seat(options)
        if position is None:
            return State(EMPTY, seat, (0,) * SEATS, options, "start")
        groups = tuple(mask_of(position.cells_of(colour)) for colour in self.seat_colours)
        if any(die not in self.dice.values() for _, die in position) or any(g.bit_count() > STOCK for g in groups):
            colours = ", ".join(self.seat_colours)
            raise IllegalMove(
                "position {position}: {game} has up to {stock} dice of each of {colours}, without orientation",
                position=position,
                game=self.slug,
                stock=STOCK,
                colours=colours,
            )
        state = State(position, seat, groups, options, "roll")
        for owner, left in enumerate(state.stocks, 1):
            if left == 0:
                return state._replace(seat=owner, phase="over", ended="out")
        return self._turn(state)

    def to_move(self, state: State) -> Turn:
        if state.phase == "over":
            return None
        return CHANCE if state.phase in ("start", "roll") else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.phase == "over":
            return []
        if state.phase in ("start", "roll"):
            return kit.DIE_ROLLS
        places = kit.PLACEMENTS[self.seat_colours[state.seat - 1]]
        moves = [places[cell] for cell in next_cells(state.sets, state.pyramid)]
        if state.phase == "bonus":
            return [*moves, STOP()] if 0 in state.sets else moves
        if self._may_reroll(state):
            return [*(moves or [NO_PLACE()]), REROLL()]
        return moves or [NO_PLACE()]

    def _may_reroll(self, state: State) -> bool:
        return state.options.get("reroll_one") == "on" and state.phase == "build" and state.roll == 1

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                return self._placed(state, self.dice[colour], cell)
            case ("roll", roll):
                return self._rolled(state, roll)
            case ("stop",):
                return self._next_turn(state, idle=0)
            case ("pass",):
                return self._next_turn(state, idle=state.idle + 1)
            case ("reroll",):
                return state._replace(phase="roll", sets=())
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def _rolled(self, state: State, roll: int) -> State:
        if state.phase == "start":
            if roll != STARTING_ROLL:
                return state._replace(seat=kit.next_seat(state.seat, SEATS))
            sets = tuple(CONES[apex] for apex in self.start_apexes(state.options))
            return state._replace(phase="found", roll=roll, sets=sets, starter=state.seat)
        if self.wins_by_roll(state, roll):
            return state._replace(phase="over", ended="roll", roll=roll)
        sets = self._buildable(state, self.dice_to_build(state, roll))
        return state._replace(phase="build", roll=roll, sets=sets)

    def _buildable(self, state: State, size: int) -> Sets:
        """The groups of `size` own dice that may be built; none for 0."""
        if size == 0:
            return ()
        occupied = state.pyramid.mask
        sets = connected_sets(contact_cells(state.own or occupied, occupied), occupied, size)
        if state.seat == state.starter or not state.protected:
            return sets
        kept_open = contact_cells(state.protected, occupied)
        return tuple(s for s in sets if kept_open & ~s)

    def _placed(self, state: State, die: Die, cell: Cell) -> State:
        bit = 1 << cell
        state = state._replace(
            pyramid=state.pyramid.put(cell, die),
            groups=kit.replaced(state.groups, state.seat, state.own | bit),
            sets=narrowed(state.sets, cell),
            built=state.built | bit * (state.phase == "build"),
            protected=state.protected * (state.seat != state.starter),
        )
        if state.own.bit_count() == STOCK:
            return state._replace(phase="over", ended="out")
        if any(state.sets):
            return state
        if state.phase == "found":
            return self._next_turn(state._replace(protected=state.own), idle=0)
        return self._bonus(state) if state.phase == "build" else self._next_turn(state, idle=0)

    def _bonus(self, state: State) -> State:
        earned = min(BONUS.get(self.row_length(state), 0), state.stocks[state.seat - 1])
        sets = [s for size in self.bonus_sizes(state, earned) for s in self._buildable(state, size)]
        return state._replace(phase="bonus", sets=(0, *sets)) if sets else self._next_turn(state, idle=0)

    def _next_turn(self, state: State, idle: int) -> State:
        seat = kit.next_seat(state.seat, SEATS)
        state = state._replace(seat=seat, phase="roll", roll=0, sets=(), built=0, idle=idle)
        return state._replace(phase="over", ended="stall") if self.is_stalled(state) else self._turn(state)

    def _turn(self, state: State) -> State:
        is_squeezed = state.own and not contact_cells(state.own, state.pyramid.mask)
        return self.turn_of_squeezed(state) if is_squeezed else state

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        left = self.scores(state)
        if state.ended in ("out", "roll"):
            return Result((state.seat,), left, REASONS[state.ended])
        return Result(kit.fewest(left), left, REASONS[state.ended])

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        match action:
            case ("roll", number) if before.phase == "start":
                text = (
                    "{player} rolled {number} and may build the start."
                    if number == STARTING_ROLL
                    else "{player} rolled {number}: a {needed} is needed to start."
                )
                return (fact(text, player=who, number=number, needed=STARTING_ROLL),)
            case ("roll", number) if after.ended == "roll":
                return (fact("{player} rolled {number}, enough for all the dice left.", player=who, number=number),)
            case ("pass",):
                return (fact(self._why_passed(before), player=who),)
        sentences = super().told(before, action, by, after)
        if after.phase == "bonus" and before.phase == "build":
            return (*sentences, fact("{player} earned bonus dice for a straight row.", player=who))
        return sentences

    def _why_passed(self, state: State) -> str:
        if state.phase == "squeezed":
            return "{player} passed, squeezed in for good."
        if not self.dice_to_build(state, state.roll):
            return "{player} rolled more than the dice left and built nothing."
        return "{player} had no place to build."

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # one die less for every die that is placed

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A turn lasts from before its roll, after which there may be nothing to do."""
        return True if state.seat == seat else None

    def connected_sets(self, state: State) -> Sets:
        return state.sets

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.stocks

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(self.seat_colours, state.stocks)

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(self.seat_colours, state.stocks)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Dice placed and bonus earned, own contact cells and half of those taken from others, at the best end."""
        match action:
            case ("place", _, cell, _):
                return max(self._prospect(state, s | 1 << cell) for s in narrowed(state.sets, cell))
            case ("reroll",):
                return self._prospect(state, 0) + 3 * DIE_WORTH
        return self._prospect(state, 0)

    def _prospect(self, state: State, connected: int) -> float:
        """What the seat to move has if it builds `connected` and no more."""
        occupied = state.pyramid.mask | connected
        row = BONUS.get(longest_row(state.built | connected), 0) if state.phase == "build" else 0
        contacts = [
            contact_cells(group | connected * (seat == state.seat), occupied).bit_count()
            for seat, group in enumerate(state.groups, 1)
        ]
        own = contacts[state.seat - 1]
        return DIE_WORTH * (connected.bit_count() + row) + own - (sum(contacts) - own) / 2
