"""Results kept in a journal, one line each, written as soon as a result is there: a run that was stopped goes on from
it.

A line is a JSON object with the question, the thing that it is about, and the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from skill.errors import FileError, Words
from skill.files import MOST_DATA, Form, append_line, growing, parse_json, place_of, read_text


class Answers:
    """What was answered so far, by its question as JSON; in a journal too if there is one."""

    def __init__(self, journal: Path | None, of: str, whose: str, begins: str, fields: Iterable[str] = ()) -> None:
        """`of` names what is asked: answers of anything else are not used. `whose` says in an error whose journal is
        expected, `begins` how JSON text of its questions begins, `fields` what each answer has, if they are tables.

        Raises `FileError` for a file that is none, of which nothing is changed.
        """
        self._journal, self._of, self._fields = journal, of, set(fields)
        what = Words("the journal of {whose}", whose=whose)
        self._form = Form(what, re.compile(re.escape(f'{{"ask": {begins}').encode()))
        if journal is not None:
            place_of(journal, self._form)
        self.known: dict[str, Any] = {}
        if journal is not None and journal.is_file():
            self.known.update(self._read(journal, whose))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """A block in which answers are kept; a journal that is new and gets none goes again. Raises `FileError`."""
        if self._journal is None:
            yield
            return
        with growing(self._journal, self._form):
            if self._journal.stat().st_size and not self._journal.read_bytes().endswith(b"\n"):
                append_line(self._journal, "", self._form)  # the last line was cut off
            yield

    def keep(self, key: str, answer: Any) -> None:
        """Adds an answer that JSON can hold, in a block of `kept`. Raises `FileError`."""
        self.known[key] = answer
        if self._journal is not None:
            line = json.dumps({"ask": json.loads(key), "of": self._of, "answer": answer})
            append_line(self._journal, line, self._form)

    def _read(self, journal: Path, whose: str) -> Iterator[tuple[str, Any]]:
        for number, line in enumerate(read_text(journal, MOST_DATA, errors="replace").splitlines(), 1):
            try:
                entry = parse_json(line, str(journal))
            except FileError:  # cut off in the middle of a line
                continue
            try:
                if entry["of"] == self._of:
                    if self._fields and set(entry["answer"]) != self._fields:
                        raise KeyError
                    yield json.dumps(entry["ask"]), entry["answer"]
            except (TypeError, KeyError):
                raise FileError(
                    "{journal}: line {number}: expected the journal of {whose}",
                    journal=journal,
                    number=number,
                    whose=whose,
                ) from None
