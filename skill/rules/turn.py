"""Who moves: a seat, chance, anyone in a race, or hands that carry out an attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeVar

from skill.errors import IllegalMove, Words
from skill.lattice.cells import NAMES, SUPPORTS
from skill.lattice.dice import Die
from skill.lattice.notation import Action, Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.options import AS_THE_GAME, AS_THE_SCENE, Options

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
    material: str = AS_THE_SCENE
    """What dice and plate are made of: the value of option `material`."""
    other_scene: str = AS_THE_GAME
    """What takes the place of `scene`, which then says what is needed of it: the value of option `scene`."""
    to_chance: int = 0
    """After how many such attempts in vain chance does what they are for, if one has been; 0 where it never does."""

    def agreed(self, options: Options) -> AttemptSpec:
        """The same with the hands, the dice and the scene that the players have agreed on."""
        return self._replace(
            level=str(options.get("level", self.level)),
            material=str(options["material"]),
            other_scene=str(options["scene"]),
        )


LAST_SAMPLE_S = 0.05
"""An attempt ends with a whole sample of input, of which there are 20 a second or more: so much after its limit."""


def check_report(attempt: AttemptSpec, report: Action) -> None:
    """Raises `IllegalMove` unless the report can be one of that attempt: in time, with the dice that there are, those
    in cells on each other, and the place of every loose one."""
    _, _, time_s, pyramid, loose, off, _ = report
    if not 0 <= time_s <= attempt.time_limit_s + LAST_SAMPLE_S:
        text = "{report}: after {time_s} s; the attempt lasts {limit_s} s at most"
        raise IllegalMove(text, report=report, time_s=f"{time_s:g}", limit_s=f"{attempt.time_limit_s:g}")
    if any(len(die) < 3 for die in loose):
        raise IllegalMove("{report}: expected the place of every loose die, such as R1@2.88/2.88/2.88", report=report)
    if floating := [NAMES[cell] for cell, _ in pyramid if any(under not in pyramid for under in SUPPORTS[cell])]:
        text = "{report}: nothing stands under {cells}; expected such dice among the loose ones"
        raise IllegalMove(text, report=report, cells=", ".join(floating))
    lain = Counter([*(die.colour for _, die in attempt.start), *(die[0] for die in attempt.loose)])
    there = Counter([*(die.colour for _, die in pyramid), *(die[0] for die in (*loose, *off))])
    most = lain + Counter(die.colour for die in attempt.hand)
    least = lain if attempt.score is None else Counter()  # who plays for points may have taken some
    for colour in sorted({*most, *there}):
        if not least[colour] <= there[colour] <= most[colour]:
            text = "{report}: {count} dice of colour {colour}; expected {least} to {most}"
            values = {"count": there[colour], "least": least[colour], "most": most[colour]}
            raise IllegalMove(text, report=report, colour=colour, **values)


Turn = Seat | Node | AttemptSpec | None


def turn_name(turn: Turn) -> Words:
    """Who moves, in words."""
    if isinstance(turn, AttemptSpec):
        turn = turn.seat
    if isinstance(turn, int):
        return Words("seat {seat}", seat=turn)
    return Words("chance") if turn is CHANCE else Words("anyone") if turn is ANYONE else Words("nobody")
