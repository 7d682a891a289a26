"""Fingers on a touch screen: one is the mouse, as SDL has it; two lean the plate, or turn and zoom the view."""

from __future__ import annotations

from math import atan2, degrees, dist, hypot
from typing import NamedTuple

import pygame

EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
LEAN_REACH = 0.25  # of the shorter side of the scene: the way of two fingers that leans the plate most
NOWHERE = (-1, -1)
"""A pixel outside the window: a button that is let go there is not pressed."""

Pixel = tuple[float, float]


class Gesture(NamedTuple):
    """What two fingers do, once as they come down, at each movement and once as the first of them goes up."""

    middle: Pixel
    """Between them, in the window."""
    way: Pixel
    """Pixels right and down since they came down."""
    moved: Pixel
    """Pixels right and down since the last time."""
    turned_deg: float
    """Clockwise since the last time."""
    spread: float
    """How far they are apart, as a share of what it was the last time."""
    begins: bool = False
    ends: bool = False

    def notches(self, pixels: float) -> int:
        """How far a wheel would have turned since the last time, up positive, with a notch for so many pixels."""
        return round(self.way[1] / pixels) - round((self.way[1] - self.moved[1]) / pixels)


class Fingers:
    """All fingers that are down."""

    def __init__(self) -> None:
        self._at: dict[int, Pixel] = {}
        self._began = (0.0, 0.0)
        self.is_used = False
        """Whether there has been a finger."""
        self.are_two = False
        """From the second finger that comes down until all are up: the first is no mouse then."""

    def take(self, event: pygame.event.Event, size: tuple[int, int]) -> Gesture | None:
        """What the first two fingers do by an event of a finger, in a window of that size."""
        before, self.is_used = self._pair, True
        if event.type == pygame.FINGERUP:
            self._at.pop(event.finger_id, None)
        else:
            self._at[event.finger_id] = (event.x * size[0], event.y * size[1])
        pair, gesture = self._pair, None
        if pair is not None and before is None:
            self.are_two, self._began = True, _middle(pair)
            gesture = Gesture(self._began, (0.0, 0.0), (0.0, 0.0), 0.0, 1.0, begins=True)
        elif pair is not None and before is not None:
            gesture = self._moved(before, pair)
        elif before is not None:
            gesture = self._moved(before, before)._replace(ends=True)
        if not self._at:
            self.are_two = False
        return gesture

    def release_all(self) -> None:
        """All are up: the window has lost them, and will not be told of it."""
        self._at.clear()
        self.are_two = False

    @property
    def _pair(self) -> tuple[Pixel, Pixel] | None:
        places = list(self._at.values())
        return (places[0], places[1]) if len(places) > 1 else None

    def _moved(self, before: tuple[Pixel, Pixel], now: tuple[Pixel, Pixel]) -> Gesture:
        (x, y), (old_x, old_y) = _middle(now), _middle(before)
        turned = degrees(_bearing(now) - _bearing(before))
        return Gesture(
            (x, y),
            (x - self._began[0], y - self._began[1]),
            (x - old_x, y - old_y),
            (turned + 180) % 360 - 180,
            max(1.0, dist(*now)) / max(1.0, dist(*before)),
        )


def leaning(way: Pixel, reach: float) -> Pixel:
    """How far fingers that went this `way` lean the plate to the right and away, 1 at most, at `reach` pixels."""
    x, y = way[0] / reach, -way[1] / reach
    length = max(1.0, hypot(x, y))
    return (x / length, y / length)


def _middle(pair: tuple[Pixel, Pixel]) -> Pixel:
    (a, b), (c, d) = pair
    return ((a + c) / 2, (b + d) / 2)


def _bearing(pair: tuple[Pixel, Pixel]) -> float:
    (a, b), (c, d) = pair
    return atan2(d - b, c - a)
