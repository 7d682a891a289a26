"""The games as lists show them: what is told of each in a line, without loading any game."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from skill.at_hand import at_hand

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints
GAMES = "skill.rules.games"
"""The package of our own games, a module each."""
ENTRY_POINTS = "skillbox.games"
KINDS = ("turns", "race", "hybrid", "physics")
FAMILIES = {
    "skill": "Games of skill",
    "chance": "Games of chance",
    "special": "Special games",
    "construction": "Construction games",
    "alteration": "Alteration games",
    "demolition": "Demolition games",
    "board": "Board games on the plate",
    "space": "Tactics in space",
    "sheet": "Roll and write",
    "own": "Own games",
}


class Listed(NamedTuple):
    """What a list tells of a game, under the names that a `Game` has for it."""

    module: str
    number: str
    slug: str
    title: str
    family: str
    kind: str
    summary: str
    players: tuple[int, int]
    seats: tuple[tuple[int, int], ...]
    """The same, and those under values of options where the number of seats depends on them."""


@cache
def games_at_hand() -> tuple[Listed, ...] | None:
    """Our own games in the order of the catalogue; None where the catalogue has to load them."""
    if (noted := at_hand(GAMES)) is None:
        return None
    return tuple(
        Listed(module, *texts, (low, high), tuple((fewest, most) for fewest, most in seats))  # type: ignore[call-arg]
        for module, (*texts, (low, high), seats) in noted.items()
    )


def games_elsewhere() -> EntryPoints:
    """The entry points of games in other packages."""
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINTS)


def may_be_elsewhere() -> bool:
    """Whether there may be games in other packages: their names stand in files, which are read much sooner than
    `importlib.metadata` loads. A place that is no folder may hold anything."""
    places = [Path(place) for place in sys.path if Path(place).exists()]
    if not all(place.is_dir() for place in places):
        return True
    return any(
        ENTRY_POINTS in file.read_text("utf-8", "replace") for p in places for file in p.glob("*/entry_points.txt")
    )
