"""Where a match that is over turned, found in another process while its result is read: a sentence and a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from skill.app.play.replay.reviewer import Reviewer, point_text, with_better
from skill.draw.camera import Camera, home
from skill.draw.scene_view import SceneView, pyramid_view
from skill.table.record import Record
from skill.table.review import Judgement

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_S = 60.0  # for which decisions are looked through; the dearest until then is told


class TurningPoint:
    """The decision of a match that cost most. Call `advance` until `is_done`, or `close` it at any time."""

    def __init__(self, record: Record, reviewer: Callable[[Record], Reviewer] = Reviewer) -> None:
        self._record, self._reviewer, self._left_s = record, reviewer(record), MOST_S
        self.is_done = False

    def advance(self, elapsed_s: float) -> None:
        """Lets time pass. Raises what a game of the user's own does."""
        if self.is_done:
            return
        self._left_s -= elapsed_s
        self._reviewer.advance()
        if self._reviewer.is_done or self._left_s <= 0:
            self.close()

    def close(self) -> None:
        """Looks no further."""
        self.is_done = True
        self._reviewer.close()

    @property
    def point(self) -> Judgement | None:
        """The decision that cost most; None where none was surely worse than another."""
        return next(iter(self._reviewer.points), None)

    @property
    def text(self) -> str:
        """What was chosen there and what was better, as pygame_gui's HTML; empty where there is no such decision."""
        return escape(point_text(self._record, self.point)) if self.point else ""

    def scene(self) -> tuple[SceneView, Camera]:
        """What the player saw before it, with what was better marked."""
        point, game = self.point, self._record.game
        assert point is not None
        state = list(self._record.states())[point.number - 1]
        heap = game.pyramid(game.view(state, point.seat))
        return with_better(pyramid_view(heap), point, heap), home()
