"""What an analysis of a game found, in the chosen language."""

from __future__ import annotations

from typing import Any

from skill.analyse.kept import MOST_OPEN, kept
from skill.analyse.measures import unequal
from skill.analyse.report import PLACES, Number
from skill.app.i18n import number_text, tr
from skill.app.library.profiles import profile_of
from skill.rules.fact import Fact
from skill.rules.game import AnyGame
from skill.rules.options import SKILL_LEVEL
from skill.rules.profile import MEASURED

HARDLY, MOSTLY = 0.25, 0.75
"""What thinking wins at most, and chance decides at least, with 95 %, where a stronger opponent hardly wins more."""
UNEVEN = 0.25  # part of its fair share by which a seat wins too often or too seldom


def shown(fact: Fact) -> str:
    """A text in the chosen language."""
    return tr(fact.text, one=fact.one, **{name: _word(value) for name, value in fact.values.items()})


def about_chance(game: AnyGame) -> str:
    """What chance decides between equal bots and thinking wins, each with its margin, where it was measured; that
    nothing is left to chance, or that levels hardly matter, where that is sure. Else nothing."""
    found = kept().get(game.slug, {}).get("shares")
    if found is None or profile_of(game).source != MEASURED:
        return ""
    chance, thinking = found["chance"], found["thinking"]
    text = (
        "In matches of bots chance decides {chance} of the result between equals ({low} to {high}), and thinking ahead "
        "wins {thinking} of what there is to win ({least} to {most})."
    )
    if not chance["high"]:
        text = (
            "The rules leave nothing to chance. In matches of bots thinking ahead wins {thinking} of what there is to "
            "win ({least} to {most})."
        )
    percents = (chance["share"], chance["low"], chance["high"], thinking["share"], thinking["low"], thinking["high"])
    names = ("chance", "low", "high", "thinking", "least", "most")
    said = tr(text, **{name: number_text(n, ".0%") for name, n in zip(names, percents, strict=True)})
    if thinking["high"] > HARDLY or chance["low"] < MOSTLY:
        return said
    return f"{said} {tr('Chance decides most of this game: a stronger opponent wins hardly more often.')}"


def about_seats(game: AnyGame) -> str:
    """That with the usual options the seats are not equal, or those who begin and follow where a lot decides it, or
    hardly a match has a winner, where equal bots found so and the game has no caution that says it; else nothing."""
    found = kept().get(game.slug)
    usual = game.options_from({})
    if found is None or game.cautions(usual):
        return ""
    matches, nobody = found["matches"], found["nobody"]["share"]
    if nobody > MOST_OPEN:
        text = "Of {matches} matches between equal bots {share} ended without a winner."
        return tr(text, matches=matches, share=number_text(nobody, ".0%"))
    shares = [seat["share"] for seat in found["seats"]]
    fair = 1 / len(shares)
    marked = zip(shares, unequal(found, len(kept())), strict=True)
    if not any(is_marked and abs(share - fair) > UNEVEN * fair for share, is_marked in marked):
        return ""
    often, seldom = shares.index(max(shares)), shares.index(min(shares))
    percents = {name: number_text(shares[n], ".0%") for name, n in (("most", often), ("least", seldom))}
    if usual.get("first_player") == "random" and found["has_order"]:
        text = (
            "Who begins matters: of {matches} matches between equal bots the {often} to play won {most}, the {seldom} "
            "{least}. Let another player begin each match."
        )
        places = {name: tr(PLACES[n]) for name, n in (("often", often), ("seldom", seldom))}
        return tr(text, matches=matches, **places, **percents)
    text = (
        "The seats are not equal: of {matches} matches between equal bots player {often} won {most}, player {seldom} "
        "{least}. Change seats from match to match."
    )
    return tr(text, matches=matches, often=often + 1, seldom=seldom + 1, **percents)


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
