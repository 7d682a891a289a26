"""What players see, may do and are given through every face, as digests in `seen.txt`: so that observations and
actions, on which others have trained, do not change unnoticed. `python -m tests.env.seen --write` after a change that
is meant.

Each game is begun with its defaults, or with other options where seats choose nothing by default, and somebody plays at
random on all seats for a while.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel

from skill.env.openspiel import name_of
from skill.env.pettingzoo import parallel_env, raw_env
from skill.env.playing import Setting
from skill.env.protocol import Server
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from tests.digests import Digests
from tests.env.settings import is_race, made, thrown

KEPT = Digests(Path(__file__).with_name("seen.txt"))
SEED = 5
STEPS, CYCLES = 50, 45  # of a game through each face, and after which the environments of PettingZoo end


def turns(setting: Setting) -> Iterator[Any]:
    """Through the environment of PettingZoo for turns: what all seats see, and what they got."""
    env = raw_env(setting.game, setting.players, setting.options, max_cycles=CYCLES, hands=thrown)
    rng = Random(SEED)
    env.reset(seed=SEED)
    for _ in range(STEPS):
        yield [_plain(env.observe(agent)) for agent in env.possible_agents], env.agent_selection, env.rewards
        yield env.terminations, env.truncations, env.infos
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            break
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))


def ticks(setting: Setting) -> Iterator[Any]:
    """Through the environment of PettingZoo for ticks, in which each seat claims now and then."""
    env = parallel_env(setting.game, setting.players, setting.options, max_cycles=CYCLES, hands=thrown)
    rng = Random(SEED)
    seen, told = env.reset(seed=SEED)
    yield told
    for _ in range(STEPS):
        yield {agent: _plain(found) for agent, found in seen.items()}
        if not env.agents:
            break
        given = {agent: rng.choice(np.flatnonzero(found["action_mask"]).tolist()) for agent, found in seen.items()}
        seen, *told = env.step(given)
        yield told


def states(setting: Setting) -> Iterator[Any]:
    """Through OpenSpiel: what each player knows, may do and got."""
    game, rng = pyspiel.load_game(name_of(setting.game), {"players": setting.players, "seed": SEED}), Random(SEED)
    state, observer = game.new_initial_state(), game.make_py_observer()
    for _ in range(STEPS):
        yield state.current_player(), state.legal_actions(), state.returns(), str(state)
        yield [observer.string_from(state, player) for player in range(setting.players)]
        if state.is_terminal():
            break
        odds = state.chance_outcomes() if state.is_chance_node() else None
        state.apply_action(rng.choice([action for action, _ in odds] if odds else state.legal_actions()))


def text(setting: Setting) -> Iterator[Any]:
    """By text, with a bot on every second seat."""
    server, rng = Server(), Random(SEED)
    seats = [("human", "greedy")[n % 2] for n in range(setting.players)]
    options = {option.name: str(setting.options[option.name]) for option in setting.game.options}

    def asked(**request: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(server.answer(json.dumps(request)))
        return told

    told = asked(do="new", game=setting.game.slug, seats=seats, options=options, seed=SEED)
    for _ in range(STEPS):
        yield told
        if told.get("is_over") or not told["ok"]:
            break
        if told["legal"]:
            told = asked(do="play", match="1", action=rng.choice(told["legal"]))
        else:
            told = asked(do="wait", match="1", seconds=5)
    yield asked(do="result", match="1")
    yield asked(do="new", game=setting.game.slug, seats=["greedy"] * setting.players, options=options, seed=SEED)
    yield asked(do="wait", match="2", seconds=30)


def _plain(seen: Any) -> Any:
    return seen["observation"].tobytes(), np.flatnonzero(seen["action_mask"]).tolist()


def listed(game: AnyGame) -> str:
    """The digest of each face; nothing for a game in which seats choose nothing."""
    usual = made(game.slug, "usual")
    setting = usual or made(game.slug, "other")
    if setting is None:
        return "nothing"
    faces = [ticks, text] if is_race(setting) else [turns, ticks, text]
    if usual is not None and game.kind != "race":
        faces.append(states)
    found = {face.__name__: sha256(repr(list(face(setting))).encode()).hexdigest()[:8] for face in faces}
    return ", ".join(f"{name} {digest}" for name, digest in found.items())


if __name__ == "__main__":
    KEPT.main({game.slug: listed(game) for game in all_games()})
