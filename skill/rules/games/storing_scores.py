"""15 Storing Scores. Roll three dice, lift a die: if the funnel under it has the same sum, keep it and go on.

Source: game 15 of the Kosmos edition. Its text gives no end; the number of dice that win is that of *Forced Memory* in
the Abacus edition, and `end=all` plays for all 36. A sum that no funnel has any more may be kept all the same.
"""

from __future__ import annotations

from skill.lattice.dice import BLACK, GREEN, RED
from skill.rules.game import RulesText
from skill.rules.options import one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.memory import LENGTHS, FunnelMemory, State


class StoringScores(FunnelMemory):
    number, slug, title = "15", "storing-scores", "Storing Scores"
    goal = "Find the funnels with the rolled sum and keep most green dice."
    summary = "Remember which funnel has which sum: find the one that equals three rolled dice."
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source="forced-memory")
    options = (
        one_of("end", "target", "all", help="Whether a number of dice wins, or the most when all are taken."),
        *LENGTHS,
    )
    base, lid, rolls = BLACK, GREEN, kit.rolls_of(RED, 3)
    text = RulesText(
        goal="Collect green dice: the first with eight wins, with five and more players the first with six.",
        setup="45 black dice in any orientation fill the plate, 36 green dice stand on them. Three red dice are to "
        "roll.",
        turn="Roll the three red dice, or leave them as they lie; the very first player must roll. Then lift any green "
        "die. All see the three numbers of the funnel under it. If they have the same sum as the red dice you keep the "
        "green die, roll again and lift another. If not, put it back, and the next player has his turn.",
        end="As soon as somebody has enough green dice. If the green dice run out before, most win; equals share.",
        readings=(
            "After a hit you must roll.",
            "A funnel whose die was taken stays empty and is out of the game.",
            "You may leave a sum that no funnel has any more.",
        ),
    )

    def target(self, state: State) -> int | None:
        return super().target(state) if state.options["end"] == "target" else None


GAME = StoringScores()
