"""What lists and completion need to know of the modules of a folder, without loading these.

Beside the modules lies `at_hand.json`, which `python -m tests.at_hand --write` makes from them. It is used only if it
names exactly the modules of the folder; if one has come or gone since, all of them are loaded instead.
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
