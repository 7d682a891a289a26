"""What is said to a person who asks what to do: the action of a bot that thinks ahead, and what speaks for it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from skill.bots.decision import Decision
from skill.bots.registry import find_bot
from skill.bots.thoughtful import can_be_thought
from skill.lattice.notation import Action
from skill.rules.game import AnyGame, Seat

if TYPE_CHECKING:
    from skill.bots.search import Candidate, Thought

HINT_BOT = "hard"
SEEN = 0.1  # of the visits of the best action that another one needs, so that its value says enough


class Prospect(NamedTuple):
    """What an action leads to."""

    score: float
    """That of the seat right after it."""
    chance: float | None
    """To win, from 0 to 1, as the bot sees it; None where it has not looked."""
    wins: bool
    """Whether the match is over then and the seat has won, or shares the win."""


class Hint(NamedTuple):
    """An action, and what speaks for it."""

    action: Action
    score: float
    """That of the seat before it."""
    best: Prospect
    other: Prospect | None
    """What the next best action leads to; None if there is no other."""


def hint_question(game: AnyGame, view: object, seat: Seat, seed: str) -> Decision:
    """What `hint_for` is asked: `view` is that of the seat, which is to move."""
    return Decision(game, find_bot(HINT_BOT), view, seat, seed)


def hint_for(question: Decision) -> Hint:
    """What the bot of the question would do, and why."""
    game, bot, view, seat, seed = question
    rng = Random(seed)
    thought: Thought = bot.think(game, view, seat, rng, bot.budget)  # type: ignore[attr-defined]
    whole = game.determinized(view, seat, rng)
    now = game.scores(whole)[seat - 1]

    def prospect(candidate: Candidate) -> Prospect:
        if not can_be_thought(game):
            return Prospect(now, None, False)
        after = game.play(whole, candidate.action, seat)
        result = game.result(after)
        chance = candidate.values[seat - 1] if candidate.visits else None
        return Prospect(game.scores(after)[seat - 1], chance, result is not None and seat in result.winners)

    other = next_best(thought, seat)
    return Hint(
        thought.action,
        now,
        prospect(thought.of(thought.action)),
        other and prospect(other),
    )


def next_best(thought: Thought, seat: Seat) -> Candidate | None:
    """The best of all actions but the one of the thought; None if that is the only one."""
    others = [candidate for candidate in thought.candidates if candidate.action != thought.action]
    enough = SEEN * max((candidate.visits for candidate in thought.candidates), default=0)
    seen = [candidate for candidate in others if candidate.visits and candidate.visits >= enough]
    if seen:
        return max(seen, key=lambda candidate: candidate.values[seat - 1])
    return others[0] if others else None
