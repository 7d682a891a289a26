"""How far two pictures of a scene are apart, place by place: one die that is missing tells them apart."""

from __future__ import annotations

import numpy as np
from PIL import Image

TILE = 8  # pixels of a place's edge: less than a die has in the pictures that are kept
SAME = 3.0
"""Of 255: the mean difference of a place up to which it shows the same. A die of which 20 pixels are seen is more."""


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the place where two pictures of equal size differ most, from 0 to 255."""
    off = np.abs(np.asarray(one.convert("RGB"), int) - np.asarray(other.convert("RGB"), int)).mean(axis=2)
    high, wide = (-(-length // TILE) for length in off.shape)
    padded = np.zeros((high * TILE, wide * TILE))
    padded[: off.shape[0], : off.shape[1]] = off
    return float(padded.reshape(high, TILE, wide, TILE).mean(axis=(1, 3)).max())
