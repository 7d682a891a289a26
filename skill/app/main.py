"""Opens the front end. Everything heavy loads here, when it is asked for."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from skill.app.play.match import under_way
from skill.app.play.match.setup import Settings, Setup, forget_untouched, usual_seats
from skill.draw.camera import Size
from skill.draw.renderer import check_pygame, headless
from skill.errors import Unavailable, Words
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import Options
from skill.table.store import Store

if TYPE_CHECKING:
    from skill.app.application import Application

TITLE = "Skillbox"
WINDOW_SIZE: Size = (1280, 800)
RENDERER_VARIABLE = "SKILLBOX_RENDERER"
"""The environment variable that asks for `software`; anything else takes the best there is."""
WITHOUT = Words("list, rules, simulate, replay, perft and demo --out FILE.gif work without one")
COLLECTION = (50_000, 20, 20)
"""The thresholds of garbage collection. A frame of 165 dice in the plain renderer makes as many lists, which live until
it is drawn: with Python's own thresholds everything that lives was looked through in most of these frames, for a tenth
of a second each."""
UNSEEN_DRIVERS = ("dummy", "offscreen")  # of SDL: windows that nobody can look at


def has_display() -> bool:
    """Whether a window could be seen."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver not in UNSEEN_DRIVERS
    if sys.platform.startswith(("win", "darwin", "cygwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(
    game: AnyGame | None = None,
    players: int | None = None,
    options: Options | None = None,
    seats: tuple[str, ...] = (),
    seed: int | None = None,
    resume: Path | None = None,
    record: Path | None = None,
    number: int | None = None,
    own: Sequence[AnyGame] = (),
) -> None:
    """Opens the window at the list of games, at one game or at a record to be seen, and returns when it is closed.

    Of several records in a file `number` names the one. The user has trusted the games of `own`.

    Raises `Unavailable` where no window can be opened, with what still works.
    """
    setup = None
    if game is not None:
        agreed = Settings(game).setup()
        count = players or agreed.players
        setup = Setup(game, count, options or agreed.options, tuple(seats) or usual_seats(game, count), seed, resume)
    app = open_application(setup)
    try:
        for each in own:
            app.trust(each)
        if record is not None:
            from skill.app.screens.destinations import Viewer

            app.go_to(Viewer(record, number=number))
        app.run()
    finally:
        close_application()


def open_application(setup: Setup | None = None, size: Size = WINDOW_SIZE, store: Store | None = None) -> Application:
    """The application with its first screen, not running yet: the home screen, or that of a match."""
    if not has_display() and "SDL_VIDEODRIVER" not in os.environ:
        raise Unavailable("there is no display, so no window can be opened; {without}", without=WITHOUT)
    gc.set_threshold(*COLLECTION)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        check_pygame()
        import pygame
        import pygame_gui  # noqa: F401 (its absence is told here, with what still works)
    except ImportError as error:
        raise Unavailable(
            "the window needs pygame-ce and pygame_gui ({error}); list, rules, simulate, replay and perft work without",
            error=error,
        ) from None
    from skill.app.application import Application
    from skill.app.screens import destinations
    from skill.app.screens.navigation import screen_for
    from skill.app.settings.sound import Sounds
    from skill.app.window import open_window

    pygame.font.init()
    software = os.environ.get(RENDERER_VARIABLE, "").lower() == "software"
    window = open_window(size, TITLE, software, is_seen=has_display())
    if pygame.display.get_driver() in UNSEEN_DRIVERS and "SDL_VIDEODRIVER" not in os.environ:
        close_application()  # SDL found none on the display, and made one that nobody sees
        display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        raise Unavailable(
            "display {display} does not answer, so no window can be seen; {without}", display=display, without=WITHOUT
        )
    app = Application(window, Sounds(), store or Store(), screen_for)
    if warning := app.store.mend():
        app.note(warning)
    if setup is None:
        forget_untouched(app.store)
        for words in under_way.take_all(app.store.folder):
            app.note(words)
    if setup:
        if setup.game not in all_games():
            app.trust(setup.game)  # the command line has run its file
        app.go_to(destinations.Match(setup))
    else:
        app.go_to(destinations.Home())
    return app


def close_application() -> None:
    """Closes the window and gives sound and fonts back."""
    import pygame

    from skill.app.widgets.elements import forget_looks
    from skill.app.widgets.fonts import forget_fonts

    pygame.quit()
    forget_fonts()
    forget_looks()
    headless.cache_clear()  # SDL ends the display of EGL that an offscreen window shares with renderers without one
