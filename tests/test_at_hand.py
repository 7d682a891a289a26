"""What lists, completion and help pages know of games and bots without loading them is what these are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from skill.at_hand import FILE, at_hand
from skill.bots.registry import all_bots, bot_names
from skill.rules import games
from skill.rules.catalogue import all_games, find_game, listed
from skill.rules.listing import games_at_hand
from tests.at_hand import made


def test_the_files_are_made_from_games_and_bots() -> None:
    for file, text in made().items():
        assert file.read_text(encoding="utf-8") == text, "python -m tests.at_hand --write"


def test_what_is_read_is_what_was_noted() -> None:
    assert bot_names() == list(all_bots())
    found = games_at_hand()
    assert found is not None
    assert [find_game(game.slug) for game in found] == list(all_games())
    assert list(found) == [*map(listed, all_games())]


@pytest.mark.parametrize("text", ["", "{", '{"acquire": []}'])
def test_a_file_that_is_out_of_date_or_broken_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A module that has come or gone since is enough: then all are loaded, and none is missing."""
    package = ModuleType("package_of_games")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, package.__name__, package)
    assert at_hand(package.__name__) is None
    (tmp_path / "rasanto.py").touch()
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert at_hand(package.__name__) is None
    (tmp_path / FILE).write_text('{"rasanto": 1}', encoding="utf-8")
    assert at_hand(package.__name__) == {"rasanto": 1}


LOADED = """
import sys
sys.argv = ["skillbox", *{words!r}]
from skill.cli import main
try:
    main()
except SystemExit:
    pass
print(*(name for name in sys.modules if name.startswith("skill.")), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "loads"),
    [
        (("list",), set()),
        (("play", "--help"), set()),
        (("rules", "rasanto"), {"rasanto"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_loads_the_games_that_it_needs(words: tuple[str, ...], loads: set[str]) -> None:
    program = LOADED.format(words=words)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = done.stderr.splitlines()[-1].split()
    inside = {name.removeprefix(f"{games.__name__}.") for name in modules if name.startswith(f"{games.__name__}.")}
    assert inside == loads
    if not loads:
        assert not {"skill.rules.game", "skill.lattice.pyramid", "skill.bots.search"} & {*modules}
