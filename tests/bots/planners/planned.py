"""What hands plan, as digests in `planned.txt`: how each planner begins the first attempt of every game of hands, what
gestures it draws to try, and what it thinks of positions; so that nothing about them changes unnoticed. After a change
that is meant: `python -m tests.bots.planners.planned --write`.

The first line says with which numpy they were made: another one may round otherwise, which is soon seen in a heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from random import Random

from skill.app.input.tools.stroke_preview import UP_STEPS
from skill.bots.planners import Sample, breath, coulomb, emag, tilt, tilt_press
from skill.bots.planners.shared import pulse_search, rehearsed_pulse, shots, stick_slip
from skill.bots.planners.shared.pulse_search import DieStep, Pulse
from skill.bots.registry import find_bot
from skill.lattice.cells import COORDS, LEVEL_STEPS, Cell, Vector
from skill.lattice.notation import parse_position
from skill.lattice.reading import DieReading, Reading
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from skill.physics.versions import versions_here
from skill.rules.catalogue import find_game
from skill.rules.game import AttemptSpec
from skill.rules.shared.throws import IN_HAND
from skill.table.attempts import begin_attempt
from skill.table.match import Match
from tests.digests import all_coarse, of_numpy
from tests.physics import moved
from tests.rules.playouts import random_moments

Shots = Callable[[], Iterator[Sample]]
KEPT = of_numpy(Path(__file__).with_name("planned.txt"), versions_here()["numpy"])
SAMPLES = 90  # of an attempt
DRAWN = 18  # gestures of each kind, and attempts of a game of which it is thought
MOMENTS = 8  # of each
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
    return repr(all_coarse(samples, PARTS_OF_ONE)).encode()


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


def variants(scene: str, position: str, kind: type[rehearsed_pulse._Jolts] | type[rehearsed_pulse._Blows]) -> Shots:
    """Variants of a pulse at each die of a position in turn, along the level and up."""

    def drawn() -> Iterator[Sample]:
        running, rng = AttemptRun(load_scene(scene), parse_position(position), seed=1), Random(3)
        for n in range(DRAWN):
            step = [*LEVEL_STEPS, *UP_STEPS][n % 9]
            asked = rehearsed_pulse.question(running, n % len(running.trace.start), step, [running.toolset.rest], 9)
            yield from kind(asked, running, running.reading()).variant(rng).samples()
        running.close()

    return drawn


GESTURES: dict[str, Shots] = {
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
    "jolts like one": variants("coulomb", RHOMBUS, rehearsed_pulse._Jolts),
    "blows like one": variants("dune", RHOMBUS, rehearsed_pulse._Blows),
}


def _blows(run: AttemptRun) -> Callable[[Random, list[DieStep]], Pulse]:
    sampler = breath.BlowSampler(run)
    return lambda rng, steps: sampler(rng, run.reading(), steps)


def gesture(name: str) -> str:
    """The digest of its samples."""
    return sha256(written(list(GESTURES[name]()))).hexdigest()[:8]


def readings(slug: str) -> Iterator[tuple[AttemptSpec, Reading, Reading]]:
    """What may be seen in attempts of a game, each with what was seen just before."""
    for seed in range(DRAWN):
        game = find_game(slug)
        match = Match(game, game.players[0], None, ("random",) * game.players[0], seed)
        while not isinstance(spec := match.turn, AttemptSpec):
            match.step()
        for before, after in pairwise(islice(random_moments(spec, Random(seed)), MOMENTS)):
            yield spec, before, after


def of_places(slug: str, think: Callable[[Reading], object]) -> Iterator[object]:
    """What is thought of the readings in which no die is off or in the hand."""
    for _, _, reading in readings(slug):
        if len(reading.dice) == len(RHOMBUS.split()) and not any(die.off or die.held for die in reading.dice):
            yield think(reading)


def climbs() -> Iterator[object]:
    """What is thought of four dice that are about where one is to be pushed up onto three."""
    rng = Random(3)
    for form in stick_slip.FORMATIONS:
        stands = Reading(tuple(lying(COORDS[cell], cell) for cell in (*form.three, form.climber)), True, 0.0, 0.0)
        climb = coulomb.Climb(form, stands)
        for spread in (0.02, 0.1, 0.5):
            dice = [die._replace(at=tuple(rng.gauss(part, spread) for part in die.at)) for die in stands.dice]
            seen = stands.replace(dice=tuple(dice))
            yield climb.astray(seen), climb.is_up(seen), climb.goes_on(seen), climb.to_go(seen)
        yield coulomb.standing(stands) == form


def lying(at: Vector, cell: Cell | None) -> DieReading:
    """A red die somewhere."""
    i, j, k = at
    return DieReading("R", cell, None, (float(i), float(j), float(k)))


def steps_of(slug: str, distance: Callable[[Reading], float]) -> Iterator[object]:
    """What of readings costs, and which steps are promising."""
    return of_places(
        slug, lambda seen: (pulse_search._cost(seen, distance), pulse_search._candidate_steps(seen, distance))
    )


def shots_at(slug: str) -> Iterator[object]:
    """What that costs which shots have brought about."""
    for spec, before, after in readings(slug):
        if any(die.colour == IN_HAND for die in after.dice):
            yield shots.cost(spec, before, after)


def towers() -> Iterator[object]:
    """How crooked towers are."""
    rng = Random(3)
    for height in range(1, DRAWN):
        yield emag._worst_joint([(rng.gauss(0, 0.2), rng.gauss(0, 0.2), float(n)) for n in range(height)])


THOUGHTS: dict[str, Callable[[], Iterator[object]]] = {
    "herds": lambda: of_places("dune", breath.herding_distance),
    "gathers": lambda: of_places("coulomb", coulomb.distance),
    "steps of dune": lambda: steps_of("dune", breath.herding_distance),
    "steps of coulomb": lambda: steps_of("coulomb", coulomb.distance),
    "climbs": climbs,
    "throws": lambda: shots_at("hide-away"),
    "flicks": lambda: shots_at("flickers"),
    "towers": towers,
}


def thought(name: str) -> str:
    """The digest of what is thought, as every machine has it."""
    return sha256(repr(all_coarse(list(THOUGHTS[name]()), PARTS_OF_ONE)).encode()).hexdigest()[:8]


if __name__ == "__main__":
    found = {name: planned(match) for name, match in moved.quick_cases().items()} | {
        name: gesture(name) for name in GESTURES
    }
    found |= {name: thought(name) for name in THOUGHTS}
    KEPT.main(found)
