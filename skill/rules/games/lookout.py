"""33 Lookout. All throw and build at once with the dice that others' numbers allow; the first without dice wins.

Source: game 33 of the Kosmos edition; its second "2-player" is three players, as the French text has it. Neighbours
must differ in colour, which makes sense for teams only: hence four or six seats in teams of two. In a beat of
`mode=paced` several may run out together and share. The order of the actions alone decides the race; `phase_limit`
counts from the last action, and a wrong pick costs its player `lockout` seconds. A die that has been picked counts as
not yet placed. Only a stop lets the others place what the holder gives up, not the end of the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import LEVEL, Cell
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, RED, Colour, Die
from skill.lattice.notation import CLOSE, PLACE, ROLLS, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import ANYONE, CHANCE, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.race import CALL_STOP, Race
from skill.rules.shared import kit
from skill.rules.telling import BAD, Held, Note

COLOURS = (RED, GREEN, BLACK)
SHARE = {2: 82, 3: 55}
"""Dice of each colour by the number of colours."""
TEAMS = {"none": 0, "two": 2, "three": 3}
HANDFUL, FEWEST = 10, 5  # own dice in a throw; with fewer than so many of them blue ones come along
PICK = Verb("pick <colour><number>", "pick up {colour} {number}", told="{player} picked up {die} that shows {number}.")
PICKS = {(colour, number): PICK(colour, number) for colour in (*COLOURS, BLUE) for number in range(1, 7)}
SCAN_S, REACH_S = (1.0, 2.0), (0.05, 0.3)  # how long a computer player looks first, and how soon it acts after that

Thrown = tuple[Colour, int]
"""A thrown die: its colour and its number."""


class State(NamedTuple):
    pyramid: Pyramid
    holder: Seat
    """Who has the golden die."""
    stocks: tuple[int, ...]
    colours: tuple[Colour, ...]
    """Of each seat; a team's are the same."""
    options: Options
    throws: tuple[tuple[Thrown, ...], ...]
    """What each seat has thrown; empty while its throw is awaited."""
    lying: tuple[tuple[Thrown, ...], ...] = ()
    """The own and blue dice of each seat that have not been picked up since the throw."""
    held: tuple[Thrown | None, ...] = ()
    """The die that each seat has picked and not yet placed."""
    missed: frozenset[Seat] = frozenset()
    """Whose last pick was a die that may not be used."""
    allowance: tuple[int, ...] = ()
    """How many dice each seat may still place: set by the stop, or in paced mode by the throw; empty before."""
    placed: tuple[int, ...] = ()
    """Dice that each seat has placed in this round."""
    lent: tuple[tuple[Cell, Seat], ...] = ()
    """The blue dice placed in this round, and whose they are."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.stocks)

    @property
    def is_paced(self) -> bool:
        """Whether dice are placed beat by beat."""
        return self.options["mode"] == "paced"


class Lookout(Race[State]):
    number, slug, title = "33", "lookout", "Lookout"
    family, kind, players = "construction", "race", (2, 3)
    players_with = {("teams", "two"): (4, 4), ("teams", "three"): (6, 6)}
    goal = "Be the first to have built in all your dice; the throw says which you may use."
    turn_order = "A lot decides who begins with the golden die, unless you agree on somebody."
    deciding_rules = {
        "place": "A picked die may stand in any funnel.",
        "pick": "You may place dice that show the number of your colour's die or of the golden one.",
    }
    summary = "All throw, all build at once, the golden die's owner stops; first out wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(chance=3, skill=6, tactics=1)
    options = (
        one_of(
            "mode",
            "realtime",
            "paced",
            help="How dice are placed in a round.",
            meanings={
                "realtime": "a race: all place at the same time",
                "paced": "in beats: every player places one usable die a beat",
            },
        ),
        one_of(
            "teams",
            *TEAMS,
            help="Who plays together and shares a colour.",
            meanings={
                "none": "everybody plays for himself",
                "two": "two teams of two players: four players",
                "three": "three teams of two players: six players",
            },
        ),
        in_range("phase_limit", 60, 1, 600, help="Seconds from the throw on after which the building ends."),
        in_range("lockout", 1.0, 0.0, 10.0, help="Seconds lost by trying a die that may not be used."),
        in_range("hand_s", 0.5, 0.0, 3.0, help="Least seconds between two actions of a player; a die takes two."),
    )
    verbs = (ROLLS, PICK, PLACE, CALL_STOP, CLOSE)
    calls = (CALL_STOP.name,)
    seat_colours = COLOURS
    score_order = "fewest"
    text = RulesText(
        goal="Be the first to use up your dice.",
        setup="Two players have 82 dice of their colour each, three players 55. Partners have one colour and divide "
        "its dice: 41 each in two teams, 28 or 27 in three, one more for the earlier partner. Each player also has "
        "one die of his right neighbour's colour, which is thrown but never placed. The player who begins has the "
        "golden die. The plate is empty.",
        turn="All throw at once, each ten dice of his own. If you have fewer than ten left, throw all of them; if you "
        "have fewer than five, add blue dice, so that you throw five. With them throw the die of your neighbour's "
        "colour; the holder of the golden die throws it too. Your left neighbour has thrown a die of your colour: you "
        "may place those of your dice, own or blue, that show its number. You may also place those that show the "
        "number of the golden die, unless you threw it yourself. All build at once: pick a usable die, place it in "
        "any funnel, and so on. The holder may call stop whenever he likes, usually when he has placed all the dice "
        "that he may use. If he stops with, say, two usable dice left, each of the others may still place up to two "
        "of his. Afterwards blue dice in the pyramid are exchanged for own ones, the rest is taken back, and the "
        "golden die goes to the left.",
        end="Whoever has no dice left wins at once, and his partner with him.",
        ties="In a race only one can be the first. In beats those who run out of dice in the same beat share the win.",
        readings=(
            "You never place more dice than you have; each die placed, blue or own, is one less at once.",
            "Partners do not sit side by side: with two teams every second player has the same colour, "
            "with three every third.",
            "Where the dice go does not matter for winning.",
        ),
        stuck=("Building also ends when nobody has a usable die left, or the agreed time from the throw on is over.",),
        needs=(
            "The plate, and dice: 82 of a colour for each of two players, or 55 for each of three; one "
            "more of each colour to throw, the golden die, and a few blue dice.",
        ),
        variants=(
            (
                "mode",
                "paced",
                "In each beat everybody with a usable die places one, the holder first. Nobody calls "
                "stop: the round ends with the beat of the holder's last die, at once if he has none. "
                "Those who run out of dice in the same beat share the win.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        count = TEAMS[str(options["teams"])] or players
        colours = COLOURS[:count] * (players // count)
        pyramid = position or EMPTY
        left = {colour: SHARE[count] - len(pyramid.cells_of(colour)) for colour in colours}
        partners = players // count
        stocks = tuple((left[colour] + partners - 1 - seat // count) // partners for seat, colour in enumerate(colours))
        if any(die.colour not in left or die.faces for _, die in pyramid) or min(stocks) <= 0:
            raise IllegalMove(
                "position {pyramid}: lookout has {share} dice of each of {left} without orientation, and begins "
                "with one left for each player",
                pyramid=pyramid,
                share=SHARE[count],
                left=", ".join(left),
            )
        return State(pyramid, kit.first_seat(options), stocks, colours, options, ((),) * players)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if not state.lying:
            return CHANCE
        return next_in_beat(state) if state.is_paced else ANYONE

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state) or not state.lying:
            return []
        if state.is_paced:
            mover = next_in_beat(state)
            return placements(state, usable(state, mover)[0][0])
        if seat is None:
            return [CLOSE()]
        stop = [CALL_STOP()] if seat == state.holder and not state.allowance else []
        if state.allowance and not state.allowance[seat - 1]:
            return stop
        if die := state.held[seat - 1]:
            return placements(state, die[0]) + stop
        return [*picks(state.lying[seat - 1]), *stop]

    def draw(self, state: State, rng: Random) -> Action:
        return ROLLS(tuple([(colour, kit.rolled(rng)) for colour in handful(state, next_thrower(state))]))

    def check_drawn(self, state: State, action: Action) -> None:
        expected = handful(state, next_thrower(state))
        match action:
            case ("rolls", dice) if tuple(colour for colour, _ in dice) == expected:
                return
        raise IllegalMove(
            "{action}: expected a throw of the dice {expected}", action=action, expected=", ".join(expected)
        )

    def all_actions(self, options: Options) -> Sequence[Action]:
        placings = kit.placements((*COLOURS, BLUE))
        return placings if options["mode"] == "paced" else (*PICKS.values(), *placings, CALL_STOP())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        seat = by if isinstance(by, int) else state.holder
        match action:
            case ("place", colour, cell, _):
                mover = next_in_beat(state) if state.is_paced else seat
                return _placed(state, mover, colour, cell)
            case ("pick", colour, number):
                return _picked(state, seat, (colour, number))
            case ("rolls", dice):
                state = state._replace(throws=kit.replaced(state.throws, next_thrower(state), tuple(dice)))
                return state if () in state.throws else _building(state)
            case ("stop",):
                return _stopped(state)
            case ("close",):
                return _tidied(state)
        raise IllegalMove(f"{action}: not an action of lookout")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        out = {colour for colour, left in zip(state.colours, state.stocks, strict=True) if not left}
        winners = tuple(seat for seat, colour in enumerate(state.colours, 1) if colour in out)
        return Result(winners, state.stocks, "Whoever is the first to have no dice left wins.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.stocks

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        """What the seat has thrown and may still pick up, after the die that it holds."""
        if not state.lying:
            return [Held(*die) for die in state.throws[seat - 1]]
        return [Held(*die) for die in (state.held[seat - 1], *state.lying[seat - 1]) if die]

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if not state.lying:
            return ()
        own, *gold = good_numbers(state, seat)
        left = Player(kit.next_seat(seat, state.players))
        thrown = fact("{neighbour} threw {number} with a die of your colour.", neighbour=left, number=own)
        return (thrown, *(fact("The golden die shows {number}.", number=number) for number in gold))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = self._told(before, action, by or before.holder, after)
        if after.holder == before.holder:
            return sentences
        begins, you_begin = "{player} has the golden die now.", "You have the golden die now."
        return (*sentences, fact(begins, you=you_begin, player=Player(after.holder)))

    def _told(self, before: State, action: Action, seat: Seat, after: State) -> tuple[Fact, ...]:
        match action:
            case ("rolls", dice):
                shown = tuple(Held(*die) for die in dice)
                return (fact("{player} threw {dice}.", player=Player(next_thrower(before)), dice=shown),)
            case ("pick", colour, number) if seat in after.missed:
                text = "{player} tried {die} that shows {number} and may not be used."
                return (fact(text, player=Player(seat), die=Die(colour), number=number),)
            case ("stop",) if left := len(usable(before, seat)):
                text = "{player} called stop and left {count} dice; the others may place as many."
                one = "{player} called stop and left one die; each of the others may place one."
                return (fact(text, one=one, player=Player(seat), count=left),)
        return super().told(before, action, seat, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        is_wrong = action.verb == PICK.name and by in after.missed
        return (Note(fact("may not be used"), (), by, BAD),) if is_wrong else ()

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(state.colours, state.stocks)

    def unplaced(self, state: State) -> Counter[Colour]:
        """A blue die on the plate stands for one of its owner's, and is owed: less than none of them are left."""
        left = Counter({BLUE: -len(state.lent)})
        for colour, stock in zip(state.colours, state.stocks, strict=True):
            left[colour] += stock
        left.update(state.colours[seat - 1] for _, seat in state.lent)
        return left

    def race_order(self, state: State) -> tuple[Seat, ...]:
        """Clockwise from the left of the holder, who is last."""
        return kit.clockwise(kit.next_seat(state.holder, state.players), state.players)

    def pause_s(self, state: State) -> float:
        return float(state.options["hand_s"])

    def pause_of_s(self, state: State, seat: Seat) -> float:
        return max(self.pause_s(state), float(state.options["lockout"]) if seat in state.missed else 0.0)

    def focus(self, state: State, seat: Seat) -> Hashable:
        return state.throws, state.lying[seat - 1], state.held[seat - 1]

    def clock_s(self, state: State) -> float | None:
        return float(state.options["phase_limit"])

    def clock_runs_on(self, before: State, after: State) -> bool:
        """The time for building begins with the throw, whatever is placed meanwhile."""
        return bool(after.lying)

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """A usable die and the lowest funnel, after a look at the numbers; then as fast as the hand allows."""
        worth = {move: self.worth(state, move, seat) for move in self.moves(state, seat)}
        top = max(worth.values(), default=0)
        if top <= 0:
            return None
        delay_s = rng.uniform(*(REACH_S if any(state.placed) or any(state.held) else SCAN_S))
        return delay_s, rng.choice([move for move, value in worth.items() if value == top])

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Usable dice, and the lowest funnels for them; the holder stops once he has none."""
        match action:
            case ("place", _, cell, _):
                return float(1 - LEVEL[cell] / 10)
            case ("pick", _, number):
                return 1 if number in good_numbers(state, seat) else -1
            case ("stop",) if not usable(state, seat):
                return 1
        return -1


def is_over(state: State) -> bool:
    """Whether somebody has run out; in paced mode once the beat is complete."""
    if all(state.stocks):
        return False
    return not state.is_paced or all(
        n == max(state.placed) for n, more in zip(state.placed, state.allowance, strict=True) if more
    )


def handful(state: State, seat: Seat) -> tuple[Colour, ...]:
    """The colours of the dice that a seat throws: its own, blue ones, that of its right neighbour, the golden one."""
    own = min(HANDFUL, state.stocks[seat - 1])
    right = state.colours[seat - 2]
    gold = (GOLD,) * (seat == state.holder)
    return (*(state.colours[seat - 1],) * own, *(BLUE,) * (FEWEST - own), right, *gold)


def next_thrower(state: State) -> Seat:
    """The first seat from the holder clockwise that has not thrown."""
    return next(seat for seat in kit.clockwise(state.holder, state.players) if not state.throws[seat - 1])


def good_numbers(state: State, seat: Seat) -> tuple[int, ...]:
    """The numbers that the seat may use: the left neighbour's throw of its colour and, but for the holder, gold."""
    left = state.throws[kit.next_seat(seat, state.players) - 1]
    (_, gold) = state.throws[state.holder - 1][-1]
    (_, number) = left[-2] if left[-1][0] == GOLD else left[-1]
    return (number,) if seat == state.holder else (number, gold)


def usable(state: State, seat: Seat) -> list[Thrown]:
    """The dice that the seat may still place, a picked one included: at most its stock, own ones before blue ones."""
    held = state.held[seat - 1]
    numbers = good_numbers(state, seat)
    dice = [die for die in state.lying[seat - 1] if die[1] in numbers]
    return ([held] if held else []) + dice[: state.stocks[seat - 1] - bool(held)]


def next_in_beat(state: State) -> Seat:
    """In paced mode who places next: of those who have placed least the first from the holder clockwise."""
    waiting = [seat for seat in kit.clockwise(state.holder, state.players) if state.allowance[seat - 1]]
    return min(waiting, key=lambda seat: state.placed[seat - 1])


@lru_cache(maxsize=1 << 10)
def picks(lying: tuple[Thrown, ...]) -> tuple[Action, ...]:
    """The picking up of each of these dice; equal ones once."""
    return tuple([PICKS[die] for die in dict.fromkeys(lying)])


def placements(state: State, colour: Colour) -> list[Action]:
    """The placing of a die of that colour in each funnel."""
    places = kit.PLACEMENTS[colour]
    return [places[cell] for cell in state.pyramid.funnels()]


def _building(state: State) -> State:
    """All have thrown: the building begins."""
    nobody: tuple[None, ...] = (None,) * state.players
    neighbours = [2 if seat == state.holder else 1 for seat in range(1, state.players + 1)]
    lying = tuple(throw[:-others] for throw, others in zip(state.throws, neighbours, strict=True))
    state = state._replace(lying=lying, held=nobody, placed=(0,) * state.players)
    if state.is_paced:
        beats = len(usable(state, state.holder))
        each = tuple(min(beats, len(usable(state, seat))) for seat in range(1, state.players + 1))
        state = state._replace(allowance=each)
    return _unless_done(state)


def _picked(state: State, seat: Seat, die: Thrown) -> State:
    if die[1] not in good_numbers(state, seat):
        return state._replace(missed=state.missed | {seat})
    lying = list(state.lying[seat - 1])
    lying.remove(die)
    return state._replace(
        lying=kit.replaced(state.lying, seat, tuple(lying)),
        held=kit.replaced(state.held, seat, die),
        missed=state.missed - {seat},
    )


def _placed(state: State, seat: Seat, colour: Colour, cell: Cell) -> State:
    if state.is_paced:
        state = _picked(state, seat, usable(state, seat)[0])
    allowance = state.allowance and kit.replaced(state.allowance, seat, state.allowance[seat - 1] - 1)
    return _unless_done(
        state._replace(
            pyramid=state.pyramid.put(cell, Die(colour)),
            stocks=kit.replaced(state.stocks, seat, state.stocks[seat - 1] - 1),
            held=kit.replaced(state.held, seat, None),
            placed=kit.replaced(state.placed, seat, state.placed[seat - 1] + 1),
            allowance=allowance,
            lent=(*state.lent, (cell, seat)) if colour == BLUE else state.lent,
            missed=state.missed - {seat},
        )
    )


def _stopped(state: State) -> State:
    """The holder gives up his usable dice: as many may each of the others still place."""
    given_up = len(usable(state, state.holder))
    each = tuple(
        min(given_up, len(usable(state, seat))) if seat != state.holder else 0 for seat in range(1, state.players + 1)
    )
    return _unless_done(state._replace(allowance=each))


def _unless_done(state: State) -> State:
    """`state`, or the next round if nobody may place any more."""
    if is_over(state):
        return state._replace(pyramid=exchanged(state), lent=())
    left = state.allowance or (usable(state, seat) for seat in range(1, state.players + 1))
    return state if any(left) else _tidied(state)


def exchanged(state: State) -> Pyramid:
    """The pyramid with own dice for the blue ones."""
    pyramid = state.pyramid
    for cell, seat in state.lent:
        pyramid = pyramid.put(cell, Die(state.colours[seat - 1]))
    return pyramid


def _tidied(state: State) -> State:
    """The next round: blue dice are exchanged, and the golden die goes to the left."""
    holder = kit.next_seat(state.holder, state.players)
    throws: tuple[tuple[Thrown, ...], ...] = ((),) * state.players
    return State(exchanged(state), holder, state.stocks, state.colours, state.options, throws)


GAME = Lookout()
