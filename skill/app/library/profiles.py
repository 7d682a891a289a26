"""What kind of game each is: its place in the Perlhuhn triangle, and how long it lasts. Read from `profiles.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import FileError
from skill.files import read_toml
from skill.rules.game import AnyGame

PROFILES = Path(__file__).parent / "profiles.toml"
TENTHS = 10
SHARES = ("chance", "skill", "tactics")


class Profile(NamedTuple):
    """Shares in tenths, which sum to ten."""

    chance: int
    skill: int
    tactics: int
    minutes: int | None = None
    """How long a match lasts at the most; None where nobody tells."""
    is_given: bool = False
    """Whether the rules of the game give the shares; else they are an estimate of ours."""
    after: str = ""
    """The slug of the game with the same rules from which an estimate is taken."""


BY_KIND = {
    "physics": Profile(1, 8, 1),
    "hybrid": Profile(4, 3, 3),
    "race": Profile(3, 5, 2),
    "turns": Profile(3, 0, 7),
}
"""Of games that are not in the file, such as a user's own."""


def profile_of(game: AnyGame) -> Profile:
    """The profile of a game; for one that nobody has judged what most games of its kind have."""
    return profiles().get(game.slug, BY_KIND[game.kind])


@cache
def profiles(path: Path = PROFILES) -> dict[str, Profile]:
    """Every profile there is, by slug. Raises `FileError` naming file and game."""
    data = read_toml(path)
    given = {slug: _profile(path, slug, values, True) for slug, values in data.get("given", {}).items()}
    found = dict(given)
    for slug, values in data.get("estimated", {}).items():
        after = values.get("as")
        if after is None:
            found[slug] = _profile(path, slug, values, False)
        elif after in given:
            found[slug] = given[after]._replace(is_given=False, after=after)
        else:
            raise FileError(f"{path}: {slug}.as = {after!r}: expected a game whose shares are given")
    return found


def _profile(path: Path, slug: str, values: Any, is_given: bool) -> Profile:
    try:
        profile = Profile(**values, is_given=is_given)
    except TypeError:
        raise FileError(f"{path}: {slug} = {values!r}: expected {', '.join(SHARES)} and minutes") from None
    if sum(profile[:3]) != TENTHS or min(profile[:3]) < 0:
        raise FileError(f"{path}: {slug} = {values!r}: expected shares that sum to {TENTHS}")
    return profile
