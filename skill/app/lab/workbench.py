"""What the workbench does: one live world or two to compare, and an experiment with their numbers. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from skill.app.cycle import cycled
from skill.app.i18n import tr
from skill.app.lab.live_world import (
    SCENARIOS,
    LiveWorld,
    alternatives,
    material_names,
    parts_of,
    save_material,
    save_scene,
)
from skill.app.lab.sweep import Answers, Sweep, Task, axes_of, in_background
from skill.errors import SkillboxError
from skill.physics.lab import EXPERIMENTS, Experiment
from skill.physics.scene import scene_names

FIRST_SCENE, FIRST_EXPERIMENT = "pour", "slide-distance"
CALM_S = 0.6  # without a change, before an experiment is run anew
MATERIAL = "material"


class WorkbenchController:
    """Changes go to the world that is chosen, `world`. The experiment is run anew when no number changes any more."""

    def __init__(self, ask: Callable[[Sequence[Task]], Answers] = in_background) -> None:
        """`ask` runs the points of an experiment."""
        self.worlds = [LiveWorld(FIRST_SCENE)]
        self.side = 0
        """The number of the world that is chosen."""
        self.part = MATERIAL
        """The table of the scene whose numbers are shown."""
        self.paused = False
        self.experiment: Experiment = EXPERIMENTS[FIRST_EXPERIMENT]
        self.axis = axes_of(self.experiment)[-1]
        self.sweep: Sweep | None = None
        self._ask = ask
        self._swept: object = None
        """What the sweep was begun with."""
        self._calm_s = CALM_S
        self._faulty = ""
        """The scene or material that was chosen last, if its file is faulty."""

    @property
    def world(self) -> LiveWorld:
        """The world whose numbers are shown and changed."""
        return self.worlds[self.side]

    @property
    def has_two(self) -> bool:
        """Whether there are two worlds."""
        return len(self.worlds) > 1

    # -- changes

    def set_number(self, key: str, number: float) -> None:
        """Changes a number of the chosen world. Raises `FileError` for one that no scene allows."""
        self._calm_s = 0.0
        self.world.set(key, number)

    def step(self, name: str, way: int) -> None:
        """Takes the next choice (`way` 1) or the one before (-1) of a line. Raises `FileError`.

        `name` is `scene`, `scenario`, `sides`, `side`, `material`, `part`, `experiment`, `axis`, or the key of one of
        the scene's alternatives.
        """
        self._calm_s = 0.0
        if "." in name:
            choice = next(c for c in alternatives(self.world.scene, self.part) if c.key == name)
            self.world.set(name, cycled(choice.values, choice.value, way))
        elif name == "scene":
            scene_name = self._after(scene_names(), self.world.scene_name, way)
            for world in self.worlds:
                world.change_scene(scene_name)
            self._faulty = ""
            self.part = self.part if self.part in parts_of(self.world.scene) else MATERIAL
        elif name == "scenario":
            scenario = cycled(list(SCENARIOS), self.world.scenario, way)
            for world in self.worlds:
                world.change_scenario(scenario)
        elif name == "sides":
            self._remove_second() if self.has_two else self._add_second()
        elif name == "side":
            self.side = 1 - self.side
        elif name == "material":
            self.world.change_material(self._after(material_names(), self.world.material_name, way))
            self._faulty = ""
        elif name == "part":
            self.part = cycled(parts_of(self.world.scene), self.part, way)
        elif name == "experiment":
            self.experiment = EXPERIMENTS[cycled(list(EXPERIMENTS), self.experiment.name, way)]
            self.axis = axes_of(self.experiment)[-1]
        elif name == "axis":
            self.axis = cycled(axes_of(self.experiment), self.axis, way)

    def _after(self, names: list[str], now: str, way: int) -> str:
        """The name after this one, or after that of a faulty file, which the last choice could not take."""
        self._faulty = cycled(names, self._faulty if self._faulty in names else now, way)
        return self._faulty

    def _add_second(self) -> None:
        first = self.worlds[0]
        second = LiveWorld(first.scene_name, first.scenario)
        second.copy_numbers(first)
        self.worlds.append(second)
        self.side = 1
        self.restart()

    def _remove_second(self) -> None:
        self.worlds.pop().close()
        self.side = 0

    def restart(self) -> None:
        """Begins every world anew."""
        for world in self.worlds:
            world.restart()

    # -- files

    def save_material(self, name: str) -> Path:
        """Writes the material of the chosen world into the user's folder. Raises `FileError`."""
        source = tr("set on the workbench, from {name}", name=self.world.scene_name)
        changes = {"source": source, "margins": {}}  # nobody has measured what is set by hand
        return save_material(self.world.scene.material.model_copy(update=changes), name)

    def save_scene(self, name: str) -> Path:
        """Writes the scene of the chosen world into the user's folder. Raises `FileError`."""
        return save_scene(self.world.own_scene, name)

    # -- time

    @property
    def is_busy(self) -> bool:
        """Whether time has to pass: a world runs, or the plot is not finished."""
        return not self.paused or self._is_stale or (self.sweep is not None and not self.sweep.is_done)

    def advance(self, elapsed_s: float) -> bool:
        """Lets time pass; whether the second world or the plot has changed. Raises `EngineError`, paused from then."""
        has_changed = self._advance_sweep(elapsed_s)
        if self.paused:
            return has_changed
        try:
            for world in self.worlds:
                world.advance(elapsed_s)
        except SkillboxError:
            self.paused = True
            raise
        return has_changed or self.has_two

    def _advance_sweep(self, elapsed_s: float) -> bool:
        self._calm_s += elapsed_s
        if self._is_stale and self._calm_s >= CALM_S:
            self._begin_sweep()
            return True
        return self.sweep is not None and self.sweep.poll()

    @property
    def _wanted(self) -> object:
        """What the plot should be of: equal values give equal plots."""
        return self.experiment.name, self.axis, [world.scene for world in self.worlds]

    @property
    def _is_stale(self) -> bool:
        return self._swept != self._wanted

    def _begin_sweep(self) -> None:
        """Runs the experiment anew; points of the sweep before that are still open are given up."""
        if self.sweep:
            self.sweep.stop()
        self._swept = self._wanted
        self.sweep = Sweep(self.experiment, self.axis, [world.scene for world in self.worlds], self._ask)

    def close(self) -> None:
        """Ends the sweep and gives the engine's memory back."""
        if self.sweep:
            self.sweep.stop()
        for world in self.worlds:
            world.close()
