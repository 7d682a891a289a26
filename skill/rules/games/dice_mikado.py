"""06 Dice Mikado. Take dice out of the complete pyramid, one at a time, while the top die stays where it is.

Source: game 6 of the Kosmos edition, by Heike Kaufmann. The English text plays until the pyramid collapses and the top
comes down, `top_falls`; the French one until the top die moves, `top_moves`, which can be measured and is the default.
The top die is the gold one, so that it can be told from the others; whoever takes it has lost. A die that the hand
carries may be higher than the top, which has to be higher than all others, also those that lean.
"""

from __future__ import annotations

from math import dist, fsum, inf

from skill.errors import IllegalMove
from skill.lattice.cells import COORDS, Cell, parse_cell
from skill.lattice.dice import GOLD, Die
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.rules.fact import Fact, fact
from skill.rules.game import AttemptSpec, RulesText, Seat
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared.attempts import COMPLETE, AttemptGame, State, attempts, nothing

APEX = parse_cell("000")
MOVED, TURNED_DEG = 0.5, 20.0  # `top_moves`: further from its place than this, or turned more
TOPPLED_DEG = 45.0  # `top_falls`: turned more than this, or no longer the highest


class DiceMikado(AttemptGame):
    number, slug, title = "06", "dice-mikado", "Dice Mikado"
    goal = "Take as many dice as you can while the top die stays as it is."
    deciding_rules = {
        "attempt": "Take any die but the top one; the attempt is over once the top die moves.",
    }
    summary = "Take dice out of the pyramid while the top die stays."
    score_unit = ("1 die taken", "{count} dice taken")
    profile = Profile(skill=9, tactics=1)
    start_position = COMPLETE.put(APEX, Die(GOLD))
    is_scored = True
    what_counts = "Dice taken before the top gave way count; the most win."
    options = (
        one_of(
            "end_when",
            "top_moves",
            "top_falls",
            help="When the attempt ends.",
            meanings={
                "top_moves": "when the top die moves or turns a little",
                "top_falls": "when it is no longer on top, or is tipped over",
            },
        ),
        attempts(1),
        in_range("time_limit", 0.0, 0.0, 3600.0, help="Seconds for one attempt; 0 for no limit."),
    )
    lost = "The top die gave way."
    reached = (
        "One die was taken.",
        "{count} dice were taken.",
    )
    text = RulesText(
        goal="Take as many dice as you can out of the pyramid before its top die moves or, if you agree so, falls.",
        setup="The complete pyramid of 165 dice, a gold one on top. It is built anew for every attempt.",
        turn="With one hand take dice, one at a time, from anywhere but the top, and lay them aside. You may not hold "
        "or steady other dice.",
        end="The attempt ends when the top die has moved, or when you stop. If you agree on the milder rule, it "
        "ends only when the top die is no longer on top.",
        counts="You score the dice that you took before that. The die that ended the attempt does not count. Dice "
        "that slid off by themselves do not count either.",
        wins="The highest score wins.",
        ties="Equal results share the win.",
        readings=(
            "The top die has moved when it lies more than half the width of a die from its place or is turned by more "
            "than 20 degrees. It is no longer on top if another die is as high, standing or leaning, or if it has "
            "tilted by more than 45 degrees.",
            "If you take the top die, your attempt is over as well; what you took before counts.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is not None and position.cells_of(GOLD) != [APEX]:
            raise IllegalMove(
                "position {position}: {game} begins with one gold die, on top", position=position, game=self.slug
            )
        return super().start(players, options, position)

    def attempt(self, seat: Seat, start: Pyramid, options: Options) -> AttemptSpec:
        gives_way = has_moved if options["end_when"] == "top_moves" else has_fallen

        def has_lost(reading: Reading) -> bool:
            return reading.settled and gives_way(reading)

        def taken(reading: Reading) -> float:
            return -1 if gives_way(reading) else reading.taken

        def distance(reading: Reading) -> float:
            return -taken(reading)

        limit = float(options["time_limit"]) or inf
        return AttemptSpec(seat, "dice-mikado", start, nothing, has_lost, distance, limit, score=taken)

    def partial(self, report: Action, options: Options) -> float:
        _, _, _, pyramid, loose, off, _ = report
        return len(COMPLETE) - len(pyramid) - len(loose) - len(off)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if state.options["end_when"] == "top_moves":
            return super().goal_line(state, seat)
        return Fact("Take as many dice as you can while the top die stays on top.")

    def goal_cells(self, state: State, seat: Seat) -> tuple[Cell, ...]:
        return (APEX,)  # whose die is to stay

    def progress(self, state: State, reading: Reading) -> Fact | None:
        return fact("Dice taken: {count}.", count=reading.taken)


def has_moved(reading: Reading) -> bool:
    """Whether the top die has left its place."""
    top = _top(reading)
    return top is None or dist(top.at, COORDS[APEX]) > MOVED or top.turned_deg > TURNED_DEG


def has_fallen(reading: Reading) -> bool:
    """Whether the top die is no longer on top."""
    top = _top(reading)
    return top is None or top.turned_deg > TOPPLED_DEG or any(_is_as_high(die, top) for die in reading.dice)


def _is_as_high(die: DieReading, top: DieReading) -> bool:
    return not die.carried and not die.off and die is not top and fsum(die.at) <= fsum(top.at)


def _top(reading: Reading) -> DieReading | None:
    """The top die; None if it fell off or was taken."""
    return next((die for die in reading.dice if die.colour == GOLD and not die.off), None)


GAME = DiceMikado()
