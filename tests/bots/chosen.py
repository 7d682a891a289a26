"""What bots choose in some states of every game, as digests in `chosen.txt`: so that neither thought, worth nor
reactions change unnoticed. `python -m tests.bots.chosen --write` after a change that is meant.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from skill.bots.bot import Claim
from skill.bots.decision import Decision
from skill.bots.hint import Hint, hint_for
from skill.bots.registry import all_bots
from skill.bots.thoughtful import ThoughtfulBot
from skill.rules.catalogue import all_games
from skill.rules.game import ANYONE, AnyGame
from tests.digests import Digests
from tests.rules.playouts import playout

KEPT = Digests(Path(__file__).with_name("chosen.txt"))
STATES = 300  # of a random game, the first ones
LOOKS = 12  # states in which quick bots choose
CALLS, THOUGHTS = 400, 3  # of the rules, in so many states each, by those that think
QUICK = ("random", "easy", "greedy")


def chosen(game: AnyGame) -> dict[str, str]:
    """For each way to decide the digest of what was decided; nothing where hands alone do."""
    found: dict[str, Any] = {}

    def add(name: str, value: Any) -> None:
        found.setdefault(name, sha256()).update(repr(value).encode())

    states = [
        (state, seat)
        for state, turn, _ in islice(playout(game, 5), STATES)
        if turn is not None and (seat := _asked(game, state)) and len(game.moves(game.view(state, seat), seat)) > 1
    ]
    bots = all_bots()
    thinker = ThoughtfulBot("thinker", 3, CALLS, bots["medium"].ability)  # type: ignore[attr-defined]
    for n, (state, seat) in enumerate(states[:: max(1, len(states) // LOOKS)][:LOOKS]):
        view, seed = game.view(state, seat), f"{game.slug}:{n}"
        for name in QUICK:
            add(name, str(bots[name].choose(game, view, seat, Random(seed))))
        if game.kind == "race":
            for name, bot in bots.items():
                add(f"{name} claims", _claimed(bot.claim(game, view, seat, Random(seed))))
        if n % (LOOKS // THOUGHTS) == 0:
            thought = thinker.think(game, view, seat, Random(seed), CALLS)
            add("thinks", [str(thought.action), str(thought.usual), thought.calls])
            for candidate in thought.candidates:
                numbers = (candidate.prior, candidate.error, *candidate.values)
                add("weighs", [str(candidate.action), candidate.visits, [f"{value:.4g}" for value in numbers]])
            add("hints", _hinted(hint_for(Decision(game, thinker, view, seat, seed))))
    return {name: one.hexdigest()[:8] for name, one in found.items()}


def _asked(game: AnyGame, state: Any) -> int:
    """The seat that is to move, in a race the first that can; 0 for none."""
    turn = game.to_move(state)
    if turn is ANYONE:
        return next((seat for seat in game.race_order(state) if game.moves(game.view(state, seat), seat)), 0)  # type: ignore
    return turn if isinstance(turn, int) else 0


def _claimed(claim: Claim | None) -> object:
    return claim and (f"{claim[0]:.4g}", str(claim[1]))


def _hinted(hint: Hint) -> object:
    prospects = [
        one and (f"{one.score:.4g}", one.others is not None and f"{one.others:.4g}", one.ahead, one.chance, one.end)
        for one in (hint.best, hint.other)
    ]
    return str(hint.action), f"{hint.score:.4g}", prospects


def line_of(game: AnyGame) -> str:
    """What is kept of a game: nothing where bots never choose."""
    return ", ".join(f"{name} {digest}" for name, digest in chosen(game).items())


if __name__ == "__main__":
    KEPT.main({game.slug: line for game in all_games() if (line := line_of(game))})
