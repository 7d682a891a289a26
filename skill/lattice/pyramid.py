"""The pyramid: which die stands in which cell, as one frozen value, and every motion as a function to a new value.

Motions check nothing that the rules have already made sure of (`moves` is the only legality); `place` alone refuses
a cell where no die can stand, since a heap with a floating die is no heap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, compress, permutations, takewhile

from skill.errors import IllegalMove
from skill.lattice.cells import (
    ABOVE,
    ALL,
    AXES,
    BASE_MASK,
    CELLS,
    COORDS,
    COVER_MASK,
    COVERS,
    LEVEL_STEPS,
    NAMES,
    ROWS,
    SUPPORT_MASK,
    SUPPORTS,
    UPPER_MASK,
    Axis,
    Cell,
    all_covers,
    all_supports,
    in_mask,
    mask_of,
    ray,
    shifted,
    turned,
    unit,
)
from skill.lattice.dice import COLOUR_NAMES, ORIENTATIONS, UNKNOWN, Colour, Die, Faces, tipped

_ATTITUDES: tuple[Faces | None, ...] = (None, *ORIENTATIONS)
_DICE: tuple[Die | None, ...] = (None, *(Die(colour, faces) for colour in COLOUR_NAMES for faces in _ATTITUDES))
ALL_DICE = _DICE
"""No die, then every die that there is: ten colours, each without pips and in the 24 orientations."""
_CODE: dict[Die | None, bytes] = {die: bytes([code]) for code, die in enumerate(_DICE)}
_DIE_OF: tuple[Die, ...] = (Die(UNKNOWN), *(die for die in _DICE if die is not None))  # for codes of occupied cells
_COLOUR_OF: tuple[Colour, ...] = tuple(die.colour for die in _DIE_OF)
_FACES_OF: tuple[Faces | None, ...] = tuple(die.faces for die in _DIE_OF)
_SHOWN = tuple(bytes(faces[axis] if faces else 0 for faces in _FACES_OF) for axis in AXES)  # 0 where it is not known
_IS_OF = {c: bytes(die is not None and die.colour == c for die in _DICE).ljust(256, b"\0") for c in COLOUR_NAMES}
_PLAIN_OF = bytes(_CODE[die and Die(die.colour)][0] for die in _DICE).ljust(256, b"\0")
_ROW_MASKS = tuple(map(mask_of, ROWS))
_FUNNEL_TEST = tuple((1 << c | SUPPORT_MASK[c], 1 << c) for c in CELLS)  # of these bits only the own one is empty
_LAST_SUPPORT = [max(SUPPORTS[c], default=-1) for c in CELLS]
_RESTS_BELOW = tuple(  # by cell those that need none from it on
    accumulate(sum(1 << c for c in CELLS if _LAST_SUPPORT[c] == top - 1) for top in range(len(CELLS) + 1))
)
_FREE_TEST = tuple((1 << c | COVER_MASK[c], 1 << c) for c in CELLS)  # of these bits only the own one is occupied


_TURNS = tuple(permutations(AXES, 2))


def _climb(cell: Cell, a: Axis, b: Axis) -> tuple[Cell, ...]:
    """The stack on side `b` of `cell`, above its support: what a die in `cell` passes on its way up along `-a`."""
    step = tuple(p - q for p, q in zip(unit(b), unit(a), strict=True))
    i, j, k = unit(a)
    first = shifted(cell, (step[0], step[1], step[2]))
    return () if first is None else tuple(ray(first, (-i, -j, -k)))


@cache
def _way(number: int) -> tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...]]:
    """The stack beside which a die goes up, and from each of its cells those below it, nearest first.

    Six ways begin in each cell, that `number` in cell `number // 6`.
    """
    cell, turn = divmod(number, len(_TURNS))
    a, b = _TURNS[turn]
    climb = _climb(cell, a, b)
    return climb, tuple(tuple(ray(top, unit(b)))[1:] for top in climb)


def _numbers(cell: Cell) -> range:
    return range(len(_TURNS) * cell, len(_TURNS) * (cell + 1))


@cache
def _ways_from(cell: Cell) -> list[tuple[int, list[tuple[int, list[tuple[Cell, int, int, int]]]]]]:
    """For each way up from a cell the mask of its stack and, by how many cells of that are empty, what follows.

    That is the mask of the cells below the lowest empty one and, by how many of those are empty, where the way ends, in
    how many steps, and the `_FUNNEL_TEST` there.
    """
    ways = []
    for climb, drops in map(_way, _numbers(cell)):
        tops = [
            (mask_of(drop), _landings(up, top, drop)) for up, (top, drop) in enumerate(zip(climb, drops, strict=True))
        ]
        if climb:
            ways.append((mask_of(climb), [(0, []), *reversed(tops)]))
    return ways


def _landings(up: int, top: Cell, drop: tuple[Cell, ...]) -> list[tuple[Cell, int, int, int]]:
    return [(landing, up + 2 + down, *_FUNNEL_TEST[landing]) for down, landing in enumerate((top, *drop))]


def _ends(climb: tuple[Cell, ...], drops: tuple[tuple[Cell, ...], ...]) -> Iterator[tuple[Cell, int]]:
    """Where that way may end, whatever stands there, and in how many steps."""
    for up, top in enumerate(climb, 1):
        yield from ((landing, up + down) for down, landing in enumerate((top, *drops[up - 1]), 1))


@cache
def right_angle_ends(cell: Cell) -> frozenset[tuple[Cell, int]]:
    """Where right-angle moves from a cell end in any heap, with the steps that they take."""
    return frozenset(end for number in _numbers(cell) for end in _ends(*_way(number)))


@cache
def _upwards(cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    """The cell itself and those above it along the axis: who slides down when it is pulled."""
    i, j, k = unit(axis)
    return tuple(ray(cell, (-i, -j, -k)))


_new = object.__new__  # heaps are made by the million: it is not looked up each time


class Pyramid:
    """An immutable heap of dice: 165 bytes, one a cell, and the mask of occupied cells; its `str` is the notation."""

    __slots__ = ("_codes", "mask")
    _codes: bytes
    mask: int

    def __init__(self, dice: Iterable[tuple[Cell, Die]] = ()) -> None:
        codes = bytearray(len(CELLS))
        mask = 0
        for cell, die in dice:
            codes[cell] = _CODE[die][0]
            mask |= 1 << cell
        self._codes, self.mask = bytes(codes), mask
        if hanging := self.hanging():
            raise IllegalMove(
                "position {position}: no die can stand at {cell}, its three supports are not all there",
                position=self,
                cell=NAMES[hanging[0]],
            )

    @staticmethod
    def _of(codes: bytes, mask: int) -> Pyramid:
        new = _new(Pyramid)
        new._codes, new.mask = codes, mask
        return new

    def hanging(self) -> list[Cell]:
        """Cells whose die lacks a support: empty in every heap that can stand."""
        return [c for c in in_mask(self.mask & ~BASE_MASK) if SUPPORT_MASK[c] & ~self.mask]

    # -- looking

    @property
    def codes(self) -> bytes:
        """For each cell the place of its die in `ALL_DICE`; 0 where there is none."""
        return self._codes

    def __getitem__(self, cell: Cell) -> Die | None:
        return _DICE[self._codes[cell]]

    def at(self, cell: Cell) -> Die:
        """The die in `cell`. Raises `IllegalMove` if there is none."""
        die = _DICE[self._codes[cell]]
        if die is None:
            raise IllegalMove("no die at {cell} in position {position}", cell=NAMES[cell], position=self)
        return die

    def faces_at(self, cell: Cell) -> Faces:
        """The upper faces of the die in `cell`. Raises `IllegalMove` if there is no die or its pips are not known."""
        faces = _FACES_OF[self._codes[cell]]
        if faces is None:
            self.at(cell)  # raises where there is no die at all
            raise IllegalMove(
                "the die at {cell} has no orientation in position {position}", cell=NAMES[cell], position=self
            )
        return faces

    def number_at(self, cell: Cell, axis: Axis) -> int:
        """The number that the die in `cell` shows on `axis`; 0 if there is no die or its pips are not known."""
        return _SHOWN[axis][self._codes[cell]]

    def __contains__(self, cell: Cell) -> bool:
        return bool(self.mask >> cell & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[tuple[Cell, Die]]:
        """Each occupied cell with its die, lowest first."""
        codes = self._codes
        return iter([(cell, _DIE_OF[codes[cell]]) for cell in in_mask(self.mask)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pyramid) and self._codes == other._codes

    def __hash__(self) -> int:
        return hash(self._codes)

    def __reduce__(self) -> tuple[object, ...]:
        return (Pyramid._of, (self._codes, self.mask))

    def __str__(self) -> str:
        return " ".join(die_text(cell, die) for cell, die in self) or "-"

    def __repr__(self) -> str:
        return f"Pyramid({str(self)!r})"

    @property
    def is_complete(self) -> bool:
        """Whether all 165 cells hold a die."""
        return self.mask == ALL

    def cells_of(self, colour: Colour) -> list[Cell]:
        """The cells of the dice of one colour, ascending."""
        return list(compress(CELLS, self._codes.translate(_IS_OF[colour])))

    def count_of(self, colour: Colour) -> int:
        """How many dice of one colour there are."""
        return self._codes.translate(_IS_OF[colour]).count(1)

    def cell_of(self, colour: Colour) -> Cell | None:
        """The lowest cell with a die of one colour, None if there is none: for a colour of which there is one die."""
        cell = self._codes.translate(_IS_OF[colour]).find(1)
        return None if cell < 0 else cell

    def colours_at(self, cells: Iterable[Cell]) -> list[Colour]:
        """The colours of the dice in these cells, in each of which there must be one."""
        codes = self._codes
        return [_COLOUR_OF[codes[cell]] for cell in cells]

    def funnels(self, among: int = ALL) -> list[Cell]:
        """The empty cells that have all their supports: where a die may be placed, ascending. `among`: in this mask."""
        return list(_funnels(self.mask, among))

    def is_funnel(self, cell: Cell) -> bool:
        """Whether a die may be placed in `cell`."""
        bits, own = _FUNNEL_TEST[cell]
        return ~self.mask & bits == own

    def free(self) -> list[Cell]:
        """The cells of the dice whose three upper faces are bare: the dice that may be lifted, ascending."""
        return list(_free(self.mask))

    def free_of(self, colour: Colour) -> list[Cell]:
        """The free dice of one colour, ascending."""
        codes, is_of = self._codes, _IS_OF[colour]
        return [cell for cell in _free(self.mask) if is_of[codes[cell]]]

    def free_showing(self, axis: Axis, number: int) -> list[Cell]:
        """The free dice that show this number on `axis`, ascending."""
        codes, shown = self._codes, _SHOWN[axis]
        return [cell for cell in _free(self.mask) if shown[codes[cell]] == number]

    def is_free(self, cell: Cell) -> bool:
        """Whether the die in `cell` may be lifted."""
        bits, own = _FREE_TEST[cell]
        return self.mask & bits == own

    def is_bare(self, cell: Cell, axis: Axis) -> bool:
        """Whether the upper face on `axis` of the die in `cell` is bare."""
        cover = ABOVE[cell][axis]
        return cover is None or not self.mask >> cover & 1

    def is_visible(self, cell: Cell) -> bool:
        """Whether any upper face of the die in `cell` is bare."""
        covers = COVER_MASK[cell]
        return len(COVERS[cell]) < len(AXES) or covers & self.mask != covers

    def supports(self, cell: Cell) -> list[Die]:
        """The dice on which `cell` rests, in the order I, J, K; none on level 0."""
        return [self.at(support) for support in SUPPORTS[cell]]

    def funnel_numbers(self, cell: Cell) -> tuple[int, int, int]:
        """The numbers inside the funnel at `cell`, level 1 or higher: face -X of its support on each axis X."""
        i, j, k = SUPPORTS[cell]
        codes, (shown_i, shown_j, shown_k) = self._codes, _SHOWN
        numbers = (shown_i[codes[i]], shown_j[codes[j]], shown_k[codes[k]])
        if 0 in numbers:  # `faces_at` says why
            return (self.faces_at(i)[0], self.faces_at(j)[1], self.faces_at(k)[2])
        return numbers

    def outside_tally(self) -> dict[Colour, int]:
        """Outside faces by colour: for each of the 135 rows its outermost die scores one."""
        tally: dict[Colour, int] = {}
        codes, mask = self._codes, self.mask
        for row in _ROW_MASKS:
            if dice := mask & row:  # the outermost of a row is the highest, and so the last
                colour = _DIE_OF[codes[dice.bit_length() - 1]].colour
                tally[colour] = tally.get(colour, 0) + 1
        return tally

    def outside(self, colour: Colour) -> list[Cell]:
        """The dice of one colour that show an outside face, ascending."""
        outermost = {(self.mask & row).bit_length() - 1 for row in _ROW_MASKS}
        return [cell for cell in self.cells_of(colour) if cell in outermost]

    # -- moving dice

    def place(self, cell: Cell, die: Die) -> Pyramid:
        """With `die` set into the funnel `cell`. Raises `IllegalMove` if that is no funnel."""
        if not self.is_funnel(cell):
            text = "cannot place a die at {cell}: its three supports are not all there in position {position}"
            if cell in self:
                text = "cannot place a die at {cell}: a die stands there in position {position}"
            raise IllegalMove(text, cell=NAMES[cell], position=self)
        return self.put(cell, die)

    def put(self, cell: Cell, die: Die) -> Pyramid:
        """With `die` in `cell`, whatever stood there: turns and swaps a die in its place."""
        return Pyramid._of(self._codes[:cell] + _CODE[die] + self._codes[cell + 1 :], self.mask | 1 << cell)

    def put_all(self, dice: Iterable[tuple[Cell, Die]]) -> Pyramid:
        """With each of these dice in its cell, whatever stood there."""
        codes, mask = bytearray(self._codes), self.mask
        for cell, die in dice:
            codes[cell] = _CODE[die][0]
            mask |= 1 << cell
        return Pyramid._of(bytes(codes), mask)

    def remove(self, cell: Cell) -> Pyramid:
        """Without the die in `cell`; rules ask for `is_free` first."""
        return Pyramid._of(self._codes[:cell] + b"\0" + self._codes[cell + 1 :], self.mask & ~(1 << cell))

    def turn(self, cell: Cell, faces: Faces) -> Pyramid:
        """With the die in `cell` put back showing `faces`."""
        return self.put(cell, Die(self.at(cell).colour, faces))

    def move(self, cell: Cell, to: Cell) -> Pyramid:
        """With the die in `cell` lifted and set into the funnel `to`, its faces unchanged. Raises `IllegalMove`."""
        return self.remove(cell).place(to, self.at(cell))

    def tip(self, cell: Cell, to: Cell) -> Pyramid:
        """With the die in `cell` tipped into the neighbouring funnel `to` of its level. Raises `IllegalMove`."""
        (i, j, k), (x, y, z) = COORDS[cell], COORDS[to]
        step = (x - i, y - j, z - k)
        if step not in LEVEL_STEPS:
            raise IllegalMove(
                "cannot tip {cell} to {to}: they are no neighbours on one level", cell=NAMES[cell], to=NAMES[to]
            )
        die = self.at(cell)
        return self.remove(cell).place(to, Die(die.colour, die.faces and tipped(die.faces, step)))

    def slide_axis(self, cell: Cell) -> Axis | None:
        """The axis of the one covered face of a die that may be pulled, or None if it is free.

        Raises `IllegalMove` if two or three of its upper faces are covered.
        """
        covered = [axis for axis in AXES if not self.is_bare(cell, axis)]
        if len(covered) > 1:
            raise IllegalMove(
                "cannot slide {cell}: two of its upper faces must be bare in position {position}",
                cell=NAMES[cell],
                position=self,
            )
        return covered[0] if covered else None

    def column(self, cell: Cell) -> list[Cell]:
        """The die in `cell` that may be pulled and, upwards, those that then slide down: none if it is free.

        Raises `IllegalMove`.
        """
        axis = self.slide_axis(cell)
        if axis is None:
            return [cell]
        mask = self.mask
        return list(takewhile(lambda c: mask >> c & 1, _upwards(cell, axis)))

    def slide(self, cell: Cell) -> Pyramid:
        """With the die in `cell` pulled out and the column on its third face slid down one cell.

        Raises `IllegalMove`.
        """
        codes, gap = bytearray(self._codes), cell
        for upper in self.column(cell)[1:]:
            codes[gap], gap = codes[upper], upper
        codes[gap] = 0
        return Pyramid._of(bytes(codes), self.mask & ~(1 << gap))

    def sliding(self) -> list[Cell]:
        """The dice with at least two bare upper faces: those that may be pulled, ascending."""
        return [c for c in in_mask(self.mask) if (COVER_MASK[c] & self.mask).bit_count() <= 1]

    def turned(self, thirds: int = 1) -> Pyramid:
        """The heap on a plate turned by `thirds` thirds of a turn clockwise, dice and all."""
        return Pyramid((turned(cell, thirds), _turned_die(die, thirds)) for cell, die in self)

    def plain(self) -> Pyramid:
        """The heap of dice without pips that has the same colours."""
        return Pyramid._of(self._codes.translate(_PLAIN_OF), self.mask)

    # -- moves over the heap by one free die

    def right_angle_moves(self, cell: Cell) -> dict[Cell, int]:
        """Where the free die in `cell` gets to by one right-angle move, with the steps each takes.

        In the plane of one axis: up along -A by u, round the edge of a solid cell, down along +B by d.
        """
        reached: dict[Cell, int] = {}
        empty = ~self.mask | 1 << cell
        for climb, tops in _ways_from(cell):
            # On an empty cell nothing stands and below a die no cell is empty: a count tells where the first one is.
            if left := (empty & climb).bit_count():
                drop, landings = tops[left]
                landing, steps, bits, own = landings[(empty & drop).bit_count()]
                if empty & bits == own and (landing not in reached or steps < reached[landing]):
                    reached[landing] = steps
        return reached


@lru_cache(maxsize=1 << 12)
def _funnels(mask: int, among: int) -> tuple[Cell, ...]:
    """The funnels of a heap that are in `among`; what lies on an empty cell lacks a support."""
    empty = ALL & ~mask
    if not among & UPPER_MASK:  # the plate carries all of them
        return tuple(in_mask(empty & among))
    top = mask.bit_length()
    return tuple(in_mask(empty & among & _RESTS_BELOW[top] & ~all_covers(empty & (1 << top) - 1)))


@lru_cache(maxsize=1 << 12)
def _free(mask: int) -> tuple[Cell, ...]:
    """The free dice of a heap."""
    return tuple(in_mask(mask & ~all_supports(mask)))


def _turned_die(die: Die, thirds: int) -> Die:
    faces = die.faces
    return die if faces is None else Die(die.colour, tuple(faces[(axis - thirds) % 3] for axis in AXES))  # type: ignore[arg-type]


EMPTY = Pyramid()


def die_text(cell: Cell, die: Die) -> str:
    """A die on the plate: colour, cell, and where pips matter a colon and the orientation."""
    name, pips = die.colour + NAMES[cell], die.faces
    return name if pips is None else f"{name}:{pips[0]}{pips[1]}{pips[2]}"
