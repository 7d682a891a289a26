"""The ways from one screen to the next. Each screen is loaded when it is first opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from skill.app.play.match_setup import Setup
from skill.rules.game import AnyGame

if TYPE_CHECKING:
    from skill.app.application import Application


def open_home(app: Application, chosen: AnyGame | None = None) -> None:
    """The list of games, one of them chosen."""
    from skill.app.screens.home import HomeScreen

    app.open(HomeScreen(app, chosen))


def open_sheet(app: Application, game: AnyGame) -> None:
    """What there is to know and to agree before a match."""
    from skill.app.screens.game_sheet import SheetScreen

    app.open(SheetScreen(app, game))


def open_preferences(app: Application) -> None:
    """What a user prefers."""
    from skill.app.screens.preferences import PreferencesScreen

    app.open(PreferencesScreen(app))


def open_workbench(app: Application) -> None:
    """A world whose numbers are changed while it runs. Raises `Unavailable` where there is no physics."""
    from skill.app.screens.workbench import WorkbenchScreen

    app.open(WorkbenchScreen(app))


def open_viewer(app: Application, record: Path | None = None) -> None:
    """A record on a time line, or the list of finished matches."""
    from skill.app.screens.viewer import ViewerScreen

    app.open(ViewerScreen(app, record))


def open_table(app: Application, setup: Setup) -> None:
    """A match. Raises `SkillboxError` where it cannot begin."""
    from skill.app.screens.match import TableScreen

    app.open(TableScreen(app, setup, lambda: open_home(app, setup.game)))
