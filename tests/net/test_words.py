"""What a host refuses, as its guests can translate it, and what it may not do by that."""

from __future__ import annotations

from typing import Any

import pytest

from skill.app.i18n import ENGLISH, told, use_language
from skill.errors import IllegalMove, Words
from skill.net.words import LONGEST, packed_words, words_of_host


def test_a_refusal_is_told_in_the_guest_s_language() -> None:
    error = IllegalMove("{do}: nobody wants to take anything back now", do="agree")
    words = words_of_host({"text": str(error), **packed_words(error)})
    assert words == str(error)
    use_language("de")
    try:
        assert told(words) == "agree: Jetzt möchte niemand etwas zurücknehmen"
    finally:
        use_language(ENGLISH)


LONG = "x" * (LONGEST + 1)
ODD: dict[str, tuple[str, Any]] = {
    "another text": ("as it is", {"text": "{a} and more", "values": {"a": 1}}),
    "a form that fills the memory": ("1", {"text": "{a:>999999999}", "values": {"a": 1}}),
    "an attribute": ("1", {"text": "{a.__class__}", "values": {"a": 1}}),
    "many names": ("1" * 300, {"text": "{a}" * 300, "values": {"a": 1}}),
    "a long sentence": (LONG, {"text": LONG, "values": {"a": 1}}),
    "a long value": (LONG, {"text": "{a}", "values": {"a": LONG}}),
    "no values": ("as it is", {"text": "{a}"}),
    "a brace": ("{", {"text": "{", "values": {}}),
    "a number": ("7", 7),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_sentence_with_its_values_is_plain_text(kind: str) -> None:
    text, packed = ODD[kind]
    words = words_of_host({"text": text, "words": packed})
    assert words == text and not words.values


def test_sentences_in_sentences_in_sentences_end() -> None:
    deep: dict[str, Any] = {"text": "{a}", "values": {"a": 1}}
    for _ in range(500):
        deep = {"text": "{a}{a}", "values": {"a": deep}}
    assert words_of_host({"text": "as it is", "words": deep}) == Words("as it is")
