"""Elo of players from the matches that they played against each other: the Bradley-Terry model.

A player of strength s beats one of strength t with probability 1 / (1 + 10 ** ((t - s) / 400)), strengths in Elo. Found
are the strengths under which the results are most likely. A match of several seats counts as the pairs of which one won
and the other did not; who shares the win draws, and losers say nothing of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

ELO = 400 / log(10)  # Elo points in one unit of the logarithm of odds
PRIOR = 1.0  # drawn matches that every pair has had before: with them a player that never lost has a finite Elo
LONGEST_STEP, CLOSE_ENOUGH, MOST_STEPS = 1.0, 1e-9, 1000  # of Newton's method


class Rating(NamedTuple):
    """The strength of a player."""

    elo: float
    """Above that of the first player, who has 0."""
    error: float
    """One standard error of it."""


def ratings(names: Sequence[str], results: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """The Elo of each of `names`, from the players of each match, seat by seat, and its winners, seats counted from 1.

    A pair of a match of p seats counts 2 / p: that many say as much about two players of equal strength as one match of
    two seats. Seats of the same name say nothing about each other.
    """
    import numpy as np

    number = {name: n for n, name in enumerate(names)}
    won = np.full((len(names), len(names)), PRIOR / 2)
    np.fill_diagonal(won, 0.0)
    for seats, winners in results:
        weight = 2 / len(seats)
        for seat in winners:
            one = number[seats[seat - 1]]
            for rival, name in enumerate(seats, 1):
                if number[name] != one:  # of a draw each of the two takes its half
                    won[one, number[name]] += weight * (0.5 if rival in winners else 1.0)
    met = won + won.T
    strength = np.zeros(len(names))
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        information = np.diag((met * chance * chance.T).sum(1)) - met * chance * chance.T
        inverse = np.linalg.inv(information[1:, 1:])  # the first stays where it is
        step = inverse @ (won - met * chance).sum(1)[1:]
        strength[1:] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    errors = [0.0, *np.sqrt(np.diag(inverse))]
    return {name: Rating(float(ELO * strength[n]), float(ELO * errors[n])) for name, n in number.items()}
