"""44 Cui Bono? Pull base dice and let the columns slide; put the die back on top or keep it as penalty.

Source: game 44 of the Kosmos edition. Rule B speaks of an edge and counts rows of two dice: such a row can be taken
from below at once, so one of a single colour could go round for ever. Rule C is ours: without it an edge of mixed
colours can go round for ever at no cost. Positions with other numbers of dice cannot come again, so only those since
the last die was kept are remembered. The clock of `think_time_s` runs anew for each action; who overruns keeps the die
in his hand, and the last player left wins at once. In a view the funnels that are open to the die in hand are those
of the real heap, since with `any_row` they may depend on covered dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import ABOVE, AXES, BASE, CELLS, COVER_MASK, SUPPORTS, Axis, Cell, ray, unit
from skill.lattice.dice import BLACK, COLOUR_NAMES, GREEN, RED, UNKNOWN, Colour, Die
from skill.lattice.notation import FILL, KEEP, PLACE, SLIDE, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import ANYONE, CHANCE, Result, RulesText, Seat, Turn
from skill.rules.options import Option, Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.race import Race
from skill.rules.shared import kit
from skill.rules.shared.fills import open_funnels
from skill.rules.telling import Held

OVERRUN = Verb("overrun", "the time to think is over", by_seat=False)  # the table says so
SLIDES = {cell: SLIDE(cell) for cell in BASE}
ROW_DOWN: tuple[tuple[tuple[Cell, ...], ...], ...] = tuple(
    tuple(tuple(ray(cell, unit(axis)))[1:] for axis in AXES) for cell in CELLS
)
"""For each cell and axis the cells below it in that row, down to level 0."""


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    hand: Colour | None
    """The die just taken."""
    returns: tuple[Cell, ...]
    """The funnels into which it may be put."""
    kept: tuple[tuple[Colour, ...], ...]
    """The penalty dice of each seat."""
    is_out: tuple[bool, ...]
    """Which seats have overrun their time."""
    stood: frozenset[Pyramid]
    """The positions at the start of the game and at the end of each turn since a die was last kept."""
    options: Options
    is_filled: bool


def value_options(values: Mapping[Colour, int]) -> tuple[Option, ...]:
    """The penalty points of each colour as options."""
    return tuple(
        in_range(COLOUR_NAMES[c], points, 0, 20, help=f"Penalty points for a {COLOUR_NAMES[c]} die.")
        for c, points in values.items()
    )


ROW_RULES = {
    "edge_row": "a row whose bottom die has its other two upper faces bare",
    "any_row": "any row down to the plate",
}


def row_option(*names: str) -> Option:
    """The option `row_rule`, the default first."""
    return one_of("row_rule", *names, help="Which row may not become one-coloured.", meanings=ROW_RULES)


class CuiBono(Race[State]):
    number, slug, title = "44", "cui-bono", "Cui Bono?"
    family, players, teams = "demolition", (2, 8), True
    goal = "Have the fewest penalty points once no die is left on the plate."
    deciding_rules = {
        "place": "It goes between three dice of three colours or of one other colour, and no row may be of one colour.",
        "slide": "Pull a die of the bottom layer that has at least two bare upper faces.",
        "keep": "The die fits nowhere on top: it stays with you and costs penalty points.",
    }
    summary = "Pull base dice, columns slide; put the die back on top or keep it as penalty."
    score_unit = ("1 penalty point", "{count} penalty points")
    profile = Profile(chance=5, tactics=5, minutes=15, source="cui-bono-abacus")
    options = (
        row_option("edge_row", "any_row"),
        *value_options({GREEN: 1, BLACK: 2, RED: 3}),
        in_range("think_time_s", 0, 0, 600, help="Seconds for each action; 0 for no limit."),
    )
    verbs = (FILL, SLIDE, PLACE, KEEP, OVERRUN)
    box: ClassVar[Mapping[Colour, int]] = kit.MIX3
    score_order = "fewest"
    horizon = 3
    calls_a_second = 26_000
    text = RulesText(
        goal="Have the least penalty when the pyramid is gone: green dice count 1, black 2, red 3, unless you agree "
        "on other values.",
        setup="The complete pyramid of 55 red, 55 green and 55 black dice in random order.",
        turn="Pull out a die of the bottom layer that has at least two bare upper faces. If a die rests on its third "
        "upper face, the column on it slides down by one place. Now put the die back or keep it as penalty, as you "
        "like. You may put it into a funnel between three dice, but not into a funnel of the plate, if the three show "
        "three different colours, or all one colour other than the die's. But the die must not complete an edge of "
        "one single colour: a straight row of dice from it down to the plate. Two dice are enough for a row. The "
        "pyramid must not look, in its colours, as it has looked before in this game.",
        end="The game ends when no die is left on the plate.",
        wins="Whoever has the fewest penalty points wins.",
        ties="If they are equal, whoever has fewer dice; then the win is shared.",
        readings=(
            "A row is an edge if nothing lies on the two other upper faces of its bottom die. If you agree so, no row "
            "down to the plate may be of one colour.",
            "At the start only the three corner dice can be pulled.",
            "A funnel in which two dice have one colour and the third another never takes a die.",
            "Only the die just pulled may be put back, and you may keep it even if there is a place for it.",
            "If you agree on a time for thinking, whoever takes longer is out and last, and keeps the die in his "
            "hand. The last player who is still in wins at once.",
        ),
    )

    def most_kept(self, players: int) -> int | None:
        """How many kept dice of one player end the game; None if it goes on until the plate is empty."""
        return None

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is not None:
            kit.check_plain(position, self.box)
        pyramid = position or EMPTY
        nothing = ((),) * players
        first, out = kit.first_seat(options), (False,) * players
        return State(pyramid, first, None, (), nothing, out, frozenset([pyramid]), options, position is not None)

    def is_set_up(self, state: State) -> bool:
        return state.is_filled

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        if not state.is_filled:
            return CHANCE
        return ANYONE if state.options.get("think_time_s") else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.is_filled or self._is_over(state):
            return []
        if self.to_move(state) is ANYONE and seat != state.seat:
            return [OVERRUN()] if seat is None else []
        if state.hand is None:
            return takes(state.pyramid.mask)
        return [*(kit.PLACEMENTS[state.hand][cell] for cell in state.returns), KEEP()]

    def draw(self, state: State, rng: Random) -> Action:
        if state.is_filled:
            return super().draw(state, rng)
        return FILL(kit.shuffled_colours([colour for colour, count in self.box.items() for _ in range(count)], rng))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.is_complete:
                kit.check_plain(pyramid, self.box)
            case _:
                raise IllegalMove("{action}: expected fill and a complete pyramid", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*SLIDES.values(), *kit.placements(self.box), KEEP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("slide", cell):
                held = pulled(state, cell)
                return held._replace(returns=returns(held))
            case ("place", colour, cell, _):
                pyramid = state.pyramid.put(cell, Die(colour))
                return self._next(state._replace(pyramid=pyramid, stood=state.stood | {pyramid}))
            case ("keep",):
                return self._next(self._with_hand_kept(state))
            case ("overrun",):
                out = self._with_hand_kept(state) if state.hand else state
                return self._next(out._replace(is_out=kit.replaced(state.is_out, state.seat, True)))
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, stood=frozenset([pyramid]), is_filled=True)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def _with_hand_kept(self, state: State) -> State:
        mine = (*state.kept[state.seat - 1], state.hand or "")
        return state._replace(kept=kit.replaced(state.kept, state.seat, mine), stood=frozenset([state.pyramid]))

    def _next(self, state: State) -> State:
        """The next turn of a seat that is not out."""
        _, *others = kit.clockwise(state.seat, len(state.kept))
        seat = next((seat for seat in others if not state.is_out[seat - 1]), state.seat)
        return state._replace(seat=seat, hand=None, returns=())

    def _is_over(self, state: State) -> bool:
        if not state.is_filled:
            return False
        most = self.most_kept(len(state.kept))
        if most is not None and max(map(len, state.kept)) >= most:
            return True
        return sum(state.is_out) == len(state.kept) - 1 or (not state.pyramid.mask and state.hand is None)

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        penalty = self.scores(state)
        ranks = [(out, points, len(dice)) for out, points, dice in zip(state.is_out, penalty, state.kept, strict=True)]
        winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == min(ranks))
        return Result(winners, penalty, "Penalty points count; the fewest win.")

    def view(self, state: State, seat: Seat) -> State:
        stood = frozenset(map(kit.covered_hidden, state.stood))
        return state._replace(pyramid=kit.covered_hidden(state.pyramid), stood=stood)

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """Any hidden dice, and the earlier positions as far as their own hidden dice follow from these."""
        gone = [*(colour for dice in view.kept for colour in dice), *([view.hand] if view.hand else [])]
        while True:
            pyramid = kit.uncovered(view.pyramid, kit.hidden_colours(view.pyramid, gone, self.box, rng), rng)
            whole = view._replace(pyramid=pyramid, stood=_stood_before(view, pyramid, self.box))
            if view.hand is None or set(view.returns) <= set(returns(whole)):
                return whole

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(sum(self.penalty(state, colour) for colour in dice) for dice in state.kept)

    def penalty(self, state: State, colour: Colour) -> int:
        """What a kept die of that colour costs."""
        return state.options.whole(COLOUR_NAMES[colour])

    def colour_values(self, state: State) -> Mapping[Colour, float]:
        return {colour: self.penalty(state, colour) for colour in self.box}

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        return [Held(state.hand)] if state.hand else []

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """How many dice each has kept: of equal penalties the fewer win."""
        text, one = "{player} kept {count} dice.", "{player} kept one die."
        return tuple(fact(text, one=one, player=Player(n), count=len(dice)) for n, dice in enumerate(state.kept, 1))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who, hand = Player(by or before.seat), before.hand
        match action:
            case ("place", colour, cell, _):
                return (fact("{player} put {die} back {cell}.", player=who, die=Die(colour), cell=At(cell)),)
            case ("keep",) if hand:
                may, must = "{player} kept {die}: penalty {points}.", "{player} had to keep {die}: penalty {points}."
                text = may if before.returns else must
                return (fact(text, player=who, die=Die(hand), points=self.penalty(before, hand)),)
            case ("overrun",):
                out, you_are_out = "{player} ran out of time and is out.", "You ran out of time and are out."
                sentence = fact(out, you=you_are_out, player=who)
                return (sentence, *(self.told(before, KEEP(), by, after) if hand else ()))
        return super().told(before, action, by, after)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter(kept) for kept in state.kept]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter((*chain(*state.kept), *(state.hand or ())))  # a colour is one letter

    def clock_s(self, state: State) -> float | None:
        limit = float(state.options.get("think_time_s", 0))
        return limit or None

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """A return after which the next player cannot return anything, then any return, then the cheapest colour.

        Always above 0, which is what waiting is worth: nobody should overrun his time.
        """
        after = self.play(state, action, seat)
        match action:
            case ("slide", _):
                return max(self.worth(after, follow, seat) for follow in self.moves(after, seat))
            case ("place", *_):
                return 2 if can_return(after) else 3
        return 1 / (1 + self.penalty(state, str(state.hand)))


@lru_cache(maxsize=1 << 12)
def takes(mask: int) -> tuple[Action, ...]:
    """The base dice of a heap with at least two bare upper faces. There is always one: that with the largest i."""
    return tuple(
        [slide for cell, slide in SLIDES.items() if mask >> cell & 1 and (mask & COVER_MASK[cell]).bit_count() <= 1]
    )


def _stood_before(view: State, pyramid: Pyramid, box: Iterable[Colour]) -> frozenset[Pyramid]:
    """The earlier positions of a view if this is the heap. They have the same dice, that in hand among them; one that
    hid dice of several colours stays as it was seen, and so forbids nothing.
    """
    return frozenset(
        pyramid if before == view.pyramid else _filled_up(before, view.hand, pyramid, box) for before in view.stood
    )


def _filled_up(before: Pyramid, hand: Colour | None, pyramid: Pyramid, box: Iterable[Colour]) -> Pyramid:
    """A position of a view whose dice are those of the heap and the one in hand."""
    lacking = [c for c in box if pyramid.count_of(c) + (c == hand) > before.count_of(c)]
    if len(lacking) != 1 or not before.count_of(UNKNOWN):
        return before
    return Pyramid((cell, Die(lacking[0]) if die.colour == UNKNOWN else die) for cell, die in before)


def pulled(state: State, cell: Cell) -> State:
    """The state with the die of that cell in hand."""
    return state._replace(pyramid=state.pyramid.slide(cell), hand=state.pyramid.at(cell).colour)


def returns(state: State) -> tuple[Cell, ...]:
    """The funnels into which the die in hand may be put."""
    die = Die(state.hand or "")
    edges_only = state.options["row_rule"] == "edge_row"
    return tuple(
        cell
        for cell in open_funnels(state.pyramid)
        if _is_colour_right(state.pyramid, cell, die.colour)
        and not any(_makes_row(state.pyramid, cell, die, axis, edges_only) for axis in AXES)
        and state.pyramid.put(cell, die) not in state.stood
    )


def _is_colour_right(pyramid: Pyramid, cell: Cell, colour: Colour) -> bool:
    """Rule A: three different colours below, or one that is not the die's."""
    below = set(pyramid.colours_at(SUPPORTS[cell]))
    return len(below) == 3 or (len(below) == 1 and colour not in below)


def _makes_row(pyramid: Pyramid, cell: Cell, die: Die, axis: Axis, edges_only: bool) -> bool:
    """Rule B: whether the row from the die down to the plate would be of its colour, and an edge if that matters."""
    row = ROW_DOWN[cell][axis]
    if any(pyramid[below] != die for below in row):
        return False
    others = [ABOVE[row[-1]][other] for other in AXES if other != axis]
    return not edges_only or not any(cover in pyramid for cover in others if cover is not None)


def can_return(state: State) -> bool:
    """Whether the seat to move could put some die back."""
    return any(returns(pulled(state, take[1])) for take in takes(state.pyramid.mask))


GAME = CuiBono()
