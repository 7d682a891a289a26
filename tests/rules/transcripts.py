"""Transcripts: one random game of each as a readable record. Write them anew with

    python -m tests.rules.transcripts [SLUG ...]

`--write` writes those of games that have none yet: what is there is the record of a match, which has to stay playable.

Every line carries, as a comment, how many moves were legal and what each seat has afterwards.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skill.rules.catalogue import all_games
from skill.rules.game import CHANCE, AnyGame
from skill.table.record import Played, Record, parse_record
from tests.rules.playouts import playout

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
SEED = 7


def new_text(game: AnyGame) -> str:
    """The transcript of a random game with the fewest players."""
    players = game.players[0]
    played = [
        Played(by if isinstance(by, int) else None, action)
        for _, by, action in playout(game, SEED, players)
        if action is not None
    ]
    record = Record(game, players, game.options_from({}), ("random",) * players, SEED, None, tuple(played))
    return annotated(record)


def annotated(record: Record) -> str:
    """The record with its comments and its result."""
    game, states, lines = record.game, list(record.states()), []
    for line, before, after in zip(record.played, states, states[1:], strict=False):
        by = CHANCE if line.by is None else line.by
        count = len(game.moves(before, by if isinstance(by, int) else None))
        scores = " ".join(f"{score:g}" for score in game.scores(after))
        lines.append(f"{line}  # {count} legal; {scores}\n")
    return record._replace(result=str(game.result(states[-1]))).head() + "".join(lines)


def checked_text(text: str, source: str) -> str:
    """What the transcript `text` should be: its actions replayed and annotated again."""
    return annotated(parse_record(text, source))


if __name__ == "__main__":
    named = set(sys.argv[1:])
    for found in all_games():
        path = TRANSCRIPTS / f"{found.slug}.txt"
        if not named or found.slug in named or ("--write" in named and not path.exists()):
            TRANSCRIPTS.mkdir(exist_ok=True)
            path.write_text(new_text(found))
