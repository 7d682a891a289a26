"""Worked examples of game 49."""

from __future__ import annotations

from functools import partial

import pytest

from skill.errors import IllegalMove
from skill.lattice.notation import parse_position
from skill.rules.games.smuggling import GAME, SETUP, State
from tests.rules import scenes

BORDER = "G071 G062 G053 G044 G035 G026 G017"


def begun(position: str | None = None, **given: object) -> State:
    options = GAME.options_from(given)  # type: ignore[arg-type]
    return GAME.begin(2, options, None if position is None else parse_position(position))


def texts(state: State) -> set[str]:
    return {str(move) for move in GAME.moves(state)}


def moves(*pairs: str) -> set[str]:
    return {f"move {pair.replace('-', '>')}" for pair in pairs}


played = partial(scenes.played, GAME)


def test_example_1_first_moves() -> None:
    assert begun().seat == 1, "the smugglers begin"
    assert texts(begun()) == moves(
        "341-251", "341-242", "332-242", "332-233", "323-233", "323-224", "314-224", "314-215"
    )
    customs = [f"152-{to}" for to in (251, 242, 161, 143)] + [f"125-{to}" for to in (224, 215, 134, 116)]
    assert texts(begun(first_player=2)) == moves(*customs)


def test_example_2_an_officer_may_stop_or_jump_on() -> None:
    state = begun("R152 K242 K323 K611 K521 K512 K413", first_player=2)
    assert "move 152>332" in texts(state)
    state = played(state, "move 152>332")
    assert (texts(state), state.seat) == ({"move 332>314", "stop"}, 2)
    assert GAME.scores(state) == (0, 1)
    assert played(state, "stop").seat == 1
    state = played(state, "move 332>314")
    assert (GAME.scores(state), state.seat) == ((0, 2), 1)


def test_officers_jump_over_smugglers_only() -> None:
    """Over red 143 lies 134, over red 152 lies 161, and both are empty; green stands at the rim, beyond it nothing."""
    state = begun(f"{BORDER} R152 R143 K611 K521 K512 K413", first_player=2)
    assert texts(state) == moves(*["152-161", "152-242", "152-251", "143-134", "143-233", "143-242"])


def test_smugglers_cross_only_where_green_stands_and_stay_there() -> None:
    state = begun("G071 G053 G044 G035 G026 G017 K143 K161 K116 K521 R602 R620")
    assert texts(state) >= moves("143-053", "143-044", "161-071")
    assert not texts(state) & moves("161-062")
    state = played(state, "move 143>053")
    assert "G053" not in str(state.pyramid)
    assert GAME.scores(state) == (1, 0)
    state = played(state, "move 602>611")
    assert not any(text.startswith("move 053") for text in texts(state))


@pytest.mark.parametrize(("cell", "closed"), [("161", "170"), ("161", "080"), ("116", "107"), ("611", "710")])
def test_the_other_rims_and_the_corners_are_closed_to_smugglers(cell: str, closed: str) -> None:
    state = begun(f"{BORDER} K{cell} K332 K323 K422")
    assert f"move {cell}>{closed}" not in texts(state)


def test_four_on_the_border_win() -> None:
    state = begun("K071 K062 K053 G044 G035 K143 K521 R602 R620")
    result = GAME.result(played(state, "move 143>044"))
    assert (result.winners, result.scores) == ((1,), (4, 0))


def test_fewer_than_four_left_lose_at_once_in_a_series() -> None:
    state = begun("R152 K242 K323 K611 K521", first_player=2)
    result = GAME.result(played(state, "move 152>332"))
    assert (result.winners, result.scores) == ((2,), (0, 1))
    assert GAME.result(begun("R152 K071 G053 K323 K611", first_player=2)) is not None


def test_without_progress_the_customs_win() -> None:
    state = begun(quiet_cap=1)
    state = played(state, "move 341>251", "move 125>134")
    result = GAME.result(state)
    assert result.winners == (2,)
    caught = played(begun("R152 K242 K422 K611 K521 K512 K413", quiet_cap=1, first_player=2), "move 152>332")
    assert (caught.quiet, GAME.result(caught)) == (0, None)


def test_swap_plays_two_games_with_roles_changed() -> None:
    state = begun("K071 K062 K053 G044 G035 K143 K521 R602 R620", match="swap")
    state = played(state, "move 143>044")
    assert (state.smuggler, state.seat, GAME.scores(state), str(state.pyramid)) == (2, 2, (4, 3), str(state.setup))
    state = played(state, "move 521>431", "move 602>503", "move 143>044")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1, 2), (4, 4))
    state = begun("K071 K062 K053 G044 G035 K143 K521 R602 R620", match="swap", first_player=2)
    state = played(state, "move 602>503", "move 143>044")
    assert (state.smuggler, state.seat) == (2, 1), "the customs begin again"


def test_side_without_an_action_passes() -> None:
    shut = begun("R800 K710 K701 K620 K602", first_player=2)
    assert texts(shut) == {"pass"}
    assert played(shut, "pass").seat == 1


@pytest.mark.parametrize("position", ["G332", "R800 R080 R008", "B800", "K800 K710 K701 K700"])
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(position)


def test_worth() -> None:
    state = begun("R152 K242 K323 K611 K521 K512 K413", first_player=2)
    best = max(GAME.moves(state), key=lambda move: GAME.worth(state, move, 2))
    assert (str(best), GAME.worth(state, best, 2)) == ("move 152>332", 20)
    state = begun(f"{BORDER} K143 K611 K521 K512 R602 R620")
    best = max(GAME.moves(state), key=lambda move: GAME.worth(state, move, 1))
    assert str(best) in moves("143-053", "143-044")
    assert len(SETUP) == 19


def test_player_1_has_the_smugglers_whoever_begins() -> None:
    assert "Player 1 has the smugglers, whoever begins." in GAME.text.readings
    state = begun(first_player=2)
    assert GAME.to_move(state) == 2
    assert {text.removeprefix("move ").partition(">")[0] for text in texts(state)} == {"152", "125"}


def test_it_is_told_before_a_step_whether_an_officer_could_catch_the_smuggler_there() -> None:
    state = begun()
    dangers = set()
    for move in GAME.moves(state):
        notes = GAME.foreseen(state, move, 1, GAME.play(state, move))
        dangers |= {str(move)} if any("could catch" in str(note.text) for note in notes) else set()
    assert dangers == moves("341-251", "332-242", "323-224", "314-215")
