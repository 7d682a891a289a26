"""Worked examples of game A1; what it shares with game 31 is tested there."""

from __future__ import annotations

import pytest

from skill.lattice.cells import BASE, COORDS, NAMES, cells, closure, in_mask, mask_of, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import PASS, PLACE, ROLL, STOP
from skill.lattice.pyramid import Pyramid
from skill.rules.games.squeeze_play import GAME, START_APEXES
from skill.rules.shared.connected_sets import CONES
from skill.rules.shared.squeeze import State
from tests.rules.test_squeezing import groups, named, with_stock


def begin(position: Pyramid | None = None, first: int = 1, **given: object) -> State:
    return GAME.begin(3, GAME.options_from({"first_player": first, **given}), position)  # type: ignore[dict-item]


def rolled(state: State, roll: int) -> State:
    return GAME.play(state, ROLL(roll))


def placed(state: State, names: str) -> State:
    for cell in cells(names):
        action = PLACE(GAME.seat_colours[state.seat - 1], cell, None)
        GAME.check(state, action, state.seat)
        state = GAME.play(state, action)
    return state


def started(apex: str) -> State:
    return placed(rolled(begin(), 4), " ".join(NAMES[c] for c in in_mask(CONES[parse_cell(apex)])))


def test_start_places() -> None:
    assert len(rolled(begin(), 4).sets) == 15
    assert named(rolled(begin(start="centre"), 4).sets) == groups(
        "322,422,332,323 232,332,242,233 223,323,233,224",
    )


@pytest.mark.parametrize("apex", [NAMES[c] for c in START_APEXES["inner"]])
def test_example_1_first_build(apex: str) -> None:
    state = started(apex)
    assert [len(rolled(state, roll).sets) for roll in (1, 2, 3, 4)] == [0, 0, 6, 0]
    assert rolled(state, 5).sets
    assert rolled(state, 6).sets


def test_example_1_the_builds_beside_322() -> None:
    state = started("322")
    assert named(rolled(state, 3).sets) == groups(
        "412,512,413 421,521,431 331,341,431 232,242,233 223,233,224 313,413,314"
    )
    assert named(rolled(state, 5).sets) == groups("223,232,224,233,242 313,314,412,413,512 331,341,421,431,521")
    six = named(rolled(state, 6).sets)
    assert len(six) == 21
    assert groups("312,412,313,512,413,314") <= six


def example_2() -> State:
    """Yellow is to roll and owns 710 and 521; the corner at 800 is open, as is what lies above."""
    standing = [c for c, (i, _, _) in enumerate(COORDS) if i >= 5 and NAMES[c] not in ("800", "700", "600", "500")]
    dice = {
        **dict.fromkeys(standing, "R"),
        **dict.fromkeys(cells("431 422"), "R"),
        **dict.fromkeys(cells("710 521"), "Y"),
    }
    assert len(standing) == 16
    return begin(Pyramid((c, Die(colour)) for c, colour in dice.items()), 2)


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (1, "421"),
        (2, "800,700"),
        (3, "800,700,600"),
        (4, "800,700,600,500 421,412,413,411 421,430,440,420"),
        (5, ""),
    ],
)
def test_example_2_builds_of_yellow(roll: int, expected: str) -> None:
    assert named(rolled(example_2(), roll).sets) == groups(expected)


def test_example_2_row_of_four_and_its_one_bonus_cell() -> None:
    state = placed(rolled(example_2(), 4), "800 700 600 500")
    assert state.phase == "bonus"
    assert list(GAME.moves(state)) == [PLACE("Y", parse_cell("421"), None), STOP()]
    after = placed(state, "421")
    assert (after.seat, after.phase, after.stocks[1]) == (3, "roll", 48)


def test_example_3_dead_although_two_outer_faces_show() -> None:
    position = Pyramid((c, Die("R" if NAMES[c] == "800" else "Y")) for c in in_mask(closure(parse_cell("700"), 0)))
    state = begin(position)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((2,), (54, 52, 55))


def test_bonus_is_all_or_none() -> None:
    for partial, sizes in (("off", {2}), ("on", {1, 2})):
        state = begin(first=2, bonus_partial=partial)
        assert set(GAME.bonus_sizes(state, 2)) == sizes
        assert not list(GAME.bonus_sizes(state, 0))


@pytest.mark.parametrize(("finish", "roll", "wins"), [("roll_wins", 3, True), ("roll_over_wins", 3, False)])
def test_finishing_roll(finish: str, roll: int, wins: bool) -> None:
    base = Pyramid((c, Die("R")) for c in BASE[:3])
    state = rolled(with_stock(begin(base, finish=finish), 3), roll)
    result = GAME.result(state)
    assert (result is not None) == wins
    over = GAME.result(rolled(with_stock(begin(base, finish=finish), 3), roll + 1))
    assert (over.winners, over.scores) == ((1,), (3, 55, 55))


def test_turn_passes_when_nothing_can_be_built() -> None:
    state = rolled(started("322"), 4)
    assert GAME.moves(state) == [PASS()]
    assert GAME.play(state, PASS()).seat == 3


def test_contact_with_own_dice_of_earlier_turns() -> None:
    """Once yellow has dice, a group on red ones alone is no longer enough."""
    state = placed(rolled(started("322"), 3), "413 512 412")
    state = GAME.play(rolled(GAME.play(rolled(state, 1), PASS()), 2), PASS())
    own = mask_of(cells("413 512 412"))
    assert state.own == own
    for group in rolled(state, 3).sets:
        assert any(own & CONES[cell] & ~(1 << cell) for cell in in_mask(group))
