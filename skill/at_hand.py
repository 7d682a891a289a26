"""What lists and completion need of the modules of a folder, without loading them.

Beside the modules lies `at_hand.json`, which `python -m tests.at_hand --write` makes from them. It holds for just these
modules: where one has come or gone since, nothing is at hand, and all of them have to be loaded.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

FILE = "at_hand.json"


def at_hand(package: str) -> dict[str, Any] | None:
    """By module of the package what is noted of it; None where that is out of date."""
    folder = import_module(package).__path__
    try:
        noted: dict[str, Any] = json.loads(Path(folder[0], FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return noted if noted.keys() == {module.name for module in iter_modules(folder)} else None
