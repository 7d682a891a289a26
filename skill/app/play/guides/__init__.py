"""Guided first matches: each is a module here with a `GUIDE`, data alone, found by its name. `guide` runs them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from skill.app.play.guides.guide import Guide


def all_guides() -> dict[str, Guide]:
    """Every guide by its name, in the order in which they are offered."""
    found = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}
    guides = {name: module.GUIDE for name, module in found.items() if hasattr(module, "GUIDE")}
    return dict(sorted(guides.items(), key=lambda item: item[1].place))
