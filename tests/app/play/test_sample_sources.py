"""Samples that a bot gives in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from skill.app.play.attempts.samples import THINKING, BotSamples


def test_a_bot_that_is_left_ends_once_its_sample_is_finished_and_lets_go_of_the_attempt_then() -> None:
    may_go_on, ended = threading.Event(), threading.Event()
    order: list[str] = []

    def samples() -> Iterator[int]:
        try:
            may_go_on.wait()
            yield 1
        finally:
            order.append("the bot")

    def release() -> None:
        order.append("the attempt")
        ended.set()

    source = BotSamples(samples())
    assert source.sample() is THINKING
    source.close(release)
    assert order == []
    may_go_on.set()
    assert ended.wait(10)
    assert order == ["the bot", "the attempt"]
