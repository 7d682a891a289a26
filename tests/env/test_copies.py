"""A task in the midst of an attempt, copied, pickled and put back: to the byte, or fast and close."""

from __future__ import annotations

import gc
import pickle
import sys
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from skill.env.tasks.environment import SkillTask, TaskState  # noqa: E402
from skill.errors import EngineError, UnknownName  # noqa: E402
from skill.lattice.notation import parse_position  # noqa: E402
from skill.lattice.pyramid import EMPTY  # noqa: E402
from skill.physics.attempt import AttemptRun, replay  # noqa: E402
from skill.physics.scene import ENGINE_VARIABLE, load_scene  # noqa: E402
from skill.physics.world import World  # noqa: E402
from tests.engines import of_bullet  # noqa: E402

MIDST = {"hop": 0.02, "blow-one": 0.3, "join": 0.03, "flick-to-once": 0.0, "stack": 0.2, "pour": 0.1}
"""Tasks, and how wildly their tools are moved so that the attempt goes on."""


def in_the_midst(name: str, **more: Any) -> tuple[SkillTask, list[Any]]:
    """A task after some actions, and those that follow."""
    env = SkillTask(name, **more)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    actions = [rng.uniform(-MIDST[name], MIDST[name], env.action_space.shape) for _ in range(8)]
    for action in actions[: 0 if env.task.once else 3]:
        env.step(action)
    return env, actions[3:]


def told(env: Any, actions: list[Any]) -> bytes:
    """All that happens until the attempt is over, and how the one after it begins."""
    found = []
    for action in actions:
        seen, *rest = env.step(action)
        found += [*(seen[key].tobytes() for key in sorted(seen)), repr(rest).encode()]
        if rest[1] or rest[2]:
            break
    seen, _ = env.reset()
    return b"".join([*found, *(seen[key].tobytes() for key in sorted(seen))])


@pytest.mark.parametrize("name", MIDST)
def test_copies_and_pickles_go_on_with_the_same_bytes(name: str) -> None:
    env, following = in_the_midst(name, variation=True)
    others = [deepcopy(env), pickle.loads(pickle.dumps(env)), SkillTask(name, variation=True)]
    others[2].restore(env.state())
    want = told(env, following)
    assert [told(other, following) == want for other in others] == [True] * 3


def test_wrapped_and_vectorised_tasks_can_be_copied() -> None:
    env = gymnasium.make("skill.env:Skillbox/Hop-v0")
    with pytest.raises(UnknownName, match="reset it first"):
        env.unwrapped.state()
    fresh = deepcopy(env)
    for each in (env, fresh):
        each.reset(seed=1)
        each.step(np.full(8, 0.01, np.float32))
    twin, again = deepcopy(env), [np.full(8, -0.02, np.float32)]
    assert told(env, again) == told(fresh, again) == told(twin, again)
    many = gymnasium.make_vec("skill.env:Skillbox/Hop-v0", num_envs=2, vectorization_mode="sync")
    many.reset(seed=1)
    other = deepcopy(many)
    one, two = (each.step(np.full((2, 8), 0.02, np.float32))[0]["dice"].tobytes() for each in (many, other))
    assert one == two


def test_a_copy_that_is_wrapped_anew_shows_itself() -> None:
    """A copied `AddRenderObservation` shows the environment that it was made with."""
    task = SkillTask("hop", render_mode="rgb_array", size=(96, 72))
    env = gymnasium.wrappers.AddRenderObservation(task)
    before, _ = env.reset(seed=3)
    twin = gymnasium.wrappers.AddRenderObservation(deepcopy(task))
    after, *_ = twin.step(np.ones(8))
    assert (twin.render() == after).all() and (after != before).any() and (env.render() == before).all()


@of_bullet
def test_what_is_restored_in_place_on_bullet_is_close_and_says_that_it_is_no_more() -> None:
    env, following = in_the_midst("hop")
    state = env.state()
    want = [env.step(action)[0] for action in following]
    seen, info = env.restore(pickle.loads(pickle.dumps(state)), exact=False)
    assert info["outcome"] == "running" and seen["time"] < want[0]["time"]
    for action, exact in zip(following, want, strict=True):
        close, *_ = env.step(action)
        assert np.abs(close["dice"][:, :3] - exact["dice"][:, :3]).max() < 0.1
        assert close["hands"] == pytest.approx(exact["hands"], abs=1e-6)  # tremor and all
    with pytest.raises(EngineError, match="cannot be copied"):
        deepcopy(env)
    inexact = env.state()
    with pytest.raises(EngineError, match="its samples do not lead to"):
        env.restore(inexact)
    env.restore(inexact, exact=False)
    env.restore(state)
    assert [env.step(action)[0]["dice"].tobytes() for action in following] == [each["dice"].tobytes() for each in want]
    deepcopy(env)


@pytest.mark.parametrize("name", MIDST)
def test_what_is_restored_in_place_on_rapier_has_the_same_bytes(name: str) -> None:
    env, following = in_the_midst(name, variation=True, engine="rapier")
    state, other = env.state(), SkillTask(name, variation=True, engine="rapier")
    other.reset(seed=5)
    want = told(env, following)
    for each in (env, other):
        each.restore(pickle.loads(pickle.dumps(state)), exact=False)
        assert told(deepcopy(each), following) == told(each, following) == want


@pytest.mark.slow
def test_a_throw_on_rapier_is_restored_a_thousand_times() -> None:
    start = parse_position("R332:321 G422:321 K800:321")
    run = AttemptRun(load_scene("faraday", {"engine.name": "rapier"}), start, seed=1)
    rest = run.toolset.rest
    run.world.release(0, (3.0, 1.0, 50.0), (5.0, 6.0, 7.0))
    for _ in range(6):
        run.tick(rest)
    snapshot, want = run.snapshot(), b""
    for n in range(1000):
        for _ in range(4):
            run.tick(rest)
        told = run.world.observed[0].tobytes() + run.world.observed[1].tobytes()
        want = want or told
        assert told == want, n
        run.restore(snapshot)


def test_a_state_is_of_tasks_that_were_made_alike() -> None:
    env, _ = in_the_midst("hop", level="easy")
    state: TaskState = env.state()
    SkillTask("hop", level="easy", repeat=2, reward="shaped").restore(state, exact=False)
    with pytest.raises(UnknownName, match="with level 'easy': expected one with 'book'"):
        SkillTask("hop").restore(state)


def test_copies_and_states_keep_their_engine_wherever_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    env, _ = in_the_midst("hop")
    carried, state = pickle.dumps(env), env.state()
    action = env.action_space.sample()
    want = env.step(action)[0]["dice"].tobytes()
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    assert pickle.loads(carried).step(action)[0]["dice"].tobytes() == want
    with pytest.raises(UnknownName, match="with engine 'bullet': expected one with 'rapier'"):
        SkillTask("hop").restore(state)
    other = SkillTask("hop", engine="bullet")
    other.restore(state)
    assert other.step(action)[0]["dice"].tobytes() == want


def test_an_attempt_is_copied_by_its_samples_and_a_world_not_at_all() -> None:
    env, _ = in_the_midst("stack")
    run = env.running
    twin = deepcopy(run)
    for each in (run, twin):
        each.tick(run.toolset.rest)
    assert run.world.observed[0].tobytes() == twin.world.observed[0].tobytes() and run.world is not twin.world
    over = replay(run.trace)
    assert pickle.loads(pickle.dumps(over)).report() == copy(over).report() == over.report()
    for thing in (World(load_scene("lab"), EMPTY), run.rehearsal()):
        with pytest.raises(EngineError, match="cannot be copied"):
            deepcopy(thing)


def test_what_fell_is_back_on_the_plate() -> None:
    """The picture of a state that is restored shows no die on the table which had not fallen yet."""
    env = SkillTask("hop", render_mode="rgb_array", repeat=1)
    env.reset(seed=3)
    state, before = env.state(), env.running.poses().positions
    for n in range(240):
        env.step(np.array([1 - 2 * (n // 20 % 2)] * 8))
        if env.running.world.fallen:
            break
    assert env.running.world.fallen
    env.restore(state, exact=False)
    assert env.running.poses().positions == pytest.approx(before, abs=0.01) and not env.running.world.fallen


@pytest.mark.parametrize("name", ["hop", "press", "flick-to-once", "pour"])
def test_resets_keep_nothing(name: str) -> None:
    """PyBullet keeps whatever corners it is given for ever, 0.9 kB a reset, were they made anew each time."""
    env = SkillTask(name)

    def held(seeds: range) -> int:
        for seed in seeds:
            env.reset(seed=seed)
        gc.collect()
        return sys.getallocatedblocks()

    before = held(range(15))
    assert held(range(15, 30)) - before < 15 * 4  # the corners alone are 9
