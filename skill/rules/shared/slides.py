"""Sliding edges: a die is pulled out of an edge of a pyramid, the dice above it follow, and it becomes the new apex.

The first part serves games 34 to 36; the rest is what games 35 and 36 share: the great pyramid with its three green
spars, the lines of numbers read along them, and the patterns that stand in a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations
from random import Random

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CELLS, ZEROS, Axis, Cell, cell_at, parse_cell, ray, unit
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die
from skill.lattice.notation import SLIDE, TURN, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.options import Options, one_of

Line = tuple[int, ...]
PIPS = range(1, 7)


def recapped(pyramid: Pyramid, column: Sequence[Cell], place: int) -> Pyramid:
    """The pyramid with the die at `column[place]` on top of that column, apex first, those above it a cell lower."""
    taken = pyramid.at(column[place])
    for lower in range(place, 0, -1):
        pyramid = pyramid.put(column[lower], pyramid.at(column[lower - 1]))
    return pyramid.put(column[0], taken)


# -- the great pyramid

APEX = parse_cell("000")
SPARS: tuple[tuple[Cell, ...], ...] = tuple(tuple(ray(APEX, unit(axis))) for axis in AXES)
"""The nine cells of each edge of the complete pyramid, apex first: spar I is 000, 100, ..., 800."""
SPAR_OF: dict[Cell, tuple[Axis, int]] = {cell: (axis, t) for axis in AXES for t, cell in enumerate(SPARS[axis]) if t}
"""The spar of an edge die below the apex, and how far down it stands."""
COLOUR_OF: tuple[Colour, ...] = tuple((RED, BLACK, GREEN, GREEN)[zeros] for zeros in ZEROS)
"""Green edges, black sides, red core."""
DICE: dict[Colour, tuple[Die, ...]] = {
    colour: tuple(Die(colour, faces) for faces in ORIENTATIONS) for colour in (RED, BLACK, GREEN)
}
TURNS = tuple(TURN(APEX, faces) for faces in ORIENTATIONS)
TAKE_OPTIONS = (
    one_of(
        "turn",
        "keep",
        "free",
        help="Whether the die keeps its orientation or goes on top in any.",
        meanings={"keep": "it goes on top just as it lay", "free": "you turn it as you like before it goes on top"},
    ),
    one_of(
        "take",
        "any",
        "bottom",
        help="Whether any die of the spar may be taken or only its base die.",
        meanings={"any": "any die of the spar", "bottom": "only the lowest die of the spar"},
    ),
)


def great_pyramid(rng: Random) -> Pyramid:
    """The complete pyramid with green edges and every die in a random orientation."""
    return Pyramid((cell, rng.choice(DICE[COLOUR_OF[cell]])) for cell in CELLS)


def check_great_pyramid(pyramid: Pyramid) -> None:
    """Raises `IllegalMove` unless every cell holds a die of its colour with pips."""
    for cell in CELLS:
        if pyramid[cell] not in DICE[COLOUR_OF[cell]]:
            raise IllegalMove(
                "position {pyramid}: expected the complete pyramid with green edges, black sides and a red "
                "core, every die with its orientation",
                pyramid=pyramid,
            )


def takes(pyramid: Pyramid, spars: Sequence[Axis], options: Options, pulled: Cell | None) -> list[Action]:
    """What a player at these spars may do: pull a die, or turn the one he has `pulled` and set on top.

    The apex itself may only be taken to be turned, so it may not go back as it was.
    """
    if pulled is not None:
        was = pyramid.faces_at(APEX)
        return [turn for turn in TURNS if pulled != APEX or turn[2] != was]
    if options["take"] == "bottom":
        return [SLIDE(SPARS[spar][-1]) for spar in spars]
    apex = [SLIDE(APEX)] if options["turn"] == "free" else []
    return apex + [SLIDE(cell) for spar in spars for cell in SPARS[spar][1:]]


def all_takes(options: Options) -> list[Action]:
    """Everything that players may do at any of the spars."""
    taken = [SLIDE(cell) for cell in (APEX, *SPAR_OF)] if options["take"] == "any" else [SLIDE(s[-1]) for s in SPARS]
    return [*taken, *TURNS] if options["turn"] == "free" else taken


def taken(pyramid: Pyramid, cell: Cell) -> Pyramid:
    """The pyramid with the edge die in `cell` as its new apex, and the spar slid down."""
    if cell == APEX:
        return pyramid
    spar, place = SPAR_OF[cell]
    return recapped(pyramid, SPARS[spar], place)


def line(pyramid: Pyramid, side: Axis, spar: Axis) -> Line:
    """The numbers of a spar as side `side` reads them, from the apex down; 0 for a die that is hidden."""
    return tuple([die.faces[side] if die.faces else 0 for die in map(pyramid.at, SPARS[spar])])


def beside_line(pyramid: Pyramid, side: Axis, spar: Axis) -> Line:
    """The numbers on side `side` of the black dice next to the spar's dice 1 to 7, from above."""
    return tuple([die.faces[side] if die.faces else 0 for die in map(pyramid.at, _BESIDE[side, spar])])


def _beside(side: Axis, spar: Axis) -> tuple[Cell, ...]:
    (third,) = set(AXES) - {side, spar}
    coords = [tuple(t * s + b for s, b in zip(unit(spar), unit(third), strict=True)) for t in range(1, 8)]
    return tuple(cell for i, j, k in coords if (cell := cell_at(i, j, k)) is not None)


_BESIDE = {(side, spar): _beside(side, spar) for side in AXES for spar in AXES if side != spar}


# -- patterns: digits stand for themselves, different letters for different numbers


@cache
def spellings(pattern: str) -> frozenset[Line]:
    """Every row of numbers that the pattern means, read in either direction."""
    return _meanings(pattern) | {numbers[::-1] for numbers in _meanings(pattern)}


@cache
def _meanings(pattern: str) -> frozenset[Line]:
    """Every row of numbers that the pattern means, read in its own direction."""
    letters = sorted({sign for sign in pattern if sign.isalpha()})
    choices = (dict(zip(letters, values, strict=True)) for values in permutations(PIPS, len(letters)))
    return frozenset(
        tuple(value_of[sign] if sign in value_of else int(sign) for sign in pattern) for value_of in choices
    )


@lru_cache(maxsize=1 << 16)
def stands_in(pattern: str, numbers: Line) -> bool:
    """Whether `pattern` stands on consecutive dice of the line, read in either direction."""
    wanted, size = spellings(pattern), len(pattern)
    return any(numbers[start : start + size] in wanted for start in range(len(numbers) - size + 1))


@cache
def ways(pattern: str) -> tuple[str, ...]:
    """The pattern read in both directions; once if that comes to the same, its letters named anew."""
    backwards = pattern[::-1]
    order = "".join(dict.fromkeys(sign for sign in backwards if sign.isalpha()))
    named = backwards.translate(str.maketrans(order, "".join(sorted(order))))
    return (pattern,) if pattern == named else (pattern, named)


@lru_cache(maxsize=1 << 16)
def best_agreement(pattern: str, numbers: Line) -> int:
    """The most dice of any part of the line, read in either direction, that match the pattern."""
    size = len(pattern)
    parts = [numbers[start : start + size] for start in range(len(numbers) - size + 1)]
    return max(agreement(way, part) for way in ways(pattern) for part in parts)


@lru_cache(maxsize=1 << 16)
def agreement(pattern: str, numbers: Line) -> int:
    """How many of these numbers match the pattern if its letters stand for the numbers that match most."""
    fitting, wanted = 0, dict[str, dict[int, int]]()
    for sign, value in zip(pattern, numbers, strict=True):
        if sign.isdigit():
            fitting += int(sign) == value
        elif value:
            counts = wanted.setdefault(sign, {})
            counts[value] = counts.get(value, 0) + 1
    return fitting + _assigned(tuple(wanted.values()), 0)


def _assigned(wanted: tuple[dict[int, int], ...], used: int) -> int:
    """The most dice that fit when each letter is given a number of its own; `used` has a bit for each number taken."""
    if not wanted:
        return 0
    most = _assigned(wanted[1:], used)
    for value, count in wanted[0].items():
        if not used >> value & 1:
            most = max(most, count + _assigned(wanted[1:], used | 1 << value))
    return most


@lru_cache(maxsize=1 << 16)
def nearness(pattern: str, numbers: Line) -> float:
    """How near a line is to a pattern: the dice stacked for it, and a half for each die that is in its place."""
    tops = [numbers[first:] for first in (0, 1) if len(numbers) - first >= len(pattern)]
    stacks = (stacked(way, top) for way in ways(pattern) for top in tops)
    return max(stacks) + best_agreement(pattern, numbers) / 2


def stacked(pattern: str, numbers: Line) -> int:
    """How many dice from the top down are the end of the pattern already, if the dice below them can complete it: they
    hold the numbers that the rest of it needs, to be taken one by one."""
    for done in range(len(pattern), 0, -1):
        end, top = pattern[-done:], numbers[:done]
        if top not in _meanings(end):
            continue
        value_of, below = dict(zip(end, top, strict=True)), numbers[done:]
        needed, undecided = dict[int, int](), list[int]()
        for sign, count in _counts(pattern[:-done]):
            if sign.isdigit() or sign in value_of:
                value = value_of.get(sign) or int(sign)
                needed[value] = needed.get(value, 0) + count
            else:
                undecided.append(count)
        if any(below.count(value) < count for value, count in needed.items()):
            continue
        free = set(below).difference(value_of.values()) if undecided else ()
        spare = sorted(map(below.count, free), reverse=True)
        if len(undecided) <= len(spare) and all(need <= have for need, have in zip(undecided, spare, strict=False)):
            return done
    return 0


@cache
def _counts(signs: str) -> list[tuple[str, int]]:
    """How often each sign occurs, the most frequent first."""
    return Counter(signs).most_common()
