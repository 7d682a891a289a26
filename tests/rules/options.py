"""Every option of every game with its default and its values, one a line, as they were held against the rule books:
`python -m tests.rules.options --write` after a change that is meant.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skill.rules.catalogue import all_games

KEPT = Path(__file__).with_name("options.txt")


def listed() -> str:
    """The lines of all games, and for each the fewest and the most players."""
    lines = []
    for game in all_games():
        lines.append(f"{game.number} {game.slug}: {game.players[0]} to {game.players[1]} players")
        lines += [f"    {option.name} = {option.default!r}: {option.expected}" for option in game.all_options]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        KEPT.write_text(listed(), encoding="utf-8")
    else:
        sys.stdout.write(listed())
