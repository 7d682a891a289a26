"""01 Captain Flint's Skeleton Trick. Press the top die, shake the plate, and keep only the dice of the three edges.

Source: game 1 of the Kosmos edition; the strut variant is by a visitor of the Goettingen art market, 1980. The edges
are the three slanting ones alone: 17 and 8 dice in the variant prove it. What is pressed in the variant is the corner
die of the L. Placed by bare hands no more than three dice can stay; the trick is kept to show it.
"""

from __future__ import annotations

from skill.lattice.cells import CELLS, COORDS, NUMBER_OF, ZEROS, Cell
from skill.lattice.dice import BLACK, GREEN, RED, Die, Faces
from skill.lattice.notation import Action, Loose
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import Reading
from skill.rules.attempts import AttemptGame, attempts, nothing, time_limit
from skill.rules.game import Attempt, Options, RulesText, Seat, one_of

SKELETON: frozenset[Cell] = frozenset(cell for cell in CELLS if ZEROS[cell] >= 2)
"""The 25 cells of the three slanting edges."""
UPRIGHT: Faces = (3, 2, 1)
COLOURS = (RED, GREEN, BLACK)
FULL = Pyramid((cell, Die(COLOURS[cell % 3])) for cell in CELLS)


class CaptainFlint(AttemptGame):
    number, slug, title = "01", "captain-flint", "Captain Flint's Skeleton Trick"
    summary = "Press the top die, shake the plate, keep only the 25 dice of the edges."
    is_scored = time_breaks_ties = True
    what_counts = "dice of the skeleton, less all others left"
    options = (
        one_of("trick", "shake", "strut", "bare_hands", help="How the skeleton comes about."),
        attempts(),
        time_limit(120.0),
    )
    text = RulesText(
        goal="Lay bare the skeleton of the pyramid: the top die and the eight dice below it on each of the three "
        "slanting edges, 25 in all, and no other die left.",
        setup="shake: the complete pyramid of 165 dice. strut: 25 dice stand as the skeleton with the plate held "
        "against its three ends. bare_hands: an empty plate and 25 dice in your hand.",
        turn="shake: press a finger on the top die, tilt the plate, upside down if you like, and shake it until only "
        "the edges are left; bring it back to level. strut: press the top die and turn plate and dice until the plate "
        "is level and below. bare_hands: place dice of the skeleton one by one and let them go.",
        end="You say when you are done. You score a point for each die of the skeleton that is in its place while the "
        "finger still presses, and lose one for every other die left on the plate. The highest score wins, then the "
        "shorter time.",
        readings=(
            "The edges are the three slanting ones alone.",
            "Without the finger the struts fall, hence the count before it leaves the top.",
            "Placed by bare hands, a die that leaves its place ends the attempt.",
        ),
    )

    def set_up(self, options: Options) -> Pyramid:
        return FULL if options["trick"] == "shake" else EMPTY

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> Attempt:
        limit, trick = float(options["time_limit"]), options["trick"]
        if trick == "shake":
            return Attempt(seat, "captain-flint", start, nothing, nothing, distance, limit)
        if trick == "strut":
            struts = tuple(_strut(cell) for cell in sorted(SKELETON))
            return Attempt(seat, "captain-flint-strut", start, nothing, nothing, distance, limit, loose=struts)
        hand = tuple(Die(COLOURS[n % 3], UPRIGHT) for n in range(len(SKELETON)))
        return Attempt(seat, "captain-flint-bare-hands", start, nothing, has_slipped, distance, limit, hand=hand)

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, pyramid, loose, *_ = report
        cells = [cell for cell, _ in pyramid] + [_cell_of(die) for die in loose]
        return score(cells)


def score(cells: list[Cell | None]) -> float:
    """Dice in cells of the skeleton less all others; None for a die in no cell."""
    edge = sum(cell in SKELETON for cell in cells)
    return edge - (len(cells) - edge)


def distance(reading: Reading) -> float:
    """How far the score is from 25."""
    dice = [die for die in reading.dice if not die.held and not die.off]
    return len(SKELETON) - score([die.cell for die in dice])


def has_slipped(reading: Reading) -> bool:
    """Whether a die that was placed by hand has left the skeleton."""
    return reading.settled and any(die.cell not in SKELETON for die in reading.dice if not die.held)


def _strut(cell: Cell) -> Loose:
    return (COLOURS[cell % 3], UPRIGHT[0], tuple(map(float, COORDS[cell])), UPRIGHT)


def _cell_of(die: Loose) -> Cell | None:
    """The cell of a die that a report names loose because nothing in a cell is under it."""
    _, _, *known = die
    return NUMBER_OF.get(known[0]) if known[1:] else None


GAME = CaptainFlint()
