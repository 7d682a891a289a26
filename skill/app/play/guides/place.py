"""The step that a guided match has reached, kept beside its journal, so that the guide can go on. No pygame."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from skill.app.play.guides import all_guides
from skill.app.play.guides.guide import Guide, GuideRun
from skill.errors import FileError
from skill.files import OF_OUR_FOLDER, read_text, write_text

SUFFIX = ".guide"


def keep_place(journal: Path | None, run: GuideRun | None) -> None:
    """Keeps the step of a guide beside the journal of its match; where there is none any longer, nothing is kept."""
    if journal is None:
        return
    path = journal.with_suffix(SUFFIX)
    name = next((name for name, guide in all_guides().items() if run and guide is run.guide), None)
    if run is None or name is None or run.is_over or not journal.exists():
        with suppress(OSError):  # it would only bring a step back that was left
            path.unlink(missing_ok=True)
        return
    with suppress(FileError):  # what cannot be kept of the match is told by the match
        write_text(path, f"{name} {run.number}\n", OF_OUR_FOLDER)


def kept_place(journal: Path) -> tuple[Guide, int] | None:
    """The guide of the match with that journal and the number of its step; None if it has none."""
    try:
        name, number = read_text(journal.with_suffix(SUFFIX)).split()
        guide = all_guides()[name]
        return (guide, int(number)) if 0 <= int(number) < len(guide.steps) else None
    except (ValueError, KeyError):
        return None
