"""The engines of others that a benchmark sets beside ours; none is needed until one is asked for."""

from __future__ import annotations

import importlib
from typing import Any

from skill.errors import Unavailable


def package(name: str) -> Any:
    """A peer's package. Raises `Unavailable`."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Unavailable(f"peer {name}: not installed; pip install -e '.[bench]'") from None
