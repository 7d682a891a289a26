"""Whether an attempt was under way when a match was left: closed, killed or dropped. No pygame.

It is kept beside the journal, which knows nothing of such an attempt, so that it can be made anew; but whoever made it
is to be told.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from skill.errors import FileError, SkillboxError, Words
from skill.files import OF_OUR_FOLDER, is_locked_elsewhere, write_text
from skill.rules.game import AnyGame
from skill.table.journal import read_journal

SUFFIX = ".attempt"


def mark(journal: Path | None, *, is_under_way: bool) -> None:
    """Keeps whether an attempt of the match with that journal is under way; where there is no journal, nothing."""
    if journal is None:
        return
    path = journal.with_suffix(SUFFIX)
    with suppress(FileError, OSError):  # what cannot be kept of the match is told by the match
        if is_under_way and journal.exists():
            write_text(path, "1\n", OF_OUR_FOLDER)
        else:
            path.unlink(missing_ok=True)


def take(journal: Path) -> bool:
    """Whether an attempt was under way when that match was left; asked again it is not."""
    path = journal.with_suffix(SUFFIX)
    was_under_way = path.exists()
    with suppress(OSError):
        path.unlink(missing_ok=True)
    return was_under_way


def words(game: AnyGame) -> Words:
    """What there is to say of it."""
    text = "When {game} was left an attempt was under way. It does not count, and waits to be made anew."
    return Words(text, game=Words(game.title))


def take_all(folder: Path) -> list[Words]:
    """What there is to say of all matches of a data folder that were left so, and that nobody plays now."""
    said = []
    for journal in (path.with_suffix(".txt") for path in sorted((folder / "journals").glob(f"*{SUFFIX}"))):
        if not is_locked_elsewhere(journal) and take(journal):
            with suppress(SkillboxError):  # it is gone, or of a game that is not there now
                said.append(words(read_journal(journal).game))
    return said
