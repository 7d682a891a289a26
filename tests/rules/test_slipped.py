"""Worked examples of game 36, and the patterns that games 35 and 36 read."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from skill.errors import IllegalMove, UnknownName
from skill.lattice.notation import FILL
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE
from skill.rules.games.slipped import AIMS, GAME, LISTED, is_met
from skill.rules.shared import slides
from tests.rules import scenes
from tests.rules.great_pyramids import great, shown

PYRAMID = great({"IJ": "425136621"})


def begun(aims: str, pyramid: Pyramid = PYRAMID, **options: object) -> Any:
    """A game from this pyramid in which the seats hold these cards, whatever the deck."""
    given = GAME.options_from({"first_player": 1, **options})  # type: ignore[dict-item]
    return GAME.play(GAME.begin(len(aims.split(",")), given, pyramid), AIMS(aims))


act = partial(scenes.played, GAME)


def numbers(digits: str) -> slides.Line:
    return tuple(map(int, digits))


@pytest.mark.parametrize(
    ("pattern", "digits", "stands"),
    [
        ("aabbcc", "331166254", True),
        ("ababab", "422515151", True),
        ("aaabbb", "666555123", True),
        ("aaaaa", "666555123", False),
        ("314265", "256241311", True),  # upwards
        ("aabbcc", "331133254", False),  # different letters are different numbers
        ("aaaaa", "366666254", True),
        ("123456", "466543212", True),
        ("abccba", "412332154", True),
        ("abcabc", "412312364", True),
        ("a1a", "313254466", True),
        ("a1a", "211125446", True),  # a letter may be the number of a digit
        ("314265314", "314265314", True),
        ("314265315", "314265314", False),
    ],
)
def test_patterns_on_a_line(pattern: str, digits: str, stands: bool) -> None:
    assert slides.stands_in(pattern, numbers(digits)) == stands
    assert slides.stands_in(pattern, numbers(digits[::-1])) == stands
    assert (slides.best_agreement(pattern, numbers(digits)) == len(pattern)) == stands
    assert is_met(great({"KI": digits}), pattern) or not stands


@pytest.mark.parametrize("pattern", LISTED)
def test_agreement_is_that_of_the_nearest_spelling(pattern: str) -> None:
    rng = Random(pattern)
    for _ in range(30):
        window = tuple(rng.choices(range(1, 7), k=len(pattern)))
        nearest = max(sum(a == b for a, b in zip(row, window, strict=True)) for row in slides.spellings(pattern))
        assert max(slides.agreement(way, window) for way in slides.ways(pattern)) == nearest


@pytest.mark.parametrize(
    ("pattern", "digits", "dice"),
    [
        ("123456", "345612111", 4),  # 2 and 1 are still below
        ("123456", "345611311", 0),  # the 2 is missing, so nothing can be completed
        ("123456", "412356111", 0),  # no end of the street begins with 4, or with 41
        ("aaaaaa", "334353535", 0),  # five threes in the line
        ("aaaaaa", "334333335", 2),
        ("aabbcc", "122334411", 5),
        ("aabbcc", "113322456", 6),
    ],
)
def test_dice_stacked_for_a_pattern(pattern: str, digits: str, dice: int) -> None:
    assert slides.stacked(pattern, numbers(digits)) == dice


def test_a_turn_and_a_right_call() -> None:
    """Taking the 3 out of 333313... leaves six alike; the second seat holds that card."""
    state = begun("123456,aaaaa,ababab", great({"IJ": "333313242"}))
    state = act(state, "slide 040")
    assert shown(state.pyramid, "IJ") == "133333242"
    assert GAME.to_move(state) == 1
    state = act(state, "pass")
    assert GAME.to_move(state) == 2
    result = GAME.result(act(state, "slipped"))
    assert (result.winners, result.scores) == ((2,), (0, 1, 0))


def test_a_wrong_call_puts_the_caller_out_and_shows_his_card() -> None:
    state = act(begun("123456,aaaaa,ababab"), "slide 040", "pass", "slipped")
    assert GAME.view(state, 1).aims == ("123456", "aaaaa", "?")
    assert GAME.to_move(state) == 3
    state = act(state, "pass")
    assert GAME.to_move(state) == 3  # the turn of seat 2 is skipped
    state = act(state, "slide 040", "pass")
    assert GAME.to_move(state) == 1  # and seat 2 is not asked
    result = GAME.result(act(state, "slipped"))
    assert result.winners == (3,)  # the last one in


def test_the_mover_is_asked_even_before_the_others_and_out_of_turn_order() -> None:
    state = act(begun("123456,aaaaa,ababab", first_player=3), "slide 040")
    asked = []
    for _ in range(3):
        asked.append(GAME.to_move(state))
        state = act(state, "pass")
    assert (asked, GAME.to_move(state)) == ([3, 1, 2], 1)


def test_the_position_at_the_call_counts() -> None:
    """What stood before the last action is of no use."""
    state = act(begun("123456,aaaaa", great({"IJ": "333313242"})), "slide 040", "pass", "pass", "slide 030", "pass")
    assert shown(state.pyramid, "IJ") == "313333242"
    result = GAME.result(act(state, "slipped"))
    assert result.winners == (2,)  # seat 1 called and is out, so seat 2 is the last one in


@pytest.mark.parametrize(("aid", "told"), [("on", [1, 2, 1]), ("off", [1, 1, 1])])
def test_call_aid_tells_whose_aim_stands_and_nobody_else(aid: str, told: list[int]) -> None:
    state = act(begun("123456,aaaaa,ababab", great({"IJ": "333313242"}), call_aid=aid), "slide 040")
    for seat in (1, 2, 3):  # all are asked, so that asking tells nothing
        assert GAME.to_move(state) == seat
        assert [len(GAME.facts(GAME.view(state, s), s)) for s in (1, 2, 3)] == told
        state = act(state, "pass")
    assert GAME.to_move(state) == 2


def test_cards_are_seen_by_their_owners_and_by_all_in_the_end() -> None:
    state = begun("123456,aaaaa,ababab")
    assert [GAME.view(state, seat).aims for seat in (1, 3)] == [("123456", "?", "?"), ("?", "?", "ababab")]
    over = act(state, "slide 040", "slipped", "slipped")
    assert GAME.view(over, 1).aims == state.aims


@pytest.mark.parametrize(
    ("options", "count"),
    [({}, 24), ({"turn": "free"}, 25), ({"take": "bottom"}, 3), ({"take": "bottom", "turn": "free"}, 3)],
)
def test_number_of_actions(options: dict[str, object], count: int) -> None:
    assert len(GAME.moves(begun("123456,aaaaa", **options))) == count


def test_round_cap_counts_rounds_of_those_still_in() -> None:
    state = act(begun("123456,ababab,abcabc", round_cap=2), "slide 040", "slipped", "pass", "pass")  # seat 1 is out
    for text in ("slide 004", "slide 400", "slide 004"):
        assert GAME.result(state) is None
        state = act(state, text, "pass", "pass")
    assert GAME.result(act(state, "slide 400", "pass")) is None
    result = GAME.result(act(state, "slide 400", "pass", "pass"))
    assert result.winners == ()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"deck": "numbers", "digits": 9},
        {"deck": "numbers", "digits": 7, "turn": "free"},
        {"deck": "custom", "cards": "ab,ba,123456,aaaaa,1a1a1a,654321"},  # the first two stand everywhere
    ],
)
def test_dealt_cards_come_from_the_deck_and_do_not_stand_yet(options: dict[str, object]) -> None:
    for seed in range(15):
        state = GAME.begin(4, GAME.options_from({"first_player": 1, **options}))  # type: ignore[arg-type]
        for _ in ("fill", "aims"):
            action = GAME.draw(state, Random(seed))
            GAME.check(state, action, CHANCE)
            state = GAME.play(state, action)
        assert len(set(state.aims)) == 4
        assert not any(is_met(state.pyramid, aim) for aim in state.aims)
        if options.get("deck") == "numbers":
            assert all(aim.isdigit() and len(aim) == options["digits"] for aim in state.aims)


@pytest.mark.parametrize(
    ("aims", "options"),
    [
        ("aabbcc", {}),  # two players
        ("aabbcc,aabbcc", {}),
        ("aabbcc,aabbc", {}),
        ("aabbcc,31426", {}),
        ("aabbcc,314267", {}),
        ("aaaaa,314265", {"deck": "numbers"}),
        ("425136,aabbcc", {}),  # stands on line IJ
        ("111111,aabbcc", {}),  # no side has six ones on its green dice
        ("ab,aaaaa", {"deck": "custom", "cards": "ab,aaaaa,ababab"}),
        ("cc,aaaaa", {"deck": "custom", "cards": "ab,aaaaa,ababab"}),
    ],
)
def test_impossible_cards_are_refused(aims: str, options: dict[str, object]) -> None:
    ones = {cell for spar in slides.SPARS for cell in spar}
    rare = PYRAMID
    for cell in ones:  # no green die shows a one on any side
        if 1 in rare.faces_at(cell):
            first, second, third = rare.faces_at(cell)
            rare = rare.turn(cell, next(f for f in ((6, 5, 4), (5, 4, 6), (4, 6, 5)) if f != (first, second, third)))
    state = GAME.begin(2, GAME.options_from(options), rare if aims.startswith("1") else PYRAMID)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        GAME.check(state, AIMS(aims), CHANCE)


def test_cards_that_stand_are_dealt_when_no_others_are_left() -> None:
    state = GAME.begin(2, GAME.options_from({"deck": "custom", "cards": "ab,ba,aaaaa"}), PYRAMID)
    cards = GAME.draw(state, Random(1))[1].split(",")
    assert "aaaaa" in cards
    GAME.check(state, AIMS(",".join(cards)), CHANCE)


def test_own_cards_are_checked() -> None:
    with pytest.raises(UnknownName, match="more than 3 patterns"):
        GAME.begin(3, GAME.options_from({"deck": "custom", "cards": "aaaaa,ababab,12"}))
    for cards in ("aaaaa,7", "aaaaa,,12", "g1", "1234561234", ""):
        with pytest.raises(UnknownName, match="patterns of 2 to 9 signs"):
            GAME.options_from({"deck": "custom", "cards": cards})


def test_set_up_order_is_pyramid_then_cards() -> None:
    state = GAME.begin(2, GAME.options_from({}))
    with pytest.raises(IllegalMove):
        GAME.check(state, AIMS("aaaaa,ababab"), CHANCE)
    with pytest.raises(IllegalMove):
        GAME.check(state, FILL(PYRAMID.remove(slides.APEX)), CHANCE)
    with pytest.raises(IllegalMove):
        GAME.begin(2, GAME.options_from({}), PYRAMID.remove(slides.APEX))


def test_the_bot_calls_when_it_may_and_only_then() -> None:
    state = act(begun("123456,aaaaa", great({"IJ": "333313242"})), "slide 040")
    call, wait = GAME.parse("slipped"), GAME.parse("pass")
    assert GAME.worth(GAME.view(state, 1), call, 1) < GAME.worth(GAME.view(state, 1), wait, 1)
    state = act(state, "pass")
    assert GAME.worth(GAME.view(state, 2), call, 2) > GAME.worth(GAME.view(state, 2), wait, 2)
