"""The plate turned over, and no plate at all; dice that come in from a hand."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from skill.lattice.dice import Die
from skill.lattice.frame import AXIS_VECTORS, HALF_DIAGONAL, rotation
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.attitude import matrices
from skill.physics.pose import Vec, product, turn
from skill.physics.scene import load_scene
from skill.physics.world import World

POINTS = [(i, j, 9 - i - j) for i in range(1, 8) for j in range(1, 9 - i)]  # of the plate, those with six neighbours


def test_turned_over_the_28_inner_points_are_funnels() -> None:
    world = World(load_scene("pyramid", {"plate.side": "underside"}), EMPTY, hand=[Die("R", (3, 2, 1))] * 28)
    upside_down = turn((pi, 0.0, 0.0))
    places: list[Vec] = []
    for point in POINTS:
        x, y = (np.array(point) @ np.array(AXIS_VECTORS)[:, :2] * world.scene.plate.pitch).tolist()
        die = world.take_from_stock((x, -y, 1.2))
        world.put(die, (x, -y, 1.2), product(upside_down, world.body(die).quaternion))
        world.release(die)
        places.append((x, -y, HALF_DIAGONAL))
    assert world.settle()
    assert np.abs(np.array([world.body(n).position for n in range(28)]) - places).max() < 0.01
    reading = world.reading()
    assert len(reading.loose) == 28 and not reading.cells  # the cells are those of the other side


def test_on_the_bare_table_a_die_lies_flat() -> None:
    world = World(load_scene("pyramid", {"plate.side": "none"}), EMPTY, hand=[Die("R", (3, 2, 1))])
    die = world.take_from_stock((1.0, 2.0, 1.5))
    world.release(die, velocity=(3.0, 0.0, 0.0))
    assert world.settle()
    assert world.body(die).position[2] == pytest.approx(0.5, abs=0.01)
    assert world.reading().loose[0].top in range(1, 7) and not world.reading().off


def test_a_die_in_hand_is_not_judged_until_it_is_let_go() -> None:
    world = World(load_scene("pyramid"), parse_position("R800"), hand=[Die("B", (3, 2, 1)), Die("G")])
    die = world.take_from_stock((0.0, 0.0, 3.0))
    assert (die, len(world.stock), world.colours) == (1, 1, ["R", "B"])
    assert world.settle()
    reading = world.reading()
    assert [d.colour for d in reading.held] == ["B"] and len(reading.dice) == 2 and not reading.loose
    assert world.body(die).position == pytest.approx((0.0, 0.0, 3.0), abs=1e-12)
    faces = matrices(np.array([world.body(die).quaternion]))[0]
    assert np.allclose(faces, np.array(rotation((3, 2, 1))), atol=1e-6)
    world.release(die)
    world.step()
    world.observe()
    assert not world.reading().held and not world.settled
    assert world.settle() and world.body(die).position[2] < 2.0


def test_a_die_taken_away_is_counted() -> None:
    world = World(load_scene("pyramid"), parse_position("R800 G080"))
    world.take_away(world.colours.index("G"))
    assert world.settle()
    reading = world.reading()
    assert reading.taken == 1 and [die.colour for die in reading.dice] == ["R"]


def test_a_loose_die_comes_to_rest_where_it_lay() -> None:
    first = World(load_scene("pyramid"), EMPTY, hand=[Die("R", (3, 2, 1))])
    die = first.take_from_stock((0.3, 0.2, 2.0), turn((0.4, 0.2, 0.0)))
    first.release(die)
    assert first.settle()
    (seen,) = first.reading().dice
    again = World(load_scene("pyramid"), EMPTY, loose=[(seen.colour, seen.top, seen.at)])
    assert again.settle()
    (same,) = again.reading().dice
    assert same.at == pytest.approx(seen.at, abs=0.5)
