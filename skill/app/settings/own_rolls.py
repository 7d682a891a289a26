"""Who rolls the dice of a person's own turn, as users prefer; where that matters is in `play/match/runtime.py`. No
pygame."""

from __future__ import annotations

BY_YOU, BY_THEMSELVES = ROLLS = ("by you", "by themselves")
_rolls = BY_YOU


def use_rolls(rolls: str) -> None:
    """Has dice of people rolled in this way, one of `ROLLS`, in the whole program."""
    global _rolls
    _rolls = rolls


def rolls_now() -> str:
    """The way of rolling now."""
    return _rolls
