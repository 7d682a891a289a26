"""OpenSpiel's own tests on every game, and its searches in whole matches."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, Game
from skill.rules.options import Option
from tests.env.settings import ALL, SOME, made

pyspiel = pytest.importorskip("pyspiel")  # it has no wheel for some machines
face = pytest.importorskip("skill.env.openspiel")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

EVERY = pytest.mark.parametrize(("slug", "kind"), ALL)
FEW = pytest.mark.parametrize(("slug", "kind"), SOME)
SHORT = 3  # turns, rounds or idle rounds after which games end that have a cap
OPEN = ["rasanto", "ruins", "summit-storm", "witches-dance"]
HIDDEN = ["wolf", "slipped", "cui-bono-abacus", "el-dado", "doubles", "asparagus"]
UTILITY, CHANCE_MODE = pyspiel.GameType.Utility, pyspiel.GameType.ChanceMode


def loaded(slug: str, **given: object) -> Any:
    return pyspiel.load_game(face.name_of(find_game(slug)), {name: _parameter(value) for name, value in given.items()})


def _parameter(value: object) -> object:
    return value.replace(",", ";") if isinstance(value, str) else value


def capped(game: AnyGame) -> dict[str, object]:
    """Options with which the game is short."""
    return {o.name: max(SHORT, _lowest(o)) for o in game.options if o.is_range and o.name.endswith(("_cap", "_rounds"))}


def _lowest(option: Option) -> int:
    return int(option.choices[0])


def check_random_games(slug: str, kind: str) -> None:
    setting = made(slug, kind)
    game = find_game(slug)
    if setting is None or game.kind == "race":
        return
    given = {
        o.name: v if isinstance(o.default, str) == isinstance(v, str) else f"#{v}"
        for o in game.all_options
        for v in [setting.options[o.name]]
    } | capped(game)
    if given.get("think_time_s"):
        given["think_time_s"] = 0  # against the clock it is a race
    played = loaded(slug, players=setting.players, **given)
    assert played.num_players() == setting.players
    pyspiel.random_sim_test(played, num_sims=1, serialize=True, verbose=False)
    known = played.get_type()
    assert known.utility == (UTILITY.ZERO_SUM if setting.players > 1 else UTILITY.GENERAL_SUM)
    assert known.chance_mode == CHANCE_MODE.EXPLICIT_STOCHASTIC


def test_all_turn_games_are_registered() -> None:
    here = {
        face.name_of(game)
        for game in all_games()
        if game.kind != "race" and (made(game.slug, "usual") or made(game.slug, "other"))
    }
    registered = {name for name in pyspiel.registered_names() if name.startswith("skillbox_")}
    assert registered - {"skillbox_tower"} == here  # which the page for designers registers, if it ran before
    assert len(here) > 45


@FEW
def test_some_random_games(slug: str, kind: str) -> None:
    check_random_games(slug, kind)


@pytest.mark.slow
@EVERY
def test_random_games(slug: str, kind: str) -> None:
    check_random_games(slug, kind)


def test_parameters() -> None:
    game = loaded("forbidden-number", forbidden="#4", first_player="#2", placing="up_to")
    assert game.setting.options["forbidden"] == 4
    again = pyspiel.load_game(str(game))
    assert again.setting == game.setting
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        loaded("rasanto", size=3)


def test_a_game_without_a_seed_has_the_seed_0() -> None:
    """In which what chance brings shows: a game that is loaded by its name alone can be played again."""
    after = []
    for given in ({}, {"seed": 0}, {"seed": 1}):
        state = loaded("reducto", **given).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        after.append(str(state))
    assert after[0] == after[1] != after[2]


def played_out(state: Any, choose: Any, rng: np.random.RandomState) -> Any:
    """The state at the end of a match in which `choose` picks for players and `rng` for chance."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(choose(state)))
    return state


def test_a_history_is_enough_to_play_a_game_again() -> None:
    rng = np.random.RandomState(3)
    game = loaded("reducto", seed=7)
    state = played_out(game.new_initial_state(), lambda state: rng.choice(state.legal_actions()), rng)
    again = loaded("reducto", seed=7).new_initial_state()
    other = loaded("reducto", seed=8).new_initial_state()
    assert again.legal_actions() == list(range(8)) or len(again.chance_outcomes()) == face.SEEDS
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    other.apply_action(state.history()[0])
    assert str(other) != str(loaded("reducto", seed=7).new_initial_state().child(state.history()[0]))


def search(slug: str, players: int = 2) -> list[float]:
    """The returns of a match between OpenSpiel's own searches."""
    game = loaded(slug, players=players)
    rng = np.random.RandomState(5)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        bots = [ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=rng) for _ in range(players)]
    else:
        bots = [mcts.MCTSBot(game, 1.4, 2, evaluator, random_state=rng) for _ in range(players)]
    end = played_out(game.new_initial_state(), lambda state: bots[state.current_player()].step(state), rng)
    returns: list[float] = end.returns()
    assert sum(returns) == pytest.approx(0)
    return returns


@pytest.mark.parametrize("slug", ["witches-dance", "slipped"])
def test_searches_play_two_games(slug: str) -> None:
    search(slug)


@pytest.mark.slow
@pytest.mark.parametrize("slug", OPEN + HIDDEN)
def test_searches_play_ten_games(slug: str) -> None:
    search(slug, find_game(slug).players[0] if slug != "wolf" else 2)


HIDING = [game.slug for game in all_games() if type(game).view is not Game.view and game.kind != "race"]


@pytest.mark.parametrize("slug", [*HIDING, *(slug for slug in OPEN if find_game(slug).players[0] <= 2)])
def test_a_resampled_state_looks_the_same(slug: str) -> None:
    """To the player: what it sees, may do, and knows of the past."""
    rng = np.random.RandomState(2)
    state = loaded(slug, players=2).new_initial_state()
    looked_at = 0
    while looked_at < 3 and not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, Random(looked_at).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        looked_at += 1
        for _ in range(3):
            if not state.is_terminal() and not state.is_chance_node():
                state.apply_action(int(rng.choice(state.legal_actions())))


def test_information_states_remember() -> None:
    """Two orders of the same moves: the observation is the same, what is remembered is not."""
    states = []
    for order in (
        ("place R440", "place G404", "place R044", "place G800"),
        ("place R044", "place G404", "place R440", "place G800"),
    ):
        state = loaded("rasanto", first_player="#1").new_initial_state()
        for action in order:
            state.apply_action(state.string_to_action(action))
        states.append(state)
    one, other = states
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.clone().information_state_string(0) == one.information_state_string(0)


def test_python_ends_in_peace() -> None:
    """What OpenSpiel holds at the end of a process must not bring it down."""
    code = "import pyspiel, skill.env.openspiel; pyspiel.load_game('skillbox_rasanto').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
