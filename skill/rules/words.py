"""Words of the rules that need to be explained, each once for all games. No rules page uses one in another sense."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A word, what it means, and where it comes."""

    meaning: str
    """The word, a colon, and what it means, as players read it."""
    pattern: str
    """Finds it in the English rules of a game, whose page then explains it."""
    picture: str
    """The name of its picture, see `skill.app.play.said.word_pictures`."""


WORDS = (
    Word(
        "Funnel: a hollow that holds one die. The plate has 45; others are between three dice that lie side by side.",
        r"\bfunnels?\b",
        "funnel",
    ),
    Word(
        "Free: a die is free if no other die lies on it.",
        r"\bfree (dice|die|ones?)\b|\b(is|are|becomes?|became) free\b",
        "free",
    ),
    Word("Outside face: a face that can still be seen when the pyramid is complete.", r"\boutside faces?\b", "outside"),
    Word(
        "Numbers of a funnel: those on the three faces that look into it, one of each die.",
        r"\bnumbers (in|of|inside) (it|a funnel|the funnel)\b|\b(its|the|whose) three numbers\b",
        "numbers",
    ),
    Word(
        "Loose: a die is loose if it lies on the plate or on other dice, but stands in no funnel.",
        r"\bloose\b",
        "loose",
    ),
    Word(
        "Small pyramid of four: three dice side by side round a hollow, and one on top.",
        r"\bpyramids? of four\b",
        "four",
    ),
    Word(
        "Layer: all dice that stand at the same height. The bottom layer stands in the funnels of the plate; the "
        "top die is the ninth.",
        r"\blayers?\b",
        "layer",
    ),
    Word(
        "Edge: the line in which two faces of a die meet. A slanting edge of the pyramid is the row of dice from a "
        "corner up to the top die.",
        r"\bedges?\b",
        "edge",
    ),
    Word(
        "Rim: the border of the plate, with the 24 funnels along it. Its three sides have nine funnels each.",
        r"\brim\b",
        "rim",
    ),
    Word(
        "Orange side: one of the three sides of the plate; the violet and the white side follow clockwise, as seen "
        "from above. On the screen discs on the rim mark them, one orange, two violet, three white. With a plate of "
        "wood, agree which side is the orange one.",
        r"\borange side\b",
        "side",
    ),
    Word(
        "Ridge: the line of wood between two funnels that lie side by side. It goes up from a saddle to a peak.",
        r"\bridges?\b",
        "ridge",
    ),
    Word(
        "Saddle: a point of the plate where three ridges meet, between three funnels. Dice in these three carry a die "
        "over it.",
        r"\bsaddles?\b",
        "saddle",
    ),
    Word(
        "Peak: a point of wood that stands up between funnels. Three dice round it carry no die.",
        r"\bpeaks?\b",
        "peak",
    ),
    Word(
        "Row: funnels or dice in one straight line, each beside the next. On the plate rows go in three directions.",
        r"\brows?\b",
        "row",
    ),
    Word(
        "Corner: one of the three ends of the plate, with the last funnel there. A corner of a die is a point where "
        "three of its faces meet.",
        r"\bcorners?\b",
        "corner",
    ),
    Word(
        "Right-angle move: on the bare plate a step to one of the six funnels next to the die. "
        "Beside other dice it goes straight up along them until it is over their top, turns over that edge and slides "
        "straight down on the far side until something stops it. It must then lie in a funnel, or it cannot move that "
        "way. From the top of a pyramid it slides down a face of it in the same way. A die has six such ways at most.",
        r"\bright-angle moves?\b",
        "right_angle",
    ),
)
