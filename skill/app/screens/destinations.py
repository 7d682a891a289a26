"""Where a screen can lead: each destination is a value, which only `navigation` turns into a screen."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from skill.app.play.guides.guide import Guide
from skill.app.play.match.setup import Setup
from skill.rules.game import AnyGame


class Home(NamedTuple):
    """The list of games, one of them chosen."""

    chosen: AnyGame | None = None


class GameSheet(NamedTuple):
    """Rules, options and seats of a game before a match."""

    game: AnyGame


class Showing(NamedTuple):
    """A game that shows itself."""

    game: AnyGame


class Match(NamedTuple):
    """A match; `navigation` raises `SkillboxError` where it cannot begin."""

    setup: Setup
    guide: Guide | None = None
    """The steps by which it is taught, if it is."""


class Invite(NamedTuple):
    """A table of a game for several machines, hosted here."""

    game: AnyGame
    journal: Path | None = None
    """That of the table, if it is gone on with."""


class Join(NamedTuple):
    """A seat at a table on another machine."""


class Viewer(NamedTuple):
    """A record on a time line, or the list of finished matches."""

    record: Path | None = None
    reviews: bool = False
    """Whether the match is reviewed at once."""
    number: int | None = None
    """Which record of several in a file, from 1."""


class Workbench(NamedTuple):
    """A world whose numbers are changed while it runs; `navigation` raises `Unavailable` where there is no physics."""


class Analysis(NamedTuple):
    """What bots find out about games."""


class Statistics(NamedTuple):
    """How everybody has done in finished matches."""


class Evening(NamedTuple):
    """Several games one after another: which, who plays, and how it stands."""


class Preferences(NamedTuple):
    """What a user prefers."""


Destination = (
    Home
    | GameSheet
    | Showing
    | Match
    | Invite
    | Join
    | Viewer
    | Workbench
    | Analysis
    | Statistics
    | Evening
    | Preferences
)
