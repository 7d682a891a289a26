"""The hand that takes dice out of the pyramid, under the rules of game 06."""

from __future__ import annotations

import pytest

from skill.rules.catalogue import find_game
from skill.rules.game import Attempt as Spec
from skill.table.hands import begin_attempt
from skill.table.match import Match
from skill.table.plans import planned_samples


def taken(seed: int, time_limit: float) -> float:
    """How many dice a bot took in that many seconds while the top stayed."""
    game = find_game("dice-mikado")
    options = game.options_from({"time_limit": str(time_limit)})
    match = Match(game, 1, options, ("greedy",), seed)
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


def test_two_dice_are_taken_in_five_seconds() -> None:
    assert taken(3, 5.0) == 2


@pytest.mark.slow
def test_five_dice_and_more_from_most_seeds() -> None:
    counts = [taken(seed, 14.0) for seed in range(1, 6)]
    assert sum(count >= 5 for count in counts) >= 3, counts
