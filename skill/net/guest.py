"""A guest: it sends what its seat wants to do, is told what its seat may see, and reconnects when the wire breaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from ssl import SSLEOFError, SSLError
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Protocol

from skill.errors import IllegalMove, SkillboxError, UnknownName, Words, printable, reason_of
from skill.files import MOST_DATA
from skill.net.invitation import Invitation, print_of
from skill.net.wire import SAID, SENT_AWAY, Pace, encrypted, missing
from skill.net.words import words_of_host

if TYPE_CHECKING:
    from skill.physics.trace import Trace

MOST_ANSWER = 2**24
"""Bytes of a frame from the host."""
FRAMES_S, MOST_SAMPLES = 10, 40
"""Frames with samples in a second, while hands try something, and samples in a frame that is said later."""
OPEN_S, PING_S, ANSWER_S, AGAIN_S = 10.0, 20.0, 300.0, 0.5
"""How long a wire may take to open, how often it is tried and how long it may be silent then, how long an answer may
take (a hint takes thought), and a pause before a new try."""


NONSENSE = (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError)
"""What comes of a host that says something else than it should."""


class Lost(SkillboxError):
    """The wire is broken; another one may do."""


class Wire(Protocol):
    """A way for frames to the host and back. All raise `Lost`."""

    def send(self, line: str) -> None: ...

    def receive(self, timeout_s: float | None) -> str | None:
        """The next frame; None if there is none so long."""

    def close(self) -> None: ...


class GuestSeat:
    """A seat at another's table. What it does has come about exactly once when it is answered, however often the wire
    has broken meanwhile."""

    def __init__(
        self,
        connect: Callable[[], Wire],
        code: str,
        patience_s: float = 60.0,
        *,
        hands: str = "",
        draws: bool = False,
    ) -> None:
        """Joins. `patience_s` is how long it looks for a host that is gone later. Raises `Lost`, `UnknownName`.

        `hands`, as `hands_here` says them, is for who makes the attempts of the seat on this machine; without them the
        host has a bot make them. If it `draws` it is told its views as well.
        """
        self._connect, self._code, self._patience_s = connect, code, patience_s
        self._hands = {**({"hands": hands} if hands else {}), **({"views": 1} if draws else {})}
        self._attempt, self._samples, self._sent, self._every = -1, list[Any](), 0, 1
        self._is_apart = False
        """Whether the host may lack samples that were sent."""
        self._wire: Wire | None = None
        self.on_lost: Callable[[], object] = lambda: None
        """Called when the wire breaks and another one is tried."""
        self._asked = 0
        self.seen: dict[str, Any] = {}
        """What the seat saw last."""
        self.happened: list[dict[str, Any]] = []
        """What it was told of that nobody has taken from here yet. An item with `undone` says that so many of all that
        stood before it were taken back."""
        self.watched: list[dict[str, Any]] = []
        """What others tried meanwhile and nobody has taken from here yet: `seat` and `attempt` with `samples`, the
        first of which has the number `from`; with the first of all `trace`, the text of a trace up to it. Whoever
        steps the attempt of that trace by the samples sees what the other sees."""
        self._join()

    def play(self, action: str) -> dict[str, Any]:
        """Acts; the answer of the host."""
        return self.ask(do="play", action=action, act=self.seen["acts"] + 1)

    def undo(self) -> dict[str, Any]:
        """Wants to take back the last action of a person and what followed; the others must agree."""
        return self.ask(do="undo", at=self.seen["played"])

    def agree(self) -> dict[str, Any]:
        """Allows what `seen["undo"]` says that somebody wants to take back."""
        return self.ask(do="agree", at=self.seen["played"])

    def refuse(self) -> dict[str, Any]:
        """Does not allow it."""
        return self.ask(do="refuse", at=self.seen["played"])

    def begin_attempt(self) -> Trace:
        """Begins the attempt that `seen["attempt"]` asks of this seat, or goes on with it: a trace with
        scene, seed and start, and the samples that the host has already, of a guest that was here before.

        Step an attempt of that (`attempt_for` with its seed, then its samples) by what hands do, and give each sample
        to `add_samples`. Raises `IllegalMove` where the host refuses.
        """
        from skill.physics.trace import Trace

        told = self._done(self.ask(do="begin", **{"from": 0}))
        trace = Trace.parse(told["trace"])
        self._attempt, self._samples = told["attempt"], [list(sample) for sample in told["samples"]]
        self._sent, self._every, self._is_apart = len(self._samples), max(1, trace.rate_hz // FRAMES_S), False
        trace.samples = [tuple(sample) for sample in self._samples]
        return trace

    def add_samples(self, samples: Iterable[Sequence[float]]) -> None:
        """Gives what hands have done to the host, ten times a second, and does not wait for an answer.

        What is lost with a wire is said again on the next one.
        """
        self._samples += map(list, samples)
        if len(self._samples) - self._sent < self._every or self._wire is None:
            return
        try:
            if self._is_apart:  # on another wire, or at a host that has come back
                begun, self._is_apart = self._answer_to(do="begin"), False
                self._sent = begun["taken"] if begun["ok"] else len(self._samples)  # the end will tell
            last = min(len(self._samples), self._sent + MOST_SAMPLES)
            self._wire.send(json.dumps(self._next_samples(self._sent, last)))
            self._sent = last
            while self._heard(0) is not None:
                pass  # what is not read stops the wire
        except Lost:
            self._wire = None

    def end_attempt(self, report: str | None = None) -> dict[str, Any]:
        """Ends it with the report of its world here; the answer of the host: `report` is the one that counts, `same`
        whether it is that one. Raises `IllegalMove` where both compute alike and it is not."""
        return self._done(self._end({} if report is None else {"report": report}))

    def trace(self, attempt: int) -> str:
        """The text of the trace of an attempt that had so many actions before it. Raises `IllegalMove` without one."""
        text, size = "", 1
        while len(text) < size:
            told = self._done(self.ask(do="trace", attempt=attempt, **{"from": len(text)}))
            if not told["text"] or told["size"] > MOST_DATA:
                raise Lost("the host says what cannot be read")
            text, size = text + told["text"], told["size"]
        return text

    def _end(self, report: dict[str, str]) -> dict[str, Any]:
        """Gives the host what it does not have yet; it may have lost all if it was killed."""
        over = self.ask(do="end", attempt=self._attempt, samples=len(self._samples), **report)
        if over["ok"] or over["error"]["kind"] == "FalseReport":
            return over
        begun = self._done(self.ask(do="begin"))
        taken = begun["taken"]
        while taken < len(self._samples):
            told = self._done(self.ask(**self._next_samples(taken, taken + MOST_SAMPLES)))
            if told["done"]:
                break
            taken = told["taken"]
        return self.ask(do="end", attempt=self._attempt, samples=len(self._samples), **report)

    def _next_samples(self, first: int, last: int) -> dict[str, Any]:
        return {"do": "samples", "attempt": self._attempt, "from": first, "samples": self._samples[first:last]}

    def _done(self, told: dict[str, Any]) -> dict[str, Any]:
        if not told["ok"]:
            raise IllegalMove("the host says: {text}", text=words_of_host(told["error"]))
        return told

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer of the host to a request, which is said again on another wire if the first one breaks."""
        return self._until(lambda: self._answer_to(**request))  # type: ignore[no-any-return]

    def _answer_to(self, **request: Any) -> dict[str, Any]:
        self._asked += 1
        return self._answer(json.dumps({**request, "id": self._asked}))

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits for news of the host; whether there were any."""
        return bool(self._until(lambda: self._heard(timeout_s) is not None))

    def wait_for_turn(self) -> None:
        """Waits until the seat may act, or the match is over."""
        while not (self.seen["legal"] or self.seen["is_over"]):
            self.wait()

    def close(self) -> None:
        """Leaves; the seat can be taken again."""
        if self._wire:
            self._wire.close()

    def _until(self, ask: Callable[[], Any]) -> Any:
        """Tries until the wire holds, or patience ends."""
        end_s, is_told = monotonic() + self._patience_s, False
        while True:
            try:
                if self._wire is None:
                    self._join()
                return ask()
            except Lost:
                self._wire = None
                if monotonic() >= end_s:
                    raise
                if not is_told:
                    self.on_lost()
                is_told = True
                sleep(AGAIN_S)

    def _join(self) -> None:
        self._wire, self._is_apart = self._connect(), True
        heard = {"heard": self.seen["played"], "mark": self.seen["mark"]} if self.seen else {}
        self._asked += 1
        told = self._answer(json.dumps({"do": "join", "code": self._code, **heard, **self._hands, "id": self._asked}))
        if not told["ok"]:
            raise UnknownName("the host says: {text}", text=words_of_host(told["error"]))

    def _answer(self, line: str) -> dict[str, Any]:
        assert self._wire
        self._wire.send(line)
        identity = json.loads(line)["id"]
        while (told := self._heard(ANSWER_S)) is not None:
            if told.get("id") == identity:
                return told
        raise Lost("the host does not answer")

    def _heard(self, timeout_s: float | None) -> dict[str, Any] | None:
        """The next frame; what it shows is kept."""
        assert self._wire
        line = self._wire.receive(timeout_s)
        if line is None:
            return None
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            raise Lost("the host says what cannot be read") from None
        if not isinstance(told, dict):
            raise Lost("the host says what cannot be read")
        if told.get("do") == "hands":
            self.watched.append(told)
        if told.get("ok") is False and "id" not in told:
            self._is_apart = True  # samples that it did not take
        if "view" in told:
            self.happened += told.pop("happened")
            self.seen = {**self.seen, **told, "acts": int(told["acts"]), "played": int(told["played"])}
        return told


def connected(invitation: Invitation) -> Wire:
    """A wire to the host of an invitation, whose certificate has the print that the invitation says.

    Raises `Lost` where nobody answers, `UnknownName` if it is another host, `Unavailable` without websockets.
    """
    return _Socket(invitation)


class _Socket:
    def __init__(self, invitation: Invitation) -> None:
        try:
            from websockets.exceptions import WebSocketException
            from websockets.sync.client import connect
        except ImportError:
            raise missing() from None

        self._closed, self._open = WebSocketException, ExitStack()
        self._pace = Pace(monotonic(), *SAID)
        try:
            socket, certificate = encrypted(invitation.address.strip("[]"), invitation.port, OPEN_S)
            self._open.callback(socket.close)
            if print_of(certificate) != invitation.print:
                text = "{address}: the last five words are mistyped, or another host is there: its own are {print}"
                raise UnknownName(text, address=invitation.address, print=print_of(certificate))
            uri = f"ws://{invitation.address}:{invitation.port}"  # encrypted by the socket that it gets
            opened = connect(
                uri,
                sock=socket,
                compression=None,
                max_size=MOST_ANSWER,
                open_timeout=OPEN_S,
                ping_interval=PING_S,
                ping_timeout=PING_S,
                user_agent_header=None,
            )
            self._socket = self._open.enter_context(opened)
        except UnknownName:
            self._open.close()
            raise
        except (OSError, WebSocketException) as error:
            self._open.close()
            host = f"{invitation.address}:{invitation.port}"
            if isinstance(error, ConnectionRefusedError):
                raise Lost("{host}: no table is open there; one whose match is over closes", host=host) from None
            if isinstance(error, WebSocketException | SSLError) and not isinstance(error, SSLEOFError):
                raise Lost("{host}: no table answers there: {error}", host=host, error=str(error)) from None
            raise Lost("{host}: {error}", host=host, error=_reason(error)) from None

    def send(self, line: str) -> None:
        sleep(self._pace.wait_s(monotonic()))
        try:
            self._socket.send(line)
        except (OSError, self._closed) as error:
            raise self._lost(error) from None

    def receive(self, timeout_s: float | None) -> str | None:
        try:
            line = self._socket.recv(timeout_s)
        except TimeoutError:
            return None
        except (OSError, self._closed) as error:
            raise self._lost(error) from None
        return line if isinstance(line, str) else line.decode(errors="replace")

    def close(self) -> None:
        self._open.close()

    def _lost(self, error: Exception) -> SkillboxError:
        received = getattr(error, "rcvd", None)
        reason = _reason(error)
        if received is not None and received.reason:
            reason = Words(printable(received.reason, "line"))
        if received is not None and received.code == SENT_AWAY:
            return UnknownName("the host has closed the door: {reason}", reason=reason)
        return Lost("the wire to the host is broken: {error}", error=reason)


def _reason(error: Exception) -> Words:
    return reason_of(error) if isinstance(error, OSError) else Words(str(error))
