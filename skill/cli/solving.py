"""What `skillbox analyse GAME --solve` prints: who wins with best play, in how many actions, and how."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.cli.arguments import options_of, two_seats, variants_of
from skill.cli.output import print_json, result_text, rounds, say
from skill.errors import UnknownName

if TYPE_CHECKING:
    from skill.analyse.solve import Solution
    from skill.rules.game import AnyGame


MOST_OUTCOMES = 36  # of chance that are told of


class Position(NamedTuple):
    """What is to be solved."""

    name: str
    """The options of a variant, or empty."""
    players: int
    state: Any


def positions(game: AnyGame, settings: list[str], players: int | None, seed: int, begin: str) -> list[Position]:
    """The start of each variant of the options, or a position. Seat 1 begins where nobody says who does.

    Raises `UnknownName`, `FileError`, `IllegalMove`.
    """
    from skill.analyse.solve import begun, check_solvable
    from skill.lattice.notation import parse_position

    found = []
    for chosen in variants_of(game, settings):
        options = options_of(game, chosen)
        count = two_seats(game, options) if players is None else players
        check_solvable(game, count)
        if "first_player" in options and not any(each.startswith("first_player=") for each in chosen):
            options = options.but(first_player=1)
        state = game.begin(count, options, parse_position(begin) if begin else None)
        found.append(Position(" ".join(chosen), count, begun(game, state, seed)))
    return found


def at_moment(game: AnyGame, file: Path, number: int | None, at: int | None) -> Position:
    """What stands after so many actions of a record, by default after all of them; of several the one of that number.

    Raises `UnknownName`, `FileError`, `IllegalMove`.
    """
    from skill.analyse.solve import check_solvable
    from skill.table.record import naming, read_record

    record = read_record(file, number)
    if record.game.slug != game.slug:
        text = "{file} is a record of {other}; expected one of {game}"
        raise UnknownName(text, file=file, other=record.game.slug, game=game.slug)
    count = len(record.played)
    if at is not None and not 0 <= at <= count:
        raise UnknownName("--at {at}: expected a number from 0 to {count}", at=at, count=count)
    check_solvable(game, record.players)
    with naming(str(file)):
        *_, state = record._replace(played=record.played[: count if at is None else at]).states()
    return Position("", record.players, state)


def solve(game: AnyGame, asked: list[Position], states: int, seconds: float, as_json: bool) -> None:
    """Solves one after the other, each within so many states and an equal part of the time; prints what is found."""
    from skill.analyse.solve import EACH, solved
    from skill.app.i18n import tr

    found = []
    with interruption() as is_stopped:
        for place in asked:
            with rounds(quiet=as_json or states < EACH) as (on_series, on_start, on_done):
                on_series(f"{place.name}: " * bool(place.name) + tr("{game}, thousands of states", game=tr(game.title)))
                on_start(states // EACH)
                deadline = time.monotonic() + seconds / len(asked) if seconds else None
                found.append((place, solved(game, place.state, states, deadline, on_done, is_stopped)))
            if is_stopped():
                break
    if as_json:
        each = [{"set": p.name.split(), **_data(game, p, s)} for p, s in found]
        print_json({"game": game.slug, "variants": each} if len(asked) > 1 else {"game": game.slug, **each[0]})
    else:
        for place, solution in found:
            if place.name:
                say(place.name)
            _print(game, place, solution, with_line=len(asked) == 1)
    if is_stopped():
        raise KeyboardInterrupt


@contextmanager
def interruption() -> Iterator[Callable[[], bool]]:
    """Within it the first Ctrl+C is only noted, so that what is known then can be told; gives whether there was one.
    The second one ends all as ever.
    """
    stopped = []
    before = signal.getsignal(signal.SIGINT)

    def noted(*_: object) -> None:
        stopped.append(True)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, noted)
    try:
        yield lambda: bool(stopped)
    finally:
        signal.signal(signal.SIGINT, before)


def _data(game: AnyGame, place: Position, found: Solution) -> dict[str, Any]:
    """A solution as JSON has it; a value as a number, and exactly, as a fraction."""
    turn = game.to_move(place.state)
    return {
        "players": place.players,
        "position": str(game.pyramid(place.state)),
        "to_move": turn if isinstance(turn, int) else None,
        "is_solved": found.is_solved,
        "winner": found.winner,
        "is_over": found.is_over,
        "chance_decides": found.is_mean if found.is_solved else None,
        "value": float(found.low) if found.is_solved else None,
        "fraction": str(found.low) if found.is_solved else None,
        "between": [float(found.low), float(found.high)],
        "actions": found.actions,
        "is_shortest": found.is_shortest,
        "line": [str(played) for played in found.line],
        "outcomes": [
            {
                "action": str(one.action),
                "part": float(one.part),
                "between": [float(one.low), float(one.high)],
            }
            for one in found.outcomes
        ],
        "states": found.states,
        "stopped": found.stopped,
    }


def _print(game: AnyGame, place: Position, found: Solution, with_line: bool) -> None:
    from skill.analyse.solve import UNKNOWN
    from skill.app.i18n import told, tr

    if (found.low, found.high) != UNKNOWN:
        say(_verdict(place, found))
    if with_line and any((one.low, one.high) != UNKNOWN for one in found.outcomes):
        _print_outcomes(found)
    if found.line and with_line:
        _print_line(game, place, found)
    if found.stopped is not None:
        text = "There is more to find out: {why}." if found.is_solved else "Not solved: {why}."
        say(tr(text, why=told(found.stopped)))
    say(tr("{count} states looked at", one="One state looked at", count=found.states))


def _verdict(place: Position, found: Solution) -> str:
    """Who wins with best play, or what is known of it."""
    from skill.app.i18n import number_text, tr

    if not found.is_solved:
        value = (number_text(float(bound), "g") for bound in (found.low, found.high))
        text = "With best play the value for seat 1 is {low} to {high}; 1 is a win, -1 a loss, 0 anything else."
        return tr(text, **dict(zip(("low", "high"), value, strict=True)))
    if place.players == 1 and found.winner == 2:
        return tr("Seat 1 cannot win.")
    if found.is_over:
        if found.winner is None:
            return tr("The game is over; no seat has won alone.")
        return tr("The game is over; seat {seat} has won.", seat=found.winner)
    if found.winner is not None:
        if found.is_shortest:
            text = "With best play seat {seat} wins in {count} actions."
            one = "With best play seat {seat} wins in one action."
        else:
            text = "With best play seat {seat} wins, in {count} actions at the most."
            one = "With best play seat {seat} wins, in one action at the most."
        return tr(text, one=one, seat=found.winner, count=found.actions)
    if found.low == 0 and place.players > 1:
        if not found.is_mean:
            return tr("With best play no seat wins alone.")
        return tr("With best play chance decides, and one seat is as likely to win as the other: a value of 0.")
    text = "With best play the value for seat 1 is {value}; 1 is a win, -1 a loss, 0 anything else."
    exact = number_text(float(found.low), "+.4f")
    if found.low.denominator < 1_000_000:
        exact = f"{exact} ({found.low})"
    return tr(text, value=exact)


def _print_outcomes(found: Solution) -> None:
    """What chance may draw first, how likely it is and what it is worth to seat 1."""
    from skill.app.i18n import number_text, tr

    say(tr("Chance is first; what it may draw, how likely that is, and the value for seat 1 then:"))
    for one in found.outcomes[:MOST_OUTCOMES]:
        value = number_text(float(one.low), "+.4f")
        if one.low != one.high:
            value = tr("{low} to {high}", low=value, high=number_text(float(one.high), "+.4f"))
        say(f"  {one.action}  {one.part}  {value}")
    if (more := len(found.outcomes) - MOST_OUTCOMES) > 0:
        say(tr("  and {count} more", one="  and one more", count=more))


def _print_line(game: AnyGame, place: Position, found: Solution) -> None:
    """The line in notation, and what happens by each action in words."""
    from skill.app.i18n import tr
    from skill.app.play.said.words import Looker, said
    from skill.rules.game import CHANCE

    looker = Looker(tuple(tr("seat {seat}", seat=seat) for seat in range(1, place.players + 1)))
    width = max(len(str(played)) for played in found.line)
    state = game.without_hands(place.state)
    for played in found.line:
        after = game.play(state, played.action, played.by)
        words = " ".join(said(fact, looker) for fact in game.told(state, played.action, played.by, after))
        say(f"  {played!s:<{width}}  {words}".rstrip())
        state = after
    if game.to_move(state) is CHANCE:
        say(tr("Then chance decides."))
    elif (result := game.result(state)) is not None:
        say(result_text(str(result), result.reason, len(found.line)))
