"""Worked examples of game 43, and the race that it shares with Pack Rat."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, cells, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE, Turn
from skill.rules.games.greedy_grabber import GAME
from skill.rules.shared.grabbing import State

TOP = {"000": (1, 3, 2), "100": (3, 1, 5), "010": (1, 4, 5), "001": (6, 2, 3)}


def full() -> Pyramid:
    """The worked example's top on dice that show no 3 on any side."""
    heap = Pyramid((cell, Die("R", (6, 5, 4))) for cell in CELLS)
    for name, faces in TOP.items():
        heap = heap.put(parse_cell(name), Die("R", faces))
    return heap


def begun(pyramid: Pyramid, **given: object) -> State:
    return GAME.begin(3, GAME.options_from({"first_player": 1, **given}), pyramid)  # type: ignore[dict-item]


def played(state: State, *lines: str) -> State:
    """The state after lines such as `2: grab 000`, each of them checked."""
    for line in lines:
        who, _, text = line.partition(": ")
        by: Turn = CHANCE if who == "*" else int(who)
        action = GAME.parse(text)
        GAME.check(state, action, by)
        state = GAME.play(state, action, by)
    return state


def grabs(state: State) -> dict[int, str]:
    return {seat: " ".join(map(str, GAME.moves(state, seat))) for seat in (1, 2, 3)}


def test_worked_example_who_may_grab() -> None:
    state = played(begun(full()), "*: roll 3")
    assert GAME.to_move(state) is ANYONE
    assert grabs(state) == {1: "stop", 2: "grab 000", 3: ""}
    state = played(state, "2: grab 000")
    assert grabs(state) == {1: "grab 100 stop", 2: "", 3: "grab 001"}


def test_worked_example_late_grab() -> None:
    """The third player has two dice, grabs late, puts the die back and gives one each to the others."""
    state = begun(full())._replace(piles=(0, 0, 2))
    state = played(state, "*: roll 3", "2: grab 000", "1: stop")
    before = state.pyramid
    assert grabs(state) == {1: "grab 100", 2: "", 3: "grab 001"}
    state = played(state, "3: grab 001")
    assert (state.piles, state.pyramid) == ((1, 2, 0), before)
    state = played(state, "3: grab 001")
    assert (state.piles, state.pyramid) == ((1, 2, 0), before), "with fewer than two dice nothing is given"
    state = played(state, "*: close")
    assert (state.roller, GAME.to_move(state), grabs(state)[3]) == (2, CHANCE, grabs(state)[1])


def test_nobody_grabs_before_the_roll_and_only_the_roller_stops() -> None:
    state = begun(full())
    with pytest.raises(IllegalMove):
        played(state, "2: grab 000")
    state = played(state, "*: roll 3")
    for line in ("1: grab 000", "3: grab 100", "2: stop", "*: close"):
        with pytest.raises(IllegalMove):
            played(state, line)


def test_round_closes_by_itself_when_nobody_has_a_grab() -> None:
    state = played(begun(full()), "*: roll 4")
    assert (grabs(state), GAME.clock_s(state)) == ({1: "stop", 2: "", 3: ""}, 1.5)
    state = played(state, "*: close")
    assert (state.roller, state.idle) == (2, 1)


def test_stop_without_a_legal_grab_ends_the_round_at_once() -> None:
    state = played(begun(full()), "*: roll 4", "1: stop")
    assert (state.roller, state.number, state.idle) == (2, 0, 1)


def test_clock_runs_for_late_grabs_and_not_while_there_are_legal_ones() -> None:
    state = played(begun(full(), late_s=2.5), "*: roll 3")
    assert GAME.clock_s(state) is None
    assert GAME.clock_s(played(state, "1: stop")) == 2.5
    assert GAME.pause_s(state) == 0.5
    assert GAME.race_order(state) == (2, 3, 1)


def test_game_ends_after_rounds_without_a_grab_and_late_grabs_do_not_count() -> None:
    state = begun(full(), idle_rolls=3)
    state = played(state, "*: roll 4", "1: stop", "*: roll 3", "2: stop", "2: grab 000", "*: close", "*: roll 4")
    assert GAME.result(state) is None
    result = GAME.result(played(state, "*: close"))
    assert (result.scores, result.winners) == ((0, 0, 0), (1, 2, 3))
    state = played(begun(full(), idle_rolls=2), "*: roll 4", "1: stop", "*: roll 3", "2: grab 000", "2: stop")
    assert played(state, "*: close").idle == 0


@pytest.mark.parametrize(("end", "over_at_base"), [("all", False), ("base", True)])
def test_end(end: str, over_at_base: bool) -> None:
    heap = parse_position("R700:321 R800:321 R710:321 R701:654")
    state = played(begun(heap, end=end), "*: roll 3", "1: grab 700")
    assert GAME.result(state) is None, "the round goes on"
    state = played(state, "1: grab 800", "1: stop", "*: close")
    assert (GAME.result(state) is not None) == over_at_base
    if not over_at_base:
        state = played(state, "*: roll 3", "1: grab 710", "*: close", "*: roll 6", "1: grab 701")
        result = GAME.result(state)
        assert (result.scores, result.winners) == ((4, 0, 0), (1,))


def test_view_shows_the_faces_of_the_own_side_only() -> None:
    state = played(begun(full()), "*: roll 3", "2: grab 000")
    for seat in (1, 2, 3):
        view = GAME.view(state, seat)
        assert GAME.moves(view, seat) == GAME.moves(state, seat)
        shown = [cell for cell, die in view.pyramid if die.colour != "?"]
        assert shown == [cell for cell, _ in state.pyramid if state.pyramid.is_bare(cell, seat - 1)]
    same_at_i = {"100": (3, 5, 6), "010": (1, 5, 3), "001": (6, 5, 4)}
    other = state.pyramid
    for name, faces in same_at_i.items():
        other = other.put(parse_cell(name), Die("R", faces))
    assert GAME.view(state, 1) == GAME.view(state._replace(pyramid=other), 1)


def test_worth_grabs_first_and_then_stops() -> None:
    state = played(begun(full()), "*: roll 3", "2: grab 000")
    view = GAME.view(state, 1)
    worth = {str(move): GAME.worth(view, move, 1) for move in GAME.moves(view, 1)}
    assert worth == {"grab 100": 1, "stop": 0}
    state = played(state, "1: grab 100")
    assert GAME.worth(GAME.view(state, 1), GAME.parse("stop"), 1) == pytest.approx(0.5 * 3)
    late = played(state, "1: stop")._replace(piles=(1, 1, 2))
    assert GAME.worth(GAME.view(late, 3), GAME.parse("grab 001"), 3) == -2


def test_computer_player_looks_first_and_then_grabs_fast_and_never_late() -> None:
    state = played(begun(full()), "*: roll 3")
    rng = Random(1)
    for _ in range(20):
        guess = GAME.guess(GAME.view(state, 2), 2, rng)
        assert guess is not None
        assert (0.7 <= guess[0] <= 1.5, str(guess[1])) == (True, "grab 000")
    assert GAME.guess(GAME.view(state, 3), 3, rng) is None
    state = played(state, "2: grab 000")
    guess = GAME.guess(GAME.view(state, 3), 3, rng)
    assert guess is not None
    assert (0.6 <= guess[0] <= 0.9, str(guess[1])) == (True, "grab 001")
    assert GAME.guess(GAME.view(played(state, "1: stop"), 3), 3, rng) is None


def test_position_without_pips_is_refused() -> None:
    with pytest.raises(IllegalMove, match="orientation"):
        begun(Pyramid((cell, Die("R")) for cell in cells("800")))
