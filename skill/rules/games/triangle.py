"""53 Triangle. Move rigid rows of 1, 2 and 3 dice; bring them together as a triangle.

Source: game 53 of the Kosmos edition. Our readings: rows stay rows for the whole game; the first move is a shift in any
direction; "another die or row" is one piece, of any owner; a block lasts until its owner's next turn. At `turn_cap`
nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, permutations, product
from operator import or_
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    COVER_MASK,
    DEPTH,
    LEVEL,
    LEVEL_STEPS,
    SUPPORT_MASK,
    Cell,
    Vector,
    cells,
    mask_of,
    ray,
    shifted,
    unit,
)
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.notation import Action, Verb
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import Note

Piece = tuple[Cell, ...]


def rigid(_: Pyramid, piece: Piece, to: Piece) -> list[Way]:
    """The dice of a row, which stays as it is."""
    return list(map(Way, piece, to))


ROW = Verb("row <cells>><cells>", "move the row there", rigid)  # from these cells to those, both in ascending order

COLOURS = (RED, GREEN, BLACK)
SET_UP = (
    (cells("800"), cells("017 107"), cells("062 161 260")),
    (cells("080"), cells("701 710"), cells("026 116 206")),
    (cells("008"), cells("071 170"), cells("602 611 620")),
)
"""The single, pair and triple of each seat: one piece in every corner."""


def _combined(a: int, x: Vector, b: int, y: Vector) -> Vector:
    return (a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2])


UPWARDS = tuple(_combined(-2, unit(a), 1, unit(b)) for a, b in permutations(AXES, 2))
DOWNWARDS = tuple(_combined(-1, unit(a), 2, unit(b)) for a, b in permutations(AXES, 2))


def _triangles() -> tuple[int, ...]:
    """The regular triangles of side 3 on the plate, as masks."""
    corners = [
        [_combined(1, (i, j, depth - i - j), sign * 2, unit(axis)) for axis in AXES]
        for depth, sign in ((DEPTH - 2, 1), (DEPTH + 2, -1))
        for i in range(depth + 1)
        for j in range(depth - i + 1)
    ]
    found = []
    for points in corners:
        middles = [_middle(p, q) for p, q in combinations(points, 2)]
        inside = [c for c in BASE if COORDS[c] in points or COORDS[c] in middles]
        if len(inside) == 6:
            found.append(mask_of(inside))
    return tuple(found)


def _middle(p: Vector, q: Vector) -> Vector:
    return ((p[0] + q[0]) // 2, (p[1] + q[1]) // 2, (p[2] + q[2]) // 2)


TRIANGLES = _triangles()
_TRIANGLES = frozenset(TRIANGLES)


class State(NamedTuple):
    pieces: tuple[tuple[Piece, ...], ...]
    """The single, pair and triple of each seat, each with its cells in ascending order."""
    seat: Seat
    options: Options
    turns: int = 0
    winner: Seat | None = None


class Triangle(Game[State]):
    number, slug, title = "53", "triangle", "Triangle"
    family, players = "board", (3, 3)
    is_symmetric = False
    seat_colours = COLOURS
    has_sides = True
    goal = "Be the first to have all six of your dice together in one triangle."
    deciding_rules = {
        "row": "A row moves as one piece: by one funnel, round its end, over a row, or onto the dice beside it.",
    }
    summary = "Move rigid rows of 1, 2 and 3 dice; bring them together as a triangle."
    score_unit = ("1 of 6 dice together", "{count} of 6 dice together")
    profile = Profile(tactics=10)
    options = (kit.turn_cap(100),)
    verbs = (ROW, kit.CANNOT_MOVE)
    horizon = 3
    text = RulesText(
        goal="Be the first whose six dice lie on the plate as a regular triangle with sides of three.",
        setup="Each player has a single die, a row of two and a row of three. In your corner lies your single. Behind "
        "it, across, lies the pair of your left neighbour, and behind that the triple of the remaining player.",
        turn="Move one of your rows as one piece, if none of its dice is covered. Shift: by one funnel in any "
        "of the six directions. Turn: by 60 degrees about one of its end dice; only the place where it "
        "ends must be empty. Jump: straight over the dice of one single row, yours or another's, to the "
        "first place where it fits. Block: the row climbs over dice right beside it and comes to lie in "
        "the funnels just behind their edge, each of its dice on three others; it keeps its direction. A "
        "row on the second layer must come down again in the same way at your next turn.",
        end="A player who has his triangle after his own move wins. If nobody has it after the agreed number of "
        "turns of each player, by default 100, nobody wins.",
        ties="There is no tie: only one can be the first.",
        readings=(
            "Player 1 has the corner opposite the orange side, player 2 that opposite the violet one, player 3 that "
            "opposite the white one.",
            "A single die cannot turn, and a row keeps its length for the whole game.",
            "It does not matter which of your rows makes which row of the triangle.",
        ),
        stuck=(
            "If a row on the second layer cannot come down, move another row, or pass if you have no "
            "move; it must come down as soon as it can.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is not None:
            raise IllegalMove(
                "position {position}: triangle cannot tell from dice which of them are one row", position=position
            )
        return State(SET_UP, kit.first_seat(options), options)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        masks = [mask_of_row(piece) for own in state.pieces for piece in own]
        standing = reduce(or_, masks)
        own = [row_of(piece) for piece in state.pieces[state.seat - 1]]
        found = [action for row in own for there, action in row.down if not there & standing & ~row.mask]
        if not found:
            found = [action for row in own for action in reached(row, masks, standing & ~row.mask)]
        return found or [kit.CANNOT_MOVE()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        ways = {way for n in range(1, 4) for row in _rows(n) for way in _ways(row)}
        return (*(ROW(*way) for way in sorted(ways)), kit.CANNOT_MOVE())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("row", piece, to):
                pieces = tuple(tuple(to if p == piece else p for p in own) for own in state.pieces)
                won = mask_of(cell for p in pieces[state.seat - 1] for cell in p) in _TRIANGLES
                state = state._replace(pieces=pieces, winner=state.seat if won else None)
            case ("pass",):
                pass
            case _:
                raise IllegalMove(f"{action}: not an action of triangle")
        return state._replace(seat=kit.next_seat(state.seat, 3), turns=state.turns + 1)

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        if state.winner:
            return Result(
                (state.winner,),
                self.scores(state),
                "All six dice of the winner lie in one triangle.",
            )
        return Result((), self.scores(state), "Nobody brought all six dice together in one triangle in time.")

    def pyramid(self, state: State) -> Pyramid:
        return Pyramid(
            (cell, Die(colour))
            for colour, own in zip(COLOURS, state.pieces, strict=True)
            for piece in own
            for cell in piece
        )

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(map(most_together, state.pieces))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("row", piece, to):
                who = Player(by or before.seat)
                text, one = how(piece, to)
                moved_row = fact(text, one=one, player=who, count=len(piece))
                if not after.winner:
                    return (moved_row,)
                return (moved_row, fact("{player} completed the triangle.", player=who))
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # dice that would fit a triangle are no points

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The own dice in the triangle that holds most of them."""
        own = [cell for piece in state.pieces[seat - 1] for cell in piece]
        best = max(TRIANGLES, key=lambda triangle: (mask_of(own) & triangle).bit_count())
        return [cell for cell in own if best >> cell & 1]

    def outlook(self, state: State) -> tuple[float, ...]:
        """How few moves the own rows still need."""
        return tuple(-moves_to_go(own) for own in state.pieces)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """How near the own dice are to each other and to a triangle; a block only if it is free or stops a win."""
        after = self.play(state, action)
        if after.winner:
            return 1000
        worth = 2 * most_together(after.pieces[seat - 1]) - spread(after.pieces[seat - 1])
        is_block = any(LEVEL[cell] for piece in after.pieces[seat - 1] for cell in piece)
        if is_block:
            worth -= 0.5
            if self.can_win(state._replace(seat=after.seat)) and not self.can_win(after):
                worth += 100
        return worth

    def can_win(self, state: State) -> bool:
        """Whether the seat to move has a move that wins."""
        return any(self.play(state, action).winner for action in self.moves(state))


def how(piece: Piece, to: Piece) -> tuple[str, str]:
    """What is told of moving a row from `piece` to `to`, and of moving a single die so."""
    if LEVEL[to[0]] > LEVEL[piece[0]]:
        return "{player} lifted a row of {count} dice onto others.", "{player} lifted a single die onto others."
    if LEVEL[to[0]] < LEVEL[piece[0]]:
        return "{player} brought a row of {count} dice down.", "{player} brought a single die down."
    if to in rotations(piece):
        return "{player} turned a row of {count} dice.", ""
    if any(moved(piece, step) == to for step in LEVEL_STEPS):
        return "{player} shifted a row of {count} dice.", "{player} shifted a single die."
    return "{player} jumped with a row of {count} dice.", "{player} jumped with a single die."


def is_over(state: State) -> bool:
    """Whether somebody has won or the turns are used up."""
    return state.winner is not None or state.turns >= 3 * state.options.whole("turn_cap")


def reached(own: Row, masks: Sequence[int], standing: int) -> Iterator[Action]:
    """Where a row on the plate may go: shifted or over one piece, turned, or onto the second level.

    `standing` is the mask of all other dice, `masks` has those of all pieces.
    """
    if own.covers & standing:
        return
    for line in own.lines:
        over = 0  # the piece over which it goes
        for there, action in line:
            hit = there & standing
            if not hit:
                yield action
                break
            if not over:
                over = next(mask for mask in masks if mask & hit)
            if hit & ~over:
                break  # over one piece alone
    for there, action in own.turned:
        if not there & standing:
            yield action
    for there, below, action in own.up:
        if not there & standing and not below & ~standing:
            yield action


class Row(NamedTuple):
    """Where a row of dice may go if nothing is in its way: masks of places and the actions that lead there."""

    mask: int
    """Where it is."""
    covers: int
    """The cells that lie on it."""
    lines: tuple[tuple[tuple[int, Action], ...], ...]
    """Straight on, from the next place to the edge of the plate."""
    turned: tuple[tuple[int, Action], ...]
    up: tuple[tuple[int, int, Action], ...]
    """Each with the cells that carry it there."""
    down: tuple[tuple[int, Action], ...]


@cache
def row_of(piece: Piece) -> Row:
    """All that is known of a row in one place."""
    on_level = () if LEVEL[piece[0]] else LEVEL_STEPS
    up = [there for step in UPWARDS if (there := moved(piece, step))] if on_level else []
    down = [] if on_level else [there for step in DOWNWARDS if (there := moved(piece, step))]
    return Row(
        mask_of(piece),
        reduce(or_, (COVER_MASK[cell] for cell in piece)),
        tuple(tuple((mask_of(to), ROW(piece, to)) for to in line(piece, step)) for step in on_level),
        tuple((mask_of(to), ROW(piece, to)) for to in rotations(piece)) if on_level else (),
        tuple((mask_of(to), reduce(or_, (SUPPORT_MASK[cell] for cell in to)), ROW(piece, to)) for to in up),
        tuple((mask_of(to), ROW(piece, to)) for to in down),
    )


mask_of_row = cache(mask_of)


@cache
def moved(piece: Piece, step: Vector) -> Piece | None:
    """The row moved by `step`, or None if it would leave the plate."""
    there = [shifted(cell, step) for cell in piece]
    inside = [cell for cell in there if cell is not None]
    return tuple(sorted(inside)) if len(inside) == len(piece) else None


@cache
def line(piece: Piece, step: Vector) -> tuple[Piece, ...]:
    """The row one step on, two steps on and so forth, to the edge of the plate."""
    there = moved(piece, step)
    return (there, *line(there, step)) if there else ()


@cache
def rotations(piece: Piece) -> tuple[Piece, ...]:
    """The row turned by 60 degrees either way about each of its end dice, where that is on the plate."""
    found = []
    for pivot, mate in ((piece[0], piece[1]), (piece[-1], piece[-2])) if len(piece) > 1 else ():
        a, b, c = _combined(1, COORDS[mate], -1, COORDS[pivot])
        for turned_step in ((-b, -c, -a), (-c, -a, -b)):
            there = [shifted(pivot, _combined(n, turned_step, 0, turned_step)) for n in range(len(piece))]
            inside = [cell for cell in there if cell is not None]
            if len(inside) == len(piece):
                found.append(tuple(sorted(inside)))
    return tuple(found)


@cache
def _rows(length: int) -> set[Piece]:
    """Every row of so many dice on the plate."""
    lines = (tuple(ray(cell, step))[:length] for cell in BASE for step in LEVEL_STEPS)
    return {tuple(sorted(line)) for line in lines if len(line) == length}


def _ways(row: Piece) -> set[tuple[Piece, Piece]]:
    """Every way of a row on the plate, and of the same row down from above it."""
    straight_on = {there for step in LEVEL_STEPS for there in line(row, step)}
    up = {there for step in UPWARDS if (there := moved(row, step))}
    down = {(there, to) for there in up for step in DOWNWARDS if (to := moved(there, step))}
    return {(row, to) for to in straight_on.union(rotations(row), up)} | down


@lru_cache(maxsize=1 << 12)
def most_together(own: tuple[Piece, ...]) -> int:
    """How many dice of a player one triangle holds at most."""
    mask = mask_of(cell for piece in own for cell in piece)
    return max([(mask & triangle).bit_count() for triangle in TRIANGLES])


@lru_cache(maxsize=1 << 12)
def spread(own: tuple[Piece, ...]) -> float:
    """The sum of distances between all dice of a player, in steps."""
    dice = [COORDS[cell] for piece in own for cell in piece]
    return sum([abs(p[0] - q[0]) + abs(p[1] - q[1]) + abs(p[2] - q[2]) for p, q in combinations(dice, 2)]) / 2


@lru_cache(maxsize=1 << 14)
def moves_to_go(own: tuple[Piece, ...]) -> int:
    """In how many shifts and turns a player's rows would make a triangle if nothing else lay on the plate."""
    single, pair, triple = map(distances, own)
    return min(map(sum, zip(single, pair, triple, strict=True)))


@cache
def distances(piece: Piece) -> tuple[int, ...]:
    """How many shifts and turns a row is from its place in each of `arrangements()` on an otherwise empty plate."""
    if LEVEL[piece[0]]:
        below = [distances(to) for step in DOWNWARDS if (to := moved(piece, step))]
        return tuple(1 + min(each) for each in zip(*below, strict=True))
    found, nearest = {piece: 0}, [piece]
    for row in nearest:
        for to in (*(moved(row, step) for step in LEVEL_STEPS), *rotations(row)):
            if to and to not in found:
                found[to] = found[row] + 1
                nearest.append(to)
    return tuple(found[rows[len(piece) - 1]] for rows in arrangements())


@cache
def arrangements() -> tuple[tuple[Piece, Piece, Piece], ...]:
    """Every way in which a single, a pair and a triple make a triangle."""
    found = []
    for triangle in TRIANGLES:
        singles, pairs, triples = ([row for row in _rows(n) if not mask_of_row(row) & ~triangle] for n in (1, 2, 3))
        for rows in product(singles, pairs, triples):
            if reduce(or_, map(mask_of_row, rows)) == triangle:
                found.append(rows)
    return tuple(found)


GAME = Triangle()
