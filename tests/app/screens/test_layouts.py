"""Layouts as rectangles: everything is in the window and nothing lies on anything else. No window is opened."""

from __future__ import annotations

from itertools import combinations

import pytest

pygame = pytest.importorskip("pygame")
from pygame import Rect  # noqa: E402  (needs pygame)

from skill.app.screens.home.layout import home_layout  # noqa: E402
from skill.app.screens.replay_layout import viewer_layout  # noqa: E402
from skill.app.widgets.theme import scale_for  # noqa: E402

SIZES = [(600, 900), (800, 600), (1000, 640), (1280, 800), (1366, 696), (1920, 1080), (2560, 1440), (3440, 1440)]
windows = pytest.mark.parametrize("size", SIZES)


def check(window: Rect, rects: list[Rect]) -> None:
    for rect in rects:
        assert window.contains(rect)
        assert rect.w > 20
        assert rect.h > 10
    for a, b in combinations(rects, 2):
        assert not a.colliderect(b)


@windows
@pytest.mark.parametrize("width", [60, 120, 200])
def test_the_home_screen(size: tuple[int, int], width: int) -> None:
    window, scale = Rect(0, 0, *size), scale_for(size)
    place = home_layout(window, scale, [round(width * scale)] * 5)
    assert len(place.filters) == 4
    assert len(place.buttons) == 5
    assert all(button.w >= round(width * scale) for button in place.buttons)
    rects = [place.scene, place.title, place.search, *place.filters, place.games, place.triangle, place.first]
    rects.append(place.saved_matches)
    check(window, [*rects, place.about, place.play, place.sheet, *place.buttons])
    check(window, [place.scene, place.columns, place.description])
    assert all(place.description.contains(button) for button in place.buttons)
    check(window, [place.scene, place.legend, place.games, place.first])  # what it says is not painted over
    assert place.saved_matches.bottom < window.bottom
    assert place.games.bottom == place.saved_matches.bottom or place.games.bottom <= place.saved_matches.top


@windows
@pytest.mark.parametrize("buttons", [[2], [2, 1, 2]])
def test_the_viewer(size: tuple[int, int], buttons: list[int]) -> None:
    window, scale = Rect(0, 0, *size), scale_for(size)
    place = viewer_layout(window, scale, 6, buttons)
    reviewed = viewer_layout(window, scale, 6, buttons, has_review=True)
    check(window, [place.title, reviewed.about, reviewed.review, reviewed.rows])  # the review has a line of its own
    assert reviewed.review.h == place.title.h and not place.review.h
    assert [len(row) for row in place.buttons] == buttons
    rects = [place.scene, place.title, place.about, place.rows, *(button for row in place.buttons for button in row)]
    check(window, [*rects, place.seek_bar, *place.transport])
    check(window, [place.scene, place.bar, place.panel])
    assert all(place.bar.contains(rect) for rect in (place.seek_bar, place.status, *place.transport))
