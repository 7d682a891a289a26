"""What `skillbox analyse GAME --solve` prints: who wins with best play, in how many actions, and how."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.cli.arguments import options_of, two_seats, variants_of
from skill.cli.output import print_json, rounds, say
from skill.errors import UnknownName

if TYPE_CHECKING:
    from skill.analyse.solve import Solution
    from skill.rules.game import AnyGame


class Position(NamedTuple):
    """What is to be solved."""

    name: str
    """The options of a variant, or empty."""
    players: int
    state: Any


def positions(
    game: AnyGame, settings: list[str], players: int | None, seed: int, begin: str, record: Path | None, at: int | None
) -> list[Position]:
    """What is asked about: a moment of a record, or the start of each variant of the options.

    Seat 1 begins where nobody says who does. Raises `UnknownName`, `FileError`, `IllegalMove`.
    """
    from skill.analyse.solve import begun, check_solvable
    from skill.lattice.notation import parse_position

    if record is not None:
        for name, is_given in (("--set", settings), ("--players", players is not None), ("--from", begin)):
            if is_given:
                raise UnknownName("{option}: the record says it; expected none with --record", option=name)
        return [Position("", *_at_moment(game, record, at))]
    if at is not None:
        raise UnknownName("--at {at}: expected --record with it", at=at)
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


def _at_moment(game: AnyGame, file: Path, at: int | None) -> tuple[int, Any]:
    """The seats and the state after so many actions of a record, by default after all of them."""
    from skill.analyse.solve import check_solvable
    from skill.table.record import naming, read_record

    record = read_record(file)
    if record.game.slug != game.slug:
        text = "{file} is a record of {other}; expected one of {game}"
        raise UnknownName(text, file=file, other=record.game.slug, game=game.slug)
    count = len(record.played)
    if at is not None and not 0 <= at <= count:
        raise UnknownName("--at {at}: expected a number from 0 to {count}", at=at, count=count)
    check_solvable(game, record.players)
    with naming(str(file)):
        *_, state = record._replace(played=record.played[: count if at is None else at]).states()
    return record.players, state


def solve(game: AnyGame, asked: list[Position], states: int, seconds: float, as_json: bool) -> None:
    """Solves one after the other, each within so many states and an equal part of the time; prints what is found."""
    from skill.analyse.solve import EACH, solved
    from skill.app.i18n import tr

    found = []
    for place in asked:
        with rounds(quiet=as_json or states < EACH) as (on_series, on_start, on_done):
            on_series(f"{place.name}: " * bool(place.name) + tr("{game}, thousands of states", game=tr(game.title)))
            on_start(states // EACH)
            deadline = time.monotonic() + seconds / len(asked) if seconds else None
            found.append((place, solved(game, place.state, states, deadline, on_done)))
    if as_json:
        each = [{"set": p.name.split(), **_data(game, p, s)} for p, s in found]
        return print_json({"game": game.slug, "variants": each} if len(each) > 1 else {"game": game.slug, **each[0]})
    for place, solution in found:
        if place.name:
            say(place.name)
        _print(game, place, solution, with_line=len(found) == 1)


def _data(game: AnyGame, place: Position, found: Solution) -> dict[str, Any]:
    """A solution as JSON has it; a value as a number, and exactly, as a fraction."""
    turn = game.to_move(place.state)
    return {
        "players": place.players,
        "position": str(game.pyramid(place.state)),
        "to_move": turn if isinstance(turn, int) else None,
        "is_solved": found.is_solved,
        "winner": found.winner,
        "value": float(found.low) if found.is_solved else None,
        "fraction": str(found.low) if found.is_solved else None,
        "between": [float(found.low), float(found.high)],
        "actions": found.actions,
        "is_shortest": found.is_shortest,
        "line": [str(played) for played in found.line],
        "states": found.states,
        "stopped": found.stopped,
    }


def _print(game: AnyGame, place: Position, found: Solution, with_line: bool) -> None:
    from skill.analyse.solve import UNKNOWN
    from skill.app.i18n import told, tr

    if (found.low, found.high) != UNKNOWN:
        say(_verdict(place, found))
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
    if found.winner is not None:
        if found.actions == 0:
            return tr("The game is over; seat {seat} has won.", seat=found.winner)
        if found.is_shortest:
            text = "With best play seat {seat} wins in {count} actions."
            one = "With best play seat {seat} wins in one action."
        else:
            text = "With best play seat {seat} wins, in {count} actions at the most."
            one = "With best play seat {seat} wins, in one action at the most."
        return tr(text, one=one, seat=found.winner, count=found.actions)
    if found.low == 0 and isinstance(found.low, int):
        return tr("With best play no seat wins alone.")
    text = "With best play the value for seat 1 is {value}; 1 is a win, -1 a loss, 0 anything else."
    exact = number_text(float(found.low), "+.4f")
    if found.low.denominator < 1_000_000:
        exact = f"{exact} ({found.low})"
    return tr(text, value=exact)


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
        say(
            tr(
                "result {result} ({reason}), {actions} actions",
                result=result,
                reason=tr(result.reason),
                actions=len(found.line),
            )
        )
