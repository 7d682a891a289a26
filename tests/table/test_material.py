"""Dice of one's own at the table: one option says what dice and plate are made of, wherever real dice move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill.env.protocol import Server
from skill.errors import FileError, UnknownName
from skill.lattice.notation import ATTEMPT, parse_position
from skill.physics import scene as scenes
from skill.physics.scene import load_material, load_scene, material_of, material_text, material_texts, scene_text
from skill.physics.trace import Trace
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AttemptSpec
from skill.rules.options import AS_THE_SCENE, MATERIAL, name_alone
from skill.table.attempts import begin_attempt, bot_attempt
from skill.table.match import Match
from skill.table.record import parse_record, trace_name
from skill.table.replay import check_record
from skill.table.rolls import rolled
from skill.table.store import Store
from tests.rules.playouts import playout

MINE = """
source = "measured"
friction = 0.12
restitution = 0.3
rolling_friction = 0.0
spinning_friction = 0.002
density_kg_m3 = 950.0
rounding_edges = 0.1
margins = { friction = 0.01 }
"""
TEXT = (
    "mine(friction=0.12,restitution=0.3,rolling_friction=0.0,spinning_friction=0.002,"
    "density_kg_m3=950.0,rounding_edges=0.1)"
)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def test_a_material_is_written_by_its_name_or_with_its_numbers(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert material_text("wood") == "wood" and material_of("wood") == load_material("wood")
    assert material_text(mine) == material_text(str(mine)) == material_text(TEXT) == TEXT
    own, read = material_of(TEXT), load_material(str(mine))
    assert own is not None and own == read.model_copy(update={"source": "mine", "margins": {}})
    assert material_of(AS_THE_SCENE) is None and scenes.AS_THE_SCENE == AS_THE_SCENE == MATERIAL.default
    for text in (TEXT, "wood", AS_THE_SCENE, *material_texts()):
        assert MATERIAL.parse(text) == text
    assert name_alone(TEXT) == "mine"
    (mine.parent / "materials").mkdir()
    mine.rename(mine.parent / "materials" / "wood.toml")
    monkeypatch.setattr(scenes, "user_folder", lambda: mine.parent)
    assert material_text("wood") == TEXT.replace("mine(", "wood(") in material_texts()  # the user's wood, not ours


def test_a_record_and_a_request_open_no_file_that_they_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("secret.toml").write_text('password = "hunter2"\n')
    Path("mine.toml").write_text(MINE)
    for name in ("secret.toml", "mine.toml", "none.toml"):
        for game in ("faraday", "flickers"):
            request = {"do": "new", "game": game, "options": {"material": name}}
            told = Server().answer(json.dumps(request))
            said = json.loads(told)["error"]["text"]
            assert said == f'material = "{name}": expected the name of a material, and no file'
            assert "password" not in told
        record = parse_record(f'[Game "faraday"]\n[Players "1"]\n[Options "material={name}"]\n[Result "*"]\n\n')
        with pytest.raises(FileError, match="expected the name of a material, and no file"):
            begin_attempt(Match.resumed(record))
    assert material_text("mine.toml").startswith("mine(")  # which the command line asks


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oak", 'material = "oak": no such material; expected one of'),
        ("mine(friction=9.0)", "material mine: friction = 9.0: input should be less than or equal to 1.5"),
        ("mine(friction=0.1)", "material mine: restitution"),
        ("mine(friction=)", "material mine: friction = : expected a number"),
    ],
)
def test_a_text_that_means_no_material_is_told(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        load_scene("faraday", material=text)


def test_it_takes_the_place_of_what_the_scene_says_of_matter_and_of_nothing_else() -> None:
    for name in scenes.scene_names():
        for level in ("book", "easy"):
            usual, other = load_scene(name, level=level), load_scene(name, level=level, material=TEXT)
            assert other == usual.model_copy(update={"material": material_of(TEXT)}) == usual.made_of(TEXT)
    adjusted = load_scene("faraday", {"material.friction": 0.4}, material=TEXT)
    assert (adjusted.material.friction, adjusted.material.restitution) == (0.4, 0.3)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_in_which_real_dice_move_offers_it_and_takes_it_on(game: Any) -> None:
    given = {MATERIAL.name: TEXT} if MATERIAL in game.all_options else {}
    specs = []
    for n, (state, _, _) in enumerate(playout(game, 0, game.players[0], game.options_from(given))):
        if isinstance(turn := game.to_move(state), AttemptSpec):
            specs.append(turn)
        if n == 60:
            break
    assert {spec.material for spec in specs} <= {TEXT}
    assert bool(given) == (ATTEMPT in game.verbs)


def test_record_trace_and_check_name_it(tmp_path: Path) -> None:
    game = find_game("flickers")
    match = Match(game, 2, game.options_from({"material": TEXT, "first_player": 1}), ("greedy", "greedy"), seed=3)
    bot_attempt(match, tmp_path)
    again = parse_record(str(match.record))
    assert again.options["material"] == TEXT and f"material={TEXT}" in str(match.record)
    name = trace_name(match.played[0].action)
    assert name is not None and Trace.read(tmp_path / name).scene.material.source == "mine"
    assert check_record(again, tmp_path) == []
    assert check_record(again, tmp_path, TEXT) == []
    (fault,) = check_record(again, tmp_path, "rubber")
    assert "simulated again it is" in fault
    unlike = parse_record(str(match.record).replace(TEXT, "rubber"))
    assert "was recorded in another scene than flickers" in check_record(unlike, tmp_path)[0]


def test_dice_are_rolled_with_it() -> None:
    shown = [[rolled(6, seed, material) for seed in range(12)] for material in (AS_THE_SCENE, TEXT, TEXT)]
    assert shown[0] != shown[1] == shown[2]


def test_a_rehearsal_has_the_dice_of_its_attempt() -> None:
    game = find_game("faraday")
    running = begin_attempt(Match(game, 1, game.options_from({"material": TEXT})))
    assert running.rehearsal().scene.material == running.scene.material == material_of(TEXT)


def test_a_value_that_is_no_material_is_refused() -> None:
    for value in ("", "a b", "mine(", "mine(friction)", "../mine", "mine(friction=0.1;x=2)", "x" * 61):
        with pytest.raises(UnknownName, match=r"option material=.*: expected scene, the name of a material"):
            find_game("faraday").options_from({"material": value})


def test_best_times_are_those_with_the_dice_of_the_game(tmp_path: Path) -> None:
    store, game, home = Store(tmp_path), find_game("faraday"), parse_position("R800 G080 K008")
    small = scene_text("faraday").replace("dice.edge_m=0.012", "dice.edge_m=0.01")
    for other, seconds in (({"material": TEXT}, 1.5), ({"scene": small}, 2.5), ({}, 40.25)):
        journal = store.new_journal(game)
        match = Match(game, 1, game.options_from({"attempts": 1, **other}), journal=journal)
        match.play(ATTEMPT("success", seconds, home, (), (), "-"))
        store.finish(journal, match.record)
        best = store.best_time(game, match.record.options)
        assert best is not None and best.seconds == seconds
    assert store.best_times()["faraday"].seconds == 40.25
