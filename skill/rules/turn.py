"""Who moves: a seat, chance, anyone in a race, or hands that carry out an attempt."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeVar

from skill.errors import Words
from skill.lattice.dice import Die
from skill.lattice.notation import Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading

Seat = int
State = TypeVar("State")
"""The state of a game: a frozen value that the game alone understands."""


class Node(Enum):
    """Who may move when it is not one seat's turn."""

    CHANCE = "*"
    ANYONE = "anyone"


CHANCE, ANYONE = Node.CHANCE, Node.ANYONE


class AttemptSpec(NamedTuple):
    """What a seat is to try with its hands: scene, start, goal and limits. The report of it is the move."""

    seat: Seat
    scene: str
    """The name of the scene file that describes plate, dice, material and tools."""
    start: Pyramid
    goal: Callable[[Reading], bool]
    """Whether settled dice, as read, are a success."""
    failed: Callable[[Reading], bool]
    """Whether the attempt is lost, settled or not."""
    distance: Callable[[Reading], float]
    """How far from the goal: 0 at the goal, about 1 for every step of a die to a neighbouring cell."""
    time_limit_s: float
    """Simulated seconds from the first input."""
    adjust: tuple[tuple[str, float], ...] = ()
    """Scene parameters that options change, by their dotted key."""
    hand: tuple[Die, ...] = ()
    """Dice for the hand, to be thrown, poured or placed; a reading includes those still in hand. Their colours differ
    from those of `start` where the game must distinguish them, and they have faces where pips matter."""
    loose: tuple[Loose, ...] = ()
    """Dice that lie loose on the plate at the start, as the last report had them."""
    score: Callable[[Reading], float] | None = None
    """How good settled dice are, where the best moment counts and not the last: the report is then of the first settled
    moment with the highest score, and has its time."""
    hand_colour: str = ""
    """The colour letter in which dice of the hand are shown, where they have another only to be told from others."""
    level: str = "book"
    """How able the hands are: the value of option `level`."""


Turn = Seat | Node | AttemptSpec | None


def turn_name(turn: Turn) -> Words:
    """Who moves, in words."""
    if isinstance(turn, AttemptSpec):
        turn = turn.seat
    if isinstance(turn, int):
        return Words("seat {seat}", seat=turn)
    return Words("chance") if turn is CHANCE else Words("anyone") if turn is ANYONE else Words("nobody")
