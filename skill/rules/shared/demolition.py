"""What El Dado and its family share: a complete pyramid from which the seats take dice in turn until none is left."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, SUPPORTS, Cell
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, KOSMOS, RED, UNKNOWN, Colour
from skill.lattice.notation import FILL, REMOVE, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact, fact
from skill.rules.game import CHANCE, Game, Result, Seat, Turn
from skill.rules.options import Option, Options, in_range, one_of
from skill.rules.shared import kit

VALUES = {GOLD: 10, BLUE: 5, GREEN: 3, BLACK: 2, RED: 1}
OPTION_OF = {GOLD: "gold", BLUE: "blue", GREEN: "green", BLACK: "black", RED: "red"}
VALUE_OPTIONS = tuple(
    in_range(name, VALUES[c], 0, 20, help=f"Points for a {name} die.") for c, name in OPTION_OF.items()
)
REMOVALS = tuple(map(REMOVE, CELLS))


class Fill(NamedTuple):
    """How the dice of the pyramid are chosen: some are always there, the others are drawn from a box."""

    words: str
    always: Mapping[Colour, int]
    box: Mapping[Colour, int]


FILLS = {
    "pour": Fill("165 dice drawn from all 281", {}, KOSMOS),
    "rich": Fill(
        "all gold and blue, and 154 of the others",
        {colour: KOSMOS[colour] for colour in (GOLD, BLUE)},
        {colour: KOSMOS[colour] for colour in (RED, GREEN, BLACK)},
    ),
    "mix3": Fill("55 red, 55 green and 55 black", {}, kit.MIX3),
}


def fill_option(*names: str) -> Option:
    """The option `fill` with these values, the default first, and `keep`."""
    meanings = {name: FILLS[name].words for name in names} | {"keep": "the pyramid left by an earlier game"}
    return one_of("fill", *names, "keep", help="Which dice the pyramid is built of.", meanings=meanings)


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    points: tuple[float, ...]
    options: Options
    is_filled: bool
    extra: int = 0
    """Further dice that the seat may take in this turn, where the rules give any."""
    gone: tuple[Colour, ...] = ()
    """The colours of the dice that were taken, in order."""
    takers: tuple[Seat, ...] = ()
    """Who took each of them."""


class Demolition(Game[State]):
    """Take from the heap in turn. A subclass says what may be taken and what a die is worth."""

    family, players, teams = "demolition", (2, 8), True
    verbs: ClassVar[tuple[Verb, ...]] = (FILL, REMOVE)
    default_fill: ClassVar[str] = "mix3"
    """How the pyramid is filled where the game has no option for it."""
    colours: ClassVar[frozenset[Colour]] = frozenset(VALUES)
    """The colours that it knows."""

    horizon = 1
    calls_a_second = 24_000

    @abstractmethod
    def value(self, state: State, colour: Colour) -> float:
        """What a die of that colour is worth; a hidden one counts nothing until it is seen."""

    def takes(self, state: State) -> list[Action]:
        """What the seat may take: any free die."""
        return [REMOVALS[cell] for cell in state.pyramid.free()]

    def taken(self, action: Action) -> Sequence[Cell]:
        """The cells that an action empties, topmost first."""
        match action:
            case ("remove", cell):
                return (cell,)
        raise IllegalMove(f"{action}: not an action of {self.slug}")

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if options.get("fill") == "keep" and (position is None or not position.is_complete):
            raise IllegalMove(
                "option fill=keep: {game} needs the complete pyramid that an earlier game left", game=self.slug
            )
        if position is not None:
            self.check_position(position)
        return State(position or EMPTY, kit.first_seat(options), (0,) * players, options, position is not None)

    def check_position(self, position: Pyramid) -> None:
        """Raises `IllegalMove` if the game cannot begin with this position."""
        if wrong := {die.colour for _, die in position} - self.colours - {UNKNOWN}:
            raise IllegalMove(
                "position {position}: {game} knows no value for colour {wrong}",
                position=position,
                game=self.slug,
                wrong=", ".join(sorted(wrong)),
            )

    def is_set_up(self, state: State) -> bool:
        return state.is_filled

    def to_move(self, state: State) -> Turn:
        if not state.is_filled:
            return CHANCE
        return state.seat if state.pyramid.mask else None

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if not state.is_filled or not state.pyramid.mask:
            return []
        return self.takes(state)

    def _fill(self, state: State) -> Fill:
        return FILLS[str(state.options.get("fill", self.default_fill))]

    def draw(self, state: State, rng: Random) -> Action:
        if state.is_filled:
            return super().draw(state, rng)
        fill = self._fill(state)
        always = [colour for colour, count in fill.always.items() for _ in range(count)]
        return FILL(kit.shuffled_pyramid(always + kit.drawn_from(fill.box, len(CELLS) - len(always), rng), rng))

    def check_drawn(self, state: State, action: Action) -> None:
        fill = self._fill(state)
        match action:
            case ("fill", pyramid) if pyramid.is_complete:
                kit.check_material(pyramid, {**fill.box, **fill.always})
                if any(len(pyramid.cells_of(colour)) < count for colour, count in fill.always.items()):
                    raise IllegalMove("{action}: the pyramid should hold {words}", action=action, words=fill.words)
            case _:
                raise IllegalMove(
                    "{action}: {game} begins with fill and a complete pyramid", action=action, game=self.slug
                )

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, is_filled=True)
        pyramid, points, gone = state.pyramid, 0.0, state.gone
        for cell in self.taken(action):
            colour = pyramid.at(cell).colour
            points += self.value(state, colour)
            gone += (colour,)
            pyramid = pyramid.remove(cell)
        return state._replace(
            pyramid=pyramid,
            gone=gone,
            takers=state.takers + (state.seat,) * (len(gone) - len(state.gone)),
            seat=kit.next_seat(state.seat, len(state.points)),
            points=kit.added(state.points, state.seat, points),
        )

    def result(self, state: State) -> Result | None:
        if self.to_move(state) is not None:
            return None
        return Result(kit.best(state.points), state.points, "Points count; the most win.")

    def view(self, state: State, seat: Seat) -> State:
        return state._replace(pyramid=kit.covered_hidden(state.pyramid))

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        if not any(die.colour == UNKNOWN for _, die in view.pyramid):
            return view
        return view._replace(pyramid=kit.uncovered(view.pyramid, self._hidden_colours(view, rng), rng))

    def _hidden_colours(self, view: State, rng: Random) -> list[Colour]:
        name = str(view.options.get("fill", self.default_fill))
        fill = FILLS.get(name, Fill("", {}, KOSMOS))  # what an earlier game left may be anything
        return kit.hidden_colours(view.pyramid, view.gone, fill.box, rng, fill.always)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if not state.is_filled or not state.pyramid.mask:
            return ()
        text, one = "{count} dice are left: the match ends with the last.", "One die is left: the match ends with it."
        return (fact(text, one=one, count=len(state.pyramid)),)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.taken_by(len(state.points), state.gone, state.takers)

    def colour_values(self, state: State) -> Mapping[Colour, float]:
        values = {colour: self.value(state, colour) for colour in VALUES if colour in self.colours}
        return values if len(set(values.values())) > 1 else {}

    def emptied(self, state: State, action: Action) -> Sequence[Cell]:
        return self.taken(action) if state.is_filled else ()

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The value of the dice taken less half the best value among the visible dice that they free."""
        after, cells = state.pyramid, self.taken(action)
        for cell in cells:
            after = after.remove(cell)
        freed = {support for cell in cells for support in SUPPORTS[cell] if after.is_free(support)}
        gained = sum(self.value(state, state.pyramid.at(cell).colour) for cell in cells)
        return gained - 0.5 * max((self.value(state, after.at(cell).colour) for cell in freed), default=0)


def agreed_value(state: State, colour: Colour) -> float:
    """The points that the options give to a colour, none to a hidden one."""
    return 0 if colour == UNKNOWN else state.options.whole(OPTION_OF[colour])
