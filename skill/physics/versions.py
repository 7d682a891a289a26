"""The versions on which it rests how a world moves to the last bit: a trace says which it was made with.

Their text form is pip's: `python==3.11.7 numpy==2.4.6 pybullet==3.2.7 skillbox==0.1.0`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from platform import python_version

from skill import __version__
from skill.errors import NotationError

Versions = Mapping[str, str]
"""Versions by the names of what has them; empty if they are not known."""

LIBRARIES = ("numpy", "pybullet", "pybullet-arm64", "rapier3d")
"""The distributions that worlds rest on. Two of them have Bullet in them, of which one is installed at most."""
_WORD = re.compile(r"([\w.-]+)==([^\s=]+)", re.ASCII)


@cache
def versions_here() -> Versions:
    """The versions at work: of Python, the libraries that are installed, and Skillbox."""
    found = {"python": python_version()}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return {**found, "skillbox": __version__}


def versions_text(versions: Versions) -> str:
    """Versions in their text form."""
    return " ".join(f"{name}=={number}" for name, number in versions.items())


def parse_versions(text: str) -> Versions:
    """The versions that `text` says. Raises `NotationError`."""
    versions: dict[str, str] = {}
    for word in text.split(" "):
        match = _WORD.fullmatch(word)
        if not match or match[1] in versions:
            raise NotationError(
                "version {word}: expected a name and its version, each name once: numpy==2.4.6", word=repr(word)
            )
        versions[match[1]] = match[2]
    return versions


def apart(made: Versions, here: Versions) -> tuple[Versions, Versions]:
    """Those of two sets of versions that are not the same in both."""
    return (
        {name: number for name, number in made.items() if here.get(name) != number},
        {name: number for name, number in here.items() if made.get(name) != number},
    )
