"""Each mark has a shape of its own, on dice and in funnels, in both renderers, and none has the colour of a seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from skill.app.settings.players import COLOURS as SEATS
from skill.draw.camera import Camera
from skill.draw.die_look import SAFE, USUAL
from skill.draw.export import render_image
from skill.draw.marks import CHOSEN, COLOURS, GOAL, HINT, KINDS, LAST, LEGAL, POINTED, marked, together
from skill.draw.palette import GLOW, STROKES, WOOD_DARK, WOOD_LIGHT, Rgb
from skill.draw.scene_view import funnel_marker, pyramid_view
from skill.lattice.cells import BASE
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY

CELL, SIZE = BASE[20], (160, 120)
NEAR = Camera(elevation_deg=58.0, distance=7.0)
SHAPED = (*KINDS, "B")  # with that of what belongs to a seat
ON_DICE = {POINTED: together(LEGAL, POINTED)}
SEEN = 12.0  # how far two colours are apart at least where one is told from the other: steps of CIELAB
APART = 0.85  # the share of both that two shapes may have in common
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
            view = pyramid_view(heap, marks={CELL: ON_DICE.get(kind, kind)}, highlights={CELL: float(kind == POINTED)})
        else:
            view = pyramid_view(heap, markers=[funnel_marker(CELL, kind)])
        found[kind] = np.linalg.norm(drawn(view) - plain, axis=-1)
    return found


@pytest.mark.parametrize("colour", ["", "K", "P", "Y"])
def test_each_mark_has_a_shape_of_its_own(renderer, colour: str) -> None:
    found = changes(renderer, colour)
    shapes = {kind: change > SEEN for kind, change in found.items()}
    for one, other in combinations(SHAPED, 2):
        common = (shapes[one] & shapes[other]).sum() / (shapes[one] | shapes[other]).sum()
        assert common < APART, (one, other, round(float(common), 2))


@pytest.mark.parametrize("colour", ["", "K", "P", "Y"])
def test_what_may_be_chosen_is_louder_than_all_that_is_only_told(renderer, colour: str) -> None:
    """It is larger, and stands off well from what is below it."""
    found = changes(renderer, colour)
    large = {kind: int((change > SEEN).sum()) for kind, change in found.items()}
    assert large[LEGAL] > 1.3 * max(large[kind] for kind in (GOAL, LAST, HINT)), large
    assert found[LEGAL][found[LEGAL] > SEEN].mean() > 3 * SEEN


def test_no_mark_has_the_colour_of_a_seat_or_of_the_wood() -> None:
    bodies = {(name, of): paints[of].body for name, paints in (("usual", USUAL), ("safe", SAFE)) for of in SEATS}
    for kind, colour in [*COLOURS.items(), ("lit", GLOW), ("outline", STROKES["goal"].colour)]:
        near = min(bodies, key=lambda of: apart(bodies[of], colour))
        assert apart(bodies[near], colour) > OF_ITS_OWN, (kind, near, apart(bodies[near], colour))
        assert min(apart(wood, colour) for wood in (WOOD_LIGHT, WOOD_DARK)) > OF_ITS_OWN, kind


def test_colours_tell_apart_what_is_chosen_what_is_told_and_what_is_advised() -> None:
    assert COLOURS[LEGAL] == COLOURS[POINTED] == COLOURS[CHOSEN]
    for one, other in combinations((LEGAL, GOAL, LAST, HINT), 2):
        assert apart(COLOURS[one], COLOURS[other]) > OF_ITS_OWN, (one, other)


def test_marks_are_put_together_in_one_order() -> None:
    assert marked("hint R legal").shapes == marked("legal R hint").shapes == ("owned", "legal", "hint")
    assert marked("legal B").seat == "B"
    assert together("legal goal", "", "goal last") == "legal goal last"
    assert len({marked(kind).code for kind in (*SHAPED, "side I", "")}) == len(SHAPED) + 2
