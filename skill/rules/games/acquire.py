"""21 Acquire. Build layer by layer; every die set into a funnel pays or collects dice; the last solvent player wins.

Source: game 21 of the Kosmos edition; `table=french` has its French text's two other figures. Whoever holds no die
after a settlement is out, whether he could pay all or not; payments to and from him lapse. A debtor of two who cannot
pay both gives one die to each in turn, his left neighbour first.

A position is taken as one in which no die has changed hands yet: every stock lacks the player's own dice on the plate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import ALL, LEVEL, LEVELS, NEIGHBOURS, Cell, in_mask, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, UNKNOWN, Colour, Die
from skill.lattice.notation import PLACE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import BAD, GOOD, PLAIN, Label, Note

COLOURS = (RED, GREEN, BLACK)
SEATS: tuple[Seat, ...] = (1, 2, 3)
ENGLISH = {
    (3, 0, 0): (4, 4),
    (2, 1, 0): (4, 0),
    (1, 1, 1): (1, 1),
    (1, 2, 0): (2, 0),
    (0, 3, 0): (-8, 0),
    (0, 2, 1): (-4, -2),
}
"""By the supports that are the placer's, of the other who has more of them, and of the third: what the placer pays to
the latter two; less than nothing is what he gets from them."""
TABLES = {"english": ENGLISH, "french": {**ENGLISH, (3, 0, 0): (3, 3), (0, 2, 1): (-4, -1)}}

OPTIONS = (
    in_range("stock", 55, 55, 90, help="Dice of each player."),
    one_of(
        "table",
        "english",
        "french",
        help="Which figures are paid.",
        meanings={
            "english": "those of the English text",
            "french": "over three dice of your own you pay 3 to everybody, not 4; over two and one of the others "
            "you get 4 and 1, not 4 and 2",
        },
    ),
    one_of(
        "dice",
        "exchange",
        "as_is",
        help="Whether dice that are paid are changed into the colour of their new owner, or keep theirs.",
        meanings={
            "exchange": "they are changed, so that you only hold your own colour",
            "as_is": "they keep theirs, and you place any die that you hold",
        },
    ),
)

Stock = tuple[int, ...]
"""How many dice of each colour, in the order of seats, a player holds."""
LEVEL_MASKS = tuple(map(mask_of, LEVELS))


BRINGS = fact("So many dice others pay you if you set a die here.")
COSTS = fact("So many dice you pay to others if you set a die here.")
NOTHING = fact("Nobody pays you anything here, nor you anybody.")


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    stocks: tuple[Stock, ...]
    gone: tuple[int, ...] = (0, 0, 0)
    """For each seat how many dice stood when it went out; 0 if it is in."""


class Acquire(Game[State]):
    number, slug, title = "21", "acquire", "Acquire"
    family, players = "construction", (3, 3)
    goal = "Be the last with dice left, or have the most when the pyramid is complete."
    deciding_rules = {
        "place": "Choose a funnel of the lowest layer that is not full; the dice under it settle what you pay or get.",
    }
    summary = "Every die set into a funnel pays or collects dice; the last solvent player wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(chance=2, tactics=8)
    options = OPTIONS
    verbs = (PLACE,)
    seat_colours = COLOURS
    horizon = 1
    calls_a_second = 14_000
    text = RulesText(
        goal="Have dice longest. If the pyramid is completed, have the most.",
        setup="The plate is empty. Each player has 55 dice of his colour, or as many more as agreed.",
        turn="Place one die in any funnel of the lowest layer that is not full. On the plate nothing else happens. "
        "Higher up look at the three dice under it and settle. Three of yours: pay 4 to each other player. Two of "
        "yours: pay 4 to the owner of the third. One of yours: pay 1 to each of two owners, or 2 to one who owns both "
        "others. None of yours: get 8 from the owner of three, or 4 from the owner of two and 2 from the owner of "
        "one. If you agree on the French figures, three of yours cost 3 to each, and with none of yours you get 4 "
        "from the owner of two and 1 from the owner of one. Whoever has no die left after that is out; his dice stay.",
        end="The game ends when only one player has dice left: he wins.",
        wins="If the pyramid is completed, the player with the most dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Dice that are paid are changed at the box into the colour of whoever gets them, unless you "
            "agree that dice keep their colour.",
            "You may place your last die and still be paid.",
            "Nothing is paid to a player who is out, and he pays nothing.",
        ),
        stuck=(
            "If you cannot pay all, pay what you have. If you owe two players, give one die to each in "
            "turn, beginning with your left neighbour.",
        ),
        needs=(
            "The plate, and dice: 55 of a colour for each player, or as many more as agreed; the other "
            "dice of the box to change those that are paid.",
        ),
        variants=(
            (
                "dice",
                "as_is",
                "You place any die you hold, it counts for the player of its colour, and you pay with "
                "your own colour first, then your left neighbour's.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        size = options.whole("stock")
        kit.check_plain(pyramid, dict.fromkeys(COLOURS, size - 1))
        if any(LEVEL[cell] > working_level(pyramid) for cell, _ in pyramid):
            raise IllegalMove(
                "position {pyramid}: in acquire a level is begun when the one below it is full", pyramid=pyramid
            )
        left = [size - len(pyramid.cells_of(colour)) for colour in COLOURS]
        stocks = tuple(tuple(left[s - 1] * (s == seat) for s in SEATS) for seat in SEATS)
        return State(options, pyramid, kit.first_seat(options), stocks)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state):
            return []
        cells = in_mask(LEVEL_MASKS[working_level(state.pyramid)] & ~state.pyramid.mask)
        held = [colour for colour, count in zip(COLOURS, state.stocks[state.seat - 1], strict=True) if count]
        return [kit.PLACEMENTS[colour][cell] for colour in held for cell in cells]

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                pyramid = state.pyramid.put(cell, Die(colour))
                stocks = list(state.stocks)
                stocks[state.seat - 1] = changed(stocks[state.seat - 1], COLOURS.index(colour), -1)
                settle(stocks, debts(state, cell), keeps_colour=state.options["dice"] == "as_is")
                gone = tuple(
                    out or len(pyramid) * (not any(stock)) for out, stock in zip(state.gone, stocks, strict=True)
                )
                seat = kit.next_seat(state.seat, 3)
                while gone[seat - 1] and not all(gone):
                    seat = kit.next_seat(seat, 3)
                return state._replace(pyramid=pyramid, seat=seat, stocks=tuple(stocks), gone=gone)
        raise IllegalMove(f"{action}: not an action of acquire")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        left = self.scores(state)
        return Result(kit.best(left), left, "Dice left count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(float(sum(stock)) for stock in state.stocks)

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """What each open funnel would bring the seat, or cost it."""
        level = working_level(state.pyramid)
        if not level or is_over(state) or state.gone[seat - 1]:
            return {}
        found = {}
        for cell in in_mask(LEVEL_MASKS[level] & ~state.pyramid.mask):
            gain = settlement(state._replace(seat=seat), cell)[seat - 1]
            kind, means = (GOOD, BRINGS) if gain > 0 else (BAD, COSTS) if gain else (PLAIN, NOTHING)
            found[cell] = Label(f"{gain:+d}" if gain else "0", kind, means)
        return found

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = [*super().told(before, action, by, after)]
        match action:
            case ("place", _, cell, _):
                for other, gain in enumerate(settlement(before, cell), 1):
                    if gain and other != before.seat:
                        payer, paid = (before.seat, other) if gain > 0 else (other, before.seat)
                        sentences.append(_paid(payer, paid, abs(gain)))
        out = [seat for seat in SEATS if after.gone[seat - 1] and not before.gone[seat - 1]]
        has_none, you_have_none = "{player} has no dice left and is out.", "You have no dice left and are out."
        return (*sentences, *(fact(has_none, you=you_have_none, player=Player(seat)) for seat in out))

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("place", _, cell, _) if gain := settlement(before, cell)[before.seat - 1]:
                return (Note(f"{gain:+d}", (cell,), before.seat, GOOD if gain > 0 else BAD),)
        return ()

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [
            Counter({UNKNOWN: sum(stock)}) if state.options["dice"] == "exchange" else kit.of_seats(COLOURS, stock)
            for stock in state.stocks
        ]

    def unplaced(self, state: State) -> Counter[Colour]:
        if state.options["dice"] == "exchange":  # a die that changes hands changes its colour too
            return Counter({UNKNOWN: sum(map(sum, state.stocks))})
        return kit.of_seats(COLOURS, map(sum, zip(*state.stocks, strict=True)))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """What the settlement gains, less what it gives the others; then a good funnel less for the next player.

        On the plate itself: few own dice next to each other.
        """
        (_, colour, cell, _) = action
        if LEVEL[cell] == 0:
            return -0.1 * sum(state.pyramid[there] == Die(colour) for there in NEIGHBOURS[cell])
        after = self.play(state, action, seat)
        gains = [a - b for a, b in zip(self.scores(after), self.scores(state), strict=True)]
        presents = any(debtor != after.seat for move in self.moves(after) for debtor, _, _ in debts(after, move[2]))
        return 2 * gains[seat - 1] - sum(gains) - 0.1 * presents


def working_level(pyramid: Pyramid) -> int:
    """The lowest level that is not full; the highest if all are."""
    gaps = ALL & ~pyramid.mask
    return LEVEL[(gaps & -gaps).bit_length() - 1] if gaps else len(LEVELS) - 1


def is_over(state: State) -> bool:
    """Whether one player is left or the pyramid is complete."""
    return sum(not out for out in state.gone) <= 1 or state.pyramid.is_complete


def debts(state: State, cell: Cell) -> list[tuple[Seat, Seat, int]]:
    """Who pays whom how much for a die at `cell` placed by the seat to move, in the order of its left neighbours."""
    if LEVEL[cell] == 0:
        return []
    placer = state.seat
    colours = [die.colour for die in state.pyramid.supports(cell)]
    share = {seat: colours.count(COLOURS[seat - 1]) for seat in SEATS}
    left = kit.next_seat(placer, 3)
    others = sorted((left, kit.next_seat(left, 3)), key=lambda seat: -share[seat])
    table = TABLES[str(state.options["table"])]
    amounts = table[share[placer], share[others[0]], share[others[1]]]
    return [
        (placer, other, amount) if amount > 0 else (other, placer, -amount)
        for other, amount in zip(others, amounts, strict=True)
        if amount and not state.gone[other - 1]
    ]


def settle(stocks: list[Stock], debts: list[tuple[Seat, Seat, int]], keeps_colour: bool) -> None:
    """Changes `stocks` as the debts are paid: die by die, to each creditor in turn, as far as the dice go."""
    for die in range(max((amount for _, _, amount in debts), default=0)):
        for debtor, creditor, amount in debts:
            if die < amount and any(stocks[debtor - 1]):
                given = first_held(stocks[debtor - 1], debtor)
                received = given if keeps_colour else creditor - 1
                stocks[debtor - 1] = changed(stocks[debtor - 1], given, -1)
                stocks[creditor - 1] = changed(stocks[creditor - 1], received, +1)


def settlement(state: State, cell: Cell) -> tuple[int, ...]:
    """What each seat gains if the seat to move sets a die of its own at `cell`, the die itself not counted."""
    stocks = list(state.stocks)
    stocks[state.seat - 1] = changed(stocks[state.seat - 1], first_held(stocks[state.seat - 1], state.seat), -1)
    had = [sum(stock) for stock in stocks]
    settle(stocks, debts(state, cell), keeps_colour=False)
    return tuple(sum(stock) - count for stock, count in zip(stocks, had, strict=True))


def _paid(payer: Seat, paid: Seat, count: int) -> Fact:
    text, one = "{player} paid {other} {count} dice.", "{player} paid {other} one die."
    return fact(text, one=one, player=Player(payer), other=Player(paid), count=count)


def first_held(stock: Stock, owner: Seat) -> int:
    """The colour with which he pays: his own, then his left neighbour's, then his right's."""
    return next(kind % 3 for kind in range(owner - 1, owner + 2) if stock[kind % 3])


def changed(stock: Stock, colour: int, by: int) -> Stock:
    """The stock with `by` more dice of one colour."""
    return (*stock[:colour], stock[colour] + by, *stock[colour + 1 :])


GAME = Acquire()
