"""The text at the end of a person's attempt: what happened and why, how far it came, and who is next."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from skill.app.i18n import time_text, tr
from skill.app.play.attempts.runner import AttemptEnd, Purpose
from skill.app.play.said.words import is_you, looker_of, player_name, said, scored
from skill.bots.registry import HUMAN
from skill.lattice.cells import I
from skill.lattice.notation import Action
from skill.rules.game import AttemptSpec, Seat
from skill.rules.shared.attempts import AttemptGame
from skill.table.match import Match


class AttemptCard(NamedTuple):
    """What the card says, and whose attempt may come next."""

    title: str
    lines: tuple[str, ...]
    is_practice: bool
    next_seat: Seat | None
    """The person who is to try next; None if a bot is, or if the match is over."""
    is_same_seat: bool


def has_card(match: Match, end: AttemptEnd) -> bool:
    """Whether the end of an attempt is told on a card: not if it was one throw of many in a longer turn."""
    return end.purpose is Purpose.PRACTICE or isinstance(match.game, AttemptGame)


def attempt_card(match: Match, end: AttemptEnd, best_s: float | None, people: tuple[Seat, ...] = ()) -> AttemptCard:
    """What is to be said to the `people` at the screen; `best_s` is the best time there was before."""
    is_practice = end.purpose is Purpose.PRACTICE
    turn = match.turn
    seat = turn.seat if isinstance(turn, AttemptSpec) and match.player(turn.seat) == HUMAN else None
    lines = [*_happened(match, end), *(_compared(end, best_s) if isinstance(match.game, AttemptGame) else ())]
    if is_practice:
        lines.append(tr("This was practice and does not count."))
        lines.append(_would_count(match, end, people))
    elif seat is not None:
        lines.append(_next(match, seat, people))
    return AttemptCard(_title(match, end, people), tuple(filter(None, lines)), is_practice, seat, seat == end.seat)


def _would_count(match: Match, end: AttemptEnd, people: tuple[Seat, ...]) -> str:
    """What it would have come to in the match."""
    game = match.game
    if not isinstance(game, AttemptGame):
        return tr("It would have been told so: {told}", told=as_told(match, end.report, people, is_practice=True))
    if end.report[1] == "success" and not game.is_scored:
        return tr("It would have counted as a success in {time}.", time=time_text(end.report[2]))
    partial = game.partial(end.report, match.record.options)
    return tr("It would have counted as {score}.", score=scored(match.record, end.seat, partial))


def card_html(card: AttemptCard) -> str:
    """The card's lines as pygame_gui's HTML."""
    return "<br>".join(map(escape, card.lines))


def _title(match: Match, end: AttemptEnd, people: tuple[Seat, ...]) -> str:
    _, outcome, time_s, *_ = end.report
    if is_you(match, people, end.seat):
        return _your_title(match, end)
    player = player_name(match, end.seat)
    if not isinstance(match.game, AttemptGame) or match.game.is_scored:
        return tr("The attempt of {player} is over", player=player)
    return {
        "success": tr("{player} has done it in {time}", player=player, time=time_text(time_s)),
        "failure": tr("{player} has lost the attempt", player=player),
        "time": tr("The time is up for {player}", player=player),
        "gave_up": tr("{player} has given up", player=player),
    }[outcome]


def _your_title(match: Match, end: AttemptEnd) -> str:
    _, outcome, time_s, *_ = end.report
    if not isinstance(match.game, AttemptGame) or match.game.is_scored:
        return tr("Your attempt is over")
    return {
        "success": tr("You have done it in {time}", time=time_text(time_s)),
        "failure": tr("You have lost the attempt"),
        "time": tr("Your time is up"),
        "gave_up": tr("You have given up"),
    }[outcome]


def _happened(match: Match, end: AttemptEnd) -> list[str]:
    """Why it ended, when, and how far it came."""
    _, outcome, *_ = end.report
    game = match.game
    is_scored = isinstance(game, AttemptGame) and game.is_scored
    lines = []
    if outcome == "failure" and isinstance(game, AttemptGame):
        lines.append(tr(game.lost))
    elif outcome == "time" and is_scored:
        lines.append(tr("The time is up."))
    if outcome != "success" or is_scored:
        lines.append(tr("It lasted {time}.", time=time_text(end.lasted_s)))
    if isinstance(game, AttemptGame) and (is_scored or outcome != "success"):
        lines += [
            said(game.reached_fact(end.report, match.record.options), looker_of(match, (), I)),
            best_moment(game, end.report),
        ]
    return lines


def _compared(end: AttemptEnd, best_s: float | None) -> list[str]:
    """A success beside the best time so far."""
    if end.report[1] != "success" or best_s is None:
        return []
    if end.report[2] < best_s and end.purpose is Purpose.MATCH:
        return [tr("A new best time: the one before was {time}.", time=time_text(best_s))]
    return [tr("The best time is {time}.", time=time_text(best_s))]


def _next(match: Match, seat: Seat, people: tuple[Seat, ...]) -> str:
    """Whose attempt comes next, and which of his."""
    game = match.game
    player, to_you = player_name(match, seat), is_you(match, people, seat)
    if not isinstance(game, AttemptGame):
        return tr("You are next.") if to_you else tr("Next is {player}.", player=player)
    number, count = len(match.state.tries[seat - 1]) + 1, match.record.options.whole("attempts")
    if to_you:
        return tr("You are next, attempt {number} of {count}.", number=number, count=count)
    return tr("Next is {player}, attempt {number} of {count}.", player=player, number=number, count=count)


def as_told(match: Match, report: Action, people: tuple[Seat, ...], *, is_practice: bool) -> str:
    """What the game tells the `people` at the screen of the last attempt played, or of one outside the match."""
    game, turn = match.game, match.turn
    number = next((n for n, line in reversed([*enumerate(match.played)]) if line.action == report), None)
    if is_practice or number is None:
        before, by = match.state, turn.seat if isinstance(turn, AttemptSpec) else match.seat
    else:
        before, by = match.state_at(number), match.played[number].by
    who = looker_of(match, people, I)
    return " ".join(said(fact, who) for fact in game.told(before, report, by, game.play(before, report, by)))


def attempt_end(match: Match, report: Action, people: tuple[Seat, ...] = (), *, is_practice: bool = False) -> str:
    """How an attempt ended, in a sentence, told to the `people` at the screen; where it is for points, what was
    reached. Where an attempt is a throw or the like, whether it has come to anything is for the game to tell."""
    _, outcome, time_s, *_ = report
    game, time = match.game, time_text(time_s)
    if not isinstance(game, AttemptGame):
        return as_told(match, report, people, is_practice=is_practice)
    if game.is_scored:
        reached = said(game.reached_fact(report, match.record.options), looker_of(match, people, I))
        return " ".join(filter(None, (reached, best_moment(game, report))))
    return {
        "success": tr("Done, in {time}.", time=time),
        "failure": f"{tr('Failed after {time}.', time=time)} {tr(game.lost)}",
        "time": tr("The time is up."),
        "gave_up": tr("Given up."),
    }[outcome]


def best_moment(game: AttemptGame, report: Action) -> str:
    """When an attempt for points was worth what it is worth, where of equals the quicker wins; else nothing."""
    if not game.is_scored or not game.time_breaks_ties:
        return ""
    return tr("It stood so after {time}, which decides between equals.", time=time_text(report[2]))
