"""What a player left behind, as rows of the home screen: open matches, finished ones, best times, own games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from skill.app.i18n import tr
from skill.app.library.game_search import own_game_files
from skill.app.widgets.row_list import Row
from skill.errors import FileError
from skill.files import locked
from skill.rules.game import AnyGame
from skill.table.record import Record, trace_name
from skill.table.store import Store

MOST_RECENT, MOST_TIMES = 5, 5
DISCARD = "×"


class Waiting(NamedTuple):
    """A match that was left or saved."""

    path: Path
    record: Record

    @property
    def progress(self) -> str:
        """How far it is."""
        return tr("action {count}", count=len(self.record.played) + 1)

    @property
    def when(self) -> str:
        """When it was begun or saved, as its file is named; nothing for a file that somebody has named."""
        try:
            return f"{datetime.strptime(self.path.name[:15], '%Y%m%d-%H%M%S'):%d.%m. %H:%M}"
        except ValueError:
            return ""


def shelf_rows(store: Store, games: Sequence[AnyGame]) -> list[Row]:
    """All of it under its headings. What is chosen is a `Waiting`, a `Finished`, a game or the path of a file."""
    by_slug = {game.slug: game for game in games}
    titles = {game.slug: tr(game.title) for game in games}
    recent = [Row(titles.get(f.game, f.game), f, f.result) for f in store.history(MOST_RECENT)]
    times = [
        Row(titles[slug], by_slug[slug], f"{best.seconds:.1f} s")
        for slug, best in store.best_times().items()
        if slug in by_slug
    ]
    shelves = {
        "Go on with": _waiting([Waiting(*found) for found in store.open_matches()]),
        "Saved": _waiting([Waiting(*found) for found in store.saved()]),
        "Played last": recent,
        "Best times": times[:MOST_TIMES],
        "Own games": [Row(path.stem, path, path.suffix) for path in own_game_files()],
    }
    rows = [row for heading, found in shelves.items() if found for row in (Row(tr(heading)), *found)]
    return rows or [Row(tr("Nothing was played yet."))]


def _waiting(found: Sequence[Waiting]) -> list[Row]:
    """Matches with their progress; where several are of one game, with their time too."""
    count = Counter(match.record.game.slug for match in found)
    return [
        Row(
            tr(match.record.game.title),
            match,
            f"{match.when}  {match.progress}" if count[match.record.game.slug] > 1 else match.progress,
            mark=DISCARD,
        )
        for match in found
    ]


def discard(match: Waiting) -> None:
    """Deletes a match, and those of its traces that no other one beside it has. Raises `FileError`."""
    path = match.path
    try:
        with locked(path):
            path.unlink(missing_ok=True)
            others = [other.read_text(encoding="utf-8", errors="replace") for other in path.parent.glob("*.txt")]
            for action in (line.action for line in match.record.played):
                name = trace_name(action)
                if name and not any(action[-1] in text for text in others):
                    (path.parent / name).unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{path}: cannot be deleted: {error}") from None
