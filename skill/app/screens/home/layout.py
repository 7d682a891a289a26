"""Where everything on the home screen is: rectangles alone, in pixels of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from skill.app.library.game_search import FILTERS
from skill.app.library.triangle import HEIGHT
from skill.app.screens.base import MARGIN, is_upright
from skill.app.widgets.row_list import ROW

FIRST_ROWS = 4
BUTTON = 30  # height of a small button at scale 1
LIST_WIDTH, WIDEST_LIST = 440, 0.38  # of the left column: at scale 1, and as a share of the window


class HomeLayout(NamedTuple):
    """Left column: search, filters and games; middle: triangle and saved matches; right, or above: picture and
    description.
    """

    scene: Rect
    columns: Rect
    """Left and middle."""
    description: Rect
    """What is below the picture."""
    title: Rect
    search: Rect
    filters: list[Rect]
    games: Rect
    triangle: Rect
    legend: Rect
    """Of its points: beside its upper corner, or below it."""
    first: Rect
    """What one may begin with."""
    saved_matches: Rect
    about: Rect
    play: Rect
    sheet: Rect
    buttons: list[Rect]
    """The small ones at the bottom."""


def home_layout(window: Rect, scale: float, button_widths: Sequence[int]) -> HomeLayout:
    """Lays out a window whose small buttons need at least `button_widths`."""
    margin, gap, small, tall = (round(n * scale) for n in (MARGIN, 6, BUTTON, 40))
    begin = FIRST_ROWS * round(ROW * scale)
    if is_upright(window):  # picture beside its description, over games beside the triangle, over what to begin with
        top, bottom = round(window.h * 0.38), window.h - begin - margin
        left = Rect(0, top, window.w * 60 // 100, bottom - top)
        middle = Rect(left.right, top, window.w - left.w, bottom - top)
        scene = Rect(0, 0, window.w * 42 // 100, top)
        description = Rect(scene.right, 0, window.w - scene.w, top)
        columns = Rect(0, top, window.w, window.h - top)
    else:
        left = Rect(0, 0, min(round(LIST_WIDTH * scale), round(window.w * WIDEST_LIST)), window.h)
        middle = Rect(left.right, 0, (window.w - left.w) * 48 // 100, window.h)
        right = Rect(middle.right, 0, window.w - middle.right, window.h)
        scene = Rect(right.x, 0, right.w, round(window.h * 0.46))
        description = Rect(right.x, scene.bottom, right.w, window.h - scene.bottom)
        columns = Rect(0, 0, right.x, window.h)

    area = left.inflate(-2 * margin, -2 * margin)
    title = Rect(area.x, area.y, round((115 if is_upright(window) else 150) * scale), small + 4)
    search = Rect(title.right, area.y, area.right - title.right, small)
    width, step = (area.w - gap) // 2, small + gap
    filters = [
        Rect(area.x + n % 2 * (width + gap), area.y + step * (n // 2 + 1), width, small) for n in range(len(FILTERS))
    ]
    top = filters[-1].bottom + gap
    games = Rect(area.x, top, area.w, area.bottom - top)

    area = middle.inflate(-margin, -2 * margin)
    side = min(area.w - 2 * margin, round(area.h * 0.6))
    triangle = Rect(0, area.y + round(34 * scale), side, round(side * HEIGHT))
    triangle.centerx = area.centerx
    top = triangle.bottom + round(42 * scale)
    first = Rect(area.x, top, area.w, begin)
    top = first.bottom + gap
    saved_matches = Rect(area.x, top, area.w, area.bottom - top)
    if is_upright(window):
        half = (window.w - 3 * margin) // 2
        first = Rect(margin, window.h - margin - begin, half, begin)
        saved_matches = first.move(half + margin, 0)

    legend = Rect(area.x + margin, round(12 * scale), side * 6 // 10, round(42 * scale))
    if is_upright(window):
        legend.topleft = (triangle.x, triangle.bottom + round(42 * scale))
        legend.w = side
    area = description.inflate(-2 * margin, -2 * margin)
    rows = _in_rows(button_widths, area.w, gap)
    top = area.bottom - len(rows) * step - tall
    about = Rect(area.x, area.y, area.w, top - area.y - gap)
    play = Rect(area.x, top, area.w * 42 // 100, tall)
    sheet = Rect(play.right + gap, top, area.right - play.right - gap, tall)
    buttons = []
    for n, widths in enumerate(rows):
        spare = (area.w - sum(width + gap for width in widths) + gap) / len(widths)
        x = float(area.x)
        for width in widths:
            buttons.append(Rect(round(x), play.bottom + gap + n * step, round(width + spare), small))
            x += width + spare + gap
    return HomeLayout(
        scene=scene,
        columns=columns,
        description=description,
        title=title,
        search=search,
        filters=filters,
        games=games,
        triangle=triangle,
        legend=legend,
        first=first,
        saved_matches=saved_matches,
        about=about,
        play=play,
        sheet=sheet,
        buttons=buttons,
    )


def _in_rows(widths: Sequence[int], room: int, gap: int) -> list[list[int]]:
    """The widths of buttons in as many rows as they need, each at most `room` wide with gaps between."""
    rows: list[list[int]] = [[]]
    for width in widths:
        if rows[-1] and sum(rows[-1]) + width + gap * len(rows[-1]) > room:
            rows.append([])
        rows[-1].append(width)
    return rows
