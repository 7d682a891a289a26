"""What analyses find, and the report tells of it, as digests in `analysed.txt`, for one game of each kind. `python -m
tests.analyse.analysed --write` after a change that is meant.

The wording of the report is not in it; its numbers are.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from skill.analyse.measures import measures
from skill.analyse.report import sections
from skill.analyse.run import Asked, play
from skill.rules.catalogue import find_game
from skill.rules.fact import Fact
from tests.digests import Digests
from tests.rules.said import Plain

KEPT = Digests(Path(__file__).with_name("analysed.txt"))
GAMES = ("masquerade", "sums", "steps-to-the-throne", "summit-storm")
MATCHES = 40
DATED = {"made"}
"""What differs from day to day."""


def analysed(slug: str) -> str:
    """The digest of what is found, and that of what is told of it."""
    game = find_game(slug)
    asked = Asked(game, max(2, game.players[0]), game.options_from({}), matches=MATCHES, ladder=("random", "easy"))
    found = measures(play(asked))
    told = [[_plain(fact) for fact in row] for section in sections(found) for row in section.rows]
    parts = [{key: value for key, value in found.items() if key not in DATED}, told]
    return " ".join(sha256(repr(Plain()(part)).encode()).hexdigest()[:8] for part in parts)


def _plain(fact: Fact) -> Any:
    return {name: str(value) for name, value in fact.values.items()}


if __name__ == "__main__":
    KEPT.main({slug: analysed(slug) for slug in GAMES})
