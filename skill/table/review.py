"""The review of a finished match: the value of each decision of a player, and where the result turned."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import NamedTuple

from skill.bots.chance import Chance, chance_of
from skill.bots.decision import Decision
from skill.bots.ends import End, is_proof, proven_end
from skill.bots.registry import HUMAN, find_bot
from skill.bots.search import Candidate, Search, SearchBot
from skill.bots.solver import Solver, proven_of
from skill.bots.thoughtful import PART, can_be_thought, proven_candidate
from skill.lattice.notation import ATTEMPT, Action
from skill.rules.game import Seat
from skill.table.record import Record

REVIEW_BOT = "hard"
SURE = 2.0  # standard errors by which another action must have been better
WEIGHTY = 0.05  # part of a win that a decision must have cost to be told of
PLAYED_ON = 10  # times the calls of the rules of a thought that games after one of two actions may take
MOST = 3  # decisions that are told of
SURE_SHARES = {End.WIN: 1.0, End.LOSS: 0.0}


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
    """To win after what was played, from 0 to 1, as is proven or by games that were played on to their end; a shared
    win counts as its share. It is not worked out, and 0, where the bot agrees or sees no great difference, and where a
    game goes on for too long; an even share where only the better one is proven to win."""
    better_chance: float
    error: float
    """The standard error of the difference between the two."""
    end: End | None = None
    """What is proven of the end after what was played."""
    better_end: End | None = None
    counted: tuple[Chance | None, Chance | None] = (None, None)
    """The games after what was played and after the better action, as far as they were played on."""
    is_known: bool = True
    """Whether anything is known of what was played."""

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
    """Compares what was played with what the bot would have done: by what is proven of them; else in thought, both
    tried equally often, and where one looks better there in games that are played on from both to their end.
    """
    (game, bot, view, seat, seed), number, played = question
    assert isinstance(bot, SearchBot)
    rng = Random(seed)
    first = bot.think(game, view, seat, rng, bot.budget)
    better = first.action
    same = Judgement(number, seat, played, played, 0.0, 0.0, 0.0)
    if better == played:
        return same
    one, other = first.of(played), first.of(better)
    if is_proof(game, view, other):
        one = _proven(question, one)
    elif not is_proof(game, view, one):
        search = Search(game, view, seat, rng, bot.budget_in(game))
        search.root.priors = dict.fromkeys((better, played), 0.5)
        thought = search.thought()
        one, other = thought.of(played), thought.of(better)
        if not (one.visits and other.visits):
            return same
        lost = other.values[seat - 1] - one.values[seat - 1]
        if lost < WEIGHTY or lost <= SURE * hypot(one.error, other.error):
            return same
    ends = proven_end(game, view, seat, played, one), proven_end(game, view, seat, better, other)
    calls = PLAYED_ON * bot.budget
    shares: list[float] = []
    counted: list[Chance | None] = []
    for candidate, end in zip((one, other), ends, strict=True):
        chance = None
        if end in SURE_SHARES:
            shares.append(SURE_SHARES[end])
        elif is_proof(game, view, candidate):
            shares.append(candidate.values[seat - 1])
        elif chance := chance_of(game, view, seat, candidate.action, rng, calls):
            shares.append(chance.share)
        elif candidate is one and ends[1] is End.WIN:
            even = 1 / len(game.scores(view))
            return Judgement(number, seat, played, better, even, 1.0, 0.0, None, End.WIN, is_known=False)
        else:
            return same
        counted.append(chance)
    error = hypot(*(chance.error for chance in counted if chance))
    return Judgement(number, seat, played, better, shares[0], shares[1], error, *ends, (counted[0], counted[1]))


def _proven(question: Question, candidate: Candidate) -> Candidate:
    """What is proven of what was played, of which a thought that has found something better says nothing."""
    game, bot, view, seat, _ = question.decision
    assert isinstance(bot, SearchBot)
    if candidate.is_proven:
        return candidate
    players, state = len(game.scores(view)), game.without_hands(view)
    solver = Solver(game, players, bot.budget // PART, bot.budget)
    (low, high), is_mean = proven_of(solver, state, seat, candidate.action)
    return (
        proven_candidate(candidate.action, candidate.prior, low, seat, players, is_mean) if low == high else candidate
    )


def turning_points(judgements: Sequence[Judgement]) -> list[Judgement]:
    """The decisions that cost most, the dearest first; none where all were about as good as any."""
    dear = [judgement for judgement in judgements if judgement.drop]
    return sorted(dear, key=lambda judgement: -judgement.drop)[:MOST]
