"""27 Mucho. Place 20 thrown dice without turning them; most pips on your corner pyramid wins.

Source: game 27 of the Kosmos edition; `rule=domino` is its variant for older players. A free-standing pyramid shows
three faces, so 30 faces count. "Base funnel" in the first turn only says where one must begin: later any funnel of the
own pyramid is open. With `rule=domino` a player may always let his turn pass.

The source has no cap on waiting. `extra_cap` counts rounds after the one in which the first pyramid is completed; one
that a position begins with was completed before the first round. While none is complete the game stops after round 50,
which guards against everybody waiting. A real throw that does not count is
made again, five times at most; then chance turns the die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, COORDS, DEPTH, LEVEL, Axis, Cell, corner_pyramid, mask_of
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die, Faces, lower_face
from skill.lattice.notation import ATTEMPT, PASS, PLACE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import every
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.telling import Held

COLOURS = (RED, GREEN, BLACK)
SEATS: tuple[Seat, ...] = (1, 2, 3)
LEVELS = 4
HOMES = tuple(corner_pyramid(axis, LEVELS) for axis in AXES)
HOME_MASKS = tuple(map(mask_of, HOMES))
ALL_HOMES = HOME_MASKS[0] | HOME_MASKS[1] | HOME_MASKS[2]
SIZE = len(HOMES[0])
LATE = 2  # points that a round after the first completed pyramid costs whoever needs it
MEAN_PIPS = 3.5
LAST_ROUND = 50  # in the domino rules, while nobody has completed a pyramid


def outer_axes(home: Axis, cell: Cell) -> tuple[Axis, ...]:
    """The axes whose upper face is outside in the corner pyramid of the axis `home`."""
    return tuple(axis for axis in AXES if COORDS[cell][axis] == (DEPTH + 1 - LEVELS if axis == home else 0))


OUTER: tuple[dict[Cell, tuple[Axis, ...]], ...] = tuple(
    {cell: outer_axes(axis, cell) for cell in home} for axis, home in enumerate(HOMES)
)


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    first: Seat
    """Who begins every round."""
    round: int = 1
    completed_in: int | None = None
    """The round in which the first pyramid was completed, 0 if it stood from the beginning; None before that."""
    late: tuple[int, ...] = (0, 0, 0)
    """How many later rounds each seat has needed."""
    faces: Faces | None = None
    """How the thrown die lies until it is placed."""
    failures: int = 0
    """Throws of this die that did not count."""


class Mucho(Game[State]):
    number, slug, title = "27", "mucho", "Mucho"
    family, kind, players = "construction", "hybrid", (3, 3)
    goal = "Build a small pyramid in your corner that shows the most pips on its outside."
    deciding_rules = {
        "place": "The die goes into your own pyramid and is not turned.",
        "attempt": "The die goes into your pyramid as it fell: what it shows on the outside counts.",
    }
    summary = "Place 20 thrown dice without turning them; most pips on your corner pyramid wins."
    score_unit = ("1 pip", "{count} pips")
    profile = Profile(chance=6, skill=1, tactics=3, minutes=10)
    options = (
        one_of(
            "rule",
            "basic",
            "domino",
            help="Which game is played.",
            meanings={
                "basic": "the simple game: the faces need not match",
                "domino": "a die above the plate must match at least one of the three faces that it lies on",
            },
        ),
        in_range("extra_cap", 30, 0, 1000, help="Domino: rounds after the first complete pyramid that end the game."),
        *throws.REAL_THROWS,
    )
    verbs = (ATTEMPT, throws.SHOW, PLACE, PASS)
    seat_colours = COLOURS
    scene = "mucho"
    has_sides = True
    text = RulesText(
        goal="Build a small pyramid in your corner that shows the most pips on its outside.",
        setup="The plate is empty. Each player has a corner and 20 dice: red, green or black.",
        turn="Throw one of your dice. Without turning it, put it in any funnel of your pyramid, four layers on "
        "the ten funnels of your corner.",
        end="The game ends when all pyramids are complete; the simple game takes exactly 20 rounds.",
        counts="Add up the pips on all three sides of yours: 30 faces. Each further round that you need costs you 2 "
        "points.",
        wins="The highest sum wins.",
        ties="Equal sums share the win.",
        readings=(
            "Player 1 builds in the corner opposite the orange side, player 2 in that opposite the violet "
            "one, player 3 in that opposite the white one.",
            "All three sides of your pyramid count, also the one that looks into the middle.",
            "You need not complete one layer before you begin the next.",
            "A throw counts only if the die comes to lie in a funnel of the plate and moves no other; "
            "otherwise throw again. If six throws have failed, chance turns the die.",
        ),
        stuck=(
            "Players whose pyramid is complete are passed over.",
            "The domino game also stops after round 50 if nobody has completed a pyramid by then.",
        ),
        variants=(
            (
                "rule",
                "domino",
                "In the domino game a die above the plate must fit: it lies on three faces, and at least "
                "one of these must show the same number as the face of the die that lies on it. If none "
                "does, or if you would rather wait, take the die back and your turn is over.",
            ),
            (
                "rule",
                "domino",
                "In the domino game, when the first pyramid is complete the round is played out. After "
                "the agreed number of such rounds the game stops, and open pyramids count what they show.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        homes = {cell: colour for colour, home in zip(COLOURS, HOMES, strict=True) for cell in home}
        if any(die.colour != homes.get(cell) or die.faces is None for cell, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: expected red, green and black dice in their own corners, with orientation",
                pyramid=pyramid,
            )
        first = kit.first_seat(options)
        state = State(options, pyramid, first, first)
        if options["rule"] == "domino" and any(is_complete(state, seat) for seat in SEATS):
            state = state._replace(completed_in=0)
        return next_turn(state) if is_complete(state, first) else state

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.faces is None:
            return throws.turning_throw(state.seat, self.scene, state.pyramid, state.options, state.failures)
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.faces is None:
            return throws.SHOWS if throws.is_turned_by_chance(state.options, state.failures) else []
        funnels, colour, faces = state.pyramid.funnels(HOME_MASKS[state.seat - 1]), COLOURS[state.seat - 1], state.faces
        if state.options["rule"] == "basic":
            return [PLACE(colour, cell, faces) for cell in funnels]
        return [PASS(), *(PLACE(colour, cell, faces) for cell in funnels if fits(state.pyramid, cell, faces))]

    def all_actions(self, options: Options) -> Sequence[Action]:
        own = zip(COLOURS, HOMES, strict=True)
        placings = [action for colour, home in own for action in every(PLACE, colour, home, ORIENTATIONS)]
        return placings if options["rule"] == "basic" else (PASS(), *placings)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("show", faces):
                return state._replace(faces=faces)
            case ("attempt", *_):
                faces = throws.turned_by(action)
                return state._replace(faces=faces, failures=state.failures + (faces is None))
            case ("place", colour, cell, faces):
                return turn_over(state._replace(pyramid=state.pyramid.put(cell, Die(colour, faces))))
            case ("pass",):
                return turn_over(state)
        raise IllegalMove(f"{action}: not an action of mucho")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        return Result(kit.best(scores), scores, "Pips outside, less 2 for each late round, count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(
            float(pips(state.pyramid, seat) - LATE * late) for seat, late in zip(SEATS, state.late, strict=True)
        )

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """Its pips, and how far its pyramid has grown."""
        text, one = "{count} pips, {placed} of {all} dice", "1 pip, {placed} of {all} dice"
        placed = state.pyramid.count_of(COLOURS[seat - 1])
        return fact(text, one=one, count=int(self.scores(state)[seat - 1]), placed=placed, all=SIZE)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """Which round it is, or when open pyramids are counted as they are."""
        if state.options["rule"] == "basic":
            return kit.round_facts(state.round - 1, SIZE)
        if state.completed_in is None:
            text = "The game stops {count} rounds after the one in which the first pyramid is complete."
            one = "The game stops one round after the one in which the first pyramid is complete."
            return (fact(text, one=one, count=state.options.whole("extra_cap")),)
        last = state.completed_in + state.options.whole("extra_cap")
        return (fact("This is round {round}; the game stops after round {last}.", round=state.round, last=last),)

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return {cell: seat for seat in SEATS for cell in HOMES[seat - 1] if LEVEL[cell] == 0}

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        return [Held(COLOURS[state.seat - 1], faces=state.faces)] if state.faces else []

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("attempt" | "show", *_):
                return throws.told_turning(before.seat, action, before.pyramid, after.failures)
            case ("pass",):
                done: tuple[Fact, ...] = (fact(self._why_passed(before), player=Player(before.seat)),)
            case _:
                done = super().told(before, action, by, after)
        return (*done, *told_turn(before, after))

    def _why_passed(self, state: State) -> str:
        if len(self.moves(state)) > 1:
            return "{player} took the die back to wait."
        return "{player} took the die back: it fits nowhere."

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, [SIZE - state.pyramid.count_of(colour) for colour in COLOURS])

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({colour: SIZE - state.pyramid.count_of(colour) for colour in COLOURS})

    def without_hands(self, state: State) -> State:
        return state._replace(options=throws.in_the_lattice(state.options))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The pips outside less what an average die would show there; placing rather than waiting."""
        match action:
            case ("place", _, cell, faces):
                axes = OUTER[seat - 1][cell]
                return float(sum(faces[axis] - MEAN_PIPS for axis in axes))
        return -3 * MEAN_PIPS


def fits(pyramid: Pyramid, cell: Cell, faces: Faces) -> bool:
    """Whether a die of these faces may stand there in the domino rules."""
    if LEVEL[cell] == 0:
        return True
    numbers = pyramid.funnel_numbers(cell)
    return any(lower_face(faces, axis) == numbers[axis] for axis in AXES)


def pips(pyramid: Pyramid, seat: Seat) -> int:
    """The sum of the outer faces of that seat's pyramid."""
    cells = OUTER[seat - 1]
    return sum(pyramid.faces_at(cell)[axis] for cell, axes in cells.items() if cell in pyramid for axis in axes)


def is_complete(state: State, seat: Seat) -> bool:
    """Whether that seat's pyramid is."""
    return not HOME_MASKS[seat - 1] & ~state.pyramid.mask


def turn_over(state: State) -> State:
    """The state after a turn: a late round is counted, or the round of the first complete pyramid is noted."""
    if state.completed_in is not None and state.round > state.completed_in:
        late = tuple(rounds + (seat == state.seat) for seat, rounds in zip(SEATS, state.late, strict=True))
        state = state._replace(late=late)
    elif is_complete(state, state.seat) and state.options["rule"] == "domino":
        state = state._replace(completed_in=state.round)
    return next_turn(state)


def told_turn(before: State, after: State) -> Iterator[Fact]:
    """What a turn came to for the seat that had it, and why the game is over, if it is."""
    seat = before.seat
    if is_complete(after, seat) and not is_complete(before, seat):
        yield fact(
            "{player} has completed a small pyramid.", you="You have completed your small pyramid.", player=Player(seat)
        )
    if after.late[seat - 1] > before.late[seat - 1]:
        yield fact("{player} needed one more round: {points} points less.", player=Player(seat), points=LATE)
    if is_over(after) and ALL_HOMES & ~after.pyramid.mask:
        yield Fact("The extra rounds are over: open pyramids count what they show.")


def next_turn(state: State) -> State:
    """The state with the turn at the next seat that still needs one; the first seat begins a new round."""
    for _ in SEATS:
        seat = kit.next_seat(state.seat, len(SEATS))
        state = state._replace(seat=seat, round=state.round + (seat == state.first), faces=None, failures=0)
        if not is_complete(state, seat):
            break
    return state


def is_over(state: State) -> bool:
    """Whether all pyramids are complete, or the last extra round has been played."""
    if state.options["rule"] == "domino":
        cap = state.options.whole("extra_cap")
        if state.round > (LAST_ROUND if state.completed_in is None else state.completed_in + cap):
            return True
    return not ALL_HOMES & ~state.pyramid.mask


GAME = Mucho()
