"""Invitations: where a table is, the code of a seat, and the print of the host's certificate, as words to read out.

A word has five letters and stands for 16 bits: consonant, vowel, consonant, vowel, consonant. Code and print have five
words each, 80 bits. Whoever stands between guest and host knows neither, and cannot make a certificate of that print.
"""

from __future__ import annotations

import re
from hashlib import sha256
from secrets import token_bytes
from typing import NamedTuple

from skill.errors import UnknownName, shortened

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
BYTES = 10
"""Of a code and of a print."""
_LETTERS = ((12, CONSONANTS), (10, VOWELS), (6, CONSONANTS), (4, VOWELS), (0, CONSONANTS))  # by the bit they begin at
_WORD = f"[{CONSONANTS}][{VOWELS}][{CONSONANTS}][{VOWELS}][{CONSONANTS}]"
_WORDS = f"{_WORD}(?:-{_WORD}){{{BYTES // 2 - 1}}}"
_FORM = re.compile(rf"(\[[0-9a-fA-F:.]{{2,45}}\]|[\w.-]{{1,253}}):([0-9]{{1,5}})/({_WORDS})/({_WORDS})", re.ASCII)


class Invitation(NamedTuple):
    """What a guest needs to take a seat, or to watch."""

    address: str
    """A name or a number of the host's machine; one with colons stands in brackets."""
    port: int
    code: str
    print: str

    def __str__(self) -> str:
        return f"{self.address}:{self.port}/{self.code}/{self.print}"


def parse_invitation(text: str) -> Invitation:
    """The invitation that `text` is. Raises `UnknownName`."""
    match = _FORM.fullmatch(text.strip().lower())
    if not match or not 1 <= int(match[2]) <= 65535:
        raise UnknownName(
            "invitation {text}: expected address:port/code/print as the host says it, code and print of five words",
            text=shortened(text.strip()),
        )
    return Invitation(match[1], int(match[2]), match[3], match[4])


def new_code() -> str:
    """A code that nobody can guess."""
    return spoken(token_bytes(BYTES))


def print_of(certificate: bytes) -> str:
    """The print of a certificate in DER."""
    return spoken(sha256(certificate).digest()[:BYTES])


def spoken(data: bytes) -> str:
    """An even number of bytes as words."""
    numbers = (int.from_bytes(data[n : n + 2], "big") for n in range(0, len(data), 2))
    return "-".join("".join(signs[number >> bit & len(signs) - 1] for bit, signs in _LETTERS) for number in numbers)
