"""Every error that Skillbox raises on purpose.

All are `ValueError`s with one clear sentence; the command line turns them into exit code 2.
"""

from __future__ import annotations


class SkillboxError(ValueError):
    """Something a user can mend; its text says what was tried and what was expected."""


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
