"""From a destination to its screen. Each screen is loaded when it is first opened, and found by its name alone."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module

from skill.app.screens.base import Screen
from skill.app.screens.destinations import Destination
from skill.app.screens.host import Host


def screen_for(host: Host, destination: Destination) -> Screen:
    """The screen to which `destination` leads. Raises `SkillboxError` where it cannot be opened.

    That of `GameSheet` is `GameSheetScreen` of `game_sheet/screen.py`, made with the values of the destination.
    """
    name = type(destination).__name__
    folder = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    kind: type[Screen] = getattr(import_module(f"skill.app.screens.{folder}.screen"), f"{name}Screen")
    return kind(host, *(getattr(destination, field.name) for field in fields(destination)))
