"""A world whose numbers are changed while it runs: dice that are poured, tilted or at rest. No pygame.

A change of the plate begins anew; after any other the dice go on from where they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, sin
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel

from skill.app.lab.labels import label_of
from skill.errors import FileError
from skill.files import NEW, toml_text, write_text
from skill.lattice.cells import parse_cell, small_pyramid
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.attempt import AttemptRun
from skill.physics.scene import (
    Material,
    Scene,
    check,
    load_material,
    load_scene,
    scene_from_data,
    scene_names,
    scenes_folder,
    user_folder,
    user_folders,
)
from skill.physics.tools import toolset_columns
from skill.physics.tools.tool import Sample

POUR, TILT, HEAP = "pour", "tilt", "heap"
SCENARIOS = {POUR: "pour", TILT: "tilt", HEAP: "pour"}
"""What the dice do, by name, and the tool that it takes."""
LENDERS = {"pour": "pour", "tilt": "faraday"}
"""By tool, the scene whose tool is used in a scene that has none."""
POURED = 30
POUR_HEIGHT_EDGES, POUR_PER_S = 10.0, 12.0
ROCK_DEG, ROCK_RAD_S = 44.0, 2.2  # so steep that what is slippery leaves its funnels and what is not stays
HEAP_APEX, HEAP_LEVELS = parse_cell("122"), 4
MOST_STEPS = 4  # samples in one frame: beyond that the world runs slower than the clock
SEED = 1
WIDER = 4.0  # a slider ends at this times the value at the start, unless the scene's own limit is nearer
LEAST = 1e-3  # of a range, where a value must be more than its lower end
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class Parameter(NamedTuple):
    """One number of a scene, to be changed while its world runs."""

    key: str
    """With dots: `material.friction`."""
    value: float
    low: float
    high: float
    is_whole: bool
    help: str

    @property
    def label(self) -> str:
        """Its name for people, with its unit: `edge (m)`."""
        return label_of(self.key.split(".")[-1])


def parts_of(scene: Scene) -> list[str]:
    """The names of the tables of a scene."""
    return [name for name in type(scene).model_fields if isinstance(getattr(scene, name), BaseModel)]


def parameters(scene: Scene, part: str, begin: Scene | None = None) -> list[Parameter]:
    """The numbers of one table of a scene, with ranges from the limits of its fields and the values in `begin`."""
    table = getattr(scene, part)
    at_first = getattr(begin or scene, part) or table
    found = []
    for name, field in type(table).model_fields.items():
        value = getattr(table, name)
        if value is None and name.startswith("friction_"):
            value = table.friction  # as die on die
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        low, high = limits(field)
        usual = getattr(at_first, name)
        is_whole = isinstance(value, int)
        widest = max(WIDER * abs(usual), value) if usual else high
        if low < 0 <= (usual or 0):  # an angle or a height to either side
            low = max(low, -widest) if usual else low
        high = min(high, widest)
        found.append(Parameter(f"{part}.{name}", float(value), low, high, is_whole, field.description or ""))
    return found


class Alternative(NamedTuple):
    """A word of a scene that is one of a few."""

    key: str
    value: str
    values: tuple[str, ...]
    help: str


def alternatives(scene: Scene, part: str) -> list[Alternative]:
    """The words of one table that are chosen from a list, such as the side of the plate that is up."""
    table = getattr(scene, part)
    return [
        Alternative(f"{part}.{name}", getattr(table, name), get_args(field.annotation), field.description or "")
        for name, field in type(table).model_fields.items()
        if get_origin(field.annotation) is Literal
    ]


def limits(field: Any) -> tuple[float, float]:
    """The lowest and the highest value of a field of a scene: 0 and infinity where it sets none."""
    low, high, above = 0.0, float("inf"), False
    for limit in field.metadata:
        if isinstance(limit, Ge):
            low = float(limit.ge)  # type: ignore[arg-type]
        elif isinstance(limit, Gt):
            low, above = float(limit.gt), True  # type: ignore[arg-type]
        elif isinstance(limit, Le):
            high = float(limit.le)  # type: ignore[arg-type]
        elif isinstance(limit, Lt):
            high = float(limit.lt)  # type: ignore[arg-type]
    return (low + LEAST * (high - low) if above else low, high)


def material_names() -> list[str]:
    """The names of all materials, ours and the user's."""
    folders = [folder / "materials" for folder in (scenes_folder(), *user_folders())]
    return sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.toml")})


class LiveWorld:
    """A world that runs while the numbers of its scene are changed."""

    def __init__(self, scene_name: str = "pour", scenario: str = POUR) -> None:
        self.scene_name, self.scenario = scene_name, scenario
        self.material_name = ""
        """The material that was taken whole; empty for the scene's own and after a number was changed."""
        own = load_scene(scene_name)
        self._tools = own.tools
        self._begin = self.scene = self._with_tool(own)
        self._left_s = 0.0
        self.steps = 0
        """Samples played since the beginning."""
        self.attempt = self._new_attempt()

    @property
    def own_scene(self) -> Scene:
        """The scene as it is now, without tools that it was lent: a game takes one with its own tools alone."""
        return self.scene.model_copy(update={name: None for name in self.scene.tools if name not in self._tools})

    # -- what is shown

    def _with_tool(self, scene: Scene) -> Scene:
        tool = self._tool(scene)
        if getattr(scene, tool) is not None:
            return scene
        return scene.model_copy(update={tool: getattr(load_scene(LENDERS[tool]), tool)})

    def _tool(self, scene: Scene) -> str:
        """The tool of the scenario. Where no die can stand in funnels, dice are poured in every scenario."""
        return SCENARIOS[self.scenario] if scene.plate.side == "top" else SCENARIOS[POUR]

    def _new_attempt(self) -> AttemptRun:
        """The world at its beginning, with the one tool of the scenario."""
        scene = self._with_tool(self.scene)
        tool = self._tool(scene)
        alone = scene.model_copy(update={name: None for name in scene.tools if name != tool})
        if self.scenario == POUR or scene.plate.side != "top":
            return AttemptRun(alone, EMPTY, seed=SEED, hand=[Die((RED, GREEN, BLACK)[n % 3]) for n in range(POURED)])
        return AttemptRun(alone, heap(), seed=SEED)

    def restart(self) -> None:
        """Begins anew, with the scene as it is now."""
        self.attempt.close()
        self.steps, self._left_s = 0, 0.0
        self.attempt = self._new_attempt()

    def change_scenario(self, scenario: str) -> None:
        """Begins another scenario."""
        self.scenario = scenario
        self._begin, self.scene = self._with_tool(self._begin), self._with_tool(self.scene)
        self.restart()

    def change_scene(self, name: str) -> None:
        """Takes another scene, its material with it. Raises `FileError`."""
        own = load_scene(name)
        self._begin = self.scene = self._with_tool(own)
        self._tools, self.scene_name, self.material_name = own.tools, name, ""
        self.restart()

    def change_material(self, name: str) -> None:
        """Takes another material. Raises `FileError`."""
        matter = load_material(name)
        self.material_name = name
        self._take_on(self.scene.model_copy(update={"material": matter}))

    # -- changing numbers

    @property
    def has_own_material(self) -> bool:
        """Whether the material is as the scene has it."""
        return self.scene.material == self._begin.material

    def parameters(self, part: str) -> list[Parameter]:
        """The numbers of one table of the scene."""
        return parameters(self.scene, part, self._begin)

    def set(self, key: str, value: float | str) -> None:
        """Changes a number or an alternative while the world runs. Raises `FileError` for what no scene allows."""
        part, name = key.split(".")
        data = self.scene.model_dump(mode="json")
        data[part][name] = value
        if part == "material":
            self.material_name = ""
        scene = scene_from_data(data, "workbench")
        if part == "plate":
            self.scene = scene
            self.restart()
        else:
            self._take_on(scene)

    def copy_numbers(self, other: LiveWorld) -> None:
        """Takes scene and material of another world and begins anew."""
        self.scene, self.material_name = self._with_tool(other.scene), other.material_name
        self.restart()

    def _take_on(self, scene: Scene) -> None:
        """Goes on in a world of another scene, with place and motion of every die."""
        state, old = self.attempt.state(), self.attempt
        self.scene = scene
        self.attempt = self._new_attempt()
        self.attempt.follow(state, SEED + self.steps)
        self.attempt.world.wake_all()  # what lay still under the old numbers may slide under the new
        old.close()

    # -- time

    @property
    def sample_s(self) -> float:
        """Length of a sample, seconds."""
        return 1 / self.scene.engine.sample_hz

    @property
    def time_s(self) -> float:
        """Simulated seconds since the beginning, at the present length of a sample."""
        return self.steps * self.sample_s

    def advance(self, elapsed_s: float) -> int:
        """Lets time pass; the number of samples played."""
        self._left_s = min(self._left_s + elapsed_s, MOST_STEPS * self.sample_s)
        played = 0
        while self._left_s >= self.sample_s:
            self._left_s -= self.sample_s
            self.attempt.rehearse([self._sample()])
            self.steps += 1
            played += 1
        return played

    def _sample(self) -> Sample:
        turn = ROCK_RAD_S * self.time_s
        strength = min(1.0, self.time_s / 2)  # gently at first
        wanted = {}
        if self._tool(self.scene) == SCENARIOS[TILT]:
            wanted = {"roll_deg": ROCK_DEG * strength * sin(turn), "pitch_deg": ROCK_DEG * strength * cos(turn)}
        elif self.attempt.world.stock:
            wanted = {"pour_z": POUR_HEIGHT_EDGES, "pour_per_s": POUR_PER_S}
        rest = self.attempt.toolset.rest
        names = toolset_columns(self.attempt.scene)
        return tuple(wanted.get(name, value) for name, value in zip(names, rest, strict=True))

    def close(self) -> None:
        """Gives the engine's memory back."""
        self.attempt.close()


def heap() -> Pyramid:
    """A small pyramid of 20 dice near the middle of the plate."""
    return Pyramid((cell, Die((RED, GREEN, BLACK)[cell % 3])) for cell in small_pyramid(HEAP_APEX, HEAP_LEVELS))


# -- keeping what was found


def save_material(material: Material, name: str) -> Path:
    """Writes a material into the user's folder. Raises `FileError`."""
    data = material.model_dump(mode="json", exclude_none=True)
    return _save(user_folder() / "materials" / f"{name}.toml", name, data, material_names())


def save_scene(scene: Scene, name: str) -> Path:
    """Writes a scene into the user's folder, whole, its material in it. Raises `FileError`."""
    data = {"title": scene.title} | scene.model_dump(mode="json", exclude_none=True, exclude={"name", "title"})
    return _save(user_folder() / f"{name}.toml", name, data, scene_names())


def _save(path: Path, name: str, data: dict[str, Any], taken: Sequence[str]) -> Path:
    if not _NAME.fullmatch(name):
        raise FileError("{path}: name {name}: expected small letters, digits, - and _", path=path, name=repr(name))
    if name in taken:
        raise FileError("{path}: there is one called {name} already; expected another name", path=path, name=name)
    write_text(path, toml_text(data), NEW)
    check(path)
    return path
