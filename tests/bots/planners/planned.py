"""What hands plan, as digests in `planned.txt`: how each planner begins the first attempt of every game of hands, and
what gestures it draws to try; so that nothing about them changes unnoticed. After a change that is meant:
`python -m tests.bots.planners.planned --write`.

The first line says with which numpy they were made: another one may round otherwise, which is soon seen in a heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

from skill.bots.planners import Sample, breath, coulomb, tilt, tilt_press
from skill.bots.planners.shared import rehearsed_pulse, stick_slip
from skill.bots.planners.shared.pulse_search import DieStep, Pulse
from skill.bots.registry import find_bot
from skill.lattice.cells import LEVEL_STEPS
from skill.lattice.notation import parse_position
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.versions import versions_here
from skill.rules.game import AttemptSpec
from skill.table.attempts import begin_attempt
from skill.table.match import Match
from tests.digests import coarse, of_numpy
from tests.physics import moved

KEPT = of_numpy(Path(__file__).with_name("planned.txt"), versions_here()["numpy"])
SAMPLES = 90  # of an attempt
DRAWN = 12  # gestures of each kind
PARTS_OF_ONE = 1e6  # that numbers are told in
RHOMBUS = "R620 G611 K521 R530"
UP = (0, 0, -1)


def planned(match: Match) -> str:
    """The digest of how the planner begins the attempt, and how random hands do."""
    found = []
    for bot in ("greedy", "random"):
        running, seen = begin_attempt(match), sha256()
        assert isinstance(match.turn, AttemptSpec)
        with closing(find_bot(bot).samples(match.turn, running, 7)) as samples:
            for sample in islice(samples, SAMPLES):
                seen.update(written([sample]))
                running.tick(sample)
                if running.done:
                    break
        running.close()
        found.append(seen.hexdigest()[:8])
    return " ".join(found)


def written(samples: Sequence[Sample]) -> bytes:
    """Samples as every machine has them."""
    return repr([[coarse(part, PARTS_OF_ONE) for part in sample] for sample in samples]).encode()


def pulses(scene: str, draw: Callable[[AttemptRun], Callable[[Random, list[DieStep]], Pulse]]) -> Iterator[Sample]:
    """Samples of pulses that are drawn in a scene for dice that stand together, and of others like these."""
    running = AttemptRun(load_scene(scene), parse_position(RHOMBUS), seed=1)
    drawn, rng = draw(running), Random(3)
    ways = [*LEVEL_STEPS, UP]
    for number in range(DRAWN):
        pulse = drawn(rng, [DieStep(n, ways[(n + number) % len(ways)], 1.0) for n in range(4)])
        yield from pulse.samples()
        yield from pulse.varied(rng).samples()
    running.close()


def formed(gesture: Callable[[Random], stick_slip.Push | stick_slip.Tip]) -> Iterator[Sample]:
    """Samples of a gesture, over the formations in turn."""
    rng = Random(3)
    for n in range(DRAWN):
        yield from gesture(rng).samples(stick_slip.FORMATIONS[n])


def shaken() -> Iterator[Sample]:
    """A plate that is pressed, turned over, shaken and turned back, with one die."""
    running = AttemptRun(load_scene("captain-flint"), parse_position("R233"), seed=1)
    for sample in tilt_press._shaken(running):
        yield sample
        running.tick(sample)
    running.close()


GESTURES: dict[str, Callable[[], Iterator[Sample]]] = {
    "jolt": lambda: pulses("faraday", lambda run: lambda rng, steps: tilt.drawn_jolt(rng, run.reading(), steps)),
    "jolts": lambda: pulses("coulomb", lambda run: lambda rng, steps: coulomb._drawn_jolts(rng, run.reading(), steps)),
    "toss": lambda: pulses(
        "coulomb", lambda run: lambda rng, steps: rehearsed_pulse._tossing(rng, (0.5, -0.3), (1.0, 0.4))
    ),
    "blow": lambda: pulses("dune", _blows),
    "push up": lambda: formed(stick_slip.push_up),
    "push home": lambda: formed(stick_slip.push_home),
    "tip": lambda: formed(stick_slip.tip),
    "shake": shaken,
}


def _blows(run: AttemptRun) -> Callable[[Random, list[DieStep]], Pulse]:
    sampler = breath.BlowSampler(run)
    return lambda rng, steps: sampler(rng, run.reading(), steps)


def gesture(name: str) -> str:
    """The digest of its samples."""
    return sha256(written(list(GESTURES[name]()))).hexdigest()[:8]


if __name__ == "__main__":
    found = {name: planned(match) for name, match in moved.quick_cases().items()} | {
        name: gesture(name) for name in GESTURES
    }
    KEPT.main(found)
