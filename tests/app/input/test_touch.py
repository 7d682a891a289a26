"""Fingers play: one points, and acts when it is lifted; two lean the plate, turn and zoom the view, scroll a list."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.input.touch import Fingers, Gesture, leaning  # noqa: E402
from tests.app.driver import Driver  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

SIZE = (1000, 800)
STEP_S = 0.1


class Toucher(Driver):
    """Someone with nothing but fingers, whom SDL takes the first for a mouse."""

    def _finger(self, kind: int, finger: int, at: tuple[int, int]) -> None:
        x, y = (a / b for a, b in zip(at, self.app.window.size, strict=True))
        self.post(kind, touch_id=1, finger_id=finger, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0)

    def _mouse(self, kind: int, at: tuple[int, int], **values: object) -> None:
        pygame.mouse.set_pos(at)
        pygame.event.clear(pygame.MOUSEMOTION)  # of a mouse that is none
        self.post(kind, pos=at, touch=True, **values)

    def down(self, finger: int, at: tuple[int, int]) -> None:
        if finger == 0:
            self.look(None, at)
            self._mouse(pygame.MOUSEMOTION, at, rel=(1, 1), buttons=(0, 0, 0))
            self._mouse(pygame.MOUSEBUTTONDOWN, at, button=1)
        self._finger(pygame.FINGERDOWN, finger, at)
        self.frames()

    def move(self, finger: int, at: tuple[int, int]) -> None:
        if finger == 0:
            self._mouse(pygame.MOUSEMOTION, at, rel=(1, 1), buttons=(1, 0, 0))
        self._finger(pygame.FINGERMOTION, finger, at)
        self.frames()

    def up(self, finger: int, at: tuple[int, int]) -> None:
        if finger == 0:
            self._mouse(pygame.MOUSEBUTTONUP, at, button=1)
        self._finger(pygame.FINGERUP, finger, at)
        self.frames(2)

    def tap(self, at: tuple[int, int]) -> None:
        self.down(0, at)
        self.up(0, at)


def finger(kind: int, number: int, x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=number, x=x / SIZE[0], y=y / SIZE[1])


def test_two_fingers_are_a_gesture_until_one_is_lifted() -> None:
    fingers = Fingers()
    assert fingers.take(finger(pygame.FINGERDOWN, 7, 400, 400), SIZE) is None and not fingers.are_two
    begins = fingers.take(finger(pygame.FINGERDOWN, 9, 600, 400), SIZE)
    assert begins == Gesture((500, 400), (0, 0), (0, 0), 0.0, 1.0, begins=True) and fingers.are_two
    moved = fingers.take(finger(pygame.FINGERMOTION, 9, 400, 800), SIZE)
    assert moved is not None and moved.middle == pytest.approx((400, 600)) and moved.way == pytest.approx((-100, 200))
    assert moved.turned_deg == pytest.approx(90) and moved.spread == pytest.approx(2) and moved.notches(40) == 5
    ends = fingers.take(finger(pygame.FINGERUP, 7, 400, 400), SIZE)
    assert ends is not None and ends.ends and fingers.are_two  # the other one is no mouse yet
    assert fingers.take(finger(pygame.FINGERUP, 9, 400, 800), SIZE) is None and not fingers.are_two


def test_fingers_lean_at_most_all_the_way() -> None:
    assert leaning((50, 0), 200) == (0.25, 0.0)
    assert leaning((0, -800), 200) == (0.0, 1.0)


def test_a_finger_chooses_when_it_is_lifted_and_a_second_one_draws_back(open_app: Callable) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=4))
    player, screen = Toucher(app), app.screen
    match, turn = screen.control.runtime.match, screen.control.turn
    player.tap((screen.scene_rect.x + 5, screen.scene_rect.y + 5))  # the panel becomes large at the first touch
    places = screen.pointer.places_seen()
    x, y = next(places[place] for place in turn.places if place in places)
    at = (round(x) + screen.scene_rect.x, round(y) + screen.scene_rect.y)
    before = match.played
    player.down(0, at)
    assert turn.chooser.focused is not None and match.played == before
    player.down(1, (at[0] + 80, at[1]))
    player.up(1, (at[0] + 80, at[1]))
    player.up(0, at)
    assert match.played == before
    player.tap(at)
    player.frames(3)
    assert match.played != before


def test_two_fingers_turn_and_zoom_the_view(open_app: Callable) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=4))
    player, screen = Toucher(app), app.screen
    x, y = screen.scene_rect.center
    player.tap((screen.scene_rect.x + 5, screen.scene_rect.y + 5))
    before = screen.camera
    player.down(0, (x - 50, y))
    player.down(1, (x + 50, y))
    player.move(1, (x + 150, y))
    assert screen.camera.distance < before.distance and screen.camera.azimuth_deg != before.azimuth_deg


def test_two_fingers_lean_the_plate_and_lifted_they_leave_it_level(open_app: Callable) -> None:
    needs_engine()
    game = find_game("faraday")
    app = open_app("undrawn", Setup(game, 1, game.options_from({}), ("human",), seed=4))
    player, screen = Toucher(app), app.screen
    x, y = screen.scene_rect.center

    def leans() -> tuple[float, float]:
        player.frames(6, STEP_S)
        return screen.control.runtime.attempts.running.toolset.find("tilt").lean_deg

    player.tap((x, y))
    x, y = screen.scene_rect.center
    assert screen.control.runtime.phase is Phase.HANDS and leans() == (0.0, 0.0)
    player.down(0, (x - 60, y))
    player.move(0, (x + 120, y))  # a stroke, which a second finger draws back
    player.down(1, (x + 200, y))
    assert max(map(abs, leans())) < 1.0
    player.move(0, (x + 120, y - 150))
    player.move(1, (x + 200, y - 150))
    assert leans()[0] < -5  # the back goes down
    player.up(0, (x + 120, y - 150))
    assert max(map(abs, leans())) < 1.0
    player.up(1, (x + 200, y - 150))
    assert max(map(abs, leans())) < 1.0


def test_two_fingers_scroll_a_list_and_the_first_touch_makes_targets_large(open_app: Callable) -> None:
    app = open_app("undrawn")
    player, usual = Toucher(app), app.scale
    app.go_to(destinations.Preferences())
    player.frames(2)
    player.tap((5, 5))
    assert app.scale == pytest.approx(1.5 * usual)
    app.prefer(app.preferences.changed(text_size=1.2))
    assert app.scale == pytest.approx(1.2 * usual)


@pytest.mark.parametrize("slug", ["malicious-pleasure", "flickers"])
def test_a_finger_that_is_drawn_back_and_lifted_launches_once(open_app: Callable, slug: str) -> None:
    needs_engine()
    game = find_game(slug)
    app = open_app(
        "undrawn",
        Setup(
            game,
            players := max(1, game.seats(game.options_from({}))[0]),
            game.options_from({}),
            ("human",) * players,
            seed=4,
        ),
    )
    player, screen = Toucher(app), app.screen
    attempts = screen.control.runtime.attempts
    player.tap((screen.scene_rect.x + 5, screen.scene_rect.y + 5))
    player.until(lambda: screen.control.runtime.phase in (Phase.READY, Phase.HANDS))
    x, y = screen.scene_rect.center
    if screen.control.runtime.phase is Phase.READY:
        player.tap((x, y))
    running = attempts.running
    player.frames(6)
    player.down(0, (x, y))
    player.frames(4, STEP_S)
    player.move(0, (x, y + 120))
    player.frames(6, STEP_S)
    launched = [sample[-1] for sample in running.trace.samples]
    assert not any(launched)
    player.up(0, (x, y + 120))
    player.frames(6, STEP_S)
    launched = [sample[-1] for sample in running.trace.samples]
    assert launched.count(1.0) == 1


def test_a_touch_of_a_button_presses_it_once(open_app: Callable) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({"first_player": 1}), ("human", "human"), seed=4))
    player, screen = Toucher(app), app.screen
    match = screen.control.runtime.match
    player.tap((screen.scene_rect.x + 5, screen.scene_rect.y + 5))
    for _ in range(2):
        player.key(pygame.K_TAB)
        player.key(pygame.K_RETURN)
        player.frames(20)
    assert len(match.played) == 2
    undo = next(e for e in app.ui.get_sprite_group().sprites() if (getattr(e, "text", None) or "").startswith("Undo"))
    player.tap(undo.rect.center)
    player.frames(5)
    assert len(match.played) == 1
