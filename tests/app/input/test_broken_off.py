"""Letting go is not doing: a stroke that is broken off throws nothing, knocks nothing, puts nothing down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from skill.app.input.actions import Act
from skill.app.input.tools.tool_input import ToolInput
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.rules.catalogue import find_game
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from tests.app.input.test_aims import Hands  # noqa: E402
from tests.app.input.test_tools import HEAP, ByKeys, ByPointer, Player  # noqa: E402

pytestmark = of_any_engine

FARADAY = find_game("faraday")
APEX = parse_position("K332 G242 K233 G323 R232")


def focus_lost(player: Player) -> None:
    player.driver.post(pygame.WINDOWFOCUSLOST)
    player.driver.frames()
    player.driver.key(pygame.K_p)


def help_opened(player: Player) -> None:
    player.driver.key(pygame.K_F1)
    player.driver.key(pygame.K_ESCAPE)


def second_button(player: Player) -> None:
    player.driver.post(pygame.MOUSEBUTTONDOWN, pos=player.screen.scene_rect.center, button=3, touch=False)
    player.driver.post(pygame.MOUSEBUTTONUP, pos=player.screen.scene_rect.center, button=3, touch=False)
    player.driver.frames()


def second_finger(player: Player) -> None:
    for number, x in enumerate((0.3, 0.4)):
        player.driver.post(pygame.FINGERDOWN, touch_id=1, finger_id=number, x=x, y=0.5, dx=0.0, dy=0.0, pressure=1.0)
    player.driver.frames()


def question_asked(player: Player) -> None:
    player.driver.key(pygame.K_ESCAPE)
    player.driver.press("Go on with it")


def paused(player: Player) -> None:
    player.driver.key(pygame.K_p)
    player.release()
    player.driver.key(pygame.K_p)


def controller_gone(player: Player) -> None:
    player.driver.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)
    player.driver.frames()


def resized(player: Player) -> None:
    player.driver.post(pygame.VIDEORESIZE, w=1000, h=500, size=(1000, 500))
    player.driver.frames()


BY_POINTER = [focus_lost, help_opened, second_button, second_finger, question_asked, paused, controller_gone, resized]
BY_KEYS = [focus_lost, help_opened, question_asked, paused, controller_gone, resized]


@pytest.mark.parametrize(
    ("kind", "breaks_off"), [*((ByPointer, way) for way in BY_POINTER), *((ByKeys, way) for way in BY_KEYS)]
)
def test_a_throw_that_is_broken_off_is_none(open_app, kind: type[Player], breaks_off: Callable) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = kind(app, "dishing-up")
    player.begin()
    player.point((0.0, 0.0))
    player.press()
    player.point((0.0, -0.5))
    player.wait(0.3)
    hand = player.running.toolset.find("throw")
    breaks_off(player)
    player.release()
    player.wait(0.5)
    assert player.screen.dialog is None and not player.screen.control.runtime.paused
    assert [sample[-1] for sample in player.running.trace.samples].count(1.0) == 0
    assert hand.held == (len(HEAP),)  # the first die
    player.point((0.0, 0.0))
    player.press()  # and a throw that is meant is one
    player.point((0.0, -0.5))
    player.wait(0.3)
    player.release()
    player.wait(0.3)
    assert [sample[-1] for sample in player.running.trace.samples].count(1.0) == 1


def broken_off(hands: Hands) -> None:
    given = ToolInput(hands.viewport, None, False, 0.0, (), hands.running.sample_s, broken_off=True)
    hands.running.tick(hands.bindings.sample(given, hands.running))


@pytest.mark.parametrize("scene", ["dishing-up", "flickers", "captain-flint"])
def test_what_is_drawn_back_launches_nothing(scene: str) -> None:
    hands = Hands(scene, APEX if scene == "captain-flint" else EMPTY)
    hands.at = (0.0, 0.0)
    hands.drag((0.0, -0.5))
    broken_off(hands)
    hands.wait(20)
    assert not any(sample[-1] for sample in hands.running.trace.samples)


def test_no_jolt_comes_of_a_stroke_or_a_key_that_is_broken_off() -> None:
    for is_stroke in (True, False):
        hands = Hands("faraday", APEX)
        hands.at = hands.viewport.seen(hands.running.world.body(4).position)
        if is_stroke:
            hands.drag((0.3, 0.0))
        else:
            hands.at = None
            hands.wait(5, held=[Act.SHAKE, Act.TILT_RIGHT])
        broken_off(hands)
        hands.at = None
        hands.wait(30)
        assert all(sample[3:6] == (0.0, 0.0, 0.0) for sample in hands.running.trace.samples)


def test_no_puff_comes_of_a_stroke_that_is_broken_off() -> None:
    hands = Hands("dune", APEX)
    hands.at = hands.viewport.seen(hands.running.world.body(4).position)
    hands.wait(10)
    hands.drag((0.4, 0.0))
    broken_off(hands)
    hands.wait(30)
    assert all(sample[-1] == 0.0 for sample in hands.running.trace.samples)


def test_a_die_that_nobody_let_go_of_stays_in_the_fingers() -> None:
    hands = Hands("emag", EMPTY, stock=2)
    hand = hands.running.toolset.find("hand")
    hands.at = (0.0, 0.0)
    hands.wait(60, pressed=True)
    assert hand.held is not None
    broken_off(hands)
    hands.wait(120)
    assert hand.held is not None and not hands.running.world.numbers[1:]
    hands.at = (0.1, 0.0)
    hands.wait(60, pressed=True)
    hands.wait(120)  # and is put down by whoever lets go
    assert hand.held is None


def test_a_view_is_let_go_of_wherever_the_button_goes_up(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Match(Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3)))
    player = ByPointer(app, "faraday")
    screen, driver = player.screen, player.driver
    for opens in (True, False):
        driver.post(pygame.MOUSEBUTTONDOWN, pos=screen.scene_rect.center, button=2, touch=False)
        driver.frames()
        assert screen.view.is_dragged
        if opens:  # over a dialog
            driver.key(pygame.K_F1)
            screen.view.begin_drag()
            at = screen.dialog.rect.center
        else:  # over a button of the panel
            at = screen.panel.restart.rect.center if hasattr(screen.panel, "restart") else screen.panel_rect.center
        driver.post(pygame.MOUSEBUTTONUP, pos=at, button=2, touch=False)
        driver.frames()
        assert not screen.view.is_dragged
        if opens:
            driver.key(pygame.K_ESCAPE)


def test_a_button_that_went_up_unseen_holds_nothing_when_the_pointer_comes_back(open_app) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = ByPointer(app, "dishing-up")
    player.begin()
    player.point((0.0, 0.0))
    player.press()
    player.point((0.0, -0.5))
    player.wait(0.3)
    player.driver.post(pygame.WINDOWENTER)
    player.driver.frames()
    player.wait(0.3)
    assert not player.attempt.input.is_pressed
    assert not any(sample[-1] for sample in player.running.trace.samples)
