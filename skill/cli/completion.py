"""Completion in the shell: games, their options, bots and scenes, looked up only when a shell asks.

Each function returns all possible words with their meanings; Typer leaves out those that do not begin as typed. No file
is run for it, so the options of a game in a `.py` file are not completed.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from skill.errors import SkillboxError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skill.rules.game import AnyGame
    from skill.rules.listing import Listed

Words = list[tuple[str, str]]
BEFORE = "SKILLBOX_COMPLETES_AFTER"
"""The environment variable with what Bash has broken off before the word that it asks for."""


def join_words_of_bash() -> None:
    """Bash breaks words at `=` and completes what stands behind it; puts them together for those who read the line."""
    if os.environ.get("_SKILLBOX_COMPLETE") != "complete_bash":
        return
    words = os.environ.get("COMP_WORDS", "").split("\n")
    asked = os.environ.get("COMP_CWORD", "")
    if not re.fullmatch("[0-9]{1,6}", asked) or int(asked) >= len(words):  # then it is the last one
        asked = str(len(words) - 1)
    os.environ.update({"COMP_WORDS": "\n".join(words), "COMP_CWORD": asked})
    typed = words[: int(asked) + 1]
    if "=" not in typed:  # nothing is broken, or by the user's wish words are not
        return
    words = "\n".join(typed).replace("\n=", "=").replace("=\n", "=").split("\n")
    if words[-1].startswith("--"):
        words[-1:] = words[-1].split("=", 1)
    before, equals, last = words.pop().rpartition("=")
    os.environ.update({BEFORE: before + equals, "COMP_WORDS": "\n".join([*words, last]), "COMP_CWORD": str(len(words))})


def _behind(before: str, words: Words) -> Words:
    """Of words that begin so what follows."""
    return [(word.removeprefix(before), told) for word, told in words if word.startswith(before)]


def games() -> Words:
    """Slugs and titles."""
    from skill.app.i18n import tr

    with suppress(SkillboxError):  # a package with a faulty game: any command tells of it, a shell's prompt does not
        return [(game.slug, tr(game.title)) for game in listed_games()]
    return []


def listed_games() -> Sequence[Listed]:
    """Every game as it is listed. They are loaded only where not all of them are at hand."""
    from skill.programs import kept_programs
    from skill.rules.listing import games_at_hand, may_be_elsewhere

    if (own := games_at_hand()) is not None and not may_be_elsewhere() and not kept_programs():
        return own
    from skill.rules.catalogue import known_games, listed

    return [*map(listed, known_games())]


def settings(ctx: typer.Context) -> Words:
    """`OPTION=VALUE` of the game named before; of a range of numbers its default, lowest and highest."""
    from skill.app.i18n import tr

    game = _game_of(ctx)
    options = () if game is None else game.all_options
    words = [
        (f"{option.name}={value}", tr(dict(option.meanings).get(value, option.help)))
        for option in options
        for value in dict.fromkeys((option.default, *option.choices))
    ]
    return _behind(os.environ.get(BEFORE, ""), words)


def bots(incomplete: str) -> Words:
    """Bots, one after another with commas."""
    from skill.bots.registry import bot_names

    before = incomplete.rpartition(",")[0]
    return [(f"{before},{name}" if before else name, "") for name in bot_names()]


def seats(ctx: typer.Context, incomplete: str) -> Words:
    """`N=WHO` for every seat that the game named before may have."""
    from skill.bots.registry import sitters

    game = _game_of(ctx)
    if game is None:
        return []
    most = max(high for _, high in (game.players, *game.players_with.values()))
    before = os.environ.get(BEFORE, "")
    team = (before + incomplete).partition("=")[2].rpartition("+")
    words = [(f"{n}={team[0]}{team[1]}{who}", "") for n in range(1, most + 1) for who in sitters()]
    return _behind(before, words)


def engines() -> Words:
    """The engines of rigid bodies."""
    from skill.physics.scene import ENGINES

    return [(name, "") for name in ENGINES]


def plates() -> Words:
    """The looks of the plate in pictures."""
    from skill.app.settings.looks import LOOKS

    return [(name, "") for name in LOOKS["plate"]]


def dice() -> Words:
    """The looks of dice in pictures."""
    from skill.app.settings.looks import LOOKS

    return [(name, "") for name in LOOKS["dice"]]


def materials() -> Words:
    """Materials, the user's own included."""
    from skill.physics.scene import material_texts

    return [(text.partition("(")[0], "") for text in material_texts()]


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
