"""What do watchers cost the host of a table? The share of a core that its process takes, without any and with many.

`attempt` is hands at a distance, sixty samples a second in ten frames; `turns` is a game in which a seat acts twice a
second. The watchers are connections of another process, encrypted as everybody's are, that read all they are sent.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from math import sin
from typing import Any

from benchmarks.harness import Plot, Row, ours
from skill.jobs import environment
from skill.net.guest import GuestSeat, connected
from skill.net.hands import fingerprint
from skill.net.invitation import Invitation, parse_invitation
from skill.physics.tools import toolset_columns

PLOT = Plot("cores")

COUNTS, LASTS_S, QUICK_S = (0, 100), 20.0, 2.0
CASES = {"attempt": ("dune", ["human"]), "turns": ("rasanto", ["human", "greedy"])}
CHILD = """
import asyncio, json, sys, threading, time
from pathlib import Path
from skill.net import hosting
from skill.net.host import Host
from skill.rules.catalogue import find_game
from skill.table.store import Store

game, seats, port, folder = json.loads(sys.argv[1])
game = find_game(game)
hosted = hosting.begin(Store(Path(folder)), game, len(seats), game.options_from({}), seats, 1, "127.0.0.1", port)

def tell():
    for _ in sys.stdin:
        print(json.dumps([time.monotonic(), time.process_time()]), flush=True)

def ready():
    print(json.dumps([str(one) for one in hosted.kept.invitations.values()]), flush=True)
    threading.Thread(target=tell, daemon=True).start()

asyncio.run(Host(hosted.door).serve(hosted.kept, "127.0.0.1", ready))
"""


async def watch(invitation: Invitation, count: int, here: Callable[[], object], heard: Callable[[], object]) -> None:
    """Reads what the host sends to so many who watch, until it is cancelled; calls `heard` for each frame."""
    from websockets.asyncio.client import connect

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    async def one() -> None:
        uri = f"wss://{invitation.address}:{invitation.port}"
        async with connect(uri, ssl=context, compression=None, max_size=None, user_agent_header=None) as socket:
            await socket.send(json.dumps({"do": "join", "code": invitation.code}))
            await socket.recv()
            here()
            async for _ in socket:
                heard()

    await asyncio.gather(*(one() for _ in range(count)))


def act(case: str, guest: GuestSeat, until_s: float) -> None:
    """Plays the seat of a guest."""
    width = len(toolset_columns(guest.begin_attempt().scene)) if case == "attempt" else 0
    number = 0
    while time.monotonic() < until_s:
        if case == "attempt":
            guest.add_samples([[sin(number / 50) / 50] * width for number in range(number, number + 6)])
            number += 6
            time.sleep(0.1)
        else:
            guest.wait_for_turn()
            if guest.seen["is_over"]:
                return
            guest.play(guest.seen["legal"][0])
            time.sleep(0.5)


def cost(case: str, watchers: int, lasts_s: float) -> dict[str, float]:
    """Seconds of the processor that a host takes in a second, and the frames in it that each who watches is sent."""
    game, seats = CASES[case]
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", CHILD, json.dumps([game, seats, port, folder])]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        host = subprocess.Popen(command, env=environment(), **pipes)  # noqa: S603 (our own words, and no shell)
        assert host.stdin and host.stdout
        try:
            seat, watcher = (parse_invitation(line) for line in json.loads(host.stdout.readline()))
            here, loop = threading.Semaphore(0), asyncio.new_event_loop()
            frames = count()
            task = loop.create_task(watch(watcher, watchers, here.release, lambda: next(frames)))
            reading = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait([task])))
            reading.start()
            for _ in range(watchers):
                assert here.acquire(timeout=60)
            guest = GuestSeat(lambda: connected(seat), seat.code, hands=fingerprint())
            measured = list[list[float]]()
            for _ in range(2):
                host.stdin.write("\n")
                host.stdin.flush()
                measured.append(json.loads(host.stdout.readline()))
                if len(measured) == 1:
                    act(case, guest, time.monotonic() + lasts_s)
            guest.close()
            loop.call_soon_threadsafe(task.cancel)
            reading.join()
            loop.close()
        finally:
            host.kill()
            host.communicate()
    (begin_s, begin), (end_s, end) = measured
    lasted_s, sent = end_s - begin_s, next(frames) / max(1, watchers)
    return {"watchers": watchers, "cores": (end - begin) / lasted_s, "frames, 1/s": sent / lasted_s}


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each kind of play and number of watchers."""
    for case in CASES:
        for watchers in COUNTS:
            if only in (name := f"{case}, {watchers} watchers"):
                yield Row(name, ours(), cost(case, watchers, QUICK_S if quick else LASTS_S))
