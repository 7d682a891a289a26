"""Scenes and materials: what is read, and what is refused with file, key, value and what was expected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from skill.cli.new import write_scene
from skill.errors import FileError
from skill.physics.scene import (
    Material,
    Scene,
    check,
    load_material,
    load_scene,
    scene_from_data,
    scene_names,
    scenes_folder,
)
from tests.physics.scene_limits import KEPT, limits


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_loads_and_comes_back_from_its_data(name: str) -> None:
    scene = load_scene(name)
    assert scene.name == name
    assert scene_from_data(scene.model_dump(mode="json"), name) == scene


@pytest.mark.parametrize(
    "path", [*scenes_folder().glob("*.toml"), *scenes_folder().glob("materials/*.toml")], ids=lambda path: path.stem
)
def test_every_file_passes_the_linter_and_says_where_its_numbers_come_from(path: Path) -> None:
    assert isinstance(check(path), Scene | Material)
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_a_scene_differs_only_by_what_it_says() -> None:
    faraday, plain = load_scene("faraday"), load_scene("pyramid")
    assert faraday.material.friction == 0.3 and plain.material.friction == 0.4
    assert faraday.material.density_kg_m3 == plain.material.density_kg_m3
    assert faraday.plate.pitch == 1.015 and faraday.tilt is not None and plain.tilt is None
    changed = load_scene("faraday", {"material.friction": 0.2, "tilt.tremor_deg": 0.0})
    assert changed.material.friction == 0.2 and changed.tilt is not None and changed.tilt.tremor_deg == 0.0
    assert load_scene("faraday") == faraday  # the overrides stayed where they were given


def test_what_easy_changes_is_laid_over_the_scene_at_that_level_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        "title = 'Mine'\n[material]\nbase = 'plastic'\nfriction = 0.3\n[throw]\ndistance_m = 0.2\nreach_m = 1.0\n"
        "handful = 1\nspeed_max_m_s = 5.0\nspin_max_rad_s = 9.0\nnoise_dir_deg = 2.0\nnoise_speed = 0.1\n"
        "tremor_edges = 0.1\n[easy.throw]\nnoise_dir_deg = 1.0\n[easy.material]\nfriction = 0.4\n"
    )
    book, easy = load_scene(path), load_scene(path, level="easy")
    assert book.throw is not None and easy.throw is not None
    assert (book.throw.noise_dir_deg, book.material.friction) == (2.0, 0.3)
    assert easy.throw == book.throw.model_copy(update={"noise_dir_deg": 1.0})
    assert easy.material == book.material.model_copy(update={"friction": 0.4})
    adjusted = load_scene(path, {"throw.noise_dir_deg": 3.0}, "easy")
    assert adjusted.throw is not None and adjusted.throw.noise_dir_deg == 3.0


BAD = {
    "negative friction": ("[material]\nbase = 'plastic'\nfriction = -0.1", ["material.friction = -0.1", "greater"]),
    "wrong type": ("[plate]\npitch = 'wide'", ['plate.pitch = "wide"', "valid number"]),
    "truth for a number": ("[plate]\npitch = true", ["plate.pitch = true", "valid number"]),
    "unknown key": ("[plate]\npicth = 1.01", ["plate.picth = 1.01", "unknown key", "pitch"]),
    "unknown table": ("[plates]\npitch = 1.01", ["plates", "unknown key", "plate"]),
    "unknown key in the hands": ("[tilt]\ntilt_deg = 4", ["tilt"]),
    "table as a number": ("plate = 3", ["plate = 3"]),
    "no such material": ("material = 'plastik'", ['material = "plastik"', "no such material", "plastic"]),
    "material as a number": ("material = 3", ["material = 3", "expected the name of a material"]),
    "half a material": ("[material]\nfriction = 0.2", ["material.source", "missing"]),
    "not a number": ("[material]\nbase = 'plastic'\nfriction = nan", ["material.friction", "finite"]),
    "endless": ("[dice]\nedge_m = inf", ["dice.edge_m", "finite"]),
    "giant": ("[dice]\nedge_m = 12", ["dice.edge_m = 12", "less than or equal to 0.25"]),
    "half a step": ("[engine]\nsteps_per_sample = 2.5", ["engine.steps_per_sample = 2.5", "integer"]),
    "unknown key at easy": ("[easy.plate]\npicth = 1.01", ["at the level easy: plate.picth = 1.01", "pitch"]),
    "easy as a number": ("easy = 3", ["easy = 3", "expected a table"]),
    "not TOML": ("[plate]\npitch 1.0", ["not TOML", "line 3"]),
    "a material of no name": ("[material]\nbase = ''", ['material = ""', "no such material"]),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_scene_is_refused_with_what_was_expected(case: str, tmp_path: Path) -> None:
    text, expected = BAD[case]
    path = tmp_path / "mine.toml"
    path.write_text(f"title = 'Mine'\n{text}\n", encoding="utf-8")
    with pytest.raises(FileError) as error:
        check(path)
    for words in [str(path), *expected]:
        assert words in str(error.value)


def test_a_bad_material_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "materials"
    folder.mkdir()
    (folder / "ice.toml").write_text("source = 'none'\nfriction = -1", encoding="utf-8")
    (tmp_path / "rink.toml").write_text("title = 'Rink'\nmaterial = 'ice'", encoding="utf-8")
    for path in (tmp_path / "rink.toml", folder / "ice.toml"):
        with pytest.raises(FileError, match=r"ice\.toml: friction = -1: input should be greater"):
            check(path)


def test_a_material_lies_beside_its_scene_or_in_its_folder_of_materials(tmp_path: Path) -> None:
    """Of a scene that says nothing else; one beside it is nearer than ours of the same name, a scene there is none."""
    scene = tmp_path / "mine.toml"
    wood = (scenes_folder() / "materials" / "wood.toml").read_text(encoding="utf-8")
    for base, at in (("fitted", "fitted.toml"), ("ice", "materials/ice.toml"), ("far/x.toml", "far/x.toml")):
        scene.write_text(f"[material]\nbase = '{base}'", encoding="utf-8")
        with pytest.raises(FileError, match=base):
            check(scene)
        (tmp_path / at).parent.mkdir(exist_ok=True)
        (tmp_path / at).write_text(wood.replace('source = "', 'source = "mine, '), encoding="utf-8")
        found = check(scene)
        assert isinstance(found, Scene) and found.title == "mine" and found.material.source.startswith("mine, ")
    scene.write_text("material = 'wood'", encoding="utf-8")
    (tmp_path / "wood.toml").write_text("title = 'Of wood'\n[plate]\nside = 'none'", encoding="utf-8")
    assert load_scene(scene).material == load_material("wood")
    (tmp_path / "wood.toml").write_text(wood.replace('source = "', 'source = "mine, '), encoding="utf-8")
    assert load_scene(scene).material.source.startswith("mine, ")
    scene.write_text("material = 'wod'", encoding="utf-8")
    with pytest.raises(FileError, match=r"no such material; expected one of wood, or a file .*wod\.toml"):
        load_scene(scene)


def test_the_template_of_a_scene_leaves_its_material_as_it_was_fitted(tmp_path: Path) -> None:
    text = (scenes_folder() / "materials" / "wood.toml").read_text(encoding="utf-8")
    (tmp_path / "fitted.toml").write_text(text, encoding="utf-8")
    path = write_scene("mine", tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('base = "plastic"', 'base = "fitted"'), encoding="utf-8")
    assert load_scene(path).material == load_material("wood")


@pytest.mark.parametrize(
    "name, expected",
    [
        ("faradya", "faraday"),
        ("/nowhere/at/all.toml", "no such scene file"),
        (scenes_folder() / "farday.toml", "faraday.toml"),
        (scenes_folder(), "no such scene file"),
    ],
)
def test_a_missing_scene_is_answered_with_the_nearest_names(name: str | Path, expected: str) -> None:
    with pytest.raises(FileError, match="no such scene") as error:
        load_scene(name)
    assert expected in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"title = '\xff\xfe'")
    with pytest.raises(FileError, match="not UTF-8"):
        load_scene(tmp_path / "noise.toml")


@pytest.mark.parametrize(
    "overrides, words",
    [
        ({"material.friction": "slippery"}, 'material.friction = "slippery"'),
        ({"material.frictoin": 0.2}, "unknown key; expected one of friction"),
        ({"nothing.here": 1}, "there is no table nothing"),
        ({"plate.pitch.x": 1}, "there is no table plate.pitch"),
    ],
)
def test_a_bad_override_is_refused(overrides: dict[str, object], words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("faraday", overrides)
    assert words in str(error.value) and "with overrides" in str(error.value)


def test_scenes_need_no_engine_and_a_missing_engine_is_explained() -> None:
    code = (
        "import sys; sys.modules['pybullet'] = sys.modules['rapier3d'] = None\n"
        "from skill.physics.scene import load_scene; load_scene('faraday')\n"
        "from skill.errors import Unavailable\n"
        "from skill.lattice.pyramid import EMPTY\n"
        "from skill.physics.world import World\n"
        "try:\n    World(load_scene('faraday'), EMPTY)\n"
        "except Unavailable as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "every game without physics still works" in done.stdout


def test_numbers_of_a_scene_have_the_limits_that_they_had() -> None:
    gone = set(KEPT.read_text(encoding="utf-8").splitlines()).difference(limits())
    assert not gone, "if it is meant: python -m tests.physics.scene_limits --write"
