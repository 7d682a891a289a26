"""Texts that a game gives to people: whole English sentences with named values, which the screen translates.

A value is a number, an English word or phrase, or one of the types below, which the screen puts into words for whoever
looks. In English and in every other language a value stands in its sentence as it is, so sentences are built round it:

| value | in words |
| --- | --- |
| `Player(2)` | `Green`, `Ann` or `Player 2`; `you` for whoever looks, so that `to {other}` fits both |
| `At(cell)` | where: `in the left corner`, `at the near edge`, `in the middle`, `on level 3`, `on top` |
| `From(cell)`, `To(cell)` | `from the left corner`, `to level 3` |
| `Side(axis)` | `the orange side`: a side of the plate by its mark on the rim |
| `Lasting(12.3)` | a time: `12.3 seconds`, from a minute on `1:05.3 minutes` |
| a `float` | with one decimal: `12.3` |
| a `Die` | `a red die`; `a die` where its colour is not known |
| a tuple of these | all of them, with commas |

A sentence about what somebody did begins with `{player}` and is in the past: `{player} took {die} {cell}.` Whoever did
it reads the same with `You`, which is another sentence to translators: `You took {die} {cell}.`
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from skill.lattice.cells import Axis, Cell
from skill.rules.turn import Seat


class Fact(NamedTuple):
    """One sentence for a player: an English text with the names of values in braces, and the values. See `fact`."""

    text: str
    values: Mapping[str, object] = MappingProxyType({})
    fades: tuple[str, float] | None = None
    """For a fact that players must remember: the verb of the action that it is about, and for how many seconds after
    the last such action it is shown. None if it is always shown."""
    you: str = ""
    """The text for whoever is the value `player`; by default `text` with `You` for `{player}`."""
    one: str = ""
    """The text where the value `count` is 1, for others and, with `You`, for `player`. Other languages have their own
    rule for such pairs of sentences, so both are always given as literals, side by side."""
    is_task: bool = False
    """Whether it is what all look for now: it is shown larger than all else."""


class Player(NamedTuple):
    """A seat, as a value."""

    seat: Seat


class At(NamedTuple):
    """Where a cell is, as a value."""

    cell: Cell


class From(NamedTuple):
    """From where something comes, as a value."""

    cell: Cell


class To(NamedTuple):
    """To where something goes, as a value."""

    cell: Cell


class Side(NamedTuple):
    """A side of the plate, as a value."""

    axis: Axis


class Lasting(NamedTuple):
    """A time, as a value."""

    seconds: float


def fact(text: str, *, you: str = "", one: str = "", **values: object) -> Fact:
    """A sentence: `fact("{player} took {count} dice.", one="{player} took a die.", player=Player(2), count=3)`."""
    return Fact(text, values, you=you, one=one)
