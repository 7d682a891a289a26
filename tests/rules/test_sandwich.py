"""Worked examples of game 45."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import parse_position
from skill.rules.game import CHANCE
from skill.rules.games.sandwich import GAME, State

FAR = "R080 R008 R062 G800 G620 G026"  # dice that touch nothing, so that nobody is down to few


def begun(position: str | None, players: int = 2, first: int = 1, **given: object) -> State:
    options = GAME.options_from({"first_player": first, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, None if position is None else parse_position(position))


def played(state: State, *actions: str) -> State:
    for text in actions:
        action = GAME.parse(text)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def on(state: State, *names: str) -> list[bool]:
    return [name in str(state.pyramid).split() for name in names]


def test_example_1_enclosed_die_is_captured_and_a_double_sandwich() -> None:
    state = played(begun("R422 G332 R143 R080 R008 G800 G602 G026"), "move 143>242")
    assert on(state, "G332", "R422", "R242") == [False, True, True]
    state = played(begun("R422 G332 R143 R224 G233 R080 G800 G602 G026"), "move 143>242")
    assert on(state, "G332", "G233", "R422", "R242", "R224") == [False, False, True, True, True]


def test_example_2_capture_is_immediate_for_each_side() -> None:
    state = played(begun("R224 G233 G251 R143 R080 R008 G800 G602"), "move 143>242")
    assert on(state, "G233", "R242", "R224", "G251") == [False, False, True, True]


def test_entering_an_enemy_sandwich_costs_the_die_in_both_phases() -> None:
    state = played(begun("R143 G332 G152 R080 R008 G800 G602"), "move 143>242")
    assert state.dice == (2, 4)
    state = played(begun(None), "place R800", "place G332", "place R080", "place G152", "place R242")
    assert (state.dice, state.supply) == ((2, 2), (3, 4))


@pytest.mark.parametrize(("rule", "captured"), [("same", False), ("any", True)])
def test_with_three_players_who_encloses(rule: str, captured: bool) -> None:
    position = "R143 K332 G422 R800 R080 R008 K026 K602 K062 G260 G206 G620"
    state = begun(position, 3, sandwich3=rule)
    state = played(state, "move 143>242")
    assert on(state, "K332") == [not captured]


def test_jumps_cross_one_die_of_any_owner_and_do_not_capture() -> None:
    state = begun(f"R332 G422 {FAR}")
    texts = {str(move) for move in GAME.moves(state)}
    assert {"move 332>512", "move 332>341"} <= texts
    assert "move 332>422" not in texts
    assert played(state, "move 332>512").dice == (4, 4)


def test_nobody_loses_while_dice_are_still_to_be_placed() -> None:
    state = begun(None)
    assert state.supply == (6, 6)
    assert len(GAME.moves(state)) == 45
    assert begun(None, 3).supply == (5, 5, 5)
    assert GAME.result(state) is None


def test_one_more_move_each_and_then_two_a_turn() -> None:
    state = begun("R800 R080 G332 G323 G008", first=2)
    assert state.singles == 2
    state = played(state, "move 008>017", "move 800>710")
    assert (state.singles, state.seat) == (0, 2)
    state = played(state, "move 017>008")
    assert (state.seat, state.has_moved) == (2, True)
    assert GAME.parse("stop") in GAME.moves(state)
    state = played(state, "stop", "move 710>800", "move 800>710")
    assert (state.seat, state.has_moved, state.dice) == (2, False, (2, 3))
    with pytest.raises(IllegalMove):
        played(state, "stop")


def test_the_last_single_moves_are_counted_from_the_move_that_brought_few_dice() -> None:
    state = played(begun("R422 G332 R143 R080 G800 G026"), "move 143>242")
    assert (state.dice, state.singles, state.seat) == ((3, 2), 2, 2)
    state = played(state, "move 026>125")
    assert (state.singles, state.has_moved) == (1, False)
    state = played(state, "move 080>170")
    assert state.singles == 0


def test_game_ends_between_the_two_moves_of_a_turn() -> None:
    state = played(begun("R422 G332 R143 G800 R080"), "move 080>170", "move 800>701", "move 143>242")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((3, 1), (1,))


def test_turns_without_a_capture_end_the_game() -> None:
    state = begun(f"R332 G422 {FAR}", quiet_cap=3)
    state = played(state, "move 332>323", "move 422>512", "move 323>332")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((4, 4), (1, 2))
    state = played(begun("R422 G332 R143 R080 R008 G800 G602 G026", quiet_cap=2), "move 143>242")
    assert state.quiet == 0


def test_player_without_a_move_passes() -> None:
    state = begun("R800 G710 G701 K620 K602 R080 G170 K071 G260 K062", 3)
    assert [str(move) for move in GAME.moves(state)] == ["pass"]
    assert played(state, "pass").seat == 2


@pytest.mark.parametrize(
    "position", ["B800", "R700 R800 R710 R701", "R422 G332 R242", "R800 R710 R701 R620 R611 R602 R530"]
)
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(position)


def test_lot_decides_who_begins() -> None:
    state = GAME.begin(2, GAME.options_from({}))
    assert GAME.to_move(state) is CHANCE
    assert [str(move) for move in GAME.moves(state)] == ["first 1", "first 2"]


def test_worth_counts_captures_losses_and_threats() -> None:
    state = begun("R224 G233 G251 R143 R080 R008 G800 G602")
    assert GAME.worth(state, GAME.parse("move 143>242"), 1) == pytest.approx(1 - 1.2)
    state = begun(None)
    assert GAME.worth(state, GAME.parse("place R242"), 1) == 0
    state = played(state, "place R242")
    assert GAME.worth(state, GAME.parse("place G233"), 2) == pytest.approx(-0.05)


def test_both_parts_and_the_end_of_the_match_are_told() -> None:
    state, rng = begun(None), Random(1)
    (part,) = GAME.facts(state, 1)
    assert (part.text[:11], part.values["count"]) == ("Part 1 of 2", 6)
    assert GAME.goal_line(state, 1).text.startswith("First set all your dice")
    while any(state.supply):
        (part,) = GAME.facts(state, state.seat)
        assert part.values["count"] == state.supply[state.seat - 1] and part.text.startswith("Part 1 of 2")
        before, action = state, rng.choice(GAME.moves(state))
        state = GAME.play(state, action)
        said = [one.text for one in GAME.told(before, action, before.seat, state)]
        assert ("All dice are set. From now on they move." in said) == (not any(state.supply))
    (part,) = GAME.facts(state, 1)
    assert (part.text[:11], part.values["count"]) == ("Part 2 of 2", 60)
    assert GAME.goal_line(state, 1).text == GAME.goal
