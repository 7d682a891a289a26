"""Worked example and rulings of game 15, which game A5 shares."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import LEVELS, cells, parse_cell
from skill.lattice.notation import FILL, KEEP, REROLL, parse_position
from skill.rules.game import CHANCE
from skill.rules.games.storing_scores import GAME
from skill.rules.shared.memory import SUMS, State
from tests.rules import scenes

EXAMPLE = "K422:531 K332:321 K323:124 G322 K800:531 K710:642 K701:145 G700"  # 322: 5 + 2 + 4; 700: 5 + 4 + 5


def begun(position: str = EXAMPLE, players: int = 2, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


did = partial(scenes.played, GAME)


def listed(state: State) -> str:
    return " ".join(map(str, GAME.moves(state)))


def test_example_hit_keeps_the_die_and_must_roll_again() -> None:
    state = did(begun(), "rolls R6,R4,R1", "lift 322")
    assert (state.taken, state.seat, GAME.to_move(state)) == ((1, 0), 1, CHANCE)
    assert parse_cell("322") not in state.pyramid
    assert state.under(parse_cell("322")) == (5, 2, 4)
    assert listed(did(state, "rolls R2,R1,R1")) == "lift 700"


def test_example_miss_goes_back_and_the_next_player_may_keep_the_roll() -> None:
    state = did(begun(), "rolls R6,R4,R2", "lift 322")
    assert (state.taken, state.seat, state.lifted) == ((0, 0), 2, parse_cell("322"))
    assert parse_cell("322") in state.pyramid
    assert list(GAME.moves(state)) == [REROLL(), KEEP()]
    assert listed(did(state, "keep")) == "lift 322 lift 700"
    assert GAME.to_move(did(state, "reroll")) is CHANCE
    assert sum(did(state, "keep").rolled) == 12


def test_the_first_player_must_roll_and_sees_all_56_outcomes_with_their_weights() -> None:
    state = begun()
    assert GAME.to_move(state) is CHANCE
    weights = dict(zip(map(str, GAME.moves(state)), GAME.weights(state), strict=True))
    assert (len(weights), sum(weights.values())) == (56, 216)
    assert (weights["rolls R1,R1,R1"], weights["rolls R6,R4,R4"], weights["rolls R6,R4,R1"]) == (1, 3, 6)
    assert (SUMS[3], SUMS[10], SUMS[18]) == (1, 27, 1)


@pytest.mark.parametrize(
    ("players", "given", "target"), [(2, {}, 8), (4, {}, 8), (5, {}, 6), (3, {"target_dice": 3}, 3)]
)
def test_target_by_number_of_players(players: int, given: dict[str, object], target: int) -> None:
    state = begun(players=players, **given)
    assert GAME.target(state) == target
    others = (0,) * (players - 2)
    assert GAME.result(state._replace(taken=(0, target - 1, *others))) is None
    result = GAME.result(state._replace(taken=(0, target, *others)))
    assert result.winners == (2,)


def test_all_dice_are_played_for_with_end_all_and_when_they_run_out() -> None:
    assert GAME.result(begun(end="all")._replace(taken=(20, 0))) is None
    state = did(begun(end="all"), "rolls R6,R4,R1", "lift 322", "rolls R5,R5,R4", "lift 700")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (2, 0))
    short = did(begun(), "rolls R6,R4,R2", "lift 322", "keep", "lift 700", "reroll", "rolls R6,R4,R1", "lift 322")
    last = did(short, "rolls R6,R6,R1", "lift 700", "reroll", "rolls R6,R6,R2", "lift 700")
    result = GAME.result(last)
    assert (result.winners, result.scores) == ((1, 2), (1, 1))


def test_views_know_only_funnels_that_have_been_looked_into() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}))
    state = did(GAME.play(state, GAME.draw(state, Random(3))), "rolls R1,R1,R1")
    view = GAME.view(state, 2)
    assert set(view.numbers) == {None}
    assert not any(view.pyramid[cell].faces for cell in cells("422 332 323"))  # type: ignore[union-attr]
    state = did(state, "lift 322")
    for seat in (1, 2):
        known = [n for n in GAME.view(state, seat).numbers if n]
        assert known == [state.pyramid.funnel_numbers(parse_cell("322"))]


def test_hint_lifts_what_it_remembers_and_keeps_a_sum_that_it_knows() -> None:
    def best(state: State) -> str:
        view = GAME.view(state, state.seat)
        return str(max(GAME.moves(view), key=lambda move: GAME.worth(view, move, state.seat)))

    state = did(begun(), "rolls R6,R4,R2", "lift 322")
    assert GAME.worth(GAME.view(state, 2), KEEP(), 2) == SUMS[12] / 216
    assert best(did(state, "reroll", "rolls R6,R4,R1")) == "lift 322"
    assert best(did(state, "reroll", "rolls R6,R4,R3")) == "lift 700"
    state = did(state, "reroll", "rolls R5,R5,R1", "lift 700")
    assert best(state) == "keep"


def test_filling() -> None:
    state = GAME.begin(3, GAME.options_from({}))
    (_, pyramid) = action = GAME.draw(state, Random(1))
    GAME.check(state, action, CHANCE)
    assert pyramid.cells_of("K") == list(LEVELS[0])
    assert pyramid.cells_of("G") == list(LEVELS[1])
    for wrong in (EXAMPLE, str(pyramid).replace("K", "Y"), str(pyramid) + " G600"):
        with pytest.raises(IllegalMove):
            GAME.check(state, FILL(parse_position(wrong)), CHANCE)


@pytest.mark.parametrize("position", ["K800:321", "R800:321 R710:321 R701:321 G700", "K800 K710 K701 G700"])
def test_positions_of_other_games_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove, match="storing-scores has"):
        begun(position)


def test_it_is_told_that_another_roll_follows_a_hit_unless_that_wins() -> None:
    for target, ending in ((8, "another roll follows."), (1, "kept the die.")):
        state = did(begun(target_dice=target), "rolls R6,R4,R1")
        lift = next(move for move in GAME.moves(state) if str(move) == "lift 322")
        (told,) = GAME.told(state, lift, 1, GAME.play(state, lift))
        assert told.text.endswith(ending)
