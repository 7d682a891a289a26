"""Both renderers draw the same scenes; what they show is checked by colour at known places, not byte for byte."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from skill.draw.camera import above, home
from skill.draw.die_look import MARK_SHAPES, die_mesh, use_palette
from skill.draw.export import render_image, write_animation, write_image
from skill.draw.geometry import MARGIN, outline, plate_faces, plate_mesh
from skill.draw.palette import LIGHT_DIRECTION
from skill.draw.renderer import software
from skill.draw.scene_view import (
    BOARD_DEPTH,
    PITCH,
    PlatePose,
    Stroke,
    about,
    die_in_cell,
    funnel_marker,
    pyramid_view,
)
from skill.draw.shaders import DIE_VERTEX, with_shadows
from skill.errors import FileError, Unavailable
from skill.lattice.cells import BASE, CELLS, CORNERS, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.frame import centre, normal
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY, Pyramid
from tests.draw.pictures import SAME, difference

SIZE = (640, 400)
QUALITIES = ["low", "high"]


def drawn(renderer, view, camera=None, quality="low", size=SIZE) -> np.ndarray:
    return np.asarray(render_image(view, camera or home(), size, quality, renderer)).astype(int)


def colour_near(picture: np.ndarray, camera, point, size=SIZE) -> np.ndarray:
    """The middle colour of a few pixels round the place of a world point."""
    x, y = camera.project(np.array([point]), size)[0].round().astype(int)
    return np.median(picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0)


@pytest.mark.parametrize("arcs", [0, 1, 2])
def test_die_mesh_is_a_closed_solid_within_its_cube(arcs: int) -> None:
    points, triangles = die_mesh(arcs)
    assert len(triangles) == [12, 108, 300][arcs]
    assert np.abs(points).max() == pytest.approx(0.5)
    a, b, c = (points[triangles[:, n]].astype(float) for n in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6
    assert 0.9 < volume <= 1.0 + 1e-6  # outwards all round


@pytest.mark.parametrize(("side", "points", "funnels"), [("top", 55, 45), ("underside", 45, 28), ("none", 0, 0)])
def test_each_side_of_the_plate_has_its_points_and_funnels(side: str, points: int, funnels: int) -> None:
    faces = plate_faces(PITCH, side).reshape(-1, 4, 3).round(6)
    tops, bottoms = Counter(map(tuple, faces[:, 0].tolist())), Counter(map(tuple, faces[:, 2].tolist()))
    assert [sum(n == 3 for n in corners.values()) for corners in (tops, bottoms)] == [points, funnels]
    assert set(faces[:, 2, 2].tolist()) <= {0.0}
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0])
    assert (normals[:, 2] > 0).all()


@pytest.mark.parametrize("quality", QUALITIES)
def test_each_rim_is_seen_on_dice_of_every_colour(renderer, quality: str) -> None:
    for colour in "RGKBOYPTW":
        heap = EMPTY.put(BASE[20], Die(colour))
        views = [pyramid_view(heap, marks={BASE[20]: rim}) for rim in ("", "legal", "goal", "last")]
        pictures = [render_image(view, home(), SIZE, quality, renderer) for view in views]
        pairs = [(one, other) for n, one in enumerate(pictures) for other in pictures[:n]]
        assert min(difference(one, other) for one, other in pairs) > SAME, colour


@pytest.mark.parametrize("rim", ["legal", "goal", "last", "legal goal", "legal last"])
def test_the_rim_of_a_die_is_on_the_die(renderer, rim: str) -> None:
    cell, camera = parse_cell("233"), home()
    heap = Pyramid([(cell, Die("K"))])
    plain, rimmed = (drawn(renderer, pyramid_view(heap, marks=marks), camera) for marks in ({}, {cell: rim}))
    changed = np.argwhere(np.abs(plain - rimmed).sum(axis=2) > 30)[:, ::-1]
    middle = camera.project(np.array([centre(cell, pitch=PITCH)]), SIZE)[0]
    corners = np.array(list(product((-0.5, 0.5), repeat=3))) @ np.array([normal(axis) for axis in range(3)])
    seen = camera.project(np.array(centre(cell, pitch=PITCH)) + corners, SIZE)
    reach = np.linalg.norm(seen - middle, axis=1).max()
    assert len(changed) and np.linalg.norm(changed - middle, axis=1).max() < reach + 2


def test_a_bare_table_shows_no_wood(renderer) -> None:
    heap = pyramid_view(parse_position("G800"))
    seen, bare = (drawn(renderer, heap._replace(side=side, table_z=-0.9)) for side in ("top", "none"))
    wood = [(picture[..., 0] > picture[..., 2] + 40).mean() for picture in (seen, bare)]
    assert wood[0] > 0.1
    assert wood[1] < 0.005


def test_the_table_is_a_little_darker_far_from_the_middle_in_the_plain_picture() -> None:
    picture = drawn(software(), pyramid_view(EMPTY)._replace(side="none", table_z=-0.9))
    middle, corners = picture[200, 320].mean(), [picture[y, x].mean() for y, x in product((2, -3), (2, -3))]
    assert all(0.75 * middle < corner < middle for corner in corners)


def test_a_table_seen_from_afar_has_no_seam(renderer) -> None:
    bare = pyramid_view(EMPTY)._replace(side="none", table_z=-12.0)
    picture = drawn(renderer, bare, home().zoomed(2.0))
    assert max(np.abs(np.diff(picture, axis=axis)).max() for axis in (0, 1)) < 10


@pytest.mark.parametrize("side", ["top", "underside"])
def test_the_rim_of_the_board_goes_down_all_the_way(side: str) -> None:
    heights = sorted({round(float(z), 3) for z in plate_mesh(PITCH, side)[:, 2] if z < 0}, reverse=True)
    assert heights[0] > -0.1 and heights[-1] == pytest.approx(-BOARD_DEPTH, abs=1e-3)
    ring = outline(PITCH, MARGIN, side)
    reach = np.linalg.norm(ring, axis=1).max()
    mesh = plate_mesh(PITCH, side)
    for z, inside in ((-0.035, 0.03), (-0.12, 0.0)):  # rounded: the lower, the further out
        found = mesh[np.isclose(mesh[:, 2], z, atol=1e-3)]
        assert np.linalg.norm(found[:, :2], axis=1).max() == pytest.approx(reach - inside, abs=0.01)


def test_a_shader_is_told_once_which_shadows_it_has() -> None:
    for kind in ("NO", "SOFT", "HARD"):
        assert with_shadows(DIE_VERTEX, kind).splitlines()[:2] == ["#version 330", f"#define {kind}_SHADOWS"]
        assert with_shadows(DIE_VERTEX, kind).count("SHADOWS") == DIE_VERTEX.count("SHADOWS") + 1


def test_plate_mesh_has_its_funnels_where_dice_stand() -> None:
    mesh = plate_mesh(PITCH)
    lowest = {(round(float(x), 3), round(float(y), 3)) for x, y, z in mesh[:, :3] if abs(z) < 1e-6}
    for cell in BASE:
        x, y, _ = centre(cell, pitch=PITCH)
        assert (round(x, 3), round(y, 3)) in lowest
    lengths = np.linalg.norm(mesh[:, 3:6], axis=1)
    assert lengths == pytest.approx(np.ones(len(mesh)), abs=1e-5)
    assert mesh[:, 5].max() == pytest.approx(1)
    walls = np.unique(np.round(mesh[mesh[:, 2] > 1.1][:, 3:6], 2), axis=0)  # what meets in the points
    assert walls == pytest.approx(np.unique(np.round([normal(axis) for axis in range(3)], 2), axis=0), abs=0.02)


@pytest.mark.parametrize("quality", QUALITIES)
def test_dice_show_their_colour_where_they_stand(renderer, quality: str) -> None:
    heap = parse_position("R800:213 G080:213 K008:213 B233:213")
    camera = above()
    picture = drawn(renderer, pyramid_view(heap), camera, quality)
    for cell, die in heap:
        x, y, z = centre(cell, pitch=PITCH)
        n = np.array(normal(0)) * 0.5
        on_face = np.array((x, y, z)) + n + (0.13, 0.0, 0.0)  # the face towards the player, off its two pips
        red, green, blue = colour_near(picture, camera, on_face)
        if die.colour == "R":
            assert red > 1.7 * max(green, blue)
        elif die.colour == "G":
            assert green > 1.3 * max(red, blue)
        elif die.colour == "B":
            assert blue > 1.5 * max(red, green)
        else:
            assert max(red, green, blue) < 90


def test_pips_are_those_of_the_face(renderer) -> None:
    """Face 1 has a pip in its middle, face 2 has none there."""
    camera, cell = above(), parse_cell("233")
    middle = np.array(centre(cell, pitch=PITCH)) + np.array(normal(0)) * 0.5
    for faces, has_pip in (((1, 3, 2), True), ((2, 1, 3), False)):
        view = pyramid_view(Pyramid([(cell, Die("R", faces))]))
        _, green, _ = colour_near(drawn(renderer, view, camera, "high"), camera, middle)
        assert bool(green > 100) is has_pip


def test_a_ghost_lets_the_plate_through(renderer) -> None:
    camera, cell = above(), parse_cell("233")
    at = np.array(centre(cell, pitch=PITCH)) + np.array(normal(0)) * 0.5 + (0.13, 0.0, 0.0)
    plain = colour_near(drawn(renderer, pyramid_view(Pyramid([(cell, Die("K", (2, 1, 3)))])), camera), camera, at)
    ghost = pyramid_view(EMPTY, extra=[die_in_cell(cell, "K", (2, 1, 3), ghost=True)])
    assert colour_near(drawn(renderer, ghost, camera), camera, at).sum() > plain.sum() + 30


def test_markers_light_up_funnels(renderer) -> None:
    camera, cell = above().turned(0, 20), CORNERS[0]
    dark = drawn(renderer, pyramid_view(EMPTY), camera)
    light = drawn(renderer, pyramid_view(EMPTY, markers=[funnel_marker(cell, "goal")]), camera)
    changed = np.argwhere(np.abs(light - dark).sum(axis=2) > 30)
    assert 5 < len(changed) < 1200
    x, y = camera.project(np.array([(*centre(cell, pitch=PITCH)[:2], 0.3)]), SIZE)[0]
    assert np.abs(changed.mean(axis=0) - (y, x)).max() < 8


@pytest.mark.parametrize("quality", QUALITIES)
def test_strokes_lie_over_all_that_is_solid(renderer, quality: str) -> None:
    heap, camera = pyramid_view(Pyramid((cell, Die("K")) for cell in CELLS)), home()
    strokes = (
        Stroke((-3.0, 3.0, 1.0), (3.0, 3.0, 1.0), "grip", (0.5, 0.5)),  # behind the apex
        Stroke((0.0, 0.0, 30.0), (0.0, -30.0, 40.0), "aim"),  # on its way past the eye
        Stroke((0.0, 0.0, 2.0), (0.0, 0.0, 2.0), "aim"),
    )
    red = drawn(renderer, heap._replace(strokes=strokes), camera, quality)
    colour = colour_near(red, camera, (0.5, 3.0, 1.0))
    assert colour[0] > 150 > 2 * colour[1]
    dark = drawn(renderer, heap, camera, quality)
    assert (np.abs(red - dark).sum(axis=2) > 30).mean() < 0.2


def test_a_tilted_plate_takes_its_picture_along(renderer) -> None:
    level = drawn(renderer, pyramid_view(EMPTY))
    tilted = drawn(renderer, pyramid_view(EMPTY)._replace(plate=PlatePose(about((0.0, 1.0, 0.0), 20)), table_z=-12.0))
    assert (np.abs(level - tilted).sum(axis=2) > 30).mean() > 0.1


def test_the_same_scene_gives_the_same_picture(renderer) -> None:
    heap = Pyramid((cell, Die("RGK"[cell % 3])) for cell in CELLS)
    first = drawn(renderer, pyramid_view(heap), quality="high")
    drawn(renderer, pyramid_view(EMPTY), quality="low")
    assert (drawn(renderer, pyramid_view(heap), quality="high") == first).all()


def test_renderers_agree_about_what_is_where() -> None:
    """Coarse: where one shows a red die the other does, for almost all pixels of the full pyramid."""
    from tests.conftest import missing

    try:
        from skill.draw.opengl import standalone

        other = standalone()
    except ValueError as error:
        return missing(str(error))
    heap = Pyramid((cell, Die("RGK"[cell % 3])) for cell in CELLS)

    def reds(renderer) -> np.ndarray:
        r, g, b = np.moveaxis(drawn(renderer, pyramid_view(heap), quality="high"), 2, 0)
        return r > 1.6 * np.maximum(g, b)

    ours, theirs = reds(software()), reds(other)
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.85


@pytest.mark.skipif(sys.platform != "linux", reason="how libraries are found")
def test_no_other_program_looks_for_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ctypes.util.find_library` starts ldconfig, gcc and ld by the names that `PATH` has for them."""
    from skill.draw.opengl import standalone

    asked: list[str] = []
    monkeypatch.setattr("ctypes.util.find_library", asked.append)
    with suppress(Unavailable):
        standalone()
    assert not asked


def test_animation_and_picture_files(renderer, tmp_path: Path) -> None:
    heaps = [parse_position(text) for text in ("-", "R800", "R800 G080", "R800 G080 K008")]
    frames = [render_image(pyramid_view(heap), size=(320, 200), quality="low", renderer=renderer) for heap in heaps]
    out = tmp_path / "new" / "film.gif"
    assert write_animation(iter(frames), out, hold_s=0.5) == 4
    with Image.open(out) as film:
        assert film.n_frames >= 4
        film.seek(film.n_frames - 1)
        last = np.asarray(film.convert("RGB")).astype(int)
    assert np.abs(last - np.asarray(frames[-1]).astype(int)).mean() < 6
    write_image(frames[0], tmp_path / "one.png")
    assert Image.open(tmp_path / "one.png").size == (320, 200)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "one.png"]


def test_files_that_cannot_be_written_are_refused_and_nothing_is_touched(tmp_path: Path) -> None:
    old = tmp_path / "film.gif"
    old.write_bytes(b"old")
    with pytest.raises(FileError, match=r"film\.txt"):
        write_animation([], tmp_path / "film.txt")
    with pytest.raises(FileError, match="no frames"):
        write_animation([], old)
    with pytest.raises(FileError, match=r"\.png"):
        write_image(Image.new("RGB", (8, 8)), tmp_path / "film.gif")
    assert old.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_picture_without_one_of_its_dice_is_another(renderer) -> None:
    """In the size of the pictures that are kept of tables, whichever third die it is, if it is seen."""
    heap = Pyramid((cell, Die("RGK"[cell % 3], ORIENTATIONS[cell % 24])) for cell in CELLS)
    view = pyramid_view(heap)

    def kept(dice) -> Image.Image:
        return render_image(view._replace(dice=dice), home(), (370, 320), "low", renderer)

    whole, seen = kept(view.dice), 0
    for n in range(0, len(view.dice), 3):
        without = kept((*view.dice[:n], *view.dice[n + 1 :]))
        changed = (np.abs(np.asarray(whole, int) - np.asarray(without, int)) > 8).any(axis=2).sum()
        if changed >= 20:
            seen += 1
            assert difference(whole, without) > SAME, f"die {n}: {changed} pixels"
    assert seen > 30
    assert difference(whole, kept(view.dice)) == 0


@pytest.mark.parametrize("quality", QUALITIES)
def test_what_looks_towards_the_light_is_brighter(renderer, quality: str) -> None:
    """Of a die in the middle and of the board: the light comes from the left, over the shoulder of side I."""
    cell, camera = parse_cell("233"), above()
    view = pyramid_view(Pyramid([(cell, Die("R", (2, 1, 3)))]))
    picture, middle = drawn(renderer, view, camera, quality), np.array(centre(cell, pitch=PITCH))
    towards = np.array(LIGHT_DIRECTION) / np.linalg.norm(LIGHT_DIRECTION)
    faces = [np.array(normal(axis)) for axis in range(3)]
    bright = [
        colour_near(picture, camera, middle + 0.5 * out + 0.3 * beside)[0]
        for out, beside in zip(faces, faces[1:] + faces[:1], strict=True)
    ]
    lit = [out @ towards for out in faces]
    assert np.argsort(bright).tolist() == np.argsort(lit).tolist()


@pytest.mark.parametrize("side", [1, 2, 3])
def test_the_sides_of_the_board_that_are_seen_are_of_wood(renderer, side: int) -> None:
    camera, size, ring, looked_at = home(side), (1280, 800), outline(PITCH, MARGIN), 0
    picture, eye = drawn(renderer, pyramid_view(EMPTY), camera, size=size), camera.eye(size)
    for begin, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        outwards = np.array((end[1] - begin[1], begin[0] - end[0])) / np.linalg.norm(end - begin)
        middle = np.array((*((begin + end) / 2), -BOARD_DEPTH / 2))
        if outwards @ (eye - middle)[:2] > 3.0:  # not where it is seen from along it
            red, green, blue = colour_near(picture, camera, middle, size)
            assert red > green > blue and red > 1.25 * blue  # the table is bluish
            looked_at += 1
    assert looked_at > 5


@pytest.mark.parametrize("mark", MARK_SHAPES)
def test_a_mark_looks_the_same_on_every_face_turned_by_half_a_turn(mark: int) -> None:
    """A die has no upper edge: and each part of the mark has to be seen at all."""
    for number, shapes in enumerate(MARK_SHAPES[mark]):
        axis = min(number, 5 - number)
        flat = shapes[..., [(axis + 1) % 3, (axis + 2) % 3]]
        u, v = np.moveaxis(flat, -1, 0)
        areas = np.abs((u * np.roll(v, -1, axis=1) - np.roll(u, -1, axis=1) * v).sum(axis=1)) / 2
        assert areas.min() > 0.001 and np.ptp(areas) < 1e-9
        middles = {tuple(at) for at in flat.mean(axis=1).round(6).tolist()}
        assert middles == {(-x, -y) for x, y in middles} and len(middles) == len(shapes)


def test_marks_are_drawn_on_dice_that_have_one(renderer) -> None:
    camera, size = above(), (640, 400)
    try:
        for position, has_mark in (("R233:321 G332:321 B323:321", True), ("K233:321", False)):
            view = pyramid_view(parse_position(position))
            plain, marked = (
                (use_palette("usual", marks), drawn(renderer, view, camera, "high", size))[1] for marks in (False, True)
            )
            changed = (np.abs(plain - marked).sum(axis=2) > 60).sum()
            assert changed > 60 if has_mark else changed == 0
    finally:
        use_palette("usual", False)
