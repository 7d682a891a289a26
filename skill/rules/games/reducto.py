"""46 Reducto. Jump dice by the number that points the way; every jumper is won.

Source: game 46 of the Kosmos edition. A jump is compulsory where there is one. The first parts of a series need not
cross a die (if they did, they would be a jump, which the player by assumption does not have), and only a series that
ends in a jump is allowed. In a series of three the second part may well be a move although a jump is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, BASE, LEVEL_STEPS, Axis, Cell, mask_of, ray
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour
from skill.lattice.notation import FILL, MOVE, REMOVE, STOP, TURN, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.ways import carried
from skill.rules.actions import pairs
from skill.rules.fact import At, Fact, From, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.flat import check_flat

THROW = Verb(  # the seat picks a die to roll; chance then turns it
    "throw <cell>", "throw this one", told="{player} chose {die} {cell} to roll."
)
JUMP = Verb(  # over at least one die; the jumper is won
    "jump <cell>><cell>", "jump there", carried, told="{player} won {die}: it jumped {to}."
)
VALUES = {GREEN: 3, RED: 2, BLACK: 1}
OPTION_OF = {GREEN: "green", RED: "red", BLACK: "black"}
BOX = {GREEN: 15, RED: 15, BLACK: 15}
MANY, FEW = 16, 5  # dice at the start of a turn: from 16 a die is only rolled, up to 5 series are longer
LEFT_OPEN = 0.1  # worth of what the others may jump next, in own points
NOBODY: Cell = -1


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    points: tuple[float, ...]
    options: Options
    stage: str
    """`fill`, `remove` and `play` in this order; `roll` while a die is being turned by chance."""
    die: Cell
    """The die that is rolled or under way, or `NOBODY` at the start of a turn."""
    parts: int
    """How many further parts a series may have, its jump included."""
    may_stop: bool
    """Whether the die under way has just been rolled: it need not go, and may go by one as the first part."""
    quiet: int
    """Turns since a die was won."""
    won: tuple[Colour, ...] = ()
    """The colours of the dice that were won, in order."""
    winners: tuple[Seat, ...] = ()
    """Who won each of them."""


class Reducto(Game[State]):
    number, slug, title = "46", "reducto", "Reducto"
    family, players = "board", (2, 6)
    goal = "Make dice jump over others: each that jumps is yours. Have the most points."
    deciding_rules = {
        "jump": "A die goes exactly as far as the number says that points that way; a jump crosses a die.",
        "throw": "No die can jump: roll one, or, with fewer than 16 dice, move one so that it can jump from there.",
        "move": "The die may move first if it can jump from there.",
    }
    summary = "Jump dice by the number that points the way; every jumper is won."
    profile = Profile(chance=2, tactics=8)
    options = (
        *(in_range(OPTION_OF[c], VALUES[c], 0, 20, help=f"Points for a {OPTION_OF[c]} die.") for c in VALUES),
        in_range("stall_rounds", 10, 1, 100, help="Full rounds without a die won that end the game."),
    )
    verbs = (FILL, REMOVE, JUMP, MOVE, THROW, TURN, STOP)
    horizon = 1
    calls_a_second = 20_000
    text = RulesText(
        goal="Win the most points: green dice count 3, red 2, black 1, unless you agree on other values.",
        setup="Shuffle 15 green, 15 red and 15 black dice into the 45 funnels, turned at random. Chance takes one of "
        "them away; it counts for nobody.",
        turn="Seen from above each face is a diamond. Its two sharp corners point along a row of funnels, one way and "
        "the other. A die travels along that row exactly as many funnels as the face says, ends in an empty funnel "
        "and keeps lying as it lies. If any die can jump you must jump with one: it crosses at least one die and "
        "lands in an empty funnel. You keep the die that jumped. If none can: with 16 dice or more roll any one die "
        "and put it back; your turn is over, and the next player may use it. With 6 to 15 dice choose one of two: "
        "roll any one die, and if it can jump now, it may; or take a die, move it once and jump with it from there. "
        "With 5 dice or fewer also choose one of two: roll any one die, and it may then jump, or move once and jump; "
        "or take a die and move it once or twice before it jumps.",
        end="The game ends when one die is left, or when nothing has been won for the agreed number of full rounds.",
        counts="What is left counts for nobody.",
        wins="The highest sum of points wins.",
        ties="Equal sums share the win.",
        readings=(
            "A 1 cannot jump. It may be used only for the first move before a jump.",
            "You may begin such moves only if they end with a jump, which wins the die.",
            "A rolled die that does not jump stays as it was rolled.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid, stage = position or EMPTY, "fill" if position is None else "play"
        check_flat(pyramid)
        kit.check_material(pyramid, BOX)
        if len(pyramid) == len(BASE):
            stage = "remove"
        return State(pyramid, kit.first_seat(options), (0,) * players, options, stage, NOBODY, 0, False, 0)

    def is_set_up(self, state: State) -> bool:
        return state.stage == "play"

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return CHANCE if state.stage != "play" else state.seat

    def _is_over(self, state: State) -> bool:
        cap = state.options.whole("stall_rounds") * len(state.points)
        return state.stage == "play" and (len(state.pyramid) <= 1 or state.quiet >= cap)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.stage == "fill" or self._is_over(state):
            return []
        if state.stage == "remove":
            return [REMOVE(cell) for cell in BASE]
        if state.stage == "roll":
            return [TURN(state.die, faces) for faces in ORIENTATIONS]
        pyramid, die = state.pyramid, state.die
        if die != NOBODY:
            return parts(pyramid, die, state.parts, is_first=state.may_stop) + [STOP()] * state.may_stop
        if jumps := [JUMP(cell, to) for cell, _ in pyramid for to in jumps_from(pyramid, cell)]:
            return jumps
        longest = series_parts(len(pyramid)) + 1 if len(pyramid) < MANY else 0
        series = [part for cell, _ in pyramid for part in parts(pyramid, cell, longest, is_first=True)]
        return series + [THROW(cell) for cell, _ in pyramid]

    def draw(self, state: State, rng: Random) -> Action:
        if state.stage != "fill":
            return super().draw(state, rng)
        colours = rng.sample(list(BOX), len(BASE), counts=list(BOX.values()))
        return FILL(Pyramid((c, rng.choice(kit.TURNED[k])) for c, k in zip(BASE, colours, strict=True)))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.mask == mask_of(BASE):
                kit.check_material(pyramid, BOX)
            case _:
                raise IllegalMove("{action}: reducto begins with fill and dice in all 45 funnels", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        ways = [(cell, sorted({to for ends in TARGETS[cell] for n in ends for to, _ in n})) for cell in BASE]
        return (*map(REMOVE, BASE), *pairs(JUMP, ways), *pairs(MOVE, ways), *map(THROW, BASE), STOP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        pyramid = state.pyramid
        match action:
            case ("jump", cell, _):
                value = state.options.whole(OPTION_OF[pyramid.at(cell).colour])
                points = kit.added(state.points, state.seat, value)
                won, winners = (*state.won, pyramid.at(cell).colour), (*state.winners, state.seat)
                after = state._replace(pyramid=pyramid.remove(cell), points=points, quiet=-1, won=won, winners=winners)
                return next_turn(after)
            case ("move", cell, to):
                left = state.parts if state.die != NOBODY else series_parts(len(pyramid)) + 1
                return state._replace(pyramid=pyramid.move(cell, to), die=to, parts=left - 1, may_stop=False)
            case ("throw", cell):
                return state._replace(stage="roll", die=cell, parts=series_parts(len(pyramid)))
            case ("turn", cell, faces):
                after = state._replace(pyramid=pyramid.turn(cell, faces), stage="play", may_stop=True)
                return after if parts(after.pyramid, cell, after.parts, is_first=True) else next_turn(after)
            case ("stop",):
                return next_turn(state)
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, stage="remove")
            case ("remove", cell):
                return state._replace(pyramid=pyramid.remove(cell), stage="play")
        raise IllegalMove(f"{action}: not an action of reducto")

    def result(self, state: State) -> Result | None:
        return (
            Result(kit.best(state.points), state.points, "Points count; the most win.")
            if self._is_over(state)
            else None
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.taken_by(len(state.points), state.won, state.winners)

    def colour_values(self, state: State) -> Mapping[Colour, float]:
        return {colour: state.options.whole(option) for colour, option in OPTION_OF.items()}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = self._told_action(before, action, by, after)
        if not self._is_over(after) or len(after.pyramid) == 1:
            return sentences
        text = "Nothing was won for {count} rounds: what is left counts for nobody."
        one = "Nothing was won for a round: what is left counts for nobody."
        return (*sentences, fact(text, one=one, count=after.options["stall_rounds"]))

    def _told_action(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("turn", cell, _):
                rolled = "{player} rolled {die} {cell}."
                text = rolled if after.may_stop else "{player} rolled {die} {cell}: it cannot be won now."
                return (fact(text, player=Player(before.seat), die=before.pyramid.at(cell), cell=At(cell)),)
            case ("stop",):
                return (fact("{player} left the rolled die where it stands.", player=Player(by or before.seat)),)
            case ("remove", cell):
                text = "{die} was taken away {place}; it counts for nobody."
                return (fact(text, die=before.pyramid.at(cell), place=From(cell)),)
        return super().told(before, action, by, after)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The die that a jump or a series wins, less a little for the best jump it leaves; below any of these a roll,
        by the die's value and how many of its numbers would work."""
        pyramid = state.pyramid
        match action:
            case ("jump", cell, _):
                after = pyramid.remove(cell)
                best = max((self._value(state, c) for c, _ in after if any(jumps_from(after, c))), default=0)
                return self._value(state, cell) - LEFT_OPEN * best
            case ("move", cell, _):
                return self._value(state, cell) - 2 * LEFT_OPEN
            case ("throw", cell):
                return self._value(state, cell) * working_numbers(pyramid, cell) / 100 - 1
        return 0

    def _value(self, state: State, cell: Cell) -> int:
        return state.options.whole(OPTION_OF[state.pyramid.at(cell).colour])


def _targets(cell: Cell, axis: Axis, number: int) -> tuple[tuple[Cell, int], ...]:
    """Where `number` on the face of `axis` leads, both ways, each with the mask of the cells it crosses."""
    rays = [list(ray(cell, step)) for step in LEVEL_STEPS if step[axis] == 0]
    return tuple((line[number], mask_of(line[1:number])) for line in rays if len(line) > number)


TARGETS = tuple(tuple(tuple(_targets(c, axis, n) for n in range(7)) for axis in AXES) for c in BASE)


def targets(pyramid: Pyramid, cell: Cell) -> Iterator[tuple[int, Cell, bool]]:
    """The numbers of a die that lead to an empty funnel: number, funnel, and whether it crosses a die."""
    mask = pyramid.mask
    for axis, number in enumerate(pyramid.faces_at(cell)):
        for to, crossed in TARGETS[cell][axis][number]:
            if not mask >> to & 1:
                yield number, to, bool(mask & crossed)


def jumps_from(pyramid: Pyramid, cell: Cell) -> list[Cell]:
    """Where the die in `cell` can land after crossing at least one die."""
    return [to for _, to, crosses in targets(pyramid, cell) if crosses]


def parts(pyramid: Pyramid, cell: Cell, left: int, is_first: bool) -> list[Action]:
    """How the die in `cell` can go on if `left` parts are left and the last must be a jump."""
    if left < 1:
        return []
    found = list(targets(pyramid, cell))
    moves = [
        MOVE(cell, to)
        for number, to, _ in (found if left > 1 else [])
        if (number > 1 or is_first) and parts(pyramid.move(cell, to), to, left - 1, is_first=False)
    ]
    return [JUMP(cell, to) for _, to, crosses in found if crosses] + moves


def series_parts(dice: int) -> int:
    """The parts, jump included, that a die just rolled may have; a series without a roll may have one more."""
    return 0 if dice >= MANY else 1 if dice > FEW else 2


def working_numbers(pyramid: Pyramid, cell: Cell) -> int:
    """How many numbers in how many directions would let the die in `cell` jump."""
    mask = pyramid.mask
    return sum(
        bool(mask & crossed) and not mask >> to & 1
        for axis in AXES
        for number in range(2, 7)
        for to, crossed in TARGETS[cell][axis][number]
    )


def next_turn(state: State) -> State:
    """The state once the turn is over."""
    seat = kit.next_seat(state.seat, len(state.points))
    return state._replace(seat=seat, die=NOBODY, parts=0, may_stop=False, quiet=state.quiet + 1)


GAME = Reducto()
