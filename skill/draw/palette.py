"""Colours of dice, wood and light: linear RGB from 0 to 1, shared by both renderers."""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[float, float, float]


def linear(code: str) -> Rgb:
    """The linear colour of a screen colour written `rrggbb`; gamma is 2, which a square root undoes."""
    r, g, b = ((int(code[n : n + 2], 16) / 255) ** 2 for n in (0, 2, 4))
    return (r, g, b)


WOOD_LIGHT, WOOD_DARK = linear("dcb887"), linear("b98d5a")
TABLE, TABLE_FAR = linear("c9d0d6"), linear("8f9aa5")
GLOW = linear("ffd75e")  # of a die under the pointer


class Glow(NamedTuple):
    """A marker's look; its radius is in edges."""

    colour: Rgb
    opacity: float
    radius: float


MARKERS: dict[str, Glow] = {
    "legal": Glow(linear("fff6d2"), 0.9, 0.15),
    "focus": Glow(linear("ffb347"), 0.95, 0.26),
    "hint": Glow(linear("8a1fe0"), 0.95, 0.36),  # violet, as no die is, and larger than what may lie beside it
    "goal": Glow(linear("3f8efc"), 0.9, 0.26),
    "last": Glow(linear("f07be0"), 0.9, 0.2),  # where a die went from by what was done last
    "side I": Glow(linear("ff8c1a"), 1.0, 0.3),
    "side J": Glow(linear("8e44d6"), 1.0, 0.3),
    "side K": Glow(linear("ffffff"), 1.0, 0.3),
}
RIMS: dict[str, Rgb] = {
    "legal": linear("fff1a8"),  # may be touched now
    "goal": linear("3f8efc"),
    "last": linear("f07be0"),  # what was done last
    "hint": linear("8a1fe0"),
}
"""The rims that dice may have, beside those in the colours of seats. Each has a dark line inside, so that it is seen on
dice of any colour; of a die that may be touched this line is of the colour of `legal`."""


class Light(NamedTuple):
    """A stroke's look."""

    colour: Rgb
    opacity: float


STROKES: dict[str, Light] = {
    "tool": Light(linear("6b35a8"), 0.85),  # a hand, a finger, a mouth: violet, as no die and no wood is
    "grip": Light(linear("c1219e"), 0.95),  # the same, as it holds or pushes
    "aim": Light(linear("1c6fd1"), 0.85),  # where it goes
    "path": Light(linear("1c6fd1"), 0.5),
    "miss": Light(linear("c8341c"), 0.85),  # where it goes, if that is beside the plate
    "breath": Light(linear("ffffff"), 0.28),
    "height": Light(linear("3a4048"), 0.45),  # what stands below it
    "goal": Light(linear("3f8efc"), 0.95),  # round the funnels of the goal
    "last": Light(linear("f07be0"), 0.95),  # round the funnels from which dice were taken last
}

LIGHT_DIRECTION = (-0.42, -0.34, 0.84)  # towards the light: over the left shoulder of the player on side I
