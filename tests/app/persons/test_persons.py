"""Persons of the tests reach with the pointer what is asked for at the level easy, and play a match to its end."""

from __future__ import annotations

import pytest

from benchmarks.hands import TASKS, begun, played
from tests.app.persons import matches
from tests.app.persons.person import Person
from tests.engines import of_any_engine

pytestmark = of_any_engine

SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        ("flickers", 1),
        ("emag", 1),
        pytest.param("trulla", 1, marks=SLOW),
        pytest.param("dice-mikado", 1, marks=SLOW),
        pytest.param("faraday", 3, marks=SLOW),
        pytest.param("coulomb", 9, marks=SLOW),
    ],
)
def test_a_person_reaches_what_is_to_be_reached(game: str, seed: int) -> None:
    (task,) = (task for task in TASKS if task.game == game and "easy" in task.levels)
    assert played(task, "easy", seed) >= task.least


def test_a_person_races_to_the_end_without_an_accident() -> None:
    found = matches.guinea_fowl(Person(begun("vain-guinea-fowl", "book", 1, "greedy"), 1), 1)
    assert found.is_over and found.turns > 20 and found.accidents == 0
