from __future__ import annotations

import numpy as np
import pytest

from skill.draw.camera import above, home
from skill.draw.marks import DISC_RADIUS, RADIUS
from skill.draw.picking import cast, first_faces, pick
from skill.draw.scene_view import PITCH, UPRIGHT, DieView, PlatePose, about, funnel_marker, pyramid_view
from skill.lattice.cells import BASE, CELLS, CORNERS, parse_cell, small_pyramid
from skill.lattice.dice import Die
from skill.lattice.frame import centre
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid

SIZE = (960, 800)
FULL = Pyramid((cell, Die("R")) for cell in CELLS)


def pixel(camera, cell):
    return tuple(camera.project(np.array([centre(cell, pitch=PITCH)]), SIZE)[0])


def test_a_box_is_entered_where_it_should_be() -> None:
    eye, direction = np.array((5.0, 0.0, 0.0)), np.array((-1.0, 0.0, 0.0))
    turns = np.array([np.eye(3), np.array(about((0.0, 0.0, 1.0), 45))])
    distance, axis = first_faces(np.zeros((2, 3)), turns, eye, direction)
    assert distance == pytest.approx((4.5, 5 - 0.5**0.5))
    assert axis[0] == 0
    missed, _ = first_faces(np.array([[0.0, 3.0, 0.0]]), turns[:1], eye, direction)
    assert np.isinf(missed[0])


def test_every_visible_die_is_picked_at_its_middle() -> None:
    """Seen from straight above every base die stands free of the others."""
    camera = above().turned(0, 30)
    heap = Pyramid((cell, Die("R")) for cell in BASE)
    view = pyramid_view(heap)
    for cell in BASE:
        assert pick(view, camera, pixel(camera, cell), SIZE, dice=BASE, funnels=()) == cell


@pytest.mark.parametrize("side", [0, 1, 2])
def test_every_funnel_of_the_empty_plate_is_picked_at_the_middle_of_its_die(side: int) -> None:
    camera = above(side).turned(0, 15)
    view = pyramid_view(EMPTY)
    for cell in BASE:
        assert pick(view, camera, pixel(camera, cell), SIZE, dice=(), funnels=BASE) == cell


def test_the_apex_hides_what_is_behind_it() -> None:
    view, camera = pyramid_view(FULL), home()
    eye, direction = camera.ray(pixel(camera, parse_cell("000")), SIZE)
    hit = cast(view, eye, direction)
    assert hit.cell == parse_cell("000")
    assert cast(view, eye, -direction) is None


def test_pointing_at_a_wall_of_a_funnel_between_dice_means_the_funnel() -> None:
    heap = parse_position("R332 R242 R233 R323")
    funnel = parse_cell("232")
    assert funnel in heap.funnels()
    camera = above().turned(0, 20)
    x, y, z = centre(funnel, pitch=PITCH)
    low = tuple(camera.project(np.array([(x, y, z - 0.6)]), SIZE)[0])
    assert pick(pyramid_view(heap), camera, low, SIZE, dice=(), funnels=heap.funnels()) == funnel


@pytest.mark.parametrize("side", range(3))
def test_the_mark_of_a_funnel_means_the_funnel_where_dice_around_it_may_be_chosen_too(side: int) -> None:
    flock = Pyramid((cell, Die("K")) for cell in BASE)
    view, camera, funnels = pyramid_view(flock), home(side), [*flock.funnels()]
    dice = [cell for cell, _ in flock]
    for cell in funnels:
        x, y, z = funnel_marker(cell, "legal").position
        for along in np.linspace(0, 2 * np.pi, 9):  # as far out as the disc is painted, and its middle
            for out in (0.0, 0.9 * RADIUS * DISC_RADIUS):
                place = (x + out * np.cos(along), y + out * np.sin(along), z + RADIUS * 1.4142)
                at = camera.project(np.array([place]), SIZE)[0]
                hit = cast(view, *camera.ray(at, SIZE))
                hidden = hit and hit.distance < np.linalg.norm(np.array(place) - camera.ray(at, SIZE)[0])
                assert hidden or pick(view, camera, at, SIZE, dice=dice, funnels=funnels) == cell
    for cell in dice:
        at = camera.project(np.array([centre(cell, pitch=PITCH)]), SIZE)[0]
        assert pick(view, camera, at, SIZE, dice=dice, funnels=funnels) == cell


def test_the_slope_of_the_rim_means_the_funnel_above_it_if_that_may_be_chosen() -> None:
    view, camera, cell = pyramid_view(EMPTY), home(), max(BASE, key=lambda c: how_near(home(), c))
    x, y = pixel(camera, cell)
    at = next((x, y + n) for n in range(60) if cast(view, *camera.ray((x, y + n), SIZE)) is None)
    assert pick(view, camera, at, SIZE, dice=(), funnels=BASE) == cell
    assert pick(view, camera, at, SIZE, dice=(), funnels=[c for c in BASE if c != cell]) is None
    assert pick(view, camera, (at[0], at[1] + 60), SIZE, dice=(), funnels=BASE) is None


def how_near(camera, cell) -> float:
    """How far down a corner is seen, all others alike: the near one in the middle of its row."""
    x, y = pixel(camera, cell)
    return y - abs(x - SIZE[0] / 2) / 100


def test_nothing_is_picked_off_the_plate_or_among_nothing() -> None:
    view = pyramid_view(FULL)
    assert pick(view, home(), (3, 3), SIZE, dice=FULL.free(), funnels=()) is None
    assert pick(view, home(), (480, 400), SIZE, dice=(), funnels=()) is None


def test_what_a_die_hides_is_not_meant_by_it() -> None:
    view, camera = pyramid_view(FULL), home()
    at = pixel(camera, parse_cell("000"))
    assert pick(view, camera, at, SIZE, dice=CELLS, funnels=()) == parse_cell("000")
    hidden = [
        cell
        for cell in CELLS
        if cell != parse_cell("000") and pick(view, camera, pixel(camera, cell), SIZE, dice=[cell], funnels=()) is None
    ]
    for cell in hidden:
        seen = cast(view, *camera.ray(pixel(camera, cell), SIZE))
        assert seen.cell != cell
    assert len(hidden) > 20


def test_a_die_that_others_hide_but_for_a_strip_is_picked_close_to_what_is_seen_of_it() -> None:
    heap = Pyramid((c, Die("R")) for c in small_pyramid(parse_cell("500"), 4))
    view, camera, cell = pyramid_view(heap), home(), parse_cell("800")
    seen = [y for y in range(SIZE[1]) if (hit := cast(view, *camera.ray((SIZE[0] / 2, y), SIZE))) and hit.cell == cell]
    assert 0 < len(seen) < 15
    for y in (seen[0] - 8, seen[0], seen[-1], seen[-1] + 8):
        assert pick(view, camera, (SIZE[0] / 2, y), SIZE, dice=[cell], funnels=()) == cell
    assert pick(view, camera, (SIZE[0] / 2, seen[-1] + 60), SIZE, dice=[cell], funnels=()) is None


def test_a_die_that_lies_elsewhere_means_nothing_and_hides_what_is_behind_it() -> None:
    camera, cell = home(), parse_cell("000")
    view = pyramid_view(FULL, extra=[DieView((0.0, -1.0, 7.2), UPRIGHT, "R")])
    at = pixel(camera, cell)
    hit = cast(view, *camera.ray(at, SIZE))
    assert hit.die == len(FULL), hit
    assert pick(view, camera, at, SIZE, dice=[cell], funnels=()) is None


def test_a_tilted_plate_is_picked_where_it_is() -> None:
    view = pyramid_view(EMPTY)._replace(plate=PlatePose(about((1.0, 0.0, 0.0), 20), (0.5, 0.0, 1.0)))
    camera = above()
    at = view.plate.apply(centre(CORNERS[1], pitch=PITCH))
    point = tuple(camera.project(np.array([at]), SIZE)[0])
    assert pick(view, camera, point, SIZE, dice=(), funnels=BASE) == CORNERS[1]
