"""Invitations: where a table is, the code of a seat, and the print of the host's certificate, as words to read out.

A word has five letters and stands for 16 bits: consonant, vowel, consonant, vowel, consonant. Code and print have five
words each, 80 bits. Somebody between guest and host knows neither, and cannot make a certificate with that print.
"""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import sha256
from secrets import token_bytes
from typing import NamedTuple
from unicodedata import category, normalize

from skill.errors import UnknownName, quoted, shortened

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
BYTES = 10
"""Of a code and of a print."""
_LETTERS = ((12, CONSONANTS), (10, VOWELS), (6, CONSONANTS), (4, VOWELS), (0, CONSONANTS))  # by the bit they begin at
_WORD = re.compile(f"[{CONSONANTS}][{VOWELS}][{CONSONANTS}][{VOWELS}][{CONSONANTS}]")
_HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[\w.-]{1,253}?)(?::([0-9]{1,5}))?", re.ASCII)
_BEFORE = re.compile(r"^.*(\bjoin |://)")
_NO_PART = re.compile(r"[^\w.:\[\]-]+")  # of an address or a word
_BETWEEN = re.compile(r"[\W_]+")
PORT = 7340
"""Where guests come in, unless the host says otherwise."""
_ALL = BYTES  # words of a code and a print: five each, of two bytes


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
    """The invitation that `text` is, however its words are typed: in capitals, with anything but letters between them
    or nothing, with quotes, slopes and marks of a mail around them, with `skillbox join` before it, without the port if
    that is `PORT`.

    Raises `UnknownName`, which says what is wrong with it.
    """
    said = "".join(sign for sign in normalize("NFKC", text).lower() if category(sign) != "Cf")
    said = _NO_PART.sub(" ", _BEFORE.sub("", " ".join(said.split()))).strip()
    first, _, rest = re.sub(" ?: ?", ":", said).partition(" ")
    host, words = _HOST.fullmatch(first.rstrip(".")), [word for word in _BETWEEN.split(rest) if word]
    if not host or all(map(_WORD.fullmatch, first.split("-"))):
        raise UnknownName(
            "expected the address of the host first, such as {example}, then ten words", example=f"192.168.1.5:{PORT}"
        )
    port = int(host[2] or (words.pop(0) if words and re.fullmatch("[0-9]{1,5}", words[0]) else PORT))
    if not 1 <= port <= 65535:
        raise UnknownName("port {port}: expected {low} to {high}", port=port, low=1, high=65535)
    signs = "".join(words)
    if re.fullmatch(f"({_WORD.pattern}){{{_ALL}}}", signs):  # wherever they were parted
        words = _WORD.findall(signs)
    if wrong := [word for word in words if not _WORD.fullmatch(word)]:
        raise UnknownName(
            "word {number}, {word}: it cannot be one of an invitation; those are like {example}",
            number=words.index(wrong[0]) + 1,
            word=shortened(wrong[0]),
            example="babab",
        )
    if len(words) != _ALL:
        raise UnknownName("{count} words: expected {all} after the address", count=len(words), all=_ALL)
    half = _ALL // 2
    return Invitation(host[1], port, "-".join(words[:half]), "-".join(words[half:]))


def check_address(address: str) -> None:
    """Raises `UnknownName` for what no invitation can name as the host's machine."""
    made = Invitation(address, PORT, spoken(bytes(BYTES)), spoken(bytes(BYTES)))
    with suppress(UnknownName):
        if parse_invitation(str(made)).address == address.lower():
            return
    text = "--address {address}: expected a name without spaces, or a number; one with colons in brackets"
    raise UnknownName(text, address=quoted(address))


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
