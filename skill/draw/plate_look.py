"""How the plate looks, all of it: its colours, its texture, how it shines. Both renderers take it from here.

Colours are linear RGB from 0 to 1. Of what dice do on it a look changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.marks import DARK
from skill.draw.palette import STROKES, Light, Rgb, linear

_PALE = linear("f3f0fa")
_ON_DARK = {"height": Light(linear("0e1013"), 0.7), "goal": Light(linear("a68cff"), 0.95)}
TILE = 256  # pixels of a texture along each side


class PlateLook(NamedTuple):
    """What a plate seems to be made of."""

    light: Rgb
    dark: Rgb
    """Its texture lies between these two; what has none is of `light` above and of `dark` at the rim."""
    weave: tuple[float, float, float]
    """How often the texture repeats in an edge of a die: along x, upwards (which shifts it along x), and along y."""
    gloss: float
    around: Rgb = DARK
    """Of the line round marks in its funnels."""
    strokes: Mapping[str, Light] = {}
    """Those of `STROKES` that look otherwise on it."""


PLATES: dict[str, PlateLook] = {
    "wood": PlateLook(linear("dcb887"), linear("b98d5a"), (0.045, 0.02, 0.07), 0.10),
    "walnut": PlateLook(linear("946a4a"), linear("5c3c29"), (0.045, 0.02, 0.07), 0.16, _PALE, _ON_DARK),
    "slate": PlateLook(linear("878f97"), linear("666e77"), (0.06, 0.03, 0.06), 0.20, _PALE, _ON_DARK),
    "felt": PlateLook(linear("39664f"), linear("274c3c"), (0.26, 0.2, 0.26), 0.0, _PALE, _ON_DARK),
}
"""By name; the first is the usual one."""
_in_use = "wood"


def use_plate(name: str) -> None:
    """Draws plates with this look, one of `PLATES`, from now on."""
    global _in_use
    _in_use = name


def plate_name() -> str:
    """The name of the look in use."""
    return _in_use


def plate_in_use() -> PlateLook:
    """The look in use."""
    return PLATES[_in_use]


def stroke_light(kind: str) -> Light:
    """The look of a stroke of that kind, one of `STROKES`, with the plate in use below it."""
    return plate_in_use().strokes.get(kind, STROKES[kind])


@cache
def texture(name: str) -> NDArray[np.uint8]:
    """A tile (`TILE`, `TILE`) of the texture of a look: 255 where it is `light`, 0 where it is `dark`."""
    y, x = np.mgrid[0:TILE, 0:TILE] / TILE * 2 * np.pi
    if name == "wood":  # rings seen lengthwise, a little warped
        warp = 0.8 * np.sin(x + 0.6 * np.sin(y)) + 0.35 * np.sin(2 * x + 3 * y)
        rings = np.sin(6 * y + warp) * 0.5 + np.sin(17 * y + 2 * warp) * 0.3 + np.sin(43 * y + 3 * warp) * 0.2
        shade = 150 + 75 * rings
    elif name == "walnut":  # rings that meander more, dark streaks, fine pores along them
        warp = 1.5 * np.sin(x + 0.9 * np.sin(y)) + 0.6 * np.sin(2 * x + 2 * y) + 0.5 * _clouds(1, 2.0, 4.0)
        rings = np.sin(4 * y + warp) * 0.55 + np.sin(13 * y + 2 * warp) * 0.3
        shade = 140 + 80 * rings + 22 * _clouds(2, 0.6, 12.0)
    elif name == "slate":  # clouds and the long thin layers along which it was split
        shade = 128 + 34 * _clouds(3, 1.6, 1.6) + 26 * _clouds(4, 0.8, 7.0) + 8 * _clouds(5, 0.2, 1.0)
    else:  # fibres in every direction
        shade = 128 + 30 * _clouds(6, 0.4, 3.0) + 30 * _clouds(7, 0.4, 3.0).T + 22 * _clouds(8, 0.9, 1.0)
    return np.asarray(np.clip(shade, 0, 255), np.uint8)


def _clouds(seed: int, smoothness: float, length: float) -> NDArray[np.float64]:
    """Noise whose opposite borders fit, mean 0 and deviation 1; its patches are that much longer than they are high."""
    noise = np.fft.fft2(np.random.default_rng(seed).standard_normal((TILE, TILE)))
    up, along = np.meshgrid(np.fft.fftfreq(TILE), np.fft.fftfreq(TILE) * length, indexing="ij")
    far = np.hypot(up, along)
    far[0, 0] = np.inf
    clouds = np.fft.ifft2(noise / far**smoothness).real
    return np.asarray(clouds / clouds.std())
