"""The hint for a person who asks what to do: the action of a bot that thinks ahead, and the reasons for it."""

from __future__ import annotations

from functools import partial
from math import hypot
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.chance import Chance, chance_of
from skill.bots.decision import Decision
from skill.bots.ends import End, proven_end
from skill.bots.registry import find_bot
from skill.bots.solver import Solver, loses_at_once
from skill.bots.thoughtful import CHECKED, can_be_thought
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.game import AnyGame, Seat

if TYPE_CHECKING:
    from skill.bots.search import Candidate, Thought

HINT_BOT = "hard"
PLAYED_ON = 2  # times the calls of the rules of a thought that games after an action may take to count its chance
SURE = 2.0  # standard errors between two values of which one is surely better
WORLDS = 4  # that agree with what is seen, in which a score counts as sure
SEEN = 0.1  # of the visits of the best action that another one needs, so that its value says enough


class Prospect(NamedTuple):
    """What an action leads to."""

    score: float
    """That of the seat right after it."""
    others: float | None
    """The best of the other seats' scores then; None without other seats."""
    ahead: int
    """1 where the seat then stands better than all others by the game's `outlook`, -1 where worse than one, else 0."""
    chance: Chance | None
    """To win, by games that were played on to their end; None where they are too long for enough of them."""
    end: End | None
    """How the match ends then with best play, whatever the seat does not see may be; None where that is not proven."""
    is_over: bool = False
    """Whether it ends at once."""
    freed: int | None = None
    """Where it only takes dice off the heap: how many others may be lifted that could not before."""


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
    calls = PLAYED_ON * bot.budget if len(thought.candidates) > 1 else 0  # type: ignore[attr-defined]
    action = at_once_best(game, thought, view, seat)
    look = partial(prospect_of, game, view, whole, seat, rng=rng)
    best = look(action, found=thought.of(action), calls=calls)
    other = next_best(game, view, thought, action, seat)
    if best.end is not None:
        calls = 0  # there is nothing to be weighed
    now = game.scores(whole)[seat - 1]
    return Hint(action, now, best, other and look(other.action, found=other, calls=calls))


def at_once_best(game: AnyGame, thought: Thought, view: Any, seat: Seat) -> Action:
    """Of the actions that a thought cannot tell apart the one with the best score right after it, which a person sees
    the sense of: the one thought best unless another brings more and is not known to lose."""
    best = next((c for c in thought.candidates if c.action == thought.action and c.visits), None)
    if best is None or best.is_proven or not can_be_thought(game):
        return thought.action

    worlds = [game.determinized(view, seat, Random(n)) for n in range(WORLDS)]

    def score(candidate: Candidate) -> float:
        reached = [game.scores(game.play(world, candidate.action, seat))[seat - 1] for world in worlds]
        return -max(reached) if game.fewer_wins(view) else min(reached)  # whatever it does not see may be

    level = [
        other
        for other in seen_enough(thought)
        if best.values[seat - 1] - other.values[seat - 1] <= SURE * hypot(best.error, other.error)
    ]
    brings = {candidate.action: score(candidate) for candidate in (best, *level)}
    more = [candidate for candidate in level if brings[candidate.action] > brings[best.action]]
    more.sort(key=lambda candidate: -brings[candidate.action])
    return next((one.action for one in more if not is_lost(game, view, seat, one)), best.action)


def is_lost(game: AnyGame, view: Any, seat: Seat, candidate: Candidate) -> bool:
    """Whether an action is surely lost, by what a thought found out about it or since whoever is next wins at once."""
    if proven_end(game, view, seat, candidate.action, candidate) is End.LOSS:
        return True
    return loses_at_once(Solver(game, len(game.scores(view)), CHECKED), view, seat, candidate.action)


def prospect_of(
    game: AnyGame,
    view: Any,
    whole: Any,
    seat: Seat,
    action: Action,
    rng: Random,
    calls: int,
    found: Candidate | None = None,
) -> Prospect:
    """What an action leads to: `whole` is a state that agrees with the view, `calls` what it may cost to play on,
    `found` what a thought found out about it.
    """
    if not can_be_thought(game):
        return Prospect(game.scores(whole)[seat - 1], None, 0, None, None)
    after = game.play(whole, action, seat)
    scores, outlook = game.scores(after), game.outlook(after)
    best = min if game.fewer_wins(after) else max
    others, outlooks = ((*of[: seat - 1], *of[seat:]) for of in (scores, outlook))
    lead = outlook[seat - 1] - max(outlooks, default=outlook[seat - 1])
    end = proven_end(game, view, seat, action, found)
    chance = chance_of(game, view, seat, action, rng, calls) if end is None and calls else None
    ahead = (lead > 0) - (lead < 0)
    freed = freed_by(game.pyramid(whole), game.pyramid(after))
    return Prospect(
        scores[seat - 1], best(others, default=None), ahead, chance, end, game.result(after) is not None, freed
    )


def freed_by(before: Pyramid, after: Pyramid) -> int | None:
    """How many dice may be lifted that could not before; None unless dice are only taken off."""
    if after.mask & ~before.mask or after.mask == before.mask:
        return None
    return len({*after.free()} - {*before.free()})


def next_best(game: AnyGame, view: Any, thought: Thought, action: Action, seat: Seat) -> Candidate | None:
    """The best of all actions but that one, one that is surely lost only if all others are; None if there is none."""
    others = [candidate for candidate in thought.candidates if candidate.action != action]
    seen = [candidate for candidate in seen_enough(thought) if candidate.action != action]
    seen.sort(key=lambda candidate: -candidate.values[seat - 1])
    ordered = list(dict.fromkeys((*seen, *others)))
    if not can_be_thought(game):
        return next(iter(ordered), None)
    kept = (one for one in ordered if proven_end(game, view, seat, one.action, one) is not End.LOSS)
    return next(kept, next(iter(ordered), None))


def seen_enough(thought: Thought) -> list[Candidate]:
    """The actions whose values say enough."""
    enough = SEEN * max((candidate.visits for candidate in thought.candidates), default=0)
    return [candidate for candidate in thought.candidates if candidate.visits and candidate.visits >= enough]
