"""Where hands without a plan bring the dice of every game of skill, as digests in `moved.txt`: so that no tool, scene
or reading changes unnoticed. `python -m tests.physics.moved --write` after a change that is meant.

The first line says with which numpy they were made: another one may round otherwise, which is soon seen in a heap.
"""

from __future__ import annotations

import sys
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

KEPT = Path(__file__).with_name("moved.txt")
SOON = 30  # actions, within which a game asks for hands
SAMPLES, EVERY = 60, 12  # of one attempt, and after how many of them it is looked at
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


def kept() -> tuple[str, dict[str, str]]:
    """With which numpy it was made, and what was kept of each case."""
    numpy, *lines = KEPT.read_text(encoding="utf-8").splitlines()
    return numpy, dict(line.split(": ", 1) for line in lines)


if __name__ == "__main__":
    text = "".join([f"{versions_here()['numpy']}\n", *(f"{name}: {moved(match)}\n" for name, match in cases())])
    if "--write" in sys.argv:
        KEPT.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
