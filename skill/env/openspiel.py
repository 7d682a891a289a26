"""Turn games for OpenSpiel: importing this module registers every game whose seats take turns.

`pyspiel.load_game("skillbox_rasanto", {"players": 2, "fill": "deferred"})`: a game is named by its slug with `_` for
`-`, its parameters are the number of `players` (0 for the fewest), a `seed`, and the game's options, with throws of the
lattice model by default. OpenSpiel guesses the type of a parameter from its text and separates parameters by commas. So
a number has a `#` before it where words are possible too, as in `first_player=#1`, and `;` stands for a comma. Races
are left out: OpenSpiel knows no time.

- Actions are indices into `Game.all_actions`, chance outcomes into its listed moves. Where outcomes are too many to
  list, chance picks one of `SEEDS` equally likely seeds, and the draw follows from it and the game's own `seed`; the
  same holds for an attempt, which a planner carries out. So all chance is explicit, and a history is enough to play a
  game again.
- An observation is what the view of a player tells, as text or as the array of `skill.env.observation`. An information
  state is the present observation and a digest of the player's own actions and all its views before.
- Utilities are those of `skill.env.playing.utilities`: zero-sum for two and more players.
- `State.resample_from_infostate` draws a state that the player's view allows; information-set search needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pyspiel

from skill.env import playing
from skill.env.observation import layout_of, observation
from skill.env.text import view_text
from skill.errors import UnknownName
from skill.lattice.notation import ROLL, ROLLS, Action
from skill.programs import program_of
from skill.rules.catalogue import known_games
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Game, Seat, Turn
from skill.rules.options import Value

PREFIX = "skillbox_"
SEEDS = 4096
"""From so many seeds, each as likely, comes what is too much to list; no listed chance node has more outcomes."""
MOST_ACTIONS = 20_000
"""No game is longer, but for those whose options let it go on for ever."""
ROLL_VERBS = (ROLL.name, ROLLS.name)

Utility, Information = pyspiel.GameType.Utility, pyspiel.GameType.Information


class Node:
    """A state of a game and how it came about. It never changes, so a copy is the same object."""

    __slots__ = (
        *("_known", "_moves", "_texts", "_views"),
        *("action", "drawn", "made", "parent", "rolled", "seed", "state", "turn"),
    )

    def __init__(
        self,
        made: playing.Setting,
        state: Any,
        seed: int,
        drawn: int = 0,
        rolled: Action | None = None,
        parent: Node | None = None,
        action: Action | None = None,
    ) -> None:
        """`seed` is the game's, of which `drawn` draws have been made. Raises `UnknownName` in a race."""
        self.made, self.state, self.seed, self.drawn, self.rolled = made, state, seed, drawn, rolled
        self.turn = made.game.to_move(state)
        """Who moves."""
        if self.turn is ANYONE:
            raise UnknownName(f"{made.game.slug}: anyone may act at once with these options; expected turns")
        self.parent, self.action = parent, action
        self._moves: Sequence[Action] | None = None
        # Much of what follows is never asked for in a search, and then again and again where it is.
        self._known: dict[Seat, bytes] = {}
        self._views: dict[Seat, Any] = {}
        self._texts: dict[Seat, str] = {}

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        made, known = self.made, tuple(map(self.before, self.made.seats))
        game = made.game.slug if program_of(type(made.game).__module__) is None else made.game
        setting = (game, made.players, dict(made.options))
        return (_restored, (setting, self.state, self.seed, self.drawn, self.rolled, known))

    @property
    def moves(self) -> Sequence[Action]:
        """The legal actions of the seat to move, or the listed outcomes of chance."""
        if self._moves is None:
            self._moves = self.made.game.moves(self.state)
        return self._moves

    def view(self, seat: Seat) -> Any:
        """The state as `seat` may know it."""
        if seat not in self._views:
            self._views[seat] = self.made.game.view(self.state, seat)
        return self._views[seat]

    def before(self, seat: Seat) -> bytes:
        """A digest of what `seat` has done and seen before; nothing at a node without a parent, see `remember`."""
        unknown = []
        node = self
        while seat not in node._known and node.parent is not None:
            unknown.append(node)
            node = node.parent
        known = node._known.get(seat, b"")
        for node in reversed(unknown):
            parent = node.parent
            assert parent is not None
            done = str(node.action) if parent.turn == seat else ""
            known = digest(known, parent.text(seat), done)
            node.remember(seat, known)
        return known

    def remember(self, seat: Seat, known: bytes) -> None:
        """Sets what `seat` has done and seen before."""
        self._known[seat] = known

    def text(self, seat: Seat) -> str:
        """The observation of `seat`."""
        if seat not in self._texts:
            shown = [view_text(self.made.game, self.view(seat), seat)]
            if self.rolled:
                shown.append(f"rolled last: {self.rolled}")
            if self.turn == seat:
                shown.append("legal: " + ", ".join(map(str, self.moves)))
            self._texts[seat] = "\n".join(shown)
        return self._texts[seat]

    def after(self, action: Action, by: Turn, draws: int = 0) -> Node:
        """The node after an action of a seat, of chance or of hands."""
        state = self.made.game.play(self.state, action, by)
        rolled = action if action.verb in ROLL_VERBS else self.rolled
        return Node(self.made, state, self.seed, self.drawn + draws, rolled, self, action)

    def after_draw(self, number: int) -> Node:
        """The node after what is not listed, an attempt or a draw of chance, as that seed has it."""
        rng = Random(f"{self.seed}:{self.drawn}:{number}")
        if isinstance(self.turn, AttemptSpec):
            return self.after(playing.by_planner(self.turn, rng.getrandbits(31)), self.turn.seat, draws=1)
        return self.after(self.made.game.draw(self.state, rng), CHANCE, draws=1)

    def resampled(self, seat: Seat, rng: Random) -> Node:
        """A node that `seat` cannot tell from this one. Raises `UnknownName` if the game cannot draw any."""
        game = self.made.game
        if type(game).view is not Game.view and type(game).determinized is Game.determinized:
            raise UnknownName(
                f"{game.slug}: nobody knows what a view of it may hide; expected `determinized` of the game"
            )
        state = game.determinized(self.view(seat), seat, rng)
        node = Node(self.made, state, rng.getrandbits(63), rolled=self.rolled)
        node.remember(seat, self.before(seat))
        return node


def digest(before: bytes, seen: str, done: str) -> bytes:
    """What was known before, what was seen then, and what was done, in 16 bytes."""
    return blake2b(b"\0".join((before, seen.encode(), done.encode())), digest_size=16).digest()


def _restored(
    made: tuple[str | AnyGame, int, dict[str, Value]],
    state: Any,
    seed: int,
    drawn: int,
    rolled: Action | None,
    known: tuple[bytes, ...],
) -> Node:
    node = Node(playing.setting(*made), state, seed, drawn, rolled)
    for seat, past in enumerate(known, 1):
        node.remember(seat, past)
    return node


class SkillboxGame(pyspiel.Game):  # type: ignore[misc]
    """A turn game with its players and options. Each of ours has a subclass, made by `register`."""

    game: AnyGame

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, given = self.game, dict(params or {})
        players, seed = int(given.pop("players", 0)), int(given.pop("seed", 0))
        options = {name: str(value).removeprefix("#").replace(";", ",") for name, value in given.items()}
        self.setting = playing.setting(game, players or None, {**_defaults(game), **options})
        self.layout = layout_of(self.setting)
        self.first = Node(self.setting, game.begin(self.setting.players, self.setting.options), seed)
        zero_sum = self.setting.players > 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.actions),
            max_chance_outcomes=SEEDS,
            num_players=self.setting.players,
            min_utility=-1.0 if zero_sum else 0.0,
            max_utility=1.0,
            **({"utility_sum": 0.0} if zero_sum else {}),
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(_game_type(game, zero_sum), info, params or {})

    def new_initial_state(self) -> SkillboxState:
        return SkillboxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SkillboxObserver:
        return SkillboxObserver(self, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_ACTIONS


class SkillboxState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; player 0 is seat 1."""

    def __init__(self, game: SkillboxGame) -> None:
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        turn = self.node.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return turn - 1 if isinstance(turn, int) else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.node.made.index_of.__getitem__, self.node.moves))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.node.moves:
            return [(number, 1 / SEEDS) for number in range(SEEDS)]
        weights = self.node.made.game.weights(self.node.state)
        total = float(sum(weights))
        return [(n, weight / total) for n, weight in enumerate(weights) if weight > 0]

    def _apply_action(self, action: int) -> None:
        node, turn = self.node, self.node.turn
        if isinstance(turn, int):
            self.node = node.after(node.made.actions[action], turn)
        else:
            self.node = node.after(node.moves[action], CHANCE) if node.moves else node.after_draw(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return str(self.node.made.actions[action])
        return str(self.node.moves[action]) if self.node.moves else f"seed {action}"

    def is_terminal(self) -> bool:
        return self.node.turn is None

    def returns(self) -> list[float]:
        return list(playing.utilities(self.node.made.game.result(self.node.state), self.node.made.players))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SkillboxState:
        """A state that `player` cannot tell from this one; `sampler` gives numbers from 0 to 1."""
        sample: SkillboxState = self.clone()
        sample.node = self.node.resampled(player + 1, Random(sampler()))
        return sample

    def __str__(self) -> str:
        return "\n\n".join(map(self.node.text, self.node.made.seats))


class SkillboxObserver:
    """What a player sees, as array and text; with perfect recall its information state, which is text alone."""

    def __init__(self, game: SkillboxGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise UnknownName(f"observer parameters {params}: expected none")
        self._layout, self._recalls = game.layout, bool(iig_obs_type and iig_obs_type.perfect_recall)
        self.tensor = None if self._recalls else np.zeros(self._layout.length, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SkillboxState, player: int) -> None:
        """Writes what `player` sees to `tensor`."""
        node = state.node
        if self.tensor is not None:
            self.tensor[:] = observation(node.made, self._layout, node.view(player + 1), player + 1, node.rolled)

    def string_from(self, state: SkillboxState, player: int) -> str:
        """What `player` sees, after what it knows of the past where that counts."""
        node, seat = state.node, player + 1
        return f"past: {node.before(seat).hex() or 'nothing'}\n{node.text(seat)}" if self._recalls else node.text(seat)


def register(game: AnyGame) -> str:
    """Registers a game of your own too; returns the name under which OpenSpiel finds it."""
    usual = game.options_from(_defaults(game))
    parameters = {name: v.replace(",", ";") if isinstance(v, str) else v for name, v in usual.items()}
    known = _game_type(game, game.seats(usual)[0] > 1, {**parameters, "players": 0, "seed": 0})
    pyspiel.register_game(known, type(name_of(game), (SkillboxGame,), {"game": game}))
    return name_of(game)


def name_of(game: AnyGame) -> str:
    """What OpenSpiel calls a game: `skillbox_el_dado`."""
    return PREFIX + game.slug.replace("-", "_")


def _defaults(game: AnyGame) -> dict[str, Value]:
    """The value of each option that OpenSpiel begins from."""
    name, value = playing.LATTICE
    return {o.name: value if o.name == name else o.default for o in game.all_options}


def _game_type(game: AnyGame, zero_sum: bool, parameters: Mapping[str, Value] = MappingProxyType({})) -> Any:
    seats = [n for limits in (game.players, *game.players_with.values()) for n in limits]
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Skillbox {game.number} {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            Information.PERFECT_INFORMATION if type(game).view is Game.view else Information.IMPERFECT_INFORMATION
        ),
        utility=Utility.ZERO_SUM if zero_sum else Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
        default_loadable=_chooses(game, {}),
    )


def _chooses(game: AnyGame, given: Mapping[str, Value]) -> bool:
    """Whether seats have anything to choose in a game with these options."""
    return bool(game.all_actions(game.options_from({**_defaults(game), **given})))


def _register_all() -> None:
    for game in known_games():
        values = ({option.name: value} for option in game.options for value in option.choices)
        if game.kind != "race" and any(_chooses(game, given) for given in ({}, *values)):
            register(game)


_register_all()
