"""What players are called and which colour is theirs, where the game gives them none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skill.app.i18n import tr
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, PEARL, RED, TURQUOISE, YELLOW, Colour
from skill.rules.game import Seat

MOST = 8
COLOURS: tuple[Colour, ...] = (RED, GREEN, BLUE, YELLOW, TURQUOISE, BLACK, GOLD, PEARL)


class Person(NamedTuple):
    """Who sits on a seat."""

    name: str
    """Empty for `Player 1` and so on."""
    colour: Colour


USUAL: tuple[Person, ...] = tuple(Person("", colour) for colour in COLOURS)
_players: tuple[Person, ...] = USUAL


def use_players(players: Sequence[Person]) -> None:
    """These players sit there from now on, seat 1 first; the usual ones on the seats beyond."""
    global _players
    _players = (*players, *USUAL[len(players) :])


def name_of(seat: Seat) -> str:
    """What the person on a seat is called."""
    name = _players[seat - 1].name if seat <= len(_players) else ""
    return name or tr("Player {seat}", seat=seat)


def colour_of(seat: Seat) -> Colour:
    """The colour letter of the person on a seat, or nothing."""
    return _players[seat - 1].colour if seat <= len(_players) else ""
