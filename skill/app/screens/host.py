"""What a screen may ask of the application that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pygame_gui

from skill.app.input.device import LastUsed
from skill.app.input.gamepad import Gamepads
from skill.app.input.touch import Fingers
from skill.app.play.match.setup import Settings
from skill.app.screens.destinations import Destination
from skill.app.settings.preferences import Preferences
from skill.app.settings.sound import Sounds
from skill.app.window import Window
from skill.draw.detail import DetailControl
from skill.errors import FileError, SkillboxError, Words
from skill.rules.game import AnyGame
from skill.table.store import Store


class Host(Protocol):
    """One window that shows one screen at a time, and what all screens share."""

    window: Window
    ui: pygame_gui.UIManager
    scale: float
    """Of everything in the panels: 1 in a window 800 pixels high at the usual size of text."""
    sounds: Sounds
    store: Store
    gamepads: Gamepads
    fingers: Fingers
    detail: DetailControl
    preferences: Preferences
    settings: dict[str, Settings]
    """What was agreed last about each game, by slug; see `settings_of`."""
    own_games: list[AnyGame]
    """Games from files that the user has trusted since the window was opened."""
    notice: tuple[str, str] | None
    """What the home screen has to say when it is opened next: a title, and a text as pygame_gui's HTML."""
    last_used: LastUsed
    """With what somebody plays."""
    is_pace_told: bool
    """Whether somebody has read, since the window was opened, why a world goes slowly."""
    is_unseen: bool
    """Whether the window is hidden, or another one has the keyboard."""
    is_repeat: bool
    """Whether the key that goes down now has been down already."""

    def go_to(self, destination: Destination) -> None:
        """Shows another screen. Raises `SkillboxError` where it cannot be opened; this one is then still shown."""

    def shows(self, screen: object) -> bool:
        """Whether that screen is the one that is shown."""

    def rebuild(self) -> None:
        """Lays the screen out anew."""

    def close(self) -> None:
        """Ends the program."""

    def prefer(self, preferences: Preferences) -> None:
        """Shows everything by other preferences. They are kept when `keep_preferences` is called."""

    def note(self, warning: SkillboxError | Words) -> None:
        """Keeps a warning for the home screen, after what is waiting there already."""

    def warn_of_texts(self, faults: Sequence[FileError]) -> None:
        """Keeps for the home screen what is wrong with the texts of one's own games, once for each fault."""

    def keep_preferences(self) -> None:
        """Writes the preferences to their file; if that fails the home screen says why."""

    def switch(self, name: str) -> None:
        """Turns a preference on or off, and keeps it."""

    def settings_of(self, game: AnyGame) -> Settings:
        """What is agreed about a game, at first its defaults."""

    def trust(self, game: AnyGame) -> None:
        """Takes up a game from a file, in place of an older version and of what was agreed about that."""
