"""Elo of players from the matches that they played against each other: the Bradley-Terry model.

A player of strength s beats one of strength t with probability 1 / (1 + 10 ** ((t - s) / 400)), strengths in Elo. The
result is the strengths under which the matches are most likely. A match of several seats counts as one match for each
pair of a winner and a loser; winners who share draw with each other, and losers are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.intervals import bound

if TYPE_CHECKING:
    import numpy.typing as npt

ELO = 400 / log(10)  # Elo points in one unit of the logarithm of odds
PRIOR = 1.0  # drawn matches that a pair that met has had before: with them a player that never lost has a finite Elo
SLIGHT = 1e-6  # likewise of any pair, so that those who never met, in no way at all, have one too
LONGEST_STEP, CLOSE_ENOUGH, MOST_STEPS = 1.0, 1e-9, 1000  # of Newton's method


class Rating(NamedTuple):
    """The strength of a player."""

    elo: float
    """Above that of the first player, who has 0."""
    error: float
    """One standard error of it."""
    low: float | None
    """Between what it lies with 95 %; None where nothing bounds it, as above who never lost."""
    high: float | None


def ratings(names: Sequence[str], results: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """The Elo of each of `names`, from the players of each match, seat by seat, and its winners, seats counted from 1.

    A pair of a match of p seats counts 2 / p: that many say as much about two players of equal strength as one match of
    two seats. Seats of the same name say nothing about each other.
    """
    import numpy as np

    number = {name: n for n, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    met = np.zeros((len(names), len(names)), dtype=bool)
    for seats, winners in results:
        weight = 2 / len(seats)
        sat = sorted({number[name] for name in seats})
        met[np.ix_(sat, sat)] = True
        for seat in winners:
            one = number[seats[seat - 1]]
            for rival, name in enumerate(seats, 1):
                if number[name] != one:  # of a draw each of the two takes its half
                    won[one, number[name]] += weight * (0.5 if rival in winners else 1.0)
    np.fill_diagonal(met, False)
    others = ~np.eye(len(names), dtype=bool)
    strength, errors = _fitted(won + others * np.where(met, PRIOR / 2, SLIGHT / 2))
    half, over = bound() * errors, _chains(won)
    return {
        name: Rating(
            float(ELO * strength[n]),
            float(ELO * errors[n]),
            float(ELO * (strength - half)[n]) if over[n, 0] else None,
            float(ELO * (strength + half)[n]) if over[0, n] else None,
        )
        for name, n in number.items()
    }


def _fitted(won: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The strengths under which it is most likely that each has won so often against each other, that of the first 0,
    and their standard errors."""
    import numpy as np

    met = won + won.T
    strength, errors = np.zeros(len(won)), np.zeros(len(won))
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        information = np.diag((met * chance * chance.T).sum(1)) - met * chance * chance.T
        inverse = np.linalg.inv(information[1:, 1:])  # the first stays where it is
        step = inverse @ (won - met * chance).sum(1)[1:]
        strength[1:] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    errors[1:] = np.sqrt(np.diag(inverse))
    return strength, errors


def _chains(won: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Whether each has ever won against each other, or against one who has, and so on: else it may be any weaker."""
    import numpy as np

    over = (won > 0) | np.eye(len(won), dtype=bool)
    for _ in range(len(won)):
        over = over @ over
    return over
