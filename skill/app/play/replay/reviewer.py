"""A review under way: one decision of a match after another, judged in another process. No pygame."""

from __future__ import annotations

from html import escape
from math import hypot
from typing import Any

from skill.app.i18n import tr
from skill.app.play.match.choices import places
from skill.app.play.match.preview import in_the_plate
from skill.app.play.said.actions import sentence_with_place
from skill.app.play.said.words import name_for
from skill.bots.chance import SURE
from skill.bots.decision import Thinker
from skill.bots.ends import End
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
    chosen: dict[str, Any] = {"number": point.number, "player": player, "played": played}
    if played == better:
        told = tr("Action {number}: {player} chose: {played}. Another place was better.", **chosen)
    else:
        told = tr("Action {number}: {player} chose: {played}. Better: {better}.", better=better, **chosen)
    return f"{told} {_proven(point) or _counted(point, player)}"


def _proven(point: Judgement) -> str:
    """What both lead to, or the better one, where that is proven."""
    found: dict[tuple[End | None, End | None], str] = {
        (End.WIN, End.LOSS): "That wins with best play; what was chosen loses.",
        (End.WIN, End.DRAW): "That wins with best play; what was chosen is a draw.",
        (End.WIN, End.SHARE): "That wins with best play; what was chosen brings no more than a share of the win.",
        (End.SHARE, End.LOSS): "That brings at least a share of the win; what was chosen loses with best play.",
        (End.DRAW, End.LOSS): "That is a draw with best play; what was chosen loses.",
    }
    if not point.is_known:
        return tr("That wins with best play; the match is too long to say what comes of what was chosen.")
    return tr(text) if (text := found.get((point.better_end, point.end))) else ""


def _counted(point: Judgement, player: str) -> str:
    """How many of 100 matches would be won."""
    after, after_better = point.counted
    values: dict[str, Any] = {"player": player, "margin": round(100 * SURE * point.error)}
    if point.better_end is End.WIN and after is not None and not after.draws:
        return tr(
            "That wins with best play; after what was chosen {player} would win about {count} of 100 matches that go "
            "on from here, give or take {margin}.",
            count=round(100 * point.chance),
            **values,
        )
    if after is not None and after_better is not None and (after.draws or after_better.draws):
        return tr(
            "Then {player} would win about {better_count} and draw about {better_draws} of 100 matches that go on from "
            "here, and not {count} and {draws}; each difference is right to within {margin}.",
            player=player,
            better_count=round(100 * after_better.win_rate),
            better_draws=round(100 * after_better.draw_rate),
            count=round(100 * after.win_rate),
            draws=round(100 * after.draw_rate),
            margin=round(100 * hypot(after.margin, after_better.margin)),
        )
    told = tr(
        "Then {player} would win about {better_count} of 100 matches that go on from here, and not {count}; the "
        "difference is right to within {margin}.",
        better_count=round(100 * point.better_chance),
        count=round(100 * point.chance),
        **values,
    )
    has_draws = End.DRAW in (point.end, point.better_end) or any(one and one.draws for one in point.counted)
    return f"{told} {tr('A draw counts as its part of the win.')}" if has_draws else told


def with_better(view: SceneView, point: Judgement, heap: Pyramid) -> SceneView:
    """What is seen before a decision, with the better one marked as a hint is."""
    cells = in_the_plate(place for at in places(point.better) for place in at)
    dice = (die._replace(marks=together(die.marks, HINT)) if die.cell in cells else die for die in view.dice)
    markers = [funnel_marker(cell, HINT) for cell in cells if cell not in heap]
    return view._replace(dice=tuple(dice), markers=(*view.markers, *markers))
