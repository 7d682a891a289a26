"""39 El Dado. Take free dice off a complete pyramid; colours are worth points.

Source: game 39 of the Kosmos edition. Only free dice may be taken; pulling a die from below is not allowed here.
The odd number of turns is left as it is. `fill=rich` is ours: pouring alone brings the gold die in 59 of 100 games.
"""

from __future__ import annotations

from skill.lattice.dice import Colour
from skill.rules.game import RulesText
from skill.rules.profile import Profile
from skill.rules.shared.demolition import VALUE_OPTIONS, Demolition, State, agreed_value, fill_option


class ElDado(Demolition):
    number, slug, title = "39", "el-dado", "El Dado"
    goal = "Collect dice worth the most points."
    deciding_rules = {
        "remove": "Only a free die may be taken: nothing lies on its three upper faces.",
    }
    summary = "Take free dice off a complete pyramid; colours are worth points."
    profile = Profile(chance=3, tactics=7)
    options = (fill_option("pour", "rich"), *VALUE_OPTIONS)
    text = RulesText(
        goal="Collect the most points: gold 10, blue 5, green 3, black 2, red 1, unless you agree on other values.",
        setup="Fill the plate to a complete pyramid of 165 dice, drawn unseen from all 281. Often the gold die "
        "is not among them; then nobody gets its points. If you agree so, all gold and blue dice are in it, or the "
        "pyramid of an earlier game is used.",
        turn="Take one free die, one with all three upper faces bare, and keep it. You must take one; you may not "
        "pass.",
        end="The game ends when the last die is taken.",
        wins="The highest sum of points wins.",
        ties="Equal sums share the win.",
        readings=(
            "Only free dice are taken: no die is pulled from under others.",
            "With two players the one who begins takes 83 dice and the other 82.",
        ),
    )

    def value(self, state: State, colour: Colour) -> float:
        return agreed_value(state, colour)


GAME = ElDado()
