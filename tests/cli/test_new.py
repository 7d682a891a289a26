"""`skillbox new`: what it writes works, passes its own test, and nothing is written over."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from skill.bots.registry import HUMAN, all_bots
from skill.cli.new import write_game, write_scene
from skill.errors import FileError, IllegalMove, UnknownName
from skill.lattice.cells import CELLS
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game, load_game_file
from skill.table.match import Match

ROOT = Path(__file__).parents[2]


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_new_game_passes_its_test_and_plays(tmp_path: Path) -> None:
    assert run("skill", "new", "tower", cwd=tmp_path).returncode == 0
    tested = run("pytest", "-q", "test_tower.py", cwd=tmp_path)
    assert "4 passed" in tested.stdout, tested.stdout + tested.stderr
    played = run("skill", "simulate", "tower.py", "--trust", "-n", "5", "--players", "3", cwd=tmp_path)
    assert "Tower: 5 matches" in played.stdout, played.stderr
    told = run(
        "skill",
        "analyse",
        "tower.py",
        "--trust",
        "-n",
        "2",
        "--bot",
        "random",
        "--ladder",
        "random,greedy",
        cwd=tmp_path,
    )
    assert told.returncode == 0 and "height=2" in told.stdout, told.stderr
    assert "height = 3" in run("skill", "rules", "tower.py", "--trust", cwd=tmp_path).stdout


STEP = re.compile(r"^    ```python\n(.*?)^    ```", re.MULTILINE | re.DOTALL)
HEAD = "from __future__ import annotations\n"


def defined(part: ast.AST) -> str:
    """What a statement defines, by its name."""
    return ast.unparse(part.targets) if isinstance(part, ast.Assign) else getattr(part, "name", "")


def with_part(source: str, part: ast.stmt) -> str:
    """The source of a game, with a statement in place of that which defines the same; what is new ends its class."""
    if isinstance(part, ast.ImportFrom):
        return source.replace(HEAD, f"{HEAD}{ast.unparse(part)}\n", 1)
    (game,) = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name != "State")
    same = [node for node in (*ast.parse(source).body, *game.body) if defined(node) == defined(part)]
    end = game.end_lineno
    begin, end, column = (same[0].lineno - 1, same[0].end_lineno, same[0].col_offset) if same else (end, end, 4)
    lines = source.splitlines()
    lines[begin:end] = textwrap.indent(ast.unparse(part), " " * column).splitlines()
    return "\n".join(lines) + "\n"


def test_the_five_steps_of_the_page_lead_to_a_game(tmp_path: Path) -> None:
    """Followed letter by letter; after each step the game can be played to its end, and the last is its own test."""
    write_game("tower", tmp_path)
    file, test = tmp_path / "tower.py", tmp_path / "test_tower.py"
    *steps, tested = map(textwrap.dedent, STEP.findall((ROOT / "docs" / "designers.md").read_text(encoding="utf-8")))
    assert len(steps) == 4
    for step in steps:
        for part in ast.parse(step).body:
            file.write_text(with_part(file.read_text(), part))
        game = load_game_file(file)
        match = Match(game, 2, seats=("greedy", "random"), seed=1)
        while match.turn is not None:
            match.step()
        assert match.result and len(match.pyramid) == len(CELLS)
    old = re.compile(r"^def test_the_first_die_on_the_level_wins.*?\n\n\n", re.MULTILINE | re.DOTALL)
    changed, count = old.subn(f"{tested}\n\n", test.read_text())
    assert count == 1
    test.write_text(changed)
    told = run("pytest", "-q", "-p", "no:cacheprovider", "test_tower.py", cwd=tmp_path)
    assert "4 passed" in told.stdout, told.stdout + told.stderr
    assert "touches one of them" in run("skill", "rules", "tower.py", "--trust", cwd=tmp_path).stdout


def test_a_hyphen_is_part_of_a_games_name(tmp_path: Path) -> None:
    assert [path.name for path in write_game("my-game", tmp_path, with_scene=True)] == [
        *("my_game.py", "test_my_game.py", "my_game.de.po", "my_game.fr.po", "my_game.toml")
    ]
    game = load_game_file(tmp_path / "my_game.py")
    assert (game.slug, game.title, type(game).__name__) == ("my-game", "My Game", "MyGame")
    assert "2 passed" in run("pytest", "-q", "test_my_game.py", cwd=tmp_path).stdout
    assert "good" in run("skill", "scene", "check", "my_game.toml", cwd=tmp_path).stdout


class NoMove(type(find_game("rasanto"))):
    """A game that offers nothing to the seat whose turn it is, after some moves."""

    def moves(self, state: Any, seat: int | None = None) -> Any:
        return () if len(self.pyramid(state)) >= 2 else super().moves(state, seat)


@pytest.mark.parametrize("bot", [*all_bots(), HUMAN])
def test_a_game_without_a_move_says_so_whoever_plays(bot: str) -> None:
    match = Match(NoMove(), 2, NoMove().options_from({"fill": "deferred", "first_player": 1}), (bot, bot), seed=1)
    with pytest.raises(IllegalMove, match=r"rasanto offers seat \d no action, position .*expected one in `moves`"):
        for _ in range(10):
            match.play(match.moves()[0]) if bot == HUMAN else match.step()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "test_tower.py").write_text("mine")
    with pytest.raises(FileError, match="exists already"):
        write_game("tower", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["test_tower.py"]
    assert (tmp_path / "test_tower.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "Tower", "1st", "-game", "class", "random", "skill", "../tower"])
def test_names_that_cannot_be_a_module_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="expected small letters"):
        write_game(name, tmp_path)


@pytest.mark.parametrize("name", ["con", "nul", "aux", "com1", "lpt9"])
def test_no_file_is_called_like_a_device_of_windows(name: str, tmp_path: Path) -> None:
    for write in (write_game, write_scene, lambda name, folder: write_scene(name, folder, "faraday")):
        with pytest.raises(UnknownName, match="is a device of Windows"):
            write(name, tmp_path)


def test_a_scene_of_ours_is_checked_by_its_name_outside_a_checkout(tmp_path: Path) -> None:
    assert "faraday.toml: good" in run("skill", "scene", "check", "faraday", cwd=tmp_path).stdout
    assert "no such scene in" in run("skill", "scene", "check", "faradai", cwd=tmp_path).stderr


def test_a_new_scene_is_good_and_never_written_over(tmp_path: Path) -> None:
    for code, said in ((0, "written"), (2, "exists already")):
        done = run("skill", "scene", "new", "my-plate", cwd=tmp_path)
        assert done.returncode == code and said in done.stdout + done.stderr
    assert load_scene(tmp_path / "my-plate.toml").title == "My Plate"
    with pytest.raises(UnknownName, match="expected small letters"):
        write_scene("../plate", tmp_path)


def test_a_new_scene_begins_as_another_one(tmp_path: Path) -> None:
    path = write_scene("mine", tmp_path, "hide-away")
    mine, other = (load_scene(name).model_dump(exclude={"name"}) for name in (path, "hide-away"))
    assert mine == other and "throw" in path.read_text(encoding="utf-8")
    with pytest.raises(FileError, match="exists already"):
        write_scene("mine", tmp_path, "faraday")
    with pytest.raises(FileError, match="hide-away"):
        write_scene("other", tmp_path, "hide-awya")
    assert not (tmp_path / "other.toml").exists()
