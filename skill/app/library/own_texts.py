"""A user's own game in other languages: what is not translated, and what is no text of the game. No pygame."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path

from skill.app.i18n import has_text, read_own, texts_in
from skill.errors import MOST_LISTED, Words, shortened
from skill.programs import program_of
from skill.rules.game import AnyGame
from skill.rules.texts import declared_texts

_WORD = re.compile(r"[A-Za-z]{2}")


def own_catalogues(game: AnyGame) -> dict[str, Path]:
    """The catalogues that lie beside the file of a game, by the code of their language."""
    if (program := program_of(type(game).__module__)) is None:
        return {}
    name = program.path.stem
    return {path.name[len(name) + 1 : -3]: path for path in sorted(program.path.parent.glob(f"{name}.*.po"))}


def text_faults(game: AnyGame, said: Collection[str] = ()) -> Iterator[Words]:
    """What is wrong with the catalogues of a game: texts without a translation, and texts that are none of the game.

    `said` is what the game has said in matches, beside what it declares.
    """
    texts = {text for text, _ in declared_texts(game)} | {*said}
    for code, path in own_catalogues(game).items():
        yield from strange_texts(game, code, texts)
        own, _ = read_own(path)
        translated = {text for _, text in own.texts}
        lacking = [
            text
            for text in sorted(texts - translated)
            if _WORD.search(re.sub(r"\{\w+\}", "", text)) and not has_text(text, code)
        ]
        for text in lacking[:MOST_LISTED]:
            yield Words("{path}: no translation of {text}", path=path, text=f'"{text}"')
        if (count := len(lacking) - MOST_LISTED) > 0:
            yield Words(
                "{path}: no translation of {count} more texts",
                one="{path}: no translation of one more text",
                path=path,
                count=count,
            )


def strange_texts(game: AnyGame, code: str, said: Collection[str] = ()) -> Iterator[Words]:
    """The texts that a catalogue of a game names and that neither the game nor its file has: misspelt ones."""
    if (path := own_catalogues(game).get(code)) is None or (program := program_of(type(game).__module__)) is None:
        return
    known = {text for text, _ in declared_texts(game)} | {*said}
    literals = (node.value for node in ast.walk(ast.parse(program.source)) if isinstance(node, ast.Constant))
    known |= {text for text in literals if isinstance(text, str)}
    for text, line in texts_in(path).items():
        if text not in known and text.replace("You", "{player}", 1) not in known and not has_text(text, code):
            told = "{path}: line {number}: the game has no text {text}"
            near = get_close_matches(text, known, 1, 0.6)
            if near:
                told = "{path}: line {number}: the game has no text {text}; did you mean {near}?"
            yield Words(told, path=path, number=line, text=f'"{shortened(text)}"', near=f'"{"".join(near)}"')
