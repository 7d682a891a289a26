"""The versions that decide how a world moves to the last bit: a trace says which it was made with.

Their text form is pip's: `python==3.11.7 numpy==2.4.6 pybullet==3.2.7 skillbox==1.0.0`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from platform import python_version

from skill import __version__
from skill.errors import NotationError, Unavailable, Words

Versions = Mapping[str, str]
"""Versions by the names of what has them; empty if they are not known."""

ENGINES = {"bullet": ("pybullet", "pybullet-arm64"), "rapier": ("rapier3d",)}
"""The distributions that have an engine of rigid bodies in them, by its name: one of each is installed at most."""
PACKAGES = {"bullet": "pybullet", "rapier": "rapier3d"}
"""What each of them is imported as."""
LIBRARIES = ("numpy", *(name for names in ENGINES.values() for name in names))
"""The distributions that worlds rest on."""
_WORD = re.compile(r"([\w.-]+)==([^\s=]+)", re.ASCII)


@cache
def versions_here(engine: str = "") -> Versions:
    """The versions at work: of Python, the libraries that are installed, and Skillbox; of engines that one alone, if it
    is named.
    """
    found = {"python": python_version()}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return _used({**found, "skillbox": __version__}, [engine] if engine else list(ENGINES))


def _used(versions: Versions, engines: Sequence[str]) -> Versions:
    """The versions without those of other engines."""
    others = {name for engine, names in ENGINES.items() if engine not in engines for name in names}
    return {name: number for name, number in versions.items() if name not in others}


def no_engine(engine: str, error: ImportError, pip: Words) -> Unavailable:
    """What is told where an engine's package is not there, or is and cannot be loaded. `pip` says how to get it."""
    package = PACKAGES[engine]
    what = Words("{package} is not installed", package=package)
    if find_spec(package):
        what = Words("{package} is installed, but cannot be loaded ({error})", package=package, error=str(error))
    return _moves_no_dice(engine, what, pip)


def _moves_no_dice(engine: str, what: Words, pip: Words) -> Unavailable:
    others = [name for name in PACKAGES if name != engine and find_spec(PACKAGES[name])]
    rest = Words("The other engine is not there either.")
    if others:
        text = "The engine {engine} is there, for what is not played yet: SKILLBOX_ENGINE={engine}."
        rest = Words(text, engine=others[0])
    text = "{what}, so the engine {engine} moves no dice; every game without physics still works. {rest} {pip}"
    return Unavailable(text, what=what, engine=engine, rest=rest, pip=pip)


def check_version(engine: str, needed: str) -> None:
    """Raises `Unavailable` if a package of an engine is installed in an older version than `needed` says:
    `rapier3d>=0.36,<0.37`.
    """
    package, _, least = needed.partition(",")[0].partition(">=")
    with suppress(PackageNotFoundError):
        found, *wanted = (tuple(map(int, re.findall("[0-9]+", text))) for text in (version(package), least))
        if found < wanted[0]:
            text = "{package} {found} is too old (expected {least} or newer)"
            what = Words(text, package=package, found=version(package), least=least)
            raise _moves_no_dice(engine, what, Words("Newer: pip install -U '{needed}'", needed=needed))


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
    """Those of two sets of versions that are not the same in both, engines left out that are not among those `made`."""
    here = _used(here, [engine for engine, names in ENGINES.items() if made.keys() & set(names)])
    return (
        {name: number for name, number in made.items() if here.get(name) != number},
        {name: number for name, number in here.items() if made.get(name) != number},
    )
