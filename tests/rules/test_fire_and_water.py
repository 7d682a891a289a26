"""Worked examples of game 30."""

from __future__ import annotations

import pytest

from skill.app.play.said.words import Looker, said
from skill.errors import IllegalMove
from skill.lattice.cells import BASE, CELLS, NAMES, closure, in_mask, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PASS, PLACE, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.games.fire_and_water import GAME, State


def begin(position: str, players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def barred(state: State, colour: str) -> set[str]:
    """The funnels into which no die of `colour` may go."""
    allowed = {NAMES[move[2]] for move in GAME.moves(state) if move[1] == colour}
    return {NAMES[c] for c in state.pyramid.funnels()} - allowed


def test_example_1_green_beside_red_on_the_plate() -> None:
    state = begin("R422")
    assert barred(state, "G") == {"512", "521", "431", "413", "332", "323"}
    assert not barred(state, "R")
    assert PLACE("G", parse_cell("242"), None) in GAME.moves(state)


def test_example_2_green_may_not_lie_on_red() -> None:
    state = begin("R422 K332 K323 G242")
    assert "322" in barred(state, "G")
    assert "322" not in barred(state, "R")


@pytest.mark.parametrize("red", ["322", "232", "223", "332", "323", "233", "132", "123", "312", "321", "213", "231"])
def test_example_3_what_touches_222(red: str) -> None:
    cell, foe = parse_cell("222"), parse_cell(red)
    below = closure(cell, 0) & ~(1 << cell) | closure(foe, 0)
    state = begin(str(Pyramid((c, Die("R" if c == foe else "K")) for c in in_mask(below))))
    assert "222" in barred(state, "G")
    assert "222" not in barred(state, "R")


@pytest.mark.parametrize(("touch", "is_barred"), [("edge", False), ("corner", True)])
def test_corners_touch_only_where_agreed(touch: str, is_barred: bool) -> None:
    cell, foe = parse_cell("222"), parse_cell("313")
    below = closure(cell, 0) & ~(1 << cell) | closure(foe, 0)
    position = Pyramid((c, Die("R" if c == foe else "K")) for c in in_mask(below))
    assert ("222" in barred(begin(str(position), touch=touch), "G")) == is_barred


def test_example_4_whole_game() -> None:
    state = GAME.begin(3, GAME.options_from({"first_player": 1}))
    turns = 0
    while GAME.to_move(state) is not None:
        first = min(GAME.moves(state), key=lambda move: ("RGK".index(move[1]), NAMES[move[2]]))
        state = GAME.play(state, first)
        turns += 1
    assert turns == len(state.pyramid) == 107
    assert len(state.pyramid.cells_of("K")) == 20
    assert state.stocks == ((0, 2), (0, 0), (0, 1))
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((2,), (2, 0, 1))


def test_black_only_when_forced_and_then_it_must_be_placed() -> None:
    red_only = begin("R422")._replace(stocks=((1, 0), (3, 3), (3, 3)))
    assert {move[1] for move in GAME.moves(red_only)} == {"R"}
    barred_everywhere = red_only._replace(stocks=((0, 1), (3, 3), (3, 3)), barred=(0, sum(1 << c for c in CELLS)))
    assert GAME.moves(barred_everywhere) == [PLACE("K", c, None) for c in barred_everywhere.pyramid.funnels()]
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(red_only, PLACE("K", BASE[0], None), 1)
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(red_only, PASS(), 1)


def test_without_black_all_pass_and_the_fewest_left_share() -> None:
    stuck = begin("R422")._replace(stocks=((0, 2), (0, 1), (0, 1)), black=0, barred=(0, sum(1 << c for c in CELLS)))
    for seat in (1, 2, 3):
        assert GAME.moves(stuck) == [PASS()]
        GAME.check(stuck, PASS(), seat)
        stuck = GAME.play(stuck, PASS())
    result = GAME.result(stuck)
    assert (result.winners, result.scores) == ((2, 3), (2, 1, 1))


@pytest.mark.parametrize(("players", "each"), [(2, 24), (3, 15), (4, 12), (5, 9), (6, 8)])
def test_stocks_by_number_of_players(players: int, each: int) -> None:
    state = GAME.begin(players, GAME.options_from({"first_player": 1}))
    assert state.stocks == ((each, each),) * players
    assert GAME.unplaced(state).total() == 2 * each * players + 90


def test_position_with_another_colour_is_refused() -> None:
    with pytest.raises(IllegalMove, match="red, green and black"):
        begin("B422")


def test_a_position_with_more_than_ninety_black_dice_is_refused() -> None:
    with pytest.raises(IllegalMove, match="has 90 black dice"):
        begin(str(Pyramid((cell, Die("K")) for cell in CELLS[:91])))


def test_it_is_told_how_many_funnels_a_colour_closes() -> None:
    state = GAME.start(2, GAME.options_from({"first_player": "1"}))
    told = {action: said(fact, Looker(())) for action in GAME.moves(state) if (fact := GAME.offered(state, action))}
    assert told[GAME.parse("place R800")] == "Red: closes 2 more funnels to green"
    assert told[GAME.parse("place G440")] == "Green: closes 4 more funnels to red"
    after = GAME.play(state, GAME.parse("place R800"), 1)
    assert said(GAME.offered(after, GAME.parse("place R710")), Looker(())) == "Red: closes 2 more funnels to green"


def test_what_only_one_colour_fits_in_is_told_only_while_the_seat_has_both() -> None:
    state = begin("R422 G242")
    only = GAME.only_for(state, 1)
    assert {NAMES[cell] for cell, colour in only.items() if colour == "R"} == barred(state, "G") - barred(state, "R")
    assert {NAMES[cell] for cell, colour in only.items() if colour == "G"} == barred(state, "R") - barred(state, "G")
    neither = {NAMES[cell] for cell in GAME.labels(state, 1)}
    assert neither == barred(state, "R") & barred(state, "G")
    no_red = state._replace(stocks=((0, 3), *state.stocks[1:]))
    assert not GAME.only_for(no_red, 1)
    assert {NAMES[cell] for cell in GAME.labels(no_red, 1)} == barred(state, "G")


def test_that_one_must_set_black_is_the_rule_that_decides_then() -> None:
    state = begin("R422")
    usual, closed = GAME.deciding_rule(state, {"place"}), (0, sum(1 << c for c in CELLS))
    forced = GAME.deciding_rule(state._replace(stocks=((0, 1), (3, 3), (3, 3)), barred=closed), {"place"})
    assert usual and forced and usual.text.startswith("Choose a funnel") and "must set black, in any" in forced.text


def test_the_first_funnel_on_three_dice_is_pointed_out_once() -> None:
    state, found = begin("R422 R332"), []
    for move in ("place R323", "place R242", "place R233"):
        after = GAME.play(state, GAME.parse(move), state.seat)
        notes = GAME.notes(state, GAME.parse(move), state.seat, after)
        found.append([note.cells for note in notes if "three dice" in str(note.text)])
        state = after
    assert found == [[(parse_cell("322"),)], [], []] and len(state.pyramid.funnels()) > 1
