"""Worked example and rulings of game 9."""

from __future__ import annotations

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import NAMES, cells
from skill.lattice.notation import ATTEMPT, FIELDS, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.game import AttemptSpec, Result
from skill.rules.games.hide_away import (
    FRONT_CELLS,
    GAME,
    PYRAMIDS,
    SHOWN,
    State,
    best_aim,
    front_and_below,
    hidden_faces,
    set_up,
)
from skill.rules.shared.connected_sets import union

OWN = "G611 G521 G512 G511"
TWO = f"{OWN} R161 R251 R152 R151"
THREE = f"{TWO} B116 B215 B125 B115"
SUPPORTS = "K602 K701 K710 K620 K530 K503 K431 K413 K422"
FRONTS = "K411 K501 K510 K601 K610 K421 K412 K520 K502"


def begun(position: str = THREE, players: int = 3, **given: object) -> State:
    options = GAME.options_from({"first_player": 1, **given})  # type: ignore[dict-item]
    return GAME.begin(players, options, parse_position(position))


def thrown(state: State, position: str, loose: str = "-", off: str = "-") -> State:
    report = ATTEMPT(
        "success", 3.0, parse_position(position), FIELDS["loose"].parse(loose), FIELDS["dice"].parse(off), "-"
    )
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec)
    return GAME.play(state, report, turn.seat)


def test_setup() -> None:
    state = begun()
    assert state.pyramid == set_up(3) and state.supplies == (30, 30, 30)
    assert begun(TWO, 2).supplies == (45, 45) and begun(handful=7).supplies == (7, 7, 7)
    assert begun(handful=45).supplies == (30, 30, 30)  # there are 90
    assert [" ".join(sorted(NAMES[c] for c in four)) for four in PYRAMIDS] == [
        "511 512 521 611",
        "151 152 161 251",
        "115 116 125 215",
    ]


def test_example_front_cells_and_what_carries_them() -> None:
    fronts = {NAMES[c] for c in front_and_below(1)}
    expected = {die[1:] for die in f"{SUPPORTS} {FRONTS}".split()}
    assert fronts == expected and len(expected) == 18
    assert [len(shown) for shown in SHOWN] == [9, 9, 9]
    assert union(FRONT_CELLS).bit_count() == 3 * 9, "each face has a cell of its own before it"
    regions = [front_and_below(seat) for seat in (1, 2, 3)]
    assert len(regions[0] | regions[1] | regions[2]) == 3 * 18


def test_example_a_die_in_601_hides_one_face() -> None:
    state = begun(f"{THREE} K602 K701")
    assert hidden_faces(state, 1) == 0
    state = thrown(state, f"{THREE} K602 K701 W601")
    assert [hidden_faces(state, seat) for seat in (1, 2, 3)] == [1, 0, 0]
    assert state.seat == 2 and state.supplies == (29, 30, 30)


def test_a_buried_pyramid_wins_whoever_threw() -> None:
    last = f"{THREE} {SUPPORTS} {FRONTS}"
    state = begun(last.replace(" K501", ""))._replace(seat=3)
    assert hidden_faces(state, 1) == 8
    state = thrown(state, last.replace("K501", "W501"))
    assert GAME.result(state) == Result((1,), (9, 0, 0), "The pyramid of the winner is hidden.")


def test_other_the_owner_of_a_buried_pyramid_is_out() -> None:
    last = f"{THREE} {SUPPORTS} {FRONTS}"
    state = begun(last.replace(" K501", ""), target="other")._replace(seat=3)
    state = thrown(state, last.replace("K501", "W501"))
    assert state.out == {1} and GAME.result(state) is None and state.seat == 2
    two = begun(f"{TWO} {SUPPORTS} {FRONTS}".replace(" K501", ""), 2, target="other")
    two = thrown(two._replace(seat=2), f"{TWO} {SUPPORTS} {FRONTS}".replace("K501", "W501"))
    assert GAME.result(two) == Result((2,), (9, 0), "All other pyramids are hidden.")


def test_other_aims_at_nobody_who_is_out() -> None:
    state = begun(target="other")._replace(out=frozenset({3}))
    assert best_aim(state, 2) in front_and_below(1)


def test_fewer_faces_may_be_enough_and_several_share() -> None:
    heap = f"{THREE} K602 K701 K206 K107"
    state = begun(f"{heap} K601", faces_to_hide=1)
    state = thrown(state, f"{heap} K601 W106")
    assert GAME.result(state) == Result((1, 3), (1, 0, 1), "The pyramid of the winner is hidden.")


def test_black_dice_off_are_the_throwers() -> None:
    state = thrown(begun(f"{THREE} K332"), THREE, off="K3,W2")
    assert state.supplies == (31, 30, 30) and state.seat == 2


def test_a_destroyed_pyramid_is_put_back_and_what_is_in_its_way_goes_to_the_thrower() -> None:
    broken = "G611 G512 W521 " + THREE[len(OWN) + 1 :]
    state = thrown(begun(), broken, "G4@4.00/3.20/1.10,G1@5.00/1.10/1.20")
    assert state.repaired and state.supplies == (30, 30, 30)
    assert state.pyramid == parse_position(THREE)
    turn = GAME.to_move(state)
    assert isinstance(turn, AttemptSpec) and (turn.seat, turn.hand, turn.start) == (1, (), parse_position(THREE))
    state = thrown(state, THREE)
    assert not state.repaired and state.seat == 2


def test_dice_that_lost_their_support_settle_again_and_a_second_repair_follows_if_need_be() -> None:
    heap = f"{THREE} K602 K701 K601"
    state = begun(heap)
    broken = heap.replace("G611", "K611").replace(" K601", "") + " W601"
    state = thrown(state, broken.replace("G511", "").replace("  ", " "), "G1@8.00/0.40/0.30,G2@6.40/3.00/0.20")
    assert state.repaired and state.pyramid == parse_position(f"{THREE} K602 K701 K601")
    assert state.supplies == (30, 30, 30), "the die that stood in 611 is the thrower's, the thrown one lies"
    again = thrown(state, f"{TWO.replace('G511 ', '')} B116 B215 B125 B115 K602 K701 K601", "G1@4.00/4.00/0.10")
    assert again.repaired
    done = thrown(again, heap)
    assert not done.repaired and done.seat == 2 and hidden_faces(done, 1) == 1


def test_a_hanging_die_is_about_to_fall() -> None:
    standing = Pyramid((c, d) for c, d in parse_position(f"{THREE} K602 K701 K601") if c not in cells("611 511 601"))
    loose = "G1@8.00/0.40/0.30,G2@6.40/3.00/0.20,K3@6.00/0.00/1.00:321,K3@5.20/0.20/0.90"
    state = thrown(begun(f"{THREE} K602 K701 K601"), str(standing).replace("K701", "W701"), loose)
    assert state.repaired and len(state.loose) == 2


def test_a_die_in_a_cell_hides_what_that_cell_is_before_also_over_one_that_leans() -> None:
    """`311` is two steps before a face of 511, `411` one."""
    over_one_that_leans = "W3@{}.00/1.00/1.00:321,K3@4.20/2.30/1.90"
    assert hidden_faces(thrown(begun(), THREE, over_one_that_leans.format(4)), 1) == 1
    assert hidden_faces(thrown(begun(), THREE, over_one_that_leans.format(3)), 1) == 0


def test_a_loose_die_before_a_face_hides_it() -> None:
    state = thrown(begun(), THREE, "W3@4.20/1.10/1.00")
    assert hidden_faces(state, 1) == 1
    state = thrown(begun(), THREE, "W3@2.70/1.10/1.00")
    assert hidden_faces(state, 1) == 0
    state = thrown(begun(), THREE, "W3")
    assert hidden_faces(state, 1) == 0, "nobody has measured where it lies"


@pytest.mark.parametrize(("target", "winners"), [("own", (1,)), ("other", (2, 3))])
def test_when_the_throws_are_over_the_hidden_faces_count(target: str, winners: tuple[int, ...]) -> None:
    state = begun(f"{THREE} K602 K701", target=target, throw_cap=1)
    state = thrown(state, f"{THREE} K602 K701 W601")
    reason = f"Hidden faces count; the {'most' if target == 'own' else 'fewest'} win."
    assert GAME.result(state) == Result(winners, (1, 0, 0), reason)


def test_whoever_has_no_black_dice_is_passed_over() -> None:
    state = begun(handful=1)
    state = thrown(state, f"{THREE} W332")
    state = thrown(state._replace(supplies=(0, 1, 1)), f"{THREE} K332 W323")
    assert state.seat == 3
    state = thrown(state, f"{THREE} K332 K323 W422")
    assert GAME.result(state) == Result((1, 2, 3), (0, 0, 0), "Hidden faces count; the most win.")


def test_a_position_without_the_small_pyramids_is_refused() -> None:
    with pytest.raises(IllegalMove, match="G511"):
        begun(TWO)
