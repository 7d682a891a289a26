"""Where hands without a plan bring the dice of every game of skill, as digests in `moved.txt`: so that no tool, scene
or reading changes unnoticed. `python -m tests.physics.moved --write` after a change that is meant.

The first line says with which numpy they were made: another one may round otherwise, which is soon seen in a heap.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

from skill.bots.planners import random_samples
from skill.physics.versions import versions_here
from skill.rules.catalogue import all_games
from skill.rules.game import AttemptSpec
from skill.table.attempts import begin_attempt
from skill.table.match import Match
from tests.digests import of_numpy

KEPT = of_numpy(Path(__file__).with_name("moved.txt"), versions_here()["numpy"])
SOON = 30  # actions, within which a game asks for hands
SAMPLES, EVERY = 60, 12  # of one attempt, and after how many of them it is looked at
DEAR = {"captain-flint"}  # a scene of the whole heap
COARSE = 2  # decimals of an edge


def cases() -> Iterator[tuple[str, Match]]:
    """The first attempt of every game of hands, in each scene that an option gives it."""
    for game in all_games():
        if game.kind not in ("physics", "hybrid"):
            continue
        scenes = set[str]()
        for given in [{}, *({o.name: value} for o in game.options for value in o.choices if not o.is_range)]:
            options = game.options_from(given)
            players = game.seats(options)[0]
            match = Match(game, players, options, ("random",) * players, 4)
            while not match.needs_hands() and len(match.played) < SOON:
                match.step()
            if isinstance(match.turn, AttemptSpec) and match.turn.scene not in scenes:
                scenes.add(match.turn.scene)
                yield f"{game.slug} {match.turn.scene}", match


def quick_cases() -> dict[str, Match]:
    """Those that take no long time: without a heap in which hands are the same as in others."""
    return {name: match for name, match in cases() if name.split()[-1] not in DEAR}


def moved(match: Match) -> str:
    """The digest of what is read now and then in an attempt."""
    running, seen = begin_attempt(match), sha256()
    for n, sample in enumerate(islice(random_samples(running, 7), SAMPLES), 1):
        running.tick(sample)
        if n % EVERY == 0 or running.done:
            reading = running.reading()
            dice = [(*die[:3], die.off, die.held, [round(x, COARSE) + 0.0 for x in die.at]) for die in reading.dice]
            seen.update(repr((reading.settled, round(reading.tilt_deg, 1) + 0.0, reading.taken, dice)).encode())
        if running.done:
            break
    running.close()
    return f"{len(running.trace.samples)} {seen.hexdigest()[:10]}"


if __name__ == "__main__":
    KEPT.main({name: moved(match) for name, match in cases()})
