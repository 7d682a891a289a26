"""Play by text: one JSON object a line in, one a line out. Described in `docs/text-protocol.md`.

A `Server` holds the matches of a pair of pipes. It answers every line, even one that it does not understand.
`skill.net` uses the `Table` and the reading of requests too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from math import inf, isinf, nextafter
from pathlib import Path
from typing import Any, NamedTuple

from skill.bots.decision import AtOnce, Thinker, decided
from skill.bots.registry import HUMAN, all_bots, takes_time
from skill.env.playing import LATTICE, by_planner
from skill.env.text import sentence, view_data, view_text
from skill.errors import FileError, IllegalMove, SkillboxError, UnknownName, clipped, shortened
from skill.files import each_once
from skill.lattice.notation import Action, parse_position
from skill.rules.catalogue import find_game, known_games
from skill.rules.game import ANYONE, AttemptSpec, Seat, Turn
from skill.rules.rules_page import rules_page
from skill.table.attempts import bot_attempt
from skill.table.match import Match
from skill.table.race import Referee
from skill.table.record import Record

TICK_S = 0.1
"""What passes between two looks of the referee of a race."""
LONGEST_S = 3600.0
"""The longest time that may be waited at once."""
MOST_BYTES = 2**20
"""Of one request."""
DEEPEST = 32
"""Lists and objects in each other, in an `id` too."""
MOST_DIGITS = 1000
"""Of a whole number."""


class BadRequest(SkillboxError):
    """A line that is no request."""


class Attempted(NamedTuple):
    """An attempt that bots' hands are to make: the one that is asked for at the end of a match."""

    record: Record
    hands: str
    traces: Path | None


def attempted(asked: Attempted) -> Action:
    """The report of that attempt. Raises `Unavailable` without an engine, or a bot that knows how."""
    match = Match.resumed(asked.record)
    spec = match.turn
    assert isinstance(spec, AttemptSpec)
    if match.player(spec.seat) == HUMAN:
        return by_planner(spec, match.generator("attempt").getrandbits(31), asked.hands)
    with suppress(FileError):  # it has a report all the same
        bot_attempt(match, asked.traces)
    return match.played[-1].action


class Table:
    """A match, its referee, and the time that has passed in it."""

    def __init__(
        self, match: Match, hands: str, traces: Path | None = None, thinker: Thinker | AtOnce | None = None
    ) -> None:
        """What hands of people try, the bot `hands` plans; traces of what bots try are kept in the folder `traces`.

        By default bots think at once, and whoever asks waits. With a `Thinker` they do so in another process: `settle`
        must be called again and again as long as one `is_thinking`.
        """
        self.match, self.hands, self.traces = match, hands, traces
        self.thinker = thinker or AtOnce()
        self._failed: tuple[int, SkillboxError] | None = None
        """The revision of the match at which a bot could not act, and why."""
        self.now_s = 0.0
        self.told: dict[Seat, int] = {}
        """How many actions each seat has been told of."""
        self.awaits_hands: Callable[[Seat], bool] = lambda _seat: False
        """Whether a person tries with hands of their own, elsewhere."""
        self._referee, self._refereed = Referee(match), match.revision

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that are played by requests."""
        return tuple(seat for seat, who in enumerate(self.match.seats, 1) if who == HUMAN)

    def referee(self) -> Referee:
        """The referee of the race; another one once anybody else has changed the match."""
        if self._refereed != self.match.revision:
            self._referee, self._refereed = Referee(self.match, self.now_s), self.match.revision
        return self._referee

    def left_s(self, seat: Seat) -> float | None:
        """Seconds until the clock of a race runs out, as far as a seat may know. Looking changes nothing: bots make up
        their minds when time passes."""
        is_known = self._refereed == self.match.revision
        return (self._referee if is_known else Referee(self.match, self.now_s)).left_s(self.now_s, seat)

    def play(self, action: Action, seat: Seat) -> None:
        """Lets a seat act. Raises `IllegalMove`, and nothing has changed."""
        match = self.match
        match.game.check(match.view(seat), action, seat)  # so that the error tells no more than the seat may know
        if match.turn is ANYONE:
            before, self.now_s = len(match.played), nextafter(self.now_s, inf)  # what is said later is later
            is_free = self.referee().claim(seat, action, self.now_s)
            self._referee.advance(self.now_s)
            self._refereed = match.revision
            if not any(line.by == seat for line in match.played[before:]):
                if not is_free:
                    text = "{action}: the hand of seat {seat} is not free yet; wait a moment"
                    raise IllegalMove(text, action=action, seat=seat)
                raise IllegalMove("{action}: somebody was quicker than seat {seat}", action=action, seat=seat)
        else:
            match.play(action, seat)
        self.settle()

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks about what it is to do."""
        return self.thinker.is_thinking

    def settle(self) -> None:
        """Lets chance, bots and hands act until a seat of the pipe is to move, people race, a bot thinks, or the match
        is over."""
        match = self.match
        while self._is_for_bots(turn := match.turn):
            if turn is ANYONE:
                self._tick()
            elif isinstance(turn, AttemptSpec):
                asked = partial(Attempted, match.record, self.hands, self.traces)
                if not self._acts_by_thought(turn.seat, attempted, asked):
                    return
            elif isinstance(turn, int) and takes_time(match.player(turn)):
                if not self._acts_by_thought(turn, decided, match.decision):
                    return
            else:
                match.step()
        self.thinker.drop()  # of what was taken back meanwhile

    def _is_for_bots(self, turn: Turn) -> bool:
        """Whether chance, a bot or its hands are to act."""
        if turn is ANYONE:
            return not self.people
        if isinstance(turn, AttemptSpec):
            return self.match.player(turn.seat) != HUMAN or not self.awaits_hands(turn.seat)
        return turn is not None and not (isinstance(turn, int) and self.match.player(turn) == HUMAN)

    def _acts_by_thought(self, seat: Seat, function: Callable[[Any], Action], piece: Callable[[], Any]) -> bool:
        """Has a bot act that thinks first; whether it has. Raises what it raises, and does not ask it again then."""
        match = self.match
        if self._failed and self._failed[0] == match.revision:
            raise self._failed[1]
        try:
            self.thinker.ask(match.revision, function, piece)
            action = self.thinker.answer(match.revision)
        except SkillboxError as error:
            self._failed = match.revision, error
            raise
        if action is None:
            return False
        match.play(action, seat)
        return True

    def wait(self, seconds: float) -> None:
        """Lets time pass in a race."""
        self.advance(self.now_s + seconds)

    def claim(self, action: Action, seat: Seat, at_s: float) -> None:
        """Notes that a seat wanted to act then; it is judged when that time has come. Raises `IllegalMove`."""
        self.match.game.check(self.match.view(seat), action, seat)
        self.referee().claim(seat, action, at_s)

    def advance(self, now_s: float) -> None:
        """Lets time pass in a race until then, or until the race is over."""
        while self.match.turn is ANYONE and self.now_s < now_s:
            whole = now_s - self.now_s > 1.5 * TICK_S
            self._advance(self.now_s + TICK_S if whole else now_s)
        self.settle()

    def _tick(self) -> None:
        self._advance(self.now_s + TICK_S)

    def _advance(self, now_s: float) -> None:
        self.now_s = now_s
        self.referee().advance(now_s)
        self._refereed = self.match.revision

    def seen(self, who: Seat, since: int) -> dict[str, Any]:
        """What a seat sees now, what it may do, and what has happened after so many actions."""
        match = self.match
        game, view = match.game, match.view(who)
        is_its = who in self.people and (match.turn == who or match.turn is ANYONE)
        return {
            "seat": who,
            "view": view_data(game, view, who),
            "text": view_text(game, view, who, announced=False),
            "legal": list(map(str, match.moves(who))) if is_its else [],
            "happened": [self._told(n, who) for n in range(since, len(match.played))],
            "time_s": round(self.now_s, 3),
            "is_over": match.turn is None,
        }

    def _told(self, number: int, seat: Seat) -> dict[str, Any]:
        """What `seat` may know of one action: who did it, its notation unless it is secret or lays out what is hidden,
        and what is told of it."""
        match = self.match
        game, line = match.game, match.played[number]
        secret = match.result is None and line.action.verb in game.secrets(match.record.options)
        who = "chance" if line.by is None else f"seat {line.by}"
        told: dict[str, Any] = {"by": who}
        if secret and line.by != seat:
            return told
        if "position" not in game.verb_of(line.action).fields or line.by is not None:
            told["action"] = str(line.action)
        before, after = (game.view(match.state_at(n), seat) for n in (number, number + 1))
        had, heard = (game.announced(view, seat) for view in (before, after))
        new = heard[len(had) :] if heard[: len(had)] == had else heard
        told["told"] = [sentence(fact, seat) for fact in (*game.told(before, line.action, line.by, after), *new)]
        return told

    def result(self) -> dict[str, Any]:
        """How it ended, or that it has not."""
        result = self.match.result
        if result is None:
            return {"result": None}
        scores = [score if score < inf else None for score in result.scores]  # no time where nothing succeeded
        return {"result": {**result._asdict(), "scores": scores}}

    def record(self) -> dict[str, Any]:
        """The record. Raises `IllegalMove` while it hides something."""
        if self.match.result is None:
            raise IllegalMove("record: the match is not over, and a record hides nothing")
        return {"record": str(self.match.record)}


class Answer(NamedTuple):
    """How a request is answered: by which method, from which fields."""

    ask: Callable[..., dict[str, Any]]
    fields: Mapping[str, tuple[type, ...]]
    needs: tuple[str, ...] = ()


class Server:
    """All matches of one pipe."""

    def __init__(self) -> None:
        self.is_done = False
        self._tables: dict[str, Table] = {}
        self._count = 0
        number = (int, float)
        of_match = {"match": (str,), "seat": (int,)}
        self._answers = {
            "games": Answer(self._games, {}),
            "rules": Answer(self._rules, {"game": (str,)}, ("game",)),
            "new": Answer(
                self._new,
                {
                    "game": (str,),
                    "players": (int,),
                    "options": (dict,),
                    "seats": (list,),
                    "seed": (int,),
                    "position": (str,),
                    "hands": (str,),
                },
                ("game",),
            ),
            "state": Answer(self._state, of_match, ("match",)),
            "play": Answer(self._play, {**of_match, "action": (str,)}, ("match", "action")),
            "wait": Answer(self._wait, {**of_match, "seconds": number}, ("match", "seconds")),
            "result": Answer(self._result, {"match": (str,)}, ("match",)),
            "record": Answer(self._record, {"match": (str,)}, ("match",)),
            "close": Answer(self._close, {"match": (str,)}, ("match",)),
            "quit": Answer(self._quit, {}),
        }

    def answer(self, line: str | bytes) -> str:
        """The answer to one line, as one line without its end."""
        return answered(line, lambda given: asked_of(self._answers, given))

    def _games(self) -> dict[str, Any]:
        keys = ("number", "slug", "title", "family", "kind", "players", "summary")
        games = [{key: getattr(game, key) for key in keys} for game in known_games()]
        return {"games": games, "bots": list(all_bots())}

    def _rules(self, game: str) -> dict[str, Any]:
        found = find_game(game)
        options = [
            {"name": o.name, "default": o.default, "expected": o.expected, "help": o.help}
            | {"meanings": {str(value): meaning for value, meaning in o.meanings}}
            for o in found.all_options
        ]
        verbs = [verb.form for verb in found.verbs if verb.by_seat]
        return {"game": found.slug, "text": rules_page(found), "options": options, "verbs": verbs}

    def _new(
        self,
        game: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seats: Iterable[object] = (),
        seed: int = 0,
        position: str = "",
        hands: str = "greedy",
    ) -> dict[str, Any]:
        found = find_game(game)
        name, value = LATTICE
        usual = {name: value} if name in (option.name for option in found.options) else {}
        for key, chosen in (options or {}).items():
            if isinstance(chosen, bool) or not isinstance(chosen, str | int | float):
                raise BadRequest(f"new: option {key} is {json.dumps(chosen)}; expected a text or a number")
        agreed = found.options_from({**usual, **(options or {})})
        who = list[str]()
        for seat in seats:
            if not isinstance(seat, str):
                raise BadRequest(f"new: seat {len(who) + 1} is {shortened(json.dumps(seat))}; expected a text")
            who.append(seat)
        number = players if players is not None else len(who) or found.seats(agreed)[0]
        if who and len(who) != number:
            raise UnknownName(f"seats: {len(who)} were given, expected one for each of {number} players")
        if hands not in all_bots():
            raise UnknownName(f"hands {shortened(json.dumps(hands))}: expected one of {', '.join(all_bots())}")
        begin = parse_position(position) if position else None
        if HUMAN not in who and who and (endless := found.endless_by(agreed)):
            named = " ".join(f"{name}={value}" for name, value in endless.items())
            raise BadRequest(f"new: options {named}: a match of bots may go on for ever; expected others or a human")
        table = Table(Match(found, number, agreed, who, seed, begin), hands)
        table.settle()
        self._count += 1
        self._tables[str(self._count)] = table
        return {"match": str(self._count), "seats": list(table.match.seats), **self._seen(table, None)}

    def _state(self, match: str, seat: Seat | None = None) -> dict[str, Any]:
        return self._seen(self._table(match), seat)

    def _play(self, match: str, action: str, seat: Seat | None = None) -> dict[str, Any]:
        table = self._table(match)
        table.play(table.match.game.parse(action), self._speaker(table, seat))
        return self._seen(table, seat)

    def _wait(self, match: str, seconds: float, seat: Seat | None = None) -> dict[str, Any]:
        table = self._table(match)
        if not 0 <= seconds <= LONGEST_S:
            raise BadRequest(f"wait: seconds is {seconds}; expected 0 to {LONGEST_S:g}")
        if table.match.turn is not ANYONE:
            raise IllegalMove(f"{table.match.game.slug}: nobody races now; expected play")
        table.wait(seconds)
        return self._seen(table, seat)

    def _result(self, match: str) -> dict[str, Any]:
        return self._table(match).result()

    def _record(self, match: str) -> dict[str, Any]:
        return self._table(match).record()

    def _close(self, match: str) -> dict[str, Any]:
        self._table(match)
        del self._tables[match]
        return {}

    def _quit(self) -> dict[str, Any]:
        self.is_done = True
        return {}

    def _table(self, match: str) -> Table:
        if match not in self._tables:
            known = ", ".join(self._tables) or "none: begin with new"
            raise UnknownName(f"match {shortened(json.dumps(match))}: expected one of {known}")
        return self._tables[match]

    def _speaker(self, table: Table, seat: Seat | None) -> Seat:
        """The seat that is meant: the one given, else the one to move if it is played here, else the first of those."""
        people = table.people
        if seat is not None:
            if seat not in people:
                raise UnknownName(f"seat {seat}: expected one that is played here: {_listed(people)}")
            return seat
        mover = table.match.seat
        return mover if mover in people and mover is not None else people[0] if people else 1

    def _seen(self, table: Table, seat: Seat | None) -> dict[str, Any]:
        """What a seat sees now, what it may do, and what has happened since it was told last."""
        who = self._speaker(table, seat)
        before, table.told[who] = table.told.get(who, 0), len(table.match.played)
        return table.seen(who, before)


def answered(
    line: str | bytes,
    ask: Callable[[dict[str, Any]], dict[str, Any]],
    *,
    says_faults: bool = True,
    more: Callable[[SkillboxError], dict[str, Any]] = lambda _error: {},
) -> str:
    """The answer to one line, which is `ask`'s or an error, as one line without its end.

    Without `says_faults` a fault of ours is not described: its words might tell what is hidden. `more` is what else is
    said of an error.
    """
    given: object = None
    try:
        given = _request(line)
        told = {"ok": True, **ask(given)}
    except SkillboxError as error:
        told = {"ok": False, "error": {"kind": type(error).__name__, "text": str(error), **more(error)}}
    except Exception as error:  # a fault of ours must not end the session of whoever plays
        text = clipped(f"{type(error).__name__}: {error}") if says_faults else "a fault of Skillbox"
        told = {"ok": False, "error": {"kind": "InternalError", "text": text}}
    identity = {"id": given["id"]} if isinstance(given, dict) and "id" in given else {}
    return line_of({**identity, **told})


def line_of(told: dict[str, Any]) -> str:
    """An object as a line of JSON that UTF-8 can write."""
    line = json.dumps(told, ensure_ascii=False)
    return line if _can_be_sent(line) else json.dumps(told)


def asked_of(answers: Mapping[str, Answer], given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, whose fields are looked at first. Raises `BadRequest`."""
    name = given.get("do")
    if not isinstance(name, str) or name not in answers:
        said = f"is {shortened(json.dumps(name))}" if "do" in given else "is missing"
        raise BadRequest(f"do {said}; expected one of {', '.join(answers)}")
    answer = answers[name]
    fields = {key: value for key, value in given.items() if key not in ("do", "id")}
    for key, value in fields.items():
        if key not in answer.fields:
            known = ", ".join(answer.fields) or "none"
            raise BadRequest(f"{name}: unknown field {shortened(key)}; expected {known}")
        if not isinstance(value, answer.fields[key]) or isinstance(value, bool):
            expected = " or ".join(WORDS[kind] for kind in answer.fields[key])
            raise BadRequest(f"{name}: {key} is {shortened(json.dumps(value))}; expected {expected}")
    for key in answer.needs:
        if key not in fields:
            raise BadRequest(f"{name}: {key} is missing")
    return answer.ask(**fields)


WORDS = {str: "a text", int: "a whole number", float: "a number", dict: "an object", list: "a list"}


def _request(line: str | bytes) -> dict[str, Any]:
    if len(line) > MOST_BYTES:
        raise BadRequest(f"expected a line of at most {MOST_BYTES} bytes")
    try:
        given = json.loads(
            line, object_pairs_hook=each_once, parse_constant=_no_json, parse_float=_finite, parse_int=_whole
        )
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"expected one JSON object a line: {error}") from None
    if not isinstance(given, dict):
        raise BadRequest("expected one JSON object a line, such as " + '{"do": "games"}')
    if _depth(given) > DEEPEST:
        raise BadRequest(f"expected lists and objects at most {DEEPEST} deep")
    return given


def _no_json(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _finite(written: str) -> float:
    """A number that can be said again: JSON has no word for what is too large."""
    if isinf(number := float(written)):
        raise ValueError(f"{shortened(written)} is larger than a number can be")
    return number


def _whole(written: str) -> int:
    """A whole number, of no more digits than Python converts."""
    if len(written) > MOST_DIGITS:
        raise ValueError(f"a whole number of {len(written)} digits; at most {MOST_DIGITS} are read")
    return int(written)


def _depth(value: object) -> int:
    """How deep lists and objects are in each other."""
    depth, layer = 0, [value]
    while layer := [part for part in layer if isinstance(part, dict | list)]:
        depth += 1
        layer = [inner for part in layer for inner in (part.values() if isinstance(part, dict) else part)]
    return depth


def _can_be_sent(text: str) -> bool:
    """Whether UTF-8 has it: halves of characters it has not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats)) or "none"
