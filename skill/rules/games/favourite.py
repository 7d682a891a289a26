"""42 Favourite. Take one free die a turn, green before black before red; the left neighbour of the top scorer wins.

Source: game 42 of the Kosmos edition. Where several share the top score, the left neighbour of each of them wins:
with two players the lower score wins, and both win a full tie.
"""

from __future__ import annotations

from skill.lattice.dice import BLACK, GREEN, RED, Colour
from skill.lattice.notation import Action
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Result, RulesText, Seat
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.demolition import REMOVALS, Demolition, State

VALUE = {GREEN: 3, BLACK: 2, RED: 1}  # also the order in which colours must be taken


class Favourite(Demolition):
    number, slug, title = "42", "favourite", "Favourite"
    teams = False
    goal = "See that your right neighbour collects the most points."
    deciding_rules = {
        "remove": "A free green die comes first, then a black one, and a red one only if there is no other.",
    }
    summary = "Take free dice, green before black before red; the left neighbour of the top scorer wins."
    profile = Profile(chance=3, tactics=7)
    text = RulesText(
        goal="See to it that your right neighbour collects the most points: green 3, black 2, red 1.",
        setup="Fill the plate to a complete pyramid of 55 red, 55 green and 55 black dice, well mixed.",
        turn="Take one free die, one with all three upper faces bare. If a green die is free you must take a green "
        "one; if none is, a black one; if there is none of these, a red one. You may not pass.",
        end="The game ends when the last die is taken.",
        wins="The left neighbour of the player with the most points wins.",
        ties="If several share the most points, the left neighbour of each of them wins. With two players the one "
        "with fewer points wins; with equal points both win.",
    )

    colours = frozenset(VALUE)

    def value(self, state: State, colour: Colour) -> float:
        return VALUE.get(colour, 0)

    def takes(self, state: State) -> list[Action]:
        in_order = map(state.pyramid.free_of, VALUE)
        return [REMOVALS[cell] for cell in next(filter(None, in_order))]

    def result(self, state: State) -> Result | None:
        if self.to_move(state) is not None:
            return None
        winners = {kit.next_seat(top, len(state.points)) for top in kit.best(state.points)}
        return Result(
            tuple(sorted(winners)), state.points, "Points count; the left neighbour of whoever has most wins."
        )

    def better_score(self, options: Options, players: int) -> str:
        return "left neighbour of the most wins"

    def goal_line(self, state: State, seat: Seat) -> Fact:
        players = len(state.points)
        if players == 2:
            return fact("Have fewer points than the other player in the end; with as many both win.")
        right = kit.clockwise(seat, players)[-1]
        return fact("See that {neighbour}, on your right, collects the most points.", neighbour=Player(right))

    def outlook(self, state: State) -> tuple[float, ...]:
        """The points of the right neighbour."""
        return (state.points[-1], *state.points[:-1])

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """What the right neighbour's next take brings less one's own, if all take what then lies free, in order."""
        (cell,) = self.taken(action)
        after = state.pyramid.remove(cell)
        values = sorted((self.value(state, after.at(c).colour) for c in after.free()), reverse=True)
        between = len(state.points) - 2  # seats that take before the right neighbour does
        return sum(values[between : between + 1]) - sum(values[between + 1 : between + 2])


GAME = Favourite()
