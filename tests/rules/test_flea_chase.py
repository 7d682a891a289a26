"""Worked examples of game 55, and its rulings."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import LEVEL, NAMES, in_mask, parse_cell
from skill.rules.games.flea_chase import FACES, GAME, TARGET
from tests.rules.scenes import begun, legal, played

BASE_OF_TARGET = [NAMES[c] for c in in_mask(TARGET) if LEVEL[c] == 0]
REST_OF_TARGET = [NAMES[c] for c in in_mask(TARGET) if LEVEL[c] > 0]
BUT_THE_TOP = " ".join([*(f"R{c}" for c in BASE_OF_TARGET[:9]), "G" + BASE_OF_TARGET[9]])
NEARLY_FULL = BUT_THE_TOP + " R044 " + " ".join("G" + c for c in REST_OF_TARGET if c != "005")


def targets(position: str, cell: str) -> list[str]:
    return [line[-3:] for line in legal(GAME, begun(GAME, position)) if line.startswith(f"move {cell}")]


def test_example_1_flat_start() -> None:
    state = begun(GAME)
    lines = legal(GAME, state)
    assert len(lines) == 32
    assert [to[-3:] for to in lines if to.startswith("move 530")] == ["431", "440", "511", "610"]
    assert [to[-3:] for to in lines if to.startswith("move 611")] == ["413", "431"]
    assert [to[-3:] for to in lines if to.startswith("move 800")] == ["601", "610"]
    assert len(legal(GAME, begun(GAME, first_player=2))) == 32


def test_example_1_pyramid_start() -> None:
    assert legal(GAME, begun(GAME, start="pyramid")) == ["move 600>503", "move 600>530"]


def test_example_2_up_the_slope_to_the_top() -> None:
    assert targets(NEARLY_FULL, "044") == ["005", "053", "134", "143"]
    state = begun(GAME, NEARLY_FULL)
    assert GAME.pyramid(state).right_angle_moves(parse_cell("044"))[parse_cell("005")] == 5


def test_example_3_faces_and_extra_turns() -> None:
    full = " ".join([*("R" + c for c in BASE_OF_TARGET), *("G" + c for c in REST_OF_TARGET[:-1])])
    assert sum(FACES.values()) == 30
    state = begun(GAME, full + " G044", first_player=2)
    assert GAME.scores(state) == (12, 15)
    state = played(GAME, state._replace(extra_turns=6), "move 044>005")
    result = GAME.result(state)
    assert (result.scores, result.winners) == ((12, 11), (1,))


@pytest.mark.parametrize(("first_player", "extra"), [(1, 1), (2, 0)])
def test_the_turn_that_completes_the_round_is_no_extra_turn(first_player: int, extra: int) -> None:
    state = begun(GAME, NEARLY_FULL, first_player=first_player)
    assert (state.finished, GAME.to_move(state)) == (2, 1)
    assert GAME.facts(state, 1) and not GAME.facts(state, 2)
    faces = GAME.scores(state)[0] + FACES[parse_cell("005")]
    assert GAME.scores(played(GAME, state, "move 044>005"))[0] == faces - extra


def test_finished_player_makes_no_more_turns() -> None:
    state = played(GAME, begun(GAME, NEARLY_FULL), "move 044>053", "move 053>044", "move 044>005")
    assert GAME.result(state) is not None


def test_stuck_player_may_pass_or_move_a_die_in_the_target() -> None:
    held = "R800 G710 G701 G700"
    assert legal(GAME, begun(GAME, held)) == ["pass"]
    lines = legal(GAME, begun(GAME, held + " R008"))
    assert "pass" in lines
    assert all(line.startswith("move 008") for line in lines if line != "pass")
    assert "pass" not in legal(GAME, begun(GAME, held + " R044"))


def test_blocker_must_free_the_stuck_player_at_his_next_turn() -> None:
    state = played(GAME, begun(GAME, "R800 G710 G701 G700 G080"), "pass")
    assert legal(GAME, state)
    assert all(line.startswith("move 700") for line in legal(GAME, state))
    assert [fact.text for fact in GAME.facts(state, 2)] == ["You hold your opponent fast: now you must let him move."]
    free = state._replace(is_bound=False)
    assert "move 080>170" in legal(GAME, free)
    others = [fact.text for each, seat in ((free, 2), (state, 1)) for fact in GAME.facts(each, seat)]
    assert sum(text.startswith("A face seen on the pyramid counts 1") for text in others) == 2


def test_blocker_who_cannot_free_at_once_must_lift_a_covering_die() -> None:
    state = played(GAME, begun(GAME, "R710 G800 G701 G620 G611 G700 G610 G080"), "pass")
    assert {line[5:8] for line in legal(GAME, state)} == {"700", "610"}


def test_no_duty_when_no_enemy_covers() -> None:
    state = begun(GAME, "R800 R710 R701 R620 R611 R602 R700 R610 R601 R600 G080")
    assert not state.is_bound
    assert not played(GAME, state, legal(GAME, state)[0]).is_bound


def test_cap_before_anyone_is_finished() -> None:
    state = begun(GAME, "R008 R800 G080 G107", turn_cap=1)
    assert GAME.scores(state) == (2 - 2, 1 - 2)
    state = played(GAME, state, "move 800>710", "move 080>170")
    assert GAME.result(state) is not None


def test_finish_cap_ends_a_late_player() -> None:
    state = played(GAME, begun(GAME, NEARLY_FULL, finish_cap=2), "move 044>053", "move 053>044")
    before = GAME.scores(begun(GAME, NEARLY_FULL))[0]
    result = GAME.result(state)
    assert result.scores[0] == before - 2


@pytest.mark.parametrize("position", ["R800:321", "K800", "R008 G107"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    for line in ("move 800>530", "move 080>170", "pass"):
        with pytest.raises(IllegalMove):
            played(GAME, begun(GAME), line)
