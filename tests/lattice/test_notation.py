"""Every text form reads back as what it was."""

from __future__ import annotations

import pickle

import pytest

from skill.errors import NotationError
from skill.lattice.dice import faces_text
from skill.lattice.notation import (
    ATTEMPT,
    FILL,
    FIRST,
    MOVE,
    PASS,
    PLACE,
    REMOVE,
    ROLL,
    SLIDE,
    TIP,
    TURN,
    Verb,
    hand_text,
    parse_action,
    parse_hand,
    parse_position,
)

VERBS = (PLACE, REMOVE, SLIDE, TIP, TURN, MOVE, ROLL, PASS, FIRST, FILL, ATTEMPT)


@pytest.mark.parametrize(
    "text",
    [
        "place R341",
        "place R341:654",
        "remove 000",
        "slide 800",
        "tip 341>431",
        "turn 341:654",
        "move 341>521",
        "roll 4",
        "pass",
        "first 2",
        "fill -",
        "fill R008 G017:654",
        "attempt success 34.250 K008 G080 R800 loose - off - trace -",
        "attempt failure 2.500 B422:514 loose R4@3.12/4.50/-0.38,G1 off - trace -",
        "attempt failure 3.004 - loose R1,G6 off K3 trace faraday-1@0123456789abcdef",
    ],
)
def test_actions_read_back(text: str) -> None:
    action = parse_action(text, VERBS)
    assert str(action) == text
    assert pickle.loads(pickle.dumps(action)) == action
    assert str(pickle.loads(pickle.dumps(action))) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected one of place"),
        ("fly 341", "expected one of place"),
        ("place", "expected the form"),
        ("place R34", "expected the form"),
        ("place R999", "cell '999'"),
        ("place Z341", "colour 'Z'"),
        ("place R341:123", "no right-handed die"),
        ("place R341 now", "expected the form"),
        ("tip 341-431", "expected the form"),
        ("roll four", "expected the form"),
        ("fill R700", "no die can stand at 700"),
        ("attempt success soon - loose - off - trace -", "expected the form"),
    ],
)
def test_wrong_actions_are_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        parse_action(text, VERBS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "or - for the empty plate"),
        ("R800 R800", "two dice at 800"),
        ("R800 x", "die 'x'"),
        ("R700", "no die can stand"),
        ("R800:111", "no right-handed die"),
    ],
)
def test_wrong_positions_are_refused(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        parse_position(text)


def test_position_is_sorted_by_level_and_cell() -> None:
    assert str(parse_position("K700 R800:654 G701 B710")) == "G701 B710 R800:654 K700"
    assert str(parse_position("-")) == "-"


@pytest.mark.parametrize("text", ["-", "R", "R:321 G", "? ?:654 O"])
def test_dice_in_hand_read_back(text: str) -> None:
    hand = parse_hand(text)
    assert hand_text(hand) == text
    assert [faces_text(die.faces) if die.faces else "" for die in hand] == [
        word.partition(":")[2] for word in text.split() if word != "-"
    ]


@pytest.mark.parametrize("text", ["", "R321", "R:321  G", "R:123", "Z"])
def test_wrong_dice_in_hand_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_hand(text)


def test_a_verb_that_reads_by_a_field_it_lacks_is_refused() -> None:
    with pytest.raises(NotationError, match=r"names \{colour\}; expected of its fields \{cell\}"):
        Verb("slide <cell>", "pull the {colour} one out")


def test_two_forms_for_one_verb_are_refused() -> None:
    with pytest.raises(NotationError, match="differs"):
        Verb("slide <cell> <number>")
