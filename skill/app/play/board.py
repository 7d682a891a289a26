"""The heap on screen: what is lit and lifted, dice on their way, a block beside the plate, what lies under a pixel.

No pygame: the turn, the time and, where it matters, the camera are given to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skill.app.draw.animation import Motion, ways_of
from skill.app.draw.camera import Camera, Size
from skill.app.draw.picking import pick
from skill.app.draw.scene_view import PITCH, DieView, SceneView, pyramid_view
from skill.app.play.block import block_view
from skill.app.play.choices import Pixel, Place
from skill.app.play.phase import Phase
from skill.app.play.preview import Preview, in_the_plate, preview
from skill.app.play.runtime import Happening, Runtime
from skill.app.play.turn import Turn
from skill.lattice.cells import Cell
from skill.lattice.frame import Point, centre
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.game import Seat

LIFT = 0.45  # of a die that is meant, edges
LIFT_PER_S = 4.0
COUNTED = 1.0  # how strongly dice are lit that made a score


class Board:
    """The heap of one match as it is seen while no attempt is asked for or runs."""

    def __init__(self, runtime: Runtime, turn: Turn) -> None:
        self._runtime, self._turn = runtime, turn
        self._motion: Motion | None = None
        self._motion_s = 0.0
        self.lifts: dict[Cell, float] = {}
        """How high dice are raised that are meant, edges."""
        self.counted_for: Seat | None = None
        """Whose score is shown on the heap once the game is over."""

    # -- looking

    def view(self) -> SceneView:
        """What there is to draw now."""
        motion = self._motion
        pyramid = motion.after if motion else self._runtime.viewpoint.pyramid()
        chosen = self._preview(pyramid)
        extra = [*chosen.extra, *self._block(), *(motion.on_the_way(self._motion_s) if motion else [])]
        return pyramid_view(
            pyramid,
            highlights=self._counted() or chosen.highlights,
            lifts=self.lifts,
            markers=chosen.markers,
            extra=extra,
            hidden=chosen.hidden | (motion.hidden(self._motion_s) if motion else set()),
            sides=self._runtime.viewpoint.sides,
        )

    def _counted(self) -> dict[Cell, float]:
        """The dice that made the score of one seat, once the game is over."""
        match, seat = self._runtime.match, self.counted_for
        if seat is None or self._runtime.phase is not Phase.OVER:
            return {}
        return dict.fromkeys(match.game.counted(match.state, seat), COUNTED)

    def _preview(self, pyramid: Pyramid) -> Preview:
        """What the choice adds to the heap; no connected set while dice still move."""
        turn = self._turn
        connected_set = () if self.is_moving else turn.connected_set
        return preview(
            self._runtime.match.game,
            turn.chooser,
            pyramid,
            shows_targets=not turn.is_race,
            connected_set=connected_set,
            after=turn.after,
        )

    def _block(self) -> list[DieView]:
        """The dice beside the plate that are broken off in this turn."""
        match = self._runtime.match
        block = match.game.block(match.state)
        return block_view(block, self._turn.chooser) if block else []

    def _lifted(self) -> frozenset[Cell]:
        return self._preview(self._runtime.viewpoint.pyramid()).lifted

    # -- moving

    @property
    def is_moving(self) -> bool:
        """Whether dice are on their way from one heap to the next."""
        return self._motion is not None

    @property
    def is_lifting(self) -> bool:
        """Whether dice are being raised or put down because they are meant, or are not any more."""
        return self.lifts != dict.fromkeys(self._lifted(), LIFT)

    def advance(self, elapsed_s: float) -> int:
        """Lets time pass; how many dice touched down in it."""
        landed = 0
        if self._motion:
            until = self._motion_s + elapsed_s
            landed = self._motion.landings(self._motion_s, until)
            self._motion_s = until
            if until >= self._motion.length_s:
                self._motion = None
        wanted, step = self._lifted(), LIFT_PER_S * elapsed_s
        lifts = {cell: lift - step for cell, lift in self.lifts.items() if cell not in wanted and lift > step}
        self.lifts = lifts | {cell: min(LIFT, self.lifts.get(cell, 0.0) + step) for cell in wanted}
        return landed

    def show(self, happenings: Sequence[Happening]) -> None:
        """Shows what happened in one moment; where it was much, the heaps between are left out."""
        changes = [happening for happening in happenings if happening.before != happening.after]
        if not changes:
            return
        self.lifts = {}
        self._begin(changes[0].before, changes[-1].after, changes[0].action if len(changes) == 1 else None)

    def show_change(self, before: Pyramid, action: Action | None, backwards: bool) -> None:
        """Shows how the heap has changed because an action was played again, or taken back; None: several were."""
        self._begin(before, self._runtime.viewpoint.pyramid(), action, backwards)

    def _begin(self, before: Pyramid, after: Pyramid, action: Action | None, backwards: bool = False) -> None:
        ways: list[Way] = []
        if action is not None:
            verb = self._runtime.match.game.verb_of(action)
            if backwards:
                ways = [Way(way.end, way.start, way.tips) for way in ways_of(verb, action, after, before)]
            else:
                ways = ways_of(verb, action, before, after)
        self._motion, self._motion_s = Motion(before, after, ways, self._runtime.viewpoint.sides), 0.0

    def rest(self) -> None:
        """Ends all movement."""
        self._motion, self.lifts = None, {}

    # -- pointing

    def under(self, camera: Camera, pixel: Pixel, size: Size) -> Place | None:
        """What can be pointed at and lies under a pixel of a scene of that size."""
        places = self._turn.places
        if not places:
            return None
        pyramid = self._runtime.viewpoint.pyramid()
        resting = pyramid_view(pyramid)  # a die that is lifted is still meant by its place
        view = resting._replace(dice=(*resting.dice, *self._block()))
        cells = in_the_plate(places)
        dice, funnels = [c for c in cells if c in pyramid], [c for c in cells if c not in pyramid]
        spots = [place for place in places if isinstance(place, tuple)]
        return pick(view, camera, pixel, size, dice=dice, funnels=funnels, spots=spots)

    def seen(self, camera: Camera, size: Size) -> dict[Place, Pixel]:
        """Where everything that can be pointed at is seen, pixels of a scene of that size."""
        cells = in_the_plate(dict.fromkeys((*self._turn.places, *self._turn.chooser.choice.pointed)))
        at: dict[Place, Point] = {cell: centre(cell, pitch=PITCH) for cell in cells}
        at |= {die.spot: die.position for die in self._block() if die.spot is not None}
        if not at:
            return {}
        points = camera.project(np.array(list(at.values())), size)
        return {place: (float(x), float(y)) for place, (x, y) in zip(at, points, strict=True)}
