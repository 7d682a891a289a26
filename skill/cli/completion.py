"""What a shell may complete a word to: games, their options, bots and scenes, looked up only when a shell asks.

Each function answers with all that fits, as words with what they mean; Typer leaves out what does not begin as typed.
No file is run for it: a game in a `.py` file has no options here.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from skill.errors import SkillboxError

if TYPE_CHECKING:
    from skill.rules.game import AnyGame

Words = list[tuple[str, str]]


def games() -> Words:
    """Slugs and titles."""
    from skill.rules.catalogue import all_games

    with suppress(SkillboxError):  # a package with a faulty game: any command tells of it, a shell's prompt does not
        return [(game.slug, game.title) for game in all_games()]
    return []


def settings(ctx: typer.Context) -> Words:
    """`OPTION=VALUE` of the game named before; of a range of numbers its default, lowest and highest."""
    game = _game_of(ctx)
    options = () if game is None else game.all_options
    return [
        (f"{option.name}={value}", option.help)
        for option in options
        for value in dict.fromkeys((option.default, *option.choices))
    ]


def bots(incomplete: str) -> Words:
    """Bots, one after another with commas."""
    from skill.bots.registry import all_bots

    before = incomplete.rpartition(",")[0]
    return [(f"{before},{name}" if before else name, "") for name in all_bots()]


def seats(ctx: typer.Context, incomplete: str) -> Words:
    """`N=WHO` for every seat that the game named before may have."""
    from skill.bots.registry import sitters

    game = _game_of(ctx)
    if game is None:
        return []
    most = max(high for _, high in (game.players, *game.players_with.values()))
    team = incomplete.partition("=")[2].rpartition("+")
    return [(f"{n}={team[0]}{team[1]}{who}", "") for n in range(1, most + 1) for who in sitters()]


def scenes() -> Words:
    """Scenes, the user's own included."""
    from skill.physics.scene import scene_names

    return [(name, "") for name in scene_names()]


def _game_of(context: typer.Context) -> AnyGame | None:
    from skill.rules.catalogue import find_game

    # After an option that still lacks its value, what stands before it has not been sorted into parameters yet.
    name = next(iter(context.args), None) or context.params.get("game_name") or ""
    with suppress(SkillboxError):
        return find_game(name)
    return None
