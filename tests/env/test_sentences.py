"""What a fact, a roll and a score are in an observation: two numbers a value, of 128 and of one."""

from __future__ import annotations

from zlib import crc32

import pytest

from skill.env import observation
from skill.env.text import sentence
from skill.rules.fact import At, Fact, From, Player, Side, To, fact


def word(text: str) -> list[int]:
    return list(divmod(crc32(text.encode()) % (1 << 14), 128))


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        (300, [2, 44]),
        (-1, [-1, 127]),
        (1e9, [127, 127]),
        (-1e9, [-128, 0]),
        (2.6, [0, 3]),
        ("+7", [0, 7]),
        ("-7", [-1, 121]),
        (At(0), [0, 1]),
        (From(127), [1, 0]),
        (To(3), [0, 4]),
        (Side(2), [0, 3]),
        (Player(2), [0, 2]),
        ("last", word("last")),
        ((Player(1), (At(4), 5)), [0, 1, 0, 5, 0, 5]),
        ((), []),
    ],
)
def test_a_value_of_a_sentence_is_told_in_two_numbers_each(value: object, numbers: list[int]) -> None:
    assert list(observation._flat(value)) == numbers


def test_a_sentence_has_the_same_length_whatever_it_names() -> None:
    room = 2 * observation.MOST_VALUES
    for count in (0, 1, observation.MOST_VALUES, observation.MOST_VALUES + 1):
        told = observation._sentence(Fact("{all}", {"all": tuple(range(1, 1 + count))}))
        values = [n for value in range(1, 1 + count) for n in (0, value)][:room]
        assert told == [*word("{all}"), *values, *[0] * (room - len(values))]


def test_a_score_and_a_die_in_hand_are_told_whole() -> None:
    assert observation._score(130, True) == (1, 2, 1) and observation._score(0, False) == (0, 0, 0)
    red = observation.COLOUR_NUMBER["R"]
    assert observation._held("R", None, None) == (red, 0, 0, 0, 0, 0)
    assert observation._held("R", 4, (1, 2, 3)) == (red, 0, 4, 1, 2, 3)


@pytest.mark.parametrize(
    ("count", "seat", "told"),
    [
        (0, 1, "Seat 2 took 0 dice."),
        (1, 1, "Seat 2 took a die."),
        (2, 1, "Seat 2 took 2 dice."),
        (1, 2, "You took a die."),
        (3, 2, "You took 3 dice."),
    ],
)
def test_a_sentence_has_its_own_form_for_one_and_for_who_reads_it(count: int, seat: int, told: str) -> None:
    took = fact("{player} took {count} dice.", one="{player} took a die.", player=Player(2), count=count)
    assert sentence(took, seat) == told
