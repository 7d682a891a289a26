"""04 Coulomb. Tilt and shake four dice together into a small pyramid.

Source: game 4 of the Kosmos edition, by Juergen Wagner. Start and goal are those of game 2, the hands those of game 3.
"""

from __future__ import annotations

from skill.rules.game import RulesText
from skill.rules.profile import Profile
from skill.rules.shared.attempts import FASTEST, GatheringGame, attempts, time_limit


class Coulomb(GatheringGame):
    number, slug, title = "04", "coulomb", "Coulomb"
    goal = "Shake four dice together: three side by side and one on top."
    deciding_rules = {
        "attempt": "A quick jerk of the plate makes a die hop; one must come to lie on three that touch one another.",
    }
    summary = "Tilt and shake four dice together into a small pyramid."
    profile = Profile(chance=1, skill=9)
    options = (FASTEST, attempts(), time_limit(180.0))
    text = RulesText(
        goal="Bring the four dice together as a small pyramid, three side by side and one on top, without touching "
        "them.",
        setup="A die stands in each corner of the plate and one beside its middle.",
        turn="Take the plate in both hands, tilt it and shake it: one die has to hop onto the three others. A die that "
        "falls off ends your attempt.",
        end="You have done it when the small pyramid of four stands, all dice lie still and the plate is "
        "horizontal again, to within 5 degrees.",
        counts="If nobody succeeds, the best attempt counts: how many dice stand where one small pyramid of four "
        "would have them, also in an attempt that a fallen die ended.",
        wins="The fastest success wins or, if you agree so, the first.",
        ties="Equal results share the win.",
        readings=(
            "Every attempt begins anew with the dice apart.",
            "Any die may end on top. The small pyramid may stand anywhere on the plate.",
        ),
    )


GAME = Coulomb()
