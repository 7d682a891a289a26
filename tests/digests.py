"""Digests of what the program does, kept in a file: the first line says with which versions they were made, where that
matters.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import floor, isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

ASIDE = 0.29
"""How far the bounds of parts are beside what is even, where processors may differ in the last bit."""


class Digests(NamedTuple):
    """A file of digests."""

    file: Path
    made_with: str = ""
    """The versions that are here; nothing where digests are the same with any."""
    reason: str = ""
    """Why a test of digests that were made with others, `{made_with}`, is skipped."""

    def names(self) -> list[str]:
        """Of what digests are kept."""
        return list(self._read()[1])

    def kept(self, name: str) -> str:
        """The digest of something; skips the test where it was made with other versions than are here."""
        made_with, digests = self._read()
        if made_with != self.made_with:
            pytest.skip(self.reason.format(made_with=made_with))
        return digests[name]

    def main(self, found: Mapping[str, str]) -> None:
        """Keeps what was found if the command has `--write`, else prints it."""
        lines = [
            *([self.made_with] if self.made_with else []),
            *(f"{name}: {digest}" for name, digest in found.items()),
        ]
        text = "\n".join(lines) + "\n"
        if "--write" in sys.argv:
            self.file.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)

    def _read(self) -> tuple[str, dict[str, str]]:
        lines = self.file.read_text(encoding="utf-8").splitlines()
        made_with = lines.pop(0) if self.made_with else ""
        return made_with, dict(line.split(": ", 1) for line in lines)


def of_numpy(file: Path, numpy: str) -> Digests:
    """Digests that depend on how numpy rounds; `numpy` is its version here."""
    return Digests(file, numpy, "made with numpy {made_with}: another one may add in another order")


def coarse(value: float, parts: float) -> int:
    """A number in so many parts of one, as every machine has it."""
    return floor(parts * value + ASIDE)


def all_coarse(value: object, parts: float) -> object:
    """The same with every real number in so many parts of one, however deep in lists."""
    if isinstance(value, float | np.floating):
        return coarse(float(value), parts) if isfinite(value) else str(value)
    return [all_coarse(each, parts) for each in value] if isinstance(value, list | tuple) else value
