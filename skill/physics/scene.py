"""Scenes and materials: what a physical world is built from, read from TOML files with the unit in each key.

A scene is laid over `scenes/defaults.toml`, then overridden key by key. Every error is a `FileError` that names the
file, the key with dots, the value and what was expected.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import skill
from skill.errors import FileError
from skill.paths import data_folder

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Data = dict[str, Any]


class _Part(BaseModel):
    """A table of a scene file: frozen, exact types, finite numbers, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Material(_Part):
    """What dice and plate are made of. Pair values are those a hand measures between two pieces of it."""

    source: str = Field(min_length=1, description="where the numbers come from")
    friction: float = Field(ge=0, le=1.5, description="pair coefficient, die on die and die on plate")
    restitution: float = Field(ge=0, le=0.95, description="pair coefficient of restitution")
    rolling_friction: float = Field(ge=0, le=0.1, description="pair rolling friction, as a lever in edges")
    spinning_friction: float = Field(
        ge=0, le=0.1, description="pair friction against spinning on the spot, as a lever in edges"
    )
    density_kg_m3: float = Field(gt=0, le=25_000)
    rounding_edges: float = Field(ge=0.02, le=0.3, description="radius of all rounded edges, in die edges")


class Dice(_Part):
    """The size of the dice."""

    edge_m: float = Field(ge=0.004, le=0.1)


class Plate(_Part):
    """The base plate and where it is held."""

    side: Literal["top", "underside", "none"] = Field(
        description="which side is up: the 45 funnels, or turned over 45 points with 28 funnels; none: a bare table"
    )
    pitch: float = Field(ge=1.0, le=1.1, description="distance of funnels over that of exact contact")
    table_drop_m: float = Field(gt=0.02, le=2.0, description="height of the funnel bottoms above the table")


class Tilt(_Part):
    """How far and how fast two hands move the plate, and how much they tremble; angles about each axis."""

    tilt_max_deg: float = Field(gt=0, le=180)
    yaw_max_deg: float = Field(ge=0, le=180)
    rate_max_deg_s: float = Field(gt=0, le=1000)
    angle_accel_max_deg_s2: float = Field(gt=0, le=50_000)
    shift_max_edges: float = Field(ge=0, le=10)
    speed_max_m_s: float = Field(gt=0, le=5)
    accel_max_m_s2: float = Field(gt=0, le=100)
    pivot_max_edges: float = Field(ge=0, le=20, description="how far from the centre of the plate the pivot may lie")
    pivot_speed_max_edges_s: float = Field(gt=0, le=200, description="how fast hands shift their grip")
    tremor_deg: float = Field(ge=0, le=10, description="rms wander of roll and of pitch")
    tremor_edges: float = Field(ge=0, le=1, description="rms wander of each shift")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")


class Hand(_Part):
    """What fingers can reach, hold and let go, and how much they tremble; forces in weights of a die."""

    takes: Literal["any", "stock"] = Field(description="which dice fingers may take: any, or those of the stock alone")
    stands: Literal["corner", "flat"] = Field(description="how a die of the stock is held: as in a cell, or on a face")
    reach_edges: float = Field(gt=0, le=50, description="how far from the middle, and how high, fingertips get")
    pinch_edges: float = Field(gt=0, le=1, description="how near a die's centre must be to be taken")
    speed_max_edges_s: float = Field(gt=0, le=200)
    accel_max_edges_s2: float = Field(gt=0, le=5000)
    stiffness_weights_edge: float = Field(gt=0, le=500, description="of the fingers that hold a die")
    pull_force_max_weights: float = Field(gt=0, le=500)
    twist_max_weights_edge: float = Field(gt=0, le=500)
    slip_edges: float = Field(gt=0, le=5, description="how far fingers get from their die before they lose it")
    release_speed_edges_s: float = Field(ge=0, le=50, description="the fastest at which a die leaves the fingers")
    aside_edges: float = Field(ge=0, le=20, description="how far beyond the plate's outline a die is laid aside")
    tremor_edges: float = Field(ge=0, le=1, description="rms wander of each coordinate of the fingertips")
    tremor_deg: float = Field(ge=0, le=10, description="rms wander of their attitude about each axis")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")


class Engine(_Part):
    """How the world is stepped; why the defaults are what they are: `scenes/defaults.toml`."""

    gravity_m_s2: float = Field(ge=0, le=30)
    sample_hz: int = Field(ge=20, le=240, description="input samples a second")
    steps_per_sample: int = Field(ge=1, le=32)
    solver_iterations: int = Field(ge=4, le=200)


class Camera(_Part):
    """Where a first look comes from: bearing counter-clockwise from +x, side I being at -90."""

    bearing_deg: float = Field(ge=-360, le=360)
    elevation_deg: float = Field(ge=-10, le=90)
    distance_edges: float = Field(gt=5, le=200)


class Scene(_Part):
    """A physical set-up without its dice: plate, die size, material, hands, engine, camera."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    title: str = Field(min_length=1)
    dice: Dice
    plate: Plate
    material: Material
    engine: Engine
    camera: Camera
    tilt: Tilt | None = Field(default=None, description="the hands on the plate; else it stands on the table")
    hand: Hand | None = Field(default=None, description="the fingers that take dice and place them")

    @property
    def step_s(self) -> float:
        """Length of a physics step, seconds."""
        return 1.0 / (self.engine.sample_hz * self.engine.steps_per_sample)


def scenes_folder() -> Path:
    """Where the scenes of Skillbox are: inside an installed package, beside it in a checkout."""
    package = Path(skill.__file__).parent
    inside = package / "scenes"
    return inside if inside.is_dir() else package.parent / "scenes"


def user_folder() -> Path:
    """Where a user's own scenes are looked for; it need not exist."""
    return data_folder() / "scenes"


_NO_SCENES = {"defaults"}  # files of the folder that are no scene of their own


def scene_names() -> list[str]:
    """The names of all scenes, the user's own included, sorted."""
    return sorted(_scene_files())


def load_scene(name_or_path: str | Path, overrides: Mapping[str, Any] | None = None) -> Scene:
    """The scene of that name, or in that `.toml` file. `overrides`: dotted keys, `{"material.friction": 0.2}`.

    Raises `FileError`.
    """
    path = find_scene(name_or_path)
    data = _laid_over(_read(scenes_folder() / "defaults.toml"), _read(path), path)
    where = str(path)
    if overrides:
        where += " with overrides"
        for key, value in overrides.items():
            _set(data, key, value, where)
    data.setdefault("name", re.sub(r"[^a-z0-9_-]+", "-", path.stem.lower()).strip("-_") or "scene")
    return scene_from_data(data, where)


def scene_from_data(data: Any, where: str) -> Scene:
    """The scene whose `model_dump(mode="json")` is `data`. Raises `FileError` naming `where` it was found."""
    try:
        return Scene.model_validate(data)
    except ValidationError as error:
        raise FileError(f"{where}: {_first(error)}") from None


def check(path: str | Path) -> Scene | Material:
    """Read one scene or material file as the linter does. Raises `FileError` with the first fault."""
    path = Path(path)
    if path.parent.name == "materials":
        return _material(path.stem, path.parent, str(path))
    if path.stem == "defaults":
        data = _read(path)
        data["material"] = _resolved(data.get("material"), path.parent, str(path))
        return scene_from_data({"name": "defaults", "title": "defaults", **data}, str(path))
    return load_scene(path)


def find_scene(name_or_path: str | Path) -> Path:
    """The file of a scene. Raises `FileError` with the nearest names."""
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or "\\" in text:
        path = Path(text)
        if path.is_file():
            return path
        near = _nearest(path.name, [p.name for p in path.parent.glob("*.toml")] if path.parent.is_dir() else [])
        raise FileError(f"{path}: no such scene file{near}")
    files = _scene_files()
    if text not in files:
        raise FileError(f"scene {text!r}: no such scene in {scenes_folder()} or {user_folder()}{_nearest(text, files)}")
    return files[text]


def _scene_files() -> dict[str, Path]:
    files = [p for folder in (user_folder(), scenes_folder()) if folder.is_dir() for p in sorted(folder.glob("*.toml"))]
    return {p.stem: p for p in files if p.stem not in _NO_SCENES}


def _nearest(name: str, known: Any) -> str:
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.4) or names
    return f"; expected one of {', '.join(close)}" if close else ""


def _read(path: Path) -> Data:
    return dict(_read_cached(path, path.stat().st_mtime_ns)) if path.is_file() else _no_file(path)


def _no_file(path: Path) -> Data:
    raise FileError(f"{path}: no such file")


@lru_cache(maxsize=64)
def _read_cached(path: Path, _modified: int) -> Data:
    try:
        data: Data = tomllib.loads(path.read_text(encoding="utf-8"))
        return data
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8 text: byte {error.start}") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from None


def _laid_over(base: Data, scene: Data, path: Path) -> Data:
    data = dict(base)
    for key, value in scene.items():
        both = isinstance(value, dict) and isinstance(data.get(key), dict)
        data[key] = {**data[key], **value} if both else value
    data["material"] = _resolved(data["material"], path.parent, str(path))
    return data


def _resolved(material: Any, folder: Path, where: str) -> Data:
    """The material table that a scene's `material` names: a name, or a table with `base` and what differs from it."""
    if isinstance(material, str):
        material = {"base": material}
    if not isinstance(material, dict):
        raise FileError(f"{where}: material = {material!r}: expected the name of a material or a table")
    own = dict(material)
    if "base" not in own:
        return own
    base = own.pop("base")
    return {**_material(base, folder / "materials", where).model_dump(), **own}


def load_material(name_or_path: str | Path) -> Material:
    """The material of that name, ours or the user's, or in that `.toml` file. Raises `FileError`."""
    text = str(name_or_path)
    if text.endswith(".toml"):
        path = Path(text)
        return _material(path.stem, path.parent, text) if path.is_file() else _no_material(path)
    own = user_folder() / "materials"
    return _material(text, own if own.is_dir() else scenes_folder() / "materials", "material")


def _no_material(path: Path) -> Material:
    raise FileError(f"{path}: no such material file")


def _material(name: Any, folder: Path, where: str) -> Material:
    folders = (folder, scenes_folder() / "materials")
    known = {p.stem: p for f in reversed(folders) if f.is_dir() for p in f.glob("*.toml")}
    if not isinstance(name, str) or name not in known:
        raise FileError(f"{where}: material = {name!r}: no such material{_nearest(str(name), known)}")
    try:
        return Material.model_validate(_read(known[name]))
    except ValidationError as error:
        raise FileError(f"{known[name]}: {_first(error)}") from None


def _set(data: Data, key: str, value: Any, where: str) -> None:
    """Set a dotted key, leaving the tables of other scenes alone."""
    *tables, last = key.split(".")
    for depth, table in enumerate(tables, 1):
        inner = data.get(table)
        if not isinstance(inner, dict):
            raise FileError(f"{where}: {key} = {value!r}: there is no table {'.'.join(tables[:depth])}")
        data[table] = data = dict(inner)
    data[last] = value


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    key = ".".join(map(str, fault["loc"])) or "the file"
    if fault["type"] == "missing":
        return f"{key}: missing, expected a value"
    if fault["type"] == "extra_forbidden":
        model: Any = Scene
        for part in fault["loc"][:-1]:
            model = getattr(model.model_fields[part].annotation, "__args__", (model.model_fields[part].annotation,))[0]
        return f"{key} = {fault['input']!r}: unknown key{_nearest(str(fault['loc'][-1]), model.model_fields)}"
    return f"{key} = {fault['input']!r}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"
