"""From where a match is seen: where its things are, still while others act, and at the hands for an attempt."""

from __future__ import annotations

import pytest

from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.lattice.cells import AXES
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.engines import needs_engine  # noqa: E402

SIZE = (1280, 800)


def setup_of(slug: str, *seats: str) -> Setup:
    game = find_game(slug)
    return Setup(game, len(seats), game.options_from({}), seats, seed=3)


@pytest.mark.parametrize("slug", ["faraday", "emag", "dune"])
def test_a_game_of_hands_opens_where_the_hands_are_and_nothing_glides(open_app, slug: str) -> None:
    needs_engine()
    app = open_app("undrawn", setup_of(slug, "human"), SIZE)
    driver, screen = Driver(app), app.screen
    seen = []
    for _ in range(20):
        driver.frames()
        assert not screen.view.is_gliding
        if screen.control.runtime.phase is Phase.READY:
            seen.append(screen.camera)
    assert set(seen) == {screen.control.attempt.camera()}


def test_the_view_stays_while_a_bot_tries(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup_of("flickers", "human", "easy"), SIZE)
    driver, screen = Driver(app), app.screen
    control, runtime = screen.control, screen.control.runtime
    driver.until(lambda: runtime.phase is Phase.READY and not runtime.is_bot_turn)
    driver.frames(20)
    own = screen.camera
    driver.key(pygame.K_RETURN)
    driver.until(lambda: runtime.phase is Phase.HANDS)
    driver.key(pygame.K_g)
    driver.key(pygame.K_g)
    driver.until(lambda: runtime.is_bot_turn or control.card is not None, most=2000)
    control.close_card()
    screen.close_dialog()
    driver.until(lambda: runtime.is_bot_turn and runtime.phase is Phase.READY)
    driver.frames(8)
    assert screen.camera == own and not screen.view.is_gliding
    assert screen.home_camera() != own  # from the bot's own side


def test_an_attempt_is_seen_whole_from_the_side_that_was_chosen(open_app) -> None:
    needs_engine()
    app = open_app("undrawn", setup_of("faraday", "human"), SIZE)
    driver, screen = Driver(app), app.screen
    driver.until(lambda: screen.control.runtime.phase is Phase.READY)
    driver.frames(20)
    home = screen.camera
    screen.view.show(home.turned(50.0).zoomed(0.5))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: screen.control.runtime.phase is Phase.HANDS)
    driver.until(lambda: not screen.view.is_gliding)
    assert screen.camera == home.turned(50.0)


def test_a_die_that_is_chosen_is_shown_large(open_app) -> None:
    app = open_app("undrawn", setup_of("dice-march", "human", "human", "human"), SIZE)
    driver, control = Driver(app), app.screen.control
    turn = control.turn
    driver.until(lambda: bool(turn.chooser.places) and not control.board.is_moving)
    heap = control.runtime.viewpoint.pyramid()
    assert control.runtime.viewpoint.sides == AXES
    cell = next(cell for cell in turn.chooser.places if cell in heap and not turn.chooser.choice.at(cell).settled)
    assert not control.overlay().held
    turn.chooser.point(cell)
    (held,) = control.overlay().held
    assert (held.colour, held.faces) == (heap[cell].colour, heap[cell].faces)


def test_the_table_is_dragged_to_turn_the_view_and_a_click_there_is_refused(open_app) -> None:
    app = open_app("undrawn", setup_of("masquerade", "human", "human"), SIZE)
    driver, screen = Driver(app), app.screen
    control = screen.control
    driver.until(lambda: bool(control.turn.places) and not control.board.is_moving and not control.is_settling)
    before, beside = screen.camera, (screen.scene_rect.left + 30, screen.scene_rect.bottom - 30)
    driver.point(beside)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=beside, button=1, touch=False)
    for n in range(1, 5):
        to = (beside[0] + 20 * n, beside[1])
        driver.post(pygame.MOUSEMOTION, pos=to, rel=(20, 0), buttons=(1, 0, 0), touch=False)
    driver.post(pygame.MOUSEBUTTONUP, pos=to, button=1, touch=False)
    driver.frames()
    assert screen.camera.azimuth_deg != before.azimuth_deg and control.overlay().refused is None
    turned = screen.camera
    driver.click(beside)
    assert control.overlay().refused and screen.camera == turned
    control.say("What is said next")
    assert control.overlay().refused is None
