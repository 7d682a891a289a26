"""The environment of a dexterity task for gymnasium: an attempt in the physical world, a few input samples at a time.

**Action**: `Box(-1, 1)`, a number for each column of an input sample of the tools (`SkillTask.columns`), from the least
value that the tool takes to the greatest. It holds for `repeat` samples, by default as many as make ten actions a
second. In tasks that are one decision it is the shot itself, without the column that lets go, and the step lasts until
dice lie.

**Observation**: a dictionary of float32, lengths in edges of a die, in the frame of the plate unless it says otherwise:

| key | shape | what |
| --- | --- | --- |
| `dice` | (n, 8) | of each die of plate, then hand: position, quaternion x y z w with w >= 0, and 1 if it is off |
| `plate` | (7,) | position and quaternion of the plate, world frame |
| `hands` | (columns,) | where the tools are, tremor not counted, in the numbers of an action |
| `goal` | (k, 3) | places to which dice are to go; only in tasks that draw them |
| `goal_distance` | (1,) | the distance that the rules or the exercise give, 0 at the goal |
| `time` | (1,) | share of the horizon that is gone |

A die that is off, laid aside or not yet taken up is off, at the origin, unturned. Places further than 100 edges away
and distances above 1000 are cut off there.

**Reward**: `sparse`, 1 for success and else 0; `shaped`, the same and by how much d / (1 + d / 10) has become less,
where d is the distance: near the goal that is the distance itself, and it is never more than 10. An episode is
terminated by success and failure and truncated when the horizon is over; a single decision always terminates. `info`
has `is_success`, `distance` and `outcome`, one of `running`, `success`, `failure`, `time`.

**Copies**: `copy.deepcopy`, pickle and `restore` begin the attempt anew and take the input so far: the same bytes from
there on. `restore(state, exact=False)` puts dice and tools where they were: fast, in Bullet close to it, in Rapier with
the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from random import Random
from typing import Any, Literal, NamedTuple, cast

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from skill.env.arguments import checked_seed, is_whole, reset_options
from skill.env.tasks.exercises import Beginning
from skill.env.tasks.task import Task, checked_factors, find_task, varied
from skill.errors import FileError, IllegalMove, UnknownName, Words, shortened
from skill.lattice.cells import COORDS
from skill.physics.attempt import AttemptRun, Snapshot
from skill.physics.attitude import quaternions
from skill.physics.scene import AS_THE_GAME, AS_THE_SCENE, Scene, checked_engine, load_scene, material_text, scene_text
from skill.physics.tools import toolset_columns, toolset_ranges
from skill.physics.trace import Trace
from skill.rules.game import AttemptSpec

Floats = NDArray[np.float32]
Observation = dict[str, Floats]
ACTIONS_HZ = 10
"""Actions a second, unless `repeat` says otherwise."""
FAR = 100.0  # edges: the bound of every place
FARTHEST = 1000.0  # the bound of the distance to the goal
SEEDS = 2**31
REWARDS = ("sparse", "shaped")
LEVELS = ("book", "easy")
LARGEST = 4096  # pixels of a side of a picture
SUCCESS = 1.0
"""The reward of success."""
AIM_SAMPLES = 2  # of a single decision, before it lets go
STILL_SAMPLES = 30  # after a shot, before dice that lie still count as the end of it
FRAME = (320, 240)
SETTINGS = ("task", "level", "material", "scene", "engine", "variation")
"""What decides how attempts begin, as `TaskState.settings` has it."""


class TaskState(NamedTuple):
    """A task in the midst of an attempt, for `SkillTask.restore`: plain data that can be pickled."""

    settings: tuple[Any, ...]
    """What decides how its attempts begin."""
    drawn: int
    """From which the beginning follows."""
    trace: str
    """The trace with which it began, if it did."""
    generator: Mapping[str, Any]
    """Of `np_random`, for the attempts that follow."""
    attempt: Snapshot
    distance: float
    is_over: bool


class SkillTask(gymnasium.Env[Observation, Floats]):
    """A dexterity task; see the module for action, observation, reward and info.

    `repeat`: input samples that an action lasts. `level`: `book` or `easy`, how able the hands are. `material`: the
    name of a material or a file with one, in place of what the scene says of matter. `scene`: the name or file of
    another scene with the same tools. `engine`: `bullet` or `rapier` in place of that of `SKILLBOX_ENGINE` or the usual
    one. `variation`: True for that of the task, or factors by dotted
    key, such as `{"material.friction": (0.5, 2.0)}`; the scene is then drawn anew for each attempt. Pixels:
    `render_mode="rgb_array"`, `size` wide and high. Raises `UnknownName`, `FileError`.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": ACTIONS_HZ}

    def __init__(
        self,
        task: str,
        *,
        reward: Literal["sparse", "shaped"] = "sparse",
        repeat: int | None = None,
        level: Literal["book", "easy"] = "book",
        material: str = AS_THE_SCENE,
        scene: str = AS_THE_GAME,
        engine: str | None = None,
        variation: bool | Mapping[str, tuple[float, float]] = False,
        render_mode: str | None = None,
        size: tuple[int, int] = FRAME,
    ) -> None:
        self.task: Task = find_task(task)
        _check_among("reward", reward, REWARDS)
        _check_among("level", level, LEVELS)
        _check_among("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self._is_shaped = reward == "shaped"
        self._level = level
        self._engine = {} if engine is None else {"engine.name": checked_engine("engine", engine)}
        self.material = material_text(material)
        """What dice and plate are made of, as the option `material` of games has it."""
        self.scene = scene_text(scene, level)
        """Where they are moved, as the option `scene` of games has it."""
        self.render_mode = render_mode
        self.size = size
        self._renderer: Any = None
        self._spec: EnvSpec | None = None
        self._scenes: dict[Any, Scene] = {}
        first = self.task.begin(Random(0))
        nominal = self._nominal(first.spec)
        self.engine: str = nominal.engine.name
        """That of all its attempts, wherever a copy of it or a state goes."""
        self._engine = {"engine.name": self.engine}
        self._factors = self.task.factors if variation is True else checked_factors(nominal, variation or {})
        self.rate_hz: int = nominal.engine.sample_hz
        """Input samples a second."""
        self.repeat = max(1, self.rate_hz // ACTIONS_HZ) if repeat is None else repeat
        """Input samples that an action lasts."""
        if not is_whole(self.repeat) or self.repeat < 1:
            raise UnknownName(
                "repeat {repeat}: expected a whole number of input samples for an action, 1 or more",
                repeat=repr(repeat),
            )
        self.metadata = {**self.metadata, "render_fps": max(1, round(self.rate_hz / self.repeat))}
        self._horizon = round(self.task.horizon_s * self.rate_hz)
        self.columns: tuple[str, ...] = toolset_columns(nominal)[: -1 if self.task.once else None]
        """The numbers of an action."""
        ranges = toolset_ranges(nominal)
        self._low = np.array([low for low, _, _ in ranges])
        self._span = np.array([high - low for low, high, _ in ranges])
        self.action_space = Box(-1.0, 1.0, (len(self.columns),), np.float32)
        space = _space(first, len(ranges))
        self.observation_space = cast(gymnasium.Space[Observation], space)
        self._dice: int = space["dice"].shape[0]  # type: ignore[index]
        self._run: AttemptRun | None = None
        self._drawn, self._trace = 0, ""
        self._asked = first.spec
        self._samples, self._is_over = 0, False
        self._distance = 0.0
        self._goal = np.zeros((0, 3), np.float32)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture; like `render_mode`, wrappers of a policy of pictures may set it."""
        return self._size

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._size = _checked_size(size)

    # -- what planners and people need

    @property
    def running(self) -> AttemptRun:
        """The attempt that goes on. Raises `UnknownName` before the first reset."""
        if self._run is None:
            raise UnknownName(f"task {self.task.name}: nothing is tried yet; reset it first")
        return self._run

    @property
    def asked(self) -> AttemptSpec:
        """What is to be tried."""
        return self._asked

    def action_of(self, sample: Any) -> Floats:
        """The action that comes nearest to an input sample. A tool that is to stay as it is stays where it is now."""
        numbers, first = np.array(self.running.toolset.checked(sample)), 0
        for tool in self.running.toolset.tools:
            last = first + len(tool.columns)
            if numbers[last - 1] < self._low[last - 1]:
                numbers[first:last] = tool.now
            first = last
        share = (numbers - self._low) / self._span
        action: Floats = np.clip(2 * share - 1, -1, 1).astype(np.float32)[: len(self.columns)]
        return action

    def sample_of(self, action: Any) -> tuple[float, ...]:
        """The input sample of an action; in a single decision without what lets go.

        Numbers beyond -1 and 1 are brought to these. Raises `IllegalMove` unless there is one for each column.
        """
        n = len(self.columns)
        try:
            numbers = np.asarray(action)
            numbers = numbers.astype(float) if numbers.dtype.kind in "fiu" else np.full((), np.nan)
        except (TypeError, ValueError):
            numbers = np.full((), np.nan)
        if numbers.shape != (n,) or not np.isfinite(numbers).all():
            raise IllegalMove(
                "task {task}: action {action}: expected {count} finite numbers, shape ({count},): {columns}",
                task=self.task.name,
                action=shortened(repr(action)),
                count=n,
                columns=" ".join(self.columns),
            )
        share = (np.clip(numbers, -1, 1) + 1) / 2
        return tuple((self._low[:n] + share * self._span[:n]).tolist())

    # -- copies

    def state(self) -> TaskState:
        """The attempt as it is now, for `restore` here or in another environment that was made alike.

        Raises `UnknownName` before the first reset.
        """
        attempt, generator = self.running.snapshot(), self.np_random.bit_generator.state
        return TaskState(self._settings, self._drawn, self._trace, generator, attempt, self._distance, self._is_over)

    def restore(self, state: TaskState, *, exact: bool = True) -> tuple[Observation, dict[str, Any]]:
        """Go on from a state, the attempts after it too; what is seen there, as `reset` gives it.

        `exact`: the attempt begins anew and takes the input so far, which takes as long as that took, and all that
        follows has the same bytes. Otherwise dice and tools are put where they were, their tremor to come included,
        in a millisecond or so. In Rapier that is exact too. Bullet finds contacts anew, so what follows differs, on a
        shaken plate by some hundredths of an edge within a second, and dice that had settled count as settled 0.5 s
        later. From there on, until the next reset or exact `restore`, there are no copies, and states that
        `exact=False` alone takes: the actions do not lead to them.

        Raises `UnknownName` for the state of an environment that was made otherwise, `EngineError` for such a state.
        """
        if not isinstance(state, TaskState):
            raise UnknownName("state {state}: expected one that `state()` gave", state=shortened(repr(state)))
        if state.settings != self._settings:
            name, other, own = next(
                each for each in zip(SETTINGS, state.settings, self._settings, strict=True) if each[1] != each[2]
            )
            text = "state of an environment with {name} {other}: expected one with {own}"
            raise UnknownName(text, name=name, other=shortened(repr(other)), own=shortened(repr(own)))
        if exact:
            state.attempt.check_exact()
        begun = (state.drawn, state.trace)
        if exact or self._run is None or begun != (self._drawn, self._trace):
            self._begin(*begun)
        if exact:
            for sample in state.attempt.samples:
                self.running.tick(sample)
        else:
            self.running.restore(state.attempt)
        self.np_random.bit_generator.state = state.generator
        self._samples, self._distance, self._is_over = len(state.attempt.samples), state.distance, state.is_over
        return self._observe(), self._info()

    @property
    def _settings(self) -> tuple[Any, ...]:
        return (self.task.name, self._level, self.material, self.scene, self.engine, tuple(self._factors.items()))

    def __getstate__(self) -> dict[str, Any]:
        kept = {key: value for key, value in vars(self).items() if key not in ("_run", "_asked", "_renderer")}
        if self._run is None:
            return {**kept, "state": None}
        state = self.state()
        state.attempt.check_exact()
        return {**kept, "state": state}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        state = kept.pop("state")
        vars(self).update(kept, _run=None, _renderer=None, _asked=kept["task"].begin(Random(0)).spec)
        if state is not None:
            self.restore(state)

    # -- gymnasium

    @property
    def spec(self) -> EnvSpec | None:
        """What gymnasium knows of it, with the number of actions after which an episode is truncated."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        steps = 1 if self.task.once else ceil(self._horizon / self.repeat)
        self._spec = None if spec is None else replace(spec, max_episode_steps=steps)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an attempt; its start, the hands' tremor and what varies are drawn from the environment's generator.

        With the option `trace`, the text of a trace, it begins as that did. Raises `FileError` for one that is none, or
        of another scene or with other dice.
        """
        checked_seed(seed)
        given = reset_options(options)
        super().reset(seed=None if seed is None else int(seed))
        for name, value in given.items():
            if name != "trace" or not isinstance(value, str):
                text = "reset option {name} = {value}: expected trace, the text of one"
                raise UnknownName(text, name=repr(name), value=shortened(repr(value)))
        self._begin(int(self.np_random.integers(SEEDS)), given.get("trace", ""))
        return self._observe(), self._info()

    def _begin(self, drawn: int, trace: str) -> None:
        """Begin the attempt that follows from a number, or as a trace did."""
        rng = Random(drawn)
        begun = self.task.begin(rng)
        spec = begun.spec
        scene = self._nominal(spec)
        attempt_seed = rng.getrandbits(31)
        if trace:
            spec, scene, attempt_seed = self._as_in(Trace.parse(trace), spec)
        elif self._factors:
            scene = load_scene(
                spec.scene,
                {**dict(spec.adjust), **self._engine, **varied(scene, self._factors, rng)},
                self._level,
                self.material,
                self.scene,
            )
        self.close()  # in a world that is used again some attempts go otherwise: see `World`
        self._drawn, self._trace, self._asked = drawn, trace, begun.spec
        self._run = AttemptRun(
            scene,
            spec.start,
            spec.goal,
            spec.failed,
            seed=attempt_seed,
            hand=spec.hand,
            loose=spec.loose,
            score=spec.score,
            table=self.render_mode is not None,  # only to be seen: what fell off has no part in any task
        )
        self._run.lingers = True
        self._samples, self._is_over = 0, False
        self._goal = np.array([self._run.world.plate.point(COORDS[cell]) for cell in begun.places], np.float32)
        self._distance = self._to_goal()

    def step(self, action: Floats) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what the action says for its time. Raises `IllegalMove` for one that is none, and after the end."""
        running, before = self.running, self._distance
        if self._is_over or self._is_late:
            text = "task {task}: the attempt is over ({outcome}); expected a reset before the next action"
            raise IllegalMove(text, task=self.task.name, outcome=self._info()["outcome"])
        sample = self.sample_of(action)
        if self.task.once:
            self._shoot(sample)
        else:
            for _ in range(self.repeat):
                if not self._tick(sample):
                    break
        self._distance = self._to_goal()
        is_success = running.outcome == "success"
        reward = SUCCESS * is_success + (_felt(before) - _felt(self._distance)) * self._is_shaped
        self._is_over = running.done or self.task.once
        return self._observe(), reward, self._is_over, not self._is_over and self._is_late, self._info()

    def _shoot(self, sample: tuple[float, ...]) -> None:
        """The whole attempt: aim, let go, and wait."""
        for _ in range(AIM_SAMPLES):
            self._tick((*sample, 0.0))
        self._tick((*sample, 1.0))
        begun = self._samples
        while self._tick(self.running.toolset.rest):
            if self._samples - begun > STILL_SAMPLES and self.running.world.settled:
                break

    def _tick(self, sample: tuple[float, ...]) -> bool:
        """One input sample, if there is time. Returns whether the attempt goes on."""
        running = self.running
        if running.done or self._is_late:
            return False
        running.tick(sample)
        self._samples += 1
        return not running.done and not self._is_late

    @property
    def _is_late(self) -> bool:
        return self._samples >= self._horizon

    def close(self) -> None:
        """Give the world's memory back."""
        if self._run is not None:
            self._run.close()
            self._run = None

    def render(self) -> Any:
        """A picture (height, width, 3) of the dice as they are now, from side I, with `render_mode` rgb_array."""
        if self.render_mode is None:
            return None
        from skill.draw.camera import home
        from skill.draw.renderer import software
        from skill.draw.scene_view import attempt_view

        if self._renderer is None:
            self._renderer = software()
        self._renderer.draw(attempt_view(self.running), home(), self.size, "low")
        return self._renderer.pixels()

    # -- parts

    def _nominal(self, spec: AttemptSpec) -> Scene:
        """The scene of an attempt as its file has it."""
        key = (spec.scene, spec.adjust)
        if key not in self._scenes:
            self._scenes[key] = load_scene(
                spec.scene, {**dict(spec.adjust), **self._engine}, self._level, self.material, self.scene
            )
        return self._scenes[key]

    def _as_in(self, trace: Trace, spec: AttemptSpec) -> tuple[AttemptSpec, Scene, int]:
        """What is asked, with the beginning of a trace, its scene and its seed."""
        begun = spec._replace(start=trace.start, hand=trace.hand, loose=trace.loose)
        if trace.scene.name != spec.scene or len(_dice(begun)) != len(_dice(spec)):
            raise FileError(
                f"trace of scene {trace.scene.name} with {len(_dice(begun))} dice: "
                f"task {self.task.name} expects scene {spec.scene} and {len(_dice(spec))} dice"
            )
        return begun, trace.scene, trace.seed

    def _to_goal(self) -> float:
        return min(FARTHEST, max(0.0, float(self._asked.distance(self.running.reading()))))

    def _info(self) -> dict[str, Any]:
        outcome = self.running.outcome or ("time" if self._is_late else "failure" if self._is_over else "running")
        return {"is_success": outcome == "success", "distance": self._distance, "outcome": outcome}

    def _observe(self) -> Observation:
        running = self.running
        world = running.world
        dice = np.zeros((self._dice, 8), np.float32)
        dice[:, 6:] = 1.0
        here = world.numbers
        if here:
            positions, rotations = world.observed
            dice[here, :3] = np.minimum(np.maximum(positions[here], -FAR), FAR)
            dice[here, 3:7] = quaternions(rotations[here])
            dice[here, 7] = 0.0
        plate = world.plate
        share = 2 * (np.array(running.toolset.now) - self._low) / self._span - 1
        seen: Observation = {
            "dice": dice,
            "plate": np.array((*plate.shift, *plate.pose.quaternion), np.float32).clip(-FAR, FAR),
            "hands": share.clip(-1, 1).astype(np.float32),
            "goal_distance": np.array([self._distance], np.float32),
            "time": np.array([self._samples / self._horizon], np.float32),
        }
        if len(self._goal):
            seen["goal"] = self._goal.copy()
        return seen


def _check_among(argument: str, value: object, known: tuple[str | None, ...]) -> None:
    """Raises `UnknownName` naming an argument of `make` that is none of those."""
    if value not in known:
        raise UnknownName(
            "{argument} {value}: expected {known}",
            argument=argument,
            value=repr(value),
            known=Words(" or ".join(map(str, known))),
        )


def _checked_size(size: Any) -> tuple[int, int]:
    try:
        wide, high = size
        if all(is_whole(side) and 1 <= side <= LARGEST for side in (wide, high)):
            return int(wide), int(high)
    except (TypeError, ValueError):
        pass
    raise UnknownName(
        "size {size}: expected width and height of a picture, each from 1 to {most}", size=repr(size), most=LARGEST
    )


def _dice(spec: AttemptSpec) -> list[Any]:
    """All dice of an attempt: of the plate, loose ones, those of the hand."""
    return [*spec.start, *spec.loose, *spec.hand]


def _felt(distance: float) -> float:
    """The distance as shaped rewards count it."""
    return distance / (1 + distance / 10)


def _space(first: Beginning, columns: int) -> Dict:
    """The space of observations of attempts that begin like that one."""
    spec = first.spec
    count = len(_dice(spec))
    die = np.array([FAR] * 3 + [1.0] * 5, np.float32)
    low = np.append(-die[:7], np.float32(0.0))
    pose = np.array([FAR] * 3 + [1.0] * 4, np.float32)
    spaces: dict[str, gymnasium.Space[Any]] = {
        "dice": Box(np.tile(low, (count, 1)), np.tile(die, (count, 1)), dtype=np.float32),
        "plate": Box(-pose, pose, dtype=np.float32),
        "hands": Box(-1.0, 1.0, (columns,), np.float32),
        "goal_distance": Box(0.0, FARTHEST, (1,), np.float32),
        "time": Box(0.0, 1.0, (1,), np.float32),
    }
    if first.places:
        spaces["goal"] = Box(-FAR, FAR, (len(first.places), 3), np.float32)
    return Dict(spaces)
