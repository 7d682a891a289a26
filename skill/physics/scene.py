"""Scenes and materials: what a physical world is built from, read from TOML files with the unit in each key.

A scene is laid over `scenes/defaults.toml`, then overridden key by key. Every error is a `FileError` that names the
file, the key with dots, the value and what was expected.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import skill
from skill.errors import FileError, Unavailable, UnknownName, Words, written
from skill.files import UNKNOWN_KEY, beside, each_once, fault_words, read_toml
from skill.paths import data_folder
from skill.physics.pose import INERTIA
from skill.physics.versions import PACKAGES

Data = dict[str, Any]
Part = TypeVar("Part", bound="_Part")
AS_THE_SCENE = "scene"
"""In place of a material: the one that the scene has."""
AS_THE_GAME = "game"
"""In place of a scene: the one that the game has."""
RULES_GO_BY = ("plate.side", "plate.bed", "hand.takes", "hand.stands", "throw.handful")
"""What another scene has to have as the game's has it, beside the same tools."""


class _Part(BaseModel):
    """A table of a scene file: frozen, exact types, finite numbers, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


Fitted = Literal[
    "friction",
    "friction_plate",
    "friction_table",
    "restitution",
    "rolling_friction",
    "spinning_friction",
    "damping_per_s",
    "rounding_edges",
]
"""What the tuner can find out about a material; the rest is weighed or measured directly."""


class Material(_Part):
    """What dice and plate are made of. Pair values are those a hand measures between two pieces of it."""

    source: str = Field(min_length=1, description="where the numbers come from")
    friction: float = Field(ge=0, le=1.5, description="pair coefficient, die on die and die on plate")
    friction_plate: float | None = Field(
        default=None, ge=0, le=1.5, description="die on plate, where that differs from die on die"
    )
    friction_table: float | None = Field(
        default=None, ge=0, le=1.5, description="die on table, where that differs from die on die"
    )
    restitution: float = Field(ge=0, le=0.95, description="pair coefficient of restitution")
    rolling_friction: float = Field(ge=0, le=0.1, description="pair rolling friction, as a lever in edges")
    spinning_friction: float = Field(
        ge=0, le=0.1, description="pair friction against spinning on the spot, as a lever in edges"
    )
    damping_per_s: float = Field(default=0.0, ge=0, le=5, description="share of speed and spin lost in the air")
    density_kg_m3: float = Field(gt=0, le=25_000)
    rounding_edges: float = Field(ge=0.02, le=0.3, description="radius of all rounded edges, in die edges")
    margins: dict[Fitted, Annotated[float, Field(ge=0)]] = Field(
        default={},
        description="half widths of the intervals that hold the true values, all with 95 % probability, if known",
    )

    @property
    def on_plate(self) -> float:
        """Pair friction of a die on the plate."""
        return self.friction if self.friction_plate is None else self.friction_plate

    @property
    def on_table(self) -> float:
        """Pair friction of a die on the table."""
        return self.friction if self.friction_table is None else self.friction_table


class Dice(_Part):
    """The size of the dice, and how their mass is spread."""

    edge_m: float = Field(ge=0.004, le=0.25)
    inertia: float = Field(
        default=INERTIA,
        ge=0.02,
        le=0.5,
        description="of a cube about any axis through its middle, its mass times its edge squared; 1/6 if homogeneous",
    )


class Plate(_Part):
    """The base plate and where it is held."""

    side: Literal["top", "underside", "none"] = Field(
        description="which side is up: the 45 funnels, or turned over 45 points with 28 funnels; none: a bare table"
    )
    pitch: float = Field(ge=1.0, le=1.1, description="distance of funnels over that of exact contact")
    bed: bool = Field(
        default=False, description="at first it is held on its side, side K down, and a table carries its dice there"
    )
    table_drop_m: float = Field(gt=0.02, le=2.0, description="height of the funnel bottoms above the table")


class ToolLimits(_Part):
    """What a tool can do: the table of a scene file by which the scene has the tool."""


class Tilt(ToolLimits):
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
    jolt_variants: int = Field(
        1, ge=1, le=200, description="jolts that a person's hands rehearse for one that is drawn; 1: it is as drawn"
    )


class Breath(ToolLimits):
    """How hard, how long and from where a mouth blows."""

    blow_max_pa: float = Field(gt=0, le=20_000, description="pressure in the mouth, and of the jet at the lips")
    lips_m: float = Field(gt=0, le=0.03, description="diameter of the jet as it leaves them")
    cone_deg: float = Field(gt=0, le=45, description="to either side, where the speed is 1/20 of that on the axis")
    drag_coefficient: float = Field(gt=0, le=3, description="of a cube")
    breath_s: float = Field(gt=0, le=10, description="the longest blow")
    draw_s: float = Field(ge=0, le=10, description="for which the mouth stays shut between two blows")
    mouth_gap_edges: float = Field(ge=0, le=30, description="least distance of the lips from the plate and every die")
    reach_edges: float = Field(gt=0, le=60, description="how far from the middle, and how high, the mouth gets")
    speed_max_edges_s: float = Field(gt=0, le=200)
    accel_max_edges_s2: float = Field(gt=0, le=5000)
    tremor_edges: float = Field(ge=0, le=1, description="rms wander of each coordinate of the mouth")
    tremor_deg: float = Field(ge=0, le=10, description="rms wander of bearing and of elevation")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")
    puff_variants: int = Field(
        1, ge=1, le=200, description="blows that a person's mouth rehearses for one that is drawn; 1: it is as drawn"
    )


class Hand(ToolLimits):
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


class Throw(ToolLimits):
    """How dice leave a throwing hand: from how far, how fast, and how far from what was meant; errors are rms."""

    distance_m: float = Field(ge=0, le=1.5, description="least distance of the hand from the plate and from every die")
    reach_m: float = Field(gt=0, le=3, description="how far from the plate's middle the hand gets, seen from above")
    handful: int = Field(ge=1, le=50, description="how many dice leave the hand at once")
    speed_max_m_s: float = Field(gt=0, le=20)
    spin_max_rad_s: float = Field(ge=0, le=500)
    noise_dir_deg: float = Field(ge=0, le=45, description="of velocity and spin, about each of two axes across them")
    noise_speed: float = Field(ge=0, le=1, description="of velocity and spin, as a share of them")
    tremor_edges: float = Field(ge=0, le=1, description="of each coordinate of the place at which a die leaves")


class Finger(ToolLimits):
    """A finger that hits a die: its weight, its bounce, its speed, and how far it strays; errors are rms."""

    finger_kg: float = Field(gt=0, le=1, description="mass of the finger as its tip feels it")
    finger_restitution: float = Field(ge=0, le=0.95)
    speed_max_m_s: float = Field(gt=0, le=20)
    noise_dir_deg: float = Field(ge=0, le=45, description="of the blow, about each of two axes across it")
    noise_speed: float = Field(ge=0, le=1, description="of the finger, as a share of its speed")


class Flick(Finger):
    """A finger that flicks a die from in front of a side of the plate."""

    side: int = Field(ge=1, le=3, description="the side before which the player sits: 1, 2, 3 for I, J, K")
    distance_m: float = Field(ge=0, le=1.5, description="of the launch line from the plate's edge")
    height_m: float = Field(ge=-1, le=1, description="of the launch line above the plate")
    along_max_edges: float = Field(ge=0, le=30, description="how far from the middle of that line a die may be put")
    offset_max_edges: float = Field(ge=0, le=0.5, description="how far from the middle of its face a die may be hit")


class Knock(Finger):
    """A finger that knocks dice on the plate."""

    reach_edges: float = Field(gt=0, le=60, description="how far from the middle, and how high, the fingertip gets")
    stroke_edges: float = Field(gt=0, le=20, description="how far a knocking finger goes")


class Pour(ToolLimits):
    """A box from which dice are poured."""

    reach_edges: float = Field(gt=0, le=60, description="how far from the middle, and how high, its mouth gets")
    rate_max_per_s: float = Field(gt=0, le=100, description="dice that leave it in a second")
    mouth_edges: float = Field(ge=0, le=20, description="radius of its mouth")
    speed_edges_s: float = Field(
        ge=0, le=100, description="rms of each coordinate of the velocity of a die that leaves"
    )
    spin_rad_s: float = Field(ge=0, le=100, description="rms of each coordinate of its spin")


class Ladle(ToolLimits):
    """A ladle: how much it holds, how far and how fast it goes, and how much the hand trembles."""

    capacity: int = Field(ge=1, le=60, description="dice that it holds, which gives its size")
    reach_edges: float = Field(gt=0, le=60, description="how far from the middle, and how high, its lip gets")
    speed_max_edges_s: float = Field(gt=0, le=200)
    accel_max_edges_s2: float = Field(gt=0, le=5000)
    tilt_max_deg: float = Field(gt=0, le=180, description="forwards; backwards a quarter of it")
    tilt_rate_max_deg_s: float = Field(gt=0, le=1000)
    tilt_accel_max_deg_s2: float = Field(gt=0, le=50_000)
    tremor_edges: float = Field(ge=0, le=1, description="rms wander of each coordinate of the lip")
    tremor_deg: float = Field(ge=0, le=10, description="rms wander of bearing and of tilt")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")


class Tape(ToolLimits):
    """A finger with tape on it: how far, how fast and how hard it pulls one die; forces in weights of a die."""

    reach_edges: float = Field(gt=0, le=50, description="how far from the middle, and how high, the fingertip gets")
    pinch_edges: float = Field(gt=0, le=1, description="how near the middle of a face must be to be stuck to")
    speed_max_edges_s: float = Field(gt=0, le=200)
    accel_max_edges_s2: float = Field(gt=0, le=5000)
    pull_max_edges: float = Field(gt=0, le=2, description="from where the die was, along the normal of its face")
    pull_speed_max_edges_s: float = Field(gt=0, le=50)
    stiffness_weights_edge: float = Field(gt=0, le=500, description="of the finger that holds a die")
    tape_force_weights: float = Field(gt=0, le=500)
    twist_max_weights_edge: float = Field(gt=0, le=500)
    tremor_edges: float = Field(ge=0, le=1, description="rms wander of each coordinate of the fingertip")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")


class Press(ToolLimits):
    """A finger that presses the top die towards the plate; forces in weights of a die."""

    force_max_weights: float = Field(gt=0, le=500)
    force_rate_weights_s: float = Field(gt=0, le=5000)
    stiffness_weights_edge: float = Field(gt=0, le=2000, description="of the flesh that keeps the die where it is")
    hold_force_max_weights: float = Field(gt=0, le=500, description="across the force that it presses with")
    hold_twist_max_weights_edge: float = Field(gt=0, le=500)
    wobble_deg: float = Field(ge=0, le=30, description="rms wander of its direction about each of two axes across it")
    slip_edges: float = Field(gt=0, le=5, description="how far its die gets from its place before the finger slips off")
    tremor_hz: float = Field(gt=0, le=5, description="corner frequency of the wander")


class Engine(_Part):
    """How the world is stepped; why the defaults are what they are: `scenes/defaults.toml`."""

    gravity_m_s2: float = Field(ge=0, le=30)
    sample_hz: int = Field(ge=20, le=240, description="input samples a second")
    steps_per_sample: int = Field(ge=1, le=32)
    name: Literal["bullet", "rapier"] = Field(default="bullet", description="the engine of rigid bodies")
    """What was written before there was a choice is Bullet's."""
    solver_iterations: int = Field(ge=4, le=200, description="of Bullet a step; Rapier takes a tenth in each substep")
    grips: bool = Field(default=False, description="whether grooves hold as friction says, see world/bullet_grips.py")
    """Traces from before there were any have none."""

    @property
    def substeps(self) -> int:
        """In how many parts the engine takes each step: of those that go from rest under a constant acceleration a body
        is a t (t + dt / substeps) / 2 away after a time t."""
        return 4 if self.name == "rapier" else 1

    @property
    def holds_what_is_pressed(self) -> bool:
        """Whether a die stays that is pressed against the walls of its funnel, as statics says. In Bullet it rocks its
        way out, though the force goes through the middle third of the face that bears it."""
        return self.name == "rapier"

    @property
    def trips(self) -> bool:
        """Whether a die that is braked as it slides from one face over to the next trips there: in Bullet it hops by a
        hundredth of an edge and turns, by statics it stays flat until most of it has nothing below."""
        return self.name == "bullet"


class CameraSpec(_Part):
    """Where a first look comes from: bearing counter-clockwise from +x, side I being at -90."""

    bearing_deg: float = Field(ge=-360, le=360)
    elevation_deg: float = Field(ge=-10, le=90)
    distance_edges: float = Field(gt=5, le=200)


class Scene(_Part):
    """A physical set-up without its dice: plate, die size, material, engine, camera, tools."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    title: str = Field(min_length=1)
    dice: Dice
    plate: Plate
    material: Material
    engine: Engine
    camera: CameraSpec
    # The tools, in the order in which their columns stand in a sample. The table `x` is for the tool in `tools/x.py`.
    tilt: Tilt | None = Field(default=None, description="the hands on the plate; else it stands on the table")
    press: Press | None = Field(default=None, description="the finger that presses the top die")
    breath: Breath | None = Field(default=None, description="the mouth that blows at the dice")
    hand: Hand | None = Field(default=None, description="the fingers that take dice and place them")
    tape: Tape | None = Field(default=None, description="the finger with tape on it")
    throw: Throw | None = Field(default=None, description="the hand that throws dice")
    flick: Flick | None = Field(default=None, description="the finger that flicks dice onto the plate")
    knock: Knock | None = Field(default=None, description="the finger that knocks dice on the plate")
    pour: Pour | None = Field(default=None, description="the box from which dice are poured")
    ladle: Ladle | None = Field(default=None, description="the ladle from which dice are poured")

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools that it has, in the order of `TOOLS`."""
        return tuple(name for name in TOOLS if getattr(self, name) is not None)

    def is_world_of(self, other: Scene) -> bool:
        """Whether dice move here as they do in the `other`: all but title and camera is the same."""
        return self == other.model_copy(update={"title": self.title, "camera": self.camera})

    def stepped_by(self, engine: str) -> Scene:
        """The same scene in that engine."""
        return self.model_copy(update={"engine": self.engine.model_copy(update={"name": engine})})

    def made_of(self, material: str) -> Scene:
        """The same scene with the material that a text of the option `material` means. Raises `FileError`."""
        other = material_of(material)
        return self if other is None else self.model_copy(update={"material": other})

    @property
    def die_kg(self) -> float:
        """The mass of a cubic die, its rounding left out, kg."""
        return self.material.density_kg_m3 * self.dice.edge_m**3

    @property
    def step_s(self) -> float:
        """Length of a physics step, seconds."""
        return 1.0 / (self.engine.sample_hz * self.engine.steps_per_sample)


TOOLS = tuple(
    name
    for name, field in Scene.model_fields.items()
    if any(isinstance(kind, type) and issubclass(kind, ToolLimits) for kind in get_args(field.annotation))
)
"""The names of all tools, in the order of their columns in a sample."""


ENGINES: tuple[str, ...] = get_args(Engine.model_fields["name"].annotation)
"""The names of all engines of rigid bodies."""
ENGINE_VARIABLE = "SKILLBOX_ENGINE"
"""The environment variable that names the engine of all scenes that are loaded, whatever they say themselves."""


def checked_engine(where: str, name: str) -> str:
    """The name of an engine that `where` gives. Raises `UnknownName`."""
    if name not in ENGINES:
        text = "{where} {name}: expected one of {known}"
        raise UnknownName(text, where=where, name=repr(name), known=", ".join(ENGINES))
    return name


@cache
def installed_engines() -> tuple[str, ...]:
    """The names of the engines that are installed."""
    return tuple(name for name in ENGINES if find_spec(PACKAGES[name]))


def usual_engine() -> str:
    """The engine of a scene that names none: Bullet where it is installed, else Rapier."""
    return "bullet" if "bullet" in installed_engines() else "rapier"


def scenes_folder() -> Path:
    """Where the scenes of Skillbox are: inside an installed package, beside it in a checkout."""
    package = Path(skill.__file__).parent
    inside = package / "scenes"
    return inside if inside.is_dir() else package.parent / "scenes"


def user_folder() -> Path:
    """Where a user's own scenes are looked for; it need not exist."""
    return data_folder() / "scenes"


def user_folders() -> list[Path]:
    """That folder, or none for a user without a home."""
    with suppress(Unavailable):
        return [user_folder()]
    return []


_NO_SCENES = {"defaults"}  # files of the folder that are no scene of their own


def scene_names() -> list[str]:
    """The names of all scenes, the user's own included, sorted."""
    return sorted(_scene_files())


def load_scene(
    name_or_path: str | Path,
    overrides: Mapping[str, Any] | None = None,
    level: str = "book",
    material: str = AS_THE_SCENE,
    other: str = AS_THE_GAME,
) -> Scene:
    """The scene of that name, or in that `.toml` file. `overrides`: dotted keys, `{"material.friction": 0.2}`.

    At the level `easy` what the table `[easy]` of the file says is laid over the rest of it. Another `material`, as
    `material_text` writes it, takes the place of all that the file says of matter, and an `other` scene, as
    `scene_text` writes it, that of all that it says, but for its name, by which bots know it. Raises `FileError`, also
    where the other has not what is needed in place of this one.
    """
    if other != AS_THE_GAME:
        return _in_place_of(load_scene(name_or_path, overrides, level), other, overrides, material)
    path = find_scene(name_or_path)
    data = _laid_over(_read(scenes_folder() / "defaults.toml"), _read(path), path)
    where = str(path)
    easier = data.pop("easy", {})
    if not isinstance(easier, dict):
        raise FileError("{where}: easy = {easier}: expected a table", where=where, easier=written(easier))
    if level == "easy" and easier:
        where = Words("{file} at the level easy", file=where)
        data = _laid_over(data, easier, path)
    if isinstance(data["engine"], dict):  # what is none is told of below
        data["engine"] = {"name": usual_engine(), **data["engine"]}
        chosen = os.environ.get(ENGINE_VARIABLE)
        if chosen and "engine.name" not in (overrides or {}) and data["engine"]["name"] in ENGINES:
            data["engine"]["name"] = checked_engine(ENGINE_VARIABLE, chosen)
    if matter := material_of(material):
        data["material"] = matter.model_dump()  # before the overrides, which may be factors of it
    if overrides:
        where = Words("{file} with overrides", file=where)
        for key, value in overrides.items():
            _set(data, key, value, where)
    data.setdefault("name", re.sub(r"[^a-z0-9_-]+", "-", path.stem.lower()).strip("-_") or "scene")
    data.setdefault("title", data["name"])
    return scene_from_data(data, where)


def scene_from_data(data: Any, where: str) -> Scene:
    """The scene whose `model_dump(mode="json")` is `data`. Raises `FileError` naming `where` it was found."""
    return _validated(Scene, data, where)


def check(path: str | Path) -> Scene | Material:
    """Read one scene or material file as the linter does. Raises `FileError` with the first fault.

    A material is what lies in a folder `materials`, or has more keys of a material than of a scene.
    """
    path = Path(path)
    if path.parent.name == "materials" or _is_material(path):
        return _material_in(path)
    if path.stem == "defaults":
        data = _read(path)
        data["material"] = _resolved(data.get("material"), path.parent, str(path))
        return scene_from_data({"name": "defaults", "title": "defaults", **data}, str(path))
    load_scene(path, level="easy")
    return load_scene(path)


def find_scene(name_or_path: str | Path) -> Path:
    """The file of a scene. Raises `FileError` with the nearest names."""
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or "\\" in text:
        path = Path(text)
        if path.is_file():
            return path
        near = _nearest(path.name, [p.name for p in path.parent.glob("*.toml")] if path.parent.is_dir() else [])
        text = "{path}: no such scene file; expected one of {near}" if near else "{path}: no such scene file"
        raise FileError(text, path=path, near=near)
    files = _scene_files()
    if text not in files:
        raise FileError(
            "scene {text}: no such scene in {folder} or {own}; expected one of {near}",
            text=repr(text),
            folder=scenes_folder(),
            own=", ".join(map(str, user_folders())) or "-",
            near=_nearest(text, files),
        )
    return files[text]


def own_scene(name_or_path: str | Path) -> Path:
    """The file of a scene that a user names: of two of the same name their own. Raises as `find_scene` does."""
    own = {path.stem: path for folder in user_folders() for path in folder.glob("*.toml")}
    return own[name_or_path] if name_or_path in own else find_scene(name_or_path)


def scene_files() -> list[Path]:
    """The files of all scenes, the user's own included, by name."""
    return sorted((p for each in (*user_folders(), scenes_folder()) for p in _in_folder(each)), key=lambda p: p.stem)


def _in_folder(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.toml") if path.stem not in _NO_SCENES]


def _scene_files() -> dict[str, Path]:
    """The files of all scenes by name; ours go before a user's of the same name, since games mean ours."""
    return {path.stem: path for folder in (*user_folders(), scenes_folder()) for path in _in_folder(folder)}


def _nearest(name: str, known: Any) -> str:
    names = sorted(known)
    return ", ".join(difflib.get_close_matches(name, names, n=3, cutoff=0.4) or names)


def _read(path: Path) -> Data:
    return dict(_read_cached(path, path.stat().st_mtime_ns)) if path.is_file() else _no_file(path)


def _no_file(path: Path) -> Data:
    raise FileError("{path}: no such file", path=path)


@lru_cache(maxsize=64)
def _read_cached(path: Path, _modified: int) -> Data:
    return read_toml(path)


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
        raise FileError(
            "{where}: material = {material}: expected the name of a material or a table",
            where=where,
            material=written(material),
        )
    own = dict(material)
    if "base" not in own:
        return own
    base = own.pop("base")
    return {**load_material(base, folder, where).model_dump(), **own}


def load_material(name_or_path: str | Path, folder: Path | None = None, where: Any = "material") -> Material:
    """The material of that name or in that `.toml` file, as `find_material` finds it. Raises `FileError`."""
    return _material_in(find_material(name_or_path, folder, where))


def material_text(name_or_path: str | Path) -> str:
    """A material as the option `material` has it: the name of one of ours, of any other its name and its numbers.

    What is such a text already stays as it is. Raises `FileError`.
    """
    if isinstance(name_or_path, str) and (name_or_path == AS_THE_SCENE or name_or_path.endswith(")")):
        material_of(name_or_path)
        return name_or_path
    path = find_material(name_or_path)
    found = _material_in(path)
    if path.parent == scenes_folder() / "materials":
        return path.stem
    numbers = found.model_dump(exclude={"source", "margins"}, exclude_defaults=True)
    return f"{_name_in_text(path)}({','.join(f'{key}={value!r}' for key, value in numbers.items())})"


def material_of(text: str) -> Material | None:
    """The material that a text of the option `material` means; None for that of the scene. Raises `FileError`.

    It opens no file that the text names: a record of somebody else's, or a request, may have it.
    """
    if text == AS_THE_SCENE:
        return None
    name, has_numbers, numbers = text.partition("(")
    if not has_numbers:
        if name.endswith(".toml"):
            raise FileError("material = {name}: expected the name of a material, and no file", name=written(name))
        ours = scenes_folder() / "materials" / f"{name}.toml"
        return load_material(ours if ours.is_file() else name)
    where = Words("material {name}", name=name)
    data: Data = {"source": name}
    for key, value in _values_in(numbers.removesuffix(")"), where).items():
        try:
            data[key] = float(value)
        except ValueError:
            raise FileError("{where}: {key} = {value}: expected a number", where=where, key=key, value=value) from None
    return _validated(Material, data, where)


def scene_text(name_or_path: str | Path, level: str = "book") -> str:
    """A scene as the option `scene` has it: its name and all that it says at that level, but for title and engine.

    What is such a text already stays as it is. Raises `FileError`.
    """
    if isinstance(name_or_path, str) and (name_or_path == AS_THE_GAME or name_or_path.endswith(")")):
        return name_or_path
    left_out: Any = {"name": True, "title": True, "engine": {"name"}, "material": {"source", "margins"}}
    file = own_scene(name_or_path)
    tables = load_scene(file, level=level).model_dump(exclude=left_out, exclude_none=True, exclude_defaults=True)
    values = (f"{table}.{key}={value}" for table, keys in tables.items() for key, value in keys.items())
    return f"{_name_in_text(file)}({','.join(values)})"


def _in_place_of(own: Scene, text: str, overrides: Mapping[str, Any] | None, material: str) -> Scene:
    """The scene that a text of the option `scene` means, in place of a game's own. Raises `FileError`."""
    name, _, values = text.removesuffix(")").partition("(")
    where = Words("scene {name}", name=name)
    tables: dict[str, Data] = {"material": {"source": name}, "engine": {}}
    for key, value in _values_in(values, where).items():
        table, _, last = key.partition(".")
        tables.setdefault(table, {})[last] = _value_of(value)
    tables["engine"]["name"] = own.engine.name
    data: Data = {"name": own.name, "title": name, **tables}
    if matter := material_of(material):
        data["material"] = matter.model_dump()
    for key, override in (overrides or {}).items():
        if key.partition(".")[0] in data:  # else it lacks a tool, which is told below
            _set(data, key, override, where)
    found = scene_from_data(data, where)
    if found.tools != own.tools:
        wrong = "{where}: has {tools}; in place of {scene} expected a scene with {needed}"
        tools, needed = (", ".join(scene.tools) or Words("no tool") for scene in (found, own))
        raise FileError(wrong, where=where, tools=tools, scene=own.name, needed=needed)
    for key in RULES_GO_BY:
        table, _, last = key.partition(".")
        has, need = (getattr(getattr(scene, table), last, None) for scene in (found, own))
        if has != need:
            wrong = "{where}: {key} = {value}: in place of {scene} expected {needed}"
            raise FileError(wrong, where=where, key=key, value=written(has), scene=own.name, needed=written(need))
    return found


def _values_in(text: str, where: Words) -> dict[str, str]:
    """What a text of an option says by key. Raises `FileError` for a key that comes twice."""
    return each_once(((key, value) for key, _, value in (part.partition("=") for part in text.split(","))), where)


def _value_of(text: str) -> str | int | float:
    """A value in a text of the option `scene`: a whole number, another, or a word."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return {"True": True, "False": False}.get(text, text)


def _name_in_text(path: Path) -> str:
    """The name of a file as options have it."""
    return re.sub(r"[^\w.-]+", "-", path.stem)[:60]


def material_texts() -> list[str]:
    """All materials, the user's own too, as the option `material` has them; faulty files are left out."""
    folders, found = (scenes_folder(), *user_folders()), []
    for name in sorted({path.stem for folder in folders for path in folder.glob("materials/*.toml")}):
        with suppress(FileError):
            found.append(material_text(name))
    return found


def find_material(name_or_path: str | Path, folder: Path | None = None, where: Any = "material") -> Path:
    """The file of a material: that `.toml` file, seen from `folder`, or the one of that name.

    It is looked for beside what names it, which is in `folder`, in a folder `materials` there, then among the user's
    own and ours. Raises `FileError` naming `where` it is named.
    """
    text = name_or_path if isinstance(name_or_path, str) else str(name_or_path) * isinstance(name_or_path, Path)
    if text.endswith(".toml"):
        path = Path(text) if folder is None else _named(text, folder, where)
        if not path.is_file():
            raise FileError("{path}: no such material file", path=path)
        return path
    beside_it = (folder or Path()) / f"{text or 'NAME'}.toml"
    if folder is not None and beside_it.is_file() and _is_material(_named(f"{text}.toml", folder, where)):
        return beside_it
    folders = [scenes_folder(), *user_folders(), *([] if folder is None else [folder])]
    known = {path.stem: path for each in folders for path in sorted(each.glob("materials/*.toml"))}
    if text not in known:
        raise FileError(
            "{where}: material = {name}: no such material; expected one of {near}, or a file {file}",
            where=where,
            name=written(name_or_path),
            near=_nearest(text, known),
            file=beside_it,
        )
    return known[text]


def _named(name: str, folder: Path, where: Any) -> Path:
    """The file that one in a folder names. In the folder of the user's own scenes links lead anywhere."""
    own = folder in user_folders()
    return folder / name if own else beside(folder, name, Words("{where}: material", where=where))


def _is_material(path: Path) -> bool:
    """Whether a file has more keys of a material than of a scene; not if it cannot be read."""
    try:
        keys = _read(path).keys()
    except FileError:
        return False
    return len(keys & Material.model_fields.keys()) > len(keys & Scene.model_fields.keys())


def _material_in(path: Path) -> Material:
    return _validated(Material, _read(path), path)


def _set(data: Data, key: str, value: Any, where: str) -> None:
    """Set a dotted key, leaving the tables of other scenes alone."""
    *tables, last = key.split(".")
    for depth, table in enumerate(tables, 1):
        inner = data.get(table)
        if not isinstance(inner, dict):
            raise FileError(
                "{where}: {key} = {value}: there is no table {table}",
                where=where,
                key=key,
                value=written(value),
                table=".".join(tables[:depth]),
            )
        data[table] = data = dict(inner)
    data[last] = value


def _validated(kind: type[Part], data: Any, where: Any) -> Part:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise FileError("{where}: {fault}", where=where, fault=_first(error)) from None


def _first(error: ValidationError) -> Words:
    fault = error.errors()[0]
    key = ".".join(map(str, fault["loc"])) or Words("the file")
    if fault["type"] == "extra_forbidden":
        model: Any = Scene
        for part in fault["loc"][:-1]:
            model = getattr(model.model_fields[part].annotation, "__args__", (model.model_fields[part].annotation,))[0]
        near = _nearest(str(fault["loc"][-1]), model.model_fields)
        return Words(UNKNOWN_KEY, key=key, value=written(fault["input"]), known=near)
    return fault_words(key, fault)
