"""What bots decide in another process: the same as here, dropped at once, and here where it cannot be there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from skill.bots.decision import Thinker, decided, decided_in_turn
from skill.cli.new import write_game
from skill.jobs import Worker
from skill.rules.catalogue import find_game, load_game_file
from skill.table.match import Match


def negative(number: int) -> int:
    return -number


def fails_elsewhere(pid: int) -> str:
    if os.getpid() != pid:
        raise ValueError("not here")
    return "here"


def ends_elsewhere(pid: int) -> str:
    if os.getpid() != pid:
        os._exit(1)
    return "here"


def is_elsewhere(pid: int) -> bool:
    return os.getpid() != pid


def sleeps(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.fixture(scope="module")
def shared() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def answered(thinker: Thinker, function: Callable[[Any], Any], piece: Any) -> Any:
    """The answer to one question, waited for."""
    thinker.ask((function, id(piece)), function, lambda: piece)
    while (answer := thinker.answer((function, id(piece)))) is None:
        time.sleep(0.002)
    assert not thinker.is_thinking
    return answer


def test_what_was_asked_is_worked_out_elsewhere_and_answered_once(shared: Thinker) -> None:
    assert answered(shared, negative, 3) == -3
    assert answered(shared, os.path.basename, "a/b") == "b"
    shared.ask(1, negative, lambda: 5)
    assert shared.is_thinking and shared.answer(2) is None
    while (answer := shared.answer(1)) is None:
        pass
    assert answer == -5 and shared.answer(1) is None


def test_what_fails_elsewhere_or_cannot_be_sent_is_done_here(shared: Thinker) -> None:
    pid = os.getpid()
    assert answered(shared, fails_elsewhere, pid) == "here"
    assert answered(shared, ends_elsewhere, pid) == "here"
    assert answered(shared, lambda number: number + 1, 2) == 3
    assert answered(shared, negative, 4) == -4


@pytest.mark.parametrize("fails", ["Pipe", "start"])
def test_what_no_process_can_be_started_for_is_done_here(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BlockingIOError("no more processes")

    with monkeypatch.context() as patched:
        patched.setattr(SpawnContext if fails == "Pipe" else SpawnProcess, fails, refuse)
        thinker = Thinker()
        thinker.warm()
        assert answered(thinker, ends_elsewhere, os.getpid()) == "here"
        thinker.ask("dropped", negative, lambda: 1)
        thinker.drop()
    assert answered(thinker, is_elsewhere, os.getpid())
    thinker.close()


def test_a_thought_that_is_dropped_is_over_and_the_next_one_is_answered(shared: Thinker) -> None:
    shared.ask(1, sleeps, lambda: 600.0)
    shared.drop()
    assert not shared.is_thinking and shared.answer(1) is None
    assert answered(shared, negative, 7) == -7


def test_a_worker_that_has_no_work_is_left_alone() -> None:
    worker = Worker()
    worker.drop()
    worker.stop()
    assert worker.take() is None and not worker.is_busy


@pytest.mark.parametrize(("name", "players"), [("rasanto", 2), ("slipped", 3), ("own", 2)])
def test_a_decision_is_the_same_in_another_process(shared: Thinker, tmp_path: Path, name: str, players: int) -> None:
    game = load_game_file(write_game("tower", tmp_path)[0]) if name == "own" else find_game(name)
    match, decisions = Match(game, players, None, ("greedy",) * players, seed=4), 0
    while match.turn is not None and decisions < 4:
        if isinstance(match.turn, int):
            decision = match.decision()
            assert answered(shared, decided, decision) == decided(decision)
            decisions += 1
        match.step()
    assert decisions


@pytest.mark.parametrize("slug", ["up-and-down", "forbidden-number"])
def test_all_dice_of_a_roll_are_chosen_as_one_by_one(slug: str) -> None:
    game, most = find_game(slug), 0
    match = Match(game, 3, game.options_from({}), ("medium",) * 3, seed=8)
    for _ in range(12):
        while (seat := match.seat) is None:
            match.step()
        chosen = decided_in_turn((match.decision(), match.seeds_after(f"seat {seat}", 5)))
        most = max(most, len(chosen))
        for action in chosen:
            assert match.seat == seat and decided(match.decision()) == action
            match.step()
        assert match.seat != seat
    assert most > 3
