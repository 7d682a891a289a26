"""Worked examples and rulings of game 13 in its three versions."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import CELLS, cells, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import FILL, PLACE, REMOVE, ROLL, STOP, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import Fact
from skill.rules.game import CHANCE
from skill.rules.games.up_and_down import GAME, State
from tests.rules import scenes

EXAMPLE = "R422 R332 G323 R322 R800"


def begun(version: str, position: Pyramid | str = EMPTY, players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, "version": version, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position) if isinstance(position, str) else position)


did = partial(scenes.played, GAME)


def listed(state: State) -> str:
    return " ".join(str(move).removeprefix("remove ") for move in GAME.moves(state))


def full(**special: str) -> Pyramid:
    """A complete pyramid, 55 dice of each colour, with the named cells (`c000="R"`) of these colours."""
    wanted = {parse_cell(name[1:]): colour for name, colour in special.items()}
    left = [colour for colour in "RGK" for _ in range(55 - list(wanted.values()).count(colour))]
    return Pyramid((cell, Die(wanted.get(cell) or left.pop())) for cell in CELLS)


def test_example_1_a_takes_own_free_dice_in_any_order() -> None:
    state = did(begun("A", EXAMPLE), "roll 3")
    assert listed(state) == "800 322"
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, REMOVE(parse_cell("422")), 1)
    state = did(state, "remove 800", "remove 322", "remove 422")
    assert (state.seat, str(state.pyramid)) == (2, "G323 R332")


def test_example_1_a_waives_what_is_not_there() -> None:
    state = did(begun("A", EXAMPLE), "roll 5", "remove 800", "remove 322", "remove 332", "remove 422")
    assert (state.seat, GAME.to_move(state), str(state.pyramid)) == (2, CHANCE, "G323")
    state = did(begun("A", "R422 R332 G323 G322"), "roll 3")
    assert (state.seat, len(state.pyramid)) == (2, 4)


def test_a_even_rolls_place_and_the_supply_is_limited() -> None:
    state = did(begun("A"), "roll 2")
    assert (len(GAME.moves(state)), GAME.unplaced(state).total()) == (45, 270)
    state = did(state, "place R800", "place R710")
    assert (state.seat, GAME.unplaced(state).total()) == (2, 268)
    low = begun("A")._replace(hands=((1, 0, 0), (0, 90, 0), (0, 0, 90)))
    assert did(low, "roll 6").left == 1
    none = begun("A")._replace(hands=((0, 0, 0), (0, 90, 0), (0, 0, 90)))
    assert did(none, "roll 6").seat == 2


def test_a_up_to_may_stop_after_the_first_die_but_not_while_removing() -> None:
    state = did(begun("A", placing="up_to"), "roll 4")
    assert STOP() not in GAME.moves(state)
    assert did(state, "place R800", "stop").seat == 2
    assert STOP() not in GAME.moves(did(begun("A", EXAMPLE, placing="up_to"), "roll 3"))


def test_a_ends_with_the_last_die() -> None:
    state = did(begun("A", full(c000="R").remove(parse_cell("000"))), "roll 6", "place R000")
    result = GAME.result(state)
    assert result is not None
    assert sum(result.scores) == 135


def test_example_2_b_removes_as_long_as_it_likes() -> None:
    state = begun("B", full(c000="R", c100="R", c200="R", c010="G", c001="K", c110="K", c101="G"))
    state = did(state, "roll 4")
    assert listed(state) == "000 stop"
    state = did(state, "remove 000")
    assert sorted(state.pyramid.free()) == sorted(cells("100 010 001"))
    assert listed(state) == "100 stop"
    state = did(state, "remove 100")
    assert sorted(state.pyramid.free()) == sorted(cells("200 010 001"))
    state = did(state, "remove 200")
    assert state.hands == ((3, 0, 0), (0, 0, 0), (0, 0, 0))
    assert did(begun("B", full(c000="R")), "roll 4", "stop").seat == 2


def test_b_odd_rolls_add_own_dice_as_far_as_there_are_any() -> None:
    complete = full(c000="R", c100="R")
    assert did(begun("B", complete), "roll 5").seat == 2
    short = begun("B", complete.remove(parse_cell("000")).remove(parse_cell("100")))
    state = did(short, "roll 5")
    assert (state.left, state.adding, str(GAME.moves(state))) == (2, "R", "[<place R100>]")
    state = did(state, "place R100", "place R000")
    assert (state.seat, state.pyramid) == (2, complete)
    assert did(begun("B", short.pyramid, b_add="one"), "roll 5").left == 1


def test_b_is_won_in_the_middle_of_a_roll() -> None:
    state = did(begun("B", "R800 G080 K008"), "roll 6", "remove 800")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (0, 1, 1))


def test_b_round_cap_counts_turns_of_each_player() -> None:
    state = begun("B", full(c000="R", c100="R").remove(parse_cell("000")), round_cap=2)
    for _ in range(6):
        assert GAME.result(state) is None
        state = did(state, "roll 2")
        state = did(state, "stop") if state.left else state
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (54, 55, 55))


def test_example_3_c_adds_one_die_of_the_colour_that_the_number_names() -> None:
    owner = begun("C", "R422 G332 K323")._replace(hands=((2, 0, 1), (0, 0, 0), (0, 0, 0)))
    assert did(owner, "roll 3").seat == 2
    state = did(owner, "roll 1")
    assert (state.left, state.adding) == (1, "R")
    assert PLACE("R", parse_cell("322"), None) in GAME.moves(state)
    assert STOP() not in GAME.moves(state)
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("K", parse_cell("322"), None), 1)
    assert GAME.scores(owner._replace(hands=((6, 4, 9), (0, 0, 0), (0, 0, 0))))[0] == -3


def test_c_rolled_adds_as_many_as_the_number() -> None:
    owner = begun("C", "R422 G332 K323", c_add="rolled")._replace(hands=((2, 4, 1), (0, 0, 0), (0, 0, 0)))
    for number, colour, count in ((1, "R", 1), (3, "G", 3), (5, "K", 1)):
        state = did(owner, f"roll {number}")
        assert (state.adding, state.left) == (colour, count)


def test_c_removing_is_a_duty_of_any_colours_and_the_empty_plate_ends_it() -> None:
    state = did(begun("C", "R422 G332 K323", players=2), "roll 4")
    assert listed(state) == "323 332 422"
    state = did(state, "remove 323", "remove 332")
    assert GAME.result(state) is None
    result = GAME.result(did(state, "remove 422"))
    assert (result.scores, result.winners) == ((0, 0), (1, 2))


def test_c_values_are_options() -> None:
    state = begun("C", "R422", c_red=-2, c_green=5)._replace(hands=((1, 1, 1), (0, 0, 0), (0, 0, 0)))
    assert GAME.scores(state)[0] == 2


def test_c_tells_everybody_what_he_has_and_gives_nobody_a_colour() -> None:
    state = did(begun("C", full(c000="R")), "roll 2", "remove 000")
    fact, still = GAME.facts(state, 1)
    assert still.text == "Dice still to take for this roll: {count}." and still.values == {"count": 1}
    assert fact.text.format(**fact.values) == "You have 1 red, 0 green, 0 black dice."
    assert GAME.colours_of_seats(state.options) == ()
    assert GAME.colours_of_seats(begun("B").options) == ("R", "G", "K") and not GAME.facts(begun("B"), 1)


def test_c_is_for_two_to_six_and_the_others_for_three() -> None:
    assert len(begun("C", players=6).hands) == 6
    for version, players in (("A", 2), ("B", 4), ("C", 7)):
        with pytest.raises(UnknownName, match="is for"):
            begun(version, players=players)


def test_b_and_c_begin_with_a_random_pyramid_of_fifty_five_each() -> None:
    for version in "BC":
        state = GAME.begin(3, GAME.options_from({"version": version}))
        (_, pyramid) = action = GAME.draw(state, Random(1))
        GAME.check(state, action, CHANCE)
        assert [len(pyramid.cells_of(colour)) for colour in "RGK"] == [55, 55, 55]
        with pytest.raises(IllegalMove, match="complete pyramid"):
            GAME.check(state, FILL(parse_position("R800")), CHANCE)
        with pytest.raises(IllegalMove, match="colour R"):
            GAME.check(state, FILL(Pyramid((cell, Die("R")) for cell in CELLS)), CHANCE)


def test_hints() -> None:
    building = did(begun("A", "R332"), "roll 2")
    best = max(GAME.moves(building), key=lambda move: GAME.worth(building, move, 1))
    assert best == PLACE("R", parse_cell("008"), None)
    taking = did(begun("C", "R800 K080 G008"), "roll 2")
    assert max(GAME.moves(taking), key=lambda move: GAME.worth(taking, move, 1)) == REMOVE(parse_cell("800"))
    adding = GAME.play(begun("B", "R800 G080 K017 G071 G170"), ROLL(1))
    assert str(max(GAME.moves(adding), key=lambda move: GAME.worth(adding, move, 1))) == "place R070"


def test_faces_that_may_still_be_covered_put_nobody_ahead() -> None:
    state = did(begun("A"), "roll 2", "place R008")
    assert GAME.scores(state)[0] > 0 and GAME.leading(state, state.options) == ()
    standing = GAME.standing(state, 1)
    assert standing and (standing.text, standing.values) == ("{count} faces that count", {"count": 2})
    for verb, begins in {"roll": "Even: set", "place": "Even: set", "remove": "Odd: take off"}.items():
        rule = GAME.deciding_rule(state, {verb})
        assert rule and rule.text.startswith(begins)


def test_a_tells_how_many_dice_an_odd_number_may_take_and_how_many_are_missing() -> None:
    stake, missing = GAME.facts(begun("A", "R422 R332 R322 R800 G323"), 1)
    assert stake.values == {"count": 2} and missing.values == {"count": 160}
    assert [fact.values for fact in GAME.facts(begun("A", "R422 R332 G322 G323"), 1)] == [{"count": 161}]


def test_a_marks_what_an_odd_number_may_take() -> None:
    state = begun("A", "R422 R332 R322 R800 G323")
    marked = {cell for cell, label in GAME.labels(state, 1).items() if label.text == "!"}
    assert marked == set(state.pyramid.free_of("R")) and len(marked) == 2


def test_what_a_die_counts_in_the_end_is_told_and_not_what_it_shows_now() -> None:
    def noted(state: State, move: str) -> list[tuple[object, object]]:
        action = GAME.parse(move)
        texts = [note.text for note in GAME.notes(state, action, 1, GAME.play(state, action))]
        return [(text.text, text.values.get("count")) for text in texts if isinstance(text, Fact)]

    state = did(begun("A", "R332"), "roll 2")
    assert noted(state, "place R008") == [("+{count} faces that count", 2)]
    assert noted(state, "place R422") == [("counts nothing", None)]  # three of its faces are seen now
    assert noted(did(begun("A", "R008"), "roll 1"), "remove 008") == [("\N{MINUS SIGN}{count} faces that count", 2)]
    assert noted(did(begun("A", "R422"), "roll 1"), "remove 422") == []
