"""Worked examples of game 27, in both throw models."""

from __future__ import annotations

from functools import partial

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import AXES, cells, corner_pyramid, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die, Faces
from skill.lattice.notation import ATTEMPT, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE, AttemptSpec
from skill.rules.games.mucho import COLOURS, GAME, HOMES, OUTER, State, pips
from tests.rules import scenes
from tests.rules.playouts import playout


def begun(position: Pyramid | str | None = None, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, "throw_model": "lattice", **given})  # type: ignore[dict-item]
    return GAME.begin(3, options, parse_position(position) if isinstance(position, str) else position)


played = partial(scenes.played, GAME)


def corner(axis: int, faces: Faces, count: int = 20) -> list[tuple[int, Die]]:
    """The first dice of a corner pyramid, all turned alike."""
    return [(cell, Die(COLOURS[axis], faces)) for cell in corner_pyramid(axis, 4)[:count]]


def test_example_1_all_dice_654() -> None:
    pyramid = Pyramid(corner(0, (6, 5, 4)))
    assert pips(pyramid, 1) == 150
    assert [sum(axis in axes for axes in OUTER[0].values()) for axis in AXES] == [10, 10, 10]


@pytest.mark.parametrize(("cell", "points"), [("500", 12), ("520", 8), ("710", 2), ("611", 0)])
def test_example_2_what_a_die_642_scores(cell: str, points: int) -> None:
    assert sum((6, 4, 2)[axis] for axis in OUTER[0][parse_cell(cell)]) == points


def test_example_3_domino() -> None:
    state = begun("R800:412 R710:321 R701:426", rule="domino")
    assert [str(state.pyramid[parse_cell(c)]) for c in ("800", "710", "701")] == ["R:412", "R:321", "R:426"]
    fitting, not_fitting = played(state, "show 315"), played(state, "show 124")
    assert "place R700:315" in map(str, GAME.moves(fitting))
    assert "place R700:124" not in map(str, GAME.moves(not_fitting))
    assert "place R620:124" in map(str, GAME.moves(not_fitting))
    assert "place R700:124" in map(str, GAME.moves(played(begun("R800:412 R710:321 R701:426"), "show 124")))


def test_scores_lie_between_42_and_168() -> None:
    counts = [len(axes) for axes in OUTER[0].values()]
    assert [counts.count(faces) for faces in (3, 2, 1, 0)] == [1, 9, 9, 1]
    extremes = []
    for best in (min, max):
        extremes.append(sum(best(sum(f[a] for a in axes) for f in ORIENTATIONS) for axes in OUTER[0].values()))
    assert extremes == [42, 168]


def test_every_corner_counts_alike() -> None:
    """What -I, -J and -K show on the outside of corner I, -J, -K and -I show in corner J."""
    for faces in ORIENTATIONS[:6]:
        turned = (faces[2], faces[0], faces[1])
        assert pips(Pyramid(corner(0, faces)), 1) == pips(Pyramid(corner(1, turned)), 2)


def test_base_of_corner_i_and_funnels_of_the_own_pyramid_only() -> None:
    state = played(begun(), "show 321")
    assert {move[2] for move in GAME.moves(state)} == set(cells("800 710 701 620 611 602 530 521 512 503"))
    state = played(state, "place R800:321", "show 654")
    assert {move[2] for move in GAME.moves(state)} == set(HOMES[1][:10])


def test_basic_game_lasts_twenty_rounds_without_a_pass() -> None:
    steps = list(playout(GAME, 0, 3, {"throw_model": "lattice", "first_player": 2}))
    assert sum(action is not None and action.verb == "place" for _, _, action in steps) == 60
    assert not any(action is not None and action.verb == "pass" for _, _, action in steps)
    result = GAME.result(steps[-1][0])
    assert result is not None
    assert all(42 <= score <= 168 for score in result.scores)


def test_later_rounds_cost_two_each_the_completing_one_included() -> None:
    """Seat 2 is complete in the first round; seat 3 needs one more round, seat 1 two."""
    dice = [*corner(0, (3, 2, 1), 19), *corner(1, (3, 2, 1), 19), *corner(2, (3, 2, 1), 19)]
    state = begun(Pyramid(dice), rule="domino")
    state = played(state, "show 321", "pass", "show 654", "place G050:654", "show 321", "pass")
    assert (state.completed_in, state.round, state.late) == (1, 2, (0, 0, 0))
    state = played(state, "show 321", "pass", "show 654", "place K005:654")
    assert (GAME.to_move(state), state.seat, state.round, state.late) == (CHANCE, 1, 3, (1, 0, 1))
    state = played(state, "show 654", "place R500:654")
    result = GAME.result(state)
    assert result is not None
    assert state.late == (2, 0, 1)
    whole = pips(state.pyramid, 1), pips(state.pyramid, 2), pips(state.pyramid, 3)
    assert result.scores == (whole[0] - 4, whole[1], whole[2] - 2)


def test_the_cap_ends_deliberate_waiting() -> None:
    dice = [*corner(0, (3, 2, 1), 19), *corner(1, (3, 2, 1)), *corner(2, (3, 2, 1), 20)]
    state = begun(Pyramid(dice[:58]), rule="domino", extra_cap=2)
    while GAME.result(state) is None:
        state = played(state, "show 321", "pass")
    assert (state.round, state.late) == (2 + 1, (2, 0, 2)), "one was complete before the first round"


@pytest.mark.parametrize("extra_cap", [0, 2, 30])
def test_while_no_pyramid_is_complete_it_stops_after_round_50(extra_cap: int) -> None:
    state = begun(None, rule="domino", extra_cap=extra_cap)
    while GAME.result(state) is None:
        state = played(state, "show 321", "pass")
    assert (state.round, state.late) == (50 + 1, (0, 0, 0))


def test_what_players_read_names_the_extra_cap() -> None:
    begin = begun(None, rule="domino", extra_cap=7)
    assert [fact.values["count"] for fact in GAME.facts(begin, 1)] == [7]
    late = begun(Pyramid(corner(1, (3, 2, 1))), rule="domino", extra_cap=7)
    assert [fact.values["last"] for fact in GAME.facts(late, 1)] == [7]
    assert [fact.values for fact in GAME.facts(begun(None), 1)] == [{"number": 1, "count": 20}]


def test_rounds_after_the_first_complete_pyramid_are_counted_from_it() -> None:
    dice = [*corner(0, (3, 2, 1), 19), *corner(1, (3, 2, 1), 19), *corner(2, (3, 2, 1), 20)]
    state = begun(Pyramid(dice), rule="domino", extra_cap=3)
    state = played(state, "show 654", "place R500:654")
    while GAME.result(state) is None:
        state = played(state, "show 321", "pass")
    assert (state.round, state.late) == (3 + 1, (1, 3, 0)), "the third was complete before the first round"


def test_a_complete_pyramid_has_no_more_turns() -> None:
    state = begun(Pyramid(corner(0, (3, 2, 1))))
    assert (state.seat, state.round) == (2, 1)
    state = played(state, "show 321", "place G080:321", "show 321", "place K008:321")
    assert (state.seat, state.round) == (2, 2)


def test_domino_games_end() -> None:
    for seed in range(5):
        *_, (state, _, _) = playout(GAME, seed, 3, {"throw_model": "lattice", "rule": "domino"})
        assert len(state.pyramid) == 60 or state.round > 20


def test_real_throws() -> None:
    state = begun(throw_model="physics")
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    missed = ATTEMPT("failure", 1.0, state.pyramid, (), (("W", 3),), "-")
    again = GAME.play(state, missed)
    assert isinstance(GAME.to_move(again), AttemptSpec)
    landed = ATTEMPT("success", 1.0, parse_position("W233:642"), (), (), "-")
    state = GAME.play(again, landed)
    assert (GAME.to_move(state), state.pyramid) == (1, Pyramid())
    assert all(move[3] == (6, 4, 2) for move in GAME.moves(state))


@pytest.mark.parametrize("position", ["R080:321", "R800", "B800:321"])
def test_dice_elsewhere_or_without_pips_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove, match="own corners"):
        begun(position)
