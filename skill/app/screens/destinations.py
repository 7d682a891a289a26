"""Where a screen can lead: each destination is a value, which only `navigation` turns into a screen.

They are dataclasses and not named tuples: empty tuples of different classes are equal, and lists tell their rows apart
by their destinations.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from skill.app.play.guides.guide import Guide
from skill.app.play.match.setup import Setup
from skill.rules.game import AnyGame


@dataclass(frozen=True)
class Home:
    """The list of games, one of them chosen."""

    chosen: AnyGame | None = None


@dataclass(frozen=True)
class GameSheet:
    """Rules, options and seats of a game before a match."""

    game: AnyGame


@dataclass(frozen=True)
class Showing:
    """A game that shows itself."""

    game: AnyGame


@dataclass(frozen=True)
class Match:
    """A match; `navigation` raises `SkillboxError` where it cannot begin."""

    setup: Setup
    guide: Guide | None = None
    """The steps by which it is taught, if it is."""


@dataclass(frozen=True)
class Invite:
    """A table of a game for several machines, hosted here."""

    game: AnyGame
    journal: Path | None = None
    """That of the table, if it is gone on with."""


@dataclass(frozen=True)
class Join:
    """A seat at a table on another machine."""


@dataclass(frozen=True)
class Viewer:
    """A record on a time line, or the list of finished matches."""

    record: Path | None = None
    reviews: bool = False
    """Whether the match is reviewed at once."""
    number: int | None = None
    """Which record of several in a file, from 1."""


@dataclass(frozen=True)
class Workbench:
    """A world whose numbers are changed while it runs; `navigation` raises `Unavailable` where there is no physics."""


@dataclass(frozen=True)
class Measure:
    """Measurements of one's own dice; `navigation` raises `Unavailable` for a user without a home."""


@dataclass(frozen=True)
class Analysis:
    """What bots find out about games."""


@dataclass(frozen=True)
class Statistics:
    """How everybody has done in finished matches."""


@dataclass(frozen=True)
class Evening:
    """Several games one after another: which, who plays, and how it stands."""


@dataclass(frozen=True)
class Preferences:
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
    | Measure
    | Analysis
    | Statistics
    | Evening
    | Preferences
)
