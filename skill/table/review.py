"""A finished match looked through again: what each decision of a player was worth, and where the result turned."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import NamedTuple

from skill.bots.chance import chance_of
from skill.bots.decision import Decision
from skill.bots.registry import HUMAN, find_bot
from skill.bots.search import Search, SearchBot
from skill.bots.thoughtful import can_be_thought
from skill.lattice.notation import ATTEMPT, Action
from skill.rules.game import Seat
from skill.table.record import Record

REVIEW_BOT = "hard"
SURE = 2.0  # standard errors by which another action must have been better
WEIGHTY = 0.05  # part of a win that a decision must have cost to be told of
PLAYED_ON = 10  # times the calls of the rules of a thought that games after one of two actions may take
MOST = 3  # decisions that are told of


class Question(NamedTuple):
    """One decision to be judged."""

    decision: Decision
    """As the bot meets it that judges."""
    number: int
    """Of the action in the record, from 1."""
    played: Action


class Judgement(NamedTuple):
    """What a decision was worth to its player, by what the player could know."""

    number: int
    """Of the action in the record, from 1."""
    seat: Seat
    played: Action
    better: Action
    """What the bot would have done; the same where nothing is known to be better."""
    chance: float
    """To win after what was played, from 0 to 1, by games that were played on to their end. It is not worked out, and
    0, where the bot agrees or sees no great difference, and where a game goes on for too long."""
    better_chance: float
    error: float
    """The standard error of the difference between the two."""

    @property
    def drop(self) -> float:
        """What the decision cost, as a part of a win; 0 where that is not sure."""
        lost = self.better_chance - self.chance
        return lost if lost >= WEIGHTY and lost > SURE * self.error else 0.0


def can_review(record: Record) -> bool:
    """Whether anybody in it had anything to decide by thought."""
    return record.game.kind in ("turns", "hybrid") and can_be_thought(record.game) and bool(record.played)


def questions(record: Record) -> list[Question]:
    """Every decision of a person with more than one choice, in order; of a match without people every bot's.

    Attempts and races are none: there hands and eyes decide.
    """
    game, found = record.game, []
    people = [seat for seat, who in enumerate(record.seats, 1) if HUMAN in who.split("+")]
    seats = people or range(1, record.players + 1)
    bot = find_bot(REVIEW_BOT)
    for number, (line, state) in enumerate(zip(record.played, record.states(), strict=False), 1):
        seat = line.by
        if seat is None or seat not in seats or seat != game.to_move(state) or line.action.verb == ATTEMPT.name:
            continue
        if len(game.moves(state, seat)) > 1:
            decision = Decision(game, bot, game.view(state, seat), seat, f"{record.seed}:{number}:review")
            found.append(Question(decision, number, line.action))
    return found


def judged(question: Question) -> Judgement:
    """Compares what was played with what the bot would have done: in thought, both tried equally often, and where one
    looks better there in games that are played on from both to their end.
    """
    (game, bot, view, seat, seed), number, played = question
    assert isinstance(bot, SearchBot)
    rng = Random(seed)
    better = bot.think(game, view, seat, rng, bot.budget).action
    if better == played:
        return Judgement(number, seat, played, better, 0.0, 0.0, 0.0)
    search = Search(game, view, seat, rng, bot.budget_in(game))
    search.root.priors = dict.fromkeys((better, played), 0.5)
    thought = search.thought()
    one, other = thought.of(played), thought.of(better)
    same = Judgement(number, seat, played, played, 0.0, 0.0, 0.0)
    if not (one.visits and other.visits):
        return same
    lost = other.values[seat - 1] - one.values[seat - 1]
    if lost < WEIGHTY or lost <= SURE * hypot(one.error, other.error):
        return same
    calls = PLAYED_ON * bot.budget
    after, after_better = (chance_of(game, view, seat, action, rng, calls) for action in (played, better))
    if after is None or after_better is None:
        return same
    error = hypot(after.error, after_better.error)
    return Judgement(number, seat, played, better, after.share, after_better.share, error)


def turning_points(judgements: Sequence[Judgement]) -> list[Judgement]:
    """The decisions that cost most, the dearest first; none where all were about as good as any."""
    dear = [judgement for judgement in judgements if judgement.drop]
    return sorted(dear, key=lambda judgement: -judgement.drop)[:MOST]
