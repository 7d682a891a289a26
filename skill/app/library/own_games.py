"""A user's own games: the files that define them, and how such a file is opened and trusted. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skill.app.library.game_preview import game_preview
from skill.app.library.game_search import about
from skill.errors import FileError
from skill.files import read_text
from skill.packed import SUFFIX
from skill.programs import Program, games_folder
from skill.rules.catalogue import all_games, load_game
from skill.rules.game import AnyGame

_DEFINES_GAME = "GAME ="


def own_game_files(folders: Sequence[Path] | None = None) -> list[Path]:
    """Files that look like a user's own game, packed ones too; none of them is run.

    By default those in the current folder and in `games` of the data folder.
    """
    found = []
    for folder in (Path(), games_folder()) if folders is None else folders:
        for path in sorted(folder.absolute().glob("*.py")) if folder.is_dir() else ():
            try:
                text = read_text(path, errors="replace")
            except FileError:
                continue
            if any(line.startswith(_DEFINES_GAME) for line in text.splitlines()):
                found.append(path)
        found += sorted(folder.absolute().glob(f"*{SUFFIX}")) if folder.is_dir() else ()
    return found


def load_own_game(program: Program) -> AnyGame:
    """Runs a program and returns its game, once all that the home screen shows of it has been tried.

    Raises `FileError`, and whatever the file itself raises, `SystemExit` too.
    """
    game = load_game(program)
    if game.slug in {known.slug for known in all_games()}:
        raise FileError(
            "{path}: GAME.slug is {slug}, as of an installed game; expected another",
            path=program.path,
            slug=repr(game.slug),
        )
    about(game), game_preview(game)
    return game
