"""What Greedy Grabber and Pack Rat share: a race for the free dice that show the rolled number on one's own side.

A round is a roll, then grabs in the order in which they come, then the roller's stop. Dice that are grabbed late, after
the stop and before the next roll, are put back, and the grab costs dice. A die that shows another number or lies under
others cannot be grabbed: the rules have no penalty for that, so such a grab is no action.

Two moments belong to the table: nobody has a legal grab for `dead_s` (it closes the round), and `late_s` have passed
since the stop (it ends the time for late grabs). Without a legal grab at the stop there can be
no late one, and the round is over at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE_MASK, CELLS, SUPPORTS, Axis, Cell, mask_of
from skill.lattice.dice import UNKNOWN, Colour
from skill.lattice.notation import CLOSE, FILL, ROLL, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, Side, fact
from skill.rules.game import ANYONE, CHANCE, Result, Seat, Turn
from skill.rules.options import Option, Options, in_range
from skill.rules.race import CALL_STOP, Race
from skill.rules.shared import kit
from skill.rules.telling import BAD, Held, Note

GRAB = Verb("grab <cell>", "grab it", told="{player} grabbed {die} {from}.")
GRABS = tuple(map(GRAB, CELLS))
SEATS = (1, 2, 3)
PACE_OPTIONS = (
    in_range("dead_s", 1.5, 0.1, 30.0, help="Seconds without a legal grab for anybody after which a round closes."),
    in_range("late_s", 1.0, 0.1, 30.0, help="Seconds after the stop in which a grab is late and costs dice."),
    in_range("hand_s", 0.5, 0.0, 5.0, help="Least seconds between two grabs of one player: one hand only."),
    in_range("idle_rolls", 30, 1, 1000, help="Rounds in succession without a valid grab that end the game."),
)
SCAN_S, REACH_S = (0.7, 1.5), (0.1, 0.4)  # how long a computer player looks first, and how long a grab takes then
OTHER_SIDE = 0.5  # chance that a free die shows a number at one of two sides, if it is neither at the third nor below


class State(NamedTuple):
    pyramid: Pyramid
    roller: Seat
    number: int
    """The number rolled; 0 while the roll is awaited."""
    is_late: bool
    """Whether the roller has called stop: a grab now is late."""
    piles: tuple[int, ...]
    idle: int
    """Closed rounds in succession without a valid grab."""
    grabbed: bool
    """Whether this round had a valid grab."""
    options: Options
    is_filled: bool


class Grabbing(Race[State]):
    """The race itself. A subclass says which dice there are and when it ends."""

    score_unit = ("1 die", "{count} dice")
    family, kind, players = "demolition", "race", (3, 3)
    options: ClassVar[tuple[Option, ...]] = PACE_OPTIONS
    verbs: ClassVar[tuple[Verb, ...]] = (FILL, ROLL, GRAB, CALL_STOP, CLOSE)
    calls = (CALL_STOP.name,)
    has_sides = True
    box: ClassVar[Mapping[Colour, int]] = kit.MIX3
    without: ClassVar[tuple[Cell, ...]] = ()
    """The cells that are empty from the beginning."""

    def ends_at_base(self, options: Options) -> bool:
        """Whether the game ends after a round that leaves dice on level 0 only."""
        return True

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is not None and any(die.faces is None for _, die in position):
            raise IllegalMove(
                "position {position}: in {game} every die needs an orientation", position=position, game=self.slug
            )
        filled = position is not None
        return State(position or EMPTY, kit.first_seat(options), 0, False, (0,) * players, 0, False, options, filled)

    def is_set_up(self, state: State) -> bool:
        return state.is_filled

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return ANYONE if state.number else CHANCE

    def _is_over(self, state: State) -> bool:
        if not state.is_filled:
            return False
        if not state.pyramid.mask:
            return True
        if state.number:  # within a round nothing else ends it
            return False
        if state.idle >= state.options.whole("idle_rolls"):
            return True
        return self.ends_at_base(state.options) and not state.pyramid.mask & ~BASE_MASK

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.is_filled or self._is_over(state):
            return []
        if not state.number:
            return kit.DIE_ROLLS
        if seat is None:
            is_dead = state.is_late or not any(matches(state.pyramid, state.number, other) for other in SEATS)
            return [CLOSE()] * is_dead
        grabs = [GRABS[cell] for cell in matches(state.pyramid, state.number, seat)]
        if seat == state.roller and not state.is_late:
            grabs.append(CALL_STOP())
        return grabs

    def draw(self, state: State, rng: Random) -> Action:
        if state.is_filled:
            return super().draw(state, rng)
        pyramid = kit.shuffled_pyramid(kit.drawn_from(self.box, len(CELLS), rng), rng)
        for cell in self.without:
            pyramid = pyramid.remove(cell)
        return FILL(pyramid)

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.mask == mask_of(set(CELLS) - set(self.without)):
                kit.check_material(pyramid, self.box)
            case _:
                raise IllegalMove(
                    "{action}: {game} begins with fill and {count} dice",
                    action=action,
                    game=self.slug,
                    count=len(CELLS) - len(self.without),
                )

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, is_filled=True)
            case ("roll", number):
                return state._replace(number=number, is_late=False, grabbed=False)
            case ("grab", _) if state.is_late and isinstance(by, int):
                return state._replace(piles=after_late_grab(state.piles, by))
            case ("grab", cell) if isinstance(by, int):
                piles = tuple(n + (seat == by) for seat, n in enumerate(state.piles, 1))
                return state._replace(pyramid=state.pyramid.remove(cell), piles=piles, grabbed=True)
            case ("stop",) if any(matches(state.pyramid, state.number, seat) for seat in SEATS):
                return state._replace(is_late=True)
            case ("stop",) | ("close",):
                idle = 0 if state.grabbed else state.idle + 1
                roller = kit.next_seat(state.roller, len(SEATS))
                return state._replace(roller=roller, number=0, is_late=False, idle=idle, grabbed=False)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def goal_line(self, state: State, seat: Seat) -> Fact:
        return fact("Grab the most dice: free ones that show the rolled number on {side}.", side=Side(seat - 1))

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        return Result(kit.best(state.piles), state.piles, "Dice in the own pile count; the most win.")

    def view(self, state: State, seat: Seat) -> State:
        return state._replace(pyramid=kit.seen_from(state.pyramid, (seat - 1,)))

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        colours = kit.hidden_colours(view.pyramid, (), self.box, rng)
        return view._replace(pyramid=kit.unseen(view.pyramid, colours, rng, (seat - 1,)))

    def sides_seen(self, state: State, seat: Seat) -> tuple[Axis, ...]:
        return (seat - 1,)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.piles

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        """The rolled die, as long as its round lasts."""
        return [Held(self.roll_colour, state.number)] if state.number else []

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("roll", _):
                return super().told(before, action, before.roller, after)
            case ("grab", _) if before.is_late:
                paid = "{player} grabbed too late, put it back and gave each other player a die."
                free = "{player} grabbed too late and put it back."
                return (fact(paid if after.piles != before.piles else free, player=Player(by or before.roller)),)
            case ("close",) if not before.is_late:
                return (Fact("The round ended: nobody had a die left to grab."),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("grab", cell) if before.is_late:
                return (Note(fact("too late"), (cell,), by, BAD),)
        return super().notes(before, action, by, after)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({UNKNOWN: count}) for count in state.piles]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({UNKNOWN: sum(state.piles)})

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """All have a turn whenever the die has been rolled."""
        return True if state.number else None

    def race_order(self, state: State) -> tuple[Seat, ...]:
        """Clockwise from the left of the roller, who is last."""
        return kit.clockwise(kit.next_seat(state.roller, len(SEATS)), len(SEATS))

    def pause_s(self, state: State) -> float:
        return float(state.options["hand_s"])

    def focus(self, state: State, seat: Seat) -> Hashable:
        has_own = bool(matches(state.pyramid, state.number, seat))
        return state.roller, state.number, state.is_late, has_own

    def clock_s(self, state: State) -> float | None:
        if not self.moves(state):
            return None
        return float(state.options["late_s" if state.is_late else "dead_s"])

    def clock_runs_on(self, before: State, after: State) -> bool:
        return before.is_late

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """The best grab, or the stop, after a look over the heap; once dice are going, as fast as the hand allows."""
        worth = {move: self.worth(state, move, seat) for move in self.moves(state, seat)}
        top = max(worth.values(), default=0)
        if top <= 0:
            return None
        pause_s = self.pause_s(state) + rng.uniform(*REACH_S) if state.grabbed else rng.uniform(*SCAN_S)
        return pause_s, rng.choice([move for move, value in worth.items() if value == top])

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """One for a grab and a half for each match of one's own that it uncovers; a late grab counts what it costs.

        The roller stops once his own grabs are used up, and prefers to the more the others could still grab.
        """
        match action:
            case ("grab", _) if state.is_late:
                return after_late_grab(state.piles, seat)[seat - 1] - state.piles[seat - 1]
            case ("grab", cell):
                after = state.pyramid.remove(cell)
                freed = mask_of(SUPPORTS[cell])
                seen = [c for c in matches(after, state.number, seat) if freed >> c & 1 and c in state.pyramid]
                return 1 + 0.5 * sum(state.pyramid.is_bare(c, seat - 1) for c in seen)
            case ("stop",) if not matches(state.pyramid, state.number, seat):
                own_faces = [state.pyramid.faces_at(cell)[seat - 1] for cell in state.pyramid.free()]
                return OTHER_SIDE * sum(state.number not in (face, 7 - face) for face in own_faces)
        return 0


def matches(pyramid: Pyramid, number: int, seat: Seat) -> list[Cell]:
    """The dice that the seat may grab: free, and showing the number on the seat's side."""
    return pyramid.free_showing(seat - 1, number)


def after_late_grab(piles: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """The piles once the seat has given a die to each other one; with fewer than two dice it gives none."""
    if piles[seat - 1] < 2:
        return piles
    return tuple(n - 2 if other == seat else n + 1 for other, n in enumerate(piles, 1))
