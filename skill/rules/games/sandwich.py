"""45 Sandwich. Capture by enclosing a die in line between two of yours; place, then move.

Source: game 45 of the Kosmos edition. All dice enclosed by enemies go together, whoever moved, so whoever enters an
enemy sandwich loses the die. The English "one more move each" before the moves are doubled is followed. Turns without
capture count from the end of placing. A start position is one in which all dice have been placed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BASE_MASK, LEVEL_STEPS, Cell, shifted
from skill.lattice.dice import BLACK, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, PLACE, STOP, Action
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import pairs
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.shared.flat import check_flat, hops, steps
from skill.rules.telling import BAD, Note

COLOURS = (RED, GREEN, BLACK)
DICE_EACH = {2: 6, 3: 5}  # by the number of players
FEW = 2  # dice of some player that bring the doubled moves nearer
OWN_LOSS, THREAT = 1.2, 0.05  # worth of a die lost, and of a die that an enemy could enclose next, in captures
NOT_YET = -1


class State(NamedTuple):
    pyramid: Pyramid
    seat: Seat
    supply: tuple[int, ...]
    dice: tuple[int, ...]
    """The dice of each seat on the plate."""
    singles: int
    """Turns of one move before the moves are doubled; `NOT_YET` before somebody is down to few dice."""
    has_moved: bool
    """Whether the seat has made the first of two moves."""
    quiet: int
    """Turns since the last with a capture; -1 during a turn that has brought one."""
    options: Options


class Sandwich(Game[State]):
    number, slug, title = "45", "sandwich", "Sandwich"
    family, players = "board", (2, 3)
    goal = "Catch dice between two of yours; have the most when somebody is down to one."
    deciding_rules = {
        "move": "A die goes to the next empty funnel, or straight over one die into the funnel behind it.",
        "place": "Set a die into any empty funnel. Any die right between two enemy dice in a line is captured, "
        "also the new one.",
    }
    summary = "Capture by enclosing a die in line between two of yours; place, then move."
    score_unit = ("1 die on the plate", "{count} dice on the plate")
    profile = Profile(tactics=10)
    options = (
        one_of(
            "sandwich3",
            "same",
            "any",
            help="With three players: whose dice capture a die between them.",
            meanings={"same": "both of one enemy", "any": "of any two enemies"},
        ),
        in_range(
            "quiet_cap",
            60,
            2,
            1000,
            help="Turns of all players together without a capture after which dice are counted.",
        ),
    )
    verbs = (PLACE, MOVE, STOP, kit.CANNOT_MOVE)
    seat_colours = COLOURS
    horizon = 1
    calls_a_second = 19_000
    text = RulesText(
        goal="Catch dice between two of yours; have the most when somebody is down to one.",
        setup="The plate is empty. Two players have six dice each, three players five.",
        turn="First place your dice, one a turn, in any funnel of the plate. Then move one die a turn, if you can: to "
        "an adjacent empty funnel, or in a straight line over one die of any colour into the empty funnel behind it. "
        "A die that stands between two enemy dice in one straight line is captured and out of the game, even if its "
        "owner moved or placed it there. If there are several such dice, all of them go at the same time. The first "
        "time that a player is down to two dice, everybody makes one more single move. From then on a turn has two "
        "moves, with one die or with two; the second may be left out.",
        end="Once all dice have been placed, the game ends as soon as a player has one die or none.",
        wins="Whoever has the most dice wins.",
        ties="If two players are equal it is a draw; of three players, those who are equal at the top share the win.",
        readings=(
            "Jumping does not capture, and jumps are not continued.",
            "With three players the two dice must be of the same enemy, unless you agree that any two enemy dice will "
            "do.",
            "If nothing is captured for the agreed number of turns of all players together, by default 60, the dice "
            "are counted as they stand.",
        ),
        stuck=("Whoever cannot move passes.",),
        needs=("The plate, and dice: six of a colour for each of two players, or five for each of three.",),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        colours, supply = COLOURS[:players], DICE_EACH[players] * (position is None)
        pyramid = position or EMPTY
        check_flat(pyramid)
        kit.check_plain(pyramid, dict.fromkeys(colours, DICE_EACH[players]))
        if sandwiched(pyramid, options["sandwich3"] == "any"):
            raise IllegalMove("position {pyramid}: a die is enclosed and should have been captured", pyramid=pyramid)
        first = kit.first_seat(options)
        state = State(pyramid, first, (supply,) * players, on_plate(pyramid, players), NOT_YET, False, 0, options)
        return state if supply else watched(state)

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        return state.seat

    def _is_over(self, state: State) -> bool:
        return not any(state.supply) and (min(state.dice) < FEW or state.quiet >= state.options.whole("quiet_cap"))

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        pyramid, colour = state.pyramid, COLOURS[state.seat - 1]
        if any(state.supply):
            return [kit.PLACEMENTS[colour][cell] for cell in pyramid.funnels(BASE_MASK)]
        moves = []
        for cell in pyramid.cells_of(colour):
            moves += [MOVE(cell, to) for to in steps(pyramid, cell)]
            moves += [MOVE(cell, to) for _, to in hops(pyramid, cell)]
        if state.has_moved:
            return [*moves, STOP()]
        return moves or [kit.CANNOT_MOVE()]

    def all_actions(self, options: Options) -> Sequence[Action]:
        return (*kit.placements(COLOURS, BASE), *pairs(MOVE, flat.LEAPS), STOP(), kit.CANNOT_MOVE())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", colour, cell, _):
                supply = tuple(n - (s == state.seat) for s, n in enumerate(state.supply, 1))
                after = self._captured(state, state.pyramid.put(cell, Die(colour)))
                after = after._replace(supply=supply, seat=kit.next_seat(state.seat, len(supply)), quiet=0)
                return after if any(supply) else watched(after)
            case ("move", cell, to):
                after = self._captured(state, state.pyramid.move(cell, to))
                if state.singles == 0 and not state.has_moved and min(after.dice) >= FEW:
                    return after._replace(has_moved=True)
                return next_turn(after)
            case ("stop",) | ("pass",):
                return next_turn(state)
        raise IllegalMove(f"{action}: not an action of sandwich")

    def _captured(self, state: State, pyramid: Pyramid) -> State:
        """The state with that heap once all enclosed dice are gone."""
        lost = sandwiched(pyramid, state.options["sandwich3"] == "any")
        for cell in lost:
            pyramid = pyramid.remove(cell)
        quiet = -1 if lost else state.quiet
        return state._replace(pyramid=pyramid, dice=on_plate(pyramid, len(state.dice)), quiet=quiet)

    def result(self, state: State) -> Result | None:
        return (
            Result(kit.best(state.dice), state.dice, "Dice on the plate count; the most win.")
            if self._is_over(state)
            else None
        )

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.dice

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return kit.in_trays(COLOURS, state.supply)

    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        return state.pyramid.cells_of(COLOURS[seat - 1])

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if any(state.supply):
            return Fact("First set all your dice, then move them; whoever has more dice left wins.")
        return Fact("Catch dice between two of yours; have the most when somebody is down to one.")

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if own := state.supply[seat - 1]:
            text = "Part 1 of 2: you still have {count} dice to set; then all move."
            return (fact(text, one="Part 1 of 2: you still have one die to set; then all move.", count=own),)
        if any(state.supply):
            return (Fact("Part 1 of 2: others still have dice to set; then all move."),)
        if self._is_over(state):
            return ()
        text = "Part 2 of 2: it ends when somebody has one die or none, or after {count} more turns without a capture."
        one = "Part 2 of 2: it ends when somebody has one die or none, or after one more turn without a capture."
        left = state.options.whole("quiet_cap") - max(0, state.quiet)
        return (fact(text, one=one, count=left),)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        found = [*super().told(before, action, by, after)]
        for cell, owner in captured(before, action, after):
            found.append(fact("{player} lost the die {cell}.", player=Player(owner), cell=At(cell)))
        if any(before.supply) and not any(after.supply) and not self._is_over(after):
            found.append(Fact("All dice are set. From now on they move."))
        if before.singles == NOT_YET and after.singles > 0:
            found.append(Fact("Somebody has only two dice left: one more move each, then two moves a turn."))
        elif before.singles > 0 and after.singles == 0:
            found.append(Fact("From now on each player may move twice a turn."))
        if self._is_over(after) and min(after.dice) >= FEW:
            text = "Nothing was captured for {count} turns: the dice are counted as they stand."
            one = "Nothing was captured for a turn: the dice are counted as they stand."
            found.append(fact(text, one=one, count=after.quiet))
        return tuple(found)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return [Note("-1", (cell,), owner, BAD) for cell, owner in captured(before, action, after)]

    def captured_by(self, before: State, action: Action, after: State) -> Sequence[Cell]:
        return [cell for cell, _ in captured(before, action, after)]

    def outlook(self, state: State) -> tuple[float, ...]:
        """Own dice, less a part of each that an enemy could enclose next."""
        colours = COLOURS[: len(state.dice)]
        return tuple(
            dice - THREAT * threats(state.pyramid, colour) for dice, colour in zip(state.dice, colours, strict=True)
        )

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """Captures less own losses, and a little less for every own die that an enemy could enclose next."""
        after = self.play(state, action, seat)
        placed = action.verb == PLACE.name
        lost = state.dice[seat - 1] + placed - after.dice[seat - 1]
        taken = sum(state.dice) + placed - sum(after.dice) - lost
        return taken - OWN_LOSS * lost - THREAT * threats(after.pyramid, COLOURS[seat - 1])


def _lines(cell: Cell) -> tuple[tuple[int, Cell, Cell], ...]:
    """The pairs of neighbours between which a base cell lies, in three directions at most: their mask, and both."""
    pairs = ((shifted(cell, step), shifted(cell, (-step[0], -step[1], -step[2]))) for step in LEVEL_STEPS[:3])
    return tuple((1 << a | 1 << b, a, b) for a, b in pairs if a is not None and b is not None)


LINES = tuple(_lines(cell) for cell in BASE)


def sandwiched(pyramid: Pyramid, by_any: bool) -> list[Cell]:
    """The dice with an enemy on both sides in one line: both of one owner, or `by_any` two enemies."""
    mask, found = pyramid.mask, []
    for cell, die in pyramid:
        for both, a, b in LINES[cell]:
            if mask & both == both:
                left, right = pyramid.at(a), pyramid.at(b)
                if left != die != right and (by_any or left == right):
                    found.append(cell)
                    break
    return found


def captured(before: State, action: Action, after: State) -> list[tuple[Cell, Seat]]:
    """The dice that an action has cost, where they stood, and whose they were."""
    match action:
        case ("place", colour, cell, _):
            heap = before.pyramid.put(cell, Die(colour))
        case ("move", cell, to):
            heap = before.pyramid.move(cell, to)
        case _:
            return []
    return [(cell, COLOURS.index(die.colour) + 1) for cell, die in heap if cell not in after.pyramid]


def threats(pyramid: Pyramid, colour: str) -> int:
    """The lines on which a die of that colour has an enemy on one side and an empty funnel on the other."""
    count = 0
    for cell in pyramid.cells_of(colour):
        for _, a, b in LINES[cell]:
            one, other = pyramid[a], pyramid[b]
            lone = one or other
            count += lone is not None and not (one and other) and lone.colour != colour
    return count


def on_plate(pyramid: Pyramid, players: int) -> tuple[int, ...]:
    """How many dice each seat has on the plate."""
    return tuple(len(pyramid.cells_of(colour)) for colour in COLOURS[:players])


def next_turn(state: State) -> State:
    """The state once the turn is over: counts what there is to count."""
    singles = state.singles - 1 if state.singles > 0 else state.singles
    seat = kit.next_seat(state.seat, len(state.dice))
    return watched(state._replace(seat=seat, has_moved=False, quiet=state.quiet + 1, singles=singles))


def watched(state: State) -> State:
    """The state with its last single moves counted out, if somebody is now down to few dice for the first time."""
    is_first_time = state.singles == NOT_YET and min(state.dice) == FEW
    return state._replace(singles=len(state.dice)) if is_first_time else state


GAME = Sandwich()
