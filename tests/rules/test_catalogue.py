"""The catalogue: games of single files, which are found only by those who have run them."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.errors import FileError, UnknownName
from skill.rules.catalogue import all_games, fault_of, find_game, load_game_file, use_own_games


@pytest.fixture
def tower(tmp_path: Path):
    write_game("high_tower", tmp_path)
    yield tmp_path / "high_tower.py"
    use_own_games(())


def test_a_game_of_a_file_is_found_beside_the_installed_ones_once_it_is_used(tower: Path) -> None:
    game = load_game_file(tower)
    with pytest.raises(UnknownName):
        find_game("high_tower")
    use_own_games([game])
    assert all(find_game(name) is game for name in ("high_tower", "High-Tower", "high", "X1"))
    assert find_game("rasanto").number == "23"
    assert game not in all_games()
    use_own_games([])
    with pytest.raises(UnknownName):
        find_game("high_tower")


def test_an_installed_game_goes_before_one_of_a_file(tower: Path) -> None:
    tower.write_text(tower.read_text().replace('"high_tower"', '"rasanto"').replace('"X1"', '"39"'))
    use_own_games([load_game_file(tower)])
    assert (find_game("rasanto").number, find_game("39").slug) == ("23", "el-dado")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"own"', '"puzzle"', "GAME.family is 'puzzle'; expected one of skill"),
        (
            "    family, players",
            '    kind = "cards"\n    family, players',
            "GAME.kind is 'cards'; expected",
        ),
        (
            "    summary = ",
            '    profile = "luck"\n    summary = ',
            "GAME.profile is 'luck'; expected a skill.rules.profile",
        ),
        (
            "    family, players",
            '    kind = "race"\n    family, players',
            "GAME.kind is 'race' and GAME is .*; expected a skill.rules.race.Race",
        ),
        ('"high_tower"', '"High tower"', "GAME.slug is 'High tower'; expected letters"),
        (
            "    options = (",
            "    options = None and (",
            "GAME.options is None; expected a tuple of skill.rules.options",
        ),
        (
            "    summary = ",
            "    players = 2, 1\n    summary = ",
            r"GAME.players is \(2, 1\); expected the fewest and the most",
        ),
        ("GAME = HighTower()", "GAME = HighTower() / 0", "high_tower.py, line {line}: TypeError"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tower: Path, old: str, new: str, told: str) -> None:
    text = tower.read_text()
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    tower.write_text(text.replace(old, new))
    with pytest.raises(FileError, match=told.format(line=line)):
        load_game_file(tower)


def test_an_error_is_traced_to_the_line_of_the_file(tower: Path) -> None:
    game = load_game_file(tower)
    with pytest.raises(AttributeError) as caught:
        game.moves(None)
    line = next(n for n, text in enumerate(tower.read_text().splitlines(), 1) if "in state.pyramid:" in text)
    assert fault_of(caught.value) == f"{tower}, line {line}: AttributeError: {caught.value}"
    with pytest.raises(AttributeError) as caught:
        find_game("rasanto").moves(None)
    assert fault_of(caught.value) is None
