"""Worked examples of game 35."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import FILL, SLIDE, TURN
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Side
from skill.rules.game import CHANCE
from skill.rules.games.slide import GAME, STREETS, is_done
from skill.rules.shared import slides
from tests.rules.great_pyramids import great, shown

CALM = {"IJ": "425136621"}


def begun(pyramid: Pyramid, players: int = 3, **options: object) -> Any:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **options}), pyramid)  # type: ignore[dict-item]


def act(state: Any, text: str) -> Any:
    action = GAME.parse(text)
    GAME.check(state, action, GAME.to_move(state))
    return GAME.play(state, action)


def test_example_1_a_die_goes_to_the_top_of_both_lines() -> None:
    before = great({"IJ": "425136621"})
    after = act(begun(before), "slide 040").pyramid
    assert shown(after, "IJ") == "342516621"
    assert shown(after, "IK") == "3" + shown(before, "IK")[1:]
    column = set(slides.SPARS[1])
    assert all(before[cell] == after[cell] for cell, _ in before if cell not in column)


def test_example_2_street_for_the_mover() -> None:
    state = act(begun(great({"IJ": "234564122"})), "slide 060")
    assert shown(state.pyramid, "IJ") == "123456422"
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (1, 0, 0))


def match(first: int, numbers: str, black: str) -> Pyramid:
    """Side I, spar J: green numbers from position `first` on, and the black dice one further along K."""
    green = "." * first + numbers + "." * (9 - first - len(numbers))
    beside = {f"I0{first + n}1": digit for n, digit in enumerate(black)}
    return great({"IJ": green}, beside)


def test_example_3_match() -> None:
    assert is_done(match(1, "552613", "552613"), 0, "123456")
    assert is_done(match(2, "552613", "552613"), 0, "123456")
    assert not is_done(match(1, "552613", "552614"), 0, "123456")
    assert not is_done(match(1, "552613", "552613"), 2, "123456")


@pytest.mark.parametrize(
    ("digits", "street", "done"),
    [
        ("333333124", "ordered", True),  # the apex counts
        ("124333333", "ordered", True),  # and the base
        ("333331333", "ordered", False),  # five and three
        ("421654321", "ordered", True),  # downwards and upwards are the same
        ("123465123", "ordered", False),
        ("123465123", "any_order", True),
        ("123455123", "any_order", False),
    ],
)
def test_six_alike_and_street(digits: str, street: str, done: bool) -> None:
    pattern = {"ordered": "123456", "any_order": "abcdef"}[street]
    assert is_done(great({"IJ": digits}), 0, pattern) == done


@pytest.mark.parametrize(("mover_too", "winner"), [(False, 1), (True, 2)])
def test_an_aim_may_come_about_through_another_player_and_the_mover_comes_first(mover_too: bool, winner: int) -> None:
    """Seat 2 on side J pulls a die from spar K, which side I sees too, and so closes a gap."""
    lines = {"IK": "666616666"} | ({"JK": "222232222"} if mover_too else {})
    state = act(begun(great(lines), players=2, first_player=2), "slide 004")
    assert shown(state.pyramid, "IK") == "166666666"
    result = GAME.result(state)
    assert result.winners == (winner,)


def test_number_of_actions() -> None:
    pyramid = great(CALM)
    for players, options, count in (
        (2, {}, 16),
        (3, {"take": "bottom"}, 2),
        (3, {"turn": "free"}, 17),
        (3, {"take": "bottom", "turn": "free"}, 2),
    ):
        assert len(GAME.moves(begun(pyramid, players, **options))) == count
    assert " ".join(map(str, GAME.moves(begun(pyramid, take="bottom")))) == "slide 080 slide 008"


def test_only_own_spars_and_never_the_top_die_unturned() -> None:
    state = begun(great(CALM))
    for cell in ("800", "100", "000", "011"):
        with pytest.raises(IllegalMove):
            GAME.check(state, SLIDE(parse_cell(cell)), 1)
    with pytest.raises(IllegalMove):
        GAME.check(state, TURN(slides.APEX, (3, 2, 1)), 1)


def test_free_turning_belongs_to_the_same_turn() -> None:
    state = act(begun(great(CALM), turn="free"), "slide 040")
    assert GAME.to_move(state) == 1
    assert len(GAME.moves(state)) == 24
    state = act(state, "turn 000:321")
    assert GAME.to_move(state) == 2
    assert state.pyramid.faces_at(slides.APEX) == (3, 2, 1)


def test_the_top_die_must_be_turned_if_it_is_taken() -> None:
    before = great(CALM)
    state = act(begun(before, turn="free"), "slide 000")
    assert state.pyramid == before
    assert len(GAME.moves(state)) == 23
    assert TURN(slides.APEX, before.faces_at(slides.APEX)) not in GAME.moves(state)


def test_own_view_shows_the_faces_of_one_side_only() -> None:
    state = begun(great(CALM), players=2, view="own", turn="free")
    view = GAME.view(state, 1)
    for name in ("IJ", "IK"):
        assert shown(view.pyramid, name) == shown(state.pyramid, name)
    assert view.pyramid[parse_cell("100")] == Die("?")
    assert {str(die) for cell, die in view.pyramid if cell in slides.SPARS[0][1:]} == {"?"}
    own = [cell for cell in slides.SPARS[1] if cell != slides.APEX]
    faces = state.pyramid.faces_at(own[0])
    other = next(f for f in ORIENTATIONS if f[0] == faces[0] and f != faces)  # differs on other sides alone
    assert GAME.view(state._replace(pyramid=state.pyramid.turn(own[0], other)), 1) == view
    held = act(state, "slide 040")
    assert GAME.view(held, 1).pyramid.at(slides.APEX) == held.pyramid.at(slides.APEX)
    assert list(GAME.moves(GAME.view(held, 1))) == list(GAME.moves(held))
    assert GAME.view(begun(great(CALM)), 1).pyramid == great(CALM)


def test_what_a_view_may_stand_for_has_no_aim_before_the_end() -> None:
    """The easiest aim would come about in many draws."""
    for seed in range(12):
        state = GAME.begin(3, GAME.options_from({"view": "own", "street": "any_order", "first_player": 1}))
        state = GAME.play(state, GAME.draw(state, Random(seed)), CHANCE)
        for seat in (1, 2, 3):
            drawn = GAME.determinized(GAME.view(state, seat), seat, Random(seed))
            assert not any(is_done(drawn.pyramid, axis, STREETS["any_order"]) for axis in AXES)


def test_set_up_has_the_right_colours_and_no_aim() -> None:
    state = GAME.begin(3, GAME.options_from({"street": "any_order"}))
    for seed in range(20):
        action = GAME.draw(state, Random(seed))
        GAME.check(state, action, CHANCE)
        assert Counter(die.colour for _, die in action[1]) == {"K": 84, "G": 25, "R": 56}
        assert not any(is_done(action[1], side, "abcdef") for side in range(3))
    for wrong in (great({"IJ": "333333124"}), great(CALM).remove(slides.APEX), great(CALM).put(3, Die("R", (3, 2, 1)))):
        with pytest.raises(IllegalMove):
            GAME.check(state, FILL(wrong), CHANCE)


def test_round_cap_is_a_draw() -> None:
    state = begun(great(CALM), round_cap=1)
    for text in ("slide 040", "slide 004", "slide 400"):
        assert GAME.result(state) is None
        state = act(state, text)
    result = GAME.result(state)
    assert result.winners == ()


def test_how_a_die_is_turned_is_secret_only_where_each_sees_his_own_side() -> None:
    assert GAME.secrets(GAME.options_from({"view": "open"})) == ()
    assert GAME.secrets(GAME.options_from({"view": "own"})) == (TURN.name,)


def test_the_goal_names_the_side_of_whoever_reads_it() -> None:
    state = GAME.begin(3, GAME.options_from({}))
    assert [GAME.goal_line(state, seat).values["side"] for seat in (1, 2, 3)] == [Side(0), Side(1), Side(2)]
