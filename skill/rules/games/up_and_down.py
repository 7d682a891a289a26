"""13 Up and Down. An even roll adds dice, an odd one removes them; or, from a full pyramid, the other way round.

Source: game 13 of the Kosmos edition, in three versions. A builds: the roll is both sign and count. B takes own dice
off a random pyramid; its rule names no winner, the translator's note does: the first with no die of his colour on the
plate. It may go on for thousands of turns, hence `round_cap`; `b_add=one` ends without it. C takes dice of any colour;
what an odd roll puts back follows the translator's suggestion, read as one die, "a red die with a 1"; removing is a
duty there, since otherwise nobody would take the last black dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, SUPPORTS, ZEROS, Cell
from skill.lattice.dice import BLACK, GREEN, KOSMOS, RED, UNKNOWN, Colour, Die
from skill.lattice.notation import FILL, PLACE, REMOVE, ROLL, STOP, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.rolled import PLACING, noted, opened, shown_in_the_end, that_count
from skill.rules.telling import BAD, FEWER, MORE, Label, Note

COLOURS = (RED, GREEN, BLACK)  # of seats 1, 2, 3 in versions A and B
DICE = {colour: Die(colour) for colour in COLOURS}
FILLING = tuple(colour for colour, count in kit.MIX3.items() for _ in range(count))
GOALS = {
    "A": "Show the most of your colour on the outside of the finished pyramid.",
    "B": "Be the first with no die of your colour on the plate.",
    "C": "Take the dice that are worth the most points.",
}
BUILDS = "Even: set that many dice. Odd: take off that many of your free dice, on which nothing lies."
SETS = "Even: set as many. Only the rim counts in the end. A die with another one on top is safe from odd numbers."
TAKES = "Odd: take off as many of your dice on which nothing lies. Those away from the rim count nothing."
ADDED_IN_C = {1: RED, 3: GREEN, 5: BLACK}
REMOVALS = tuple(map(REMOVE, CELLS))

Hand = tuple[int, int, int]
"""Dice that a player has beside the plate, by colour in the order of `COLOURS`."""


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    hands: tuple[Hand, ...]
    options: Options
    is_filled: bool
    left: int = 0
    """Dice that the roll still asks for or allows; 0 before a roll."""
    adding: Colour | None = None
    """The colour to be added; None while dice are removed."""
    placed: int = 0
    """Dice placed since the roll."""
    turns: int = 0
    """Turns that are over, of all players."""

    @property
    def version(self) -> str:
        return str(self.options["version"])


UNITS = {
    "A": ("1 outside face", "{count} outside faces"),
    "B": ("1 die left on the plate", "{count} dice left on the plate"),
    "C": ("1 point", "{count} points"),
}
"""Of the scores, by version."""


class UpAndDown(Game[State]):
    number, slug, title = "13", "up-and-down", "Up and Down"
    family, players, teams = "chance", (3, 3), True
    players_with = {("version", "C"): (2, 6)}
    goal = GOALS["A"]
    deciding_rules = {
        "place": "A die goes into a funnel: on the plate, or between three dice.",
        "remove": "Only a free die may be taken: nothing lies on its three upper faces.",
    }
    summary = "Even rolls put dice on the pyramid, odd ones take yours off; most outside faces in the end win."
    profile = Profile(chance=7, tactics=3)
    options = (
        one_of(
            "version",
            "A",
            "B",
            "C",
            help="Which of the three versions is played.",
            meanings={"A": "build", "B": "take off your own colour", "C": "take off colours for points"},
        ),
        PLACING._replace(
            help="Version A: whether you place exactly the number rolled, or stop after any number above 0."
        ),
        one_of(
            "b_add",
            "rolled",
            "one",
            help="Version B: how many dice an odd number puts back.",
            meanings={"rolled": "as many as the number says", "one": "one die"},
        ),
        in_range("round_cap", 40, 0, 1000, help="Version B: turns of each player after which it ends; 0 for none."),
        one_of(
            "c_add",
            "one",
            "rolled",
            help="Version C: what an odd number puts back.",
            meanings={
                "one": "one die: with 1 red, with 3 green, with 5 black",
                "rolled": "as many as rolled: 1 red, 3 green or 5 black",
            },
        ),
        in_range("c_red", 1, -9, 9, help="Version C: points for a red die."),
        in_range("c_green", 0, -9, 9, help="Version C: points for a green die."),
        in_range("c_black", -1, -9, 9, help="Version C: points for a black die."),
    )
    endless_with = ({"version": "B", "b_add": "rolled", "round_cap": 0},)
    verbs = (FILL, ROLL, PLACE, REMOVE, STOP)
    seat_colours = COLOURS
    horizon = 1
    text = RulesText(
        goal="There are three versions; agree on one. Version A, build: show the most outside faces of the complete "
        "pyramid. Version B, take off: be the first with no die of your colour on the plate. Version C, collect: have "
        "the most points, red dice 1, green 0, black -1, unless you agree on other values.",
        setup="The usual version, A, begins with an empty plate, and each player has the 90 dice of one colour.",
        turn="Roll a die. You may take a die that became free in this same turn. A die that is placed or put "
        "back goes in any funnel.",
        end="Each version has an end of its own and names its winner.",
        ties="In all versions equal numbers share the win.",
        readings=(),
        stuck=("What you cannot do is left out.",),
        variants=(
            (
                "version",
                "A",
                "Version A: with 2, 4 or 6 place that many of your dice; with 1, 3 or 5 take off that "
                "many of your free dice.",
            ),
            (
                "version",
                "A",
                "Version A: dice that were taken off return to your supply. You choose which of your free "
                "dice you take off; you need not choose those that would free more of yours.",
            ),
            (
                "version",
                "A",
                "Version A ends when the pyramid is complete. Count the outside faces: a die on one of "
                "the three slanting edges shows two, the top die three, any other die on the outside one. "
                "The player with the most faces wins.",
            ),
            ("placing", "up_to", "You may place fewer dice than you rolled, but one at least."),
            (
                "version",
                "B",
                "Version B begins with a complete pyramid of 55 red, 55 green and 55 black dice in random order. Each "
                "player owns one colour and has no dice beside the plate yet.",
            ),
            (
                "version",
                "B",
                "Version B: with 2, 4 or 6 you may take off up to that many of your free dice; with 1, 3 "
                "or 5 you must put that many back, or all that you have beside the plate, or only one if "
                "you agree so.",
            ),
            (
                "version",
                "B",
                "Version B ends at once when the last die of a colour is gone from the plate: its owner "
                "wins. After the agreed number of rounds, if there is one, the player with the fewest "
                "dice on the plate wins.",
            ),
            (
                "version",
                "C",
                "Version C begins with a complete pyramid of 55 red, 55 green and 55 black dice in random order; "
                "nobody owns a colour.",
            ),
            (
                "version",
                "C",
                "Version C: with 2, 4 or 6 you must take that many free dice of any colours; with 1 you "
                "must put a red die of yours back, with 3 a green one, with 5 a black one.",
            ),
            ("version", "C", "Version C ends when the plate is empty: the player with the most points wins."),
            ("c_add", "rolled", "1, 3 and 5 put back one red, three green or five black dice."),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        box = {colour: KOSMOS[colour] for colour in COLOURS} if options["version"] == "A" else kit.MIX3
        pyramid = position or EMPTY
        kit.check_plain(pyramid, box)
        hands = ((0, 0, 0),) * players
        if options["version"] == "A" or (options["version"] == "B" and position is not None):
            for seat, colour in enumerate(COLOURS, 1):
                hands = changed(hands, seat, colour, box[colour] - len(pyramid.cells_of(colour)))
        is_filled = options["version"] == "A" or position is not None
        return State(pyramid, kit.first_seat(options), hands, options, is_filled)

    def is_set_up(self, state: State) -> bool:
        return state.is_filled

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat if state.left else CHANCE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.is_filled or self._is_over(state):
            return []
        if not state.left:
            return kit.DIE_ROLLS
        if state.adding:
            listed = [kit.PLACEMENTS[state.adding][cell] for cell in state.pyramid.funnels()]
            may_stop = state.version == "A" and state.options["placing"] == "up_to" and state.placed > 0
        else:
            listed = [REMOVALS[cell] for cell in removable(state)]
            may_stop = state.version == "B"
        return [*listed, STOP()] if may_stop else listed

    def draw(self, state: State, rng: Random) -> Action:
        return super().draw(state, rng) if state.is_filled else FILL(kit.shuffled_colours(FILLING, rng))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if pyramid.is_complete:
                kit.check_plain(pyramid, kit.MIX3)
            case _:
                raise IllegalMove("{action}: versions B and C begin with fill and a complete pyramid", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.placements(COLOURS), *REMOVALS, STOP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                pyramid, hands = state.pyramid.put(cell, DICE[colour]), changed(state.hands, state.seat, colour, -1)
                return continued(
                    state._replace(pyramid=pyramid, hands=hands, left=state.left - 1, placed=state.placed + 1)
                )
            case ("remove", cell):
                hands = changed(state.hands, state.seat, state.pyramid.at(cell).colour, +1)
                return continued(state._replace(pyramid=state.pyramid.remove(cell), hands=hands, left=state.left - 1))
            case ("stop",):
                return turn_over(state)
            case ("roll", number):
                return continued(
                    state._replace(left=number, adding=None) if removes(state, number) else asked(state, number)
                )
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, is_filled=True)
        raise IllegalMove(f"{action}: not an action of up-and-down")

    def _is_over(self, state: State) -> bool:
        if state.version == "A":
            return state.pyramid.is_complete
        if not state.is_filled:
            return False
        if state.version == "C":
            return not state.pyramid.mask
        rounds = state.options.whole("round_cap")
        return 0 in on_plate(state) or 0 < rounds * len(state.hands) <= state.turns

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        scores = self.scores(state)
        if state.version == "B":
            return Result(kit.fewest(scores), scores, "Own dice left on the plate count; the fewest win.")
        return Result(
            kit.best(scores),
            scores,
            "Outside faces count; the most win." if state.version == "A" else "Points count; the most win.",
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        if state.version == "C":
            return ()
        pyramid, colour = state.pyramid, COLOURS[seat - 1]
        return pyramid.outside(colour) if state.version == "A" else pyramid.cells_of(colour)

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        return UNITS[str(options["version"])]

    def fewer_wins(self, state: State) -> bool:
        return state.version == "B"

    def better_score(self, options: Options, players: int) -> str:
        return FEWER if options["version"] == "B" else MORE

    def scores(self, state: State) -> tuple[float, ...]:
        if state.version == "A":
            tally = state.pyramid.outside_tally()
            return tuple(tally.get(colour, 0) for colour in COLOURS)
        if state.version == "B":
            return on_plate(state)
        return tuple(sum(n * value(state, c) for n, c in zip(hand, COLOURS, strict=True)) for hand in state.hands)

    def standing(self, state: State, seat: Seat) -> Fact | None:
        is_counted = state.version != "A" or state.pyramid.is_complete
        return None if is_counted else that_count(shown_in_the_end(state.pyramid, COLOURS[seat - 1]))

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        is_counted = state.version != "A" or state.pyramid.is_complete
        return super().leading(state, options) if is_counted else ()  # what is bare now may be covered

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """From before the roll on; there may be nothing to do after it."""
        return True if state.seat == seat else None

    def colours_of_seats(self, options: Options) -> tuple[str, ...]:
        """In version C nobody owns a colour."""
        return () if options["version"] == "C" else COLOURS

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        still: tuple[Fact, ...] = ()
        if state.left and seat == state.seat:
            place, take = "Dice still to place for this roll: {count}.", "Dice still to take for this roll: {count}."
            still = (fact(place if state.adding else take, count=state.left),)
        if state.version == "A":
            return (*still, *self._at_stake(state, seat), *kit.missing(state.pyramid))
        if state.version != "C":
            return still
        owned = dict(zip(("red", "green", "black"), state.hands[seat - 1], strict=True))
        return (Fact("You have {red} red, {green} green, {black} black dice.", owned), *still)

    @staticmethod
    def _at_stake(state: State, seat: Seat) -> tuple[Fact, ...]:
        """How many dice of the seat an odd number may take first."""
        free = len(state.pyramid.free_of(COLOURS[seat - 1]))
        text, one = (
            "{count} of your dice lie free, marked !: an odd number takes them off, as many as it says.",
            "One of your dice lies free, marked !: an odd number takes it off.",
        )
        return (fact(text, one=one, count=free),) if free else ()

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if state.version != "A":
            return super().deciding_rule(state, verbs)
        return Fact(SETS if PLACE.name in verbs else TAKES if REMOVE.name in verbs else BUILDS)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        return Fact(GOALS[state.version])

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The dice that a seat may lose are marked as well."""
        if state.version != "A":
            return {}
        means = Fact("An odd number of yours may take this die off: nothing lies on it.")
        free = [] if state.pyramid.is_complete else state.pyramid.free_of(COLOURS[seat - 1])
        return {**kit.several_faces(state.pyramid), **dict.fromkeys(free, Label("!", BAD, means))}

    def colour_values(self, state: State) -> Mapping[Colour, float]:
        return {colour: value(state, colour) for colour in COLOURS} if state.version == "C" else {}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("roll", number):
                found = [told_roll(before, number, after)]
            case _:
                found = [*super().told(before, action, by, after)]
        is_won = after.version == "B" and 0 in on_plate(after)
        if action.verb == REMOVE.name and before.left > 1 and not after.left and not is_won:
            found.append(fact("{player} had no more free die to take.", player=Player(before.seat)))
        if after.version == "B" and self._is_over(after) and not is_won:
            found.append(Fact("The last round is played: the dice on the plate are counted."))
        return tuple(found)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Of versions B and C only what it brought the seat in turn."""
        if after.version == "A":
            return noted(before.pyramid, action, after.pyramid, before.seat)
        return [note for note in super().notes(before, action, by, after) if note.seat == before.seat]

    def outlook(self, state: State) -> tuple[float, ...]:
        """A: outside faces in the end. B: the fewer own dice on the plate the better. C: points."""
        if state.version == "A":
            return tuple(float(shown_in_the_end(state.pyramid, colour)) for colour in COLOURS)
        scores = self.scores(state)
        return tuple(-score for score in scores) if state.version == "B" else scores

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        match action:
            case ("place", _, cell, _):
                return worth_of_placing(state, cell)
            case ("remove", cell):
                return worth_of_removing(state, cell)
        return -1 if state.adding else 0

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [kit.of_seats(COLOURS, hand) for hand in state.hands]

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, map(sum, zip(*state.hands, strict=True)))


def removes(state: State, number: int) -> bool:
    """Whether this roll takes dice off: odd ones while the pyramid is built, even ones while it is taken down."""
    return number % 2 == (1 if state.version == "A" else 0)


def told_roll(before: State, number: int, after: State) -> Fact:
    """What was rolled, and what it asks for."""
    if not after.left:
        text, one = "{player} rolled {number}: there is nothing to do.", ""
    elif after.adding:
        text, one = "{player} rolled {number}: {count} dice to place.", "{player} rolled {number}: {die} to place."
    elif before.version == "B":
        text = "{player} rolled {number}: up to {count} free dice to take off."
        one = "{player} rolled {number}: up to one free die to take off."
    else:
        text = "{player} rolled {number}: {count} free dice to take off."
        one = "{player} rolled {number}: one free die to take off."
    die = Die(after.adding or UNKNOWN)
    return fact(text, one=one, player=Player(before.seat), number=number, count=after.left, die=die)


def asked(state: State, number: int) -> State:
    """After a roll that adds: how many dice of which colour, cut to what the player has."""
    if state.version == "C":
        colour, count = ADDED_IN_C[number], 1 if state.options["c_add"] == "one" else number
    else:
        colour = COLOURS[state.seat - 1]
        count = 1 if state.version == "B" and state.options["b_add"] == "one" else number
    return state._replace(left=min(count, state.hands[state.seat - 1][COLOURS.index(colour)]), adding=colour)


def continued(state: State) -> State:
    """The turn goes on, or is over because nothing is left to do or nothing can be done."""
    can_go_on = not state.pyramid.is_complete if state.adding else bool(removable(state))
    return state if state.left and can_go_on else turn_over(state)


def turn_over(state: State) -> State:
    """The next player is to roll."""
    after = kit.next_seat(state.seat, len(state.hands))
    return state._replace(seat=after, left=0, adding=None, placed=0, turns=state.turns + 1)


def removable(state: State) -> list[Cell]:
    """The free dice that the player may take: of the own colour, in version C of any."""
    if state.version == "C":
        return state.pyramid.free()
    return state.pyramid.free_of(COLOURS[state.seat - 1])


def on_plate(state: State) -> tuple[int, ...]:
    """Version B: the dice of each seat's colour that are still on the plate."""
    return tuple(kit.MIX3[colour] - hand[n] for n, (colour, hand) in enumerate(zip(COLOURS, state.hands, strict=True)))


def value(state: State, colour: Colour) -> int:
    """What a die of that colour is worth in version C."""
    return state.options.whole({RED: "c_red", GREEN: "c_green", BLACK: "c_black"}[colour])


def worth_of_placing(state: State, cell: Cell) -> float:
    """A: outside faces that it shows, less a little for those it opens. B: others' free dice covered, own ones not.
    C: the value of the free dice that it covers."""
    if state.version == "A":
        return ZEROS[cell] - 0.2 * opened(state.pyramid, cell)
    covered = [state.pyramid.at(c).colour for c in SUPPORTS[cell] if state.pyramid.is_free(c)]
    if state.version == "B":
        return sum(-2 if colour == state.adding else 1 for colour in covered)
    return sum(value(state, colour) for colour in covered)


def worth_of_removing(state: State, cell: Cell) -> float:
    """A: inner dice first. B: dice that free no others' dice first. C: the die's value, less half of the best that
    the last die of the turn opens to the next player."""
    if state.version == "A":
        return -ZEROS[cell]
    after, taken = state.pyramid.remove(cell), state.pyramid.at(cell).colour
    freed = [after.at(c).colour for c in SUPPORTS[cell] if after.is_free(c)]
    if state.version == "B":
        return 3 - sum(colour != taken for colour in freed)
    opens = max((value(state, colour) for colour in freed), default=0) if state.left == 1 else 0
    return value(state, taken) - 0.5 * max(opens, 0)


def changed(hands: tuple[Hand, ...], seat: Seat, colour: Colour, dice: int) -> tuple[Hand, ...]:
    """The hands with `dice` more of that colour for one seat."""
    red, green, black = hands[seat - 1]
    hand = (red + dice * (colour == RED), green + dice * (colour == GREEN), black + dice * (colour == BLACK))
    return kit.replaced(hands, seat, hand)


GAME = UpAndDown()
