"""Worked examples of game 52, and its rulings."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.rules.game import CHANCE
from skill.rules.games.race import GAME
from tests.rules.scenes import begun, legal, played

RIM_BUT_800 = ["440", "431", "422", "413", "404", "530", "503", "620", "602", "710", "701"]


def test_example_1_tip() -> None:
    state = played(GAME, begun(GAME, "R422:623"), "tip 422>521")
    assert str(GAME.pyramid(state)) == "R521:426"


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("R800:315", 24),
        ("R440:145", 6),
        ("R413:623", 6),
        ("R503:132", 6),
        ("R521:426", 0),
        ("R404:321", 5),
        ("R620:321", 3),
        ("R710:321", 4),
        ("R350:321", 0),
        ("R800:315 R440:145 R413:623 R503:132 R521:426", 42),
    ],
)
def test_example_2_points(dice: str, points: int) -> None:
    assert GAME.scores(begun(GAME, dice)) == (points, 0, 0)


def test_placing_in_the_start_zone_and_choosing_the_orientation() -> None:
    state = begun(GAME)
    assert len(legal(GAME, state)) == 17
    assert "place R170" in legal(GAME, state)
    assert "place R260" not in legal(GAME, state)
    state = played(GAME, state, "place R170")
    assert (GAME.to_move(state), len(legal(GAME, state))) == (1, 24)
    state = played(GAME, state, "turn 170:321", "place G080")
    assert GAME.unplaced(state).total() == 13
    assert GAME.to_move(played(GAME, state, "turn 080:321")) == 3


def test_rolled_orientation_is_chance() -> None:
    state = played(GAME, begun(GAME, place="rolled"), "place R170")
    assert (GAME.to_move(state), len(GAME.moves(state))) == (CHANCE, 24)


@pytest.mark.parametrize(("players", "dice"), [(3, 15), (4, 16)])
def test_dice_by_number_of_players(players: int, dice: int) -> None:
    assert GAME.unplaced(begun(GAME, players=players)).total() == dice


def test_passing_only_if_nothing_outside_the_triangle_can_be_tipped() -> None:
    assert "pass" in legal(GAME, begun(GAME, "R800:321"))
    assert "pass" not in legal(GAME, begun(GAME, "R800:321 R080:321"))
    shut = begun(GAME, "R800:321 R080:321 G170:321 G071:321")
    assert legal(GAME, shut) == ["pass", "tip 800>701", "tip 800>710"]


def test_back_and_sideways_tips_are_allowed() -> None:
    assert legal(GAME, begun(GAME, "R332:623")) == [f"tip 332>{c}" for c in ("233", "242", "323", "341", "422", "431")]


def test_end_when_the_rim_is_full() -> None:
    dice = [f"{colour}{cell}:321" for colour, cell in zip("RRRRRGGGGGK", RIM_BUT_800, strict=True)]
    state = begun(GAME, " ".join(dice).replace("K701", "K512"), first_player=3)
    state = played(GAME, state, "tip 512>611", "pass", "pass", "tip 611>701", "pass", "pass")
    assert GAME.result(state) is None
    state = begun(GAME, " ".join([*dice, "K611:321"]), first_player=3)
    state = played(GAME, state, "tip 701>800", "pass", "pass")
    assert GAME.result(state) is None
    state = played(GAME, state, "tip 611>701")
    assert GAME.result(state).winners == (3,)  # type: ignore[union-attr]


def test_end_when_all_pass_and_at_the_cap() -> None:
    state = played(GAME, begun(GAME, "R800:315"), "pass", "pass", "pass")
    assert GAME.result(state).winners == (1,)  # type: ignore[union-attr]
    state = played(GAME, begun(GAME, "R800:315", turn_cap=1), "tip 800>710", "pass", "pass")
    assert GAME.result(state) is not None


@pytest.mark.parametrize("position", ["R800", "B800:321", "R422:623 R332:623 R323:623 G322:623"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    state = begun(GAME, "R332:623 G422:321")
    for line in ("tip 332>422", "tip 422>521", "tip 332>530", "pass"):
        with pytest.raises(IllegalMove):
            played(GAME, state, line)
