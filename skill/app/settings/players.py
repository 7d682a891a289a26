"""Names of players, and their colours in games that give seats none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skill.app.i18n import tr
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, PEARL, RED, TURQUOISE, YELLOW, Colour
from skill.rules.game import Seat

MOST = 8
COLOURS: tuple[Colour, ...] = (RED, GREEN, BLUE, YELLOW, TURQUOISE, BLACK, GOLD, PEARL)


class Person(NamedTuple):
    """Name and colour of who sits on a seat."""

    name: str
    """Empty where the player is called by the seat, `Player 1` and so on."""
    colour: Colour


USUAL: tuple[Person, ...] = tuple(Person("", colour) for colour in COLOURS)
_players: tuple[Person, ...] = USUAL


def use_players(players: Sequence[Person]) -> None:
    """Seats these players, seat 1 first, for the whole program; the seats beyond them have their usual colours."""
    global _players
    _players = (*players, *USUAL[len(players) :])


def given_name_of(seat: Seat) -> str:
    """The name that was given to the player on a seat; empty where none was."""
    return _players[seat - 1].name if seat <= len(_players) else ""


def name_of(seat: Seat) -> str:
    """Name of the player on a seat, `Player 3` where none was given."""
    return given_name_of(seat) or tr("Player {seat}", seat=seat)


def colours_without(common: Sequence[Colour], seats: int) -> tuple[Colour, ...]:
    """Colours of so many players where they usually have one of the `common` ones: others, as far as there are any.
    Whoever has chosen a colour keeps it."""
    now = [person.colour for person in _players[:seats]]
    free = [colour for colour in COLOURS if colour not in (*now, *common)]
    usual = [person.colour for person in USUAL]
    return tuple(
        free.pop(0) if free and colour in common and colour == usual[n] else colour for n, colour in enumerate(now)
    )


def colour_of(seat: Seat) -> Colour:
    """Colour letter of the player on a seat; empty beyond the last seat that has one."""
    return _players[seat - 1].colour if seat <= len(_players) else ""
