"""How dice sound as they strike something: waves made from what both are of and from the speed. No pygame, no files.

A body rings in its modes, high ones the shorter. The harder and the faster two bodies meet, the shorter they touch, and
the more of the high modes is excited. Of elastic balls the time of contact falls with the fifth root of speed (Hertz);
here it falls with the square root, so that it is heard. Pitches and times are chosen, not measured.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.physics.scene import Material

RATE = 44100  # samples a second
Wave = NDArray[np.int16]


class Stuff(NamedTuple):
    """What a body sounds like."""

    pitch_hz: float
    """Of its lowest mode."""
    ring_s: float
    """Time in which that falls to a third."""
    contact_s: float
    """Its share of the time for which two bodies touch at the greatest speed."""
    loudness: float = 1.0


DICE: dict[str, Stuff] = {
    "plastic": Stuff(2700.0, 0.010, 0.00006),
    "wood": Stuff(1450.0, 0.009, 0.00015, 0.9),
    "rubber": Stuff(420.0, 0.014, 0.0006, 0.7),
    "metal": Stuff(4300.0, 0.090, 0.00002),
}
"""By what dice are of."""
GROUNDS: dict[str, Stuff] = {
    "wood": Stuff(430.0, 0.030, 0.00008),
    "walnut": Stuff(310.0, 0.036, 0.00011),
    "slate": Stuff(1080.0, 0.110, 0.00003),
    "felt": Stuff(140.0, 0.016, 0.0012, 0.55),
    "table": Stuff(205.0, 0.045, 0.0002, 0.85),
}
"""By the look of the plate, and the table."""
PLATE, TABLE, OTHER_DICE = STRUCK = ("plate", "table", "dice")
"""What dice strike."""
MODES = (1.0, 1.62, 2.31, 3.17, 4.36, 5.72)  # over the lowest: of a stiff plate, and of a cube near enough
STRENGTHS = (0.06, 0.18, 0.4, 0.7, 1.0)  # of which there are waves
VARIANTS = 3  # of each, so that no two knocks in a row are the same
SHORTER = 0.5  # the power of speed by which the time of contact falls
LOUDEST = 0.75
SHORTEST_S, LONGEST_S, FADE_S, SCRATCH_S = 0.06, 0.45, 0.006, 0.015


class Contact(NamedTuple):
    """What strikes what."""

    dice: str = "plastic"
    """One of `DICE`."""
    struck: str = PLATE
    """One of `STRUCK`."""


def stuff_of(material: Material) -> str:
    """What dice of a material sound like, one of `DICE`, by what its file says of it: weight and grip."""
    if material.density_kg_m3 > 2000:
        return "metal"
    if material.density_kg_m3 < 850:
        return "wood"
    return "rubber" if material.friction >= 0.75 else "plastic"


def loudness(strength: float) -> float:
    """How loud a knock of a strength from 0 to 1 is, 0 to 1."""
    return float(min(1.0, max(0.0, strength)) ** 0.7)


def knock(contact: Contact, plate: str, strength: float, seed: int = 0) -> Wave:
    """The wave of a knock, mono: `plate` is a look of the plate, `strength` the speed over the greatest that is heard.

    Another seed is another place of the same bodies: their modes sound a little otherwise.
    """
    die = DICE[contact.dice]
    other = die if contact.struck == OTHER_DICE else GROUNDS[TABLE if contact.struck == TABLE else plate]
    touch_s = (die.contact_s + other.contact_s) * max(strength, 0.01) ** -SHORTER
    rng = np.random.default_rng(seed)
    length_s = float(np.clip(6 * max(die.ring_s, other.ring_s), SHORTEST_S, LONGEST_S))
    time = np.arange(int(RATE * length_s), dtype=np.float32) / np.float32(RATE)  # a third of the time of doubles
    wave = np.zeros(len(time), np.float32)
    for body, share in ((other, 1.0), (die, 0.6)):
        for ratio in MODES:
            pitch, ring_s = body.pitch_hz * ratio * rng.uniform(0.97, 1.03), body.ring_s / ratio**0.5
            if pitch < RATE / 2.2:
                part = share * rng.uniform(0.7, 1.0) / (1 + (2 * pitch * touch_s) ** 2)
                heard = time[: int(RATE * 7 * ring_s)]
                wave[: len(heard)] += (
                    np.float32(part)
                    * np.sin(np.float32(2 * np.pi * pitch) * heard)
                    * np.exp(heard * np.float32(-1 / ring_s))
                )
    brief = time[: int(RATE * SCRATCH_S)]
    pulse = np.sin(np.pi * np.linspace(0, 1, min(len(brief), max(3, round(RATE * touch_s)) + 2)))
    scratch = np.convolve(rng.standard_normal(len(brief)), pulse / pulse.sum(), "same") * np.exp(-brief / 0.0025)
    wave[: len(brief)] += 0.35 * strength * np.abs(wave).max() * scratch / max(1e-9, float(np.abs(scratch).max()))
    fade = min(len(wave), int(RATE * FADE_S))
    wave[-fade:] *= np.linspace(1, 0, fade)
    wave *= LOUDEST * loudness(strength) * other.loudness / max(1e-9, float(np.abs(wave).max()))
    return np.asarray(wave * 32767, np.int16)
