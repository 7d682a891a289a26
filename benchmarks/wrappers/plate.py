"""The tasks of the tilting plate as hands learn them: small moves of the plate, and where dice lie from their goal.

    skillbox tasks hop-far --policy sac-hop-far.zip --wrap benchmarks/wrappers/plate.py --trust

The actions of a task range over all that hands can do, and nearly all of that throws every die off. Here an action is a
number from -1 to 1 for each column of `MOVES`, over the range that is given there; all other columns stay at 0. What is
seen is one list of numbers, all of about the size of 1: where the hands are in these ranges, and of the dice where they
are, how far they moved since the action before, how far the first is from its goal (in `join`: from the other), whether
they are off, and the distance to the goal. Rewards, lengths of attempts and what counts are those of the task.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box

from skill.env.tasks.environment import Floats, Observation

PUSH = {"shift_x": (-0.5, 0.5), "shift_y": (-0.5, 0.5), "heave": (0.0, 0.7)}
MOVES = {
    "hop-far": PUSH,
    "join": {**PUSH, "roll_deg": (-6.0, 6.0), "pitch_deg": (-6.0, 6.0)},
}
"""The columns that move in each task, with their ranges in edges and degrees."""
WIDE, NEAR = 5.0, 3.0  # edges by which places and ways are divided
BEYOND = 3.0  # a hand further out of its range, in halves of it, counts as there
FARTHEST = 10.0  # steps: a distance beyond that counts as that


def wrap(env: Any) -> SmallMoves:
    """The task with these actions and observations. Raises `KeyError` for a task that has none here."""
    return SmallMoves(env)


class SmallMoves(gymnasium.Wrapper[Floats, Floats, Observation, Floats]):
    """See the module."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._task = env.unwrapped
        moves = MOVES[self._task.task.name]
        self._moving = [self._task.columns.index(name) for name in moves]
        self._low, self._high = np.array([*moves.values()]).T
        self._before: Floats | None = None
        self.action_space = Box(-1.0, 1.0, (len(moves),), np.float32)
        dice = self._task.observation_space["dice"].shape[0]
        self.observation_space = Box(-np.inf, np.inf, (len(moves) + 7 * dice + 4,), np.float32)

    def reset(self, **given: Any) -> tuple[Floats, dict[str, Any]]:
        """Begin an attempt of the task."""
        seen, info = self.env.reset(**given)
        self._before = None
        return self._numbers(seen), info

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """One action of the task."""
        sample = np.zeros(len(self._task.columns))
        sample[self._moving] = self._low + (np.asarray(action) + 1) / 2 * (self._high - self._low)
        seen, reward, terminated, truncated, info = self.env.step(self._task.action_of(sample))
        return self._numbers(seen), float(reward), terminated, truncated, info

    def _numbers(self, seen: Observation) -> Floats:
        hands = np.array(self._task.sample_of(seen["hands"]))[self._moving]
        share = (2 * hands - self._low - self._high) / (self._high - self._low)
        places, off = seen["dice"][:, :3], seen["dice"][:, 7]
        moved = np.zeros_like(places) if self._before is None else places - self._before
        self._before = places
        goal = seen["goal"][0] if "goal" in seen else places[1]
        return np.concatenate(
            [
                share.clip(-BEYOND, BEYOND),
                places.ravel() / WIDE,
                moved.ravel(),
                (places[0] - goal) / NEAR,
                off,
                seen["goal_distance"].clip(0, FARTHEST) / NEAR,
            ]
        ).astype(np.float32)
