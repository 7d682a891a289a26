"""Worked examples of games 44 and A4."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import CELLS, COORDS, NAMES, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import FILL, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE
from skill.rules.games.cui_bono import GAME as KOSMOS_GAME
from skill.rules.games.cui_bono import OVERRUN, returns
from skill.rules.games.cui_bono_abacus import GAME as ABACUS_GAME
from tests.rules.playouts import playout


def begun(position: str, game: Any = KOSMOS_GAME, players: int = 2, **options: object) -> Any:
    return game.begin(players, game.options_from({"first_player": 1, **options}), parse_position(position))


def act(state: Any, *texts: str, game: Any = KOSMOS_GAME) -> Any:
    for text in texts:
        action = game.parse(text)
        turn = game.to_move(state)
        game.check(state, action, state.seat if turn is ANYONE else turn)
        state = game.play(state, action)
    return state


def legal(state: Any, game: Any = KOSMOS_GAME) -> str:
    return ", ".join(map(str, game.moves(state)))


# -- game 44


def test_example_1_an_edge_would_be_all_red() -> None:
    state = act(begun("R800 G710 K701 R700"), "slide 800")
    assert str(state.pyramid) == "K701 G710 R800"
    assert legal(state) == "keep"
    assert act(state, "keep").kept == (("R",), ())
    assert KOSMOS_GAME.scores(act(state, "keep")) == (3, 0)


def test_example_2_funnel_of_another_colour() -> None:
    state = act(begun("R800 G710 G701 G700"), "slide 800")
    assert legal(state) == "place R700, keep"
    assert str(act(state, "place R700").pyramid) == "G701 G710 G800 R700"


TEN = "R700 G610 K601 {} G710 K701 R620 G611 K602"  # the small pyramid of 10 without its apex; {} is 800


@pytest.mark.parametrize(("corner", "allowed"), [("G800", True), ("R800", False)])
def test_example_3_rows_under_a_funnel_of_three_colours(corner: str, allowed: bool) -> None:
    """Red comes from elsewhere: a lone red die on the plate."""
    state = act(begun(TEN.format(corner) + " R008"), "slide 008")
    assert ("place R600" in legal(state)) == allowed


@pytest.mark.parametrize(
    ("row_rule", "beside", "allowed"),
    [
        ("edge_row", "", False),
        ("edge_row", "G512 G611 G511", True),
        ("edge_row", "G530 G620 G520", True),
        ("any_row", "G512 G611 G511", False),
    ],
)
def test_example_4_an_edge_has_its_bottom_die_bare_beside_it(row_rule: str, beside: str, allowed: bool) -> None:
    state = act(begun(f"R521 G431 K422 R008 {beside}", row_rule=row_rule), "slide 008")
    assert ("place R421" in legal(state)) == allowed


def test_two_coloured_and_plate_funnels_take_nothing_back() -> None:
    assert legal(act(begun("R800 R710 G701 K008"), "slide 008")) == "keep"


def test_own_colour_below_takes_nothing_back() -> None:
    assert legal(act(begun("R800 R710 R701 R008"), "slide 008")) == "keep"


@pytest.mark.parametrize("row_rule", ["edge_row", "any_row"])
def test_no_position_comes_back(row_rule: str) -> None:
    """Players who return whenever they can: what rule C refuses is just what has stood at the end of any turn."""
    refused = 0
    for seed in range(6):
        rng = Random(seed)
        state = KOSMOS_GAME.begin(3, KOSMOS_GAME.options_from({"first_player": 1, "row_rule": row_rule}))
        state = KOSMOS_GAME.play(state, KOSMOS_GAME.draw(state, rng))
        ever = {state.pyramid}
        while KOSMOS_GAME.to_move(state) is not None:
            moves = KOSMOS_GAME.moves(state)
            if state.hand is None:
                held = [KOSMOS_GAME.play(state, move) for move in moves]
                state = rng.choice([after for after in held if after.returns] or held)
                without_c = returns(state._replace(stood=frozenset()))
                again = [cell for cell in without_c if state.pyramid.put(cell, Die(state.hand)) in ever]
                assert sorted({*state.returns, *again}) == sorted(without_c)
                assert not set(state.returns) & set(again)
                refused += len(again)
            else:
                state = KOSMOS_GAME.play(state, moves[0])
                assert state.pyramid not in ever
                ever.add(state.pyramid)
    assert refused > 0


def test_keeping_forgets_positions_that_cannot_come_again() -> None:
    state = act(begun("R800 G710 G701 G700"), "slide 800", "place R700")
    assert len(state.stood) == 2
    state = act(state, "slide 710", "keep")
    assert state.stood == {state.pyramid}


def test_end_ties_and_penalties() -> None:
    state = act(begun("R800 G080 K008 K440"), "slide 800", "keep", "slide 080", "keep", "slide 008", "keep")
    assert KOSMOS_GAME.result(state) is None
    result = KOSMOS_GAME.result(act(state, "slide 440", "keep"))
    assert (result.scores, result.winners) == ((5, 3), (2,))
    few = act(begun("R800 G080 K440", green=1), "slide 800", "keep", "slide 080", "keep")
    assert KOSMOS_GAME.scores(few) == (3, 1)
    state = act(begun("R800 G080 K008", black=2, red=0, green=2), "slide 800", "keep", "slide 080", "keep")
    result = KOSMOS_GAME.result(act(state, "slide 008", "keep"))
    assert (result.scores, result.winners) == ((2, 2), (2,))  # two dice against one
    state = act(begun("G800 G080"), "slide 800", "keep", "slide 080", "keep")
    result = KOSMOS_GAME.result(state)
    assert result.winners == (1, 2)


def test_time_for_thinking() -> None:
    state = begun("R800 G710 G701 G700", players=3, think_time_s=20)
    assert KOSMOS_GAME.to_move(state) is ANYONE
    assert KOSMOS_GAME.clock_s(state) == 20
    assert [len(KOSMOS_GAME.moves(state, seat)) for seat in (1, 2, 3, None)] == [3, 0, 0, 1]
    state = KOSMOS_GAME.play(KOSMOS_GAME.play(state, KOSMOS_GAME.moves(state, 1)[0], 1), OVERRUN(), CHANCE)
    assert (state.seat, state.is_out, state.kept[0]) == (2, (True, False, False), ("G",))
    state = KOSMOS_GAME.play(state, KOSMOS_GAME.moves(state, 2)[0], 2)
    state = KOSMOS_GAME.play(state, KOSMOS_GAME.moves(state, 2)[-1], 2)
    state = KOSMOS_GAME.play(state, OVERRUN(), CHANCE)
    result = KOSMOS_GAME.result(state)
    assert result.winners == (2,)  # the last one left, whatever his penalty
    assert KOSMOS_GAME.clock_s(begun("R800")) is None


def test_an_overrun_ranks_last_even_with_the_least_penalty() -> None:
    state = begun("R800 R080 R008", players=3, think_time_s=20)
    state = KOSMOS_GAME.play(state, OVERRUN(), CHANCE)
    for _ in range(3):
        state = KOSMOS_GAME.play(state, KOSMOS_GAME.moves(state, state.seat)[0], state.seat)
        state = KOSMOS_GAME.play(state, KOSMOS_GAME.moves(state, state.seat)[-1], state.seat)
    result = KOSMOS_GAME.result(state)
    assert (result.scores, result.winners) == ((0, 6, 3), (3,))


# -- game A4


def test_abacus_example_1_the_complete_pyramid() -> None:
    colours = [colour for colour in "RYP" for _ in range(55)]
    full = Pyramid((cell, Die(colour)) for cell, colour in zip(CELLS, Random(1).sample(colours, 165), strict=True))
    state = ABACUS_GAME.begin(2, ABACUS_GAME.options_from({"first_player": 1}), full)
    assert legal(state, ABACUS_GAME) == "slide 008, slide 080, slide 800"
    after = act(state, "slide 800", game=ABACUS_GAME).pyramid
    assert [after[parse_cell(f"{n}00")] for n in range(1, 9)] == [full[parse_cell(f"{n}00")] for n in range(8)]
    assert [NAMES[cell] for cell in after.funnels()] == ["000"]


def test_abacus_example_2() -> None:
    state = begun("R800 Y710 Y701 Y700", ABACUS_GAME)
    assert legal(state, ABACUS_GAME) == "slide 701, slide 710, slide 800"
    state = act(state, "slide 800", game=ABACUS_GAME)
    assert legal(state, ABACUS_GAME) == "place R700, keep"
    assert ABACUS_GAME.scores(act(state, "keep", game=ABACUS_GAME)) == (3, 0)


def test_abacus_example_3() -> None:
    state = act(begun("R800 Y710 P701 R700", ABACUS_GAME), "slide 800", game=ABACUS_GAME)
    assert legal(state, ABACUS_GAME) == "keep"


@pytest.mark.parametrize(("middle", "expected"), [("Y", "place R600, keep"), ("R", "keep")])
def test_abacus_example_4(middle: str, expected: str) -> None:
    heap = f"R800 {middle}700 R600 Y610 P601 P620 P611 P602 P710 P701"
    state = begun(heap, ABACUS_GAME)
    assert legal(state, ABACUS_GAME) == "slide 602, slide 620, slide 800"
    assert legal(act(state, "slide 800", game=ABACUS_GAME), ABACUS_GAME) == expected


def test_any_row_never_uses_a_funnel_of_three_base_dice_in_three_colours() -> None:
    state = act(begun("R521 Y431 P422 R512 R611 R511 R008", ABACUS_GAME), "slide 008", game=ABACUS_GAME)
    assert legal(state, ABACUS_GAME) == "keep"
    edges = act(
        begun("R521 Y431 P422 R512 R611 R511 R008", ABACUS_GAME, row_rule="edge_row"), "slide 008", game=ABACUS_GAME
    )
    assert legal(edges, ABACUS_GAME) == "place R421, keep"


@pytest.mark.parametrize(("players", "most"), [(2, 10), (4, 10), (5, 7), (6, 7)])
def test_abacus_ends_with_the_tenth_or_seventh_die(players: int, most: int) -> None:
    for seed in range(5):
        *_, (state, _, _) = playout(ABACUS_GAME, seed, players)
        dice = sorted(map(len, state.kept))
        assert dice[-1] == most > dice[-2]


# -- both


@pytest.mark.parametrize("game", [KOSMOS_GAME, ABACUS_GAME])
def test_only_dice_that_cover_nothing_much_may_be_pulled(game: Any) -> None:
    for seed in range(3):
        for state, _, _ in playout(game, seed, 3):
            if isinstance(game.to_move(state), int) and state.hand is None:
                cells = [move[1] for move in game.moves(state)]
                assert cells
                largest = max(COORDS[cell][0] for cell, _ in state.pyramid if sum(COORDS[cell]) == 8)
                assert any(COORDS[cell][0] == largest for cell in cells)


def test_illegal_actions_and_positions_are_refused() -> None:
    state = begun("R800 G710 G701 G700")
    for text in ("slide 700", "slide 080", "keep", "place R700"):
        with pytest.raises(IllegalMove):
            act(state, text)
    with pytest.raises(IllegalMove):
        act(state, "slide 800", "place G700")
    for position in ("B800", "R800:321"):
        with pytest.raises(IllegalMove):
            begun(position)
    start = KOSMOS_GAME.begin(2, KOSMOS_GAME.options_from({}))
    for wrong in (parse_position("R800"), Pyramid((cell, Die("RGK"[cell < 50])) for cell in CELLS)):
        with pytest.raises(IllegalMove):
            KOSMOS_GAME.check(start, FILL(wrong), CHANCE)


def test_a_view_hides_covered_dice_and_keeps_what_is_legal() -> None:
    for game in (KOSMOS_GAME, ABACUS_GAME):
        for state, by, _ in playout(game, 2, 2):
            if isinstance(by, int):
                view = game.view(state, by)
                assert all(view.pyramid.is_visible(cell) != (die.colour == "?") for cell, die in view.pyramid)
                assert list(game.moves(view)) == list(game.moves(state))


@pytest.mark.parametrize("game", [KOSMOS_GAME, ABACUS_GAME])
def test_everybody_sees_how_many_dice_each_has_kept(game: Any) -> None:
    """Of equal penalties the fewer win."""
    state = next(s for s, _, _ in playout(game, 4, 3) if getattr(s, "kept", None) and sum(map(len, s.kept)) > 5)
    counts = [fact.values["count"] for fact in game.facts(game.view(state, 2), 2)]
    assert counts == [len(dice) for dice in state.kept]
