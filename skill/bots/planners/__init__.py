"""Hands that plan and hands that do not: input samples for a running attempt, one module for each way of using tools.

Such a module has `planned_samples(spec, running, seed)` and `random_samples(running, seed)`: iterators of samples, each
of which is to be played before the next is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from skill.errors import Unavailable
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

Sample = tuple[float, ...]

PLANS = {
    "tilt": "tilt",
    "tilt+press": "press",
    "breath": "breath",
    "throw": "throw",
    "flick": "flick",
    "ladle": "ladle",
    "coulomb": "coulomb",
    "emag": "emag",
    "dice-mikado": "dice_mikado",
    "mountaing": "mountaing",
}
"""The module for each scene or, for scenes not named, for each set of tools."""


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples towards the goal of `spec`. Raises `Unavailable` where no plan is known."""
    samples: Iterator[Sample] = _plan(running).planned_samples(spec, running, seed)
    return samples


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples without a plan. Raises `Unavailable`."""
    samples: Iterator[Sample] = _plan(running).random_samples(running, seed)
    return samples


def _plan(running: AttemptRun) -> Any:
    name, tools = running.scene.name, running.toolset.name
    module = PLANS.get(name) or PLANS.get(tools)
    if module is None:
        raise Unavailable(f"scene {name}: no bot knows how to use {tools}; a person can")
    return import_module(f"skill.bots.planners.{module}")
