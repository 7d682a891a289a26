"""The analyses of the games of the catalogue that come with the project: `catalogue.json`, made by
`skillbox analyse-catalogue`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from skill.files import OF_OUR_FOLDER, write_text
from skill.rules.game import AnyGame
from skill.rules.profile import ESTIMATED, MEASURED, TENTHS, Profile

FILE = Path(__file__).parent / "catalogue.json"
DIGITS = 4
STRONG, WEAK = ("expert", "hard", "medium"), "easy"
MOST_OPEN = 0.5  # of matches without a winner
ENOUGH = 10  # matches of each pair of bots that say how strong these are


@cache
def kept() -> dict[str, dict[str, Any]]:
    """What `measures` found of each game, by its slug; games that were not analysed are missing."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def keep(found: Mapping[str, Any]) -> None:
    """Writes what was found of one game into the file, in the place of what it had of that game. Raises `FileError`."""
    length = {name: value for name, value in found["length"].items() if name != "each"}
    _write(found["game"], {**found, "length": length})


def keep_ladder(found: Mapping[str, Any]) -> None:
    """Writes how bots did against each other in a game that is in the file, and leaves the rest of it as it is.

    Raises `FileError`.
    """
    kept.cache_clear()
    before = kept()[found["game"]]
    series = [one for one in before["series"] if one["name"] not in _rungs(before)]
    series += [one for one in found["series"] if one["name"] in _rungs(found)]
    ladder = {name: found[name] for name in ("ladder", "elo", "steps_of_skill")}
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
    """The profile of a game with chance and tactics as they were measured; None where its rules give the shares or
    leave nothing to chance, these bots were not tried often enough, or most matches of bots have no winner.

    Tactics have of what is not skill of eye, hand and memory the part by which the strongest level that was tried wins
    more often than not against `easy`; chance has the rest. A bot that plays at random would lose every game, those of
    luck too.
    """
    profile, found = game.profile, kept().get(game.slug)
    if profile is None or profile.source != ESTIMATED or not profile.chance or found is None:
        return None
    elo = {row["bot"]: row["elo"] for row in found["elo"]}
    strong = next((bot for bot in STRONG if bot in elo), None)
    if strong is None or WEAK not in elo:
        return None
    if any(rung["matches"] < ENOUGH for rung in found["ladder"]):
        return None
    if found["never_ended"]["share"] + found["nobody"]["share"] > MOST_OPEN:
        return None
    more_often = max(0.0, 2 / (1 + 10 ** ((elo[WEAK] - elo[strong]) / 400)) - 1)
    tactics = round((TENTHS - profile.skill) * more_often)
    chance = TENTHS - profile.skill - tactics
    return Profile(chance, profile.skill, tactics, profile.minutes, MEASURED)
