"""What players read does not quote the default of an option as if it were the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import Option

WORDS = {10: "ten", 15: "fifteen", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 100: "a hundred"}
"""Numbers as they may be written out; below ten they mean too many other things."""
ELSE = {
    ("captain-flint", "attempts"): "3 seconds",
    ("clever-mole", "rounds"): "small pyramids of ten dice",
    ("mucho", "extra_cap"): "30 faces",
    ("spotted-cow", "round_limit"): "each has 60, 40",
}
"""Where a number that is a default means something else."""
AGREED = re.compile(r"\bagree|by default")


def quoting(game: AnyGame, option: Option) -> Iterator[str]:
    """The sentences of a game that name the default of an option and do not say that it was agreed on."""
    if not option.is_range or option.default in (0, 1):
        return
    number = f"{option.default:g}"
    names = [re.escape(number), *([WORDS[int(number)]] if number.isdecimal() and int(number) in WORDS else [])]
    pattern = re.compile(rf"(?<![\w.-])({'|'.join(names)})(?![\w-])", re.IGNORECASE)
    for text in (game.goal, game.summary, *game.text.told):
        for sentence in re.split(r"(?<=\.) ", text):
            for part in re.split(r"(?<=[;:]) ", sentence):
                means_else = ELSE.get((game.slug, option.name), "\n") in part
                if pattern.search(part) and not AGREED.search(sentence) and not means_else:
                    yield part


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_no_sentence_quotes_a_default_where_an_option_may_differ(game: AnyGame) -> None:
    assert not [(option.name, part) for option in game.all_options for part in quoting(game, option)]
