"""What the host of a table answers its guests, frame by frame. It knows neither sockets nor a clock of its own.

Guests say what they want to do in the words of `docs/text-protocol.md`; the match decides. A guest is sent what its
seat may see and nothing else: no state, and no word of an error that would tell more.

Acts have numbers: the n-th action of a seat has number n. So an act is never done twice, even if a guest repeats it
because it does not know whether it was heard; and a host that comes back finds in its journal all that was
acknowledged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest, digest
from secrets import token_bytes
from typing import Any

from skill.bots.hint import hint_for, hint_question
from skill.env.protocol import Answer, BadRequest, Table, answered, asked_of, line_of
from skill.errors import FileError, IllegalMove, SkillboxError
from skill.files import MOST_DATA, read_text
from skill.lattice.notation import ATTEMPT
from skill.net.advice import plain
from skill.net.agreed import Agreed
from skill.net.delays import Delay, Race
from skill.net.hands import Trying, check_asked_for, hands_here
from skill.net.views import packed_view
from skill.net.words import packed_words
from skill.rules.game import ANYONE, AnyGame, AttemptSpec, Game, Seat
from skill.rules.options import Options
from skill.rules.rules_page import rules_page
from skill.table.record import trace_name
from skill.table.review import Question, can_review, judged, questions

WATCHER: Seat = 0
MOST_FRAME = 2**14
"""Bytes of a frame from a guest."""
PIECE = 2**17
"""Characters of a trace in one answer."""
WRONG_CODES, WRONG_S = 5, 60.0
"""So many wrong codes from an address in so many seconds, and no more of it is heard."""
MOST_ADDRESSES = 10_000
"""Addresses of wrong codes that are kept in mind."""

TAKES: Mapping[str, tuple[type, ...]] = {"attempt": (int,), "from": (int,), "samples": (list,)}
ENDS: Mapping[str, tuple[type, ...]] = {"attempt": (int,), "samples": (int,), "report": (str,)}
"""What comes with samples, and with the end of an attempt."""


class WrongCode(SkillboxError):
    """A code that opens no seat; whoever says it is sent away."""


@dataclass(eq=False)
class Guest:
    """Who has said the code of a seat, and what it was told."""

    seat: Seat
    told: int = 0
    """How many actions it was told of."""
    taken_back: int = 0
    """How many of those were taken back since, which it is still to be told."""
    hands: str = ""
    """How its machine computes what hands try, as `fingerprint` says it; empty for a guest without hands."""
    watched: tuple[int, int] = (-1, 0)
    """Of which attempt of others it was told last, and how many samples."""
    delay: Delay = field(default_factory=Delay)
    """How late its frames come."""
    shown: object = None
    """What it was shown last, as `Door.now` says it."""
    draws: bool = False
    """Whether it is told its views as well, to draw them."""


class Door:
    """All guests of one table, and what each of them hears."""

    def __init__(
        self, table: Table, codes: Mapping[Seat, str], *, hints: bool = True, secret: bytes | None = None
    ) -> None:
        """`codes` are those of the seats that guests play, and of `WATCHER` if anybody may watch.

        Without `hints` nobody gets any. `secret` is what no guest knows, and the same after a kill.
        """
        self.table = table
        self.guests: list[Guest] = []
        self.agreed = Agreed(table, self._forget)
        self.race = Race(table)
        self.trying: Trying | None = None
        """The last attempt that a guest has begun."""
        table.awaits_hands = self._awaits_hands
        self._secret = secret or token_bytes(16)
        self._marked: tuple[int, str] = (-1, "")
        self._times_back = 0
        """How often anything was taken back."""
        self._hints = hints
        self._codes = {seat: code.encode() for seat, code in codes.items()}
        self._questions: list[Question] | None = None
        self._is_open = not hides(table.match.game, table.match.record.options)
        """Whether nothing is hidden; else hands of bots make all attempts, since a world would show what is."""

    @property
    def now(self) -> object:
        """Another value whenever there is anything new to be seen."""
        return self.table.match.revision, self.here, self.agreed.now, self.trying and self.trying.key

    @property
    def stamp(self) -> object:
        """Another value whenever there is anything new to be told, samples too."""
        return self.now, self.trying and len(self.trying.samples)

    @property
    def apart(self) -> tuple[Seat, ...]:
        """The seats whose machines may compute otherwise what hands try, so that what comes of it here counts."""
        own = {guest.seat: guest.hands for guest in self.guests if guest.hands}
        return tuple(sorted(seat for seat, hands in own.items() if seat != WATCHER and hands != hands_here()))

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats whose guests are here."""
        return tuple(sorted({guest.seat for guest in self.guests} - {WATCHER}))

    def enter(self, line: str | bytes) -> tuple[str, Guest | None]:
        """The answer to the first frame of a guest, and who it is; nobody if it is to be sent away."""
        found: list[Guest] = []

        def join(code: str, heard: int = 0, mark: str = "", hands: str = "", views: int = 0) -> dict[str, Any]:
            guest = Guest(self._seat_of(code), max(heard, 0), draws=bool(views))
            if guest.told > len(self.table.match.played) or mark != self._mark(guest.told):
                guest.told, guest.taken_back = 0, guest.told  # it knows another past, and is told all of this one
            guest.hands = hands
            if self.trying and self.trying.is_over:
                guest.watched = self.trying.key, len(self.trying.samples)
            self.guests.append(guest)
            try:
                self._settle_for(guest)
            except BaseException:
                self.leave(guest)
                raise
            found.append(guest)
            match = self.table.match
            told: dict[str, Any] = {"game": match.game.slug, "title": match.game.title, "seats": list(match.seats)}
            if views:
                begun = packed_view(match.game, match.state_at(guest.told), guest.seat or 1)
                told |= {"options": dict(match.record.options), "began": begun}
            return {**told, **self._seen(guest)}

        fields = {"code": (str,), "heard": (int,), "mark": (str,), "hands": (str,), "views": (int,)}
        asks = {"join": Answer(join, fields, ("code",))}
        answer = answered(line, lambda given: asked_of(asks, given), says_faults=False, more=packed_words)
        return answer, found[0] if found else None

    def leave(self, guest: Guest) -> None:
        """The guest is gone; its seat waits for it."""
        if guest in self.guests:
            self.guests.remove(guest)

    def answer(self, guest: Guest, line: str | bytes) -> str:
        """The answer to a frame of a guest, where there is one at once."""
        reply = self.reply(guest, line)
        assert reply, "asked for too early"
        return reply if isinstance(reply, str) else reply()

    def reply(self, guest: Guest, line: str | bytes, ago_s: float = 0.0) -> str | Callable[[], str] | None:
        """The answer to a frame that came from a guest so long ago; what finds it, to be called beside the table, where
        that takes thought, as a hint or a review does. None as long as a claim in a race is not judged: ask again when
        time has passed.
        """
        is_judged = True

        def play(action: str, act: int) -> dict[str, Any]:
            nonlocal is_judged
            is_judged = self._play(guest, action, act, ago_s)
            return self._seen(guest) if is_judged else {}

        later: list[Callable[[], dict[str, Any]]] = []

        def seen_after(ask: Callable[..., None]) -> Callable[..., dict[str, Any]]:
            def asked(**given: Any) -> dict[str, Any]:
                ask(self._seated(guest), **given)
                return self._seen(guest)

            return asked

        def thought(ask: Callable[..., Callable[[], dict[str, Any]]]) -> Callable[..., dict[str, Any]]:
            def asked(**given: Any) -> dict[str, Any]:
                later.append(ask(guest, **given))
                return {}

            return asked

        count = {"at": (int,)}
        asks = {
            "state": Answer(lambda: self._seen(guest), {}),
            "play": Answer(play, {"action": (str,), "act": (int,)}, ("action", "act")),
            "undo": Answer(seen_after(self.agreed.undo), count, ("at",)),
            "agree": Answer(seen_after(self.agreed.agree), count, ("at",)),
            "refuse": Answer(seen_after(self.agreed.refuse), count, ("at",)),
            "pause": Answer(seen_after(self.agreed.pause), {}),
            "resume": Answer(seen_after(self.agreed.resume), {}),
            "begin": Answer(lambda **given: self._begin(guest, **given), {"from": (int,)}),
            "samples": Answer(lambda **given: self._take(guest, **given), TAKES, tuple(TAKES)),
            "end": Answer(lambda **given: self._end(guest, **given), ENDS, ("attempt", "samples")),
            "hint": Answer(thought(self._hint), {}),
            "trace": Answer(thought(self._trace), {"attempt": (int,), "from": (int,)}, ("attempt",)),
            "rules": Answer(lambda: {"text": rules_page(self.table.match.game)}, {}),
            "result": Answer(self.table.result, {}),
            "record": Answer(self.table.record, {}),
            "review": Answer(thought(self._review), {"decision": (int,)}),
        }
        told = answered(line, lambda given: asked_of(asks, given), says_faults=False, more=packed_words)
        if not is_judged:
            return None
        if not later:
            return told
        return lambda: answered(line, lambda _: later[0](), says_faults=False, more=packed_words)

    def news(self, guest: Guest) -> str | None:
        """What has changed for a guest since it was shown anything, as a frame; None if nothing has."""
        trying = self.trying
        if trying and guest.seat != trying.seat:
            first = guest.watched[1] if guest.watched[0] == trying.key else -1
            if first < len(trying.samples):
                last, line = trying.frame(max(first, 0))
                guest.watched = trying.key, last
                return line
        return None if guest.shown == self.now else line_of({"do": "seen", **self._seen(guest)})

    def go_on(self) -> None:
        """Has a bot act that has thought, and who comes after it."""
        if self.table.is_thinking:
            with suppress(SkillboxError):  # whoever acts or comes next is told why it cannot
                self.agreed.go_on()

    def pass_time(self, seconds: float) -> None:
        """Lets time pass in a race; it stands still in a pause, and while the guest of any seat is away."""
        if self.table.match.turn is not ANYONE:
            return
        if not (self._awaited or self.agreed.paused):
            self.race.pass_time(seconds, self._delays.values())
        else:
            self.race.stand_still()

    @property
    def _awaited(self) -> set[Seat]:
        """The seats without which a race stands still."""
        return {*self.table.people} - {*self.here} if self.table.match.turn is ANYONE else set()

    @property
    def _delays(self) -> dict[Seat, float]:
        """How late each seat is, in seconds."""
        return {guest.seat: guest.delay.s for guest in self.guests if guest.seat != WATCHER}

    def _seat_of(self, code: str) -> Seat:
        """The seat whose code that is. All are compared, each in the same time, so that time tells nothing."""
        said, found = code.encode(errors="replace"), None
        for seat, right in self._codes.items():
            if compare_digest(said, right):
                found = seat
        if found is None:
            raise WrongCode("the first five words open no seat here")
        return found

    def _acts(self, seat: Seat) -> list[str]:
        return [str(line.action) for line in self.table.match.played if line.by == seat]

    def _seated(self, guest: Guest) -> Seat:
        if guest.seat == WATCHER:
            raise IllegalMove("you watch; expected a seat")
        return guest.seat

    def _play(self, guest: Guest, action: str, act: int, ago_s: float) -> bool:
        """Lets a seat act; whether it is clear what came of it, which a claim in a race is only later."""
        seat = self._seated(guest)
        acts = self._acts(seat)
        said = self.table.match.game.parse(action)
        if not 1 <= act <= len(acts) + 1:
            raise BadRequest(f"play: act {act}; expected {len(acts) + 1}, the next one of seat {seat}")
        pending = self.race.pending.get(seat)
        if pending and not self.race.is_judged(pending):
            if (pending.act, pending.action) != (act, said):
                raise BadRequest(f"play: act {pending.act} of seat {seat} is not judged yet; expected it once more")
            return False
        self.race.pending.pop(seat, None)
        if act <= len(acts):
            if acts[act - 1] != str(said):
                raise BadRequest(f"play: act {act} of seat {seat} was {acts[act - 1]}; expected act {len(acts) + 1}")
            return True  # said once more, since the guest has not heard that it was done
        if pending and (pending.act, pending.action) == (act, said):
            text = "{action}: somebody was quicker than seat {seat}, or its hand was not free yet"
            raise IllegalMove(text, action=said, seat=seat)
        self.agreed.check_goes_on()
        late_s = guest.delay.s + ago_s
        if self._awaited:
            raise IllegalMove("a race stands still until seat {seat} is here", seat=min(self._awaited))
        if self.table.match.turn is ANYONE and not self.race.is_past(late_s):
            self.race.claim(said, seat, act, late_s)
            return False
        self.table.play(said, seat)
        return True

    # -- hands at a distance

    def _awaits_hands(self, seat: Seat) -> bool:
        """Whether an attempt of a seat is left to its guest, also to one that is away."""
        guests = [guest for guest in self.guests if guest.seat == seat]
        return self._is_open and (not guests or any(guest.hands for guest in guests))

    def _settle_for(self, guest: Guest) -> None:
        """Has the host try in place of a guest that has come without hands; what it had begun with others is ended."""
        turn = self.table.match.turn
        if isinstance(turn, AttemptSpec) and turn.seat == guest.seat and not guest.hands:
            if (trying := self._under_way) and trying.samples:
                trying.end(None, alike=False)
            self.agreed.go_on()

    @property
    def _under_way(self) -> Trying | None:
        """The attempt that was begun and is asked for still."""
        trying = self.trying
        return trying if trying and not trying.is_over and trying.key == self.table.match.revision else None

    def _begin(self, guest: Guest, **given: int) -> dict[str, Any]:
        """The attempt of a seat, for its own machine; with `from` also the samples that it has had, from that one on.

        An attempt that was begun is gone on with, also by a guest that has come back: there is no second try.
        """
        seat = self._seated(guest)
        if not self._is_open:
            raise IllegalMove("no attempt of seat {seat} is asked for now", seat=seat)
        check_asked_for(self.table, seat)
        if not guest.hands:
            raise IllegalMove("begin: expected a guest that has said its hands when it joined")
        if self._under_way is None:
            if self.trying:
                self.trying.drop()
            self.trying = Trying(self.table)
        trying = self._under_way
        assert trying
        told = {"attempt": trying.number, "trace": trying.head, "taken": len(trying.samples)}
        first = given.get("from")
        return told if first is None else {**told, "samples": trying.samples[max(first, 0) :]}

    def _take(self, guest: Guest, attempt: int, samples: list[Any], **given: int) -> dict[str, Any]:
        trying = self._of(guest, attempt)
        trying.take(given["from"], samples)
        return {"taken": len(trying.samples), "done": trying.is_done}

    def _end(self, guest: Guest, attempt: int, samples: int, report: str | None = None) -> dict[str, Any]:
        played, same = self.table.match.played, None
        was = played[attempt] if 0 <= attempt < len(played) else None
        if was is None or was.by != self._seated(guest) or was.action.verb != ATTEMPT.name:
            trying = self._of(guest, attempt)
            if samples > len(trying.samples) and not trying.is_done:
                raise BadRequest(f"end: {samples} samples; expected {len(trying.samples)}, as many as have come")
            same = trying.end(report, alike=guest.seat not in self.apart)
            self.agreed.go_on()
        return {**self._seen(guest), "report": str(self.table.match.played[attempt].action), "same": same}

    def _of(self, guest: Guest, attempt: int) -> Trying:
        trying = self._under_way
        if trying is None or trying.seat != self._seated(guest) or trying.number != attempt:
            raise IllegalMove("attempt {number}: it was not begun here; expected begin", number=attempt)
        return trying

    # -- thought

    def _trace(self, guest: Guest, attempt: int, **given: int) -> Callable[[], dict[str, Any]]:
        """What reads a piece of the trace of the attempt that had so many actions before it."""
        match, folder, first = self.table.match, self.table.traces, max(given.get("from", 0), 0)
        line = match.played[attempt] if 0 <= attempt < len(match.played) else None
        name = trace_name(line.action) if line else None
        if folder is None or name is None or (match.result is None and not self._is_open):
            raise IllegalMove("attempt {number}: there is no trace of it", number=attempt)

        def piece() -> dict[str, Any]:
            try:
                text = read_text(folder / name, MOST_DATA)
            except FileError:
                raise IllegalMove("attempt {number}: there is no trace of it", number=attempt) from None
            return {"text": text[first : first + PIECE], "size": len(text)}

        return piece

    def _hint(self, guest: Guest) -> Callable[[], dict[str, Any]]:
        """What finds a hint, of what the seat may see and no more."""
        match, seat = self.table.match, self._seated(guest)
        if not self._hints:
            raise IllegalMove("hint: none are given at this table")
        if match.turn != seat:
            text = "hint: expected the turn of seat {seat}; in a race there is no time for hints"
            raise IllegalMove(text, seat=seat)
        question = hint_question(match.game, match.view(seat), seat, match.seed_of("hint"))
        return lambda: {"hint": plain(hint_for(question))}

    def _review(self, guest: Guest, decision: int = 1) -> Callable[[], dict[str, Any]]:
        """What judges one decision of a match that is over: the first, or a later one."""
        match = self.table.match
        if match.result is None:
            raise IllegalMove("review: the match is not over")
        if self._questions is None:
            self._questions = questions(match.record) if can_review(match.record) else []
        count = len(self._questions)
        if not count:
            return lambda: {"decisions": 0, "judgement": None}
        if not 1 <= decision <= count:
            raise BadRequest(f"review: decision {decision}; expected 1 to {count}")
        question = self._questions[decision - 1]

        def answer() -> dict[str, Any]:
            judgement = judged(question)
            return {"decisions": count, "judgement": {**plain(judgement), "drop": judgement.drop}}

        return answer

    def _forget(self) -> None:
        """Something was taken back."""
        played = len(self.table.match.played)
        self._times_back += 1
        for guest in self.guests:
            guest.taken_back += max(0, guest.told - played)
            guest.told = min(guest.told, played)

    def _left_s(self, seat: Seat) -> float | None:
        """Seconds until the clock of a race runs out, as far as a seat may know."""
        left_s = self.table.left_s(seat) if self.table.match.turn is ANYONE else None
        return None if left_s is None else round(left_s, 3)

    def _mark(self, count: int) -> str:
        """Of so many actions: another one for other actions, and for the same ones done again. It tells nothing, since
        nobody knows the secret, and not whether what was taken back and done in secret again was the same."""
        match = self.table.match
        if count != len(match.played):
            return self._marked_by("\n".join(map(str, match.played[:count])))
        if self._marked[0] != match.revision:
            self._marked = match.revision, self._marked_by("\n".join(map(str, match.played)))
        return self._marked[1]

    def _marked_by(self, text: str) -> str:
        back = f"{self._times_back}\n" if self._times_back else ""
        return digest(self._secret, (back + text).encode(), "sha256").hex()[:16]

    def _add_views(self, guest: Guest, seen: dict[str, Any], since: int) -> None:
        """Tells a guest that draws what it saw after each action, and at the end the record."""
        match = self.table.match
        for n, told in enumerate(seen["happened"], since):
            told["view"] = packed_view(match.game, match.state_at(n + 1), guest.seat or 1)
            if self._is_open:
                told["action"] = str(match.played[n].action)
        if match.turn is None:
            seen["record"] = str(match.record)

    def _seen(self, guest: Guest) -> dict[str, Any]:
        match, since = self.table.match, guest.told
        seen = self.table.seen(guest.seat or 1, since)
        if guest.draws:
            self._add_views(guest, seen, since)
        if guest.taken_back:
            seen["happened"] = [{"undone": guest.taken_back}, *seen["happened"]]
        guest.told, guest.taken_back, guest.shown = len(match.played), 0, self.now
        if guest.seat == WATCHER:
            seen |= {"seat": WATCHER, "legal": []}
        if self.agreed.paused or self._awaited:
            seen["legal"] = []
        seen |= {"acts": len(self._acts(guest.seat)), "played": guest.told, "mark": self._mark(guest.told)}
        turn = self.table.match.turn
        if isinstance(turn, AttemptSpec) and self._is_open:
            seen["attempt"] = {"number": guest.told, "seat": turn.seat, "begun": self._under_way is not None}
        else:
            seen["attempt"] = None
        delays = {str(seat): round(delay_s, 3) for seat, delay_s in sorted(self._delays.items())}
        seen |= {"apart": list(self.apart), "delays_s": delays}
        seen |= {"left_s": self._left_s(guest.seat or 1), "here": list(self.here), "hints": self._hints}
        return {**seen, **self.agreed.seen}


def hides(game: AnyGame, options: Options) -> bool:
    """Whether a seat may see what others may not, so that nobody may watch."""
    return type(game).view is not Game.view or bool(game.secrets(options))


class WrongCodes:
    """The wrong codes of late, by the addresses from which they came."""

    def __init__(self) -> None:
        self._at: dict[str, deque[float]] = {}

    def note(self, address: str, now_s: float) -> None:
        """A wrong code has come from there."""
        if address not in self._at and len(self._at) >= MOST_ADDRESSES:
            del self._at[next(iter(self._at))]
        self._at.setdefault(address, deque(maxlen=WRONG_CODES)).append(now_s)

    def bars(self, address: str, now_s: float) -> bool:
        """Whether there were so many that no more are heard for now."""
        times = self._at.get(address, deque[float]())
        return len(times) == WRONG_CODES and now_s - times[0] < WRONG_S
