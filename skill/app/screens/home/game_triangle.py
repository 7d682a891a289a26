"""The Perlhuhn triangle on screen: a point for each game; the chosen one is ringed, the one pointed at described."""

from __future__ import annotations

import pygame

from skill.app.i18n import tr
from skill.app.library.game_browser import GameBrowser
from skill.app.library.game_search import facts, shares_text
from skill.app.library.profiles import profile_of
from skill.app.library.triangle import APART, CORNERS
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import ACCENT, FAMILY_COLOURS, INK, LINE, PAPER, QUIET, SMALL_TEXT
from skill.rules.game import AnyGame
from skill.rules.profile import GIVEN

RADIUS = 0.34  # of a point, in steps of the triangle's grid


class GameTriangle:
    """The points of a browser's games. `place` gives it its rectangle, which it fills but for the names of corners."""

    def __init__(self, browser: GameBrowser) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hovered: AnyGame | None = None
        """The game under the pointer."""
        self._browser = browser
        self._legend = pygame.Rect(0, 0, 1, 1)

    def place(self, rect: pygame.Rect, legend: pygame.Rect) -> None:
        """Lays it out; the legend stands within `legend`."""
        self.rect, self._legend = rect, legend

    def at(self, place: tuple[int, int]) -> AnyGame | None:
        """The game whose point is at a place of the window."""
        unit = self.rect.w
        return self._browser.game_near((place[0] - self.rect.x) / unit, (self.rect.bottom - place[1]) / unit)

    def point_of(self, game: AnyGame) -> tuple[int, int]:
        """Where the point of a game is in the window."""
        return self._in_window(self._browser.point_of(game))

    def hover(self, place: tuple[int, int]) -> bool:
        """Notes where the pointer is; whether that changes the picture."""
        before, self.hovered = self.hovered, self.at(place)
        return before is not self.hovered

    def _in_window(self, point: tuple[float, float]) -> tuple[int, int]:
        unit = self.rect.w
        return (round(self.rect.x + point[0] * unit), round(self.rect.bottom - point[1] * unit))

    # -- painting

    def paint(self, surface: pygame.Surface, pen: Pen) -> None:
        """Paints the triangle; the games that are not found are grey."""
        corners = [self._in_window(corner) for corner in CORNERS.values()]
        pygame.draw.polygon(surface, "#fbf9f4", corners)
        pygame.draw.aalines(surface, LINE, True, corners)
        radius = RADIUS * APART * self.rect.w
        end = self._paint_legend(surface, pen, radius)
        for name, corner in zip(CORNERS, corners, strict=True):
            self._paint_corner(surface, pen, tr(name.capitalize()), corner, end)
        browser = self._browser
        for game in browser.games:
            at = self.point_of(game)
            colour = FAMILY_COLOURS[game.family] if game in browser.found else LINE
            _paint_point(surface, colour, at, radius, profile_of(game).source == GIVEN)
            if game is browser.game:
                pygame.draw.aacircle(surface, INK, at, radius + 4, 2)
        if self.hovered:
            pygame.draw.aacircle(surface, ACCENT, self.point_of(self.hovered), radius + 4, 2)

    def _paint_corner(self, surface: pygame.Surface, pen: Pen, name: str, corner: tuple[int, int], end: int) -> None:
        """Writes the name of a corner, that of the upper one to the right of the legend, which ends at `end`."""
        x, y = corner
        area = pygame.Rect(0, 0, self.rect.w // 2, round(22 * pen.scale))
        area.midbottom = (x, y - round(8 * pen.scale))
        align = "centre"
        if y == self.rect.bottom:
            area.top = y + round(10 * pen.scale)
            align = "left" if x == self.rect.left else "right"
            setattr(area, align, x)
        elif area.colliderect(self._legend):
            width = pen.font(SMALL_TEXT, bold=True).size(name)[0]
            area.x += max(0, end - (x - width // 2))
        pen.write(surface, name, area, QUIET, SMALL_TEXT, bold=True, align=align)

    def _paint_legend(self, surface: pygame.Surface, pen: Pen, radius: float) -> int:
        """Says what the two kinds of points are; where that ends."""
        space, row, end = round(12 * pen.scale), self._legend.h // 2, 0
        for n, text in enumerate((tr("its rules say so"), tr("our figures"))):
            line = pygame.Rect(self._legend.x + space, self._legend.y + n * row, self._legend.w - space, row)
            _paint_point(surface, QUIET, (self._legend.x, line.centery), radius, is_given=n == 0)
            end = max(end, line.x + pen.write(surface, text, line, QUIET, SMALL_TEXT) + space)
        return end

    def paint_tip(self, surface: pygame.Surface, pen: Pen, bounds: pygame.Rect) -> None:
        """Describes the game under the pointer, if there is one, in a box beside its point and within `bounds`."""
        game = self.hovered
        if game is None:
            return
        pad, row = round(8 * pen.scale), round(20 * pen.scale)
        lines = [f"{game.number} {tr(game.title)}", facts(game), *shares_text(game).split(": ")]
        width = max(pen.font(SMALL_TEXT, bold=n == 0).size(line)[0] for n, line in enumerate(lines)) + 2 * pad
        box = pygame.Rect(0, 0, min(width, bounds.w), row * len(lines) + pad)
        x, y = self.point_of(game)
        box.midtop = (x, y + round(14 * pen.scale))
        box.clamp_ip(bounds.inflate(-8, -8))
        if box.collidepoint(x, y):
            box.bottom = y - round(14 * pen.scale)
        pygame.draw.rect(surface, "#fffdf8", box, border_radius=6)
        pygame.draw.rect(surface, ACCENT, box, 1, border_radius=6)
        for n, line in enumerate(lines):
            area = pygame.Rect(box.x + pad, box.y + pad // 2 + n * row, box.w - 2 * pad, row)
            pen.write(surface, line, area, INK if n == 0 else QUIET, SMALL_TEXT, bold=n == 0)


def _paint_point(surface: pygame.Surface, colour: str, at: tuple[int, int], radius: float, is_given: bool) -> None:
    """A disc where the rules of a game give its shares, a ring where they are measured or estimated."""
    if is_given:
        pygame.draw.aacircle(surface, colour, at, radius)
    else:
        pygame.draw.aacircle(surface, PAPER, at, radius)
        pygame.draw.aacircle(surface, colour, at, radius, max(2, round(radius / 2.5)))
