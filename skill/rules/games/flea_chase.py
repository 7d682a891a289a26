"""55 Flea Chase. Step or jump over dice; both build the same 20-die pyramid and count its faces.

Source: game 55 of the Kosmos edition; its figure is lost and `start=flat` derived. Our readings: all three sides of the
target count; whether a player was stuck is judged as his turn begins; a finished player makes no more turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    COVERS,
    LEVEL,
    SUPPORTS,
    Cell,
    K,
    in_mask,
    mask_of,
    parse_cell,
    small_pyramid,
    turned,
)
from skill.lattice.dice import GREEN, RED, Die
from skill.lattice.notation import MOVE, PASS, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import Note

COLOURS = (RED, GREEN)
DICE = 10
NEAR = 5  # the target pyramid begins at k = 5
TARGET = mask_of(small_pyramid(parse_cell("005"), 4))
FACES = {cell: sum(COORDS[cell][axis] == (NEAR if axis == K else 0) for axis in AXES) for cell in in_mask(TARGET)}
FLAT = tuple(cell for cell in BASE if COORDS[cell][0] >= NEAR)
SET_UPS = {
    start: Pyramid((turned(cell, seat), Die(colour)) for seat, colour in enumerate(COLOURS) for cell in first)
    for start, first in (("flat", FLAT), ("pyramid", small_pyramid(parse_cell("600"), 3)))
}
NOBODY: Seat = 0


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    first: Seat
    options: Options
    last: tuple[tuple[Cell, Cell] | None, ...] = (None, None)
    """The last move of each seat."""
    turns: int = 0
    """Turns of both players together."""
    is_bound: bool = False
    """Whether the seat to move has to free the other, who was stuck at his last turn."""
    finished: Seat = NOBODY
    """Who was the first to have all dice in the target."""
    extra_turns: int = 0
    """Turns of the other since then."""
    is_over: bool = False


class FleaChase(Game[State]):
    number, slug, title = "55", "flea-chase", "Flea Chase"
    family, players = "space", (2, 2)
    is_symmetric = False
    seat_colours = COLOURS
    goal = "Show the most faces of your colour on the pyramid that both build where marked."
    deciding_rules = {
        "move": kit.CLIMBS,
    }
    summary = "Step or jump over dice; both build the same 20-die pyramid and count its faces."
    profile = Profile(tactics=10, minutes=10)
    options = (
        one_of(
            "start",
            "flat",
            "pyramid",
            help="How the ten dice of each player stand at the start.",
            meanings={"flat": "all on the plate", "pyramid": "as a small pyramid"},
        ),
        kit.turn_cap(150),
        in_range("finish_cap", 60, 1, 500, help="Turns that the second to finish has after the first."),
    )
    verbs = (MOVE, PASS)
    horizon = 1
    calls_a_second = 24_000
    text = RulesText(
        goal="Both players build one pyramid of 20 dice in the third corner. Show more of its 30 outside faces than "
        "the other. Whoever is late loses points.",
        setup="Each player has ten dice in the ten funnels of his corner, in rows of 1, 2, 3 and 4, or, if you agree "
        "so, as a small pyramid there. The target is a pyramid of 20 dice in the third corner; it stands on the ten "
        "funnels of that corner.",
        turn="Move one of your free dice by one right-angle move. You must move.",
        end="A player who has all dice in the target is finished. The other goes on alone.",
        counts="Each further turn costs him one point. If he was second to begin, his first further turn costs "
        "nothing. Then count the outside faces of the target pyramid in each colour.",
        wins="The higher total wins.",
        ties="Equal totals are a draw.",
        readings=(
            "Dice in the target may move, and even leave it.",
            "All three sides count, the slope towards the middle too. A die on a slanting edge shows two "
            "faces, the top die three.",
            "If nobody is finished after the agreed number of turns of each player, by default 150, each "
            "die outside the target costs two points.",
        ),
        stuck=(
            "Only if you have dice outside the target and none of them can move, you are stuck: then you "
            "may move a die in the target, or pass. Suppose you were stuck, and a die of the other lies "
            "on one of your dice outside the target. Then at his next turn he must make a move that lets "
            "you move again. If he has none, he must lift a die off one of yours. If he cannot do that "
            "either, he moves as he likes.",
            "Whoever goes on alone and cannot move, or is not finished after the agreed number of further "
            "turns, loses as many points.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UPS[str(options["start"])] if position is None else position
        kit.check_plain(pyramid, dict.fromkeys(COLOURS, DICE))
        finished = [seat for seat in (1, 2) if not outside(pyramid, seat)]
        if len(finished) == 2:
            raise IllegalMove("position {pyramid}: expected a die outside the target", pyramid=pyramid)
        first = kit.first_seat(options)
        return on_turn(State(pyramid, first, first, options, finished=finished[0] if finished else NOBODY), first)

    def to_move(self, state: State) -> Turn:
        if state.is_over:
            return None
        return state.seat

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.is_over:
            return []
        found = own_moves(state)
        if state.is_bound and (bound := duties(state, found)):
            return bound
        return [*found, PASS()] if is_stuck(state.pyramid, state.seat) else found

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.right_angles(2 * DICE), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        seat, pyramid, last = state.seat, state.pyramid, state.last
        match action:
            case ("move", cell, to):
                pyramid = pyramid.move(cell, to)
                last = kit.replaced(last, seat, (cell, to))
            case ("pass",):
                pass
            case _:
                raise IllegalMove(f"{action}: not an action of flea-chase")
        after = state._replace(
            pyramid=pyramid,
            last=last,
            turns=state.turns + 1,
            is_bound=is_stuck(state.pyramid, seat) and is_covered(state.pyramid, seat),
            finished=state.finished or (NOBODY if outside(pyramid, seat) else seat),
            extra_turns=state.extra_turns + (state.finished != NOBODY),
        )
        return on_turn(after, other(seat))

    def result(self, state: State) -> Result | None:
        if not state.is_over:
            return None
        scores = self.scores(state)
        return Result(
            kit.best(scores),
            scores,
            "Faces, less extra turns, count; the most win."
            if state.finished
            else "Faces, less 2 for each die outside, count; the most win.",
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return [cell for cell in state.pyramid.cells_of(COLOURS[seat - 1]) if cell in FACES]

    def scores(self, state: State) -> tuple[float, ...]:
        """Faces on the target pyramid, less Extra once one is finished, and until then less 2 for each die outside."""
        scores = []
        for seat, colour in enumerate(COLOURS, 1):
            points = sum(FACES[cell] for cell in state.pyramid.cells_of(colour) if TARGET >> cell & 1)
            if state.finished == NOBODY:
                points -= 2 * len(outside(state.pyramid, seat))
            elif seat != state.finished:
                points -= extra(state)
            scores.append(points)
        return tuple(scores)

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """What the score is made of, as long as dice outside count."""
        if state.finished:
            return None
        faces = sum(FACES[cell] for cell in self.counted(state, seat))
        text, one = "{count} faces, {out} out: {points}", "1 face, {out} out: {points}"
        out, points = len(outside(state.pyramid, seat)), int(self.scores(state)[seat - 1])
        return fact(text, one=one, count=faces, out=out, points=points)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        """Where the pyramid is to stand."""
        return [*in_mask(TARGET)]

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        who = by or before.seat
        sentences = [*super().told(before, action, by, after)]
        if action.verb == PASS.name:
            sentences = [fact("{player} was stuck and passed.", you="You were stuck and passed.", player=Player(who))]
        if after.finished and not before.finished:
            sentences.append(fact("{player} brought all dice into the pyramid.", player=Player(who)))
        if after.is_over and after.finished and outside(after.pyramid, other(after.finished)):
            text, one = "{player} could not finish: {count} points less.", "{player} could not finish: one point less."
            sentences.append(fact(text, one=one, player=Player(other(after.finished)), count=extra(after)))
        return tuple(sentences)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Only the mover's: dice outside no longer count for the other once somebody is finished."""
        return [note for note in super().notes(before, action, by, after) if note.seat == before.seat]

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if state.finished and seat != state.finished:
            return (fact("You go on alone. Points lost by that: {count}.", count=extra(state)),)
        if state.finished or state.is_over:
            return ()
        if seat == self.to_move(state) and state.is_bound and duties(state, own_moves(state)):
            return (Fact("You hold your opponent fast: now you must let him move."),)
        return (
            Fact(
                "A face seen on the pyramid counts 1; a die on an edge shows 2, the top die 3. A die outside counts -2."
            ),
            Fact("When one player has all dice in the pyramid, each turn that the other still needs costs him 1."),
        )

    def outlook(self, state: State) -> tuple[float, ...]:
        """Rows that are left to the own dice, and what the score says of those on the target."""
        rows = [sum(max(0, NEAR - COORDS[cell][K]) for cell in state.pyramid.cells_of(colour)) for colour in COLOURS]
        return tuple(0.3 * score - left for score, left in zip(self.scores(state), rows, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Rows gained, faces and the lowest open level of the target, not to and fro; and holding a short enemy."""
        if action.verb == PASS.name:
            return 0
        _, cell, to = action
        worth: float = max(0, NEAR - COORDS[cell][K]) - max(0, NEAR - COORDS[to][K])
        worth += 0.3 * (FACES.get(to, 0) - FACES.get(cell, 0))
        if TARGET >> to & 1 and not TARGET >> cell & 1:
            open_levels = [LEVEL[c] for c in in_mask(TARGET & ~state.pyramid.mask)]
            worth += 0.5 * (LEVEL[to] == min(open_levels))
        if state.last[seat - 1] == (to, cell):
            worth -= 1
        enemies = outside(state.pyramid, other(seat))
        if any(support in enemies for support in SUPPORTS[to]) and sum(map(state.pyramid.is_free, enemies)) <= 2:
            worth += 0.5
        return worth


def own_moves(state: State) -> list[Action]:
    """What the seat to move can do with its dice, duties aside."""
    return [MOVE(cell, to) for cell, to in kit.jumps(state.pyramid, COLOURS[state.seat - 1])]


def other(seat: Seat) -> Seat:
    """The opponent."""
    return kit.next_seat(seat, 2)


def on_turn(state: State, seat: Seat) -> State:
    """With `seat` to move, or the other if it is finished; or the end of the game."""
    if not state.finished:
        return state._replace(seat=seat, is_over=state.turns >= 2 * state.options.whole("turn_cap"))
    late = other(state.finished)
    is_over = (
        not outside(state.pyramid, late) or not any(kit.jumps(state.pyramid, COLOURS[late - 1])) or has_used_all(state)
    )
    return state._replace(seat=late, is_over=is_over)


def outside(pyramid: Pyramid, seat: Seat) -> list[Cell]:
    """The cells of a player's dice that are not in the target."""
    return [cell for cell in pyramid.cells_of(COLOURS[seat - 1]) if not TARGET >> cell & 1]


def is_stuck(pyramid: Pyramid, seat: Seat) -> bool:
    """Whether a player has dice outside the target and none of them can move."""
    dice = outside(pyramid, seat)
    return bool(dice) and not any(pyramid.is_free(cell) and pyramid.right_angle_moves(cell) for cell in dice)


def is_covered(pyramid: Pyramid, seat: Seat) -> bool:
    """Whether an enemy die stands on one of a player's dice outside the target."""
    enemy = COLOURS[other(seat) - 1]
    covers = [pyramid[cover] for cell in outside(pyramid, seat) for cover in COVERS[cell]]
    return any(die is not None and die.colour == enemy for die in covers)


def duties(state: State, found: Sequence[Action]) -> list[Action]:
    """Of these moves those that free the other player; if there is none, those that lift a die off one of his."""
    held = other(state.seat)
    freeing = [move for move in found if not is_stuck(state.pyramid.move(*move[1:]), held)]
    if freeing:
        return freeing
    under = outside(state.pyramid, held)
    return [move for move in found if any(support in under for support in SUPPORTS[move[1]])]


def extra(state: State) -> int:
    """What the late player loses: his turns after the other was finished, without the one that completes the round."""
    late = other(state.finished)
    if state.is_over and outside(state.pyramid, late):
        return state.options.whole("finish_cap")
    return max(0, state.extra_turns - (late != state.first))


def has_used_all(state: State) -> bool:
    """Whether the late player has made as many extra turns as he may."""
    return extra(state._replace(is_over=False)) >= state.options.whole("finish_cap")


GAME = FleaChase()
