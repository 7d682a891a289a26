"""For which player the screen shows a match, and to whom it must be handed when a game hides something. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from skill.app.play.match.phase import Phase, people_of, phase_of
from skill.app.settings.players import colour_of, colours_without
from skill.lattice.cells import Axis
from skill.lattice.dice import UNKNOWN, Colour, Die
from skill.lattice.pyramid import Pyramid
from skill.rules.game import AttemptSpec, Seat
from skill.table.match import Match


class _Runtime(Protocol):
    """The match and what it waits for, as `skill.app.play.match.runtime.Runtime` has them."""

    match: Match

    @property
    def phase(self) -> Phase:
        """What the match waits for now."""

    @property
    def is_stopped(self) -> bool:
        """Whether time stands still."""


def seat_colour(match: Match, seat: Seat) -> Colour:
    """The colour in which a seat is marked: that of its own dice, or else the player's; empty where nobody has one."""
    game, seats = match.game, len(match.seats)
    colours = game.colours_of_seats(match.record.options) or colours_without(game.common_colours, seats)
    return colours[seat - 1] if seat <= len(colours) else colour_of(seat)


class Viewpoint:
    """Who has the screen, and what that person may see. `settle` follows every change of the match."""

    def __init__(self, runtime: _Runtime) -> None:
        self._runtime = runtime
        self._holder: Seat | None = None
        """The person who has the screen; None while nobody has taken it yet."""
        self.settle()

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have, alone or in a team."""
        return people_of(self._runtime.match)

    @property
    def seat(self) -> Seat:
        """The seat through whose eyes the screen shows what is hidden from others: of the person who had it last."""
        seat, people = self._runtime.match.seat, self.people
        if self._holder is None and people:
            return seat if seat in people else people[0]
        return self._holder or seat or 1

    @property
    def passes_to(self) -> Seat | None:
        """The person to whom the screen must be handed before anything is shown; None while nobody has to look away."""
        seat = self._runtime.match.seat
        if self._runtime.phase is not Phase.CHOICE or seat is None or seat == self._holder:
            return None
        return seat

    @property
    def is_veiled(self) -> bool:
        """Whether no die is shown as what it is: the screen is to be handed over, or nobody has it and views differ."""
        match, people = self._runtime.match, self.people
        if self._holder is not None or self._runtime.phase in (Phase.RACE, Phase.OVER) or len(people) < 2:
            return self.passes_to is not None
        return any(match.view(seat) != match.view(people[0]) for seat in people[1:])

    @property
    def is_covered(self) -> bool:
        """Whether no die is shown as what it is since a race stands still: nobody is to look for anything meanwhile."""
        runtime = self._runtime
        return runtime.phase is Phase.RACE and runtime.match.game.kind == "race" and runtime.is_stopped

    @property
    def sides(self) -> tuple[Axis, ...]:
        """The sides of the pyramid whose faces may be seen on screen."""
        match = self._runtime.match
        seats = self.people if self._runtime.phase is Phase.RACE else (self.seat,)
        seen = {side for seat in seats for side in match.game.sides_seen(match.state, seat)}
        return tuple(sorted(seen))

    def pyramid(self) -> Pyramid:
        """The heap as it may be seen on screen, all dice unknown while it is veiled or covered.

        Before an attempt it is the heap from which that begins.
        """
        return veiled(self._runtime.match.pyramid) if self.is_veiled or self.is_covered else self.unveiled()

    def unveiled(self) -> Pyramid:
        """The heap as `seat` sees it, veiled or not; in a race what any person sees, since all look at once."""
        match = self._runtime.match
        if isinstance(match.turn, AttemptSpec):
            return match.turn.start
        if self._runtime.phase is Phase.RACE:
            return seen_by_any(match.pyramid, [match.game.pyramid(match.view(seat)) for seat in self.people])
        return match.game.pyramid(match.view(self.seat))

    def hand_over(self) -> None:
        """The person to move has the screen from now on."""
        self._holder = self._runtime.match.seat

    def reset(self) -> None:
        """Begins again for another match: nobody has the screen."""
        self._holder = None
        self.settle()

    def settle(self) -> None:
        """Gives the screen to the person to move, if that person sees exactly what the one before sees."""
        match, seat = self._runtime.match, self._runtime.match.seat
        # An attempt that has just been reported still runs until it is closed, but the match has gone on.
        phase = phase_of(match, attempt_runs=False)
        if phase is not Phase.CHOICE or seat is None or seat == self._holder:
            return
        others = self.people if self._holder is None else (self._holder,)
        secret = match.game.secrets(match.record.options)
        if others != (seat,) and any(action.verb in secret for action in match.moves()):
            return  # what is chosen now is for nobody else to see
        sees = match.view(seat)
        if all(match.view(other) == sees for other in others):
            self._holder = seat


def veiled(pyramid: Pyramid) -> Pyramid:
    """The same heap with nothing to be seen of its dice but that they are there."""
    return Pyramid((cell, Die(UNKNOWN)) for cell, _ in pyramid)


def seen_by_any(heap: Pyramid, views: Sequence[Pyramid]) -> Pyramid:
    """A heap that several look at together: a die is unknown if it is to all of them."""
    return Pyramid((c, die if any(view.at(c).colour != UNKNOWN for view in views) else Die(UNKNOWN)) for c, die in heap)
