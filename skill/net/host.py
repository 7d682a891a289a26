"""The host: it opens the door of a table to sockets and holds their limits. Whatever a guest sends, it goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import name, strerror
from time import monotonic
from typing import Any, TypeVar

from skill.env.protocol import TICK_S
from skill.errors import Words
from skill.net.door import MOST_FRAME, WATCHER, Door, Guest, WrongCodes
from skill.net.wire import HEARD, SENT_AWAY, Kept, Pace, missing
from skill.rules.game import ANYONE, Seat

MOST_GUESTS, MOST_WATCHERS = 128, 100
"""Connections at once, watchers and strangers among them; and watchers, so that there is room for those who play."""
MOST_COMING = 128
"""Connections whose handshakes are not over. Each has a file open, and where no more can be there is no journal."""
JOIN_S, PING_S, LINGER_S = 10.0, 10.0, 300.0
"""How long a code may take, how often the wire is tried, how long guests may still look at a result."""
MEASURE_S, JUDGED_S, MOST_PASSED_S = 2.0, 0.01, 1.0
"""Between two measurements of how late a guest is, and two looks whether its claim is judged; and how much time passes
in a race at once, even if this machine was held up for longer and nobody was heard."""
AWAY_S, LEFT = 60.0, (1000, 1001, SENT_AWAY)
"""How long a guest whose wire broke is awaited after the end, and with which codes one leaves that is not."""
FULL, WAIT = Words("the house is full"), Words("too many wrong codes; wait a minute")
NO_SEAT = Words("the code opens no seat here")
TAKEN = Words("the seat was taken with its invitation elsewhere")
"""Why somebody is sent away, as a guest's window can translate it."""
T = TypeVar("T")


class Host:
    """Serves a table until the match is over and its guests have gone."""

    def __init__(self, door: Door, on_change: Callable[[], object] = lambda: None) -> None:
        """`on_change` is called in the thread of the table whenever anything has changed."""
        self.door, self._on_change = door, on_change
        self._table = asyncio.Lock()  # one guest at a time: a match is no place for two threads
        self._thread = ThreadPoolExecutor(1, "table")
        """The table's own, for which no thought of another guest has to end."""
        self._coming: dict[Any, float] = {}
        """Since when there are connections whose handshakes are not over."""
        self._visits: dict[Any, _Visit | None] = {}
        """All connections, and what is known of those that have said a code."""
        self._vanished_s: dict[Seat, float] = {}
        """When the wires of guests broke that have not come back."""
        self._wrong = WrongCodes()
        self._passed_s = monotonic()
        """Until when the table has let time pass."""

    async def serve(self, kept: Kept, bind: str, ready: Callable[[], object] = lambda: None) -> None:
        """Serves at that port of the addresses `bind`. Raises `OSError` where it is taken, `Unavailable`."""
        try:
            from websockets.asyncio.server import serve
        except ImportError:
            raise missing() from None
        try:
            opened = await serve(
                self._visited,
                bind or None,
                kept.port,
                ssl=kept.context,
                origins=[None],  # no page in a browser
                compression=None,
                max_size=MOST_FRAME,
                max_queue=4,
                open_timeout=JOIN_S,
                ssl_handshake_timeout=JOIN_S,
                create_connection=_counted(self._coming),
                ping_interval=PING_S,
                ping_timeout=PING_S,
                close_timeout=2,
                server_header=None,
                logger=_quiet(),
            )
        except OSError as error:
            if error.errno is None or error.errno < 0:
                raise
            raise OSError(error.errno, strerror(error.errno)) from None  # the system's own words
        with self._thread:
            async with opened:
                ready()
                await self._until_over()

    async def _until_over(self) -> None:
        over_s = None
        while over_s is None or (self._is_awaited and monotonic() < over_s + LINGER_S):
            await asyncio.sleep(TICK_S)
            match = self.door.table.match
            if match.turn is ANYONE or self.door.table.is_thinking:
                await self._do(self.door.go_on)
            else:
                self._passed_s = monotonic()
            if over_s is None and match.turn is None:
                over_s = monotonic()

    @property
    def _is_awaited(self) -> bool:
        """Whether anybody is here, or may come back to hear how the match ended."""
        since_s = monotonic() - AWAY_S
        return bool(self._visits) or any(at_s > since_s for at_s in self._vanished_s.values())

    async def _do(self, ask: Callable[[], T]) -> T:
        """Asks the table something, and tells all guests what has changed by it."""
        async with self._table:
            before, stamp = self.door.now, self.door.stamp
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._thread, self._now, ask)
            if self.door.now != before:
                await loop.run_in_executor(self._thread, self._on_change)
            if self.door.stamp != stamp:
                for visit in self._visits.values():
                    if visit:
                        visit.news.set()
        return answer

    def _now(self, ask: Callable[[], T]) -> T:
        """Asks the table something once its clock has come to now."""
        last_s, self._passed_s = self._passed_s, monotonic()
        self.door.pass_time(min(self._passed_s - last_s, MOST_PASSED_S))
        return ask()

    async def _visited(self, socket: Any) -> None:
        from websockets.exceptions import ConnectionClosed

        self._coming.pop(socket, None)
        if len(self._visits) >= MOST_GUESTS:
            stranger = next((other for other, visit in self._visits.items() if visit is None), None)
            if stranger is None:
                await socket.close(1013, FULL)
                return
            del self._visits[stranger]  # who has said no code for longest makes room
            stranger.transport.abort()
        self._visits[socket] = None
        try:
            with contextlib.suppress(ConnectionClosed, TimeoutError, OSError):
                await self._stay(socket)
        finally:
            if (visit := self._visits.pop(socket, None)) is not None:
                if visit.guest.seat != WATCHER and socket.close_code not in LEFT:
                    self._vanished_s[visit.guest.seat] = monotonic()
                for task in visit.tasks:
                    task.cancel()
                await self._do(lambda: self.door.leave(visit.guest))

    async def _stay(self, socket: Any) -> None:
        line = await asyncio.wait_for(socket.recv(), JOIN_S)
        answer, guest = await self._do(lambda: self._entered(str(socket.remote_address[0]), line))
        if guest is None:
            if answer:
                await socket.send(answer)
            await socket.close(SENT_AWAY, NO_SEAT if answer else WAIT)
            return
        watchers = [visit for visit in self._visits.values() if visit and visit.guest.seat == WATCHER]
        visit = self._visits[socket] = _Visit(guest)
        if guest.seat == WATCHER and len(watchers) >= MOST_WATCHERS:
            await socket.close(1013, FULL)
            return
        self._vanished_s.pop(guest.seat, None)
        others = [s for s, v in self._visits.items() if v and v.guest.seat == guest.seat and s is not socket]
        if guest.seat != WATCHER:
            for other in others:  # the guest has come back by another wire
                await other.close(SENT_AWAY, TAKEN)
        await socket.send(answer)
        visit.tasks.append(asyncio.create_task(self._tell(socket, visit)))
        if guest.seat != WATCHER:
            visit.tasks.append(asyncio.create_task(self._measure(socket, guest)))
        pace = Pace(monotonic(), *HEARD)
        async for line in socket:
            await asyncio.sleep(pace.wait_s(monotonic()))  # many come at once where the host itself was held up
            said = line
            async with visit.speaking:
                await socket.send(await self._answer(guest, said))

    def _entered(self, address: str, line: str | bytes) -> tuple[str, Guest | None]:
        """What the door says to the first frame from an address; nothing to one that has said too much that is wrong,
        also side by side."""
        if self._wrong.bars(address, monotonic()):
            return "", None
        answer, guest = self.door.enter(line)
        if guest is None:
            self._wrong.note(address, monotonic())
        return answer, guest

    async def _answer(self, guest: Guest, line: str | bytes) -> str:
        """The answer to a frame that has just come, when there is one."""
        came_s = monotonic()
        while (reply := await self._do(lambda: self.door.reply(guest, line, monotonic() - came_s))) is None:
            await asyncio.sleep(JUDGED_S)
        return reply if isinstance(reply, str) else await asyncio.to_thread(reply)

    async def _measure(self, socket: Any, guest: Guest) -> None:
        """Tries how long a frame takes to a guest and back, again and again."""
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(ConnectionClosed, OSError):
            while True:
                guest.delay.note(await (await socket.ping()))
                await asyncio.sleep(MEASURE_S)

    async def _tell(self, socket: Any, visit: _Visit) -> None:
        """Tells a guest what has changed, as fast as it takes it in: whoever is slow gets more at a time."""
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(ConnectionClosed, OSError):
            while True:
                await visit.news.wait()
                visit.news.clear()
                async with visit.speaking:
                    while (line := await self._news(visit.guest)) is not None:
                        await socket.send(line)

    async def _news(self, guest: Guest) -> str | None:
        """What there is to be told to a guest: it changes nothing, and a thread for each watcher would cost more."""
        async with self._table:
            return self.door.news(guest)


class _Visit:
    def __init__(self, guest: Guest) -> None:
        self.guest, self.news, self.tasks = guest, asyncio.Event(), list[asyncio.Task[None]]()
        self.news.set()  # whoever comes in the midst of an attempt is told of it, also while hands hold still
        self.speaking = asyncio.Lock()  # a guest is sent what it is told in the order in which it was told


def _counted(coming: dict[Any, float]) -> Any:
    """Connections of which no more than `MOST_COMING` are there before their handshakes are over, and that end when
    they say more pings and pieces of messages than any guest, which no pace of messages counts."""
    from websockets.asyncio.server import ServerConnection
    from websockets.frames import Frame

    class Counted(ServerConnection):
        pace: Pace | None = None

        def __init__(self, *given: Any, **named: Any) -> None:
            now_s = monotonic()
            for gone in [one for one, since_s in coming.items() if since_s < now_s - JOIN_S]:
                del coming[gone]
            if len(coming) >= MOST_COMING and name == "posix":  # elsewhere nobody else would be let in after it
                raise ConnectionRefusedError
            super().__init__(*given, **named)
            coming[self] = now_s

        def process_event(self, event: Any) -> None:
            super().process_event(event)
            if isinstance(event, Frame) and (event.opcode > 2 or not event.fin):
                self.pace = self.pace or Pace(monotonic(), *HEARD)
                if not self.pace.allows(monotonic()):
                    self.transport.abort()

    return Counted


def _quiet() -> Any:
    """No word in the host's terminal of what strangers send."""
    from logging import CRITICAL, ERROR, getLogger

    getLogger("asyncio").setLevel(ERROR)  # it warns of each word to somebody who has gone
    logger = getLogger("skill.net")
    logger.setLevel(CRITICAL)
    return logger
