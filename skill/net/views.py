"""Views as plain data for JSON, so that a guest's screen can draw what its seat may see.

A view is a value of the game: named tuples, heaps and numbers. Faces that the seat cannot see from its side are hidden:
the die is replaced by another one that looks the same from there. Reading runs no code: it makes only values of the
classes that the game's state consists of.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from skill.errors import SkillboxError, shortened
from skill.lattice.cells import AXES, CELLS, Axis
from skill.lattice.dice import ORIENTATIONS, UNKNOWN, Die, Faces
from skill.lattice.notation import Action
from skill.lattice.pyramid import ALL_DICE, Pyramid
from skill.rules.game import AnyGame, Seat
from skill.rules.options import Options

PLAIN = (type(None), bool, int, float, str)
ROOMS = ("skill.rules.", "skill.lattice.")
"""Where the classes of which views are made stand, beside the game's own file."""
_KNOWN_DICE = frozenset(ALL_DICE)


class UnreadableView(SkillboxError):
    """What is no view of the game."""


def packed_view(game: AnyGame, state: Any, seat: Seat) -> Any:
    """What `seat` may see of a state, for JSON."""
    view = game.view(state, seat)
    return packed(view, frozenset(game.sides_seen(view, seat)))


def packed(value: Any, sides: frozenset[Axis] = frozenset(AXES)) -> Any:
    """A value of which views are made, for JSON, with dice as they look from `sides`."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple:
        return [packed(part, sides) for part in value]
    if kind is Action:
        return {"action": [packed(part, sides) for part in value]}
    if kind is frozenset:
        return {"set": sorted((packed(part, sides) for part in value), key=repr)}
    if kind is Pyramid:
        dice = ((cell, *_seen(die, sides)) for cell, die in value)
        return {"heap": [[cell, colour, *([] if faces is None else [list(faces)])] for cell, colour, faces in dice]}
    if kind is Options:
        return {"options": dict(value)}
    name = f"{kind.__module__}:{kind.__qualname__}"
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return {"of": name, "is": [packed(part, sides) for part in value]}
    if is_dataclass(kind):
        return {"of": name, "is": [packed(getattr(value, field.name), sides) for field in fields(kind)]}
    raise TypeError(f"{name}: no view can be made of it")


def unpacked(data: Any, game: AnyGame) -> Any:
    """The value that `packed` has packed. Raises `UnreadableView`."""
    try:
        return _unpacked(data, game)
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
        raise UnreadableView("the host shows what cannot be read: {data}", data=shortened(repr(data))) from None


def _unpacked(data: Any, game: AnyGame) -> Any:
    match data:
        case None | bool() | int() | float() | str():
            return data
        case list():
            return tuple(_unpacked(part, game) for part in data)
        case {"action": [str(verb), *rest]}:
            return Action((verb, *(_unpacked(part, game) for part in rest)))
        case {"set": list(parts)}:
            return frozenset(_unpacked(part, game) for part in parts)
        case {"heap": list(dice)}:
            return Pyramid(_placed(*die) for die in dice)
        case {"options": Mapping() as options}:
            return Options(options)
        case {"of": str(name), "is": list(parts)}:
            kind = _class_of(name, type(game).__module__)
            values = [_unpacked(part, game) for part in parts]
            return kind._make(values) if issubclass(kind, tuple) else kind(*values)
    raise ValueError


def _placed(cell: int, colour: str, faces: list[int] | None = None) -> tuple[int, Die]:
    die = Die(colour, None if faces is None else (faces[0], faces[1], faces[2]))
    if cell not in CELLS or not (die == Die(UNKNOWN) or die in _KNOWN_DICE):
        raise ValueError
    return cell, die


@cache
def _class_of(name: str, own: str) -> Any:
    """The class of that name, of those of which views are made."""
    module, _, path = name.partition(":")
    if not (module.startswith(ROOMS) or module == own):
        raise ValueError
    kind: Any = sys.modules[module]
    for part in path.split("."):
        kind = vars(kind)[part]
    if not (isinstance(kind, type) and (hasattr(kind, "_make") or is_dataclass(kind))):
        raise ValueError
    return kind


@cache
def _seen(die: Die, sides: Collection[Axis]) -> tuple[str, Faces | None]:
    """The colour of a die, and the first orientation that looks like its own from those sides."""
    if die.faces is None:
        return die.colour, None
    faces = die.faces
    return die.colour, next(each for each in ORIENTATIONS if all(each[axis] == faces[axis] for axis in sides))
