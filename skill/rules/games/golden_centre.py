"""22 Golden Centre. All roll, the middle number builds; the first complete corner pyramid wins.

Source: game 22 of the Kosmos edition. Its "2 dice" each can build no pyramid; read as 20, a lost zero, the size of the
corner pyramids in games 27 and 37. Which funnel is used never changes who wins, hence `choose=auto`. All roll at once
and at most one pyramid grows in a round, so who begins has no effect and there is no tie. The extra die that each
player rolls is not counted among his dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, CORNERS, LEVEL, Cell, corner_pyramid, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import PLACE, REMOVE, ROLLS, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import BAD, Label, Note

COLOURS = (RED, GREEN, BLACK)
SEATS: tuple[Seat, ...] = (1, 2, 3)
LEVELS_OF = {20: 4, 10: 3, 4: 2}
HOMES = {size: tuple(corner_pyramid(axis, levels) for axis in AXES) for size, levels in LEVELS_OF.items()}
HOME_MASKS = {size: tuple(map(mask_of, homes)) for size, homes in HOMES.items()}
ALL_ROLLS = tuple(ROLLS(tuple(zip(COLOURS, numbers, strict=True))) for numbers in product(range(1, 7), repeat=3))


YOUR_CORNER = Label(
    fact("your corner"), means=fact("Here and around it, where it is outlined, your pyramid will stand.")
)


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    adding: Seat | None = None
    """Who is to place a die."""
    removing: tuple[int, ...] = (0, 0, 0)
    """How many dice each seat is still to take away."""


class GoldenCentre(Game[State]):
    number, slug, title = "22", "golden-centre", "Golden Centre"
    family, players, has_lot = "construction", (3, 3), False
    goal = "Be the first to complete the pyramid in your corner, which is outlined."
    deciding_rules = {
        "roll": "Each colour rolls. The middle number sets a die. Two alike: the third one sets. Three alike: all lose "
        "dice.",
        "place": "Your die goes into a funnel of your own pyramid.",
        "remove": "Only a free die may be taken: nothing lies on its three upper faces.",
    }
    summary = "All roll: the middle number sets a die; whoever completes the corner pyramid first wins."
    profile = Profile(chance=8, tactics=2)
    options = (
        one_of("size", 20, 10, 4, help="Dice of each player's pyramid."),
        one_of(
            "triple",
            "number",
            "one",
            help="How many dice three equal numbers take from everybody.",
            meanings={"number": "as many as the number says", "one": "one die"},
        ),
        one_of(
            "choose",
            "auto",
            "manual",
            help="Whether the program chooses the funnel, or the player.",
            meanings={"auto": "the program, by a rule that is always the same", "manual": "the player"},
        ),
    )
    verbs = (ROLLS, PLACE, REMOVE)
    seat_colours = COLOURS
    has_sides = True
    text = RulesText(
        goal="Be the first to complete the small pyramid in your corner.",
        setup="The plate is empty. Each player has 20 dice of his colour, enough for a pyramid of four layers on the "
        "ten funnels of his corner, or, if you agree so, 10 dice for three layers on six funnels or 4 for two layers "
        "on three; and one die to roll.",
        turn="All roll at once. Three different numbers: whoever has the middle one adds a die to his pyramid. If two "
        "numbers are equal, the player with the other number adds a die. Three equal: everybody takes as many free "
        "dice off his pyramid as the number says, or all if he has fewer, or only one if you agree so.",
        end="Whoever completes his pyramid wins at once.",
        ties="There is no tie: only one can be the first.",
        readings=(
            "Player 1 builds in the corner opposite the orange side, player 2 in that opposite the violet one, player "
            "3 in that opposite the white one.",
            "All roll together, so it does not matter who begins.",
            "Dice taken off go back to their owner.",
            "The program chooses the place, which never decides who wins: dice go into the lowest funnel, and the "
            "highest dice are taken off. If you agree so, each player chooses himself.",
            "Twenty dice each: the old text has two, which must be a slip.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        state = State(options, position or EMPTY)
        homes = {cell: Die(colour) for colour, home in zip(COLOURS, corners(state), strict=True) for cell in home}
        if any(die != homes.get(cell) for cell, die in state.pyramid):
            raise IllegalMove(
                "position {pyramid}: expected red, green and black dice in their own corners only",
                pyramid=state.pyramid,
            )
        return state

    def to_move(self, state: State) -> Turn:
        if state.adding:
            return state.adding
        if any(state.removing):
            return remover(state)
        return None if complete(state) else CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.adding:
            return [kit.PLACEMENTS[COLOURS[state.adding - 1]][cell] for cell in funnels(state, state.adding)]
        if any(state.removing):
            return [REMOVE(cell) for cell in free_dice(state, remover(state))]
        return [] if complete(state) else ALL_ROLLS

    def all_actions(self, options: Options) -> Sequence[Action]:
        if options["choose"] == "auto":
            return ()
        homes = [(colour, home) for colour, home in zip(COLOURS, HOMES[options.whole("size")], strict=True)]
        places = [action for colour, home in homes for action in kit.placements(colour, home)]
        return (*places, *(REMOVE(cell) for _, home in homes for cell in home))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("rolls", dice):
                after = rolled(state, [number for _, number in dice])
                return automatic(after) if state.options["choose"] == "auto" else after
            case ("place", colour, cell, _):
                return state._replace(pyramid=state.pyramid.put(cell, Die(colour)), adding=None)
            case ("remove", cell):
                seat = remover(state)
                removing = tuple(count - (s == seat) for s, count in enumerate(state.removing, 1))
                return state._replace(pyramid=state.pyramid.remove(cell), removing=removing)
        raise IllegalMove(f"{action}: not an action of golden-centre")

    def result(self, state: State) -> Result | None:
        winners = complete(state)
        return (
            Result(winners, self.scores(state), "The winner was the first to complete the own pyramid.")
            if winners
            else None
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        if options["size"] == 4:
            return ("1 of 4 dice in place", "{count} of 4 dice in place")
        if options["size"] == 10:
            return ("1 of 10 dice in place", "{count} of 10 dice in place")
        return ("1 of 20 dice in place", "{count} of 20 dice in place")

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(float(standing(state, seat)) for seat in SEATS)

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return [cell for cell in corners(state)[seat - 1] if cell in state.pyramid]

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """On the plate: where the own pyramid is to stand; a die that stands there needs no mark over its pips."""
        return [cell for cell in corners(state)[seat - 1] if not LEVEL[cell] and cell not in state.pyramid]

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return dict(zip(CORNERS, SEATS, strict=True))

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return {} if state.pyramid.mask >> CORNERS[seat - 1] & 1 else {CORNERS[seat - 1]: YOUR_CORNER}

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """Who is in front by how much, and for whom the next die decides."""
        built = [standing(state, each) for each in SEATS]
        most, size = max(built), state.options.whole("size")
        if not most or most == size:
            return ()
        first = [Player(each) for each, dice in zip(SEATS, built, strict=True) if dice == most]
        if most == size - 1:
            return (fact("The next die wins for {players}.", players=tuple(first)),)
        if len(first) > 1:
            return (
                fact("In front, equal, with {left} dice to go: {players}.", players=tuple(first), left=size - most),
            )
        ahead = most - sorted(built)[-2]
        text = "In front by {count} dice, with {left} to go: {players}."
        one = "In front by one die, with {left} to go: {players}."
        return (fact(text, one=one, players=tuple(first), count=ahead, left=size - most),)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        match action:
            case ("rolls", dice):
                numbers = [number for _, number in dice]
                return (*sentences, _roll_told(before, rolled(before, numbers), numbers))
        return sentences

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Three alike are seen first of all: they hit everybody."""
        found = super().notes(before, action, by, after)
        match action:
            case ("rolls", dice) if len({number for _, number in dice}) == 1:
                most = _most_lost(before, dice[0][1])
                text, one = "Three alike! All lose up to {count} dice", "Three alike! All lose one die"
                return [Note(fact(text, one=one, count=most), kind=BAD), *found]
        return found

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(
            COLOURS, [state.options.whole("size") - state.pyramid.count_of(colour) for colour in COLOURS]
        )

    def unplaced(self, state: State) -> Counter[Colour]:
        size, plate = state.options.whole("size"), state.pyramid
        return Counter({colour: size - plate.count_of(colour) for colour in COLOURS})


def corners(state: State) -> tuple[tuple[Cell, ...], ...]:
    """The cells of each seat's pyramid."""
    return HOMES[state.options.whole("size")]


def standing(state: State, seat: Seat) -> int:
    """How many dice that seat's pyramid has."""
    return (state.pyramid.mask & HOME_MASKS[state.options.whole("size")][seat - 1]).bit_count()


def complete(state: State) -> tuple[Seat, ...]:
    """The seats whose pyramid is complete: one at most."""
    mask = state.pyramid.mask
    return tuple([seat for seat, home in enumerate(corners(state), 1) if mask >> home[-1] & 1])


def remover(state: State) -> Seat:
    """The first seat that is still to take dice away."""
    return next(seat for seat, count in enumerate(state.removing, 1) if count)


def funnels(state: State, seat: Seat) -> list[Cell]:
    """Where that seat may add a die, in filling order."""
    return state.pyramid.funnels(HOME_MASKS[state.options.whole("size")][seat - 1])


def free_dice(state: State, seat: Seat) -> list[Cell]:
    """The dice that seat may take off, ascending."""
    return [cell for cell in corners(state)[seat - 1] if state.pyramid.is_free(cell)]


def rolled(state: State, numbers: list[int]) -> State:
    """The state after the common roll: who is to add a die, or how many each is to take off."""
    kinds = len(set(numbers))
    if kinds == 1:
        most = _most_lost(state, numbers[0])
        return state._replace(removing=tuple(min(most, standing(state, seat)) for seat in SEATS))
    chosen = sorted(numbers)[1] if kinds == 3 else min(numbers, key=numbers.count)
    return state._replace(adding=numbers.index(chosen) + 1)


def _most_lost(state: State, number: int) -> int:
    """How many dice three times that number take from everybody who has so many."""
    return number if state.options["triple"] == "number" else 1


def _roll_told(before: State, after: State, numbers: list[int]) -> Fact:
    """What the common roll brings."""
    if after.adding:
        middle = "{player} had the middle number: one die more."
        single = "{player} had the number that differs: one die more."
        return fact(middle if len(set(numbers)) == 3 else single, player=Player(after.adding))
    most = _most_lost(before, numbers[0])
    text, one = "Three alike: everybody takes off up to {count} dice.", "Three alike: everybody takes off one die."
    return fact(text, one=one, count=most)


def automatic(state: State) -> State:
    """The state after all additions and removals by rule."""
    if state.adding:
        cell, colour = funnels(state, state.adding)[0], COLOURS[state.adding - 1]
        return state._replace(pyramid=state.pyramid.put(cell, Die(colour)), adding=None)
    pyramid = state.pyramid
    for home, count in zip(corners(state), state.removing, strict=True):
        for cell in [cell for cell in reversed(home) if cell in state.pyramid][:count]:
            pyramid = pyramid.remove(cell)
    return state._replace(pyramid=pyramid, removing=(0, 0, 0))


GAME = GoldenCentre()
