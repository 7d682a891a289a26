"""Every physical scene in a window that nobody sees: each tool by the pointer alone and by keys alone moves dice."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import product
from math import dist
from string import Formatter

import pytest

from skill.app.input.actions import Act
from skill.app.input.tools import binding_of
from skill.app.input.viewport import InView, Viewport
from skill.app.play.attempts.runner import Purpose
from skill.app.play.hands import AttemptControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.errors import EngineError
from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.scene import TOOLS, load_scene, scene_names
from skill.physics.tools import toolset_name
from skill.rules.catalogue import find_game
from skill.rules.games.captain_flint import STRUTS
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from skill.physics.attempt import AttemptRun  # noqa: E402  (needs an engine)
from tests.app.driver import Driver  # noqa: E402

pytestmark = of_any_engine

HEAP = parse_position("K332 G242 K233 G323 R232")
APEX = [cell for cell, _ in HEAP].index(parse_cell("232"))
STOCK = [Die(colour) for colour in "RGBRGB"]
FARADAY = find_game("faraday")
OTHERS = ("", "_stock", "_heap", "_lying")  # of a hand that has dice in stock, a plate of many dice, one on its side
DIALS = {"tilt", "flick"}  # tools with a dial: where the plate leans, and where a die is hit
STEP_S = 0.1  # of simulated time that the screen takes in one


def scenes() -> dict[str, list[str]]:
    """The scenes that there are, by their tools."""
    by_tools: dict[str, list[str]] = {}
    for name in scene_names():
        with suppress(EngineError):  # a scene without tools
            by_tools.setdefault(toolset_name(load_scene(name)), []).append(name)
    return by_tools


SCENES = scenes()


class Player:
    """Someone who makes one attempt in a scene."""

    def __init__(self, app, scene: str) -> None:
        self.driver, self.screen = Driver(app), app.screen
        self.attempt: AttemptControl = self.screen.control.attempt
        world = load_scene(scene)
        if world.plate.bed:  # what lies on the table is lifted with the plate
            self.running = AttemptRun(world, EMPTY, loose=STRUTS, seed=1)
        else:
            self.running = AttemptRun(world, HEAP, hand=STOCK, seed=1)
        runtime = self.screen.control.runtime
        runtime.attempts.physics = runtime.attempts.physics._replace(begin=lambda match: self.running)

    def wait(self, seconds: float) -> None:
        """Lets time pass, and looks at the end."""
        for _ in range(round(seconds / STEP_S)):
            self.screen.update(STEP_S)
        self.driver.frames(1, 0.0)

    def seen(self, point) -> InView:
        return Viewport(self.screen.camera, self.screen.scene_rect.size, self.running).seen(point)

    def places(self) -> dict[int, tuple[float, float, float]]:
        return {n: self.running.world.body(n).position for n in self.running.world.numbers}


class ByPointer(Player):
    def begin(self) -> None:
        self.driver.click(self.screen.scene_rect.center)

    def point(self, at: InView) -> None:
        (x, y), reach = self.screen.scene_rect.center, min(self.screen.scene_rect.size) / 2
        self._at = (round(x + reach * at[0]), round(y - reach * at[1]))
        self.driver.point(self._at)

    def press(self) -> None:
        self.driver.post(pygame.MOUSEBUTTONDOWN, pos=self._at, button=1, touch=False)
        self.driver.frames()

    def release(self) -> None:
        self.driver.post(pygame.MOUSEBUTTONUP, pos=self._at, button=1, touch=False)
        self.driver.frames()

    def wheel(self, notches: int) -> None:
        self.driver.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        self.driver.frames()

    def lean(self) -> None:
        self.point((0.9, 0.4))

    def shake(self) -> None:
        if self.running.scene.plate.bed:  # a plate that is raised from its side is not jolted
            self.lean()
            self.press()
            self.wait(2.0)
            return self.release()
        self.point((0.0, -0.4))
        self.press()
        self.point((0.3, -0.4))
        self.wait(0.6)
        self.release()
        self.wait(1.2)

    def press_top(self, *, hard: bool) -> None:
        self.wheel(40 if hard else -40)


class ByKeys(Player):
    def begin(self) -> None:
        self.driver.point((self.screen.panel_rect.right - 2, self.screen.panel_rect.bottom - 2))
        self.driver.key(pygame.K_RETURN)

    def point(self, at: InView) -> None:
        for axis, (less, more) in enumerate(((pygame.K_LEFT, pygame.K_RIGHT), (pygame.K_DOWN, pygame.K_UP))):
            way = at[axis] - (self.attempt.input.pointer or (0.0, 0.0))[axis]
            key = more if way > 0 else less
            self.driver.key_down(key)
            for _ in range(200):
                if (at[axis] - (self.attempt.input.pointer or (0.0, 0.0))[axis]) * way <= 0:
                    break
                self.screen.update(1 / 60)
            self.driver.key_up(key)

    def press(self) -> None:
        self.driver.key_down(pygame.K_SPACE)

    def release(self) -> None:
        self.driver.key_up(pygame.K_SPACE)

    def wheel(self, notches: int) -> None:
        key = pygame.K_w if notches > 0 else pygame.K_s
        self.driver.key_down(key)
        self.wait(abs(notches) / 8)
        self.driver.key_up(key)

    def shake(self) -> None:
        self.lean()
        self.press()
        self.wait(2.0)
        self.release()

    def lean(self) -> None:
        self.driver.key_down(pygame.K_RIGHT)
        self.driver.key_down(pygame.K_UP)

    def press_top(self, *, hard: bool) -> None:
        key = pygame.K_d if hard else pygame.K_a
        self.driver.key_down(key)
        self.wait(3.0)
        self.driver.key_up(key)


def shake(player: Player) -> None:
    """Shakes the plate by a key, or jolts it by a stroke of the pointer."""
    player.shake()


def press_and_let_go(player: Player) -> None:
    """Presses the top die with all force, leans the plate as far as it goes, and takes the finger off."""
    player.press_top(hard=True)
    player.wait(0.6)
    assert player.running.toolset.find("press").force_weights > 100
    player.lean()
    player.wait(1.5)
    player.press_top(hard=False)
    player.wait(0.5)
    assert player.running.toolset.find("press").die is None


def puff(player: Player) -> None:
    """Blows at the top die and beside its middle: by a stroke of the pointer, or for as long as a key is held."""
    x, y = player.seen(player.places()[APEX])
    for aside in (0.0, 0.4, -0.4):  # a breath wanders, and one is not always enough
        player.point((x + aside, y))
        player.wait(0.2)
        player.press()
        player.point((x + aside + 0.4, y))
        player.wait(1.3)
        player.release()
        player.wait(2.5)


def aim_and_hold(player: Player) -> None:
    """Pours or tilts a ladle over the heap."""
    player.point(player.seen(player.places()[APEX]))
    player.wait(1.0)
    player.press()
    player.wait(1.3)
    player.release()


def carry(player: Player) -> None:
    """Takes the die at the top, or one of the stock above it, and lays it down beside the heap."""
    player.point(player.seen(player.places()[APEX]))
    player.wait(0.4)
    player.press()
    player.wait(0.8)
    player.wheel(6)
    x, y = player.attempt.input.pointer
    player.point((x + 0.4, y))
    player.wait(0.4)
    player.release()
    player.wait(0.3)


def pull(player: Player) -> None:
    """Pulls the die at the top out by the face that looks at the player."""
    if player.running.toolset.name != "tape":
        player.driver.key(pygame.K_TAB)
    top = player.places()[APEX]
    player.point(player.seen((top[0] + 0.3, top[1] - 0.3, top[2] + 0.3)))
    player.wait(1.0)
    player.press()
    player.wait(0.5)
    player.wheel(10)
    player.wait(1.2)
    player.release()


def launch(player: Player) -> None:
    """Draws back from the die at the top and lets go."""
    x, y = player.seen(player.places()[APEX])
    player.point((x, y))
    player.wait(0.2)
    player.press()
    player.point((x, y - 0.5))
    player.release()
    player.wait(0.3)


GESTURES = {
    "tilt": (shake,),
    "tilt+press": (shake, press_and_let_go),
    "breath": (puff,),
    "hand": (carry,),
    "hand+tape": (carry, pull),
    "throw": (launch,),
    "flick": (launch,),
    "knock": (launch,),
    "pour": (aim_and_hold,),
    "ladle": (aim_and_hold,),
}
"""What is done with each set of tools, each to a world of its own."""


@pytest.mark.parametrize("player", [ByPointer, ByKeys])
@pytest.mark.parametrize("tools", SCENES)
def test_every_tool_moves_dice_in_every_scene_by_pointer_and_by_keys_in_one(
    open_app, tools: str, player: type[Player]
) -> None:
    app = open_app("undrawn", size=(900, 600))
    places = SCENES[tools] if player is ByPointer else SCENES[tools][:1]  # keys do the same in each
    for scene, gesture in product(places, GESTURES[tools]):
        app.go_to(destinations.Match(Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3)))
        hand = player(app, scene)
        hand.begin()
        hand.wait(0.6)
        assert hand.screen.control.runtime.phase is Phase.HANDS, f"{scene}: {hand.screen.control.message}"
        assert hand.screen.scene().side == load_scene(scene).plate.side
        before, drawn = hand.places(), app.frames_drawn
        gesture(hand)
        if not DIALS & {*tools.split("+")}:
            assert hand.attempt.gauge(0.0).dial is None, f"{scene}: a dial of a tool that neither leans nor turns"
        after = hand.places()
        moved = [dist(before[n], after[n]) for n in before if n in after]
        assert max(moved, default=0) > 0.2 or before.keys() != after.keys(), f"{scene}, {gesture.__name__}"
        assert app.frames_drawn > drawn


def test_a_stroke_of_the_mouse_between_two_pictures_is_not_lost(open_app) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = ByPointer(app, "dishing-up")
    player.begin()
    player.wait(0.2)
    x, y = player.screen.scene_rect.center
    player.driver.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False)
    player.driver.post(pygame.MOUSEBUTTONUP, pos=(x + 30, y + 150), button=1, touch=False)
    player.driver.frames(1)
    player.wait(0.3)
    assert [sample[-1] for sample in player.running.trace.samples].count(1.0) == 1
    assert player.running.toolset.find("throw").held == (len(HEAP) + 1,)  # the next die


def test_keys_aim_from_the_middle_of_the_plate_and_then_from_where_they_aimed_last(open_app) -> None:
    game = find_game("dishing-up")
    app = open_app("undrawn", Setup(game, 3, game.options_from({}), ("human",) * 3, seed=3), size=(900, 600))
    control, driver = app.screen.control, Driver(app)
    driver.until(lambda: control.runtime.phase is Phase.READY)
    driver.point((app.screen.scene_rect.right - 40, app.screen.scene_rect.bottom - 40))  # it lies beside the plate
    last = (0.0, 0.0)
    for _ in range(2):
        driver.key(pygame.K_t)
        driver.key_down(pygame.K_RIGHT)
        aim = control.attempt._bindings.used.aim
        assert dist(aim[:2], last) < 2.0, "where it begins"
        gauge = control.attempt.gauge(0.0)
        assert [bar.text for bar in gauge.bars[1:]] == ["counting"] * 2
        for _ in range(40):
            app.screen.update(1 / 60)
        driver.key_up(pygame.K_RIGHT)
        last = control.attempt._bindings.used.aim[:2]
        assert dist(last, aim[:2]) > 1.0, "where it has been led"
        control.runtime.attempts.drop()
        app.screen._follow()


@pytest.mark.parametrize(("scene", "draws"), [("flickers", True), ("emag", True), ("trulla", False)])
def test_the_press_that_begins_is_the_first_use_of_a_tool_that_is_drawn_or_grips(
    open_app, scene: str, draws: bool
) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = ByPointer(app, scene)
    player.point((0.0, 0.0))
    player.press()
    assert player.screen.control.runtime.phase is Phase.HANDS
    assert player.attempt.input.is_pressed is draws
    player.point((0.0, -0.5))
    player.wait(1.0)
    player.release()
    player.wait(0.3)
    tool = player.running.toolset.tools[0]
    if scene == "flickers":
        assert [sample[-1] for sample in player.running.trace.samples].count(1.0) == 1
    elif scene == "emag":
        assert tool.held is not None
    else:
        assert len(tool.held) == len(STOCK)


def test_help_lets_go_of_the_mouse_and_stops_the_clock(open_app) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = ByPointer(app, "dishing-up")
    player.begin()
    player.point((0.0, 0.0))
    player.press()
    driver, screen = player.driver, player.screen
    assert screen.control.attempt.input.is_pressed
    driver.key_down(pygame.K_F1)
    assert screen.dialog is not None
    assert not screen.control.attempt.input.is_pressed
    begun = player.running.time_s
    driver.frames(5)
    assert player.running.time_s == begun
    player.release()  # over the help
    driver.key(pygame.K_ESCAPE)
    driver.frames(5)
    assert screen.dialog is None
    assert not screen.control.attempt.input.is_pressed
    assert player.running.time_s > begun


def test_another_window_lets_go_of_the_mouse_and_pauses_the_attempt(open_app) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(900, 600))
    player = ByPointer(app, "dishing-up")
    player.begin()
    player.point((0.0, 0.0))
    player.press()
    player.driver.post(pygame.WINDOWFOCUSLOST)
    player.driver.frames()
    assert not player.screen.control.attempt.input.is_pressed
    assert player.screen.control.runtime.paused
    player.driver.key(pygame.K_p)
    assert not player.screen.control.runtime.paused


def test_hints_name_the_keys_that_are_bound() -> None:
    names = {act.value: act.value for act in Act}
    for binding in map(binding_of, TOOLS):
        texts = [f"{name}{other}" for name in ("ready", "hint") for other in OTHERS if hasattr(binding, name + other)]
        for text in (getattr(binding, f"{name}{by}") for name in texts for by in ("", "_by_keys")):
            assert "{" not in text.format(**names)
            named = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert named <= {act.value for act in binding.keys.values()}, binding.tool
        for text in (getattr(binding, f"{name}_by_keys") for name in texts):
            assert not re.search("mouse|pointer|click|wheel", text, re.IGNORECASE), text


@pytest.mark.parametrize("slug", ["faraday", "flickers", "captain-flint"])
def test_who_plays_with_keys_is_told_of_keys_and_who_points_of_the_mouse(open_app, slug: str) -> None:
    game = find_game(slug)
    players = game.players[0]
    setup = Setup(game, players, game.options_from({}), ("human",) * players, seed=3)
    app = open_app("undrawn", setup, size=(1280, 800))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    assert re.search("[Cc]lick|mouse", screen.panel.shown.message)
    driver.key(pygame.K_TAB)
    driver.frames(2)
    assert "Press Return" in screen.panel.shown.message and "mouse" not in screen.panel.shown.message
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert screen.control.runtime.phase is Phase.HANDS
    assert "Left Right" in screen.panel.shown.message and "pointer" not in screen.panel.shown.message
    driver.click((200, 500))
    driver.frames(2)
    assert re.search("pointer|Wheel|Press at a die", screen.panel.shown.message)


def test_practice_replay_and_slow_motion_by_keys_and_buttons(open_app) -> None:
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3), size=(1000, 800))
    driver, screen = Driver(app), app.screen
    runtime = screen.control.runtime
    driver.frames(2)
    assert "T practises" in screen.panel.shown.message
    assert "last attempt" not in screen.panel.shown.message  # there is none yet
    driver.key(pygame.K_t)
    assert runtime.attempts.purpose is Purpose.PRACTICE
    tremor = runtime.attempts.running.trace.seed
    driver.frames(10)
    driver.key(pygame.K_g)
    driver.until(lambda: runtime.phase is Phase.READY)  # once the plate is level and all is still
    assert not runtime.match.played
    assert "Practice: Given up." in screen.panel.shown.message
    driver.until_card()
    driver.press("Practise again")
    assert runtime.attempts.running.trace.seed != tremor
    driver.press("Slow")
    begun = runtime.attempts.running.time_s
    driver.frames(8)
    assert 0 < runtime.attempts.running.time_s - begun < 0.1
    driver.press("Slow")
    driver.press("Give up")
    driver.until(lambda: runtime.attempts.running is None)
    length = len(runtime.attempts.last_trace(runtime.match).samples)
    for _ in range(2):  # the card comes back after the replay
        driver.until_card()
        driver.press("Replay")
        assert runtime.attempts.purpose is Purpose.REPLAY
        replayed = runtime.attempts.running
        driver.until(lambda: runtime.attempts.running is None)
        assert len(replayed.trace.samples) == length
    driver.until_card()
    driver.press("Enough practice")
    assert not screen.dialog
    assert runtime.phase is Phase.READY
    assert not runtime.match.played
    driver.frames(2)
    assert "V shows the last attempt again" in screen.panel.shown.message


def test_a_tool_that_is_not_known_on_screen_rests_and_says_so(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.input.tools.find_spec", lambda name: None)
    app = open_app("undrawn", Setup(FARADAY, 1, FARADAY.options_from({}), ("human",), seed=3))
    driver, screen = Driver(app), app.screen
    driver.key(pygame.K_RETURN)
    driver.frames(5)
    assert set(screen.control.runtime.attempts.running.trace.samples) == {
        screen.control.runtime.attempts.running.toolset.rest
    }
    assert "tool tilt" in screen.control.attempt.hint()
