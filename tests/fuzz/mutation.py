"""Changes of real files: bytes, words and lines are lost, doubled, swapped, and replaced by what is hard to read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

NASTY: tuple[str, ...] = (
    "",
    "0",
    "-1",
    "-0.0",
    "1e400",
    "-1e400",
    "1e-400",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "9" * 19,
    "9" * 400,
    "9" * 5000,
    "-" + "9" * 5000,
    "0." + "3" * 5000,
    "0x" + "f" * 5000,
    "1979-05-27T07:32:00Z",
    "true",
    "null",
    "*",
    "-",
    "?",
    "\0",
    "\ud7ff",
    "\ufeff",
    "\u202e",
    "\u00b2",
    "\u0664",
    "\U0001f3b2",
    "\r",
    "\t",
    '"',
    "'",
    '"""',
    "\\",
    "[" * 2000,
    "[" * 2000 + "]" * 2000,
    '{"a":' * 2000,
    "a" * 300,
    "a" * 100_000,
    " " * 60_000,
    '"' * 60_000,
    "\\\\" * 30_000,
    "(" * 60_000,
    "a." * 30_000,
    "\n" * 60_000,
    '"""\\' * 10_000,
    "\x1a",
    "\x85",
    "\u2028",
    "/dev/zero",
    "text:x%0Ay",
    "a b " * 2000,
    "../" * 200,
    "/dev/null",
    "%s%n{0}{x}",
    "=",
    ":",
    "#",
    "undo",
    "R000",
    "K800",
    "human",
    "greedy+random",
    "[[x]]",
    "x.y.z = 1",
)
_WORDS = re.compile(r"[\w.+-]+|\S")


def changed(text: str, rng: Random) -> bytes:
    """The text with one to four changes; now and then bytes that are no text."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(_CHANGES)(text, rng)
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.1 and data:
        at = rng.randrange(len(data))
        data = data[:at] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 8))) + data[at + rng.randint(0, 4) :]
    return data


def _replace_word(text: str, rng: Random) -> str:
    words = list(_WORDS.finditer(text))
    if not words:
        return rng.choice(NASTY)
    word = rng.choice(words)
    return text[: word.start()] + rng.choice(NASTY) + text[word.end() :]


def _swap_words(text: str, rng: Random) -> str:
    words = list(_WORDS.finditer(text))
    if len(words) < 2:
        return text
    first, second = sorted(rng.sample(words, 2), key=lambda word: word.start())
    return text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0] + text[second.end() :]


def _change_number(text: str, rng: Random) -> str:
    numbers = list(re.finditer(r"\d+(?:\.\d+)?", text))
    if not numbers:
        return text
    number = rng.choice(numbers)
    value = float(number[0][:300])
    new = rng.choice((value + 1, value - 1, -value, value * 10, value / 10, value * 1e6, 0, value + 0.5))
    written = f"{new:.0f}" if "." not in number[0] and rng.random() < 0.7 else repr(float(new))
    return text[: number.start()] + written + text[number.end() :]


def _insert(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(NASTY) + text[at:]


def _cut_out(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice((1, 1, 5, 50)) :]


def _cut_off(text: str, rng: Random) -> str:
    return text[: rng.randint(0, len(text))]


def _lose_line(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines) or 1) :][:1]
    return _without(lines, rng)


def _without(lines: Sequence[str], rng: Random) -> str:
    at = rng.randrange(len(lines) or 1)
    return "".join(line for n, line in enumerate(lines) if n != at)


def _double_line(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines) or 1)
    return "".join([*lines[:at], *lines[at : at + 1] * rng.choice((2, 2, 50)), *lines[at + 1 :]])


def _swap_lines(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    rng.shuffle(lines) if rng.random() < 0.1 else None
    if len(lines) > 1:
        a, b = rng.sample(range(len(lines)), 2)
        lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


_CHANGES = (
    _replace_word,
    _replace_word,
    _replace_word,
    _change_number,
    _change_number,
    _swap_words,
    _insert,
    _cut_out,
    _cut_off,
    _lose_line,
    _double_line,
    _swap_lines,
)
