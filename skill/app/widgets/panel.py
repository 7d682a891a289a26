"""Panels with rounded corners, at the cost of their corners."""

from __future__ import annotations

from itertools import product

import pygame
import pygame_gui.elements.ui_panel
from pygame_gui.core.drawable_shapes import RoundedRectangleShape

STRAIGHT = 8  # pixels of each edge that are painted between the corners, from which the whole edge is made


class PanelShape(RoundedRectangleShape):
    """The shape of a panel, of one colour and without a shadow, that is painted small and made as large as it is by its
    middle row and column. pygame_gui paints all of it at sixteen times its size, for a card of a large window nearly a
    second long.
    """

    def redraw_state(self, state_str: str, add_text: bool = True) -> None:
        whole = self.containing_rect.size
        radius, border = max(self.shape_corner_radius), self.border_widths["left"]
        # So large that the corners inside the border, which shrink by its share of the whole, are nearly as they were.
        least = 2 * (radius + border + STRAIGHT) + 2 * border * radius
        self._resize((min(whole[0], least), min(whole[1], least)))
        super().redraw_state(state_str, add_text)
        painted = self.states[state_str].surface
        self._resize(whole)
        self.states[state_str].surface = stretched(painted, whole)

    def _resize(self, size: tuple[int, int]) -> None:
        self.containing_rect.size = self.click_area_shape.size = size
        self.base_surface = pygame.Surface(size, pygame.SRCALPHA, 32)


def stretched(painted: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture with the same corners that is as large as that, by its middle row and column."""
    (w, h), (across, down) = painted.get_size(), size
    x, y = w // 2, h // 2
    found = pygame.Surface(size, pygame.SRCALPHA, 32)
    columns = ((0, x, 0, x), (x, 1, x, across - w + 1), (x + 1, w - x - 1, across - w + x + 1, w - x - 1))
    rows = ((0, y, 0, y), (y, 1, y, down - h + 1), (y + 1, h - y - 1, down - h + y + 1, h - y - 1))
    for (x_from, w_from, x_to, w_to), (y_from, h_from, y_to, h_to) in product(columns, rows):
        part = painted.subsurface((x_from, y_from, w_from, h_from))
        found.blit(pygame.transform.scale(part, (w_to, h_to)), (x_to, y_to), special_flags=pygame.BLEND_RGBA_ADD)
    return found


def use_quick_panels() -> None:
    """Has pygame_gui paint its panels so."""
    pygame_gui.elements.ui_panel.RoundedRectangleShape = PanelShape  # type: ignore[attr-defined]
