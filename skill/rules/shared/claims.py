"""Races in which players look for the right place and call it, and the calls of those who find funnels by their sum.

Source: *Race claims* in the shared definitions of games 01 to 20; game 18 of the Kosmos edition, *Spotted Cow*, and
game A3 of the Abacus edition, *Sums*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, NamedTuple, TypeVar

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BASE_MASK, CELLS, UPPER_MASK, Cell, closure, in_mask
from skill.lattice.dice import ORIENTATIONS, UNKNOWN, Colour, Die
from skill.lattice.notation import CLOSE, FILL, PLACE, ROLLS, TURN, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import ANYONE, CHANCE, Result, Seat, Turn
from skill.rules.options import Option, Options, in_range
from skill.rules.race import Race
from skill.rules.shared import kit
from skill.rules.telling import BAD, Held, Note

Item = TypeVar("Item")

CLAIM = Verb("claim <cell>", "this is the one", told="{player} pointed at the funnel {cell}.")
BLANK = Verb("blank", "no funnel has the sum", told="{player} said that no funnel has the sum.")
CLAIMS = tuple(map(CLAIM, CELLS))
NOBODY: Seat = 0

TURNS = tuple(tuple(TURN(cell, faces) for faces in ORIENTATIONS) for cell in CELLS)
QUICKEST_S = 0.2  # nobody reads faster


def bot_options(read_s: float) -> tuple[Option, ...]:
    """How long computer players look before they act."""
    return (
        in_range("bot_read", read_s, QUICKEST_S, 30.0, help="Seconds that a computer player reads at one place."),
        in_range("bot_spread", 0.3, 0.0, 1.0, help="Spread of that time, as a share of it."),
    )


def pace_options(read_s: float, error: float) -> tuple[Option, ...]:
    """The options of all races of claims: how long a round may take, and how computer players read."""
    return (
        in_range("round_limit", 60, 0, 600, help="Seconds without a call after which a round ends; 0 for none."),
        *bot_options(read_s),
        in_range("bot_error", error, 0.0, 0.5, help="How often a computer player misreads one place."),
    )


def reading_s(options: Options, rng: Random) -> float:
    """The seconds that a computer player looks at one place."""
    mean = float(options["bot_read"])
    return max(QUICKEST_S, rng.gauss(mean, float(options["bot_spread"]) * mean))


def round_limit_s(options: Options) -> float | None:
    """Seconds without a call after which a round ends; None for never."""
    return float(options["round_limit"]) or None


def scanned(
    items: Sequence[Item], is_right: Callable[[Item], bool], options: Options, rng: Random
) -> tuple[float, Item | None]:
    """How a computer player looks for the right place, one by one in random order: after how many seconds it
    believes that it has found it, and where; None if it has read all in vain."""
    error, seconds = float(options["bot_error"]), 0.0
    for item in rng.sample(items, len(items)):
        seconds += reading_s(options, rng)
        if is_right(item) != (rng.random() < error):
            return seconds, item
    return seconds, None


class State(NamedTuple):
    pyramid: Pyramid
    roller: Seat
    supplies: tuple[int, ...]
    options: Options
    rolled: tuple[int, ...] = ()
    """The three dice of the round; empty while the roll is awaited."""
    out: frozenset[Seat] = frozenset()
    """Who may not call again in this round."""
    builder: Seat = NOBODY
    """Who called rightly and has a die to set."""
    built: Cell | None = None
    """Where it stands and has still to be turned; None while the funnel is to be chosen."""


class FunnelRace(Race[State]):
    """Roll three dice; whoever first names a funnel with their sum, or says that there is none, places a die.

    A subclass names the material.
    """

    score_unit = ("1 die left", "{count} dice left")
    kind, players = "race", (2, 6)
    options: ClassVar[tuple[Option, ...]] = pace_options(read_s=1.0, error=0.01)
    verbs = (FILL, ROLLS, CLAIM, BLANK, PLACE, TURN, CLOSE)
    base: ClassVar[Colour]
    building: ClassVar[tuple[Colour, Colour]]
    """The colours of the dice that are placed, in turn: they mean nothing."""
    dice: ClassVar[int]
    """How many dice are shared out."""
    rolls: ClassVar[dict[Action, int]]
    """What the three dice can show, and in how many ways."""

    score_order = "fewest"

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        placed = 0
        if position is not None:
            self._check(position)
            placed = len(position) - len(BASE)
        share, rest = divmod(self.dice - placed, players)
        if rest or share <= 0:
            raise IllegalMove(
                "position {position}: its {placed} dice above level 0 leave no equal supplies",
                position=position,
                placed=placed,
            )
        return State(position or EMPTY, kit.first_seat(options), (share,) * players, options)

    def _check(self, pyramid: Pyramid) -> None:
        """Raises `IllegalMove` unless level 0 is full of base dice, and the dice above it are of the box."""
        kit.check_material(pyramid, {self.base: len(BASE), **dict.fromkeys(self.building, self.dice // 2)})
        if any(cell not in pyramid or pyramid.at(cell).colour != self.base for cell in BASE):
            raise IllegalMove(
                "position {pyramid}: {game} needs level 0 full of {base} dice",
                pyramid=pyramid,
                game=self.slug,
                base=self.base,
            )

    def is_set_up(self, state: State) -> bool:
        return bool(state.pyramid.mask)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.builder != NOBODY:
            return state.builder
        return ANYONE if state.rolled else CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.pyramid.mask or is_over(state):
            return []
        if state.builder != NOBODY:
            return self._building(state)
        if not state.rolled:
            return list(self.rolls)
        if seat is None:
            return [CLOSE()] if round_limit_s(state.options) else []
        return () if seat in state.out else calls(state.pyramid)

    def _building(self, state: State) -> Sequence[Action]:
        if state.built is not None:
            return TURNS[state.built]
        placements = kit.PLACEMENTS[self._next_colour(state)]
        return [placements[cell] for cell in state.pyramid.funnels(UPPER_MASK)]

    def _next_colour(self, state: State) -> Colour:
        colour, other = self.building[:: 1 - 2 * (len(state.pyramid) % 2)]
        return colour if state.pyramid.count_of(colour) < self.dice // 2 else other

    def weights(self, state: State) -> Sequence[float]:
        return list(self.rolls.values())

    def draw(self, state: State, rng: Random) -> Action:
        if state.pyramid.mask:
            return super().draw(state, rng)
        return FILL(Pyramid((cell, rng.choice(kit.TURNED[self.base])) for cell in BASE))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.mask == BASE_MASK:
                self._check(pyramid)
            case _:
                raise IllegalMove("{action}: {game} begins with fill and level 0 full", action=action, game=self.slug)

    def all_actions(self, options: Options) -> Sequence[Action]:
        built = [cell for cell in in_mask(UPPER_MASK) if (closure(cell, 0) & UPPER_MASK).bit_count() <= self.dice]
        claims = [CLAIMS[cell] for cell in built]
        turns = [turn for cell in built for turn in TURNS[cell]]
        return (*claims, BLANK(), *kit.placements(self.building, built), *turns)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        seat = by if isinstance(by, int) else NOBODY
        match action:
            case ("claim", cell):
                if sum(state.pyramid.funnel_numbers(cell)) == sum(state.rolled):
                    return self._placed(state._replace(builder=seat), cell)
                return self._wrong_funnel(state, seat)
            case ("blank",):
                return self._penalised(state, seat) if matching(state) else state._replace(builder=seat)
            case ("place", _, cell, _):
                return self._placed(state, cell)
            case ("turn", cell, faces):
                return self._round_over(state._replace(pyramid=state.pyramid.turn(cell, faces)))
            case ("close",):
                return self._round_over(state)
            case ("rolls", dice):
                return state._replace(rolled=tuple(number for _, number in dice))
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def _placed(self, state: State, cell: Cell) -> State:
        """The state in which the builder's die stands in the funnel, still to be turned."""
        pyramid = state.pyramid.place(cell, Die(self._next_colour(state)))
        supplies = tuple(n - (s == state.builder) for s, n in enumerate(state.supplies, 1))
        return state._replace(pyramid=pyramid, supplies=supplies, built=cell)

    def _wrong_funnel(self, state: State, seat: Seat) -> State:
        if state.options.get("penalty", "all_wrong") == "all_wrong":
            return self._penalised(state, seat)
        out = state.out | {seat}
        return state._replace(out=out) if len(out) < len(state.supplies) else self._round_over(state)

    def _penalised(self, state: State, seat: Seat) -> State:
        """The state after the caller got a die from every other player."""
        others = len(state.supplies) - 1
        supplies = tuple(n + others if s == seat else n - 1 for s, n in enumerate(state.supplies, 1))
        return self._round_over(state, supplies)

    def _round_over(self, state: State, supplies: tuple[int, ...] | None = None) -> State:
        """The next round, the players having these supplies, or those that they had."""
        roller = kit.next_seat(state.roller, len(state.supplies)) if self._roller_plays(state) else state.roller
        return State(state.pyramid, roller, supplies or state.supplies, state.options)

    def _roller_plays(self, state: State) -> bool:
        return bool(state.options.get("gm", "player") == "player")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        return kit.by_dice_left(state.supplies)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.supplies

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if not state.rolled or state.builder != NOBODY:
            return super().goal_line(state, seat)
        return fact("Find a funnel with the sum of {total} first, or say that there is none.", total=sum(state.rolled))

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        ((colour, _), *_) = next(iter(self.rolls))[1]
        return [Held(colour, number) for number in state.rolled]

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("rolls", dice):
                rolled = "{player} rolled {numbers}: the sum is {total}."
                text = rolled if self._roller_plays(before) else "The dice show {numbers}: the sum is {total}."
                numbers = tuple(number for _, number in dice)
                return (fact(text, player=Player(before.roller), numbers=numbers, total=sum(numbers)),)
            case ("claim" | "blank", *_) if by is not None:
                call = self._told_call(before, action, by, is_right=after.builder == by)
                return (call,) if after.builder == by else (call, _told_penalty(before, by, after))
            case ("close",):
                return (Fact("Nobody called in time."),)
        return super().told(before, action, by, after)

    def _told_call(self, state: State, action: Action, by: Seat, is_right: bool) -> Fact:
        values: dict[str, Any] = {"player": Player(by), "total": sum(state.rolled)}
        match action:
            case ("claim", cell) if is_right:
                return fact("{player} found the sum of {total} {cell}.", cell=At(cell), **values)
            case ("claim", cell):
                found = sum(state.pyramid.funnel_numbers(cell))
                text = "{player} claimed a funnel {cell}: its sum is {found}, not {total}."
                return fact(text, cell=At(cell), found=found, **values)
        if is_right:
            return fact("{player} said, rightly, that no funnel has the sum of {total}.", **values)
        text = "{player} said that no funnel has the sum of {total}, but there is one {cell}."
        return fact(text, cell=At(matching(state)[0]), **values)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """What was wrong with a call, over the funnel that shows it; dice left float nowhere."""
        if by is None or after.builder == by:
            return ()
        total = sum(before.rolled)
        match action:
            case ("claim", cell):
                found = sum(before.pyramid.funnel_numbers(cell))
                return (Note(fact("{found}, not {total}", found=found, total=total), (cell,), by, BAD),)
            case ("blank",):
                return (Note(fact("{total} is here", total=total), (matching(before)[0],), by, BAD),)
        return ()

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """1 for a right call, -1 for a wrong one; where and how the die is set is all the same."""
        match action:
            case ("claim", cell):
                return 1 if sum(state.pyramid.funnel_numbers(cell)) == sum(state.rolled) else -1
            case ("blank",):
                return -1 if matching(state) else 1
        return 0

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({UNKNOWN: count}) for count in state.supplies]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({UNKNOWN: sum(state.supplies)})

    def race_order(self, state: State) -> tuple[Seat, ...]:
        """Clockwise from the left of the roller; where the program rolls, from the first seat."""
        players = len(state.supplies)
        first = kit.next_seat(state.roller, players) if self._roller_plays(state) else state.roller
        return kit.clockwise(first, players)

    def focus(self, state: State, seat: Seat) -> Hashable:
        return state.rolled, state.pyramid

    def is_out(self, state: State, seat: Seat) -> bool:
        return seat in state.out

    def clock_s(self, state: State) -> float | None:
        return round_limit_s(state.options)

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """Reads funnel by funnel; when none has the sum, it says so."""
        if seat in state.out:
            return None
        right = matching(state)
        funnels = state.pyramid.funnels(UPPER_MASK)
        seconds, found = scanned(funnels, lambda cell: cell in right, state.options, rng)
        return seconds, BLANK() if found is None else CLAIMS[found]


def is_over(state: State) -> bool:
    """Whether a supply is empty, and the last die turned as its builder wants it."""
    return 0 in state.supplies and state.builder == NOBODY


@lru_cache(maxsize=64)
def calls(pyramid: Pyramid) -> Sequence[Action]:
    """What may be called over that heap; all seats ask for it, one after the other."""
    return (*(CLAIMS[cell] for cell in pyramid.funnels(UPPER_MASK)), BLANK())


def _told_penalty(before: State, caller: Seat, after: State) -> Fact:
    """What a wrong call cost."""
    if after.supplies != before.supplies:
        return fact("{player} got a die from each other player.", player=Player(caller))
    return fact("{player} may not call again in this round.", player=Player(caller))


def matching(state: State) -> list[Cell]:
    """The funnels that have the sum of the rolled dice."""
    total, pyramid = sum(state.rolled), state.pyramid
    return [cell for cell in pyramid.funnels(UPPER_MASK) if sum(pyramid.funnel_numbers(cell)) == total]
