"""Clicks and knocks of dice, synthesised at start. Without a sound card all of it is silence."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

RATE = 44100  # samples a second
Wave = NDArray[np.int16]
Places = NDArray[np.float64]
SOFTEST_JUMP, LOUDEST_JUMP = 5.0, 40.0  # changes of speed in edges a second: a fall of one edge ends at 40

SOUNDS: dict[str, tuple[float, float, float]] = {
    "place": (620.0, 0.075, 0.55),
    "take": (940.0, 0.055, 0.45),
    "hover": (1500.0, 0.012, 0.10),
    "refuse": (170.0, 0.14, 0.40),
    "knock": (430.0, 0.06, 0.60),
    "done": (660.0, 0.5, 0.35),
}
"""Pitch in hertz, length in seconds, loudness from 0 to 1."""


def click(pitch_hz: float, length_s: float, loudness: float, seed: int = 0) -> Wave:
    """The wave of a plastic click, mono: a dying tone with two overtones of a small solid and a burst of noise."""
    time = np.arange(int(RATE * length_s)) / RATE
    fade = np.exp(-time * 5.5 / length_s)
    tone = np.sin(2 * pi * pitch_hz * time) + 0.5 * np.sin(2 * pi * 2.76 * pitch_hz * time) * fade
    tone += 0.25 * np.sin(2 * pi * 5.4 * pitch_hz * time) * fade**2
    noise = np.random.default_rng(seed).uniform(-1, 1, len(time)) * np.exp(-time * 400)
    wave = (tone * 0.55 + noise * 0.6) * fade
    return np.asarray(wave / max(1e-9, float(np.abs(wave).max())) * loudness * 32767, np.int16)


class Rattle:
    """Hears dice knock: how suddenly any of them changes its speed, seen from the plate."""

    def __init__(self) -> None:
        self._before: tuple[Places, float] | None = None
        self._speeds: Places | None = None

    def loudness(self, places: Places, time_s: float) -> float:
        """How loud the hardest knock since the last call was, 0 to 1. `places` (n, 3): in the plate's frame, edges."""
        before, speeds = self._before, self._speeds
        if before is not None and time_s == before[1]:
            return 0.0
        self._before = (places, time_s)
        if before is None or len(places) != len(before[0]):  # a die came or went: it listens anew
            self._speeds = None
            return 0.0
        self._speeds = (places - before[0]) / (time_s - before[1])
        if speeds is None:
            return 0.0
        jumps = np.nan_to_num(np.linalg.norm(self._speeds - speeds, axis=1))
        return float(np.clip((jumps.max(initial=0.0) - SOFTEST_JUMP) / (LOUDEST_JUMP - SOFTEST_JUMP), 0, 1))


class Sounds:
    """All sounds, ready to play. `why_silent` tells the reason if there is no card."""

    def __init__(self) -> None:
        self.muted = False
        self.volume = 1.0
        """Of everything, from 0 to 1."""
        self.why_silent = ""
        self._sounds: dict[str, Any] = {}
        self.open()

    def open(self) -> None:
        """Makes all sounds ready, at the start and when a card has come or gone."""
        self.why_silent = ""
        self._sounds.clear()
        try:
            import pygame
        except ImportError as error:
            self.why_silent = str(error)
            return
        try:
            if pygame.mixer.get_init() is None:
                pygame.mixer.init(RATE, -16, 1, 512)
            channels = (pygame.mixer.get_init() or (RATE, -16, 1))[2]
            for seed, (name, (pitch, length, loudness)) in enumerate(SOUNDS.items()):
                wave = np.repeat(click(pitch, length, loudness, seed)[:, None], channels, axis=1)
                self._sounds[name] = pygame.mixer.Sound(buffer=wave.tobytes())
        except pygame.error as error:
            self.why_silent = str(error)

    def play(self, name: str, volume: float = 1.0) -> bool:
        """Starts a sound, with a volume from 0 to 1; whether anything can be heard."""
        if self.muted or name not in self._sounds:
            return False
        import pygame

        try:
            self._sounds[name].set_volume(max(0.0, min(1.0, volume * self.volume)))
            return self._sounds[name].play() is not None
        except pygame.error as error:  # the card is gone
            self._sounds.clear()
            self.why_silent = str(error)
            return False

    def follow(self, *, has_come: bool) -> None:
        """A sound card has come or gone: whoever is silent tries it again, and whoever is not what is left."""
        if has_come and self._sounds:
            return
        import pygame

        pygame.mixer.quit()
        self.open()
