"""Cells of the cubic lattice in which dice stand on their corners, and every table that follows from their definition.

A cell is a small integer, 0 to 164, in the order of the notation: by level from the base, then by its three
digits. Its coordinates `(i, j, k)` count downwards from the apex `000`; `i + j + k <= 8`.
A set of cells is an integer mask with bit `1 << cell`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skill.errors import NotationError, quoted

Cell = int
Axis = int
Vector = tuple[int, int, int]

DEPTH = 8  # coordinates of a cell sum to at most this; the plate's own cubes would be the next layer
I, J, K = AXES = (0, 1, 2)
AXIS_NAMES = "IJK"

COORDS: tuple[Vector, ...] = tuple(
    (i, j, depth - i - j) for depth in range(DEPTH, -1, -1) for i in range(depth + 1) for j in range(depth - i + 1)
)
CELLS = range(len(COORDS))
NUMBER_OF: dict[Vector, Cell] = {coords: cell for cell, coords in enumerate(COORDS)}
LEVEL: tuple[int, ...] = tuple(DEPTH - sum(coords) for coords in COORDS)
LEVELS: tuple[tuple[Cell, ...], ...] = tuple(tuple(c for c in CELLS if LEVEL[c] == n) for n in range(DEPTH + 1))
BASE = LEVELS[0]

NAMES: tuple[str, ...] = tuple("".join(map(str, coords)) for coords in COORDS)
_BY_NAME = {name: cell for cell, name in enumerate(NAMES)}


def cell_at(i: int, j: int, k: int) -> Cell | None:
    """The cell with these coordinates, or None if that place is out of range or in the plate."""
    return NUMBER_OF.get((i, j, k))


def parse_cell(text: str) -> Cell:
    """The cell written as three digits, `341`. Raises `NotationError`."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise NotationError(
            "cell {text}: expected three digits that sum to at most {depth}, such as 341",
            text=quoted(text),
            depth=DEPTH,
        ) from None


def cells(text: str) -> tuple[Cell, ...]:
    """The cells written one after another with spaces between them: `800 080 008`."""
    return tuple(parse_cell(word) for word in text.split())


def shifted(cell: Cell, step: Vector) -> Cell | None:
    """The cell one `step` away, or None if nothing can stand there."""
    i, j, k = COORDS[cell]
    return NUMBER_OF.get((i + step[0], j + step[1], k + step[2]))


def unit(axis: Axis) -> Vector:
    """The lattice step `+1` along one axis."""
    return (int(axis == I), int(axis == J), int(axis == K))


def _unit_steps(sign: int) -> tuple[Vector, ...]:
    return tuple((sign * a, sign * b, sign * c) for a, b, c in map(unit, AXES))


def _neighbours(cell: Cell, steps: Iterable[Vector]) -> tuple[Cell, ...]:
    return tuple(there for step in steps if (there := shifted(cell, step)) is not None)


BELOW: tuple[tuple[Cell | None, ...], ...] = tuple(tuple(shifted(c, s) for s in _unit_steps(+1)) for c in CELLS)
"""For each cell what lies on its I, J and K side below: all three are None on level 0, where the plate carries."""
ABOVE: tuple[tuple[Cell | None, ...], ...] = tuple(tuple(shifted(c, s) for s in _unit_steps(-1)) for c in CELLS)
"""For each cell its place above on the I, J and K side; None where that is out of range."""
SUPPORTS: tuple[tuple[Cell, ...], ...] = tuple(_neighbours(c, _unit_steps(+1)) for c in CELLS)
"""The three cells that carry a cell, axis by axis; empty on level 0."""
COVERS: tuple[tuple[Cell, ...], ...] = tuple(_neighbours(c, _unit_steps(-1)) for c in CELLS)
"""The cells that lie on a cell and are in range: three inside, fewer at the outside."""

LEVEL_STEPS: tuple[Vector, ...] = tuple(
    (a, b, -a - b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0) and abs(a + b) <= 1
)
"""The six steps to the neighbours on the same level."""
RIDGE_ATTACKS: tuple[Vector, ...] = ((-2, 1, 1), (1, -2, 1), (1, 1, -2))
"""On the base layer: over the saddle, up the ridge, down beyond it."""
RIDGE_ESCAPES: tuple[Vector, ...] = ((2, -1, -1), (-1, 2, -1), (-1, -1, 2))
"""On the base layer: lifted to the point, down the ridge."""
NEIGHBOURS: tuple[tuple[Cell, ...], ...] = tuple(_neighbours(c, LEVEL_STEPS) for c in CELLS)
_TWO_LEVELS = tuple(tuple(s * (axis != gap) for axis in AXES) for gap in AXES for s in (-1, 1))
FACE_CONTACTS: tuple[tuple[Cell, ...], ...] = tuple(SUPPORTS[c] + COVERS[c] for c in CELLS)
EDGE_CONTACTS: tuple[tuple[Cell, ...], ...] = tuple(
    NEIGHBOURS[c] + _neighbours(c, _TWO_LEVELS)  # type: ignore[arg-type]
    for c in CELLS
)
CORNER_CONTACTS: tuple[tuple[Cell, ...], ...] = tuple(
    _neighbours(c, [(a, b, d) for a in (-1, 1) for b in (-1, 1) for d in (-1, 1)]) for c in CELLS
)

ZEROS: tuple[int, ...] = tuple(coords.count(0) for coords in COORDS)
"""How many outside faces of the complete pyramid a cell shows: 135 in all."""
CORNERS: tuple[Cell, ...] = tuple(NUMBER_OF[(DEPTH * a, DEPTH * b, DEPTH * c)] for a, b, c in map(unit, AXES))
"""The corner funnels `800`, `080`, `008`, which belong to seats I, J, K."""
EDGE_FUNNELS: tuple[Cell, ...] = tuple(c for c in BASE if ZEROS[c])
INTERIOR_FUNNELS: tuple[Cell, ...] = tuple(c for c in BASE if not ZEROS[c])


def mask_of(cells: Iterable[Cell]) -> int:
    """The mask with the bit of each of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


# A mask is handled byte by byte, up to its highest bit: for each byte and each of its values a table holds the answer,
# so that the questions that rules ask most take about a microsecond.
def _cells_of_bytes() -> list[list[tuple[Cell, ...]]]:
    """For each byte of a mask a table from its value to the cells it stands for."""
    tables = []
    for n in range((len(CELLS) + 7) // 8):
        table: list[tuple[Cell, ...]] = [()]
        for byte in range(1, 256):
            lowest = 8 * n + (byte & -byte).bit_length() - 1
            table.append((lowest, *table[byte & byte - 1]) if lowest < len(CELLS) else ())
        tables.append(table)
    return tables


_CELLS_OF = _cells_of_bytes()


def in_mask(mask: int) -> list[Cell]:
    """The cells of a mask, in ascending order."""
    cells: list[Cell] = []
    for n, byte in enumerate(mask.to_bytes(mask.bit_length() + 7 >> 3, "little")):
        if byte:
            cells += _CELLS_OF[n][byte]
    return cells


SUPPORT_MASK: tuple[int, ...] = tuple(mask_of(SUPPORTS[c]) for c in CELLS)
COVER_MASK: tuple[int, ...] = tuple(mask_of(COVERS[c]) for c in CELLS)
NEIGHBOUR_MASK: tuple[int, ...] = tuple(mask_of(NEIGHBOURS[c]) for c in CELLS)
ALL = mask_of(CELLS)
BASE_MASK = mask_of(BASE)
UPPER_MASK = ALL & ~BASE_MASK
"""The cells above the base layer, which rest on three dice."""


def _union_tables(masks: tuple[int, ...]) -> list[list[int]]:
    """For each byte of a mask a table from its value to the union of `masks` of the cells it stands for."""
    tables = []
    for cells_of in _CELLS_OF:
        table = [0]
        for byte in range(1, 256):
            table.append(table[byte & byte - 1] | masks[cells_of[byte][0]] if cells_of[byte] else 0)
        tables.append(table)
    return tables


_SUPPORTS_OF, _COVERS_OF = _union_tables(SUPPORT_MASK), _union_tables(COVER_MASK)
_BASE_BYTES = len(BASE) // 8  # the first bytes of a mask stand for dice of the plate only, which rest on none
_UPPER_SUPPORTS_OF = _SUPPORTS_OF[_BASE_BYTES:]
_NEIGHBOURS_OF = _union_tables(NEIGHBOUR_MASK)


def _union(tables: list[list[int]], mask: int) -> int:
    united = 0
    for n, byte in enumerate(mask.to_bytes(mask.bit_length() + 7 >> 3, "little")):
        if byte:
            united |= tables[n][byte]
    return united


def all_supports(mask: int) -> int:
    """The mask of every cell that carries one of the cells of a mask."""
    return _union(_UPPER_SUPPORTS_OF, mask >> 8 * _BASE_BYTES)


def all_covers(mask: int) -> int:
    """The mask of every cell that lies on one of the cells of a mask."""
    return _union(_COVERS_OF, mask)


def all_neighbours(mask: int) -> int:
    """The mask of every cell that is a neighbour of one of the cells of a mask."""
    return _union(_NEIGHBOURS_OF, mask)


def _rows() -> tuple[tuple[Cell, ...], ...]:
    starts = [(c, axis) for axis in AXES for c in CELLS if COORDS[c][axis] == 0]
    return tuple(tuple(ray(c, unit(axis))) for c, axis in starts)


def ray(cell: Cell, step: Vector) -> Iterator[Cell]:
    """`cell` and the cells that follow it step by step, until out of range."""
    here: Cell | None = cell
    while here is not None:
        yield here
        here = shifted(here, step)


ROWS: tuple[tuple[Cell, ...], ...] = _rows()
"""The 135 rows along the axes, 45 for each of I, J, K, outermost cell first."""


def plane(axis: Axis, value: int) -> tuple[Cell, ...]:
    """The cells whose coordinate on `axis` is `value`."""
    return tuple(c for c in CELLS if COORDS[c][axis] == value)


def small_pyramid(apex: Cell, levels: int) -> tuple[Cell, ...]:
    """The pyramid of `levels` levels below and including `apex`, lowest cells first.

    Raises `NotationError` if it does not fit above the plate.
    """
    a, b, c = COORDS[apex]
    if not 1 <= levels <= LEVEL[apex] + 1:
        raise NotationError(
            "small pyramid at {apex}: expected 1 to {most} levels, got {levels}",
            apex=NAMES[apex],
            most=LEVEL[apex] + 1,
            levels=levels,
        )
    return tuple(
        cell
        for cell in CELLS
        for x, y, z in [COORDS[cell]]
        if x >= a and y >= b and z >= c and x + y + z - a - b - c < levels
    )


def corner_pyramid(axis: Axis, levels: int) -> tuple[Cell, ...]:
    """The small pyramid on the plate whose base holds the corner funnel of `axis`."""
    i, j, k = unit(axis)
    up = DEPTH + 1 - levels
    return small_pyramid(NUMBER_OF[(up * i, up * j, up * k)], levels)


def turned(cell: Cell, thirds: int = 1) -> Cell:
    """The cell after turning the plate by `thirds` thirds of a turn clockwise: what was at I is at J."""
    coords = COORDS[cell]
    return NUMBER_OF[(coords[-thirds % 3], coords[(1 - thirds) % 3], coords[(2 - thirds) % 3])]


def closure(cell: Cell, occupied: int) -> int:
    """The mask of `cell` and every cell not in `occupied` that it needs below it; 0 if it is occupied itself."""
    if occupied >> cell & 1:
        return 0
    mask = 1 << cell
    for support in SUPPORTS[cell]:
        if not mask >> support & 1:
            mask |= closure(support, occupied | mask)
    return mask


def contact_cells(group: int, occupied: int) -> int:
    """The mask of empty in-range covers of the dice in `group`: where a new die touches them face to face."""
    covers = 0
    while group:  # of few dice, bit by bit is faster than byte by byte
        lowest = group & -group
        group ^= lowest
        covers |= COVER_MASK[lowest.bit_length() - 1]
    return covers & ~occupied
