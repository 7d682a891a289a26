"""36 Slipped. Slide on all three edges with secret aims; whoever sees his own aim stand calls and shows his card.

Source: game 36 of the Kosmos edition. Calling is allowed at any time between actions; so after every action all who
are still in are asked, the mover first and then clockwise, whether they call, and the position is judged as it stands.
With `call_aid` a player is told, and nobody else, that his aim stands. In a pattern different letters are
different numbers; a letter may mean the number of a digit in the same pattern. A card that stands at the start or
cannot be reached is dealt only if no other is left, as may happen with `deck=custom`. At `round_cap` nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import AXES, Cell
from skill.lattice.dice import Colour
from skill.lattice.notation import FILL, SLIDE, TURN, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of, written
from skill.rules.profile import Profile
from skill.rules.shared import kit, slides
from skill.rules.telling import REACHED

AIMS = Verb(  # the cards are separated by commas
    "aims <word>", "each seat is dealt a card", drawn="Each player drew a card.", by_seat=False
)
SLIPPED = Verb("slipped", "call")
NO_CALL = Verb("pass", "do not call", told="{player} did not call.")

LISTED = ("123456", "aabbcc", "aaabbb", "aaaaa", "ababab", "abcabc", "abccba")
NUMBER_CARDS = {"mixed": 5, "numbers": 12}  # cards with a random number; the mixed deck has the listed ones as well
MIXED_DIGITS = 6
HIDDEN = "?"  # the card of another player
NOBODY: Seat = 0  # nobody is being asked
SIDES_OF_SPARS = tuple((spar, side) for spar in AXES for side in AXES if side != spar)


class State(NamedTuple):
    pyramid: Pyramid
    aims: tuple[str, ...]
    """The card of each seat; none before they are dealt."""
    first: Seat
    seat: Seat
    asked: Seat
    """Who is asked whether he calls; `NOBODY` while `seat` is to act."""
    is_in: tuple[bool, ...]
    rounds: int
    options: Options
    pulled: Cell | None
    """Where the die came from that `seat` still has to turn on top; None before it takes one."""
    winners: tuple[Seat, ...] | None
    """Empty for a draw; None while the game goes on."""


class Slipped(Game[State]):
    number, slug, title = "36", "slipped", "Slipped"
    family, players = "alteration", (2, 6)
    goal = "Get the numbers of your secret card onto a green edge, and call it first."
    deciding_rules = {
        "slipped": "Call if the pyramid is as your card says.",
        "slide": "Take a die below the top out of one of the three green edges; it becomes the top.",
    }
    summary = "Slide on all edges with secret aims and a call."
    score_unit = REACHED
    profile = Profile(chance=3, skill=1, tactics=6)
    options = (
        *slides.TAKE_OPTIONS,
        one_of(
            "deck",
            "mixed",
            "numbers",
            "custom",
            help="What stands on the cards.",
            meanings={"mixed": "patterns and numbers", "numbers": "numbers alone", "custom": "cards of your own"},
        ),
        in_range("digits", 6, 6, 9, help="Digits of each card, if the deck holds numbers alone."),
        written(
            "cards",
            ",".join(LISTED),
            pattern=r"[1-6a-f]{2,9}(,[1-6a-f]{2,9})*",
            words="patterns of 2 to 9 signs with commas between them: digits 1 to 6, letters a to f",
            help="The cards, if the deck is your own: more than there are players.",
        ),
        one_of("call_aid", "off", "on", help="Whether a player is told when his card is fulfilled."),
        in_range("round_cap", 150, 1, 1000, help="Rounds after which the game is a draw."),
    )
    verbs = (FILL, AIMS, SLIDE, TURN, NO_CALL, SLIPPED)
    secret_verbs = (AIMS.name,)
    horizon = 1
    calls_a_second = 15_000
    text = RulesText(
        goal="Bring about what your secret card says, notice it, and be the first to call.",
        setup="The great pyramid of 165 dice: 25 green ones on its three edges and on top, in random orientation; "
        "what the other dice are does not matter. Each player draws a card and keeps it secret. A card shows a row of "
        "digits, or a row of letters. Equal letters stand for equal numbers, different letters for different ones: "
        "aabbcc means three pairs, for example 3 3 1 1 5 5.",
        turn="Take any die below the top out of one of the three green edges, or only a bottom die if you agree so. "
        "The dice above it slide down, the top die too, and the die you took becomes the new top. No die is turned on "
        "its way, unless you agree that it may be. After every turn anybody may call Slipped and show his card: "
        "whoever moved is asked first, then the others clockwise.",
        end="Your card is fulfilled when its digits or letters stand on dice of one edge that follow each other, "
        "seen from one of its two sides, upwards or downwards. Whoever calls rightly wins. Whoever calls "
        "wrongly is out: he takes no more turns and may not call again. If only one player is left, he wins.",
        ties="After the agreed number of rounds, by default 150, the game is a draw.",
        readings=(
            "The usual deck holds twelve cards: 123456, aabbcc, aaabbb, aaaaa, ababab, abcabc, abccba and "
            "five numbers of six digits, drawn at random.",
            "You may call after any player's turn. What counts is the pyramid at that moment.",
            "A card that is fulfilled at the start, or a number that the dice of the edges cannot show, "
            "is exchanged. With cards of your own this is not always possible.",
        ),
        also=("A card for each player, or a slip of paper to write on.",),
        variants=(
            (
                "turn",
                "free",
                "A die may be put on top in any orientation, and the top die itself may be taken if it is "
                "turned, unless only bottom dice may be taken.",
            ),
            ("deck", "numbers", "The deck holds twelve numbers, drawn at random, of six to nine digits as agreed."),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if options["deck"] == "custom" and len(_own_cards(options)) <= players:
            raise UnknownName(
                "option cards={cards}: expected more than {players} patterns",
                cards=options["cards"],
                players=players,
            )
        if position is not None:
            slides.check_great_pyramid(position)
        first = kit.first_seat(options)
        return State(position or EMPTY, (), first, first, NOBODY, (True,) * players, 0, options, None, None)

    def is_set_up(self, state: State) -> bool:
        return bool(state.aims)

    def to_move(self, state: State) -> Turn:
        if state.winners is not None:
            return None
        return CHANCE if not state.aims else state.asked or state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.aims or state.winners is not None:
            return []
        if state.asked:
            return [NO_CALL(), SLIPPED()]
        return slides.takes(state.pyramid, AXES, state.options, state.pulled)

    def draw(self, state: State, rng: Random) -> Action:
        if not state.pyramid.mask:
            return FILL(slides.great_pyramid(rng))
        return super().draw(state, rng) if state.aims else AIMS(",".join(_dealt(state, rng)))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid) if not state.pyramid.mask:
                slides.check_great_pyramid(pyramid)
            case ("aims", cards) if state.pyramid.mask:
                _check_dealt(state, cards.split(","))
            case _:
                raise IllegalMove("{action}: expected the great pyramid, then the cards", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*slides.all_takes(options), NO_CALL(), SLIPPED())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("slide", cell):
                pulled = state._replace(pyramid=slides.taken(state.pyramid, cell), pulled=cell)
                return pulled if state.options["turn"] == "free" else _asking(pulled, NOBODY)
            case ("turn", cell, faces):
                return _asking(state._replace(pyramid=state.pyramid.turn(cell, faces)), NOBODY)
            case ("pass",):
                return _asking(state, state.asked)
            case ("slipped",):
                return _called(state)
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid)
            case ("aims", cards):
                return state._replace(aims=tuple(cards.split(",")))
        raise IllegalMove(f"{action}: not an action of slipped")

    def result(self, state: State) -> Result | None:
        if state.winners is None:
            return None
        reason = (
            "A right call counts 1 and wins, and so does being the last one in."
            if state.winners
            else "In the time given nobody called."
        )
        return Result(state.winners, self.scores(state), reason)

    def view(self, state: State, seat: Seat) -> State:
        if state.winners is not None:
            return state
        seats = enumerate(zip(state.aims, state.is_in, strict=False), 1)
        return state._replace(aims=tuple(HIDDEN if is_in and s != seat else aim for s, (aim, is_in) in seats))

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        """Any cards of the deck for the others; when they were dealt none of them stood."""
        if HIDDEN not in view.aims:
            return view
        known = [aim for aim in view.aims if aim != HIDDEN]
        has_begun = view.rounds > 0 or view.seat != view.first or bool(view.asked) or view.pulled is not None
        cards = iter(_shuffled(view, rng, known, has_begun))
        return view._replace(aims=tuple(next(cards) if aim == HIDDEN else aim for aim in view.aims))

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if not state.aims:
            return ()
        aim = state.aims[seat - 1]
        stands = state.options["call_aid"] == "on" and state.is_in[seat - 1] and is_met(state.pyramid, aim)
        return (Fact("Your card: {card}.", {"card": aim}), *([Fact("Your aim stands.")] if stands else []))

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(int(seat in (state.winners or ())) for seat in range(1, len(state.is_in) + 1))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        if state.winners:
            return self.counted(state, state.winners[0])
        return [cell for spar in slides.SPARS for cell in spar]

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The dice on which the card of a winner stands."""
        return met_on(state.pyramid, state.aims[seat - 1]) if seat in (state.winners or ()) else ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        if action.verb != SLIPPED.name:
            return super().told(before, action, by, after)
        who, card = Player(before.asked), after.aims[before.asked - 1]
        if after.winners == (who.seat,):
            return (fact("{player} called Slipped, and rightly: the card says {card}.", player=who, card=card),)
        wrong = fact("{player} called Slipped wrongly and dropped out: the card says {card}.", player=who, card=card)
        if not after.winners:
            return (wrong,)
        return (wrong, fact("{player} won as the last one in.", player=Player(after.winners[0])))

    def unplaced(self, state: State) -> Counter[Colour] | None:
        return Counter() if state.pyramid.mask else None

    def outlook(self, state: State) -> tuple[float, ...]:
        """How near each card is to standing."""
        lines = _lines(state.pyramid)
        return tuple(max(slides.nearness(aim, line) for line in lines) for aim in state.aims)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """A call as soon as it is right; else the own aim's nearness less a part of that of the known patterns."""
        aim, after = state.aims[seat - 1], state.pyramid
        match action:
            case ("slipped",):
                return 1 if is_met(state.pyramid, aim) else -1
            case ("pass",):
                return 0
            case ("slide", cell):
                after = slides.taken(after, cell)
            case (_, cell, faces):
                after = after.turn(cell, faces)
        if is_met(after, aim):
            return 100
        lines = _lines(after)
        known = [card for card in _listed(state.options) if card != aim]
        agreed = [(slides.best_agreement(card, line), len(card)) for card in known for line in lines]
        threat = max((dice for dice, wanted in agreed if dice >= wanted - 2), default=0)
        return max(slides.nearness(aim, line) for line in lines) - 0.3 * threat


def is_met(pyramid: Pyramid, aim: str) -> bool:
    """Whether a card's pattern stands somewhere; a hidden card never does."""
    return aim != HIDDEN and any(slides.stands_in(aim, line) for line in _lines(pyramid))


def met_on(pyramid: Pyramid, aim: str) -> Sequence[Cell]:
    """The green dice on which a card's pattern stands, the uppermost first; none where it does not."""
    size = len(aim)
    for spar, side in SIDES_OF_SPARS:
        numbers = slides.line(pyramid, side, spar)
        for top in range(len(numbers) - size + 1):
            if slides.stands_in(aim, numbers[top : top + size]):
                return slides.SPARS[spar][top : top + size]
    return ()


@lru_cache(maxsize=1 << 8)
def _lines(pyramid: Pyramid) -> tuple[slides.Line, ...]:
    """The six lines: each spar from its two sides."""
    return tuple(slides.line(pyramid, side, spar) for spar, side in SIDES_OF_SPARS)


def _asking(state: State, last: Seat) -> State:
    """Who is asked next, after seat `last` or, if that is nobody, from the mover on; then the next turn."""
    players = len(state.is_in)
    order = kit.clockwise(state.seat, players)
    for seat in order[order.index(last) + 1 if last else 0 :]:
        if state.is_in[seat - 1]:
            return state._replace(asked=seat, pulled=None)
    others = kit.clockwise(kit.next_seat(state.seat, players), players)
    following = next(seat for seat in others if state.is_in[seat - 1])
    rounds = state.rounds + (state.first in others[: others.index(following) + 1])
    winners = () if rounds >= state.options.whole("round_cap") else None
    return state._replace(seat=following, asked=NOBODY, rounds=rounds, pulled=None, winners=winners)


def _called(state: State) -> State:
    """After the call of the seat that is asked."""
    caller = state.asked
    if is_met(state.pyramid, state.aims[caller - 1]):
        return state._replace(winners=(caller,))
    is_in = tuple(held and seat != caller for seat, held in enumerate(state.is_in, 1))
    left = [seat for seat, held in enumerate(is_in, 1) if held]
    if len(left) == 1:
        return state._replace(is_in=is_in, winners=tuple(left))
    return _asking(state._replace(is_in=is_in), caller)


# -- cards


def _own_cards(options: Options) -> list[str]:
    return str(options["cards"]).split(",")


def _listed(options: Options) -> Sequence[str]:
    """The cards of the deck that everybody knows: all but the random numbers."""
    if options["deck"] == "custom":
        return _own_cards(options)
    return LISTED if options["deck"] == "mixed" else ()


def _digits(options: Options) -> int:
    return options.whole("digits") if options["deck"] == "numbers" else MIXED_DIGITS


def _is_usable(state: State, card: str) -> bool:
    """Whether a card may be dealt: it does not stand yet, and if it is a number its digits are there on one side."""
    return not is_met(state.pyramid, card) and _is_reachable(state, card)


def _is_reachable(state: State, card: str) -> bool:
    """Whether a card can ever stand: the dice of the edges stay the same, and are turned with turn=free alone."""
    if state.options["turn"] == "free" or not card.isdigit():
        return True
    needed, green = Counter(map(int, card)), {cell for spar in slides.SPARS for cell in spar}
    return any(needed <= Counter(state.pyramid.faces_at(cell)[side] for cell in green) for side in AXES)


def _dealt(state: State, rng: Random) -> list[str]:
    """One card for each seat from the shuffled deck; those that may not be dealt come last."""
    return _shuffled(state, rng)[: len(state.is_in)]


def _shuffled(state: State, rng: Random, known: Sequence[str] = (), has_begun: bool = False) -> list[str]:
    """The shuffled deck without the `known` cards; those that cannot have been dealt come last.

    Once dice have moved a card may stand that did not when it was dealt.
    """
    may_be = _is_reachable if has_begun else _is_usable
    listed = Counter(_listed(state.options))
    deck = list((listed - Counter(known)).elements())
    numbers = NUMBER_CARDS.get(str(state.options["deck"]), 0) - (Counter(known) - listed).total()
    full = len(deck) + numbers
    while len(deck) < full:
        card = "".join(rng.choices("123456", k=_digits(state.options)))
        if card not in deck and card not in known and may_be(state, card):
            deck.append(card)
    rng.shuffle(deck)
    return sorted(deck, key=lambda card: not may_be(state, card))


def _check_dealt(state: State, cards: list[str]) -> None:
    """Raises `IllegalMove` unless these cards can come from `_dealt`."""
    listed = Counter(_listed(state.options))
    drawn, left = Counter(cards) - listed, listed - Counter(cards)
    most, digits = NUMBER_CARDS.get(str(state.options["deck"]), 0), _digits(state.options)
    wrong = [card for card in drawn if len(card) != digits or set(card) - set("123456") or not _is_usable(state, card)]
    if len(cards) != len(state.is_in) or wrong or drawn.total() > most or max(drawn.values(), default=1) > 1:
        raise IllegalMove(
            "aims {cards}: expected {count} different cards of the deck", cards=",".join(cards), count=len(state.is_in)
        )
    others_left = drawn.total() < most or any(_is_usable(state, card) for card in left)
    if others_left and not all(_is_usable(state, card) for card in cards):
        raise IllegalMove(
            "aims {cards}: a card that stands already or cannot be reached is drawn again", cards=",".join(cards)
        )


GAME = Slipped()
