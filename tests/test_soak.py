"""The long run of all games, made short: it plays a round, and finds a leak that is planted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

pybullet = pytest.importorskip("pybullet")
pytest.importorskip("pygame")
from skill.rules.catalogue import find_game  # noqa: E402
from skill.rules.game import AnyGame  # noqa: E402
from tests.processes import printed  # noqa: E402
from tests.soak.__main__ import FEWEST, Sample, TimeIsUp, growing, soak  # noqa: E402

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux alone tells what is open")
GAMES = [find_game(name) for name in ("rasanto", "el-dado")]


def samples(then: Callable[[], object]) -> list[Sample]:
    taken = []
    for _, wrong, one in islice(soak(GAMES, 3), len(GAMES) * FEWEST):
        assert wrong == []
        taken += [] if one is None else [one]
        then()
    return taken


def test_a_short_run_is_flat() -> None:
    taken = samples(lambda: None)
    assert len(taken) == FEWEST and growing(taken) == []


def test_a_fault_is_told_with_what_plays_its_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def broken(game: AnyGame, rng: Random, _check: object) -> list[str]:
        drawn.append((game, rng.random()))
        raise ValueError("planted")

    monkeypatch.setattr("tests.soak.__main__.played", broken)
    whole = [wrong for _, wrong, _ in islice(soak(GAMES, 3), 5)]
    assert whole[4][0].startswith("--only 4 --seed 3: ") and "planted" in whole[4][0]
    [(_, again, _)] = soak(GAMES, 3, numbers=[4])
    assert again == whole[4] and drawn[5] == drawn[4]


def test_it_ends_in_the_middle_of_a_game() -> None:
    def check() -> None:
        raise TimeIsUp

    with pytest.raises(TimeIsUp):
        next(soak(GAMES, 3, check=check))


LEAK = """
from pathlib import Path
import pybullet
from tests.soak.__main__ import growing
from tests.test_soak import samples
kept = []

def leak() -> None:
    kept.append((pybullet.connect(pybullet.DIRECT), Path("README.md").open(), b"\\1" * 4_000_000))

for line in growing(samples(leak)):
    print("growing", line.split()[0])
"""


def test_worlds_files_and_memory_that_are_never_given_back_are_found() -> None:
    # Its own process: where earlier tests left hundreds of megabytes, what leaks here is within the share allowed.
    lines = printed(sys.executable, LEAK)
    assert [line for line in lines if "growing" in line] == [f"growing {name}" for name in Sample._fields]
