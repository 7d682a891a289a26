"""A real window under Xvfb, driven from outside with xdotool: what a person does, and pictures of what he sees.

The pictures go to the folder that SKILLBOX_PICTURES names, by default the test's own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from skill.app.play.match.trays import farther
from skill.draw.camera import home
from skill.draw.scene_view import PITCH
from skill.lattice.cells import parse_cell
from skill.lattice.frame import centre
from tests.app.conftest import WINDOWS
from tests.app.desktop import Player

WINDOW, PANEL = (1280, 800), 320

pytestmark = pytest.mark.slow


@pytest.fixture(params=WINDOWS)
def play(request: pytest.FixtureRequest, display: str, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """`play("rasanto", ...)` opens that game in each renderer."""
    players: list[Player] = []

    def opener(*arguments: str) -> Player:
        players.append(Player(display, tmp_path, request.param, *arguments))
        players[-1].until_open()
        return players[-1]

    yield opener
    for player in players:
        player.close()


@pytest.fixture
def keep(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Player, str], np.ndarray]:
    """Keeps a picture of the screen and gives its pixels."""
    folder = Path(os.environ.get("SKILLBOX_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    kind = request.node.callspec.params["play"]

    def keeper(player: Player, name: str) -> np.ndarray:
        picture = player.screenshot()
        picture.save(folder / f"{name}-{kind}.png")
        return np.asarray(picture).astype(int)

    return keeper


def pixel(cell: str, *, players: int = 0) -> tuple[int, int]:
    """Where a cell is seen, in a game in which dice lie before so many players from farther away."""
    point, size, camera = np.array([centre(parse_cell(cell), pitch=PITCH)]), (WINDOW[0] - PANEL, WINDOW[1]), home()
    if players:
        camera = farther(camera, players, size)
    x, y = camera.project(point, size)[0]
    return round(x), round(y)


def reds_near(picture: np.ndarray, at: tuple[int, int]) -> int:
    x, y = at
    r, g, b = np.moveaxis(picture[y - 15 : y + 15, x - 15 : x + 15], 2, 0)
    return int((r > 1.7 * np.maximum(g, b)).sum())


def filled_bars(player: Player) -> int:
    """Pixels of the panel's bars (speed, height, spin) that are filled."""
    r, g, b = np.moveaxis(np.asarray(player.screenshot()).astype(int)[200:300, WINDOW[0] - PANEL :], 2, 0)
    return int(((r > 140) & (g < 110) & (b < 60)).sum())


def test_rasanto_is_played_with_mouse_and_keys(play, keep) -> None:
    player = play("rasanto", "--seed", "1", "--set", "first_player=1", "--seat", "2=human")
    at = pixel("233")
    assert reds_near(keep(player, "rasanto-begins"), at) == 0
    player.click(*at)
    player.until(lambda: "1: place R233" in player.lines(), "the die that was clicked into a funnel")
    time.sleep(1.0)
    player.key("Tab", "Right", "Return")
    player.until(lambda: len(player.lines()) == 2, "the die that was placed by keys")
    player.click(*pixel("242"))
    player.until(lambda: len(player.lines()) == 3, "the third die")
    player.xdotool("mousemove", *pixel("332"))
    time.sleep(2.0)
    picture = keep(player, "rasanto")
    assert reds_near(picture, at) > 200
    player.key("ctrl+z")
    player.until(lambda: player.lines()[-1] == "*: undo", "the undo")


def test_el_dado_is_played_with_mouse_and_keys(play, keep) -> None:
    player = play("el-dado", "--seed", "1", "--set", "first_player=1", "--set", "fill=rich", "--seat", "2=greedy")
    player.until(lambda: len(player.lines()) == 1, "the pyramid that was filled")
    time.sleep(2.5)
    player.click(*pixel("000", players=2))
    player.until(lambda: len(player.lines()) == 3, "the apex taken and the bot's answer")
    assert player.lines()[1] == "1: remove 000"
    time.sleep(2.0)
    player.key("Tab", "Return")
    player.until(lambda: len(player.lines()) == 5, "a die taken by keys and the bot's answer")
    assert player.lines()[3].startswith("1: remove")
    time.sleep(2.0)
    player.key("Tab")
    time.sleep(1.5)
    picture = keep(player, "el-dado")
    assert picture[:, : WINDOW[0] - PANEL].std() > 30


def test_undo_in_the_middle_of_a_thought(play) -> None:
    player = play("rasanto", "--seed", "1", "--set", "first_player=1", "--seat", "2=expert")
    in_time = 0  # undone before the bot had played: a quick one may be quicker than a hand that is held up
    for _ in range(8):
        before = len(player.lines())
        player.click(*pixel("233"))
        player.until(lambda: len(player.lines()) > before, "the die that was clicked into a funnel", 0.01)  # noqa: B023
        player.xdotool("key", "ctrl+z")
        player.until(lambda: player.lines()[-1] == "*: undo", "the undo")
        in_time += player.lines()[-2] == "1: place R233"
        player.until_still()
        assert player.lines()[-1] == "*: undo", "the thought that was broken off is played"
        if in_time == 2:  # after an undo the bot thinks as it did before
            break
    assert in_time == 2
    player.click(*pixel("233"))
    player.until(lambda: player.lines()[-1].startswith("2: place"), "the bot's answer")


def test_faraday_is_played_with_mouse_and_keys(play, keep) -> None:
    player = play("faraday", "--seed", "1", "--set", "attempts=1")
    before = keep(player, "faraday-begins")
    middle = ((WINDOW[0] - PANEL) // 2, WINDOW[1] // 2)
    player.click(*middle)
    player.xdotool("mousemove", middle[0] + 170, middle[1] - 90)
    time.sleep(1.0)

    def moved() -> float:
        return float((np.abs(keep(player, "faraday") - before).sum(axis=2) > 40)[:, : WINDOW[0] - PANEL].mean())

    player.xdotool("keydown", "1")
    player.until(lambda: moved() > 0.1, "the plate that is tilted")
    player.xdotool("keyup", "1")
    player.xdotool("mousemove", *middle)
    player.xdotool("keydown", "space")
    time.sleep(0.5)
    player.xdotool("keyup", "space")
    player.key("g")
    player.key("g")  # it counts, so that giving up is chosen twice
    player.until(
        lambda: any("attempt gave_up" in line or "attempt failure" in line for line in player.lines()), "its end"
    )
    time.sleep(1.5)
    keep(player, "faraday-over")


def test_dice_are_thrown_by_pointing_and_by_keys(play, keep) -> None:
    player = play("malicious-pleasure", "--seed", "1", "--set", "first_player=1", "--seat", "2=human")
    x, y = (WINDOW[0] - PANEL) // 2, WINDOW[1] // 2
    player.click(x, y)
    player.until(lambda: filled_bars(player) > 0, "the hand")
    for n in range(1, 7):
        player.xdotool("mousemove", x, y + 10 * n)
    seen = [filled_bars(player)]  # perhaps still with the share of where the hand was before

    def has_share() -> bool:
        seen.append(filled_bars(player))
        return seen[-1] > min(seen)

    player.until(has_share, "the share that comes to rest there")
    keep(player, "throw-promised")
    player.click(x, y + 60)
    player.until(lambda: len(player.lines()) == 1, "the die that was thrown by pointing")
    time.sleep(1.0)
    keep(player, "throw-done")
    player.xdotool("mousemove", WINDOW[0] - 5, WINDOW[1] - 5)
    player.key("Return")
    player.until(lambda: filled_bars(player) > 0, "the hand of the second player")
    player.xdotool("keydown", "Up")
    time.sleep(0.3)
    player.xdotool("keyup", "Up")
    player.xdotool("keydown", "space")
    time.sleep(0.3)
    player.xdotool("keyup", "space")
    player.until(lambda: len(player.lines()) == 2, "the die that was thrown by keys")
    assert all("attempt success" in line for line in player.lines())


def test_home_help_full_screen_and_closing(play, keep) -> None:
    player = play("rasanto")

    def go(key: str, what: str) -> None:
        was = player.screenshot()
        player.key(key)
        player.until_another(was, what)
        time.sleep(1.0)

    go("F1", "the help")
    keep(player, "help")
    go("Escape", "the match")
    for _ in range(2):  # without a window manager it looks the same
        player.key("F11")
        time.sleep(1.0)
    go("Escape", "the home screen")
    keep(player, "home")
    player.key("Escape")
    time.sleep(1.0)
    keep(player, "home-asks")
    player.key("Right", "Return")
    assert player.process.wait(timeout=30) == 0


def test_a_game_is_found_by_typing_its_rules_are_read_and_it_is_begun(play, keep) -> None:
    player = play("rasanto")
    was = player.screenshot()
    player.key("Escape")
    player.until_another(was, "home")
    player.xdotool("type", "--delay", "120", "el dado")
    player.until_still()
    keep(player, "home-search")
    was = player.screenshot()
    player.key("Return")
    player.until_another(was, "the sheet")
    keep(player, "sheet")
    player.key("Return")
    journals = player.folder / "home" / "journals"
    player.until(lambda: any("el-dado" in path.name for path in journals.glob("*.txt")), "a match of El Dado")
    player.until(lambda: len(player.lines()) > 0, "its set-up")
