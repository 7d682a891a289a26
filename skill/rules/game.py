"""The contract that every game keeps, and the only description of it.

A game is an object without state of its own. Its state is a frozen value that the game alone understands; everybody
else asks the game. A match goes like this:

    state = game.begin(players=2, options=game.options_from({"fill": "deferred"}))
    while (turn := game.to_move(state)) is not None:
        state = game.play(state, choose(game.moves(state)), turn)
    game.result(state)

`to_move` says whose move it is:

- a **seat**, 1 to `players` in clockwise order: it chooses among `moves`, the only source of legality, which offers
  at least one action;
- **CHANCE**: `moves` and `weights`, or, where the outcomes are too many to list, no moves at all and `draw`;
- **ANYONE**: a race, in which `moves(state, seat)` are open to each seat at once and `moves(state)` to the table,
  which plays the first of them, as CHANCE, when the clock has run out; such a game is a `Race`, see race.py;
- an **AttemptSpec**: hands decide. Whoever asks carries it out, and the move is its report;
- **None**: the game is over.

What players are told about it, in words and on the plate, is the part of the contract in telling.py; what those who
think ahead need is the part in thinking.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, cast

from skill.errors import IllegalMove, UnknownName, shortened
from skill.lattice.cells import AXES, Axis, Cell
from skill.lattice.dice import COLOUR_NAMES, UNKNOWN, Colour, Die
from skill.lattice.notation import ATTEMPT, FIRST, Action, Verb, parse_action, verb_of
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import usual_actions
from skill.rules.fact import Fact
from skill.rules.listing import FAMILIES, KINDS
from skill.rules.lot import STEPS, VERBS, Lot, with_lots, with_lots_between
from skill.rules.options import Caution, Option, Options, Value, one_of
from skill.rules.page import Page
from skill.rules.profile import Profile
from skill.rules.telling import FEWER, MORE, REACHED, Telling
from skill.rules.thinking import Thinking
from skill.rules.turn import ANYONE, CHANCE, AttemptSpec, Seat, State, Turn, check_report, turn_name

__all__ = [
    "ANYONE",
    "CHANCE",
    "FAMILIES",
    "KINDS",
    "AnyGame",
    "AttemptSpec",
    "Block",
    "Fact",
    "Game",
    "Result",
    "RulesText",
    "Seat",
    "State",
    "Turn",
]


class Result(NamedTuple):
    """How a game ended."""

    winners: tuple[Seat, ...]
    """All who share the win, in order of seats: whoever is level at what decides wins with the others, also where the
    rules call it a draw. Empty if nobody won: what decides was reached by nobody, and `reason` says so."""
    scores: tuple[float, ...]
    """One a seat; what it counts is said in `reason`. The higher need not be the better."""
    reason: str

    def __str__(self) -> str:
        return " ".join(f"{score:g}" for score in self.scores)


class Block(NamedTuple):
    """Dice that are pushed together beside the plate, to be broken off: a slab, or layers of the same size."""

    width: int
    """How many dice a whole layer has along x."""
    length: int
    """The same along y."""
    dice: Mapping[tuple[int, ...], Die]
    """What is left, by its spot: x, y and, where there are layers, z upwards."""


class RulesText(NamedTuple):
    """The rules as players read them, in our own words; options are added from their data."""

    goal: str
    setup: str
    turn: str
    end: str
    """When it ends, and who wins where that is one thing."""
    readings: tuple[str, ...] = ()
    """How we read what the old text leaves open."""
    counts: str = ""
    """What is counted, where that is told apart from who wins."""
    wins: str = ""
    """Who wins, where that is told apart from when it ends."""
    ties: str = ""
    stuck: tuple[str, ...] = ()
    """What a player does who cannot do what his turn asks for, and what happens if nobody can."""
    variants: tuple[tuple[str, Value, str], ...] = ()
    """What holds where an option was given a value: the name of the option, the value, and what then holds."""
    needs: tuple[str, ...] = ()
    """What one needs, where that does not follow from the start of the game."""
    also: tuple[str, ...] = ()
    """What one needs beside plate and dice."""
    rolled: tuple[str, Value] | None = None
    """The option and the value of it with which a die beside the plate is rolled, where it is not always."""

    @property
    def told(self) -> tuple[str, ...]:
        """All that is said, in the order of the page."""
        texts = (self.goal, self.setup, self.turn, self.end, self.counts, self.wins, self.ties)
        variants = (told for _, _, told in self.variants)
        return tuple(filter(None, (*texts, *self.stuck, *variants, *self.readings, *self.needs, *self.also)))


LOT = "A lot decides who begins, unless you agree on somebody."
LOT_THEN_CLOCKWISE = (
    "A lot decides who begins, unless you agree on somebody. Then the turn goes clockwise, to the left."
)
LOT_OF_THE_ROLLER = (
    "A lot decides who rolls first, unless you agree on somebody. Then the roll goes clockwise, to the left."
)
NOBODY_BEGINS = ""
"""Who begins and who follows: values of `turn_order`."""


class Game(Telling[State], Thinking[State], ABC):
    """One game of the catalogue. Subclasses give the data below and the verbs `start` to `result`."""

    number: ClassVar[str]
    """As in the rule books: `23`, `A4`, `R1`."""
    slug: ClassVar[str]
    title: ClassVar[str]
    family: ClassVar[str]
    """One of `FAMILIES`."""
    kind: ClassVar[str] = "turns"
    """`turns`, `race`, `physics`, or `hybrid`: turns with real throws."""
    players: ClassVar[tuple[int, int]]
    """The fewest and the most seats."""
    players_with: ClassVar[Mapping[tuple[str, Value], tuple[int, int]]] = {}
    """The same under an option value, `("version", "C")`, where the number of seats depends on it."""
    teams: ClassVar[bool] = False
    """Whether a seat may be a group whose members act in rotation."""
    summary: ClassVar[str]
    """One line for lists."""
    profile: ClassVar[Profile | None] = None
    """What decides it and how long it lasts; None where nobody has judged it."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The game's own options; `first_player` is added wherever there is more than one seat."""
    verbs: ClassVar[tuple[Verb, ...]]
    """Every kind of action of the game but `FIRST`, the outcome of the lot, which the contract deals with."""
    secret_verbs: ClassVar[tuple[str, ...]] = ()
    """The names of verbs whose actions, until the game is over, are told only to the seat that made them; what another
    seat may know of what they did is what its `view` shows. What is told of such an action of chance is read by
    everybody, so it names no field of it."""
    final_verbs: ClassVar[tuple[str, ...]] = ()
    """The names of verbs whose actions are not taken back: by them a seat learns what the rules make it pay for."""
    seat_colours: ClassVar[tuple[str, ...]] = ()
    """The colour letter of each seat where seats have colours; see `colours_of_seats`."""
    text: ClassVar[RulesText]
    is_symmetric: ClassVar[bool] = True
    """Whether a position turned by a third of the plate has as many continuations as before."""
    endless_with: ClassVar[tuple[Mapping[str, Value], ...]] = ()
    """Values of options, each set of them such that nothing ends a match in which nobody does what wins."""
    has_lot: ClassVar[bool] = True
    """Whether it matters who begins, so that a lot decides it where `first_player` is `random`; see `Lot`."""
    turn_order: ClassVar[str] = LOT_THEN_CLOCKWISE
    """Who begins and who follows, as the rules page says it where `has_lot` holds and several can play."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in vars(cls).keys() & VERBS.keys():
            setattr(cls, name, with_lots(vars(cls)[name]))
        for name in vars(cls).keys() & set(STEPS):
            setattr(cls, name, with_lots_between(vars(cls)[name]))

    # -- the verbs of the contract

    @abstractmethod
    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        """The first state, in which option `first_player` names the seat that begins; `kit.first_seat` reads it.

        `position` stands in for the game's own set-up. Raises `IllegalMove` if the game cannot begin from it.
        """

    @abstractmethod
    def to_move(self, state: State) -> Turn:
        """Who moves next; see the top of this file."""

    @abstractmethod
    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        """Every legal action of whoever is to move; `seat` matters in races only. Empty at an attempt and at a chance
        node whose outcomes are too many to list."""

    @abstractmethod
    def play(self, state: State, action: Action, by: Turn = None) -> State:
        """The state after a legal action. It trusts its caller; `check` does not."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """How the game ended, or None if it goes on."""

    def view(self, state: State, seat: Seat) -> State:
        """The state as `seat` may know it: a hidden die has the colour `?`. By default nothing is hidden."""
        return state

    def sides_seen(self, state: State, seat: Seat) -> tuple[Axis, ...]:
        """The sides whose upper faces `seat` may know of the dice in its view; by default all."""
        return AXES

    def all_actions(self, options: Options) -> Sequence[Action]:
        """Every action that a seat can ever have with these options, in a fixed order, each once.

        `moves` of a seat never leave it; it may hold some that never come. Empty where seats choose nothing. By default
        all actions of the verbs that seats use with the colours of the seats, see `usual_actions`; games override it
        whose fields are fewer, or of a kind that has no usual values. Raises `UnknownName` where they must.
        """
        colours = self.colours_of_seats(options) or [colour for colour in COLOUR_NAMES if colour != UNKNOWN]
        verbs = [verb for verb in self.verbs if verb.by_seat]
        return list(dict.fromkeys(action for verb in verbs for action in usual_actions(verb, colours)))

    # -- chance

    def is_set_up(self, state: State) -> bool:
        """Whether what chance draws before the lot for who begins is drawn; by default nothing is."""
        return True

    def weights(self, state: State) -> Sequence[float]:
        """The weights of `moves` at a listed chance node; equal unless a game says otherwise."""
        return [1] * len(self.moves(state))

    def draw(self, state: State, rng: Random) -> Action:
        """An outcome of a chance node, drawn with `rng`. Games with outcomes too many to list override it."""
        moves = self.moves(state)
        if type(self).weights is Game.weights:  # the same draw as below, but nothing has to be added up
            return moves[int(rng.random() * len(moves))]
        return rng.choices(moves, self.weights(state))[0]

    # -- what table and screen ask

    def secrets(self, options: Options) -> tuple[str, ...]:
        """`secret_verbs`, unless with these options nothing is secret."""
        return self.secret_verbs

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """A value that stays the same during one turn of `seat` and changes with its next; None while it has no turn.

        Members of a team take turns by it. By default the seat has its turn while it is to move. Games override it in
        which chance acts in the middle of a turn, a turn may pass without an action, or nobody else may come between.
        """
        turn = self.to_move(state)
        return True if seat == (turn.seat if isinstance(turn, AttemptSpec) else turn) else None

    def colours_of_seats(self, options: Options) -> tuple[str, ...]:
        """`seat_colours`, unless with these options seats have other colours, or none."""
        return self.seat_colours

    @abstractmethod
    def pyramid(self, state: State) -> Pyramid:
        """The dice on the plate."""

    @abstractmethod
    def scores(self, state: State) -> tuple[float, ...]:
        """What each seat has so far."""

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The cells of the dice that make up the score of `seat`; empty where it is made up of something else."""
        return ()

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The cells that are the goal of `seat`, marked on the plate for it; none where no cell is."""
        return ()

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """How good `action` looks to `seat`, for the greedy bot: by default the lead that it gives in `scores`."""
        after = self.scores(self.play(state, action, seat))
        return after[seat - 1] - max((score for s, score in enumerate(after, 1) if s != seat), default=0)

    def unplaced(self, state: State) -> Counter[Colour] | None:
        """The dice beside the plate, in supplies, hands and piles, by colour; None where the game does not limit them.

        Those whose colour is open until they are placed, or is not kept, count as `?`. Dice on the plate and beside it
        are the same from the end of the set-up to the end of the game, whatever `?` stands for.
        """
        return None

    def better_score(self, options: Options, players: int) -> str:
        """Which scores are the better ones, in a few words; nothing where a score only says who reached the goal."""
        if self.score_unit == REACHED:
            return ""
        return MORE if self.score_order == "most" else FEWER

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """What `seat` must know that pyramid and last rolls do not show, such as its secret card.

        `state` is the view of `seat`.
        """
        return ()

    def block(self, state: State) -> Block | None:
        """The block beside the plate off which dice are broken now; most games have none."""
        return None

    def connected_sets(self, state: State) -> Sequence[int]:
        """Where dice are set one by one and must make a connected set: for each set that is still possible the mask of
        the cells that it lacks, 0 if it lacks none. Empty in most games."""
        return ()

    def rest_of(self, state: State, action: Action) -> Sequence[Action]:
        """What an action and those after it, all of one seat, make whole that players do in one go although the rules
        take it step by step: a piece that is built in. One of several that may be meant; empty in most games."""
        return ()

    def page(self, state: State, seat: Seat) -> Page | None:
        """The sheet of `seat`, whose view `state` is, in a game that is played on paper; None in all others."""
        return None

    # -- what is the same for all games

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The game's own options and `first_player`."""
        most = max(most for _, most in (self.players, *self.players_with.values()))
        if most == 1:
            return self.options
        who = one_of(
            "first_player",
            "random",
            *range(1, most + 1),
            help="Who begins. A number is that of a player.",
            meanings={"random": "drawn by lot"},
        )
        return (*self.options, who)

    def options_from(self, given: Mapping[str, str | Value]) -> Options:
        """All options, those not `given` at their defaults. Raises `UnknownName` with the nearest names."""
        known = {option.name: option for option in self.all_options}
        for name in given:
            if name not in known:
                from difflib import get_close_matches

                text = "option {option}: {game} has no such option; expected {options}"
                if near := get_close_matches(name, known, 3, 0.4):
                    text = "option {option}: {game} has no such option; did you mean {options}?"
                options = ", ".join(near or known) or "-"
                raise UnknownName(text, option=shortened(name), game=self.slug, options=options)
        return Options({n: o.parse(str(given[n])) if n in given else o.default for n, o in known.items()})

    def seats(self, options: Options) -> tuple[int, int]:
        """The fewest and the most seats with these options."""
        special = [range_ for (name, value), range_ in self.players_with.items() if options[name] == value]
        return special[0] if special else self.players

    def endless_by(self, options: Options) -> Mapping[str, Value]:
        """The values among these options with which a match may go on for ever; empty where it ends."""
        found = (each for each in self.endless_with if all(options[name] == value for name, value in each.items()))
        return next(found, {})

    def cautions(self, options: Options) -> Sequence[Caution]:
        """Warnings about options that are allowed but hardly meant, and about defaults of the rule books that are not
        fair, with what mends them; none in most games."""
        if not (endless := self.endless_by(options)):
            return []
        *_, name = endless
        return [Caution(ENDLESS, (name, self.options_from({})[name]))]

    def begin(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        """The first state of a match: a `Lot` where it is still open who begins, otherwise that of `start`.

        Raises `UnknownName` for a wrong number of players or first player, `IllegalMove` as `start` does.
        """
        low, high = self.seats(options)
        if not low <= players <= high:
            text = "players {players}: {game} is for {seats}"
            raise UnknownName(text, players=players, game=self.slug, seats=_range((low, high)))
        first = options.get("first_player", 1)
        if first != "random" and int(first) > players:
            text = "option first_player={first}: expected random or a seat from 1 to {players}"
            raise UnknownName(text, first=first, players=players)
        if first != "random":
            return self.start(players, options, position)
        state = self.start(players, options.but(first_player=1), position)
        return cast(State, Lot(state, players, options, position)) if players > 1 and self.has_lot else state

    def check(self, state: State, action: Action, by: Turn) -> None:
        """Raises `IllegalMove` unless `action` is legal for `by` now; the message quotes action and position."""
        turn = self.to_move(state)
        at = {"action": action, "game": self.slug, "position": self.pyramid(state)}
        if turn is None:
            raise IllegalMove("{action}: the game is over, in {game}, position {position}", **at)
        expected = turn.seat if isinstance(turn, AttemptSpec) else turn
        if turn is not ANYONE and by != expected:
            text = "{action}: it is the turn of {turn}, not of {by}, in {game}, position {position}"
            raise IllegalMove(text, **at, turn=turn_name(turn), by=turn_name(by))
        if isinstance(turn, AttemptSpec):
            if action.verb != ATTEMPT.name:
                raise IllegalMove("{action}: expected the report of an attempt, in {game}, position {position}", **at)
            return check_report(turn, action)
        players = len(self.scores(state))
        if isinstance(by, int) and not 1 <= by <= players:
            text = "{action}: seat {by} was given, expected 1 to {players}, in {game}, position {position}"
            raise IllegalMove(text, **at, by=by, players=players)
        listed = self.moves(state, by if isinstance(by, int) else None)
        if action in listed:
            return
        if turn is CHANCE and not listed:
            return self.check_drawn(state, action)
        shown, more = ", ".join(map(str, listed[:12])), len(listed) - 12
        text = "{action}: not legal in {game}, position {position}; expected one of {shown}"
        if more > 0:
            text = "{action}: not legal in {game}, position {position}; expected one of {shown} and {more} more"
        raise IllegalMove(text, **at, shown=shown, more=more)

    def check_drawn(self, state: State, action: Action) -> None:
        """Raises `IllegalMove` unless `action` can come from `draw`; for chance nodes too large to list."""
        raise NotImplementedError(f"{self.slug} draws outcomes it cannot check")

    def parse(self, text: str) -> Action:
        """The action that `text` names. Raises `NotationError`."""
        return parse_action(text, (*self.verbs, FIRST))

    def verb_of(self, action: Action) -> Verb:
        """The verb of one of the game's actions: how it reads, and which dice go from cell to cell by it."""
        return verb_of(action.verb, (*self.verbs, FIRST))

    def __repr__(self) -> str:
        return f"<{self.number} {self.slug}>"


AnyGame = Game[Any]


def offered(game: AnyGame, state: Any, seat: Seat) -> Sequence[Action]:
    """The legal actions of a seat that has to choose one. Raises `IllegalMove` where the game offers it none."""
    if moves := game.moves(state, seat):
        return moves
    raise IllegalMove(
        "{game} offers seat {seat} no action, position {position}, though the turn is its: expected one in `moves`, "
        "such as passing, or the turn of another seat in `to_move`, or the end in `result`",
        game=game.slug,
        seat=seat,
        position=game.pyramid(state),
    )


ENDLESS = "With these options a match may go on for ever: only who wins ends it."


def _range(players: tuple[int, int]) -> str:
    low, high = players
    return str(low) if low == high else f"{low} to {high}"
