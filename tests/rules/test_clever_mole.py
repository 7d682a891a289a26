"""Worked examples and rulings of game 14."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from skill.app.play.said.words import Looker, said
from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import ABOVE, AXES, BASE, COVERS, NAMES, cells, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import CLOSE, FILL, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE
from skill.rules.games.clever_mole import (
    APEXES,
    GAME,
    HILL_CELLS,
    HILLS,
    KINDS,
    Facts,
    State,
    agreed_kinds,
    answer,
    descriptions,
    facts,
    fitting,
)
from tests.rules import scenes


def hills(special: dict[str, str] | None = None) -> Pyramid:
    """Six hills whose dice show 321 but for these; hill after hill from red over green to black."""
    colours = [colour for colour in "RGK" for _ in range(20)]
    order = [cell for apex in APEXES for cell in HILLS[apex]]
    faces = {parse_cell(name): tuple(map(int, text)) for name, text in (special or {}).items()}
    return Pyramid(
        (cell, Die(colour, faces.get(cell, (3, 2, 1))))  # type: ignore[arg-type]
        for cell, colour in zip(order, colours, strict=True)
    )


def begun(pyramid: Pyramid, players: int = 3, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}), pyramid)  # type: ignore[dict-item]


did = partial(scenes.claimed, GAME)


TWENTY = {"600": "321", "610": "412", "601": "236", "620": "623", "611": "124", "602": "451"}


def test_setup_leaves_nine_funnels_and_covers_no_face_of_another_hill() -> None:
    left = " ".join(NAMES[cell] for cell in BASE if cell not in HILL_CELLS)
    assert left == "125 152 215 224 242 251 422 512 521"
    for hill in HILLS.values():
        assert not any(cover in HILL_CELLS for cell in hill for cover in COVERS[cell] if cover not in hill)


def test_example_1_total_of_one_side() -> None:
    pyramid = hills(TWENTY)
    assert [pyramid.faces_at(cell)[0] for cell in cells("600 610 601 620 611 602")] == [3, 4, 2, 6, 1, 4]
    assert facts(pyramid, "I").totals[0] == 20
    assert facts(pyramid, "all18").totals[1] == 6 * (3 + 2 + 1)


def test_example_2_sums() -> None:
    known = Facts((), {}, (17, 23, 20, 26, 19, 21), ())

    def fits(text: str) -> list[int]:
        return [APEXES.index(apex) + 1 for apex in fitting(GAME.parse(text), known)]

    assert fits("total 20") == [3]
    assert fits("nearest 24") == [2]
    assert fits("nearest 22") == [2, 6]  # not allowed: two hills
    assert fits("total 22") == []


def test_example_3_top_die_from_below() -> None:
    assert facts(hills({"600": "623"}), "I").below[0] == 1 + 5 + 4


def test_least_and_largest_totals_of_all_outside_faces() -> None:
    """The 20 of the rule's example is no sum of 18 faces: 27 is the least, 99 the largest."""
    for hill in HILLS.values():
        shown = [[axis for axis in AXES if ABOVE[cell][axis] not in hill] for cell in hill]
        assert sum(map(len, shown)) == 18
        sums = [[sum(faces[axis] for axis in axes) for faces in ORIENTATIONS] for axes in shown]
        assert (sum(map(min, sums)), sum(map(max, sums))) == (27, 99)


def test_only_descriptions_of_exactly_one_hill_are_allowed() -> None:
    pyramid = hills(TWENTY)
    listed = descriptions(pyramid, "I", KINDS)
    for action in listed:
        assert len(fitting(action, facts(pyramid, "I"))) == 1
    texts = set(map(str, listed))
    assert {"total 20", "nearest 20"} <= texts
    assert not {"most R", "fewest R", "top_colour R", "total 18"} & texts  # two red hills, five hills of 18
    assert "nearest 19" not in texts  # 18 and 20 are as near
    assert "nearest 36" in texts  # no hill has so many, but one has most
    assert "nearest 37" not in texts  # six faces cannot show that


def test_a_right_call_scores_and_ends_the_round() -> None:
    state = did(begun(hills(TWENTY)), "total 20")
    assert (GAME.to_move(state), answer(state)) == (ANYONE, parse_cell("600"))
    state = did(state, "2: claim 600")
    assert (state.points, state.rounds, GAME.to_move(state)) == ((0, 1, 0), 1, CHANCE)
    assert GAME.moves(state) == []  # new hills are to be built


def test_a_wrong_call_is_out_and_the_round_ends_when_nobody_is_left() -> None:
    state = did(begun(hills(TWENTY)), "total 20", "2: claim 060")
    assert (GAME.moves(state, 2), len(GAME.moves(state, 1))) == ([], 6)
    with pytest.raises(IllegalMove):
        GAME.check(state, GAME.parse("claim 600"), 2)
    assert did(state, "1: claim 600").points == (1, 0, 0)
    state = did(state, "1: claim 006", "3: claim 006")
    assert (state.points, state.rounds) == ((0, 0, 0), 1)


def test_nobody_calls() -> None:
    state = did(begun(hills(TWENTY)), "total 20")
    assert (list(GAME.moves(state)), GAME.clock_s(state)) == ([CLOSE()], 60)
    assert did(state, "close").rounds == 1
    assert GAME.clock_s(did(begun(hills(TWENTY), round_limit=0), "total 20")) is None


def test_a_person_as_master_describes_but_does_not_call() -> None:
    state = begun(hills(TWENTY), gm="rotating", first_player=2)
    assert GAME.to_move(state) == 2
    state = did(state, "2: total 20")
    assert (GAME.moves(state, 2), GAME.race_order(state)) == ([], (3, 1))
    state = did(state, "1: claim 600")
    assert (state.points, state.first) == ((1, 0, 0), 3)
    fixed = did(
        begun(hills(TWENTY), gm="fixed", first_player=2, rounds=1), "2: total 20", "1: claim 060", "3: claim 060"
    )
    result = GAME.result(fixed)
    assert result is not None
    assert (fixed.first, result.winners) == (2, (1, 3))


@pytest.mark.parametrize(
    ("action", "view", "sentence"),
    [
        ("total 20", "I", "The six faces of the hill towards the orange side add up to 20."),
        ("nearest 20", "I", "Its six faces towards the orange side, added up, come nearest to 20."),
        ("most K", "I", "It has the most black dice."),
        ("fewest R", "J", "It has the fewest red dice."),
        ("top_colour G", "I", "The top die of the hill is green."),
        ("top_below 10", "I", "The three lower faces of the top die add up to 10."),
        ("total 63", "all18", "All 18 outside faces of the hill add up to 63."),
    ],
)
def test_everybody_is_told_the_description(action: str, view: str, sentence: str) -> None:
    state = begun(hills(TWENTY), gm="fixed", view=view, first_player=2)
    (which,) = GAME.facts(state, 1)
    fact, *others = GAME.facts(state._replace(description=GAME.parse(action)), 1)
    assert others == [which] and said(which, Looker(())) == "Round 1 of 10."
    assert said(fact, Looker(())) == sentence


def test_players() -> None:
    assert len(GAME.begin(1, GAME.options_from({})).points) == 1
    assert len(GAME.begin(7, GAME.options_from({"gm": "fixed", "first_player": 1})).points) == 7
    for players, gm in ((7, "program"), (1, "rotating")):
        with pytest.raises(UnknownName, match="is for"):
            GAME.begin(players, GAME.options_from({"gm": gm}))


def test_most_points_win_after_the_last_round() -> None:
    state = begun(hills(TWENTY), rounds=1)._replace(points=(0, 1, 0))
    result = GAME.result(did(state, "total 20", "3: claim 600"))
    assert (result.winners, result.scores) == ((2, 3), (0, 1, 1))


@pytest.mark.parametrize(("cell", "winners", "points"), [("060", (), 0), ("600", (1,), 1)])
def test_who_plays_alone_has_won_with_points_only(cell: str, winners: tuple[int, ...], points: int) -> None:
    result = GAME.result(did(begun(hills(TWENTY), 1, rounds=1), "total 20", f"1: claim {cell}"))
    assert (result.winners, result.scores) == (winners, (points,))


@pytest.mark.parametrize(
    ("given", "kinds"),
    [
        ({}, KINDS),
        ({"difficulty": "easy"}, ("top_colour", "most", "fewest")),
        ({"difficulty": "medium"}, ("top_colour", "most", "fewest", "total", "nearest")),
        ({"kinds": "top_below+total"}, ("total", "top_below")),
        ({"difficulty": "medium", "kinds": "top_below+total"}, ("total",)),
    ],
)
def test_difficulties_and_kinds(given: dict[str, object], kinds: tuple[str, ...]) -> None:
    options = GAME.options_from(given)  # type: ignore[arg-type]
    assert agreed_kinds(options) == kinds
    state = GAME.begin(2, options)
    state = GAME.play(state, GAME.draw(state, Random(0)), CHANCE)
    state = GAME.play(state, GAME.draw(state, Random(0)), CHANCE)
    assert {move.verb for move in GAME.moves(state)} <= set(kinds)
    assert sum(GAME.weights(state)) == pytest.approx(len({move.verb for move in GAME.moves(state)}))


def test_impossible_agreements_are_refused() -> None:
    with pytest.raises(IllegalMove, match="none of them is easy"):
        GAME.begin(2, GAME.options_from({"difficulty": "easy", "kinds": "total"}))
    with pytest.raises(UnknownName, match="joined by"):
        GAME.options_from({"kinds": "size"})


def test_impossible_hills_are_refused() -> None:
    state = GAME.begin(2, GAME.options_from({"first_player": 1}))
    GAME.check(state, GAME.draw(state, Random(5)), CHANCE)
    full = hills(TWENTY)
    for pyramid, why in (
        (parse_position("R800:321"), "six hills"),
        (Pyramid((cell, Die("R", (3, 2, 1))) for cell in HILL_CELLS), "the box has 20"),
        (Pyramid((cell, Die(die.colour)) for cell, die in full), "orientation"),
    ):
        with pytest.raises(IllegalMove, match=why):
            GAME.check(state, FILL(pyramid), CHANCE)
    with pytest.raises(IllegalMove, match="no hill can be described"):
        begun(hills(), kinds="top_below")


def test_hint_and_computer_players() -> None:
    state = did(begun(hills(TWENTY), bot_error=0, bot_spread=0), "total 20")
    assert [str(move) for move in GAME.moves(state, 1) if GAME.worth(state, move, 1) > 0] == ["claim 600"]
    guesses = [GAME.guess(state, 1, Random(seed)) for seed in range(60)]
    assert {str(guess[1]) for guess in guesses if guess} == {"claim 600"}
    assert {round(guess[0]) for guess in guesses if guess} == {2, 4, 6, 8, 10, 12}
    hasty = did(begun(hills(TWENTY), bot_error=0.5), "total 20")
    wild = [GAME.guess(hasty, 1, Random(seed)) for seed in range(60)]
    assert len({str(guess[1]) for guess in wild if guess}) == 6
    assert None not in wild
    assert GAME.guess(state._replace(out=frozenset({1})), 1, Random(0)) is None


def test_before_the_first_hills_stand_it_is_told_what_there_is_to_come() -> None:
    state = GAME.start(2, GAME.options_from({"first_player": 1}))
    assert GAME.goal_line(state, 1).text.startswith("Six hills will stand here")
    assert GAME.goal_line(state._replace(is_built=True), 1).text == GAME.goal
    assert GAME.goal_line(state._replace(rounds=1), 1).text == GAME.goal
