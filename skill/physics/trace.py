"""Input traces: the samples of an attempt, from which the world can be stepped again to the same end.

A text file: a first line with the format, headers, a line that names the columns, one line of numbers for each sample,
and an end line with their count and a checksum, by which a cut or changed file is known. Numbers are written so that
they read back exactly. The last header, the versions it was made with, is not in traces of before there was one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from math import isfinite
from pathlib import Path

from skill.errors import FileError, NotationError, Words
from skill.files import MOST_DATA, form, parse_json, read_text, whole_write
from skill.lattice.dice import Die
from skill.lattice.notation import FIELDS, FIRST_ENGINE, Loose, hand_text, parse_hand, parse_position
from skill.lattice.pyramid import Pyramid
from skill.physics.scene import Scene, scene_from_data
from skill.physics.tools import toolset_columns, toolset_name
from skill.physics.tools.tool import Sample
from skill.physics.versions import Versions, parse_versions, versions_text

FORMAT = "skillbox trace 1"
_SEED = re.compile("[0-9]{1,18}")
_HEADERS = ("scene", "seed", "rate_hz", "start", "hand", "loose", "tools")
_DICE = {"start": parse_position, "hand": parse_hand, "loose": FIELDS["loose"].parse}


@dataclass
class Trace:
    """The scene as it was resolved, the seed, what there was at the start, and the samples given so far."""

    scene: Scene
    seed: int
    start: Pyramid
    hand: tuple[Die, ...] = ()
    """The dice for the tools, in the order in which they are taken up."""
    loose: tuple[Loose, ...] = ()
    samples: list[Sample] = field(default_factory=list)
    versions: Versions = field(default_factory=dict)
    """What it was made with; empty if it does not say."""

    @property
    def rate_hz(self) -> int:
        """Samples a second."""
        return self.scene.engine.sample_hz

    @property
    def checksum(self) -> str:
        """SHA-256 of everything above the end line but the versions, 64 hexadecimal digits.

        So the same attempt has the same name on every Python.
        """
        return sha256(self._body({}).encode()).hexdigest()

    def word(self, name: str | None = None) -> str:
        """Its name in a report: `name@` (by default the scene's) and the first 16 digits of the checksum.

        The engine is named with it unless it is that of traces from before there was a choice.
        """
        engine = self.scene.engine.name
        by = "" if engine == FIRST_ENGINE else f"+{engine}"
        return f"{name or self.scene.name}{by}@{self.checksum[:16]}"

    @property
    def text(self) -> str:
        """The whole file."""
        body = self._body(self.versions)
        return f"{body}end {len(self.samples)} {sha256(body.encode()).hexdigest()}\n"

    def _body(self, versions: Versions) -> str:
        # What a scene leaves at its default is left out, so that a further tool or key breaks no trace there is.
        told = self.scene.model_dump(mode="json", exclude_defaults=True)
        scene = json.dumps(told, sort_keys=True, separators=(",", ":"))
        hand, loose = hand_text(self.hand), FIELDS["loose"].write(self.loose)
        values = (scene, self.seed, self.rate_hz, self.start, hand, loose, toolset_name(self.scene))
        lines = [FORMAT, *(f"{key} {value}" for key, value in zip(_HEADERS, values, strict=True))]
        if versions:
            lines.append(f"versions {versions_text(versions)}")
        lines.append(" ".join(("columns", *toolset_columns(self.scene))))
        lines.extend(" ".join(map(repr, sample)) for sample in self.samples)
        return "\n".join(lines) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the file whole or not at all. Raises `FileError`."""
        with whole_write(Path(path), form(Words("a trace"), FORMAT), make_folder=False) as file:
            file.write(self.text.encode())

    @classmethod
    def read(cls, path: str | Path) -> Trace:
        """The trace in a file. Raises `FileError` with file, line, what stands there and what was expected."""
        return cls.parse(read_text(Path(path), MOST_DATA), str(path))

    @classmethod
    def parse(cls, text: str, where: str = "trace") -> Trace:
        """The trace that `text` is. Raises `FileError` naming `where` it stands."""
        lines = text.split("\n")

        def fault(number: int, expected: str) -> FileError:
            line = lines[number] if number < len(lines) else ""
            shown = line if len(line) <= 60 else line[:57] + "..."
            return FileError(
                "{where}, line {number}: {shown}: expected {expected}",
                where=where,
                number=number + 1,
                shown=repr(shown),
                expected=expected,
            )

        if lines[0] != FORMAT:
            raise fault(0, repr(FORMAT))
        values = {}
        for number, key in enumerate(_HEADERS, 1):
            line = lines[number] if number < len(lines) else ""
            if not line.startswith(key + " "):
                raise fault(number, Words("{key} and its value", key=repr(key)))
            values[key] = line[len(key) + 1 :]
        scene = scene_from_data(parse_json(values["scene"], f"{where}, line 2"), f"{where}, line 2")
        if not _SEED.fullmatch(values["seed"]):
            raise fault(2, Words("a whole number, 0 or more"))
        if values["rate_hz"] != str(scene.engine.sample_hz):
            raise fault(3, Words("the scene's rate, {rate}", rate=scene.engine.sample_hz))
        texts = {}
        for number, (key, read) in enumerate(_DICE.items(), 5):
            try:
                texts[key] = read(values[key])
            except NotationError as error:
                raise FileError("{where}, line {number}: {error}", where=where, number=number, error=error) from None
        if values["tools"] != toolset_name(scene):
            raise fault(7, Words("the scene's tools, {tools}", tools=repr(toolset_name(scene))))
        first, columns = len(_HEADERS) + 1, toolset_columns(scene)
        versions: Versions = {}
        if first < len(lines) and lines[first].startswith("versions"):
            try:
                versions = parse_versions(lines[first].removeprefix("versions").removeprefix(" "))
            except NotationError as error:
                raise FileError("{where}, line {number}: {error}", where=where, number=first + 1, error=error) from None
            first += 1
        if first >= len(lines) or lines[first].split() != ["columns", *columns]:
            raise fault(first, f"'columns {' '.join(columns)}'")
        trace = cls(scene, int(values["seed"]), **texts, versions=versions)
        for number in range(first + 1, len(lines)):
            line = lines[number]
            if line.startswith("end "):
                break
            if not line and number == len(lines) - 1:
                raise fault(number, "the end line; the file is cut short")
            try:
                sample = tuple(map(float, line.split(" ")))
            except ValueError:
                sample = ()
            if len(sample) != len(columns) or not all(map(isfinite, sample)):
                raise fault(number, f"{len(columns)} finite numbers, or the end line")
            trace.samples.append(sample)
        else:
            raise fault(len(lines), "the end line; the file is cut short")
        for number, (line, right) in enumerate(zip_longest(lines, trace.text.split("\n"), fillvalue="")):
            if line != right:
                raise fault(number, f"{right!r}; the file was changed")
        return trace
