"""The measurements file that ships with Skillbox. It is read without physics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from textwrap import wrap

from skill.physics.scene import scenes_folder

EXAMPLE = "phone-and-ruler"
WIDTH = 120
ASIDE = "  # "
"""Between a value and a remark on it."""
_EXPERIMENT = re.compile(r'(?:# +)?experiment = "([a-z-]+)"')


def example(say: Callable[[str], str] = str) -> str:
    """Its text; what it explains is said by `say`, a paragraph at a time, what tables and keys are stays as it is."""
    found: list[str] = []
    for text, lines in _parts():
        said = say(text) if text else ""
        if said == text:
            found += lines
        elif lines[0].startswith("#"):
            found += wrap(said, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        else:
            found.append(f"{lines[0].partition(ASIDE)[0]}{ASIDE}{said}")
    return "".join(f"{line}\n" for line in found)


def remarks() -> list[str]:
    """What it explains, a paragraph each."""
    return [text for text, _ in _parts() if text]


def procedures() -> dict[str, str]:
    """By the names of the experiments that hands can do, in the order of the file, how each is done."""
    found, text, is_first = {}, "", True
    for said, lines in _parts():
        if name := _EXPERIMENT.match(lines[0]):
            found[name[1]] = text
        elif said and lines[0].startswith("#") and is_first:
            text = said
        is_first = lines[0] == "" or (is_first and not said)  # what follows in a block is how the file says it
    return found


def needs() -> str:
    """What is needed for them, and how readings are taken."""
    return next(text for text in remarks() if text.startswith("What you need"))


def _parts() -> Iterator[tuple[str, list[str]]]:
    """Each paragraph with its lines; a line of TOML with the remark behind it; an example of a line without a text."""
    text = (scenes_folder() / "measurements" / f"{EXAMPLE}.toml").read_text(encoding="utf-8")
    for is_paragraph, group in groupby(text.splitlines(), _is_prose):
        lines = list(group)
        if is_paragraph:
            yield " ".join(line.removeprefix("# ") for line in lines), lines
        else:
            for line in lines:
                yield line.partition(ASIDE)[2], [line]


def _is_prose(line: str) -> bool:
    return line.startswith("# ") and not line.startswith("#  ")
