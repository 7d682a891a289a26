"""Options: what players agree on before a game, declared as data from which menus, help and checks are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import UnknownName, Words, shortened

Value = str | int | float


class Option(NamedTuple):
    """One thing players agree on before the game, as data: menus, help and the command line are made from it."""

    name: str
    default: Value
    choices: tuple[Value, ...]
    """Every value it may have; for a range of numbers its lowest and highest."""
    help: str
    is_range: bool = False
    pattern: str = ""
    """For a value that is written freely: the regular expression that it matches; `choices` are then examples."""
    words: str = ""
    """What that pattern asks for."""
    kept_as: Callable[[str], str] | None = None
    """Of a value that is written freely and means more than it says: the value that is kept of what was written. Raises
    `SkillboxError`; it opens no file that is named in it."""
    of_file: Callable[[Path], str] | None = None
    """The value that a file ending in `.toml` says, which only the command line opens. Raises `FileError`."""
    meanings: tuple[tuple[Value, str], ...] = ()
    """Values with what each of them means, a short text that ends without a full stop; of those alone that need one."""

    @property
    def titles(self) -> dict[Value, str]:
        """How names that may also be written freely, such as those of sheets, are read."""
        several = self.choices if self.pattern and len(self.choices) > 1 else ()
        return {name: str(name).replace("-", " ").capitalize() for name in several}

    @property
    def expected(self) -> str:
        """What may be given, in words."""
        if self.pattern:
            return self.words
        if self.is_range:
            whole = "a whole number" if isinstance(self.default, int) else "a number"
            return f"{whole} from {self.choices[0]} to {self.choices[-1]}"
        return " | ".join(map(str, self.choices))

    def parse(self, text: str) -> Value:
        """The value that `text` names. Raises `UnknownName`."""
        for choice in () if self.is_range else self.choices:
            if text == str(choice):
                return choice
        if self.is_range:
            try:
                number: Value = int(text) if isinstance(self.default, int) else float(text)
            except ValueError:
                number = "none"
            if isinstance(number, int | float) and float(self.choices[0]) <= number <= float(self.choices[-1]):
                return number
        if self.pattern and re.fullmatch(self.pattern, text):
            return self.kept_as(text) if self.kept_as else text
        values = {"option": self.name, "value": shortened(text)}
        if not self.is_range:
            raise UnknownName("option {option}={value}: expected {expected}", **values, expected=Words(self.expected))
        wrong = "option {option}={value}: expected a number from {low} to {high}"
        if isinstance(self.default, int):
            wrong = "option {option}={value}: expected a whole number from {low} to {high}"
        raise UnknownName(wrong, **values, low=self.choices[0], high=self.choices[-1])


class Caution(NamedTuple):
    """A warning about options that are allowed but hardly meant, or under which the game is not fair."""

    text: str
    """One or two sentences for people."""
    remedy: tuple[str, Value] | None = None
    """The name of an option and a value of it that mends it."""


def one_of(name: str, *choices: Value, help: str, meanings: Mapping[str, str] | None = None) -> Option:
    """An option with listed values, the default first, and what those values mean that do not explain themselves."""
    told = tuple(
        (value, (meanings or {})[value]) for value in choices if isinstance(value, str) and value in (meanings or {})
    )
    return Option(name, choices[0], choices, help, meanings=told)


def in_range(name: str, default: float, low: float, high: float, help: str) -> Option:
    """An option with a range of numbers: whole ones if `default` is whole."""
    return Option(name, default, (low, high), help, is_range=True)


SKILL_LEVEL = one_of(
    "level",
    "book",
    "easy",
    help="How able your hands are. Best results are kept apart.",
    meanings={"book": "as the rules have them", "easy": "steadier and quicker"},
)
"""The option of games in which hands do something; an `AttemptSpec` takes its value on."""


def written(name: str, default: str, pattern: str, words: str, help: str) -> Option:
    """An option whose value is written freely, without spaces, in a form that `pattern` and `words` describe."""
    return Option(name, default, (default,), help, pattern=pattern, words=words)


AS_THE_SCENE = "scene"
MATERIAL = written(
    "material",
    AS_THE_SCENE,
    r"[\w.-]{1,60}(\(\w+=[0-9.e+-]+(,\w+=[0-9.e+-]+)*\))?",
    "scene, the name of a material, or a name with its numbers, such as mine(friction=0.24,restitution=0.4)",
    help="What dice and plate are made of: what the scene of the game says, or another material, such as your own. "
    "Best results are kept apart.",
)
"""The option of games in which real dice move; an `AttemptSpec` takes its value on. A material that does not come with
Skillbox is written with its numbers, so that records go on to mean the same dice anywhere."""

AS_THE_GAME = "game"
SCENE = written(
    "scene",
    AS_THE_GAME,
    r"game|[\w.-]{1,60}\([a-z]+\.\w+=[\w.+-]+(,[a-z]+\.\w+=[\w.+-]+)*\)",
    "game, or the name of a scene with all that it says, such as mine(dice.edge_m=0.012,plate.pitch=1.02)",
    help="Where the dice are moved: in the scene of the game, or in another with the same tools, such as your own. "
    "Best results are kept apart.",
)
"""The option that stands beside `MATERIAL`: a whole scene in place of that which the game names. A scene is always
written with all that it says, and read from its file by the command line and the sheet of a game alone."""
REAL_DICE = (MATERIAL, SCENE)
"""The options of games in which real dice move."""


def name_alone(value: Value) -> str:
    """The name of a material or of a scene without its numbers."""
    return str(value).partition("(")[0]


class Options(Mapping[str, Value]):
    """The agreed options of one match: an immutable mapping that can be part of a state."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def get(self, name: str, default: Any = None) -> Any:  # that of `Mapping` takes long where there is none
        return self._values.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def but(self, **values: Value) -> Options:
        """The same options, but for these values."""
        return Options({**self._values, **values})

    def whole(self, name: str) -> int:
        """The value of a whole-number option."""
        return int(self._values[name])
