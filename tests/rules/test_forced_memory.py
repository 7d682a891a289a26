"""Worked example of game A5."""

from __future__ import annotations

from functools import partial

from skill.lattice.cells import cells
from skill.lattice.notation import parse_position
from skill.rules.game import CHANCE
from skill.rules.games.forced_memory import GAME
from tests.rules import scenes

BASE = "Y800:531 Y710:642 Y701:145 Y620:426 Y611:236 Y602:654 Y530:362 Y521:514 Y512:124 Y503:465"
LIDS = "R700 R610 R601 R520 R511 R502"


did = partial(scenes.played, GAME)


def test_example_three_players() -> None:
    ann, ben, cleo = 1, 2, 3
    state = GAME.begin(3, GAME.options_from({"first_player": 1}), parse_position(f"{BASE} {LIDS}"))
    sums = [sum(state.under(cell) or ()) for cell in cells("700 610 601 520 511 502")]
    assert sums == [14, 14, 8, 14, 7, 13]
    state = did(state, "rolls P5,P2,P1", "lift 700")
    assert (state.seat, state.taken) == (ben, (0, 0, 0))
    state = did(state, "keep", "lift 601")
    assert (state.seat, state.taken) == (ben, (0, 1, 0))
    state = did(state, "rolls P6,P4,P3", "lift 520")
    assert (state.seat, state.taken) == (cleo, (0, 1, 0))
    state = did(state, "keep", "lift 502")
    assert (state.seat, state.taken) == (cleo, (0, 1, 1))
    assert not any(cell in state.pyramid for cell in cells("601 502"))
    state = did(state, "rolls P6,P6,P6", "lift 700")
    assert state.seat == ann


def test_a_game_of_eight_is_won_with_six_dice_or_most_at_the_end() -> None:
    state = GAME.begin(8, GAME.options_from({"first_player": 1}), parse_position(f"{BASE} {LIDS}"))
    assert GAME.target(state) == 6
    assert "end" not in state.options
    empty = state._replace(pyramid=parse_position(BASE), taken=(5, 5, 5, 5, 5, 4, 4, 3))
    result = GAME.result(empty)
    assert result.winners == (1, 2, 3, 4, 5)


def test_everybody_hears_what_was_lifted_since_his_last_turn() -> None:
    state = GAME.begin(3, GAME.options_from({"first_player": 1}), parse_position(f"{BASE} {LIDS}"))

    def heard(seat: int) -> list[tuple[object, ...]]:
        view = GAME.view(state, seat)
        return [(*fact.values["numbers"], fact.values["sum"]) for fact in GAME.announced(view, seat)]  # type: ignore[misc]

    assert not any(heard(seat) for seat in (1, 2, 3))
    state = did(state, "rolls P5,P2,P1", "lift 700")
    assert heard(1) == heard(2) == heard(3) == [(5, 4, 5, 14)]
    state = did(state, "keep")
    assert (heard(1), heard(2), heard(3)) == ([(5, 4, 5, 14)], [], [(5, 4, 5, 14)])
    state = did(state, "lift 601", "rolls P6,P4,P3", "lift 520")
    assert heard(3) == [(5, 4, 5, 14), (1, 3, 4, 8), (4, 6, 4, 14)]
    assert heard(2) == [(4, 6, 4, 14)]
    assert all("sum" not in fact.values for fact in GAME.told(state, GAME.parse("lift 502"), 3, state))


def test_a_turn_lasts_while_chance_rolls_in_it() -> None:
    state = GAME.begin(3, GAME.options_from({"first_player": 1}), parse_position(f"{BASE} {LIDS}"))
    assert GAME.to_move(state) is CHANCE and GAME.turn_of(state, 1) is not None
    state = did(state, "rolls P5,P2,P1", "lift 700", "reroll")
    assert GAME.to_move(state) is CHANCE
    assert [GAME.turn_of(state, seat) is not None for seat in (1, 2, 3)] == [False, True, False]
