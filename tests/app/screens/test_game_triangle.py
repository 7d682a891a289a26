"""The triangle of games on screen."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from skill.app.library.game_browser import GameBrowser
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from skill.app.screens.home.game_triangle import GameTriangle  # noqa: E402  (needs pygame)
from skill.app.widgets.pen import Pen  # noqa: E402


class NotingPen(Pen):
    """Only notes what is written where; each letter is 7 pixels wide."""

    scale = 1.0

    def __init__(self) -> None:
        self.written: list[tuple[str, pygame.Rect]] = []

    def font(self, *_: object, **__: object) -> SimpleNamespace:
        return SimpleNamespace(size=lambda text: (7 * len(text), 14))

    def write(self, surface: pygame.Surface, text: str, area: pygame.Rect, *_: object, **__: object) -> int:
        self.written.append((text, area))
        return min(7 * len(text), area.w)


def test_what_is_said_of_a_game_has_room_near_its_point_and_within_the_bounds() -> None:
    games = [find_game("rasanto"), find_game("dune")]
    triangle, bounds = GameTriangle(GameBrowser(games)), pygame.Rect(300, 0, 500, 400)
    triangle.place(pygame.Rect(340, 40, 400, 346), pygame.Rect(340, 12, 200, 42))
    for game in games:
        pen, point = NotingPen(), triangle.point_of(game)
        assert triangle.hover(point)
        triangle.paint_tip(pygame.Surface(bounds.bottomright), pen, bounds)
        texts, areas = zip(*pen.written, strict=True)
        assert game.title in texts[0]
        assert all(area.w >= pen.font().size(text)[0] for text, area in pen.written)
        whole = areas[0].unionall(areas[1:])
        assert bounds.contains(whole)
        assert not whole.collidepoint(point)


def test_the_name_of_the_corner_goes_out_of_the_way_of_the_legend() -> None:
    triangle, pen = GameTriangle(GameBrowser([find_game("dune")])), NotingPen()
    triangle.place(pygame.Rect(20, 50, 240, 208), pygame.Rect(20, 12, 150, 42))
    triangle.paint(pygame.Surface((300, 300)), pen)
    areas = dict(pen.written)
    name = pygame.Rect(0, 0, pen.font().size("Chance")[0], areas["Chance"].h)
    name.center = areas["Chance"].center
    assert name.right <= 260
    for text in ("its rules say so", "our figures"):
        said = pygame.Rect(areas[text].topleft, pen.font().size(text))
        assert areas[text].w >= said.w and not said.colliderect(name)
