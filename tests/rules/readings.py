"""Readings and reports as tests write them: dice in cells, loose dice at places, dice off; and attempts carried out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skill.lattice.cells import COORDS, cells
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, FIELDS, Action, Loose, parse_position
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import AttemptSpec
from skill.rules.options import Value
from skill.rules.shared.attempts import AttemptGame

Place = tuple[float, float, float]


def standing(names: str, colour: str = "R") -> list[DieReading]:
    """Dice in the cells of these names."""
    return [DieReading(colour, cell, (3, 2, 1), _place(COORDS[cell])) for cell in cells(names)]


def lying(
    *places: Place, held: bool = False, carried: bool = False, turned_deg: float = 0.0, colour: str = "R"
) -> list[DieReading]:
    """Loose dice, or held ones, at these lattice coordinates."""
    die = DieReading(colour, None, None, (0.0, 0.0, 0.0), top=1, held=held, carried=carried, turned_deg=turned_deg)
    return [die._replace(at=place) for place in places]


def fallen(count: int) -> list[DieReading]:
    """Dice off the plate."""
    return [DieReading("R", None, None, (9.0, 0.0, 0.0), off=True, top=1)] * count


def reading(
    *dice: Sequence[DieReading],
    settled: bool = True,
    tilt_deg: float = 0.0,
    taken: int = 0,
    still_s: float = 3.0,
    time_s: float = 1.0,
) -> Reading:
    """All these dice at one moment."""
    still_s = still_s if settled else 0.0
    every = tuple(die._replace(number=n) for n, die in enumerate(die for some in dice for die in some))
    return Reading(every, settled, tilt_deg, time_s, still_s, taken)


def report(position: str, loose: str = "-", off: int = 0, outcome: str = "time", time_s: float = 1.0) -> Action:
    """The report of an attempt that left this heap, with the loose dice as notation writes them."""
    return ATTEMPT(outcome, time_s, parse_position(position), FIELDS["loose"].parse(loose), (("R", 1),) * off, "-")


def asked(game: AttemptGame, **given: Value) -> AttemptSpec:
    """What the first attempt of a match for one is."""
    turn = game.to_move(game.begin(1, game.options_from(given)))
    assert isinstance(turn, AttemptSpec)
    return turn


def partial(game: AttemptGame, said: Action, **given: Value) -> float:
    """What a report is worth."""
    return game.partial(said, game.options_from(given))


def carried_out(attempt: AttemptSpec, moments: Iterable[Reading], last: str = "gave_up") -> Action:
    """The report of an attempt in which these readings follow each other, at least one; `last` is its outcome if none
    of them ends it. Judges them as `skill.rules.game.AttemptSpec` says.
    """
    outcome, best, seen = last, None, None
    for moment in moments:
        seen = moment.replace(time_s=min(moment.time_s, attempt.time_limit_s))  # when it ends
        if attempt.score is not None and seen.settled:
            score = attempt.score(seen)
            if best is None or score > best[0]:
                best = (score, seen)
        if attempt.failed(seen):
            outcome = "failure"
        elif seen.settled and attempt.goal(seen):
            outcome = "success"
        elif seen.time_s >= attempt.time_limit_s:
            outcome = "time"
        else:
            continue
        break
    assert seen is not None
    told = seen if best is None else best[1]
    heap = told.pyramid
    unsupported = [die for die in told.dice if die.cell is not None and die.cell not in heap]
    lying = tuple(map(_lying, (*told.loose, *unsupported)))
    off = tuple((die.colour, die.top) for die in told.off)
    if all(die.faces is None for die in (*(die for _, die in attempt.start), *attempt.hand)):  # pips do not matter
        heap = Pyramid((cell, Die(die.colour)) for cell, die in heap)
    return ATTEMPT(outcome, round(told.time_s, 3), heap, lying, off, "-")


def _lying(die: DieReading) -> Loose:
    """A loose die as a report names it: where it is, or its cell and orientation if nothing in a cell is under it."""
    if die.cell is None:
        return (die.colour, die.top, tuple(round(x, 2) for x in die.at))
    return (die.colour, die.top, _place(COORDS[die.cell]), die.faces)


def _place(coords: tuple[int, ...]) -> Place:
    i, j, k = map(float, coords)
    return (i, j, k)
