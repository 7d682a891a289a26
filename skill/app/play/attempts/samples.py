"""Sources of input for an attempt that no person here makes: a bot, a recording, or another machine. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

THINKING = object()
"""In place of a sample that is not known yet."""


class SampleSource(Protocol):
    """Gives one sample after another."""

    def sample(self) -> Any | None:
        """The current sample, `THINKING` if it is not known yet, or None when there are no more."""

    def go_on(self) -> None:
        """Makes the next sample the current one, once the current one has been used."""

    def close(self, release: Callable[[], None]) -> None:
        """Ends the source; `release` is called as soon as it no longer uses the attempt."""


class RecordedSamples:
    """The samples of an attempt that is shown again."""

    def __init__(self, samples: Sequence[Any]) -> None:
        self._samples = list(samples)
        self._used = 0

    def sample(self) -> Any | None:
        """The current sample, or None when there are no more."""
        return self._samples[self._used] if self._used < len(self._samples) else None

    def go_on(self) -> None:
        """Makes the next sample the current one."""
        self._used += 1

    def close(self, release: Callable[[], None]) -> None:
        """Calls `release` at once."""
        release()


class LiveSamples:
    """The samples of an attempt that is made elsewhere, as they come in; `is_over` says whether no more will."""

    def __init__(self, samples: Sequence[Any], is_over: Callable[[], bool]) -> None:
        self._samples, self._is_over, self._used = samples, is_over, 0

    @property
    def behind(self) -> int:
        """How many have come in and are still to be shown."""
        return len(self._samples) - self._used

    def sample(self) -> Any | None:
        """The current sample, `THINKING` if it has not come in yet, or None when there are no more."""
        if self.behind:
            return self._samples[self._used]
        return None if self._is_over() else THINKING

    def go_on(self) -> None:
        """Makes the next sample the current one."""
        self._used += 1

    def close(self, release: Callable[[], None]) -> None:
        """Calls `release` at once."""
        release()


class BotSamples:
    """A bot's samples, computed in a thread of their own so that the screen stays alive."""

    def __init__(self, samples: Iterator[Any]) -> None:
        self._samples = samples
        self._thread = ThreadPoolExecutor(1)
        self._next: Future[Any] = self._thread.submit(next, samples, None)

    def sample(self) -> Any | None:
        """The current sample, `THINKING` if the bot has none yet, or None when it has no more."""
        return self._next.result() if self._next.done() else THINKING

    def go_on(self) -> None:
        """Starts on the next sample."""
        self._next = self._thread.submit(next, self._samples, None)

    def close(self, release: Callable[[], None]) -> None:
        """Calls `release` once the sample in work is finished, since the bot uses the attempt for it; does not wait."""

        def end(_: Future[Any]) -> None:
            if isinstance(self._samples, Generator):
                self._samples.close()
            release()

        self._next.add_done_callback(end)
        self._thread.shutdown(wait=False)
