"""The analyses of the games of the catalogue that come with the project: `catalogue.json`, made by
`skillbox analyse-catalogue`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import ceil, floor, inf, sqrt
from pathlib import Path
from typing import Any

from skill.files import OF_OUR_FOLDER, write_text
from skill.rules.game import AnyGame
from skill.rules.profile import ESTIMATED, MEASURED, TENTHS, Profile

FILE = Path(__file__).parent / "catalogue.json"
DIGITS = 4
MOST_OPEN = 0.5  # of matches without a winner


@cache
def kept() -> dict[str, dict[str, Any]]:
    """What `measures` found of each game, by its slug; games that were not analysed are missing."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def keep(found: Mapping[str, Any]) -> None:
    """Writes what was found of one game into the file, in the place of what it had of that game but for its shares.

    Raises `FileError`.
    """
    length = {name: value for name, value in found["length"].items() if name != "each"}
    before = kept().get(found["game"], {})
    shares = {name: before[name] for name in ("shares",) if name in before}
    _write(found["game"], {**found, "length": length, **shares})


def keep_shares(slug: str, shares: Mapping[str, Any]) -> None:
    """Writes what chance decides and thinking wins in a game that is in the file, and leaves the rest of it as it is.

    Raises `FileError`.
    """
    kept.cache_clear()
    _write(slug, {**kept()[slug], "shares": shares})


def keep_ladder(found: Mapping[str, Any]) -> None:
    """Writes how bots did against each other in a game that is in the file, and leaves the rest of it as it is.

    Raises `FileError`.
    """
    kept.cache_clear()
    before = kept()[found["game"]]
    series = [one for one in before["series"] if one["name"] not in _rungs(before)]
    series += [one for one in found["series"] if one["name"] in _rungs(found)]
    ladder = {name: found[name] for name in ("ladder", "elo")}
    _write(found["game"], {**before, **ladder, "series": series})


def _rungs(found: Mapping[str, Any]) -> set[str]:
    """The names of the series in which bots were tried on each other."""
    return {f"{rung['stronger']} against {rung['weaker']}" for rung in found["ladder"]}


def _write(slug: str, found: Mapping[str, Any]) -> None:
    kept.cache_clear()
    every = {**kept(), slug: _rounded(found)}
    lines = [f" {json.dumps(slug)}: {json.dumps(every[slug])}" for slug in sorted(every)]
    write_text(FILE, "{\n" + ",\n".join(lines) + "\n}\n", OF_OUR_FOLDER)
    kept.cache_clear()


def _rounded(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {name: _rounded(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_rounded(value) for value in data]
    return round(data, DIGITS) if isinstance(data, float) else data


def measured_profile(game: AnyGame) -> Profile | None:
    """The profile of a game with chance and tactics as they were measured, see `skill.analyse.shares`; None where its
    rules give the shares, they were not measured, it is a race, in which who thinks is slower, or chance acts and most
    matches of bots have no winner.

    What is not skill of eye, hand and memory is divided between them as what chance decides is to what thinking wins.
    """
    profile, found = game.profile, kept().get(game.slug)
    if profile is None or profile.source != ESTIMATED or found is None or "shares" not in found or game.kind == "race":
        return None
    chance, thinking, left = found["shares"]["chance"], found["shares"]["thinking"], TENTHS - profile.skill
    if chance["high"] and found["never_ended"]["share"] + found["nobody"]["share"] > MOST_OPEN:
        return None
    tenths = round(left * (chance["share"] / (chance["share"] + thinking["share"]) if chance["share"] else 0.0))
    low, high = part_between(chance, thinking)
    between = floor(left * low), ceil(left * high)
    return Profile(tenths, profile.skill, left - tenths, profile.minutes, MEASURED, between)


def part_between(chance: Mapping[str, float], thinking: Mapping[str, float]) -> tuple[float, float]:
    """Between what the part that chance has of both lies with 95 %; nothing where chance never decides.

    From what each of the two lies between, as A. Donner and G. Y. Zou have it for the ratio of two figures
    (*Closed-form confidence intervals for functions of the normal mean and standard deviation*, Statistical Methods in
    Medical Research 21, 2012): the farthest ends of both at once would be too wide.
    """

    def square(one: Mapping[str, float], end: str) -> float:
        """What the square of a figure is less that of its distance from one of its ends."""
        return one[end] * (2 * one["share"] - one[end])

    def part(above: float, below: float) -> float:
        """What chance has of both, whose ratio is that of the two numbers."""
        ratio = above / below if below > 0 else inf if above > 0 else 0.0
        return ratio / (1 + ratio) if ratio < inf else 1.0

    both = chance["share"] * thinking["share"]
    nearest = sqrt(max(0.0, both**2 - square(chance, "low") * square(thinking, "high")))
    farthest = sqrt(max(0.0, both**2 - square(chance, "high") * square(thinking, "low")))
    low, high = part(square(chance, "low"), both + nearest), part(both + farthest, square(thinking, "low"))
    return low, high if thinking["low"] else float(chance["high"] > 0)
