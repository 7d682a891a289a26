"""12 The Forbidden Number. Roll and place as many dice; the forbidden number strips the pyramid of your free dice.

Source: game 12 of the Kosmos edition. "All free dice" are those free at the roll, taken at once; `strip=cascade` goes
on until no own die is free. Dice of the other players stay. A player without dice rolls all the same: the forbidden
number may give him some.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skill.lattice.cells import SUPPORTS, ZEROS, Cell
from skill.lattice.notation import Action, Verb
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared.rolled import COLOURS, PLACING, RollAndPlace, State, changed
from skill.rules.telling import BAD, Label, Note

FORBID = Verb(
    "forbid <number>", "The forbidden number is {number}.", drawn="The forbidden number is {number}.", by_seat=False
)
LOT = tuple(map(FORBID, range(1, 7)))
SAVED = 0.3  # faces that it is worth to cover an own die, which then stays whatever is rolled
UNDRAWN = 0  # the forbidden number while the lot for it is still to be drawn


class ForbiddenNumber(RollAndPlace):
    number, slug, title = "12", "forbidden-number", "The Forbidden Number"
    family, players = "chance", (3, 3)
    deciding_rules = {
        "place": "Only the rim counts in the end. A die with another one on top is safe from the forbidden number.",
    }
    summary = "Roll and place that many dice; the forbidden number takes your free dice off again."
    profile = Profile(chance=7, tactics=3)
    options = (
        one_of(
            "forbidden",
            "random",
            *range(1, 7),
            help="The number that places nothing: one that you agree on, or one that is drawn.",
            meanings={"random": "drawn by lot before the game"},
        ),
        PLACING,
        one_of(
            "strip",
            "once",
            "cascade",
            help="Whether dice that become free only then go too.",
            meanings={
                "once": "only the dice that are free when the number is rolled",
                "cascade": "also those that become free by it, until none of yours is free",
            },
        ),
    )
    verbs = (FORBID, *RollAndPlace.verbs)
    horizon = 0
    text = RulesText(
        goal="When the pyramid is complete, show more of its 135 outside faces than anybody else.",
        setup="The plate is empty. Each player has the 90 dice of one colour. One number from 1 to 6 is drawn, or "
        "agreed on: it is forbidden in the whole game.",
        turn="Roll a die. If it does not show the forbidden number, place that many of your dice one after another, "
        "each in any funnel. If it does, take all your free dice off at once, back to your supply.",
        end="The game ends when the pyramid is complete.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one.",
        wins="The player with the most faces wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Your dice that become free only then stay. If you agree so, you go on until none of your dice is free.",
            "You place as many dice as you rolled. If you agree so, you may stop earlier, but you place one at least.",
        ),
        stuck=(
            "When the pyramid is complete the rest of the roll is lost. Whoever has no dice left still "
            "rolls: the forbidden number may give him some back.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        forbidden = UNDRAWN if options["forbidden"] == "random" else options.whole("forbidden")
        return super().start(players, options, position)._replace(forbidden=forbidden)

    def is_set_up(self, state: State) -> bool:
        return state.forbidden != UNDRAWN

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.forbidden == UNDRAWN and not state.pyramid.is_complete:
            return LOT
        return super().moves(state, seat)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("forbid", number):
                return state._replace(forbidden=number)
        return super().play(state, action)

    def rolled(self, state: State, number: int) -> State:
        if number != state.forbidden:
            return super().rolled(state, number)
        stripped = without_free(state.pyramid, COLOURS[state.seat - 1], state.options["strip"] == "cascade")
        taken = len(state.pyramid) - len(stripped)
        return self.turn_over(state._replace(pyramid=stripped, supplies=changed(state.supplies, state.seat, taken)))

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if not state.forbidden:
            return super().goal_line(state, seat)
        text = "Show the most of your colour outside in the end. {number} is the forbidden number."
        return fact(text, number=state.forbidden)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """What a roll of the forbidden number would cost now is what there is at stake."""
        if not state.forbidden:
            return super().facts(state, seat)
        known = fact(
            "The forbidden number is {number}: rolling it takes off all your dice on which nothing lies.",
            number=state.forbidden,
        )
        if at_stake := len(self._at_stake(state, seat)):
            text = "The forbidden number is {number}: rolling it would now take off {count} of your dice, marked !."
            one = "The forbidden number is {number}: rolling it would now take off one of your dice, marked !."
            known = fact(text, one=one, number=state.forbidden, count=at_stake)
        return (known, *super().facts(state, seat))

    @staticmethod
    def _at_stake(state: State, seat: Seat) -> list[Cell]:
        """The dice of a seat that the forbidden number would take off now."""
        left = without_free(state.pyramid, COLOURS[seat - 1], state.options["strip"] == "cascade")
        return [cell for cell, _ in state.pyramid if cell not in left]

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The dice that a seat would lose are marked as well, once it is known which number takes them."""
        known = super().labels(state, seat)
        if not state.forbidden or state.pyramid.is_complete:
            return known
        means = fact("Your roll of {number} would take this die off: nothing lies on it.", number=state.forbidden)
        return {**known, **dict.fromkeys(self._at_stake(state, seat), Label("!", BAD, means))}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("roll", number) if number == before.forbidden:
                gone = len(before.pyramid) - len(after.pyramid)
                text = "{player} rolled the forbidden {number}: {count} free dice came off."
                one = "{player} rolled the forbidden {number}: one free die came off."
                none = "{player} rolled the forbidden {number}; no free die was there to come off."
                who = Player(before.seat)
                if not gone:
                    return (fact(none, player=who, number=number),)
                return (fact(text, one=one, player=who, number=number, count=gone),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """That the number is forbidden is seen first of all, over the dice that it takes off."""
        match action:
            case ("roll", number) if number == before.forbidden:
                gone = tuple(cell for cell, _ in before.pyramid if cell not in after.pyramid)
                return (Note(fact("{number} is forbidden!", number=number), gone, before.seat, BAD),)
        return super().notes(before, action, by, after)

    def outlook(self, state: State) -> tuple[float, ...]:
        """Outside faces in the end, less a part of a face for each free die: it may go back to the supply."""
        pyramid, colours = state.pyramid, COLOURS[: len(state.supplies)]
        free = [sum(map(pyramid.is_free, pyramid.cells_of(colour))) for colour in colours]
        return tuple(faces - SAVED * lying for faces, lying in zip(super().outlook(state), free, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Outside faces first; then own free dice that it covers and so makes safe. Stopping is last."""
        if action.verb == "stop":
            return -1
        cell: Cell = action[2]
        own = COLOURS[seat - 1]
        saved = sum(state.pyramid.is_free(c) and state.pyramid.at(c).colour == own for c in SUPPORTS[cell])
        return ZEROS[cell] + SAVED * saved


def without_free(pyramid: Pyramid, colour: str, is_cascade: bool) -> Pyramid:
    """The heap without the free dice of a colour; if `is_cascade` again and again until none is free."""
    free = [cell for cell in pyramid.free() if pyramid.at(cell).colour == colour]
    for cell in free:
        pyramid = pyramid.remove(cell)
    return without_free(pyramid, colour, True) if is_cascade and free else pyramid


GAME = ForbiddenNumber()
