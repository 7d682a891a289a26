"""24 Summit Storm. As Rasanto with three colours; a funnel between three colours goes to the highest die.

Source: game 24 of the Kosmos edition. The fill of a funnel is compulsory and costs no turn. Dice-offs are independent
of each other, so their order cannot matter: they are rolled in filling order, each after all that fills without dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BASE_MASK, Cell, in_mask
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import PLACE, ROLLS, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.fills import filled, open_funnels, outside_faces
from skill.rules.telling import Label

COLOURS = (RED, GREEN, BLACK)
DICE = {colour: Die(colour) for colour in COLOURS}
LEFT_OF = {RED: GREEN, GREEN: BLACK, BLACK: RED}
DICE_OFFS = {
    colours: [ROLLS(tuple(zip(colours, numbers, strict=True))) for numbers in product(range(1, 7), repeat=len(colours))]
    for colours in (COLOURS, *combinations(COLOURS, 2))
}


ROLLED_FOR = Label("?", means=fact("The dice are rolled for this funnel: the highest number takes it."))


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    rolling: tuple[Colour, ...]
    """The colours that roll for the lowest open funnel; empty if none is open."""


class SummitStorm(Game[State]):
    number, slug, title = "24", "summit-storm", "Summit Storm"
    family, players, teams = "construction", (3, 3), True
    goal = "Show more of your colour on the outside of the pyramid than anybody else."
    deciding_rules = {
        "place": "Choose an empty funnel of the plate; what lies on three dice fills by itself.",
    }
    summary = "Colour the base funnels; majority and dice-offs fill the rest in three colours; most of 135 faces wins."
    score_unit = ("1 outside face", "{count} outside faces")
    profile = Profile(chance=3, tactics=7)
    verbs = (PLACE, ROLLS)
    seat_colours = COLOURS
    text = RulesText(
        goal="When the pyramid is complete, show more of its 135 outside faces than each other side.",
        setup="The plate is empty. The sides have the 90 red, the 90 green and the 90 black dice, and sit in this "
        "order, clockwise: green is left of red, black left of green, red left of black. The colours of teams "
        "alternate round the table.",
        turn="Place one of your dice in any empty funnel of the plate. Then every funnel made of three dice fills by "
        "itself, and so on upwards. Over two of one colour goes another die of it. Over three dice of one colour goes "
        "a die of the player to the left of its owner. Over three different colours all roll: the highest number "
        "fills the funnel. Players with the same highest number roll again.",
        end="When the 45 funnels of the plate are taken the pyramid completes itself.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one.",
        wins="The side with the most faces wins.",
        ties="Equal numbers share the win.",
        readings=(
            "You need not place beside your own dice.",
            "Nobody chooses how funnels fill, and it costs no turn.",
            "If a colour runs out, dice of a colour that nobody plays stand in for it.",
            "For a team, the member whose turn comes next rolls.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        if any(die not in DICE.values() for _, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: summit-storm has red, green and black dice without orientation", pyramid=pyramid
            )
        return settled(State(pyramid, kit.first_seat(options), ()), in_mask(pyramid.mask))

    def is_set_up(self, state: State) -> bool:
        return not state.rolling

    def to_move(self, state: State) -> Turn:
        if state.pyramid.is_complete:
            return None
        return CHANCE if state.rolling else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.pyramid.is_complete:
            return []
        if state.rolling:
            return DICE_OFFS[state.rolling]
        placings = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        return [placings[cell] for cell in state.pyramid.funnels(BASE_MASK)]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return kit.placements(COLOURS, BASE)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                pyramid = state.pyramid.put(cell, DICE[colour])
                return settled(State(pyramid, kit.next_seat(state.seat, 3), ()), [cell])
            case ("rolls", dice):
                highest = max([number for _, number in dice])
                tied = tuple([colour for colour, number in dice if number == highest])
                if len(tied) > 1:
                    return state._replace(rolling=tied)
                cell = open_funnels(state.pyramid)[0]
                return settled(state._replace(pyramid=state.pyramid.put(cell, DICE[tied[0]])), [cell])
        raise IllegalMove(f"{action}: not an action of summit-storm")

    def result(self, state: State) -> Result | None:
        if not state.pyramid.is_complete:
            return None
        faces = self.scores(state)
        return Result(kit.best(faces), faces, "Outside faces count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """The funnel for which dice are rolled."""
        return {open_funnels(state.pyramid)[0]: ROLLED_FOR} if state.rolling else {}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        found = [*super().told(before, action, by, after)]
        filled = len(after.pyramid) - len(before.pyramid) - 1
        if action.verb == ROLLS.name and filled < 0:
            tied = tuple(Player(COLOURS.index(colour) + 1) for colour in after.rolling)
            return (*found, fact("The highest number is shared. Those who roll again: {players}.", players=tied))
        if action.verb == ROLLS.name:
            cell = open_funnels(before.pyramid)[0]
            winner = Player(COLOURS.index(after.pyramid.at(cell).colour) + 1)
            found.append(fact("{player} rolled highest and filled the funnel {cell}.", player=winner, cell=At(cell)))
        if filled > 0:
            text, one = "{count} funnels filled themselves.", "One funnel filled itself."
            found.append(fact(text, one=one, count=filled))
        if after.rolling:
            cell = open_funnels(after.pyramid)[0]
            found.append(fact("Three colours meet {cell}: each side rolls a die for the funnel.", cell=At(cell)))
        return tuple(found)

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.outside(COLOURS[seat - 1])

    def scores(self, state: State) -> tuple[float, ...]:
        return outside_faces(state.pyramid, COLOURS)


def filling(supports: list[Colour]) -> Colour | None:
    """The colour that fills a funnel without dice: of three alike their left neighbour, else the majority."""
    a, b, c = supports
    if a == b == c:
        return LEFT_OF[a]
    return a if a in (b, c) else b if b == c else None


def settled(state: State, changed: Iterable[Cell]) -> State:
    """The state once all that needs no dice has filled above `changed`; three colours at one funnel roll for it."""
    pyramid = filled(state.pyramid, changed, filling)
    return State(pyramid, state.seat, COLOURS if open_funnels(pyramid) else ())


GAME = SummitStorm()
