"""The long run of all games, made short: it plays a round, and finds a leak that is planted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

pybullet = pytest.importorskip("pybullet")
pytest.importorskip("pygame")
from skill.rules.catalogue import find_game  # noqa: E402
from tests.soak.__main__ import FEWEST, Sample, growing, soak  # noqa: E402

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux alone tells what is open")
GAMES = [find_game(name) for name in ("rasanto", "el-dado")]


def samples(then: Callable[[], object]) -> list[Sample]:
    rounds = islice(soak(GAMES, 3, None, then), len(GAMES) * FEWEST)
    return [taken for _, wrong, taken in rounds if not wrong and taken is not None]


def test_a_short_run_is_flat() -> None:
    taken = samples(lambda: None)
    assert len(taken) == FEWEST and growing(taken) == []


def test_worlds_files_and_memory_that_are_never_given_back_are_found() -> None:
    worlds, files, memory = [], [], []

    def leak() -> None:
        worlds.append(pybullet.connect(pybullet.DIRECT))
        files.append(Path(__file__).open())  # noqa: SIM115  (it is to leak)
        memory.append(b"\1" * 4_000_000)

    try:
        assert [line.split()[0] for line in growing(samples(leak))] == ["memory_mb", "worlds", "files"]
    finally:
        for world in worlds:
            pybullet.disconnect(world)
        for file in files:
            file.close()
