"""A table that a window hosts: it is served in a thread of its own, so that the window never waits."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from threading import Event, Thread

from skill.errors import FileError, SkillboxError, UnknownName, reason_of
from skill.net.door import WATCHER
from skill.net.host import Host
from skill.net.hosting import Hosted
from skill.net.invitation import PORT, Invitation
from skill.rules.game import Seat
from skill.table.store import Store

PORTS = range(PORT, PORT + 20)
"""Those that are tried, one after another, unless somebody names one."""
CLOSE_S = 4.0
"""How long a window that leaves waits for the table to be put away."""


class HostedHere:
    """A table with its thread. The window takes one of its seats, as any guest."""

    def __init__(
        self,
        begin: Callable[[], Hosted],
        store: Store,
        bind: str = "",
        name_of: Callable[[Seat], str] = lambda _seat: "",
    ) -> None:
        """Opens what `begin` makes. `bind` is the only address at which guests are let in; by default all.

        `name_of` is the name of whoever sits at this window, for its seat.
        """
        self.invitations: Mapping[Seat, Invitation] = {}
        """Of each seat, once it is open."""
        self.own: Seat = WATCHER
        """The seat of whoever sits at this window."""
        self.is_open = False
        """Whether guests are let in."""
        self.why: SkillboxError | None = None
        """Why it could not be opened, or not be put away."""
        self._begin, self._store, self._bind, self._name_of = begin, store, bind, name_of
        self._hosted: Hosted | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_put_away = False
        self._closed = Event()
        self._thread = Thread(target=self._run, name="table")
        self._thread.start()

    @property
    def guests(self) -> tuple[Seat, ...]:
        """The seats of those who are invited."""
        return tuple(seat for seat in self.invitations if seat not in (WATCHER, self.own))

    @property
    def here(self) -> tuple[Seat, ...]:
        """Those of them that are here."""
        return tuple(seat for seat in self._hosted.door.here if seat != self.own) if self._hosted else ()

    @property
    def invitation_of_own(self) -> Invitation:
        """How the window itself comes in."""
        return self.invitations[self.own]._replace(address="127.0.0.1")

    def close(self) -> None:
        """Closes the table and puts the match away: over it is kept, else it waits."""
        self._closed.set()
        if self._loop and self._task:
            with suppress(RuntimeError):  # the table has closed by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            self._hosted = hosted = self._begin()
            self.invitations = hosted.kept.invitations
            self.own = min(seat for seat in self.invitations if seat != WATCHER)
            try:
                asyncio.run(self._serve(hosted))
            finally:
                self.is_open = False
                self._put_away()
        except SkillboxError as error:
            self.why = error
        except OSError as error:
            port = self._hosted.kept.port if self._hosted else PORT
            self.why = UnknownName("nobody can be let in at port {port}: {error}", port=port, error=reason_of(error))
        except asyncio.CancelledError:
            pass  # by `close`

    async def _serve(self, hosted: Hosted) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if not self._closed.is_set():
            await Host(hosted.door, self._put_away).serve(hosted.kept, self._bind, self._let_in)

    def _let_in(self) -> None:
        self.is_open = True

    def _put_away(self) -> None:
        """Keeps a match that is over, before anybody is told that it is; when the table closes, what is still open."""
        hosted, was_open = self._hosted, self.is_open
        if hosted is None or self._is_put_away or (was_open and hosted.match.result is None):
            return
        names = [self._name_of(seat) if seat == self.own else "" for seat in range(1, len(hosted.match.seats) + 1)]
        with suppress(FileError) if was_open else nullcontext():  # it is tried once more when the table closes
            hosted.put_away(self._store, names)
            self._is_put_away = True


def free_port() -> int:
    """The first of `PORTS` at which nobody listens. Raises `UnknownName` if there is none."""
    for port in PORTS:
        with socket.socket() as asked:
            try:
                asked.bind(("", port))
            except OSError:
                continue
            return port
    raise UnknownName("ports {low} to {high}: other programs have all of them", low=PORTS[0], high=PORTS[-1])
