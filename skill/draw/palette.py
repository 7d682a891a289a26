"""Colours of table, tools and light: linear RGB from 0 to 1, shared by both renderers."""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[float, float, float]


def linear(code: str) -> Rgb:
    """The linear colour of a screen colour written `rrggbb`; gamma is 2, which a square root undoes."""
    r, g, b = ((int(code[n : n + 2], 16) / 255) ** 2 for n in (0, 2, 4))
    return (r, g, b)


TABLE, TABLE_FAR = linear("c9d0d6"), linear("8f9aa5")
GLOW = linear("d9ff8a")  # of a die under the pointer: no colour of a seat


def vec3(rgb: Rgb) -> str:
    """The colour as GLSL has it."""
    return f"vec3({rgb[0]:.4f}, {rgb[1]:.4f}, {rgb[2]:.4f})"


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
    "goal": Light(linear("5a2bff"), 0.95),  # round the funnels of the goal, see `skill.draw.marks`
}

LIGHT_DIRECTION = (-0.42, -0.34, 0.84)  # towards the light: over the left shoulder of the player on side I
