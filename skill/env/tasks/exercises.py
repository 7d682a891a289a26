"""Exercises with single tools: each draws its start from a generator and says what is to be done.

They are attempts as the rules ask for them, so that planners, hands and the runner take them like any other. Lengths
are steps from a funnel to the next; 0 is the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist, inf, sqrt
from random import Random
from typing import NamedTuple

from skill.lattice.cells import BASE, COORDS, COVERS, LEVELS, NEIGHBOURS, SUPPORTS, Cell, small_pyramid
from skill.lattice.dice import GOLD, GREEN, RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import AttemptSpec
from skill.rules.shared import kit
from skill.rules.shared.attempts import is_at_rest, one_off
from skill.rules.shared.throws import IN_HAND, in_hand, is_still

INNER = tuple(cell for cell in BASE if min(COORDS[cell]) >= 1)
"""The funnels that are not at the plate's edge."""
WITHIN = 1.0  # steps from its aim at which a shot has arrived
LOST = 5.0  # steps that a die off the plate counts
OUTLINE = -0.5  # a lattice coordinate below this is beyond the funnels
OVER_DEG = 120.0  # a plate turned that far would lose every die
OUT, OUT_WITHIN = 0.3, 0.12  # how far a die is to be pulled out of a face, and how exactly, edges
MOVED = 0.5  # edges from its place at which a die has moved
POURED, LADLED = 6, 5  # dice
APART = 3  # steps between dice that are to be joined
FAR = 3  # steps of a long way

Place = tuple[float, float, float]


class Beginning(NamedTuple):
    """How an attempt of a task begins."""

    spec: AttemptSpec
    places: tuple[Cell, ...] = ()
    """The cells to which dice are to go, as the observation tells."""


def _die(reading: Reading, colour: str) -> DieReading | None:
    """The die of that colour, if there is one on the plate, in hand or off."""
    return next((die for die in reading.dice if die.colour == colour), None)


def _way(die: DieReading, cell: Cell) -> float:
    return kit.steps(die.at, COORDS[cell])


def _spec(
    scene: str,
    start: Pyramid,
    goal: Callable[[Reading], bool],
    distance: Callable[[Reading], float],
    failed: Callable[[Reading], bool] = one_off,
    hand: Sequence[Die] = (),
    adjust: tuple[tuple[str, float], ...] = (),
) -> AttemptSpec:
    return AttemptSpec(1, scene, start, goal, failed, distance, inf, adjust, tuple(hand))


# -- dice on the plate that are to go from funnel to funnel: tilt, breath, knock, hand


def _moving(scene: str, cell: Cell, to: Sequence[Cell], staying: Iterable[Cell] = ()) -> Beginning:
    """The red die of `cell` is to come to rest in one of the funnels `to`; green dice of others stay."""
    others = tuple(staying)
    start = Pyramid([(cell, Die(RED)), *((other, Die(GREEN)) for other in others)])

    def goal(reading: Reading) -> bool:
        red = _die(reading, RED)
        return is_at_rest(reading) and red is not None and red.cell in to and reading.cells.issuperset(others)

    def distance(reading: Reading) -> float:
        red = _die(reading, RED)
        greens = [die for die in reading.dice if die.colour == GREEN]
        moved = sum(_way(die, other) for die, other in zip(greens, others, strict=False))
        return (min(_way(red, there) for there in to) if red else LOST) + moved

    return Beginning(_spec(scene, start, goal, distance), tuple(to) if len(to) == 1 else ())


def _pair(rng: Random, steps: int) -> tuple[Cell, Cell]:
    """Two funnels that far apart."""
    cell = rng.choice(INNER)
    return cell, rng.choice([to for to in INNER if kit.steps(COORDS[cell], COORDS[to]) == steps])


def _beside(rng: Random, *kept: Cell) -> Cell:
    """A funnel two steps from the nearest of those."""
    return rng.choice([c for c in INNER if min(kit.steps(COORDS[c], COORDS[other]) for other in kept) == 2])


def hop(rng: Random) -> Beginning:
    """One die into a given funnel beside it."""
    cell, to = _pair(rng, 1)
    return _moving("faraday", cell, [to])


def hop_far(rng: Random) -> Beginning:
    """One die into a given funnel three steps away."""
    cell, to = _pair(rng, FAR)
    return _moving("faraday", cell, [to])


def hop_one(rng: Random) -> Beginning:
    """The red die into a given funnel beside it while the green one stays."""
    cell, to = _pair(rng, 1)
    return _moving("faraday", cell, [to], [_beside(rng, cell, to)])


def join(rng: Random) -> Beginning:
    """Two dice into funnels side by side."""
    one, other = _pair(rng, APART)

    def apart(reading: Reading) -> float:
        first, second = reading.dice
        return max(0.0, kit.steps(first.at, second.at) - 1)

    def goal(reading: Reading) -> bool:
        cells = sorted(reading.cells)
        return is_at_rest(reading) and len(cells) == 2 and cells[1] in NEIGHBOURS[cells[0]]

    start = Pyramid([(one, Die(RED)), (other, Die(GREEN))])
    return Beginning(_spec("faraday", start, goal, apart))


def blow(rng: Random) -> Beginning:
    """One die into any funnel beside it."""
    cell = rng.choice(INNER)
    return _moving("dune", cell, NEIGHBOURS[cell])


def blow_to(rng: Random) -> Beginning:
    """One die into a given funnel beside it."""
    cell, to = _pair(rng, 1)
    return _moving("dune", cell, [to])


def blow_one(rng: Random) -> Beginning:
    """The red die into any funnel beside it while the green one stays."""
    cell = rng.choice(INNER)
    stays = _beside(rng, cell)
    to = [there for there in NEIGHBOURS[cell] if there not in NEIGHBOURS[stays]]
    return _moving("dune", cell, to, [stays])


def knock(rng: Random) -> Beginning:
    """One die into any other funnel."""
    cell = rng.choice(INNER)
    return _moving("knock", cell, [there for there in BASE if there != cell])


def knock_to(rng: Random) -> Beginning:
    """One die into a given funnel beside it."""
    cell, to = _pair(rng, 1)
    return _moving("knock", cell, [to])


def knock_top(rng: Random) -> Beginning:
    """The red top off three green dice that stay in their funnels; it may fall off the plate."""
    top = rng.choice([cell for cell in LEVELS[1] if min(COORDS[cell]) >= 1])
    below = SUPPORTS[top]
    start = Pyramid([*((cell, Die(GREEN)) for cell in below), (top, Die(RED))])

    def goal(reading: Reading) -> bool:
        return is_at_rest(reading) and top not in reading.cells and reading.cells.issuperset(below)

    def distance(reading: Reading) -> float:
        red = _die(reading, RED)
        greens = [die for die in reading.dice if die.colour == GREEN]
        moved = sum(dist(die.at, COORDS[cell]) for die, cell in zip(greens, below, strict=False))
        return (max(0.0, 1 - dist(red.at, COORDS[top])) if red and not red.off else 0.0) + moved

    def failed(reading: Reading) -> bool:
        return any(die.colour == GREEN for die in reading.off)

    return Beginning(_spec("knock", start, goal, distance, failed))


# -- shots: flicked and thrown dice


def _shot(
    scene: str, hits: Callable[[Reading], bool], way: Callable[[Place], float], start: Pyramid = EMPTY
) -> AttemptSpec:
    """One die of the hand; when all lie still it `hits` or has failed. `way`: from where it is to its goal."""

    def goal(reading: Reading) -> bool:
        return is_still(reading) and hits(reading)

    def failed(reading: Reading) -> bool:
        return is_still(reading) and not hits(reading)

    def distance(reading: Reading) -> float:
        die = in_hand(reading)
        return way(die.at) + LOST * die.off

    return _spec(scene, start, goal, distance, failed, [Die(IN_HAND)])


def _onto(scene: str) -> Beginning:
    """Anywhere on the plate."""

    def hits(reading: Reading) -> bool:
        return not in_hand(reading).off

    def outside(at: Place) -> float:
        return max(0.0, OUTLINE - min(at))

    return Beginning(_shot(scene, hits, outside))


def _near(rng: Random, scene: str) -> Beginning:
    """Within a step of a given funnel."""
    to = rng.choice(INNER)

    def hits(reading: Reading) -> bool:
        die = in_hand(reading)
        return not die.off and _way(die, to) <= WITHIN

    return Beginning(_shot(scene, hits, lambda at: kit.steps(at, COORDS[to])), (to,))


def flick(rng: Random) -> Beginning:
    """A die flicked onto the plate."""
    return _onto("flickers")


def flick_to(rng: Random) -> Beginning:
    """A die flicked to within a step of a given funnel."""
    return _near(rng, "flickers")


def flick_hit(rng: Random) -> Beginning:
    """A die flicked at a green one, which is to leave its funnel."""
    cell = rng.choice(INNER)

    def hits(reading: Reading) -> bool:
        return cell not in {die.cell for die in reading.dice if die.colour == GREEN}

    spec = _shot("flickers", hits, lambda at: kit.steps(at, COORDS[cell]), Pyramid([(cell, Die(GREEN))]))
    return Beginning(spec, (cell,))


def throw(rng: Random) -> Beginning:
    """A die thrown onto the plate."""
    return _onto("malicious-pleasure")


def throw_to(rng: Random) -> Beginning:
    """A die thrown to within a step of a given funnel."""
    return _near(rng, "malicious-pleasure")


def throw_in(rng: Random) -> Beginning:
    """A die thrown into the funnel between six green ones."""
    to = rng.choice(INNER)
    ring = Pyramid((cell, Die(GREEN)) for cell in NEIGHBOURS[to])

    def hits(reading: Reading) -> bool:
        return in_hand(reading).cell == to

    return Beginning(_shot("malicious-pleasure", hits, lambda at: kit.steps(at, COORDS[to]), ring), (to,))


# -- dice that are poured


def _poured(scene: str, start: Pyramid, count: int, adjust: tuple[tuple[str, float], ...] = ()) -> Beginning:
    """That many dice of the stock to the plate; none falls off and none is left over."""
    total = len(start) + count

    def left(reading: Reading) -> float:
        return float(total - sum(not die.held and not die.off for die in reading.dice))

    def goal(reading: Reading) -> bool:
        return is_still(reading) and left(reading) == 0

    def failed(reading: Reading) -> bool:
        return bool(reading.off) or reading.taken > 0

    return Beginning(_spec(scene, start, goal, left, failed, [Die(RED)] * count, adjust))


def pour(rng: Random) -> Beginning:
    """Six dice from the box onto the empty plate."""
    return _poured("pour", EMPTY, POURED)


def pour_five(rng: Random) -> Beginning:
    """Five dice from a ladle that touches neither the plate nor one of the three dice on it."""
    start = Pyramid((cell, Die(GREEN)) for cell in rng.sample(INNER, 3))
    return _poured("trulla", start, LADLED, (("ladle.capacity", LADLED),))


# -- dice in fingers


def _set(scene: str, to: Cell, start: Pyramid, hand: Sequence[Die], colour: str) -> Beginning:
    """The die of that colour is to stand in a cell, and all others stay where they are."""
    others = tuple(cell for cell, die in start if die.colour != colour)

    def goal(reading: Reading) -> bool:
        die = _die(reading, colour)
        return is_at_rest(reading) and die is not None and die.cell == to and reading.cells.issuperset(others)

    def distance(reading: Reading) -> float:
        die = _die(reading, colour)
        return dist(die.at, COORDS[to]) / sqrt(2) if die else 2 * LOST

    def failed(reading: Reading) -> bool:
        return bool(reading.off) or reading.taken > 0

    return Beginning(_spec(scene, start, goal, distance, failed, hand), (to,))


def set_down(rng: Random) -> Beginning:
    """A die of the stock into a given funnel."""
    return _set("captain-flint-bare-hands", rng.choice(INNER), EMPTY, [Die(IN_HAND)], IN_HAND)


def set_top(rng: Random) -> Beginning:
    """A die of the stock onto three others."""
    top = rng.choice([cell for cell in LEVELS[1] if min(COORDS[cell]) >= 1])
    base = Pyramid((cell, Die(GREEN)) for cell in SUPPORTS[top])
    return _set("captain-flint-bare-hands", top, base, [Die(IN_HAND)], IN_HAND)


def carry(rng: Random) -> Beginning:
    """A die of the plate into a given funnel three steps away."""
    cell, to = _pair(rng, FAR)
    return _set("dice-mikado", to, Pyramid([(cell, Die(RED))]), (), RED)


def _small(rng: Random) -> tuple[Cell, tuple[Cell, ...]]:
    """The apex and the cells of a small pyramid of three levels away from the plate's edge."""
    apex = rng.choice([cell for cell in LEVELS[2] if min(COORDS[cell]) >= 1])
    return apex, tuple(small_pyramid(apex, 3))


def _in_faces(apex: Cell, cells: Iterable[Cell]) -> list[Cell]:
    """The dice of the bottom row of a small pyramid of three levels that carry two others: the middle of each side."""
    return [cell for cell in cells if cell in BASE and len(set(COVERS[cell]) & set(cells)) == 2]


def pull(rng: Random) -> Beginning:
    """One die out from under a small pyramid and aside, while the gold top stays."""
    apex, cells = _small(rng)
    start = Pyramid((cell, Die(GOLD if cell == apex else GREEN)) for cell in cells)

    def top_moved(reading: Reading) -> bool:
        top = _die(reading, GOLD)
        return top is None or dist(top.at, COORDS[apex]) > MOVED

    def goal(reading: Reading) -> bool:
        return is_at_rest(reading) and reading.taken == 1 and not reading.off and not top_moved(reading)

    def failed(reading: Reading) -> bool:
        return bool(reading.off) or reading.taken > 1 or top_moved(reading)

    def distance(reading: Reading) -> float:
        greens = [die.at for die in reading.dice if die.colour == GREEN]
        out = max((min(dist(at, COORDS[cell]) for cell in cells) for at in greens), default=0.0)
        return max(0.0, LOST - out) if reading.taken == 0 else 0.0

    return Beginning(_spec("dice-mikado", start, goal, distance, failed))


def balcony(rng: Random) -> Beginning:
    """The red die of a small pyramid a third of its edge out of its face, where it stays."""
    apex, cells = _small(rng)
    cell = rng.choice(_in_faces(apex, cells))
    axis = next(axis for axis in range(3) if COORDS[cell][axis] == COORDS[apex][axis])
    start = Pyramid((other, Die(RED if other == cell else GREEN)) for other in cells)
    at = tuple(float(c) for c in COORDS[cell])
    wanted = (*at[:axis], at[axis] - OUT, *at[axis + 1 :])
    others = [other for other in cells if other != cell]

    def distance(reading: Reading) -> float:
        red = _die(reading, RED)
        return dist(red.at, wanted) / OUT if red else LOST

    def goal(reading: Reading) -> bool:
        return is_at_rest(reading) and distance(reading) * OUT <= OUT_WITHIN and reading.cells.issuperset(others)

    return Beginning(_spec("mountaing", start, goal, distance), (cell,))


def press(rng: Random) -> Beginning:
    """One die kept in its funnel under the finger while the plate is turned over."""
    cell = rng.choice(INNER)

    def goal(reading: Reading) -> bool:
        return reading.settled and reading.tilt_deg >= OVER_DEG and cell in reading.cells

    def distance(reading: Reading) -> float:
        return max(0.0, 1 - reading.tilt_deg / OVER_DEG) + sum(_way(die, cell) for die in reading.dice)

    return Beginning(_spec("captain-flint", Pyramid([(cell, Die(RED))]), goal, distance))
