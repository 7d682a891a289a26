"""Worked examples and rulings of game 18, which game A3 shares."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, NAMES, parse_cell
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.notation import CLOSE, FILL, parse_position
from skill.rules.game import ANYONE, CHANCE
from skill.rules.games.spotted_cow import GAME
from skill.rules.shared.claims import BLANK, CLAIM, State
from tests.rules import scenes

CORNER = {"800": "315", "710": "153", "701": "132"}  # funnel 700: 3 + 5 + 2; all other funnels 6 or less


def level_0(dice: dict[str, str] = CORNER) -> str:
    return " ".join(f"K{NAMES[cell]}:{dice.get(NAMES[cell], '321')}" for cell in BASE)


def begun(position: str | None = None, players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position or level_0()))


did = partial(scenes.claimed, GAME)


def test_example_1_a_right_claim_places_a_die_of_any_orientation() -> None:
    state = did(begun(), "rolls G4,G4,G2")
    assert sum(state.pyramid.funnel_numbers(parse_cell("700"))) == 10
    state = did(state, "2: claim 700")
    assert (state.supplies, GAME.to_move(state)) == ((40, 39, 40), 2)
    assert len(GAME.moves(state)) == len(ORIENTATIONS)
    state = did(state, "2: turn 700:546")
    assert (GAME.to_move(state), str(state.pyramid[parse_cell("700")])) == (CHANCE, "R:546")


def test_example_1_three_placed_dice_make_a_funnel() -> None:
    state = begun(level_0() + " R700:153 G610:465 R601:236")
    assert state.pyramid.is_funnel(parse_cell("600"))
    assert CLAIM(parse_cell("600")) in GAME.moves(did(state, "rolls G6,G6,G1"), 1)
    assert GAME.to_move(did(state, "rolls G6,G6,G1", "3: claim 600")) == 3  # 1 + 6 + 6


def test_example_2_a_wrong_blank_takes_a_die_from_everybody() -> None:
    state = did(begun(), "rolls G4,G4,G2", "1: blank")
    assert state.supplies == (42, 39, 39)
    assert len(state.pyramid) == 45
    assert GAME.to_move(state) is CHANCE


def test_a_right_blank_places_a_die_in_any_funnel() -> None:
    state = did(begun(), "rolls G6,G6,G6", "3: blank")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (3, 36)
    state = did(state, "3: place R043")
    assert (state.supplies, GAME.to_move(state)) == ((40, 40, 39), 3)
    assert did(state, "3: turn 043:321").rolled == ()


def test_a_wrong_funnel_costs_as_much_unless_only_a_blank_does() -> None:
    state = did(begun(), "rolls G4,G4,G2", "2: claim 610")
    assert (state.supplies, state.rolled) == ((39, 42, 39), ())
    state = did(begun(penalty="blank_only"), "rolls G4,G4,G2", "2: claim 610")
    assert (state.supplies, GAME.to_move(state)) == ((40, 40, 40), ANYONE)
    assert (len(GAME.moves(state, 2)), len(GAME.moves(state, 1))) == (0, 37)
    with pytest.raises(IllegalMove):
        GAME.check(state, BLANK(), 2)
    assert did(state, "3: blank").supplies == (39, 39, 42)
    nobody_left = did(state, "1: claim 043", "3: claim 043")
    assert (nobody_left.rolled, nobody_left.out, nobody_left.supplies) == ((), frozenset(), (40, 40, 40))


def test_nobody_calls() -> None:
    state = did(begun(), "rolls G4,G4,G2")
    assert (list(GAME.moves(state)), GAME.clock_s(state)) == ([CLOSE()], 60)
    assert did(state, "close").rolled == ()
    endless = did(begun(round_limit=0), "rolls G4,G4,G2")
    assert (list(GAME.moves(endless)), GAME.clock_s(endless)) == ([], None)


def test_only_funnels_of_three_dice_can_be_claimed() -> None:
    state = did(begun(), "rolls G4,G4,G2")
    for name in ("600", "800"):
        with pytest.raises(IllegalMove, match="not legal"):
            GAME.check(state, CLAIM(parse_cell(name)), 1)


@pytest.mark.parametrize(("gm", "orders"), [("program", ["123", "123"]), ("player", ["231", "312"])])
def test_equal_time_stamps_go_clockwise(gm: str, orders: list[str]) -> None:
    state = begun(gm=gm)
    for order in orders:
        assert "".join(map(str, GAME.race_order(state))) == order
        state = did(state, "rolls G4,G4,G2", "close")


def test_last_dice_given_away_share_the_win_and_the_last_die_placed_wins_at_once() -> None:
    state = did(begun()._replace(supplies=(1, 5, 1)), "rolls G4,G4,G2", "2: blank")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1, 3), (0, 7, 0))
    state = did(begun()._replace(supplies=(1, 5, 1)), "rolls G4,G4,G2", "3: claim 700")
    assert GAME.result(state) is None and GAME.to_move(state) == 3, "the last die is turned like every other"
    state = did(state, "3: turn 700:153")
    result = GAME.result(state)
    assert result is not None and result.winners == (3,)
    assert state.pyramid.at(parse_cell("700")).faces == (1, 5, 3)


@pytest.mark.parametrize(("players", "share"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_supplies_fill_the_pyramid(players: int, share: int) -> None:
    state = GAME.begin(players, GAME.options_from({"first_player": 1}))
    assert state.supplies == (share,) * players
    assert GAME.unplaced(state).total() == 120


def test_start_positions() -> None:
    coloured = (
        level_0().replace("K", "R"),
        level_0().replace("K800", "G800"),
        level_0() + " K700:153 G610:321 R601:321",
    )
    for wrong in ("K800:321", level_0().replace(":321", ""), level_0() + " R700:153", *coloured):
        with pytest.raises(IllegalMove):
            begun(wrong)
    state = GAME.begin(3, GAME.options_from({}))
    action = GAME.draw(state, Random(1))
    GAME.check(state, action, CHANCE)
    for wrong in ("K800:321", level_0() + " R700:153", level_0().replace(":321", "")):
        with pytest.raises(IllegalMove):
            GAME.check(state, FILL(parse_position(wrong)), CHANCE)


def test_hint_knows_right_calls() -> None:
    state = did(begun(), "rolls G4,G4,G2")
    right = [str(move) for move in GAME.moves(state, 1) if GAME.worth(state, move, 1) > 0]
    assert right == ["claim 700"]
    state = did(begun(), "rolls G6,G6,G6")
    assert [move for move in GAME.moves(state, 1) if GAME.worth(state, move, 1) > 0] == [BLANK()]


def test_computer_players_read_one_funnel_after_another() -> None:
    state = did(begun(bot_error=0, bot_read=2.0), "rolls G4,G4,G2")
    guesses = [GAME.guess(state, 1, Random(seed)) for seed in range(200)]
    assert {str(guess[1]) for guess in guesses if guess} == {"claim 700"}
    times = [guess[0] for guess in guesses if guess]
    assert 30 < sum(times) / len(times) < 44  # on average half of 36 funnels, two seconds each
    blank = GAME.guess(did(begun(bot_error=0, bot_spread=0), "rolls G6,G6,G6"), 1, Random(0))
    assert blank is not None
    assert (round(blank[0]), blank[1]) == (36, BLANK())
    hasty = did(begun(bot_error=0.5), "rolls G6,G6,G6")
    assert any(str(guess[1]).startswith("claim") for s in range(9) if (guess := GAME.guess(hasty, 1, Random(s))))
    assert GAME.guess(state._replace(out=frozenset({1})), 1, Random(0)) is None
