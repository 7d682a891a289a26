"""`--plate` and `--dice` on commands that draw: other pictures of the same record."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from skill.app.settings.looks import LOOKS
from skill.cli import app
from skill.draw.die_look import palette_in_use
from skill.draw.plate_look import plate_name
from skill.rules.catalogue import find_game
from skill.table.match import Match

DRAWING = ("demo", "replay")
EACH = [(of, look) for of, looks in LOOKS.items() for look in looks]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of two actions."""
    monkeypatch.chdir(tmp_path)
    game = find_game("rasanto")
    match = Match(game, 2, game.options_from({"first_player": 1}), ("human", "human"), seed=1)
    for _ in range(2):
        match.play(match.moves()[0])
    path = tmp_path / "match.txt"
    path.write_text(str(match.record))
    return path


def test_each_look_is_another_picture_of_the_same_record(record: Path) -> None:
    before, pictures = record.read_bytes(), {}
    for of, look in EACH:
        done = CliRunner().invoke(app, ["replay", "match.txt", "--out", "a.png", f"--{of}", look])
        assert done.exit_code == 0, done.output
        pictures[of, look] = Path("a.png").read_bytes()
        assert (plate_name(), palette_in_use()) == ("wood", ("usual", False, "classic"))  # of that command alone
    assert pictures["plate", "wood"] == pictures["dice", "classic"]
    assert len(set(pictures.values())) == len(EACH) - 1
    assert record.read_bytes() == before


@pytest.mark.parametrize("of", LOOKS)
def test_a_look_that_is_not_known_or_not_drawn_is_refused_before_anything_is_done(record: Path, of: str) -> None:
    wrong = [
        (["replay", "match.txt", "--out", "a.png", f"--{of}", "oak"], f"--{of} oak: expected one of "),
        (["replay", "match.txt", f"--{of}", LOOKS[of][1]], f"--{of} {LOOKS[of][1]}: expected --out with it"),
        (["demo", "rasanto", f"--{of}", LOOKS[of][1]], f"--{of} {LOOKS[of][1]}: expected --out with it"),
    ]
    for words, told in wrong:
        done = CliRunner().invoke(app, words)
        assert done.exit_code != 0 and told in str(done.exception), (words, done.exception)
    assert [path.name for path in record.parent.iterdir()] == ["match.txt"]


def test_help_names_every_look() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    for name in DRAWING:
        named = {parameter.name: parameter.metavar for parameter in commands[name].params}
        assert {of: named[of] for of in LOOKS} == {of: "|".join(looks) for of, looks in LOOKS.items()}
