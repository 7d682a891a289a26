"""01 Captain Flint's Skeleton Trick. Press the top die, shake the plate, and keep only the dice of the three edges.

Source: game 1 of the Kosmos edition; the strut variant is by a visitor of the Goettingen art market, 1980. The edges
are the three slanting ones alone: 17 and 8 dice in the variant prove it. What is pressed in the variant is the corner
die of the L. Placed by bare hands no more than three dice can stay; the trick is kept to show it.

An attempt ends by itself when no higher score is possible. With `strut` it ends when what stands has been held on the
level plate for 3 s; struts never held so earn nothing, or else giving up at once, before they are turned, would win.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.lattice.cells import CELLS, COORDS, ZEROS, Cell
from skill.lattice.dice import Die
from skill.lattice.notation import Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.attempts import (
    COLOURS,
    COMPLETE,
    LEVEL_ENOUGH_DEG,
    AttemptGame,
    State,
    attempts,
    cells_of,
    is_at_rest,
    nothing,
    time_limit,
)

SKELETON: frozenset[Cell] = frozenset(cell for cell in CELLS if ZEROS[cell] >= 2)
"""The 25 cells of the three slanting edges."""
STRUTS = tuple(kit.upright(COLOURS[cell % 3], COORDS[cell]) for cell in sorted(SKELETON))
HAND = tuple(Die(COLOURS[n % 3]) for n in range(len(SKELETON)))
GOALS = {
    "strut": "Turn plate and 25 dice over together, and hold them level for 3 seconds.",
    "bare_hands": "Place dice along the three edges that lead up to the top; none may slip.",
}
"""Of the tricks that do not begin with the complete pyramid."""
HOLD_S = 3.0  # how long struts that were turned upright must stand


class CaptainFlint(AttemptGame):
    number, slug, title = "01", "captain-flint", "Captain Flint's Skeleton Trick"
    goal = "Shake off all dice except the three rows that lead up to the top die."
    deciding_rules = {
        "attempt": "Press on the top die and shake off all dice but those of the three slanting edges.",
    }
    summary = "Press the top die, shake the plate, keep only the 25 dice of the edges."
    profile = Profile(chance=1, skill=9)
    is_scored = time_breaks_ties = True
    what_counts = "Dice of the skeleton, less all others left, count; the most win, then the shorter time."
    options = (
        one_of(
            "trick",
            "shake",
            "strut",
            "bare_hands",
            help="Which of the three tricks is tried.",
            meanings={
                "shake": "leave only the edges",
                "strut": "turn the skeleton over",
                "bare_hands": "build the skeleton",
            },
        ),
        attempts(),
        time_limit(120.0),
    )
    lost = "A die came off the skeleton."
    reached = (
        "It is worth 1 point: dice of the skeleton, less all others.",
        "It is worth {count} points: dice of the skeleton, less all others.",
    )
    text = RulesText(
        goal="Let only the skeleton of the pyramid stand: the top die and the eight dice below it on each of the three "
        "slanting edges, 25 in all, and no other die.",
        setup="First trick, shaking: the complete pyramid of 165 dice. Second trick, turning the skeleton over: lay 17 "
        "dice on the table as an L, one corner die and eight in line on each of two sides, and stack 8 more on the "
        "corner die. Hold the plate so that the three end dice stand in its three corners. Third trick, bare hands: an "
        "empty plate and 25 dice in your hand.",
        turn="Do the trick that you have agreed on, as told below.",
        end="The attempt ends when you say that you are done, or when only the 25 dice of the skeleton are left "
        "and the plate is held horizontal.",
        counts="You score a point for each die of the skeleton that is in its place while the finger still presses "
        "(with bare hands: when you say that you are done), and lose one for every other die left on the "
        "plate.",
        wins="The highest score wins, then the shorter time.",
        ties="Equal results share the win.",
        readings=("The bottom rim of the pyramid is no edge.",),
        variants=(
            (
                "trick",
                "shake",
                "Shaking: press a finger on the top die, tilt the plate, upside down if you like, and "
                "shake it until only the edges are left; then bring it back to the horizontal.",
            ),
            (
                "trick",
                "shake",
                "Without the finger the rows of dice fall, so they are counted before it leaves the top.",
            ),
            ("trick", "shake", "The score may be below zero: the untouched pyramid counts 25 - 140 = -115."),
            (
                "trick",
                "strut",
                "Turning over: press the die in the corner of the L towards the plate, turn all together "
                "until the plate is horizontal and underneath, and hold it for 3 seconds.",
            ),
            (
                "trick",
                "strut",
                "If you did not hold the turned skeleton for 3 seconds, its dice earn nothing. Every "
                "other die on the plate still costs a point.",
            ),
            ("trick", "bare_hands", "Bare hands: place dice of the skeleton one by one and let them go."),
            ("trick", "bare_hands", "Placed by bare hands, a die that leaves its place ends the attempt."),
            (
                "trick",
                "bare_hands",
                "With bare hands no more than three dice can stay: it is the trick at which the pirates failed.",
            ),
        ),
    )

    def set_up(self, options: Options) -> Pyramid:
        return COMPLETE if options["trick"] == "shake" else EMPTY

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        limit, trick = float(options["time_limit"]), options["trick"]
        if trick == "strut":
            return AttemptSpec(
                seat, "captain-flint-strut", start, is_held_upright, nothing, lift_and_distance, limit, loose=STRUTS
            )
        if trick == "bare_hands":
            return AttemptSpec(
                seat, "captain-flint-bare-hands", start, is_bare, has_slipped, distance, limit, hand=HAND
            )
        return AttemptSpec(seat, "captain-flint", start, is_bare, nothing, distance, limit)

    def at_start(self, options: Options) -> float:
        return score([cell for cell, _ in self.set_up(options)])

    def partial(self, report: Action, options: Options) -> float:
        _, outcome, *_ = report
        earned = score(cells_of(report))
        return min(earned, 0) if options["trick"] == "strut" and outcome != "success" else earned

    def goal_line(self, state: State, seat: Seat) -> Fact:
        return Fact(GOALS.get(str(state.options["trick"]), self.goal))

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return sorted(SKELETON)

    def progress(self, state: State, reading: Reading) -> Fact | None:
        cells = [die.cell for die in reading.dice if not die.held and not die.off]
        edge = sum(map(SKELETON.__contains__, cells))
        text = "Dice of the skeleton: {count} of {all}. Others: {others}."
        return fact(text, count=edge, all=len(SKELETON), others=len(cells) - edge)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        match action:
            case ("attempt", outcome, *_) if before.options["trick"] == "strut" and outcome != "success":
                return (*sentences, Fact("The skeleton was not held upright and level for 3 seconds."))
        return sentences


def score(cells: Sequence[Cell | None]) -> int:
    """Dice in cells of the skeleton less all others; None for a die in no cell."""
    edge = sum(map(SKELETON.__contains__, cells))
    return edge - (len(cells) - edge)


def distance(reading: Reading) -> float:
    """How far the score is from that of the bare skeleton."""
    return len(SKELETON) - score([die.cell for die in reading.dice if not die.held and not die.off])


def is_bare(reading: Reading) -> bool:
    """Whether the skeleton stands alone on a level plate: no score is higher."""
    return is_at_rest(reading) and distance(reading) == 0


def is_held_upright(reading: Reading) -> bool:
    """Whether the struts, or what is left of them, have long enough been still and the plate is level."""
    return is_at_rest(reading) and reading.still_s >= HOLD_S


def lift_and_distance(reading: Reading) -> float:
    """The same distance and how far the plate is from level: 1 for every 5 degrees beyond the first five."""
    return distance(reading) + max(0.0, reading.tilt_deg / LEVEL_ENOUGH_DEG - 1)


def has_slipped(reading: Reading) -> bool:
    """Whether a die that was placed by hand has left the skeleton."""
    return reading.settled and any(die.cell not in SKELETON for die in reading.dice if not die.held)


GAME = CaptainFlint()
