"""Worked examples and rulings of the games of skill in which everybody tries the same: 01, 02, 04, 05, 06 and 08."""

from __future__ import annotations

from collections import Counter
from math import inf, sqrt

import pytest

from skill.lattice.cells import CELLS, NAMES, ZEROS
from skill.lattice.dice import GOLD, KOSMOS
from skill.lattice.frame import HALF_DIAGONAL, point
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.lattice.pyramid import EMPTY
from skill.lattice.reading import Reading
from skill.rules.catalogue import all_games
from skill.rules.game import AttemptSpec, Result
from skill.rules.games import captain_flint, coulomb, dice_mikado, dune, emag, mountaing
from skill.rules.options import Value
from skill.rules.shared.attempts import BY_TIME, AttemptGame, gathering_distance, is_gathered, one_off
from tests.rules.readings import Place, carried_out, fallen, lying, reading, report, standing

SKELETON = [NAMES[cell] for cell in CELLS if ZEROS[cell] >= 2]


def spec(game: AttemptGame, **given: Value) -> AttemptSpec:
    state = game.begin(1, game.options_from(given))
    turn = game.to_move(state)
    assert isinstance(turn, AttemptSpec)
    return turn


def partial(game: AttemptGame, said: Action, **given: Value) -> float:
    return game.partial(said, game.options_from(given))


def struts(names: list[str]) -> str:
    """Dice of the skeleton as a report names them: nothing is under them, so they are loose in exact cells."""
    return ",".join(f"R3@{n[0]}.00/{n[1]}.00/{n[2]}.00:321" for n in names)


# -- 01


def test_flint_1_a_skeleton_with_a_gap_and_two_loose_dice_scores_22() -> None:
    names = [name for name in SKELETON if name not in ("030", "800", "080", "008")]
    loose = struts(names) + ",R4@4.10/2.20/2.05,G1@3.12/3.40/1.90"
    assert partial(captain_flint.GAME, report("R800 G080 K008", loose)) == 24 - 2
    left = [*standing(" ".join(n for n in SKELETON if n != "030")), *lying((4.1, 2.2, 2.05), (3.12, 3.4, 1.9))]
    assert spec(captain_flint.GAME).distance(reading(left)) == 25 - 22


def test_flint_2_counts_140_dice_must_leave() -> None:
    assert len(SKELETON) == 25 == 9 + 9 - 1 + 8
    whole = " ".join(f"R{NAMES[cell]}" for cell in CELLS)
    assert len(CELLS) - 25 == 140
    assert partial(captain_flint.GAME, report(whole)) == 25 - 140
    assert partial(captain_flint.GAME, report("R800 G080 K008", struts(SKELETON[:-3]))) == 25


def test_flint_tricks_have_their_own_dice_and_scenes() -> None:
    shake, strut, bare = (spec(captain_flint.GAME, trick=trick) for trick in ("shake", "strut", "bare_hands"))
    assert (len(shake.start), len(shake.hand), len(shake.loose)) == (165, 0, 0)
    assert (strut.start, len(strut.loose)) == (EMPTY, 25)
    assert (bare.start, len(bare.hand)) == (EMPTY, 25)
    assert bare.failed(reading(standing("800"), lying((6.6, 0.3, 0.2))))
    assert not bare.failed(reading(standing("800"), lying((6.6, 0.3, 4.2), held=True)))
    assert len({shake.scene, strut.scene, bare.scene}) == 3


# -- 02 and 04


def test_dune_1_a_small_pyramid_is_a_success() -> None:
    assert is_gathered(reading(standing("422 332 323 322")))
    assert gathering_distance(reading(standing("422 332 323 322"))) == 0
    assert partial(dune.GAME, report("R422 R332 R323 R322")) == 4


@pytest.mark.parametrize(("fourth", "expected"), [("800", 2), ("251", 2), ("422", 3), ("242", 3), ("224", 3)])
def test_dune_2_three_dice_round_a_point_are_no_base(fourth: str, expected: int) -> None:
    assert not is_gathered(reading(standing(f"332 323 233 {fourth}")))
    assert partial(dune.GAME, report(f"R332 R323 R233 R{fourth}")) == expected


def test_coulomb_1_and_2_in_the_corner() -> None:
    assert is_gathered(reading(standing("710 701 800 700")))
    assert not is_gathered(reading(standing("710 701 800 620")))
    assert partial(coulomb.GAME, report("R710 R701 R800 R620")) == 3
    assert not is_gathered(reading(standing("710 701 800 700"), tilt_deg=6.0))


@pytest.mark.parametrize("game", [dune.GAME, coulomb.GAME])
def test_the_start_of_both(game: AttemptGame) -> None:
    asked = spec(game)
    assert asked.start == parse_position("R800 G080 K008 R233")
    assert partial(game, report(str(asked.start))) == 1
    assert asked.failed is one_off and asked.failed(reading(standing("800"), fallen(1)))
    assert gathering_distance(reading(standing("800 080 008 233"))) > 10


# -- 05


def tower(*offsets: float) -> list[Place]:
    """The lattice coordinates of dice one above the other on the table, each moved along x by so much."""
    return [at(x, 0.0, n + 0.5) for n, x in enumerate(offsets)]


def at(x: float, y: float, z: float) -> Place:
    """The inverse of `frame.point` at pitch 1."""
    depth = 8 - (z - HALF_DIAGONAL) * sqrt(3)
    i, j, k = (depth / 3 + x * a + y * b for a, b in ((point(unit)[0], point(unit)[1]) for unit in UNITS))
    return (i, j, k)


UNITS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def emag_report(places: list[Place], time_s: float = 1.0) -> Action:
    loose = ",".join("R1@" + "/".join(f"{x:.2f}" for x in place) for place in places)
    return report("-", loose, outcome="failure", time_s=time_s)


def test_places_lead_back_to_points() -> None:
    assert point(at(1.0, -2.0, 7.5)) == pytest.approx((1.0, -2.0, 7.5))


def test_emag_1_a_collapse_cancels_nothing() -> None:
    asked = spec(emag.GAME)
    assert asked.score is not None
    stood = reading(lying(*tower(*[0.0] * 14)))
    assert asked.score(stood) == 14 and not asked.failed(stood)
    assert asked.score(stood.replace(still_s=2.9)) == 0
    heap = [at(float(n), 0.0, 0.5) for n in range(15)]
    assert asked.failed(reading(lying(*heap), settled=False)) and asked.score(reading(lying(*heap))) == 0
    assert partial(emag.GAME, emag_report(tower(*[0.0] * 14))) == 14


@pytest.mark.parametrize(
    "game", [game for game in all_games() if isinstance(game, AttemptGame)], ids=lambda game: game.slug
)
def test_hands_have_no_more_dice_than_are_in_the_box(game: AttemptGame) -> None:
    """With every value of every option; of the tower's builder it is said that he has them all."""
    settings = [
        {},
        *({option.name: value} for option in game.options if not option.is_range for value in option.choices),
    ]
    for given in settings:
        asked = spec(game, **given)
        used = Counter(die.colour for die in (*asked.hand, *(die for _, die in asked.start)))
        used.update(die[0] for die in asked.loose)
        assert used <= Counter(KOSMOS), given
    assert Counter(die.colour for die in emag.BOX) == KOSMOS


def test_a_column_may_lean_as_far_as_it_stands() -> None:
    """Each die has to be on the one below it, however far it is from the lowest."""
    for shifts, counted in (([0.4] * 9, 9), ([-0.4] * 5, 5), ([0.4, 0.4, 1.2, 0.4], 2)):
        across = [sum(shifts[:n]) for n in range(1, len(shifts) + 1)]
        assert partial(emag.GAME, emag_report(tower(*across))) == counted


def test_emag_2_a_die_set_too_far_out_leaves_a_score_of_1() -> None:
    asked = spec(emag.GAME)
    assert asked.score is not None
    assert asked.score(reading(lying(at(0, 0, 0.5)))) == 1
    assert asked.failed(reading(lying(at(0, 0, 0.5), at(1.1, 0, 0.5)), settled=False))
    assert partial(emag.GAME, emag_report(tower(0.0))) == 1


def test_emag_a_die_in_hand_is_no_part_of_the_tower_and_forms_differ() -> None:
    column, foot = spec(emag.GAME), spec(emag.GAME, form="one_foot")
    assert column.score is not None and foot.score is not None
    both = reading(lying(*tower(0.0, 0.1)), lying(at(0, 0, 4.0), held=True))
    assert column.score(both) == 2
    side_by_side = reading(lying(at(0, 0, 0.5), at(-0.45, 0, 1.5), at(0.55, 0, 1.5)))
    assert foot.score(side_by_side) == 3 and not foot.failed(side_by_side)
    assert column.score(side_by_side) == 2 and column.failed(side_by_side)


def moments(*towers: list[Place]) -> list[Reading]:
    """Towers as they stand one second after another; a number before the places says that they still move."""
    return [reading(lying(*places), time_s=float(n), still_s=5.0) for n, places in enumerate(towers, 1)]


def shifted(places: list[Place], x: float) -> list[Place]:
    found = []
    for place in places:
        px, y, z = point(place)
        found.append(at(px + x, y, z))
    return found


@pytest.mark.parametrize("form", ["column", "one_foot"])
def test_emag_a_tower_that_was_pushed_has_collapsed(form: str) -> None:
    """Whole and straight, but more than half an edge from where it stood, by itself or step by step."""
    two, three = tower(0.0, 0.0), tower(0.0, 0.0, 0.0)
    for pushed in ([shifted(three, 0.6)], [shifted(three, 0.3), shifted(three, 0.45), shifted(three, 0.55)]):
        done = carried_out(spec(emag.GAME, form=form), moments(tower(0.0), two, three, *pushed, shifted(three, 0.0)))
        assert done[1] == "failure" and done[2] < 4 + len(pushed)
        assert partial(emag.GAME, done, form=form) == 3
    stood = carried_out(spec(emag.GAME, form=form), moments(tower(0.0), two, three, shifted(three, 0.4)))
    assert stood[1] == "gave_up"


def test_emag_the_die_just_released_may_move() -> None:
    beside = [at(0.0, 0.0, 0.5), at(0.7, 0.0, 1.5)]
    done = carried_out(spec(emag.GAME), moments(tower(0.0), tower(0.0, 0.0), beside, [*beside, at(0.7, 0.0, 2.5)]))
    assert done[1] == "gave_up" and partial(emag.GAME, done) == 3
    slid = [at(0.0, 0.0, 0.5), at(0.7, 0.0, 1.5), at(0.7, 0.0, 2.5)]
    done = carried_out(spec(emag.GAME), moments(tower(0.0), tower(0.0, 0.0), tower(0.0, 0.0, 0.0), slid))
    assert done[1] == "failure", "the one below it did"


def test_emag_an_attempt_begins_anew_with_the_same_judge() -> None:
    asked = spec(emag.GAME)
    for first in (tower(0.0, 0.0), shifted(tower(0.0, 0.0), 3.0)):
        assert carried_out(asked, moments(first[:1], first))[1] == "gave_up"


# -- 06


def heap(without: int, top: Place = (0.0, 0.0, 0.0), turned_deg: float = 0.0, taken: int = 0, slid: int = 0) -> Reading:
    names = [NAMES[cell] for cell in CELLS if NAMES[cell] != "000"][: 164 - without]
    gold = lying(top, turned_deg=turned_deg, colour=GOLD)
    return reading(standing(" ".join(names)), gold, fallen(slid), taken=taken)


@pytest.mark.parametrize("slid", [0, 2])
def test_mikado_1_and_2_the_die_that_ends_it_and_those_that_slid_off_do_not_count(slid: int) -> None:
    asked = spec(dice_mikado.GAME)
    assert asked.score is not None
    good, ending = heap(31 + slid, taken=31, slid=slid), heap(32 + slid, (0.6, 0.6, 0.6), taken=32, slid=slid)
    assert asked.score(good) == 31 and not asked.failed(good)
    assert asked.failed(ending) and asked.score(ending) == -1
    left = " ".join(f"R{NAMES[cell]}" for cell in sorted(CELLS, key=lambda c: -sum(map(int, NAMES[c])))[: 134 - slid])
    assert partial(dice_mikado.GAME, report(left, off=slid)) == 31


def test_mikado_when_the_top_has_moved_and_when_it_has_fallen() -> None:
    moves, falls = spec(dice_mikado.GAME), spec(dice_mikado.GAME, end_when="top_falls")
    for seen, moved, fell in [
        (heap(3, (0.25, 0.25, 0.25)), False, False),
        (heap(3, (0.3, 0.3, 0.3)), True, False),
        (heap(3, turned_deg=21.0), True, False),
        (heap(3, turned_deg=46.0), True, True),
        (heap(3, (0.7, 0.7, 0.7)), True, True),
    ]:
        assert moves.failed(seen) == moved and falls.failed(seen) == fell, seen


def test_mikado_the_top_is_no_longer_on_top_where_a_leaning_die_is_higher() -> None:
    falls, low = spec(dice_mikado.GAME, end_when="top_falls"), (0.5, 0.5, 0.5)
    leaning = lying((0.4, 0.5, 0.4))
    assert not falls.failed(heap(3, low))
    seen = heap(3, low)
    assert falls.failed(seen.replace(dice=(*seen.dice, *leaning)))
    carried = lying((0.4, 0.5, 0.4), carried=True)
    assert not falls.failed(seen.replace(dice=(*seen.dice, *carried))), "it is in the hand"


# -- 08


def test_mountaing_two_pulled_dice_carry_one_that_scores_1() -> None:
    asked = spec(mountaing.GAME)
    assert asked.score is not None
    names = " ".join(NAMES[cell] for cell in CELLS if NAMES[cell] not in ("044", "035"))
    pulled = lying((-0.2, 4.0, 4.0), (-0.2, 3.0, 5.0))
    mounted = reading(standing(names), pulled, lying((-1.0, 3.0, 4.0)))
    assert asked.score(mounted) == 1 and not asked.failed(mounted)
    assert asked.score(reading(standing(names), pulled)) == 0
    assert asked.failed(reading(standing(names), pulled, lying((-1.4, 4.9, 5.1)))), "down to the rim of the plate"
    assert asked.failed(reading(standing(names), pulled, fallen(1)))
    rows = sum(range(1, 9))
    assert rows == 36 == len(mountaing.COAT) / 3, "places of a face from the bottom row of nine up"


def test_mountaing_coat() -> None:
    coated, bare = spec(mountaing.GAME, coat_start="on"), spec(mountaing.GAME)
    assert (len(coated.start), len(coated.loose), len(coated.hand)) == (0, 273, 8)
    assert (len(bare.start), len(bare.loose), len(bare.hand)) == (165, 0, 116)
    assert sum(min(place) == -0.3 for _, _, place, _ in coated.loose) == 24
    assert partial(mountaing.GAME, report("-", struts(SKELETON)), coat_start="on") == 0, "a lost coat costs nothing"
    mounted = (*coated.loose, *coated.loose[:2])
    said = ATTEMPT("time", 1.0, coated.start, mounted, (), "-")
    assert partial(mountaing.GAME, said, coat_start="on") == 2


# -- whose score wins


@pytest.mark.parametrize(
    ("times", "winners"),
    [((20.0, 10.0), (2,)), ((10.0, 10.0), (1, 2))],
)
def test_of_equal_towers_the_quicker_wins(times: tuple[float, float], winners: tuple[int, ...]) -> None:
    game = emag.GAME
    state = game.begin(2, game.options_from({"first_player": 1, "attempts": 1}))
    for time_s in times:
        state = game.play(state, emag_report(tower(0.0, 0.1), time_s))
    assert game.result(state) == Result(winners, (2, 2), game.what_counts)


def test_the_quickest_success_wins_and_whoever_had_none_has_no_time() -> None:
    game = dune.GAME
    state = game.begin(3, game.options_from({"first_player": 1, "attempts": 1}))
    for outcome, time_s in (("success", 20.0), ("failure", 1.0), ("success", 10.0)):
        state = game.play(state, report("R422 R332 R323 R322", outcome=outcome, time_s=time_s))
    assert game.result(state) == Result((3,), (20.0, inf, 10.0), BY_TIME)


@pytest.mark.parametrize("game", [game for game in all_games() if isinstance(game, AttemptGame)], ids=lambda g: g.slug)
def test_the_rules_say_that_nobody_may_win(game: AttemptGame) -> None:
    assert any("nobody wins" in reading for reading in game.text.readings)


def test_the_best_attempt_counts() -> None:
    game = emag.GAME
    state = game.begin(1, game.options_from({"attempts": 2}))
    for dice in (3, 1):
        assert game.result(state) is None
        state = game.play(state, emag_report(tower(*[0.0] * dice)))
    assert game.result(state) == Result((), (3,), game.what_counts)
