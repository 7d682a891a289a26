"""Waiting for threads, wires and other processes, however slow the machine is, and not for what has failed already."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep

import pytest

PATIENCE_S = 300.0
"""How long something is waited for that comes at once where nothing else runs; only for what fails it is that long."""
_failed: list[BaseException] = []
"""What the threads have raised that are running now."""


@contextmanager
def beside(run: Callable[[], object], end: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Runs something in a thread of its own, until the block ends and `end` has it end too.

    What it raises is raised by whoever waits for anything in the block with `until`, at the latest by the block's end.
    """
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            run()
        except BaseException as error:
            failed.append(error)
            _failed.append(error)

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with suppress(RuntimeError):  # a loop that is closed already needs no end
            end()
        thread.join(PATIENCE_S)
        for error in failed:
            _failed.remove(error)
        if failed:
            raise failed[0]
        assert not thread.is_alive(), "it does not end"


def until(holds: Callable[[], bool], meanwhile: Callable[[], object] = lambda: sleep(0.005), what: str = "it") -> None:
    """Waits until it holds."""
    end_s = monotonic() + PATIENCE_S
    while not holds():
        if _failed:
            raise _failed[0]
        assert monotonic() < end_s, f"{what} did not come about"
        meanwhile()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is taken for gone, or sent away, since the machine is slow."""
    for limit in ("guest.OPEN_S", "guest.PING_S", "host.JOIN_S", "host.PING_S", "hosted_here.CLOSE_S"):
        monkeypatch.setattr(f"skill.net.{limit}", PATIENCE_S)
