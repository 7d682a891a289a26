"""The profile of every game: measured, stated by the game, or usual for its kind."""

from __future__ import annotations

from skill.analyse.kept import measured_profile
from skill.rules.game import AnyGame
from skill.rules.profile import Profile

BY_KIND = {
    "physics": Profile(chance=1, skill=8, tactics=1),
    "hybrid": Profile(chance=4, skill=3, tactics=3),
    "race": Profile(chance=3, skill=5, tactics=2),
    "turns": Profile(chance=3, tactics=7),
}
"""What most games of each kind have."""


def profile_of(game: AnyGame) -> Profile:
    """The profile of a game, as it was measured if it was; for one that has none, such as many a user's own, what most
    games of its kind have."""
    return measured_profile(game) or game.profile or BY_KIND[game.kind]
