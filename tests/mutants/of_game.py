"""For pytest: `-p tests.mutants.of_game --game wolf` leaves out the tests that are about other games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skill.rules.catalogue import all_games


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option `--game`."""
    parser.addoption("--game", help="the module of a game")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps tests in whose file or parameters the game is named, or no game; those of its own file come first."""
    module = config.getoption("game")
    kept = {game.slug for game in all_games() if type(game).__module__.rpartition(".")[2] == module}
    longest_first = sorted((game.slug for game in all_games()), key=len, reverse=True)
    slugs = re.compile(rf"(?<![a-z])({'|'.join(longest_first)})(?![a-z])")

    def named(item: pytest.Item) -> set[str]:
        file = Path(item.path).stem.removeprefix("test_").replace("_", "-")
        return set(slugs.findall(f"{file} {item.name.partition('[')[2]}"))

    items[:] = [item for item in items if not (games := named(item)) or kept & games]
    items.sort(key=lambda item: Path(item.path).stem != f"test_{module}")
