"""The review of a match: which decisions are judged, that a blunder is found, and that good play has none."""

from __future__ import annotations

import pytest

from skill.app.play.replay.reviewer import point_text
from skill.bots.chance import Chance
from skill.bots.decision import Decision
from skill.bots.ends import End
from skill.bots.registry import find_bot
from skill.bots.search import SearchBot
from skill.lattice.notation import ROLL, Action
from skill.rules.catalogue import find_game
from skill.rules.game import Turn
from skill.table.match import Match
from skill.table.record import Played
from skill.table.review import WEIGHTY, Judgement, Question, can_review, judged, questions, turning_points
from tests.bots.test_search import Heap, Nim

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
    assert (point.better_chance, point.chance, point.drop) == (1.0, 0.0, 1.0)
    assert (point.better_end, point.end) == (End.WIN, End.LOSS)
    told = point_text(match.record, point)
    assert told.endswith("That wins with best play; what was chosen loses.") and "about" not in told


class Long(Nim):
    """Whoever takes the last ones wins; but of 3 left, whoever takes 1 makes them 1000."""

    def play(self, state: Heap, action: Action, by: Turn = None) -> Heap:
        if state.left == 3 and action[1] == 1:
            return Heap(1000, 3 - state.seat, 2)
        return super().play(state, action, by)


def test_a_win_at_once_that_was_missed_is_told_even_if_the_match_then_lasts_for_long() -> None:
    decision = Decision(Long(), find_bot("hard"), Heap(3, 1, 2), 1, "seed")
    point = judged(Question(decision, 1, ROLL(1)))
    assert point.better == ROLL(3) and point.better_end is End.WIN and not point.is_known and point.drop >= WEIGHTY
    assert point_text(played(1).record, point).endswith("the match is too long to say what comes of what was chosen.")


def test_another_win_that_was_missed_is_none() -> None:
    """Of 3 left it takes the last ones; whoever takes two of 6 leaves 4, which wins as surely."""
    decision = Decision(Nim(), find_bot("hard"), Heap(6, 1, 2), 1, "seed")
    assert judged(Question(decision, 1, ROLL(2))).drop == 0


@pytest.mark.parametrize(
    ("end", "better_end", "counted", "said"),
    [
        (End.DRAW, End.WIN, (None, None), "That wins with best play; what was chosen is a draw."),
        (End.LOSS, End.DRAW, (None, None), "That is a draw with best play; what was chosen loses."),
        (None, End.WIN, (Chance(20, 60), None), "would win about 20 of 100 matches that go on from here, give or take"),
        (None, None, (Chance(5, 60, 30, 15.0), Chance(20, 60, 30, 15.0)), "34 and draw about 50 of 100 matches"),
        (None, End.DRAW, (Chance(5, 60, 30, 15.0), None), "A draw counts as its part of the win."),
        (None, None, (Chance(5, 60), Chance(30, 60)), "about 50 of 100 matches that go on from here, and not 20; the"),
    ],
)
def test_a_turning_point_tells_what_is_proven_and_draws_apart_from_wins(
    end: End | None, better_end: End | None, counted: tuple[Chance | None, Chance | None], said: str
) -> None:
    point = Judgement(1, 1, ROLL(1), ROLL(2), 0.2, 0.5, 0.01, end, better_end, counted)
    assert said in point_text(played(1).record, point)


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
