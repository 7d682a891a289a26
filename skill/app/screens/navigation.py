"""From a destination to its screen: the only module that knows all screens. Each is loaded when first opened."""

from __future__ import annotations

from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.destinations import Destination
from skill.app.screens.host import Host


def screen_for(host: Host, destination: Destination) -> Screen:
    """The screen to which `destination` leads. Raises `SkillboxError` where it cannot be opened."""
    match destination:
        case destinations.Home(chosen):
            from skill.app.screens.home import HomeScreen

            return HomeScreen(host, chosen)
        case destinations.GameSheet(game):
            from skill.app.screens.game_sheet import GameSheetScreen

            return GameSheetScreen(host, game)
        case destinations.Match(setup):
            from skill.app.screens.match import MatchScreen

            return MatchScreen(host, setup)
        case destinations.Viewer(record):
            from skill.app.screens.viewer import ViewerScreen

            return ViewerScreen(host, record)
        case destinations.Workbench():
            from skill.app.screens.workbench import WorkbenchScreen

            return WorkbenchScreen(host)
        case destinations.Preferences():
            from skill.app.screens.preferences import PreferencesScreen

            return PreferencesScreen(host)
