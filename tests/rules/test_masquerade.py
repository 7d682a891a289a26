"""Worked examples of game 34."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, cells, parse_cell
from skill.lattice.notation import FILL, SLIDE, parse_position
from skill.rules.game import CHANCE
from skill.rules.games.masquerade import (
    COLUMNS,
    GAME,
    LATIN,
    SLIDES,
    aims,
    arrangement,
    built,
    slid,
    steps_to_go,
    unslid,
)

EDGE_OF = {"I": 0, "J": 1, "K": 2}  # for seat I the edges are in the order of the axes


def begun(players: int = 2, **options: object) -> Any:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **options}))  # type: ignore[dict-item]


def played(state: Any, letters: str, seat: int = 1) -> Any:
    """The state after these actions of one seat; the others take their first edge over and over."""
    for letter in letters:
        while GAME.to_move(state) != seat:
            state = GAME.play(state, SLIDES[GAME.to_move(state) - 1][0])
        action = SLIDES[seat - 1][EDGE_OF[letter]]
        GAME.check(state, action, seat)
        state = GAME.play(state, action)
    return state


def test_setup_is_the_latin_arrangement_for_every_seat() -> None:
    state = begun(3)
    home = cells("600 700 800 510 520 530 501 502 503")
    assert "".join(str(state.pyramid[cell]) for cell in home) == "RGBGBRBRG"
    assert state.pyramid == state.pyramid.turned()
    assert Counter(die.colour for _, die in state.pyramid) == {"K": 33, "R": 9, "G": 9, "B": 9}


def test_example_1_action_on_edge_i() -> None:
    before, after = begun().pyramid, played(begun(), "I").pyramid
    assert {c: str(after[parse_cell(c)]) for c in ("800", "700", "600", "500")} == {
        "800": "G",
        "700": "R",
        "600": "K",
        "500": "B",
    }
    edge = set(COLUMNS[0][0])
    assert all(before[cell] == after[cell] for cell, _ in before if cell not in edge)


@pytest.mark.parametrize(
    ("goal", "letters", "board"),
    [("training", "IKJIJKII", "K" + "RRR" + "GGG" + "BBB"), ("main", "IIKIJKI", "K" + "RGB" * 3)],
)
def test_examples_2_and_3_reach_the_aims(goal: str, letters: str, board: str) -> None:
    state = played(begun(goal=goal), letters[:-1])
    assert GAME.result(state) is None
    state = played(state, letters[-1])
    assert arrangement(state.pyramid, 1) == board
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (1, 0))


@pytest.mark.parametrize(
    ("goal", "sequence", "from_latin", "worst"),
    [("training", "any", 8, 10), ("main", "any", 7, 10), ("main", "fixed", 10, 13)],
)
def test_all_16800_arrangements_reach_the_aim(goal: str, sequence: str, from_latin: int, worst: int) -> None:
    steps = steps_to_go(goal, sequence)
    assert (len(steps), steps[LATIN], max(steps.values())) == (16_800, from_latin, worst)


def test_an_action_is_a_four_cycle() -> None:
    for edge in AXES:
        assert unslid(slid(LATIN, edge), edge) == LATIN
        assert slid(slid(slid(slid(LATIN, edge), edge), edge), edge) == LATIN


def test_fixed_sequence_is_blue_red_green_from_the_bottom() -> None:
    assert aims("main", "fixed") == {"KGRBGRBGRB"}
    assert len(aims("main", "any")) == len(aims("training", "any")) == 6


def test_equal_turns_completes_the_round() -> None:
    one_step = unslid("KRRRGGGBBB", 1)
    position = built([one_step, one_step])
    for equal_turns, winners in (("off", (1,)), ("on", (1, 2))):
        options = GAME.options_from({"first_player": 1, "equal_turns": equal_turns})
        state = GAME.play(GAME.begin(2, options, position), SLIDES[0][1])
        assert (GAME.result(state) is None) == (equal_turns == "on")
        if equal_turns == "on":
            state = GAME.play(state, SLIDES[1][1])
        result = GAME.result(state)
        assert result.winners == winners


def test_an_aim_left_again_within_the_round_does_not_count() -> None:
    """With equal turns only what stands at the end of the round matters, for the last player too."""
    position = built([LATIN, unslid("KRRRGGGBBB", 1)])
    state = GAME.begin(2, GAME.options_from({"first_player": 2, "equal_turns": "on"}), position)
    state = GAME.play(GAME.play(state, SLIDES[1][1]), SLIDES[0][0])
    result = GAME.result(state)
    assert result.winners == (2,)


def test_round_cap_is_a_draw() -> None:
    state = begun(3, round_cap=2)
    for _ in range(6):
        assert GAME.result(state) is None
        state = GAME.play(state, SLIDES[state.seat - 1][0])
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((), (0, 0, 0))


def test_only_the_own_bottom_edge_dice_may_be_taken() -> None:
    state = begun(3)
    assert " ".join(map(str, GAME.moves(state))) == "slide 800 slide 530 slide 503"
    state = GAME.play(state, GAME.moves(state)[0])
    assert " ".join(map(str, GAME.moves(state))) == "slide 080 slide 053 slide 350"
    for cell in ("800", "070", "044"):
        with pytest.raises(IllegalMove):
            GAME.check(state, SLIDE(parse_cell(cell)), 2)


def test_random_start_is_the_same_for_all_and_not_solved() -> None:
    state = GAME.begin(3, GAME.options_from({"start_order": "random"}))
    assert GAME.to_move(state) is CHANCE
    for seed in range(50):
        action = GAME.draw(state, Random(seed))
        GAME.check(state, action, CHANCE)
        boards = {arrangement(action[1], seat) for seat in (1, 2, 3)}
        assert len(boards) == 1
        assert boards.isdisjoint(aims("training", "any"))
    for wrong in ([LATIN, LATIN, slid(LATIN, 0)], ["KRRRGGGBBB"] * 3, [slid(LATIN, 0)] * 3, [LATIN] * 2):
        with pytest.raises(IllegalMove):
            GAME.check(state, FILL(built(wrong)), CHANCE)


def test_impossible_positions_are_refused() -> None:
    solved = built([LATIN, "KRRRGGGBBB"])
    for position, why in ((solved, "already"), (parse_position("R800"), "2 pyramids of 20"), (built([LATIN]), "2 pyr")):
        with pytest.raises(IllegalMove, match=why):
            GAME.begin(2, GAME.options_from({}), position)


def test_the_bot_finds_the_shortest_way() -> None:
    state = begun()
    for left in range(7, -1, -1):
        worth = [GAME.worth(state, action, 1) for action in GAME.moves(state)]
        assert max(worth) == -left
        state = GAME.play(state, GAME.moves(state)[worth.index(max(worth))])
        if left:
            state = GAME.play(state, SLIDES[1][0])
    assert GAME.result(state) is not None


def test_the_standing_counts_turns_and_each_pyramid_bears_a_name() -> None:
    state = begun(3)
    standing = GAME.standing(state, 1)
    assert standing and standing.values == {"count": 8}
    solved = played(state, "IKJIJKII")
    assert str(getattr(GAME.standing(solved, 1), "text", "")) == "all dice in place"
    labels = GAME.labels(state, 1)
    assert [label.text.values["player"].seat for label in labels.values()] == [1, 2, 3]
    assert not set(labels) & {cell for cell, _ in state.pyramid}
