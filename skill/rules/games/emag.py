"""05 Emag. The pyramid's principle reversed: the highest tower, die on die, on the bare table.

Source: game 5 of the Kosmos edition. Its text asks for height and for number; in a column the two are the same, hence
`form = column`; `one_foot` is the other reading, most dice on a single one. A tower collapses when a second die touches
the table, and when any die but the one just released is more than half an edge from where it was when the next one was
released: so it can neither be pushed straight nor go on to count where it slid to.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import dist, hypot, inf
from operator import itemgetter

from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, RED, Die
from skill.lattice.frame import point
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared.attempts import AttemptGame, State, attempts, nothing, plain, time_limit

BOX = tuple(Die(c) for c, count in ((RED, 90), (GREEN, 90), (BLACK, 90), (BLUE, 10), (GOLD, 1)) for _ in range(count))
ON_TABLE = 0.95  # a die whose centre is lower touches the table: at most 0.87 on its corner, 1.5 on another die
FLAT = 0.2  # how far the centre of a die in a column may be from the height that its place in it has
SLID = 0.5  # how far a die that stood may move, in edges
BESIDE = 1.0  # dice further from each other's axis than this are not on each other

Place = Sequence[float]


class Emag(AttemptGame):
    number, slug, title = "05", "emag", "Emag"
    goal = "Build the highest tower you can, die on die."
    deciding_rules = {
        "attempt": "A die that you let go may not be touched again; it counts once all dice have stood still.",
    }
    summary = "Build the highest tower, die on die."
    score_unit = ("1 die standing", "{count} dice standing")
    profile = Profile(skill=9, tactics=1)
    is_scored = time_breaks_ties = True
    what_counts = "Dice that stood together count; the most win, then the shorter time."
    options = (
        one_of(
            "form",
            "column",
            "one_foot",
            help="What may be built.",
            meanings={
                "column": "a column: exactly one die on one die",
                "one_foot": "anything of which a single die touches the table",
            },
        ),
        in_range("hold", 3.0, 0.5, 30.0, help="Seconds for which a tower must stand still to count."),
        attempts(),
        time_limit(300.0),
    )
    lost = "The tower fell."
    reached = (
        "One die stood still for as long as it takes to count.",
        "{count} dice stood still together for as long as it takes to count.",
    )
    text = RulesText(
        goal="Build as high a tower of dice as you can: the reverse of a pyramid, narrow and high.",
        setup="A bare table and all 281 dice of the box.",
        turn="Put one die after the other on the tower. A die that you have let go may not be touched again. Stop "
        "whenever you like; the attempt also ends when the tower collapses or a second die touches the table.",
        end="The attempt ends when you stop, when the tower collapses, or when a second die touches the table.",
        counts="Your score is the highest number of dice that stood still together for as long as agreed, by default "
        "3 seconds. If the tower falls later, the score stays.",
        wins="The highest score wins, then the shorter time to reach it.",
        ties="Equal results share the win.",
        readings=(
            "The tower has collapsed when any die but the one that you let go last has moved by more than "
            "half the width of a die.",
        ),
        needs=("A bare table and all 281 dice of the box.",),
        variants=(
            ("form", "column", "Every die stands on exactly one other, except the lowest."),
            ("form", "one_foot", "The dice may form anything, as long as a single one touches the table."),
        ),
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        hold = float(options["hold"])

        def standing(reading: Reading) -> float:
            return height(_placed(reading), options) if reading.still_s >= hold else 0

        has_slid = Slid()

        def collapsed(reading: Reading) -> bool:
            places = _placed(reading)
            high = height(places, options)
            return has_slid(reading) or (high < len(places) and (reading.settled or high == 0))

        def distance(reading: Reading) -> float:
            return -height(_placed(reading), options)

        limit = float(options["time_limit"])
        return AttemptSpec(seat, "emag", start, nothing, collapsed, distance, limit, hand=BOX, score=standing)

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, _, loose, *_ = report
        return height([die[2] for die in loose], options)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if state.options["form"] == "column":
            return super().goal_line(state, seat)
        return Fact("Pile up as many dice as you can; only one may touch the table.")

    def progress(self, state: State, reading: Reading) -> Fact | None:
        """What stands, and for how long it has to: what counts may be less than what stands at the end."""
        return fact(
            "Dice standing: {count}. They count once all have been still for {seconds} seconds.",
            count=height(_placed(reading), state.options),
            seconds=plain(float(state.options["hold"])),
        )


class Slid:
    """Whether a die has slid that was released before the last one: told from what was seen before.

    Readings of a later time are kept in mind; of one that is not later, such as one that is only imagined, it is told
    whether a die has slid in it. An earlier one begins anew.
    """

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._seen_s = -inf
        self._known: Set[int] = frozenset()
        self._last: int | None = None
        self._rested: dict[int, Sequence[float]] = {}
        """Where each die was when the next one was released, by its number."""

    def __call__(self, reading: Reading) -> bool:
        if reading.time_s < self._seen_s:
            self._begin()
        there = {die.number: point(die.at) for die in reading.dice if not die.held}
        new, last, rested = there.keys() - self._known, self._last, self._rested
        if new:
            last = max(new)
            rested = {**{n: place for n, place in there.items() if n != last}, **rested}
        has_slid = any(n != last and n in rested and dist(place, rested[n]) > SLID for n, place in there.items())
        if reading.time_s > self._seen_s:
            self._seen_s, self._last, self._known = reading.time_s, last, self._known | new
            self._rested = rested
        return has_slid


def height(places: Sequence[Place], options: Options) -> int:
    """The dice of the tower among dice at these lattice coordinates, from the table up; 0 if two touch the table."""
    centres = sorted((point(place) for place in places), key=itemgetter(2))
    if len(centres) > 1 and centres[1][2] < ON_TABLE:
        return 0
    if options["form"] == "one_foot":
        return len(centres)
    tower = centres[:1]
    for n, (x, y, z) in enumerate(centres[1:], 1):
        below = tower[-1]
        if abs(z - n - 0.5) > FLAT or hypot(x - below[0], y - below[1]) > BESIDE:
            break
        tower.append((x, y, z))
    return len(tower)


def _placed(reading: Reading) -> list[Place]:
    """Where the dice are that the hand has let go."""
    return [die.at for die in reading.dice if not die.held]


GAME = Emag()
