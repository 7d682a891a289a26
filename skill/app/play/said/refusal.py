"""Why a click or a key is in vain: the sentence that refuses it. Text only."""

from __future__ import annotations

from skill.app.i18n import tr
from skill.app.play.match.choices import Place
from skill.app.play.match.preview import in_the_plate
from skill.app.play.match.turn import Turn
from skill.app.play.said.actions import everything_line, rule_line
from skill.app.play.said.log import reader
from skill.app.play.said.words import said
from skill.lattice.cells import Cell
from skill.rules.telling import CROSS


def refusal_line(turn: Turn, place: Place | None = None) -> str:
    """Why a click at that place of the heap, or beside it, is in vain; nothing where nothing is chosen now."""
    if turn.is_out:
        return tr("You are out until the next round.")
    if not turn.chooser.choice.legal:
        return ""
    heap, targets = turn.runtime.viewpoint.pyramid(), in_the_plate(turn.places)
    is_filled = isinstance(place, int) and place in heap and not (turn.is_race or turn.chooser.choice.pointed)
    if is_filled and targets and not any(target in heap for target in targets):
        return tr("There is a die already.")
    is_covered = isinstance(place, int) and place in heap and not heap.is_free(place) and not turn.is_race
    if is_covered and targets and all(heap.is_free(target) for target in targets if target in heap):
        return tr("Another die lies on it.")
    if isinstance(place, int) and (reason := _barred_by(turn, place)):
        return tr("Not there. {rule}", rule=reason)
    return tr("Not there. {rule}", rule=rule_line(turn) or everything_line(turn) or tr("Click what is marked."))


def _barred_by(turn: Turn, place: Cell) -> str:
    """What the cross tells by which the game marks a place that may not be chosen; nothing where it has none."""
    match, viewpoint = turn.runtime.match, turn.runtime.viewpoint
    if place in turn.places or viewpoint.seat != turn.seat or turn.seat is None or turn.is_race:
        return ""
    label = match.game.labels(match.view(turn.seat), turn.seat).get(place)
    return said(label.means, reader(match, viewpoint)) if label and label.text == CROSS else ""
