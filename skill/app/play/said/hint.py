"""A hint in words: what to do, and in one sentence why. Text only."""

from __future__ import annotations

from skill.app.i18n import tr
from skill.app.play.said.actions import place_text, sentence
from skill.app.play.said.words import score_text
from skill.bots.hint import Hint
from skill.lattice.cells import Axis, I
from skill.rules.game import AnyGame


def hint_text(game: AnyGame, hint: Hint, side: Axis = I) -> str:
    """What to do, where as seen from a side, and why. The place is marked as well."""
    action, place = sentence(game, hint.action), place_text(hint.action, side)
    if place:
        return tr("A good move: {action} ({place}, marked). {why}", action=action, place=place, why=why(game, hint))
    return tr("A good move: {action}. {why}", action=action, why=why(game, hint))


def why(game: AnyGame, hint: Hint) -> str:
    """What speaks for the action: the end of the match, its score, or the chance to win."""
    best, other = hint.best, hint.other
    if other is None:
        return tr("There is no other choice.")
    if best.wins:
        return tr("It wins.")
    gain = best.score - other.score if game.score_order == "most" else other.score - best.score
    if gain > 0:
        return tr(
            "Your score goes from {before} to {after}; the next best move leads to {other}.",
            before=score_text(hint.score),
            after=score_text(best.score),
            other=score_text(other.score),
        )
    if best.chance is None or other.chance is None:
        return tr("It looks best at first sight.")
    percent, others = round(100 * best.chance), round(100 * other.chance)
    if percent <= others:
        return tr("Other moves are about as good.")
    return tr(
        "Played on in thought it wins about {count} of 100 times, the next best move {other}.",
        count=percent,
        other=others,
    )
