"""What the host of a table answers its guests, frame by frame. It knows neither sockets nor a clock of its own.

Guests say what they want to do in the words of `docs/text-protocol.md`; the match decides. A guest is sent what its
seat may see and nothing else: no state, and no word of an error that would tell more.

Acts have numbers: the n-th action of a seat has number n. So an act that a guest says again, since it does not know
whether it was heard, is never done twice, and the journal alone tells a host that comes back what was acknowledged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from skill.env.protocol import Answer, BadRequest, Table, answered, asked_of, line_of
from skill.errors import IllegalMove, SkillboxError
from skill.rules.game import ANYONE, AnyGame, Game, Seat
from skill.rules.options import Options
from skill.rules.rules_page import rules_page

WATCHER: Seat = 0
MOST_FRAME = 2**14
"""Bytes of a frame from a guest."""
WRONG_CODES, WRONG_S = 5, 60.0
"""So many wrong codes from an address in so many seconds, and no more of it is heard."""
MOST_ADDRESSES = 10_000
"""Addresses of wrong codes that are kept in mind."""
FRAMES_S, MOST_AT_ONCE = 30.0, 60.0
"""Frames a second that are heard from a guest, and at once after a while of silence."""


class WrongCode(SkillboxError):
    """A code that opens no seat; whoever says it is sent away."""


@dataclass(eq=False)
class Guest:
    """Who has said the code of a seat, and what it was told."""

    seat: Seat
    told: int = 0
    """How many actions it was told of."""
    shown: object = None
    """What it was shown last, as `Door.now` says it."""


class Door:
    """All guests of one table, and what each of them hears."""

    def __init__(self, table: Table, codes: Mapping[Seat, str]) -> None:
        """`codes` are those of the seats that guests play, and of `WATCHER` if anybody may watch."""
        self.table = table
        self.guests: list[Guest] = []
        self._codes = {seat: code.encode() for seat, code in codes.items()}

    @property
    def now(self) -> tuple[int, tuple[Seat, ...]]:
        """Another value whenever there is anything new to be seen."""
        return self.table.match.revision, self.here

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats whose guests are here."""
        return tuple(sorted({guest.seat for guest in self.guests} - {WATCHER}))

    def enter(self, line: str | bytes) -> tuple[str, Guest | None]:
        """The answer to the first frame of a guest, and who it is; nobody if it is to be sent away."""
        found: list[Guest] = []

        def join(code: str, heard: int = 0) -> dict[str, Any]:
            guest = Guest(self._seat_of(code), min(max(heard, 0), len(self.table.match.played)))
            self.guests.append(guest)
            found.append(guest)
            match = self.table.match
            return {"game": match.game.slug, "title": match.game.title, "seats": list(match.seats), **self._seen(guest)}

        asks = {"join": Answer(join, {"code": (str,), "heard": (int,)}, ("code",))}
        answer = answered(line, lambda given: asked_of(asks, given), says_faults=False)
        return answer, found[0] if found else None

    def leave(self, guest: Guest) -> None:
        """The guest is gone; its seat waits for it."""
        if guest in self.guests:
            self.guests.remove(guest)

    def answer(self, guest: Guest, line: str | bytes) -> str:
        """The answer to a frame of a guest."""

        def play(action: str, act: int) -> dict[str, Any]:
            self._play(guest.seat, action, act)
            return self._seen(guest)

        asks = {
            "state": Answer(lambda: self._seen(guest), {}),
            "play": Answer(play, {"action": (str,), "act": (int,)}, ("action", "act")),
            "rules": Answer(lambda: {"text": rules_page(self.table.match.game)}, {}),
            "result": Answer(self.table.result, {}),
            "record": Answer(self.table.record, {}),
        }
        return answered(line, lambda given: asked_of(asks, given), says_faults=False)

    def news(self, guest: Guest) -> str | None:
        """What has changed for a guest since it was shown anything, as a frame; None if nothing has."""
        return None if guest.shown == self.now else line_of({"do": "seen", **self._seen(guest)})

    def pass_time(self, seconds: float) -> None:
        """Lets time pass in a race; it stands still while the guest of any seat is away."""
        if self.table.match.turn is ANYONE and self.here == self.table.people:
            self.table.wait(seconds)

    def _seat_of(self, code: str) -> Seat:
        """The seat whose code that is. All are compared, each in the same time, so that time tells nothing."""
        said, found = code.encode(errors="replace"), None
        for seat, right in self._codes.items():
            if compare_digest(said, right):
                found = seat
        if found is None:
            raise WrongCode("the code opens no seat here")
        return found

    def _acts(self, seat: Seat) -> list[str]:
        return [str(line.action) for line in self.table.match.played if line.by == seat]

    def _play(self, seat: Seat, action: str, act: int) -> None:
        if seat == WATCHER:
            raise IllegalMove("play: you watch; expected a seat")
        acts = self._acts(seat)
        said = self.table.match.game.parse(action)
        if not 1 <= act <= len(acts) + 1:
            raise BadRequest(f"play: act {act}; expected {len(acts) + 1}, the next one of seat {seat}")
        if act <= len(acts):
            if acts[act - 1] != str(said):
                raise BadRequest(f"play: act {act} of seat {seat} was {acts[act - 1]}; expected act {len(acts) + 1}")
            return  # said once more, since the guest has not heard that it was done
        self.table.play(said, seat)

    def _seen(self, guest: Guest) -> dict[str, Any]:
        seen = self.table.seen(guest.seat or 1, guest.told)
        guest.told, guest.shown = len(self.table.match.played), self.now
        if guest.seat == WATCHER:
            seen |= {"seat": WATCHER, "legal": []}
        acts = len(self._acts(guest.seat))
        return {**seen, "acts": acts, "played": guest.told, "here": list(self.here)}


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


class Pace:
    """How many frames a guest may still say."""

    def __init__(self, now_s: float) -> None:
        self._left, self._at_s = MOST_AT_ONCE, now_s

    def allows(self, now_s: float) -> bool:
        """Whether one more may be said now."""
        self._left = min(MOST_AT_ONCE, self._left + (now_s - self._at_s) * FRAMES_S) - 1
        self._at_s = now_s
        return self._left >= 0
