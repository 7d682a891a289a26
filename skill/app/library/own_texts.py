"""The translations of a user's own game: which texts lack one, and which translate no text of the game. No pygame."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from skill.app.i18n import has_text, plural_rule, read_own, texts_in
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
    for code, path in own_catalogues(game).items():
        yield from strange_texts(game, code, said)
        lacking = _lacking(game, code, said)
        for text in lacking[:MOST_LISTED]:
            yield Words("{path}: no translation of {text}", path=path, text=f'"{text}"')
        if (count := len(lacking) - MOST_LISTED) > 0:
            yield Words(
                "{path}: no translation of {count} more texts",
                one="{path}: no translation of one more text",
                path=path,
                count=count,
            )


def _lacking(game: AnyGame, code: str, said: Collection[str]) -> list[str]:
    """The texts of a game that neither its catalogue of a language translates nor Skillbox itself."""
    path = own_catalogues(game).get(code)
    translated = {text for _, text in read_own(path)[0].texts} if path else set()
    texts = {text for text, _ in declared_texts(game)} | {*said}
    return [
        text
        for text in sorted(texts - translated)
        if _WORD.search(re.sub(r"\{\w+\}", "", text)) and not has_text(text, code)
    ]


def missing_entries(game: AnyGame, code: str, said: Collection[str], plurals: Mapping[str, str]) -> str:
    """What a catalogue of that language lacks, as entries to fill in; all of it, with a head, where there is none yet.

    `plurals` are sentences of a number by the one for 1.
    """
    rule = plural_rule(code)
    forms = int(re.search(r"nplurals *= *(\d)", rule)[1])  # type: ignore[index]
    entries = [""]  # an empty line, since what is there already may end with none
    if code not in own_catalogues(game):
        entries = [f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"{rule}\\n"\n']
    for text in _lacking(game, code, said):
        entry = f"msgid {_quoted(text)}\n"
        if text in plurals:
            entry += f"msgid_plural {_quoted(plurals[text])}\n"
            entry += "".join(f"msgstr[{n}] {_quoted('')}\n" for n in range(forms))
        else:
            entry += f"msgstr {_quoted('')}\n"
        entries.append(entry)
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


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
