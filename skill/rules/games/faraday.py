"""03 Faraday. Tilt and shake three dice from the middle of the plate into its three corners.

Source: game 3 of the Kosmos edition. The start `233 323 332` is derived: it is the only three-fold position round the
centre. Each attempt restarts from it, any die may go to any corner, and a die off the plate ends the attempt at once.
"""

from __future__ import annotations

from itertools import permutations

from skill.lattice.cells import COORDS, CORNERS
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.attempts import AttemptGame, attempt_options
from skill.rules.game import RulesText

LEVEL_ENOUGH_DEG = 5.0  # the plate counts as level within this


class Faraday(AttemptGame):
    number, slug, title = "03", "faraday", "Faraday"
    family = "skill"
    summary = "Tilt and shake three dice from the middle into the three corners."
    scene = "faraday"
    start_position = parse_position("R233 G323 K332")
    options = attempt_options(time_limit_s=180.0)
    text = RulesText(
        goal="Bring the three dice from the middle of the plate into its three corners, without touching them.",
        setup="Three dice stand in the three funnels round the middle of the plate.",
        turn="Take the plate in both hands, tilt it and shake it. Any die may go to any corner. A die that falls off "
        "ends your attempt.",
        end="You have done it when each corner holds a die, all lie still and the plate is level again. Everybody has "
        "the same number of attempts and the fastest success wins; if nobody succeeds, whoever filled most corners "
        "in one attempt.",
        readings=(
            "Every attempt begins anew in the middle.",
            "A die that falls off ends the attempt even if the other two are home.",
            "Level means within 5 degrees.",
        ),
    )

    def is_goal(self, reading: Reading) -> bool:
        return reading.settled and reading.tilt_deg <= LEVEL_ENOUGH_DEG and reading.cells.issuperset(CORNERS)

    def is_failure(self, reading: Reading) -> bool:
        return bool(reading.off)

    def distance(self, reading: Reading) -> float:
        dice = [die.at for die in reading.dice]
        return min(
            sum(_steps(at, COORDS[corner]) for at, corner in zip(dice, corners, strict=True))
            for corners in permutations(CORNERS)
        )

    def partial(self, pyramid: Pyramid) -> float:
        return sum(corner in pyramid for corner in CORNERS)


def _steps(at: tuple[float, float, float], goal: tuple[int, int, int]) -> float:
    """Steps over the plate between two places of one level: half the sum of coordinate differences."""
    return sum(abs(a - b) for a, b in zip(at, goal, strict=True)) / 2


GAME = Faraday()
