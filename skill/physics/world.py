"""The physical world: dice on the plate.

Units: SI outside, world frame of MODEL.md. Inside, Bullet counts lengths in die edges and masses in dice: its
tolerances are made for bodies of about one unit, and the motion of dice does not depend on their mass.

The plate is the frame. It stands still as 55 static cubes; gravity turns instead (`setGravity`, which also carries the
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
from math import atan2, cos, degrees, hypot, inf, nan, pi, radians, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.errors import EngineError, IllegalMove
from skill.lattice import frame
from skill.lattice.cells import BASE, CELLS, DEPTH, NAMES, NUMBER_OF, Cell
from skill.lattice.dice import ORIENTATIONS, Colour, Die
from skill.lattice.notation import Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import DieReading, Reading
from skill.physics.attitude import QUATERNIONS, ROTATIONS, TOP_UP, Array, matrices, tops
from skill.physics.bullet import FAR, Bullet
from skill.physics.pose import (
    LEVEL,
    ON_SIDE,
    STILL,
    UNTURNED,
    Pose,
    Quat,
    Vec,
    between,
    cross,
    inverse,
    plus,
    product,
    rotated,
    turn,
)
from skill.physics.scene import Scene

SETTLED_EDGES, SETTLED_DEG, SETTLED_S = 0.02, 1.0, 0.5  # Shared definitions: settled
FORCED_S = 10.0  # Shared definitions: settling is forced after this
IN_CELL_EDGES, IN_CELL_DEG = 0.35, 20.0  # Shared definitions: in cell
BLOCKED_EDGES = 0.8  # Shared definitions: a die within this of a place blocks it
LOOKS_DOWN = (
    0.3  # a face whose normal falls more than this looks down: 0 for an upright side, 0.58 below a die in a cell
)
REACH_EDGES = 2.2  # dice within this of a moving die stay awake: the cells it touches and those they touch
SLOW_EDGES = 0.1  # a die that goes further than this from one look to the next reaches as much further
SKIN_EDGES = 0.02  # by this much a look at a surface falls short of it
ASLEEP_EDGES, ASLEEP_DEG = 0.002, 0.1  # a die may sleep once it stayed within this for SETTLED_S: a tenth of "settled"

LIFTED_DEG = 10.0  # of a turn from its side by which a plate has left the table that it was held at
FLOOR_STEP_S = 1 / 240  # of the dice that fell on the table: what a scene needs finer steps for is not there

APEX = NUMBER_OF[(0, 0, 0)]
_HORIZONTAL: Array = np.array(frame.AXIS_VECTORS)[:, :2]


class Poses(NamedTuple):
    """All dice for drawing, in the order of `World.colours`, and the plate; metres, world frame."""

    positions: Array
    """(n, 3)"""
    rotations: Array
    """(n, 3, 3), from a die's own frame, in which 1, 2, 3 look along x, y, z."""
    plate: Pose


class Body(NamedTuple):
    """Where a die is and how it moves, in the plate's frame; edges and seconds."""

    position: Vec
    quaternion: Quat
    velocity: Vec
    spin: Vec


class WorldState(NamedTuple):
    """Everything a copy of a world needs to go on; contacts are found anew, so a copy is close, not bit for bit."""

    bodies: tuple[Body | None, ...]
    """None for a die that fell off or was taken."""
    colours: tuple[Colour, ...]
    held: tuple[bool, ...]
    parked: tuple[bool, ...]
    frozen: tuple[bool, ...]
    stock: tuple[Die, ...]
    taken: int
    plate: Pose
    plate_velocity: Vec
    plate_spin: Vec
    lies: bool
    """Whether the plate is still on its side at the table."""
    left_at: dict[int, list[float]]
    """The dice that fell off, first fallen first, with the lattice coordinates at which they were lost."""


class World:
    """The plate and the dice of a start position. Rebuilt with the same arguments and steps it repeats bit for bit.

    Dice are numbered: those of `start` in its order, then the `loose` ones, then those of `hand` as they are taken up.
    Dice whose faces are left open get one of the 24 orientations from `seed`. With `sleep` off no die is ever frozen;
    with `table` off what falls off the plate is gone. Raises `EngineError` when Bullet gives something that is not a
    number.
    """

    DROP_EDGES = 0.15
    """How far above its place a loose die is let go at the start if its attitude is known by its top face alone."""

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
        self.scene = scene
        self.sleep = sleep
        self.table = table
        self._edge, self._dt, self._pitch = scene.dice.edge_m, scene.step_s, scene.plate.pitch
        self._client = Bullet(scene, self._dt)
        self._floor: Bullet | None = None
        self._vessel: int | None = None
        self._floor_every = max(1, round(FLOOR_STEP_S / self._dt))  # steps of the plate's world for one of the table's
        self._steps = 0
        self._floor_bodies: dict[int, int] = {}
        self._read: dict[int, DieReading] = {}
        self._read_up: Vec | None = None
        self._layer = frame.layer_height(self._pitch)
        self._centres: Array = np.array([frame.centre(c, 1.0, self._pitch) for c in CELLS])
        self._build_plate()
        rng = np.random.default_rng([seed, 0xD1CE])
        draws = [ORIENTATIONS[n] for n in rng.integers(len(ORIENTATIONS), size=len(start) + len(hand)).tolist()]
        self.start = start
        self.stock: list[Die] = [Die(d.colour, d.faces or f) for d, f in zip(hand, draws[len(start) :], strict=True)]
        """The dice for the hand that it has not taken up yet, all with faces."""
        self.taken = 0
        """How many dice a hand has taken away and laid aside."""
        self.colours: list[Colour] = []
        self._ids: list[int] = []
        self._present: NDArray[np.bool_] = np.ones(0, bool)  # on the plate or held, neither fallen nor taken
        self._frozen: NDArray[np.bool_] = np.zeros(0, bool)
        self._held: NDArray[np.bool_] = np.zeros(0, bool)  # in hand or ladle: not judged
        self._parked: NDArray[np.bool_] = np.zeros(0, bool)  # held still in the air: a static body
        self._left_at: dict[int, list[float]] = {}  # lattice coordinates of dice as they fell off, first fallen first
        self.plate = ON_SIDE if scene.plate.bed else LEVEL
        self._velocity: Vec = STILL  # of the plate's origin, world frame, edges a second
        self._spin: Vec = STILL  # of the plate, in its own frame, radians a second
        self._set_gravity(rotated(inverse(self.plate.quaternion), (0.0, 0.0, -self._client.gravity)))
        self._clock = 0.0
        for faces, (cell, die) in zip(draws, start, strict=False):
            self._create(die.colour, frame.centre(cell, 1.0, self._pitch), QUATERNIONS[die.faces or faces])
        for colour, top, place, *attitude in loose:
            x, y, z = self.point(place)
            if attitude:
                self._create(colour, (x, y, z), QUATERNIONS[attitude[0]])
            else:
                self._create(colour, (x, y, z + self.DROP_EDGES), TOP_UP[top])
        self._stock_from = len(self._ids)  # the number of the first die of the hand
        self._see()
        self._first_turn = self._matrix.copy()
        self._forget_rest()

    def _create(self, colour: Colour, position: Vec, quaternion: Quat) -> int:
        """A further die; whoever calls looks at it with `_see` and `_forget_rest` or `_watch`."""
        self.colours.append(colour)
        self._ids.append(self._client.cube(1.0, position, quaternion))
        self._present = np.append(self._present, True)
        self._frozen, self._held, self._parked = (
            np.append(flags, False) for flags in (self._frozen, self._held, self._parked)
        )
        return len(self._ids) - 1

    def _forget_rest(self) -> None:
        """Count every die as moving until it has been watched."""
        n = len(self._ids)
        self._still_at, self._still_turn = self._position.copy(), self._matrix.copy()
        self._still_since: Array = np.full(n, self._clock)
        self._calm_at, self._calm_turn = self._position.copy(), self._matrix.copy()
        self._calm_since: Array = np.full(n, self._clock)
        self._stride: Array = np.zeros(n)  # how far each die went from the last look but one to the last, edges

    def _watch(self, n: int) -> None:
        """Begin to watch a die that has just come in; its numbers go up one by one."""
        self._see()
        self._still_at, self._calm_at = (np.vstack([at, self._position[n]]) for at in (self._still_at, self._calm_at))
        self._still_turn, self._calm_turn = (
            np.concatenate([turns, self._matrix[n : n + 1]]) for turns in (self._still_turn, self._calm_turn)
        )
        self._first_turn = np.concatenate([self._first_turn, self._matrix[n : n + 1]])
        self._still_since, self._calm_since = (
            np.append(since, self._clock) for since in (self._still_since, self._calm_since)
        )
        self._stride = np.append(self._stride, 0.0)

    def _build_plate(self) -> None:
        """The cubes of the plate's upper side, and its outline from above as a band for each axis.

        The plate is a folded sheet: turned over it is the underside of the layer of dice that fills its funnels.
        """
        side, depth = self.scene.plate.side, DEPTH + 1
        directions = _HORIZONTAL / np.linalg.norm(_HORIZONTAL, axis=1, keepdims=True)
        self._directions: Array = directions
        self._outline = (-inf, inf)
        self._top = 0.0  # the height of the plate's points
        self._bed: int | None = None  # the table on which dice lie until the plate is moved
        self._plate_cubes: tuple[Array, Array] = (np.zeros((0, 3)), np.zeros((0, 3, 3)))
        if side == "none":
            self._client.lay_table(0.0)
            return
        self._top = 2 * frame.HALF_DIAGONAL - self._layer
        points = [(i, j, depth - i - j) for i in range(depth + 1) for j in range(depth + 1 - i)]
        flat = np.array(points) @ _HORIZONTAL * self._pitch
        hexagon = sqrt(2 / 3)
        across = flat @ directions.T
        self._outline = (float(across.min()) - hexagon, float(across.max()) + hexagon)
        z, turned = frame.HALF_DIAGONAL - self._layer, QUATERNIONS[ORIENTATIONS[0]]
        if side == "underside":
            flat = self._centres[list(BASE), :2] * (1, -1)
            turned = product(turn((pi, 0.0, 0.0)), turned)
            self._directions = directions * (1, -1)
        for x, y in flat.tolist():
            self._client.cube(0.0, (x, y, z), turned)
        if self.scene.plate.bed:
            self._bed = self._client.bed(self._centres[APEX], inverse(ON_SIDE.quaternion))
        places = np.column_stack([flat, np.full(len(flat), z)])
        self._plate_cubes = (places, np.repeat(matrices(np.array([turned])), len(flat), axis=0))

    # -- moving

    def step(self, plate: Pose | None = None) -> None:
        """One fixed time step, at the end of which the plate is at `plate` (by default where it is).

        Friction while sliding is the material's, within 5 % on a face and 20 % in a groove. Bullet limits it along two
        axes apart, so a die that lies still holds up to sqrt 2 times that, by how the axes happen to lie.
        """
        end = self.plate if plate is None else plate
        dt, edge = self._dt, self._edge
        a, b = self.plate.position, end.position
        velocity = ((b[0] - a[0]) / (edge * dt), (b[1] - a[1]) / (edge * dt), (b[2] - a[2]) / (edge * dt))
        turned = between(self.plate.quaternion, end.quaternion)
        spin = (turned[0] / dt, turned[1] / dt, turned[2] / dt)
        v, u = velocity, self._velocity
        pull = ((u[0] - v[0]) / dt, (u[1] - v[1]) / dt, (u[2] - v[2]) / dt - self._client.gravity)
        self._set_gravity(rotated(inverse(self.plate.quaternion), pull))
        if any(spin) or any(self._spin):
            self._push_dice(spin)
        frozen = np.count_nonzero(self._frozen) > 0
        if frozen and (spin != STILL or velocity != STILL):
            self.wake()
        if not (frozen and self.asleep):
            self._client.step()
        if self._bed is not None and hypot(*between(ON_SIDE.quaternion, end.quaternion)) > radians(LIFTED_DEG):
            self._leave_bed(self._bed)
        self._steps += 1
        if self._floor is not None and self._steps % self._floor_every == 0:
            self._floor.step()
        self.plate, self._velocity, self._spin = end, velocity, spin
        self._clock += dt

    def _leave_bed(self, bed: int) -> None:
        """The plate is lifted off the table, with what hands hold to it."""
        self._client.remove(bed)
        self._bed = None

    def _push_dice(self, spin: Vec) -> None:
        """The fictitious forces of a plate whose spin goes over from the last step's to this."""
        dt, (ux, uy, uz), (wx, wy, wz) = self._dt, self._spin, spin
        change = ((wx - ux) / dt, (wy - uy) / dt, (wz - uz) / dt)
        (moved,) = (self._present & ~self._parked).nonzero()
        self._client.whirl([self._ids[n] for n in moved.tolist()], spin, change)

    def _set_gravity(self, pull: Vec) -> None:
        self._client.pull(pull)

    def observe(self) -> None:
        """Look where the dice are: once an input sample. Keeps what is settled, what fell off and who may sleep."""
        moving = self._present & ~self._frozen
        if not np.count_nonzero(moving):  # nothing can have moved since the last look
            self._stride[:] = 0.0
            return
        before = self._position
        self._see(moved=~self._frozen)
        self._stride = np.sqrt(((self._position - before) ** 2).sum(axis=1))
        self._stride[self._parked] = 0.0
        moved = ~self._stays(self._still_at, self._still_turn, SETTLED_EDGES, SETTLED_DEG)
        if moved.any():
            self._still_at[moved], self._still_turn[moved] = self._position[moved], self._matrix[moved]
            self._still_since[moved] = self._clock
        self._drop_dice()
        if self.sleep:
            self._let_sleep()

    def _see(self, moved: NDArray[np.bool_] | None = None) -> None:
        """Look where all dice are, or those alone that may have `moved`."""
        if moved is None or moved.all():
            self._position, self._matrix = self._seen(range(len(self._ids)))
            self._read.clear()
        else:
            some = np.flatnonzero(moved)
            self._position, self._matrix = self._position.copy(), self._matrix.copy()
            self._position[some], self._matrix[some] = self._seen(some.tolist())
            for n in some.tolist():
                self._read.pop(n, None)
        if not np.isfinite(self._position).all():
            raise EngineError(f"scene {self.scene.name}: a die's place is not a number after {self._clock:.3f} s")

    def _seen(self, numbers: Sequence[int]) -> tuple[Array, Array]:
        """Where these dice are now (n, 3) and how they are turned (n, 3, 3)."""
        return self._client.poses([self._ids[n] for n in numbers])

    def _stays(self, at: Array, turned: Array, edges: float, angle_deg: float) -> NDArray[np.bool_]:
        moved = ((self._position - at) ** 2).sum(axis=1)
        trace = (self._matrix * turned).sum(axis=(1, 2))
        stays: NDArray[np.bool_] = (moved <= edges**2) & (trace >= 1 + 2 * cos(radians(angle_deg)))
        return stays

    def _drop_dice(self) -> None:
        """Find who fell off: outside the outline and below the plate, or with a steep plate below its nearest rim, or
        down to the table from a plate that is turned over.
        """
        low, high = self._outline
        free = self._present & ~self._held
        across = self._position[:, :2] @ self._directions.T
        if self._is_upright and across.min(initial=0.0) >= low and across.max(initial=0.0) <= high:
            return
        beyond = np.maximum(across - high, 0) + np.minimum(across - low, 0)
        outside = free & beyond.any(axis=1)
        if not outside.any() and self._is_upright:
            return
        rim = self._position.copy()
        rim[:, :2] -= beyond @ self._directions
        rim[:, 2] = 0.0
        up = np.array(rotated(inverse(self.plate.quaternion), (0.0, 0.0, 1.0)))
        below = outside & ((self._position[:, 2] < 0) | ((self._position - rim) @ up < 0))
        if not self._is_upright:
            table = -(self.scene.plate.table_drop_m + self.plate.position[2]) / self._edge
            below |= free & (self._position @ up < table + 0.5)
        for n in np.flatnonzero(below).tolist():
            self._drop(n)

    @property
    def _is_upright(self) -> bool:
        """Whether the plate is tilted by less than a right angle."""
        x, y, _, _ = self.plate.quaternion
        return x * x + y * y < 0.5

    def _drop(self, n: int) -> None:
        self._left_at[n] = self.places()[n].tolist()
        if self.table:
            self._hand_over(n)
        self._put_aside(n)

    def _hand_over(self, n: int) -> None:
        """Let a die that fell off go on in another world, where the table is: it is no part of the plate's frame."""
        if self._floor is None:
            self._floor = Bullet(self.scene, self._dt * self._floor_every)
            self._floor.lay_table(self.scene.plate.table_drop_m / self._edge)
        body, q, floor = self.body(n), self.plate.quaternion, self._floor
        carried = cross(self._spin, body.position)
        velocity = plus(rotated(q, plus(body.velocity, carried)), self._velocity)
        there = floor.cube(1.0, self._to_world(body.position), product(q, body.quaternion))
        floor.drive(there, velocity, rotated(q, plus(body.spin, self._spin)))
        self._floor_bodies[n] = there

    def _put_aside(self, n: int) -> None:
        self._present[n] = False
        self._client.meets(self._ids[n], False)
        aside = (3.0 * n, 0.0, -FAR)
        self._client.put(self._ids[n], aside, UNTURNED)
        self._client.drive(self._ids[n], STILL, STILL)
        self._client.weigh(self._ids[n], 0.0)

    def _to_world(self, position: Vec) -> Vec:
        """World-frame place of a point of the plate's frame, edges."""
        x, y, z = rotated(self.plate.quaternion, position)
        p, edge = self.plate.position, self._edge
        return (x + p[0] / edge, y + p[1] / edge, z + p[2] / edge)

    def settle(self, max_s: float = FORCED_S) -> bool:
        """Step with the plate held still until all dice are settled, at most `max_s`; whether they are."""
        per_sample = self.scene.engine.steps_per_sample
        for _ in range(round(max_s * self.scene.engine.sample_hz)):
            for _ in range(per_sample):
                self.step()
            self.observe()
            if self.settled:
                return True
        return self.settled

    # -- sleep

    def _let_sleep(self) -> None:
        """Freeze dice that lie still far from any that moves, and thaw them when something near them moves.

        A frozen die is a static body and costs Bullet next to nothing; a world of frozen dice is not stepped at all.
        What counts as still is a tenth of what counts as settled, so no reading depends on it; a test compares.
        """
        stays = self._stays(self._calm_at, self._calm_turn, ASLEEP_EDGES, ASLEEP_DEG)
        self._calm_at[~stays], self._calm_turn[~stays] = self._position[~stays], self._matrix[~stays]
        self._calm_since[~stays] = self._clock
        if self._spin != STILL or self._velocity != STILL:
            return
        moving = self._present & (self._held | (self._clock - self._calm_since < SETTLED_S))
        reach = self._near(moving)
        for n in np.flatnonzero(self._present & ~self._held & (self._frozen != ~reach)).tolist():
            self._freeze(n, not reach[n])

    def _near(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The dice among or within reach of `some`, which are seen again only after a sample's time."""
        apart = self._position[:, None, :] - self._position[None, some, :]
        stride = self._stride[some]
        reach = REACH_EDGES + np.where(stride > SLOW_EDGES, stride, 0.0)
        near: NDArray[np.bool_] = ((apart**2).sum(axis=2) < reach**2).any(axis=1)
        return near

    def _freeze(self, n: int, frozen: bool) -> None:
        self._client.freeze(self._ids[n], frozen)
        self._frozen[n] = frozen

    def doze(self) -> None:
        """Let the dice of the start sleep from the first: they stand as they are until something comes near."""
        if self.sleep:
            first = np.arange(len(self._ids)) < len(self.start)
            self._calm_since[first] = self._clock - SETTLED_S
            for n in np.flatnonzero(first & self._present).tolist():
                self._freeze(n, True)

    def wake(self) -> None:
        """Let all dice move again."""
        self._calm_since[:] = self._clock
        for n in np.flatnonzero(self._frozen & self._present).tolist():
            self._freeze(n, False)

    @property
    def asleep(self) -> bool:
        """Whether all dice are frozen or held still, so that a step costs nothing."""
        return bool((self._frozen | self._parked | ~self._present).all())

    # -- hands

    def remove(self, cell: Cell) -> None:
        """Take away the die that started in `cell`; what lay near it may move. Raises `IllegalMove` if it is gone."""
        cells = [c for c, _ in self.start]
        n = cells.index(cell) if cell in cells else -1
        if n < 0 or not self._present[n]:
            raise IllegalMove(f"no die of {NAMES[cell]} is on the plate; the world started from {self.start}")
        self.take_away(n)

    def take_away(self, n: int) -> None:
        """Lay die `n` aside, counted in `taken`; what lay near it may move."""
        self.rouse(n)
        self._held[n] = self._parked[n] = False
        self._put_aside(n)
        self.taken += 1

    def take_up(self, position: Vec, quaternion: Quat | None = None, *, parked: bool = True) -> int:
        """Take the next die of the `stock` in hand, at `position` (edges, plate frame), turned as its faces say.

        A `parked` die stays where it is put, whatever touches it; else it falls and is moved by forces. Its number.
        """
        die = self.stock.pop(0)
        assert die.faces is not None
        n = self._create(die.colour, position, quaternion or QUATERNIONS[die.faces])
        if parked:
            self._client.weigh(self._ids[n], 0.0)  # Bullet gives gravity to those alone that it first saw with a mass
        self._held[n], self._parked[n] = True, parked
        self._watch(n)
        return n

    def carry(self, n: int, position: Vec, quaternion: Quat | None = None) -> None:
        """Put a parked die elsewhere; edges, plate frame."""
        turned = quaternion or self.body(n).quaternion
        self._client.put(self._ids[n], position, turned)

    def throw_back(self, n: int, position: Vec) -> None:
        """Let die `n`, which a vessel has lost, fall from a place, edges, plate frame."""
        self.carry(n, position)
        self._client.drive(self._ids[n], STILL, STILL)

    def hold(self, n: int) -> None:
        """Say that a hand has die `n`, which moves on as forces make it; it is judged again after `let_go`."""
        self.rouse(n)
        self._held[n] = True

    def let_go(self, n: int, velocity: Vec | None = None, spin: Vec | None = None) -> None:
        """Free a held die, with `velocity` (edges a second) and `spin` (radians a second) unless it keeps its own."""
        if self._parked[n]:
            self._client.weigh(self._ids[n], 1.0)
            velocity, spin = velocity or STILL, spin or STILL
        self._held[n] = self._parked[n] = False
        self._calm_since[n] = self._still_since[n] = self._clock
        if velocity is not None or spin is not None:
            body = self.body(n)
            velocity = velocity or body.velocity
            self._client.drive(self._ids[n], velocity, spin or body.spin)
            if hypot(*velocity) > SLOW_EDGES * self.scene.engine.sample_hz:
                self.rouse(n, hypot(*velocity))

    def push(self, n: int, force: Vec, torque: Vec = STILL) -> None:
        """A force at the centre of die `n` and a torque for the next step, plate frame.

        Units: weights of a die under g = 1 edge/s2, that is masses of a die times edges a second squared.
        """
        if self._frozen[n]:
            self.rouse(n)
        self._client.push(self._ids[n], force, torque)

    def bring_vessel(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> None:
        """Make the vessel in a hand: boxes by their half lengths, middles and attitudes, edges, own frame."""
        self._vessel = self._client.vessel(boxes)

    def move_vessel(self, position: Vec, quaternion: Quat, velocity: Vec = STILL, spin: Vec = STILL) -> None:
        """Put it where it is at the beginning of the next step, and say how fast it goes and turns in it.

        Units: edges and radians, plate frame. Contacts feel the speed; the place is not theirs to change.
        """
        assert self._vessel is not None
        self._client.put(self._vessel, position, quaternion)
        self._client.drive(self._vessel, velocity, spin)

    def met_by_vessel(self) -> set[int]:
        """The dice that the vessel touched in the last step, by their numbers; -1 for the plate or the table."""
        assert self._vessel is not None
        bodies = {body for body, apart in self._client.contacts(self._vessel) if apart <= 0.0}
        return {self._ids.index(body) if body in self._ids else -1 for body in bodies}

    def rouse(self, n: int, speed: float = 0.0) -> None:
        """Let die `n` and those near it move again; also those that it can hit before the next look at this `speed`,
        edges a second.
        """
        self._stride[n] = max(self._stride[n], speed / self.scene.engine.sample_hz)
        one = np.zeros(len(self._ids), bool)
        one[n] = True
        for near in np.flatnonzero(self._near(one) & self._present & ~self._held).tolist():
            self._calm_since[near] = self._still_since[near] = self._clock
            if self._frozen[near]:
                self._freeze(near, False)

    # -- looking

    def body(self, n: int) -> Body:
        """Where die `n` is and how it moves, in the plate's frame."""
        return Body(*self._client.pose(self._ids[n]), *self._client.motion(self._ids[n]))

    @property
    def observed(self) -> tuple[Array, Array]:
        """Where all dice are (n, 3), edges, plate frame, and how they are turned (n, 3, 3), as last observed."""
        return self._position, self._matrix

    @property
    def fallen(self) -> list[int]:
        """The dice that fell off, first fallen first, by their numbers."""
        return list(self._left_at)

    @property
    def still_s(self) -> float:
        """For how long no die that nobody holds moved more than 0.02 of an edge or turned more than 1 degree."""
        judged = self._present & ~self._held
        return self._clock - float(self._still_since[judged].max(initial=0.0))

    @property
    def settled(self) -> bool:
        """Whether that was for 0.5 s."""
        return self.still_s >= SETTLED_S - 1e-9

    def bare_faces(self, n: int) -> list[Vec]:
        """The outward normals of the faces of die `n` that look up or to the side and that no die is on.

        A die is on a face if its centre is within 0.8 edges of where that of a die face to face with it would be, as
        the shared definitions of the rules say of blocked cells.
        """
        places, turned = self._seen(self.numbers)
        at = self.numbers.index(n)
        others = np.delete(places, at, axis=0)
        normals = np.concatenate([turned[at].T, -turned[at].T])
        apart = np.linalg.norm(places[at] + normals[:, None, :] - others[None], axis=2)
        bare = (normals[:, 2] > -LOOKS_DOWN) & (apart.min(axis=1, initial=inf) > BLOCKED_EDGES)
        return [(x, y, z) for x, y, z in normals[bare].tolist()]

    def beyond(self, position: Vec) -> float:
        """How far outside the plate's outline a point lies, edges, from above; 0 over the plate or a bare table."""
        low, high = self._outline
        across = np.array(position[:2]) @ self._directions.T
        return float(max(0.0, (across - high).max(), (low - across).max()))

    def cleared(self, point: Vec, distance: float) -> Vec:
        """The point, lifted until it is at least `distance` (edges) from the plate and from all dice that nobody holds,
        as last observed.
        """
        free = self._present & ~self._held
        aside = np.hypot(self._position[free, 0] - point[0], self._position[free, 1] - point[1])
        below = np.append(self._position[free, 2], self._top)
        aside = np.append(aside, self.beyond(point))
        lift = below + np.sqrt(np.maximum(0.0, distance**2 - aside**2))
        return (point[0], point[1], max(point[2], float(lift[aside < distance].max(initial=-inf))))

    def before(self, side: int, along: float, out: float, height: float) -> tuple[Vec, float]:
        """A point before side 1, 2 or 3 (I, J, K) of the plate, and the bearing of its middle from there.

        `along` to the right as the player there sees it, `out` beyond the plate's outline, `height` above the funnel
        bottoms; edges. The bearing is that of straight ahead, radians counter-clockwise from +x. Before a bare table
        all sides lead through the middle.
        """
        x, y = self._directions[side - 1].tolist()
        back = self._outline[0] - out if self.scene.plate.side != "none" else -out
        return (along * y + back * x, -along * x + back * y, height), atan2(y, x)

    def first_met(self, point: Vec, direction: Vec, reach: float) -> tuple[int, Vec] | None:
        """The die that something meets first on its straight way from `point`, and where; None if it is no die.

        `direction` is a unit vector, `reach` how far it goes, edges, plate frame.
        """
        x, y, z = (p + reach * d for p, d in zip(point, direction, strict=True))
        body, where = self._client.first_met(point, (x, y, z))
        return (self._ids.index(body), where) if body in self._ids else None

    def in_sight(self, point: Vec, targets: Array) -> NDArray[np.bool_]:
        """Which of the `targets` (n, 3) are seen from `point`: neither plate nor die is between; edges, plate frame.

        Cubes count as sharp ones. Bullet's own rays miss what is rounded of them, 0.3 of their width.
        """
        ends = targets - point
        ends = ends * (1 - SKIN_EDGES / np.maximum(np.linalg.norm(ends, axis=1, keepdims=True), SKIN_EDGES))
        seen, dice = np.ones(len(targets), bool), self._seen(self.numbers)
        for places, turned in (dice, self._plate_cubes):
            # Where each way enters and leaves each cube, in shares of it, by the slabs between opposite faces.
            way = np.tensordot(turned, ends, ((1,), (1,))).transpose(1, 2, 0)
            way[np.abs(way) < 1e-12] = 1e-12
            start = np.einsum("mij,mi->jm", turned, places - point)[:, None, :]
            one, other = (start - 0.5) / way, (start + 0.5) / way
            enters, leaves = np.minimum(one, other).max(axis=0), np.maximum(one, other).min(axis=0)
            seen &= ~((enters < np.minimum(leaves, 1.0)) & (leaves > 0)).any(axis=1)
        return seen

    def is_held(self, n: int) -> bool:
        """Whether a hand or a ladle has die `n`."""
        return bool(self._held[n])

    def sleeps(self, n: int) -> bool:
        """Whether die `n` is frozen until something near it moves."""
        return bool(self._frozen[n])

    @property
    def numbers(self) -> list[int]:
        """The dice on the plate and in hand."""
        return [int(n) for n in np.flatnonzero(self._present)]

    @property
    def all_settled(self) -> bool:
        """Whether the dice on the table lie still as well."""
        if self._floor is None or not self.settled:
            return self.settled
        speeds = map(self._floor.motion, self._floor_bodies.values())
        # What is slower than this moves less than 0.02 of an edge and turns less than 1 degree in half a second.
        slow, calm = SETTLED_EDGES / SETTLED_S, radians(SETTLED_DEG) / SETTLED_S
        return all(hypot(*velocity) < slow and hypot(*spin) < calm for velocity, spin in speeds)

    @property
    def tilt_deg(self) -> float:
        """The angle between the plate's normal and the vertical, degrees."""
        up = rotated(self.plate.quaternion, (0.0, 0.0, 1.0))
        return degrees(atan2(hypot(up[0], up[1]), up[2]))

    def contacts(self) -> int:
        """How many contact points Bullet has on the plate and between its dice now."""
        return len(self._client.contacts())

    def deepest(self) -> float:
        """How deep the deepest contact is, edges; 0 where bodies only touch."""
        return max(0.0, -min((apart for _, apart in self._client.contacts()), default=0.0))

    def places(self) -> Array:
        """The lattice coordinates (n, 3) of all dice, as last observed: the inverse of `frame.centre`."""
        depth = DEPTH - (self._position[:, 2:] - frame.HALF_DIAGONAL) / self._layer
        places: Array = depth / 3 + self._position[:, :2] @ _HORIZONTAL.T / self._pitch
        return places

    def point(self, place: Sequence[float]) -> Vec:
        """Where lattice coordinates are, edges, plate frame: the inverse of `places`."""
        x, y = (np.asarray(place) @ _HORIZONTAL * self._pitch).tolist()
        return (x, y, frame.HALF_DIAGONAL + (DEPTH - sum(place)) * self._layer)

    def drift(self) -> Array:
        """How far each die of the start position is from where it started, edges, plate frame, as last observed."""
        starts = self._centres[[cell for cell, _ in self.start]]
        gap: Array = np.linalg.norm(self._position[: len(starts)] - starts, axis=1)
        return gap

    def reading(self, time_s: float = 0.0) -> Reading:
        """What the dice show, as last observed: see the shared definitions of the rules."""
        up = rotated(inverse(self.plate.quaternion), (0.0, 0.0, 1.0))
        if up != self._read_up:
            self._read_up = up
            self._read.clear()
        numbers = [*np.flatnonzero(self._present).tolist(), *self.fallen]
        frozen = self._frozen.tolist()
        self._read_dice([n for n in numbers if not frozen[n] or n not in self._read], np.array(up))
        dice = tuple(self._read[n] for n in numbers)
        return Reading(dice, self.settled, self.tilt_deg, time_s, self.still_s, self.taken)

    def _read_dice(self, numbers: list[int], up: Array) -> None:
        """What these dice show; what frozen ones showed before is kept."""
        if not numbers:
            return
        position, matrix, places = self._position[numbers], self._matrix[numbers], self.places()[numbers].tolist()
        apart = ((position[:, None, :] - self._centres[None]) ** 2).sum(axis=2)
        nearest = apart.argmin(axis=1).tolist()
        traces = np.einsum("nij,oij->no", matrix, ROTATIONS)
        attitude = traces.argmax(axis=1).tolist()
        fits = apart.min(axis=1) <= IN_CELL_EDGES**2
        fits &= traces.max(axis=1) >= 1 + 2 * cos(radians(IN_CELL_DEG))
        fits &= self.scene.plate.side == "top"  # the cells are those of the funnels
        top = tops(np.einsum("nij,i->nj", matrix, up))
        trace = np.einsum("nij,nij->n", matrix, self._first_turn[numbers])
        turned = np.degrees(np.arccos(np.clip((trace - 1) / 2, -1.0, 1.0))).tolist()
        for row, n in enumerate(numbers):
            if n in self._floor_bodies:
                _, lying = self._floor.poses([self._floor_bodies[n]])  # type: ignore[union-attr]
                top[row] = tops(lying[:, 2, :])[0]
            off = not self._present[n]
            held = bool(self._held[n])  # a die that a hand took from the heap counts as loose until it is laid aside
            inside = bool(fits[row]) and not off and not held
            i, j, k = places[row] if not off else self._left_at[n]
            self._read[n] = DieReading(
                colour=self.colours[n],
                cell=nearest[row] if inside else None,
                faces=ORIENTATIONS[attitude[row]] if inside else None,
                at=(i, j, k),
                off=off,
                top=top[row],
                held=held and n >= self._stock_from,
                turned_deg=0.0 if off else turned[row],
            )

    def poses(self) -> Poses:
        """Where everything is now, for drawing; dice that were taken are left out by position NaN."""
        bodies = []
        for n, on_plate in enumerate(self._present):
            if on_plate:
                body = self.body(n)
                bodies.append((self._to_world(body.position), product(self.plate.quaternion, body.quaternion)))
            elif n in self._floor_bodies:
                bodies.append(self._floor.pose(self._floor_bodies[n]))  # type: ignore[union-attr]
            else:
                bodies.append(((nan, nan, nan), UNTURNED))
        positions = np.array([p for p, _ in bodies]).reshape(-1, 3) * self._edge
        return Poses(positions, matrices(np.array([q for _, q in bodies]).reshape(-1, 4)), self.plate)

    # -- branching

    def state(self) -> WorldState:
        """What a copy of this world goes on from."""
        bodies = tuple(self.body(n) if there else None for n, there in enumerate(self._present))
        return WorldState(
            bodies,
            tuple(self.colours),
            tuple(self._held.tolist()),
            tuple(self._parked.tolist()),
            tuple(self._frozen.tolist()),
            tuple(self.stock),
            self.taken,
            self.plate,
            self._velocity,
            self._spin,
            self._bed is not None,
            dict(self._left_at),
        )

    def restore(self, state: WorldState) -> None:
        """Take on the state of a world of the same scene and start position. Without sleep all its dice are awake then.

        Dice that are off or taken there are put aside here. Bullet finds its contacts anew, so what follows is close to
        what the other world does, not equal to it; a replay therefore rebuilds its world and never restores.
        """
        self.plate, self._velocity, self._spin = state.plate, state.plate_velocity, state.plate_spin
        if self._bed is not None and not state.lies:
            self._leave_bed(self._bed)
        self._left_at = dict(state.left_at)
        self.stock, self.taken = list(state.stock), state.taken
        for surplus in self._ids[len(state.bodies) :]:
            self._client.remove(surplus)
        kept = min(len(self._ids), len(state.bodies))
        del self._ids[kept:], self.colours[kept:]
        self._present = self._present[:kept]
        self._frozen, self._held, self._parked = (np.zeros(kept, bool) for _ in range(3))
        for colour, body in list(zip(state.colours, state.bodies, strict=True))[kept:]:
            position, quaternion = (body.position, body.quaternion) if body else (STILL, UNTURNED)
            self._create(colour, position, quaternion)
        for n, body in enumerate(state.bodies):
            if body is None:
                if self._present[n]:
                    self._put_aside(n)
                continue
            if not self._present[n]:
                self._client.meets(self._ids[n], True)
                self._present[n] = True
            self._client.freeze(self._ids[n], self.sleep and bool(state.frozen[n]))
            if state.parked[n]:
                self._client.weigh(self._ids[n], 0.0)
            self._client.put(self._ids[n], body.position, body.quaternion)
            self._client.drive(self._ids[n], body.velocity, body.spin)
        self._held, self._parked = np.array(state.held, bool), np.array(state.parked, bool)
        self._see()
        self._first_turn = np.concatenate([self._first_turn[:kept], self._matrix[kept:]])
        self._forget_rest()
        if self.sleep:
            self._frozen = np.array(state.frozen, bool)
            self._calm_since[self._frozen] -= SETTLED_S

    def close(self) -> None:
        """Give Bullet's memory back; the world cannot be used after it."""
        self._client.close()
        if self._floor is not None:
            self._floor.close()

    def __del__(self) -> None:
        with suppress(AttributeError):  # a world whose construction failed has no client yet
            self.close()
