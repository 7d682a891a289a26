"""The evening that people play in the window: its matches, and their results. No pygame."""

from __future__ import annotations

from pathlib import Path

from skill.app.play.match.setup import Setup
from skill.rules.game import Result
from skill.table.evening import Evening, keep_evening, kept_evening
from skill.table.store import Store


def next_setup(evening: Evening, store: Store) -> Setup:
    """The next match of it: that which is under way, if it is still there, or a new one."""
    game = evening.next_game
    assert game is not None
    journal = store.folder / "journals" / evening.under_way
    options = game.options_from({})
    is_there = evening.under_way and journal.exists()
    return Setup(
        game, len(evening.seats), options, evening.seats, resume=journal if is_there else None, is_of_evening=True
    )


def note_begun(store: Store, journal: Path, setup: Setup) -> None:
    """Keeps that this match is the next one of the evening. Raises `SkillboxError` where that cannot be kept."""
    evening = kept_evening(store.folder)
    if evening and evening.next_game == setup.game and evening.seats == setup.seats:
        keep_evening(store.folder, evening.begun(journal.name))


def note_finished(store: Store, journal: Path | None, result: Result) -> Evening | None:
    """Keeps who has won, and gives the evening, if the match is one of it; else None. Raises `SkillboxError`."""
    evening = kept_evening(store.folder)
    if evening is None or journal is None or journal.name not in (evening.under_way, *evening.matches):
        return None
    evening = evening.with_result(result.winners, journal.name)
    keep_evening(store.folder, evening)
    return evening
