"""The text of a result: who has won and by how much, whether it is a record, and every score. Why it ended is in
the `Result.reason` of the game."""

from __future__ import annotations

from html import escape
from math import inf

from skill.app.i18n import time_text, tr
from skill.app.play.match.broken_record import Broken
from skill.app.play.said.words import better_text, called, is_you, player_name, scored, with_colour
from skill.rules.game import Result, Seat
from skill.rules.shared.attempts import ALONE, BY_PARTIAL, BY_TIME, NOTHING, AttemptGame
from skill.rules.telling import REACHED
from skill.table.match import Match


def result_title(match: Match, people: tuple[Seat, ...] = ()) -> str:
    """Who has won, in a line, told to the `people` at the screen."""
    result = match.result
    assert result is not None
    you = next((seat for seat in result.winners if is_you(match, people, seat)), None)
    names = [player_name(match, seat) for seat in result.winners if seat != you]
    if not names and you is not None:
        return tr("You have won")
    if len(match.seats) == 1:
        return tr("{player} has won", player=names[0]) if names else tr("The game is over")
    if not names:
        return tr("Nobody has won")
    if you is not None:
        return tr("{players} and you share the win", players=", ".join(names))
    if len(names) == 1:
        return tr("{player} has won", player=names[0])
    *others, last = names
    return tr("{players} and {player} share the win", players=", ".join(others), player=last)


def margin_text(match: Match, people: tuple[Seat, ...] = ()) -> str:
    """By how much the winner is ahead of whoever comes next, told to the `people` at the screen; empty if the scores do
    not tell."""
    result = match.result
    if result is None or len(result.winners) != 1 or len(match.seats) == 1:
        return ""
    (_, _, best), (_, second, other), *_ = ranking(result)
    has_tried_in_vain = isinstance(match.game, AttemptGame) and not match.game.is_scored and other in (0, inf)
    says_no_more = match.game.score_unit_of(match.record.options, match.record.players, second) == REACHED
    if best == other or has_tried_in_vain or says_no_more:
        return ""
    player, to_you = player_name(match, second), is_you(match, people, second)
    if result.reason == BY_TIME and to_you:
        return tr("You were slower by {time}.", time=time_text(abs(best - other)))
    if result.reason == BY_TIME:
        return tr("The lead over {player} is {time}.", time=time_text(abs(best - other)), player=player)
    first, then = scored(match.record, result.winners[0], best), scored(match.record, second, other)
    if to_you:
        return tr("{first}, against {then} of yours.", first=first, then=then)
    return tr("{first}, against {then} of {player}.", first=first, then=then, player=player)


def record_text(match: Match, broken: Broken | None) -> str:
    """What is said of a record that was broken; empty if none was."""
    if broken is None:
        return ""
    if broken.is_time:
        time, before = time_text(broken.score), time_text(broken.before)
        return tr("A new best time: {time}. The one before was {before}.", time=time, before=before)
    score, before = (scored(match.record, 1, number) for number in (broken.score, broken.before))
    return tr("A new record: {score}. The one before was {before}.", score=score, before=before)


def result_html(match: Match, broken: Broken | None, people: tuple[Seat, ...] = ()) -> str:
    """The result as pygame_gui's HTML, below its title, told to the `people` at the screen."""
    lines = (why_text(match), margin_text(match, people), record_text(match, broken))
    above = [escape(line) for line in lines if line]
    return "<br>".join([*above, ranking_html(match, people)])


def ranking(result: Result) -> list[tuple[int, Seat, float]]:
    """Place, seat and score, best first. The winners come first; what order is good among the rest follows from them.

    A score of 0 beside a lower-is-better winner means that nothing was reached.
    """
    scores = dict(enumerate(result.scores, 1))
    best = [scores[seat] for seat in result.winners]
    low_is_good = bool(best) and any(score > max(best) for score in scores.values())

    def worse(seat: Seat) -> float:
        score = scores[seat]
        if low_is_good:
            return score if score > 0 else float("inf")
        return -score

    order = sorted(scores, key=lambda seat: (seat not in result.winners, worse(seat), seat))
    places: list[tuple[int, Seat, float]] = []
    last: tuple[bool, float] | None = None
    for n, seat in enumerate(order):
        rank = (seat not in result.winners, worse(seat) if seat not in result.winners else 0)
        place = places[-1][0] if rank == last else n + 1
        places.append((place, seat, scores[seat]))
        last = rank
    return places


def why_text(match: Match) -> str:
    """Why the match ended as it did, in the words of its rule."""
    result, game = match.result, match.game
    if result is None:
        return ""
    if isinstance(game, AttemptGame) and result.reason in (BY_PARTIAL, NOTHING, ALONE):
        return f"{tr(result.reason)} {tr(game.what_counts)}"
    return tr(result.reason)


def ranking_html(match: Match, people: tuple[Seat, ...] = ()) -> str:
    """The result for the `people` at the screen: every seat with place and score."""
    result = match.result
    if result is None:
        return tr("The game goes on.")
    lines: list[str] = []
    is_timed = result.reason == BY_TIME
    for place, seat, score in ranking(result):
        player = escape(with_colour(called(match, people, seat), match.record, seat))
        if is_timed and score == inf:
            said_of = tr("{player}: no success", player=player)
        elif is_timed:
            said_of = tr("{player}: {time}", player=player, time=time_text(score))
        else:
            said_of = tr("{player}: {score}", player=player, score=scored(match.record, seat, score))
            if not lines and (better := better_text(match.record)):
                said_of = tr("{score}, {better}", score=said_of, better=better)
        line = f"{place}. {said_of}"
        lines.append(f"<b>{line}</b>" if seat in result.winners else line)
    return "<br>".join(lines)
