"""All bots: the `BOT` of each module of this folder that has one. Nothing is listed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from skill import bots
from skill.at_hand import at_hand
from skill.bots.bot import Bot
from skill.errors import UnknownName, quoted

HUMAN = "human"
ELSEWHERE = "elsewhere"
"""Who sits on the seat of a person at another machine, as the window there sees it."""
LEVELS = ("easy", "medium", "hard", "expert")
"""The bots that people play against, the weakest first; the others are for experiments."""


@cache
def all_bots() -> dict[str, Bot]:
    """Every bot by its name, the weakest first."""
    modules = [import_module(f"{bots.__name__}.{module.name}") for module in iter_modules(bots.__path__)]
    found: list[Bot] = [module.BOT for module in modules if hasattr(module, "BOT")]
    return {bot.name: bot for bot in sorted(found, key=lambda bot: (bot.strength, bot.name))}


@cache
def bot_names() -> list[str]:
    """The names of all bots in the same order; no bot is loaded for it."""
    noted = at_hand(bots.__name__)
    return [*all_bots()] if noted is None else [name for _, name in sorted(filter(None, noted.values()))]


def find_bot(name: str) -> Bot:
    """The bot of that name. Raises `UnknownName`."""
    if name not in all_bots():
        raise UnknownName("bot {name}: expected one of {bots}", name=quoted(name), bots=", ".join(all_bots()))
    return all_bots()[name]


def sitters() -> list[str]:
    """Who may sit on a seat, in the order in which people choose: a person, the levels, the other bots."""
    return [HUMAN, *LEVELS, *(name for name in bot_names() if name not in LEVELS)]


def takes_time(name: str) -> bool:
    """Whether the bot of that name thinks ahead, so that a choice may take it longer than a picture stands."""
    return hasattr(find_bot(name), "think")


def check_seats(seats: Sequence[str]) -> None:
    """Raises `UnknownName` unless every seat is `human`, a bot, or a team of them joined by `+`."""
    for seat in seats:
        for member in seat.split("+"):
            if member != HUMAN and member not in all_bots():
                text = "seat {seat}: expected {bots}, or several joined by +"
                raise UnknownName(text, seat=quoted(seat), bots=", ".join((HUMAN, *all_bots())))
