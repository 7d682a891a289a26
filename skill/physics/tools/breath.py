"""The breath: a jet of air from the lips that pushes dice, face by face, without touching them.

A sample: `mouth_x`, `mouth_y`, `mouth_z`, where the lips are to be (edges, plate frame); `bearing_deg`
(counter-clockwise from +x) and `elevation_deg` (downwards negative), where they are to blow; `pressure`, 0 for a shut
mouth to 1 for the strongest breath. A blow lasts as long as there is air; then, or when the mouth is shut, breath is
drawn before the next.

Model: the free turbulent round jet (Pope, Turbulent Flows, 2000, section 5.1): its half-width grows as S x, the mean
speed is Gaussian across it, and since its momentum stays what it was at the lips, the speed on the axis is B d / x with
B = sqrt(log(2) / 2) / S; nearer than B d, about six diameters, it is what it is there. S is given by the angle at which
the speed is a twentieth of that on the axis. Eddies, which swing the speed by a quarter, are too quick for a die: a
thousandth of a second against thirty. The plate and the dice do not bend the jet.

A point of a face that looks at the jet, and from which the mouth is in sight, gets a pressure of the drag coefficient
of a cube (1.05: Hoerner, Fluid-Dynamic Drag, 1965, chapter 3) times the jet's dynamic pressure there times the cosine.
In a wide wind that makes the same drag on a cube in every attitude, and no torque.

This pressure alone pushes a die in a funnel against the walls, and by statics no blow could then drive it out. The air
that gets into the gaps does that, as a jet of water lifts blocks of rock out of their bed (Bollaert and Schleiss,
Physically based model for evaluation of rock scour due to high-velocity jet impact, Journal of Hydraulic Engineering,
2005). If a face lies against the plate or another die, the pressure along its open edges, which it shares with the
faces beside it, acts on all of it. A uniform wind from above then lifts no die. Bullet does not need this: there
pressed dice rock out of their funnels by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, hypot, log, pi, radians, sqrt, tan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skill.lattice.frame import HALF_DIAGONAL
from skill.physics.pose import Vec, rotated, within_reach
from skill.physics.scene import Scene
from skill.physics.tools.launch import heading
from skill.physics.tools.motion import Servo, Tremor
from skill.physics.tools.tool import Range, Sample, Tool, either_way

if TYPE_CHECKING:
    from skill.physics.world import World
    from skill.physics.world.queries import Cubes, SpatialQueries

Array = NDArray[np.float64]

COLUMNS = ("mouth_x", "mouth_y", "mouth_z", "bearing_deg", "elevation_deg", "pressure")
BEGIN: Sample = (0.0, -10.0, 3.0, 90.0, -10.0)
"""Place and direction of the mouth at the start: before the player of side I, towards the middle."""
LOWEST = -6.0  # edges below the funnel bottoms, to which a mouth beside the plate usefully goes
EDGE_OF_CONE = 0.05  # share of the speed on the axis at which the cone of a jet ends
TURN_RATE = 360.0, 3600.0  # of the head, degrees a second and degrees a second squared
GRID = 4  # points along the edge of a face at which the jet is felt: 3 mm apart, half its width at the nearest
AXES: tuple[Vec, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NARROW = 0.15  # edges: what lies no further than this in front of a face makes a gap there
FAINT = 1e-3  # a share of the pressure at the lips that moves nothing
FAINT_WIDTHS = sqrt(log(1 / FAINT) / log(4))  # half-widths from the axis of a jet where it has come down to that


def _grid() -> tuple[Array, Array]:
    """The points of a cube's faces (6 x GRID^2, 3) and their outward normals, in its own frame, edges."""
    ticks = (np.arange(GRID) + 0.5) / GRID - 0.5
    across = np.array([(a, b) for a in ticks for b in ticks])
    points, normals = np.zeros((6, GRID**2, 3)), np.zeros((6, GRID**2, 3))
    for face in range(6):
        axis, way = face % 3, 1.0 if face < 3 else -1.0
        points[face][:, [n for n in range(3) if n != axis]] = across
        points[face][:, axis], normals[face][:, axis] = way / 2, way
    return points.reshape(-1, 3), normals.reshape(-1, 3)


_POINTS, _NORMALS = _grid()


def _rims() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of each face of a cube its four neighbours (6, 4), and which points of these lie along the edge (6, 4, GRID)."""
    beside = np.array([[other for other in range(6) if other % 3 != face % 3] for face in range(6)])
    normals, each = _NORMALS[:: GRID**2], range(GRID**2)
    nearest = [
        [sorted(each, key=lambda n: -float(_POINTS[other * GRID**2 + n] @ normals[face]))[:GRID] for other in row]
        for face, row in enumerate(beside.tolist())
    ]
    return beside, np.array(nearest) + beside[:, :, None] * GRID**2


_BESIDE, _RIMS = _rims()


class Jet:
    """The mean flow of a round jet from lips of `lips` diameter, which widens by `cone_deg` to either side."""

    def __init__(self, lips: float, cone_deg: float) -> None:
        self.spread = tan(radians(cone_deg)) / sqrt(log(1 / EDGE_OF_CONE) / log(2))
        self.core = lips * sqrt(log(2) / 2) / self.spread
        """How far it goes before it slows down, in the unit of `lips`."""

    def pressure(self, along: Array, across: Array) -> Array:
        """Its dynamic pressure, as a share of that at the lips, so far along the axis and away from it."""
        reached = np.maximum(along, self.core)
        widths = ((across / (self.spread * reached)) ** 2).ravel().tolist()
        # One by one: numpy's powers of whole arrays end in another bit on a processor with wider registers.
        fall = np.array([0.25**square for square in widths]).reshape(across.shape)
        return np.where(along > 0, (self.core / reached) ** 2 * fall, 0.0)

    def may_reach(self, lips: Vec, way: Vec, centre: Vec) -> bool:
        """Whether any point of a die there may feel more than a `FAINT` pressure of a jet that goes a unit vector's
        way; edges."""
        x, y, z = (c - a for c, a in zip(centre, lips, strict=True))
        along = x * way[0] + y * way[1] + z * way[2]
        across = sqrt(max(0.0, x * x + y * y + z * z - along * along))
        width = self.spread * max(along + HALF_DIAGONAL, self.core) * FAINT_WIDTHS
        return along > -HALF_DIAGONAL and across < width + HALF_DIAGONAL


def blow_at(point: Vec, place: Vec, pressure: float) -> Sample:
    """The sample that blows from `place` straight at `point`."""
    x, y, z = (p - q for p, q in zip(point, place, strict=True))
    length = max(hypot(x, y, z), 1e-12)
    return (*place, atan2(y, x) * 180 / pi, asin(z / length) * 180 / pi, pressure)


def _in_gaps(queries: SpatialQueries, cubes: Cubes, centres: Array, normals: Array, felt: Array) -> Array:
    """The pressure in the gaps before faces, given what all points of dice feel of the jet: both (n, points).

    The dice are at `centres` (n, 1, 3) among all `cubes`, their points look along `normals` (n, points, 3).
    """
    before = centres + (0.5 + NARROW) * normals[:, :: GRID**2]
    closed = np.array([queries.filled(points, cubes) for points in before])
    opened = ~closed[:, _BESIDE]
    mean = (felt[:, _RIMS].mean(axis=3) * opened).sum(axis=2) / np.maximum(1, opened.sum(axis=2))
    return np.repeat(np.where(closed, mean, 0.0), GRID**2, axis=1)


class BreathTool(Tool):
    """Mouth and lungs. With `seed` None the head keeps still."""

    name = "breath"
    columns = COLUMNS
    ranges = (
        *(either_way("edges", "reach_edges"),) * 2,
        Range("edges", LOWEST, ("reach_edges", 1.0)),
        Range("deg", -180.0, 180.0),
        Range("deg", -90.0, 90.0),
        Range("", 0.0, 1.0),
    )
    rest = (*BEGIN, 0.0)

    def __init__(self, scene: Scene, seed: int | None) -> None:
        assert scene.breath is not None
        self._limits = limits = scene.breath
        edge, rate = scene.dice.edge_m, scene.engine.sample_hz
        self._jet = Jet(limits.lips_m / edge, limits.cone_deg)
        area, mass = (edge / GRID) ** 2, scene.die_kg
        # What a point of a face gets under the pressure at the lips, in masses of a die and edges a second squared.
        self._strength = limits.drag_coefficient * limits.blow_max_pa * area / (mass * edge)
        self._lowest = limits.mouth_gap_edges
        if scene.plate.side != "none":
            self._lowest -= scene.plate.table_drop_m / edge
        self._into_gaps = scene.engine.holds_what_is_pressed
        self._servo = Servo([(limits.speed_max_edges_s, limits.accel_max_edges_s2)] * 3 + [TURN_RATE] * 2, scene.step_s)
        self._servo.at[:] = self._servo.target[:] = BEGIN
        self._tremor = Tremor(
            scene, [limits.tremor_edges] * 3 + [limits.tremor_deg] * 2, limits.tremor_hz, seed, 0xB1E2
        )
        self._air, self._pause = round(limits.breath_s * rate), round(limits.draw_s * rate)
        self._blown = 0  # samples of the blow that goes on
        self._shut = self._pause  # samples since the last one
        self._pressure = 0.0
        self._pushes: list[tuple[int, Vec, Vec]] | None = None

    @property
    def mouth(self) -> tuple[float, ...]:
        """Where the lips mean to be and to blow now, tremor not counted: the first five columns."""
        return tuple(self._servo.at)

    @property
    def pressure(self) -> float:
        """How strongly they blow, 0 to 1."""
        return self._pressure

    @property
    def air(self) -> float:
        """How much there is to blow with, 0 to 1; while breath is drawn, how far that has come."""
        if self._blown:
            return 1 - self._blown / max(1, self._air)
        return min(1.0, self._shut / max(1, self._pause))

    @property
    def now(self) -> Sample:
        """Where it means to be now and what it does, in the numbers of a sample; tremor is not counted."""
        x, y, z, bearing, elevation = self._servo.at
        return (x, y, z, (bearing + 180) % 360 - 180, elevation, self._pressure)

    @staticmethod
    def acts_by(sample: Sample) -> bool:
        """Whether it blows: before its first blow a mouth may look round for as long as it likes."""
        return sample[-1] > 0

    def aim(self, sample: Sample) -> None:
        """Command place, direction and pressure; a mouth that must draw breath stays shut."""
        x, y, z, bearing, elevation, pressure = sample
        limits, at = self._limits, self._servo.at
        self._servo.target = [
            *within_reach(x, y, limits.reach_edges),
            max(self._lowest, min(limits.reach_edges, z)),
            at[3] + (bearing - at[3] + 180) % 360 - 180,
            max(-90.0, min(90.0, elevation)),
        ]
        self._tremor.draw()
        if pressure > 0 and self._shut >= self._pause and self._blown < self._air:
            self._blown += 1
            self._pressure = min(1.0, pressure)
        else:
            self._shut = 1 if self._blown else self._shut + 1
            self._blown, self._pressure = 0, 0.0
        self._pushes = None

    def act(self, world: World) -> None:
        """Move the mouth and blow; what dice feel is worked out once a sample."""
        self._servo.step()
        self._tremor.step()
        if self._pressure == 0:
            return
        if self._pushes is None:
            at = [a + w for a, w in zip(self._servo.at, self._tremor.at, strict=True)]
            self._pushes = self._pushes_on_dice(world, at, self._pressure)
        for n, force, torque in self._pushes:
            world.apply_force(n, force, torque)

    def half_width(self, distance: float) -> float:
        """How far from its axis the jet is half as fast as on it, so far from the lips, edges."""
        return self._jet.spread * max(distance, self._jet.core)

    def full_pushes(self, world: World) -> list[tuple[int, Vec]]:
        """The dice that a blow of full strength would push from where the mouth means to be, and how each would begin
        to move if nothing held it, edges a second squared; tremor is not counted."""
        return [(n, force) for n, force, _ in self._pushes_on_dice(world, self._servo.at, 1.0)]

    def _pushes_on_dice(self, world: World, at: Sequence[float], pressure: float) -> list[tuple[int, Vec, Vec]]:
        """The dice that feel the jet, each with force and torque as `World.apply_force` takes them."""
        x, y, z, bearing, elevation = at
        mouth = world.queries.cleared((x, y, z), self._limits.mouth_gap_edges)
        way = heading(radians(bearing), radians(elevation))
        poses = {n: world.pose(n) for n in world.numbers}
        poses = {n: pose for n, pose in poses.items() if self._jet.may_reach(mouth, way, pose[0])}
        if not poses:
            return []
        centres = np.array([place for place, _ in poses.values()]).reshape(-1, 1, 3)
        turned = np.array([[rotated(attitude, unit) for unit in AXES] for _, attitude in poses.values()])
        arms, normals = (np.einsum("pi,nij->npj", fixed, turned) for fixed in (_POINTS, _NORMALS))
        points, axis = centres + arms, np.array(way)
        there = points - mouth
        along = np.einsum("npi,i->np", there, axis)
        across = np.sqrt(np.maximum((there**2).sum(axis=-1) - along**2, 0.0))
        felt = pressure * self._jet.pressure(along, across) * np.maximum(-np.einsum("npi,i->np", normals, axis), 0.0)
        felt[felt < FAINT] = 0.0
        blown = felt > 0
        if not blown.any():
            return []
        cubes = world.queries.cubes()
        felt[blown] *= world.queries.in_sight(mouth, points[blown], cubes)
        if self._into_gaps:
            felt += _in_gaps(world.queries, cubes, centres, normals, felt)
        forces = -self._strength * felt[..., None] * normals
        x, y, z = np.moveaxis(arms, -1, 0)
        a, b, c = np.moveaxis(forces, -1, 0)
        torques = np.stack([y * c - z * b, z * a - x * c, x * b - y * a], axis=-1).sum(axis=1)
        pushes = zip(poses, forces.sum(axis=1).tolist(), torques.tolist(), strict=True)
        return [(n, (a, b, c), (d, e, f)) for n, (a, b, c), (d, e, f) in pushes if a or b or c]

    def state(self) -> Any:
        """All that its further motion depends on, the seed's future apart."""
        return (self._servo.state(), self._tremor.state(), self._blown, self._shut, self._pressure)

    def restore(self, state: Any) -> None:
        """Take on the state of another mouth of the same scene."""
        drive, wander, self._blown, self._shut, self._pressure = state
        self._servo.restore(drive)
        self._tremor.restore(wander)
        self._pushes = None
