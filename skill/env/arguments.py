"""Checks of the arguments that the faces for researchers are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from skill.errors import UnknownName, shortened


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python's or of numpy's; truth values are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def reset_options(options: object) -> Mapping[str, Any]:
    """The options of a reset, none if there are none. Raises `UnknownName` for what are no options by name."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise UnknownName("reset options {options}: expected them by name, as {{}}", options=shortened(repr(options)))
    return options


def checked_seed(seed: object) -> None:
    """Raises `UnknownName` for a seed that is neither a whole number from 0 on nor None."""
    if seed is not None and (not is_whole(seed) or seed < 0):  # type: ignore[operator]
        raise UnknownName("seed {seed}: expected a whole number from 0 on, or None", seed=shortened(repr(seed)))
