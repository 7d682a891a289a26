"""Worked examples of game 31."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import (
    CELLS,
    COORDS,
    LEVELS,
    NAMES,
    Cell,
    cells,
    closure,
    contact_cells,
    in_mask,
    mask_of,
    parse_cell,
)
from skill.lattice.dice import Die
from skill.lattice.notation import PASS, PLACE, REROLL, ROLL, STOP
from skill.lattice.pyramid import Pyramid
from skill.rules.games.squeeze_play import GAME as SQUEEZE_PLAY
from skill.rules.games.squeezing import GAME
from skill.rules.shared.connected_sets import CONES, connected_sets
from skill.rules.shared.squeeze import SqueezeGame, State


def started(apex: str = "322", **given: object) -> State:
    """Seat 1 has rolled 4 and built its start; seat 2 is to roll."""
    state = GAME.play(GAME.begin(3, GAME.options_from({"first_player": 1, **given})), ROLL(4))  # type: ignore[dict-item]
    return placed(state, *(NAMES[c] for c in in_mask(CONES[parse_cell(apex)])))


def placed(state: State, *names: str) -> State:
    for cell in cells(" ".join(names)):
        action = PLACE(GAME.seat_colours[state.seat - 1], cell, None)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def rolled(state: State, roll: int) -> State:
    return GAME.play(state, ROLL(roll))


def owned(seats: dict[str, str], to_roll: int = 1, **given: object) -> State:
    """A position from cells by colour; what is needed below them and named nowhere is black."""
    named = {cell: colour for colour, names in seats.items() for cell in cells(names)}
    everything = 0
    for cell in named:
        everything |= closure(cell, 0)
    position = Pyramid((c, Die(named.get(c, "K"))) for c in in_mask(everything))
    return GAME.begin(3, GAME.options_from({"first_player": to_roll, **given}), position)  # type: ignore[dict-item]


def named(sets: tuple[int, ...]) -> set[frozenset[str]]:
    return {frozenset(NAMES[c] for c in in_mask(s)) for s in sets}


def groups(text: str) -> set[frozenset[str]]:
    return {frozenset(group.split(",")) for group in text.split()}


def test_example_1_first_build_beside_322() -> None:
    sets = {roll: rolled(started(), roll).sets for roll in range(1, 7)}
    assert named(sets[3]) == groups(
        "223,224,233 232,233,242 313,314,413 331,341,431 412,413,512 421,431,521",
    )
    assert named(sets[5]) == groups("223,224,232,233,242 313,314,412,413,512 331,341,421,431,521")
    assert len(sets[6]) == 21
    for roll in (1, 2, 4):
        assert not sets[roll]
        assert GAME.moves(rolled(started(), roll)) == [PASS()]


@pytest.mark.parametrize("apex", LEVELS[1], ids=NAMES.__getitem__)
def test_newcomer_builds_with_3_5_and_6_beside_every_start(apex: Cell) -> None:
    able = [roll for roll in range(1, 7) if rolled(started(NAMES[apex]), roll).sets]
    assert able == [3, 5, 6]


def test_protection_forbids_one_of_five_sixes_beside_a_corner_start_and_nothing_else() -> None:
    forbidden = []
    for apex in LEVELS[1]:
        state = started(NAMES[apex])
        occupied = state.pyramid.mask
        for roll in range(1, 7):
            free = connected_sets(contact_cells(occupied, occupied), occupied, roll)
            allowed = rolled(state, roll).sets
            assert set(allowed) <= set(free)
            if len(allowed) != len(free):
                forbidden.append((NAMES[apex], roll, len(free) - len(allowed), len(free)))
    assert forbidden == [("007", 6, 1, 5), ("070", 6, 1, 5), ("700", 6, 1, 5)]


def test_protection_ends_when_the_starter_builds_again() -> None:
    state = started("700")
    assert state.protected == CONES[parse_cell("700")]
    state = GAME.play(GAME.play(rolled(state, 1), PASS()), ROLL(1))
    state = GAME.play(state, PASS())
    sets = rolled(state, 3)
    for cell in in_mask(sets.sets[0]):
        sets = GAME.play(sets, PLACE("R", cell, None))
    assert sets.protected == 0


def test_on_the_empty_plate_only_a_small_pyramid_stands_linked_by_faces() -> None:
    everywhere = mask_of(CELLS)
    assert [len(connected_sets(everywhere, 0, size)) for size in range(2, 7)] == [0, 0, 36, 0, 0]


def test_example_2_the_edge_of_a_pyramid_is_a_row_of_four_and_its_bonus_lapses() -> None:
    edge = mask_of(cells("221 222 223 224"))
    seats = {
        "R": "322",
        "K": " ".join(NAMES[c] for c in in_mask(CONES[parse_cell("221")] & ~edge) if NAMES[c] != "322"),
    }
    state = owned(seats)
    assert len(state.pyramid) == 16
    state = rolled(state, 4)
    assert named(state.sets) >= groups("221,222,223,224")
    after = placed(state, "224", "223", "222", "221")
    assert (after.phase, after.seat) == ("roll", 2)


def test_example_3_squeezed() -> None:
    state = owned({"R": "322", "G": "222 312 321"})
    assert state.phase == "squeezed"
    assert GAME.moves(state) == [PASS()]
    assert GAME.play(state, PASS()).seat == 2


def bonus_state(**given: object) -> State:
    """Seat 1 may build a row of four along axis I, 800 to 500; all else from i = 5 outwards is filled."""
    row = ("800", "700", "600", "500")
    standing = [NAMES[c] for c in CELLS if COORDS[c][0] >= 5 and NAMES[c] not in row]
    return rolled(owned({"K": " ".join([*standing, "431", "422"]), "R": "710 521"}, **given), 4)


def test_row_of_four_earns_one_die_which_may_be_declined() -> None:
    state = placed(bonus_state(), "800", "700", "600", "500")
    assert state.phase == "bonus"
    assert STOP() in GAME.moves(state)
    after = GAME.play(state, STOP())
    assert (after.seat, after.stocks[0]) == (2, 49)
    assert placed(state, "421").stocks[0] == 48


def test_column_all_wants_every_die_in_the_row() -> None:
    row = mask_of(cells("800 700 600 500"))
    state = bonus_state()
    five = state._replace(built=row | 1 << parse_cell("421"))
    assert GAME.row_length(five) == 4
    strict = bonus_state(column="all")
    assert GAME.row_length(strict._replace(built=row | 1 << parse_cell("421"))) == 0
    assert GAME.row_length(strict._replace(built=row)) == 4


def with_stock(state: State, left: int) -> State:
    """Seat 1 as if all but `left` of its dice were used: far away, where they do not matter."""
    spare = [c for c in CELLS if c not in state.pyramid][-55:]
    used = state.groups[0] | mask_of(spare[: 55 - left - state.groups[0].bit_count()])
    return state._replace(groups=(used, *state.groups[1:]))


def test_finish() -> None:
    for finish, expected in (("at_most", 2), ("exact", 0)):
        state = with_stock(owned({"R": "322"}, finish=finish), 2)
        assert GAME.dice_to_build(state, 5) == expected
        assert GAME.dice_to_build(state, 2) == 2


def test_last_die_wins_at_once() -> None:
    state = with_stock(owned({"R": "322 422 332 323"}), 3)
    state = rolled(state, 6)
    assert {s.bit_count() for s in state.sets} == {3}
    for cell in in_mask(state.sets[0]):
        state = GAME.play(state, PLACE("R", cell, None))
    result = GAME.result(state)
    assert result.winners == (1,)
    assert result.scores[0] == 0


def test_reroll_of_a_one() -> None:
    assert REROLL() not in GAME.moves(rolled(started(), 1))
    state = rolled(started(reroll_one="on"), 1)
    assert GAME.moves(state) == [PASS(), REROLL()]
    again = GAME.play(state, REROLL())
    assert (again.phase, again.seat) == ("roll", 2)
    assert REROLL() not in GAME.moves(rolled(again, 3))


def test_twenty_rounds_without_a_die_end_the_game() -> None:
    state = started()
    for turn in range(60):
        assert GAME.result(state) is None, turn
        # seats 2 and 3 cannot build with a 1; the starter is held back by a stock that the roll exceeds
        state = GAME.play(rolled(state, 1)._replace(sets=()), PASS())
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (51, 55, 55))


def test_who_rolls_four_starts() -> None:
    state = GAME.begin(3, GAME.options_from({"first_player": 3}))
    state = rolled(rolled(state, 6), 4)
    assert (state.phase, state.seat, len(state.sets)) == ("found", 1, 36)


def test_placing_outside_every_group_is_refused() -> None:
    state = rolled(started(), 3)
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PLACE("G", parse_cell("800"), None), 2)
    with pytest.raises(IllegalMove, match="not legal"):
        GAME.check(state, PASS(), 2)


@pytest.mark.parametrize("game", [GAME, SQUEEZE_PLAY], ids=lambda game: game.slug)
@pytest.mark.parametrize("owner", [1, 2, 3])
def test_a_position_in_which_somebody_has_used_up_the_dice_is_over(game: SqueezeGame, owner: int) -> None:
    options, (other, *_) = game.options_from({}), [c for c in game.seat_colours if c != game.seat_colours[owner - 1]]
    for used, is_over in ((54, False), (55, True)):
        heap = Pyramid((c, Die(game.seat_colours[owner - 1] if n < used else other)) for n, c in enumerate(CELLS[:60]))
        state = game.begin(3, options, heap)
        result = game.result(state)
        assert (result is not None) == (game.to_move(state) is None) == is_over
        assert result is None or (result.winners == (owner,) and result.scores[owner - 1] == 0)


def test_position_with_too_many_dice_or_other_colours_is_refused() -> None:
    options = GAME.options_from({})
    with pytest.raises(IllegalMove, match="up to 55 dice"):
        GAME.begin(3, options, Pyramid((c, Die("R")) for c in CELLS[:56]))
    with pytest.raises(IllegalMove, match="up to 55 dice"):
        GAME.begin(3, options, Pyramid([(0, Die("Y"))]))
