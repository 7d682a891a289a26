"""Policies of files: those that stable-baselines3 has saved, and wrappers."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.spaces import Box  # noqa: E402

from skill.env.tasks.dataset import Piece, Source, attempt  # noqa: E402
from skill.env.tasks.environment import SkillTask  # noqa: E402
from skill.env.tasks.evaluation import Asked, evaluate  # noqa: E402
from skill.env.tasks.policies import Learned, find_policy, wrapped  # noqa: E402
from skill.errors import FileError, UnknownName  # noqa: E402
from skill.programs import read_program  # noqa: E402

FLAT = "import gymnasium\ndef wrap(env):\n    return gymnasium.wrappers.FlattenObservation(env)\n"


class Counting:
    """A model that counts its actions in its state, as a recurrent one keeps its memory."""

    def __init__(self, env: Any) -> None:
        self.action_space, self.observation_space = env.action_space, env.observation_space

    def predict(self, seen: Any, state: Any, episode_start: Any, deterministic: bool) -> tuple[Any, Any]:
        state = np.zeros(1) if state is None or episode_start.all() else state
        return np.full(self.action_space.shape, state[0] / 10, np.float32), state + 1


def test_a_policy_keeps_its_state_through_an_attempt_and_not_beyond() -> None:
    env = SkillTask("set")
    policy = Learned(Path("x.zip"), Counting(env))
    for _ in range(2):
        act = policy(env, 0)
        assert [float(act({})[0]) for _ in range(3)] == pytest.approx([0.0, 0.1, 0.2])


def test_spaces_of_a_policy_are_compared_with_those_of_the_task() -> None:
    task = SkillTask("set")
    turned = gymnasium.wrappers.AddRenderObservation(SkillTask("set", render_mode="rgb_array", size=(8, 6)))
    model = Counting(turned)
    model.observation_space = Box(0, 255, (3, 6, 8), np.uint8)  # as stable-baselines3 turns pictures
    Learned(Path("x.zip"), model).check(turned)
    scaled = Counting(task)
    scaled.observation_space = Box(-10, 10, (2,), np.float32)
    for other, space in ((Counting(SkillTask("hop")), "action_space"), (scaled, "observation_space")):
        with pytest.raises(FileError, match=rf"x\.zip: learned with {space} .*; task set has .* --wrap FILE\.py"):
            Learned(Path("x.zip"), other).check(task)
    with pytest.raises(FileError, match="observation_space"):
        Learned(Path("x.zip"), Counting(task)).check(gymnasium.wrappers.FlattenObservation(task))


def test_wrappers_are_given_by_a_file(tmp_path: Path) -> None:
    env, file = SkillTask("throw-once"), tmp_path / "flat.py"
    assert wrapped(env, None) is env
    file.write_text(FLAT)
    assert len(wrapped(env, read_program(file)).observation_space.shape) == 1
    policy = tmp_path / "still.py"
    policy.write_text("import numpy as np\ndef policy(seen):\n    assert seen.ndim == 1\n    return np.zeros(9)\n")
    (episode,) = evaluate(Asked("throw-once", str(policy), wrap=str(file)), range(1))
    assert episode.actions == 1
    for text, said in (
        ("x = 1", r"expected a function wrap\(env\)"),
        ("def wrap(env):\n    return None", "expected the environment that it was given, in wrappers"),
        ("1 / 0", "cannot be run: ZeroDivisionError"),
    ):
        file.write_text(text)
        with pytest.raises(FileError, match=said):
            wrapped(env, read_program(file))
    with pytest.raises(FileError, match=r"none\.py"):
        evaluate(Asked("throw-once", "random", wrap=str(tmp_path / "none.py")), range(1))


def test_wrappers_may_ask_for_pictures_of_the_size_that_a_policy_was_trained_with(tmp_path: Path) -> None:
    file = tmp_path / "pictures.py"
    text = "from gymnasium.wrappers import AddRenderObservation\ndef wrap(env):\n"
    file.write_text(
        text + "    env.render_mode, env.size = 'rgb_array', (8, 6)\n    return AddRenderObservation(env)\n"
    )
    env = wrapped(SkillTask("throw-once"), read_program(file))
    assert env.observation_space == Box(0, 255, (6, 8, 3), np.uint8)
    assert env.reset(seed=0)[0].shape == (6, 8, 3)
    with pytest.raises(UnknownName, match="size 8: expected width and height"):
        env.unwrapped.size = 8


def test_a_policy_that_was_trained_with_another_repeat_is_told_where_what_it_saw_last_says_so() -> None:
    fine, usual = SkillTask("hop", repeat=1), SkillTask("hop")
    model = Counting(usual)
    fine.reset(seed=0)
    for samples in range(1, 7):
        seen, *_ = fine.step(np.zeros(8, np.float32))
        model._last_obs = {key: np.array([value]) for key, value in seen.items()}
        Learned(Path("x.zip"), model).check(fine)
        if samples < 6:
            with pytest.raises(FileError, match=f"after input sample {samples}, .* of 6 samples ends; .* --repeat"):
                Learned(Path("x.zip"), model).check(usual)
    Learned(Path("x.zip"), model).check(usual)


RAISING = (
    ("def policy(seen):\n    return seen['dice'][9]\n", r"p\.py, line 2: IndexError"),
    ("def policy(seen):\n    raise SystemExit(0)\n", r"p\.py, line 2: SystemExit"),
    ("import json\ndef policy(seen):\n    return json.loads('[')\n", r"p\.py, line 3: JSONDecodeError"),
    ("def policy():\n    pass\n", r"p\.py: TypeError"),
    ("def begin(env, seed):\n    return 1 / 0\n", r"p\.py, line 2: ZeroDivisionError"),
    ("def begin(env, seed):\n    return None\n", r"begin\(env, seed\): expected a function"),
    ("begin = 3\n", r"expected a function policy\(observation\) or begin"),
)


@pytest.mark.parametrize(("text", "said"), RAISING)
def test_what_a_policy_raises_is_told_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "p.py"
    file.write_text(text)
    with pytest.raises(FileError, match=said):
        evaluate(Asked("throw-once", str(file)), range(1))
    with pytest.raises(FileError, match=said):
        attempt(Source("throw-once", str(file), None, read_program(file)), Piece(0, 0))


def test_what_wrappers_raise_is_told_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "w.py"
    inner = "import gymnasium\nclass W(gymnasium.Wrapper):\n    def step(self, a):\n        raise KeyError('x')\n"
    for text, said in (
        (inner + "def wrap(env):\n    return W(env)\n", r"w\.py, line 4: KeyError"),
        ("def wrap(env):\n    return env.nothing\n", r"w\.py, line 2: AttributeError"),
    ):
        file.write_text(text)
        with pytest.raises(FileError, match=said):
            evaluate(Asked("throw-once", "random", wrap=str(file)), range(1))


def test_repeat_is_that_with_which_a_policy_was_trained(tmp_path: Path) -> None:
    policy = tmp_path / "still.py"
    policy.write_text("import numpy as np\ndef policy(seen):\n    return np.zeros(4)\n")
    counts = [evaluate(Asked("pour", str(policy), repeat=repeat), range(1))[0].actions for repeat in (None, 30)]
    assert counts[0] > counts[1] > 0


def test_an_algorithm_that_is_not_known_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    for kind, data in (("sb3_contrib.ars.policies", {}), ("stable_baselines3.common.policies", {"cg_max_steps": 1})):
        with zipfile.ZipFile(file, "w") as made:
            made.writestr("data", json.dumps({"policy_class": {"__module__": kind}, **data}))
        with pytest.raises(FileError, match=rf"policies of {kind} are not known; expected one of PPO, A2C, SAC"):
            find_policy(str(file))


@pytest.mark.parametrize("name", ["PPO", "A2C", "SAC", "TD3", "DDPG", "RecurrentPPO", "TQC"])
def test_models_of_stable_baselines_are_read_and_compared(name: str, tmp_path: Path) -> None:
    package = pytest.importorskip("sb3_contrib" if name in ("RecurrentPPO", "TQC") else "stable_baselines3")
    kind = "MultiInputLstmPolicy" if name == "RecurrentPPO" else "MultiInputPolicy"
    more = {"buffer_size": 10} if name in ("SAC", "TD3", "DDPG", "TQC") else {}
    file = tmp_path / "model.zip"
    getattr(package, name)(kind, SkillTask("throw-once"), **more).save(file)
    (episode,) = evaluate(Asked("throw-once", str(file)), range(1))
    assert episode.actions == 1
    with pytest.raises(FileError, match="learned with action_space"):
        evaluate(Asked("hop", str(file)), range(1))
    wrap = tmp_path / "flat.py"
    wrap.write_text(FLAT)
    with pytest.raises(FileError, match="learned with observation_space"):
        evaluate(Asked("throw-once", str(file), wrap=str(wrap)), range(1))


def made() -> SkillTask:
    return SkillTask("throw-once")


def test_a_model_of_wrapped_and_normalised_observations(tmp_path: Path) -> None:
    sb3 = pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

    file, wrap = tmp_path / "model.zip", tmp_path / "flat.py"
    wrap.write_text(FLAT)
    sb3.PPO("MlpPolicy", wrapped(SkillTask("throw-once"), read_program(wrap))).save(file)
    assert evaluate(Asked("throw-once", str(file), wrap=str(wrap)), range(1))[0].actions == 1
    with pytest.raises(FileError, match="--wrap"):
        evaluate(Asked("throw-once", str(file)), range(1))
    for many, is_strange in ((DummyVecEnv([made] * 3), False), (VecNormalize(DummyVecEnv([made] * 3)), True)):
        model = sb3.PPO("MultiInputPolicy", many, n_steps=4, batch_size=4, n_epochs=1)
        model.learn(12)
        model.save(file)
        if is_strange:
            with pytest.raises(FileError, match="learned with observations that task throw-once never makes, such as"):
                evaluate(Asked("throw-once", str(file)), range(1))
        else:
            assert evaluate(Asked("throw-once", str(file)), range(1))[0].actions == 1
