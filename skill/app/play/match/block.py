"""The block of dice beside the plate, from which players break dice off; it is drawn layer by layer so that all can be
seen.

No pygame: dice as `skill.draw.scene_view` has them, in the plate's frame, lengths in edges.
"""

from __future__ import annotations

from collections.abc import Collection

from skill.app.play.match.choices import Chooser
from skill.app.play.match.preview import places_of_focus
from skill.draw.marks import CHOSEN, HINT, LEGAL, POINTED, together
from skill.draw.scene_view import STANDING_Z, UPRIGHT, DieView
from skill.lattice.frame import Point
from skill.rules.game import Block

GAP = 1.02  # from one die to the next in a layer: they lie pushed together
ROW_GAP = 0.9  # from one layer to the next
NEAREST_X, FRONT_Y = 6.8, -1.2  # of the layers' inner edge and front
NUMBER_BEFORE = 0.8  # how far the number of a layer stands before the middle of its nearest dice
LIFT = 0.5  # of the die that has the focus
WITH_BLOCK = 1.35  # how much farther the view is where a block lies beside the plate

Spot = tuple[int, ...]


def spot_position(spot: Spot, block: Block) -> Point:
    """Where the die at a spot of a block lies.

    Layers lie in turn on the left and on the right of the plate, the lowest on the left in front.
    """
    x, y, layer = (*spot, 0)[:3]
    row, is_right = divmod(layer, 2)
    along_x, along_y = block.width * GAP, block.length * GAP
    across = (x + 0.5) * GAP + NEAREST_X if is_right else (x + 0.5) * GAP - along_x - NEAREST_X
    return (across, FRONT_Y + row * (along_y + ROW_GAP) + (y + 0.5) * GAP, STANDING_Z + 0.5)


def layer_position(layer: int, block: Block) -> Point:
    """Where the number of a layer of a block stands: in front of its middle."""
    x, y, _ = spot_position((0, 0, layer), block)
    return (x + (block.width - 1) / 2 * GAP, y - NUMBER_BEFORE, STANDING_Z)


def block_view(
    block: Block, chooser: Chooser, taken: Collection[Spot] = (), *, marks_targets: bool = True
) -> list[DieView]:
    """The dice of a block, marked as the choice has it; `taken` are those that come off with what is pointed at."""
    choice, pointed = chooser.choice, {*places_of_focus(chooser), *taken}
    hinted = chooser.hint[1:] if chooser.hint else ()
    dice = []
    for spot, die in block.dice.items():
        of = {
            LEGAL: (marks_targets and spot in choice.targets) or spot in pointed,
            POINTED: spot in pointed,
            CHOSEN: spot in choice.pointed,
            HINT: spot in hinted,
        }
        marks = together(*(kind for kind, is_so in of.items() if is_so))
        x, y, z = spot_position(spot, block)
        place = (x, y, z + (LIFT if spot in pointed else 0.0))
        dice.append(DieView(place, UPRIGHT, die.colour, pips=0, spot=spot, marks=marks))
    return dice
