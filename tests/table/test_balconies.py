"""The taped finger and the hand that mount dice, under the rules of game 08."""

from __future__ import annotations

import pytest

from skill.rules.catalogue import find_game
from skill.rules.game import Attempt as Spec
from skill.table.hands import begin_attempt
from skill.table.match import Match
from skill.table.plans import planned_samples


def mounted(seed: int, time_limit: float) -> float:
    """How many dice a bot mounted in that many seconds without a fall."""
    game = find_game("mountaing")
    match = Match(game, 1, game.options_from({"time_limit": str(time_limit)}), ("greedy",), seed)
    assert isinstance(match.turn, Spec)
    running = begin_attempt(match)
    for sample in planned_samples(match.turn, running, seed):
        running.tick(sample)
        if running.done:
            break
    running.give_up()
    match.play(running.report())
    running.close()
    (count,) = match.game.scores(match.state)
    return count


def test_a_die_is_mounted_in_seven_seconds() -> None:
    assert mounted(1, 7.0) == 1


@pytest.mark.slow
def test_three_dice_and_more_from_most_seeds() -> None:
    counts = [mounted(seed, 18.0) for seed in range(1, 6)]
    assert sum(count >= 3 for count in counts) >= 3, counts
