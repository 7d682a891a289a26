"""`--material` on every command that moves dice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.cli import app
from skill.physics.scene import material_text
from skill.rules.catalogue import find_game
from skill.table.attempts import bot_attempt
from skill.table.match import Match
from skill.table.record import read_record

MINE = "source='m'\nfriction=0.05\nrestitution=0.6\nrolling_friction=0.0\nspinning_friction=0.0\ndensity_kg_m3=900.0\n"
OWN = "mine(friction=0.05,restitution=0.6,rolling_friction=0.0,spinning_friction=0.0,density_kg_m3=900.0,"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    Path("mine.toml").write_text(MINE + "rounding_edges = 0.1\n")


def said(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def test_rolls_and_matches_are_other_ones() -> None:
    rolls = [said("roll", "8d6", *more) for more in ((), ("--material", "mine.toml"), ("--material", "wood"))]
    assert len(set(rolls)) == 3
    game = ("simulate", "flickers", "-n", "1", "--bots", "greedy", "--limit", "4", "--json")
    usual, mine = (json.loads(said(*game, *more)) for more in ((), ("--material", "mine.toml")))
    assert usual["wall_s"] and mine["wall_s"]


def test_the_same_hands_with_other_dice_are_told_and_drawn() -> None:
    game = find_game("flickers")
    given = {"first_player": 1, "material": material_text("mine.toml")}
    match = Match(game, 2, game.options_from(given), ("greedy", "greedy"), seed=3)
    bot_attempt(match, Path())
    Path("f.txt").write_text(str(match.record))
    assert str(read_record(Path("f.txt")).options["material"]).startswith(OWN)
    assert "all agree" in said("replay", "f.txt", "--check")
    other = said("replay", "f.txt", "--check", "--material", "rubber", code=1)
    assert "simulated again it is" in other and "another scene" not in other
    for name, more in (("usual.gif", ()), ("other.gif", ("--material", "rubber"))):
        said("replay", "f.txt", "--out", name, *more)
    assert Path("usual.gif").read_bytes() != Path("other.gif").read_bytes()
    assert "expected --check or --out with it" in said_wrong("replay", "f.txt", "--material", "wood")


@pytest.mark.slow
def test_a_demo_names_it_in_its_record() -> None:
    said("demo", "flickers", "--material", "mine.toml", "--out", "f.gif", "--record", "f.txt")
    assert str(read_record(Path("f.txt")).options["material"]).startswith(OWN)
    assert "all agree" in said("replay", "f.txt", "--check")


def said_wrong(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code != 0
    return str(done.exception)


def test_tasks_tell_their_scores_apart() -> None:
    pytest.importorskip("gymnasium")
    task = ("tasks", "throw-once", "--policy", "planner", "--seeds", "2", "--keep", "kept.jsonl", "--table", "t.csv")
    for more in ((), ("--material", "mine.toml"), ("--material", "wood")):
        said(*task, *more)
    rows = Path("t.csv").read_text().splitlines()
    assert [
        ("mine(" in row, row.endswith(",wood,bullet,game"), row.endswith(",scene,bullet,game")) for row in rows[1:]
    ] == [
        (False, False, True),
        (True, False, False),
        (False, True, False),
    ]
    kept = [json.loads(line) for line in Path("kept.jsonl").read_text().splitlines()]
    assert [line["material"][:5] for line in kept] == ["scene"] * 2 + ["mine("] * 2 + ["wood"] * 2
    assert len({line["distance"] for line in kept}) > 2


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("roll", "d6", "--material", "oak"), 'material = "oak": no such material; expected one of'),
        (("demo", "faraday", "--material", "no.toml"), "no.toml: no such material file"),
        (("simulate", "rasanto", "--material", "wood"), "material"),
        (("play", "faraday", "--set", "material=oak"), 'material = "oak": no such material'),
        (("tasks", "hop", "--material", "oak"), 'material = "oak": no such material'),
        (
            ("bench", "playouts", "--material", "wood"),
            "benchmark playouts moves no dice of a game; expected one of hands",
        ),
    ],
)
def test_what_is_no_material_or_has_none_is_refused(arguments: tuple[str, ...], wrong: str) -> None:
    assert wrong in said_wrong(*arguments)


@pytest.mark.slow
def test_a_benchmark_names_it() -> None:
    pytest.importorskip("gymnasium")
    told = said("bench", "plans", "--quick", "--only", "faraday, seed 1", "--material", "wood", "--json")
    assert [row["case"] for row in json.loads(told)["plans"]][:1] == ["faraday, seed 1, wood"]
