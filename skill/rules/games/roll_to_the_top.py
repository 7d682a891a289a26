"""R1 Roll to the Top. Fill a sheet of squares upwards with rolled numbers that never decrease.

Source: game R1 (published 2018); the printed sheets are lost, those in `scenes/challenges` are our own. Our readings:
the white die has two faces add, two remove, one either, one swap; passing on purpose counts as not filling; a swap adds
first and then removes another die; of several winners of the last game of a series the one met first clockwise from
the last roller, himself met last, rolls first. A player alone scores the rolls that he needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from statistics import median
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.notation import Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import every
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, LOT_OF_THE_ROLLER, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Caution, Option, Options, in_range, one_of
from skill.rules.page import Page, PageDie
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.sheets import Sheet, is_open, load_sheet, sheet_names, sheet_of_file, sheet_option, warnings
from skill.rules.telling import FEWER, MORE, Note

CAST = Verb(
    "cast d<number> <number>", "the d{number} shows {number2}", by_seat=False
)  # a coloured die, named by its sides
WHITE = Verb("white <word>", "the white die shows {word}", by_seat=False)
WRITE = Verb("write <square> <word>", "write the sum here")  # the sum of some dice into a square: `write b2 d4+d8`
ADD = Verb(
    "add d<number>", "take the die with {number} sides into the set", told="{player} added the die with {number} sides."
)
DROP = Verb(
    "drop d<number>",
    "put the die with {number} sides out of the set",
    told="{player} took out the die with {number} sides.",
)

DONE = Verb("pass", "write no more")  # from this roll

SIDES = (4, 6, 8, 12, 20)
WHITE_FACES = {"add": 2, "remove": 2, "either": 1, "swap": 1}
DUTIES = {
    "add": "Add a die to the set.",
    "remove": "Take a die out of the set.",
    "either": "Add a die to the set, or take one out.",
    "swap": "Add a die to the set; then take another one out.",
}
WHITE_SAYS = {
    "add": "The white die says: add one.",
    "remove": "The white die says: remove one.",
    "either": "The white die says: add or remove one.",
    "swap": "The white die says: add one and remove another.",
}
SHEETS = {
    "bridge": "Two piers and a roadway between them. From the bottom up: 4, 2, 2, 9, 3 and 2 squares; 5 of the roadway "
    "hang.",
    "castle": "Two wings with a gate between them and battlements. From the bottom up: 6, 6, 8, 6, 2 and 2 squares; 2 "
    "over the gate hang.",
    "hourglass": "Wide at the bottom and at the top. From the bottom up: 4, 3, 2, 1, 2, 3 and 4 squares.",
    "oak": "A tree. From the bottom up: 4, 1, 1, 3, 6, 5, 4 and 3 squares; 4 at the ends of the lowest boughs hang.",
    "pyramid": "From the bottom up: 6, 5, 4, 3, 2 and 1 squares, each on two others.",
    "stairs": "From the bottom up: 6, 5, 4, 3, 2 and 1 squares, each straight over another, all flush on the right.",
    "top": "The letters T, O and P. From the bottom up: 5, 4, 6, 5 and 9 squares; 6 in bars and bows hang.",
    "tower": "A foot, a shaft and a wider top. From the bottom up: 4, 3, 2, 2, 2, 2, 3, 3 and 1 squares.",
}
"""What the sheets of ours look like."""
ALL_DICE = (1 << len(SIDES)) - 1
GROUPS = tuple(tuple(n for n in range(len(SIDES)) if group >> n & 1) for group in range(ALL_DICE + 1))
"""For each set of dice, as a mask, the dice in it."""
NAMES = tuple("+".join(f"d{SIDES[n]}" for n in group) for group in GROUPS)
GROUP_OF = {name: group for group, name in enumerate(NAMES)}
CASTS = tuple(tuple(CAST(sides, n) for n in range(1, sides + 1)) for sides in SIDES)
FACES = tuple(map(WHITE, WHITE_FACES))
NOTHING = (0,) * len(SIDES)
MOST_WASTE = 9.5  # a computer player writes no number that exceeds what is asked by more
LARGE = 8  # asked for more than this, a computer player wants large dice

Filled = tuple[int, ...]


class State(NamedTuple):
    options: Options
    sheet: Sheet
    filled: tuple[Filled, ...]
    """What each player has written in each square; 0 is empty."""
    before: tuple[Filled, ...]
    """The same before this roll: what others are shown until all are done."""
    roller: Seat
    seat: Seat
    phase: str = "open"
    """`open` (all five dice, to see which are in), `roll`, `white`, `fill`, `change` or `over`."""
    in_set: int = ALL_DICE
    to_cast: int = ALL_DICE
    """Dice still to be rolled."""
    numbers: tuple[int, ...] = NOTHING
    """What each die shows; 0 if it was not rolled."""
    unused: int = 0
    """Dice that the player who fills has not used yet."""
    white: str = ""
    """The face of the white die that the next roller holds."""
    duty: str = ""
    """What the roller must do before he rolls: add, remove, either, swap, or the second half of a swap."""
    added: int | None = None
    """The die that has come in by a swap, which must not go out again."""
    rolls: int = 0
    stalled: int = 0
    """Rolls in a row that nobody used."""
    games: int = 0
    """Games of the series that are over."""
    points: tuple[int, ...] = ()
    """What each player has from them."""

    @property
    def is_down(self) -> bool:
        """Whether numbers must never increase upwards, instead of never decrease."""
        return self.options["direction"] == "down"


class RollToTheTop(Game[State]):
    number, slug, title = "R1", "roll-to-the-top", "Roll to the Top"
    family, players = "sheet", (1, 8)
    is_symmetric = False
    goal = "Be the first to write a rolled number into every square of your sheet."
    turn_order = LOT_OF_THE_ROLLER
    deciding_rules = {
        "write": "A square on others takes a number at least as high as each of them, or at most, if agreed.",
        "add": "The white die says: take a die into the set.",
        "drop": "The white die says: put a die out of the set.",
        "pass": "No number of the set fits a square of yours, or you wait for a better one.",
    }
    summary = "Fill a sheet of squares upwards with rolled numbers that never decrease."
    profile = Profile(chance=7, tactics=3, minutes=25)
    options = (
        Option(
            "sheet",
            "pyramid",
            sheet_names(),
            "The challenge: one of ours, or of your own by its name; on the command line also a file.",
            pattern=r"(?s)[a-z0-9-]{1,100}|text:\S+|.*\n.*",
            words=f"{' | '.join(sheet_names())}, the name of a sheet of your own, or its text; "
            "a file only on the command line",
            kept_as=sheet_option,
            of_file=sheet_of_file,
        ),
        one_of(
            "direction",
            "up",
            "down",
            help="How numbers follow one another upwards.",
            meanings={"up": "they never decrease", "down": "they never increase"},
        ),
        in_range(
            "stall_rolls",
            30,
            0,
            500,
            help="Rolls in a row that nobody uses and after which the game ends; 0 for no end.",
        ),
        in_range("series", 1, 1, 20, help="Games that are added up."),
    )
    endless_with = ({"stall_rolls": 0},)
    verbs = (CAST, WHITE, WRITE, ADD, DROP, DONE)
    secret_verbs = (WRITE.name,)
    horizon = 3
    text = RulesText(
        goal="Be the first to fill every square of your sheet.",
        setup="All have the same sheet of squares: some at the bottom, some lying on others, some hanging. Whoever "
        "begins is the first roller. He rolls all five coloured dice, with 4, 6, 8, 12 and 20 sides, again if all "
        "numbers are odd. Dice with even numbers are in the set; the others are put aside for now. Then he rolls the "
        "set and the white die, and passes the white die to his left as it lies.",
        turn="After a roll everybody may write numbers. You may write the number of one die, or the sum of several, "
        "into an empty square. Each die may be used once in a roll. You may fill as many squares as the dice allow, "
        "or none. A square at the bottom takes any number. A square that lies on others can be filled when all of "
        "these are: its number must be at least as high as each of theirs, or, if you agree so, at most as high. A "
        "square that lies on nothing and is not at the bottom hangs: it takes any number once the square at its left "
        "or right is filled. Then whoever holds the white die changes the set as its face says, rolls the set and the "
        "white die, and passes that on as it lies. It has two faces add, two remove, one either of them, and one "
        "both: first add a die, then remove another one. Three cases go before the white die. If the set has five "
        "dice, he removes one. If it has one die, he adds one. If nobody wrote anything, he adds one, unless there "
        "are five.",
        end="When all are done with a roll and one or more sheets are full, their owners win.",
        counts="If you play several games and add them up, each empty square costs a point.",
        wins="The others rank by their empty squares, fewest first.",
        ties="If several sheets are full after the same roll, their owners share the win.",
        readings=(
            "A number that you have just written counts at once for the squares above it.",
            "In a series the winner of the last game rolls first in the next. If there are several "
            "winners, it is the one who sits first to the left of the last roller.",
            "Alone you count the rolls that you need: fewer are better.",
        ),
        stuck=(
            "After the agreed number of rolls one after another, by default 30, from which nobody writes "
            "anything, the game ends too.",
            "It does not matter whether you could not or did not want to write.",
        ),
        variants=tuple(("sheet", sheet, told) for sheet, told in SHEETS.items()),
        needs=(
            "Five coloured dice with 4, 6, 8, 12 and 20 sides, and the white die with the words.",
            "A pencil and the same sheet for each player.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is not None:
            raise IllegalMove(
                "position {position}: roll-to-the-top is played on a sheet, without a pyramid", position=position
            )
        sheet = load_sheet(str(options["sheet"]))
        first = kit.first_seat(options)
        empty = ((0,) * len(sheet.squares),) * players
        return State(options, sheet, empty, empty, first, first, points=(0,) * players)

    def cautions(self, options: Options) -> Sequence[Caution]:
        sheet = load_sheet(str(options["sheet"]))
        return [*super().cautions(options), *(Caution(f"{sheet.title}: {warning}") for warning in warnings(sheet))]

    def to_move(self, state: State) -> Turn:
        match state.phase:
            case "over":
                return None
            case "fill":
                return state.seat
            case "change":
                return state.roller
        return CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        match state.phase:
            case "open" | "roll":
                return CASTS[GROUPS[state.to_cast][0]]
            case "white":
                return FACES
            case "fill":
                return [*fills(state), DONE()]
            case "change":
                return changes(state)
        return []

    def weights(self, state: State) -> Sequence[float]:
        return list(WHITE_FACES.values()) if state.phase == "white" else super().weights(state)

    def all_actions(self, options: Options) -> Sequence[Action]:
        squares = load_sheet(str(options["sheet"])).squares
        writes = [_write(square.id, group) for square in squares for group in range(1, ALL_DICE + 1)]
        return (*writes, DONE(), *every(ADD, SIDES), *every(DROP, SIDES))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("cast", sides, shown):
                return cast(state, SIDES.index(sides), shown)
            case ("white", face):
                return state._replace(
                    phase="fill", white=face, seat=state.roller, unused=state.in_set, before=state.filled
                )
            case ("write", name, dice):
                group = GROUP_OF[dice]
                total = sum(state.numbers[n] for n in GROUPS[group])
                filled = kit.replaced(state.filled, state.seat, written(state, name, total))
                return state._replace(filled=filled, unused=state.unused & ~group)
            case ("pass",):
                following = kit.next_seat(state.seat, len(state.filled))
                if following == state.roller:
                    return all_done(state)
                return state._replace(seat=following, unused=state.in_set)
            case ("add" | "drop", sides):
                return changed(state, SIDES.index(sides))
        raise IllegalMove(f"{action}: not an action of roll-to-the-top")

    def view(self, state: State, seat: Seat) -> State:
        """What others write from this roll, and with which dice, is shown when all are done."""
        if state.phase != "fill":
            return state
        filled = kit.replaced(state.before, seat, state.filled[seat - 1])
        return state._replace(filled=filled, unused=state.unused if seat == state.seat else state.in_set)

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """What others may have written from this roll; whose turn it is may have written some of it."""
        if view.phase != "fill":
            return view
        whole, players = view._replace(seat=view.roller), len(view.filled)
        for other in kit.clockwise(view.roller, players)[: (view.seat - view.roller) % players + 1]:
            if other == seat:
                continue
            whole = whole._replace(seat=other, unused=view.in_set)
            while (action := rng.choice(self.moves(whole))) != DONE():
                whole = self.play(whole, action, other)
        return whole._replace(seat=view.seat, unused=view.unused if seat == view.seat else whole.unused)

    def page(self, state: State, seat: Seat) -> Page | None:
        dice = tuple(
            PageDie(f"d{sides}", sides, state.numbers[n], bool(state.in_set >> n & 1), not state.unused >> n & 1)
            for n, sides in enumerate(SIDES)
        )
        if state.phase != "fill":
            dice = tuple(die._replace(is_used=False) for die in dice)
        others = tuple((s, row) for s, row in enumerate(state.filled, 1) if s != seat)
        return Page(tuple(zip(state.sheet.squares, state.filled[seat - 1], strict=True)), dice, others)

    def offered(self, state: State, action: Action) -> Fact | None:
        match action:
            case ("write", _, dice):
                numbers = [state.numbers[n] for n in GROUPS[GROUP_OF[dice]]]
                if len(numbers) == 1:
                    return Fact("Write {number} here", {"number": numbers[0]})
                values = {"numbers": " + ".join(map(str, numbers)), "total": sum(numbers)}
                return Fact("Write {numbers} = {total} here", values)
        return super().offered(state, action)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("cast", *_):
                if after.to_cast and after.phase == before.phase:
                    return ()
                numbers = tuple(number for number in cast_numbers(before, action) if number)
                return (fact("{player} rolled {numbers}.", player=Player(before.roller), numbers=numbers),)
            case ("white", face):
                return (Fact(WHITE_SAYS[face]),)
            case ("write", _, dice):
                total = sum(before.numbers[n] for n in GROUPS[GROUP_OF[dice]])
                return (fact("{player} wrote {total}.", player=Player(by or before.seat), total=total),)
            case ("pass",) if before.filled[before.seat - 1] != before.before[before.seat - 1]:
                return (fact("{player} finished writing.", player=Player(by or before.seat)),)
            case ("pass",):
                return (fact("{player} wrote nothing.", player=Player(by or before.seat)),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # what is written stands on the sheet

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """How many squares of the sheet would still be empty."""
        if action.verb != WRITE.name or by is None:
            return ()
        text, one = "{count} squares are empty then", "one square is empty then"
        return (Note(fact(text, one=one, count=after.filled[by - 1].count(0))),)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        series = state.options.whole("series")
        which = (fact("Game {number} of {count}.", number=min(state.games + 1, series), count=series),) * (series > 1)
        if state.phase == "change":
            return (Fact(DUTIES[state.duty]), *which)
        return (Fact(WHITE_SAYS[state.white]), *which) if state.white else which

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        if len(state.points) == 1:
            return Result(
                (1,) if state.points == (0,) else (), (state.rolls,), "Rolls needed count: the fewer, the better."
            )
        return Result(
            kit.best(state.points), self.scores(state), "Each empty square costs one point; the fewest lost win."
        )

    def pyramid(self, state: State) -> Pyramid:
        return EMPTY

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        return ("1 roll", "{count} rolls") if players == 1 else self.score_unit

    def fewer_wins(self, state: State) -> bool:
        return len(state.filled) == 1

    def better_score(self, options: Options, players: int) -> str:
        return FEWER if players == 1 else MORE

    def scores(self, state: State) -> tuple[float, ...]:
        """Minus the empty squares, the games of a series added up; for one player alone the rolls so far."""
        if len(state.filled) == 1:
            return (state.rolls,)
        if state.phase == "over":
            return state.points
        return tuple(points - row.count(0) for points, row in zip(state.points, state.filled, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Numbers that exceed what is asked least, with few dice, high up; dice as large as what will be asked."""
        asked = dict(open_squares(state, seat))
        match action:
            case ("write", name, dice):
                group = GROUPS[GROUP_OF[dice]]
                total = sum(state.numbers[n] for n in group)
                n = next(n for n in asked if state.sheet.squares[n].id == name)
                waste = max(0, asked[n] - total if state.is_down else total - asked[n])
                return MOST_WASTE - waste - 0.3 * (len(group) - 1) + 0.05 * state.sheet.squares[n].y
            case ("add" | "drop", int(sides)):
                wants_large = bool(asked) and median(asked.values()) > LARGE
                return float(sides if wants_large == (action.verb == ADD.name) else -sides)
        return 0


def cast(state: State, die: int, shown: int) -> State:
    """After one die has been rolled; after the last of the first roll, with the even dice in the set."""
    left = state.to_cast & ~(1 << die)
    state = state._replace(numbers=(*state.numbers[:die], shown, *state.numbers[die + 1 :]), to_cast=left)
    if left:
        return state
    if state.phase == "roll":
        return state._replace(phase="white", rolls=state.rolls + 1)
    even = sum(1 << n for n, number in enumerate(state.numbers) if number % 2 == 0)
    return rolling(state, even) if even else state._replace(to_cast=ALL_DICE, numbers=NOTHING)


def cast_numbers(state: State, action: Action) -> tuple[int, ...]:
    """What the dice show with this one cast, in the order of `SIDES`."""
    _, sides, shown = action
    die = SIDES.index(sides)
    return (*state.numbers[:die], shown, *state.numbers[die + 1 :])


def rolling(state: State, in_set: int) -> State:
    """About to roll these dice and the white one."""
    return state._replace(phase="roll", in_set=in_set, to_cast=in_set, numbers=NOTHING, duty="", added=None)


def open_squares(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """The empty squares that a player can fill, with the number that each asks for; the easiest if it takes any."""
    row, squares = state.filled[seat - 1], state.sheet.squares
    full = {n for n, number in enumerate(row) if number}
    easiest, strictest = (SIDES[-1], min) if state.is_down else (1, max)
    for n, square in enumerate(squares):
        if n not in full and is_open(square, full):
            yield n, strictest(row[under] for under in square.on) if square.on else easiest


def fills(state: State) -> list[Action]:
    """Every number that the player may write now, with every group of dice that makes it."""
    sums = [
        (group, sum(state.numbers[n] for n in GROUPS[group]))
        for group in range(1, state.unused + 1)
        if group & ~state.unused == 0
    ]
    found: list[Action] = []
    for n, asked in open_squares(state, state.seat):
        square = state.sheet.squares[n]
        if not square.on:
            found += [_write(square.id, group) for group, _ in sums]
        elif state.is_down:
            found += [_write(square.id, group) for group, total in sums if total <= asked]
        else:
            found += [_write(square.id, group) for group, total in sums if total >= asked]
    return found


@cache
def _write(name: str, group: int) -> Action:
    return WRITE(name, NAMES[group])


def written(state: State, name: str, total: int) -> Filled:
    """The sheet of the player who fills, with that number in that square."""
    row = zip(state.sheet.squares, state.filled[state.seat - 1], strict=True)
    return tuple(total if square.id == name else number for square, number in row)


def all_done(state: State) -> State:
    """Once all have used a roll: the next roller's duty, or the end of the game."""
    nobody = state.filled == state.before
    state = state._replace(stalled=state.stalled + 1 if nobody else 0, unused=0)
    limit = state.options.whole("stall_rolls")
    if any(0 not in row for row in state.filled) or (limit and state.stalled >= limit):
        return game_over(state)
    in_set = len(GROUPS[state.in_set])
    if in_set == len(SIDES):
        duty = "remove"
    elif nobody or in_set == 1:
        duty = "add"
    else:
        duty = state.white
    return state._replace(phase="change", roller=kit.next_seat(state.roller, len(state.filled)), duty=duty)


def game_over(state: State) -> State:
    """With the points of this game; then the series is over or its next game begins."""
    empty = tuple(row.count(0) for row in state.filled)
    points = tuple(before - left for before, left in zip(state.points, empty, strict=True))
    state = state._replace(points=points, games=state.games + 1)
    if state.games == state.options.whole("series"):
        return state._replace(phase="over")
    seat = kit.next_seat(state.roller, len(empty))
    while empty[seat - 1] > min(empty):
        seat = kit.next_seat(seat, len(empty))
    blank = ((0,) * len(state.sheet.squares),) * len(empty)
    fresh = State(state.options, state.sheet, blank, blank, seat, seat)
    return fresh._replace(rolls=state.rolls, games=state.games, points=points)


def changes(state: State) -> list[Action]:
    """The dice that the roller may add or remove."""
    out = [ADD(sides) for n, sides in enumerate(SIDES) if not state.in_set >> n & 1]
    inside = [DROP(sides) for n, sides in enumerate(SIDES) if state.in_set >> n & 1 and n != state.added]
    if state.duty == "either":
        return out + inside
    return inside if state.duty == "remove" else out


def changed(state: State, die: int) -> State:
    """With the die in the set or out of it; a swap goes on with the removal of another."""
    in_set = state.in_set ^ 1 << die
    if state.duty == "swap":
        return state._replace(in_set=in_set, duty="remove", added=die)
    return rolling(state, in_set)


GAME = RollToTheTop()
