"""A laboratory experiment over a range: theory, and the simulation point by point. No pygame.

Points are computed in another process, so that the world on screen goes on meanwhile; it is killed when nobody wants
them any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple, Protocol

from skill.app.lab.live_world import limits
from skill.errors import SkillboxError
from skill.jobs import Background
from skill.physics.lab import EXPERIMENTS, Experiment, conditions_of, run, varied
from skill.physics.scene import Material, Plate, Scene, load_scene

POINTS = 9
CURVE = 61
WIDEST = 15.0  # highest over lowest of a material's number, where its limit is 0: many answers have a pole there
FALLBACK = "friction"


Place = tuple[int, int]
"""The number of a scene and that of a point on the axis."""
Task = tuple[Place, str, Scene, dict[str, float]]
"""Where the answer belongs, the experiment, its scene and its conditions."""


class Answers(Protocol):
    """Answers that come one by one, as from `jobs.Background`."""

    def take(self) -> list[tuple[Task, float | None]]:
        """Tasks with the answers that have come since the last call; None where there is none."""

    def stop(self) -> None:
        """Wants no more."""


class Axis(NamedTuple):
    """A condition of an experiment, or a number of the material or the plate, and its range in a sweep."""

    name: str
    low: float
    high: float
    is_material: bool


def axes_of(experiment: Experiment) -> list[Axis]:
    """Every axis along which an experiment can be swept."""
    found = [Axis(name, c.low, c.high, False) for name, c in experiment.conditions.items()]
    for name in experiment.depends or (() if found else (FALLBACK,)):
        low, high = limits({**Material.model_fields, **Plate.model_fields}[name])
        found.append(Axis(name, max(low, high / WIDEST), high, True))
    return found


def lab_scene(scene: Scene) -> Scene:
    """The scene of the laboratory with the material, dice and engine of another scene."""
    parts = {"material": scene.material, "dice": scene.dice, "engine": scene.engine}
    return load_scene("lab").model_copy(update=parts)


def placed(scene: Scene, axis: Axis, x: float) -> tuple[Scene, dict[str, float]]:
    """Scene and conditions of the experiment at a place of an axis."""
    if not axis.is_material:
        return scene, {axis.name: x}
    return varied(scene, {axis.name: x}), {}


def here(scene: Scene, experiment: Experiment, axis: Axis) -> float:
    """The present place of a scene on an axis."""
    if not axis.is_material:
        return experiment.conditions[axis.name].default
    value = getattr(scene.plate if axis.name in Plate.model_fields else scene.material, axis.name)
    return float(scene.material.friction if value is None else value)


def simulated(name: str, scene: Scene, given: dict[str, float]) -> float | None:
    """The simulated answer of an experiment; None where the engine fails."""
    try:
        return run(EXPERIMENTS[name], scene, given).simulated
    except SkillboxError:
        return None


def in_background(tasks: Sequence[Task]) -> Answers:
    """The answers of another process."""
    return Background(_answer, tasks)


def _answer(task: Task) -> float | None:
    _, name, scene, given = task
    return simulated(name, scene, given)


class Sweep:
    """One experiment along one axis, for one scene or two to compare."""

    def __init__(
        self,
        experiment: Experiment,
        axis: Axis,
        scenes: Sequence[Scene],
        ask: Callable[[Sequence[Task]], Answers] = in_background,
    ) -> None:
        self.experiment, self.axis = experiment, axis
        self.scenes = [lab_scene(scene) for scene in scenes]
        self.xs = [axis.low + (axis.high - axis.low) * n / (POINTS - 1) for n in range(POINTS)]
        self.here = [here(scene, experiment, axis) for scene in self.scenes]
        self.curves = [self._predicted(scene) for scene in self.scenes]
        """For each scene what theory predicts, as pairs (place, answer); empty where there is no closed form."""
        self.dots: list[dict[int, float]] = [{} for _ in self.scenes]
        """For each scene the answers simulated so far, by the number of their place in `xs`."""
        tasks: list[Task] = [
            ((side, n), experiment.name, *placed(scene, axis, self.xs[n]))
            for n in coarse_to_fine(POINTS)
            for side, scene in enumerate(self.scenes)
        ]
        self._open = len(tasks)
        self._answers = ask(tasks)

    def _predicted(self, scene: Scene) -> list[tuple[float, float]]:
        predict = self.experiment.predict
        if predict is None:
            return []
        pairs = []
        for n in range(CURVE):
            x = self.axis.low + (self.axis.high - self.axis.low) * n / (CURVE - 1)
            at, given = placed(scene, self.axis, x)
            values = conditions_of(self.experiment, given)
            if self.experiment.holds(at, values):
                pairs.append((x, predict(at, values)))
        return [(x, y) for x, y in pairs if isfinite(y)]

    def poll(self) -> bool:
        """Takes in the answers that have come; whether there were any."""
        found = self._answers.take()
        for ((side, n), *_), y in found:
            if y is not None and isfinite(y):
                self.dots[side][n] = y
        self._open -= len(found)
        return bool(found)

    @property
    def is_done(self) -> bool:
        """Whether every point has its answer."""
        return not self._open

    def stop(self) -> None:
        """Gives up the points that have no answer yet."""
        self._answers.stop()

    def highest(self) -> float:
        """The largest answer so far, for the plot's height; 1 if none is above 0."""
        values = [y for curve in self.curves for _, y in curve] + [y for dots in self.dots for y in dots.values()]
        return max([*values, 0.0]) or 1.0

    def lowest(self) -> float:
        """The smallest answer so far; 0 if none is below."""
        values = [y for curve in self.curves for _, y in curve] + [y for dots in self.dots for y in dots.values()]
        return min([*values, 0.0])


def coarse_to_fine(count: int) -> list[int]:
    """The numbers below `count`, ends and middle first."""
    order: list[int] = []
    step = count - 1
    while step >= 1:
        order += [n for n in range(0, count, step) if n not in order]
        step //= 2
    return order
