"""35 Slide. On the great pyramid with numbers: take a die of your two spars, let the rest slide, cap the top.

Source: game 35 of the Kosmos edition. Read as follows: the pyramid is the great one, since game 36 speaks of numbers
as long as its edge; a die keeps its orientation, since only removing and sliding are named; aims are about six dice
in succession, since no player can change the numbers of dice that lie apart; the street must stand in order, since
any order is there already in one random position of ten; the third aim is the French editor's guess, six long like
the others. `view=own` shows a player the faces that look to his side and nothing else. At `round_cap` nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, Axis, Cell
from skill.lattice.dice import UNKNOWN, Colour
from skill.lattice.notation import FILL, SLIDE, TURN, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, Side, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, slides
from skill.rules.telling import REACHED

ALIKE = "aaaaaa"
STREETS = {"ordered": "123456", "any_order": "abcdef"}
LENGTH = 6  # dice of a match, as of the other aims


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    players: int
    turns: int
    options: Options
    pulled: int | None
    """Where the die came from that the seat still has to turn on top; None before it takes one."""
    winners: tuple[Seat, ...] | None
    """Empty for a draw; None while the game goes on."""


class Slide(Game[State]):
    number, slug, title = "35", "slide", "Slide"
    family, players = "alteration", (2, 3)
    goal = "Get six dice in a row on your side: alike, 1 to 6, or as the black ones beside."
    has_sides = True
    deciding_rules = {
        "slide": "Take a die below the top out of one of your two edges; it becomes the top.",
    }
    summary = "Masquerade on the great pyramid with numbers; each player sees one side."
    score_unit = REACHED
    profile = Profile(chance=2, skill=1, tactics=7)
    options = (
        *slides.TAKE_OPTIONS,
        one_of(
            "street",
            *STREETS,
            help="Whether the numbers 1 to 6 must stand in order.",
            meanings={"ordered": "one after another, up or down", "any_order": "each number once, in any order"},
        ),
        one_of(
            "view",
            "open",
            "own",
            help="Which sides a player sees.",
            meanings={"open": "all sides", "own": "his own side alone"},
        ),
        in_range("round_cap", 100, 1, 1000, help="Rounds after which the game is a draw."),
    )
    verbs = (FILL, SLIDE, TURN)
    secret_verbs = (TURN.name,)
    horizon = 1
    calls_a_second = 11_000
    text = RulesText(
        goal="Bring about one of three things on the side of the pyramid that you look at, along one of its two green "
        "edges: six dice in a row with the same number; six in a row with 1, 2, 3, 4, 5, 6, from either end, or in "
        "any order if you agree so; or six green dice in a row, each with the same number as the black die that lies "
        "against it, face to face, one layer further down.",
        setup="The great pyramid of 165 dice: 25 green ones on its three edges and on top, 84 black ones on its "
        "sides, 56 others inside, all in random orientation. Each player sits at one side and looks at it and at its "
        "two green edges.",
        turn="Take any die below the top out of one of your two edges, or only its bottom die if you agree so. The "
        "dice above it slide down, the top die too, and the die you took becomes the new top. No die is turned on its "
        "way, unless you agree that it may be. You may not pass.",
        end="The game ends as soon as somebody's aim is there, and he wins, no matter who brought it about. If "
        "several aims are there at once, the player who has just moved wins, otherwise the next one clockwise.",
        ties="After the agreed number of rounds, by default 100, the game is a draw.",
        readings=(
            "Player 1 looks at the orange side, player 2 at the violet one, player 3 at the white one.",
            "Each edge belongs to the two players whose sides meet in it. If two play, the edge between "
            "their sides belongs to both; each of the other two is seen and used by one player only.",
            "The top die belongs to all edges and counts for six alike and for 1 to 6, but no black die "
            "lies against it, nor against the die at the bottom.",
            "You may walk round the pyramid and look at all of it, unless you agree that each sees his own side only.",
        ),
        variants=(
            (
                "turn",
                "free",
                "A die may be put on top in any orientation, and the top die itself may be taken if it is "
                "turned, unless only bottom dice may be taken.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        state = State(position or EMPTY, kit.first_seat(options), players, 0, options, None, None)
        if position is not None:
            _check_start(state, position)
        return state

    def is_set_up(self, state: State) -> bool:
        return bool(state.pyramid.mask)

    def to_move(self, state: State) -> Turn:
        if state.winners is not None:
            return None
        return CHANCE if not state.pyramid.mask else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.pyramid.mask or state.winners is not None:
            return []
        return slides.takes(state.pyramid, spars(side(state.seat)), state.options, state.pulled)

    def draw(self, state: State, rng: Random) -> Action:
        if state.pyramid.mask:
            return super().draw(state, rng)
        pyramid = slides.great_pyramid(rng)
        while _first_done(state, pyramid, 1):
            pyramid = slides.great_pyramid(rng)
        return FILL(pyramid)

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid):
                _check_start(state, pyramid)
            case _:
                raise IllegalMove("{action}: expected fill and the great pyramid", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        return slides.all_takes(options)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("slide", cell):
                pulled = state._replace(pyramid=slides.taken(state.pyramid, cell), pulled=cell)
                return pulled if state.options["turn"] == "free" else _turn_over(pulled)
            case ("turn", cell, faces):
                return _turn_over(state._replace(pyramid=state.pyramid.turn(cell, faces)))
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid)
        raise IllegalMove(f"{action}: not an action of slide")

    def goal_line(self, state: State, seat: Seat) -> Fact:
        return fact("Get six in a row on {side}: alike, in order, or as the black beside.", side=Side(side(seat)))

    def result(self, state: State) -> Result | None:
        if state.winners is None:
            return None
        reason = (
            "The winner has six dice in a row as they should be."
            if state.winners
            else "In the rounds agreed nobody got six dice in a row as they should be."
        )
        return Result(state.winners, self.scores(state), reason)

    def secrets(self, options: Options) -> tuple[str, ...]:
        return self.secret_verbs if options["view"] == "own" else ()

    def view(self, state: State, seat: Seat) -> State:
        if state.options["view"] == "open":
            return state
        seen = kit.seen_from(state.pyramid, (side(seat),))
        if state.pulled is not None and seat == state.seat:
            seen = seen.put(slides.APEX, state.pyramid.at(slides.APEX))  # it is in his hand
        return state._replace(pyramid=seen)

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """Dice of their places, turned in any way in which no aim stands."""
        if view.options["view"] == "open" or view.winners is not None or not view.pyramid.mask:
            return view
        colours = [slides.COLOUR_OF[cell] for cell, die in view.pyramid if die.colour == UNKNOWN]
        while True:
            pyramid = kit.unseen(view.pyramid, colours, rng, [side(seat)])
            if view.pulled is not None and seat == view.seat:
                pyramid = pyramid.put(slides.APEX, view.pyramid.at(slides.APEX))
            if view.pulled is not None or not _first_done(view, pyramid, 1):
                return view._replace(pyramid=pyramid)

    def sides_seen(self, state: State, seat: Seat) -> tuple[Axis, ...]:
        return super().sides_seen(state, seat) if state.options["view"] == "open" else (side(seat),)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(int(seat in (state.winners or ())) for seat in range(1, state.players + 1))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The spars that the seat looks at, or what the winner's aim stands on."""
        if state.winners:
            return self.counted(state, state.winners[0])
        return [cell for spar in spars(side(seat)) for cell in slides.SPARS[spar]] if state.pyramid.mask else []

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        if seat not in (state.winners or ()):
            return ()
        return standing(state.pyramid, side(seat), STREETS[str(state.options["street"])])

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        if not after.winners:
            return sentences
        return (*sentences, fact("{player} reached an aim.", player=Player(after.winners[0])))

    def unplaced(self, state: State) -> Counter[Colour] | None:
        return Counter() if state.pyramid.mask else None

    def outlook(self, state: State) -> tuple[float, ...]:
        """How near each side is to an aim."""
        street = STREETS[str(state.options["street"])]
        return tuple(prospects(state.pyramid, side(seat), street) for seat in range(1, state.players + 1))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The own side's prospects afterwards, less a part of the best of the others as far as they can be seen."""
        match action:
            case ("slide", cell):
                after = slides.taken(state.pyramid, cell)
            case (_, cell, faces):
                after = state.pyramid.turn(cell, faces)
        street = STREETS[str(state.options["street"])]
        others = [s for s in range(1, state.players + 1) if s != seat and state.options["view"] == "open"]
        threat = max((prospects(after, side(other), street) for other in others), default=0)
        return prospects(after, side(seat), street) - 0.3 * threat


def side(seat: Seat) -> Axis:
    """The side that a seat looks at."""
    return seat - 1


def spars(looking: Axis) -> tuple[Axis, Axis]:
    """The two spars that a side sees, clockwise."""
    return AXES[(looking + 1) % 3], AXES[(looking + 2) % 3]


def is_done(pyramid: Pyramid, looking: Axis, street: str) -> bool:
    """Whether one of the three aims stands on this side."""
    return bool(standing(pyramid, looking, street))


def standing(pyramid: Pyramid, looking: Axis, street: str) -> Sequence[Cell]:
    """The green dice on which an aim of this side stands, the uppermost first; none where none does."""
    for spar in spars(looking):
        top = aim_in(*_rows(pyramid, looking, spar), street)
        if top is not None:
            return slides.SPARS[spar][top : top + LENGTH]
    return ()


def prospects(pyramid: Pyramid, looking: Axis, street: str) -> float:
    """How near a side is to an aim: 100 if it stands, else the nearness of its best line, and a little of all."""
    rows = [_rows(pyramid, looking, spar) for spar in spars(looking)]
    if any(aim_in(numbers, black, street) is not None for numbers, black in rows):
        return 100
    found = [value for numbers, black in rows for value in nearness_to_aims(numbers, black, street)]
    return max(found) + fsum(found) / 100


def _rows(pyramid: Pyramid, looking: Axis, spar: Axis) -> tuple[slides.Line, slides.Line]:
    """The numbers of a spar, and of the black dice beside it, on a side."""
    return slides.line(pyramid, looking, spar), slides.beside_line(pyramid, looking, spar)


@lru_cache(maxsize=1 << 16)
def aim_in(numbers: slides.Line, black: slides.Line, street: str) -> int | None:
    """At which place of a spar the uppermost of six dice lies on which an aim stands; none where none does."""
    alike, in_street = slides.spellings(ALIKE), slides.spellings(street)
    for top in range(len(numbers) - LENGTH + 1):
        row = numbers[top : top + LENGTH]
        beside = black[top - 1 : top - 1 + LENGTH] if top else ()
        if row in alike or row in in_street or (row == beside and 0 not in row):
            return top
    return None


@lru_cache(maxsize=1 << 16)
def nearness_to_aims(numbers: slides.Line, black: slides.Line, street: str) -> tuple[float, float, float]:
    """How near a spar is to each aim: the black dice beside it, six alike, a street."""
    return best_match(numbers, black) / 2, slides.nearness(ALIKE, numbers), slides.nearness(street, numbers)


def best_match(numbers: slides.Line, black: slides.Line) -> int:
    """How many of six green dice in succession show the number of the black die beside them, at best."""
    pairs = [green == other > 0 for green, other in zip(numbers[1:], black, strict=False)]
    return max(sum(pairs[first : first + LENGTH]) for first in range(len(pairs) - LENGTH + 1))


def _first_done(state: State, pyramid: Pyramid, first: Seat) -> Seat | None:
    """The first seat, clockwise from `first`, whose aim stands."""
    street = STREETS[str(state.options["street"])]
    seats = kit.clockwise(first, state.players)
    return next((seat for seat in seats if is_done(pyramid, side(seat), street)), None)


def _turn_over(state: State) -> State:
    """After the seat's action: whether an aim stands, and whose turn it is."""
    winner = _first_done(state, state.pyramid, state.seat)
    turns = state.turns + 1
    is_draw = turns == state.players * state.options.whole("round_cap")
    return state._replace(
        seat=kit.next_seat(state.seat, state.players),
        turns=turns,
        pulled=None,
        winners=(winner,) if winner else () if is_draw else None,
    )


def _check_start(state: State, pyramid: Pyramid) -> None:
    slides.check_great_pyramid(pyramid)
    if done := _first_done(state, pyramid, 1):
        raise IllegalMove("position {pyramid}: an aim of seat {done} stands already", pyramid=pyramid, done=done)


GAME = Slide()
