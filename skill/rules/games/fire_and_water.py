"""30 Fire and Water. Red and green may not touch; black only when forced; the first without red and green wins.

Source: game 30 of the Kosmos edition. Its French text forbids red beside red, a slip that would make green pointless;
the corner contact that it adds is the option `touch=corner`. Dice may stand in any funnel, whatever lies beside it.
A game that begins from a position begins with full stocks; only its black dice come from the common ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, CORNER_CONTACTS, EDGE_CONTACTS, FACE_CONTACTS, LEVEL, Cell, mask_of
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import PASS, PLACE, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import BAD, CROSS, Label, Note

STOCK = {2: 24, 3: 15, 4: 12, 5: 9, 6: 8}
"""Red dice, and as many green ones, of each player by the number of players."""
COMMON_BLACK = 90
ENOUGH = 10  # places for a colour beyond which a bot does not care for more
FOES = (RED, GREEN)
OFFERS = {
    RED: (
        "Red: closes {count} more funnels to green",
        "Red: closes one more funnel to green",
    ),
    GREEN: (
        "Green: closes {count} more funnels to red",
        "Green: closes one more funnel to red",
    ),
}
"""What a die closes to the other colour, of several and of one."""
CLOSED = {
    RED: ("{count} funnels closed to green", "One funnel closed to green"),
    GREEN: ("{count} funnels closed to red", "One funnel closed to red"),
}
"""The same once it lies."""
DICE = {colour: Die(colour) for colour in (*FOES, BLACK)}
TOUCHING: dict[str, tuple[int, ...]] = {
    "edge": tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c]) for c in CELLS),
    "corner": tuple(mask_of(FACE_CONTACTS[c] + EDGE_CONTACTS[c] + CORNER_CONTACTS[c]) for c in CELLS),
}


NEITHER = Label(CROSS, BAD, fact("None of your dice may stand here: red would touch green."))


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    stocks: tuple[tuple[int, int], ...]
    """Red and green dice of each seat."""
    black: int
    barred: tuple[int, int]
    """The cells that touch a die of the other colour: where no red and where no green die may go."""
    passes: int
    """Players who passed one after another."""
    touch: str


class FireAndWater(Game[State]):
    number, slug, title = "30", "fire-and-water", "Fire and Water"
    family, players = "construction", (2, 6)
    goal = "Be the first to place all your red and green dice; the two may not touch."
    deciding_rules = {
        "place": "Choose a funnel, then red or green: the two may not touch. Without a place for either you must set "
        "black.",
    }
    common_colours = FOES
    summary = "Red and green may not touch; place black only when forced; first out wins."
    score_unit = ("1 die left", "{count} dice left")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "touch",
            "edge",
            "corner",
            help="What counts as touching.",
            meanings={"edge": "faces and edges", "corner": "faces, edges and corners"},
        ),
    )
    verbs = (PLACE, PASS)
    score_order, horizon = "fewest", 3
    text = RulesText(
        goal="Be the first without red and green dice.",
        setup="The plate is empty. Each player has equally many red and green dice: two players 24 of each, three 15, "
        "four 12, five 9, six 8. The 90 black dice are for all.",
        turn="Place one of your red or green dice in any funnel. Red is fire, green is water: a red and a green die "
        "may not touch, neither with a face nor with an edge, nor with a corner if you agree so. Black dice may touch "
        "everything.",
        end="Whoever has placed all his red and all his green dice wins at once. If the pyramid is complete, or "
        "all pass one after another, the player with the fewest red and green dice left wins.",
        ties="Equal numbers share the win.",
        readings=(
            "A die touches the three dice that it stands on, its six neighbours in the layer, and the three dice two "
            "layers below that lie edge to edge with it.",
            "You may build anywhere, near the other dice or not.",
        ),
        stuck=(
            "You place a black die only if you can place neither a red nor a green one, and then you "
            "must. If there is no black die left either, pass.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = position or EMPTY
        if any(die not in DICE.values() for _, die in pyramid):
            raise IllegalMove(
                "position {pyramid}: fire-and-water has red, green and black dice without orientation", pyramid=pyramid
            )
        touch = str(options["touch"])
        barred = (0, 0)
        for cell, die in pyramid:
            barred = with_contacts(barred, die.colour, cell, touch)
        black = COMMON_BLACK - len(pyramid.cells_of(BLACK))
        if black < 0:
            raise IllegalMove(
                "position {pyramid}: fire-and-water has {count} black dice",
                pyramid=pyramid,
                count=COMMON_BLACK,
            )
        return State(pyramid, kit.first_seat(options), ((STOCK[players],) * 2,) * players, black, barred, 0, touch)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat

    def _is_over(self, state: State) -> bool:
        return (0, 0) in state.stocks or state.pyramid.is_complete or state.passes == len(state.stocks)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        funnels = state.pyramid.funnels()
        coloured = [
            kit.PLACEMENTS[colour][cell]
            for colour, left, barred in zip(FOES, state.stocks[state.seat - 1], state.barred, strict=True)
            if left
            for cell in funnels
            if not barred >> cell & 1
        ]
        return coloured or ([kit.PLACEMENTS[BLACK][cell] for cell in funnels] if state.black else [PASS()])

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.placements((*FOES, BLACK)), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                stocks, black = state.stocks, state.black
                if colour == BLACK:
                    black -= 1
                else:
                    red, green = stocks[state.seat - 1]
                    own = (red - (colour == RED), green - (colour == GREEN))
                    stocks = (*stocks[: state.seat - 1], own, *stocks[state.seat :])
                return State(
                    state.pyramid.put(cell, DICE[colour]),
                    kit.next_seat(state.seat, len(stocks)),
                    stocks,
                    black,
                    with_contacts(state.barred, colour, cell, state.touch),
                    0,
                    state.touch,
                )
            case ("pass",):
                return state._replace(seat=kit.next_seat(state.seat, len(state.stocks)), passes=state.passes + 1)
        raise IllegalMove(f"{action}: not an action of fire-and-water")

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        left = self.scores(state)
        return Result(kit.fewest(left), left, "Red and green dice left count; the fewest win.")

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(map(sum, state.stocks))

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """A cross where neither colour of the seat may go; none where it may only set black, which goes anywhere."""
        fitting = self._fitting(state, seat)
        return {cell: NEITHER for cell, colours in fitting.items() if not colours} if any(fitting.values()) else {}

    def only_for(self, state: State, seat: Seat) -> Mapping[Cell, Colour]:
        """Where just one of the two colours of the seat may go."""
        if not all(state.stocks[seat - 1]):
            return {}
        return {cell: colours[0] for cell, colours in self._fitting(state, seat).items() if len(colours) == 1}

    def _fitting(self, state: State, seat: Seat) -> dict[Cell, list[Colour]]:
        """For each funnel the colours of which the seat has a die that may go there."""
        held = [
            pair
            for pair, left in zip(zip(FOES, state.barred, strict=True), state.stocks[seat - 1], strict=True)
            if left
        ]
        return {c: [colour for colour, barred in held if not barred >> c & 1] for c in state.pyramid.funnels()}

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if PLACE.name in verbs and not any(self._fitting(state, state.seat).values()):
            return Fact("Now you must set black, in any funnel: neither red nor green has a place.")
        return super().deciding_rule(state, verbs)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if not any(self._fitting(state, seat).values()):
            return (fact("Black dice left for all: {count}.", count=state.black),)
        only = (Fact("A triangle: only that colour; a disc: either; a cross: neither."),)
        funnels = state.pyramid.funnels()
        red, green = (sum(not barred >> c & 1 for c in funnels) for barred in state.barred)
        places = fact("Places left: {red} for red, {green} for green.", red=red, green=green)
        return (*(only if self.only_for(state, seat) else ()), places)

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        """As ever, but nobody by the one die that the others set next."""
        left = self.scores(state)
        first = super().leading(state, options)
        is_ahead = len(set(left)) > 1 and sorted(left)[1] - min(left) > 1
        return first if is_ahead or state.seat in first else ()

    def offered(self, state: State, action: Action) -> Fact | None:
        """How many free funnels a die would close to the other colour."""
        match action:
            case ("place", colour, cell, _) if colour in FOES:
                after = with_contacts(state.barred, colour, cell, state.touch)
                foe = 1 - FOES.index(colour)
                text, one = OFFERS[colour]
                return fact(text, one=one, count=closed(state, after, foe, cell))
        return None

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = Player(by or before.seat)
        match action:
            case ("place", colour, cell, _) if colour == BLACK:
                text = "{player} had no place for red or green and put a black die {cell}."
                return (fact(text, player=who, cell=At(cell)),)
            case ("pass",):
                return (fact("{player} could place no die and passed.", player=who),)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """How many funnels a die has closed to the other colour, or that only black was left, and where three dice make
        a funnel for the first time; that there is one die less needs no word."""
        return (*self._closing(before, action, by, after), *_first_on_dice(before.pyramid, after.pyramid))

    @staticmethod
    def _closing(before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("place", colour, cell, _) if colour in FOES:
                foe = 1 - FOES.index(colour)
                count = closed(before, after.barred, foe, cell)
                text, one = CLOSED[colour]
                return [Note(fact(text, one=one, count=count), (cell,), by)] if count else []
            case ("place", _, cell, _):
                return [Note(fact("No place for red or green: black"), (cell,), by, BAD)]
        return ()

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # see `offered`

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({RED: red, GREEN: green}) for red, green in state.stocks]

    def unplaced(self, state: State) -> Counter[Colour]:
        red, green = map(sum, zip(*state.stocks, strict=True))
        return Counter({RED: red, GREEN: green, BLACK: state.black})

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """The places left to own red and green dice, less those of the next player, each counted for every die it
        serves; and which colour there is more of."""
        if action.verb != PLACE.name:
            return 0
        after = self.play(state, action, seat)
        own, following = after.stocks[seat - 1], after.stocks[after.seat - 1]
        funnels = after.pyramid.funnels()
        places = [min(ENOUGH, sum(not barred >> c & 1 for c in funnels)) for barred in after.barred]
        freedom = sum(n * (mine - others) for n, mine, others in zip(places, own, following, strict=True))
        colour = action[1]
        return freedom + (own[FOES.index(colour)] - own[1 - FOES.index(colour)] if colour in FOES else 0)


def _first_on_dice(before: Pyramid, after: Pyramid) -> list[Note]:
    """That dice go on three others too, once at the first funnel that is made so."""
    if any(LEVEL[cell] for cell in before.funnels()) or any(LEVEL[cell] for cell, _ in before):
        return []
    return [Note(fact("A place on top of three dice"), (cell,)) for cell in after.funnels() if LEVEL[cell]][:1]


def closed(before: State, barred: tuple[int, int], foe: int, cell: Cell) -> int:
    """How many funnels besides `cell` a die set there closes to the other colour, which has that number."""
    new = barred[foe] & ~before.barred[foe] & ~(1 << cell)
    return sum(new >> funnel & 1 for funnel in before.pyramid.funnels())


def with_contacts(barred: tuple[int, int], colour: Colour, cell: Cell, touch: str) -> tuple[int, int]:
    """The barred cells once a die of `colour` stands in `cell`."""
    red, green = barred
    if colour == RED:
        return red, green | TOUCHING[touch][cell]
    return (red | TOUCHING[touch][cell], green) if colour == GREEN else barred


GAME = FireAndWater()
