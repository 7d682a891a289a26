"""A person's turn in games of choice: choosing an action step by step, claiming in races, hints. No pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, NamedTuple

from skill.app.i18n import tr
from skill.app.input.actions import CALLS, NUMBERS, SEATS, Act
from skill.app.play.match.choices import Choice, Chooser, Pixel, Place, nearest, next_in_direction, places, variant
from skill.app.play.match.connected_sets import ConnectedSets, Shape, continuations, in_order
from skill.app.play.match.gestures import FACES, Gesture, Orientations, gesture_of
from skill.app.play.match.phase import Phase
from skill.app.play.match.preview import in_the_plate
from skill.app.play.match.runtime import Runtime
from skill.bots.hint import Hint, hint_for, hint_question
from skill.lattice.cells import LEVEL, Cell, I, in_mask, mask_of
from skill.lattice.dice import UNKNOWN, Die
from skill.lattice.notation import PASS, PLACE, STOP, Action
from skill.rules.game import Result, Seat
from skill.rules.telling import Held, Note
from skill.table.match import Match

MANY = 12  # places or more: where these are all that there are, a sentence says so and they are not marked
FEW = 4  # times as many funnels as those that may not be chosen, at least, so that these are marked instead
FEW_TARGETS = 8  # places for a die that has been chosen, at most, at each of which it is written what it brings
Seen = Callable[[], Mapping[Place, Pixel]]
"""Where places are seen on screen, asked when an arrow key needs it."""


class Sort(Enum):
    """Of places of which all may be chosen."""

    DICE = auto()
    FREE_DICE = auto()
    DICE_ON_OTHERS = auto()
    FUNNELS = auto()
    MOST_FUNNELS = auto()
    """All but a few, which are marked instead."""
    DICE_OF_THE_BLOCK = auto()


class Offered(NamedTuple):
    """What may be chosen, where that is all or nearly all of a sort."""

    sorts: tuple[Sort, ...] = ()
    barred: tuple[Cell, ...] = ()
    upper: tuple[Cell, ...] = ()


class Final(Enum):
    """What an action decides that another one would leave open."""

    LOSS = auto()
    """The match is over with it, and lost."""
    DRAW = auto()
    """The match is over with it, and neither won nor lost."""
    PASS = auto()
    """A chance is let go by."""


class Outlook(NamedTuple):
    """What an action would bring at once."""

    notes: tuple[Note, ...] = ()
    lost: tuple[Die, ...] = ()
    """The dice that a move takes off the plate."""
    gone: frozenset[Cell] = frozenset()
    """Where dice lie that it takes off the plate."""
    freed: frozenset[Cell] = frozenset()
    """Where dice lie that were covered before and are free after it."""


class Piece(NamedTuple):
    """Dice of a block beside the plate that go into the pyramid together."""

    dice: tuple[tuple[Cell, Die], ...] = ()
    spots: frozenset[tuple[int, ...]] = frozenset()
    """Where they lie in the block."""


def _die_of(call: Action) -> tuple[object, ...] | None:
    """Colour and number of the die that a call names, if that is all it names."""
    kinds = tuple(kind for kind, _ in call.arguments)
    return tuple(value for _, value in call.arguments) if kinds == ("colour", "number") else None


class Turn:
    """Whose choice it is now, and how far it has come. `follow` is called after every change of the match."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.chooser = Chooser()
        self.seat: Seat | None = None
        """Who chooses; in a race the person for whom a click claims."""
        self.alone: Seat | None = None
        """Whose turn it is in a game that is only a race against its own clock."""
        self.cursor: Place | None = None
        """Where the focus was when keys chose something last; None since the pointer has."""
        self._connected_sets = ConnectedSets()
        self._shape: Shape | None = None
        """Of the connected set that is placed at one go; None while dice are placed one by one."""
        self._plan: tuple[Action, list[Cell]] | None = None
        """The placement of the first die of the connected set that was accepted, and the cells of the others."""
        self._with_rest: tuple[Action, Sequence[Action]] | None = None
        """What was accepted, and what makes it whole."""
        self._worths: dict[Action, float] = {}
        self._kept: Action | None = None
        """What begins a piece and was chosen by itself, so that the piece stays shown."""
        self._pieces: tuple[tuple[Any, ...], Piece] = ((), Piece())
        self._wholes: list[tuple[int, int]] = []
        """How many actions of the match had been played before something that was chosen in one go, and after it."""
        self._preferred: dict[Seat | None, tuple[Any, ...]] = {}
        self._match: Match | None = None
        self._asked: tuple[Any, ...] = ()
        """What `follow` found last: the match, its revision, phase, pause, who is to get the screen, and the seat."""
        self._foreseen: tuple[tuple[Any, ...], Outlook] = ((), Outlook())
        self._everything: tuple[Choice | None, Offered] = (None, Offered())
        self._brought: tuple[Choice | None, Mapping[Cell, float]] = (None, {})
        self._gesture: tuple[Choice | None, Gesture | None] = (None, None)

    # -- following the match

    def follow(self) -> bool:
        """Takes on what the match asks for now; whether that is something else than before."""
        runtime = self.runtime
        match, phase = runtime.match, runtime.phase
        asked = (match, match.revision, phase, runtime.paused, runtime.viewpoint.passes_to)
        if (*asked, self.seat) == self._asked:
            return False
        is_same_race = self.is_race and self._match is match
        if self._match is not match:
            self.cursor = None
        if self._asked[:-1] != asked:
            self._seat_whoever_chooses()
        before, self._match, self._asked = self.chooser, match, (*asked, self.seat)
        self._worths, self._kept = {}, None
        self.chooser = Chooser(self._legal(), self._preferred.get(self.seat), self._worth)
        if is_same_race:  # others act while one chooses
            self.chooser.resume(before)
        elif self.chooser.focus is None and self.cursor is not None:
            self.chooser.focus = nearest(self.chooser.choice.targets, self.cursor)
        is_choice = phase is Phase.CHOICE and bool(self.chooser.choice.legal) and not match.is_elsewhere
        self._connected_sets = ConnectedSets(match.game.connected_sets(match.state) if is_choice else ())
        return True

    def _worth(self, action: Action) -> float:
        """How much an action of whoever chooses brings at once: the dice of the piece that it begins, else by how much
        the own score gets better. Of orientations without a piece, and where something hidden may decide, all are
        alike."""
        if action not in self._worths:
            self._worths[action] = self._found_worth(action)
        return self._worths[action]

    def _found_worth(self, action: Action) -> float:
        match, seat = self.runtime.match, self.seat
        if self.runtime.phase is not Phase.CHOICE or seat is None or match.is_elsewhere:
            return 0
        if self._rest(action):
            return len(self.piece(action).dice)
        game, state = match.game, match.state
        view = match.view(seat)
        taken = game.emptied(view, action) if view != state else ()
        is_open = view == state or (taken and all(game.pyramid(view).at(cell).colour != UNKNOWN for cell in taken))
        if not is_open or any(kind in FACES for kind, _ in action.arguments):
            return 0
        had, has = (game.scores(each)[seat - 1] for each in (state, game.play(state, action, seat)))
        return had - has if game.fewer_wins(state) else has - had

    def _rest(self, action: Action) -> Sequence[Action]:
        """What makes an action of whoever is to move whole, if anything does."""
        match = self.runtime.match
        is_asked = self._asked[:2] == (match, match.revision)  # not just taken back
        return match.game.rest_of(match.state, action) if is_asked and not match.is_elsewhere else ()

    def _seat_whoever_chooses(self) -> None:
        """Whose choice it is: in a race the person who alone has any, else whoever has chosen before."""
        match, people = self.runtime.match, self.runtime.viewpoint.people
        self.alone = None
        if self.runtime.phase is not Phase.RACE:
            self.seat = match.seat
            return
        able = [seat for seat in range(1, len(match.seats) + 1) if match.moves(seat)]
        if match.game.kind != "race" and len(able) == 1:
            self.alone = able[0]
        candidates = [seat for seat in able if seat in people] or people
        if len(candidates) == 1 or self.seat not in people or self.is_out:
            self.seat = candidates[0]

    def _legal(self) -> tuple[Action, ...]:
        runtime = self.runtime
        if runtime.paused or runtime.viewpoint.passes_to is not None:
            return ()
        if runtime.phase is Phase.CHOICE:
            return tuple(runtime.match.moves())
        return tuple(runtime.match.moves(self.seat)) if runtime.phase is Phase.RACE else ()

    @property
    def is_race(self) -> bool:
        """Whether all choose at once."""
        return self.runtime.phase is Phase.RACE and self.alone is None

    @property
    def is_out(self) -> bool:
        """Whether the person for whom a click claims must wait for the next round of the race."""
        return self.is_race and self.seat in self.runtime.out

    @property
    def places(self) -> tuple[Place, ...]:
        """What can be pointed at. In a race every funnel, or every free die: finding the right one is the game."""
        if not self.is_race or not self.chooser.choice.legal:
            return self.chooser.places
        match, pyramid = self.runtime.match, self.runtime.viewpoint.pyramid()
        seats = range(1, len(match.seats) + 1)
        meant = in_the_plate(
            place for seat in seats for action in match.moves(seat) for at in places(action)[:1] for place in at
        )
        dice = pyramid.free() if any(cell in pyramid for cell in meant) else []
        funnels = pyramid.funnels() if any(cell not in pyramid for cell in meant) else []
        return (*dice, *funnels)

    @property
    def gesture(self) -> Gesture | None:
        """How what would be a long list is chosen by hand now; None where nothing is."""
        choice = self.chooser.choice
        if self._gesture[0] is not choice:
            self._gesture = (choice, gesture_of(choice))
        return self._gesture[1]

    @property
    def beside(self) -> dict[Held, Action]:
        """What takes up a die that lies beside the plate, by that die: it is clicked there and not listed."""
        calls = {_die_of(call): call for call in self.chooser.choice.calls}
        if not calls.keys() - {None}:
            return {}
        match, seat = self.runtime.match, self.runtime.viewpoint.seat
        held = match.game.held(match.view(seat), seat) if seat == self.seat else ()
        return {die: calls[die[:2]] for die in held if die[:2] in calls}

    @property
    def everything(self) -> tuple[Sort, ...]:
        """The sorts of places of which all may be chosen now, if there are many and nothing else may be chosen at the
        plate; else none."""
        return self._offered.sorts

    @property
    def barred(self) -> tuple[Cell, ...]:
        """The few free funnels that may not be chosen where most may be: they bear a mark, and not the others."""
        return self._offered.barred

    @property
    def upper(self) -> tuple[Cell, ...]:
        """The few funnels on dice that may be chosen like all others: they are marked, since they are overlooked."""
        return self._offered.upper

    @property
    def open_funnels(self) -> tuple[Cell, ...]:
        """The free funnels where any or nearly any may be chosen: each bears a dot."""
        is_open = not self.is_race and {Sort.FUNNELS, Sort.MOST_FUNNELS} & {*self.everything}
        pyramid = self.runtime.viewpoint.pyramid()
        return tuple(c for c in in_the_plate(self.chooser.choice.targets) if c not in pyramid) if is_open else ()

    @property
    def _offered(self) -> Offered:
        choice = self.chooser.choice
        if self._everything[0] is not choice:
            self._everything = (choice, self._whole(self.places if self.is_race else choice.targets))
        return self._everything[1]

    def _whole(self, found: tuple[Place, ...]) -> Offered:
        sorts = self._whole_sorts(found)
        if self.is_race or not {Sort.FUNNELS, Sort.MOST_FUNNELS} & {*sorts}:
            return Offered(sorts)
        funnels = self._free_funnels(found)
        upper = tuple(cell for cell in funnels if LEVEL[cell] and cell in found)
        barred = tuple(cell for cell in funnels if cell not in found)
        return Offered(sorts, barred, upper if len(upper) < MANY else ())

    def _whole_sorts(self, found: tuple[Place, ...]) -> tuple[Sort, ...]:
        if len(found) < MANY:
            return ()
        cells, match, pyramid = in_the_plate(found), self.runtime.match, self.runtime.viewpoint.pyramid()
        if not cells:
            block = match.game.block(match.state)
            return (Sort.DICE_OF_THE_BLOCK,) if block and {*found} == {*block.dice} else ()
        dice, funnels = {cell for cell in cells if cell in pyramid}, {cell for cell in cells if cell not in pyramid}
        standing = {cell for cell, _ in pyramid}
        wholes = {
            Sort.DICE: standing,
            Sort.DICE_ON_OTHERS: {cell for cell in standing if LEVEL[cell]},
            Sort.FREE_DICE: {*pyramid.free()},
        }
        sorts = [next((sort for sort, whole in wholes.items() if whole == dice), None)] if dice else []
        sorts += [self._sort_of_funnels(funnels, {*self._free_funnels(found)})] if funnels else []
        return tuple(sort for sort in sorts if sort) if all(sorts) else ()

    def _free_funnels(self, found: tuple[Place, ...]) -> list[Cell]:
        """The free funnels as high up as any that may be chosen: none on dice where all dice go onto the plate."""
        highest = max(map(LEVEL.__getitem__, in_the_plate(found)), default=0)
        return [cell for cell in self.runtime.viewpoint.pyramid().funnels() if LEVEL[cell] <= highest]

    def _sort_of_funnels(self, found: set[Cell], free: set[Cell]) -> Sort | None:
        """Cells without a die may be aimed at as well, wherever they are; what lies in a few funnels is barred."""
        if found >= free:
            return Sort.FUNNELS
        return (
            Sort.MOST_FUNNELS if found < free and not self.is_race and FEW * len(free - found) <= len(found) else None
        )

    @property
    def connected_set(self) -> tuple[Cell, ...]:
        """The cells of the connected set that is shown, in the order of placing; empty if none is. The only one that a
        die may belong to is always shown, since its other dice are no choice."""
        cell = self.chooser.focused
        if not isinstance(cell, int) or cell not in self.chooser.choice.targets:
            return ()
        mask = self.only_set or self._connected_sets.placed(self._shape, cell)
        return tuple(in_order(mask, self.runtime.viewpoint.pyramid()))

    @property
    def only_set(self) -> int:
        """The connected set of the cell that has the focus, if no other may be placed with it; else 0."""
        cell = self.chooser.focused
        return self._connected_sets.only(cell) if isinstance(cell, int) else 0

    def piece(self, action: Action) -> Piece:
        """The dice that an action of whoever is to move, with what makes it whole, breaks off a block; else none."""
        match = self.runtime.match
        key = (match, match.revision, action)
        if key != self._pieces[0]:
            self._pieces = (key, self._found_piece(match, action))
        return self._pieces[1]

    def _found_piece(self, match: Match, action: Action) -> Piece:
        game, state = match.game, match.state
        block = game.block(state)
        if block is None or self._asked[:2] != (match, match.revision):
            return Piece()
        before, after = game.pyramid(state), state
        for each in (action, *self._rest(action)):
            if each.verb != STOP.name:  # after it another's block lies there
                after = game.play(after, each, match.seat)
        left = game.block(after)
        dice = tuple((cell, die) for cell, die in game.pyramid(after) if cell not in before)
        return Piece(dice, frozenset(block.dice.keys() - (left.dice.keys() if left else ())))

    @property
    def shown_piece(self) -> Piece:
        """The piece that is built in where the way that is shown is accepted; none where no piece is."""
        shown = self.chooser.choice.shown if self.runtime.phase is Phase.CHOICE else None
        return self.piece(shown) if shown is not None and self._rest(shown) else Piece()

    def foreseen(self, action: Action) -> Outlook:
        """What an action of whoever chooses would bring at once; nothing in a race, and nothing while something is
        hidden from the seat on which it may depend."""
        match, seat = self.runtime.match, self.seat
        key = (match, match.revision, seat, action)
        if key != self._foreseen[0]:
            self._foreseen = (key, Outlook() if seat is None or self.is_race else self._outlook(match, action, seat))
        return self._foreseen[1]

    @staticmethod
    def _outlook(match: Match, action: Action, seat: Seat) -> Outlook:
        game, state, view = match.game, match.state, match.view(seat)
        if view != state and action.verb not in game.secrets(match.record.options):  # what is secret is one's own
            return Outlook()
        after = game.view(game.play(state, action, seat), seat)
        notes = tuple(game.foreseen(view, action, seat, after))
        before, heap = game.pyramid(view), game.pyramid(after)
        ways = game.verb_of(action).ways(before, *action[1:])
        gone = frozenset(in_mask(before.mask & ~heap.mask)) - {way.start for way in ways}
        freed = frozenset(cell for cell in heap.free() if before[cell] == heap[cell]) - {*before.free()}
        if not ways:  # what it takes it names itself
            return Outlook(notes, gone=gone, freed=freed)
        lost = Counter(die.colour for _, die in before) - Counter(die.colour for _, die in heap)
        return Outlook(notes, tuple(map(Die, lost.elements())), gone, freed)

    def gone(self, action: Action) -> frozenset[Cell]:
        """Where dice lie that an action of whoever chooses takes off the plate, as far as the seat may know it."""
        match, seat = self.runtime.match, self.seat
        if seat is None or self.is_race or self._asked[:2] != (match, match.revision):
            return frozenset()
        return self.foreseen(action).gone.union(match.game.emptied(match.view(seat), action))

    def brought(self) -> Mapping[Cell, float]:
        """Of the few places to which the die may go that has been chosen: by how much the own score would change."""
        if self._brought[0] is not self.chooser.choice:
            self._brought = (self.chooser.choice, self._found_brought(self.chooser.choice))
        return self._brought[1]

    def _found_brought(self, choice: Choice) -> Mapping[Cell, float]:
        cells = in_the_plate(choice.targets)
        if self.is_race or not choice.pointed or not 0 < len(cells) <= FEW_TARGETS:
            return {}
        sign = -1 if self.runtime.match.game.fewer_wins(self.runtime.match.state) else 1
        found = {cell: choice.at(cell).settled for cell in cells}
        return {cell: sign * self._worth(action) if action else 0.0 for cell, action in found.items()}

    def freed(self, action: Action) -> frozenset[Cell]:
        """Where dice lie that an action of whoever chooses leaves free, as far as the seat may know it."""
        match, heap = self.runtime.match, self.runtime.viewpoint.pyramid()
        if self.seat is None or self.is_race or self._asked[:2] != (match, match.revision) or match.is_elsewhere:
            return frozenset()
        if known := self.foreseen(action).freed:
            return known
        taken = [cell for cell in self.gone(action) if cell in heap]  # something is hidden, but not where dice lie
        after = heap
        for cell in taken:
            after = after.remove(cell)
        return frozenset(after.free()) - {*heap.free()} if taken else frozenset()

    def final(self, action: Action) -> Final | None:
        """What an action of whoever chooses decides, where another one would leave that open and nothing hidden may
        decide it; None for all others, for one that wins, where time counts, and for a pass that the game offers as a
        choice."""
        match, seat, legal = self.runtime.match, self.seat, self.chooser.choice.legal
        if self.runtime.phase is not Phase.CHOICE or seat is None or len(legal) < 2:
            return None
        game, state, view = match.game, match.state, match.view(seat)
        if action.verb == PASS.name:
            return None if game.offered(view, action) else Final.PASS
        if view != state:
            return None

        def end(other: Action) -> Result | None:
            return game.result(game.play(state, other, seat))

        result, players = end(action), len(match.seats)
        if not isinstance(result, Result):  # a wrong answer of somebody's own game is told when the action is done
            return None
        if (seat in result.winners and len(result.winners) < max(2, players)) or all(map(end, legal)):
            return None
        return Final.DRAW if players > 1 and (seat in result.winners or not result.winners) else Final.LOSS

    @property
    def has_connected_sets(self) -> bool:
        """Whether connected sets of dice can be placed at one go."""
        return bool(self._connected_sets)

    # -- acting

    def perform(self, act: Act, seen: Seen) -> Action | None:
        """What an act makes of the choice; the action if it settles it. In a race a seat's own keys choose the seat."""
        chooser = self.chooser
        if act is Act.ACCEPT:
            return self._place_connected_set() if self.connected_set else self._accept_whole()
        if act in NUMBERS:
            return chooser.number(NUMBERS.index(act) + 1)
        if act in SEATS and self.sit(SEATS.index(act) + 1):
            return self.chooser.accept() if self.chooser.focus is not None else None
        if act in CALLS and self.sit(CALLS.index(act) + 1):
            return self.chooser.choice.calls[0] if self.chooser.choice.calls else None
        if act in (Act.NEXT, Act.PREVIOUS):
            self._step(back=act is Act.PREVIOUS)
        elif act in (Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN):
            if not self._turn_by_hand(act):
                self._focus_neighbour(act, seen())
        elif act in (Act.OTHER_WAY, Act.OTHER_WAY_BACK):
            self.turn(1 if act is Act.OTHER_WAY else -1)
        return None

    def _turn_by_hand(self, act: Act) -> bool:
        """Turns the die, or moves the slider, of what is chosen by hand; whether arrow keys do that now."""
        chooser, gesture = self.chooser, self.gesture
        if gesture is None or (chooser.choice.targets and not isinstance(chooser.focus, Action)):
            return False
        if isinstance(gesture, Orientations):
            shown = chooser.choice.shown
            faces = next(faces for faces, way in gesture.ways.items() if way == shown)
            sides = self.runtime.viewpoint.sides
            chooser.look_at(gesture.turned(faces, act, sides[0] if len(sides) == 1 else I))
        else:
            chooser.look_at(gesture.changed(chooser.focus, act))
        return True

    def _place_connected_set(self) -> Action | None:
        """The placement of the first die of the connected set that is shown; `play` adds the others."""
        first, *others = self.connected_set
        action = self._placement(first)
        self._plan = None if action is None else (action, others)
        return action

    def _accept_whole(self) -> Action | None:
        """What is accepted; where it is a way that is shown already, `play` adds what makes it whole."""
        shown = self.chooser.choice.ways
        action = self.chooser.accept()
        self._with_rest = (action, self._rest(action)) if action is not None and action in shown else None
        return action

    def keeps(self, action: Action) -> bool:
        """Whether what is chosen is only shown until it is chosen once more, because it begins a piece: one click more
        builds that in as a whole."""
        ways = self.chooser.choice.ways
        is_done = action == self._kept or (self._with_rest is not None and self._with_rest[0] == action)
        if is_done or len(ways) < 2 or action not in ways or not self._rest(action):
            return False
        self._kept = action
        self.chooser.look_at(action)
        return True

    def turn(self, by: int) -> bool:
        """Shows another way to do it, or another connected set; whether there is one."""
        cell = self.chooser.focused
        if self.chooser.turn(by):
            return True
        if not isinstance(cell, int) or not self._connected_sets.with_cell(cell):
            return False
        self._shape = self._connected_sets.next_shape(self._shape, cell, by)
        return True

    def back(self) -> bool:
        """Takes the last step back; whether there was one."""
        if self._shape is not None and self._connected_sets:
            self._shape = None
            return True
        return self.chooser.back()

    def _placement(self, cell: Cell) -> Action | None:
        """The legal placement in that cell."""
        moves = self.runtime.match.moves()
        return next((action for action in moves if action.verb == PLACE.name and action[2] == cell), None)

    def sit(self, seat: Seat) -> bool:
        """In a race the person at `seat` acts from now on; whether there is one."""
        if not self.is_race or seat not in self.runtime.viewpoint.people:
            return False
        focus = self.chooser.focus
        self.seat = seat
        self.follow()
        self.chooser.look_at(focus)
        return True

    def _step(self, back: bool) -> None:
        if self.is_race:
            self.chooser.step(back, among=self.places)
        else:
            self.chooser.step(back)

    def _focus_neighbour(self, act: Act, seen: Mapping[Place, Pixel]) -> None:
        chooser = self.chooser
        now = chooser.focused
        if now is None and chooser.choice.pointed:
            now = chooser.choice.pointed[-1]
        ring = self.places if self.is_race else (*chooser.choice.targets, *chooser.again)
        if not ring:
            chooser.step(back=act in (Act.LEFT, Act.UP))
            return
        near = {place: seen[place] for place in (*ring, now) if place is not None and place in seen}
        chooser.look_at(next_in_direction(near, now, act))

    def play(self, action: Action) -> bool:
        """Plays it for the seat that chooses; in a race it is a claim. Whether the seat was free to.

        Raises `IllegalMove`.
        """
        promised = self._rest(action)[:1]  # what was shown of it is shown again
        self._preferred[self.seat] = variant(promised[0] if promised else action)
        if self.runtime.phase is Phase.RACE and self.seat is not None:
            return self.runtime.claim(self.seat, action)
        plan = self._plan[1] if self._plan and self._plan[0] == action else []
        rest = self._with_rest[1] if self._with_rest and self._with_rest[0] == action else ()
        self._plan = self._with_rest = None
        match = self.runtime.match
        left = (
            continuations(match.game.connected_sets(match.state), mask_of([action[2], *plan])) if plan else frozenset()
        )
        begun = len(match.played)
        self._wholes = [(start, end) for start, end in self._wholes if end <= begun and match is self._match]
        self.runtime.choose(action)
        for cell in plan:
            if (further := self._placement(cell)) is not None:
                self.runtime.choose(further)
        for each in rest:
            if match.seat == self.seat and each in match.moves():
                self.runtime.choose(each)
        if any(left) and left == frozenset(match.game.connected_sets(match.state)) and STOP() in match.moves():
            self.runtime.choose(STOP())  # the set could go on, but this is what was shown
        self._wholes.append((begun, len(match.played)))
        return True

    def take_back(self, *, again: bool) -> bool:
        """Takes back, or plays again, what was chosen last, all of it where that was more than one action; whether
        there was anything."""
        runtime = self.runtime
        step = runtime.redo if again else runtime.undo
        if not step():
            return False
        for start, end in self._wholes if runtime.match is self._match else ():
            while start < len(runtime.match.played) < end and step():
                pass
        return True

    # -- hints

    def suggest(self) -> str:
        """Has a hint thought about, which `take_hint` gives; what there is to be said at once."""
        match, seat = self.runtime.match, self.seat
        if not self.chooser.choice.legal or seat is None:
            return ""
        if self.is_race:
            return tr("In a race there is no time for hints.")
        if not match.gives_hints:
            return tr("No hints are given at this table.")
        if match.is_elsewhere:
            match.ask_hint()
            return ""
        question = partial(hint_question, match.game, match.view(seat), seat, match.seed_of("hint"))
        self.runtime.thinker.ask(self._hint_key, hint_for, question)
        return ""

    def take_hint(self) -> Hint | None:
        """The hint that was asked for, once it is there: lit up from then on."""
        match = self.runtime.match
        hint: Hint | None = match.take_hint() if match.is_elsewhere else self.runtime.thinker.answer(self._hint_key)
        if hint is not None:
            self.chooser.hint = hint.action
        return hint

    @property
    def _hint_key(self) -> Hashable:
        return (self.runtime.match.revision, "hint")

    @property
    def is_looking(self) -> bool:
        """Whether a hint is being thought about."""
        runtime = self.runtime
        return runtime.match.is_asking_hint or (runtime.thinker.is_thinking and not runtime.is_bot_turn)


def idle_acts(runtime: Runtime, turn: Turn, *, can_switch: bool) -> frozenset[Act]:
    """The acts that would change nothing now; `can_switch` says whether there is another tool."""
    attempts = runtime.attempts
    is_trying = attempts.running is not None
    watches = runtime.match.is_elsewhere and not runtime.viewpoint.people
    useful = {
        Act.UNDO: runtime.can_drop or runtime.match.can_undo,
        Act.REDO: not is_trying and runtime.match.can_redo,
        Act.HINT: bool(turn.chooser.choice.legal) and not turn.is_race and runtime.match.gives_hints,
        Act.PRACTISE: runtime.can_practise,
        Act.REPLAY: runtime.can_replay,
        Act.GIVE_UP: (is_trying and not runtime.is_bot_turn) or runtime.can_leave_to_chance,
        Act.SLOW: is_trying or runtime.phase is Phase.READY,
        Act.SWITCH_TOOL: can_switch,
        Act.PAUSE: runtime.phase is not Phase.OVER and not watches,
        Act.RESTART: not runtime.match.is_elsewhere,
        Act.SAVE: not runtime.match.is_elsewhere,
    }
    return frozenset(act for act, is_useful in useful.items() if not is_useful)
