"""Clicks and tones, made at start, and knocks of dice, made when first heard. Without a sound card it is silence."""

from __future__ import annotations

from functools import cache
from math import pi
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.app.settings.knocks import (
    OTHER_DICE,
    PLATE,
    RATE,
    STRENGTHS,
    TABLE,
    VARIANTS,
    Contact,
    Wave,
    knock,
    loudness,
)

Places = NDArray[np.float64]
SOFTEST_JUMP, LOUDEST_JUMP = 5.0, 40.0  # changes of speed in edges a second: a fall of one edge ends at 40

SOUNDS: dict[str, tuple[float, float, float]] = {
    "take": (940.0, 0.055, 0.45),
    "hover": (1500.0, 0.012, 0.10),
    "refuse": (170.0, 0.14, 0.40),
    "done": (660.0, 0.5, 0.35),
}
"""Pitch in hertz, length in seconds, loudness from 0 to 1."""
KNOCKS = {"place": 0.35, "knock": 1.0}
"""Sounds of dice that strike something, with how hard they do at full volume."""
PLATE_UP_TO, TABLE_UP_TO = 1.3, 0.1
"""Heights in the plate's frame, edges: dice whose middles are lower lie on it (at 0.87 in a funnel), or beside it."""
STACKED = 0.95  # edges above a bare table, from which a die's middle is that of one on another
CHANNELS = 16  # sounds that are heard at a time


@cache
def click(pitch_hz: float, length_s: float, loudness: float, seed: int = 0) -> Wave:
    """The wave of a plastic click, mono: a dying tone with two overtones of a small solid and a burst of noise."""
    time = np.arange(int(RATE * length_s)) / RATE
    fade = np.exp(-time * 5.5 / length_s)
    tone = np.sin(2 * pi * pitch_hz * time) + 0.5 * np.sin(2 * pi * 2.76 * pitch_hz * time) * fade
    tone += 0.25 * np.sin(2 * pi * 5.4 * pitch_hz * time) * fade**2
    noise = np.random.default_rng(seed).uniform(-1, 1, len(time)) * np.exp(-time * 400)
    wave = (tone * 0.55 + noise * 0.6) * fade
    return np.asarray(wave / max(1e-9, float(np.abs(wave).max())) * loudness * 32767, np.int16)


class Heard(NamedTuple):
    """The hardest knock of a moment."""

    strength: float
    """From 0 to 1."""
    struck: str
    """One of `skill.app.settings.knocks.STRUCK`."""


def struck_at(height: float, bare_table: float | None = None) -> str:
    """What a die strikes whose middle is so high above the funnels' bottoms, or above a table without a plate, which is
    then at the height `bare_table`, edges."""
    if bare_table is not None:
        return TABLE if height < bare_table + STACKED else OTHER_DICE
    if height < TABLE_UP_TO:
        return TABLE
    return PLATE if height < PLATE_UP_TO else OTHER_DICE


class Rattle:
    """Hears dice knock: how suddenly any of them changes its speed, seen from the plate."""

    def __init__(self) -> None:
        self._before: tuple[Places, float] | None = None
        self._speeds: Places | None = None

    def hear(self, places: Places, time_s: float, bare_table: float | None = None) -> Heard | None:
        """The hardest knock since the last call, if there was one. `places` (n, 3): in the plate's frame, edges."""
        before, speeds = self._before, self._speeds
        if before is not None and time_s == before[1]:
            return None
        self._before = (places, time_s)
        if before is None or len(places) != len(before[0]):  # a die came or went: it listens anew
            self._speeds = None
            return None
        self._speeds = (places - before[0]) / (time_s - before[1])
        if speeds is None:
            return None
        jumps = np.nan_to_num(np.linalg.norm(self._speeds - speeds, axis=1))
        if not len(jumps) or jumps.max() <= SOFTEST_JUMP:
            return None
        hardest = int(jumps.argmax())
        strength = min(1.0, float((jumps[hardest] - SOFTEST_JUMP) / (LOUDEST_JUMP - SOFTEST_JUMP)))
        return Heard(strength, struck_at(float(places[hardest, 2]), bare_table))


class Sounds:
    """All sounds, ready to play. `why_silent` tells the reason if there is no card."""

    def __init__(self) -> None:
        self.muted = False
        self.volume = 1.0
        """Of everything, from 0 to 1."""
        self.plate = "wood"
        """The look of the plate, one of `skill.draw.plate_look.PLATES`, which is also heard."""
        self.why_silent = ""
        self._sounds: dict[str, Any] = {}
        self._knocks: dict[tuple[Contact, str, float, int], Any] = {}
        self._played = 0
        self.open()

    def open(self) -> None:
        """Makes all sounds ready, at the start and when a card has come or gone."""
        self.why_silent = ""
        self._sounds.clear()
        self._knocks.clear()
        try:
            import pygame
        except ImportError as error:
            self.why_silent = str(error)
            return
        try:
            if pygame.mixer.get_init() is None:
                pygame.mixer.init(RATE, -16, 1, 512)
            pygame.mixer.set_num_channels(CHANNELS)
            for seed, (name, (pitch, length, loud)) in enumerate(SOUNDS.items()):
                self._sounds[name] = _playable(click(pitch, length, loud, seed))
        except pygame.error as error:
            self.why_silent = str(error)

    def play(self, name: str, volume: float = 1.0, contact: Contact = Contact()) -> bool:  # noqa: B008 (a tuple)
        """Starts a sound, with a volume from 0 to 1; whether anything can be heard.

        One of `KNOCKS` sounds like what strikes what, and the brighter the louder it is.
        """
        if self.muted or not self._sounds:
            return False
        import pygame

        try:
            if name in KNOCKS:
                sound, volume = self._knock(contact, KNOCKS[name] * min(1.0, max(0.0, volume)))
            else:
                sound = self._sounds[name]
            sound.set_volume(max(0.0, min(1.0, volume * self.volume)))
            return sound.play() is not None
        except pygame.error as error:  # the card is gone
            self._sounds.clear()
            self.why_silent = str(error)
            return False

    def _knock(self, contact: Contact, strength: float) -> tuple[Any, float]:
        """The sound of a knock, and the volume that makes it as loud as it is to be."""
        step = next((step for step in STRENGTHS if step >= strength), STRENGTHS[-1])
        self._played += 1
        which = (contact, self.plate, step, self._played % VARIANTS)
        if which not in self._knocks:
            self._knocks[which] = _playable(knock(*which))
        return self._knocks[which], loudness(strength) / loudness(step)

    def follow(self, *, has_come: bool) -> None:
        """A sound card has come or gone: whoever is silent tries it again, and whoever is not what is left."""
        if has_come and self._sounds:
            return
        import pygame

        pygame.mixer.quit()
        self.open()


def _playable(wave: Wave) -> Any:
    """A mono wave as a sound with as many channels as the card has."""
    import pygame

    channels = (pygame.mixer.get_init() or (RATE, -16, 1))[2]
    return pygame.mixer.Sound(buffer=np.repeat(wave[:, None], channels, axis=1).tobytes())
