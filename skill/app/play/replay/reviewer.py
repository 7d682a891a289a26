"""A review under way: one decision of a match after another, judged in another process. No pygame."""

from __future__ import annotations

from html import escape
from typing import Any

from skill.app.i18n import tr
from skill.app.play.match.choices import places
from skill.app.play.match.preview import in_the_plate
from skill.app.play.said.actions import sentence_with_place
from skill.app.play.said.words import name_for
from skill.bots.chance import SURE
from skill.bots.decision import Thinker
from skill.draw.marks import HINT, together
from skill.draw.scene_view import SceneView, funnel_marker
from skill.lattice.pyramid import Pyramid
from skill.table.record import Record
from skill.table.review import Judgement, judged, questions, turning_points


class Reviewer:
    """Reviews one match. Call `advance` until `is_done`, or `close` it at any time."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._questions = questions(record)
        self._judgements: list[Judgement] = []
        self._thinker = Thinker()

    @property
    def is_done(self) -> bool:
        """Whether every decision has been judged."""
        return len(self._judgements) == len(self._questions)

    @property
    def progress(self) -> str:
        """How far it has come, in words."""
        number, count = len(self._judgements) + 1, len(self._questions)
        return tr("Review: decision {number} of {count}", number=number, count=count)

    @property
    def points(self) -> list[Judgement]:
        """The decisions that have cost most so far, the dearest first."""
        return turning_points(self._judgements)

    def advance(self) -> None:
        """Takes what is judged, and has the next decision judged. Raises what a game of the user's own does."""
        if self.is_done:
            return
        number = len(self._judgements)
        self._thinker.ask(number + 1, judged, lambda: self._questions[number])
        judgement: Judgement | None = self._thinker.answer(number + 1)
        if judgement is not None:
            self._judgements.append(judgement)

    def close(self) -> None:
        """Ends the other process."""
        self._thinker.close()


def review_html(record: Record, points: list[Judgement]) -> str:
    """Where the result turned, the dearest decision first, as pygame_gui's HTML."""
    if not points:
        return escape(tr("No single decision turned this match: nowhere was another one surely better."))
    return "<br><br>".join(escape(point_text(record, point)) for point in points)


def point_text(record: Record, point: Judgement) -> str:
    """What was chosen, what was better, and what that would have changed."""
    player = name_for(record.seats[point.seat - 1], point.seat)
    played, better = (sentence_with_place(record.game, action) for action in (point.played, point.better))
    values: dict[str, Any] = {
        "number": point.number,
        "player": player,
        "played": played,
        "better_count": round(100 * point.better_chance),
        "count": round(100 * point.chance),
        "margin": round(100 * SURE * point.error),
    }
    if played == better:
        return tr(
            "Action {number}: {player} chose: {played}. Another place was better: with it {player} would win about "
            "{better_count} of 100 matches that go on from here, and not {count}; the difference is right "
            "to within {margin}.",
            **values,
        )
    return tr(
        "Action {number}: {player} chose: {played}. Better: {better}. Then {player} would win about {better_count} of "
        "100 matches that go on from here, and not {count}; the difference is right to within {margin}.",
        better=better,
        **values,
    )


def with_better(view: SceneView, point: Judgement, heap: Pyramid) -> SceneView:
    """What is seen before a decision, with the better one marked as a hint is."""
    cells = in_the_plate(place for at in places(point.better) for place in at)
    dice = (die._replace(marks=together(die.marks, HINT)) if die.cell in cells else die for die in view.dice)
    markers = [funnel_marker(cell, HINT) for cell in cells if cell not in heap]
    return view._replace(dice=tuple(dice), markers=(*view.markers, *markers))
