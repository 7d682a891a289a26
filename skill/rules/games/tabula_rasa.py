"""28 Tabula Rasa. Break chunks of 1, 3 or 6 off a slab of 5 by 11 dice and build them in; the first out wins.

Source: game 28 of the Kosmos edition. A chunk is a rigid body and may be turned over, so mirror images are allowed; the
text asks for no contact with other dice, which is the option. The state has the place first: a turn builds the dice one
after the other, then breaks the same shape off the slab die after die, so that no choice leads astray. Since a single
die can always be broken off and placed, nobody is ever stuck. A game that begins from a position begins with full slabs
and may fill the pyramid before anybody is out: then the fewest dice left win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    ALL,
    AXES,
    CELLS,
    COORDS,
    DEPTH,
    EDGE_CONTACTS,
    FACE_CONTACTS,
    in_mask,
    mask_of,
    plane,
)
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import PLACE, STOP, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Block, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.connected_sets import BREAK, Kind, Sets, connected_sets, narrowed, next_cells, renewed, union
from skill.rules.telling import Note

SEATS = 3
COLOURS = (RED, GREEN, BLACK)
DICE = {colour: Die(colour) for colour in COLOURS}
WIDTH, LENGTH = 5, 11  # of the slab: x from 0 to 4, y from 0 to 10
STRIDE = WIDTH + 1  # bits of a slab's mask from one y to the next: an empty column keeps neighbours apart
MARGIN = STRIDE + 1  # bits by which a mask is shifted that has an empty row and column before the slab's too


TOUCHING = tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c]) for c in CELLS)
PLANES = tuple(mask_of(plane(axis, value)) for axis in AXES for value in range(DEPTH + 1))
KINDS: tuple[Kind, ...] = ((1, ALL), (3, ALL), *((6, within) for within in PLANES))
"""The kinds of chunk: how many dice, and where they all lie. Up to three that are linked always lie in a plane."""

Flat = tuple[tuple[int, int], ...]
"""A flat shape: the places of its dice in ascending order, the smallest coordinates 0."""


def _bit(x: int, y: int) -> int:
    return 1 << y * STRIDE + x


SLAB = sum(_bit(x, y) for x in range(WIDTH) for y in range(LENGTH))
AROUND = (1 << (LENGTH + 2) * STRIDE + 1) - 1 & ~(SLAB << MARGIN)
"""All round a full slab, shifted by the margin."""
_COLUMN_FIRST = tuple(bit % STRIDE * LENGTH + bit // STRIDE for bit in range(STRIDE * LENGTH))
"""For each bit of a slab when its place is reached, going column by column."""
BREAKS = {y * STRIDE + x: BREAK((x, y)) for y in range(LENGTH) for x in range(WIDTH)}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    slabs: tuple[int, ...]
    """What is left of each seat's slab."""
    must_touch: bool
    sets: Sets
    """While a chunk is being built: what each that is possible lacks."""
    built: int = 0
    """The cells of the chunk."""
    chunks: Sets = ()
    """While it is being broken off: what each possible piece of the slab still holds."""
    standing: tuple[Sets, ...] = ()
    """Of each kind the chunks that could stand when the turn began, whatever the slab gives."""


class TabulaRasa(Game[State]):
    number, slug, title = "28", "tabula-rasa", "Tabula Rasa"
    family, players = "construction", (SEATS, SEATS)
    goal = "Be the first to have built in all your dice, broken off in pieces of 1, 3 or 6."
    deciding_rules = {
        "break": "The dice of a chunk hang together by faces, and the rest of the slab stays in one piece.",
        "place": "Set a chunk of 1, 3 or 6 dice: each stands on the plate or on three dice.",
    }
    summary = "Break chunks of 1, 3 or 6 off a slab of 5 by 11 dice and build them in; first out wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "contact",
            "none",
            "touch",
            help="Whether a chunk must touch a die that is already there.",
            meanings={"none": "it may stand anywhere", "touch": "it must, except in the first turn of the game"},
        ),
    )
    verbs = (PLACE, STOP, BREAK)
    seat_colours = COLOURS
    score_order = "fewest"
    horizon = 1
    calls_a_second = 25_000
    text = RulesText(
        goal="Be the first to use up your slab.",
        setup="Each player has 55 dice of his colour pushed together to a slab one die thick, 5 wide and 11 long. The "
        "plate is empty.",
        turn="Break a chunk of exactly 1, 3 or 6 dice off your slab. The dice of a chunk must hang together by whole "
        "faces. The rest of the slab must stay in one piece. Set the chunk into the pyramid in one piece, turned or "
        "turned over as you like: each of its dice must stand on the plate or on three dice, of the pyramid or of the "
        "chunk. On the screen you first set the dice into the pyramid one by one, then click the dice of the slab "
        "that they came from. You may not pass.",
        end="Whoever has nothing left of his slab wins at once; the others rank by the dice they have left.",
        ties="There is no tie: only one can be the first.",
        readings=(
            "On the empty plate only a single die can stand: a larger chunk would tip over.",
            "A chunk need not touch other dice unless you agree on it; then faces and edges both count as "
            "touching, and the first turn of the game is free of it.",
        ),
        stuck=("A single die can always be broken off and placed, so nobody is ever stuck.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        if any(die not in DICE.values() for _, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: tabula-rasa has red, green and black dice without orientation", pyramid=pyramid
            )
        occupied = pyramid.mask
        standing = tuple(connected_sets(ALL, occupied, size, within) for size, within in KINDS)
        touch = options["contact"] == "touch"
        return _turn(State(pyramid, kit.first_seat(options), (SLAB,) * SEATS, touch, (), standing=standing))

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat

    def _is_over(self, state: State) -> bool:
        return not all(state.slabs) or (state.pyramid.is_complete and not state.built)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        if state.chunks:
            return [BREAKS[bit] for bit in in_mask(union(state.chunks))]
        places = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        moves = [places[cell] for cell in next_cells(state.sets, state.pyramid)]
        return [*moves, STOP()] if 0 in state.sets else moves

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.placements(COLOURS), STOP(), *BREAKS.values())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                sets = narrowed(state.sets, cell)
                pyramid, built = state.pyramid.put(cell, DICE[colour]), state.built | 1 << cell
                state = state._replace(pyramid=pyramid, built=built, sets=sets)
                return state if any(sets) else _built(state)
            case ("stop",):
                return _built(state)
            case ("break", (x, y)):
                bit = _bit(x, y)
                slabs = tuple(s & ~bit if seat == state.seat else s for seat, s in enumerate(state.slabs, 1))
                state = state._replace(slabs=slabs, chunks=narrowed(state.chunks, y * STRIDE + x))
                if any(state.chunks):
                    return state
                seat = kit.next_seat(state.seat, SEATS)
                standing = renewed(state.standing, KINDS, state.built, state.pyramid.mask)
                return _turn(state._replace(seat=seat, built=0, chunks=(), standing=standing))
        raise IllegalMove(f"{action}: not an action of tabula-rasa")

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        left = self.scores(state)
        return kit.by_dice_left(left)

    def connected_sets(self, state: State) -> Sets:
        return state.sets

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(slab.bit_count() for slab in state.slabs)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, map(int.bit_count, state.slabs))

    def unplaced(self, state: State) -> Counter[Colour]:
        """All slabs, less the dice that have been built and are still to be broken off."""
        left = kit.of_seats(COLOURS, map(int.bit_count, state.slabs))
        left[COLOURS[(state.seat or 1) - 1]] -= state.chunks[0].bit_count() if state.chunks else state.built.bit_count()
        return left

    def block(self, state: State) -> Block | None:
        """The slab of the seat that is to move, or will be."""
        owner = state.seat or 1
        slab, die = state.slabs[owner - 1], DICE[COLOURS[owner - 1]]
        spots = ((x, y) for y in range(LENGTH) for x in range(WIDTH) if slab & _bit(x, y))
        return Block(WIDTH, LENGTH, dict.fromkeys(spots, die))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = () if action.verb == STOP.name else super().told(before, action, by, after)
        if not after.chunks or before.chunks:
            return sentences
        text, one = "{player} built a chunk of {count} dice.", "{player} built a chunk of one die."
        return (*sentences, fact(text, one=one, player=Player(before.seat), count=after.built.bit_count()))

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # one die less for every die that is broken off

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The size of the largest chunk that it leads to; in the slab how compact the rest may be."""
        match action:
            case ("place", _, cell, _):
                return 1 + max(s.bit_count() for s in narrowed(state.sets, cell))
            case ("break", (x, y)):
                slab = state.slabs[seat - 1] & ~_bit(x, y)
                return max(links(slab & ~chunk) for chunk in narrowed(state.chunks, y * STRIDE + x))
        return 0


def _turn(state: State) -> State:
    """The turn begun: every chunk that can stand and whose shape can be broken off."""
    occupied, slab = state.pyramid.mask, state.slabs[state.seat - 1]
    found: Iterable[int] = chain.from_iterable(state.standing)
    if state.must_touch and occupied:  # a chunk that touches does so with a funnel that it fills
        touching = union(TOUCHING[c] for c in in_mask(occupied)) & mask_of(state.pyramid.funnels())
        found = [s for s in found if s & touching]
    return state._replace(sets=tuple([s for s in found if can_break(slab, shape_of(s))]))


def _built(state: State) -> State:
    """The chunk stands: now the slab must give it."""
    slab = state.slabs[state.seat - 1]
    return state._replace(sets=(), chunks=tuple(breakable(slab, shape_of(state.built))))


def links(slab: int) -> int:
    """How many pairs of neighbours a slab has."""
    return (slab & slab >> 1).bit_count() + (slab & slab >> STRIDE).bit_count()


@lru_cache(maxsize=1 << 10)
def gaps(slab: int) -> Sets:
    """The outside of a slab and each of its holes, shifted by the margin; they reach on over corners too."""
    found, empty = [], (AROUND | SLAB << MARGIN) & ~(slab << MARGIN)
    gap = AROUND
    while gap:
        before = 0
        while gap != before:
            before = gap
            row = gap | gap << 1 | gap >> 1
            gap = (row | row << STRIDE | row >> STRIDE) & empty
        found.append(gap)
        empty ^= gap
        gap = empty & -empty
    return tuple(found)


def parts_less_holes(slab: int) -> int:
    """In how many parts a slab is, less the holes in them: its Euler number, dice less links plus squares of four."""
    pairs = slab & slab >> 1
    squares = pairs & pairs >> STRIDE
    return slab.bit_count() - pairs.bit_count() - (slab & slab >> STRIDE).bit_count() + squares.bit_count()


def breakable(slab: int, shape: Flat) -> Iterator[int]:
    """The pieces of that shape which may be broken off a slab that hangs together.

    With the piece the gaps that it touches become one. So it is known how many holes what is left has, and in how many
    parts it is: at most one, if it hangs together.
    """
    empty = gaps(slab)
    for dice, touched, offsets in _attitudes(shape):
        fits = SLAB  # how far the shape may be shifted: as far as from the first place to that place
        for offset in offsets:
            fits &= slab >> offset
        for place in sorted(in_mask(fits), key=_COLUMN_FIRST.__getitem__) if fits else ():
            piece, near = dice << place, touched << place
            holes = len(empty) - len([gap for gap in empty if gap & near])
            if parts_less_holes(slab ^ piece) + holes <= 1:
                yield piece


@lru_cache(maxsize=4096)
def can_break(slab: int, shape: Flat) -> bool:
    """Whether a piece of that shape may be broken off the slab."""
    return any(breakable(slab, shape))


@lru_cache(maxsize=1 << 14)
def shape_of(chunk: int) -> Flat:
    """The shape of a flat set of cells, the same for all turned and mirrored copies."""
    places = [COORDS[c] for c in in_mask(chunk)]
    flat = next(axis for axis in AXES if len({place[axis] for place in places}) == 1)
    a, b = (axis for axis in AXES if axis != flat)
    low_a, low_b = min([place[a] for place in places]), min([place[b] for place in places])
    return _shape(tuple([(place[a] - low_a, place[b] - low_b) for place in places]))


@cache
def _shape(places: Flat) -> Flat:
    """The same, of a set in one place and attitude; of these there are few."""
    return min(_copies(places))


def _copies(places: Iterable[tuple[int, int]]) -> set[Flat]:
    """A flat shape turned and mirrored in all eight ways."""
    copies = set()
    shape = list(places)
    for _ in range(4):
        shape = [(-y, x) for x, y in shape]
        for copy in (shape, [(y, x) for x, y in shape]):
            low_x, low_y = min(x for x, _ in copy), min(y for _, y in copy)
            copies.add(tuple(sorted((x - low_x, y - low_y) for x, y in copy)))
    return copies


@cache
def _attitudes(shape: Flat) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """A shape turned and mirrored: its dice, what they touch, shifted by the margin, and its dice one by one."""
    found = []
    for copy in sorted(_copies(shape)):
        dice = sum(_bit(x, y) for x, y in copy)
        touched = sum({_bit(x + a, y + b) for x, y in copy for a in range(3) for b in range(3)})
        found.append((dice, touched, tuple(y * STRIDE + x for x, y in copy)))
    return tuple(found)


GAME = TabulaRasa()
