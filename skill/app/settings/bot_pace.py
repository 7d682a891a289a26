"""The pace of bots that users prefer; how long each pace waits is in `play/match/runtime.py`. No pygame."""

from __future__ import annotations

WALK, QUICK, AT_ONCE, WAIT = PACES = ("at a walk", "quick", "at once", "after a key")
"""At `WAIT` each act of a bot waits for a key or a click."""
_pace = WALK


def use_pace(pace: str) -> None:
    """Has bots act at this pace, one of `PACES`, in the whole program."""
    global _pace
    _pace = pace


def pace_now() -> str:
    """The pace of bots now."""
    return _pace
