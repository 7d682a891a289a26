"""Dice: colours, the 24 orientations of a Western die, and how tipping and turning change them."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from skill.errors import NotationError, quoted
from skill.lattice.cells import AXES, Axis, Vector

Colour = str
Faces = tuple[int, int, int]

RED, GREEN, BLACK, BLUE, GOLD = "R", "G", "K", "B", "O"
YELLOW, PEARL, TURQUOISE, WHITE = "Y", "P", "T", "W"
UNKNOWN = "?"  # a die that a seat sees standing but whose colour it may not know
COLOUR_NAMES: dict[Colour, str] = {
    RED: "red",
    GREEN: "green",
    BLACK: "black",
    BLUE: "blue",
    GOLD: "gold",
    YELLOW: "yellow",
    PEARL: "pearl",
    TURQUOISE: "turquoise",
    WHITE: "white",
    UNKNOWN: "unknown",
}
KOSMOS: dict[Colour, int] = {RED: 90, GREEN: 90, BLACK: 90, BLUE: 10, GOLD: 1}
ABACUS: dict[Colour, int] = {RED: 55, YELLOW: 55, PEARL: 55, TURQUOISE: 1}


def _is_die(faces: tuple[int, ...]) -> bool:
    """Whether a Western die can show these faces at I, J, K: 1, 2, 3 run counter-clockwise round their corner.

    The upper faces look along -I, -J, -K, which is a left-handed frame: 1, 2, 3 in this order is the mirror image
    and 3, 2, 1 is real. Each swap of two faces, and each face replaced by its opposite, changes real into mirror.
    """
    small = [min(face, 7 - face) for face in faces]
    if sorted(small) != [1, 2, 3]:
        return False
    swaps = sum(small[a] > small[b] for a in AXES for b in AXES if a < b)
    opposites = sum(face > 3 for face in faces)
    return (swaps + opposites) % 2 == 1


ORIENTATIONS: tuple[Faces, ...] = tuple((a, b, c) for a, b, c in product(range(1, 7), repeat=3) if _is_die((a, b, c)))
"""The 24 triples of upper faces at I, J, K that a real die can show, in ascending order."""
_REAL = frozenset(ORIENTATIONS)


def check_faces(faces: Faces) -> Faces:
    """`faces` itself. Raises `NotationError` if no real die shows them."""
    if faces not in _REAL:
        raise NotationError(
            "orientation {faces}: no right-handed die shows these faces at I, J, K; expected one of "
            "the 24, such as 321",
            faces=faces_text(faces),
        )
    return faces


def faces_text(faces: Faces) -> str:
    """The orientation as three digits in the order I, J, K."""
    return "".join(map(str, faces))


def parse_faces(text: str) -> Faces:
    """The orientation written as three digits. Raises `NotationError`."""
    if len(text) != 3 or not all(digit in "123456" for digit in text):
        raise NotationError("orientation {text}: expected three digits from 1 to 6, such as 654", text=quoted(text))
    return check_faces((int(text[0]), int(text[1]), int(text[2])))


def lower_face(faces: Faces, axis: Axis) -> int:
    """The hidden number on the `+axis` side: opposite faces sum to 7."""
    return 7 - faces[axis]


def tipped(faces: Faces, step: Vector) -> Faces:
    """The orientation after a quarter turn to the neighbour `step` away on the same level.

    Along +Y -Z: new -Z = old -Y, new -Y = 7 - old -Z, and the third face stays.
    """
    gains, loses = step.index(1), step.index(-1)
    new = list(faces)
    new[loses] = faces[gains]
    new[gains] = 7 - faces[loses]
    return (new[0], new[1], new[2])


class Die(NamedTuple):
    """A die as rules see it: a colour and, where pips matter, the upper faces at I, J, K."""

    colour: Colour
    faces: Faces | None = None

    def __str__(self) -> str:
        return self.colour if self.faces is None else f"{self.colour}:{faces_text(self.faces)}"


def parse_colour(text: str) -> Colour:
    """The colour of that letter. Raises `NotationError`."""
    if text not in COLOUR_NAMES:
        letters = ", ".join(f"{letter} {name}" for letter, name in COLOUR_NAMES.items())
        raise NotationError("colour {text}: expected one of {letters}", text=quoted(text), letters=letters)
    return text
