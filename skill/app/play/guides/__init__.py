"""Guided first matches: each is a module here with a `GUIDE`, found by its name. Data alone; see `guide.py`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from skill.app.play.guide import Guide


def all_guides() -> dict[str, Guide]:
    """Every guide by its name, in the order in which they are offered."""
    found = {module.name: import_module(f"{__name__}.{module.name}").GUIDE for module in iter_modules(__path__)}
    return dict(sorted(found.items(), key=lambda item: item[1].place))
