"""Colours of dice, wood and light: linear RGB from 0 to 1, shared by both renderers."""

from __future__ import annotations

from typing import NamedTuple

from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, PEARL, RED, TURQUOISE, UNKNOWN, WHITE, YELLOW, Colour

Rgb = tuple[float, float, float]


def linear(code: str) -> Rgb:
    """The linear colour of a screen colour written `rrggbb`; gamma is 2, which a square root undoes."""
    r, g, b = ((int(code[n : n + 2], 16) / 255) ** 2 for n in (0, 2, 4))
    return (r, g, b)


class Paint(NamedTuple):
    """A die's body and its pips."""

    body: Rgb
    pips: Rgb
    mark: int = 0
    """What is drawn beside the pips: one of `MARKS`."""


_WHITE_PIPS, _DARK_PIPS = linear("f7f3ea"), linear("2a2622")
NO_MARK, FRAME, CORNERS, BARS = range(4)
MARKS: dict[Colour, int] = {RED: FRAME, GREEN: CORNERS, BLUE: BARS, YELLOW: BARS, TURQUOISE: CORNERS}
"""Marks that tell colours apart by shape. Of one set only black and gold have none, the darkest and the lightest."""
MARK_AT, MARK_WIDTH = 0.385, 0.032  # of a face: where the lines of a mark run, and how wide they are
CORNER_CUT = 0.72  # corners begin where |u| + |v| is that

USUAL: dict[Colour, Paint] = {
    RED: Paint(linear("c8202b"), _WHITE_PIPS),
    GREEN: Paint(linear("1f8a4c"), _WHITE_PIPS),
    BLACK: Paint(linear("2c2e33"), _WHITE_PIPS),
    BLUE: Paint(linear("2257c4"), _WHITE_PIPS),
    GOLD: Paint(linear("e0a526"), _DARK_PIPS),
    YELLOW: Paint(linear("f2cf2e"), _DARK_PIPS),
    PEARL: Paint(linear("e6e0d2"), _DARK_PIPS),
    TURQUOISE: Paint(linear("25b3b0"), _DARK_PIPS),
    WHITE: Paint(linear("f6f5f1"), _DARK_PIPS),
    UNKNOWN: Paint(linear("9a9c9f"), _WHITE_PIPS),
}
# After Okabe and Ito, whose colours stay apart for eyes that lack a kind of cone.
SAFE: dict[Colour, Paint] = USUAL | {
    RED: Paint(linear("d55e00"), _WHITE_PIPS),
    GREEN: Paint(linear("00a37a"), _WHITE_PIPS),
    BLACK: Paint(linear("26272b"), _WHITE_PIPS),
    BLUE: Paint(linear("0072b2"), _WHITE_PIPS),
    GOLD: Paint(linear("f0b93a"), _DARK_PIPS),
    YELLOW: Paint(linear("f0e442"), _DARK_PIPS),
    TURQUOISE: Paint(linear("56b4e9"), _DARK_PIPS),
}
PALETTES: dict[str, dict[Colour, Paint]] = {"usual": USUAL, "safe": SAFE}
PAINT: dict[Colour, Paint] = dict(USUAL)
"""The paints in use."""
_in_use: tuple[str, bool] = ("usual", False)


def use_palette(name: str, marks: bool) -> None:
    """Paints all dice from a palette from now on, with or without marks on them."""
    global _in_use
    _in_use = (name, marks)
    PAINT.update(
        {c: paint._replace(mark=MARKS.get(c, NO_MARK) if marks else NO_MARK) for c, paint in PALETTES[name].items()}
    )


def palette_in_use() -> tuple[str, bool]:
    """The palette's name, and whether there are marks."""
    return _in_use


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
    "hint": Glow(linear("59d98e"), 0.95, 0.26),
    "goal": Glow(linear("3f8efc"), 0.9, 0.26),
}


class Light(NamedTuple):
    """A stroke's look."""

    colour: Rgb
    opacity: float


STROKES: dict[str, Light] = {
    "tool": Light(linear("6b35a8"), 0.85),  # a hand, a finger, a mouth: violet, as no die and no wood is
    "grip": Light(linear("c1219e"), 0.95),  # the same, as it holds or pushes
    "aim": Light(linear("1c6fd1"), 0.85),  # where it goes
    "path": Light(linear("1c6fd1"), 0.5),
    "breath": Light(linear("ffffff"), 0.28),
    "height": Light(linear("3a4048"), 0.45),  # what stands below it
}

LIGHT_DIRECTION = (-0.42, -0.34, 0.84)  # towards the light: over the left shoulder of the player on side I
PIP_RADIUS = 0.092
PIP_OFFSET = 0.245  # of the outer pips from the face's middle
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 1), (-1, 0), (1, 0), (1, -1), (1, 1)),
}
"""Places of the pips of each number, in units of `PIP_OFFSET`, on axes (a + 1) % 3 and (a + 2) % 3 of face axis a."""
