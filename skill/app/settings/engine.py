"""The engine that moves dice in every match and attempt that begins from now on."""

from __future__ import annotations

import os

from skill.physics.scene import ENGINE_VARIABLE, installed_engines, usual_engine

USUAL = "usual"


def asked_engine() -> str | None:
    """The engine that whoever has started the program asks for; `USUAL` where it is unknown or not installed, which
    an attempt then tells; None if nobody asks for one."""
    asked = os.environ.get(ENGINE_VARIABLE)
    return asked and (asked if asked in installed_engines() else USUAL)


def engine_now() -> str:
    """The engine of scenes that name none: that which is asked for, or the usual one."""
    return os.environ.get(ENGINE_VARIABLE) or usual_engine()


def use_engine(name: str) -> None:
    """Has scenes that are loaded from now on stepped by this engine. With `USUAL`, or one that is not installed, by
    that which they name, or the usual one."""
    if name in installed_engines():
        os.environ[ENGINE_VARIABLE] = name
    else:
        os.environ.pop(ENGINE_VARIABLE, None)
