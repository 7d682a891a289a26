"""Kept records: games of skill that bots won, each with its traces beside it. Write one anew with

    python -m tests.table.records SLUG SEED [NAME=VALUE ...]

for one seat and one attempt unless an option says otherwise; it prints the result.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skill.rules.catalogue import find_game
from skill.table.attempts import play_out
from skill.table.match import Match
from skill.table.record import read_record, trace_name

RECORDS = Path(__file__).parents[1] / "records"
BOT = "greedy"


def write(slug: str, seed: int, settings: list[str]) -> Match:
    """Lets a bot play and keeps the record in place of an older one."""
    game = find_game(slug)
    chosen = {"attempts": "1"} if any(option.name == "attempts" for option in game.options) else {}
    chosen.update(setting.split("=", 1) for setting in settings)
    path = RECORDS / f"{game.slug}.txt"
    if path.exists():
        for line in read_record(path).played:
            if name := trace_name(line.action):
                (RECORDS / name).unlink()
    match = Match(game, game.players[0], game.options_from(chosen), (BOT,) * game.players[0], seed)
    play_out(match, RECORDS)
    path.write_text(str(match.record), encoding="utf-8")
    return match


if __name__ == "__main__":
    slug, seed, *settings = sys.argv[1:]
    print(write(slug, int(seed), settings).result)  # noqa: T201
