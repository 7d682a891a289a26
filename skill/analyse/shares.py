"""How much of a game chance decides and how much thinking does, with margins of 95 %.

**Chance** is what rolls and draws decide between players who are alike: in a group of matches the same players make the
same choices as long as the same things happen, and only chance differs; the share is the variance of the result within
groups divided by the variance over all. If nothing is left to chance, nothing differs within a group, and the share is
0; if chance does not act in one match of a group, the others would repeat that match and are not played. If chance
decides alone, the players' choices make no difference, and the share is 1.

**Thinking** is how much a player who thinks ahead wins, beyond a fair share of matches, against players who do not,
divided by the most that could be won beyond that share.

The margin of chance is that of a jackknife over groups on a logarithmic scale (R. G. Miller, *The jackknife: a review*,
Biometrika 61, 1974), with Student's t; that of thinking is Wilson's. `tests/analyse/test_shares.py` checks how often
they cover the truth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skill.answers import Answers
from skill.errors import Words
from skill.intervals import student, wilson
from skill.rules.game import AnyGame, Seat
from skill.rules.options import Options
from skill.table.match import Match

ALIKE, PLAIN, THINKING = "easy", "greedy", "medium"
"""Players who are alike and do not all choose the same; who plays well without thinking ahead; who thinks ahead."""
GROUP = 4
"""Matches of a group, which differ in chance alone."""
LEAST, TINY = 1e-3, 1e-12
"""The least share of which a logarithm is taken, and what is no variance."""
FEWEST = 12
"""Groups, and matches of one who thinks, below which nothing is said."""

Results = npt.NDArray[np.float64]
"""The share of the win of each seat: (groups, matches of a group, seats)."""


class Interval(NamedTuple):
    """A share, and between what it lies with 95 %."""

    share: float
    low: float
    high: float


def chance_share(results: Results) -> Interval:
    """What chance decides, of `FEWEST` groups or more of at least two matches, in the order of play. See the module."""
    groups = len(results)
    share, left = _within(results)
    if share == 0:
        return Interval(0.0, 0.0, min(1.0, 3 / groups))  # the rule of three
    pseudo = groups * log(max(share, LEAST)) - (groups - 1) * np.log(np.maximum(left, LEAST))
    half = student(groups - 1) * float(pseudo.std(ddof=1)) / sqrt(groups)
    centre = float(pseudo.mean())
    low, high = exp(min(0.0, centre) - half), min(1.0, exp(centre + half))  # no share is more than 1, whatever was seen
    share = min(1.0, share)
    return Interval(share, min(low, share), max(high, share))


def _within(results: Results) -> tuple[float, npt.NDArray[np.float64]]:
    """The variance within groups against that over all, and the same without each group; more than 1 where the means of
    groups differ by less than it makes them."""
    groups, each, _ = results.shape
    own, means = results.var(axis=1, ddof=1).sum(axis=1), results.mean(axis=1)
    means = means - means.mean(axis=0)

    def against(within: Any, squares: Any, sums: Any, count: int) -> Any:
        within = within / count
        between = (squares - (sums**2).sum(axis=-1) / count) / (count - 1)
        return np.where(within > TINY, within / (np.maximum(within, TINY) * (1 - 1 / each) + between), 0.0)

    sums, squares = means.sum(axis=0), (means**2).sum(axis=1)
    whole = against(own.sum(), squares.sum(), sums, groups)
    return float(whole), against(own.sum() - own, squares.sum() - squares, sums - means, groups - 1)


def thinking_share(won: Sequence[float], players: int) -> Interval:
    """What thinking wins beyond a fair share, of the shares of the win that the one who thinks had in each match."""
    fair = 1 / players
    beyond = [(share - fair) / (1 - fair) for share in (float(np.mean(won)), *wilson(won))]
    return Interval(*(min(1.0, max(0.0, part)) for part in beyond))


# -- matches


class Crossed(Match):
    """A match in which chance has a seed of its own."""

    chance_seed = 0

    def seed_of(self, purpose: str, later: int = 0) -> str:
        usual = super().seed_of(purpose, later)
        return f"{self.chance_seed}:{len(self.played) + later}:{purpose}" if purpose == "chance" else usual


def shares_won(
    game: AnyGame, options: Options, seats: Sequence[str], seed: int, chance_seed: int, most_actions: int
) -> list[float]:
    """How often chance acted, then the share of the win of each seat; all 0 where nobody wins or it is given up."""
    match = Crossed(game, len(seats), options, seats, seed)
    match.chance_seed = chance_seed
    while match.turn is not None and len(match.played) < most_actions:
        match.step()
    won = match.result.winners if match.result else ()
    drawn = sum(line.by is None for line in match.played)
    return [float(drawn), *((seat in won) / len(won) if won else 0.0 for seat in range(1, len(seats) + 1))]


def measured(
    game: AnyGame,
    players: int,
    options: Options,
    seconds: float,
    journal: Path | None = None,
    most_groups: int = 60,
    most_actions: int = 3000,
) -> dict[str, Any] | None:
    """What chance decides and thinking wins, from as many matches as there is time for, half of it for each.

    Seat 1 begins, so that the lot for it is no chance. None if the time is too short for either. Raises what `Answers`
    does.
    """
    if "first_player" in options:
        options = options.but(first_player=1)
    answers = Answers(journal, f"{game.slug} {players} shares", Words("the shares of a game"), "[")

    def played(kind: str, groups: int, each: int) -> Iterator[list[list[float]]]:
        """Groups of matches, of which only whole ones count."""
        end = time.monotonic() + seconds / 2
        for group in range(groups):
            found: list[list[float]] = []
            for number in range(each):
                key = f'["{kind}", {group}, {number}]'
                if kind == "chance" and found and not found[0][0]:
                    found.append(found[0])
                    continue
                if key not in answers.known:
                    if time.monotonic() > end:
                        return
                    thinker: Seat = group % players + 1
                    seats = [ALIKE] * players if kind == "chance" else [PLAIN] * players
                    if kind == "thinking":
                        seats[thinker - 1] = THINKING
                    chance_seed = group * each + number
                    answers.keep(key, shares_won(game, options, seats, group, chance_seed, most_actions))
                found.append(answers.known[key])
            yield found

    with answers.kept():
        groups = list(played("chance", most_groups, GROUP))
        thought = list(played("thinking", most_groups * 2, 1))
    won = [result[0][1 + n % players] for n, result in enumerate(thought) if any(result[0][1:])]  # by anyone
    if len(groups) < FEWEST or len(won) < FEWEST:
        return None
    seen = np.array(groups)
    is_sure = not seen[..., 0].any()  # chance never acted
    return {
        "chance": (Interval(0.0, 0.0, 0.0) if is_sure else chance_share(seen[..., 1:]))._asdict(),
        "thinking": thinking_share(won, players)._asdict(),
        "matches": {"chance": sum(GROUP if group[0][0] else 1 for group in groups), "thinking": len(won)},
        "bots": {"alike": ALIKE, "plain": PLAIN, "thinking": THINKING},
    }
