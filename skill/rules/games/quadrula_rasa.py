"""29 Quadrula Rasa. Break chunks of up to 10 dice off a cube and build them in; the first out wins.

Source: game 29 of the Kosmos edition; the French cube of 8 by 8 by 8 is a slip. Each die keeps its owner's colour and
others stand in where 90 run out. Three cubes, or two of 125, hold more than the pyramid, hence the fewest left.

A turn says where a first die of the chunk goes (`aim`), how the cube is held (`turn`), and takes the dice one by one
(`break`). The cube is numbered like a die for this: 1 on the side to which x grows, 2 for y, 3 on top; `turn 322:563`
holds it so that 5, 6 and 3 look along -I, -J and -K. A die brings along what stands on it in the cube and what it needs
below it in the pyramid, so each step leaves a chunk that may be placed, and every legal chunk can be made in this way:
whatever touches the pyramid has a funnel that touches it, and in face contact it is enough to aim at the cell that has
it. A game that begins from a position begins with full cubes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    BASE,
    CELLS,
    COORDS,
    EDGE_CONTACTS,
    FACE_CONTACTS,
    NUMBER_OF,
    SUPPORT_MASK,
    SUPPORTS,
    Cell,
    Vector,
    contact_cells,
    in_mask,
    mask_of,
)
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die, Faces
from skill.lattice.notation import PASS, STOP, TURN, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import every
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Block, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.connected_sets import BREAK, CONES, union
from skill.rules.telling import Note

COLOURS = (RED, GREEN, BLACK)
FIRST_PIECE = "Point at a funnel: you see a piece of your cube that fits there. Click to begin with it."
NEXT_PIECE = {
    "touch": "Click a marked funnel to begin there: a piece must touch dice that stand, by a face or an edge.",
    "face": "Click a marked funnel to begin there: a piece must touch a die that stands, by a face.",
}
"""The rule for where a piece begins, by option `contact`."""
DICE = {colour: Die(colour) for colour in COLOURS}
LARGEST = 10  # dice in a chunk
EDGES = {64: 4, 125: 5}
"""The edge of a cube by its number of dice."""
AIM = Verb(  # where the first die of a chunk is to go
    "aim <cell>", "the piece goes here"
)
AIMS = tuple(map(AIM, CELLS))
HIGHEST = max(EDGES.values())
BREAKS = {spot: BREAK(spot) for spot in product(range(HIGHEST), repeat=3)}
SIDES: dict[int, Vector] = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 4: (0, 0, -1), 5: (0, -1, 0), 6: (-1, 0, 0)}
"""The direction in the cube to which each of its numbers looks: a right-handed die, like all."""
LOOKING_UP = {faces: (SIDES[faces[0]], SIDES[faces[1]], SIDES[faces[2]]) for faces in ORIENTATIONS}
"""For each way to hold the cube the directions in it that look along -I, -J and -K."""
STRIDE = 16  # bits from one row of a cube to the next: rows so far apart that no chunk reaches from one to another


def _bit(x: int, y: int, z: int = 0) -> int:
    """The bit of a place in a cube; also how far apart two dice are, by the step from one to the other."""
    return (x * STRIDE + y) * STRIDE + z


STEPS_UP = {faces: tuple(_bit(*side) for side in up) for faces, up in LOOKING_UP.items()}
TOUCHING = tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c]) for c in CELLS)

Spot = Vector
"""A place in the cube: x, y and, upwards, z."""
Heights = tuple[int, ...]
"""How many dice are left in each column of a cube, that of x, y at `x * edge + y`."""


class Hold(NamedTuple):
    """How the cube is held over the pyramid: the die at `origin` goes to `cell`, the numbers `faces` look up."""

    cell: Cell
    faces: Faces
    origin: Spot

    def cell_of(self, spot: Spot) -> Cell | None:
        """The cell to which the die at `spot` goes, or None if that is out of range."""
        x, y, z = spot[0] - self.origin[0], spot[1] - self.origin[1], spot[2] - self.origin[2]
        (ix, iy, iz), (jx, jy, jz), (kx, ky, kz) = LOOKING_UP[self.faces]
        i, j, k = COORDS[self.cell]
        return NUMBER_OF.get((i - x * ix - y * iy - z * iz, j - x * jx - y * jy - z * jz, k - x * kx - y * ky - z * kz))


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    cubes: tuple[Heights, ...]
    edge: int
    contact: str
    aim: Cell | None = None
    faces: Faces | None = None
    origin: Spot | None = None
    """Whence the first die of the chunk came."""
    chunk: tuple[Spot, ...] = ()
    """The dice of the chunk, by their places in the cube; they stand in the pyramid already."""
    passes: int = 0
    """Players who passed one after another."""

    @property
    def cube(self) -> Heights:
        """What is left of the cube of the seat that is to move."""
        return self.cubes[self.seat - 1]


class QuadrulaRasa(Game[State]):
    number, slug, title = "29", "quadrula-rasa", "Quadrula Rasa"
    family, players = "construction", (2, 3)
    players_with = {("cube", 125): (2, 2)}
    goal = "Break pieces of up to 10 dice off your cube; first with an empty cube wins."
    deciding_rules = {
        "break": "Click a bright die of your cube: it comes with all above it; the piece hangs together by faces.",
        "turn": "You may turn your cube as you like.",
        "aim": FIRST_PIECE,
        "stop": "Nothing more comes off that fits: the piece is set as it is.",
        "pass": "No piece of your cube fits anywhere: you pass.",
    }
    summary = "Break pieces of up to 10 dice off a cube and build them in; first out wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(tactics=10)
    options = (
        one_of("cube", 64, 125, help="Dice of each player: 4 by 4 by 4, or for two players 5 by 5 by 5."),
        one_of(
            "contact",
            "touch",
            "face",
            help="How a piece must touch dice already there.",
            meanings={"touch": "by a face or an edge", "face": "by a face"},
        ),
    )
    verbs = (AIM, TURN, BREAK, STOP, PASS)
    seat_colours = COLOURS
    score_order = "fewest"
    calls_a_second = 9_000  # the worth of a turn tries how far a chunk grows
    shared_by = 3  # a turn takes up to 9 acts
    horizon = 1
    text = RulesText(
        goal="Be the first to use up your cube.",
        setup="Each player has a full cube of dice of his colour on the table before him: 64 dice, 4 by 4 by 4, "
        "or, if two play and agree so, 125 dice, 5 by 5 by 5. The plate is empty.",
        turn="Break a piece of 1 to 10 dice off your cube. Its dice must hang together by faces. If you take a "
        "die, take all dice above it too. What is left of the cube need not hang together. Set the piece "
        "into the pyramid as a whole, turned as you like but not mirrored: each of its dice must stand "
        "on the plate or on three dice, of the pyramid or of the piece. Except in the first turn of the "
        "game it must touch a die that is already there, with a face or an edge, or only with a face if "
        "you agree so. On the screen you first choose where the piece begins, then turn the cube, then "
        "click its dice one by one; dice that must come along come by themselves.",
        end="Whoever has nothing left of his cube wins at once. If the pyramid is complete, or nobody can place "
        "anything, the player with the fewest dice left wins.",
        ties="Equal numbers share the win.",
        readings=(
            "On the empty plate pieces of 1, 4, 7, 9 and 10 dice can stand.",
            "Three cubes of 64, or two of 125, hold more dice than the pyramid, so the pyramid may be complete before "
            "anybody is out of dice.",
        ),
        stuck=("You may pass only if nothing can be placed.",),
        variants=(
            ("cube", 125, "Of your 125 dice 35 are black, no matter which, since the box has only 90 of a colour."),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        colours = COLOURS[:players]
        if any(die.colour not in colours or die.faces for _, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: quadrula-rasa has dice of {colours} without orientation",
                pyramid=pyramid,
                colours=", ".join(colours),
            )
        edge = EDGES[options.whole("cube")]
        cubes = ((edge,) * edge**2,) * players
        return State(pyramid, kit.first_seat(options), cubes, edge, str(options["contact"]))

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat

    def _is_over(self, state: State) -> bool:
        return not all(map(any, state.cubes)) or state.pyramid.is_complete or state.passes == len(state.cubes)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        if state.aim is None:
            return [AIMS[cell] for cell in aims(state)] or [PASS()]
        if state.faces is None:
            return [TURN(state.aim, faces) for faces in holds(state, state.aim)]
        breaks = [BREAKS[spot] for spot in next_spots(state) if piece(state, hold_of(state, spot), spot)]
        return [*breaks, STOP()] if state.chunk else breaks

    def all_actions(self, options: Options) -> Sequence[Action]:
        edge = EDGES[options.whole("cube")]
        breaks = [BREAKS[spot] for spot in product(range(edge), repeat=3)]
        return (*AIMS, *every(TURN, CELLS, ORIENTATIONS), *breaks, STOP(), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("aim", cell):
                return state._replace(aim=cell, passes=0)
            case ("turn", _, faces):
                return state._replace(faces=faces)
            case ("break", spot):
                return _broken(state, spot)
            case ("stop",):
                return _next_turn(state)
            case ("pass",):
                return _next_turn(state._replace(passes=state.passes + 1))
        raise IllegalMove(f"{action}: not an action of quadrula-rasa")

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        left = self.scores(state)
        return kit.by_dice_left(left)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(map(sum, state.cubes))

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, map(sum, state.cubes))

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, map(sum, state.cubes))

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        text = "Beside the plate lies the cube of {player} in layers, 1 the lowest."
        you = "Beside the plate lies your cube in layers, 1 the lowest."
        where = fact(text, you=you, player=Player(state.seat))
        if not state.chunk or seat != state.seat:
            return (where,)
        text, one = "Your piece has {count} dice so far.", "Your piece has one die so far."
        return (where, fact(text, one=one, count=len(state.chunk)))

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if AIM.name in verbs and state.pyramid:
            return Fact(NEXT_PIECE[state.contact])
        return super().deciding_rule(state, verbs)

    def block(self, state: State) -> Block | None:
        """The cube of the seat that is to move, or will be."""
        owner, edge = state.seat or 1, state.edge
        cube, die = state.cubes[owner - 1], DICE[COLOURS[owner - 1]]
        heights = enumerate(min(height, edge, HIGHEST) for height in cube)  # another's table may tell of any
        spots = ((*divmod(column, edge), z) for column, height in heights for z in range(height))
        return Block(edge, edge, dict.fromkeys(spots, die))

    def rest_of(self, state: State, action: Action) -> Sequence[Action]:
        """The way to hold the cube in which the largest piece fits, and how that is broken off."""
        match action:
            case ("aim", cell):
                aimed = state._replace(aim=cell)
                sizes = {faces: largest(aimed._replace(faces=faces))[1] for faces in holds(aimed, cell)}
                turn = TURN(cell, max(sizes, key=lambda faces: sizes[faces]))
                return (turn, *self.rest_of(aimed, turn))
            case ("turn", _, faces):
                return (*(BREAKS[spot] for spot in largest(state._replace(faces=faces))[0]), STOP())
        return ()

    def offered(self, state: State, action: Action) -> Fact | None:
        match action:
            case ("aim", cell):
                turn, *_ = self.rest_of(state, action)
                _, count = largest(state._replace(aim=cell, faces=turn[2]))
                text, one = "Begin here: {count} dice of your cube fit", "Begin here: one die of your cube fits"
                return fact(text, one=one, count=count)
            case ("turn", _, faces):
                text, one = "Held so, {count} dice fit", "Held so, one die fits"
                _, count = largest(state._replace(faces=faces))
                return fact(text, one=one, count=count)
        return super().offered(state, action)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        match action:
            case ("stop",) | ("break", _):
                is_set = action.verb == STOP.name or self._is_over(after)
                chunk = before.chunk if action.verb == STOP.name else after.chunk
                text, one = "{player} built in a piece of {count} dice.", "{player} built in a single die."
                return (fact(text, one=one, player=who, count=len(chunk)),) if is_set else ()
            case ("aim" | "turn", *_):
                return ()  # what comes of them is told
            case ("pass",):
                return (fact("{player} could not place anything.", player=who),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # one die less for every die that is built in

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """How many dice come off with the one that is pointed at, and what is left of the cube."""
        if action.verb != BREAK.name:
            return ()
        text, one = "{count} dice come off, {left} stay in the cube", "one die comes off, {left} stay in the cube"
        left = sum(after.cubes[before.seat - 1])
        return (Note(fact(text, one=one, count=len(after.chunk) - len(before.chunk), left=left)),)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The dice of the chunk that grows largest step by step, and how flat the cube remains; room round an aim."""
        match action:
            case ("aim", cell):
                near: int = TOUCHING[cell]
                return sum(near >> funnel & 1 for funnel in state.pyramid.funnels())
            case ("turn", _, faces):
                turned = state._replace(faces=faces)
                return max(_outlook(_broken(turned, spot)) for spot in outermost(turned))
            case ("break", spot):
                return _outlook(_broken(state, spot))
            case ("stop",):
                return _value(state)
        return 0


def _broken(state: State, spot: Spot) -> State:
    hold = hold_of(state, spot)
    taken = piece(state, hold, spot)
    pyramid, cube, die = state.pyramid, list(state.cube), DICE[COLOURS[state.seat - 1]]
    for x, y, _ in taken:
        cube[x * state.edge + y] -= 1
    for cell in taken.values():
        pyramid = pyramid.put(cell, die)
    cubes = tuple(tuple(cube) if seat == state.seat else c for seat, c in enumerate(state.cubes, 1))
    return state._replace(pyramid=pyramid, cubes=cubes, origin=hold.origin, chunk=(*state.chunk, *taken))


def _next_turn(state: State) -> State:
    seat = kit.next_seat(state.seat, len(state.cubes))
    return state._replace(seat=seat, aim=None, faces=None, origin=None, chunk=())


def aims(state: State) -> list[Cell]:
    """The cells that a first die of a chunk may be aimed at."""
    occupied = state.pyramid.mask
    if not occupied:
        return list(BASE)
    if state.contact == "touch":
        near = union(TOUCHING[c] for c in in_mask(occupied))
        return [cell for cell in state.pyramid.funnels() if near >> cell & 1]
    return [c for c in in_mask(contact_cells(occupied, occupied)) if any(holds(state, c))]


def holds(state: State, cell: Cell) -> Iterator[Faces]:
    """How the cube may be held so that a chunk with a die at `cell` can be broken off and placed.

    A funnel takes any die that lies on top. Another cell needs a chunk that brings the dice below it.
    """
    if state.pyramid.is_funnel(cell):
        yield from ORIENTATIONS
        return
    for faces, spots in fitting(state, cell, ORIENTATIONS):
        if any(piece(state, Hold(cell, faces, spot), spot) for spot in spots):
            yield faces


def fitting(state: State, cell: Cell, among: Sequence[Faces]) -> Iterator[tuple[Faces, list[Spot]]]:
    """For ways to hold the cube, the dice that could go to `cell` together with those that must then go below it."""
    below = CONES[cell] & ~state.pyramid.mask
    if below.bit_count() <= LARGEST:
        i, j, k = COORDS[cell]
        steps = tuple((i - a, j - b, k - c) for a, b, c in map(COORDS.__getitem__, in_mask(below)))
        dice = dice_of(state.cube, state.edge)
        for faces in among:
            up_i, up_j, up_k = STEPS_UP[faces]
            fits = dice
            for i, j, k in steps:
                shift = i * up_i + j * up_j + k * up_k
                fits &= dice >> shift if shift >= 0 else dice << -shift
            if fits:
                yield faces, spots_of(fits)


@lru_cache
def dice_of(cube: Heights, edge: int) -> int:
    """The mask of what is left of a cube."""
    return sum((1 << height) - 1 << _bit(*divmod(column, edge)) for column, height in enumerate(cube))


def spots_of(dice: int) -> list[Spot]:
    """The places of a cube in a mask, the uppermost of each column first."""
    spots: list[Spot] = []
    while dice:
        row, z = divmod(dice.bit_length() - 1, STRIDE)
        dice ^= 1 << row * STRIDE + z
        spots.append((*divmod(row, STRIDE), z))
    return spots


def next_spots(state: State) -> Iterator[Spot]:
    """The dice of the cube that a chunk may grow by: at first what can go to its aim, then those next to it."""
    if not state.chunk:
        assert state.aim is not None and state.faces is not None
        for _, spots in fitting(state, state.aim, [state.faces]):
            yield from spots
        return
    seen: set[Spot] = set()
    for x, y, z in state.chunk:
        for a, b, c in SIDES.values():
            spot = (x + a, y + b, z + c)
            if spot not in seen and is_left(state, spot):
                seen.add(spot)
                yield spot


def is_left(state: State, spot: Spot) -> bool:
    """Whether there is still a die at `spot` of the cube."""
    x, y, z = spot
    return 0 <= x < state.edge and 0 <= y < state.edge and 0 <= z < state.cube[x * state.edge + y]


def hold_of(state: State, spot: Spot) -> Hold:
    """How the cube is held; before the first die has been broken off, if `spot` is the first."""
    assert state.aim is not None and state.faces is not None
    return Hold(state.aim, state.faces, state.origin or spot)


def piece(state: State, hold: Hold, spot: Spot) -> dict[Spot, Cell]:
    """What the chunk grows by with the die at `spot`, and where it goes; empty if that cannot be.

    All dice above each die come along, and the dice that each needs below it in the pyramid.
    """
    occupied, most = state.pyramid.mask, LARGEST - len(state.chunk)
    cube, edge, ups = state.cube, state.edge, LOOKING_UP[hold.faces]
    (_, _, up_i), (_, _, up_j), (_, _, up_k) = ups
    taken: dict[Spot, Cell] = {}
    waiting = [(spot, hold.cell_of(spot))]
    for die, cell in waiting:  # it grows while it is walked
        if die in taken:
            continue
        x, y, z = die
        if cell is None or occupied >> cell & 1 or len(taken) == most or not (0 <= x < edge and 0 <= y < edge):
            return {}
        height = cube[x * edge + y]
        if not 0 <= z < height:
            return {}
        taken[die] = cell
        if z + 1 < height:
            i, j, k = COORDS[cell]
            waiting.append(((x, y, z + 1), NUMBER_OF.get((i - up_i, j - up_j, k - up_k))))
        if SUPPORT_MASK[cell] & ~occupied:
            for (a, b, c), support in zip(ups, SUPPORTS[cell], strict=True):
                if not occupied >> support & 1:
                    waiting.append(((x - a, y - b, z - c), support))
    return taken


def outermost(state: State) -> set[Spot]:
    """Of the dice that a chunk may begin with those of the outermost columns, at most four."""
    able = [spot for spot in next_spots(state) if piece(state, hold_of(state, spot), spot)]
    return {pick(able, key=lambda s: p * s[0] + q * s[1]) for pick in (min, max) for p, q in ((1, 1), (1, -1))}


def _outlook(state: State) -> float:
    """The value of the chunk once it has grown as far as taking the largest next step leads."""
    return _value(grown(state)[0])


def grown(state: State) -> tuple[State, list[Spot]]:
    """The state once the chunk has grown as far as taking the largest next step leads, and these steps."""
    hold, steps = hold_of(state, state.chunk[0]), list[Spot]()
    while pieces := [(len(piece(state, hold, s)), s) for s in next_spots(state)]:
        size, spot = max(pieces)
        if not size:
            break
        state = _broken(state, spot)
        steps.append(spot)
    return state, steps


@lru_cache(maxsize=1 << 9)
def largest(state: State) -> tuple[tuple[Spot, ...], int]:
    """The dice to break off one after another for the largest chunk that grows from a single first step with the cube
    held as it is, and how many come off with them. Not every chunk grows so: it is a large one, not always the largest.
    """
    best: tuple[tuple[Spot, ...], int] = ((), 0)
    for spot in sorted(next_spots(state)):
        if piece(state, hold_of(state, spot), spot):
            after, steps = grown(_broken(state, spot))
            if len(after.chunk) > best[1]:
                best = ((spot, *steps), len(after.chunk))
            if best[1] == LARGEST:
                break
    return best


def _value(state: State) -> float:
    """Dice in the chunk, less a little for every step between neighbouring columns of what remains."""
    cube, edge = state.cube, state.edge
    across = sum(abs(cube[n] - cube[n + edge]) for n in range(edge * (edge - 1)))
    along = sum(abs(cube[n] - cube[n + 1]) for n in range(edge**2 - 1) if (n + 1) % edge)
    return len(state.chunk) - 0.01 * (across + along)


GAME = QuadrulaRasa()
