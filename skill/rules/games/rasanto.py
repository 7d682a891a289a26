"""23 Rasanto. Colour the 45 base funnels; dice below fill the rest; most of the 135 outside faces wins.

Source: game 23 of the Kosmos edition; `fill=deferred` is the variant of its text. That dice need not adjoin own dice
is read as a clarification, since the basic text names no adjacency.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BASE_MASK, SUPPORTS, Cell, in_mask
from skill.lattice.dice import GREEN, RED, Die
from skill.lattice.notation import PLACE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.fills import filled, outside_faces
from skill.rules.telling import Label

COLOURS = (RED, GREEN)
DICE = {colour: Die(colour) for colour in COLOURS}


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    is_deferred: bool


class Rasanto(Game[State]):
    number, slug, title = "23", "rasanto", "Rasanto"
    family, players, teams = "construction", (2, 2), True
    goal = "Show more of your colour on the finished pyramid's outside than the others do."
    deciding_rules = {
        "place": "Choose an empty funnel of the plate. Over three alike comes the other colour, over two and one that "
        "of the two.",
    }
    summary = "Colour the 45 base funnels; over three alike comes the other colour; most of 135 faces wins."
    score_unit = ("1 outside face", "{count} outside faces")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "fill",
            "immediate",
            "deferred",
            help="When funnels fill.",
            meanings={"immediate": "at once", "deferred": "when the bottom layer is complete"},
        ),
    )
    verbs = (PLACE,)
    seat_colours = COLOURS
    text = RulesText(
        goal="When the pyramid is complete, show more of its 135 outside faces than the other side.",
        setup="The plate is empty. One side has the 90 red dice, the other the 90 green ones.",
        turn="Place one of your dice in any empty funnel of the plate. Then every funnel made of three dice fills by "
        "itself, and so on upwards. Over three dice of one colour goes a die of the other colour. Over two and one "
        "goes the colour that has two. If you agree so, nothing fills until the 45 funnels of the plate are taken.",
        end="When the 45 funnels of the plate are taken the pyramid completes itself.",
        counts="Count the outside faces: a die on one of the three slanting edges shows two, the top die three, any "
        "other die on the outside one.",
        wins="The side with the most faces wins.",
        ties="There is no tie.",
        readings=(
            "You need not place beside your own dice.",
            "Nobody chooses how funnels fill; the order does not matter, and it costs no turn.",
            "One side may need more than 90 dice: black ones then stand in for its colour.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid, is_deferred = position or EMPTY, options["fill"] == "deferred"
        if any(die not in DICE.values() for _, die in pyramid):
            raise IllegalMove("position {pyramid}: rasanto has red and green dice without orientation", pyramid=pyramid)
        if not is_deferred or not pyramid.funnels(BASE_MASK):
            pyramid = filled(pyramid, in_mask(pyramid.mask), filling)
        return State(pyramid, kit.first_seat(options), is_deferred)

    def to_move(self, state: State) -> Turn:
        if state.pyramid.is_complete:
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.pyramid.is_complete:
            return []
        placements = kit.PLACEMENTS[COLOURS[state.seat - 1]]
        return [placements[cell] for cell in state.pyramid.funnels(BASE_MASK)]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return kit.placements(COLOURS, BASE)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                pyramid = state.pyramid.put(cell, DICE[colour])
                if not state.is_deferred:
                    pyramid = filled(pyramid, [cell], filling)
                elif not pyramid.funnels(BASE_MASK):
                    pyramid = filled(pyramid, BASE, filling)
                return state._replace(pyramid=pyramid, seat=kit.next_seat(state.seat, 2))
        raise IllegalMove(f"{action}: not an action of rasanto")

    def result(self, state: State) -> Result | None:
        if not state.pyramid.is_complete:
            return None
        faces = self.scores(state)
        return Result(kit.best(faces), faces, "Outside faces count; the most win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.outside(COLOURS[seat - 1])

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return kit.several_faces(state.pyramid)

    def scores(self, state: State) -> tuple[float, ...]:
        return outside_faces(state.pyramid, COLOURS)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        new = [cell for cell, _ in after.pyramid if cell not in before.pyramid and cell not in BASE]
        alike = sum(len(set(after.pyramid.colours_at(SUPPORTS[cell]))) == 1 for cell in new)
        over_alike = fact(
            "{count} funnels over three alike got the other colour.",
            one="A funnel over three alike got the other colour.",
            count=alike,
        )
        over_mixed = fact(
            "{count} funnels over two and one got the colour of the two.",
            one="A funnel over two and one got the colour of the two.",
            count=len(new) - alike,
        )
        fills = (each for each in (over_alike, over_mixed) if each.values["count"])
        return (*super().told(before, action, by, after), *fills)


def filling(supports: Sequence[str]) -> str:
    """The colour that fills a funnel: the other one over three alike, else the majority."""
    reds = supports.count(RED)
    return GREEN if reds in (1, 3) else RED


GAME = Rasanto()
