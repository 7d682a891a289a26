"""How a person plays whole matches of games with throws and claims, and what is lost in them by accident."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import dist, hypot
from typing import Any, NamedTuple

from skill.app.play.match.phase import Phase
from skill.draw.scene_view import PITCH
from skill.lattice.cells import CELLS, LEVEL, NEIGHBOURS, SUPPORTS, Cell
from skill.lattice.frame import Point, centre
from skill.physics.tools.throw import GO
from skill.rules.games.vain_guinea_fowl import TOSS
from tests.app.persons.aiming import let_fall
from tests.app.persons.choosing import Clicks
from tests.app.persons.fingers import lying
from tests.app.persons.person import FRAME_S, REACTION_S, Over, Person

FLANK: tuple[Point, ...] = ((0.0, -3.3, 2.6), (-2.2, -3.3, 1.8), (2.2, -3.3, 1.8))
"""Places on the side of the heap in Dishing Up that is towards the player, one after the other."""
IN_CELL = 0.5  # how near the middle of a cell a die is seen that lies in it, edges
POINTING_S = 0.9  # from seeing a die to having clicked its place, in a race


class Played(NamedTuple):
    """What a match came to."""

    is_over: bool
    turns: int
    accidents: int
    """Throws that nobody meant, claims that failed and clicks beside what was meant."""


def thrown(person: Person, goal: Callable[[], Point]) -> bool:
    """One throw by whoever is to throw, at a point that is chosen once the plate is seen; whether a die left a hand."""
    person.begin()
    running = person.runtime.attempts.running
    assert running is not None
    with suppress(Over):
        let_fall(person, goal())
    return any(sample[-1] >= GO for sample in running.trace.samples)


def malicious(person: Person, seed: int) -> Played:
    """Throws where a die would lie on others, and takes any place for the dice that may follow."""
    clicks, turns, accidents = Clicks(person.runtime, seed), 0, 0
    match: Any = person.runtime.match
    while match.result is None:
        phase = person.runtime.phase
        if phase is Phase.READY:
            turns += 1
            accidents += not thrown(person, lambda: centre(inviting(person), pitch=PITCH))
        elif phase is Phase.CHOICE:
            if person.runtime.viewpoint.passes_to is not None:
                person.runtime.viewpoint.hand_over()
            clicks.turn.follow()
            chooser = clicks.turn.chooser
            clicks.click((chooser.again or chooser.choice.targets)[0])
        else:
            match.step()
    return Played(True, turns, accidents + clicks.slips)


def inviting(person: Person) -> Cell:
    """The cell in the middle of three dice, or beside as many as may be, that looks nearest to the middle."""
    dice = [die.position for die in lying(person.look())]
    taken = {cell for cell in CELLS if any(dist(centre(cell, pitch=PITCH), at) < IN_CELL for at in dice)}
    free = [cell for cell in CELLS if cell not in taken and taken.issuperset(SUPPORTS[cell])]
    return max(free, key=lambda cell: (LEVEL[cell], sum(n in taken for n in NEIGHBOURS[cell]), -far(cell)))


def far(cell: Cell) -> float:
    """How far from the middle of the plate a cell is, edges."""
    x, y, _ = centre(cell, pitch=PITCH)
    return hypot(x, y)


def dishing(person: Person, seed: int) -> Played:
    """Throws at the side of the heap that is towards the player, where dice stay best."""
    turns = accidents = 0
    match: Any = person.runtime.match
    while match.result is None:
        if person.runtime.phase is Phase.READY:
            turns += 1
            goal = FLANK[turns % len(FLANK)]
            accidents += not thrown(person, lambda goal=goal: goal)
        else:
            match.step()
    return Played(True, turns, accidents)


def guinea_fowl(person: Person, seed: int) -> Played:
    """Rolls, looks at the die, and clicks the first place that it fits, or rolls again."""
    runtime = person.runtime
    clicks, turns, accidents = Clicks(runtime, seed), 0, 0
    match: Any = runtime.match
    for _ in range(round(1800 / POINTING_S)):
        for _ in range(round((REACTION_S + POINTING_S) / FRAME_S)):
            runtime.advance(FRAME_S, tuple)
        if match.result is not None:
            break
        if runtime.phase is not Phase.RACE:
            continue
        clicks.turn.follow()
        fits = clicks.turn.chooser.choice.targets
        turns += 1
        accidents += not (clicks.click(fits[0]) if fits else clicks.call(TOSS.name))
    return Played(match.result is not None, turns, accidents + clicks.slips)
