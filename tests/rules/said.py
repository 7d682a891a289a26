"""What every game says of the states of some random games, method by method, as digests in `said.txt`: so that nothing
that bots, search and screen go by changes unnoticed. `python -m tests.rules.said --write` after a change that is meant.

The wording of sentences is not in it; which sentence it is, and what it names, is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Set
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import all_games
from skill.rules.fact import Fact
from skill.rules.game import ANYONE, Action, AnyGame, Turn
from skill.rules.lot import Lot
from skill.rules.profile import Profile
from skill.rules.shared.attempts import AttemptGame
from tests.rules.playouts import playout

KEPT = Path(__file__).with_name("said.txt")
STATES, OF_VARIANT = 2000, 18  # of a random game with all options at their defaults, and with one at another value
TOLD = 150  # states of each after which it is told what happened; later ones are too many
LOOKS = 8  # at states of each
TRIES = 3  # states of a game of skill
MOVES = 8  # whose worth is asked, of one state


def variants(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The defaults, and each other value of an option by itself; the pyramid of an earlier game is left out."""
    yield {}
    defaults = game.options_from({})
    for option in game.options:
        for value in dict.fromkeys(option.choices):
            if value not in ("keep", defaults[option.name]):
                yield {option.name: value}


class Plain(dict[str, int]):
    """Makes values plain; keeps the wordings of one game, each with its number in the order in which they came up."""

    def __call__(self, value: Any) -> Any:
        """The same with numbers for wording, sets and mappings in order, real numbers as every machine has them."""
        match value:
            case float():
                return f"{value:.6g}"
            case Pyramid():
                return str(value)
            case Fact():
                return self.setdefault(value.text, len(self)), self(value.values)
            case Mapping():
                return sorted(((str(key), self(each)) for key, each in value.items()), key=str)
            case Set():
                return sorted(map(self, value))
            case list() | tuple():
                return [self(each) for each in value]
        return value


def said(game: AnyGame, state: Any, turn: Turn, action: Action | None) -> Iterator[tuple[str, Any]]:
    """Each method with what it says of a state, to each seat, and of the action that is taken there."""
    scores = game.scores(state)
    yield "scores", scores
    yield "outlook", game.outlook(state)
    yield "owned", game.owned_cells(state)
    yield "colours", game.colour_values(state)
    yield "unplaced", None if (unplaced := game.unplaced(state)) is None else unplaced.total()
    yield "connected", game.connected_sets(state)
    for seat in range(1, len(scores) + 1):
        view = game.view(state, seat)
        if view != state:
            yield "view", view
            yield "determinized", game.determinized(view, seat, Random(seat))
        yield "counted", sorted(game.counted(view, seat))
        yield "goals", sorted(game.goal_cells(view, seat))
        yield "labels", game.labels(view, seat)
        yield "held", game.held(view, seat)
        yield "facts", game.facts(view, seat)
        yield "turns", game.turn_of(state, seat)
        if turn == seat or turn is ANYONE:
            moves = game.moves(view, seat)
            asked = [*moves[:: max(1, len(moves) // MOVES)], *(move for move in moves if move == action)]
            yield "worth", [game.worth(view, move, seat) for move in asked]


def listed(game: AnyGame) -> str:
    """Its constants for lists and search, and for each method the digest of all that it said."""
    found, plain = dict[str, Any](), Plain()

    def add(name: str, value: Any) -> None:
        found.setdefault(name, sha256()).update(repr(plain(value)).encode())

    for given in [{}] if isinstance(game, AttemptGame) else variants(game):
        most = TRIES if isinstance(game, AttemptGame) else OF_VARIANT if given else STATES
        players = game.seats(game.options_from(given))[1] if given else None
        states = list(islice(playout(game, 11, players, given), most))
        step = max(1, len(states) // LOOKS)
        for n, (state, by, action) in enumerate(states):
            if isinstance(state, Lot) or not game.is_set_up(state):
                continue
            is_looked_at = n % step == 0 or n >= len(states) - 2
            if is_looked_at:
                for name, value in said(game, state, game.to_move(state), action):
                    add(name, value)
            if action is not None and n + 1 < len(states) and (n < TOLD or is_looked_at):
                after, who = states[n + 1][0], by if isinstance(by, int) else None
                add("told", game.told(state, action, who, after))
                if is_looked_at:
                    add("notes", game.notes(state, action, who, after))
                    add("stages", game.stages(state, action, after))
    actions = len(game.all_actions(game.options_from({})))
    share = game.profile or Profile(tactics=10)
    constants = (game.family, game.kind, game.horizon, game.score_order, game.teams, game.has_sides, game.has_lot)
    shares = (share.chance, share.skill, share.tactics, share.minutes)
    head = " ".join(map(str, (*constants, game.endless_with, *shares, actions)))
    return "".join([f"{game.slug} {head}\n", *(f"    {name} {one.hexdigest()[:12]}\n" for name, one in found.items())])


if __name__ == "__main__":
    texts = [listed(game) for game in all_games()]
    if "--write" in sys.argv:
        KEPT.write_text("\n".join(texts), encoding="utf-8")
    else:
        sys.stdout.write("\n".join(texts))
