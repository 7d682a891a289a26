"""What an analysis of a game found, in the chosen language."""

from __future__ import annotations

from typing import Any

from skill.analyse.kept import MOST_OPEN, kept
from skill.analyse.report import Number
from skill.app.i18n import number_text, tr
from skill.app.library.profiles import profile_of
from skill.rules.fact import Fact
from skill.rules.game import AnyGame
from skill.rules.options import SKILL_LEVEL
from skill.rules.profile import MEASURED

HARDLY, MOSTLY = 0.25, 0.75
"""What thinking wins at most, and chance decides at least, with 95 %, where a stronger opponent hardly wins more."""
UNEVEN, SURE = 0.25, 3.0  # part of its fair share by which a seat wins too often or too seldom, and standard errors


def shown(fact: Fact) -> str:
    """A text in the chosen language."""
    return tr(fact.text, one=fact.one, **{name: _word(value) for name, value in fact.values.items()})


def about_chance(game: AnyGame) -> str:
    """What chance decides between equal bots and thinking wins, each with its margin, where it was measured; and that
    levels hardly matter, where that is sure. Else nothing."""
    found = kept().get(game.slug, {}).get("shares")
    if found is None or profile_of(game).source != MEASURED:
        return ""
    chance, thinking = found["chance"], found["thinking"]
    text = (
        "In matches of bots chance decides {chance} of the result between equals ({low} to {high}), and thinking ahead "
        "wins {thinking} of what there is to win ({least} to {most})."
    )
    percents = (chance["share"], chance["low"], chance["high"], thinking["share"], thinking["low"], thinking["high"])
    names = ("chance", "low", "high", "thinking", "least", "most")
    said = tr(text, **{name: number_text(n, ".0%") for name, n in zip(names, percents, strict=True)})
    if thinking["high"] > HARDLY or chance["low"] < MOSTLY:
        return said
    return f"{said} {tr('Chance decides most of this game: a stronger opponent wins hardly more often.')}"


def about_seats(game: AnyGame) -> str:
    """That with the usual options the seats are not equal, or hardly a match has a winner, where equal bots found so
    and the game has no caution that says it; else nothing."""
    found = kept().get(game.slug)
    if found is None or game.cautions(game.options_from({})):
        return ""
    matches, nobody = found["matches"], found["nobody"]["share"]
    if nobody > MOST_OPEN:
        text = "Of {matches} matches between equal bots {share} ended without a winner."
        return tr(text, matches=matches, share=number_text(nobody, ".0%"))
    shares = [seat["share"] for seat in found["seats"]]
    fair = 1 / len(shares)
    if not any(abs(seat["share"] - fair) > max(UNEVEN * fair, SURE * seat["error"]) for seat in found["seats"]):
        return ""
    often, seldom = max(shares), min(shares)
    text = (
        "The seats are not equal: of {matches} matches between equal bots player {often} won {most}, player {seldom} "
        "{least}. Change seats from match to match."
    )
    return tr(
        text,
        matches=matches,
        often=shares.index(often) + 1,
        most=number_text(often, ".0%"),
        seldom=shares.index(seldom) + 1,
        least=number_text(seldom, ".0%"),
    )


def about_hands(game: AnyGame) -> str:
    """Why there is no level of hands to choose in a game with throws; nothing where there is one, or no throw."""
    if game.kind not in ("physics", "hybrid") or any(option.name == SKILL_LEVEL.name for option in game.all_options):
        return ""
    return tr("Hands have no level here, neither book nor easy: a throw only decides how a die lies.")


def _word(value: object) -> Any:
    match value:
        case Number():
            return number_text(*value)
        case tuple():
            return ", ".join(map(tr, value))
        case str():
            return tr(value)
    return value
