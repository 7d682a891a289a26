"""57 The Fire-Red Devil. A chase over a landscape that grows by one green die per move.

Source: game 57 of the Kosmos edition; its figure is lost and the set-up derived. Our readings: the devil catches by
sitting on the angel; an angel without a legal move has lost; with `start=thrown` a die that has missed too often is
placed by chance, and what a throw has pushed is put back; from a position the dice that it lacks are placed first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE_MASK, COORDS, COVERS, LEVEL, Cell, cells, small_pyramid
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, KOSMOS, RED, Colour, Die
from skill.lattice.notation import ATTEMPT, MOVE, PASS, PLACE, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import At, Fact, Player, To, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import REAL_DICE, Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.telling import REACHED

BLACKS = 12
APEXES = {"corners": cells("511 151 115"), "sides": cells("133 313 331")}
SET_UPS = {
    where: Pyramid((cell, Die(BLACK)) for apex in apexes for cell in small_pyramid(apex, 2))
    for where, apexes in APEXES.items()
}
ESCAPED, CAUGHT, TRAPPED = "the angel has escaped", "the angel is caught", "the angel cannot move"

TOLD_ENDINGS = {
    ESCAPED: "The green dice are used up: the angel has escaped.",
    CAUGHT: "The devil has caught the angel.",
    TRAPPED: "The angel cannot move: the devil has won.",
}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    options: Options
    angel_seat: Seat
    angel: Cell | None
    """Where the gold die stands."""
    devil: Cell | None
    """Where the red die stands."""
    turns: int = 0
    """Turns of both players together."""
    placed: int = 0
    """Green dice on the plate, blue ones among them."""
    misses: int = 0
    """Throws in a row that gave no start cell."""
    ending: str = ""

    @property
    def missing(self) -> Colour | None:
        """The colour of the die that has no start cell yet."""
        return GOLD if self.angel is None else RED if self.devil is None else None


class FireRedDevil(Game[State]):
    number, slug, title = "57", "fire-red-devil", "The Fire-Red Devil"
    family, players = "space", (2, 2)
    goal = "Catch the angel, or as the angel last until the green dice run out."
    deciding_rules = {
        "move": "Your die steps, or jumps straight over dice. If the devil stops on top of the angel, the angel is "
        "caught.",
    }
    summary = "A chase over a landscape that grows by one green die per move."
    score_unit = REACHED
    profile = Profile(chance=1, tactics=9)
    options = (
        in_range(
            "greens", 45, 10, 50, help="Green dice of each player. If you need more than 90 in all, take blue ones."
        ),
        one_of(
            "pyramids",
            "corners",
            "sides",
            help="Where the three small black pyramids stand.",
            meanings={"corners": "one near each corner", "sides": "round the middle, one towards each side"},
        ),
        one_of(
            "catch",
            "cover",
            "replace",
            help="How the devil catches the angel.",
            meanings={
                "cover": "by sitting on the angel",
                "replace": "by taking the place of the angel while nothing lies on it",
            },
        ),
        one_of(
            "start",
            "random",
            "thrown",
            help="How angel and devil find their first places.",
            meanings={"random": "by chance", "thrown": "each die is thrown onto the plate"},
        ),
        *REAL_DICE,
    )
    verbs = (PLACE, MOVE, PASS, ATTEMPT)
    text = RulesText(
        goal="The devil tries to catch the angel; the angel tries to escape until both have had all their turns.",
        setup="Three small pyramids of four black dice stand on the plate, one near each corner, on the middle funnel "
        "of the third row from the corner and the two funnels behind it, or, if you agree so, near the middle of the "
        "sides. The gold die, the angel, and the red die, the devil, come to two empty funnels of the plate by chance "
        "or, if you agree so, by a throw. Each player has the agreed number of green dice. Whoever begins is the "
        "angel.",
        turn="The angel moves first. Move your own die by one right-angle move. Then put one of your green "
        "dice into the funnel that your die has just left. Green and black dice never move. The angel may "
        "not stop on top of the devil.",
        end="The devil wins if after his move he sits on the angel, or if the angel has no legal move. The angel "
        "wins when both have had as many turns as they have green dice.",
        ties="There is no tie: one of the two wins.",
        readings=(),
        stuck=(
            "A devil without a move passes and places nothing.",
            "A turn in which the devil passes counts.",
        ),
        variants=(
            (
                "catch",
                "replace",
                "The devil must move into the very funnel of the angel, and nothing may lie on the angel.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UPS[str(options["pyramids"])] if position is None else position
        most = {BLACK: BLACKS, GREEN: KOSMOS[GREEN], BLUE: KOSMOS[BLUE], GOLD: 1, RED: 1}
        kit.check_plain(pyramid, most)
        angel, devil = (next(iter(pyramid.cells_of(colour)), None) for colour in (GOLD, RED))
        placed = len(pyramid.cells_of(GREEN)) + len(pyramid.cells_of(BLUE))
        if placed > 2 * options.whole("greens"):
            raise IllegalMove("position {pyramid}: more green dice than both players have", pyramid=pyramid)
        first = kit.first_seat(options)
        return judged(State(pyramid, first, options, first, angel, devil, placed=placed))

    def to_move(self, state: State) -> Turn:
        if state.ending:
            return None
        if state.missing is None:
            return state.seat
        if state.options["start"] == "random" or state.misses > throws.RETHROWS:
            return CHANCE
        thrower = state.angel_seat if state.missing == GOLD else kit.next_seat(state.angel_seat, 2)
        return throws.onto_the_plate(thrower, self.slug, state.pyramid, state.options, may_disturb=True)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        turn = self.to_move(state)
        if turn is CHANCE and state.missing:
            return [kit.PLACEMENTS[state.missing][cell] for cell in state.pyramid.funnels(BASE_MASK)]
        if not isinstance(turn, int):
            return []
        if turn == state.angel_seat:
            return [MOVE(*jump) for jump in angel_moves(state)]
        return [MOVE(*jump) for jump in devil_moves(state)] or [PASS()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.right_angles(BLACKS + 2 + 2 * options.whole("greens")), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", _, cell, _):
                return started(state, cell)
            case ("attempt", *_):
                start = throws.thrown(action, GOLD).cell
                if start is None or LEVEL[start] or start in state.pyramid:
                    return state._replace(misses=state.misses + 1)
                return started(state, start)
            case ("move", cell, to):
                return judged(moved(state, cell, to))
            case ("pass",):
                return judged(state._replace(seat=kit.next_seat(state.seat, 2), turns=state.turns + 1))
        raise IllegalMove(f"{action}: not an action of fire-red-devil")

    def result(self, state: State) -> Result | None:
        if not state.ending:
            return None
        winner = state.angel_seat if state.ending == ESCAPED else kit.next_seat(state.angel_seat, 2)
        return Result((winner,), self.scores(state), TOLD_ENDINGS[state.ending])

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        """1 for the winner."""
        is_angels = state.ending == ESCAPED
        return tuple(float(bool(state.ending) and (seat == state.angel_seat) == is_angels) for seat in (1, 2))

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if seat == state.angel_seat:
            return Fact("You are the angel, the gold die: last until all green dice are used.")
        if state.options["catch"] == "replace":
            return Fact("You are the devil, the red die: take the place of the gold die, the angel.")
        return Fact("You are the devil, the red die: come to sit on the gold die, the angel.")

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if MOVE.name in verbs and state.options["catch"] == "replace":
            return Fact("Your die steps, or jumps straight over dice. The devil catches by taking the angel's place.")
        return super().deciding_rule(state, verbs)

    def standing(self, state: State, seat: Seat) -> Fact | None:
        if state.ending:
            return None
        if seat != state.angel_seat:
            return Fact("devil, has to catch the angel")
        left = 2 * state.options.whole("greens") - state.turns
        return fact("angel, safe after {count} more turns", one="angel, safe after one more turn", count=left)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The angel, for the devil; the angel goes anywhere as long as it lasts."""
        return () if state.angel is None or seat == state.angel_seat else (state.angel,)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        left = 2 * state.options.whole("greens") - state.turns
        return (fact("Turns until the angel is safe: {count}.", count=left),)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        done = self._told_done(before, action, by, after)
        return (*done, Fact(TOLD_ENDINGS[after.ending])) if after.ending else done

    def _told_done(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        start = after.angel if before.missing == GOLD else after.devil
        named = "The angel stands {cell}." if before.missing == GOLD else "The devil stands {cell}."
        match action:
            case ("place" | "attempt", *_) if start is not None:
                return (fact(named, cell=At(start)),)
            case ("attempt", *_):
                text = "The die is in no free funnel of the plate: it is thrown again."
                last = "The die is in no free funnel of the plate: chance places it now."
                return (Fact(text if after.misses <= throws.RETHROWS else last),)
            case ("pass",):
                return (fact("{player} passed: the devil cannot move.", player=Player(before.seat)),)
            case ("move", cell, to):
                text = "{player} moved the angel {to}." if cell == before.angel else "{player} moved the devil {to}."
                return (fact(text, player=Player(before.seat), to=To(to)),)
        return super().told(before, action, by, after)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        """The green dice of each, the angel's first and blue ones last, and whoever has no start cell yet."""
        left, each = self.unplaced(state), state.options.whole("greens")
        angels = min(left[GREEN] + left[BLUE], each - -(-state.turns // 2))
        angel = Counter({GREEN: min(angels, left[GREEN]), GOLD: left[GOLD]})
        angel[BLUE] = angels - angel[GREEN]
        devil = Counter({GREEN: left[GREEN] - angel[GREEN], BLUE: left[BLUE] - angel[BLUE], RED: left[RED]})
        return [angel if seat == state.angel_seat else devil for seat in (1, 2)]

    def unplaced(self, state: State) -> Counter[Colour]:
        whole = 2 * state.options.whole("greens")
        greens = max(0, min(whole, KOSMOS[GREEN]) - state.placed)
        blues = whole - state.placed - greens
        return Counter({GREEN: greens, BLUE: blues, GOLD: int(state.angel is None), RED: int(state.devil is None)})

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """To the devil a catch, few safe replies, nearness; to the angel safe replies after the devil's best move."""
        if action.verb == PASS.name:
            return 0
        after = self.play(state, action)
        if after.ending:
            return 1000 if after.ending != ESCAPED else 500
        if seat != state.angel_seat:
            return -safe_replies(after) - 0.1 * apart(after)
        if is_in_danger(after):
            return -1000
        return min((safe_replies(moved(after, *jump)) for jump in devil_moves(after)), default=100)


def judged(state: State) -> State:
    """With the ending that the state has reached, if any."""
    if state.ending or state.missing:
        return state
    if state.turns >= 2 * state.options.whole("greens"):
        return state._replace(ending=ESCAPED)
    is_trapped = state.seat == state.angel_seat and not angel_moves(state)
    return state._replace(ending=TRAPPED) if is_trapped else state


def started(state: State, cell: Cell) -> State:
    """With the die that is missing on its start cell."""
    pyramid = state.pyramid.put(cell, Die(state.missing or RED))
    angel, devil = (cell, state.devil) if state.missing == GOLD else (state.angel, cell)
    return judged(state._replace(pyramid=pyramid, angel=angel, devil=devil, misses=0))


def angel_moves(state: State) -> list[tuple[Cell, Cell]]:
    """From where, to where the angel may go: not on top of the devil."""
    angel, devil, pyramid = state.angel, state.devil, state.pyramid
    if angel is None or devil is None or not pyramid.is_free(angel):
        return []
    return [(angel, to) for to in pyramid.right_angle_moves(angel) if to not in COVERS[devil]]


def devil_moves(state: State) -> list[tuple[Cell, Cell]]:
    """From where, to where the devil may go; last to the angel's own cell, if it may be taken."""
    angel, devil, pyramid = state.angel, state.devil, state.pyramid
    if angel is None or devil is None or not pyramid.is_free(devil):
        return []
    targets = list(pyramid.right_angle_moves(devil))
    if state.options["catch"] == "replace" and pyramid.is_free(angel):
        targets += [to for to in pyramid.remove(angel).right_angle_moves(devil) if to == angel]
    return [(devil, to) for to in targets]


def is_catch(state: State, to: Cell) -> bool:
    """Whether the devil catches the angel by a move there."""
    if state.angel is None:
        return False
    return to == state.angel if state.options["catch"] == "replace" else to in COVERS[state.angel]


def moved(state: State, cell: Cell, to: Cell) -> State:
    """After the turn of the seat to move: its die goes from `cell` to `to`, and a green die stands where it was."""
    pyramid, green = state.pyramid, Die(GREEN if state.placed < KOSMOS[GREEN] else BLUE)
    state = state._replace(
        seat=kit.next_seat(state.seat, 2),
        turns=state.turns + 1,
        placed=state.placed + 1,
        ending=CAUGHT if cell == state.devil and is_catch(state, to) else "",
    )
    if cell == state.angel:
        return state._replace(pyramid=pyramid.move(cell, to).put(cell, green), angel=to)
    if to == state.angel:
        pyramid, state = pyramid.remove(to), state._replace(angel=None)
    return state._replace(pyramid=pyramid.move(cell, to).put(cell, green), devil=to)


def is_in_danger(state: State) -> bool:
    """Whether the devil, whose turn it is, can catch the angel."""
    return any(is_catch(state, to) for _, to in devil_moves(state))


def safe_replies(state: State) -> int:
    """How many moves the angel, whose turn it is, has after which it cannot be caught at once."""
    return sum(not is_in_danger(moved(state, *jump)) for jump in angel_moves(state))


def apart(state: State) -> int:
    """How far devil and angel stand from each other."""
    if state.angel is None or state.devil is None:
        return 0
    return sum(abs(a - b) for a, b in zip(COORDS[state.angel], COORDS[state.devil], strict=True))


GAME = FireRedDevil()
