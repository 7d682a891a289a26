"""A hint in words: what to do, and in one sentence why. Text only."""

from __future__ import annotations

from typing import Any

from skill.app.i18n import tr
from skill.app.play.said.actions import place_text, sentence
from skill.app.play.said.words import score_text, scored
from skill.bots.chance import Chance
from skill.bots.ends import End
from skill.bots.hint import Hint, Prospect
from skill.lattice.cells import Axis, I
from skill.rules.game import Seat
from skill.rules.telling import FEWER
from skill.table.record import Record


def hint_text(record: Record, hint: Hint, seat: Seat, side: Axis = I) -> str:
    """What a seat had best do, where as seen from a side, and why. The place is marked as well."""
    game, reason = record.game, why(record, hint, seat)
    action, place = sentence(game, hint.action), place_text(hint.action, side)
    if place:
        return tr("A good move: {action} ({place}, marked). {why}", action=action, place=place, why=reason)
    return tr("A good move: {action}. {why}", action=action, why=reason)


def why(record: Record, hint: Hint, seat: Seat) -> str:
    """What speaks for the action: the end of the match, its score, how often it won, or how the seat then stands."""
    best, other = hint.best, hint.other
    if other is None:
        return tr("There is no other choice.")
    if proven := _proven(best, other):
        return proven
    gain = other.score - best.score if _fewer_wins(record) else best.score - other.score
    if gain > 0:
        more = tr(
            "Your score goes from {before} to {after}; the next best move leads to {other}.",
            before=score_text(hint.score),
            after=scored(record, seat, best.score),
            other=scored(record, seat, other.score),
        )
        return f"{more} {_freed(best)}".rstrip()
    if best.score != hint.score and _freed(best):  # as much as the next best move brings
        scores = {"before": score_text(hint.score), "after": scored(record, seat, best.score)}
        more = tr("Your score goes from {before} to {after}.", **scores)
        return f"{more} {_freed(best)}"
    return _frequency(best.chance, other.chance) or _standing(record, seat, hint)


def _proven(best: Prospect, other: Prospect) -> str:
    """What is proven of the end; nothing where that says nothing for the action. `other` is surely lost only if every
    other action is.
    """
    if best.end is End.LOSS:
        return tr("With best play every move loses.") if other.end is End.LOSS else ""
    if best.end is End.WIN:
        return tr("It wins.") if best.is_over else tr("It wins with best play.")
    found = ""
    if best.end is End.SHARE:
        found = tr("It wins at least a share.")
    elif best.end is End.DRAW:
        found = tr("It ends in a draw.") if best.is_over else tr("It is a draw with best play.")
    if other.end is End.LOSS:
        found = f"{found} {tr('With best play every other move loses.')}".lstrip()
    return found


def _freed(best: Prospect) -> str:
    """What it opens to the others."""
    if best.freed is None:
        return ""
    if not best.freed:
        return tr("It frees no other die.")
    return tr("It frees {count} other dice.", one="It frees one other die.", count=best.freed)


def _frequency(chance: Chance | None, other: Chance | None) -> str:
    """How often the action won in games that were played on; nothing where they were too long."""
    if chance is None:
        return ""
    counted: dict[str, Any] = {"count": round(100 * chance.win_rate), "margin": round(100 * chance.margin)}
    if chance.draws or (other is not None and other.draws):
        return _with_draws(chance, other, counted)
    if other is None:
        return tr("Played on to the end it wins about {count} of 100 times, give or take {margin}.", **counted)
    if not chance.is_surely_better_than(other):
        return tr(
            "Played on to the end it wins about {count} of 100 times, give or take {margin}; the next best move is "
            "about as good.",
            **counted,
        )
    return tr(
        "Played on to the end it wins about {count} of 100 times, give or take {margin}, the next best move {other}.",
        **counted,
        other=round(100 * other.win_rate),
    )


def _with_draws(chance: Chance, other: Chance | None, counted: dict[str, Any]) -> str:
    """The same where games are drawn too."""
    counted["draws"] = round(100 * chance.draw_rate)
    if other is None:
        return tr(
            "Played on to the end it wins about {count} of 100 times and draws or shares the win {draws} times, give "
            "or take {margin}.",
            **counted,
        )
    if not chance.is_surely_better_than(other):
        return tr(
            "Played on to the end it wins about {count} of 100 times and draws or shares the win {draws} times, give "
            "or take {margin}; the next best move is about as good.",
            **counted,
        )
    return tr(
        "Played on to the end it wins about {count} of 100 times and draws or shares the win {draws} times, give or "
        "take {margin}; the next best move wins {other} and draws {other_draws} times.",
        **counted,
        other=round(100 * other.win_rate),
        other_draws=round(100 * other.draw_rate),
    )


def _standing(record: Record, seat: Seat, hint: Hint) -> str:
    """What it changes that a person can see: who is ahead, what it opens, and how the scores then are."""
    best, other, is_fewer = hint.best, hint.other, _fewer_wins(record)
    if best.others is None or other is None:
        return tr("It looks best at first sight.")
    lead, lead_else = _lead(best, is_fewer), _lead(other, is_fewer)
    if lead > max(0, lead_else):
        found = tr("You are ahead then; after the next best move you would not be.")
    elif lead > lead_else:
        found = tr("After the next best move you would be behind.")
    else:
        found = tr("The computer found none better when it thought ahead.")
    own, others = score_text(best.score), scored(record, seat, best.others)
    stands = tr("You then have {own}, the best of the others {other}.", own=own, other=others)
    return " ".join(filter(None, (found, _freed(best), stands if best.score not in (best.others, hint.score) else "")))


def _fewer_wins(record: Record) -> bool:
    return record.game.better_score(record.options, record.players) == FEWER


def _lead(after: Prospect, is_fewer: bool) -> int:
    """1 where one is ahead then by the score, or where that is level by the judgement of the bot; -1 behind, else 0."""
    if after.others is None or after.score == after.others:
        return after.ahead
    return 1 if (after.score < after.others) == is_fewer else -1
