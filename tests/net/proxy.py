"""A wire that is long and breaks: a proxy on this machine that delays what goes through it and cuts connections."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.net.waiting import beside, until

PART = 2**12
"""Bytes that go through together."""


class Proxy:
    """Where it listens, and how often it has cut a connection."""

    def __init__(self, to: int, delay_s: float, loss: float, seed: int) -> None:
        """`delay_s` for each way; `loss` is the probability with which a part is lost, and its connection with it."""
        self.port, self.cuts = 0, 0
        self._to, self._delay_s, self._loss, self._rng = to, delay_s, loss, Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, is_open: threading.Event, end: asyncio.Event) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        is_open.set()
        await end.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        ways: list[asyncio.Task[None]] = []
        try:
            with contextlib.suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
                both = (self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
                ways += map(asyncio.create_task, both)
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                far_writer.transport.abort()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            writer.transport.abort()
            self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """What comes in goes out so much later, in order, until a part is lost."""
        loop, due = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def take_in() -> None:
            while part := await reader.read(PART):
                due.put_nowait((loop.time() + self._delay_s, part))
            due.put_nowait((loop.time(), b""))

        taking = asyncio.create_task(take_in())
        try:
            with contextlib.suppress(OSError):
                while (got := await due.get())[1]:
                    await asyncio.sleep(max(0.0, got[0] - loop.time()))
                    if self._rng.random() < self._loss:
                        self.cuts += 1
                        return
                    writer.write(got[1])
                    await writer.drain()
        finally:
            taking.cancel()


@contextmanager
def through(to: int, delay_s: float, loss: float, seed: int = 1) -> Iterator[Proxy]:
    """A proxy to a port of this machine, until the block ends."""
    proxy, is_open, loop = Proxy(to, delay_s, loss, seed), threading.Event(), asyncio.new_event_loop()
    end = asyncio.Event()

    def run() -> None:
        loop.run_until_complete(proxy.serve(is_open, end))

    with beside(run, lambda: loop.call_soon_threadsafe(end.set)):
        until(is_open.is_set, what="a proxy")
        yield proxy
    loop.close()
