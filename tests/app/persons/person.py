"""A person at the screen, without a window: sees what the scene shows a moment late, and has a pointer, a button, keys.

All goes through the input of the application, a frame at a time; nothing is drawn. Pictures are `SceneView`s, places in
the picture pixels from its top left. A stroke of the pointer has the least jerk (Flash and Hogan, The coordination of
arm movements, 1985); how long it takes follows Fitts (1954); where it ends is off by a few pixels.
"""

from __future__ import annotations

from collections import deque
from math import dist, hypot, log2
from random import Random
from typing import Any

import numpy as np

from skill.app.input.actions import Act
from skill.app.play.hands import AttemptControl
from skill.app.play.match.board import Board
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.view import MatchView
from skill.bots.decision import AtOnce
from skill.draw.camera import Camera, Size
from skill.draw.scene_view import SceneView
from skill.lattice.frame import Point
from skill.table.match import Match

FRAME_S = 1 / 60
REACTION_S = 0.2  # from seeing to moving
GLANCE = 4  # frames from one picture to the next that is seen
PIXELS_OFF = 3.0  # rms of where a stroke ends, in each direction
FITTS_S = (0.1, 0.1)  # of a stroke: always, and for every doubling of its way over the size of what is aimed at
TARGET = 12.0  # that size, pixels
SIZE: Size = (980, 800)  # of the scene beside the panel, in a window of usual size
REHEARSAL_S = 1.5  # of a jolt, on one core
Pixel = tuple[float, float]


class Over(Exception):
    """The attempt has come to its end."""


class Later(AtOnce):
    """Rehearses at once, but tells it as late as another process does."""

    def __init__(self) -> None:
        super().__init__()
        self._waits = 0

    def ask(self, *asked: Any) -> None:
        super().ask(*asked)
        self._waits = round(REHEARSAL_S / FRAME_S)

    def answer(self, key: Any) -> Any:
        self._waits -= 1
        return super().answer(key) if self._waits < 0 else None


class Person:
    """One person who makes the attempts of one match; `seed` settles where strokes end."""

    def __init__(self, match: Match, seed: int) -> None:
        self.runtime = Runtime(lambda: match)
        self.attempt = AttemptControl(self.runtime, Later())
        self._picture = MatchView(self.runtime, Board(self.runtime, Turn(self.runtime)), self.attempt)
        self.rng = Random(seed)
        self._at: Pixel = (SIZE[0] / 2, SIZE[1] / 2)
        self.pressed_at: Pixel = self._at
        """Where the button went down last."""
        self._held: set[Act] = set()
        self._seen: deque[SceneView] = deque(maxlen=round(REACTION_S / FRAME_S) // GLANCE)
        self._camera = Camera()
        self._frames = 0

    def begin(self) -> None:
        """Begins the next attempt, with the pointer in the middle."""
        self.runtime.begin_attempt()
        self.attempt.follow()
        self._camera = self.attempt.camera()
        self._at = (SIZE[0] / 2, SIZE[1] / 2)
        self._held.clear()
        self._seen.clear()
        self._seen.append(self._picture.scene())
        self._point()

    @property
    def is_trying(self) -> bool:
        """Whether an attempt runs."""
        return self.runtime.phase is Phase.HANDS

    # -- seeing

    def look(self) -> SceneView:
        """The picture of a moment ago."""
        return self._seen[0]

    def pixel(self, point: Point) -> Pixel:
        """Where a point of the world is in the picture."""
        x, y = self._camera.project(np.array([point]), SIZE)[0]
        return (float(x), float(y))

    def bars(self) -> dict[str, float]:
        """The shares that the bars beside the picture show, by their labels."""
        gauge = self.attempt.gauge(self._camera.azimuth_deg)
        return {bar.label: bar.share for bar in gauge.bars} if gauge else {}

    # -- doing

    def wait(self, seconds: float) -> None:
        """Lets time pass. Raises `Over` when the attempt ends, as everything does that takes time."""
        for _ in range(max(1, round(seconds / FRAME_S))):
            self._frame()

    def wait_until_still(self, most_s: float = 3.0) -> SceneView:
        """Waits until no die is seen to move; the picture then."""
        for _ in range(round(most_s / 0.1)):
            before = self._seen[-1]
            self.wait(0.1)
            if all(dist(a.position, b.position) < 0.05 for a, b in zip(before.dice, self._seen[-1].dice, strict=False)):
                break
        self.wait(REACTION_S)
        return self.look()

    def move(self, to: Point) -> None:
        """Moves the pointer to where a point of the world is in the picture."""
        self.move_pixel(self.pixel(to))

    def move_pixel(self, to: Pixel) -> None:
        """Moves the pointer to a place of the picture, or nearly."""
        begin = self._at
        end = (to[0] + self.rng.gauss(0, PIXELS_OFF), to[1] + self.rng.gauss(0, PIXELS_OFF))
        way = hypot(end[0] - begin[0], end[1] - begin[1])
        steps = max(1, round((FITTS_S[0] + FITTS_S[1] * log2(1 + way / TARGET)) / FRAME_S))
        for n in range(1, steps + 1):
            t = n / steps
            share = t**3 * (10 - 15 * t + 6 * t * t)
            self._at = (begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share)
            self._point()
            self._frame()

    def press(self, is_down: bool = True) -> None:
        """Presses the button, or lets it go."""
        if is_down:
            self.pressed_at = self._at
        self.attempt.input.press(is_down, self._in_view())
        self.wait(0.1)

    def release(self) -> None:
        """Lets the button go."""
        self.press(False)

    def hold(self, *acts: Act) -> None:
        """Holds the keys of these acts and no others."""
        self._held = set(acts)

    def turn_wheel(self, notches: int) -> None:
        """Turns the wheel, some eight notches a second."""
        for _ in range(abs(notches)):
            self.attempt.input.wheel(1.0 if notches > 0 else -1.0)
            self.wait(0.12)

    def _point(self) -> None:
        self.attempt.input.point(self._in_view())

    def _in_view(self) -> Pixel:
        (width, height), reach = SIZE, min(SIZE) / 2
        return ((self._at[0] - width / 2) / reach, (height / 2 - self._at[1]) / reach)

    def _sample(self) -> tuple[float, ...]:
        return self.attempt.sample(self._held, (0.0, 0.0), self._camera, SIZE)

    def _frame(self) -> None:
        running = self.runtime.attempts.running
        assert running is not None
        for _ in range(round(FRAME_S / running.sample_s)):
            if self.is_trying:
                self.runtime.advance(running.sample_s, self._sample)
        self.attempt.follow()
        self.attempt.refresh()
        if not self.is_trying:
            raise Over
        self._frames += 1
        if self._frames % GLANCE == 0:
            self._seen.append(self._picture.scene())
