"""The last turn of a match: the cells that it changed, and the dice that chance rolled. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skill.app.play.match.viewpoint import Viewpoint
from skill.lattice.cells import CELLS, Cell
from skill.lattice.dice import UNKNOWN, WHITE
from skill.lattice.notation import FILL, ORIENT, ROLL, ROLLS, Action
from skill.rules.fact import Side
from skill.rules.game import AnyGame, Seat
from skill.rules.telling import Held, cells_of
from skill.table.match import Match

SEARCHED = 60  # actions back in which what was done last on the plate is looked for


def tells_of_sides(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether what a seat is told now names a side of the plate."""
    told = (game.goal_line(view, seat), *game.facts(view, seat)) if game.has_sides else ()
    named = ((fact.text, name, value) for fact in told for name, value in fact.values.items())
    return any(isinstance(value, Side) and f"{{{name}}}" in text for text, name, value in named)


def changed_last(match: Match, viewpoint: Viewpoint) -> frozenset[Cell]:
    """The cells that the last turn changed on the plate, all actions that one seat made in it; of several turns since
    somebody at the screen acted, one of each of the others. A die that is only seen now, because one that hid it is
    gone, stands where it stood."""
    if viewpoint.is_veiled:
        return frozenset()
    game, seat = match.game, viewpoint.seat
    changed: set[Cell] = set()
    doer: Seat | None = None
    others = {*range(1, len(match.seats) + 1)} - {*viewpoint.people} if viewpoint.people else set()
    now = game.pyramid(game.view(match.state_at(len(match.played)), seat))
    for number in range(len(match.played) - 1, max(-1, len(match.played) - 1 - SEARCHED), -1):
        line = match.played[number]
        if line.action.verb == FILL.name:
            break
        if changed and line.by != doer:
            if doer not in others or line.by not in others - {doer}:
                break
            others.discard(doer)
        before = game.pyramid(game.view(match.state_at(number), seat))
        if before != now:
            shown = {cell for cell, die in before if die.colour == UNKNOWN and cell in now} - {*cells_of(line.action)}
            changed |= {cell for cell in CELLS if before[cell] != now[cell]} - shown
            doer = line.by
            if doer is None and line.action.verb in (ROLL.name, ROLLS.name):
                break  # a roll that moves dice by itself is an act of whoever rolled, and none is part of another
        now = before
    return frozenset(changed)


def captured_last(match: Match, viewpoint: Viewpoint) -> frozenset[Cell]:
    """The cells whose dice the last act captured."""
    number = len(match.played) - 1
    if viewpoint.is_veiled or number < 0:
        return frozenset()
    before, after = (match.game.view(match.state_at(n), viewpoint.seat) for n in (number, number + 1))
    return frozenset(match.game.captured_by(before, match.played[number].action, after))


def rolled(match: Match) -> Sequence[Held]:
    """The dice that chance rolled last, as long as the turn of whoever rolled them goes on, or no seat has acted since;
    several players may have rolled theirs."""
    game = match.game
    colours = game.colours_of_seats(match.record.options)
    secret = game.secrets(match.record.options)
    found: list[Held] = []
    last = len(match.played) - 1
    while last >= 0 and match.played[last].by is not None and match.played[last].by == match.seat:
        last -= 1
    for number in range(last, -1, -1):
        line = match.played[number]
        if line.by is not None or line.action.verb in secret:
            break
        doer = game.doer(match.state_at(number), None)
        if last < len(match.played) - 1 and doer != match.seat:
            break  # it is not the turn of one seat that goes on
        dice = _held(line.action, "")
        if found and doer is None and [die.colour for die in dice] == [die.colour for die in found]:
            break  # all roll all dice at once, and had rolled before
        seat = doer or match.seat
        colour = game.roll_colour
        if colour == WHITE and seat is not None and seat <= len(colours):
            colour = colours[seat - 1]
        found[:0] = _held(line.action, colour)
        if line.action.verb in (ROLL.name, ORIENT.name):
            break  # a die that is rolled again shows one number only
    return found


def _held(action: Action, colour: str) -> list[Held]:
    match action:
        case (ROLL.name, number):
            return [Held(colour, number)]
        case (ROLLS.name, dice):
            return [Held(of, number) for of, number in dice]
        case (ORIENT.name, faces):
            return [Held(colour, faces=faces)]
    return []
