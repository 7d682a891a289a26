"""The lot for who begins, drawn before a game's own first state.

A game never sees a `Lot`: the methods named in `VERBS` and `STEPS` are wrapped in each subclass of `Game`, and a `Lot`
answers for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from random import Random
from typing import Any, Generic, NamedTuple, cast

from skill.lattice.notation import FIRST, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.options import Options
from skill.rules.turn import CHANCE, Seat, State, Turn

AnyGame = Any
"""A game of `skill.rules.game`, which makes use of this file."""


class Lot(NamedTuple, Generic[State]):
    """The state of a match in which it is still open who begins.

    A game never meets it: what a subclass of `Game` defines of `VERBS` is wrapped, see `with_lots`, and a `Lot` answers
    for itself.
    """

    state: State
    """The state if seat 1 begins. All but whose turn it is holds whoever begins."""
    players: int
    options: Options
    position: Pyramid | None
    set_up: tuple[Action, ...] = ()
    """What chance has drawn before the lot."""

    def begun_by(self, game: AnyGame, seat: Seat) -> State:
        """The state in which that seat begins."""
        if seat == 1:
            return self.state
        state = game.start(self.players, self.options.but(first_player=seat), self.position)
        for action in self.set_up:
            state = game.play(state, action, CHANCE)
        return cast(State, state)

    def is_next(self, game: AnyGame) -> bool:
        """Whether the lot is drawn now, not something of the set-up before it."""
        return bool(game.is_set_up(self.state))

    def to_move(self, game: AnyGame, own: Callable[..., Turn]) -> Turn:
        """Chance, unless the position is the end of the game whoever begins."""
        seats = range(1, self.players + 1)
        return None if all(own(game, self.begun_by(game, seat)) is None for seat in seats) else CHANCE

    def moves(self, game: AnyGame, own: Callable[..., Sequence[Action]], seat: Seat | None = None) -> Sequence[Action]:
        """Any seat may begin."""
        if game.to_move(cast(State, self)) is None or not self.is_next(game):
            return own(game, self.state, seat)
        return [FIRST(first) for first in range(1, self.players + 1)]

    def play(self, game: AnyGame, own: Callable[..., State], action: Action, by: Turn = None) -> State:
        """The state in which that seat begins, or the lot after an action of the set-up."""
        match action:
            case (FIRST.name, seat):
                return self.begun_by(game, int(seat))
        return cast(State, self._replace(state=own(game, self.state, action, by), set_up=(*self.set_up, action)))

    def weights(self, game: AnyGame, own: Callable[..., Sequence[float]]) -> Sequence[float]:
        """All seats alike."""
        return [1] * self.players if self.is_next(game) else own(game, self.state)

    def draw(self, game: AnyGame, own: Callable[..., Action], rng: Random) -> Action:
        """One of `moves`, or what the set-up draws."""
        if not self.is_next(game):
            return own(game, self.state, rng)
        moves = game.moves(self)
        return cast(Action, moves[int(rng.random() * len(moves))])

    def view(self, game: AnyGame, own: Callable[..., State], seat: Seat) -> State:
        """The lot as `seat` may know it; where something is hidden, so is how it was set up."""
        seen = own(game, self.state, seat)
        hidden = self if seen == self.state else self._replace(state=seen, position=None, set_up=())
        return cast(State, hidden)

    def result(self, game: AnyGame, own: Callable[..., Any]) -> Any:
        """None, unless the position is the end of the game whoever begins."""
        return own(game, self.state) if game.to_move(cast(State, self)) is None else None

    def turn_of(self, game: AnyGame, own: Callable[..., Hashable], seat: Seat) -> Hashable:
        """No seat has a turn yet."""
        return None

    def connected_sets(self, game: AnyGame, own: Callable[..., Sequence[int]]) -> Sequence[int]:
        """No seat builds yet."""
        return ()

    def shown(self, game: AnyGame, own: Callable[..., Any], *arguments: Any) -> Any:
        """All other verbs: what they tell is the same whoever begins."""
        return own(game, self.state, *arguments)


def bare(state: Any) -> Any:
    """The state that a game understands: of a `Lot` the one if seat 1 begins."""
    return state.state if type(state) is Lot else state


Verb1 = Callable[[Any, Any], Any]
Verb2 = Callable[[Any, Any, Any], Any]
Verb3 = Callable[[Any, Any, Any, Any], Any]


# These run at every action of every game: one for each number of arguments is three times as fast as one for all.
def _of_state(own: Verb1, of_lot: Callable[..., Any]) -> Verb1:
    def verb(game: AnyGame, state: Any) -> Any:
        return of_lot(state, game, own) if type(state) is Lot else own(game, state)

    return verb


def _of_state_and_one(own: Verb2, of_lot: Callable[..., Any]) -> Verb2:
    def verb(game: AnyGame, state: Any, other: Any = None) -> Any:
        return of_lot(state, game, own, other) if type(state) is Lot else own(game, state, other)

    return verb


def _of_state_and_two(own: Verb3, of_lot: Callable[..., Any]) -> Verb3:
    def verb(game: AnyGame, state: Any, other: Any, by: Turn = None) -> Any:
        return of_lot(state, game, own, other, by) if type(state) is Lot else own(game, state, other, by)

    return verb


VERBS: Mapping[str, Callable[..., Callable[..., Any]]] = {
    **dict.fromkeys(("to_move", "result", "weights", "pyramid", "scores", "unplaced", "block"), _of_state),
    **dict.fromkeys(("moves", "view", "sides_seen", "draw", "check_drawn", "turn_of"), _of_state_and_one),
    **dict.fromkeys(
        ("counted", "goal_cells", "facts", "announced", "offered", "page", "rest_of", "emptied", "only_for"),
        _of_state_and_one,
    ),
    **dict.fromkeys(("connected_sets", "colour_values", "owned_cells", "loose", "trays"), _of_state),
    **dict.fromkeys(
        ("goal_line", "standing", "leading", "deciding_rule", "labels", "held", "progress"), _of_state_and_one
    ),
    "play": _of_state_and_two,
}
"""What a game may be asked about the first state of a match, in which the lot may still have to be drawn."""

STEPS = ("told", "stages", "notes", "foreseen", "captured_by")
"""What a game may be asked about two states, one before and one after an action: its first and last arguments."""


def with_lots_between(told: Callable[..., Any]) -> Callable[..., Any]:
    """A method of `STEPS`, which takes a `Lot` too, before or after the action."""

    @wraps(told)
    def method(game: AnyGame, before: Any, *arguments: Any) -> Any:
        *between, after = arguments
        return told(game, bare(before), *between, bare(after))

    return method


def with_lots(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The verb of a game, which answers for a `Lot` too."""
    name = verb.__name__
    return wraps(verb)(VERBS[name](verb, getattr(Lot, name, Lot.shown)))
