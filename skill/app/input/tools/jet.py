"""Where a breath hits and what it would move, drawn before it is blown."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING

from skill.app.input.tools.binding import arrow, ring_of
from skill.app.input.viewport import first_hit
from skill.draw.scene_view import Stroke
from skill.lattice.frame import Point

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

CORNERS = 24  # of the ring
MOVES = 0.3  # push, in weights of a die, below which nothing is drawn
PER_WEIGHT, LONGEST = 0.8, 2.0  # length of an arrow for each weight of a die that the push has, and at most, edges


def jet(running: AttemptRun, mouth: Point, way: Point) -> Iterator[Stroke]:
    """A ring round what a jet from `mouth` along the unit vector `way` meets first, and arrows on dice it would push.

    Within the ring the jet is at least half as fast as on its axis, or would be if the mouth trembled by as much as it
    does two of three times. Arrows begin where dice are and go where a blow of full strength would push them.
    """
    tool, limits = running.toolset.find("breath"), running.scene.breath
    met = first_hit(running, mouth, way)
    if met is None or limits is None:
        return
    away = hypot(*(a - b for a, b in zip(met.point, mouth, strict=True)))
    radius = tool.half_width(away) + hypot(limits.tremor_edges, radians(limits.tremor_deg) * away)
    yield from ring_of(_ring(met.point, way, radius), True, 0.1)
    weight = running.scene.engine.gravity_m_s2 / running.scene.dice.edge_m
    for number, (x, y, _) in tool.full_pushes(running.world):
        push = hypot(x, y)
        if push < MOVES * weight:
            continue
        length = min(LONGEST, PER_WEIGHT * push / weight) / push
        a, b, c = running.world.body(number).position
        yield from arrow((a, b, c), (a + length * x, b + length * y, c), "aim", 0.16)


def _ring(middle: Point, way: Point, radius: float) -> list[Point]:
    """The corners of a ring that faces along `way`."""
    flat = hypot(way[0], way[1])
    aside = (way[1] / flat, -way[0] / flat, 0.0) if flat > 1e-6 else (1.0, 0.0, 0.0)
    up = (
        aside[1] * way[2] - aside[2] * way[1],
        aside[2] * way[0] - aside[0] * way[2],
        aside[0] * way[1] - aside[1] * way[0],
    )
    turns = [2 * pi * n / CORNERS for n in range(CORNERS)]
    return [
        (
            middle[0] + radius * (cos(turn) * aside[0] + sin(turn) * up[0]),
            middle[1] + radius * (cos(turn) * aside[1] + sin(turn) * up[1]),
            middle[2] + radius * (cos(turn) * aside[2] + sin(turn) * up[2]),
        )
        for turn in turns
    ]
