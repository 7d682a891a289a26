"""The next or the previous of several values, with the first after the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def cycled(values: Sequence[T], current: object, way: int = 1) -> T:
    """The value after `current` (`way` 1) or before it (-1); the first one where `current` is none of them."""
    for number, value in enumerate(values):
        if value == current:
            return values[(number + way) % len(values)]
    return values[0]
