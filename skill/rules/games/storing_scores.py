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
    goal = "Lift dice, remember the faces below: who lifts the rolled sum keeps the die."
    deciding_rules = {
        "lift": "Lift a green die: it is yours if the three black numbers under it add up to the roll. All see them.",
        "reroll": "Leave the dice if you know where their sum lies; otherwise roll again for a sum that you remember.",
        "roll": "Roll three red dice, then lift a green die: it is yours if the black numbers below add up to that.",
    }
    summary = "Remember which three numbers lie under which die: find those that add up to what is rolled."
    profile = Profile(chance=3, skill=5, tactics=2, minutes=15, source="forced-memory")
    options = (
        one_of(
            "end",
            "target",
            "all",
            help="When the game ends and who wins.",
            meanings={
                "target": "whoever first has the agreed number of dice wins",
                "all": "when all dice are taken whoever has most wins",
            },
        ),
        *LENGTHS,
    )
    base, lid, rolls = BLACK, GREEN, kit.rolls_of(RED, 3)
    text = RulesText(
        goal="Remember which sum lies where, and collect green dice: the first with eight wins, with five and more "
        "players the first with six, unless you agree on another number or play for all 36.",
        setup="45 black dice in any orientation fill the plate, 36 green dice stand on them. Three red dice are to "
        "roll.",
        turn="Roll the three red dice, or leave them as the player before you left them; in the first turn of the "
        "game they must be rolled. Then lift any green die. All see the three numbers of the funnel under it. If they "
        "add up to what the red dice show, you keep the green die, roll again and lift another. If not, put it back, "
        "and the next player has his turn.",
        end="The game ends as soon as somebody has enough green dice: he wins. If no green die is left before "
        "that, or if you play for all, the player with the most wins.",
        ties="Equal numbers share the win.",
        readings=(
            "After a hit you must roll.",
            "A funnel whose die was taken stays empty and is out of the game.",
            "You may keep the red dice even if no funnel has their sum any more.",
        ),
    )

    def target(self, state: State) -> int | None:
        return super().target(state) if state.options["end"] == "target" else None


GAME = StoringScores()
