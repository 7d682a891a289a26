"""What the screen says of a world that cannot keep up, and samples that follow the mouse however slow pictures are."""

from __future__ import annotations

import pytest

from skill.app.play.attempts.pace import Pace
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.lattice.cells import CORNERS
from skill.rules.catalogue import find_game
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

pytestmark = [of_any_engine, pytest.mark.filterwarnings("error::UserWarning")]


def trying(open_app, slug: str = "faraday", size=(1000, 640), text_size: float = 1.0):
    """An attempt that has begun."""
    game = find_game(slug)
    app = open_app("undrawn", Setup(game, 1, game.options_from({}), ("human",), seed=3), size=size)
    app.prefer(app.preferences.changed(text_size=text_size))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    driver.click(screen.scene_rect.center)
    assert screen.control.runtime.phase is Phase.HANDS
    return app, driver, screen


def slow_down(screen, stepped_s: float) -> None:
    """As if the machine had been able to step for two fifths of the time only."""
    screen.control.runtime.attempts.pace = Pace()
    for _ in range(40):
        screen.control.runtime.attempts.pace.note(0.1, 0.037, stepped_s)


@pytest.mark.parametrize(("size", "text_size"), [((1280, 800), 1.0), ((1024, 700), 1.5)])
def test_the_screen_says_that_it_is_slowed_down_and_draws_less_if_wanted(open_app, size, text_size: float) -> None:
    app, driver, screen = trying(open_app, size=size, text_size=text_size)
    scene = screen.scene_rect.copy()
    slow_down(screen, stepped_s=0.01)
    driver.frames(2)
    assert screen.panel.shown.turn == "Your turn (slowed down)"
    assert screen.scene_rect == scene  # the plate does not jump in the hands
    hidden = screen.strips.notice.rect
    for cell in CORNERS:  # where the dice are to go
        assert not hidden.collidepoint(driver.pixel_of(cell))
    assert screen.control.runtime.phase is Phase.HANDS
    driver.press("Simpler pictures")
    assert app.preferences.quality == "fast"
    assert screen.strips.notice is None
    slow_down(screen, stepped_s=0.01)
    driver.frames(2)
    assert screen.strips.notice is None  # said once
    assert screen.control.runtime.phase is Phase.HANDS


def test_where_the_dice_take_all_the_time_nothing_is_promised_of_pictures(open_app) -> None:
    app, driver, screen = trying(open_app)
    slow_down(screen, stepped_s=0.08)
    driver.frames(2)
    assert "Simpler pictures" not in [getattr(e, "text", "") for e in app.ui.get_sprite_group().sprites()]
    driver.key(pygame.K_c)
    assert screen.strips.notice is None
    assert app.preferences.quality == "automatic"


def test_each_sample_has_its_share_of_the_way_of_the_mouse(open_app, monkeypatch) -> None:
    _, driver, screen = trying(open_app)
    taken: list[tuple[float, float]] = []
    given = screen.control.attempt.input
    take = given.take

    def noting(*arguments, **named):
        taken.append(given.pointer)
        return take(*arguments, **named)

    given.take = noting
    x, y = screen.scene_rect.center
    driver.point((x, y))
    driver.frames(5)
    taken.clear()
    for n in range(1, 6):  # a picture takes a twelfth of a second, while the mouse goes on
        driver.post(pygame.MOUSEMOTION, pos=(x + 20 * n, y), rel=(20, 0), buttons=(0, 0, 0), touch=False)
    monkeypatch.setattr("pygame.mouse.get_pos", lambda: (x + 100, y))
    driver.frames(1, seconds=5.01 / 60)
    reach = min(screen.scene_rect.size) / 2
    across = [pointer[0] * reach for pointer in taken]
    assert len(across) == 5
    assert across == pytest.approx([20, 40, 60, 80, 100], abs=1.0)
    driver.frames(3)
    assert given.pointer[0] * reach == pytest.approx(100, abs=1.0)
