"""Facts of a game as words: names of players, places on the plate, dice, scores. Text only, no pygame."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from skill.app.i18n import number_text, time_text, tr
from skill.app.settings.players import given_name_of, name_of
from skill.bots.registry import HUMAN
from skill.lattice.cells import COORDS, LEVEL, ZEROS, Axis, Cell, I
from skill.lattice.dice import (
    BLACK,
    BLUE,
    COLOUR_NAMES,
    GOLD,
    GREEN,
    PEARL,
    RED,
    TURQUOISE,
    UNKNOWN,
    WHITE,
    YELLOW,
    Colour,
    Die,
)
from skill.lattice.notation import ATTEMPT
from skill.rules.fact import At, Fact, From, Lasting, Player, Side, To
from skill.rules.game import Seat
from skill.rules.shared.attempts import AttemptGame
from skill.rules.telling import Held, Note
from skill.table.match import Match
from skill.table.record import Record

DICE: dict[Colour, str] = {
    RED: "a red die",
    GREEN: "a green die",
    BLACK: "a black die",
    BLUE: "a blue die",
    GOLD: "the gold die",
    YELLOW: "a yellow die",
    PEARL: "a pearl die",
    TURQUOISE: "the turquoise die",
    WHITE: "a white die",
    UNKNOWN: "a die",
}
SIDES = ("the orange side", "the violet side", "the white side")
"""By axis, after the marks on the rim; see `skill.draw.palette`."""
ROUND = ("far", "right", "left")
"""Where the corners lie for who sits on side I: the one opposite first, then clockwise, as the axes run."""
PLACES: dict[str, tuple[str, str, str]] = {
    "top": ("on top", "from the top", "to the top"),
    "middle": (
        "in row {row}, place {place}",
        "from row {row}, place {place}",
        "to row {row}, place {place}",
    ),
    "far corner": ("in the far corner", "from the far corner", "to the far corner"),
    "right corner": ("in the right corner", "from the right corner", "to the right corner"),
    "left corner": ("in the left corner", "from the left corner", "to the left corner"),
    "near edge": (
        "at the near edge, place {place}",
        "from the near edge, place {place}",
        "to the near edge, place {place}",
    ),
    "left edge": (
        "at the left edge, row {row}",
        "from the left edge, row {row}",
        "to the left edge, row {row}",
    ),
    "right edge": (
        "at the right edge, row {row}",
        "from the right edge, row {row}",
        "to the right edge, row {row}",
    ),
    "level": (
        "on level {level}, row {row}, place {place}",
        "from level {level}, row {row}, place {place}",
        "to level {level}, row {row}, place {place}",
    ),
}
"""For each kind of place the words for being there, coming from there and going there. Rows are counted from whoever
looks, places in a row from the left."""
EDGES = {0: "near edge", 1: "left edge", 2: "right edge"}
"""By the axis whose coordinate is 0, for who sits on side I."""


class Looker(NamedTuple):
    """Who looks, and what the players are called."""

    names: tuple[str, ...]
    """By seat."""
    you: Seat | None = None
    """The seat that is spoken to; None where several people look, or nobody sits."""
    side: Axis = I
    """From which side the plate is seen."""


def looker_of(match: Match, people: tuple[Seat, ...], side: Axis) -> Looker:
    """How a match is told to the `people` at the screen: one alone is spoken to."""
    seats = range(1, len(match.seats) + 1)
    return Looker(tuple(player_name(match, seat) for seat in seats), people[0] if len(people) == 1 else None, side)


def looker_at(record: Record) -> Looker:
    """How a record is told to whoever reads in it: nobody of it is spoken to."""
    return Looker(tuple(name_for(who, seat) for seat, who in enumerate(record.seats, 1)))


def delays_text(delays_s: Mapping[Seat, float], called: Callable[[Seat], str]) -> str:
    """How late each seat is in a race by the clock of another machine."""
    each = (
        tr("{player} {milliseconds} ms", player=called(seat), milliseconds=round(1000 * delay_s))
        for seat, delay_s in sorted(delays_s.items())
    )
    return tr("Delays, which the clock makes up for: {delays}.", delays=", ".join(each))


def player_name(match: Match, seat: Seat) -> str:
    """What whoever acts for a seat now is called, everywhere: see `name_for`."""
    return name_for(match.player(seat), seat)


def is_you(match: Match, people: tuple[Seat, ...], seat: Seat) -> bool:
    """Whether a seat is that of the only one of the `people` at the screen, who is spoken to for want of a name."""
    return people == (seat,) and match.player(seat) == HUMAN and not given_name_of(seat)


def called(match: Match, people: tuple[Seat, ...], seat: Seat) -> str:
    """What a seat is called at the head of a line for the `people` at the screen."""
    return tr("You") if is_you(match, people, seat) else player_name(match, seat)


def name_for(who: str, seat: Seat) -> str:
    """What a player is called: the name of the person on the seat, or the seat with the bot that acts for it, such as
    `Player 2 (greedy)`; a team with all its members.
    """
    if who == HUMAN:
        return name_of(seat)
    members = ", ".join(tr("person") if member == HUMAN else tr(member) for member in who.split("+"))
    return tr("Player {seat}", seat=seat) + f" ({members})"


def with_colour(name: str, record: Record, seat: Seat) -> str:
    """The name with the colour of the seat's own dice, if it has any, where nothing else shows that."""
    colours = record.game.colours_of_seats(record.options)
    return f"{name} ({tr(COLOUR_NAMES[colours[seat - 1]])})" if seat <= len(colours) else name


def said(fact: Fact | str, looker: Looker) -> str:
    """A fact in the chosen language for whoever looks; a plain text as it is."""
    if isinstance(fact, str):
        return fact
    text, one, who = fact.text, fact.one, fact.values.get("player")
    if isinstance(who, Player) and who.seat == looker.you and looker.you is not None:
        text, one = (
            fact.you or text.replace("{player}", "You", 1),
            "" if fact.you else one.replace("{player}", "You", 1),
        )
    words = tr(text, one=one, **{name: _word(value, looker) for name, value in fact.values.items()})
    return words[:1].upper() + words[1:] if text.startswith("{") else words


def _word(value: object, looker: Looker) -> Any:
    match value:
        case Player(seat=seat):
            return tr("you") if seat == looker.you else looker.names[seat - 1] if 0 < seat <= len(looker.names) else ""
        case At(cell=cell):
            return place_words(cell, looker.side, 0)
        case From(cell=cell):
            return place_words(cell, looker.side, 1)
        case To(cell=cell):
            return place_words(cell, looker.side, 2)
        case Lasting(seconds=seconds):
            return time_text(seconds)
        case Side(axis=axis):
            return tr(SIDES[axis])
        case Die(colour=colour):
            return tr(DICE[colour])
        case Held(colour=colour, number=number):
            return tr("{colour} {number}", colour=tr(COLOUR_NAMES[colour]), number=number)
        case tuple():
            return ", ".join(str(_word(item, looker)) for item in value)
        case str():
            return tr(value)
        case float():
            return number_text(value)
    return value


def place_words(cell: Cell, side: Axis, way: int) -> str:
    """Where a cell is, seen from a side of the plate; `way` is 0 for being there, 1 for coming from and 2 for to it."""
    level = LEVEL[cell]
    if level:
        kind = "top" if ZEROS[cell] == 3 else "level"
    elif ZEROS[cell] == 2:
        corner = next(axis for axis, c in enumerate(COORDS[cell]) if c)
        kind = f"{ROUND[(corner - side) % 3]} corner"
    elif ZEROS[cell] == 1:
        kind = EDGES[(COORDS[cell].index(0) - side) % 3]
    else:
        kind = "middle"
    row, place = row_and_place(cell, side)
    return tr(PLACES[kind][way], level=level, row=row, place=place)


def row_and_place(cell: Cell, side: Axis) -> tuple[int, int]:
    """The row of a cell, counted from whoever looks from a side of the plate, and its place in it from the left."""
    return COORDS[cell][side] + 1, COORDS[cell][(side + 1) % len(SIDES)] + 1


MINUS = "\N{MINUS SIGN}"
SIGNED = re.compile(r"[+-]\d+(\.\d+)?")


def scored(record: Record, seat: Seat, score: float) -> str:
    """A score with its unit: `41 pips`."""
    return said(record.game.score_fact(score, record.options, record.players, seat), Looker(()))


def scores_text(record: Record, scores: Sequence[float]) -> str:
    """The scores of all seats side by side, the last one with its unit: `41 : 38 pips`."""
    *first, last = scores
    return " : ".join([*map(score_text, first), scored(record, len(scores), last)])


def note_text(record: Record, note: Note, looker: Looker) -> str:
    """A note that shows, or would: points that a seat has won or lost with their unit, `+3 outside faces`."""
    text = note.text
    if note.seat is None or not isinstance(text, str) or not SIGNED.fullmatch(text):
        return said(text, looker)
    sign = text[0].replace("-", MINUS)
    return sign + said(record.game.change_fact(abs(float(text)), record.options, record.players, note.seat), looker)


def reached(record: Record, seat: Seat, score: float) -> str:
    """What a seat had in the end: its score with the unit, or the time of its success where the fastest one won."""
    game = record.game
    is_timed = isinstance(game, AttemptGame) and not game.is_scored
    if is_timed and any(line.action.verb == ATTEMPT.name and line.action[1] == "success" for line in record.played):
        return tr("no success") if score == inf else time_text(score)
    return scored(record, seat, score)


def better_text(record: Record) -> str:
    """Which scores are better: `more is better`; nothing where a score only says who reached the goal."""
    better = record.game.better_score(record.options, record.players)
    return tr(better) if better else ""


def score_text(score: float) -> str:
    """A score without needless zeros."""
    return number_text(score, ".0f" if float(round(score, 1)).is_integer() else ".1f")
