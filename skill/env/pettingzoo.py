"""Turn games and races for PettingZoo: every game in which seats choose something.

`env` is a game in turns, seat after seat (AEC). `parallel_env` is any game in ticks of 0.1 s, all seats at once, in
which action 0 waits: for races, in which time decides, and for whoever wants turn games in that form.

Agents are `seat_1` and so on. An action is an index into `actions`, whose notation stands there; the observation is
`{"observation": int8 array, "action_mask": int8 array}`, made of the view of the seat alone, see
`skill.env.observation`. Chance acts inside `step`. Rewards come at the end, see `skill.env.playing.utilities`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from skill.env import playing
from skill.env.arguments import checked_seed, is_whole, reset_options
from skill.env.observation import layout_of, observation
from skill.env.text import view_text
from skill.errors import IllegalMove, UnknownName, shortened
from skill.lattice.notation import ROLL, ROLLS, Action
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Seat
from skill.rules.options import Value
from skill.table.match import Match
from skill.table.race import Referee

TICK_S = 0.1
"""What one step of a `parallel_env` takes."""
WAIT = 0
"""The action of a `parallel_env` that does nothing."""
ILLEGAL_REWARD = -1.0
RENDER_MODES = ["human", "ansi", "rgb_array"]
PICTURE_SIZE = (480, 300)
ROLL_VERBS = (ROLL.name, ROLLS.name)

Observation = dict[str, Any]


def env(
    game: str | AnyGame,
    players: int | None = None,
    options: Mapping[str, str | Value] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    hands: playing.Hands = playing.by_planner,
) -> AECEnv[str, Observation, int | None]:
    """A game in turns, as PettingZoo wants it: an illegal action ends it with -1 for whoever acted.

    `players` is by default the fewest. Options are the game's; where nothing else is given dice are thrown in the
    lattice model. Attempts that are left are carried out by `hands`, by default a planner in the physical world.
    After `max_cycles` actions the game is truncated. Raises `UnknownName` for what does not exist, for a game in which
    seats choose nothing, and, when it is reached, for a race.
    """
    made = raw_env(game, players, options, max_cycles=max_cycles, render_mode=render_mode, hands=hands)
    kept = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(kept))


class _Seats:
    """What both kinds of environment have: agents, spaces, what a seat sees, pictures."""

    metadata: dict[str, Any]
    first_action = 0
    """The index of the first of the game's actions."""

    def __init__(
        self,
        game: str | AnyGame,
        players: int | None = None,
        options: Mapping[str, str | Value] | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        hands: playing.Hands = playing.by_planner,
    ) -> None:
        if max_cycles is not None and (not is_whole(max_cycles) or max_cycles < 1):
            raise UnknownName(f"max_cycles {max_cycles!r}: expected None or a whole number, 1 or more")
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownName(f"render_mode {render_mode!r}: expected None, {', '.join(RENDER_MODES)}")
        if not callable(hands):
            raise UnknownName(f"hands {hands!r}: expected a function from an attempt and a seed to a report")
        self.setting = playing.setting(game, players, options)
        self.layout = layout_of(self.setting)
        self.max_cycles, self.render_mode, self.hands = max_cycles, render_mode, hands
        self.metadata = {
            "name": f"{self.setting.game.slug}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": round(1 / TICK_S),
        }
        self.possible_agents = [f"seat_{seat}" for seat in self.setting.seats]
        self.agents: list[str] = []
        size = self.first_action + len(self.setting.actions)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-128, 127, (self.layout.length,), np.int8),
                action_mask=spaces.Box(0, 1, (size,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._seeds = Random()
        self._rolled: Action | None = None

    @property
    def actions(self) -> Sequence[str]:
        """The notation of each action, by its index."""
        return [*(["wait"] * self.first_action), *map(str, self.setting.actions)]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        """The name of an agent. Raises `IllegalMove` for what is none."""
        if agent not in self.possible_agents:
            raise IllegalMove(f"agent {agent!r}: expected one of {', '.join(self.possible_agents)}")
        return agent

    def _seed(self, seed: int | None) -> int:
        """The seed of a new game; without one the last seed given decides, and before any nothing does."""
        checked_seed(seed)
        if seed is not None:
            self._seeds = Random(seed)
        return self._seeds.getrandbits(63)

    def _state(self) -> Any:
        """The state of the game. Raises `IllegalMove` before the first reset."""
        raise NotImplementedError

    def _unplayed(self, what: str) -> IllegalMove:
        return IllegalMove(f"{self.setting.game.slug}: {what}; expected a reset first")

    def _index(self, agent: str, action: Any) -> int:
        """What an agent was given to do, as an index of `actions`. Raises `IllegalMove` for anything else."""
        most = self.action_spaces[agent].n - 1
        index = action[()] if isinstance(action, np.ndarray) and not action.shape else action  # as policies answer
        if not is_whole(index) or not 0 <= index <= most:
            raise IllegalMove(f"{agent}: action {action!r}: expected a whole number from 0 to {most}")
        return int(index)

    def _selected(self) -> Seat:
        """Whose view is shown."""
        raise NotImplementedError

    def _seen(self, agent: str, is_over: bool) -> Observation:
        seat, game, state = _seat(agent), self.setting.game, self._state()
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        mask[: self.first_action] = 1
        if not is_over:
            index_of = self.setting.index_of
            legal = playing.legal(self.setting, state, seat)
            mask[[self.first_action + index_of[action] for action in legal]] = 1
        view = game.view(state, seat)
        return {"observation": observation(self.setting, self.layout, view, seat, self._rolled), "action_mask": mask}

    def _note(self, done: Sequence[Action]) -> None:
        """Keeps what chance rolled last, for all to see."""
        for action in done:
            if action.verb in ROLL_VERBS:
                self._rolled = action

    def render(self) -> Any:
        """What the seat to move sees, as text or as a picture of the plate; `human` prints the text."""
        game, seat = self.setting.game, self._selected()
        view = game.view(self._state(), seat)
        if self.render_mode == "rgb_array":
            from skill.draw.export import render_image
            from skill.draw.scene_view import pyramid_view

            shown = pyramid_view(game.pyramid(view), sides=game.sides_seen(view, seat))
            return np.array(render_image(shown, size=PICTURE_SIZE, renderer=_renderer()))
        if self.render_mode == "human":
            print(view_text(game, view, seat))  # noqa: T201
            return None
        return view_text(game, view, seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(_Seats, AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # noqa: N801
    """The same as `env` without wrappers: an illegal action raises `IllegalMove`, and nothing has changed."""

    _now: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        reset_options(options)
        self._random = Random(self._seed(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._cycles, self._rolled = 0, None
        self._now = self.setting.game.begin(self.setting.players, self.setting.options)
        self.agent_selection = self.agents[0]
        self._advance()

    def step(self, action: int | None) -> None:
        self._state()
        if not self.agents:
            raise self._unplayed("the game is over")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, seat = self.setting.game, _seat(agent)
        chosen = self.setting.actions[self._index(agent, action)]
        if chosen not in game.moves(self._now, seat):
            seen = game.pyramid(game.view(self._now, seat))
            raise IllegalMove(f"{agent}: {chosen} is not legal in position {seen}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._now = game.play(self._now, chosen, seat)
        self._cycles += 1
        self._advance()
        self._accumulate_rewards()
        self._deads_step_first()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        self._state()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> Any:
        self._state()
        if not self.agents:
            raise self._unplayed("the game is over")
        return super().last(observe)

    def observe(self, agent: str) -> Observation:
        self._state()
        return self._seen(self._known(agent), self.terminations.get(agent, True) or self.truncations.get(agent, True))

    def _advance(self) -> None:
        """Lets chance and hands act, and ends what is over."""
        self._now, done = playing.advanced(self.setting, self._now, self._random, self.hands)
        self._note(done)
        turn = self.setting.game.to_move(self._now)
        if isinstance(turn, int):
            self.agent_selection = f"seat_{turn}"
        if turn is None:
            result = self.setting.game.result(self._now)
            self.rewards = dict(zip(self.agents, playing.utilities(result, self.setting.players), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"result": str(result), "winners": result.winners} for agent in self.agents if result}
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _state(self) -> Any:
        if self._now is None:
            raise self._unplayed("nothing is played yet")
        return self._now

    def _selected(self) -> Seat:
        self._state()
        return _seat(self.agent_selection)


class parallel_env(_Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """Any game in ticks of `TICK_S`. What seats claim in one tick is judged in the game's own order; an action that is
    not legal, or not any more, does nothing. In a turn game all wait but the seat to move.
    """

    first_action = 1
    _match: Match | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        reset_options(options)
        made = self.setting
        self._match = Match(made.game, made.players, made.options, seed=self._seed(seed))
        self._ticks, self._rolled = 0, None
        self._referee, self._refereed = Referee(self._match), self._match.revision
        self.agents = list(self.possible_agents)
        self._settle(0)
        return self._all_seen(False), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        match = self._played()
        if not self.agents:
            raise self._unplayed("the game is over")
        if not isinstance(actions, Mapping):
            raise IllegalMove(f"actions {shortened(repr(actions))}: expected one by each agent's name, as {{}}")
        chosen = {agent: self._index(self._known(agent), number) for agent, number in actions.items()}
        self._ticks += 1
        before, turn = len(match.played), match.turn
        for agent, number in chosen.items():
            if number == WAIT:
                continue
            seat, action = _seat(agent), self.setting.actions[number - self.first_action]
            if action in playing.legal(self.setting, match.state, seat):
                if turn is ANYONE:
                    self._race().claim(seat, action, self._now_s)
                elif turn == seat:
                    match.play(action, seat)
                    break
        self._settle(before)
        result = match.result
        is_over, is_cut = result is not None, self.max_cycles is not None and self._ticks >= self.max_cycles
        rewards = dict(zip(self.agents, playing.utilities(result, self.setting.players), strict=True))
        seen, agents = self._all_seen(is_over or is_cut), self.agents
        told: dict[str, Any] = {"result": str(result), "winners": result.winners} if result else {}
        if is_over or is_cut:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut and not is_over),
            {agent: dict(told) for agent in agents},
        )

    @property
    def _now_s(self) -> float:
        return self._ticks * TICK_S

    def _settle(self, before: int) -> None:
        """Judges what was claimed, lets the clock, chance and hands act; what was played since `before` is noted."""
        match = self._played()
        self._race().advance(self._now_s)
        self._refereed = match.revision
        while isinstance(turn := match.turn, AttemptSpec) or turn is CHANCE:
            if isinstance(turn, AttemptSpec):
                match.play(self.hands(turn, match.generator("attempt").getrandbits(31)), turn.seat)
            else:
                match.step()
        self._race()
        self._note([line.action for line in match.played[before:] if line.by is None])

    def _race(self) -> Referee:
        """The referee of the race; another one once anybody else has changed the match."""
        match = self._played()
        if self._refereed != match.revision:
            self._referee, self._refereed = Referee(match, self._now_s), match.revision
        return self._referee

    def _all_seen(self, is_over: bool) -> dict[str, Observation]:
        return {agent: self._seen(agent, is_over) for agent in self.agents}

    def _played(self) -> Match:
        if self._match is None:
            raise self._unplayed("nothing is played yet")
        return self._match

    def _state(self) -> Any:
        return self._played().state

    def _selected(self) -> Seat:
        return self._played().seat or 1


def _seat(agent: str) -> Seat:
    return int(agent.removeprefix("seat_"))


@cache
def _renderer() -> Any:
    from skill.draw.renderer import headless

    return headless()
