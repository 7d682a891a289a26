"""41 Doubles. Take free dice; two or three equal numbers in the funnel that is left give one or two dice more.

Source: game 41 of the Kosmos edition. A further die may be taken anywhere, each take is judged when it is made, and
further dice of several takes add up within the turn; `bonus=may` is the English wording, `must` the French one.
A covered face is known only by deduction, from two other faces of its die.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, SUPPORTS, Cell
from skill.lattice.dice import Colour
from skill.lattice.notation import FILL, REMOVE, STOP, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, fact
from skill.rules.game import RulesText, Seat, Turn
from skill.rules.options import one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.demolition import Demolition, State, fill_option
from skill.rules.telling import GOOD, Note

FUNNELS = (
    "The funnel shows {numbers}.",
    "The funnel shows {numbers}: a double, one more die.",
    "The funnel shows {numbers}: a triple, two more dice.",
)
"""What is told of a funnel by the further dice that it gives."""
SURE = {
    0.0: "Take this die: {numbers} below it, no double",
    1.0: "Take this die: {numbers} below it, a double: you may take more",
}
"""What is said of the numbers below a die where they are known well enough."""
PER_UNKNOWN = 0.1  # worth of a number that the seat does not know: less than any sure bonus


class Doubles(Demolition):
    number, slug, title = "41", "doubles", "Doubles"
    goal = "Take the most dice; their colours do not matter."
    deciding_rules = {
        "remove": "Only a free die may be taken: nothing lies on its three upper faces.",
    }
    score_unit = ("1 die taken", "{count} dice taken")
    summary = "Take dice; doubles or triples in the funnel uncovered give extra takes."
    profile = Profile(chance=4, tactics=6)
    options = (
        fill_option("mix3", "pour"),
        one_of(
            "bonus",
            "may",
            "must",
            help="Whether further dice won may or must be taken.",
            meanings={"may": "you take them if you like", "must": "you have to take them"},
        ),
    )
    verbs = (FILL, REMOVE, STOP)
    text = RulesText(
        goal="Collect the most dice. Colours do not matter.",
        setup="Fill the plate to a complete pyramid of 165 dice, each turned at random, or use the pyramid of an "
        "earlier game if you agree so.",
        turn="Take one free die, one with all three upper faces bare, and look into the funnel that it leaves. If two "
        "of its three numbers are equal you may take one more die, if all three are equal two more. The further dice "
        "may be any free dice. Each of them is judged in the same way and may bring more. A funnel of the plate has "
        "no numbers and gives nothing.",
        end="The game ends when the last die is taken.",
        wins="Whoever has the most dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Dice that you may still take add up. What you do not take in this turn is lost.",
            "The first die must be taken. Further dice need not be, unless you agree that they must.",
        ),
    )

    def value(self, state: State, colour: Colour) -> float:
        return 1

    def check_position(self, position: Pyramid) -> None:
        if any(die.faces is None for _, die in position):
            raise IllegalMove("position {position}: in doubles every die needs an orientation", position=position)

    def takes(self, state: State) -> list[Action]:
        takes = super().takes(state)
        if state.extra > 0 and state.options["bonus"] == "may":
            takes.append(STOP())
        return takes

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("stop",):
                return state._replace(seat=kit.next_seat(state.seat, len(state.points)), extra=0)
            case ("remove", cell):
                extra = max(state.extra - 1, 0) + bonus(state.pyramid, cell)
                after = super().play(state, action, by)
                if not extra and not state.extra:
                    return after
                return after._replace(seat=state.seat if extra else after.seat, extra=extra)
        return super().play(state, action, by)

    def taken(self, action: Action) -> Sequence[Cell]:
        return () if action == STOP() else super().taken(action)

    def view(self, state: State, seat: Seat) -> State:
        return state._replace(pyramid=kit.seen_from(state.pyramid))

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        return view._replace(pyramid=kit.unseen(view.pyramid, self._hidden_colours(view, rng), rng))

    def offered(self, state: State, action: Action) -> Fact | None:
        """What follows of the numbers below a die from those that are seen, and how likely further dice are."""
        match action:
            case ("stop",):
                return Fact("Stop and take no more dice")
            case ("remove", cell):
                known = known_numbers(state.pyramid, cell)
                if not SUPPORTS[cell]:
                    return Fact("Take this die: no numbers below it")
                likely = chance(known)
                percent = round(100 * likely)
                if not known:
                    return fact("Take this die: further dice in {percent} of 100", percent=percent)
                text = "Take this die: {numbers} below it, further dice in {percent} of 100"
                if likely in SURE:
                    text = SURE[likely]
                return fact(text, numbers=tuple(known), percent=percent)
        return super().offered(state, action)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        left = super().facts(state, seat)
        if not state.extra or seat != state.seat:
            return left
        may, must = "Dice that you may still take: {count}.", "Dice that you must still take: {count}."
        return (fact(may if state.options["bonus"] == "may" else must, count=state.extra), *left)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        match action:
            case ("remove", cell) if SUPPORTS[cell]:
                text = FUNNELS[bonus(after.pyramid, cell)]
                return (*sentences, fact(text, numbers=after.pyramid.funnel_numbers(cell)))
        return sentences

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("remove", cell) if won := bonus(after.pyramid, cell):
                return (Note(fact("{count} more dice", one="one more die", count=won), (cell,), by, GOOD),)
        return ()

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The dice that a take is known to bring, and a little for every number that is not known."""
        match action:
            case ("remove", cell):
                known = known_numbers(state.pyramid, cell)
                unknown = len(SUPPORTS[cell]) - len(known)
                return 1 + len(known) - len(set(known)) + PER_UNKNOWN * unknown
        return 0


def bonus(pyramid: Pyramid, cell: Cell) -> int:
    """The further dice for the funnel that the die in `cell` leaves: one for a double, two for a triple."""
    return 3 - len(set(pyramid.funnel_numbers(cell))) if SUPPORTS[cell] else 0


def chance(known: Sequence[int]) -> float:
    """How likely two of three numbers are equal of which these are known, if the others are as likely as any."""
    if len(set(known)) < len(known):
        return 1.0
    return 1 - prod((6 - n) / 6 for n in range(len(known), 3))  # one known number is as good as none


def known_numbers(pyramid: Pyramid, cell: Cell) -> list[int]:
    """The numbers under the free die in `cell` that follow from the two other upper faces of their dice."""
    return [
        pyramid.faces_at(support)[axis]
        for axis, support in enumerate(SUPPORTS[cell])
        if all(pyramid.is_bare(support, other) for other in AXES if other != axis)
    ]


GAME = Doubles()
