"""49 Smuggling. Ten smugglers against two jumping customs officers.

Source: game 49 of the Kosmos edition; its numbers leave one set-up only. Smugglers keep off the rim but for the border
i=0, which they enter where a green die stands; there they are safe. Who makes no progress loses: `quiet_cap` goes
against the smugglers. `match=swap` is two games with roles changed; the same role begins both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, NEIGHBOURS, Cell
from skill.lattice.dice import BLACK, GREEN, RED
from skill.lattice.notation import MOVE, STOP, Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Caution, Option, Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.shared.flat import check_flat, hops, steps
from skill.rules.telling import BAD, Label, Note

SETUP = parse_position("G071 G062 G053 G044 G035 G026 G017 R152 R125 K611 K521 K512 K431 K422 K413 K341 K332 K323 K314")
CUSTOMS_WIN = Caution(
    "Between players of equal strength the customs win nearly always. In a match of two games with roles changed both "
    "have the same chance.",
    remedy=("match", "swap"),
)
ENOUGH = 4  # smugglers through, or left, that decide
NOBODY: Cell = -1
ROW, CROSSING, CAPTURE, NEARER = 0.5, 2.0, 10.0, 0.1  # worth of a row gained, and so on, in dice under threat


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    smuggler: Seat
    """Who has the smugglers; the other has the customs."""
    jumper: Cell
    """The officer that has jumped and may go on, or `NOBODY`."""
    quiet: int
    """Turns since the last capture or crossing."""
    through: tuple[int, ...]
    """How many smugglers the seat brought through in the game of a match that is over."""
    first: Seat
    setup: Pyramid
    options: Options


class Smuggling(Game[State]):
    number, slug, title = "49", "smuggling", "Smuggling"
    family, players = "board", (2, 2)
    goal = "Bring four smugglers across; or, as customs, catch them until fewer are left."
    turn_order = "Player 1, who has the smugglers, begins unless you agree on player 2. Then you take turns."
    deciding_rules = {
        "move": "Officers step to any funnel beside them, or catch smugglers by jumping over one after another.",
        "stop": "The officer may jump over another smuggler, or stop.",
    }
    summary = "Ten smugglers against two jumping customs officers."
    profile = Profile(tactics=10)
    options = (
        in_range(
            "quiet_cap",
            40,
            1,
            500,
            help="After so many turns of each side without a capture or a crossing the customs win.",
        ),
        one_of(
            "match",
            "single",
            "swap",
            help="How many games make a match.",
            meanings={"single": "one game", "swap": "two games with roles changed"},
        ),
    )
    verbs = (MOVE, STOP, kit.CANNOT_MOVE)
    seat_colours = (BLACK, RED)
    is_symmetric = False  # the border is one side of the plate
    horizon = 5
    text = RulesText(
        goal="The smugglers win with four dice on the border. The customs win when fewer than four smugglers are "
        "left, those on the border included.",
        setup="The border is one side of the plate: green dice stand in its seven inner funnels, the two corners stay "
        "empty. In the next row, of eight funnels, a red officer stands in the third funnel from either end. The row "
        "after that stays empty. Then come rows of 4, 3, 2 and 1 black smugglers, with an empty funnel on either "
        "side; the last two rows stay empty.",
        turn="Smugglers: move one die to an adjacent empty funnel that is not on the rim; or from the row before the "
        "border step onto the border where a green die stands. The green die is taken away and the smuggler stays for "
        "good. Customs: move an officer to any adjacent empty funnel; or jump in a straight line over a smuggler into "
        "the empty funnel behind it. The smuggler is caught, and the officer may jump on, in any direction.",
        end="The game ends when four smugglers are on the border, and the smugglers win; or when fewer than four "
        "are left, those on the border included, and the customs win.",
        ties="If two games are played, whoever brought more smugglers through wins; equal numbers are a draw.",
        readings=(
            "Player 1 has the smugglers, whoever begins.",
            "One game decides unless you agree on two. For the second game you change sides: the other "
            "player has the smugglers, and the same side begins as in the first.",
            "Jumping is never compulsory, and the officer may stop after any jump.",
            "Officers jump over smugglers only, and no smuggler on the border can be caught.",
        ),
        stuck=(
            "A side that cannot move passes.",
            "If nothing is caught and nobody crosses for the agreed number of turns of each side, by "
            "default 40, the customs win.",
        ),
    )

    @property
    def all_options(self) -> tuple[Option, ...]:
        """As always, but the smugglers begin unless something else is agreed."""
        return tuple(o._replace(default=1) if o.name == "first_player" else o for o in super().all_options)

    def cautions(self, options: Options) -> Sequence[Caution]:
        return [] if options["match"] == "swap" else [CUSTOMS_WIN]

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        setup = position or SETUP
        check_flat(setup)
        kit.check_plain(setup, {GREEN: 7, RED: 2, BLACK: 10})
        if any(COORDS[cell][0] for cell in setup.cells_of(GREEN)):
            raise IllegalMove("position {setup}: green dice stand on the border i=0 only", setup=setup)
        first = kit.first_seat(options)
        return between_games(State(setup, first, 1, NOBODY, 0, (), first, setup, options))

    def to_move(self, state: State) -> Turn:
        if is_decided(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_decided(state):
            return []
        pyramid = state.pyramid
        if state.jumper != NOBODY:
            return [MOVE(state.jumper, to) for _, to in catches(pyramid, state.jumper)] + [STOP()]
        if state.seat == state.smuggler:
            return [MOVE(c, to) for c in pyramid.cells_of(BLACK) for to in smuggled(pyramid, c)] or [kit.CANNOT_MOVE()]
        officers = pyramid.cells_of(RED)
        walks = [MOVE(cell, to) for cell in officers for to in steps(pyramid, cell)]
        jumps = [MOVE(cell, to) for cell in officers for _, to in catches(pyramid, cell)]
        return walks + jumps or [kit.CANNOT_MOVE()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*pairs(MOVE, flat.LEAPS), STOP(), kit.CANNOT_MOVE())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        pyramid = state.pyramid
        match action:
            case ("move", cell, to) if to in pyramid:  # a smuggler crosses the border
                return next_turn(state._replace(pyramid=pyramid.remove(to).move(cell, to), quiet=-1))
            case ("move", cell, to) if to in NEIGHBOURS[cell]:
                return next_turn(state._replace(pyramid=pyramid.move(cell, to)))
            case ("move", cell, to):
                (caught,) = (over for over, landing in catches(pyramid, cell) if landing == to)
                after = state._replace(pyramid=pyramid.remove(caught).move(cell, to), jumper=to, quiet=-1)
                return next_turn(after) if is_over(after) or not catches(after.pyramid, to) else after
            case ("stop",) | ("pass",):
                return next_turn(state)
        raise IllegalMove(f"{action}: not an action of smuggling")

    def result(self, state: State) -> Result | None:
        if not is_decided(state):
            return None
        scores = self.scores(state)
        if state.options["match"] == "swap":
            return Result(kit.best(scores), scores, "Smugglers who got through count; the most win.")
        winner = 1 if on_border(state.pyramid) >= ENOUGH else 2
        return Result(
            (winner,),
            scores,
            "Four smugglers are on the border." if winner == 1 else "The smugglers can no longer bring four across.",
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        if seat == 2 and options["match"] != "swap":
            return ("1 smuggler caught", "{count} smugglers caught")
        return ("1 smuggler through", "{count} smugglers through")

    def standing(self, state: State, seat: Seat) -> Fact | None:
        if state.options["match"] == "swap" or not state.pyramid.mask:
            return None
        through, caught = self.scores(state)
        if seat == state.smuggler:
            return fact("{count} of {all} across", count=int(through), all=ENOUGH)
        needed = len(state.setup.cells_of(BLACK)) - ENOUGH + 1
        return fact("{count} of {all} caught", count=int(caught), all=needed)

    def scores(self, state: State) -> tuple[float, ...]:
        """Smugglers that each seat brought through; in a single game those through and those caught."""
        now = on_border(state.pyramid)
        if state.options["match"] == "swap":
            return (*state.through, now) if state.through else (now, 0)
        return (now, len(state.setup.cells_of(BLACK)) - len(state.pyramid.cells_of(BLACK)))

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return through(state.pyramid) if seat == state.smuggler else ()

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if seat == state.smuggler:
            return Fact("Bring four of your black dice, the smugglers, onto the green border.")
        return Fact("Jump over black dice, the smugglers, until fewer than four of them are left.")

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if state.seat == state.smuggler and MOVE.name in verbs:
            return Fact(
                "A smuggler steps to a funnel beside it, also back, not onto the rim; at the border onto a green die."
            )
        return super().deciding_rule(state, verbs)

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """Who can be caught by the next jump."""
        if is_decided(state):
            return {}
        return dict.fromkeys(
            sorted(in_danger(state.pyramid)), Label("!", BAD, "An officer can jump over this die now.")
        )

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.cells_of(GREEN)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        match action:
            case ("move", _, to) if to in before.pyramid:
                found = [fact("{player} brought a smuggler onto the border.", player=who)]
            case ("move", cell, to) if to not in NEIGHBOURS[cell]:
                (caught,) = (over for over, landing in catches(before.pyramid, cell) if landing == to)
                found = [fact("{player} caught a smuggler {cell}.", player=who, cell=At(caught))]
            case _:
                found = [*super().told(before, action, by, after)]
        if after.through != before.through:
            text = "The first game is over with {count} smugglers through; now the roles are changed."
            one = "The first game is over with one smuggler through; now the roles are changed."
            found.append(fact(text, one=one, count=after.through[0]))
        elif after.quiet >= 2 * after.options.whole("quiet_cap"):
            found.append(Fact("The smugglers have made no progress for too long."))
        return tuple(found)

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Also that an officer could catch the smuggler where he would stand."""
        found = tuple(super().foreseen(before, action, by, after))
        if action.verb != MOVE.name or before.seat != before.smuggler or is_over(after) or after.through:
            return found
        to = action[2]
        is_caught = to in in_danger(after.pyramid)
        return (*found, Note(Fact("An officer could catch it there"), (to,), kind=BAD)) if is_caught else found

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if is_decided(state) or seat != state.smuggler:
            return ()
        return (
            Fact("An officer catches a smuggler beside him by jumping over it to an empty funnel, and may jump on."),
        )

    def stages(self, before: State, action: Action, after: State) -> Sequence[Pyramid]:
        if after.through == before.through:
            return super().stages(before, action, after)
        last = self.play(before._replace(through=after.through), action)  # the same without the second game
        return (last.pyramid, after.pyramid)

    def outlook(self, state: State) -> tuple[float, ...]:
        """In a single game which part of what each side needs to win it has."""
        if state.options["match"] == "swap":
            return self.scores(state)
        through, caught = self.scores(state)
        return (through / ENOUGH, caught / (len(state.setup.cells_of(BLACK)) - ENOUGH + 1))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Smugglers: rows and crossings, less what can be caught then. Customs: the longest series of catches, else
        what it threatens and how near it is to the foremost smuggler, rather before it than behind it."""
        pyramid = state.pyramid
        match action:
            case ("move", cell, to) if seat == state.smuggler:
                is_crossing = to in pyramid
                after = (pyramid.remove(to) if is_crossing else pyramid).move(cell, to)
                rows: int = COORDS[cell][0] - COORDS[to][0]
                return ROW * rows + CROSSING * is_crossing - len(in_danger(after))
            case ("move", cell, to) if to in NEIGHBOURS[cell]:
                after = pyramid.move(cell, to)
                return len(in_danger(after)) - NEARER * sum(distance_to_front(after, c) for c in after.cells_of(RED))
            case ("move", cell, to):
                return CAPTURE * longest_series(pyramid, cell, to)
        return 0


def smuggled(pyramid: Pyramid, cell: Cell) -> list[Cell]:
    """Where the smuggler in `cell` may go: inner empty funnels, and green dice of the border from the row before it."""
    if not COORDS[cell][0]:
        return []
    inner = [to for to in steps(pyramid, cell) if all(COORDS[to])]
    border = [to for to in NEIGHBOURS[cell] if not COORDS[to][0] and to in pyramid and pyramid.at(to).colour == GREEN]
    return inner + border


def catches(pyramid: Pyramid, cell: Cell) -> list[tuple[Cell, Cell]]:
    """The jumps of the officer in `cell`: whom he catches, and where he lands."""
    return [(over, to) for over, to in hops(pyramid, cell) if pyramid.at(over).colour == BLACK]


def in_danger(pyramid: Pyramid) -> set[Cell]:
    """Where smugglers are that can be caught by the next jump."""
    return {over for cell in pyramid.cells_of(RED) for over, _ in catches(pyramid, cell)}


def longest_series(pyramid: Pyramid, cell: Cell, to: Cell) -> int:
    """The most smugglers that a series beginning with the jump from `cell` to `to` can catch."""
    (caught,) = (over for over, landing in catches(pyramid, cell) if landing == to)
    after = pyramid.remove(caught).move(cell, to)
    return 1 + max((longest_series(after, to, landing) for _, landing in catches(after, to)), default=0)


def distance_to_front(pyramid: Pyramid, officer: Cell) -> int:
    """Steps from an officer to the nearest of the foremost free smugglers, one more if that one is past him."""
    free = [COORDS[cell] for cell in pyramid.cells_of(BLACK) if COORDS[cell][0]]
    front = min((i for i, _, _ in free), default=0)
    here = COORDS[officer]
    to_front = (sum(abs(a - b) for a, b in zip(here, there, strict=True)) // 2 for there in free if there[0] == front)
    return min(to_front, default=0) + (front < here[0])


def through(pyramid: Pyramid) -> list[Cell]:
    """Where the smugglers stand that are on the border."""
    return [cell for cell in pyramid.cells_of(BLACK) if not COORDS[cell][0]]


def on_border(pyramid: Pyramid) -> int:
    """How many smugglers are through."""
    return len(through(pyramid))


def is_over(state: State) -> bool:
    """Whether the game on the plate is decided."""
    is_quiet = state.quiet >= 2 * state.options.whole("quiet_cap")
    return is_quiet or len(state.pyramid.cells_of(BLACK)) < ENOUGH or on_border(state.pyramid) >= ENOUGH


def is_decided(state: State) -> bool:
    """Whether the whole match is."""
    return (state.options["match"] == "single" or bool(state.through)) and is_over(state)


def next_turn(state: State) -> State:
    """The state once the turn is over."""
    return between_games(state._replace(seat=kit.next_seat(state.seat, 2), jumper=NOBODY, quiet=state.quiet + 1))


def between_games(state: State) -> State:
    """The state with the second game of a match set up, if the first is over."""
    if state.options["match"] == "single" or state.through or not is_over(state):
        return state
    other = kit.next_seat(state.first, 2)
    return state._replace(pyramid=state.setup, seat=other, smuggler=2, quiet=0, through=(on_border(state.pyramid),))


GAME = Smuggling()
