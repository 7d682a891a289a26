"""Worked examples of game 19, in both throw models."""

from __future__ import annotations

from functools import partial

import pytest

from skill.app.play.said.words import Looker, said
from skill.errors import IllegalMove
from skill.lattice.cells import LEVELS, ZEROS, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, Action, Loose, parse_position
from skill.rules.game import CHANCE, AttemptSpec, Result
from skill.rules.games.dishing_up import CORE, GAME, State, lost
from skill.rules.telling import BAD, GOOD
from tests.rules import scenes

Tops = tuple[tuple[str, int], ...]


def begun(players: int, first: int, **given: object) -> State:
    options = GAME.options_from({"first_player": first, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options)


def thrown_by(state: State, lands: str | None, off: Tops = (), loose: tuple[Loose, ...] = ()) -> State:
    """The state after a real throw: the die from the hand lands in a cell or not, these fall, these lie loose."""
    pyramid = GAME.pyramid(state)
    for _ in [colour for colour, _ in off if colour == "K"]:
        pyramid = pyramid.remove(pyramid.free()[0])
    if lands is not None:
        pyramid = pyramid.place(parse_cell(lands), Die("W"))
    report = ATTEMPT("success", 1.0, pyramid, loose, off, "-")
    GAME.check(state, report, seat_of(state))
    return GAME.play(state, report, seat_of(state))


def seat_of(state: State) -> int:
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    return turn.seat


in_lattice = partial(scenes.played, GAME)


def result_of(state: State) -> Result:
    result = GAME.result(state)
    assert result is not None
    return result


@pytest.mark.parametrize(("number", "following"), [(5, 3), (2, 2), (1, 1), (6, 3)])
def test_example_1_the_fallen_die_names_the_next_player(number: int, following: int) -> None:
    state = thrown_by(begun(4, 2), None, off=(("W", number),))
    assert (seat_of(state), state.supplies) == (following, (27, 27, 27, 27))
    state = in_lattice(begun(4, 2, throw_model="lattice"), "throw 233", f"off {number}")
    assert (GAME.to_move(state), state.supplies) == (following, (27, 27, 27, 27))


def test_example_2_the_last_die_wins_if_it_stays_and_nothing_falls() -> None:
    state = begun(4, 3)._replace(supplies=(20, 20, 1, 20))
    result = result_of(thrown_by(state, "800"))
    assert (result.winners, result.scores) == ((3,), (20, 20, 0, 20))
    lattice = begun(4, 3, throw_model="lattice")._replace(supplies=(20, 20, 1, 20))
    assert result_of(in_lattice(lattice, "throw 800", "land 800")).winners == (3,)


def test_example_2_a_last_die_that_pushes_another_off_does_not_win() -> None:
    state = thrown_by(begun(4, 3)._replace(supplies=(20, 20, 1, 20)), "800", off=(("K", 4),))
    assert (seat_of(state), state.supplies) == (4, (20, 20, 1, 20))


@pytest.mark.parametrize(("number", "following"), [(1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3)])
def test_of_three_players_each_has_two_numbers(number: int, following: int) -> None:
    assert seat_of(thrown_by(begun(3, 1), None, off=(("W", number),))) == following


def test_the_thrown_die_decides_even_if_another_fell_first() -> None:
    state = thrown_by(begun(6, 1), None, off=(("K", 3), ("W", 6)))
    assert (seat_of(state), state.supplies[0]) == (6, 19)
    assert seat_of(thrown_by(begun(6, 1), "800", off=(("K", 3), ("K", 2)))) == 3


def test_without_a_fallen_die_the_same_player_throws_again() -> None:
    state = thrown_by(begun(3, 2), "800")
    assert (seat_of(state), state.supplies) == (2, (36, 35, 36))
    assert str(state.pyramid[parse_cell("800")]) == "K"


def test_a_loose_die_has_not_fallen_and_lies_there_at_the_next_throw() -> None:
    state = thrown_by(begun(3, 2), None, loose=(("W", 4, (7.5, 0.2, 0.3)),))
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    assert (turn.seat, turn.loose) == (2, (("K", 4, (7.5, 0.2, 0.3)),))
    assert (state.supplies, GAME.unplaced(state).total()) == ((36, 35, 36), 108)


def test_a_throw_not_made_counts_as_a_loss_without_a_number() -> None:
    state = thrown_by(begun(4, 2), None)
    assert (seat_of(state), state.supplies, state.losses) == (3, (27, 27, 27, 27), 1)


def test_after_too_many_losses_in_a_row_the_smallest_supply_wins() -> None:
    state = begun(4, 1, throw_model="lattice", fall_cap=2)._replace(supplies=(9, 5, 5, 9))
    state = in_lattice(state, "throw 000", "off 1", "throw 000", "land 800", "throw 000", "off 1", "throw 000", "off 4")
    assert result_of(state).winners == (2, 3)
    state = begun(4, 1)._replace(throws=999)
    assert result_of(thrown_by(state, "800")).winners == (1,)


def test_setup_and_the_distance_of_the_hand() -> None:
    assert [GAME.scores(begun(n, 1)) for n in (3, 4, 5, 6)] == [(36,) * 3, (27,) * 4, (21,) * 5, (18,) * 6]
    turn = GAME.to_move(begun(3, 1, distance=35.0))
    assert isinstance(turn, AttemptSpec)
    assert (turn.start, turn.adjust) == (CORE, (("throw.distance_m", 0.35),))
    assert [len([c for c in level if c in CORE]) for level in LEVELS] == [21, 15, 10, 6, 3, 1, 0, 0, 0]
    assert not any(ZEROS[cell] for cell, _ in CORE)


def test_chances_of_the_lattice_throw() -> None:
    """Two of ten fall off; near its aim a die lands `exp(-2 / 4.5)` as often in a neighbour of the aim."""
    state = in_lattice(begun(3, 1, throw_model="lattice"), "throw 800")
    assert GAME.to_move(state) is CHANCE
    chances = dict(zip(map(str, GAME.moves(state)), GAME.weights(state), strict=True))
    assert len(chances) == 24 + 6
    assert sum(chances.values()) == pytest.approx(1)
    assert [chances[f"off {number}"] for number in range(1, 7)] == pytest.approx([0.2 / 6] * 6)
    assert chances["land 710"] / chances["land 800"] == pytest.approx(0.6412, abs=1e-4)
    assert chances["land 710"] == chances["land 701"]


def test_another_set_up_is_refused_and_so_is_an_aim_in_the_physical_game() -> None:
    with pytest.raises(IllegalMove, match="core"):
        GAME.begin(3, GAME.options_from({}), parse_position("R800"))
    with pytest.raises(IllegalMove, match="report"):
        GAME.check(begun(3, 1), Action(("throw", 0)), 1)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whom_a_number_names_is_told(players: int) -> None:
    state = GAME.start(players, GAME.options_from({"throw_model": "lattice", "first_player": "1"}))
    looker = Looker(tuple(f"seat-{seat}" for seat in range(1, players + 1)))
    (told,) = (said(fact, looker) for fact in GAME.facts(state, 1))
    behind = [said(GAME.standing(state, seat), looker) for seat in range(1, players + 1)]
    for number in range(1, 7):
        after = lost(state, 1, number)
        if number <= players or players == 3:
            assert [n for n, each in enumerate(behind, 1) if str(number) in each.partition("(")[2]] == [after.seat]
        else:
            assert after.seat == 2 and "on the left" in told


def test_whoever_watches_a_throw_hears_its_rule_too() -> None:
    state = GAME.start(3, GAME.options_from({"first_player": "1"}))
    assert [len(GAME.facts(state, seat)) for seat in (1, 2, 3)] == [1, 2, 2]
    assert "until a die falls off" in GAME.facts(state, 2)[0].text
    over = state._replace(supplies=(0, 5, 5))
    assert len(GAME.facts(over, 2)) == 1


def test_what_became_of_a_throw_floats_over_it() -> None:
    before = in_lattice(begun(3, 1, throw_model="lattice"), "throw 800")
    [stays] = GAME.notes(before, action := GAME.parse("land 800"), None, GAME.play(before, action))
    assert (stays.cells, stays.seat, stays.kind) == ((parse_cell("800"),), 1, GOOD)
    [fell] = GAME.notes(before, action := GAME.parse("off 5"), None, GAME.play(before, action))
    assert (fell.seat, fell.kind) == (1, BAD)
    assert said(fell.text, Looker(("a", "b", "c"))) == "A fallen die shows 5: next is b"
