"""The scene on the sheet of a game, from there to the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.play.match.setup import Settings
from skill.errors import FileError
from skill.physics import scene as scenes
from skill.physics.scene import find_scene, load_scene, own_scene, scene_text
from skill.rules.catalogue import find_game


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a scene of one's own of another name, one of the same name, and one that is none."""
    for name, edge_m in (("my-plate", 0.02), ("faraday", 0.03)):
        more = f"\n[dice]\nedge_m = {edge_m}\n[easy.dice]\nedge_m = 0.04\n"
        (tmp_path / f"{name}.toml").write_text(find_scene("faraday").read_text(encoding="utf-8") + more)
    (tmp_path / "broken.toml").write_text("title = 3")
    monkeypatch.setattr(scenes, "user_folder", lambda: tmp_path)
    return tmp_path


def shown(settings: Settings) -> str:
    return next(entry.value for entry in settings.entries() if entry.name == "scene")


def edge_m(settings: Settings) -> float:
    options = settings.setup().options
    return load_scene("faraday", None, str(options["level"]), other=str(options["scene"])).dice.edge_m


def test_the_sheet_offers_those_that_serve_and_the_users_own() -> None:
    settings, found = Settings(find_game("faraday")), []
    for _ in range(4):
        found.append((shown(settings), edge_m(settings)))
        settings.step("scene", 1)
    assert found == [("as in the game", 0.012), ("coulomb", 0.012), ("faraday", 0.03), ("my-plate", 0.02)]
    assert shown(settings) == "as in the game"
    settings.step("scene", -1)
    assert settings.setup().options["scene"] == scene_text("my-plate")
    assert "scene" not in {entry.name for entry in Settings(find_game("rasanto")).entries()}


def test_it_is_that_of_the_level_that_is_played(own: Path) -> None:
    settings = Settings(find_game("faraday"))
    settings.step("scene", -1)
    settings.step("level", 1)
    assert (shown(settings), edge_m(settings)) == ("my-plate", 0.04)
    assert settings.setup().options["scene"] == scene_text("my-plate", "easy")
    before = settings.setup()
    (own / "my-plate.toml").write_text("title = 3")
    with pytest.raises(FileError, match=r"my-plate\.toml"):
        settings.step("level", 1)
    assert settings.setup() == before


def test_what_serves_is_asked_of_the_options_that_are_agreed(own: Path) -> None:
    game = find_game("captain-flint")
    settings = Settings(game)
    with pytest.raises(FileError, match=f"in place of captain-flint, which has tilt, press; expected .* in {own}"):
        settings.step("scene", 1)
    (own / "flint.toml").write_text(find_scene("captain-flint").read_text(encoding="utf-8"))
    settings.step("scene", 1)
    assert settings.setup().options["scene"] == scene_text("flint")
    settings.set("trick", "strut")
    with pytest.raises(FileError, match="in place of captain-flint-strut expected"):
        settings.setup()
    settings.step("scene", 1)
    assert settings.setup().options["scene"] == "game"
    with pytest.raises(FileError, match="fire-red-devil: with these options no dice are moved by hand"):
        Settings(find_game("fire-red-devil")).step("scene", 1)


def test_a_name_that_a_user_gives_means_their_own_and_that_of_a_game_ours(own: Path) -> None:
    assert (own_scene("faraday").parent, find_scene("faraday").parent) == (own, scenes.scenes_folder())
    assert scene_text("faraday") == scene_text(own / "faraday.toml")
    assert load_scene("faraday").dice.edge_m == 0.012
