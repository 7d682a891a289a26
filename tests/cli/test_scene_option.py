"""`--scene` on every command that plays a game of skill or tries one of its tasks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.app.play.match.runtime import Runtime
from skill.app.play.match.setup import Settings
from skill.app.play.said.panel import fact_lines
from skill.cli import app
from skill.errors import FileError
from skill.physics.scene import find_scene, load_scene, scene_text
from skill.physics.trace import Trace
from skill.rules.catalogue import all_games, find_game
from skill.rules.options import MATERIAL, SCENE
from skill.table.attempts import bot_attempt, check_scene
from skill.table.match import Match
from skill.table.record import read_record
from skill.table.store import _conditions


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    for name, game in (("mine", "flickers"), ("felt", "dora")):
        text = find_scene(game).read_text() + "\n[dice]\nedge_m = 0.02\n[easy.dice]\nedge_m = 0.03\n"
        Path(f"{name}.toml").write_text(text)


def said(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def wrong(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code != 0
    return str(done.exception)


def flicked(scene: str) -> Match:
    game = find_game("flickers")
    match = Match(game, 2, game.options_from({"first_player": 1, "scene": scene}), ("greedy", "greedy"), seed=3)
    bot_attempt(match, Path())
    return match


def test_a_scene_as_options_have_it_is_the_scene_of_the_file() -> None:
    for level, edge_m in (("book", 0.02), ("easy", 0.03)):
        text = scene_text("mine.toml", level)
        made = load_scene("flickers", {"flick.side": 2}, level, other=text)
        expected = load_scene("mine.toml", {"flick.side": 2, "material.source": "mine"}, level)
        assert made == expected.model_copy(update={"name": "flickers", "title": "mine"})
        assert made.dice.edge_m == edge_m
        assert scene_text(text) == text == SCENE.parse(text)
    rubber = load_scene("flickers", material="rubber", other=scene_text("mine.toml"))
    assert (rubber.dice.edge_m, rubber.material) == (0.02, load_scene("flickers", material="rubber").material)


def test_every_game_of_real_dice_has_both_and_takes_its_own_scene() -> None:
    for game in all_games():
        assert (MATERIAL in game.all_options) == (SCENE in game.all_options)
    game = find_game("captain-flint")
    own = scene_text("captain-flint", "easy")
    check_scene(game, 1, game.options_from({"scene": own, "level": "easy"}))
    with pytest.raises(
        FileError, match="scene faraday: has tilt; in place of captain-flint expected a scene with tilt, press"
    ):
        check_scene(game, 1, game.options_from({"scene": scene_text("faraday")}))


def test_record_trace_panel_and_best_times_name_it() -> None:
    match = flicked(scene_text("mine.toml"))
    Path("f.txt").write_text(str(match.record))
    assert read_record(Path("f.txt")).options["scene"] == scene_text("mine.toml")
    (file,) = Path().glob("*.trace")
    assert (Trace.read(file).scene.title, Trace.read(file).scene.dice.edge_m) == ("mine", 0.02)
    assert "Scene: mine" in fact_lines(Runtime(lambda: match))
    assert "all agree" in said("replay", "f.txt", "--check")
    usual = match.game.options_from({})
    assert "scene=" in _conditions(match.game, match.record.options, {"bullet"})
    assert "scene=" not in _conditions(match.game, usual, {"bullet"})


def test_the_same_hands_elsewhere_are_told_and_drawn() -> None:
    Path("f.txt").write_text(str(flicked("game").record))
    assert "all agree" in said("replay", "f.txt", "--check", "--scene", "flickers")
    assert "simulated again it is" in said("replay", "f.txt", "--check", "--scene", "mine.toml", code=1)
    for name, more in (("usual.gif", ()), ("other.gif", ("--scene", "mine.toml"))):
        said("replay", "f.txt", "--out", name, *more)
    assert Path("usual.gif").read_bytes() != Path("other.gif").read_bytes()
    assert "has throw; in place of flickers expected" in wrong("replay", "f.txt", "--out", "x.gif", "--scene", "dora")
    quick = find_scene("flickers").read_text() + "\n[engine]\nsample_hz = 120\n"
    Path("quick.toml").write_text(quick)
    assert "scene quick: engine.sample_hz = 120: expected 60" in wrong(
        "replay", "f.txt", "--out", "x.gif", "--scene", "quick.toml"
    )
    assert "expected --check or --out with it" in wrong("replay", "f.txt", "--scene", "dora")


def test_a_line_of_the_sheet_gives_the_games_own_back() -> None:
    settings = Settings(find_game("flickers"))
    settings.set("scene", scene_text("mine.toml"))
    assert next(entry.value for entry in settings.entries() if entry.name == "scene") == "mine"
    settings.step("scene", 1)
    assert settings.setup().options["scene"] == "game"


@pytest.mark.slow
def test_a_demo_and_matches_are_played_there() -> None:
    said("demo", "flickers", "--scene", "mine.toml", "--out", "f.gif", "--record", "f.txt", "--set", "level=easy")
    assert read_record(Path("f.txt")).options["scene"] == scene_text("mine.toml", "easy")
    assert "all agree" in said("replay", "f.txt", "--check")
    said("simulate", "flickers", "-n", "1", "--bots", "greedy", "--limit", "4", "--scene", "mine.toml")


def test_tasks_tell_their_scores_apart() -> None:
    pytest.importorskip("gymnasium")
    task = ("tasks", "throw-once", "--policy", "planner", "--seeds", "2", "--keep", "kept.jsonl", "--table", "t.csv")
    for more in ((), ("--scene", "felt.toml"), ("--scene", "felt.toml", "--material", "wood")):
        said(*task, *more)
    _, *rows = Path("t.csv").read_text().splitlines()
    assert [(row.count('"felt('), ",wood," in row, row.endswith(",game")) for row in rows] == [
        (0, False, True),
        (1, False, False),
        (1, True, False),
    ]
    kept = [json.loads(line)["scene"][:5] for line in Path("kept.jsonl").read_text().splitlines()]
    assert kept == ["game"] * 2 + ["felt("] * 4


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("demo", "faraday", "--scene", "dune"),
            "scene dune: has breath; in place of faraday expected a scene with tilt",
        ),
        (
            ("play", "emag", "--scene", "captain-flint-bare-hands"),
            'plate.side = "top": in place of emag expected "none"',
        ),
        (("simulate", "dice-mikado", "--scene", "captain-flint-bare-hands"), 'hand.takes = "stock": in place of'),
        (("simulate", "faraday", "--scene", "no.toml"), "no.toml: no such scene file"),
        (("play", "faraday", "--set", "scene=oak"), "scene 'oak': no such scene in"),
        (("simulate", "rasanto", "--scene", "dune"), "option scene: rasanto has no such option"),
        (("demo", "faraday", "--set", "scene=m(name.x=1)"), "scene m: name = {x = 1}"),
        (("demo", "faraday", "--set", "scene=m(tilt.x=1)"), "scene m: "),
        (("demo", "faraday", "--set", "scene=m(tilt=1)"), "option scene=m(tilt=1): expected game, or the name"),
    ],
)
def test_a_scene_that_cannot_serve_is_refused(arguments: tuple[str, ...], text: str) -> None:
    assert text in wrong(*arguments)


def test_a_task_needs_a_scene_with_its_tools() -> None:
    pytest.importorskip("gymnasium")
    assert "scene dune: has breath; in place of faraday expected" in wrong("tasks", "hop", "--scene", "dune")


def test_a_faulty_scene_of_ones_own_is_told_and_the_others_are_listed(tmp_path: Path) -> None:
    own = tmp_path / "home/scenes/mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text("no TOML")
    told = said("scene", "list")
    assert f"warning: {own}: cannot be read" in told and "faraday" in told
