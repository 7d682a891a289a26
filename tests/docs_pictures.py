"""Takes the docs' pictures anew: `python -m tests.docs_pictures [NAME ...] [--language fr]`.

Matches of fixed seeds are played in a window that nobody sees, by hand where a game asks for one. Other screens are
opened as they are, a task is played by its planner, and the example of measurements is fitted, which takes minutes. It
needs OpenGL. The drawing of the rooms is made by `python -m tests.rooms --write`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import pygame
from PIL import Image

from skill.app.application import Application
from skill.app.main import close_application, open_application
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.settings.own_rolls import BY_THEMSELVES
from skill.bots.registry import HUMAN, find_bot
from skill.env.tasks.environment import SkillTask
from skill.env.tasks.policies import planner
from skill.lattice.cells import parse_cell
from skill.physics.scene import scenes_folder
from skill.plots import save
from skill.rules.catalogue import find_game
from skill.table.store import Store
from skill.tune.evaluate import Evaluator
from skill.tune.example import EXAMPLE
from skill.tune.fit import fit
from skill.tune.measurements import load_measurements
from skill.tune.report import fit_plot
from tests.app.driver import Driver

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
MATCHES = "after"
"""The folder in it that has the pictures of matches."""
SIZE = (1280, 800)
SHOWN = (960, 600)  # of a picture in the docs
GOODNESS = 80  # of their compression, of 100
FRAME_S = 1 / 30
REHEARSAL_S = 8.0  # at most, of a stroke that is drawn
TASK_SEED = 2
TASK_SHARES = (0.28, 0.33, 0.4, 1.0)  # of the attempt, after which it is seen
SWEEP_S = 20.0  # until the points of an experiment are there
SHOWS_LAST_S = 0.5  # after a move, while what it brought still floats above it

Pixel = tuple[int, int]


class Subject(NamedTuple):
    """What a picture shows."""

    game: str
    players: int
    moves: int
    """Actions that are played first, as a greedy bot plays."""
    pose: Callable[[Driver, Any], None] | None = None
    """What a hand does then."""
    options: dict[str, Any] = {}


class Studio:
    """The window, and a driver for each screen of it."""

    def __init__(self, language: str, folder: Path) -> None:
        os.environ |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
        self.app: Application = open_application(None, SIZE, Store(folder))
        self.app.prefer(self.app.preferences.changed(language=language, quality="best", rolls=BY_THEMSELVES))

    def take(self, subject: Subject) -> Image.Image:
        """The picture of a subject."""
        game = find_game(subject.game)
        options = game.options_from({"first_player": 1, **subject.options} if subject.players > 1 else subject.options)
        self.app.go_to(destinations.Match(Setup(game, subject.players, options, (HUMAN,) * subject.players, seed=3)))
        driver, screen = Driver(self.app), self.app.screen
        self._play(screen, subject.moves)
        if subject.pose:
            subject.pose(driver, screen)
        else:
            driver.frames(round(SHOWS_LAST_S / FRAME_S), FRAME_S)
        return self._seen()

    def analysis(self) -> Image.Image:
        """What bots have found out about Rasanto."""
        self.app.go_to(destinations.Analysis())
        self.app.screen.games.chosen = find_game("rasanto")
        self.app.rebuild()
        Driver(self.app).frames(5)
        return self._seen()

    def workbench(self) -> Image.Image:
        """A plate that rocks, of two materials one above the other, and an experiment along the friction."""
        self.app.go_to(destinations.Workbench())
        driver, screen = Driver(self.app), self.app.screen
        bench = screen.workbench
        for name, way in (("scenario", 1), ("sides", 1), ("material", 1), ("experiment", 1)):
            bench.step(name, way)
        self.app.rebuild()
        for _ in range(round(SWEEP_S / 0.1)):
            driver.frames(3, FRAME_S)
            sleep(0.1)
        return self._seen()

    def _play(self, screen: Any, moves: int) -> None:
        control = screen.control
        match, greedy = control.runtime.match, find_bot("greedy")
        played = 0
        while played < moves or control.runtime.phase not in (Phase.CHOICE, Phase.READY):
            if screen.dialog:
                next(iter(screen.dialog.commands.values()))()
            if control.runtime.phase is Phase.CHOICE and not control.board.is_moving:
                seat = match.seat
                view = match.view(seat)
                control.play(greedy.choose(match.game, view, seat, match.generator(f"seat {seat}")))
                played += 1
            screen.update(FRAME_S)

    def _seen(self) -> Image.Image:
        window: Any = self.app.window
        screen = window.context.screen
        picture = Image.frombytes("RGB", SIZE, screen.read(components=3, alignment=1))
        return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def hold(driver: Driver, begin: Pixel, end: Pixel) -> None:
    """Draws from one pixel to another and keeps the button down."""
    driver.point(begin)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=begin, button=1, touch=False)
    driver.frames(3)
    for n in range(1, 9):
        driver.point((begin[0] + (end[0] - begin[0]) * n // 8, begin[1] + (end[1] - begin[1]) * n // 8))


def waited(driver: Driver) -> None:
    """Lets a rehearsal in another process come to its end: nothing moves meanwhile."""
    for _ in range(round(REHEARSAL_S / 0.1)):
        driver.frames(1, 0.01)
        sleep(0.1)


def begin(driver: Driver, screen: Any) -> None:
    """Takes the tool in hand."""
    driver.frames(20)
    driver.click(screen.scene_rect.center)
    driver.frames(5)


def draw_at_die(driver: Driver, screen: Any, cell: str, way: Pixel) -> None:
    """A stroke is drawn from a die, and rehearsed while the button is held."""
    begin(driver, screen)
    x, y = driver.pixel_of(parse_cell(cell))
    hold(driver, (x, y), (x + way[0], y + way[1]))
    waited(driver)


def jolt(driver: Driver, screen: Any) -> None:
    """Faraday: a jolt is drawn at the red die."""
    draw_at_die(driver, screen, "332", (30, 60))


def puff(driver: Driver, screen: Any) -> None:
    """Dune: a puff is drawn at a die in a corner."""
    draw_at_die(driver, screen, "080", (-70, -40))


def draw_back(driver: Driver, screen: Any) -> None:
    """Flickers: the aim is drawn back, the die not let go yet."""
    begin(driver, screen)
    x, y = screen.scene_rect.center
    hold(driver, (x, y), (x + 10, y + 150))
    driver.frames(20)


def pour(driver: Driver, screen: Any) -> None:
    """Trulla: the ladle over the plate."""
    begin(driver, screen)
    x, y = screen.scene_rect.center
    driver.point((x + 60, y + 40))
    driver.frames(40)


def task() -> Image.Image:
    """A die thrown by the planner in the task `throw`, four times on its way."""
    env = SkillTask("throw", repeat=1, render_mode="rgb_array", size=(SHOWN[0] // 2, SHOWN[1] // 2))
    seen, _ = env.reset(seed=TASK_SEED)
    act, frames, is_over = planner(env, TASK_SEED), [], False
    while not is_over:
        seen, _, done, cut, _ = env.step(act(seen))
        frames.append(Image.fromarray(env.render()))
        is_over = done or cut
    env.close()
    picture = Image.new("RGB", SHOWN)
    for n, share in enumerate(TASK_SHARES):
        frame = frames[round((len(frames) - 1) * share)]
        picture.paste(frame, (n % 2 * SHOWN[0] // 2, n // 2 * SHOWN[1] // 2))
    return picture


def fitted() -> Image.Image:
    """How far the material that fits the example of measurements is from each of them: a plot of the tuner's report."""
    measurements = load_measurements(scenes_folder() / "measurements" / f"{EXAMPLE}.toml")
    found = fit(measurements, Evaluator(measurements.scene))
    with tempfile.TemporaryDirectory() as folder:
        return Image.open(save(fit_plot(found), Path(folder) / "fit.png")).convert("RGB")


SUBJECTS = {
    "doubles": Subject("doubles", 2, 7),
    "dune": Subject("dune", 1, 0, puff, {"level": "easy"}),
    "faraday": Subject("faraday", 1, 0, jolt, {"level": "easy"}),
    "flickers": Subject("flickers", 2, 0, draw_back),
    "flea-chase": Subject("flea-chase", 2, 13),
    "most-simple-game": Subject("most-simple-game", 3, 20),
    "mound-mover": Subject("mound-mover", 3, 9),
    "rasanto": Subject("rasanto", 2, 15),
    "roll-to-the-top": Subject("roll-to-the-top", 2, 8),
    "ruins": Subject("ruins", 3, 16),
    "slide": Subject("slide", 2, 11),
    "triangle": Subject("triangle", 3, 12),
    "trulla": Subject("trulla", 2, 1, pour),
}
OTHERS: dict[str, Callable[[Studio], Image.Image]] = {
    "analysis": Studio.analysis,
    "fit": lambda _: fitted(),
    "task": lambda _: task(),
    "workbench": Studio.workbench,
}
"""Pictures of anything but a match."""
NAMES = sorted([*SUBJECTS, *OTHERS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], metavar="NAME", help="; ".join(NAMES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--into", type=Path, default=PICTURES)
    arguments = parser.parse_args()
    (arguments.into / MATCHES).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(arguments.language, Path(folder))
        for name in arguments.names or NAMES:
            if name in SUBJECTS:
                picture, path = studio.take(SUBJECTS[name]), arguments.into / MATCHES / name
            else:
                picture, path = OTHERS[name](studio), arguments.into / name
            picture.thumbnail(SHOWN, Image.Resampling.LANCZOS)
            picture.save(path.with_suffix(".webp"), quality=GOODNESS, method=6)
            sys.stdout.write(f"{name}\n")
        close_application()


if __name__ == "__main__":
    main()
