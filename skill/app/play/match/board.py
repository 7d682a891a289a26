"""The heap on screen: lit and lifted dice, dice in motion, a block beside the plate, and the place under a pixel.

No pygame: the turn, the time and, where it matters, the camera are given to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist, inf
from typing import Any, NamedTuple

import numpy as np

from skill.app.play.match.block import block_view
from skill.app.play.match.choices import Pixel, Place, places
from skill.app.play.match.earlier import Earlier
from skill.app.play.match.phase import Phase
from skill.app.play.match.preview import NOTHING, Preview, in_the_plate, preview
from skill.app.play.match.recent import captured_last, changed_last, tells_of_sides
from skill.app.play.match.runtime import Happening, Runtime
from skill.app.play.match.trays import Heap, Trays, gained, heaps_of, tray_view, without
from skill.app.play.match.turn import Turn
from skill.app.play.match.viewpoint import seat_colour
from skill.draw.animation import Motion, ways_of
from skill.draw.camera import Camera, Size
from skill.draw.marks import ANY, CHOSEN, GOAL, LAST, LEGAL, POINTED, together
from skill.draw.picking import cast, pick
from skill.draw.scene_view import (
    PITCH,
    DieView,
    Marker,
    SceneView,
    Stroke,
    die_in_cell,
    funnel_marker,
    funnel_outline,
    loose_view,
    pyramid_view,
    side_markers,
)
from skill.lattice.cells import CELLS, LEVEL, Cell
from skill.lattice.dice import UNKNOWN, WHITE, Colour
from skill.lattice.frame import Point, centre
from skill.lattice.notation import ROLL, ROLLS, Action, Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.game import Seat
from skill.rules.telling import Note, cells_of

FOLLOWS_S = 0.22  # between one thing that follows by itself and the next
LONGEST_FOLLOWING_S = 4.0  # for all that follows from one action; more of it goes faster
TUMBLES_S = 0.5  # a die beside the plate that was rolled
ROLLED_S = 0.9  # for which a roll is seen before it moves anything
MOST_STAGES = 16  # that are shown one by one; of more, several come together
FLOATS_S = 1.8
FADES_S = 1.5  # in which what was done last fades once one begins to choose
LIFT = 0.45  # of a die that is meant, edges
LIFT_PER_S = 4.0
DRAWN_ABOVE = 0.9  # the middle of a die: so high is a line that is drawn over it, edges


class _Marks(NamedTuple):
    """What is marked on the plate whatever is pointed at."""

    goal: tuple[Cell, ...]
    last: frozenset[Cell]
    """What the last turn changed."""
    captured: frozenset[Cell]
    """Where the last act captured dice."""
    owned: dict[Cell, Colour]
    """The colour of the seat that owns a cell."""
    of_others: frozenset[Cell]
    """Of these cells those that do not belong to whoever looks."""
    sides: tuple[Marker, ...]
    outline: tuple[Stroke, ...]
    """Of the goal, round its funnels of the plate."""
    trays: Trays
    """What lies before each player."""
    only_for: Mapping[Cell, Colour]
    """Of funnels for dice of one colour alone that colour, which says as well that they may be chosen."""


class Board:
    """The heap of one match as it is seen while no attempt is asked for or runs."""

    def __init__(self, runtime: Runtime, turn: Turn) -> None:
        self._runtime, self._turn = runtime, turn
        self._motion: Motion | None = None
        self._motion_s = 0.0
        self.lifts: dict[Cell, float] = {}
        """How high dice are raised that are meant, edges."""
        self._later: list[Motion] = []
        """What follows by itself when the dice that move have come to rest."""
        self._pace = 1.0
        self._floating: list[tuple[Note, float]] = []
        """What shows over the heap, and for how many seconds it has; it waits for dice that move."""
        self._rolled_s = inf
        """For how long dice that were rolled last lie beside the plate."""
        self._choosing_s = 0.0
        """For how long one has been choosing, at most `FADES_S`."""
        self.earlier = Earlier(runtime)
        """Which act is looked at again."""
        self._marked_for: tuple[object, ...] = ()
        self._marked = _Marks((), frozenset(), frozenset(), {}, frozenset(), (), (), (), {})
        self._trays = self.trays
        """What lay beside the plate when it was looked at last for what changes."""
        self._coming: dict[Cell, tuple[Seat, Colour]] = {}
        """The dice of these cells are on their way to a tray, or will be."""
        self.counted_for: Seat | None = None
        """Whose score is shown on the heap once the game is over."""
        self.lit: frozenset[Cell] = frozenset()
        """The cells of what is pointed at in the log."""
        self.drawn_from: Cell | None = None
        """From where the pointer is drawn, which is held down."""

    # -- looking

    def view(self) -> SceneView:
        """What there is to draw now."""
        motion = None if self._runtime.viewpoint.is_covered else self._motion
        earlier = self.earlier.look
        pyramid = motion.after if motion else earlier.after if earlier else self._runtime.viewpoint.pyramid()
        if motion and self._motion_s < 0:
            pyramid, motion = motion.before, None
        turn, chosen, always = self._turn, NOTHING if earlier else self._preview(pyramid), self._marks()
        race = in_the_plate(turn.places) if turn.is_race and not turn.everything else ()  # which is right is the game
        last, last_share = always.last, self.last_share
        if earlier:
            last_share = 1.0
            last = frozenset(cell for cell in CELLS if earlier.before[cell] != earlier.after[cell])
        marks: dict[Cell, str] = {}
        for found in (
            {cell: kinds for cell, kinds in chosen.marks.items() if kinds != LEGAL or cell not in always.only_for},
            always.only_for,  # marked by their colour alone
            dict.fromkeys((cell for cell in race if cell != turn.chooser.focused), LEGAL),
            always.owned,
            dict.fromkeys(always.goal, GOAL),
            dict.fromkeys(last if last_share else (), LAST),
            dict.fromkeys(self._found_last(), CHOSEN),
            dict.fromkeys((*self.lit, *self._counted()), POINTED),
        ):
            marks |= {cell: together(marks.get(cell, ""), kind) for cell, kind in found.items()}
        markers = [
            funnel_marker(cell, kind.lower() if cell in always.of_others and kind == always.owned[cell] else kind)
            for cell, kind in marks.items()
            if cell not in pyramid and (pyramid.is_funnel(cell) or not LEVEL[cell])
        ]
        dotted = () if earlier else turn.open_funnels
        markers += [funnel_marker(cell, ANY) for cell in dotted if cell not in marks and pyramid.is_funnel(cell)]
        turned = [d if d.ghost or d.cell is None else d._replace(marks=marks.get(d.cell, "")) for d in chosen.extra]
        lying = self._runtime.lying
        extra = [
            *turned,
            *self._block(),
            *tray_view(self.heaps()),
            *(motion.on_the_way(self._motion_s) if motion else []),
        ]
        extra += loose_view(self._loose(), lying)
        view = pyramid_view(
            pyramid,
            lifts=self.lifts,
            markers=(*always.sides, *markers),
            marks=marks,
            lines=always.outline,
            extra=extra,
            hidden=chosen.hidden | (motion.hidden(self._motion_s) if motion else set()),
            sides=self._runtime.viewpoint.sides,
            lying=lying,
        )
        return view._replace(strokes=self._drawn(pyramid), last_share=last_share)

    def _drawn(self, pyramid: Pyramid) -> tuple[Stroke, ...]:
        """A line from where the pointer was put down to what it is drawn to."""
        begun, choice = self.drawn_from, self._turn.chooser.choice
        focus = self._turn.chooser.focus
        if begun is None or begun not in choice.pointed[-1:]:
            return ()
        ends = [focus] if focus in choice.targets else [*places(focus)[-1]] if isinstance(focus, Action) else []
        points = {cell: self._above(cell, pyramid) for cell in (begun, *in_the_plate(ends))}
        far = max(points, key=lambda cell: dist(points[cell], points[begun]))
        return (Stroke(points[begun], points[far], "aim"),) if far != begun else ()

    @staticmethod
    def _above(cell: Cell, pyramid: Pyramid) -> Point:
        x, y, z = centre(cell, pitch=PITCH)
        return (x, y, z + (DRAWN_ABOVE if cell in pyramid else 0.0))

    def _marks(self) -> _Marks:
        """What is marked for whoever looks, found once for each change of the match."""
        runtime = self._runtime
        match, viewpoint = runtime.match, runtime.viewpoint
        key = (match.revision, viewpoint.seat, viewpoint.is_veiled)
        if key != self._marked_for:
            game, seat = match.game, viewpoint.seat
            view = match.view(seat)
            owners = game.owned_cells(view)
            owned = {cell: seat_colour(match, of) or WHITE for cell, of in owners.items()}
            others = frozenset(cell for cell, of in owners.items() if of != seat)
            only_for = {} if runtime.phase is Phase.OVER else game.only_for(view, seat or 1)
            goal, last = tuple(game.goal_cells(view, seat)), changed_last(match, viewpoint)
            captured = captured_last(match, viewpoint)
            sides = side_markers() if tells_of_sides(game, view, seat) else ()
            self._marked_for = key
            trays = self._found_trays(view)
            self._marked = _Marks(
                goal, last, captured, owned, others, sides, funnel_outline(goal, GOAL), trays, only_for
            )
        return self._marked

    def _found_last(self) -> tuple[Cell, ...]:
        """The places that were found in the round of a race that is just over, until the next one begins."""
        played = self._runtime.match.played
        if not self._runtime.rests or not played or played[-1].by is None:
            return ()
        return tuple(cells_of(played[-1].action))

    @property
    def marks_sides(self) -> bool:
        """Whether the rim shows the marks of the sides now."""
        return bool(self._marks().sides)

    @property
    def captured(self) -> frozenset[Cell]:
        """The cells whose dice were captured last, while nothing moves and what was done last is seen."""
        return self._marks().captured if self.last_share and not self.is_moving else frozenset()

    def _counted(self) -> Sequence[Cell]:
        """The dice that made the score of one seat, once the game is over."""
        match, seat = self._runtime.match, self.counted_for
        if seat is None or self._runtime.phase is not Phase.OVER:
            return ()
        return match.game.counted(match.state, seat)

    def _preview(self, pyramid: Pyramid) -> Preview:
        """What the choice adds to the heap; no connected set while dice still move."""
        turn = self._turn
        connected_set = () if self.is_moving else turn.connected_set
        return preview(
            self._runtime.match.game,
            turn.chooser,
            pyramid,
            shows_targets=not turn.is_race,
            marked=turn.upper if turn.everything else None,
            connected_set=connected_set,
            piece=lambda action: turn.piece(action).dice,
            gone=turn.gone,
            freed=turn.freed,
        )

    def _block(self) -> list[DieView]:
        """The dice beside the plate that are broken off in this turn."""
        match = self._runtime.match
        block = match.game.block(match.state)
        if block is None:
            return []
        would = self._turn.chooser.would
        taken = self._turn.piece(would[0]).spots if len(would) == 1 else frozenset()
        return block_view(block, self._turn.chooser, taken, marks_targets=not self._turn.everything)

    @property
    def trays(self) -> Trays:
        """What lies before each player beside the plate."""
        return self._marks().trays

    @property
    def has_trays(self) -> bool:
        """Whether players ever have dice before them."""
        return bool(self.trays)

    def _found_trays(self, view: Any) -> Trays:
        """What lies there as whoever looks may know it; nothing while a block lies beside the plate, in its place."""
        match = self._runtime.match
        if match.game.block(match.state) is not None:
            return ()
        held: Trays = match.game.trays(view)
        if self._runtime.viewpoint.is_veiled:
            return [Counter({UNKNOWN: sum(tray.values())}) for tray in held]
        return held

    def heaps(self) -> tuple[Heap, ...]:
        """What lies in the trays now."""
        coming = Counter(self._coming[cell] for cell in self._under_way() if cell in self._coming)
        return without(heaps_of(self.trays), coming)

    def _under_way(self) -> set[Cell]:
        """The cells whose dice go to a tray and are not there yet."""
        if self._motion is None:
            return set()
        later = {cell for motion in self._later for cell in motion.leaving(0.0)}
        return later | self._motion.leaving(self._motion_s)

    def _loose(self) -> Sequence[Loose]:
        """The dice that lie loose on the plate, as whoever looks may know them."""
        match, viewpoint = self._runtime.match, self._runtime.viewpoint
        loose = match.game.loose(match.view(viewpoint.seat))
        return [(UNKNOWN, *die[1:]) for die in loose] if viewpoint.is_veiled else loose

    def _lifted(self) -> frozenset[Cell]:
        return self._preview(self._runtime.viewpoint.pyramid()).lifted

    # -- moving

    @property
    def is_moving(self) -> bool:
        """Whether dice are on their way from one heap to the next."""
        return self._motion is not None or bool(self._later)

    @property
    def last_share(self) -> float:
        """How much of what was done last is still to be seen, 0 to 1: it fades as soon as one begins to choose."""
        return 1.0 - self._choosing_s / FADES_S if self._turn.chooser.has_begun else 1.0

    @property
    def tumbling(self) -> float:
        """How much of their way dice that were rolled still have to tumble, 1 to 0: of those beside the plate."""
        return 0.0 if self._turn.is_race else max(0.0, 1.0 - self._rolled_s / TUMBLES_S)

    @property
    def is_fading(self) -> bool:
        """Whether what was done last is about to be seen no longer."""
        return self._turn.chooser.has_begun and self._choosing_s < FADES_S

    @property
    def is_lifting(self) -> bool:
        """Whether dice are being raised or put down because they are meant, or are not any more."""
        return self.lifts != dict.fromkeys(self._lifted(), LIFT)

    def advance(self, elapsed_s: float, hurry: float = 1.0) -> list[Cell | None]:
        """Lets time pass; where dice touched down in it, None for beside the plate. Dice move that much faster, and
        nothing else does."""
        landed: list[Cell | None] = []
        self._rolled_s += elapsed_s
        self._choosing_s = min(FADES_S, self._choosing_s + elapsed_s) if self._turn.chooser.has_begun else 0.0
        if self._motion:
            until = self._motion_s + elapsed_s * self._pace * hurry
            landed = self._motion.landings(self._motion_s, until)
            self._motion_s = until
            if until >= self._motion.length_s + (FOLLOWS_S if self._later else 0.0):
                self._motion = self._later.pop(0) if self._later else None
                self._motion_s = 0.0
        else:
            self._floating = [(n, s + elapsed_s) for n, s in self._floating if s + elapsed_s < FLOATS_S]
        wanted, step = self._lifted(), LIFT_PER_S * elapsed_s
        lifts = {cell: lift - step for cell, lift in self.lifts.items() if cell not in wanted and lift > step}
        self.lifts = lifts | {cell: min(LIFT, self.lifts.get(cell, 0.0) + step) for cell in wanted}
        return landed

    def show(self, happenings: Sequence[Happening]) -> None:
        """Shows what happened in one moment; where it was much, the heaps between are left out."""
        notes = [(note, 0.0) for happening in happenings for note in happening.notes]
        if notes:
            self._floating = notes
        if any(happening.action.verb in (ROLL.name, ROLLS.name) for happening in happenings):
            self._rolled_s = 0.0
        changes = [happening for happening in happenings if happening.before != happening.after]
        if not changes:
            self._trays = self.trays
            return
        self.lifts = {}
        stages = _fewer(changes[0].stages) if len(happenings) == 1 else ()
        after = stages[0] if stages else changes[-1].after
        beside = self._carried(changes[0].before, changes[-1].after)
        self._begin(changes[0].before, after, changes[0].action if len(changes) == 1 else None, beside)
        if changes[0].action.verb in (ROLL.name, ROLLS.name):
            self._motion_s = -ROLLED_S
        sides = self._runtime.viewpoint.sides
        self._later = [Motion(one, other, (), sides, beside) for one, other in pairwise(stages)]
        self._pace = max(1.0, sum(m.length_s + FOLLOWS_S for m in self._later) / LONGEST_FOLLOWING_S)

    def look(self, *, back: bool) -> bool:
        """Shows the act before or after the one that is looked at; whether there was one."""
        if not self.earlier.step(back=back):
            return False
        self.rest()
        if look := self.earlier.look:
            self._begin(look.before, look.after, look.action, {})
        return True

    def show_change(self, before: Pyramid, action: Action | None, backwards: bool) -> None:
        """Shows how the heap has changed because an action was played again, or taken back; None: several were."""
        self._floating = []
        after = self._runtime.viewpoint.pyramid()
        self._begin(before, after, action, self._carried(before, after), backwards)

    def _carried(self, before: Pyramid, after: Pyramid) -> dict[Cell, Point]:
        """Where dice that go from the plate to a tray, or come from there, lie in it, by the cell on the plate."""
        was, self._trays = self._trays, self.trays
        self._coming, found = {}, dict[Cell, Point]()
        gone = [cell for cell, _ in before if cell not in after]
        for seat, colour, place in gained(was, self._trays):
            if (cell := _of_colour(before, gone, colour)) is not None:
                found[cell], self._coming[cell] = place, (seat, colour)
                gone.remove(cell)
        come = [cell for cell, _ in after if cell not in before]
        for _, colour, place in gained(self._trays, was):
            if (cell := _of_colour(after, come, colour)) is not None:
                found[cell] = place
                come.remove(cell)
        return found

    def _begin(
        self,
        before: Pyramid,
        after: Pyramid,
        action: Action | None,
        beside: Mapping[Cell, Point],
        backwards: bool = False,
    ) -> None:
        ways: list[Way] = []
        if action is not None:
            verb = self._runtime.match.game.verb_of(action)
            if backwards:
                ways = [Way(way.end, way.start, way.tips) for way in ways_of(verb, action, after, before)]
            else:
                ways = ways_of(verb, action, before, after)
        self._motion, self._motion_s = Motion(before, after, ways, self._runtime.viewpoint.sides, beside), 0.0
        self._later, self._pace = [], 1.0

    def rest(self) -> None:
        """Ends all movement."""
        self._motion, self._later, self.lifts, self._floating, self._rolled_s = None, [], {}, [], inf
        self._trays = self.trays

    @property
    def follows(self) -> bool:
        """Whether something still follows by itself, so that a click may end it at once."""
        return bool(self._later)

    def skip(self) -> None:
        """Ends what moves and follows at once."""
        self._motion, self._later = None, []

    @property
    def hinted(self) -> frozenset[Cell]:
        """The dice and funnels of a hint that is shown."""
        return self._turn.chooser.hinted

    @property
    def floating(self) -> list[tuple[Note, float]]:
        """The notes that show now, and what share of its time has passed; nothing while dice move."""
        return [] if self._motion else [(note, seconds / FLOATS_S) for note, seconds in self._floating]

    # -- pointing

    def under(self, camera: Camera, pixel: Pixel, size: Size) -> Place | None:
        """What can be pointed at and lies under a pixel of a scene of that size."""
        places = self._turn.places
        if not places:
            return None
        pyramid = self._runtime.viewpoint.pyramid()
        resting = pyramid_view(pyramid).dice
        risen = pyramid_view(pyramid, lifts=self.lifts).dice if self.lifts else ()
        lifted = [die for die in risen if die.cell in self.lifts]  # it is still meant by its place as well
        piece = {cell: die_in_cell(cell, die.colour, die.faces) for cell, die in self._turn.shown_piece.dice}
        view = SceneView((*resting, *lifted, *piece.values(), *self._block(), *tray_view(self.heaps())))
        if piece and pick(view, camera, pixel, size, dice=piece, funnels=()) in piece:
            return self._turn.chooser.again[0]  # any die of a piece that is shown means it
        cells = in_the_plate(places)
        dice, funnels = [c for c in cells if c in pyramid], [c for c in cells if c not in pyramid]
        spots = [place for place in places if isinstance(place, tuple)]
        return pick(view, camera, pixel, size, dice=dice, funnels=funnels, spots=spots)

    def way_at(self, camera: Camera, pixel: Pixel, size: Size) -> Action | None:
        """The way to do what has been pointed at with the die that a pixel shows in the tray of whoever chooses."""
        turn = self._turn
        if turn.is_race or len(turn.chooser.choice.ways) < 2 or not (heaps := self.heaps()):
            return None
        resting = pyramid_view(self._runtime.viewpoint.pyramid()).dice
        hit = cast(SceneView((*resting, *tray_view(heaps))), *camera.ray(pixel, size))
        if hit is None or hit.die is None or hit.die < len(resting):
            return None
        heap = [heap for heap in heaps for _ in heap.places][hit.die - len(resting)]
        return turn.chooser.way_with(heap.colour) if heap.seat == turn.seat else None

    def shown_at(self, camera: Camera, pixel: Pixel, size: Size) -> Place | None:
        """The die or funnel of the heap that a pixel shows, whatever may be done with it."""
        pyramid = self._runtime.viewpoint.pyramid()
        dice = [cell for cell, _ in pyramid]
        return pick(pyramid_view(pyramid), camera, pixel, size, dice=dice, funnels=pyramid.funnels())

    @property
    def middles(self) -> list[Point]:
        """The middles of what can be pointed at, as they are seen: of dice, and of the marks in funnels."""
        pyramid, cells = self._runtime.viewpoint.pyramid(), in_the_plate(self._turn.places)
        found = [centre(c, pitch=PITCH) if c in pyramid else funnel_marker(c, "").position for c in cells]
        spots = {place for place in self._turn.places if not isinstance(place, int)}
        return [*found, *(die.position for die in self._block() if die.spot in spots)] if spots else found

    def seen(self, camera: Camera, size: Size) -> dict[Place, Pixel]:
        """Where everything that can be pointed at is seen, pixels of a scene of that size."""
        cells = in_the_plate(dict.fromkeys((*self._turn.places, *self._turn.chooser.choice.pointed)))
        at: dict[Place, Point] = {cell: centre(cell, pitch=PITCH) for cell in cells}
        at |= {die.spot: die.position for die in self._block() if die.spot is not None}
        if not at:
            return {}
        points = camera.project(np.array(list(at.values())), size)
        return {place: (float(x), float(y)) for place, (x, y) in zip(at, points, strict=True)}


def _fewer(stages: Sequence[Pyramid]) -> Sequence[Pyramid]:
    """At most `MOST_STAGES` of the heaps, the first and the last among them."""
    if len(stages) <= MOST_STAGES:
        return stages
    step = (len(stages) - 1) / (MOST_STAGES - 1)
    return [stages[round(n * step)] for n in range(MOST_STAGES)]


def _of_colour(heap: Pyramid, cells: Sequence[Cell], colour: Colour) -> Cell | None:
    """The first of the cells with a die of that colour; of any where a colour is not known."""
    known = ((cell, heap.at(cell).colour) for cell in cells)
    return next((cell for cell, seen in known if seen == colour or UNKNOWN in (seen, colour)), None)
