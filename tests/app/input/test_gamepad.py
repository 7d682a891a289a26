"""A game controller plays: its buttons are keys, its left stick tilts and points."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skill.app.input import actions
from skill.app.input.actions import Act, use_keys
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.input.gamepad import AXES, BUTTONS, FULL, REPEAT, Change, Gamepads  # noqa: E402
from skill.app.screens.home.screen import HomeScreen  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

BUTTON_OF = {name: button for button, name in BUTTONS.items()}
STEP_S = 0.1


class GamepadDriver(Driver):
    """Someone with nothing but a controller."""

    def down(self, name: str) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=BUTTON_OF[name], instance_id=0)
        self.frames()

    def up(self, name: str) -> None:
        self.post(pygame.CONTROLLERBUTTONUP, button=BUTTON_OF[name], instance_id=0)
        self.frames()

    def push(self, name: str) -> None:
        self.down(name)
        self.up(name)

    def stick(self, right: float, away: float) -> None:
        for axis, value in ((pygame.CONTROLLER_AXIS_LEFTX, right), (pygame.CONTROLLER_AXIS_LEFTY, -away)):
            self.post(pygame.CONTROLLERAXISMOTION, axis=axis, value=round(value * FULL), instance_id=0)
        self.frames()


def event(kind: int, **values: object) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=0, **values)


def leaning(x: float, y: float) -> list[pygame.event.Event]:
    ways = ((pygame.CONTROLLER_AXIS_LEFTX, x), (pygame.CONTROLLER_AXIS_LEFTY, y))
    return [event(pygame.CONTROLLERAXISMOTION, axis=axis, value=round(FULL * value)) for axis, value in ways]


@pytest.fixture
def gamepads() -> Gamepads:
    pygame.display.init()
    return Gamepads()


def test_a_stick_is_keys_and_a_direction(gamepads: Gamepads) -> None:
    across, back = leaning(1.0, 0.0)
    assert gamepads.take(across) == [Change("pad left stick right", True)] and gamepads.take(back) == []
    assert gamepads.stick == (1.0, 0.0)
    (nearly, away) = leaning(0.5, -1.0)
    assert gamepads.take(nearly) == [] and gamepads.take(away) == [Change("pad left stick up", True)]
    assert 0.4 < gamepads.stick[0] < 0.5 and 0.85 < gamepads.stick[1] < 0.95
    assert set(gamepads.release_all()) == {Change("pad left stick right", False), Change("pad left stick up", False)}
    gamepads.take(leaning(0.1, 0.0)[0])
    assert gamepads.stick == (0.0, 0.0)


def test_what_stays_down_comes_again(gamepads: Gamepads) -> None:
    assert gamepads.take(event(REPEAT)) == []
    assert gamepads.take(event(pygame.CONTROLLERBUTTONDOWN, button=BUTTON_OF["pad down"])) == [Change("pad down", True)]
    assert gamepads.take(event(REPEAT)) == [Change("pad down", True, True)]
    assert gamepads.take(event(pygame.CONTROLLERDEVICEREMOVED)) == [Change("pad down", False)]
    assert gamepads.take(event(REPEAT)) == []


def test_a_controller_that_lies_there_with_its_stick_beside_the_middle_stops_no_other(gamepads: Gamepads) -> None:
    def moved(controller: int, axis: int, value: float) -> list[Change]:
        kind = pygame.CONTROLLERAXISMOTION
        return gamepads.take(pygame.event.Event(kind, axis=axis, value=round(FULL * value), instance_id=controller))

    across = pygame.CONTROLLER_AXIS_LEFTX
    assert moved(0, across, 1.0) == [Change("pad left stick right", True)]
    assert moved(1, across, -0.04) == moved(1, across, 0.02) == [] and gamepads.stick == (1.0, 0.0)
    assert moved(1, across, 0.9) == []  # it is down already
    assert moved(0, across, 0.0) == [] and gamepads.stick[0] > 0.8
    assert moved(1, across, 0.0) == [Change("pad left stick right", False)] and gamepads.stick == (0.0, 0.0)


def test_every_name_that_is_bound_is_a_button_or_a_way_of_a_stick() -> None:
    known = {*BUTTONS.values(), *(name for names in AXES.values() for name in names)}
    bound = {key for group in actions.GROUPS.values() for key in group if actions.is_of_gamepad(key)}
    assert bound <= known


def test_other_keys_leave_the_buttons_as_they_are() -> None:
    try:
        use_keys({"choosing": {"accept": ["k"]}})
        assert [k for k, act in actions.CHOOSING.items() if act is Act.ACCEPT] == ["pad a", "k"]
        use_keys({"choosing": {"accept": ["pad y"]}})
        assert [k for k, act in actions.CHOOSING.items() if act is Act.ACCEPT] == ["return", "enter", "space", "pad y"]
        assert Act.HINT in actions.CHOOSING.values()  # it has a key still
    finally:
        use_keys({})


def test_from_the_gallery_into_a_game_and_back(open_app: Callable) -> None:
    app = open_app("undrawn")
    player = GamepadDriver(app)
    player.frames(1)
    first = app.screen.game
    player.push("pad down")
    assert app.screen.game is not first
    player.push("pad a")
    assert not isinstance(app.screen, HomeScreen)
    player.push("pad b")
    assert isinstance(app.screen, HomeScreen)


def test_the_stick_tilts_and_a_button_shakes(open_app: Callable) -> None:
    needs_engine()
    game = find_game("faraday")
    app = open_app("undrawn", Setup(game, 1, game.options_from({}), ("human",), seed=4))
    player, screen = GamepadDriver(app), app.screen

    def leans() -> tuple[float, float]:
        player.frames(6, STEP_S)
        return screen.control.runtime.attempts.running.toolset.find("tilt").lean_deg

    player.point(screen.scene_rect.center)
    player.push("pad a")
    assert screen.control.runtime.phase is Phase.HANDS
    assert leans() == (0.0, 0.0)
    player.stick(0.0, 0.6)
    assert leans()[0] < -5  # the back goes down
    player.stick(0.0, 0.0)
    assert max(map(abs, leans())) < 1.0
    player.down("pad a")
    player.frames(3, STEP_S)
    assert Act.SHAKE in screen.actions.held
    player.post(pygame.WINDOWFOCUSLOST)
    player.frames()
    assert not screen.actions.held
    assert screen.control.runtime.paused
    player.push("pad start")
    player.push("pad back")
    player.push("pad back")  # gives up, which is chosen twice
    player.until(lambda: screen.control.runtime.phase is not Phase.HANDS)


def test_the_stick_points_and_a_button_blows(open_app: Callable) -> None:
    needs_engine()
    game = find_game("dune")
    app = open_app("undrawn", Setup(game, 1, game.options_from({}), ("human",), seed=4))
    player, screen = GamepadDriver(app), app.screen
    player.point(screen.scene_rect.center)
    player.push("pad a")
    player.stick(0.5, 0.5)
    player.frames(4, STEP_S)
    player.stick(0.0, 0.0)
    x, y = screen.control.attempt.input.pointer
    assert x > 0.05 and y > 0.05
    player.down("pad a")
    player.frames(6, STEP_S)
    assert screen.control.runtime.attempts.running.trace.samples[-1][5] > 0.5


def test_a_button_is_bound_anew(open_app: Callable) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Preferences())
    player = GamepadDriver(app)
    player.frames(2)
    try:
        for key in ("pad l3", "u"):
            app.screen.await_key(("everywhere", Act.HELP))
            player.key(pygame.K_u) if key == "u" else player.push(key)
        assert "Pad l3 is also for: Practise (Trying)" in app.screen.dialog.text
        player.push("pad b")
        assert [key for key, act in actions.EVERYWHERE.items() if act is Act.HELP] == ["u", "pad l3"]
        player.push("pad l3")
        assert app.screen.dialog
    finally:
        use_keys({})


def test_help_names_buttons_where_there_is_a_controller(open_app: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app("undrawn")
    assert "Pad" not in app.screen.help_text()
    monkeypatch.setattr(Gamepads, "is_there", True)
    assert "Pad b" in app.screen.help_text()
