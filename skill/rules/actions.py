"""Every action that a seat can ever have, listed from the verbs and the values of their fields.

Indices and masks are made from such a list, so its order is fixed: verb by verb as a game lists them, the last field
changing fastest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from skill.errors import UnknownName
from skill.lattice.cells import CELLS, NEIGHBOURS, Cell
from skill.lattice.dice import ORIENTATIONS, Colour
from skill.lattice.notation import Action, Verb
from skill.lattice.ways import tipped

USUAL: Mapping[str, Iterable[Any]] = {"cell": CELLS, "faces": ORIENTATIONS, ":faces": (None,)}
"""What a field may be where a game says nothing else; dice that seats place have no orientation."""


def every(verb: Verb, *values: Iterable[Any]) -> list[Action]:
    """All actions of a verb whose fields, in order, take any of these values."""
    return [verb(*arguments) for arguments in product(*values)]


def pairs(verb: Verb, to: Iterable[tuple[Cell, Iterable[Cell]]]) -> list[Action]:
    """All actions of a verb that names two cells, the first with each that it leads to."""
    return [verb(cell, there) for cell, cells in to for there in cells]


def usual_actions(verb: Verb, colours: Sequence[Colour]) -> list[Action]:
    """All actions of a verb with dice of these colours in any cells; two cells are neighbours where a die tips from
    one to the other, else any two.

    Raises `UnknownName` if it has fields of whose values nothing is known.
    """
    if verb.fields == ("cell", "cell"):
        return pairs(verb, enumerate(NEIGHBOURS)) if verb.ways is tipped else list(map(verb, *zip(*_TWO, strict=True)))
    known = {**USUAL, "colour": colours}
    if unknown := [field for field in verb.fields if field not in known]:
        raise UnknownName(
            "verb {form}: nobody knows every <{unknown}>; expected `all_actions` of the game",
            form=repr(verb.form),
            unknown=unknown[0],
        )
    return every(verb, *(known[field] for field in verb.fields))


_TWO = tuple(permutations(CELLS, 2))
