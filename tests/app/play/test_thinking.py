"""Bots that think in another process while the screen goes on: undo, pause and leaving end their thought at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.said.log import Log
from skill.app.play.said.panel import panel_text
from skill.lattice.cells import parse_cell
from skill.lattice.notation import PLACE
from skill.rules.catalogue import find_game
from skill.table.match import Match
from tests.bots.slow import SlowBot

RASANTO = find_game("rasanto")


@pytest.fixture
def thinks_here() -> None:
    """Not here, in this file."""


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SlowBot:
    """Plays wherever `greedy` sits, and thinks until it may end."""
    bot = SlowBot(tmp_path)
    for room in ("skill.table.match", "skill.bots.registry"):
        monkeypatch.setattr(f"{room}.find_bot", lambda name: bot)
    return bot


@pytest.fixture
def runtime(slow: SlowBot) -> Iterator[Runtime]:
    """A person, and the slow bot who is to move."""
    options = RASANTO.options_from({"first_player": 1})
    runtime = Runtime(lambda: Match(RASANTO, 2, options, ("human", "greedy"), seed=1))
    runtime.choose(PLACE("R", parse_cell("800"), None))
    yield runtime
    runtime.close()


def advance(runtime: Runtime, until: Callable[[], bool], step_s: float = 0.03) -> int:
    """Lets frames pass until something holds; how many."""
    for frame in range(4000):
        if until():
            return frame
        runtime.advance(step_s, tuple)
        time.sleep(0.002)
    raise AssertionError("it does not come about")


def test_frames_go_by_while_a_bot_thinks(slow: SlowBot, runtime: Runtime) -> None:
    advance(runtime, slow.begun.exists)
    shown = set()
    for _ in range(60):
        runtime.advance(0.03, tuple)
        shown.add(panel_text(runtime, None, "", None, Turn(runtime), Log()).turn)
    assert len(runtime.match.played) == 1 and runtime.is_bot_thinking and runtime.needs_time
    assert shown == {f"Player 2 (greedy) thinks {dots}" for dots in (".", "..", "...")}
    assert not Turn(runtime).is_looking  # that is what people who want a hint are told
    slow.may_end.touch()
    advance(runtime, lambda: len(runtime.match.played) == 2)
    assert not runtime.is_bot_thinking


def test_undo_ends_a_thought(slow: SlowBot, runtime: Runtime) -> None:
    advance(runtime, slow.begun.exists)
    assert runtime.undo() and not runtime.match.played
    assert not runtime.is_bot_thinking and not runtime.needs_time
    slow.begun.unlink()
    runtime.choose(PLACE("R", parse_cell("080"), None))
    advance(runtime, slow.begun.exists)  # another thought, by another process
    slow.may_end.touch()
    advance(runtime, lambda: len(runtime.match.played) == 2)


def test_a_pause_ends_a_thought_which_begins_again_after_it(slow: SlowBot, runtime: Runtime) -> None:
    advance(runtime, slow.begun.exists)
    runtime.toggle_pause()
    assert not runtime.thinker.is_thinking and not runtime.needs_time
    slow.begun.unlink()
    runtime.toggle_pause()
    advance(runtime, slow.begun.exists)
    slow.may_end.touch()
    advance(runtime, lambda: len(runtime.match.played) == 2)


@pytest.mark.parametrize("leave", [Runtime.close, Runtime.restart])
def test_leaving_and_beginning_anew_end_a_thought(
    slow: SlowBot, runtime: Runtime, leave: Callable[[Runtime], None]
) -> None:
    advance(runtime, slow.begun.exists)
    process = runtime.thinker._worker._process
    leave(runtime)
    assert not runtime.thinker.is_thinking and not process.is_alive()
