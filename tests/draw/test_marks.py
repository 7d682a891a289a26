"""Each mark has a shape of its own, on dice and plates of every look, in both renderers; none has the colour of a seat.

So have dice, whatever they look like and whatever plate is below them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from skill.app.settings.players import COLOURS as SEATS
from skill.draw.camera import Camera
from skill.draw.die_look import MAKES, PAINT, PALETTES, SAFE, USUAL, use_palette
from skill.draw.export import render_image
from skill.draw.marks import CHOSEN, COLOURS, GOAL, HINT, KINDS, LAST, LEGAL, marked, together
from skill.draw.palette import STROKES, Rgb
from skill.draw.plate_look import PLATES, plate_in_use, stroke_light, texture, use_plate
from skill.draw.scene_view import funnel_marker, pyramid_view
from skill.lattice.cells import BASE
from skill.lattice.dice import Die
from skill.lattice.frame import normal
from skill.lattice.pyramid import EMPTY

CELL, SIZE = BASE[20], (160, 120)
NEAR = Camera(elevation_deg=58.0, distance=7.0)
SHAPED = (*KINDS, "B")  # with that of what belongs to a seat
SEEN = 12.0  # how far two colours are apart at least where one is told from the other: steps of CIELAB
APART = 0.8  # the share of both that two shapes may have in common
ON_PLATE = 18.0  # how far the colour of a die is from that of the plate below it, steps of CIELAB
OF_ITS_OWN = 25.0  # how far a mark is from the colours of all seats, steps of CIELAB


def lab(screen: np.ndarray) -> np.ndarray:
    """CIELAB, D65, of colours on screen from 0 to 1."""
    rgb = np.where(screen > 0.04045, ((screen + 0.055) / 1.055) ** 2.4, screen / 12.92)
    matrix = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    xyz = rgb @ matrix.T / (0.9505, 1.0, 1.089)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def apart(one: Rgb, other: Rgb) -> float:
    return float(np.linalg.norm(lab(np.sqrt(one)) - lab(np.sqrt(other))))


def changes(renderer, colour: str) -> dict[str, np.ndarray]:
    """How much each mark alone changes each pixel, on a die of that colour, or without one in a funnel."""
    heap, found = EMPTY.put(CELL, Die(colour, (1, 3, 2))) if colour else EMPTY, {}
    x, y, z = pyramid_view(EMPTY.put(CELL, Die("R"))).dice[0].position
    camera = replace(NEAR, target=(x, y, z))

    def drawn(view) -> np.ndarray:
        return lab(np.asarray(render_image(view, camera, SIZE, "high", renderer)) / 255)

    plain = drawn(pyramid_view(heap))
    for kind in SHAPED:
        if colour:
            view = pyramid_view(heap, marks={CELL: kind})
        else:
            view = pyramid_view(heap, markers=[funnel_marker(CELL, kind)])
        found[kind] = np.linalg.norm(drawn(view) - plain, axis=-1)
    return found


BACKGROUNDS = [*(("", plate) for plate in PLATES), *((colour, make) for make in MAKES for colour in "KPY")]
"""Of marks: the funnels of each plate, and dice of the darkest and the lightest colours in each make."""
on_all = pytest.mark.parametrize(("colour", "look"), BACKGROUNDS)


def use_look(look: str) -> None:
    if look in PLATES:
        use_plate(look)
    else:
        use_palette("usual", False, look)


@pytest.fixture(autouse=True)
def as_usual():
    """Looks are global."""
    yield
    use_plate("wood")
    use_palette("usual", False)


@on_all
def test_each_mark_has_a_shape_of_its_own(renderer, colour: str, look: str) -> None:
    use_look(look)
    found = changes(renderer, colour)
    shapes = {kind: change > SEEN for kind, change in found.items()}
    for one, other in combinations(SHAPED, 2):
        common = (shapes[one] & shapes[other]).sum() / (shapes[one] | shapes[other]).sum()
        assert common < APART, (one, other, round(float(common), 2))


@on_all
def test_what_may_be_chosen_is_louder_than_all_that_is_only_told(renderer, colour: str, look: str) -> None:
    """It is larger, and stands off well from what is below it."""
    use_look(look)
    found = changes(renderer, colour)
    large = {kind: int((change > SEEN).sum()) for kind, change in found.items()}
    assert large[LEGAL] > 1.3 * max(large[kind] for kind in (GOAL, LAST, HINT)), large
    assert found[LEGAL][found[LEGAL] > SEEN].mean() > 3 * SEEN


@pytest.mark.parametrize("colour", ["", "Y"])
def test_what_was_done_last_fades_little_by_little(renderer, colour: str) -> None:
    heap = EMPTY.put(CELL, Die(colour, (1, 3, 2))) if colour else EMPTY
    view = pyramid_view(heap, marks={CELL: LAST}, markers=[] if colour else [funnel_marker(CELL, LAST)])
    x, y, z = pyramid_view(EMPTY.put(CELL, Die("R"))).dice[0].position
    camera, plain = replace(NEAR, target=(x, y, z)), pyramid_view(heap)
    pictures = [plain, *(view._replace(last_share=share) for share in (0.0, 0.3, 0.7, 1.0))]
    without, *faded = [lab(np.asarray(render_image(of, camera, SIZE, "high", renderer)) / 255) for of in pictures]
    change = [float(np.linalg.norm(picture - without, axis=-1).sum()) for picture in faded]
    assert change[0] == 0 and sorted(change) == change and change[1] > 0.1 * change[3] and change[2] < 0.9 * change[3]


def test_no_mark_has_the_colour_of_a_seat_or_of_a_plate() -> None:
    bodies = {(name, of): paints[of].body for name, paints in (("usual", USUAL), ("safe", SAFE)) for of in SEATS}
    outlines = {plate: look.strokes.get("goal", STROKES["goal"]).colour for plate, look in PLATES.items()}
    for kind, colour in [*COLOURS.items(), *outlines.items()]:
        near = min(bodies, key=lambda of: apart(bodies[of], colour))
        assert apart(bodies[near], colour) > OF_ITS_OWN, (kind, near, apart(bodies[near], colour))
        below = [PLATES[kind]] if kind in PLATES else PLATES.values()
        assert min(apart(part, colour) for look in below for part in (look.light, look.dark)) > OF_ITS_OWN, kind


def test_colours_tell_apart_what_is_chosen_what_is_told_and_what_is_advised() -> None:
    assert COLOURS[LEGAL] == COLOURS[CHOSEN]
    for one, other in combinations((LEGAL, GOAL, LAST, HINT), 2):
        assert apart(COLOURS[one], COLOURS[other]) > OF_ITS_OWN, (one, other)


def test_marks_are_put_together_in_one_order() -> None:
    assert marked("hint R legal").shapes == marked("legal R hint").shapes == ("owned", "legal", "hint")
    assert marked("legal B").seat == "B"
    assert together("legal goal", "", "goal last") == "legal goal last"
    assert len({marked(kind).code for kind in (*SHAPED, "side I", "")}) == len(SHAPED) + 2


@pytest.mark.parametrize("plate", PLATES)
def test_dice_of_every_seat_and_what_stands_below_a_tool_are_seen_on_each_plate(plate: str) -> None:
    use_plate(plate)
    look, below = plate_in_use(), stroke_light("height")
    for ground in (look.light, look.dark):
        assert min(apart(paints[of].body, ground) for paints in PALETTES.values() for of in SEATS) > ON_PLATE
        seen = tuple(below.opacity * a + (1 - below.opacity) * b for a, b in zip(below.colour, ground, strict=True))
        assert apart(seen, ground) > SEEN  # type: ignore[arg-type]


def test_each_plate_is_drawn_in_its_own_colours_by_both_renderers(renderer) -> None:
    pictures = {}
    for plate in PLATES:
        use_plate(plate)
        picture = np.asarray(render_image(pyramid_view(EMPTY), NEAR, SIZE, "low", renderer))
        pictures[plate] = lab(picture / 255).reshape(-1, 3).mean(axis=0)
    for one, other in combinations(PLATES, 2):
        assert np.linalg.norm(pictures[one] - pictures[other]) > OF_ITS_OWN / 2, (one, other)
    use_plate("wood")
    again = np.asarray(render_image(pyramid_view(EMPTY), NEAR, SIZE, "low", renderer))
    assert lab(again / 255).reshape(-1, 3).mean(axis=0) == pytest.approx(pictures["wood"])


@pytest.mark.parametrize("plate", PLATES)
def test_a_texture_joins_on_to_itself_and_is_made_alike_each_time(plate: str) -> None:
    tile = texture(plate).astype(int)
    assert (texture.__wrapped__(plate) == tile).all()
    assert 15 < tile.std() < 80 and 100 < tile.mean() < 165
    for axis in (0, 1):
        steps = np.abs(np.diff(tile, axis=axis)).mean()
        seam = np.abs(tile.take(0, axis) - tile.take(-1, axis)).mean()
        assert seam < 2 * steps + 1


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("make", MAKES)
def test_dice_of_all_seats_are_told_apart_in_each_make(renderer, make: str, palette: str) -> None:
    """By the colour of most of what is seen of them, nearly as well as classic ones: blank, and with a mark."""

    def seen(of: str, marks: str) -> np.ndarray:
        view = pyramid_view(EMPTY.put(CELL, Die(of)), marks={CELL: marks})
        die = view.dice[0]._replace(pips=0)
        x, y, z = np.array(die.position) + np.array(normal(0)) / 2
        camera = replace(NEAR, target=(x, y, z))
        picture = np.asarray(render_image(view._replace(dice=(die,)), camera, SIZE, "high", renderer)) / 255
        return np.median(lab(picture[55:65, 75:85]).reshape(-1, 3), axis=0)

    for marks in ("", "legal"):
        use_palette(palette, False)
        usual = {of: seen(of, marks) for of in SEATS}
        use_palette(palette, False, make)
        made = {of: seen(of, marks) for of in SEATS}
        for one, other in combinations(SEATS, 2):
            apart_now, before = (float(np.linalg.norm(all_[one] - all_[other])) for all_ in (made, usual))
            assert apart_now > max(0.8 * before, 5.0), (one, other, apart_now, before)


def test_each_make_is_another_picture_and_the_marks_of_colours_are_seen_in_it(renderer) -> None:
    x, y, z = pyramid_view(EMPTY.put(CELL, Die("R"))).dice[0].position
    camera = replace(NEAR, target=(x, y, z))

    def drawn(of: str) -> np.ndarray:
        view = pyramid_view(EMPTY.put(CELL, Die(of, (1, 3, 2))))
        return lab(np.asarray(render_image(view, camera, SIZE, "high", renderer)) / 255)

    pictures = []
    for make in MAKES:
        for of in "RGBYT":
            use_palette("safe", False, make)
            plain = drawn(of)
            use_palette("safe", True, make)
            assert (np.linalg.norm(drawn(of) - plain, axis=-1) > SEEN).sum() > 60, (make, of)
        pictures.append(drawn("K"))
    for one, other in combinations(pictures, 2):
        assert (np.linalg.norm(one - other, axis=-1) > SEEN).sum() > 200


@pytest.mark.parametrize("palette", PALETTES)
def test_pips_of_high_contrast_are_black_or_white_and_stand_off(palette: str) -> None:
    use_palette(palette, False, "contrast")
    for of in SEATS:
        pips, body = (np.dot(rgb, (0.2126, 0.7152, 0.0722)) for rgb in (PAINT[of].pips, PAINT[of].body))
        assert pips in (0.0, pytest.approx(1.0)) and (max(pips, body) + 0.05) / (min(pips, body) + 0.05) > 3.6


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("faces", [(1, 3, 2), (6, 5, 4)])
def test_no_mark_changes_what_is_read_of_a_die(renderer, make: str, faces: tuple[int, int, int]) -> None:
    """Where pips are or may be it looks the same with every mark and with all of them."""
    use_palette("usual", False, make)
    large = (480, 360)
    x, y, z = pyramid_view(EMPTY.put(CELL, Die("R"))).dice[0].position
    camera = replace(NEAR, target=(x, y, z), elevation_deg=88.0, distance=5.0)

    def drawn(marks: str) -> np.ndarray:
        view = pyramid_view(EMPTY.put(CELL, Die("R", faces)), marks={CELL: marks})
        die = view.dice[0]
        turn, found = np.array(die.rotation), []
        picture = lab(np.asarray(render_image(view, camera, large, "high", renderer)) / 255)
        for normal_of in np.eye(3):
            for side in (1, -1):
                if (turn @ (side * normal_of))[2] > 0:
                    across = [np.roll(normal_of, n) for n in (1, 2)]
                    points = [
                        np.array(die.position) + turn @ (side * normal_of / 2 + u * across[0] + v * across[1])
                        for u, v in product((-0.27, 0.0, 0.27), repeat=2)
                    ]
                    at = camera.project(np.array(points), large).round().astype(int)
                    found.append(picture[at[:, 1], at[:, 0]])
        return np.concatenate(found)

    plain = drawn("")
    assert len(plain) == 27
    for marks in (*SHAPED, together(*SHAPED)):
        assert np.linalg.norm(drawn(marks) - plain, axis=-1).max() < SEEN, marks


def test_what_may_be_chosen_outranks_the_goal(renderer) -> None:
    """On a die with both marks most of what is added by them is the first one's."""
    x, y, z = pyramid_view(EMPTY.put(CELL, Die("R"))).dice[0].position
    camera, heap = replace(NEAR, target=(x, y, z)), EMPTY.put(CELL, Die("K", (1, 3, 2)))

    def drawn(marks: str) -> np.ndarray:
        view = pyramid_view(heap, marks={CELL: marks})
        return lab(np.asarray(render_image(view, camera, SIZE, "high", renderer)) / 255)

    both, legal = drawn(together(LEGAL, GOAL)), drawn(LEGAL)
    framed = (np.linalg.norm(legal - drawn(""), axis=-1) > SEEN).sum()
    covered = (np.linalg.norm(both - legal, axis=-1) > SEEN).sum()
    assert 0.02 * framed < covered < 0.3 * framed
