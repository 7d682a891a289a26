"""Worked examples of game 21."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, CELLS, LEVELS, NAMES, SUPPORTS, parse_cell
from skill.lattice.dice import Colour, Die
from skill.lattice.notation import PLACE, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.acquire import COLOURS, GAME, State


def base_with(**supports: str) -> Pyramid:
    """A full plate of 15 dice of each colour with the named funnels, such as `c700`, over the given colours."""
    fixed: dict[int, Colour] = {}
    for name, colours in supports.items():
        fixed.update(zip(SUPPORTS[parse_cell(name[1:])], colours, strict=True))
    rest = [colour for colour in COLOURS for _ in range(15 - list(fixed.values()).count(colour))]
    others = [cell for cell in BASE if cell not in fixed]
    return Pyramid((cell, Die(colour)) for cell, colour in [*fixed.items(), *zip(others, rest, strict=True)])


def begun(position: Pyramid | None = None, **given: object) -> State:
    return GAME.begin(3, GAME.options_from({"first_player": 1, **given}), position)  # type: ignore[arg-type]


def played(state: State, text: str) -> State:
    action = GAME.parse(text)
    GAME.check(state, action, GAME.to_move(state))
    return GAME.play(state, action)


def in_order(stop: int | None = None, **given: object) -> State:
    """Every player always takes the smallest cell number."""
    state = begun(**given)
    for cell in CELLS[:stop]:
        if GAME.to_move(state) is None:
            return state
        state = GAME.play(state, PLACE(COLOURS[state.seat - 1], cell, None))
    return state


def test_example_1_settlements_on_the_first_level() -> None:
    state = begun(base_with(c700="GGG", c070="GRK", c007="RRG"))
    assert GAME.scores(state) == (40, 40, 40)
    state = played(state, "place R700")
    assert GAME.scores(state) == (47, 32, 40)
    state = played(state, "place G070")
    assert GAME.scores(state) == (48, 29, 41)
    state = played(state, "place K007")
    assert GAME.scores(state) == (44, 27, 46)


def test_example_2_a_debtor_gives_one_die_to_each_in_turn_and_is_out() -> None:
    state = begun(base_with(c700="RRR"))._replace(stocks=((5, 0, 0), (0, 40, 0), (0, 0, 40)))
    state = played(state, "place R700")
    assert GAME.scores(state) == (0, 42, 42)
    assert state.gone == (46, 0, 0)
    assert GAME.to_move(state) == 2
    state = played(state, "place G610")
    assert GAME.to_move(state) == 3
    state = played(state, "place K601")
    assert GAME.to_move(state) == 2


def test_an_odd_last_die_goes_to_the_left_neighbour() -> None:
    state = begun(base_with(c700="RRR"))._replace(stocks=((4, 0, 0), (0, 40, 0), (0, 0, 40)))
    assert GAME.scores(played(state, "place R700")) == (0, 42, 41)


def test_with_the_last_die_one_may_collect_and_stay_in() -> None:
    state = begun(base_with(c700="GGG"))._replace(stocks=((1, 0, 0), (0, 40, 0), (0, 0, 40)))
    assert GAME.scores(played(state, "place R700")) == (8, 32, 40)


def test_a_player_who_is_out_neither_pays_nor_is_paid() -> None:
    pyramid = base_with(c700="GGG", c070="RRR")
    state = begun(pyramid)._replace(stocks=((40, 0, 0), (0, 0, 0), (0, 0, 40)), gone=(0, 45, 0))
    assert GAME.scores(played(state, "place R700")) == (39, 0, 40)
    assert GAME.scores(played(state, "place R070")) == (35, 0, 44)


@pytest.mark.parametrize(
    ("supports", "table", "scores"),
    [
        ("RRR", "english", (31, 44, 44)),
        ("RRR", "french", (33, 43, 43)),
        ("RGR", "english", (35, 44, 40)),
        ("RGK", "english", (37, 41, 41)),
        ("RKK", "english", (37, 40, 42)),
        ("KKK", "english", (47, 40, 32)),
        ("KGK", "english", (45, 38, 36)),
        ("KGK", "french", (44, 39, 36)),
    ],
)
def test_the_tables(supports: str, table: str, scores: tuple[int, ...]) -> None:
    state = begun(base_with(c700=supports), table=table)
    assert GAME.scores(played(state, "place R700")) == scores


def test_example_3_first_settlement_and_the_basic_game() -> None:
    state = in_order(46)
    assert [NAMES[cell] for cell in SUPPORTS[CELLS[45]]] == ["107", "017", "008"]
    assert GAME.scores(state) == (35, 44, 40)
    state = in_order()
    assert state.gone == (150, 143, 0)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((3,), (0, 0, 15))
    assert result.reason == "Dice left count; the most win."


def test_example_3_with_sixty_dice_the_pyramid_is_completed() -> None:
    state = in_order(stock=60)
    assert state.pyramid.is_complete
    assert state.gone == (0, 150, 0)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((3,), (2, 0, 13))


def test_a_level_is_begun_when_the_one_below_is_full() -> None:
    full = base_with(c700="RGK")
    with pytest.raises(IllegalMove):
        GAME.check(begun(full.remove(BASE[0])), GAME.parse("place R700"), 1)
    assert len(GAME.moves(begun(full))) == len(LEVELS[1])
    with pytest.raises(IllegalMove, match="level"):
        begun(parse_position("R800 G710 K701 R700"))


def test_dice_that_keep_their_colour() -> None:
    state = begun(base_with(c700="GGG", c070="GGG"), dice="as_is")
    state = played(state, "place R700")
    assert state.stocks == ((39, 8, 0), (0, 32, 0), (0, 0, 40))
    assert {move[1] for move in GAME.moves(state._replace(seat=1))} == {"R", "G"}
    state = played(state._replace(seat=1), "place G070")
    assert state.stocks == ((39, 15, 0), (0, 24, 0), (0, 0, 40))
    assert str(state.pyramid[parse_cell("070")]) == "G"


def test_own_colour_is_paid_first_then_the_left_neighbours() -> None:
    state = begun(base_with(c700="KKK"), dice="as_is")._replace(stocks=((40, 0, 0), (0, 40, 0), (4, 3, 5)))
    assert played(state, "place R700").stocks == ((42, 0, 5), (0, 40, 0), (1, 3, 0))


def test_position_with_more_dice_than_the_stock_is_refused() -> None:
    with pytest.raises(IllegalMove, match="54 at most"):
        begun(Pyramid((cell, Die("R")) for cell in CELLS[:60]))
