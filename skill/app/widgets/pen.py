"""Text on surfaces, in the fonts of the theme."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pygame_gui

from skill.app.widgets.theme import FONT, INK, TEXT

SMALLEST_SHARE = 0.7
"""How small a line that has no room may become, as a share of its size."""
MOST_CUTS = 4
"""How often texts are cut otherwise that would look alike."""
_EDGE = {"left": "left", "right": "right", "centre": "centerx"}
"""By alignment, the attribute of a rectangle that text and area share."""


def fitting(text: str, size: Callable[[str], tuple[int, int]], width: float, end: str = "") -> str:
    """The text, or as much of its beginning as is no wider than `width` in a font that measures with `size`.

    If it ends with `end`, that stays, or as much of its beginning as there is room for.
    """
    if size(text)[0] <= width:
        return text
    if end and size("…" + end)[0] > width:
        return fitting("…" + end, size, width)
    begin, end = text.removesuffix(end), end if text.endswith(end) else ""
    shown = bisect_right(range(len(begin)), width, key=lambda n: size(begin[: n + 1].rstrip() + "…" + end)[0])
    return begin[:shown].rstrip() + "…" + end


def told_apart(texts: Sequence[str], fit: Callable[[str, str], str]) -> list[str]:
    """The texts as `fit` cuts each before the end that it is given; of those that would look alike the end is what they
    differ in, or where that has no room, they begin with it."""
    left, ends = [*texts], [""] * len(texts)
    shown = [*map(fit, left, ends)]
    for _ in range(MOST_CUTS):
        groups = {text: [n for n, other in enumerate(shown) if other == text] for text in shown}
        alike = [group for group in groups.values() if len({texts[n] for n in group}) > 1]
        if not alike:
            break
        for group in alike:
            for n in group:
                left[n], ends[n] = "…" + ends[n] if ends[n] else left[n], ""
            first, last = (of(left[n] for n in group) for of in (min, max))
            alike_to = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
            for n in group:
                ends[n] = left[n][first.rfind(" ", 0, alike_to) + 1 :]
        shown = [*map(fit, left, ends)]
    return shown


class Pen:
    """Writes on a surface in the fonts of the theme."""

    def __init__(self, ui: pygame_gui.UIManager, scale: float) -> None:
        self._fonts = ui.get_theme().get_font_dictionary()
        self.scale = scale

    def font(self, size: int = TEXT, bold: bool = False) -> Any:
        """The font that has `size` at scale 1."""
        return self._fonts.find_font(round(size * self.scale), FONT, bold=bold)

    def wrapped(self, text: str, width: int, size: int = TEXT, bold: bool = False) -> list[str]:
        """The text in lines that are no wider than `width` pixels, if no single word is."""
        font, lines = self.font(size, bold), [""]
        for word in re.split("[ \n]+", text.strip()):  # a space that holds words together is no place to break
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and font.size(longer)[0] > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        area: pygame.Rect,
        colour: str = INK,
        size: int = TEXT,
        bold: bool = False,
        align: str = "left",
    ) -> int:
        """Writes one line within `area` and returns its width in pixels. A line that is too long is written smaller,
        and cut short where that is not enough.

        `align` is `left`, `right` or `centre`.
        """
        font = self.font(size, bold)
        shown = fitting(text, font.size, area.w / SMALLEST_SHARE)
        if not shown or area.w <= 0:
            return 0
        picture = font.render_premul(shown, pygame.Color(colour))
        if picture.get_width() > area.w:
            picture = pygame.transform.smoothscale_by(picture, area.w / picture.get_width())
        at = picture.get_rect(centery=area.centery)
        setattr(at, _EDGE[align], getattr(area, _EDGE[align]))
        surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        return int(at.w)
