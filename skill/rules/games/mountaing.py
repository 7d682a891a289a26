"""08 Mount(a)ing. Pull dice of the pyramid out as balconies and mount further dice on them, outside the pyramid.

Source: game 8 of the Kosmos edition, by visitors of the Goettingen art market, 1980, named by Jochen Corts. A balcony
needs no figures: two neighbouring dice of a face, pulled out a little, carry a die between them that leans against
the face. Dice outside have a coordinate of about -1, in this game alone. Ending at the first fall keeps the score well
defined. The start with paper balls under the edges, `coat_start`, is no part of the contest: each bottom row stands 0.3
of an edge out and a coat of 36 dice hangs on each face.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from skill.lattice.cells import AXES, BASE, COORDS, DEPTH, Axis
from skill.lattice.dice import BLACK, BLUE, GOLD, GREEN, RED, Die
from skill.lattice.notation import Action, Loose
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.fact import Fact, fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.attempts import COLOURS, COMPLETE, AttemptGame, State, attempts, nothing, time_limit

REST = {RED: 35, GREEN: 35, BLACK: 35, BLUE: 10, GOLD: 1}  # of the box
STOCK = tuple(Die(colour) for colour, count in REST.items() for _ in range(count))
OUT = 0.3  # of an edge: how far the bottom rows stand out with `coat_start`
ABOVE_PLATE = 0.5  # levels: a die whose centre is lower touches the plate or the table


class Mountaing(AttemptGame):
    number, slug, title = "08", "mountaing", "Mount(a)ing"
    goal = "Pull dice out a little and set more dice on them, as many as you can."
    deciding_rules = {
        "attempt": "Pull dice out of a face by half their width at most, and put others on them; none may fall.",
    }
    summary = "Pull dice out as balconies and mount further dice outside the pyramid."
    score_unit = ("1 die mounted", "{count} dice mounted")
    profile = Profile(skill=8, tactics=2)
    start_position = COMPLETE
    is_scored = True
    what_counts = "Dice mounted before any fell count; the most win."
    options = (
        one_of("coat_start", "off", "on", help="Whether the faces wear a coat of 108 dice from the start."),
        in_range("pull_max", 0.5, 0.1, 0.9, help="How far a die may be pulled out, in widths of a die."),
        attempts(1),
        time_limit(600.0),
    )
    lost = "A die fell off the pyramid."
    reached = (
        "One die was mounted.",
        "{count} dice were mounted.",
    )
    text = RulesText(
        goal="Mount as many further dice as you can on the outside of the pyramid.",
        setup="The complete pyramid, anew for every attempt, and the other 116 dice as your stock. If you begin with "
        "the coat, 108 of them hang on the faces, 36 on each, and only 8 are your stock; the bottom row of each side "
        "then stands pushed out a little.",
        turn="In any order and as often as you like: with a sticky finger pull a die that has a bare face on the "
        "outside out of its face, by half its width at most or as far as agreed; or put a die of the stock anywhere on "
        "the outside. Mounted dice may be pulled like others.",
        end="The attempt ends when you stop or when any die falls off the pyramid.",
        counts="Your score is the number of dice that you mounted and that stood, off plate and table, before the "
        "first die fell.",
        wins="The highest score wins.",
        ties="Equal results share the win.",
        readings=("Two neighbouring dice of one face, both pulled out, carry a die between them.",),
        variants=(("coat_start", "on", "The dice of the coat do not count."),),
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        is_coated, before = _is_coated(options), _dice_before(options)

        def mounted(reading: Reading) -> float:
            return -1 if has_fallen(reading) else len(_on(reading)) - before

        def distance(reading: Reading) -> float:
            return -mounted(reading)

        return AttemptSpec(
            seat,
            "mountaing",
            EMPTY if is_coated else start,
            nothing,
            has_fallen,
            distance,
            float(options["time_limit"]),
            adjust=(("tape.pull_max_edges", float(options["pull_max"])),),
            hand=STOCK[len(COAT) :] if is_coated else STOCK,
            loose=(*_pushed_out(start), *COAT) if is_coated else (),
            score=mounted,
        )

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, pyramid, loose, *_ = report
        return max(0, len(pyramid) + len(loose) - _dice_before(options))

    def progress(self, state: State, reading: Reading) -> Fact | None:
        return fact("Dice mounted: {count}.", count=max(0, len(_on(reading)) - _dice_before(state.options)))


def _is_coated(options: Options) -> bool:
    return options["coat_start"] == "on"


def _dice_before(options: Options) -> int:
    """The dice of the start, which do not count."""
    return len(COMPLETE) + len(COAT) * _is_coated(options)


def _pushed_out(start: Pyramid) -> Iterator[Loose]:
    """The dice of the pyramid, those of the bottom rows pushed out of each face that they are in."""
    for cell, die in start:
        yield kit.upright(die.colour, [-OUT if c == 0 and cell in BASE else c for c in COORDS[cell]])


def _coat_of(axis: Axis) -> Iterator[list[int]]:
    """Where the dice are that hang on one face, one step out."""
    for j in range(DEPTH):
        for k in range(DEPTH - j):
            place = [j, k]
            place.insert(axis, -1)
            yield place


_PLACES = [place for axis in AXES for place in _coat_of(axis)]
_COLOURS = (*COLOURS * REST[RED], *[BLUE] * REST[BLUE])  # of the coat: the three colours in turn while there are any
COAT: tuple[Loose, ...] = tuple(kit.upright(colour, place) for colour, place in zip(_COLOURS, _PLACES, strict=False))


def has_fallen(reading: Reading) -> bool:
    """Whether a die fell off the pyramid, onto the plate or further."""
    return bool(reading.off) or any(fsum(die.at) > DEPTH + ABOVE_PLATE for die in _on(reading))


def _on(reading: Reading) -> list[DieReading]:
    return [die for die in reading.dice if not die.held and not die.off]


GAME = Mountaing()
