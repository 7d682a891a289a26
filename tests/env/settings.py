"""Every game with its option sets, as tests of the faces take them. Nothing is listed by hand."""

from __future__ import annotations

from functools import cache
from random import Random

from skill.env.playing import Setting, setting
from skill.errors import UnknownName
from skill.lattice.notation import Action
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE, AnyGame, AttemptSpec
from tests.rules.playouts import playout, random_report

LOOKED_AT = 60  # states of a random game that show whether it is a race
FAST = 17  # every so many games are tested each time


def thrown(spec: AttemptSpec, seed: int) -> Action:
    """What throws without an aim might bring about, without any physics."""
    return random_report(spec, Random(seed))


def other_options(game: AnyGame) -> dict[str, object]:
    """For each option with listed values the first that is not the default, but for pyramids of earlier games, sheets
    of files, who begins and who throws."""
    usual = game.options_from({})
    given: dict[str, object] = {}
    for option in game.options:
        others = [value for value in option.choices if value not in (usual[option.name], "keep")]
        if others and not option.is_range and option.name != "throw_model":
            given[option.name] = others[0]
    return given


ALL = [(game.slug, kind) for game in all_games() for kind in ("usual", "other")]
"""Each game twice: with its defaults and the fewest players, and with other options and up to three."""
SOME = ALL[::FAST]


@cache
def made(slug: str, kind: str) -> Setting | None:
    """One of `ALL`; None if it is refused because seats choose nothing."""
    game = find_game(slug)
    given = other_options(game) if kind == "other" else {}
    try:
        fewest, most = game.seats(game.options_from(given))
        return setting(game, max(fewest, min(most, 3)) if kind == "other" else fewest, given)
    except UnknownName as error:
        assert "seats choose nothing" in str(error)
        return None


@cache
def is_race(setting: Setting) -> bool:
    """Whether anyone may act at once, soon after the beginning."""
    for n, (state, _, _) in enumerate(playout(setting.game, 0, setting.players, setting.options)):
        if setting.game.to_move(state) is ANYONE:
            return True
        if n == LOOKED_AT:
            break
    return False
