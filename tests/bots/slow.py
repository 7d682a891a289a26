"""A bot that thinks until a file appears, and says by another one that it has begun."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from skill.lattice.notation import Action
from skill.rules.game import AnyGame, Seat


class SlowBot:
    name, strength = "slow", 0

    def __init__(self, folder: Path) -> None:
        self.begun, self.may_end = folder / "begun", folder / "may end"

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        self.begun.touch()
        while not self.may_end.exists():
            time.sleep(0.005)
        return rng.choice(game.moves(view, seat))

    def think(self) -> None: ...

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> None:
        return None

    def samples(self, spec: Any, running: Any, seed: int) -> Iterator[Any]:
        return iter(())
