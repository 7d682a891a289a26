"""02 Dune. Blow four dice together into a small pyramid, as the wind heaps sand.

Source: game 2 of the Kosmos edition. The die "in the centre" stands in `233`: the centre itself is a point of the
plate, and the three funnels round it are equivalent.
"""

from __future__ import annotations

from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared.attempts import (
    APART,
    FASTEST,
    AttemptGame,
    State,
    attempts,
    cells_of,
    gathering,
    gathering_progress,
    most_gathered,
    time_limit,
)


class Dune(AttemptGame):
    number, slug, title = "02", "dune", "Dune"
    goal = "Blow four dice together: three side by side and one on top."
    deciding_rules = {
        "attempt": "Blow from three dice away or more; one die must come to lie on three that touch one another.",
    }
    summary = "Blow four dice together into a small pyramid."
    score_unit = ("1 of 4 dice in place", "{count} of 4 dice in place")
    profile = Profile(chance=1, skill=9)
    start_position = APART
    what_counts = "Without a success, the dice of one small pyramid count; a die alone is 1."
    options = (FASTEST, attempts(), time_limit(120.0))
    reached = (
        "No two dice came together.",
        "{count} of the four dice came together.",
    )
    text = RulesText(
        goal="Blow the four dice together until they form a small pyramid: three side by side and one on top.",
        setup="A die stands in each corner of the plate and one beside its middle.",
        turn="Blow from any side and as often as you like, but from no nearer than the width of three dice. A blow "
        "lasts a second and a half at most. Neither a die nor the plate may be touched. A die that is blown off the "
        "plate ends your attempt.",
        end="You have done it when all four lie still as a small pyramid of four, anywhere on the plate.",
        counts="If nobody succeeds, the best attempt counts: how many dice stand where one small pyramid of four "
        "would have them, also in an attempt that a fallen die ended.",
        wins="The fastest success wins or, if you agree so, the first.",
        ties="Equal results share the win.",
        readings=(
            "The time runs from the first blow until the dice lie still.",
            "Every attempt begins anew with the dice apart.",
            "Any die may end on top, and the small pyramid may stand at the rim of the plate.",
            "Three dice can carry a fourth only if they stand round a hollow, not round one of the peaks of the plate.",
        ),
    )

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        return gathering(seat, "dune", start, options)

    def at_start(self, options: Options) -> float:
        return most_gathered(cell for cell, _ in self.start_position)

    def partial(self, report: Action, options: Options) -> float:
        return most_gathered(cells_of(report))

    def progress(self, state: State, reading: Reading) -> Fact | None:
        return gathering_progress(reading)


GAME = Dune()
