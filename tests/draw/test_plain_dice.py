"""Dice whose orientation the rules leave open are drawn alike before, in and after an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Any

import numpy as np
import pytest

from skill.app.input.tools.jolt import jolt
from skill.draw.plain_dice import AS_USUAL, left_by, shown_faces, turns_of_faces
from skill.draw.scene_view import TOP_UP, SceneView, asked_view, attempt_view, loose_view, pyramid_view
from skill.lattice.cells import Cell
from skill.lattice.frame import Matrix
from skill.physics.attempt import never
from skill.rules.catalogue import find_game
from skill.table.attempts import attempt_for, world_of
from skill.table.match import Match
from tests.engines import of_any_engine

pytestmark = of_any_engine


@pytest.fixture
def jolted() -> Iterator[tuple[Any, Any, SceneView]]:
    """What Faraday asks for, an attempt at it after a jolt that took dice to other funnels, and its first picture."""
    spec: Any = Match(find_game("faraday"), 1).turn
    running = attempt_for(spec._replace(failed=never, goal=never), 3)
    first = attempt_view(running)
    places = [running.world.body(n).position[:2] for n in running.world.numbers]
    for sample in jolt(running.scene, None, pi / 2, 60.0, places).samples(running.trace.rate_hz):
        running.tick(sample)
    for _ in range(90):
        running.tick(running.toolset.rest)
    yield spec, running, first
    running.close()


def test_a_die_keeps_its_faces_when_an_attempt_begins(jolted: tuple[Any, Any, SceneView]) -> None:
    spec, running, first = jolted
    began = [shown_faces(cell, None) != faces for (cell, _), faces in zip(spec.start, running.world.began, strict=True)]
    assert any(began), "the world turned all dice as they are drawn by itself"
    for asked, real in zip(asked_view(world_of(spec), spec.start).dice, first.dice, strict=True):
        assert np.array(real.rotation) == pytest.approx(np.array(asked.rotation), abs=0.05)
    for asked, real in zip(pyramid_view(spec.start).dice, first.dice, strict=True):
        assert np.array(real.rotation) == pytest.approx(np.array(asked.rotation), abs=0.05)


def test_a_die_keeps_its_faces_when_an_attempt_ends(jolted: tuple[Any, Any, SceneView]) -> None:
    spec, running, _ = jolted
    reading, last, left = running.reported(), attempt_view(running), left_by(running, AS_USUAL)
    standing = reading.pyramid.plain()
    assert standing.mask != spec.start.mask and len(standing), "no die went to another funnel"
    stood: dict[Cell, Matrix] = {d.cell: last.dice[d.number].rotation for d in reading.dice if d.cell is not None}
    for die in pyramid_view(standing, lying=left).dice:
        assert die.cell is not None
        assert np.array(die.rotation) == pytest.approx(np.array(stood[die.cell]), abs=0.3)  # they may lean a little
    usual = [shown_faces(cell, None) for cell in left.faces]
    assert usual != list(left.faces.values()), "dice came to lie as usual by themselves"


def test_the_next_attempt_goes_on_from_how_dice_were_left(jolted: tuple[Any, Any, SceneView]) -> None:
    spec, running, _ = jolted
    left, standing = left_by(running, AS_USUAL), running.reported().pyramid.plain()
    again = attempt_for(spec._replace(start=standing), 4)
    for asked, real in zip(pyramid_view(standing, lying=left).dice, attempt_view(again, left).dice, strict=True):
        assert np.array(real.rotation) == pytest.approx(np.array(asked.rotation), abs=0.05)
    again.close()


def test_loose_dice_lie_as_they_were_left_and_keep_their_number_on_top() -> None:
    """A die lifted to where it leans: drawn as it leans, and the next attempt shows the same number on top."""
    spec: Any = Match(find_game("faraday"), 1).turn
    place = (3.5, 3.0, 1.5)
    leaning = AS_USUAL._replace(loose={place: _turned_about_x(pi / 2 + 0.3)})
    loose = (("R", 5, place),)  # the world has another number up than the one drawn
    [drawn] = loose_view(loose, leaning)
    assert drawn.rotation == leaning.loose[place]
    running = attempt_for(spec._replace(loose=loose), 1)
    turned = np.array(TOP_UP[5]) @ turns_of_faces(running, leaning)[len(spec.start)]
    running.close()
    assert turned[2] == pytest.approx(np.round(np.array(drawn.rotation)[2]))


def _turned_about_x(angle: float) -> Matrix:
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return ((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c))
