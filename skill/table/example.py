"""An example of a game: a few acts of bots, from a seed that shows what is typical of it. Nothing of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from skill.lattice.notation import ATTEMPT, Action
from skill.rules.game import ANYONE, AnyGame, AttemptSpec, Seat
from skill.table.attempts import bot_attempt
from skill.table.match import Match
from skill.table.record import Record
from skill.table.shipped_examples import kept_example

BOT = "greedy"
ACTS = 12  # of seats
MOST_ACTS = 24  # where some that were offered in the first round have not come yet
MOST_STEPS = 300  # of chance and seats together
SEEDS = 8  # of which the most telling is taken
ATTEMPTS = 6  # of hands that throw
SIFTED = 60  # actions of a kind, at most, of which the best is looked for


class Asked(NamedTuple):
    """Of which game an example is wanted."""

    game: AnyGame
    """First of all: in another process a game from a file must be known before anything of it."""
    players: int
    folder: Path
    """Where the traces of attempts are written."""


class Example(NamedTuple):
    """An example, and what it was chosen by."""

    record: Record
    offered: frozenset[str]
    """The names of the verbs that seats had to choose from in the first round."""
    shown: frozenset[str]
    """Those of the verbs of all acts of seats in it."""
    takes: bool
    """Whether dice are taken off the plate."""
    scores: bool
    """Whether a score changes."""
    refusals: int
    """How often a seat could do nothing but what needs no die."""

    @property
    def missing(self) -> frozenset[str]:
        """What was offered in the first round, and is not shown."""
        return self.offered - self.shown


def example(asked: Asked) -> Example:
    """The example of a game: of several matches the one that leaves out fewest verbs of its first round, takes dice,
    scores and refuses, in this order; among equals the one with the lowest seed. A game in which hands must try has one
    match, that which is kept if one is. Raises what attempts and `kept_example` do."""
    if kept := kept_example(asked.game, asked.folder):
        shown = frozenset(line.action.verb for line in kept.played if line.by is not None)
        return Example(kept, frozenset({ATTEMPT.name}), shown, takes=False, scores=True, refusals=0)
    first = _played(asked, 1)
    if any(line.action.verb == ATTEMPT.name for line in first.record.played):
        return first
    found = [first, *(_played(asked, seed) for seed in range(2, SEEDS + 1))]
    return max(found, key=lambda e: (-len(e.missing), e.takes, e.scores, min(1, e.refusals), -e.record.seed))


def _played(asked: Asked, seed: int) -> Example:
    game, players = asked.game, asked.players
    match = Match(game, players, game.options_from({}), (BOT,) * players, seed)
    offered: set[str] = set()
    shown: set[str] = set()
    moved: set[Seat] = set()
    acts = tries = refusals = 0
    takes = scores = False
    while match.turn is not None and len(match.played) < MOST_STEPS and tries < ATTEMPTS:
        if acts >= MOST_ACTS or (acts >= ACTS and offered <= shown):
            break
        before, turn = match.state, match.turn
        if isinstance(turn, AttemptSpec):
            bot_attempt(match, asked.folder)
            tries += 1
        elif isinstance(turn, int) or turn is ANYONE:
            seats = [turn] if isinstance(turn, int) else range(1, players + 1)
            moves = [(seat, action) for seat in seats for action in match.moves(seat)]
            if len(moved) < players:
                offered |= {action.verb for _, action in moves}
            refusals += bool(moves) and not any(action.arguments for _, action in moves)
            if act := _new(match, moves, shown, is_late=acts >= ACTS // 2):
                match.play(act[1], act[0])
            else:
                match.step()
            by, action = match.played[-1]
            if by is not None:
                moved.add(by)
                shown.add(action.verb)
            acts += 1
        else:
            match.step()
        if match.played[-1].by is not None:
            takes |= len(game.pyramid(match.state)) < len(game.pyramid(before))
            scores |= game.scores(match.state) != game.scores(before)
    return Example(match.record, frozenset(offered), frozenset(shown), takes, scores, refusals)


def _new(
    match: Match, moves: Sequence[tuple[Seat, Action]], shown: set[str], *, is_late: bool
) -> tuple[Seat, Action] | None:
    """An act of a kind that was not shown yet, unless the match would be over by it; one that touches nothing late.

    Of several the one that looks best to its seat. Every other act is left to the bot.
    """
    if len(match.played) % 2 and not is_late:
        return None
    game, state = match.game, match.state
    new = [(seat, action) for seat, action in moves if action.verb not in shown and (action.arguments or is_late)]
    lasting = [(s, a) for s, a in new[:SIFTED] if game.result(game.play(state, a, s)) is None]
    return max(lasting, key=lambda each: game.worth(match.view(each[0]), each[1], each[0]), default=None)
