"""A4 Cui bono? Game 44 with the Abacus set: any row counts, and it ends when somebody keeps his tenth die.

Source: game A4 of the Abacus edition. Differs from game 44 in the colours and their values (the booklet's figure is
lost: red keeps its 3, pearl and yellow take 1 and 2), in the rows that may not become one-coloured (the text says a
row, not an edge: with `any_row` no funnel of three base dice in three colours can be used), and in its end.
"""

from __future__ import annotations

from skill.lattice.dice import ABACUS, PEARL, RED, YELLOW
from skill.rules.fact import Fact, fact
from skill.rules.game import RulesText, Seat
from skill.rules.games.cui_bono import CuiBono, State, row_option, value_options
from skill.rules.profile import GIVEN, Profile

MOST_OF_FEW, MOST_OF_MANY, FEW_PLAYERS = 10, 7, 4  # kept dice that end the game


class CuiBonoAbacus(CuiBono):
    number, slug, title = "A4", "cui-bono-abacus", "Cui bono? (Abacus rules)"
    players, teams = (2, 6), False
    goal = "Have the fewest penalty points when somebody has kept too many dice."
    deciding_rules = {
        "place": "It goes between three dice of three colours or of one other colour, and no row may be of one colour.",
        "slide": "Pull a die of the bottom layer that has at least two bare upper faces.",
        "keep": "The die fits nowhere on top: it stays with you and costs penalty points.",
    }
    summary = "Pull dice out of the bottom layer, put them back by colour rules or keep them as penalty points."
    profile = Profile(chance=5, tactics=5, minutes=15, source=GIVEN)
    options = (row_option("any_row", "edge_row"), *value_options({PEARL: 1, YELLOW: 2, RED: 3}))
    box = {colour: ABACUS[colour] for colour in (RED, YELLOW, PEARL)}
    text = RulesText(
        goal="Have the least penalty in the end: pearl dice count 1, yellow 2, red 3, unless you agree on other "
        "values.",
        setup="The complete pyramid of 55 red, 55 yellow and 55 pearl dice in random order.",
        turn="Pull out a die of the bottom layer that has at least two bare upper faces. If a die rests on its third "
        "upper face, the column on it slides down by one place. Now put the die back or keep it as penalty, as you "
        "like. You may put it into a funnel between three dice, but not into a funnel of the plate, if the three show "
        "three different colours, or all one colour other than the die's. But no straight row of dice that leads from "
        "it down to the plate may then be of one colour. Two dice are enough for a row. The pyramid must not look, in "
        "its colours, as it has looked before in this game.",
        end="The game ends as soon as a player keeps his tenth die; with five or six players, his seventh.",
        wins="Whoever has the fewest penalty points wins.",
        ties="If they are equal, whoever has fewer dice; then the win is shared.",
        readings=(
            "It does not matter where in the pyramid the row stands. If you agree so, only edges count: "
            "rows on whose bottom die nothing else lies.",
            "A funnel in which two dice have one colour and the third another never takes a die.",
            "Only the die just pulled may be put back, and you may keep it even if there is a place for it.",
        ),
        variants=(
            (
                "row_rule",
                "any_row",
                "A three-coloured funnel between dice of the bottom layer can never be used, a one-coloured one can.",
            ),
        ),
    )

    def most_kept(self, players: int) -> int | None:
        return MOST_OF_FEW if players <= FEW_PLAYERS else MOST_OF_MANY

    def goal_line(self, state: State, seat: Seat) -> Fact:
        most = self.most_kept(len(state.kept))
        return fact("Have the fewest penalty points when somebody keeps die number {count}.", count=most)


GAME = CuiBonoAbacus()
