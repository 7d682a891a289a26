"""Devices in a real window: a controller and a joystick of SDL's own making, wheels that go sideways, fingers."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill.app.play.match.setup import Setup
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.input.test_touch import Toucher  # noqa: E402
from tests.conftest import missing  # noqa: E402

pytestmark = pytest.mark.slow

CONTROLLER, WHEEL = 1, 2  # SDL's types of joysticks: one whose buttons it knows, and one to steer with
FULL = 32767


def agreed(slug: str, players: int = 2) -> Setup:
    game = find_game(slug)
    return Setup(game, players, game.options_from({"first_player": 1}), ("human",) * players, seed=4)


@pytest.fixture
def sdl() -> Iterator[ctypes.CDLL]:
    """SDL as this process has it loaded; what was plugged in is pulled out again."""
    maps = Path("/proc/self/maps").read_text().split()
    path = next((word for word in maps if "libSDL2-2" in word), None)
    if path is None or not hasattr(library := ctypes.CDLL(path), "SDL_JoystickAttachVirtual"):
        missing("SDL makes no joysticks here")
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    yield library
    for index in reversed(range(library.SDL_NumJoysticks())):
        library.SDL_JoystickDetachVirtual(index)


def test_a_controller_is_plugged_in_plays_and_is_pulled_out_and_a_joystick_does_nothing(real_app, sdl) -> None:
    hands = real_app(agreed("rasanto"))
    app, screen = hands.app, hands.app.screen
    match = screen.control.runtime.match
    app.gamepads.start()
    hands.until_real(lambda: not screen.moves_by_itself, "rest")
    before = screen.camera

    def plugged(kind: int) -> ctypes.c_void_p:
        index = sdl.SDL_JoystickAttachVirtual(kind, 6, 15, 1)
        assert index >= 0
        hands.settle()
        return ctypes.c_void_p(sdl.SDL_JoystickOpen(index))

    def pushed(device: ctypes.c_void_p, button: int) -> None:
        for is_down in (1, 0):
            assert sdl.SDL_JoystickSetVirtualButton(device, button, is_down) == 0
            hands.settle()

    wheel = plugged(WHEEL)
    assert not app.gamepads.is_there
    for button in range(15):
        pushed(wheel, button)
    for axis in range(6):
        sdl.SDL_JoystickSetVirtualAxis(wheel, axis, FULL)
    hands.settle(0.5)
    assert not match.played and screen.camera == before and app.screen is screen and screen.dialog is None
    device = plugged(CONTROLLER)
    assert app.gamepads.is_there and "Pad" in screen.help_text()
    pushed(device, 14)  # to the right
    pushed(device, 0)
    hands.until_real(lambda: len(match.played) == 1, "the die of the controller")
    sdl.SDL_JoystickSetVirtualAxis(device, 2, FULL)  # the right stick turns the view
    hands.until_real(lambda: screen.camera.azimuth_deg != before.azimuth_deg, "the view that turns")
    for _ in range(2):
        sdl.SDL_JoystickDetachVirtual(0)
        hands.settle(0.3)
    assert not app.gamepads.is_there and not screen.actions.held and app.screen is screen
    hands.until(lambda: not screen.view.is_gliding, seconds=0.1)
    there = screen.camera
    hands.settle(0.5)
    assert screen.camera == there  # nothing turns on
    hands.key("Tab", "Return")
    hands.until_real(lambda: len(match.played) == 2, "the die of the keyboard")


def test_fingers_play_in_a_real_window(real_app) -> None:
    """The X server has no touch screen: what SDL tells of fingers is posted."""
    hands = real_app(agreed("rasanto"))
    player, screen = Toucher(hands.app), hands.app.screen
    match, turn = screen.control.runtime.match, screen.control.turn
    player.tap((screen.scene_rect.x + 5, screen.scene_rect.y + 5))  # what is touched becomes large
    hands.until_real(lambda: not screen.moves_by_itself and bool(turn.places), "rest")
    before = screen.camera
    x, y = screen.scene_rect.center
    player.down(0, (x - 50, y))
    player.down(1, (x + 50, y))
    player.move(1, (x + 150, y))
    player.up(1, (x + 150, y))
    player.up(0, (x - 50, y))
    assert screen.camera.distance < before.distance and not match.played
    hands.settle(0.6)
    seen, (x, y) = screen.pointer.places_seen(), screen.scene_rect.topleft
    at = {place: (round(seen[place][0]) + x, round(seen[place][1]) + y) for place in turn.chooser.choice.targets}
    seen_whole = [place for place in at if screen.scene_rect.collidepoint(at[place])]
    player.tap(next(at[place] for place in seen_whole if screen.pointer._place_at(at[place]) == place))
    hands.until_real(lambda: len(match.played) == 1, "the die that was touched")
    hands.screenshot("fingers")


def test_a_wheel_that_goes_sideways_does_nothing(real_app) -> None:
    hands = real_app(agreed("rasanto"))
    screen = hands.app.screen
    hands.until_real(lambda: not screen.moves_by_itself, "rest")
    before = screen.camera
    above = (screen.scene_rect.centerx, 20)
    for button in (6, 7, 8, 9):  # of X: to the left and right, back and forth
        hands.click(above, button)
    hands.settle(0.5)
    assert screen.camera == before and not screen.control.runtime.match.played and hands.app.screen is screen
    hands.click(above, 4)
    hands.until_real(lambda: screen.camera.distance < before.distance, "the view that comes nearer")


def test_the_click_that_brings_the_window_to_the_front_plays_nothing(real_app) -> None:
    hands = real_app(agreed("rasanto"))
    screen = hands.app.screen
    match = screen.control.runtime.match
    hands.until_real(lambda: not screen.moves_by_itself, "rest")
    x, y = next(at for place, at in screen.pointer.places_seen().items() if place in screen.control.turn.places)
    at = (round(x) + screen.scene_rect.x, round(y) + screen.scene_rect.y)
    hands.look_elsewhere()
    hands.click(at)
    hands.until_real(hands.has_keyboard, "the keyboard")
    assert not match.played
    hands.settle(0.6)
    hands.click(at)
    hands.until_real(lambda: len(match.played) == 1, "the die that was clicked")
    hands._other.kill()
    hands._other.wait()
