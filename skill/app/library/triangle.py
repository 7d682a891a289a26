"""The Perlhuhn triangle: every game a point between chance, skill and tactics. Geometry only, no pygame.

The unit triangle has its base from (0, 0) to (1, 0) and its top at (1/2, sqrt(3)/2), y upwards: skill at the left,
tactics at the right, chance at the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

import numpy as np

from skill.rules.profile import TENTHS, Profile

HEIGHT = sqrt(3) / 2
CORNERS: dict[str, tuple[float, float]] = {"chance": (0.5, HEIGHT), "skill": (0.0, 0.0), "tactics": (1.0, 0.0)}
STEPS = 21  # of the grid along a side: fine enough for the truth, coarse enough for a finger
APART = 1 / STEPS


class Point(NamedTuple):
    """Where a game is drawn, in the unit triangle."""

    x: float
    y: float


def place_of(profile: Profile) -> Point:
    """The exact point of a profile."""
    return _between(profile.chance / TENTHS, profile.skill / TENTHS)


def spread(profiles: Sequence[Profile]) -> list[Point]:
    """A point for each profile on a triangular grid: the nearest free one, so that none lies on another.

    Rare profiles choose first and stay at their exact point; those with equal shares gather round it.
    """
    exact = [place_of(profile) for profile in profiles]
    common = Counter(exact)
    free = [_between(a / STEPS, b / STEPS) for a in range(STEPS + 1) for b in range(STEPS + 1 - a)]
    places: dict[int, Point] = {}
    for n in sorted(range(len(exact)), key=lambda n: (common[exact[n]], n)):
        x, y = exact[n]
        best = min(free, key=lambda place: (hypot(place.x - x, place.y - y), place))
        free.remove(best)
        places[n] = best
    return [places[n] for n in range(len(exact))]


def _between(chance: float, skill: float) -> Point:
    tactics = 1 - chance - skill
    x, y = (sum(w * c[n] for w, c in zip((chance, skill, tactics), CORNERS.values(), strict=True)) for n in (0, 1))
    return Point(x, y)


def nearest(points: Sequence[Point], x: float, y: float, reach: float) -> int | None:
    """The number of the point nearest to (x, y); None if it is farther away than `reach`."""
    if not points:
        return None
    distances = np.hypot(*(np.array(points) - (x, y)).T)
    best = int(np.argmin(distances))
    return best if distances[best] <= reach else None


def neighbour(points: Sequence[Point], now: int, way: tuple[float, float]) -> int:
    """The number of the point nearest to point `now` in a direction (x, y), for arrow keys; `now` if there is none."""
    off = np.array(points) - np.array(points[now])
    along, aside = off @ np.array(way), np.abs(off @ np.array((-way[1], way[0])))
    miss = np.where(along > max(1e-6, 0.2 * APART), along + 2 * aside, np.inf)
    best = int(np.argmin(miss))
    return best if np.isfinite(miss[best]) else now
