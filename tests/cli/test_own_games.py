"""Games of one's own wherever games are named: by their file, and by name once they were trusted where they lie."""

from __future__ import annotations

import io
import json
import pickle
import sys
from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.programs import games_folder, read_program
from skill.rules.catalogue import find_game, kept_games, known_games, load_game, load_game_file, use_own_games
from skill.table.match import Match
from skill.table.record import parse_record
from tests.conftest import Say


@pytest.fixture(autouse=True)
def no_own_games():
    yield
    use_own_games(())


@pytest.fixture
def record(skillbox: Say, tmp_path: Path) -> Path:
    """The record of a match of `tower.py`, which lies beside it; no own game is known."""
    write_game("tower", tmp_path)
    match = Match(load_game_file(tmp_path / "tower.py"), 2, seats=("greedy", "random"), seed=3)
    while match.turn is not None:
        match.step()
    file = tmp_path / "match.txt"
    file.write_text(str(match.record))
    return file


def kept(tmp_path: Path) -> Path:
    """A copy of `tower.py` where games are kept."""
    games_folder().mkdir(parents=True)
    return (tmp_path / "tower.py").rename(games_folder() / "tower.py")


def test_a_record_names_the_file_of_its_game_and_the_digest_of_it(skillbox: Say, record: Path, tmp_path: Path) -> None:
    digest = read_program(tmp_path / "tower.py").digest
    assert f'[GameFile "tower.py {digest}"]' in record.read_text()
    code, _, said = skillbox("replay", "match.txt", "--check")
    assert code == 2 and f"it is the game of 'tower.py {digest}': name that file with --game" in said
    for words in ((), ("--check",)):
        code, shown, said = skillbox("replay", "match.txt", "--game", "tower.py", "--trust", *words)
        assert (code, said) == (0, "")
        assert words or f"result {match_result(record)}" in shown
        assert words != ("--check",) or "all agree" in shown
    assert parse_record(record.read_text()).changed is None


def match_result(record: Path) -> str:
    (line,) = (line for line in record.read_text().splitlines() if line.startswith("[Result"))
    return line.split('"')[1]


def test_a_game_that_has_changed_since_is_told_and_its_record_still_read(skillbox: Say, record: Path, tmp_path) -> None:
    file = tmp_path / "tower.py"
    file.write_text(file.read_text() + "# changed\n")
    code, shown, said = skillbox("replay", "match.txt", "--game", "tower.py", "--trust", "--check")
    assert code == 0 and "all agree" in shown
    assert "warning: made with tower.py " in said and f"here is tower.py {read_program(file).digest}" in said
    again = parse_record(record.read_text())
    assert str(again) == record.read_text()
    assert Match.resumed(again).record.changed is None, "what goes on is made with the game that is here"


def test_only_a_python_file_is_taken_for_a_game(skillbox: Say, record: Path) -> None:
    code, _, said = skillbox("replay", "match.txt", "--game", "match.txt", "--trust")
    assert code == 2 and "--game match.txt: expected a .py file" in said


def test_a_kept_game_that_was_trusted_once_is_known_everywhere_until_its_bytes_change(
    skillbox: Say, record: Path, tmp_path: Path
) -> None:
    file = kept(tmp_path)
    assert skillbox("rules", "tower")[0] == 2, "it was not trusted yet"
    assert skillbox("rules", str(file))[0] == 2
    assert skillbox("rules", str(file), "--trust")[0] == 0
    assert skillbox("rules", "tower")[1].startswith("X1 Tower") and skillbox("rules", str(file))[0] == 0
    assert "  tower  " in skillbox("list")[1]
    assert "all agree" in skillbox("replay", "match.txt", "--check")[1]
    assert find_game("X1") in known_games()
    file.write_text(file.read_text() + "# changed\n")
    assert skillbox("rules", "tower")[0] == 2 and skillbox("rules", str(file))[0] == 2
    assert "  tower  " not in skillbox("list")[1]


def test_a_game_elsewhere_is_asked_about_each_time(skillbox: Say, record: Path) -> None:
    assert skillbox("rules", "tower.py", "--trust")[0] == 0
    assert skillbox("rules", "tower.py")[0] == 2 and skillbox("rules", "tower")[0] == 2


def test_a_kept_game_that_fails_is_left_out_and_told(skillbox: Say, record: Path, tmp_path: Path) -> None:
    file = kept(tmp_path)
    file.write_text("GAME = 1 / 0\n")
    read_program(file).remember()
    told: list[object] = []
    assert "tower" not in {game.slug for game in kept_games(told.append)}
    assert "ZeroDivisionError" in str(told[0])
    assert skillbox("list")[0] == 0


def test_a_kept_game_of_an_installed_games_name_is_left_out(skillbox: Say, record: Path, tmp_path: Path) -> None:
    file = kept(tmp_path)
    file.write_text(file.read_text().replace('"tower"', '"rasanto"'))
    read_program(file).remember()
    assert find_game("rasanto").number == "23"
    assert [game.number for game in known_games() if game.slug == "rasanto"] == ["23"]


def test_two_files_of_one_name_are_two_games(skillbox: Say, record: Path, tmp_path: Path) -> None:
    first = load_game_file(tmp_path / "tower.py")
    (tmp_path / "other").mkdir()
    second = tmp_path / "other" / "tower.py"
    second.write_text((tmp_path / "tower.py").read_text().replace('"Tower"', '"Spire"'))
    load_game_file(second)
    made = Match(first, 2).record
    assert read_program(tmp_path / "tower.py").digest in str(made)
    assert pickle.loads(pickle.dumps(first)).title == "Tower"


def test_other_programs_play_a_game_of_ones_own(skillbox: Say, record: Path, monkeypatch) -> None:
    asked = [{"do": "games"}, {"do": "new", "game": "tower", "seats": ["human", "random"]}, {"do": "quit"}]
    lines = "".join(json.dumps(request) + "\n" for request in asked)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    code, said, _ = skillbox("serve", "--stdio", "--game", "tower.py", "--trust")
    games, begun, _ = map(json.loads, said.splitlines())
    assert code == 0 and "tower" in {game["slug"] for game in games["games"]} and begun["match"] == "1"


def test_pettingzoo_plays_a_game_of_ones_own(record: Path, tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo")
    from skill.env.pettingzoo import env

    read_program(kept(tmp_path)).remember()
    for game in (load_game(read_program(games_folder() / "tower.py")), "tower"):
        played = env(game)
        played.reset(seed=1)
        assert played.last()[0]["action_mask"].sum() == 45


def test_openspiel_plays_a_game_of_ones_own(record: Path, tmp_path: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from skill.env import openspiel

    name = openspiel.register(load_game_file(tmp_path / "tower.py"))
    state = pyspiel.load_game(name, {"first_player": "#1"}).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    node = pickle.loads(pickle.dumps(state.node))
    assert node.made.game.slug == "tower" and node.state == state.node.state
