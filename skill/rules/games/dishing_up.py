"""19 Dishing Up. Throw dice on a core of 56 until one falls; its number names the next player. First out of dice wins.

Source: game 19 of the Kosmos edition. 108 is no multiple of 5: with five players each has 21 dice and three stay out.
Dice that fall off go to the thrower, since nobody owns colours. A last die that stays but pushes another off does not
win. Loose dice count as lying on the plate. All dice are black once they lie; those in supplies are red.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, CORNERS, LEVEL, ZEROS, Cell, parse_cell, small_pyramid
from skill.lattice.dice import BLACK, RED, UNKNOWN, Colour, Die
from skill.lattice.notation import ATTEMPT, Action, Loose
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, LOT, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.telling import BAD, GOOD, Note

THROWING_DICE = 108
MOST_THROWS = 1000
CORE = Pyramid((cell, Die(BLACK)) for cell in small_pyramid(parse_cell("111"), 6))


WHOSE = {
    3: "Behind each name stand the numbers that call this player.",
    4: "Behind each name stands the number that calls this player; 5 and 6 call the next on the left.",
    5: "Behind each name stands the number that calls this player; 6 calls the next on the left.",
    6: "Behind each name stands the number that calls this player.",
}
"""By how many play: whom the number of a fallen die names."""


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    supplies: tuple[float, ...]
    loose: tuple[Loose, ...] = ()
    aim: Cell | None = None
    """Lattice model: the cell at which a die is on its way."""
    losses: int = 0
    """Throws in a row that each lost a die."""
    throws: int = 0


class DishingUp(throws.ThrowGame[State]):
    number, slug, title = "19", "dishing-up", "Dishing Up"
    family, kind, players = "construction", "hybrid", (3, 6)
    goal = "Be the first to throw all your dice onto the pyramid."
    turn_order = LOT
    deciding_rules = {
        "attempt": "You throw again until a die falls; its number says who is next, and what fell is yours.",
        "throw": "You throw again until a die falls; its number says who is next, and what fell is yours.",
    }
    summary = "Throw dice on a core until one falls; its number names the next player; first out of dice wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(chance=4, skill=5, tactics=1)
    options = (
        in_range("fall_cap", 40, 1, 1000, help="Throws in a row, each with a die lost, that end the game."),
        *throws.throw_options(distance_cm=20.0),
    )
    verbs = (ATTEMPT, throws.THROW, throws.LAND, throws.OFF)
    scene = "dishing-up"
    score_order = "fewest"
    text = RulesText(
        goal="Be the first to throw all your dice onto the pyramid.",
        setup="A pyramid of 56 dice stands on the inner 21 funnels of the plate; the 24 at its rim are open. 108 dice "
        "are shared out: 36, 27, 21 or 18 each for three, four, five or six players. The players have the numbers 1 "
        "to 6 in order; of three players each has two, 1 and 4, 2 and 5, 3 and 6.",
        turn="Throw one of your dice at the pyramid, from no nearer than agreed, by default 20 cm. As long as no die "
        "falls off you must throw again. When one does, your turn ends. All dice that fell go to you. Look at your "
        "thrown die if it fell, otherwise at the one that fell first: the number on top of it names the next player. "
        "That may be you again. If the number belongs to nobody, your left neighbour is next.",
        end="You win when your last die stays on the plate, loose or not, and no other die falls. After the "
        "agreed number of throws in a row that each lost a die, or 1000 throws in all, the player with the "
        "fewest dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Five players have 21 dice each; three dice stay out.",
            "A last die that stays but pushes another off does not win: that one is yours.",
            "Dice that lie loose on the plate have not fallen.",
            "A throw that is not made costs the turn: the left neighbour is next.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position not in (None, CORE):
            raise IllegalMove("position {position}: dishing-up begins with its core of 56 dice only", position=position)
        return State(options, CORE, kit.first_seat(options), (float(THROWING_DICE // players),) * players)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.aim is not None:
            return CHANCE
        if throws.is_lattice(state.options):
            return state.seat
        hand = Die(throws.IN_HAND)
        aim = partial(best_aim, state.pyramid)
        return throws.throw_at(state.seat, self.scene, state.pyramid, state.options, hand, state.loose, aim, BLACK)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        if state.aim is not None:
            return throws.landings(state.pyramid, state.options)
        return throws.THROWS if throws.is_lattice(state.options) else []

    def all_actions(self, options: Options) -> Sequence[Action]:
        return throws.aims(options)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("throw", aim):
                return state._replace(aim=aim)
            case ("land", cell):
                return stayed(state._replace(pyramid=state.pyramid.put(cell, Die(BLACK)), aim=None))
            case ("off", number):
                return lost(state._replace(aim=None), 1, number)
            case ("attempt", *_):
                after = throws.thrown(action, BLACK)
                state = state._replace(pyramid=after.pyramid, loose=after.loose)
                if not (after.is_off or after.pushed):
                    return stayed(state)
                return lost(state, after.is_off + len(after.pushed), fallen_number(action))
        raise IllegalMove(f"{action}: not an action of dishing-up")

    def result(self, state: State) -> Result | None:
        return kit.by_dice_left(state.supplies) if is_over(state) else None

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.supplies

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """With the numbers that call a seat, as long as dice are thrown."""
        if is_over(state):
            return None
        left = int(state.supplies[seat - 1])
        if len(state.supplies) > 3:
            return fact("{count} dice left ({number})", one="1 die left ({number})", count=left, number=seat)
        text, one = "{count} dice left ({number} or {other})", "1 die left ({number} or {other})"
        return fact(text, one=one, count=left, number=seat, other=seat + 3)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        whose = Fact(WHOSE[len(state.supplies)])
        if seat == state.seat or is_over(state):
            return (whose,)  # whoever throws hears the rule itself
        return (Fact("Whoever throws goes on until a die falls off, and takes back what fell."), whose)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        if action.verb == ATTEMPT.name:
            throw = throws.thrown(action, BLACK)
            pushed = fact("{count} other dice fell off.", one="Another die fell off.", count=len(throw.pushed))
            sentences = (told_throw(before.seat, throw), *[pushed] * bool(throw.pushed))
        if after.throws == before.throws:
            return sentences
        return (*sentences, *told_outcome(before, after))

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Over a die that stays that it does; after a fall whom its number names."""
        if after.throws == before.throws:
            return ()
        if not after.losses:
            new = tuple(cell for cell, _ in after.pyramid if cell not in before.pyramid)
            return [Note(fact("It stays: one die less"), new, before.seat, GOOD)]
        number = fallen_number(action)
        if number is None:
            return [Note(fact("Fallen: next is {player}", player=Player(after.seat)), (), before.seat, BAD)]
        text = "A fallen die shows {number}: next is {player}"
        return [Note(fact(text, number=number, player=Player(after.seat)), (), before.seat, BAD)]

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({RED: int(count)}) for count in state.supplies]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({UNKNOWN: int(sum(state.supplies))}) + kit.lying(state.loose)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        (_, cell) = action
        return appeal(state.pyramid, cell)


def appeal(pyramid: Pyramid, cell: Cell) -> float:
    """How good an aim it is: a low funnel at the border, far from the edges of the core; never the summit."""
    is_good = ZEROS[cell] and pyramid.is_funnel(cell)
    return 100 * is_good - 20 * LEVEL[cell] + min(throws.horizontal_squared(cell, corner) for corner in CORNERS)


def best_aim(pyramid: Pyramid) -> Cell:
    """The most appealing cell to aim at."""
    return max(CELLS, key=partial(appeal, pyramid))


def fallen_number(action: Action) -> int | None:
    """The number that names the next seat: of the thrown die if it fell, else of the one that fell first."""
    match action:
        case ("off", number):
            return int(number)
        case ("attempt", *_):
            after = throws.thrown(action, BLACK)
            return after.number if after.is_off else after.pushed[0][1] if after.pushed else None
    return None


def stayed(state: State) -> State:
    """The state after a throw of which nothing fell: the same seat goes on."""
    supplies = kit.added(state.supplies, state.seat, -1)
    return state._replace(supplies=supplies, losses=0, throws=state.throws + 1)


def lost(state: State, fallen: int, number: int | None) -> State:
    """The state after a throw with fallen dice, which the thrower gets; `number` names the next seat."""
    players = len(state.supplies)
    if number is not None and players == 3:
        number = (number - 1) % 3 + 1
    seat = number if number is not None and number <= players else kit.next_seat(state.seat, players)
    supplies = kit.added(state.supplies, state.seat, fallen - 1)
    return state._replace(seat=seat, supplies=supplies, losses=state.losses + 1, throws=state.throws + 1)


def told_throw(seat: Seat, after: throws.Thrown) -> Fact:
    """What became of the die that a seat has thrown: the number of one that fell off names the next seat."""
    if after.number is None:
        return throws.told_throw(seat, after)
    text, you = "{player}'s die fell off and shows {number}.", "Your die fell off and shows {number}."
    return fact(text, you=you, player=Player(seat), number=after.number)


def told_outcome(before: State, after: State) -> Iterator[Fact]:
    """What a throw meant for the thrower, and who comes next."""
    who = Player(before.seat)
    if not after.supplies[before.seat - 1]:
        yield fact("{player} has no dice left.", you="You have no dice left.", player=who)
    if after.losses:
        fallen = int(after.supplies[before.seat - 1] - before.supplies[before.seat - 1]) + 1
        yield fact("{player} got {count} dice back.", one="{player} got one die back.", player=who, count=fallen)
    if is_over(after) and all(after.supplies):
        yield Fact("The throws are over: the fewest dice left win.")
    elif after.losses:
        yield fact("Next to throw: {other}.", other=Player(after.seat))


def is_over(state: State) -> bool:
    """Whether somebody has thrown all his dice, or it is time to count."""
    capped = state.losses >= state.options.whole("fall_cap") or state.throws >= MOST_THROWS
    return capped or not all(state.supplies)


GAME = DishingUp()
