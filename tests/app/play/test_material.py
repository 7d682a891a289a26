"""The material on the sheet of a game, and in the panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.play.match.runtime import Runtime
from skill.app.play.match.setup import Settings
from skill.app.play.said.panel import fact_lines
from skill.physics import scene as scenes
from skill.physics.scene import find_material, material_text
from skill.rules.catalogue import find_game
from skill.table.match import Match


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """One of a user's own, beside a file that is none."""
    (tmp_path / "materials").mkdir()
    text = find_material("wood").read_text(encoding="utf-8")
    (tmp_path / "materials" / "my-beech.toml").write_text(text.replace("friction = 0.4", "friction = 0.35", 1))
    (tmp_path / "materials" / "broken.toml").write_text("friction = 'much'")
    monkeypatch.setattr(scenes, "user_folder", lambda: tmp_path)
    return material_text("my-beech")


def shown(settings: Settings) -> str:
    return next(entry.value for entry in settings.entries() if entry.name == "material")


def test_the_sheet_offers_ours_and_the_users_own(own: str) -> None:
    settings = Settings(find_game("faraday"))
    found = [shown(settings)]
    for _ in range(7):
        settings.step("material", 1)
        found.append(shown(settings))
    assert found == ["as in the game", "acrylic", "my-beech", "plastic", "resin", "rubber", "wood", "as in the game"]
    settings.step("material", -1)
    assert shown(settings) == "wood"
    settings.set("material", own)
    assert shown(settings) == "my-beech" and settings.setup().options["material"] == own
    assert "material" not in {entry.name for entry in Settings(find_game("rasanto")).entries()}


def test_the_panel_names_what_is_not_as_in_the_game(own: str) -> None:
    game = find_game("faraday")
    for material, expected in (("scene", None), ("wood", "Material: wood"), (own, "Material: my-beech")):
        match = Match(game, 1, game.options_from({"material": material}))
        lines = fact_lines(Runtime(lambda match=match: match))
        assert [line for line in lines if line.startswith("Material")] == ([expected] if expected else [])
