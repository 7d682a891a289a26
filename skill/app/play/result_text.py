"""What is said of the result of a match: who has won and by how much, whether that is a record, and every score."""

from __future__ import annotations

from html import escape
from math import inf

from skill.app.i18n import time_text, tr
from skill.app.play.broken_record import Broken
from skill.app.play.panel_text import ranking, ranking_html, score_text
from skill.app.play.words import player_name
from skill.rules.shared.attempts import BY_TIME, AttemptGame
from skill.table.match import Match


def result_title(match: Match) -> str:
    """Who has won, in a line."""
    result = match.result
    assert result is not None
    names = [player_name(match, seat) for seat in result.winners]
    if len(match.seats) == 1:
        return tr("{player} has won", player=names[0]) if names else tr("The game is over")
    if not names:
        return tr("Nobody has won")
    if len(names) == 1:
        return tr("{player} has won", player=names[0])
    *others, last = names
    return tr("{players} and {player} share the win", players=", ".join(others), player=last)


def margin_text(match: Match) -> str:
    """By how much the winner is ahead of whoever comes next; empty if the scores do not tell."""
    result = match.result
    if result is None or len(result.winners) != 1 or len(match.seats) == 1:
        return ""
    (_, _, best), (_, second, other), *_ = ranking(result)
    has_tried_in_vain = isinstance(match.game, AttemptGame) and not match.game.is_scored and other in (0, inf)
    if best == other or has_tried_in_vain:
        return ""
    margin, player = score_text(abs(best - other)), player_name(match, second)
    if result.reason == BY_TIME:
        return tr("The lead over {player} is {time}.", time=time_text(abs(best - other)), player=player)
    return tr("The lead over {player} is {margin}.", margin=margin, player=player)


def record_text(broken: Broken | None) -> str:
    """What is said of a record that was broken; empty if none was."""
    if broken is None:
        return ""
    if broken.is_time:
        time, before = time_text(broken.score), time_text(broken.before)
        return tr("A new best time: {time}. The one before was {before}.", time=time, before=before)
    score, before = score_text(broken.score), score_text(broken.before)
    return tr("A new record: {score}. The one before was {before}.", score=score, before=before)


def result_html(match: Match, broken: Broken | None) -> str:
    """The result as pygame_gui's HTML, below its title."""
    above = [escape(line) for line in (margin_text(match), record_text(broken)) if line]
    return "<br>".join([*above, ranking_html(match)])
