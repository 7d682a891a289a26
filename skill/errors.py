"""Every error that Skillbox raises on purpose.

All are `ValueError`s with one clear sentence; the command line turns them into exit code 2.
"""

from __future__ import annotations

from typing import Any

LONGEST = 1000
"""Characters of a message; of a longer one the middle is left out, where it repeats what was faulty."""


class SkillboxError(ValueError):
    """Something a user can mend; its text says what was tried and what was expected."""

    def __init__(self, text: str, /, **values: Any) -> None:
        """`text` is the whole message, or a sentence with the names of `values` in braces, which can be translated."""
        self.text, self.values = text, values
        whole = text.format(**values) if values else text
        super().__init__(whole if len(whole) <= LONGEST else f"{whole[: LONGEST // 2]} ... {whole[-LONGEST // 2 :]}")


def shortened(text: str, most: int = 80) -> str:
    """What a user has written, as a message repeats it: the beginning only where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def quoted(text: str, most: int = 80) -> str:
    """The same in quotation marks."""
    return repr(shortened(text, most))


class NotationError(SkillboxError):
    """A text that is not a cell, die, position, action, record or trace."""


class IllegalMove(SkillboxError):
    """A well-formed action that the position does not allow, or a die set where none can stand."""


class UnknownName(SkillboxError):
    """No game, option, scene, bot or material of that name."""


class FileError(SkillboxError):
    """A file that cannot be used; the text names file, key or line, value and what was expected."""


class Unavailable(SkillboxError):
    """A display, a library or a device is missing; the text says what still works."""


class EngineError(SkillboxError):
    """The physics engine gave something that is not a number or did not come to rest."""
