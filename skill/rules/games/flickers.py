"""07 Flickers. Flick your five dice onto the plate; whoever has all of them there wins.

Source: game 7 of the Kosmos edition. One flick a turn follows the French text ("in turn one of their dice"); the
English "one after the other" also allows `flicks_per_turn = all`. A die is on the plate wherever it lies there, loose
or upon others. Dice of others may be hit, by intent too; each die that is off goes back to its owner, whoever flicked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, COORDS, Cell
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import ATTEMPT, Action, Loose
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import AttemptSpec, Game, Result, RulesText, Seat, Turn
from skill.rules.options import REAL_DICE, SKILL_LEVEL, Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.shared.attempts import nothing

COLOURS = (RED, GREEN, BLACK)
DICE = 5
TIME_LIMIT_S = 60.0  # aiming included
INNERMOST = sorted(BASE, key=lambda cell: (max(COORDS[cell]) - min(COORDS[cell]), cell))


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    hands: tuple[int, ...]
    """The dice that each seat has in hand."""
    left: int = 1
    """Flicks of this turn."""
    loose: tuple[Loose, ...] = ()
    turns: int = 0
    winner: Seat | None = None


class Flickers(Game[State]):
    number, slug, title = "07", "flickers", "Flickers"
    family, kind, players = "skill", "physics", (2, 3)
    goal = "Flick all five of your dice onto the plate before anybody else has done so."
    deciding_rules = {
        "attempt": "Flick one die; whatever is off the plate then goes back to the hand of its owner.",
    }
    summary = "Flick your five dice onto the plate; all of them there wins."
    score_unit = ("1 of 5 dice on the plate", "{count} of 5 dice on the plate")
    profile = Profile(chance=2, skill=8)
    options = (
        SKILL_LEVEL,
        *REAL_DICE,
        one_of(
            "flicks_per_turn",
            "one",
            "all",
            help="How many dice you flick in a turn.",
            meanings={"one": "one die", "all": "each die that you have in hand, once"},
        ),
        in_range("round_cap", 50, 1, 1000, help="Rounds after which the dice on the plate are counted."),
    )
    verbs = (ATTEMPT,)
    seat_colours = COLOURS
    text = RulesText(
        goal="Flick all five of your dice onto the plate before anybody else has done so.",
        setup="The plate is empty. Each player sits before a side of it with five dice of a colour: red, green, black.",
        turn="Flick one of your dice onto the plate, from 15 cm in front of your side and 2 cm above the plate. When "
        "all lie still, every die that is off, yours or another's, goes back to the hand of its owner. Then the next "
        "player has his turn.",
        end="Whoever has all five dice on the plate after his own flick wins at once. After the agreed number of "
        "rounds the player with the most dice on the plate wins.",
        ties="Equal numbers share the win.",
        readings=(
            "A die is on the plate wherever it lies there, in a funnel, loose or upon others.",
            "A round is one turn of each player. A flick that is not made within 60 seconds is a miss, "
            "and the die stays in hand.",
        ),
        variants=(("flicks_per_turn", "all", "You flick each die that you have in hand when your turn begins."),),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        kit.check_plain(pyramid, dict.fromkeys(COLOURS[:players], DICE - 1))
        hands = tuple(DICE - len(pyramid.cells_of(colour)) for colour in COLOURS[:players])
        return begun(State(options, pyramid, kit.first_seat(options), hands))

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        return AttemptSpec(
            state.seat,
            self.slug,
            state.pyramid,
            throws.is_still,
            nothing,
            partial(wide_of, aim(state.pyramid, state.seat)),
            TIME_LIMIT_S,
            adjust=(("flick.side", state.seat),),
            hand=(Die(throws.IN_HAND),),
            loose=state.loose,
            hand_colour=COLOURS[state.seat - 1],
        ).agreed(state.options)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        return []

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("attempt", *_):
                return flicked(state, throws.thrown(action, COLOURS[state.seat - 1]))
        raise IllegalMove(f"{action}: not an action of flickers")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        scores = self.scores(state)
        if state.winner:
            return Result((state.winner,), scores, "The winner has all five dice on the plate.")
        return Result(kit.best(scores), scores, "Dice on the plate count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def loose(self, state: State) -> Sequence[Loose]:
        return state.loose

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(DICE - hand for hand in state.hands)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        if action.verb != ATTEMPT.name:
            return super().told(before, action, by, after)
        throw, who = throws.thrown(action, COLOURS[before.seat - 1]), Player(before.seat)
        text, you = "{player} has {count} of {all} dice on the plate.", "You have {count} of {all} dice on the plate."
        count = fact(text, you=you, player=who, count=DICE - after.hands[before.seat - 1], all=DICE)
        returned = throws.told_returned(throw, COLOURS)
        capped = (Fact("The rounds are over: most dice on the plate win."),) * (is_over(after) and not after.winner)
        return (throws.told_throw(before.seat, throw), *returned, count, *capped)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, state.hands)

    def unplaced(self, state: State) -> Counter[Colour]:
        return kit.of_seats(COLOURS, state.hands) + kit.lying(state.loose)


def begun(state: State) -> State:
    """The state in which the seat to move begins its turn."""
    every = state.options["flicks_per_turn"] == "all"
    return state._replace(left=state.hands[state.seat - 1] if every else 1)


def flicked(state: State, after: throws.Thrown) -> State:
    """The state after a flick: what is off is back in hand."""
    off = [COLOURS[state.seat - 1]] * after.is_off + [colour for colour, _ in after.pushed]
    hands = kit.replaced(state.hands, state.seat, state.hands[state.seat - 1] - 1)
    hands = tuple(hand + off.count(colour) for hand, colour in zip(hands, COLOURS, strict=False))
    state = state._replace(pyramid=after.pyramid, loose=after.loose, hands=hands, left=state.left - 1)
    if not hands[state.seat - 1]:
        return state._replace(winner=state.seat)
    if state.left:
        return state
    return begun(state._replace(seat=kit.next_seat(state.seat, len(hands)), turns=state.turns + 1))


def is_over(state: State) -> bool:
    """Whether somebody has all dice on the plate, or the rounds are over."""
    return state.winner is not None or state.turns >= state.options.whole("round_cap") * len(state.hands)


def aim(pyramid: Pyramid, seat: Seat) -> Cell:
    """The empty funnel of the plate to flick at: the nearest to the middle of those behind it, as that seat sees it."""
    behind = (cell for cell in INNERMOST if COORDS[cell][seat - 1] > 2 and pyramid.is_funnel(cell))
    return next(behind, INNERMOST[0])


def wide_of(cell: Cell, reading: Reading) -> float:
    """How far the flicked die lies from its aim, and how many dice are off."""
    return kit.steps(throws.in_hand(reading).at, COORDS[cell]) + 5 * len(reading.off)


GAME = Flickers()
