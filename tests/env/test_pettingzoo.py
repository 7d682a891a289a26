"""PettingZoo's own tests on every game, and what they do not look at."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from skill.env.observation import layout_of
from skill.env.pettingzoo import TICK_S, WAIT, env, parallel_env, raw_env
from skill.env.playing import Setting, utilities
from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import parse_cell
from skill.rules.catalogue import all_games
from skill.rules.game import Result
from tests.env.settings import ALL, SOME, is_race, made, thrown

CYCLES = 24
EVERY = pytest.mark.parametrize(("slug", "kind"), ALL)
FEW = pytest.mark.parametrize(("slug", "kind"), SOME)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Its tests warn of every observation that is a dictionary, as all with masks are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def turns(setting: Setting, **more: Any) -> Any:
    return env(setting.game, setting.players, setting.options, hands=thrown, **more)


def ticks(setting: Setting, **more: Any) -> parallel_env:
    return parallel_env(setting.game, setting.players, setting.options, hands=thrown, **more)


def seeded(setting: Setting, max_cycles: int) -> parallel_env:
    """The same with a seed for all that is drawn, actions too: a game may be over before its cycles are."""
    played = ticks(setting, max_cycles=max_cycles)
    played.reset(seed=1)
    for number, agent in enumerate(played.possible_agents):
        played.action_space(agent).seed(number)
    return played


def check_turns(setting: Setting | None) -> None:
    """A race is refused; it is played in ticks."""
    if setting is None:
        return
    if is_race(setting):
        with pytest.raises(UnknownName, match="parallel_env"):
            api_test(turns(setting), num_cycles=CYCLES)
        return
    api_test(turns(setting), num_cycles=CYCLES)
    seed_test(lambda: turns(setting), num_cycles=CYCLES // setting.players)


def check_ticks(setting: Setting | None) -> None:
    if setting is None:
        return
    parallel_api_test(ticks(setting), num_cycles=CYCLES)
    parallel_seed_test(lambda: ticks(setting), num_cycles=CYCLES // 2)
    module = SimpleNamespace(
        parallel_env=lambda max_cycles: seeded(setting, max_cycles),
        env=lambda max_cycles: parallel_to_aec(seeded(setting, max_cycles)),
    )
    max_cycles_test(module)


def check_pictures(setting: Setting | None) -> None:
    if setting is not None and is_race(setting):
        render_test(lambda render_mode: parallel_to_aec(ticks(setting, render_mode=render_mode)))
    elif setting is not None:
        render_test(lambda render_mode: turns(setting, render_mode=render_mode))


def test_games_without_a_choice_are_refused() -> None:
    """Games of skill, and Golden Centre as it is usual; all others are there, with two option sets each."""
    refused = {entry for entry in ALL if made(*entry) is None}
    skill = {game.slug for game in all_games() if game.family == "skill"} - {"hide-away"}
    assert refused == {(slug, kind) for slug in skill for kind in ("usual", "other")} | {("golden-centre", "usual")}
    with pytest.raises(UnknownName, match="golden-centre: seats choose nothing"):
        env("golden-centre")


@FEW
def test_some_games_in_turns(slug: str, kind: str) -> None:
    check_turns(made(slug, kind))


@pytest.mark.slow
@EVERY
def test_games_in_turns(slug: str, kind: str) -> None:
    check_turns(made(slug, kind))


@FEW
def test_some_games_in_ticks(slug: str, kind: str) -> None:
    check_ticks(made(slug, kind))


@pytest.mark.slow
@EVERY
def test_games_in_ticks(slug: str, kind: str) -> None:
    check_ticks(made(slug, kind))


def test_a_game_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.env.pettingzoo.PICTURE_SIZE", (60, 40))
    check_pictures(made("rasanto", "usual"))


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_games_can_be_looked_at(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.env.pettingzoo.PICTURE_SIZE", (60, 40))
    check_pictures(made(slug, "usual") or made(slug, "other"))


def test_a_match_to_its_end() -> None:
    """Rewards are those of the result, and come once."""
    played = env("rasanto")
    played.reset(seed=5)
    rng = np.random.default_rng(0)
    rewards = dict.fromkeys(played.possible_agents, 0.0)
    for agent in played.agent_iter():
        seen, reward, is_over, is_cut, told = played.last()
        rewards[agent] += reward
        assert not is_cut
        played.step(None if is_over else rng.choice(np.flatnonzero(seen["action_mask"])))
        if is_over:
            assert rewards[agent] == (1 if told["winners"] == (int(agent[-1]),) else -1)
    assert sum(rewards.values()) == 0


def test_illegal_actions() -> None:
    raw, wrapped = raw_env("rasanto", options={"first_player": 1}), env("rasanto", options={"first_player": 1})
    raw.reset(seed=1)
    illegal = raw.actions.index("place G341")
    with pytest.raises(IllegalMove, match="seat_1: place G341 is not legal"):
        raw.step(illegal)
    raw.step(raw.actions.index("place R440"))
    assert raw.agent_selection == "seat_2"
    wrapped.reset(seed=1)
    wrapped.step(illegal)
    assert wrapped.last()[1:4] == (-1.0, True, True)


def test_a_race_goes_by_ticks() -> None:
    """Who claims first acts; of equal claims the one that the game puts first."""
    with pytest.raises(UnknownName, match="greedy-grabber: anyone may act at once"):
        env("greedy-grabber").reset(seed=1)
    played = parallel_env("clever-mole", 2, {"rounds": 1, "first_player": 2, "round_limit": 1})
    played.reset(seed=3)
    claims = [n for n, action in enumerate(played.actions) if action.startswith("claim")]
    seen = played.step({"seat_1": WAIT, "seat_2": WAIT})[0]
    assert all(seen[agent]["action_mask"][claims].all() for agent in played.agents)
    winners = set()
    for claim in claims:
        played.reset(seed=3)
        winners.add(played.step({"seat_1": claim, "seat_2": claim})[4]["seat_1"]["winners"])
    assert winners == {(2,), (1, 2)}  # of six hills one is right, and seat 2 comes first; else nobody has a point
    played.reset(seed=3)
    waited = 0
    while played.agents:
        played.step(dict.fromkeys(played.agents, WAIT))
        waited += 1
    assert waited * TICK_S == pytest.approx(1.0, abs=TICK_S)


def test_an_observation_is_laid_out_as_told() -> None:
    played = raw_env("rasanto", options={"first_player": 1})
    played.reset(seed=1)
    played.step(played.actions.index("place R440"))
    layout = layout_of(played.setting)
    seen = played.observe("seat_2")["observation"]
    dice = layout.part(seen, "dice")
    assert list(dice[parse_cell("440")]) == [1, 0, 0, 0]
    assert np.count_nonzero(dice) == 1
    assert list(layout.part(seen, "turn")[:3]) == [2, 2, 2]
    assert layout.length == len(seen) == played.observation_space("seat_1")["observation"].shape[0]


@pytest.mark.parametrize(("slug", "beside"), [("squeezing", 165), ("rasanto", -1)])
def test_dice_beside_the_plate_are_told_where_they_are_limited(slug: str, beside: int) -> None:
    """Of the dice of a whole pyramid none is placed yet."""
    played = parallel_env(slug)
    seen, _ = played.reset(seed=1)
    for agent in played.agents:
        *_, high, low = map(int, played.layout.part(seen[agent]["observation"], "turn"))
        assert 128 * high + low == beside


def test_what_chance_rolled_is_seen_by_all_seats() -> None:
    """In Storing Scores it rolls three dice first: a colour, and a number from 1 to 6."""
    turns, ticks = raw_env("storing-scores"), parallel_env("storing-scores")
    turns.reset(seed=1)
    told = [(turns, {agent: turns.observe(agent) for agent in turns.agents}), (ticks, ticks.reset(seed=1)[0])]
    for face, seen in told:
        parts = [face.layout.part(seen[agent]["observation"], "rolled").reshape(-1, 3) for agent in face.agents]
        assert all(np.array_equal(part, parts[0]) for part in parts)
        assert (parts[0][:3, 0] > 0).all() and set(parts[0][:3, 2]) <= set(range(1, 7)) and not parts[0][3:].any()


def test_a_learner_hears_every_sum_in_what_it_sees_on_its_own_turns() -> None:
    """Three numbers and their sum, of each die that was lifted since it acted last, in a part of its own."""
    played = raw_env("forced-memory", 3)
    played.reset(seed=2)
    lifted: list[tuple[int, ...]] = []
    heard: dict[str, list[tuple[int, ...]]] = {agent: [] for agent in played.agents}
    since = dict.fromkeys(played.agents, 0)
    for _ in range(30):
        agent = played.agent_selection
        rows = played.layout.part(played.observe(agent)["observation"], "announced").reshape(-1, 14)
        found = [tuple(128 * int(row[n]) + int(row[n + 1]) for n in range(4, 12, 2)) for row in rows if row.any()]
        assert found == lifted[since[agent] :], agent
        heard[agent] += found
        since[agent] = len(lifted)
        (*_, number) = np.flatnonzero(played.observe(agent)["action_mask"])
        state = played._state()
        if (name := played.actions[number]).startswith("lift"):
            numbers = state.under(parse_cell(name[5:]))
            lifted.append((*numbers, sum(numbers)))
        played.step(int(number))
    assert len(lifted) > 10 and all(heard.values())
    assert not raw_env("rasanto").layout.part(np.zeros(9999, np.int8), "announced").size


def test_a_second_has_as_many_pictures_as_ticks() -> None:
    assert parallel_env("rasanto").metadata["render_fps"] * TICK_S == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ((1,), (1, -1)),
        ((1, 2), (0, 0)),
        ((), (0, 0)),
        ((2,), (-0.5, 1, -0.5)),
        ((1, 3), (0.25, -0.5, 0.25)),
        ((1,), (1,)),
    ],
)
def test_utilities(winners: tuple[int, ...], expected: tuple[float, ...]) -> None:
    assert utilities(Result(winners, (0,) * len(expected), ""), len(expected)) == pytest.approx(expected)
