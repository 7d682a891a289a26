"""The texts that a game declares as data, and what translators must know of its sentences."""

from __future__ import annotations

from collections.abc import Iterator

from skill.lattice.notation import FIRST
from skill.rules.fact import Fact
from skill.rules.game import AnyGame

YOU = "{player} "


def you_form(text: str) -> str:
    """The sentence about `{player}` for whoever it is about."""
    return text.replace("{player}", "You", 1)


def readable(name: str) -> str:
    """The name of an option, or a value of one, in words."""
    return name.replace("_", " ")


OPTION_NAMES = {
    "b_add": "Put back (B)",
    "c_add": "Put back (C)",
    "dead_s": "Closes after",
    "extra_cap": "Further rounds",
    "fall_cap": "Falls in a row",
    "finish_cap": "Last turns",
    "gm": "Game master",
    "hand_s": "Hand rests",
    "late_s": "Late after",
    "p_off": "Falls off",
    "quiet_cap": "Quiet turns",
    "round_cap": "Most rounds",
    "think_time_s": "Time to think",
    "throw_cap": "Most throws",
    "turn_cap": "Most turns",
}
"""What options are called whose names are no words; short, since a button has it and the value."""


def option_name(name: str) -> str:
    """What an option is called, in words."""
    return OPTION_NAMES.get(name) or readable(name).capitalize()


def declared_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The texts of a game that need no match to be known, each with a remark for translators."""
    yield game.title, f"title of game {game.number}"
    for text in (game.goal, game.summary, *game.deciding_rules.values(), *game.text.told):
        yield text, f"rules of game {game.number}"
    for option in game.all_options:
        yield option_name(option.name), "name of an option"
        yield option.help, f"help of option {option.name}"
        yield option.words, f"what option {option.name} may be"
        for value, meaning in option.meanings:
            yield meaning, f"what {readable(str(value))} means, a value of option {option.name}"
        if not (option.is_range or option.pattern):
            for value in option.choices:
                if isinstance(value, str):
                    yield readable(value), f"value of option {option.name}"
    for verb in (*game.verbs, FIRST):
        yield verb.reads, "what an action does, in a list and at a die"
        for text in (verb.told, verb.drawn):
            yield text, "log"
            if text.startswith(YOU):
                yield you_form(text), "log, to whoever looks"


def fact_texts(fact: Fact) -> Iterator[tuple[str, str]]:
    """What a translator must know of a fact: its text, or that for 1, and that for whoever it is about."""
    yield fact.one or fact.text, ""
    if fact.you:
        yield fact.you, "to whoever looks"
    elif fact.text.startswith(YOU):
        yield you_form(fact.one or fact.text), "to whoever looks"
    for value in fact.values.values():
        if isinstance(value, str):
            yield value, "part of a sentence"
