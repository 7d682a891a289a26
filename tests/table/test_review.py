"""The review of a match: which decisions are judged, that a blunder is found, and that good play has none."""

from __future__ import annotations

import pytest

from skill.bots.search import SearchBot
from skill.lattice.notation import ROLL
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.record import Played
from skill.table.review import Judgement, can_review, judged, questions, turning_points
from tests.bots.test_search import Nim

NIM = Nim()


def played(*taken: int, seats: tuple[str, str] = ("human", "greedy")) -> Match:
    """A match in which so many were taken one after another, by the first player first."""
    match = Match(NIM, 2, NIM.options_from({"first_player": 1}), seats, seed=1)
    for number in taken:
        match.play(ROLL(number))
    return match


def test_a_blunder_is_found_with_what_was_better() -> None:
    match = played(2, 1, 1, 2, 1, 3)  # of 7 left the third action takes 1 and leaves 6; 3 would have left 4 and won
    assert match.result is not None and match.result.winners == (2,)
    asked = questions(match.record)
    assert [question.number for question in asked] == [1, 3, 5]  # of the person alone
    [point] = turning_points(list(map(judged, asked)))
    assert (point.number, point.seat, point.played, point.better) == (3, 1, ROLL(1), ROLL(3))
    assert point.better_chance > 0.8 > 0.5 > point.chance and point.drop == point.better_chance - point.chance


def test_without_a_person_every_bot_is_judged_and_what_leaves_no_choice_is_not() -> None:
    match = played(2, 3, 3, 1, 1, seats=("greedy", "random"))
    assert [question.number for question in questions(match.record)] == [1, 2, 3, 4]  # of the last one left, one


def test_what_is_not_sure_or_hardly_matters_is_not_told() -> None:
    def judgement(number: int, chance: float, error: float = 0.01) -> Judgement:
        return Judgement(number, 1, ROLL(1), ROLL(2), chance, 0.6, error)

    found = turning_points([judgement(1, 0.58), judgement(2, 0.3), judgement(3, 0.2), judgement(4, 0.1, 0.4)])
    assert [point.number for point in found] == [3, 2]


@pytest.mark.parametrize(("slug", "expected"), [("faraday", False), ("sums", False), ("rasanto", True)])
def test_games_of_hands_and_races_have_nothing_to_review(slug: str, expected: bool) -> None:
    game = find_game(slug)
    record = Match(game, game.players[0]).record
    assert not can_review(record)  # nothing was played
    assert can_review(record._replace(played=(Played(1, ROLL(1)),))) is expected


def test_what_the_bot_hardly_thought_about_is_not_judged() -> None:
    asked = questions(played(2, 1, 1, 2, 1, 3).record)[1]
    for budget in (1, 2, 3, 5, 8):
        bot = asked.decision.bot
        assert isinstance(bot, SearchBot)
        short = SearchBot(bot.name, bot.strength, budget)
        given = judged(asked._replace(decision=asked.decision._replace(bot=short), played=ROLL(2)))
        assert given.drop == 0
        if not given.error:
            assert given == Judgement(3, 1, ROLL(2), given.better, 0.0, 0.0, 0.0)
