"""16 Trulla. Pour dice from a ladle onto the plate; most outside faces win.

Source: game 16 of the Kosmos edition. "Distributed evenly" is read as 165 dice shared: 55 each, or 82 each with two and
the gold die as a neutral 165th. Fallen dice return to their owners, since otherwise the pyramid could not be completed;
dice of others that are pushed off return as well and also end the turn. Those already poured in that turn stay. A
pour that is given up has missed: it is a turn like any other. A full round begins after the last gain and lasts until
everybody who is due has had a turn; whoever has no dice then is passed over, but the others are still due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, LEVEL, ZEROS, Cell
from skill.lattice.dice import BLACK, GOLD, GREEN, KOSMOS, RED, Colour, Die
from skill.lattice.notation import ATTEMPT, Action, Loose, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.rules.actions import every
from skill.rules.fact import Fact, Player, To, fact
from skill.rules.game import CHANCE, AttemptSpec, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.shared.attempts import nothing
from skill.rules.telling import Label

COLOURS = (RED, GREEN, BLACK)
EVEN = {2: 82, 3: 55}
LADLE = Verb("ladle <number>", "dice into the ladle: {number}")  # the seat takes so many dice into the ladle
TIME_LIMIT_S = 60.0  # of one pour
EMPTIED = ("{player} emptied the ladle: {poured} of {all} dice poured.", "")
FELL = (
    "{player}'s pour ended when a die fell off: {poured} of {all} dice poured.",
    "Your pour ended when a die fell off: {poured} of {all} dice poured.",
)
TOUCHED = (
    "{player}'s ladle touched the heap: {poured} of {all} dice poured.",
    "Your ladle touched the heap: {poured} of {all} dice poured.",
)
CUT_SHORT = {
    "gave_up": ("{player} stopped: {poured} of {all} dice poured.", ""),
    "time": ("{player} ran out of time: {poured} of {all} dice poured.", ""),
}
"""By the outcome of a pour that nothing else ended: the sentence for others and for the player."""


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    shares: tuple[int, ...]
    """The dice that each seat began with."""
    loose: tuple[Loose, ...] = ()
    ladle: int = 0
    """Dice in the ladle, 0 while the seat is to choose how many."""
    aim: Cell | None = None
    """Lattice model: where they are poured."""
    most: int = 0
    """The most dice in cells so far."""
    last: Seat = 1
    """Who ends a round: whoever brought the last gain, at first the seat before the one that begins."""
    idle: int = 0
    """Full rounds in a row in which there were not more."""


class Trulla(throws.ThrowGame[State]):
    number, slug, title = "16", "trulla", "Trulla"
    family, kind, players, teams = "special", "physics", (2, 3), True
    goal = "Show more of your colour on the outside of the pyramid than anybody else."
    deciding_rules = {
        "ladle": "Choose how many dice go into the ladle; those left in it come back to you.",
        "attempt": "The pour ends when the ladle is empty, when it touches the heap, or when a die falls off.",
        "throw": "The pour ends when the ladle is empty, when it touches the heap, or when a die falls off.",
    }
    summary = "Pour dice from a ladle; whoever shows the most outside faces wins."
    score_unit = ("1 outside face", "{count} outside faces")
    profile = Profile(chance=3, skill=7)
    options = (
        one_of(
            "supply",
            "even",
            "all90",
            help="How many dice the players get.",
            meanings={"even": "165 dice shared evenly", "all90": "all 90 of each colour"},
        ),
        in_range("ladle_capacity", 20, 1, 40, help="Dice that the ladle holds."),
        in_range("idle_rounds", 3, 1, 50, help="Rounds without a gain that end the game."),
        *throws.pour_options(),
    )
    verbs = (ATTEMPT, LADLE, throws.THROW, throws.LAND, throws.OFF)
    seat_colours = COLOURS
    text = RulesText(
        goal="Show more of your colour on the outside of the pyramid than anybody else.",
        setup="The plate is empty. If 165 dice are shared out, three players have 55 each, red, green and black; two "
        "have 82 each, and the gold die belongs to nobody. If you agree so, each has all 90 of his colour.",
        turn="Take one or more of your dice into the ladle, as many as it holds, and pour them over the plate. Your "
        "turn ends when the ladle is empty, when it touches the plate or a die on it, when any die falls off, or "
        "after 60 seconds. Dice left in the ladle go back to you. Dice that fell off go back to their owners. Dice "
        "that lie on the plate stay. You may not pass.",
        end="The game ends when the pyramid is complete, when nobody has dice left, or after the agreed number of "
        "rounds in which the number of dice that stand in funnels has not grown beyond what it once was.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one. If the pyramid is not complete, look at it from each of its three "
        "sides: in each of the 45 rows that run away from you the first die counts one point for its owner.",
        wins="The player with the most points wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Dice that lie loose do not count.",
            "Two players who share 165 dice have only 164: when all of them stand, the gold die fills the last place "
            "and counts for nobody.",
        ),
        also=("A ladle.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        share = EVEN[players] if options["supply"] == "even" else KOSMOS[RED]
        pyramid = position or EMPTY
        kit.check_plain(pyramid, dict.fromkeys(COLOURS[:players], share))
        first = kit.first_seat(options)
        *_, last = kit.clockwise(first, players)
        return State(options, pyramid, first, (share,) * players, most=len(pyramid), last=last)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.aim is not None:
            return CHANCE
        if state.ladle and not throws.is_lattice(state.options):
            return self.pour(state)
        return state.seat

    def pour(self, state: State) -> AttemptSpec:
        """The real pour of what is in the ladle."""
        hand = (Die(COLOURS[state.seat - 1]),) * state.ladle

        def distance(reading: Reading) -> float:
            return len(CELLS) - len(reading.cells) + len(reading.off)

        return AttemptSpec(
            state.seat,
            self.slug,
            state.pyramid,
            throws.is_still,
            nothing,
            distance,
            TIME_LIMIT_S,
            adjust=(("ladle.capacity", state.options.whole("ladle_capacity")),),
            hand=hand,
            loose=state.loose,
        ).agreed(state.options)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.aim is not None:
            return throws.landings(state.pyramid, state.options)
        if not state.ladle:
            most = min(state.options.whole("ladle_capacity"), supply(state, state.seat))
            return [LADLE(count) for count in range(1, most + 1)]
        return throws.THROWS if throws.is_lattice(state.options) else []

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*every(LADLE, range(1, options.whole("ladle_capacity") + 1)), *throws.aims(options))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("ladle", count):
                return state._replace(ladle=count)
            case ("throw", aim):
                return state._replace(aim=aim)
            case ("land", cell):
                pyramid = state.pyramid.put(cell, Die(COLOURS[state.seat - 1]))
                state = state._replace(pyramid=pyramid, ladle=state.ladle - 1)
                return state if state.ladle and not pyramid.is_complete else poured(state)
            case ("off", _):
                return poured(state)
            case ("attempt", _, _, pyramid, loose, *_):
                heap, _ = throws.of_turn(pyramid, loose, state.loose)
                return poured(state._replace(pyramid=pyramid, loose=loose), len(heap))
        raise IllegalMove(f"{action}: not an action of trulla")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        return Result(kit.best(scores), scores, "Outside faces count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return kit.several_faces(state.pyramid)

    def scores(self, state: State) -> tuple[float, ...]:
        tally = state.pyramid.outside_tally()
        return tuple(tally.get(colour, 0) for colour in COLOURS[: len(state.shares)])

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.outside(COLOURS[seat - 1])

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        return (kit.supply_fact(supply(state, seat)),)

    def progress(self, state: State, reading: Reading) -> Fact | None:
        return fact("Dice poured: {count} of {all}.", count=state.ladle - len(reading.held), all=state.ladle)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        return (*self._told_done(before, action, by, after), *told_end(before, after))

    def _told_done(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(before.seat)
        match action:
            case ("ladle", count):
                text, one = "{player} took {count} dice into the ladle.", "{player} took one die into the ladle."
                return (fact(text, one=one, player=who, count=count),)
            case ("throw", aim):
                return (fact("{player} poured dice {to}.", player=who, to=To(aim)),)
            case ("attempt", *_):
                return told_pour(before, action)
        return super().told(before, action, by, after)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, [supply(state, seat) for seat in range(1, len(state.shares) + 1)])

    def unplaced(self, state: State) -> Counter[Colour]:
        players = range(1, len(state.shares) + 1)
        left = kit.of_seats(COLOURS, (supply(state, seat) for seat in players)) + kit.lying(state.loose)
        if len(players) == 2 and not state.pyramid.cells_of(GOLD):
            left[GOLD] += 1
        return left

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """Each pour is one; where the others have no dice left the same seat goes on."""
        return (state.most, state.idle, state.last) if state.seat == seat else None

    def without_hands(self, state: State) -> State:
        return state._replace(options=throws.in_the_lattice(state.options))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Three to six dice at a time while there is room on the plate, later single ones; low, and at the border."""
        funnels = state.pyramid.funnels()
        match action:
            case ("ladle", count):
                few = 4 if any(LEVEL[cell] == 0 for cell in funnels) else 1
                return -float(abs(count - few))
            case ("throw", cell):
                return float(2 * ZEROS[cell] - 3 * LEVEL[cell] + 4 * (cell in funnels))
        return 0.0


def supply(state: State, seat: Seat) -> int:
    """The dice of a seat that are not on the plate."""
    colour = COLOURS[seat - 1]
    return state.shares[seat - 1] - len(state.pyramid.cells_of(colour)) - _count(state.loose, colour)


def _count(loose: tuple[Loose, ...], colour: Colour) -> int:
    return sum(die[0] == colour for die in loose)


def poured(state: State, in_cells: int = 0) -> State:
    """The state after a pour: the gold die may fill the last cell, and the next seat with dice is to move.

    `in_cells` are the dice by which the turn goes, where some of them stand over dice that lean.
    """
    players = len(state.shares)
    after = state._replace(ladle=0, aim=None)
    empty = [seat for seat in range(1, players + 1) if not supply(after, seat)]
    if players == 2 and len(empty) == 2 and len(after.pyramid) == len(CELLS) - 1:
        (last,) = after.pyramid.funnels()
        after = after._replace(pyramid=after.pyramid.put(last, Die(GOLD)))
    following = kit.clockwise(kit.next_seat(state.seat, players), players)
    seat = next((seat for seat in following if seat not in empty), state.seat)
    most = max(in_cells, len(after.pyramid))
    if most > state.most:
        return after._replace(seat=seat, most=most, last=state.seat, idle=0)
    in_round = kit.clockwise(kit.next_seat(state.last, players), players)
    is_full = in_round.index(seat) <= in_round.index(state.seat)
    return after._replace(seat=seat, idle=state.idle + is_full)


def told_pour(before: State, report: Action) -> tuple[Fact, ...]:
    """Why a real pour ended, how many dice left the ladle, and how many fell off."""
    _, outcome, _, pyramid, loose, off, _ = report
    poured = len(pyramid) + len(loose) + len(off) - len(before.pyramid) - len(before.loose)
    if off:
        text, you = FELL
    elif poured == before.ladle:
        text, you = EMPTIED
    else:
        text, you = CUT_SHORT.get(outcome, TOUCHED)
    ended = fact(text, you=you, player=Player(before.seat), poured=poured, all=before.ladle)
    if not off:
        return (ended,)
    fallen = fact("{count} dice went back to their owners.", one="One die went back to its owner.", count=len(off))
    return (ended, fallen)


def told_end(before: State, after: State) -> Iterator[Fact]:
    """The gold die, and why the game is over, if it is."""
    if after.pyramid.cells_of(GOLD) and not before.pyramid.cells_of(GOLD):
        yield Fact("The gold die filled the last place.")
    if not is_over(after) or after.pyramid.is_complete:
        return
    if not any(supply(after, seat) for seat in range(1, len(after.shares) + 1)):
        yield Fact("All dice are poured: the game is over.")
    else:
        text = "In {count} rounds no more dice came to stand: the game is over."
        one = "In a whole round no more dice came to stand: the game is over."
        yield fact(text, one=one, count=after.options.whole("idle_rounds"))


def is_over(state: State) -> bool:
    """Whether the pyramid is complete, all dice are poured, or nothing was gained for some rounds."""
    if state.pyramid.is_complete or state.idle >= state.options.whole("idle_rounds"):
        return True
    return not any(supply(state, seat) for seat in range(1, len(state.shares) + 1))


GAME = Trulla()
