"""What several games share, written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from math import fsum, inf
from operator import getitem
from random import Random
from typing import TypeVar

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CELLS, COORDS, NUMBER_OF, ZEROS, Axis, Cell, closure
from skill.lattice.dice import BLACK, COLOUR_NAMES, GREEN, ORIENTATIONS, RED, UNKNOWN, Colour, Die, Faces
from skill.lattice.notation import MOVE, PLACE, ROLL, ROLLS, Action, Loose, Verb
from skill.lattice.pyramid import Pyramid, right_angle_ends
from skill.rules.fact import Fact, fact
from skill.rules.game import Result, Seat
from skill.rules.options import Option, Options, in_range
from skill.rules.telling import Label

T = TypeVar("T")
NUMBERS = range(1, 7)  # of a die
SEEN = 64  # heaps of which it is kept how they look
DIE_ROLLS: tuple[Action, ...] = tuple(map(ROLL, NUMBERS))  # the outcomes of one die
PLACEMENTS: dict[Colour, tuple[Action, ...]] = {
    colour: tuple(PLACE(colour, cell, None) for cell in CELLS) for colour in COLOUR_NAMES
}
"""For each colour the placing of a die without pips in each cell."""
PLAIN: dict[Colour, Die] = {colour: Die(colour) for colour in COLOUR_NAMES}
"""For each colour the die without pips."""
TURNED: dict[Colour, tuple[Die, ...]] = {
    colour: tuple(Die(colour, faces) for faces in ORIENTATIONS) for colour in COLOUR_NAMES
}
"""For each colour its die in each of the 24 orientations."""
CLIMBS = "A free die steps one place, or goes straight over one die or heap beside it; also up onto dice, or down."
"""The rule of a right-angle move, for whoever sees the plate."""
CANNOT_MOVE = Verb("pass", "nothing can be moved", told="{player} could not move.")  # passing where one must move
UPRIGHT: Faces = (3, 2, 1)  # of dice whose pips do not matter
MIX3: dict[Colour, int] = {RED: 55, GREEN: 55, BLACK: 55}  # the three colours in equal parts: a complete pyramid


def rolled(rng: Random) -> int:
    """The number of a die: the one that `randint(1, 6)` would have drawn, but sooner."""
    while (number := rng.getrandbits(3)) > 5:
        pass
    return number + 1


def first_seat(options: Options) -> Seat:
    """The seat that begins: the one that option `first_player` names, seat 1 in games without that option."""
    return int(options.get("first_player", 1))


def turn_cap(turns: int) -> Option:
    """The option that ends an endless game: the turns that each player has at most."""
    return in_range("turn_cap", turns, 1, 1000, help="Turns of each player after which the game ends.")


def next_seat(seat: Seat, players: int) -> Seat:
    """The left neighbour: the next seat clockwise."""
    return seat % players + 1


@cache
def clockwise(first: Seat, players: int) -> tuple[Seat, ...]:
    """All seats in clockwise order from `first`."""
    return tuple((first - 1 + n) % players + 1 for n in range(players))


def best(scores: Sequence[float]) -> tuple[Seat, ...]:
    """The seats with the highest score; several share a tie."""
    top = max(scores)
    return tuple(seat for seat, score in enumerate(scores, 1) if score == top)


def fewest(scores: Sequence[float]) -> tuple[Seat, ...]:
    """The seats with the lowest score; several share a tie."""
    low = min(scores)
    return tuple(seat for seat, score in enumerate(scores, 1) if score == low)


def by_dice_left(left: tuple[float, ...]) -> Result:
    """The result where whoever gets rid of all dice wins, or when nobody can, whoever has the fewest left."""
    reason = "Dice left count; the fewest win." if all(left) else "Whoever is the first to have no dice left wins."
    return Result(fewest(left), left, reason)


def of_seats(colours: Sequence[Colour], counts: Iterable[float]) -> Counter[Colour]:
    """How many dice of each colour there are if seats, or colours in that order, have so many; see `Game.unplaced`."""
    return Counter({colour: int(count) for colour, count in zip(colours, counts, strict=False)})


def in_trays(colours: Sequence[Colour], counts: Iterable[float]) -> list[Counter[Colour]]:
    """What lies before each seat if it has so many dice of its own colour; see `Telling.trays`."""
    return [Counter({colour: int(count)}) for colour, count in zip(colours, counts, strict=False)]


def taken_by(players: int, colours: Iterable[Colour], takers: Iterable[Seat]) -> list[Counter[Colour]]:
    """What lies before each seat if dice of these colours were taken one by one; see `Telling.trays`."""
    found = [Counter[Colour]() for _ in range(players)]
    for colour, seat in zip(colours, takers, strict=True):
        found[seat - 1][colour] += 1
    return found


def lying(loose: Iterable[Loose]) -> Counter[Colour]:
    """How many loose dice there are of each colour."""
    return Counter(colour for colour, *_ in loose)


def upright(colour: Colour, place: Sequence[float], faces: Faces = UPRIGHT) -> Loose:
    """A loose die that stands at these lattice coordinates as dice in cells do, whatever is below it."""
    i, j, k = map(float, place)
    return (colour, faces[0], (i, j, k), faces)


def cell_of_loose(die: Loose) -> Cell | None:
    """The cell in which a die stands that a report names loose, since a die below it leans or is missing."""
    return NUMBER_OF.get(die[2]) if len(die) > 3 else None


def supply_fact(count: int) -> Fact:
    """The fact for a player who cannot see how many dice he still has."""
    return Fact("Dice you still have: {count}.", {"count": count})


def round_facts(over: int, rounds: int) -> tuple[Fact, ...]:
    """Which round this is of several, after those that are over; nothing where there is only one."""
    return (fact("Round {number} of {count}.", number=min(over + 1, rounds), count=rounds),) * (rounds > 1)


def missing(pyramid: Pyramid) -> tuple[Fact, ...]:
    """How many dice the pyramid lacks with which the game ends; nothing once it is complete."""
    left = len(CELLS) - len(pyramid)
    text, one = "The pyramid still lacks {count} dice.", "The pyramid still lacks one die."
    return (fact(text, one=one, count=left),) if left else ()


def several_faces(pyramid: Pyramid) -> dict[Cell, Label]:
    """What is written at funnels in which a die would show more than one of the pyramid's outside faces."""
    means = "{count} faces of a die that stands here can be seen once the pyramid is complete."
    return {
        cell: Label(fact("counts {count}", count=ZEROS[cell]), means=fact(means, count=ZEROS[cell]))
        for cell in pyramid.funnels()
        if ZEROS[cell] > 1
    }


def added(scores: Sequence[float], seat: Seat, points: float) -> tuple[float, ...]:
    """`scores` with `points` more for one seat."""
    return (*scores[: seat - 1], scores[seat - 1] + points, *scores[seat:])


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values`, one a seat, with another one for `seat`."""
    return (*values[: seat - 1], value, *values[seat:])


def steps(at: Sequence[float], goal: Sequence[float]) -> float:
    """Steps over the plate between two places of one level: half the sum of coordinate differences."""
    return (abs(at[0] - goal[0]) + abs(at[1] - goal[1]) + abs(at[2] - goal[2])) / 2


def fewest_steps(places: Sequence[Sequence[float]], groups: Iterable[Sequence[Cell]]) -> float:
    """Steps that dice at these places have to go, one to each cell of a group, whichever goes where: the fewest of any
    group."""
    best = inf
    for cells in groups:
        goals, table, least = [COORDS[cell] for cell in cells], list[list[float]](), 0.0
        for x, y, z in places:  # `steps` written out: planners ask ten thousand times for a move
            row = [(abs(x - a) + abs(y - b) + abs(z - c)) / 2 for a, b, c in goals]
            table.append(row)
            least += min(row)
            if least > best + 1e-9:  # no assignment is shorter than that
                break
        else:
            if fsum(map(min, table)) < best:
                orders = _orders(len(cells))
                best = min(best, *(fsum(map(getitem, table, order)) for order in orders))
    return best


@cache
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(count)))


def placements(colours: Iterable[Colour], cells: Iterable[Cell] = CELLS) -> list[Action]:
    """The placing of dice of these colours, without pips, in any of these cells."""
    among = tuple(cells)
    return [PLACEMENTS[colour][cell] for colour in colours for cell in among]


def right_angles(dice: int) -> list[Action]:
    """Every right-angle move that there can be with so many dice on the plate."""
    high = within_reach(dice)
    ends = {cell: {to for to, _ in right_angle_ends(cell)} for cell in high}
    return [MOVE(cell, to) for cell in high for to in sorted(ends[cell].intersection(high))]


def within_reach(dice: int) -> list[Cell]:
    """The cells in which a die can stand if so many dice, it included, are on the plate: others need more below."""
    return [cell for cell in CELLS if closure(cell, 0).bit_count() <= dice]


def jumps(pyramid: Pyramid, colour: Colour) -> Iterator[tuple[Cell, Cell]]:
    """Every right-angle move of the free dice of one colour: from where, to where."""
    for cell in pyramid.cells_of(colour):
        if pyramid.is_free(cell):
            for to in pyramid.right_angle_moves(cell):
                yield cell, to


def shuffled_pyramid(colours: Sequence[Colour], rng: Random) -> Pyramid:
    """The complete pyramid: these 165 colours in random order, each die in one of the 24 orientations at random."""
    order = rng.sample(colours, len(CELLS))
    return Pyramid((cell, rng.choice(TURNED[colour])) for cell, colour in zip(CELLS, order, strict=True))


def shuffled_colours(colours: Sequence[Colour], rng: Random) -> Pyramid:
    """The complete pyramid of dice without pips: these 165 colours in random order."""
    return Pyramid((cell, PLAIN[colour]) for cell, colour in zip(CELLS, rng.sample(colours, len(CELLS)), strict=True))


def rolls_of(colour: Colour, count: int) -> dict[Action, int]:
    """What `count` dice of one colour rolled together can show, highest first, and in how many ways."""
    tops = product(range(1, 7), repeat=count)
    ways = Counter(tuple(sorted(numbers, reverse=True)) for numbers in tops)
    return {ROLLS(tuple((colour, number) for number in numbers)): n for numbers, n in sorted(ways.items())}


def drawn_from(box: Mapping[Colour, int], count: int, rng: Random) -> list[Colour]:
    """The colours of `count` dice drawn at random from a box."""
    return rng.sample(list(box), count, counts=list(box.values()))


def check_material(pyramid: Pyramid, box: Mapping[Colour, int]) -> None:
    """Raises `IllegalMove` if the pyramid holds more dice of a colour than the box has, or any die without pips."""
    used: dict[Colour, int] = {}
    for _, die in pyramid:
        used[die.colour] = used.get(die.colour, 0) + 1
        if die.faces is None:
            raise IllegalMove("position {pyramid}: every die needs an orientation", pyramid=pyramid)
    for colour, count in used.items():
        if count > box.get(colour, 0):
            raise IllegalMove(
                "position {pyramid}: {count} dice of colour {colour}, the box has {most}",
                pyramid=pyramid,
                count=count,
                colour=colour,
                most=box.get(colour, 0),
            )


def check_plain(pyramid: Pyramid, box: Mapping[Colour, int]) -> None:
    """Raises `IllegalMove` unless all dice are without pips and no more of each colour than the box has."""
    if any(die.faces is not None for _, die in pyramid):
        raise IllegalMove("position {pyramid}: expected dice without orientation", pyramid=pyramid)
    for colour in {die.colour for _, die in pyramid}:
        if (count := len(pyramid.cells_of(colour))) > box.get(colour, 0):
            raise IllegalMove(
                "position {pyramid}: {count} dice of colour {colour}, expected {most} at most",
                pyramid=pyramid,
                count=count,
                colour=colour,
                most=box.get(colour, 0),
            )


@lru_cache(maxsize=SEEN)
def covered_hidden(pyramid: Pyramid) -> Pyramid:
    """The heap as all see it from outside: a die whose three upper faces are covered has the colour `?`."""
    return Pyramid((cell, die if pyramid.is_visible(cell) else Die(UNKNOWN)) for cell, die in pyramid)


@lru_cache(maxsize=SEEN)  # what is shown and told of one action asks for the same few heaps again and again
def seen_from(pyramid: Pyramid, sides: tuple[Axis, ...] = AXES) -> Pyramid:
    """The heap and its pips as seen from these sides: a die that shows none of its faces there has the colour `?`.

    Faces that cannot be seen are by convention those of the lowest orientation that agrees with the seen ones.
    """
    return Pyramid((cell, _seen(die, _bare_sides(pyramid, cell, sides))) for cell, die in pyramid)


def hidden_colours(
    seen: Pyramid,
    gone: Iterable[Colour],
    box: Mapping[Colour, int],
    rng: Random,
    always: Mapping[Colour, int] | None = None,
) -> list[Colour]:
    """Colours for the hidden dice of a heap that was drawn from `box`, and holds all dice of `always` besides.

    `gone` are the colours of its dice that are seen elsewhere. A heap that cannot have been drawn so may have any.
    """
    always = always or {}
    known = Counter(gone)
    known.update(die.colour for _, die in seen)
    hidden = known.pop(UNKNOWN, 0)
    if not hidden:
        return []
    sure = [colour for colour, count in always.items() for _ in range(count - known[colour])]
    left = {colour: max(0, count - known[colour]) for colour, count in box.items()}
    if not 0 <= hidden - len(sure) <= sum(left.values()):
        return rng.choices([*always, *box], k=hidden)
    colours = sure + drawn_from(left, hidden - len(sure), rng)
    rng.shuffle(colours)
    return colours


def uncovered(seen: Pyramid, colours: Iterable[Colour], rng: Random) -> Pyramid:
    """A heap of which `covered_hidden` makes `seen`: hidden dice have these colours, and any faces if others have."""
    colour = iter(colours)
    with_faces = any(die.faces for _, die in seen)
    return Pyramid(
        (c, Die(next(colour), rng.choice(ORIENTATIONS) if with_faces else None) if die.colour == UNKNOWN else die)
        for c, die in seen
    )


def unseen(seen: Pyramid, colours: Iterable[Colour], rng: Random, sides: Sequence[Axis] = AXES) -> Pyramid:
    """A heap of which `seen_from` these sides makes `seen`: as `uncovered`, and faces that are not seen are any."""
    return Pyramid(
        (cell, Die(die.colour, die.faces and rng.choice(alike(die.faces, _bare_sides(seen, cell, sides)))))
        for cell, die in uncovered(seen, colours, rng)
    )


def _bare_sides(pyramid: Pyramid, cell: Cell, sides: Sequence[Axis]) -> tuple[Axis, ...]:
    return tuple(axis for axis in sides if pyramid.is_bare(cell, axis))


@cache
def alike(faces: Faces, axes: tuple[Axis, ...]) -> tuple[Faces, ...]:
    """The orientations that show the same numbers at these axes."""
    return tuple(like for like in ORIENTATIONS if all(like[axis] == faces[axis] for axis in axes))


@cache
def _seen(die: Die, bare: tuple[Axis, ...]) -> Die:
    if not bare:
        return Die(UNKNOWN)
    faces = die.faces
    if faces is None:
        return die
    return Die(die.colour, alike(faces, bare)[0])
