"""Nothing that can be clicked moves while one points at it, or asks for a hint."""

from __future__ import annotations

from random import Random

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.rules.catalogue import all_games, find_game

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIButton  # noqa: E402  (needs pygame)

from tests import walk  # noqa: E402
from tests.app.driver import Driver  # noqa: E402
from tests.walk import setup_of  # noqa: E402

FAST = {"cui-bono", "mucho", "squeezing"}
TURNS, MOST_POINTED = 3, 8  # of each kind of target in each phase
NO_CAPTION = ("", "▲", "▼")  # parts of scroll bars
EACH = [pytest.param(g.slug, marks=[] if g.slug in FAST else pytest.mark.slow) for g in all_games()]


def clickable(app) -> list[tuple[str, tuple[int, ...]]]:
    """Every button that has a caption, with its rectangle: no part of a scroll bar."""
    buttons = [
        e
        for e in app.ui.get_sprite_group().sprites()
        if isinstance(e, UIButton) and e.visible and e.text not in NO_CAPTION
    ]
    return sorted((button.text, tuple(button.rect)) for button in buttons)


def spread(found: list) -> list:
    """At most `MOST_POINTED` of them, the first and the last among them."""
    step = max(1.0, (len(found) - 1) / (MOST_POINTED - 1))
    return [found[round(n * step)] for n in range(min(MOST_POINTED, len(found)))]


def point_at_everything(app, driver: Driver) -> None:
    """Points at places and at entries of the list one after another, and asks for a hint at last."""
    screen = app.screen
    still, places = clickable(app), screen.control.turn.places
    seen = {place: at for place, at in screen.pointer.places_seen().items() if place in places}
    for x, y in spread(list(seen.values())):
        offset = (0, 0) if screen.score_sheet else screen.scene_rect.topleft
        driver.point((round(x) + offset[0], round(y) + offset[1]))
        assert clickable(app) == still, (screen.control.turn.chooser.focus, screen.panel.shown)
    for at in spread([button.rect.center for button in screen.panel.actions.buttons]):
        driver.point(at)
        driver.frames()  # pygame_gui tells of it with an event of its own
        assert clickable(app) == still, (screen.control.turn.chooser.focus, screen.panel.shown)
    if screen.control.turn.chooser.choice.legal:
        screen.perform(Act.HINT)
        driver.frames(3)
        assert clickable(app) == still, screen.panel.shown


@pytest.mark.parametrize("slug", EACH)
def test_what_can_be_clicked_stays_where_it_is(open_app, slug: str) -> None:
    app = open_app("undrawn", setup_of(find_game(slug)), (1280, 800))
    driver, screen, rng = Driver(app), app.screen, Random(5)
    for turn in range(TURNS):
        for _ in walk._cards(app, screen, f"turn {turn}", walk.nothing):
            pass
        phase, chooser = screen.control.runtime.phase, screen.control.turn.chooser
        if phase not in (Phase.CHOICE, Phase.RACE):
            break
        point_at_everything(app, driver)
        if phase is Phase.CHOICE and chooser.choice.targets:
            action = chooser.point(chooser.choice.targets[0])  # the next step of the same choice
            if action is None:
                driver.frames(2)
                point_at_everything(app, driver)
        walk._act(screen, rng)
