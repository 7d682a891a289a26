"""Throwing dice onto the plate: what games with throws share.

With `throw_model=physics` a throw is an attempt with one die in the hand, shown in blue until it lies; its report says
what became of it. With `throw_model=lattice` the seat names the cell at which it aims, and chance says where the die
lands or what number it shows beside the plate. Source: *Throw* and *Lattice throw* in the shared definitions of games
01 to 20. Any cell may be aimed at, whether a die can stand there or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import ceil, dist, exp, floor, fsum, inf
from typing import Any, NamedTuple, cast

from skill.lattice.cells import CELLS, COORDS, DEPTH, LEVEL, NUMBER_OF, SUPPORTS, Cell
from skill.lattice.dice import ORIENTATIONS, WHITE, Colour, Die, Faces
from skill.lattice.notation import Action, Loose, Verb
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, AttemptSpec, Game, Seat, State, Turn
from skill.rules.options import REAL_DICE, SKILL_LEVEL, Option, Options, in_range, one_of
from skill.rules.shared import kit

THROW = Verb("throw <cell>", "throw this one", told="{player} threw a die {to}.")  # the seat aims at that cell
LAND = Verb("land <cell>", "the die comes to rest at {cell}", drawn="The die came to rest {cell}.", by_seat=False)
OFF = Verb(
    "off <number>", "the die falls off and shows {number}", drawn="The die fell off and shows {number}.", by_seat=False
)
SHOW = Verb("show <faces>", "the die comes to show {faces}", drawn="Chance turned the die.", by_seat=False)

THROWS = tuple(map(THROW, CELLS))
LANDS = tuple(map(LAND, CELLS))
OFFS = tuple(map(OFF, range(1, 7)))
SHOWS = tuple(map(SHOW, ORIENTATIONS))

IN_HAND = WHITE  # the colour of a die from the hand until it lies: nobody's own
RETHROWS = 5  # throws that do not count before chance turns the die instead
STILL = 0.1  # how far a throw that counts may move another die, in edges
ON_DICE = 1.5  # levels above those of the base: a die that lies flat on the points of the plate gets to 1.4
BLOCKING = 0.8  # a loose die blocks the cells whose centres are nearer than this, in edges

THROW_MODEL = one_of(
    "throw_model",
    "physics",
    "lattice",
    help="Whether you throw the dice by hand, or chance decides where they lie.",
    meanings={
        "physics": "you throw by hand, and the dice roll and push each other",
        "lattice": "chance decides how and where the dice lie",
    },
)


REAL_THROWS = (THROW_MODEL, *REAL_DICE)
"""The options of games in which a throw can be real."""


def throw_options(distance_cm: float) -> tuple[Option, ...]:
    """The options of games in which dice are thrown at the plate from at least that distance."""
    far = in_range("distance", distance_cm, 5.0, 100.0, help="Least distance of the hand from plate and dice, in cm.")
    level, model, *dice, p_off, spread = pour_options()
    return (level, model, *dice, far, p_off, spread)


def pour_options() -> tuple[Option, ...]:
    """The options of games in which dice are poured onto the plate."""
    text = "If chance decides: how far from its aim a die lands, in widths of a die."
    return (
        SKILL_LEVEL,
        *REAL_THROWS,
        in_range("p_off", 0.2, 0.0, 1.0, help="If chance decides: how likely a thrown die falls off the plate."),
        in_range("spread", 1.5, 0.5, 10.0, help=text),
    )


def is_lattice(options: Options) -> bool:
    """Whether chance decides where thrown dice lie."""
    return options["throw_model"] == "lattice"


def aims(options: Options) -> Sequence[Action]:
    """What seats choose of their throws: the cells aimed at in the lattice model, nothing where hands throw."""
    return THROWS if is_lattice(options) else ()


def in_the_lattice(options: Options) -> Options:
    """The same options in a match in which chance decides where thrown dice lie."""
    return options if is_lattice(options) else options.but(throw_model="lattice")


# -- the lattice model


def landings(pyramid: Pyramid, options: Options) -> list[Action]:
    """Where the die that is in the air may come to rest; off the plate it shows any number."""
    funnels, p_off = pyramid.funnels(), float(options["p_off"])
    lands = [LANDS[cell] for cell in funnels] if p_off < 1 else []
    return [*lands, *(OFFS if p_off > 0 or not funnels else ())]


def landing_weights(pyramid: Pyramid, aim: Cell, options: Options) -> list[float]:
    """The weights of `landings`: funnels by their horizontal distance from the aim."""
    funnels, p_off = pyramid.funnels(), float(options["p_off"])
    if not funnels:
        return [1.0] * len(OFFS)
    near = _nearness(aim, float(options["spread"]))
    total = fsum(near[cell] for cell in funnels)
    lands = [(1 - p_off) * near[cell] / total for cell in funnels] if p_off < 1 else []
    return [*lands, *([p_off / len(OFFS)] * len(OFFS) if p_off > 0 else ())]


class ThrowGame(Game[State]):
    """A game in which single dice are thrown. Its states have `pyramid`, `options`, `loose`, and `aim`: in the lattice
    model the cell at which a die is on its way."""

    def weights(self, state: Any) -> Sequence[float]:
        if state.aim is None:
            return super().weights(state)
        return landing_weights(state.pyramid, state.aim, state.options)

    def loose(self, state: Any) -> Sequence[Loose]:
        return cast(Sequence[Loose], state.loose)


@cache
def _nearness(aim: Cell, spread: float) -> tuple[float, ...]:
    return tuple(exp(-horizontal_squared(cell, aim) / (2 * spread**2)) for cell in CELLS)


def horizontal_squared(a: Cell, b: Cell) -> float:
    """The square of the distance of two cells seen from above, in edges."""
    steps = [x - y for x, y in zip(COORDS[a], COORDS[b], strict=True)]
    return sum(step * step for step in steps) - sum(steps) ** 2 / 3


# -- the real throw


def throw_at(
    seat: Seat,
    scene: str,
    start: Pyramid,
    options: Options,
    hand: Die,
    loose: tuple[Loose, ...],
    aim: Callable[[], Cell],
    colour: Colour,
) -> AttemptSpec:
    """The throw of one die, shown in that colour: over once all dice lie still.

    A planner is told how far it lies from the cell `aim()`.
    """
    adjust = (("throw.distance_m", float(options["distance"]) / 100),)
    chosen: list[Cell] = []  # only a planner asks, and then often

    def distance(reading: Reading) -> float:
        if not chosen:
            chosen.append(aim())
        return kit.steps(in_hand(reading).at, COORDS[chosen[0]]) + len(reading.off)

    spec = AttemptSpec(seat, scene, start, is_still, _never, distance, inf, adjust, (hand,), loose, hand_colour=colour)
    return spec.agreed(options)


def in_hand(reading: Reading) -> DieReading:
    """The die that is or was in the hand."""
    return next(die for die in reading.dice if die.colour == IN_HAND)


def is_still(reading: Reading) -> bool:
    """Whether all dice have left the hand and lie still: the end of a throw."""
    return reading.settled and not reading.held


def _never(_reading: Reading) -> bool:
    return False


class Thrown(NamedTuple):
    """What became of a throw and of the dice that it met, after the turn: see `of_turn` for what the turn goes by."""

    pyramid: Pyramid
    """The heap, the thrown die in its own colour."""
    cell: Cell | None
    """Where the thrown die stands, also over one that leans; None if it is loose or off."""
    number: int | None
    """What it shows if it fell off; None if it is on, or was not thrown at all."""
    is_off: bool
    """Whether it fell off or never left the hand."""
    loose: tuple[Loose, ...]
    """All that lies loose now."""
    pushed: tuple[tuple[Colour, int], ...]
    """The other dice that fell off, first fallen first, with their numbers."""
    at: tuple[float, float, float] | None = None
    """Where the thrown die lies if it is loose, lattice coordinates."""


def thrown(report: Action, colour: Colour) -> Thrown:
    """The report of a throw, read for a die that has that colour once it lies."""
    _, _, _, pyramid, loose, off, _ = report
    cell = pyramid.cell_of(IN_HAND)
    if cell is not None:
        pyramid = pyramid.put(cell, Die(colour, pyramid.at(cell).faces))
    else:
        cell = next((kit.cell_of_loose(die) for die in loose if die[0] == IN_HAND), None)
    is_on = cell is not None or any(die[0] == IN_HAND for die in loose)
    top = next((number for colour, number in off if colour == IN_HAND), None)
    lying = tuple([(colour, *die[1:]) if die[0] == IN_HAND else die for die in loose])
    pushed = tuple([(kind, number) for kind, number in off if kind != IN_HAND])
    at = next(places([die for die in loose if die[0] == IN_HAND]), None)
    return Thrown(pyramid, cell, top, not is_on, lying, pushed, at)


def of_turn(pyramid: Pyramid, loose: Iterable[Loose], before: Iterable[Loose]) -> tuple[Pyramid, tuple[Loose, ...]]:
    """The heap by which a turn goes that ended in this report, and what lies loose beside it.

    A die in a cell stands there for the turn that threw or moved it, also over one that leans or lies loose; `before`
    are the dice that lay loose when the turn began. Source: *In cell c* in the shared definitions of games 01 to 20.
    """
    known = {(die[0], *die[2:]) for die in before}
    left = list[Loose]()
    for die in loose:
        cell = kit.cell_of_loose(die)
        if cell is None or (die[0], *die[2:]) in known:
            left.append(die)
        else:
            pyramid = pyramid.put(cell, Die(die[0], die[3]))
    return pyramid, tuple(left)


def after_turn(pyramid: Pyramid, loose: Iterable[Loose] = ()) -> tuple[Pyramid, tuple[Loose, ...]]:
    """The heap once a turn is over, and what lies loose: a die without three dice standing under it does."""
    lying = list(loose)
    while hanging := [cell for cell, _ in pyramid if any(under not in pyramid for under in SUPPORTS[cell])]:
        for cell in hanging:
            die = pyramid.at(cell)
            lying.append(kit.upright(die.colour, COORDS[cell], die.faces or kit.UPRIGHT))
            pyramid = pyramid.remove(cell)
    return pyramid, tuple(lying)


def told_throw(seat: Seat, after: Thrown) -> Fact:
    """What became of the die that a seat has thrown, where it does not matter what a die that fell off shows."""
    who = Player(seat)
    if after.cell is not None:
        text, you = "{player}: the die lies {cell}.", "Your die lies {cell}."
        return fact(text, you=you, player=who, cell=At(after.cell))
    if not after.is_off and lies_on_dice(after):
        text, you = "{player}: the die lies on other dice.", "Your die lies on other dice."
        return fact(text, you=you, player=who)
    if not after.is_off:
        text, you = "{player}: the die lies in no funnel.", "Your die lies in no funnel."
        return fact(text, you=you, player=who)
    if after.number is None:
        return fact("{player} did not throw, which counts as a miss.", player=who)
    return fact("{player}: the die fell off.", you="Your die fell off.", player=who)


def lies_on_dice(after: Thrown) -> bool:
    """Whether the thrown die is loose, and higher than it could lie on the plate."""
    return after.at is not None and sum(after.at) < DEPTH - ON_DICE


def told_returned(after: Thrown, colours: Sequence[Colour]) -> tuple[Fact, ...]:
    """The other dice that fell off and went back to their owners, whose colours are given by seat."""
    text = "{die} fell off and went back to {other}."
    return tuple(fact(text, die=Die(kind), other=Player(colours.index(kind) + 1)) for kind, _ in after.pushed)


def blocked(loose: tuple[Loose, ...]) -> int:
    """The mask of cells in which no die can be placed for the loose dice that lie there."""
    mask = 0
    for x, y, z in places(loose):
        for corner in product((floor(x), ceil(x)), (floor(y), ceil(y)), (floor(z), ceil(z))):
            if dist(corner, (x, y, z)) < BLOCKING and corner in NUMBER_OF:
                mask |= 1 << NUMBER_OF[corner]
    return mask


def places(loose: Iterable[Loose]) -> Iterator[tuple[float, float, float]]:
    """The lattice coordinates of loose dice, of those of which they are known."""
    for _, _, *known in loose:
        yield from known[:1]


# -- throws that only turn the die: it is carried to its place as it lies


def is_turned_by_chance(options: Options, failures: int) -> bool:
    """Whether chance turns the die: in the lattice model, and after too many throws that did not count."""
    return is_lattice(options) or failures > RETHROWS


def turning_throw(seat: Seat, scene: str, pyramid: Pyramid, options: Options, failures: int) -> Turn:
    """Who turns the die of that seat: its own throw onto the plate, or chance."""
    if is_turned_by_chance(options, failures):
        return CHANCE
    spec = onto_the_plate(seat, scene, pyramid, options)
    return spec._replace(to_chance=RETHROWS + 1 - failures) if failures else spec


def onto_the_plate(
    seat: Seat, scene: str, pyramid: Pyramid, options: Options, may_disturb: bool = False
) -> AttemptSpec:
    """A throw that counts if the die comes to rest in a funnel of the plate and, if it matters, disturbs no other."""

    def counts(reading: Reading) -> bool:
        die = in_hand(reading)
        if not is_still(reading) or die.cell is None or LEVEL[die.cell] > 0 or die.cell in pyramid:
            return False
        return may_disturb or not _disturbed(reading, pyramid)

    def is_void(reading: Reading) -> bool:
        return is_still(reading) and not counts(reading)

    def distance(reading: Reading) -> float:
        return 0.0 if counts(reading) else 1.0

    hand = (Die(IN_HAND, ORIENTATIONS[0]),)
    return AttemptSpec(seat, scene, pyramid, counts, is_void, distance, inf, hand=hand).agreed(options)


def _disturbed(reading: Reading, start: Pyramid) -> bool:
    others = {die.cell: die.at for die in reading.dice if die.colour != IN_HAND}
    return any(cell not in others or dist(others[cell], COORDS[cell]) > STILL for cell, _ in start)


def turned_by(report: Action) -> Faces | None:
    """How the thrown die lies if its throw counts: a success, and the die in a base funnel."""
    _, outcome, _, pyramid, *_ = report
    cell = pyramid.cell_of(IN_HAND)
    return pyramid.at(cell).faces if outcome == "success" and cell is not None and LEVEL[cell] == 0 else None


def told_turning(seat: Seat, action: Action, start: Pyramid, failures: int) -> tuple[Fact, ...]:
    """A throw of a seat that only turns its die, or chance in its stead: that it counts, or why not.

    `failures` are the throws of this die that did not count, this one included.
    """
    if action.verb == SHOW.name and failures:
        return (Fact(SHOW.drawn),)
    if action.verb == SHOW.name or turned_by(action):
        return (fact("{player} threw a die.", player=Player(seat)),)
    throw = thrown(action, IN_HAND)
    if failures > 1 and throw.is_off and throw.number is None:
        return ()  # given up again, so that chance turns the die
    text, you = _why_void(throw, start)
    void = fact(text, you=you, player=Player(seat))
    return (void, Fact("After so many throws chance turns the die.")) if failures > RETHROWS else (void,)


def _why_void(after: Thrown, start: Pyramid) -> tuple[str, str]:
    """Why a throw does not count: the sentence for others, and for the thrower."""
    if after.is_off and after.number is None:
        return "{player} did not throw.", ""
    if after.is_off:
        return "{player}: the die fell off and does not count.", "Your die fell off and does not count."
    if lies_on_dice(after) or (after.cell is not None and LEVEL[after.cell]):
        text = "{player}: the die lies on other dice and does not count."
        return text, "Your die lies on other dice and does not count."
    if after.cell is None:
        text = "{player}: the die lies in no funnel and does not count."
        return text, "Your die lies in no funnel and does not count."
    if after.cell in start:
        text = "{player}: the die lies in no free funnel and does not count."
        return text, "Your die lies in no free funnel and does not count."
    text = "{player}: the die moved another one and does not count."
    return text, "Your die moved another one and does not count."
