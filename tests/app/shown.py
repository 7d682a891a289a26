"""What the screens show to somebody who goes through them at random with keys and the mouse, as digests in `shown.txt`:
so that nothing that they say, mark or offer changes unnoticed. `python -m tests.app.shown --write` after a change that
is meant.

How dice, panels and buttons are drawn is not in it: `drawn.txt` has that. Nor are dice that a world moves: in a
heap the last bit of a number, which differs between versions of numpy, is soon seen. A walk goes back to its beginning
when an attempt begins, and of the workbench it keeps neither dice nor numbers.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from enum import Enum
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from pygame_gui.windows import UIFileDialog

from skill.app.application import Application
from skill.app.input.actions import Key
from skill.app.play.guides import all_guides
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.screens.destinations import Destination
from skill.app.screens.workbench.screen import WorkbenchScreen
from skill.app.settings.own_rolls import BY_THEMSELVES, use_rolls
from skill.app.widgets.pen import Pen
from skill.paths import HOME_VARIABLE
from skill.physics.scene import ENGINE_VARIABLE
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.review import Judgement, Question
from skill.table.store import Store
from tests.app.driver import Driver, close
from tests.app.laid import lay
from tests.app.painted import coarse, noted
from tests.digests import Digests

KEPT = Digests(Path(__file__).with_name("shown.txt"))
SIZE = (1000, 640)
STEPS, OF_A_GAME = 60, 24  # of a walk, and of one through a match
CHUNK = 12  # steps that have a digest of their own, so that one sees where a walk begins to differ
AWAY = 6  # steps on other screens, after which the walk goes back to its own
LEFT_OUT = {"ctrl+q", "f11"}  # keys that end the program, or ask the desktop for something
PAUSES = (0.03, 0.03, 0.2, 0.7)  # seconds after a step
CLICKED = {"UIButton", "UIHorizontalSlider", "UITextEntryLine"}
NOW = datetime(2026, 3, 4, 12, 0, 0)


def walks() -> dict[str, tuple[Destination, int]]:
    """Where each walk begins and how many steps it has, by its name."""
    screens: dict[str, Destination] = {
        "home": destinations.Home(),
        "sheet": destinations.GameSheet(find_game("el-dado")),
        "sheet of a race": destinations.GameSheet(find_game("clever-mole")),
        "viewer": destinations.Viewer(_record("rasanto")),
        "workbench": destinations.Workbench(),
        "measure": destinations.Measure(),
        "analysis": destinations.Analysis(),
        "statistics": destinations.Statistics(),
        "preferences": destinations.Preferences(),
        "invite": destinations.Invite(find_game("rasanto")),
        "join": destinations.Join(),
        **{f"guide {name}": destinations.Match(guide.setup(), guide) for name, guide in all_guides().items()},
    }
    matches = {game.slug: destinations.Match(_setup(game)) for game in all_games()}
    return {name: (there, STEPS) for name, there in screens.items()} | {
        name: (there, OF_A_GAME) for name, there in matches.items()
    }


def _setup(game: AnyGame) -> Setup:
    """A match of persons and a bot."""
    players = max(game.players[0], min(3, game.players[1]))
    seats = ("human", "greedy", "human")[:players]
    return Setup(game, players, game.options_from({}), seats + ("human",) * (players - 3), seed=4)


def _record(slug: str) -> Path:
    return Path(__file__).parents[1] / "transcripts" / f"{slug}.txt"


class _Clock(datetime):
    """A second passes whenever somebody looks."""

    looks = count()

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return (NOW + timedelta(seconds=next(cls.looks))).replace(tzinfo=tz)


class _Today(date):
    @classmethod
    def today(cls) -> date:
        return NOW.date()


@contextmanager
def opened() -> Iterator[tuple[Application, list[Any]]]:
    """A window that nobody sees and whose scene is not drawn, in a world where it is always the same day; and a list
    of what pens write from now on."""
    written: list[Any] = []
    write = Pen.write

    def noted(pen: Pen, surface: Any, text: str, area: Any, *words: Any, **named: Any) -> int:
        written.append((text, words, sorted(named.items())))
        return write(pen, surface, text, area, *words, **named)

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name, value in (("VIDEODRIVER", "dummy"), ("AUDIODRIVER", "dummy")):
            patch.setenv(f"SDL_{name}", value)
        patch.setenv("SKILLBOX_RENDERER", "software")
        patch.setenv(ENGINE_VARIABLE, "")  # undone in the end, whatever is preferred in between
        patch.delenv(ENGINE_VARIABLE)
        patch.setattr("skill.app.i18n._asked", "")
        patch.setattr("skill.table.store.datetime", _Clock)
        patch.setattr("skill.app.screens.home.screen.date", _Today)
        patch.setattr("skill.app.play.attempts.runner.perf_counter", partial(next, count(0.0, 1e-6)))
        patch.setattr("skill.app.play.attempts.samples.ThreadPoolExecutor", _Here)
        patch.setattr("skill.app.lab.sweep.Background", _MadeUp)
        patch.setattr("skill.app.lab.measure.Telling", _Silent)
        patch.setenv(HOME_VARIABLE, folder)  # where measurements are kept
        patch.setattr("skill.app.play.replay.reviewer.judged", _judged)
        patch.setattr("skill.app.screens.viewer.screen.start_skillbox", _Ended)
        patch.setattr("skill.app.screens.viewer.screen.render_image", lambda *_: None)
        patch.setattr("skill.app.screens.viewer.screen.write_image", lambda *_: None)
        patch.setattr("skill.app.play.replay.showing.is_offered", lambda setup, shown: False)  # or scenes are smaller
        use_rolls(BY_THEMSELVES)
        patch.setattr("skill.app.application.use_rolls", lambda rolls: None)
        lay(patch)
        patch.setattr("skill.jobs.Worker.ask", _refused)
        patch.setattr("skill.jobs.Worker.warm", lambda worker: None)
        patch.setattr("skill.app.window.fill_screen", lambda _: None)  # the unseen screen has none
        patch.setattr(Pen, "write", noted)
        _stay_in(Path(folder).resolve(), patch)
        from skill.app.main import open_application

        _Clock.looks = count()
        random.seed(1)  # by which matches are begun that nobody gave a seed
        app = open_application(None, SIZE, Store(Path(folder)))
        app.window.draw_scene = lambda *_: None  # type: ignore[method-assign]
        yield app, written
        close(app)


def _stay_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Lets no dialog of files leave a folder: what is in another one differs between machines."""
    go = UIFileDialog._change_directory_path

    def if_inside(dialog: UIFileDialog, path: Path) -> None:
        if path.resolve().is_relative_to(folder):
            go(dialog, path)

    patch.setattr(UIFileDialog, "_change_directory_path", if_inside)


class _Here(Executor):
    """Does at once, in this thread, what it is given."""

    def __init__(self, workers: int) -> None:
        super().__init__()

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done = Future[Any]()
        done.set_result(work(*given, **named))
        return done


def _judged(question: Question) -> Judgement:
    """What nobody has thought about: every third action cost something, and the first that was legal is the better."""
    number, decision, played = question.number, question.decision, question.played
    cost = 0.3 if number % 3 == 0 else 0.0
    return Judgement(
        number, decision.seat, played, decision.game.moves(decision.view, decision.seat)[0], 0.5 - cost, 0.5, 0
    )


class _Ended:
    """A command that has written its file as soon as it began."""

    stderr, returncode = None, 0

    def __init__(self, *_: str) -> None:
        self.poll = lambda: 0

    def kill(self) -> None:
        """There is nothing left to stop."""


class _MadeUp:
    """Answers of an experiment that nobody makes: one a frame."""

    def __init__(self, _: object, tasks: Sequence[Any]) -> None:
        self._open = list(tasks)

    def take(self) -> list[tuple[Any, float | None]]:
        return [(self._open.pop(0), len(self._open) / 8)] if self._open else []

    def stop(self) -> None:
        self._open.clear()


class _Silent:
    """A fit that nobody makes."""

    done = None

    def __init__(self, *_: object) -> None:
        self.take = lambda: []

    def stop(self) -> None:
        """There is nothing to stop."""


def _refused(*_: object) -> None:
    raise TypeError("everything is thought about in this process")


def walked(name: str, there: Destination, steps: int) -> tuple[list[str], str]:
    """The digests of what a walk shows, and one of where things are and what is painted there."""
    rng, digests, away, painting = Random(name), list[str](), 0, sha256()
    painted: list[Any] = []
    with opened() as (app, written), noted(painted):
        driver = Driver(app)
        app.go_to(there)
        assert app.screen is not None
        kind = type(app.screen)
        for first in range(0, steps, CHUNK):
            seen = sha256()
            for _ in range(first, min(first + CHUNK, steps)):
                away = 0 if isinstance(app.screen, kind) else away + 1
                if away > AWAY:
                    app.go_to(there)
                step(driver, rng)
                if is_simulated(app):
                    app.go_to(there)
                    written.clear()
                    painted.clear()
                    continue
                text = repr(plain([shown(app), written])).replace(str(app.store.folder), "")
                if isinstance(app.screen, WorkbenchScreen):
                    text = re.sub(r"[\d.,]+", "#", text)
                else:
                    places = [coarse(element.rect) for element in elements(app)]
                    painting.update(repr((places, painted)).encode())
                seen.update(text.encode())
                written.clear()
                painted.clear()
            digests.append(seen.hexdigest()[:8])
    return digests, painting.hexdigest()[:8]


def step(driver: Driver, rng: Random) -> None:
    """Somebody does something, and a little time passes."""
    app = driver.app
    screen: Any = app.screen
    chance = rng.random()
    if chance < 0.5:
        keys = sorted({key for bound in screen.bindings for key in bound} - LEFT_OUT)
        *held, key = rng.choice(keys).split("+") if (chosen := rng.choice(keys)) != "+" else (chosen,)
        screen.on_key(Key(key, held=tuple(held)), True)
        driver.frames(1, rng.choice(PAUSES))
        screen.on_key(Key(key, held=tuple(held)), False)
    elif chance < 0.75:
        clicked = [e for e in elements(app) if type(e).__name__ in CLICKED]
        if clicked:
            driver.click(rng.choice(clicked).rect.center)
    elif chance < 0.9 and screen.scene_rect.w > 1:
        things = [thing.cell for part in (screen.scene().dice, screen.scene().markers) for thing in part]
        cells = sorted({cell for cell in things if cell is not None})
        if cells:
            at = driver.pixel_of(rng.choice(cells))
            driver.click(at, rng.choice([1, 1, 1, 3]))
    else:
        at = (rng.randrange(SIZE[0]), rng.randrange(SIZE[1]))
        driver.point(at)
        if chance > 0.97:
            driver.click(at)
        elif chance > 0.94:
            driver.post(pygame.MOUSEWHEEL, x=0, y=rng.choice([-1, 1]), flipped=False, touch=False)
    driver.frames(1, rng.choice(PAUSES))
    app.is_open = True


def is_simulated(app: Application) -> bool:
    """Whether an attempt runs."""
    control: Any = getattr(app.screen, "control", None)
    return hasattr(control, "runtime") and control.runtime.attempts.running is not None


def elements(app: Application) -> list[Any]:
    """What pygame_gui shows."""
    return [element for element in app.ui.get_sprite_group().sprites() if element.visible]


def shown(app: Application) -> list[Any]:
    """All that is on screen, but for how it is drawn."""
    screen: Any = app.screen
    panel, control = getattr(screen, "panel", None), getattr(screen, "control", None)
    return [
        type(screen).__name__,
        [(type(e).__name__, getattr(e, "text", ""), e.is_enabled) for e in elements(app)],
        None if screen.dialog is None else type(screen.dialog).__name__,
        None if isinstance(screen, WorkbenchScreen) else screen.scene(),
        screen.camera,
        getattr(panel, "shown", None),
        control.overlay() if hasattr(control, "overlay") else None,
    ]


def plain(value: Any) -> Any:
    """The same with sets and mappings in order, and real numbers as every machine has them."""
    kind = type(value)  # of most, for which these are the short ways
    if kind is int or kind is str or value is None:
        return value
    if kind is list or kind is tuple:
        return [plain(each) for each in value]
    match value:
        case float():
            return f"{value + 0.0:.3f}".replace("-0.000", "0.000")
        case str() | bool() | int() | None:
            return value
        case Mapping():
            return sorted(((str(key), plain(each)) for key, each in value.items()), key=str)
        case Set():
            return sorted(map(plain, value), key=str)
        case list() | tuple():
            return [plain(each) for each in value]
        case Enum():
            return value.name
    return plain(vars(value)) if hasattr(value, "__dict__") else str(value)


if __name__ == "__main__":
    KEPT.main({name: " ".join(walked(name, *walk)[0]) for name, walk in walks().items()})
