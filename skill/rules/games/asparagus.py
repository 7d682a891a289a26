"""40 Asparagus. El Dado, but a column of one colour may be pulled in one go.

Source: game 40 of the Kosmos edition. A column is a row along I, J or K headed by a free die; pulled from its head,
every die of it must be free when its turn comes, so that nothing falls. It need not reach the plate, and a shorter
part of it may be taken, as a single die may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from skill.lattice.cells import COORDS, COVER_MASK, LEVEL, ROWS, SUPPORTS, Cell, ray
from skill.lattice.dice import COLOUR_NAMES, Colour
from skill.lattice.notation import FILL, REMOVE, Action, Verb
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import Fact, From, Player, fact
from skill.rules.game import RulesText, Seat
from skill.rules.options import Options
from skill.rules.profile import Profile
from skill.rules.shared.demolition import REMOVALS, VALUE_OPTIONS, Demolition, State, agreed_value, fill_option

COLUMN = Verb("column <cell>><cell>", "pull a column")  # from its head to its lowest die


class Asparagus(Demolition):
    number, slug, title = "40", "asparagus", "Asparagus"
    goal = "Collect dice worth the most points."
    deciding_rules = {
        "column": "Take a free die, or a column: with it dice of its colour in a straight line under it.",
    }
    summary = "Take free dice off a complete pyramid, or a column of one colour in one go; colours are worth points."
    profile = Profile(chance=3, tactics=7)
    options = (fill_option("pour", "rich"), *VALUE_OPTIONS)
    verbs = (FILL, REMOVE, COLUMN)
    text = RulesText(
        goal="Collect the most points: gold 10, blue 5, green 3, black 2, red 1, unless you agree on other values.",
        setup="Fill the plate to a complete pyramid of 165 dice, drawn unseen from all 281. Often the gold die "
        "is not among them; then nobody gets its points. If you agree so, all gold and blue dice are in it, or the "
        "pyramid of an earlier game is used.",
        turn="Take one free die, one with all three upper faces bare. Or take a column: a free die and, straight "
        "under one of its faces, one or more dice of the same colour in a line. Nothing may lie on these dice but the "
        "column itself. Keep what you take. You may not pass.",
        end="The game ends when the last die is taken.",
        wins="The highest sum of points wins.",
        ties="Equal sums share the win.",
        readings=(
            "A die has three lower faces; the column may go on under any of them, and need not reach the plate.",
            "You may take only the upper part of a column.",
            "A column from which another die would fall cannot be pulled.",
        ),
    )

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        """The same rule whether a column is there now or not."""
        return super().deciding_rule(state, {*verbs, COLUMN.name} if REMOVE.name in verbs else verbs)

    def value(self, state: State, colour: Colour) -> float:
        return agreed_value(state, colour)

    def all_actions(self, options: Options) -> Sequence[Action]:
        ends = [(row[n], row[n + 1 :]) for row in ROWS for n in range(len(row) - 1)]
        return (*REMOVALS, *pairs(COLUMN, ends))

    def takes(self, state: State) -> list[Action]:
        return super().takes(state) + [COLUMN(*ends) for ends in columns(state.pyramid)]

    def taken(self, action: Action) -> Sequence[Cell]:
        match action:
            case ("column", head, foot):
                return between(head, foot)
        return super().taken(action)

    def offered(self, state: State, action: Action) -> Fact | None:
        cells = self.taken(action)
        points = sum(self.value(state, state.pyramid.at(cell).colour) for cell in cells)
        if len(cells) == 1:
            return fact("Take this die: {count} points", one="Take this die: 1 point", count=int(points))
        text, one = "Pull {dice} dice: {count} points", "Pull {dice} dice: 1 point"
        return fact(text, one=one, dice=len(cells), count=int(points))

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("column", head, _):
                colour, count = COLOUR_NAMES[before.pyramid.at(head).colour], len(self.taken(action))
                values = {"player": Player(by or before.seat), "colour": colour, "count": count, "from": From(head)}
                return (Fact("{player} pulled a column of {count} {colour} dice {from}.", values),)
        return super().told(before, action, by, after)

    def stages(self, before: State, action: Action, after: State) -> Sequence[Pyramid]:
        """A column goes in one."""
        return (after.pyramid,)


def columns(pyramid: Pyramid) -> Iterator[tuple[Cell, Cell]]:
    """Head and lowest die of every column of two dice or more that may be pulled."""
    mask = pyramid.mask
    for head in pyramid.free():
        colour = pyramid.at(head).colour
        for axis, below in enumerate(SUPPORTS[head]):
            upper, lower = head, below
            while COVER_MASK[lower] & mask == 1 << upper and pyramid.at(lower).colour == colour:
                yield head, lower
                if not LEVEL[lower]:
                    break
                upper, lower = lower, SUPPORTS[lower][axis]


def between(head: Cell, foot: Cell) -> tuple[Cell, ...]:
    """The cells of the row from `head` down to `foot`."""
    (i, j, k), (x, y, z) = COORDS[head], COORDS[foot]
    length = x + y + z - i - j - k
    row = ray(head, ((x - i) // length, (y - j) // length, (z - k) // length))
    return tuple(cell for cell, _ in zip(row, range(length + 1), strict=False))


GAME = Asparagus()
