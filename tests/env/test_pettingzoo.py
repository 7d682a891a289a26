"""PettingZoo's own tests on every game, and what they do not look at."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
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


def test_the_page_says_how_many_actions_there_are() -> None:
    counts = []
    for game in all_games():
        with suppress(UnknownName):  # a game of hands alone
            counts.append((len(env(game.slug).unwrapped.actions), game.title))
    (least, where), (most, there) = min(counts), max(counts)
    page = Path(__file__).parents[2].joinpath("docs", "turn-games.md").read_text(encoding="utf-8")
    assert f"There are from {least} ({where}) to {most:,} ({there})." in " ".join(page.split())


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


@pytest.mark.parametrize("make", [raw_env, parallel_env])
@pytest.mark.parametrize("action", [-1, 1.7, 10**6, None, "place R440", True, np.float32(1)], ids=repr)
def test_an_action_that_is_no_index_is_refused_and_nothing_has_changed(make: Any, action: Any) -> None:
    played = make("rasanto", options={"first_player": 1})
    played.reset(seed=1)
    before = played._state()
    with pytest.raises(IllegalMove, match=r"seat_1: action .*: expected a whole number from 0 to "):
        played.step({"seat_2": 0, "seat_1": action} if make is parallel_env else action)
    assert played._state() is before


@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
def test_what_a_reset_and_a_tick_are_given_is_checked(make: Any) -> None:
    played = make("rasanto", options={"first_player": 1})
    for given, said in (
        ({"options": 3}, "reset options 3: expected them by name"),
        ({"seed": 1.5}, "seed 1.5: expected a whole number"),
        ({"seed": True}, "seed True: expected a whole number"),
        ({"seed": -1}, "seed -1: expected a whole number from 0 on"),
    ):
        with pytest.raises(UnknownName, match=said):
            played.reset(**given)
    played.reset(seed=1, options={"other": "of a wrapper"})
    if make is parallel_env:
        for actions in (None, 3, [0, 0], "seat_1"):
            with pytest.raises(IllegalMove, match=r"actions .*: expected one by each agent's name"):
                played.step(actions)


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_an_agent_that_there_is_not_is_told(make: Any) -> None:
    played = make("rasanto")
    played.reset(seed=1)
    for ask in (played.action_space, played.observation_space, *([played.observe] if make is raw_env else [])):
        for agent in ("seat_9", "x", None, 1):
            with pytest.raises(IllegalMove, match=r"agent .*: expected one of seat_1, seat_2"):
                ask(agent)


@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.array], ids=lambda kind: kind.__name__)
def test_whatever_index_the_action_space_contains_is_played(make: Any, kind: Any) -> None:
    played = make("rasanto", options={"first_player": 1})
    played.reset(seed=1)
    before, action = played.unwrapped._state(), kind(3)
    assert played.action_space("seat_1").contains(action)
    played.step({"seat_1": action, "seat_2": 0} if make is parallel_env else action)
    assert played.unwrapped._state() is not before


def test_before_a_reset_and_after_the_end_the_error_says_so() -> None:
    for make in (raw_env, parallel_env):
        played, act = make("rasanto", max_cycles=1, render_mode="ansi"), {} if make is parallel_env else 0
        asked = [(played.step, (act,)), (played.render, ()), (played._seen, ("seat_1", False))]
        if make is raw_env:
            asked += [(played.last, ()), (played.agent_iter, ()), (played.observe, ("seat_1",))]
        for ask, given in asked:
            with pytest.raises(IllegalMove, match="rasanto: nothing is played yet; expected a reset first"):
                ask(*given)
        played.reset(seed=1)
        if make is raw_env:
            played.step(int(np.flatnonzero(played.last()[0]["action_mask"])[0]))
        while played.agents:
            played.step(None if make is raw_env else act)
        for ask, given in ((played.step, (act,)), *([(played.last, ())] if make is raw_env else [])):
            with pytest.raises(IllegalMove, match="rasanto: the game is over; expected a reset first"):
                ask(*given)
    played.reset(seed=1)
    with pytest.raises(IllegalMove, match="agent 'seat_9': expected one of seat_1, seat_2"):
        played.step({"seat_9": 0})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"max_cycles": 0}, "max_cycles 0: expected None or a whole number, 1 or more"),
        ({"max_cycles": 2.5}, "max_cycles 2.5: expected None or"),
        ({"render_mode": "rgb"}, "render_mode 'rgb': expected None, human, ansi, rgb_array"),
        ({"hands": "planner"}, "hands 'planner': expected a function"),
        ({"players": 2.5}, "players 2.5: expected"),
        ({"players": "two"}, "players 'two': expected"),
        ({"options": "fill=deferred"}, "options 'fill=deferred': expected"),
    ],
    ids=str,
)
def test_what_an_environment_is_given_is_checked_and_named(given: dict[str, Any], said: str) -> None:
    for make in (raw_env, env, parallel_env):
        with pytest.raises(UnknownName, match=said):
            make("rasanto", **given)
    with pytest.raises(UnknownName, match="game 5: expected"):
        raw_env(5)


@pytest.mark.parametrize("copied", [deepcopy, lambda played: pickle.loads(pickle.dumps(played))])
@pytest.mark.parametrize("slug", ["rasanto", "storing-scores", "mucho"])
def test_copies_go_on_alike_from_before_the_first_reset_and_from_the_midst(slug: str, copied: Any) -> None:
    for make in (raw_env, parallel_env):
        played = make(slug)
        for _ in range(2):
            other, rng = copied(played), np.random.default_rng(0)
            if not played.agents:
                for each in (played, other):
                    each.reset(seed=1)
            for _ in range(4):
                told = []
                for agent in played.agents[:1] if make is parallel_env else [played.agent_selection]:
                    mask = played._seen(agent, False)["action_mask"]
                    action = int(rng.choice(np.flatnonzero(mask)))
                    told = [each.step({agent: action} if make is parallel_env else action) for each in (played, other)]
                assert repr(told[0]) == repr(told[1])
                seen = [
                    [each._seen(agent, False)["observation"].tobytes() for agent in each.agents]
                    for each in (played, other)
                ]
                assert seen[0] == seen[1] and played.agents == other.agents


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
