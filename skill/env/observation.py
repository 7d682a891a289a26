"""What a seat sees as one array of bytes, made only from its view and the contract's answers about that view.

An observation is an int8 array of fixed length, laid out in the parts of `Layout`. Numbers are rounded to whole ones,
from -16384 to 16383; each takes two places, n >> 7 and n & 127. Words stand as 14 bits of their CRC-32.

| part | what |
| --- | --- |
| `dice` | 165 cells of colour (1 red, 2 green, ... as `COLOUR_NAMES`; 10 not known) and faces I, J, K (0 not known) |
| `marks` | 165 cells of goal (1), owner (a seat) and label (a number or word) |
| `turn` | own seat, seats, who is to move (0 nobody, chance, or anyone), dice beside the plate (-1 where not limited) |
| `seats` | 8 seats of score, and 1 while it has its turn |
| `held` | 12 dice in hand or rolled: colour, number, faces |
| `rolled` | 12 dice that chance rolled last: colour, number |
| `facts` | 8 sentences: which, and 6 values each |
| `announced` | 44 sentences heard since the seat acted last, as `facts` (games in which sums are said aloud) |
| `block` | places of a block beside the plate: 1 for a die (games with a block) |
| `page` | 6 dice beside the sheet, own squares, those of the others (games on paper) |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from skill.env.playing import Setting
from skill.lattice.cells import AXES, CELLS
from skill.lattice.dice import COLOUR_NAMES, Die
from skill.lattice.notation import ROLL, ROLLS, Action
from skill.lattice.pyramid import ALL_DICE
from skill.rules.fact import At, Fact, From, Player, Side, To
from skill.rules.game import AttemptSpec, Game, Seat

Array = npt.NDArray[np.int8]

MOST_SEATS, MOST_HELD, MOST_ROLLED, MOST_FACTS, MOST_VALUES, MOST_SPOTS, MOST_PAGE_DICE = 8, 12, 12, 8, 6, 165, 6
MOST_ANNOUNCED = 44
"""What can be said aloud between two turns of a seat: with 8 players 36 lifts that find the sum, and 8 in vain."""
COLOUR_NUMBER = {colour: n for n, colour in enumerate(COLOUR_NAMES, 1)}
_DICE = np.array(
    [(0, 0, 0, 0), *((COLOUR_NUMBER[die.colour], *(die.faces or (0, 0, 0))) for die in ALL_DICE if die)], np.int8
)


class Layout(NamedTuple):
    """Where each part of an observation of a game lies."""

    parts: dict[str, slice]
    length: int

    def part(self, observation: Array, name: str) -> Array:
        """One part of an observation, in rows of cells for `dice` and `marks`."""
        found = observation[self.parts[name]]
        return found.reshape(len(CELLS), -1) if name in ("dice", "marks") else found


def layout_of(made: Setting) -> Layout:
    """The layout for a game with these players and options."""
    game = made.game
    page = game.page(game.view(game.begin(made.players, made.options), 1), 1)
    lengths = {
        "dice": 4 * len(CELLS),
        "marks": 4 * len(CELLS),
        "turn": 5,
        "seats": 3 * MOST_SEATS,
        "held": 6 * MOST_HELD,
        "rolled": 3 * MOST_ROLLED,
        "facts": MOST_FACTS * 2 * (1 + MOST_VALUES),
        "announced": MOST_ANNOUNCED * 2 * (1 + MOST_VALUES) if type(game).announced is not Game.announced else 0,
        "block": MOST_SPOTS if type(game).block is not Game.block else 0,
        "page": 2 * made.players * len(page.squares) + 4 * MOST_PAGE_DICE if page else 0,
    }
    parts, end = {}, 0
    for name, length in lengths.items():
        parts[name] = slice(end, end + length)
        end += length
    return Layout(parts, end)


def observation(made: Setting, layout: Layout, view: Any, seat: Seat, rolled: Action | None = None) -> Array:
    """What `seat` sees: `view` is the state as it may know it, `rolled` the last `roll` or `rolls` of chance."""
    game, found, parts = made.game, np.zeros(layout.length, np.int8), layout.parts
    _write_dice(found[parts["dice"]], game.pyramid(view).codes, game.sides_seen(view, seat))
    marks = found[parts["marks"]].reshape(len(CELLS), 4)
    marks[list(game.goal_cells(view, seat)), 0] = 1
    for cell, owner in game.owned_cells(view).items():
        marks[cell, 1] = owner
    for cell, label in game.labels(view, seat).items():
        marks[cell, 2:] = _number(label.text)
    turn, unplaced = game.to_move(view), game.unplaced(view)
    mover = turn.seat if isinstance(turn, AttemptSpec) else turn if isinstance(turn, int) else 0
    found[parts["turn"]] = (seat, made.players, mover, *_number(-1 if unplaced is None else unplaced.total()))
    has_turn = (game.turn_of(view, other) is not None for other in made.seats)
    _fill(found[parts["seats"]], (n for row in zip(game.scores(view), has_turn, strict=True) for n in _score(*row)))
    held = ((die.colour, die.number, die.faces) for die in game.held(view, seat))
    _fill(found[parts["held"]], (n for die in held for n in _held(*die)))
    _fill(found[parts["rolled"]], (n for colour, number in _dice_of(rolled) for n in (colour, *_number(number))))
    facts = (fact for fact in game.facts(view, seat) if not fact.fades)
    _fill(found[parts["facts"]], (n for fact in facts for n in _sentence(fact)))
    _fill(found[parts["announced"]], (n for fact in game.announced(view, seat) for n in _sentence(fact)))
    if parts["block"].start < parts["block"].stop and (block := game.block(view)):
        spots = [_place(spot, block.width, block.length) for spot in block.dice]
        found[parts["block"]][[n for n in spots if n < MOST_SPOTS]] = 1
    if parts["page"].start < parts["page"].stop and (page := game.page(view, seat)):
        dice = [n for d in page.dice[:MOST_PAGE_DICE] for n in (d.sides, d.number, d.in_set, d.is_used)]
        rows = [[number for _, number in page.squares], *(row for _, row in page.others)]
        numbers = (n for row in rows for number in row for n in _number(number))
        _fill(found[parts["page"]], (*dice, *(0,) * (4 * MOST_PAGE_DICE - len(dice)), *numbers))
    return found


def _write_dice(part: Array, codes: bytes, sides: Iterable[int]) -> None:
    rows = _DICE[np.frombuffer(codes, np.uint8)]
    if hidden := [1 + axis for axis in AXES if axis not in sides]:
        rows[:, hidden] = 0
    part[:] = rows.reshape(-1)


def _fill(part: Array, numbers: Iterable[int]) -> None:
    """Writes numbers from the start of a part; what has no room is left out."""
    listed = list(numbers)[: len(part)]
    part[: len(listed)] = listed


def _score(score: float, has_turn: bool) -> tuple[int, int, int]:
    return (*_number(score), int(has_turn))


def _held(colour: str, number: int | None, faces: tuple[int, ...] | None) -> tuple[int, ...]:
    return (COLOUR_NUMBER[colour], *_number(number or 0), *(faces or (0, 0, 0)))


def _dice_of(rolled: Action | None) -> Iterator[tuple[int, int]]:
    """Colour and number of the dice that were rolled."""
    if rolled is None:
        return
    if rolled.verb == ROLL.name:
        yield 0, rolled[1]
    elif rolled.verb == ROLLS.name:
        yield from ((COLOUR_NUMBER[colour], number) for colour, number in rolled[1])


def _sentence(fact: Fact) -> list[int]:
    values = [n for value in fact.values.values() for n in _flat(value)][: 2 * MOST_VALUES]
    return [*_number(fact.text), *values, *(0,) * (2 * MOST_VALUES - len(values))]


def _flat(value: object) -> Iterator[int]:
    if isinstance(value, tuple) and not isinstance(value, At | From | To | Player | Side | Die | Fact):
        for one in value:
            yield from _flat(one)
    else:
        yield from _number(value)


def _number(value: object) -> tuple[int, int]:
    """A number, a word, or a value of a sentence in two places."""
    match value:
        case bool() | int() | float():
            n = max(-(1 << 14), min((1 << 14) - 1, round(value)))
        case At(n) | From(n) | To(n) | Side(n):
            n += 1
        case Player(seat):
            n = seat
        case Die(colour):
            n = COLOUR_NUMBER[colour]
        case str() if value.lstrip("+-").isdecimal():
            n = max(-(1 << 14), min((1 << 14) - 1, int(value)))
        case Fact(text):
            n = crc32(text.encode()) & 0x3FFF
        case _:
            n = crc32(str(value).encode()) & 0x3FFF
    return n >> 7, n & 127


def _place(spot: tuple[int, ...], width: int, length: int) -> int:
    x, y, *z = spot
    return ((z[0] if z else 0) * length + y) * width + x
