"""How each experiment is done by hand, as a drawing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, radians, sin

import pygame

from skill.app.i18n import tr
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import ACCENT, INK, QUIET, SMALL_TEXT

WIDE, HIGH = 100.0, 60.0
"""Of a drawing, in its own unit; heights count upwards."""
DIE = 10.0
DIE_COLOUR, TAPED_COLOUR, GHOST_COLOUR, BOARD_COLOUR = "#c8553d", "#6b6f76", "#e3c4b8", "#a58a63"
GROUND, LEAN_DEG, STEEP_DEG = 8.0, 22.0, 32.0
Point = tuple[float, float]


class Sketch:
    """Draws in the unit of a drawing, as large as an area allows."""

    def __init__(self, surface: pygame.Surface, pen: Pen, area: pygame.Rect) -> None:
        self._surface, self._pen = surface, pen
        self._size = min(area.w / WIDE, area.h / HIGH)
        self._left = area.centerx - self._size * WIDE / 2
        self._bottom = area.centery + self._size * HIGH / 2

    def at(self, point: Point) -> Point:
        """A point of the drawing in the window."""
        return (self._left + point[0] * self._size, self._bottom - point[1] * self._size)

    def line(self, a: Point, b: Point, colour: str = INK, width: float = 0.6) -> None:
        """A line."""
        pygame.draw.line(self._surface, colour, self.at(a), self.at(b), max(1, round(width * self._size)))

    def dashed(self, a: Point, b: Point, colour: str = QUIET) -> None:
        """A line of strokes."""
        for n in range(0, 12, 2):
            ends = [(a[0] + (b[0] - a[0]) * k / 11, a[1] + (b[1] - a[1]) * k / 11) for k in (n, n + 1)]
            self.line(ends[0], ends[1], colour)

    def arrow(self, a: Point, b: Point, colour: str = ACCENT) -> None:
        """A line with a head at `b`."""
        self.line(a, b, colour)
        (x, y), (u, v) = self.at(a), self.at(b)
        way = pygame.Vector2(u - x, v - y)
        if way.length():
            way.scale_to_length(2.6 * self._size)
            sides = [way.rotate(angle) for angle in (150, -150)]
            pygame.draw.polygon(self._surface, colour, [(u, v), *((u + s.x, v + s.y) for s in sides)])

    def arc(self, middle: Point, radius: float, begin_deg: float, end_deg: float, colour: str = ACCENT) -> None:
        """A part of a circle, against the clock."""
        steps = 24
        angles = [radians(begin_deg + (end_deg - begin_deg) * n / steps) for n in range(steps + 1)]
        points = [self.at((middle[0] + radius * cos(a), middle[1] + radius * sin(a))) for a in angles]
        pygame.draw.lines(self._surface, colour, False, points, max(1, round(0.6 * self._size)))

    def die(self, foot: Point, lean_deg: float = 0.0, colour: str = DIE_COLOUR) -> None:
        """A die whose lower left corner is at `foot`, turned about it."""
        self.shape([(foot[0] + x, foot[1] + y) for x, y in _turned(_SQUARE, lean_deg)], colour)

    def shape(self, corners: list[Point], colour: str) -> None:
        """A filled shape with its outline."""
        points = [self.at(corner) for corner in corners]
        pygame.draw.polygon(self._surface, colour, points)
        pygame.draw.polygon(self._surface, INK, points, max(1, round(0.5 * self._size)))

    def say(self, text: str, middle: Point, colour: str = INK) -> None:
        """A short text about a point, or as near to it as there is room within the drawing."""
        x, y = self.at(middle)
        whole = pygame.Rect(round(self._left), 0, round(WIDE * self._size), 0)
        width = min(whole.w, self._pen.font(SMALL_TEXT).size(text)[0] + 2)
        area = pygame.Rect(0, 0, width, round(18 * self._pen.scale))
        area.center = (round(x), round(y))
        area.x = max(whole.left, min(area.x, whole.right - width))
        self._pen.write(self._surface, text, area, colour, SMALL_TEXT, align="centre")


_SQUARE = [(0.0, 0.0), (DIE, 0.0), (DIE, DIE), (0.0, DIE)]


def _turned(points: list[Point], lean_deg: float) -> list[Point]:
    c, s = cos(radians(lean_deg)), sin(radians(lean_deg))
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def _board(sketch: Sketch, lean_deg: float, said: str) -> Callable[[float, float], Point]:
    """A board that leans, with its angle; what turns places along and above it into points."""
    foot = (12.0, GROUND)

    def on(along: float, above: float) -> Point:
        x, y = _turned([(along, above)], lean_deg)[0]
        return (foot[0] + x, foot[1] + y)

    sketch.line((4.0, GROUND - 1), (96.0, GROUND - 1), QUIET)
    sketch.line(on(0, 0), on(82, 0), BOARD_COLOUR, 1.6)
    sketch.arc(foot, 34.0, 0, lean_deg)
    sketch.say(said, (74.0, GROUND + 6))
    sketch.arrow(on(82, -7), on(82, 3))
    return on


def _slip_angle(sketch: Sketch) -> None:
    on = _board(sketch, LEAN_DEG, tr("angle"))
    sketch.die(on(42, 0.8), LEAN_DEG)
    sketch.arrow(on(38, 5), on(26, 5))


def _slip_on_die(sketch: Sketch) -> None:
    on = _board(sketch, LEAN_DEG, tr("angle"))
    sketch.die(on(42, 0.8), LEAN_DEG, TAPED_COLOUR)
    sketch.die(on(42, 0.8 + DIE), LEAN_DEG)
    sketch.line(on(37, 0.8), on(57, 0.8), ACCENT, 1.2)
    sketch.arrow(on(38, 16), on(26, 16))
    sketch.line((72, 46), on(56, 1.5), QUIET)
    sketch.say(tr("tape"), (76, 53))


def _topple_angle(sketch: Sketch) -> None:
    on = _board(sketch, STEEP_DEG, tr("angle"))
    sketch.line(on(36, 0.8), on(41, 0.8), ACCENT, 1.6)
    sketch.die(on(41.5, 0.8), STEEP_DEG + 14)
    sketch.arc(on(41, 2), 15, STEEP_DEG + 75, STEEP_DEG + 115)
    sketch.line((20, 45), on(37, 1.5), QUIET)
    sketch.say(tr("tape"), (20, 52))


def _slide_acceleration(sketch: Sketch) -> None:
    on = _board(sketch, STEEP_DEG, tr("lean"))
    sketch.die(on(62, 0.8), STEEP_DEG)
    sketch.die(on(34, 0.8), STEEP_DEG, GHOST_COLOUR)
    sketch.arrow(on(60, 6), on(46, 6))


def _table(sketch: Sketch) -> None:
    sketch.line((4.0, GROUND), (96.0, GROUND), BOARD_COLOUR, 1.6)


def _slide(sketch: Sketch, end: float, said: str, goes_on: bool) -> None:
    _table(sketch)
    foot = GROUND + 1
    sketch.line((8, foot + DIE / 2), (8, foot + DIE + 10), TAPED_COLOUR, 2.2)
    sketch.arrow((8, foot + DIE / 2), (15, foot + DIE / 2))
    sketch.die((16, foot), 0, GHOST_COLOUR)
    sketch.die((end, foot))
    sketch.dashed((28, foot + DIE / 2), (end - 2, foot + DIE / 2))
    if goes_on:
        sketch.dashed((end + DIE + 2, foot + DIE / 2), (92, foot + DIE / 2))
    for x in (16.0, end):
        sketch.line((x, foot + DIE + 2), (x, foot + DIE + 14), QUIET)
    sketch.arrow((30, foot + DIE + 10), (16, foot + DIE + 10))
    sketch.arrow((30, foot + DIE + 10), (end, foot + DIE + 10))
    sketch.say(said, ((16 + end) / 2, foot + DIE + 17))


def _slide_distance(sketch: Sketch) -> None:
    _slide(sketch, 80, tr("distance"), goes_on=False)


def _slide_place(sketch: Sketch) -> None:
    _slide(sketch, 54, tr("place"), goes_on=True)


def _bounce_height(sketch: Sketch) -> None:
    _table(sketch)
    foot = GROUND + 1
    sketch.die((28, 45), 0, GHOST_COLOUR)
    sketch.arrow((33, 44), (33, foot + 1))
    sketch.die((47, foot + 14))
    sketch.arrow((52, foot + 1), (52, foot + 13))
    sketch.line((63, foot), (63, 56), QUIET, 2.0)
    for n in range(1, 5):
        sketch.line((60, foot + 10 * n), (63, foot + 10 * n), QUIET)
    sketch.line((57, foot + 14), (62, foot + 14), ACCENT)
    sketch.say(tr("height"), (86, foot + 8))


def _spin(sketch: Sketch, said: str) -> None:
    middle = (34.0, 32.0)
    turned = _turned([(x - DIE, y - DIE) for x, y in [(2 * x, 2 * y) for x, y in _SQUARE]], 20)
    sketch.shape([(middle[0] + x, middle[1] + y) for x, y in turned], DIE_COLOUR)
    for begin in (10, 190):
        sketch.arc(middle, 20, begin, begin + 130)
        tip, before = (radians(begin + angle) for angle in (132, 120))
        sketch.arrow(
            (middle[0] + 20 * cos(before), middle[1] + 20 * sin(before)),
            (middle[0] + 20 * cos(tip), middle[1] + 20 * sin(tip)),
        )
    sketch.say(said, (50, 5))
    sketch.say(tr("from above"), (80, 54), QUIET)


def _spin_time(sketch: Sketch) -> None:
    _spin(sketch, tr("seconds"))


def _spin_rate(sketch: Sketch) -> None:
    _spin(sketch, tr("radians a second"))


def _out(sketch: Sketch, wall: float, said: str) -> None:
    """A die in a funnel of a plate that leans towards a wall of that height."""
    on = _board(sketch, LEAN_DEG, tr("lean"))
    ground, deep = 1.0, 2.5
    profile = [(16, ground), (28, ground + wall), (42, ground + deep), (56, ground + 20), (66, ground)]
    sketch.shape([on(x, y) for x, y in profile], "#e9dcc3")
    sketch.die(on(41, ground + deep), LEAN_DEG + 45)
    sketch.arrow(on(38, ground + 22), on(27, ground + wall + 6))
    sketch.say(said, (20, 53))


def _out_over_point(sketch: Sketch) -> None:
    _out(sketch, 20, tr("point"))


def _out_over_saddle(sketch: Sketch) -> None:
    _out(sketch, 11, tr("saddle"))


def _pyramid_height(sketch: Sketch) -> None:
    _table(sketch)
    foot, half, up = GROUND + 1, DIE * 0.7, DIE * 0.62
    levels = 4
    for level in range(levels):
        for n in range(levels - level):
            x, y = 30 + (n + level / 2) * 2 * half, foot + level * up * 1.15
            sketch.shape([(x, y), (x + half, y + up), (x, y + 2 * up), (x - half, y + up)], DIE_COLOUR)
    x, top = 88.0, foot + (levels - 1) * up * 1.15 + 2 * up
    low = foot + 2 * up
    sketch.shape([(14, foot), (14 + half, foot + up), (14, low), (14 - half, foot + up)], TAPED_COLOUR)
    sketch.dashed((16, low), (x, low))
    sketch.dashed((30 + 3 * half, top), (x, top))
    sketch.arrow((x, (low + top) / 2), (x, top))
    sketch.arrow((x, (low + top) / 2), (x, low))
    sketch.say(tr("height"), (x, top + 10))


def _toss(sketch: Sketch) -> None:
    _table(sketch)
    foot = GROUND + 1
    places = [(8, 32, 10), (22, 27, 50), (36, 13, 95), (50, 18, 150), (66, 11, 210)]
    for (a, b, _), (c, d, _) in pairwise(places):
        sketch.dashed((a + 5, b + 5), (c + 5, d + 5))
    for x, y, lean in places:
        shape = _turned([(u - DIE / 2, v - DIE / 2) for u, v in _SQUARE], lean)
        sketch.shape([(x + 5 + u, y + 5 + v) for u, v in shape], GHOST_COLOUR)
    sketch.die((82, foot))
    sketch.say(tr("place and attitude"), (50, 54))


DRAWINGS: dict[str, Callable[[Sketch], None]] = {
    "slip-angle": _slip_angle,
    "slip-on-die": _slip_on_die,
    "topple-angle": _topple_angle,
    "slide-distance": _slide_distance,
    "slide-place": _slide_place,
    "slide-acceleration": _slide_acceleration,
    "bounce-height": _bounce_height,
    "spin-time": _spin_time,
    "spin-rate": _spin_rate,
    "out-over-point": _out_over_point,
    "out-over-saddle": _out_over_saddle,
    "pyramid-height": _pyramid_height,
    "toss": _toss,
}
"""By experiment."""


def paint_drawing(surface: pygame.Surface, pen: Pen, area: pygame.Rect, experiment: str) -> None:
    """Paints how an experiment is done, if there is a drawing of it."""
    if draw := DRAWINGS.get(experiment):
        pygame.draw.rect(surface, "#fffdf8", area, border_radius=6)
        draw(Sketch(surface, pen, area.inflate(-8, -8)))
