"""17 The Vain Guinea Fowl. All roll at once and cover the fowl with a coat that shows only 1, 4 and 5 on its sides.

Source: game 17 of the Kosmos edition. An edge of the coat needs two right faces at once, which only the orientation of
the red reminder has. Clockwise 1, 4, 5 is the only order that a right-handed die can show, so the sides are fixed up
to a turn of the plate. A die that shows the three numbers elsewhere may be turned upright into the reminder's
orientation. Where a die does not fit it cannot be put: the rules have no penalty for it, so it is no action.

A roll in a funnel leaves the die in any of its 24 orientations alike. `roll_time` is the least time between two
rolls of a player; a die that fits may be put at any moment. From a position, the coat's dice count as laid by all
players alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, COORDS, Cell, I, J, K, in_mask, parse_cell, small_pyramid
from skill.lattice.dice import BLACK, GREEN, ORIENTATIONS, RED, Colour, Die, Faces
from skill.lattice.notation import ORIENT, PLACE, Action, Verb
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, Player, Side, fact
from skill.rules.game import ANYONE, CHANCE, NOBODY_BEGINS, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range
from skill.rules.profile import Profile
from skill.rules.race import Race
from skill.rules.shared import kit
from skill.rules.shared.claims import bot_options, reading_s
from skill.rules.telling import Held, Label, Note

# takes the own die, or a new one, and rolls it in an open funnel
TOSS = Verb("toss", "roll your die", told="{player} rolled a die.")
NOBODY: Seat = 0
SUPPLIES = {2: 23, 3: 15}
REMINDER: Faces = (1, 4, 5)
UPRIGHT = (REMINDER, (4, 5, 1), (5, 1, 4))  # the reminder's orientation and those that may be turned into it
CORE = small_pyramid(parse_cell("222"), 3)
COAT = tuple(cell for cell in small_pyramid(parse_cell("111"), 6) if cell not in CORE)
SIDES: dict[Cell, tuple[int, ...]] = {cell: tuple(axis for axis in AXES if COORDS[cell][axis] == 1) for cell in COAT}
"""The sides of the coat on which each of its cells shows a face."""
SET_UP = Pyramid([*((cell, Die(GREEN)) for cell in CORE), (parse_cell("800"), Die(RED, REMINDER))])
ROLLED = tuple(map(ORIENT, ORIENTATIONS))


def laid(faces: Faces) -> Faces:
    """The orientation in which a die that was rolled so is laid: turned upright where that is allowed."""
    return REMINDER if faces in UPRIGHT else faces


def fits(faces: Faces, cell: Cell) -> bool:
    """Whether a die shows the right number on every side of this cell of the coat."""
    return all(faces[axis] == REMINDER[axis] for axis in SIDES[cell])


LAYINGS: dict[Faces, tuple[tuple[Cell, Action], ...]] = {
    faces: tuple((cell, PLACE(BLACK, cell, laid(faces))) for cell in COAT if fits(laid(faces), cell))
    for faces in ORIENTATIONS
}
"""For each orientation rolled, the cells of the coat that it fits and how it is laid there."""


COAT_SHOWS = fact("What a die that stands here is to show outwards.")


class State(NamedTuple):
    pyramid: Pyramid
    first: Seat
    """Who comes first of equal time stamps."""
    supplies: tuple[int, ...]
    """Dice that each player has still to place, the one rolled included."""
    options: Options
    rolled: tuple[Faces | None, ...]
    """The die that each player has rolled and not yet placed."""
    rolling: Seat = NOBODY
    """Whose die is rolling."""


class VainGuineaFowl(Race[State]):
    number, slug, title = "17", "vain-guinea-fowl", "The Vain Guinea Fowl"
    family, kind, players = "construction", "race", (2, 3)
    has_sides = True
    is_symmetric = False  # each side has its own number
    rolls_in_round = True
    goal = "Be the first to lay all your dice round the green ones; only 1, 4, 5 may show."
    turn_order = NOBODY_BEGINS
    deciding_rules = {
        "place": "A die fits where all faces that stay visible show the right number of their side.",
        "toss": "Roll your die until it fits the coat.",
    }
    summary = "Roll black dice into a coat that shows only 1, 4 and 5 on its sides."
    score_unit = ("1 die left", "{count} dice left")
    roll_colour = BLACK
    profile = Profile(chance=5, skill=5)
    options = (
        in_range("roll_time", 1.0, 0.0, 10.0, help="Least seconds between two rolls of a player."),
        *bot_options(read_s=1.0),
    )
    verbs = (TOSS, ORIENT, PLACE)
    unpaced = (PLACE.name,)
    score_order = "fewest"
    text = RulesText(
        goal="Be the first to have placed all your dice in the coat of the guinea fowl.",
        setup="The fowl is a pyramid of ten green dice on the six central funnels. Its coat is to have 46 dice, from "
        "the 15 funnels round the fowl up to a new top. A red reminder in a corner shows 1 on the orange side, 4 on "
        "the violet one and 5 on the white one. Black dice are shared out: 23 each for two players, 15 for three.",
        turn="All play at once, each for himself, with one rolled die at a time. Roll one of your dice in an empty "
        "funnel at the rim of the plate. If it shows 1 towards the orange side, 4 towards the violet one or 5 towards "
        "the white one, you may put it, without turning it, in any open place of the coat where all the faces that "
        "stay visible show the right number. A die that lies just like the reminder fits in every open place of the "
        "coat. A die that shows 1, 4 and 5, but on the wrong sides, may be turned until it lies like the reminder. If "
        "it does not fit, or if you do not want to place it, roll it again.",
        end="The game ends as soon as somebody has placed his last die: he wins.",
        ties="There is no tie: only one can be the first.",
        readings=(
            "The coat is one die thick. On its slanting edges a die shows two faces, and both must be right; on top "
            "three.",
            "With three players one place of the coat stays open.",
            "If two players want the same place, the quicker one gets it.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UP if position is None else position
        check_coat(pyramid)
        share, rest = divmod(SUPPLIES[players] * players - (len(pyramid) - len(SET_UP)), players)
        if rest or share < 0:
            raise IllegalMove("position {pyramid}: its coat leaves no equal supplies", pyramid=pyramid)
        return State(pyramid, kit.first_seat(options), (share,) * players, options, (None,) * players)

    def to_move(self, state: State) -> Turn:
        if 0 in state.supplies:
            return None
        return CHANCE if state.rolling != NOBODY else ANYONE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if 0 in state.supplies:
            return []
        if state.rolling != NOBODY:
            return ROLLED
        if seat is None:
            return []
        faces = state.rolled[seat - 1]
        return [*(places(state, faces) if faces else ()), TOSS()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (TOSS(), *dict.fromkeys(action for fitting in LAYINGS.values() for _, action in fitting))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("toss",):
                assert isinstance(by, int)
                return with_die(state, by, None)._replace(rolling=by)
            case ("orient", faces):
                return with_die(state, state.rolling, faces)._replace(rolling=NOBODY)
            case ("place", colour, cell, faces):
                assert isinstance(by, int)
                supplies = tuple(n - (s == by) for s, n in enumerate(state.supplies, 1))
                pyramid = state.pyramid.put(cell, Die(colour, faces))
                return with_die(state, by, None)._replace(pyramid=pyramid, supplies=supplies)
        raise IllegalMove(f"{action}: not an action of vain-guinea-fowl")

    def result(self, state: State) -> Result | None:
        if 0 not in state.supplies:
            return None
        return kit.by_dice_left(state.supplies)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """What the coat still lacks."""
        return [cell for cell in COAT if cell not in state.pyramid]

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The numbers that the coat shows on the open funnels."""
        numbers = {cell: " ".join(str(REMINDER[axis]) for axis in sides) for cell, sides in SIDES.items()}
        return {cell: Label(numbers[cell], means=COAT_SHOWS) for cell in COAT if state.pyramid.is_funnel(cell)}

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        faces = state.rolled[seat - 1]
        sides = {"first": Side(I), "second": Side(J), "third": Side(K)}
        coat = Fact("The coat shows 1 on {first}, 4 on {second} and 5 on {third}.", sides)
        if faces is None:
            return (coat, Fact("You have no die in play: roll one."))
        i, j, k = faces
        shown = "Your die shows {i} on {first}, {j} on {second} and {k} on {third}."
        return (coat, Fact(shown, {"i": i, "j": j, "k": k, **sides}))

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        faces = state.rolled[seat - 1]
        return [Held(BLACK, faces=faces)] if faces else []

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("orient", faces) if places(before, faces):
                text, you = "The die of {player} fits into the coat.", "Your die fits into the coat."
            case ("orient", _):
                text, you = "The die of {player} fits nowhere.", "Your die fits nowhere."
            case _:
                return super().told(before, action, by, after)
        return (fact(text, you=you, player=Player(before.rolling)),)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # every die that is placed would say that there is one less

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.supplies

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """A die that fits is laid, one like the reminder where most sides meet; rolling again is the last choice."""
        return 0.1 if action.verb == TOSS.name else len(SIDES[action[2]])

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({BLACK: count}) for count in state.supplies]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({BLACK: sum(state.supplies)})

    def race_order(self, state: State) -> tuple[Seat, ...]:
        return kit.clockwise(state.first, len(state.supplies))

    def pause_s(self, state: State) -> float:
        return float(state.options["roll_time"])

    def focus(self, state: State, seat: Seat) -> Hashable:
        return state.rolled[seat - 1], self.moves(state, seat) == [TOSS()]

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """Looks at its die and lays it where the most sides meet, or rolls."""
        moves = self.moves(state, seat)
        return reading_s(state.options, rng), max(
            rng.sample(moves, len(moves)), key=lambda action: self.worth(state, action, seat)
        )


def places(state: State, faces: Faces) -> list[Action]:
    """The ways to lay a die that was rolled so."""
    return [action for cell, action in LAYINGS[faces] if state.pyramid.is_funnel(cell)]


def with_die(state: State, seat: Seat, faces: Faces | None) -> State:
    """The player's die lies in this orientation; None: he has none in play."""
    return state._replace(rolled=tuple(faces if s == seat else f for s, f in enumerate(state.rolled, 1)))


def check_coat(pyramid: Pyramid) -> None:
    """Raises `IllegalMove` unless the set-up stands there, and on it nothing but a fitting coat."""
    if any(pyramid[cell] != die for cell, die in SET_UP):
        raise IllegalMove("position {pyramid}: vain-guinea-fowl needs {set_up}", pyramid=pyramid, set_up=SET_UP)
    for cell in in_mask(pyramid.mask & ~SET_UP.mask):
        die = pyramid.at(cell)
        if cell not in SIDES or die.colour != BLACK or die.faces is None or not fits(die.faces, cell):
            raise IllegalMove(
                "position {pyramid}: the coat has black dice that show 1, 4 and 5 on sides I, J and K", pyramid=pyramid
            )


GAME = VainGuineaFowl()
