"""Rows of the home screen: matches to go on with, finished ones, best times, a user's own games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from skill.app.i18n import time_text, tr
from skill.app.library.own_games import own_game_files
from skill.app.play.guides.place import SUFFIX, kept_place
from skill.app.play.match import under_way
from skill.app.play.said.log import moves_made
from skill.app.settings.engine import engine_now
from skill.app.widgets.row_list import Row
from skill.errors import FileError
from skill.files import locked, read_text
from skill.rules.game import AnyGame
from skill.table.record import Record, trace_name
from skill.table.store import Store

MOST_RECENT, MOST_TIMES = 5, 5
DISCARD = "×"


class SavedMatch(NamedTuple):
    """A match that was left or saved, to go on with."""

    path: Path
    record: Record
    older: tuple[SavedMatch, ...] = ()
    """Of a guided match those of the same guide that were left before it."""

    @property
    def progress(self) -> str:
        """How far it has come, for people."""
        return moves_made(self.record)

    @property
    def when(self) -> str:
        """When it was begun or saved, from the name of its file; empty where that name is somebody's own."""
        try:
            return f"{datetime.strptime(self.path.name[:15], '%Y%m%d-%H%M%S'):%d.%m. %H:%M}"
        except ValueError:
            return ""


def saved_rows(store: Store, games: Sequence[AnyGame]) -> list[Row]:
    """All rows under their headings. The key of a row is a `SavedMatch`, a `Finished`, a game or the path of a file."""
    by_slug = {game.slug: game for game in games}
    titles = {game.slug: tr(game.title) for game in games}
    recent = [Row(titles.get(f.game, f.game), f, f.result) for f in store.history(MOST_RECENT)]
    times = [
        Row(tr(words, game=titles[slug]), by_slug[slug], time_text(best.seconds))
        for level, words in (("book", "{game}"), ("easy", "{game}, easy"))
        for slug, best in store.best_times(level=level, engine=engine_now()).items()
        if slug in by_slug
    ]
    sections = {
        tr("Go on with"): _match_rows(_one_of_each_guide([SavedMatch(*found) for found in store.open_matches()])),
        tr("Saved"): _match_rows([SavedMatch(*found) for found in store.saved()]),
        tr("Played last"): recent,
        tr("Best times"): times[:MOST_TIMES],
        tr("Own games"): [Row(path.stem, path, path.suffix) for path in own_game_files()],
    }
    rows = [row for heading, found in sections.items() if found for row in (Row(heading), *found)]
    return rows or [Row(tr("Nothing was played yet."))]


def _one_of_each_guide(matches: Sequence[SavedMatch]) -> list[SavedMatch]:
    """The matches, newest first; of those that belong to one guide the newest alone, the others as its `older`."""
    found: dict[object, list[SavedMatch]] = {}
    for match in matches:
        place = kept_place(match.path)
        found.setdefault(place[0].title if place else match.path, []).append(match)
    return [newest._replace(older=tuple(older)) for newest, *older in found.values()]


def _match_rows(found: Sequence[SavedMatch]) -> list[Row]:
    """Rows of matches with their progress; with their time too where several are of one game."""
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


def discard(match: SavedMatch) -> None:
    """Deletes a match, those that are `older` and their traces, but for traces that another match in its folder has.

    Raises `FileError`.
    """
    for older in match.older:
        discard(older)
    path = match.path
    try:
        with locked(path):
            path.unlink(missing_ok=True)
            for suffix in (SUFFIX, under_way.SUFFIX):
                path.with_suffix(suffix).unlink(missing_ok=True)
            try:
                others = [read_text(other, errors="replace") for other in path.parent.glob("*.txt")]
            except FileError:
                return  # what cannot be read may be a match that has them
            for action in (line.action for line in match.record.played):
                name = trace_name(action)
                if name and not any(action[-1] in text for text in others):
                    (path.parent / name).unlink(missing_ok=True)
    except OSError as error:
        raise FileError("{path}: cannot be deleted: {error}", path=path, error=error) from None
