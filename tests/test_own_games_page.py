"""The games that `docs/own-games.md` shows are whole: each keeps the contract and is played to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skill.cli.new import TEMPLATES, write_game
from skill.physics.scene import load_scene, scene_names
from skill.rules.catalogue import load_game_file
from skill.rules.game import AttemptSpec
from skill.table.attempts import world_of
from skill.table.contract import check_game
from skill.table.match import Match

PAGE = Path(__file__).parents[1] / "docs" / "own-games.md"
GAMES = {
    text.split('"""')[1].split(":")[0].lower(): text
    for text in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_page_keeps_the_contract_and_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(GAMES[name], encoding="utf-8")
    if name == "puck":
        scene = (TEMPLATES / "flick_scene.toml.txt").read_text(encoding="utf-8")
        file.with_suffix(".toml").write_text(scene, encoding="utf-8")
    game = load_game_file(file)
    checked = check_game(game, 5)
    assert checked.faults == [] and checked.untested == [] and checked.actions > 20
    assert game.slug == name
    match = Match(game, 2, seats=("greedy", "random"), seed=1)
    while match.turn is not None and not isinstance(match.turn, AttemptSpec):
        match.step()
    assert (match.result is None) == (name == "puck")


def test_the_page_shows_the_game_that_new_writes_for_real_dice() -> None:
    assert {*GAMES} == {"masks", "climb", "snap", "puck"}
    shown, written = (text.partition("from __future__")[2] for text in (GAMES["puck"], puck()))
    assert shown.replace('"X5"', '"X1"') == written


def puck() -> str:
    text = (TEMPLATES / "flick_game.py.txt").read_text(encoding="utf-8")
    for word, instead in {"CLASS": "Puck", "TITLE": "Puck", "SLUG": "puck", "FILE": "puck"}.items():
        text = text.replace(word, instead)
    return text


def test_the_scenes_and_tools_that_the_page_names_exist() -> None:
    rows = re.findall(r"^\| `\[(\w+)\]` \| .* \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == 10
    for tool, scenes in rows:
        for scene in re.findall("`(.*?)`", scenes):
            assert scene in scene_names() and getattr(load_scene(scene), tool) is not None


def test_a_scene_beside_a_game_is_the_one_that_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    write_game("flickers-too", tmp_path, with_scene=True)
    scene = tmp_path / "flickers_too.toml"
    scene.write_text(scene.read_text().replace("along_max_edges = 6.0", "along_max_edges = 4.0"))
    game = load_game_file(tmp_path / "flickers_too.py")
    spec = game.to_move(game.begin(2, game.options_from({"first_player": 2})))
    assert isinstance(spec, AttemptSpec)
    played = world_of(spec)
    assert (played.title, played.flick.along_max_edges, played.flick.side) == ("Flickers Too", 4.0, 2)
