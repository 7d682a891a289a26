"""Games of memory: lift dice off the second level to find the funnel whose sum equals that of three rolled dice.

Source: game 15 of the Kosmos edition, *Storing Scores*, and game A5 of the Abacus edition, *Forced Memory*. The greedy
bot forgets nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from math import fsum
from random import Random
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import ABOVE, BASE, BASE_MASK, CELLS, LEVELS, Axis, Cell, in_mask, mask_of
from skill.lattice.dice import ORIENTATIONS, Colour, Die, Faces
from skill.lattice.notation import FILL, REROLL, ROLLS, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, Seat, Turn
from skill.rules.options import Option, Options, in_range
from skill.rules.shared import kit
from skill.rules.telling import BAD, GOOD, Held, Label, Note

LIFT = Verb("lift <cell>", "look under it", told="{player} looked under a die {cell}.")
LEAVE = Verb("keep", "leave the dice as they lie")
LIFTS = tuple(map(LIFT, CELLS))

THIS_LAY = "The three numbers that lay below the die that was lifted last."
LIDS = LEVELS[1]
LID_MASK = mask_of(LIDS)
SUMS = Counter(map(sum, product(range(1, 7), repeat=3)))  # ways in which three dice, or three unseen faces, make a sum
SUM_CHANCE = {total: ways / SUMS.total() for total, ways in SUMS.items()}
FEW_PLAYERS, TARGET_OF_FEW, TARGET_OF_MANY = 4, 8, 6  # dice that win

DICE_THAT_WIN = "How many dice win. 0 means eight with up to four players, six with more."
LENGTHS = (
    in_range("target_dice", 0, 0, len(LIDS), help=DICE_THAT_WIN),
    in_range(
        "show_time",
        4.0,
        0.5,
        60.0,
        help="Seconds for which all see the numbers under a lifted die, at the least: they stay until somebody acts.",
    ),
)


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    taken: tuple[int, ...]
    options: Options
    numbers: tuple[Faces | None, ...] = ()
    """The three numbers in the funnel under each die of level 1, by cell; None in a view where nobody has looked."""
    rolled: tuple[int, ...] = ()
    """The three dice as they lie; empty before the first roll."""
    is_rolling: bool = True
    """Whether the dice are to be rolled now."""
    may_lift: bool = False
    """Whether the player has rolled or kept the dice."""
    seen: int = 0
    """The mask of cells under which all have looked."""
    lifted: Cell | None = None
    """The die that was lifted last, whether it was kept or put back."""
    heard: tuple[tuple[Cell, ...], ...] = ()
    """For each seat the dice that were lifted since it acted last, its own last one included."""

    def under(self, cell: Cell) -> Faces | None:
        """The numbers in the funnel under a die of level 1."""
        return self.numbers[cell - LIDS[0]]


class FunnelMemory(Game[State]):
    """Roll or keep the dice, lift a die: if its funnel has the sum keep it and go on. A subclass names the colours."""

    score_unit = ("1 die kept", "{count} dice kept")
    family, players = "special", (2, 8)
    options: ClassVar[tuple[Option, ...]] = LENGTHS
    verbs = (FILL, ROLLS, REROLL, LEAVE, LIFT)
    horizon = 1
    final_verbs = (LIFT.name,)
    base: ClassVar[Colour]
    lid: ClassVar[Colour]
    """The colour of the dice that are lifted."""
    rolls: ClassVar[dict[Action, int]]
    """What the three dice can show, and in how many ways."""

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        state = State(EMPTY, kit.first_seat(options), (0,) * players, options, heard=((),) * players)
        return state if position is None else self._filled(state, position)

    def _filled(self, state: State, pyramid: Pyramid) -> State:
        """The state with this heap: base dice with pips on level 0, lids on any funnels of level 1.

        Raises `IllegalMove` for any other heap.
        """
        if not pyramid.mask & LID_MASK or pyramid.mask & ~(BASE_MASK | LID_MASK):
            raise IllegalMove(
                "position {pyramid}: {game} has dice on the two lowest levels", pyramid=pyramid, game=self.slug
            )
        for cell, die in pyramid:
            if die.colour != (self.lid if cell in LIDS else self.base) or (die.faces is None) != (cell in LIDS):
                raise IllegalMove(
                    "position {pyramid}: {game} has {base} dice with orientation on level 0 and {lid} dice without "
                    "on level 1",
                    pyramid=pyramid,
                    game=self.slug,
                    base=self.base,
                    lid=self.lid,
                )
        numbers = tuple(pyramid.funnel_numbers(c) if pyramid.mask >> c & 1 else None for c in LIDS)
        return state._replace(pyramid=pyramid, numbers=numbers)

    def is_set_up(self, state: State) -> bool:
        return bool(state.numbers)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return CHANCE if state.is_rolling else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.numbers or self._is_over(state):
            return []
        if state.is_rolling:
            return list(self.rolls)
        if not state.may_lift:
            return [REROLL(), LEAVE()]
        return [LIFTS[cell] for cell in in_mask(state.pyramid.mask & LID_MASK)]

    def weights(self, state: State) -> Sequence[float]:
        return list(self.rolls.values())

    def draw(self, state: State, rng: Random) -> Action:
        if state.numbers:
            return super().draw(state, rng)
        base = [(cell, rng.choice(kit.TURNED[self.base])) for cell in BASE]
        return FILL(Pyramid([*base, *((cell, Die(self.lid)) for cell in LIDS)]))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.mask == BASE_MASK | LID_MASK:
                self._filled(state, pyramid)
            case _:
                raise IllegalMove(
                    "{action}: {game} begins with fill and the two lowest levels complete",
                    action=action,
                    game=self.slug,
                )

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (REROLL(), LEAVE(), *(LIFTS[cell] for cell in LIDS))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("lift", cell):
                heard = tuple([(*cells, cell) for cells in kit.replaced(state.heard, state.seat, ())])
                looked = state._replace(may_lift=False, seen=state.seen | 1 << cell, lifted=cell, heard=heard)
                if sum(state.under(cell) or ()) != sum(state.rolled):
                    return looked._replace(seat=kit.next_seat(state.seat, len(state.taken)))
                taken = tuple(n + (s == state.seat) for s, n in enumerate(state.taken, 1))
                return looked._replace(pyramid=state.pyramid.remove(cell), taken=taken, is_rolling=True)
            case ("keep",):
                return state._replace(may_lift=True, heard=kit.replaced(state.heard, state.seat, ()))
            case ("reroll",):
                return state._replace(is_rolling=True, heard=kit.replaced(state.heard, state.seat, ()))
            case ("rolls", dice):
                return state._replace(rolled=tuple(number for _, number in dice), is_rolling=False, may_lift=True)
            case ("fill", pyramid):
                return self._filled(state, pyramid)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def target(self, state: State) -> int | None:
        """How many dice win at once; None if all are played for."""
        few = len(state.taken) <= FEW_PLAYERS
        return state.options.whole("target_dice") or (TARGET_OF_FEW if few else TARGET_OF_MANY)

    def _is_over(self, state: State) -> bool:
        return bool(state.numbers) and (self.target(state) in state.taken or not state.pyramid.mask & LID_MASK)

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        is_target = self.target(state) in state.taken
        reason = "The winner was the first to keep all dice needed." if is_target else "Dice kept count; the most win."
        return Result(kit.best(state.taken), state.taken, reason)

    def view(self, state: State, seat: Seat) -> State:
        """The pips that are not covered, and the numbers of every funnel into which all have looked."""
        numbers = tuple(n if state.seen >> cell & 1 else None for cell, n in zip(LIDS, state.numbers, strict=False))
        return state._replace(pyramid=kit.seen_from(state.pyramid), numbers=numbers)

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """Dice below are turned in any way that agrees with their bare faces and with what was seen under lids."""
        if not view.numbers:
            return view
        heap = EMPTY
        for cell, die in view.pyramid:
            if cell in BASE:
                die = Die(self.base, rng.choice(_possible(view, cell)))
            heap = heap.put(cell, die)
        unseen = ((c, n) for c, n in zip(LIDS, view.numbers, strict=True))
        numbers = tuple(heap.funnel_numbers(c) if n is None and c in heap else n for c, n in unseen)
        return view._replace(pyramid=heap, numbers=numbers)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        found = [fact("The dice show {sum}.", sum=_sum_text(state.rolled))] if state.rolled else []
        if state.lifted is not None and (numbers := state.under(state.lifted)):
            shown = (LIFT.name, float(state.options["show_time"]))
            found.append(Fact("Under the die just lifted: {sum}.", {"sum": _sum_text(numbers)}, shown))
        return tuple(found)

    def announced(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """The three numbers, and their sum, of every die that was lifted since the seat acted last."""
        text, looked = "Under the die lifted {cell}: {numbers}, in sum {sum}.", []
        for cell in state.heard[seat - 1]:
            if numbers := state.under(cell):
                looked.append(fact(text, cell=At(cell), numbers=numbers, sum=sum(numbers)))
        return tuple(looked)

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A turn lasts from before its roll, which may be the first of the game, to a lift in vain."""
        return True if state.seat == seat and state.numbers and not self._is_over(state) else None

    def goal_line(self, state: State, seat: Seat) -> Fact:
        target = self.target(state)
        if not target:
            return super().goal_line(state, seat)
        text = "Be the first to keep {count} dice: the 3 numbers under each must add up to your roll."
        one = "Be the first to keep a die: the 3 numbers under it must add up to your roll."
        return fact(text, one=one, count=target)

    def standing(self, state: State, seat: Seat) -> Fact | None:
        text = "{count} of {all} dice kept"
        return fact(text, count=state.taken[seat - 1], all=self.target(state)) if self.target(state) else None

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """What lay under the die that was lifted last, until somebody acts."""
        cell = state.lifted
        if cell is None or state.may_lift or not (numbers := state.under(cell)):
            return {}
        return {cell: Label(" + ".join(map(str, numbers)), BAD if cell in state.pyramid else GOOD, fact(THIS_LAY))}

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        """The rolled dice, which may stay as they lie for several turns."""
        (_, ((colour, _), *_)) = next(iter(self.rolls))
        return [Held(colour, number) for number in state.rolled]

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        """The sums under dice are not told: players have to remember them."""
        who = Player(by or before.seat)
        match action:
            case ("rolls", _):
                text = "{player} rolled {numbers}: look for {sum}."
                return (fact(text, player=who, numbers=after.rolled, sum=sum(after.rolled)),)
            case ("keep",):
                text = "{player} left the dice as they lie: look for {sum}."
                return (fact(text, player=who, sum=sum(before.rolled)),)
            case ("lift", cell):
                if cell in after.pyramid:
                    return (fact("{player} lifted a die with another sum.", player=who),)
                if self._is_over(after):
                    return (fact("{player} found the sum and kept the die.", player=who),)
                return (fact("{player} found the sum and kept the die: another roll follows.", player=who),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("lift", cell) if numbers := after.under(cell):
                found = sum(numbers)
                if cell not in after.pyramid:
                    return (Note(f"{' + '.join(map(str, numbers))} = {found}", (cell,), by, GOOD),)
                return (Note(fact("{found}, not {sum}", found=found, sum=sum(before.rolled)), (cell,), by, BAD),)
        return super().notes(before, action, by, after)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.taken

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The chance of a hit for a player who forgets nothing."""
        lids = list(in_mask(state.pyramid.mask & LID_MASK))
        known = {sum(numbers) for cell in lids if state.seen >> cell & 1 and (numbers := state.under(cell))}
        some_unseen = any(not state.seen >> cell & 1 for cell in lids)

        def hit(total: int) -> float:
            return 1.0 if total in known else SUM_CHANCE[total] * some_unseen

        match action:
            case ("lift", cell):
                numbers = state.under(cell) if state.seen >> cell & 1 else None
                return SUM_CHANCE[sum(state.rolled)] if numbers is None else float(sum(numbers) == sum(state.rolled))
            case ("keep",):
                return hit(sum(state.rolled))
        return fsum(chance * hit(total) for total, chance in SUM_CHANCE.items())

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({self.lid: count}) for count in state.taken]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({self.lid: sum(state.taken)})


def _possible(view: State, cell: Cell) -> list[Faces]:
    """The orientations that the base die of that cell may have, by what is seen and was seen of it."""
    shown = dict[Axis, int]()
    for axis, cover in enumerate(ABOVE[cell]):
        if view.pyramid.is_bare(cell, axis):
            shown[axis] = view.pyramid.faces_at(cell)[axis]
        elif cover is not None and (numbers := view.under(cover)):
            shown[axis] = numbers[axis]
    return [faces for faces in ORIENTATIONS if all(faces[axis] == number for axis, number in shown.items())]


def _sum_text(numbers: Sequence[int]) -> str:
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
