"""The keyboard: what a key is called in the layout that is in use, what it types, and where it lies."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pygame

from skill.app.input.actions import Key

SIGNS = {
    "APOSTROPHE": "'",
    "BACKSLASH": "\\",
    "COMMA": ",",
    "EQUALS": "=",
    "GRAVE": "`",
    "LEFTBRACKET": "[",
    "MINUS": "-",
    "PERIOD": ".",
    "RIGHTBRACKET": "]",
    "SEMICOLON": ";",
    "SLASH": "/",
}
PLACES: dict[int, str] = {
    getattr(pygame, f"KSCAN_{name}"): SIGNS.get(name, name.lower())
    for name in (*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", *SIGNS)
}
"""The keys that type something, by scancode: what an American keyboard types there."""
HELD = (
    ("ctrl", pygame.KMOD_CTRL),
    ("alt", pygame.KMOD_ALT | pygame.KMOD_MODE),
    ("shift", pygame.KMOD_SHIFT),
    ("meta", pygame.KMOD_GUI),
)
NO_LETTER = 1 << 30
"""The bit of SDL's key codes that stand for no letter or sign."""
LETTERS = range(0x21, 0x700)
"""Code points of what a key may be called: Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic signs."""


def key_of(event: pygame.event.Event) -> Key:
    """The key that goes down or up by an event."""
    place = PLACES.get(event.scancode, "")
    name = pygame.key.name(event.key)
    if not name and event.key and not event.key & NO_LETTER:  # pygame has names for English letters alone
        name = chr(event.key).lower()
    if not name:  # such as a dead key: it is called by its place, or by its number
        name = f"@{place}" if place else f"key {event.scancode}"
    held = tuple(modifier for modifier, bits in HELD if event.mod & bits)
    return Key(name, place, _typed(event.unicode, name, held), held)


def _typed(text: str, name: str, held: tuple[str, ...]) -> str:
    """What a key types; nothing where it is a chord: of AltGr with `8` comes `[`, of Alt with `8` only that again."""
    if not text.isprintable() or "meta" in held:
        return ""
    if {"ctrl", "alt"} & {*held} and ("alt" not in held or text.lower() == name):
        return ""
    return text


def with_latin_letter(event: pygame.event.Event) -> pygame.event.Event:
    """The event as an American keyboard would have it, where a key without a Latin letter goes down with Ctrl: in a
    line of text Ctrl+V pastes, whatever the layout writes there.
    """
    place = PLACES.get(event.scancode, "") if event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL else ""
    if not place.isalpha() or event.key < 128 or event.key & NO_LETTER:
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": ord(place)})


def is_modifier(event: pygame.event.Event) -> bool:
    """Whether that is a key that is held for another one."""
    return event.key in _MODIFIERS


_MODIFIERS = frozenset(
    getattr(pygame, f"K_{name}")
    for name in ("LCTRL", "RCTRL", "LALT", "RALT", "LSHIFT", "RSHIFT", "LGUI", "RGUI", "MODE", "CAPSLOCK", "NUMLOCK")
)


def layout() -> dict[str, str]:
    """What the keys are called in the layout that is in use, by their places; nothing where that cannot be told."""
    found: dict[str, str] = {}
    with suppress(Exception):  # pygame tells it only in passing: it looks states up by what a key is called
        codes: Any = pygame.key.ScancodeWrapper(range(512))  # type: ignore[arg-type]
        for code in LETTERS:
            if place := PLACES.get(codes[code]):
                found.setdefault(place, chr(code))
    return found
