"""Tests that wait tell at once what a thread has raised, and wait for nothing that has failed."""

from __future__ import annotations

import threading

import pytest

from tests.net.waiting import beside, until


def fail() -> None:
    raise ValueError("of the thread")


def test_what_a_thread_raises_is_raised_by_whoever_waits() -> None:
    with pytest.raises(ValueError, match="of the thread"), beside(fail):
        until(lambda: False)
    until(lambda: True)


def test_what_a_thread_raises_is_raised_at_the_end_of_the_block() -> None:
    with pytest.raises(ValueError, match="of the thread"), beside(fail):
        pass


def test_what_fails_in_the_block_ends_the_thread_too() -> None:
    ended = threading.Event()
    with pytest.raises(KeyError), beside(ended.wait, ended.set):
        raise KeyError
    assert ended.is_set()
