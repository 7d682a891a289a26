from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from skill.draw.animation import FALL_S, HEIGHT, RISE_S, Motion, ways_of
from skill.draw.plain_dice import shown_faces
from skill.draw.scene_view import (
    ALL_PIPS,
    LEVEL_PLATE,
    PITCH,
    PlatePose,
    about,
    attempt_view,
    die_in_cell,
    from_quaternion,
    funnel_marker,
    funnel_outline,
    pyramid_view,
)
from skill.lattice.cells import CELLS, CORNERS, NAMES, NEIGHBOURS, cells, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.frame import centre, normal
from skill.lattice.notation import MOVE, SLIDE, SWAP, TIP, parse_position
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Way
from skill.rules.catalogue import find_game
from tests.engines import needs_engine

HEAP = parse_position("R332 G242 K233:321 R323 G232")


def test_one_die_view_for_each_die_of_the_heap() -> None:
    view = pyramid_view(HEAP)
    assert [d.cell for d in view.dice] == [cell for cell, _ in HEAP]
    assert [d.colour for d in view.dice] == [die.colour for _, die in HEAP]
    for die in view.dice:
        assert die.position == centre(die.cell, pitch=PITCH)


def test_hidden_and_lifted_dice() -> None:
    cell = parse_cell("232")
    view = pyramid_view(HEAP, lifts={cell: 0.5})
    die = next(d for d in view.dice if d.cell == cell)
    assert die.position[2] == pytest.approx(centre(cell, pitch=PITCH)[2] + 0.5)
    assert cell not in [d.cell for d in pyramid_view(HEAP, hidden=[cell]).dice]


def test_a_die_turns_its_numbers_to_the_right_sides() -> None:
    for faces in ORIENTATIONS:
        matrix = np.array(die_in_cell(CORNERS[0], "R", faces).rotation)
        for axis, number in enumerate(faces):
            own = np.zeros(3)
            own[(number - 1) if number <= 3 else 6 - number] = 1 if number <= 3 else -1
            assert matrix @ own == pytest.approx(np.array(normal(axis)))


def test_faces_that_do_not_matter_are_always_the_same_real_ones() -> None:
    assert {shown_faces(cell, None) for cell in CELLS} <= set(ORIENTATIONS)
    assert shown_faces(5, None) == shown_faces(5, None)
    assert shown_faces(5, (3, 2, 1)) == (3, 2, 1)


def test_an_unknown_die_shows_no_pips() -> None:
    assert not die_in_cell(3, "?").pips
    assert die_in_cell(3, "R").pips == ALL_PIPS


def test_a_face_that_may_not_be_seen_is_blank() -> None:
    assert die_in_cell(3, "R", (6, 2, 3), sides=[0]).pips == ALL_PIPS & ~(1 << 1 | 1 << 2)


def test_marker_lies_at_the_bottom_of_its_funnel() -> None:
    assert funnel_marker(CORNERS[1], "goal").position[2] == pytest.approx(0.0)


def test_rotations() -> None:
    quarter = np.array(about((0.0, 0.0, 1.0), 90))
    assert quarter @ (1, 0, 0) == pytest.approx((0, 1, 0))
    assert np.array(from_quaternion(0, 0, 0, 1)) == pytest.approx(np.eye(3))
    pose = PlatePose(about((1.0, 0.0, 0.0), 90), (0.0, 0.0, 2.0))
    assert pose.apply((0.0, 1.0, 0.0)) == pytest.approx((0.0, 0.0, 3.0))
    assert LEVEL_PLATE.apply((1.0, 2.0, 3.0)) == pytest.approx((1.0, 2.0, 3.0))


def test_an_attempt_as_it_begins_looks_like_its_heap() -> None:
    needs_engine()
    from skill.table.attempts import begin_attempt
    from skill.table.match import Match

    match = Match(find_game("faraday"), 1)
    running = begin_attempt(match)
    view, still = attempt_view(running), pyramid_view(match.pyramid)
    assert view.table_z < still.table_z
    for real, drawn in zip(view.dice, still.dice, strict=True):
        assert real.colour == drawn.colour
        assert real.position == pytest.approx(drawn.position, abs=0.05)
    running.close()


def test_what_an_attempt_is_asked_with_looks_like_its_first_moment() -> None:
    needs_engine()
    from skill.draw.scene_view import asked_view
    from skill.lattice.notation import FIELDS
    from skill.table.attempts import begin_attempt, world_of
    from skill.table.match import Match

    lying = FIELDS["loose"].parse(",".join(f"R{top}@{top}.00/3.00/1.00" for top in (1, 2, 5, 6)))
    match = Match(find_game("dishing-up"), 3, seed=2)
    match.advance()
    spec = match.turn._replace(loose=lying)
    running = begin_attempt(match)
    asked, real = asked_view(world_of(spec), spec.start, spec.loose), attempt_view(running)
    running.close()
    assert (asked.side, asked.table_z, asked.pitch) == (real.side, real.table_z, real.pitch)
    assert len(asked.dice) == len(spec.start) + 4
    for real_die, die in zip(real.dice[: len(spec.start)], asked.dice, strict=False):
        assert die.position == pytest.approx(real_die.position, abs=0.02)
    for die, top in zip(asked.dice[-4:], (1, 2, 5, 6), strict=True):
        own = [0.0, 0.0, 0.0]
        own[top - 1 if top < 4 else 6 - top] = 1.0 if top < 4 else -1.0
        assert np.array(die.rotation) @ own == pytest.approx((0, 0, 1), abs=1e-9)


def test_a_plate_that_lies_on_its_side_is_asked_with_as_it_lies() -> None:
    needs_engine()
    from skill.draw.scene_view import asked_view
    from skill.table.attempts import begin_attempt, world_of
    from skill.table.match import Match

    game = find_game("captain-flint")
    match = Match(game, 1, game.options_from({"trick": "strut"}))
    running = begin_attempt(match)
    spec = match.turn
    asked, real = asked_view(world_of(spec), spec.start, spec.loose), attempt_view(running)
    running.close()
    assert np.array(asked.plate.rotation) == pytest.approx(np.array(real.plate.rotation), abs=1e-6)
    for real_die, die in zip(real.dice, asked.dice, strict=True):
        assert die.position == pytest.approx(real_die.position, abs=0.1)
        assert np.array(die.rotation) == pytest.approx(np.array(real_die.rotation), abs=0.05)


def test_motion_brings_new_dice_down_and_lifts_others_off() -> None:
    after = HEAP.remove(parse_cell("232")).place(parse_cell("800"), HEAP.at(parse_cell("332")))
    motion = Motion(HEAP, after)
    assert motion.hidden(0.0) == {parse_cell("800")}
    [rising] = motion.on_the_way(0.01)
    assert rising.position[2] > centre(parse_cell("232"), pitch=PITCH)[2]
    heights = [motion.on_the_way(share * RISE_S)[0].position[2] for share in (0.0, 0.2, 0.5, 0.99)]
    assert heights == sorted(set(heights)) and heights[-1] - heights[0] == pytest.approx(HEIGHT, rel=0.01)
    assert not motion.hidden(motion.length_s)
    assert motion.on_the_way(motion.length_s) == []
    assert motion.landings(0.0, motion.length_s + 1) == [parse_cell("800")]
    assert Motion(HEAP, HEAP).length_s == 0
    assert Motion(parse_position("-"), HEAP).length_s > FALL_S


@pytest.mark.parametrize("to", [NAMES[c] for c in NEIGHBOURS[parse_cell("323")]])
def test_a_die_that_tips_comes_to_lie_as_the_rules_have_it(to: str) -> None:
    before = parse_position("R323:623")
    here, there = parse_cell("323"), parse_cell(to)
    after = before.tip(here, there)
    ways = ways_of(TIP, TIP(here, there), before, after)
    assert ways == [Way(here, there, tips=True)]
    motion = Motion(before, after, ways)
    [start], [end] = motion.on_the_way(0.0), motion.on_the_way(motion.length_s - 1e-9)
    assert start.position == pytest.approx(centre(here, pitch=PITCH))
    assert end.position == pytest.approx(centre(there, pitch=PITCH), abs=1e-6)
    goal = die_in_cell(there, "R", after.at(there).faces)
    assert np.array(end.rotation) == pytest.approx(np.array(goal.rotation), abs=1e-6)
    [middle] = motion.on_the_way(motion.length_s / 2)
    assert middle.position[2] > start.position[2] + 0.2
    assert motion.hidden(0.0) == {there}
    assert motion.landings(0.0, 1.0) == [there]


def test_moves_hop_and_columns_slide() -> None:
    before = parse_position("R314:623 G800")
    here, there = cells("314 413")
    after = before.move(here, there)
    motion = Motion(before, after, ways_of(MOVE, MOVE(here, there), before, after))
    [die] = motion.on_the_way(motion.length_s / 2)
    assert die.position[2] > centre(here, pitch=PITCH)[2] + 0.5
    edge = Pyramid((cell, Die("R")) for cell in cells("800 710 701 700 610 620 611 602 601 600"))
    pulled = parse_cell("800")
    after = edge.slide(pulled)
    ways = ways_of(SLIDE, SLIDE(pulled), edge, after)
    assert ways == [Way(parse_cell("700"), pulled), Way(parse_cell("600"), parse_cell("700"))]
    motion = Motion(edge, after, ways)
    assert len(motion.on_the_way(0.1)) == 3
    waits = [centre(way.start, pitch=PITCH) for way in ways]  # until the die that is pulled has made room
    assert [die.position for die in motion.on_the_way(0.01)[1:]] == [pytest.approx(at) for at in waits]
    assert motion.on_the_way(motion.length_s) == []
    both = parse_position("R314:623 G413:623")
    swapped = both.put(here, both.at(there)).put(there, both.at(here))
    assert len(Motion(both, swapped, ways_of(SWAP, SWAP(here, there), both, swapped)).on_the_way(0.1)) == 2


def test_an_outline_goes_round_cells_that_touch_and_leaves_out_what_is_above_the_plate() -> None:
    assert len(funnel_outline(cells("800"), "goal")) == 6
    assert len(funnel_outline(cells("800 710"), "goal")) == 10
    assert funnel_outline(cells("700"), "goal") == ()
    ends = Counter(end for line in funnel_outline(cells("800 710 701"), "goal") for end in (line.begin, line.end))
    assert set(ends.values()) == {2}
