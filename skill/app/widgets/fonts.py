"""Fonts for many scripts: letters that one font file lacks come from the files for other languages."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple
from unicodedata import category

import pygame
import pygame_gui.core.utility
from pygame_gui.core.gui_font_pygame import GUIFontPygame

UNKNOWN = "?"
"""What stands for a letter that no font has."""
MISSING = "\uffff"
"""No letter, so that every font shows it as what it does not have."""
MEASURED = 2048
"""Of how many texts a font keeps the size."""


class Script(NamedTuple):
    """Letters that pygame_gui brings for a language beside the usual ones."""

    file: str
    name: str = ""
    """As HarfBuzz calls it, where letters depend on those beside them."""
    is_leftward: bool = False


OWN = Script("")
"""Letters of a font's own file."""
SCRIPTS = (
    Script("NotoSansJP-{}.otf"),
    Script("NotoSansSC-{}.otf"),
    Script("NotoSansKR-{}.ttf"),
    Script("NotoSansGeorgian-{}.ttf"),
    Script("NotoSansHebrew-{}.ttf", "Hebr", is_leftward=True),
    Script("NotoSansArabic-{}.ttf", "Arab", is_leftward=True),
)


class WideFont(GUIFontPygame):
    """A font of pygame_gui that takes the letters that its file lacks from those of `SCRIPTS`.

    Words of one script that is written leftward stand as they should; the order of such words and others in one line is
    that in which they were written.
    """

    def __init__(self, file: Any, size: int, force_style: bool = False, style: dict[str, Any] | None = None) -> None:
        super().__init__(file, size, force_style, style)
        self._look = "Bold" if style and style["bold"] else "Regular"
        self._scripts: dict[str, Script | None] = {}
        """Of letters that have been asked for: the script that has it, if any has."""
        self._size_of = lru_cache(MEASURED)(self._measured)  # pygame_gui draws a text each time to learn its size

    def has(self, letter: str) -> bool:
        """Whether there is a picture of that letter."""
        return self._script_of(letter) is not None

    def _lacks(self, text: str) -> bool:
        """Whether any letter of a text is not in its own file."""
        return not text.isascii() and any(self._script_of(letter) is not OWN for letter in text)

    def _is_own(self, letter: str) -> bool:
        draw = super().render_premul
        return category(letter) == "Cc" or _has(
            letter, super().get_metrics, lambda text: draw(text, pygame.Color("black"))
        )

    def _script_of(self, letter: str) -> Script | None:
        if letter not in self._scripts:
            found = (script for script in SCRIPTS if self._is_in(letter, script))
            self._scripts[letter] = OWN if self._is_own(letter) else next(found, None)
        return self._scripts[letter]

    def _is_in(self, letter: str, script: Script) -> bool:
        font = _font(script, self._look, self.point_size)
        return _has(letter, font.metrics, lambda text: font.render(text, True, "black"))

    def _parts(self, text: str) -> list[tuple[Script, str]]:
        """The text in parts that one script has each; spaces within words that go leftward belong to these."""
        pairs: list[tuple[Script, str]] = []
        for n, letter in enumerate(text):
            script, last = self._script_of(letter), pairs[-1][0] if pairs else OWN
            if letter == " ":
                goes_on = last.is_leftward and self._script_of(text[n + 1 : n + 2] or " ") is last
            else:
                goes_on = script not in (OWN, None) and last is not OWN and self._is_in(letter, last)
            if goes_on:
                script = last
            if script is None:
                if category(letter) in ("Cf", "Mn"):  # without a width of its own
                    continue
                script, letter = OWN, UNKNOWN
            pairs.append((script, letter))
        return [(script, "".join(pair[1] for pair in part)) for script, part in groupby(pairs, lambda pair: pair[0])]

    def get_rect(self, text: str) -> pygame.Rect:
        return pygame.Rect(self._size_of(text, self.underline))

    def _measured(self, text: str, _underlined: bool) -> pygame.Rect:
        if not self._lacks(text):
            return super().get_rect(text)
        widths = [self._width(script, part) for script, part in self._parts(text)]
        own = super().get_rect(UNKNOWN)
        return pygame.Rect(own.topleft, (sum(widths), own.h))

    def _width(self, script: Script, part: str) -> int:
        if script is OWN:
            return int(super().get_rect(part).w)
        return _font(script, self._look, self.point_size).size(part)[0]

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        if not self._lacks(text):
            return super().render_premul(text, text_color)
        rect, x = self.get_rect(text), 0
        picture = pygame.Surface(rect.size, pygame.SRCALPHA)
        for script, part in self._parts(text):
            above = 0
            if script is OWN:
                drawn = super().render_premul(part, text_color)
            else:
                font = _font(script, self._look, self.point_size)
                drawn = font.render(part, self.antialiased, text_color).convert_alpha().premul_alpha()
                above = rect.y - font.get_ascent()  # all stand on one line
            picture.blit(drawn, (x, above), special_flags=pygame.BLEND_PREMULTIPLIED)
            x += drawn.get_width()
        return picture

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> pygame.Surface:
        if not self._lacks(text):
            return super().render_premul_to(text, text_colour, surf_size, surf_position)
        whole = pygame.Surface(surf_size, pygame.SRCALPHA)
        at = (surf_position[0], surf_position[1] - self.get_rect(text).y)
        whole.blit(self.render_premul(text, text_colour), at, special_flags=pygame.BLEND_PREMULTIPLIED)
        return whole


def _has(letter: str, measure: Callable[[str], Any], draw: Callable[[str], pygame.Surface]) -> bool:
    """Whether a font that measures and draws so has a letter: else that looks as what it does not have."""
    if measure(letter) != measure(MISSING):
        return True
    try:
        return pygame.image.tobytes(draw(letter), "RGBA") != pygame.image.tobytes(draw(MISSING), "RGBA")
    except pygame.error:  # it has no width, so there is nothing to see
        return False


@lru_cache(maxsize=len(SCRIPTS) * 12)
def _font(script: Script, look: str, size: int) -> pygame.font.Font:
    font = pygame.font.Font(BytesIO(_bytes(script.file.format(look))), size)
    if script.name:
        font.set_script(script.name)
    if script.is_leftward:
        font.set_direction(pygame.DIRECTION_RTL)
    return font


@lru_cache
def _bytes(name: str) -> bytes:
    return (resources.files("pygame_gui.data") / name).read_bytes()


def use_wide_fonts() -> None:
    """Has every font be such a one that pygame_gui loads from now on, for which it has no setting."""
    pygame_gui.core.utility.GUIFontPygame = WideFont  # type: ignore[attr-defined, assignment]


def forget_fonts() -> None:
    """Has fonts be loaded anew, since pygame has closed them."""
    _font.cache_clear()
    _usual.cache_clear()


def can_be_read(text: str) -> bool:
    """Whether there is a picture of any of its letters, or it has none."""
    letters = text.replace(" ", "")
    return not letters or any(map(_usual().has, letters))


@lru_cache
def _usual() -> WideFont:
    return WideFont(BytesIO(_bytes("NotoSans-Regular.ttf")), 14)
