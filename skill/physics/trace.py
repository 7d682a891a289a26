"""Input traces: what hands did in an attempt, from which the world can be stepped again to the same end.

A text file: a first line with the format, headers, a line that names the columns, one line of numbers for each sample,
and an end line with their count and the checksum, by which a cut or changed file is known. Numbers are written so that
they read back exactly.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from math import isfinite
from pathlib import Path

from skill.errors import FileError, NotationError
from skill.files import whole_write
from skill.lattice.dice import Die
from skill.lattice.notation import FIELDS, Loose, hand_text, parse_hand, parse_position
from skill.lattice.pyramid import Pyramid
from skill.physics.scene import Scene, scene_from_data
from skill.physics.tools import columns_of, name_of
from skill.physics.tools.tool import Sample

FORMAT = "skillbox trace 1"
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

    @property
    def rate_hz(self) -> int:
        """Samples a second."""
        return self.scene.engine.sample_hz

    @property
    def checksum(self) -> str:
        """SHA-256 of everything above the end line, 64 hexadecimal digits."""
        return sha256(self._body().encode()).hexdigest()

    def word(self, name: str | None = None) -> str:
        """How a report names it: `name@` (the scene's by default) and the first 16 digits of the checksum."""
        return f"{name or self.scene.name}@{self.checksum[:16]}"

    @property
    def text(self) -> str:
        """The whole file."""
        body = self._body()
        return f"{body}end {len(self.samples)} {sha256(body.encode()).hexdigest()}\n"

    def _body(self) -> str:
        # What a scene leaves at its default is left out, so that a further tool or key breaks no trace there is.
        told = self.scene.model_dump(mode="json", exclude_defaults=True)
        scene = json.dumps(told, sort_keys=True, separators=(",", ":"))
        hand, loose = hand_text(self.hand), FIELDS["loose"].write(self.loose)
        values = (scene, self.seed, self.rate_hz, self.start, hand, loose, name_of(self.scene))
        lines = [FORMAT, *(f"{key} {value}" for key, value in zip(_HEADERS, values, strict=True))]
        lines.append(" ".join(("columns", *columns_of(self.scene))))
        lines.extend(" ".join(map(repr, sample)) for sample in self.samples)
        return "\n".join(lines) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the file whole or not at all. Raises `FileError`."""
        with whole_write(Path(path), make_folder=False) as file:
            file.write(self.text.encode())

    @classmethod
    def read(cls, path: str | Path) -> Trace:
        """The trace in a file. Raises `FileError` with file, line, what stands there and what was expected."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise FileError(f"{path}: not UTF-8 text; expected a trace") from None
        except OSError as error:
            raise FileError(f"{path}: cannot be read: {error.strerror}") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, where: str = "trace") -> Trace:
        """The trace that `text` is. Raises `FileError` naming `where` it stands."""
        lines = text.split("\n")

        def fault(number: int, expected: str) -> FileError:
            line = lines[number] if number < len(lines) else ""
            shown = line if len(line) <= 60 else line[:57] + "..."
            return FileError(f"{where}, line {number + 1}: {shown!r}: expected {expected}")

        if lines[0] != FORMAT:
            raise fault(0, f"{FORMAT!r}")
        values = {}
        for number, key in enumerate(_HEADERS, 1):
            line = lines[number] if number < len(lines) else ""
            if not line.startswith(key + " "):
                raise fault(number, f"{key!r} and its value")
            values[key] = line[len(key) + 1 :]
        try:
            scene = scene_from_data(json.loads(values["scene"]), f"{where}, line 2")
        except json.JSONDecodeError:
            raise fault(1, "a scene as JSON") from None
        if not values["seed"].isdecimal():
            raise fault(2, "a whole number, 0 or more")
        if values["rate_hz"] != str(scene.engine.sample_hz):
            raise fault(3, f"the scene's rate, {scene.engine.sample_hz}")
        texts = {}
        for number, (key, read) in enumerate(_DICE.items(), 5):
            try:
                texts[key] = read(values[key])
            except NotationError as error:
                raise FileError(f"{where}, line {number}: {error}") from None
        if values["tools"] != name_of(scene):
            raise fault(7, f"the scene's tools, {name_of(scene)!r}")
        first, columns = len(_HEADERS) + 1, columns_of(scene)
        if first >= len(lines) or lines[first].split() != ["columns", *columns]:
            raise fault(first, f"'columns {' '.join(columns)}'")
        trace = cls(scene, int(values["seed"]), **texts)
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
