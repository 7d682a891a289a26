"""37 Mound Mover. Move a mound of 20 dice one corner clockwise by right-angle moves, whoever may lie on whom.

Source: game 37 of the Kosmos edition; it refers to figures that are lost, so the right-angle move is the model's, and
long slides down a pyramid's face are one move. One die moves in a turn and steps are not counted. The layers of
`mixed` are derived. With `moves=roll` a pass ends the turn when no die of the seat can move any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    CORNERS,
    LEVEL,
    Cell,
    corner_pyramid,
    mask_of,
    parse_cell,
    small_pyramid,
)
from skill.lattice.dice import BLACK, BLUE, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, ROLL, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.shared.mounds import distance, gain, weight

SEATS = (1, 2, 3)
COLOURS = (RED, GREEN, BLACK)
LEVELS = 4  # a mound of 20 dice
HOMES = tuple(corner_pyramid(axis, LEVELS) for axis in AXES)
TARGETS = tuple(HOMES[kit.next_seat(seat, 3) - 1] for seat in SEATS)
TARGET_MASKS = tuple(map(mask_of, TARGETS))
BLUE_MOUND = small_pyramid(parse_cell("222"), 3)
BOX = dict.fromkeys(COLOURS, len(HOMES[0])) | {BLUE: len(BLUE_MOUND)}
SHIFT_OF_LEVEL = {"plain": (0, 0, 0, 0), "mixed": (0, 1, 2, 0)}  # whose colour: 0 the own, 1 the left neighbour's


def set_up(layers: str, blue_mound: str) -> Pyramid:
    """The three mounds, and the blue one in the middle."""
    shift = SHIFT_OF_LEVEL[layers]
    mounds = [(cell, Die(COLOURS[(axis + shift[LEVEL[cell]]) % 3])) for axis in AXES for cell in HOMES[axis]]
    return Pyramid(mounds + [(cell, Die(BLUE)) for cell in BLUE_MOUND if blue_mound == "on"])


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    left: int
    """Moves that the seat has to make yet; 0 before the roll."""
    turns: int
    passes: int
    """Passes in succession."""
    options: Options
    winners: tuple[Seat, ...] | None
    """None while the game goes on."""


class MoundMover(Game[State]):
    number, slug, title = "37", "mound-mover", "Mound Mover"
    family, players = "alteration", (3, 3)
    goal = "Move all your 20 dice into the next corner clockwise, as a pyramid again."
    deciding_rules = {
        "move": kit.CLIMBS,
        "pass": "None of your dice can move: the moves that are left are lost.",
    }
    summary = "Move a 20-die mound one corner clockwise by right-angle moves."
    score_unit = ("1 of 20 dice in place", "{count} of 20 dice in place")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "moves",
            "one",
            "roll",
            help="Moves in a turn.",
            meanings={"one": "one move", "roll": "as many as a die shows"},
        ),
        one_of("blue_mound", "off", "on", help="Whether ten blue dice that nobody moves stand in the middle."),
        one_of(
            "layers",
            "plain",
            "mixed",
            help="The colours of the mounds at the start.",
            meanings={"plain": "each mound of one colour", "mixed": "each mound with layers of the others' colours"},
        ),
        in_range("round_cap", 400, 0, 1000, help="Rounds after which dice in place are counted; 0 for none."),
    )
    endless_with = ({"round_cap": 0},)
    verbs = (MOVE, kit.CANNOT_MOVE, ROLL)
    seat_colours = COLOURS
    horizon = 1
    calls_a_second = 21_000
    has_sides = True
    text = RulesText(
        goal="Move your pyramid of 20 dice into the next corner clockwise.",
        setup="Each player has a pyramid of 20 dice in his corner, all of his colour. If you agree on mixed layers, "
        "the bottom layer and the top die are of his colour, the second layer of his left neighbour's, the third of "
        "his right neighbour's. If you agree on the blue mound, ten blue dice that nobody moves stand as a small "
        "pyramid on the six funnels in the middle.",
        turn="Move one of your free dice by one right-angle move. If you agree on rolled moves, roll a die and "
        "make that many moves, with one die or several. A die blocks the dice under it, even your own. "
        "Nobody has to lift it.",
        end="At the end of each round a player whose whole pyramid stands in the next corner has won. If nobody "
        "can move any more, or after the agreed number of rounds, if there is one, the player with the most "
        "own dice in place wins.",
        ties="If there are several, they share the win. Equal numbers share the win.",
        readings=(
            "Player 1 has the corner opposite the orange side, player 2 that opposite the violet one, player 3 that "
            "opposite the white one.",
            "Steps are not counted; a long slide down the face of a pyramid is one move.",
        ),
        rolled=("moves", "roll"),
        stuck=("You must move if you can; moves that you cannot make are lost.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if position is None:
            position = set_up(str(options["layers"]), str(options["blue_mound"]))
        kit.check_plain(position, BOX)
        return State(position, kit.first_seat(options), _moves_at_once(options), 0, 0, options, None)

    def to_move(self, state: State) -> Turn:
        if state.winners is not None:
            return None
        return CHANCE if not state.left else state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.winners is not None:
            return []
        if not state.left:
            return kit.DIE_ROLLS
        moves = [MOVE(*jump) for jump in kit.jumps(state.pyramid, COLOURS[state.seat - 1])]
        return moves or [kit.CANNOT_MOVE()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.right_angles(sum(BOX.values())), kit.CANNOT_MOVE())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("move", cell, to):
                moved = state._replace(pyramid=state.pyramid.move(cell, to), left=state.left - 1, passes=0)
                return moved if moved.left else _turn_over(moved)
            case ("pass",):
                return _turn_over(state._replace(passes=state.passes + 1))
            case ("roll", number):
                return state._replace(left=number)
        raise IllegalMove(f"{action}: not an action of mound-mover")

    def result(self, state: State) -> Result | None:
        if state.winners is None:
            return None
        scores = self.scores(state)
        is_done = max(scores) == len(TARGETS[0])
        reason = "All dice of the winner are in the next corner." if is_done else "Own dice in the next corner count."
        return Result(state.winners, scores, reason)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(map(len, in_place(state.pyramid)))

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return in_place(state.pyramid)[seat - 1]

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return [cell for cell in TARGETS[seat - 1] if not LEVEL[cell]]

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """The corner to which each seat moves its mound."""
        return {CORNERS[kit.next_seat(seat, 3) - 1]: seat for seat in SEATS}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by or before.seat, after)
        if after.winners is None or max(self.scores(after)) == len(HOMES[0]):
            return sentences
        all_stuck = Fact("Nobody can move any more: the dice in place are counted.")
        is_last_round = Fact("The last round is played: the dice in place are counted.")
        return (*sentences, all_stuck if after.passes == 3 else is_last_round)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if seat != state.seat or not state.left or state.options["moves"] == "one":
            return ()
        return (fact("{count} moves left in this turn.", one="One move left in this turn.", count=state.left),)

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter()

    def outlook(self, state: State) -> tuple[float, ...]:
        """Own dice in place, how near the others are to their corner, and what own dice lie on that should move."""
        found = []
        for seat, (colour, placed) in enumerate(zip(COLOURS, in_place(state.pyramid), strict=True), 1):
            corner, target = CORNERS[kit.next_seat(seat, 3) - 1], TARGET_MASKS[seat - 1]
            lying = state.pyramid.cells_of(colour)
            to_go = fsum(distance(cell, corner) + weight(state.pyramid, cell, target) for cell in lying)
            found.append(2 * len(placed) - to_go)
        return tuple(found)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        if action.verb == kit.CANNOT_MOVE.name:
            return 0
        _, cell, to = action
        return gain(state.pyramid, cell, to, TARGET_MASKS[seat - 1], CORNERS[kit.next_seat(seat, 3) - 1])


def _moves_at_once(options: Options) -> int:
    """Moves that are due as a turn begins; with a roll they are not known yet."""
    return 1 if options["moves"] == "one" else 0


def _turn_over(state: State) -> State:
    """After a turn: whether the game is over, and whose turn it is."""
    turns, winners = state.turns + 1, None
    placed = in_place(state.pyramid)
    is_round_over = turns % 3 == 0
    if is_round_over and (complete := tuple(s for s in SEATS if len(placed[s - 1]) == len(HOMES[0]))):
        winners = complete
    elif state.passes == 3 or (is_round_over and turns == 3 * state.options.whole("round_cap")):
        winners = kit.best([len(dice) for dice in placed])
    return state._replace(
        seat=kit.next_seat(state.seat, 3), left=_moves_at_once(state.options), turns=turns, winners=winners
    )


def in_place(pyramid: Pyramid) -> list[list[Cell]]:
    """The cells of each seat's target that hold its colour."""
    return [
        [cell for cell in pyramid.cells_of(colour) if target >> cell & 1]
        for target, colour in zip(TARGET_MASKS, COLOURS, strict=True)
    ]


GAME = MoundMover()
