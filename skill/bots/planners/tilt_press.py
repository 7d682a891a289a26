"""A finger on the top die while the plate is turned over: dice that are not pressed between finger and plate fall out.
Where the bare struts lie on the table, the plate is turned upright with them instead; this needs only a quarter of the
force. They are to stand still, and the more they are pressed, the more they stir; at an eighth of the force they slip
before they are upright.

The three edges carry the finger's force as struts, and friction between their dice carries the dice that lean on them.
So the finger presses as hard as it can while the plate is turned over quickly, one corner down: then the dice slide out
over the two faces beside that corner. Dice that are wedged in between come loose when the finger presses less and the
plate is shaken gently sideways; a shake along its normal would go through the struts. With nine of the seeds 1 to 10
this leaves the bare skeleton; if the plate turns half as quickly again, struts give way with two of the first five.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin
from random import Random
from typing import TYPE_CHECKING

from skill.bots.planners import Sample
from skill.lattice.cells import ZEROS
from skill.rules.game import AttemptSpec

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

OVER_DEG = 180.0
SOFT = 0.5  # of the greatest force: while the plate is shaken
STEADY = 0.25  # of the greatest force: while struts are lifted and held
FIRM = 12  # samples that the finger presses firmly before the plate is moved
DOWN_RATE, UP_RATE = 2.0, 1.2  # degrees a sample, to the upside down and back
LIFT = 120  # samples in which a plate that is held on its side is turned upright
REST: Sample = (0.0,) * 6  # what follows roll and pitch for the hands on the plate
HANG = 20  # samples in which dice fall
SHAKE_EDGES, SHAKE_HZ = 0.3, 3.0
BOUT = 90  # samples of shaking before looking again
BOUTS = 8  # of them at most
SWELL = 30  # samples in which a shake swells and dies down
LEVEL_DEG = 5.0  # a plate that is held is level within this
PATIENCE = 300  # samples that the finger waits at most for dice to stop
HOLD = 1500  # samples that struts are held upright at most: now and then a tremor stirs them before they count


def planned_samples(spec: AttemptSpec, running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Samples for `running` that lay the struts bare, or lift those that lie on the table."""
    return _lifted(running) if running.scene.plate.bed else _shaken(running)


def _shaken(running: AttemptRun) -> Iterator[Sample]:
    """Press, turn the plate over, shake while dice are left inside, and turn it back."""
    full, rate = _full_force(running), running.scene.engine.sample_hz
    soft = SOFT * full
    for _ in range(_samples_to(full, running)):
        yield _hold(0.0, full)
    yield from _turned(0.0, OVER_DEG, DOWN_RATE, full)
    for _ in range(HANG):
        yield _hold(OVER_DEG, full)
    for bout in range(BOUTS):
        if not _is_full(running):
            break
        for n in range(BOUT):
            swell = min(1.0, n / SWELL, (BOUT - n) / SWELL)
            shift = swell * SHAKE_EDGES * sin(2 * pi * SHAKE_HZ * n / rate)
            yield _hold(OVER_DEG, soft, *((shift, 0.0) if bout % 2 == 0 else (0.0, shift)))
    yield from _turned(OVER_DEG, 0.0, UP_RATE, soft)
    for _ in range(PATIENCE):
        reading = running.reading()
        if reading.settled and reading.tilt_deg < LEVEL_DEG:
            return
        yield _hold(0.0, soft)


def _lifted(running: AttemptRun) -> Iterator[Sample]:
    """Press, turn the plate upright, and hold it."""
    roll, pitch, *_, _ = running.toolset.rest
    force = STEADY * _full_force(running)
    for _ in range(_samples_to(force, running)):
        yield (roll, pitch, *REST, force)
    for n in range(1, LIFT + 1):
        yield (roll * (1 - n / LIFT), pitch * (1 - n / LIFT), *REST, force)
    for _ in range(HOLD):
        yield _hold(0.0, force)


def random_samples(running: AttemptRun, seed: int) -> Iterator[Sample]:
    """Press somehow, tilt anyhow."""
    rng = Random(seed)
    force, lean = rng.uniform(0.0, _full_force(running)), 0.0
    while True:
        turn = rng.uniform(0.0, OVER_DEG)
        yield from _turned(lean, turn, UP_RATE, force)
        lean = turn


def _turned(begin: float, end: float, rate: float, force: float) -> Iterator[Sample]:
    """From one angle to another, at so many degrees a sample."""
    count = max(1, round(abs(end - begin) / rate))
    for n in range(1, count + 1):
        yield _hold(begin + (end - begin) * n / count, force)


def _hold(angle: float, force: float, x: float = 0.0, y: float = 0.0) -> Sample:
    """The plate turned by that angle, the back corner down, and shifted; the finger presses with that force."""
    return (-angle, 0.0, 0.0, x, y, 0.0, 0.0, 0.0, force)


def _full_force(running: AttemptRun) -> float:
    press = running.scene.press
    assert press is not None
    return press.force_max_weights


def _samples_to(force: float, running: AttemptRun) -> int:
    """Samples until a finger that is put on presses with that force, and a little longer."""
    press = running.scene.press
    assert press is not None
    return round(force / press.force_rate_weights_s * running.scene.engine.sample_hz) + FIRM


def _is_full(running: AttemptRun) -> bool:
    """Whether dice are left that do not belong to the three edges."""
    return any(die.cell is None or ZEROS[die.cell] < 2 for die in running.reading().dice if not die.off)
