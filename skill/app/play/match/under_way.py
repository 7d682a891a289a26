"""Whether an attempt was under way when a match was left: closed, killed or dropped. No pygame.

The journal holds no unfinished attempt, so that it can be made again. A mark beside the journal lets the player be
told.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from skill.errors import FileError, SkillboxError, Words
from skill.files import OF_OUR_FOLDER, is_locked_elsewhere, read_text, write_text
from skill.rules.game import AnyGame
from skill.table.journal import read_journal

SUFFIX = ".attempt"
UNTOLD, TOLD = "1\n", "told\n"


def mark(journal: Path | None, *, is_under_way: bool) -> None:
    """Keeps whether an attempt of the match with that journal is under way; where there is no journal, nothing."""
    if journal is None:
        return
    path = journal.with_suffix(SUFFIX)
    with suppress(FileError, OSError):  # what cannot be kept of the match is told by the match
        if is_under_way and journal.exists():
            write_text(path, UNTOLD, OF_OUR_FOLDER)
        else:
            path.unlink(missing_ok=True)


def is_marked(journal: Path) -> bool:
    """Whether an attempt was under way when that match was left: it waits, also if nothing has been done in it."""
    return journal.with_suffix(SUFFIX).exists()


def take(journal: Path) -> bool:
    """Whether it is still to be said that an attempt was under way when that match was left, which goes on now."""
    is_untold = _is_untold(journal)
    with suppress(OSError):
        journal.with_suffix(SUFFIX).unlink(missing_ok=True)
    return is_untold


def _is_untold(journal: Path) -> bool:
    try:
        return read_text(journal.with_suffix(SUFFIX)) != TOLD
    except FileError:
        return is_marked(journal)


def words(game: AnyGame) -> Words:
    """What there is to say of it."""
    text = "When {game} was left an attempt was under way. It does not count, and waits to be made anew."
    return Words(text, game=Words(game.title))


def take_all(folder: Path) -> list[Words]:
    """What there is to say of all matches of a data folder that were left so, and that nobody plays now."""
    said = []
    for journal in (path.with_suffix(".txt") for path in sorted((folder / "journals").glob(f"*{SUFFIX}"))):
        if not is_locked_elsewhere(journal) and _is_untold(journal):
            with suppress(SkillboxError):  # it is gone, or of a game that is not there now
                said.append(words(read_journal(journal).game))
            with suppress(SkillboxError, OSError):
                write_text(journal.with_suffix(SUFFIX), TOLD, OF_OUR_FOLDER)
    return said
