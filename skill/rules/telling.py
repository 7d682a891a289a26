"""What a game tells people: the part of its contract from which the screen draws and writes. Nothing here is a rule.

A game gives its goal in one line, `goal`, and a sentence for each of its verbs, `Verb.told`; everything else has a
default. Drawn on the plate are the cells of `goal_cells`, `owned_cells` and `labels`, and the dice of `loose`; beside
it the dice of `held` and `colour_values`. The effects of an action are in `told`, `notes` and `stages`.

Methods that take a seat get the view of that seat as `state`; methods that take two states get the views of whoever
looks, so that what is hidden from a player cannot be told. Neither needs to deal with the lot that decides who begins.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple

from skill.lattice.cells import CELLS, Cell
from skill.lattice.dice import UNKNOWN, WHITE, Colour, Die, Faces
from skill.lattice.notation import ATTEMPT, FIRST, Action, Loose, Verb
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import At, Fact, From, Lasting, Player, To, fact
from skill.rules.options import Options
from skill.rules.turn import Seat, State

PLAIN, GOOD, BAD = "plain", "good", "bad"
CROSS = "\N{MULTIPLICATION SIGN}"  # of a place that may not be chosen
MORE, FEWER = "more is better", "fewer is better"
"""What is said of a score beside its unit."""
REACHED = ("", "")
"""In the place of a unit where a score is 1 for whoever has reached the goal, and 0 for all others."""


class Label(NamedTuple):
    """What is written at a cell."""

    text: str | Fact
    """A number or a sign, the same in every language, or a text that is translated: a word or two."""
    kind: str = PLAIN
    """`PLAIN`, `GOOD` (a yes, a right answer) or `BAD` (a no, a wrong one)."""
    means: str | Fact = ""
    """What it tells, in a sentence for whoever points at it."""


class Note(NamedTuple):
    """What shows over the heap for a moment: points, or what was wrong with a claim."""

    text: str | Fact
    """`+3`, `12, not 13`, or a text that is translated."""
    cells: tuple[Cell, ...] = ()
    """Over these cells; over the middle of the plate if there are none."""
    seat: Seat | None = None
    """In whose colour."""
    kind: str = PLAIN


class Held(NamedTuple):
    """A die in hand or rolled, drawn large beside the plate."""

    colour: Colour
    number: int | None = None
    """What it shows on top; None where that does not matter, or where it has `faces`."""
    faces: Faces | None = None
    """Its upper faces, I, J, K, as it will stand in the plate."""


class Telling(Generic[State]):
    """The part of `Game` that tells; all but `goal` has a default that suits a game in which dice are placed or taken.

    What a game usually fills in:

        goal = "Show more outside faces than the other side."        # one line, at most 80 characters
        has_sides = True                                             # its rules speak of sides I, J, K

        def goal_cells(self, state, seat): return RIM                # outlined on the plate
        def owned_cells(self, state): return {CORNERS[0]: 1, ...}    # rimmed in the colour of the seat
        def labels(self, state, seat): return {cell: Label("3")}     # written at the funnel
        def colour_values(self, state): return {GOLD: 10, RED: 1}    # a legend beside the plate

    And where its own verbs have no `told`, or more happened than the verb says:

        def told(self, before, action, by, after):
            taken = fact("{player} captured {die}.", player=Player(by), die=before.pyramid.at(cell))
            return (*super().told(before, action, by, after), taken)
    """

    goal: ClassVar[str] = ""
    """What one plays for, in one line of at most `MOST_GOAL` characters, without notation, for a player: `Bring ...`.
    Every game of the catalogue has it; a user's own game without one shows its `summary`."""
    deciding_rules: ClassVar[Mapping[str, str]] = {}
    """By the name of a verb: the sentence that decides what may be done while actions of that kind are legal, said to
    whoever chooses and again where a click is in vain. Of several kinds the first one here counts."""
    score_unit: ClassVar[tuple[str, str]] = ("1 point", "{count} points")
    """A score with its unit, for 1 and for any other `{count}`: `("1 pip", "{count} pips")`."""
    turn_order: ClassVar[str]  # see `Game`

    common_colours: ClassVar[tuple[Colour, ...]] = ()
    """Where seats have no colours of their own: those of dice that mean something to all, so that no player is marked
    with one of them."""
    has_sides: ClassVar[bool] = False
    """Whether a rule speaks of the sides I, J, K; the rim shows their marks while goal or facts name one."""
    has_back_slopes: ClassVar[bool] = False
    """Whether one often has to read or take dice of slopes that turn away from whoever sits in front, so that the plate
    is seen from higher up."""
    summary: ClassVar[str]
    roll_colour: ClassVar[Colour] = WHITE
    """The colour of the die that is rolled, where a game has one for it; else it is in the colour of whoever rolls."""

    @abstractmethod
    def pyramid(self, state: State) -> Pyramid:
        """The dice on the plate."""

    @abstractmethod
    def scores(self, state: State) -> tuple[float, ...]:
        """What each seat has so far."""

    @abstractmethod
    def better_score(self, options: Options, players: int) -> str:
        """Which scores are the better ones."""

    @abstractmethod
    def counted(self, state: State, seat: Seat) -> Sequence[Cell]:
        """The cells of the dice that make up the score of `seat`."""

    @abstractmethod
    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """None while `seat` has no turn."""

    @abstractmethod
    def verb_of(self, action: Action) -> Verb:
        """The verb of one of the game's actions."""

    # -- what one plays for, and what is drawn for it

    def loose(self, state: State) -> Sequence[Loose]:
        """The dice that lie loose on the plate from one attempt to the next; none in most games."""
        return ()

    def goal_line(self, state: State, seat: Seat) -> Fact:
        """The goal of `seat` now, in one line; `goal` unless it differs between seats, options or moments."""
        return Fact(self.goal or self.summary)

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        """The `score_unit` of a seat, where options, the number of players or the seat decide what is counted."""
        return self.score_unit

    def score_fact(self, score: float, options: Options, players: int, seat: Seat) -> Fact:
        """A score with its unit."""
        one, other = unit = self.score_unit_of(options, players, seat)
        if unit == REACHED:
            return Fact("goal reached" if score else "goal not reached")
        return fact(other, one=one, count=int(score) if float(score).is_integer() else score)

    def standing(self, state: State, seat: Seat) -> Fact | None:
        """How far `seat` is from its goal now, in a few words without a full stop, where its score does not say so; by
        default nothing. All may read it: `state` is the view of whoever looks."""
        return None

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        """Who is ahead now: by default who alone has the best score; nobody where several have it, where seats are
        counted differently, or where a score only says who reached the goal."""
        scores = self.scores(state)
        seats = range(1, len(scores) + 1)
        best = {MORE: max, FEWER: min}.get(self.better_score(options, len(scores)))
        units = {self.score_unit_of(options, len(scores), seat) for seat in seats}
        if best is None or len(scores) < 2 or len(units) > 1:
            return ()
        first = [seat for seat in seats if scores[seat - 1] == best(scores)]
        return first if len(first) == 1 else ()

    def change_fact(self, change: float, options: Options, players: int, seat: Seat) -> Fact:
        """By how much a score has grown or shrunk, with the unit of that."""
        unit = self.score_unit_of(options, players, seat)
        if unit == REACHED:
            return Fact("goal reached")
        words = unit[1].split()  # what is won or lost of something is counted without what is left or there in all
        noun = "dice" if words[-1] in ("left", "lost") else words[words.index("of") + 2] if "of" in words[:-2] else ""
        one, other = _CHANGES.get(noun, unit)
        return fact(other, one=one, count=int(change) if float(change).is_integer() else change)

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        """The rule that decides now, in one sentence, while actions of these verbs are legal; None where nothing needs
        to be said."""
        return next((Fact(rule) for verb, rule in self.deciding_rules.items() if verb in verbs), None)

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        """Cells that belong to a seat, such as its corner, marked in its colour; none in most games."""
        return {}

    def only_for(self, state: State, seat: Seat) -> Mapping[Cell, Colour]:
        """Funnels in which `seat` may set dice of one colour alone, marked with that colour; none in most games."""
        return {}

    def trays(self, state: State) -> Sequence[Mapping[Colour, int]]:
        """What lies before each seat beside the plate, by colour: the dice that it has taken, holds or is still to
        place. A die whose colour is open, is not kept or may not be known counts as `?`. Empty where no seat ever has
        any."""
        return ()

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """What is written at cells for `seat` to read: a price, a sum asked for, an answer; nothing in most games."""
        return {}

    def colour_values(self, state: State) -> Mapping[Colour, float]:
        """What a die of each colour is worth, where colours have values; shown beside the plate, in this order."""
        return {}

    def announced(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        """What was said aloud since `seat` acted last, in order, where nothing shows it any more and players have to
        remember it; nothing in most games. Who plays by text or learns hears each once; the screen's log keeps none."""
        return ()

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        """The dice in hand or rolled that `seat` may see. What chance rolled last by `ROLL` or `ROLLS` need not be
        given: it is shown until somebody else acts, unless this gives anything."""
        return ()

    def progress(self, state: State, reading: Reading) -> Fact | None:
        """How far the attempt that `state` asks for has come, while it runs: `Dice taken: 12.` None where that is no
        number, as in most throws."""
        return None

    # -- what an action brought about

    def doer(self, state: State, by: Seat | None) -> Seat | None:
        """Who is said to do what is done in `state` by seat `by`: for chance the one seat whose turn it is, if any."""
        if by is not None:
            return by
        turns = [seat for seat in range(1, len(self.scores(state)) + 1) if self.turn_of(state, seat) is not None]
        return turns[0] if len(turns) == 1 else None

    def offered(self, state: State, action: Action) -> Fact | None:
        """What an action would do in this state, in a few words without a full stop, where its verb reads alike for
        actions that differ; by default nothing."""
        return None

    def emptied(self, state: State, action: Action) -> Sequence[Cell]:
        """The cells from which an action takes dice, where it names only some of them; `state` is the view of whoever
        looks. By default nothing: what nothing hidden may decide is seen without it."""
        return ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        """One or more sentences about an action that seat `by`, or chance, has done, for the log.

        By default the sentence of its verb. A game overrides it where more happened than the verb can say, and for
        verbs that mean something else in it. An action that nobody need read about has no sentence.
        """
        if action.verb == FIRST.name:
            begins = fact("{player} begins.", you="You begin.", player=Player(action[1]))
            return (begins,) if self.turn_order else ()
        if action.verb == ATTEMPT.name:
            return (fact(_ATTEMPTS[action[1]], player=Player(by or 1), time=Lasting(action[2])),)
        verb, who = self.verb_of(action), self.doer(before, by)
        text = verb.told if who is not None and verb.told else verb.drawn
        return (fact(text, player=Player(who or 0), **told_values(verb, action, self.pyramid(before))),) if text else ()

    def captured_by(self, before: State, action: Action, after: State) -> Sequence[Cell]:
        """The cells whose dice an action captured without going there, of which that is written until somebody chooses
        what comes next. By default none; the states are the views of whoever looks."""
        return ()

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """What shows for a moment after an action, and where: by default the points that it brought each seat, over
        the dice that count since then, over those that no longer do, or where it was done."""
        found = []
        new = zip(self.scores(before), self.scores(after), strict=True)
        for seat, (had, has) in enumerate(new, 1):
            if had != has:
                then, now = set(self.counted(before, seat)), set(self.counted(after, seat))
                cells = sorted(now - then) or sorted(then - now) or cells_of(action)
                found.append(Note(f"{has - had:+g}", tuple(cells), seat))
        return found

    def foreseen(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """What is told of an action of `by` before it is done, where nothing is hidden on which it may depend: by
        default what will show after it."""
        return self.notes(before, action, by, after)

    def stages(self, before: State, action: Action, after: State) -> Sequence[Pyramid]:
        """The heaps that stand one after another until the one of `after`, the last: the action itself, and what
        follows from it without anybody's choice. By default cell by cell, from the bottom up."""
        return stages_between(self.pyramid(before), self.verb_of(action), action, self.pyramid(after))


MOST_GOAL = 80  # characters of a goal
_CHANGES = {
    "dice": ("1 die", "{count} dice"),
    "corners": ("1 corner", "{count} corners"),
    "faces": ("1 face", "{count} faces"),
    "rows": ("1 row", "{count} rows"),
}
"""The unit of a change, by the noun of that of the score."""
_ATTEMPTS = {
    "success": "{player} did it in {time}.",
    "failure": "{player} failed after {time}.",
    "time": "{player} ran out of time.",
    "gave_up": "{player} gave up.",
}


def cells_of(action: Action) -> list[Cell]:
    """The cells that an action names, in order."""
    found: list[Cell] = []
    for kind, value in action.arguments:
        found += [value] if kind == "cell" else value if kind == "cells" else ()
    return found


def told_values(verb: Verb, action: Action, before: Pyramid) -> dict[str, Any]:
    """The values for the sentence of a verb; which they are is said at `Verb`."""
    values: dict[str, Any] = dict(zip(verb.names, action[1:], strict=True))
    for (name, value), (kind, _) in zip(list(values.items()), action.arguments, strict=True):
        if kind == "cell":
            values[name] = At(value)
        elif kind == "dice":
            values[name] = tuple(Held(colour, number) for colour, number in value)
        elif kind == "colour":
            values["die"] = Die(value)
    if cells := cells_of(action):
        values |= {"from": From(cells[0]), "to": To(cells[-1])}
        values.setdefault("die", before[cells[0]] or Die(UNKNOWN))
    return values


def stages_between(before: Pyramid, verb: Verb, action: Action, after: Pyramid) -> Sequence[Pyramid]:
    """The heaps between two: first all that the action names or moves, then what else goes, comes and changes."""
    ways = verb.ways(before, *action[1:])
    named = {*cells_of(action), *(way.start for way in ways), *(way.end for way in ways)}
    changed = [cell for cell in CELLS if before[cell] != after[cell]]
    first = [cell for cell in changed if cell in named]
    others = [cell for cell in changed if cell not in named]
    if not first or not others:
        return (after,)
    heap = before
    for cell in first:
        heap = _as_in(heap, cell, after)
    found = [heap]
    gone = [cell for cell in reversed(others) if cell not in after]
    for cell in (*gone, *(cell for cell in others if cell in after)):
        heap = _as_in(heap, cell, after)
        found.append(heap)
    return found


def _as_in(heap: Pyramid, cell: Cell, after: Pyramid) -> Pyramid:
    die = after[cell]
    return heap.put(cell, die) if die else heap.remove(cell)
