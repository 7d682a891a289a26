"""02 Dune. Blow four dice together into a small pyramid, as the wind heaps sand.

Source: game 2 of the Kosmos edition. The die "in the centre" stands in `233`: the centre itself is a point of the
plate, and the three funnels round it are equivalent.
"""

from __future__ import annotations

from skill.rules.game import RulesText
from skill.rules.profile import Profile
from skill.rules.shared.attempts import FASTEST, GatheringGame, attempts, time_limit


class Dune(GatheringGame):
    number, slug, title = "02", "dune", "Dune"
    goal = "Blow four dice together: three side by side and one on top."
    deciding_rules = {
        "attempt": "Blow from three dice away or more; one die must come to lie on three that touch one another.",
    }
    summary = "Blow four dice together into a small pyramid."
    profile = Profile(chance=1, skill=9)
    options = (FASTEST, attempts(), time_limit(120.0))
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


GAME = Dune()
