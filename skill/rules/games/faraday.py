"""03 Faraday. Tilt and shake three dice from the middle of the plate into its three corners.

Source: game 3 of the Kosmos edition. The start `233 323 332` is derived: it is the only three-fold position round the
centre. Each attempt restarts from it, any die may go to any corner, and a die off the plate ends the attempt at once.
"""

from __future__ import annotations

from skill.lattice.cells import CORNERS, Cell
from skill.lattice.notation import Action, parse_position
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.attempts import FASTEST, AttemptGame, State, attempts, is_at_rest, one_off, time_limit


class Faraday(AttemptGame):
    number, slug, title = "03", "faraday", "Faraday"
    goal = "Bring the three dice into the three corners of the plate."
    deciding_rules = {
        "attempt": "Tilt and jerk the plate until each corner holds a die; none may fall off.",
    }
    summary = "Tilt and shake three dice from the middle into the three corners."
    score_unit = ("1 of 3 corners filled", "{count} of 3 corners filled")
    profile = Profile(chance=1, skill=9)
    start_position = parse_position("R233 G323 K332")
    what_counts = "Without a success, filled corners count: the most in one attempt."
    options = (FASTEST, attempts(), time_limit(180.0))
    reached = (
        "One of the three corners had its die.",
        "{count} of the three corners had their dice.",
    )
    text = RulesText(
        goal="Bring the three dice from the middle of the plate into its three corners, without touching them.",
        setup="Three dice stand side by side in the three funnels round the middle of the plate.",
        turn="Take the plate in both hands, tilt it and shake it. Any die may go to any corner. A die that falls off "
        "ends your attempt, even if the others are home.",
        end="You have done it when each corner holds a die, all lie still and the plate is horizontal again, to "
        "within 5 degrees.",
        wins="The fastest success wins or, if you agree so, the first. If nobody succeeds, whoever filled most "
        "corners in one attempt wins, also in an attempt that a fallen die ended.",
        ties="Equal results share the win.",
        readings=("Every attempt begins anew in the middle.",),
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        return AttemptSpec(seat, "faraday", start, is_home, one_off, distance, float(options["time_limit"]))

    def goal_cells(self, state: State, seat: Seat) -> tuple[Cell, ...]:
        return CORNERS

    def progress(self, state: State, reading: Reading) -> Fact | None:
        return fact("Dice in corners: {count} of 3.", count=len(reading.cells.intersection(CORNERS)))

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, pyramid, *_ = report
        return sum(corner in pyramid for corner in CORNERS)


def is_home(reading: Reading) -> bool:
    """Whether each corner holds a die, all lie still and the plate is level."""
    return is_at_rest(reading) and reading.cells.issuperset(CORNERS)


def distance(reading: Reading) -> float:
    """Steps that the dice have to go to the corners, whichever goes where."""
    return kit.fewest_steps([die.at for die in reading.dice], [CORNERS])


GAME = Faraday()
