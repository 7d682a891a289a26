"""34 Masquerade. Take an edge's bottom die, let it slide, cap the top; sort the colours of your pyramid first.

Source: game 34 of the Kosmos edition. The start order is derived: the text asks for the most colourful sequence and
the Latin arrangement is the most mixed. The first seat wins every tie of skill, as the text has it; `equal_turns`
removes this. A random start that meets the aim already is drawn again. At `round_cap` nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from operator import eq
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CORNERS, Cell, corner_pyramid, mask_of, parse_cell, ray, turned, unit
from skill.lattice.dice import BLACK, BLUE, COLOUR_NAMES, GREEN, RED, Colour, Die
from skill.lattice.notation import FILL, SLIDE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, From, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Caution, Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.slides import recapped
from skill.rules.telling import REACHED, Label

LEVELS, EDGE = 4, 3  # a pyramid of 20 dice; three dice in each edge below its apex
HOME: tuple[tuple[Cell, ...], ...] = tuple(corner_pyramid(axis, LEVELS) for axis in AXES)
"""The 20 cells of each seat's pyramid."""
FRONT: tuple[Cell, ...] = tuple(turned(parse_cell("422"), thirds) for thirds in range(3))
"""The funnel in front of each, towards the middle of the plate."""


_EDGES = tuple(tuple(ray(parse_cell("500"), unit(axis))) for axis in AXES)
COLUMNS: tuple[tuple[tuple[Cell, ...], ...], ...] = tuple(
    tuple(tuple(turned(cell, thirds) for cell in edge) for edge in _EDGES) for thirds in range(3)
)
"""The three edges of each seat's pyramid, apex first; its own axis first and the others clockwise."""
SLIDES = tuple(tuple(SLIDE(column[-1]) for column in columns) for columns in COLUMNS)
DICE = {colour: Die(colour) for colour in COLOUR_NAMES}

FIRST_WINS = Caution(
    "All need equally many turns, so whoever begins wins if nobody errs. With equal turns the round is completed, and "
    "all who reach the aim in it share the win.",
    remedy=("equal_turns", "on"),
)

Arrangement = str  # the colours of the apex and of the three edges, each from the top down
LATIN: Arrangement = BLACK + "RGB" + "GBR" + "BRG"
FIXED_EDGE = GREEN + RED + BLUE  # from the bottom to the top blue, red, green, and the black apex


def slid(board: Arrangement, edge: int) -> Arrangement:
    """The arrangement after the bottom die of an edge has been set on top."""
    at = 1 + EDGE * edge
    return board[at + 2] + board[1:at] + board[0] + board[at : at + 2] + board[at + 3 :]


def unslid(board: Arrangement, edge: int) -> Arrangement:
    """The arrangement from which `slid` leads to `board`."""
    return slid(slid(slid(board, edge), edge), edge)


@cache
def aims(goal: str, sequence: str) -> frozenset[Arrangement]:
    """The arrangements that win."""
    colours = (RED, GREEN, BLUE)
    if goal == "training":
        return frozenset(BLACK + a * EDGE + b * EDGE + c * EDGE for a, b, c in permutations(colours))
    edges = [FIXED_EDGE] if sequence == "fixed" else ["".join(edge) for edge in permutations(colours)]
    return frozenset(BLACK + edge * 3 for edge in edges)


@cache
def steps_to_go(goal: str, sequence: str) -> dict[Arrangement, int]:
    """How many actions each of the 16,800 arrangements is away from the aim."""
    steps = dict.fromkeys(aims(goal, sequence), 0)
    waiting = list(steps)
    for board in waiting:  # it grows while it is walked
        for edge in range(3):
            if (before := unslid(board, edge)) not in steps:
                steps[before] = steps[board] + 1
                waiting.append(before)
    return steps


GOALS = {
    "training": "Have each edge of your pyramid in one colour, with a black die on top.",
    "any": "Have your three edges alike, each in three colours, with a black die on top.",
    "fixed": "Have each edge blue, red and green from the bottom, with a black die on top.",
}
"""The goal in words: of the training game, and of the main game by its option `sequence`."""


def edge_cells(seat: Seat) -> tuple[Cell, ...]:
    """A seat's apex and the rest of its edges."""
    first, second, third = COLUMNS[seat - 1]
    return (*first, *second[1:], *third[1:])


def arrangement(pyramid: Pyramid, seat: Seat) -> Arrangement:
    """The colours of a seat's apex and edges."""
    return "".join(pyramid.at(cell).colour for cell in edge_cells(seat))


def built(boards: Sequence[Arrangement]) -> Pyramid:
    """The plate with each seat's pyramid: its edges as arranged, everything else black."""
    dice = {cell: DICE[BLACK] for home, _ in zip(HOME, boards, strict=False) for cell in home}
    for seat, board in enumerate(boards, 1):
        dice.update(zip(edge_cells(seat), map(DICE.__getitem__, board), strict=True))
    return Pyramid(dice.items())


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    players: int
    turns: int
    options: Options
    winners: tuple[Seat, ...] | None
    """Empty for a draw; None while the game goes on."""

    @property
    def aims(self) -> frozenset[Arrangement]:
        return aims(str(self.options["goal"]), str(self.options["sequence"]))


class Masquerade(Game[State]):
    number, slug, title = "34", "masquerade", "Masquerade"
    family, players = "alteration", (2, 3)
    goal = "Be the first to have the edges of your pyramid sorted by colour."
    deciding_rules = {
        "slide": "Take the bottom die of one of the three edges of your pyramid; it becomes the top.",
    }
    summary = "Take an edge's bottom die, let it slide, cap the top; sort the colours first."
    score_unit = REACHED
    has_back_slopes = True
    profile = Profile(skill=1, tactics=9)
    options = (
        one_of(
            "goal",
            "training",
            "main",
            help="What has to be sorted.",
            meanings={
                "training": "each edge of one colour",
                "main": "the three edges alike, each with all three colours",
            },
        ),
        one_of(
            "sequence",
            "any",
            "fixed",
            help="Main game: the order of the colours on the edges.",
            meanings={"any": "any order, the same on all three", "fixed": "from the bottom blue, red, green"},
        ),
        one_of(
            "start_order",
            "latin",
            "random",
            help="How the colours lie at the start, the same for all players.",
            meanings={"latin": "well mixed, always in the same way", "random": "in an order drawn by lot"},
        ),
        one_of("equal_turns", "off", "on", help="Whether the round is completed once a player has reached the aim."),
        in_range("round_cap", 100, 0, 1000, help="Rounds after which the game is a draw; 0 for none."),
    )
    endless_with = ({"round_cap": 0},)
    verbs = (FILL, SLIDE)
    horizon = 3
    text = RulesText(
        goal="Sort the nine coloured dice on the edges of your pyramid before the others sort theirs. Training game: "
        "each edge of one colour. Main game: all three edges in the same order of the three colours. In both games "
        "the top die must be black again.",
        setup="Each player has a pyramid of 20 dice in a corner, all black but for three red, three green and three "
        "blue dice on its three edges. All pyramids are equal.",
        turn="Take the bottom die of one of the three edges of your pyramid. The dice above it and the top die slide "
        "down one place, and the die you took becomes the new top die. You may not pass.",
        end="Whoever reaches the aim first wins at once. After the agreed number of rounds, if there is one, the "
        "game is a draw.",
        ties="If you have agreed on equal turns, the round is played to its end, and all who have reached the aim "
        "by then share the win.",
        readings=(
            "It does not matter which edge gets which colour. In the main game any order counts, unless you agree on "
            "a fixed one: from the bottom blue, red, green, under the black top die.",
            "The usual start, from the top down: red, green, blue on the edge that points to your corner; green, "
            "blue, red on the next edge clockwise; blue, red, green on the third. If you agree so the start is drawn, "
            "the same for all players.",
            "Four takes from the same edge bring everything back to where it was.",
        ),
    )

    def cautions(self, options: Options) -> Sequence[Caution]:
        unfair = [] if options["equal_turns"] == "on" else [FIRST_WINS]
        return [*super().cautions(options), *unfair]

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is None:
            position = built([LATIN] * players) if options["start_order"] == "latin" else EMPTY
        else:
            _check_boards(position, players)
        state = State(position, kit.first_seat(options), players, 0, options, None)
        if position.mask:
            _check_unsolved(state, position)
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
        return SLIDES[state.seat - 1]

    def draw(self, state: State, rng: Random) -> Action:
        if state.pyramid.mask:
            return super().draw(state, rng)
        board = next(iter(state.aims))
        while board in state.aims:
            board = BLACK + "".join(rng.sample(LATIN[1:], len(LATIN) - 1))
        return FILL(built([board] * state.players))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid):
                _check_boards(pyramid, state.players)
                boards = {arrangement(pyramid, seat) for seat in range(1, state.players + 1)}
                if len(boards) > 1 or not boards.pop().startswith(BLACK):
                    raise IllegalMove(
                        "{action}: expected the same order for all players, with a black apex", action=action
                    )
                _check_unsolved(state, pyramid)
            case _:
                raise IllegalMove("{action}: expected fill and the pyramids of all players", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        return [slide for slides in SLIDES for slide in slides]

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("slide", cell):
                column = next(column for column in COLUMNS[state.seat - 1] if column[-1] == cell)
                pyramid = recapped(state.pyramid, column, EDGE)
                after = state._replace(pyramid=pyramid, turns=state.turns + 1)
                return after._replace(seat=kit.next_seat(state.seat, state.players), winners=_winners(after))
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid)
        raise IllegalMove(f"{action}: not an action of masquerade")

    def result(self, state: State) -> Result | None:
        if state.winners is None:
            return None
        reason = (
            "The edges of the winner are sorted, with a black die on top."
            if state.winners
            else "In the rounds agreed nobody sorted all edges."
        )
        return Result(state.winners, self.scores(state), reason)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        if not state.pyramid.mask:
            return (0,) * state.players
        aimed = state.aims
        return tuple(int(arrangement(state.pyramid, seat) in aimed) for seat in range(1, state.players + 1))

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """How many turns it still needs if it makes no mistake: dice in place may have to leave it meanwhile."""
        if not state.pyramid.mask:
            return None
        steps = steps_to_go(str(state.options["goal"]), str(state.options["sequence"]))
        count = steps[arrangement(state.pyramid, seat)]
        return fact("{count}+ turns to go", count=count) if count else Fact("all dice in place")

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        return ()

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return in_place(state, seat) if self.scores(state)[seat - 1] else ()

    def goal_line(self, state: State, seat: Seat) -> Fact:
        is_training = state.options["goal"] == "training"
        return Fact(GOALS["training" if is_training else str(state.options["sequence"])])

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The dice of the three edges that are in place already."""
        return in_place(state, seat) if state.pyramid.mask else ()

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return {CORNERS[seat - 1]: seat for seat in range(1, state.players + 1)}

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """Whose each pyramid is, in front of it."""
        if not state.pyramid.mask:
            return {}
        means = "The pyramid behind this is that of {player}."
        return {
            cell: Label(
                fact("{player}", player=Player(owner)),
                means=fact(means, you="The pyramid behind this is yours.", player=Player(owner)),
            )
            for owner, cell in enumerate(FRONT[: state.players], 1)
        }

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """What the marks of `goal_cells` mean."""
        is_on = state.winners is None and any(self.goal_cells(state, seat))
        return (Fact("Violet marks: dice of your pyramid that are already in place."),) if is_on else ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("slide", cell):
                who, die = Player(by or before.seat), before.pyramid.at(cell)
                text = "{player} pulled {die} out {from} and put it on top."
                sentence = Fact(text, {"player": who, "die": die, "from": From(cell)})
                reached = [Player(seat) for seat in after.winners or ()]
                return (sentence, *(fact("{player} reached the aim.", player=seat) for seat in reached))
        return super().told(before, action, by, after)

    def unplaced(self, state: State) -> Counter[Colour] | None:
        return Counter() if state.pyramid.mask else None

    def outlook(self, state: State) -> tuple[float, ...]:
        """The fewer actions are left to the own aim, the better."""
        steps = steps_to_go(str(state.options["goal"]), str(state.options["sequence"]))
        return tuple(-steps[arrangement(state.pyramid, seat)] for seat in range(1, state.players + 1))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The fewer actions are left to the own aim, the better."""
        board = slid(arrangement(state.pyramid, seat), SLIDES[seat - 1].index(action))
        return -steps_to_go(str(state.options["goal"]), str(state.options["sequence"]))[board]


def in_place(state: State, seat: Seat) -> list[Cell]:
    """The cells of a seat's edges whose dice stand as the nearest of the aims wants them."""
    board = arrangement(state.pyramid, seat)
    aim = max(sorted(state.aims), key=lambda aim: sum(map(eq, board, aim)))
    return sorted(cell for cell, has, wanted in zip(edge_cells(seat), board, aim, strict=True) if has == wanted)


def _winners(state: State) -> tuple[Seat, ...] | None:
    """Who has won now that `state.seat` has acted; its turn is counted already."""
    aimed, round_over = state.aims, state.turns % state.players == 0
    if state.options["equal_turns"] == "off":
        done: tuple[Seat, ...] = (state.seat,) if arrangement(state.pyramid, state.seat) in aimed else ()
    else:
        seats = range(1, state.players + 1) if round_over else ()
        done = tuple(seat for seat in seats if arrangement(state.pyramid, seat) in aimed)
    if done:
        return done
    return () if round_over and state.turns == state.players * state.options.whole("round_cap") else None


def _check_boards(pyramid: Pyramid, players: int) -> None:
    """Raises `IllegalMove` unless each seat's pyramid stands there with its colours, and nothing else."""
    text = (
        "position {pyramid}: expected {players} pyramids of 20 black dice with 3 red, 3 green and 3 blue on their edges"
    )
    if pyramid.mask != mask_of(cell for home in HOME[:players] for cell in home):
        raise IllegalMove(text, pyramid=pyramid, players=players)
    boards = [arrangement(pyramid, seat) for seat in range(1, players + 1)]
    if any(sorted(board) != sorted(LATIN) for board in boards) or built(boards) != pyramid:
        raise IllegalMove(text, pyramid=pyramid, players=players)


def _check_unsolved(state: State, pyramid: Pyramid) -> None:
    """Raises `IllegalMove` if a seat has nothing left to do."""
    for seat in range(1, state.players + 1):
        if arrangement(pyramid, seat) in state.aims:
            raise IllegalMove("position {pyramid}: seat {seat} has reached the aim already", pyramid=pyramid, seat=seat)


GAME = Masquerade()
