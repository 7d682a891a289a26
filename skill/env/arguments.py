"""What the faces ask of the numbers that they are given."""

from __future__ import annotations

import numpy as np


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python's or of numpy's; truth values are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
