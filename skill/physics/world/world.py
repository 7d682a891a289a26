"""The physical world: dice on the plate.

Units: the commanded pose of the plate is in SI; all else counts lengths in die edges and masses in dice.

The plate is the frame. It stands still as 55 static cubes; gravity turns instead (`set_gravity`, which also carries the
acceleration of the plate), and each die gets the Euler, centrifugal and Coriolis force and, its inertia being
isotropic, the torque -I(dW/dt + W x w). The other way, a heavy body whose pose and velocity are set each step, was
measured beside it: as fast (three dice at 240 Hz: 77 to 126 against 67 to 132 us a step), but there every point of a
turning plate moves along its tangent within a step, which lifts dice out of their place by W^2 r dt^2 / 2 a step (0.1
of an edge a second at the rim of a fast turn) and lets contacts push them back; a plate that is the frame has no such
error, its dice can sleep, and their positions are lattice coordinates as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import hypot, isfinite, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from skill.errors import EngineError, IllegalMove
from skill.lattice import frame
from skill.lattice.cells import NAMES, Cell
from skill.lattice.dice import ORIENTATIONS, Colour, Die, Faces
from skill.lattice.notation import Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.physics.attitude import FEW, QUATERNIONS, TOP_UP, Array, matrices
from skill.physics.pose import STILL, Pose, Quat, Vec
from skill.physics.scene import Scene
from skill.physics.world.dice import SETTLED_S, Body, DiceArrays, DiceState, Flags
from skill.physics.world.engines import new_engine, remedy_for
from skill.physics.world.fallen import FallenDice, FallenState
from skill.physics.world.plate import Plate, PlateState
from skill.physics.world.queries import SpatialQueries
from skill.physics.world.reader import Reader
from skill.physics.world.sleep import SLOW_EDGES, Sleep
from skill.physics.world.vessel import Vessel

FORCED_S = 10.0  # Shared definitions: settling is forced after this
ENOUGH_S = SETTLED_S - 1e-9
"""A die that has lain still for so long is settled, whatever the last bit of the clock says."""
DROP_EDGES = 0.15
"""How far above its place a loose die is let go at the start if its attitude is known by its top face alone."""


class Poses(NamedTuple):
    """All dice for drawing, in the order of `World.colours`, and the plate; edges, world frame."""

    positions: Array
    """(n, 3)"""
    rotations: Array
    """(n, 3, 3), from a die's own frame, in which 1, 2, 3 look along x, y, z."""
    plate_position: Vec
    plate_quaternion: Quat


class ExactState(NamedTuple):
    """What leads to the same bytes besides, where the engine gives a snapshot."""

    engine: Any
    clock_s: float
    bodies: tuple[int, ...]
    """Of the dice, by their numbers in the engine."""
    vessel: int | None
    settled: tuple[Array, Array, Array]
    calm: tuple[Array, Array, Array]
    strides: Array
    first_rotations: Array


class WorldState(NamedTuple):
    """Everything a copy of a world needs to go on: with the same bytes where the engine gives a snapshot of itself."""

    dice: DiceState
    plate: PlateState
    stock: tuple[Die, ...]
    taken: int
    fallen: FallenState
    exact: ExactState | None


class World:
    """The plate and the dice of a start position. Rebuilt with the same arguments and steps it repeats bit for bit.

    Dice are numbered: those of `start` in its order, then the `loose` ones, then those of `hand` as they are taken up.
    Dice whose faces are left open get one of the 24 orientations from `seed`. With `sleep` off no die is ever frozen;
    with `table` off what falls off the plate is gone. A world is made for one attempt: on a plate from which other dice
    had been taken, now and then the same dice went otherwise after some seconds. Raises `EngineError` when the engine
    gives something that is not a number, `Unavailable` where it is not installed.
    """

    def __init__(
        self,
        scene: Scene,
        start: Pyramid,
        *,
        hand: Sequence[Die] = (),
        loose: Sequence[Loose] = (),
        seed: int = 0,
        sleep: bool = True,
        table: bool = True,
    ) -> None:
        rng = np.random.default_rng([seed, 0xD1CE])
        draws = [ORIENTATIONS[n] for n in rng.integers(len(ORIENTATIONS), size=len(start) + len(hand)).tolist()]
        self.scene = scene
        self.start = start
        self.began: tuple[Faces, ...] = tuple(d.faces or f for f, (_, d) in zip(draws, start, strict=False))
        """How the dice of `start` were turned at the start."""
        self.stock: list[Die] = [Die(d.colour, d.faces or f) for d, f in zip(hand, draws[len(start) :], strict=True)]
        """The dice for the hand that it has not taken up yet, all with faces."""
        self.taken = 0
        """How many dice a hand has taken away and laid aside."""
        self._clock_s, self._dt = 0.0, scene.step_s
        self._is_closed = False
        dice = len(start) + len(hand) + len(loose)
        self._engine = new_engine(scene, scene.step_s, dice=dice, on_lattice=scene.plate.side == "top")
        self.plate = Plate(scene, self._engine)
        self._dice = DiceArrays(self._engine)
        self.queries = SpatialQueries(self._dice, self.plate, self._engine)
        self.vessel = Vessel(self._dice, self._engine)
        self._sleep = Sleep(self._dice, scene.engine.sample_hz, sleep)
        self._fallen = FallenDice(scene, table)
        self._remedy = remedy_for(scene, self._engine, self._dice, self.plate, self.vessel)
        self._reader = Reader(self._dice, self.plate, self._fallen, len(start) + len(loose))
        for faces, (cell, die) in zip(draws, start, strict=False):
            centre = frame.centre(cell, 1.0, scene.plate.pitch)
            self._dice.add(die.colour, centre, QUATERNIONS[die.faces or faces])
        for colour, top, place, *attitude in loose:
            x, y, z = self.plate.point(place)
            if attitude:
                self._dice.add(colour, (x, y, z), QUATERNIONS[attitude[0]])
            else:
                self._dice.add(colour, (x, y, z + DROP_EDGES), TOP_UP[top])
        self._look()
        self._dice.begin(0, self._clock_s)
        self._gravity = self.plate.motion_to(self.plate.pose).gravity
        self._restart_remedy()

    # -- time

    def step(self, plate: Pose | None = None) -> None:
        """One fixed time step, at the end of which the plate is at `plate` (metres), by default where it is.

        Friction is the material's; each engine's file says how closely, on a face and in a groove.
        """
        own, activity = self.plate, self._dice.activity
        end = own.pose if plate is None else plate
        if activity.any_frozen and activity.all_asleep and own.is_still and end == own.pose:
            self._fallen.step()  # nothing else would change
            self._clock_s += self._dt
            return
        motion = own.motion_to(end)
        self._gravity = motion.gravity
        self._engine.set_gravity(motion.gravity)
        if motion.turns:
            self._engine.apply_fictitious_forces(activity.driven, motion.spin, motion.angular_acceleration)
        if activity.any_frozen and not motion.is_still:
            self.wake_all()
            activity = self._dice.activity
        if not (activity.any_frozen and activity.all_asleep):
            self._engine.step()
        self._fallen.step()
        own.move(end, motion)
        self._clock_s += self._dt

    def observe(self) -> None:
        """Look where the dice are: once an input sample. Keeps what is settled, what fell off and who may sleep."""
        dice = self._dice
        if dice.activity.any_awake:
            before = dice.positions
            self._look(dice.activity.watched)
            dice.strides = _ways(before, dice.positions)
            if dice.activity.any_fixed:
                dice.strides[dice.is_fixed] = 0.0
            if self._remedy is not None:
                self._remedy.update(self._gravity, self._clock_s)
            dice.settled.update(dice.positions, dice.rotations, self._clock_s)
            self._note_lost()
            self._sleep.update(self._clock_s, self.plate.is_still)
        else:  # nothing can have moved since the last time
            dice.strides[:] = 0.0
        self._fallen.observe()

    def glance(self) -> None:
        """Look for dice that fell off and apply the engine's remedy: `observe` without what only a reading needs.

        For worlds without sleep, between two observations. For how long dice have lain still is not noted, nor how they
        are turned while all are on the plate.
        """
        dice = self._dice
        before = dice.positions
        if self._remedy is None:
            dice.observe_places()
        else:
            self._look()
            self._remedy.update(self._gravity, self._clock_s)
        dice.strides = _ways(before, dice.positions)
        self._note_lost()

    def _note_lost(self) -> None:
        """Hand the dice that fell off over to the table."""
        dice = self._dice
        free = [there and not held for there, held in zip(dice.is_present.tolist(), dice.is_held.tolist(), strict=True)]
        for n in self.plate.lost(dice.positions.tolist(), free):
            i, j, k = self.plate.coordinates(dice.positions)[n].tolist()
            self._fallen.add(n, (i, j, k), self.plate.to_world(dice.body(n)))
            dice.put_aside(n)

    def _restart_remedy(self, velocities: Array | None = None) -> None:
        if self._remedy is not None:
            self._remedy.restart(self._gravity, self._clock_s, velocities)

    def _look(self, moved: Flags | None = None) -> None:
        """Observe where all dice are, or those alone that may have `moved`."""
        self._dice.observe(moved)
        self._reader.forget(moved)
        places = self._dice.positions
        if not isfinite(places.sum() if len(places) > FEW else sum(map(sum, places.tolist()))):
            raise EngineError(
                "scene {name}: a die's place is not a number after {time_s} s",
                name=self.scene.name,
                time_s=f"{self._clock_s:.3f}",
            )

    def settle(self, max_s: float = FORCED_S) -> bool:
        """Step with the plate held still until all dice are settled, at most `max_s`. Returns whether they are."""
        per_sample = self.scene.engine.steps_per_sample
        for _ in range(round(max_s * self.scene.engine.sample_hz)):
            for _ in range(per_sample):
                self.step()
            self.observe()
            if self.settled:
                return True
        return self.settled

    # -- sleep

    @property
    def may_sleep(self) -> bool:
        """Whether dice that lie still are frozen."""
        return self._sleep.allowed

    @property
    def all_asleep(self) -> bool:
        """Whether all dice are frozen or held where they are, so that a step costs nothing."""
        return self._dice.activity.all_asleep

    @property
    def greatest_stride(self) -> float:
        """How far the die that went farthest went from the last observation but one to the last, edges."""
        return float(self._dice.strides.max(initial=0.0))

    def is_asleep(self, n: int) -> bool:
        """Whether die `n` is frozen until something near it moves."""
        return bool(self._dice.is_frozen[n])

    def put_to_sleep(self) -> None:
        """Let the dice of the start sleep as they stand until something comes near."""
        self._sleep.freeze(len(self.start), self._clock_s)

    def wake(self, n: int, speed: float = 0.0) -> None:
        """Let die `n` and those near it move again; also those that it can hit at this `speed`, edges a second, before
        they are observed again.
        """
        self._sleep.wake(n, self._clock_s, speed)

    def wake_all(self) -> None:
        """Let all dice move again."""
        self._sleep.wake_all(self._clock_s)

    # -- dice in hand: edges and seconds, plate frame

    def remove(self, cell: Cell) -> None:
        """Take away the die that started in `cell`; what lay near it may move. Raises `IllegalMove` if it is gone."""
        cells = [c for c, _ in self.start]
        n = cells.index(cell) if cell in cells else -1
        if n < 0 or not self._dice.is_present[n]:
            raise IllegalMove(
                "no die of {cell} is on the plate; the world started from {start}", cell=NAMES[cell], start=self.start
            )
        self.take_away(n)

    def take_away(self, n: int) -> None:
        """Lay die `n` aside, counted in `taken`; what lay near it may move."""
        self.wake(n)
        self._dice.is_held[n] = self._dice.is_fixed[n] = False
        self._dice.put_aside(n)
        self.taken += 1

    def take_from_stock(self, position: Vec, quaternion: Quat | None = None, *, fixed: bool = True) -> int:
        """Take the next die of the `stock` in hand, turned as its faces say unless `quaternion` does.

        A `fixed` die stays where it is put, whatever touches it; else it falls and is moved by forces. Returns its
        number.
        """
        die = self.stock.pop(0)
        assert die.faces is not None
        dice = self._dice
        n = dice.add(die.colour, position, quaternion or QUATERNIONS[die.faces])
        if fixed:
            dice.set_fixed(n, True)
        dice.is_held[n] = True
        self._look()
        dice.begin(n, self._clock_s)
        self._restart_remedy()
        return n

    def put(self, n: int, position: Vec, quaternion: Quat | None = None) -> None:
        """Put a die elsewhere, turned as it is unless `quaternion` says otherwise; it keeps its velocity."""
        self._engine.set_pose(self._dice.bodies[n], position, quaternion or self.body(n).quaternion)

    def drop(self, n: int, position: Vec) -> None:
        """Let die `n` fall from a place, from rest."""
        self.put(n, position)
        self._engine.set_velocity(self._dice.bodies[n], STILL, STILL)

    def grasp(self, n: int) -> None:
        """Count die `n` as held: it moves on as forces make it and is judged again after its `release`."""
        self.wake(n)
        self._dice.is_held[n] = True

    def release(self, n: int, velocity: Vec | None = None, spin: Vec | None = None) -> None:
        """Free a held die, with `velocity` and `spin` unless it keeps its own."""
        dice = self._dice
        if dice.is_fixed[n]:
            dice.set_fixed(n, False)
            velocity, spin = velocity or STILL, spin or STILL
        dice.is_held[n] = False
        dice.calm.since_s[n] = dice.settled.since_s[n] = self._clock_s
        self._restart_remedy()
        if velocity is not None or spin is not None:
            body = self.body(n)
            velocity = velocity or body.velocity
            self._engine.set_velocity(dice.bodies[n], velocity, spin or body.spin)
            if hypot(*velocity) > SLOW_EDGES * self.scene.engine.sample_hz:
                self.wake(n, hypot(*velocity))

    def apply_force(self, n: int, force: Vec, torque: Vec = STILL) -> None:
        """Apply a force at the centre of die `n` and a torque for the next step.

        Units: masses of a die times edges a second squared, and that times edges.
        """
        if self._dice.is_frozen[n]:
            self.wake(n)
        self._engine.apply_force(self._dice.bodies[n], force, torque)

    # -- what is there

    @property
    def colours(self) -> list[Colour]:
        """The colours of all dice by their numbers, of those that fell off or were taken too."""
        return self._dice.colours

    @property
    def numbers(self) -> list[int]:
        """The dice on the plate and in hand."""
        return self._dice.numbers

    @property
    def fallen(self) -> list[int]:
        """The dice that fell off, first fallen first, by their numbers."""
        return list(self._fallen.left_at)

    def is_held(self, n: int) -> bool:
        """Whether a hand or a ladle has die `n`."""
        return bool(self._dice.is_held[n])

    def body(self, n: int) -> Body:
        """Where die `n` is now and how it moves, plate frame."""
        return self._dice.body(n)

    def pose(self, n: int) -> tuple[Vec, Quat]:
        """Where die `n` is now and how it is turned, plate frame."""
        return self._engine.pose(self._dice.bodies[n])

    @property
    def observed(self) -> tuple[Array, Array]:
        """Where all dice are (n, 3), edges, plate frame, and how they are turned (n, 3, 3), as last observed."""
        return self._dice.positions, self._dice.rotations

    @property
    def still_s(self) -> float:
        """For how long no die that nobody holds moved more than 0.02 of an edge or turned more than 1 degree."""
        dice = self._dice
        since = zip(dice.settled.since_s.tolist(), dice.is_present.tolist(), dice.is_held.tolist(), strict=True)
        return self._clock_s - max((at_s for at_s, there, held in since if there and not held), default=0.0)

    @property
    def settled(self) -> bool:
        """Whether that was for 0.5 s."""
        return self.still_s >= ENOUGH_S

    @property
    def all_settled(self) -> bool:
        """Whether the dice on the table lie still as well."""
        return self.settled and self._fallen.is_at_rest

    def drift(self) -> Array:
        """How far each die of the start position is from where it started, as last observed: (n,), edges."""
        starts = self.plate.cell_centres[[cell for cell, _ in self.start]]
        gap: Array = np.linalg.norm(self._dice.positions[: len(starts)] - starts, axis=1)
        return gap

    def reading(self, time_s: float = 0.0) -> Reading:
        """What the dice show, as last observed, `time_s` seconds after the first input."""
        read, still_s = partial(self._reader.read, self._reader.look()), self.still_s
        settled, fallen = still_s >= ENOUGH_S, len(self._fallen.left_at)
        return Reading(read, settled, self.plate.tilt_deg, time_s, still_s, self.taken, fallen=fallen)

    def poses(self) -> Poses:
        """Where everything is for drawing, as last observed; dice that were taken are left out by position NaN."""
        dice, plate = self._dice, self.plate
        turned = matrices(np.array([plate.pose.quaternion]))[0]
        positions: Array = np.einsum("ni,ji->nj", dice.positions, turned) + plate.shift
        rotations: Array = np.einsum("ij,njk->nik", turned, dice.rotations)
        positions[~dice.is_present] = nan
        for n, (position, rotation) in self._fallen.observed.items():
            positions[n], rotations[n] = position, rotation
        return Poses(positions, rotations, plate.shift, plate.pose.quaternion)

    # -- branching

    def state(self) -> WorldState:
        """What a copy of this world goes on from."""
        dice, exact, engine = self._dice, None, self._engine.snapshot()
        if engine is not None:
            still = dice.settled.state(), dice.calm.state(), dice.strides.copy()
            came = dice.first_rotations.copy()
            exact = ExactState(engine, self._clock_s, tuple(dice.bodies), self.vessel.body, *still, came)
        return WorldState(dice.state(), self.plate.state(), tuple(self.stock), self.taken, self._fallen.state(), exact)

    def restore(self, state: WorldState) -> None:
        """Take on the state of a world of the same scene and start position. Without sleep all its dice are awake then.

        Dice that are off or taken there are put aside here. Where the engine gives no snapshot, contacts are found
        anew, so what follows is close to what the other world does, not equal to it.
        """
        dice = self._dice
        self.plate.restore(state.plate)
        self._fallen.restore(state.fallen)
        self.stock, self.taken = list(state.stock), state.taken
        known = dice.restore(state.dice, self.may_sleep)
        if state.exact is not None:
            self._restore_engine(state.exact, state.dice.frozen)
        self._look()
        dice.begin(known, self._clock_s)
        dice.restart(0, self._clock_s)
        self._gravity = self.plate.motion_to(self.plate.pose).gravity
        velocities = [body.velocity if body else STILL for body in state.dice.bodies]
        self._restart_remedy(np.array(velocities).reshape(-1, 3))
        dice.calm.since_s[dice.is_frozen] -= SETTLED_S
        if state.exact is not None:
            dice.settled.restore(state.exact.settled)
            dice.calm.restore(state.exact.calm)
            dice.strides, dice.first_rotations = state.exact.strides.copy(), state.exact.first_rotations.copy()

    def _restore_engine(self, exact: ExactState, frozen: Sequence[bool]) -> None:
        self._engine.restore(exact.engine)
        self._clock_s = exact.clock_s
        self._dice.bodies = list(exact.bodies)
        self.vessel.body = exact.vessel
        if not self.may_sleep:
            for body in (body for body, asleep in zip(exact.bodies, frozen, strict=True) if asleep):
                self._engine.set_frozen(body, False)

    def close(self) -> None:
        """Give the engine's memory back; the world cannot be used after it."""
        if not self._is_closed:
            self._is_closed = True
            self._engine.close()
            self._fallen.close()

    def __del__(self) -> None:
        with suppress(AttributeError):  # a world whose construction failed has no parts yet
            self.close()


def _ways(before: Array, after: Array) -> Array:
    """How far each die is from where it was: (n,), given both places (n, 3)."""
    if len(after) > FEW:
        ways: Array = np.sqrt(((after - before) ** 2).sum(axis=1))
        return ways
    told = []
    for (a, b, c), (x, y, z) in zip(before.tolist(), after.tolist(), strict=True):
        a, b, c = x - a, y - b, z - c
        told.append(sqrt(a * a + b * b + c * c))
    return np.array(told, float)
