"""How hands carry out an attempt: modules, one for each scene or set of tools, that make input samples.

A module is found by its name: that of the scene (`dice_mikado`) or else of the tools (`tilt_press`);
`skill/env/tasks/tasks.toml` names the module of a single exercise. It has `planned_samples(spec, running, seed)` and
`random_samples(running, seed)`: iterators of samples. Each sample must be played before the next one is taken.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from skill.errors import Unavailable

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.rules.game import AttemptSpec

Sample = tuple[float, ...]


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples towards the goal of `spec`. Raises `Unavailable` where no planner is known."""
    samples: Iterator[Sample] = _planner(running).planned_samples(spec, running, seed)
    return samples


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples without a plan. Raises `Unavailable`."""
    samples: Iterator[Sample] = _planner(running).random_samples(running, seed)
    return samples


def planner_names() -> set[str]:
    """The modules of all planners."""
    return {module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg}


def _planner(running: AttemptRun) -> Any:
    scene, tools = running.scene.name, running.toolset.name
    for name in (scene, tools):
        module = re.sub("[-+]", "_", name)
        if module in planner_names():
            return import_module(f"{__name__}.{module}")
    raise Unavailable("scene {scene}: no bot knows how to use {tools}; a person can", scene=scene, tools=tools)
