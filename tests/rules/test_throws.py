"""The lattice throw, and how reports of real throws are read."""

from __future__ import annotations

from math import inf

import pytest

from skill.lattice.cells import CELLS, NAMES, NEIGHBOURS, in_mask, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.lattice.reading import DieReading
from skill.rules.catalogue import find_game
from skill.rules.games.malicious_pleasure import GAME
from skill.rules.shared import throws
from tests.rules.readings import lying, reading, standing

FULL = Pyramid((cell, Die("R")) for cell in CELLS)


def chances(pyramid: Pyramid, aim: str, **given: object) -> dict[str, float]:
    options = GAME.options_from(given)  # type: ignore[arg-type]
    actions = throws.landings(pyramid, options)
    weights = throws.landing_weights(pyramid, parse_cell(aim), options)
    return dict(zip(map(str, actions), weights, strict=True))


def test_neighbours_are_two_square_edges_apart_and_cells_above_each_other_none() -> None:
    here = parse_cell("233")
    assert {round(throws.horizontal_squared(here, there), 9) for there in NEIGHBOURS[here]} == {2}
    assert throws.horizontal_squared(parse_cell("122"), here) == pytest.approx(0)


@pytest.mark.parametrize(("p_off", "count"), [(0.0, 45), (0.2, 51), (1.0, 6)])
def test_what_cannot_happen_is_not_listed(p_off: float, count: int) -> None:
    found = chances(EMPTY, "233", p_off=p_off)
    assert (len(found), sum(found.values())) == (count, pytest.approx(1))


def test_with_no_funnel_left_the_die_falls_off() -> None:
    assert set(chances(FULL, "233", p_off=0.0)) == {f"off {number}" for number in range(1, 7)}


def test_a_narrow_spread_lands_on_the_aim_even_far_from_the_other_funnels() -> None:
    found = chances(EMPTY, "233", p_off=0.0, spread=0.5)
    assert found["land 233"] == pytest.approx(1 / (1 + 6 * 2.718281828**-4), abs=1e-3)
    lone = chances(FULL.remove(parse_cell("000")), "800", p_off=0.0, spread=0.5)
    assert lone == {"land 000": 1}


def test_a_report_tells_the_thrown_die_from_the_others() -> None:
    heap = parse_position("R800 W080")
    report = ATTEMPT("success", 1.0, heap, (("G", 2, (1.0, 2.0, 3.0)),), (("R", 5), ("G", 1)), "-")
    assert throws.thrown(report, "R") == throws.Thrown(
        parse_position("R800 R080"), parse_cell("080"), None, False, (("G", 2, (1.0, 2.0, 3.0)),), (("R", 5), ("G", 1))
    )
    fell = throws.thrown(ATTEMPT("failure", 1.0, EMPTY, (), (("G", 1), ("W", 6)), "-"), "R")
    assert (fell.cell, fell.is_off, fell.number, fell.pushed) == (None, True, 6, (("G", 1),))
    lies = throws.thrown(ATTEMPT("success", 1.0, EMPTY, (("W", 4),), (), "-"), "R")
    assert (lies.cell, lies.is_off, lies.number, lies.loose) == (None, False, None, (("R", 4),))


def test_a_loose_die_blocks_the_cells_within_four_fifths_of_an_edge() -> None:
    def names(*place: float) -> list[str]:
        return [NAMES[cell] for cell in in_mask(throws.blocked((("R", 1, place),)))]

    assert names(3.1, 3.1, 2.0) == ["332"]
    assert names(3.5, 3.5, 1.0) == ["341", "431", "331"]
    assert names(7.5, 0.5, 0.5) == []
    assert throws.blocked((("R", 1),)) == 0


@pytest.mark.parametrize(
    ("die", "other", "counts", "counts_where_it_may_disturb"),
    [
        (standing("332", "W"), standing("800"), True, True),
        (standing("332", "W"), lying((7.5, 0.5, 0.5)), False, True),
        (standing("800", "W"), standing("710"), False, False),  # in the other's place
        (standing("700", "W"), standing("800"), False, False),
        (lying((3.5, 3.5, 1.5), colour="W"), standing("800"), False, False),
    ],
)
def test_which_throws_onto_the_plate_count(
    die: list[DieReading], other: list[DieReading], counts: bool, counts_where_it_may_disturb: bool
) -> None:
    options = find_game("dora").options_from({})
    for may_disturb, expected in ((False, counts), (True, counts_where_it_may_disturb)):
        attempt = throws.onto_the_plate(1, "dora", parse_position("R800"), options, may_disturb)
        seen = reading(die, other)
        assert attempt.goal(seen) == expected and attempt.failed(seen) != expected
    assert attempt.time_limit_s == inf  # a hand may take its time
