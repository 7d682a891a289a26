"""Where everything is on the screens that replay something: rectangles alone, in pixels of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from skill.app.screens.base import MARGIN, SCENE_SHARE, is_upright

PANEL_WIDTH = 410  # this and all heights and widths below at scale 1
BAR, ROW, TRANSPORT_WIDTH, TRANSPORT_ROW, KEYS = 92, 34, 64, 30, 18
ABOUT = 86


class ViewerLayout(NamedTuple):
    """Scene over seek bar and transport buttons at the left; title, description, list and buttons at the right, or
    below.
    """

    scene: Rect
    bar: Rect
    """What is below the scene."""
    seek_bar: Rect
    transport: list[Rect]
    keys: list[Rect]
    """Of the keys of the transport buttons, below these."""
    status: Rect
    """The text beside the transport buttons."""
    panel: Rect
    title: Rect
    about: Rect
    review: Rect
    """The line in which a review says how far it has come and what it has found; without one it has no height."""
    rows: Rect
    buttons: list[list[Rect]]


def viewer_layout(
    window: Rect, scale: float, transport: int, buttons: Sequence[int], *, has_review: bool = False
) -> ViewerLayout:
    """Lays out a window with so many transport buttons, and in its panel rows of so many buttons."""
    margin, gap, bar_height, row, transport_row, keys_row = (
        round(n * scale) for n in (MARGIN, 6, BAR, ROW, TRANSPORT_ROW, KEYS)
    )
    if is_upright(window):
        scene = Rect(0, 0, window.w, round(window.h * SCENE_SHARE))
        bar = Rect(0, scene.bottom, window.w, bar_height)
        panel = Rect(0, bar.bottom, window.w, window.h - bar.bottom)
    else:
        width = min(round(PANEL_WIDTH * scale), window.w * 3 // 5)
        panel = Rect(window.w - width, 0, width, window.h)
        scene = Rect(0, 0, window.w - width, window.h - bar_height)
        bar = Rect(0, scene.bottom, scene.w, bar_height)

    area = bar.inflate(-2 * margin, -8)
    seek_bar = Rect(area.x, area.y, area.w, area.h - transport_row - keys_row - gap)
    width = min(round(TRANSPORT_WIDTH * scale), (area.w * 3 // 4 - gap * transport) // transport)
    top = area.bottom - keys_row - transport_row
    transport_buttons = [Rect(area.x + n * (width + gap), top, width, transport_row) for n in range(transport)]
    keys = [Rect(button.x, button.bottom, button.w, keys_row) for button in transport_buttons]
    left = max(seek_bar.centerx, transport_buttons[-1].right + gap)
    status = Rect(left, top, seek_bar.right - left, transport_row)

    area = panel.inflate(-2 * margin, -2 * margin)
    title = Rect(area.x, area.y, area.w, row)
    about = Rect(area.x, title.bottom, area.w, round(ABOUT * scale))
    top = area.bottom - len(buttons) * (row + gap) + gap
    review = Rect(area.x, about.bottom, area.w, row if has_review else 0)
    rows = Rect(area.x, review.bottom + gap, area.w, top - review.bottom - 2 * gap)
    panel_buttons = []
    for n, count in enumerate(buttons):
        width = (area.w - gap * (count - 1)) // count
        panel_buttons.append(
            [Rect(area.x + m * (width + gap), top + n * (row + gap), width, row) for m in range(count)]
        )
    return ViewerLayout(
        scene=scene,
        bar=bar,
        seek_bar=seek_bar,
        transport=transport_buttons,
        keys=keys,
        status=status,
        panel=panel,
        title=title,
        about=about,
        review=review,
        rows=rows,
        buttons=panel_buttons,
    )
