"""Devices that come and go while somebody plays: a sound card, fingers that nobody sees lifted, joysticks."""

from __future__ import annotations

import pytest

from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.app.settings.sound import Sounds
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402

RASANTO = find_game("rasanto")


def test_a_sound_card_that_goes_leaves_silence_and_one_that_comes_is_used(open_app) -> None:
    app = open_app("undrawn")
    driver, sounds = Driver(app), app.sounds
    driver.frames(2)
    assert sounds.play("place")
    pygame.mixer.quit()  # as when the card is pulled out
    assert not sounds.play("place") and sounds.why_silent
    driver.post(pygame.AUDIODEVICEADDED, which=0, iscapture=True)  # a microphone
    driver.frames()
    assert not sounds.play("place")
    driver.post(pygame.AUDIODEVICEADDED, which=0, iscapture=False)
    driver.frames()
    assert sounds.play("place") and not sounds.why_silent


def test_where_the_last_card_goes_the_window_goes_on(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app("undrawn")
    driver, sounds = Driver(app), app.sounds

    def no_card(*_: object) -> None:
        raise pygame.error("no card")

    monkeypatch.setattr(pygame.mixer, "init", no_card)
    driver.post(pygame.AUDIODEVICEREMOVED, which=2, iscapture=False)
    driver.frames()
    assert isinstance(sounds, Sounds) and not sounds.play("place") and sounds.why_silent == "no card"


def test_fingers_are_forgotten_with_the_keyboard(open_app) -> None:
    app = open_app("undrawn", Setup(RASANTO, 2, RASANTO.options_from({}), ("human", "human"), seed=4))
    driver = Driver(app)
    values = {"touch_id": 1, "y": 0.5, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    driver.post(pygame.FINGERDOWN, finger_id=3, x=0.3, **values)  # and lifted where nobody sees it
    driver.post(pygame.WINDOWFOCUSLOST)
    driver.frames()
    driver.post(pygame.FINGERDOWN, finger_id=4, x=0.4, **values)
    driver.frames()
    assert not app.fingers.are_two


def test_joysticks_come_and_go_on_every_screen(open_app) -> None:
    app = open_app("undrawn", Setup(RASANTO, 2, RASANTO.options_from({}), ("human", "human"), seed=4))
    driver = Driver(app)
    places = (destinations.Home(), destinations.Preferences(), destinations.Viewer(), destinations.Workbench())
    for place in (None, *places, destinations.GameSheet(RASANTO)):
        if place is not None:
            app.go_to(place)
            driver.frames(2)
        screen = app.screen
        driver.post(pygame.JOYDEVICEADDED, device_index=7, guid="")
        driver.post(pygame.CONTROLLERDEVICEADDED, device_index=7, guid="")  # gone again before it could be opened
        driver.post(pygame.JOYAXISMOTION, instance_id=7, axis=0, value=0.9)
        driver.post(pygame.JOYHATMOTION, instance_id=7, hat=0, value=(1, 0))
        driver.post(pygame.JOYBUTTONDOWN, instance_id=7, button=0)
        driver.post(pygame.JOYBUTTONUP, instance_id=7, button=0)
        driver.post(pygame.CONTROLLERDEVICEREMAPPED, instance_id=7)
        driver.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)
        driver.post(pygame.JOYDEVICEREMOVED, instance_id=7)
        driver.frames(2)
        assert app.screen is screen and app.is_open and not app.gamepads.is_there
