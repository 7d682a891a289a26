"""05 Emag. The pyramid's principle reversed: the highest tower, die on die, on the bare table.

Source: game 5 of the Kosmos edition. Its text asks for height and for number; in a column the two are the same, hence
`form = column`; `one_foot` is the other reading, most dice on a single one. That a die below moved by more than half an
edge shows as a broken column or a second die on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, RED, Die
from skill.lattice.frame import point
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.attempts import AttemptGame, attempts, nothing, time_limit
from skill.rules.game import Attempt, Options, RulesText, Seat, in_range, one_of

BOX = tuple(Die(c) for c, count in ((RED, 90), (GREEN, 90), (BLACK, 90), (BLUE, 10), (GOLD, 1)) for _ in range(count))
ON_TABLE = 0.95  # a die whose centre is lower touches the table: at most 0.87 on its corner, 1.5 on another die
FLAT = 0.2  # how far the centre of a die in a column may be from the height that its place in it has
BESIDE = 1.0  # dice further from each other's axis than this are not on each other

Place = Sequence[float]


class Emag(AttemptGame):
    number, slug, title = "05", "emag", "Emag"
    summary = "Build the highest tower, die on die."
    is_scored = time_breaks_ties = True
    what_counts = "dice that stood"
    options = (
        one_of("form", "column", "one_foot", help="One die on one, or any structure with a single die on the table."),
        in_range("hold", 3.0, 0.5, 30.0, help="Seconds for which a tower must stand still to count."),
        attempts(),
        time_limit(300.0),
    )
    text = RulesText(
        goal="Build as high a tower of dice as you can: the reverse of a pyramid, narrow and high.",
        setup="A bare table and all the dice of the box.",
        turn="Put one die after the other on top. A die that you have let go may not be touched again. Stop whenever "
        "you like; the attempt also ends when the tower collapses or a second die touches the table.",
        end="You score the most dice that stood still together for the time of hold; a later collapse takes nothing "
        "away. The highest score wins, then the shorter time to reach it.",
        readings=(
            "column: every die stands on exactly one other, but for the lowest.",
            "one_foot: the dice may form anything, as long as a single one touches the table.",
        ),
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> Attempt:
        hold = float(options["hold"])

        def standing(reading: Reading) -> float:
            places = [die.at for die in reading.dice if not die.held]
            return height(places, options) if reading.still_s >= hold else 0

        def collapsed(reading: Reading) -> bool:
            places = [die.at for die in reading.dice if not die.held]
            broken = reading.settled and height(places, options) < len(places)
            return broken or sum(_is_on_table(place) for place in places) > 1

        def distance(reading: Reading) -> float:
            return -height([die.at for die in reading.dice if not die.held], options)

        limit = float(options["time_limit"])
        return Attempt(seat, "emag", start, nothing, collapsed, distance, limit, hand=BOX, score=standing)

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, _, loose, *_ = report
        return height([place for _, _, place, *_ in loose], options)


def height(places: Sequence[Place], options: Options) -> int:
    """The dice of the tower among dice at these lattice coordinates; 0 if they are no tower of the form asked for."""
    centres = sorted((point(place) for place in places), key=lambda centre: centre[2])
    if sum(z < ON_TABLE for _, _, z in centres) > 1:
        return 0
    if options["form"] == "one_foot":
        return len(centres)
    foot = centres[:1]
    for n, (x, y, z) in enumerate(centres[1:], 1):
        below = foot[-1]
        if abs(z - n - 0.5) > FLAT or hypot(x - below[0], y - below[1]) > BESIDE:
            break
        foot.append((x, y, z))
    return len(foot)


def _is_on_table(place: Place) -> bool:
    return point(place)[2] < ON_TABLE


GAME = Emag()
