"""One world of the Rapier engine, its tunables set: the only file that imports rapier3d. See `engine.Engine`.

Units: lengths in die edges, masses in dice, seconds, radians: Rapier counts in 32-bit numbers, for which bodies of
about one unit are right.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, exp, expm1, sqrt
from typing import Any, NamedTuple

import numpy as np

from skill.errors import Unavailable
from skill.physics.attitude import Array, matrices
from skill.physics.pose import FLAT_ARM, STILL, UNTURNED, Quat, Vec
from skill.physics.scene import Scene
from skill.physics.solids import Solid
from skill.physics.versions import check_version
from skill.physics.world.engine import FAR

# One thread, read when the first world is stepped: worlds side by side are shared out among processes. A pool for each
# world (`set_num_threads`) takes 12 us a step more, since each step goes to another thread and back.
os.environ.setdefault("RAYON_NUM_THREADS", "1")
try:
    import rapier3d
except ImportError:
    raise Unavailable(
        "rapier3d is not installed, so nothing can be tilted, shaken or thrown; every game without physics still works."
        " There is one wheel for every Python on Linux, on Windows and on macOS with Apple processors:"
        " pip install 'rapier3d>=0.36,<0.37'"
    ) from None
check_version("rapier3d>=0.36,<0.37")

INNER_SHARE, INNER_LEAST = 0.1, 2
"""Iterations of the solver in each substep, for one of Bullet's in a step, and the least. With 1 a die that falls flat
spins and goes aside afterwards; with 2 a tower of four trembles for ever, one of eight by 0.04 of an edge, with 4 that
stands, and one of twelve with the 10 that the scene of towers gets."""
STIFFNESS_HZ = 800.0
"""Natural frequency of contacts. Heaps sink in proportion to the square of 1 over it."""
DAMPING_RATIO = 10.0
"""Of contacts; Rapier's own."""
MODEL = rapier3d.FrictionModel.SIMPLIFIED
"""One friction for each patch and one against twisting. With one for each point a flat die that is pushed turns."""
MIN_FRICTION = 1e-6
"""The least friction of two dice: with none at all no other body could be rough to a die."""
_forks = 0
"""How many forks lie between the process that imported this and the one it runs in. A child has none of its parent's
threads, so Rapier's own pool, which the parent may have begun, waits there for ever: each world gets one of its own."""


def _forked() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=_forked)

BOUNCE_MIN_M_S = 0.06
"""Impacts slower than this do not bounce, m/s."""
SLOW = 1.0
"""Edges and radians a second; dice that are slower are left as Rapier moves them."""
FLAT_SHARE = FLAT_ARM * sqrt(2)
"""How far the points of an evenly pressed square are from its middle on average, in shares of its corners' distance."""


class Patch(NamedTuple):
    """Where two bodies press on each other: a face, an edge or a corner."""

    one: int
    other: int
    normal: Vec
    """From `one` to `other`."""
    points: list[Vec]
    load: float
    """The impulse of the last step at all points together."""
    friction: float


class Impact(NamedTuple):
    """That two bodies hit each other, of which one or both move, at some points of a patch."""

    patch: Patch
    numbers: list[int]
    light: Array
    """(6 a body,): 1 over the masses and inertias."""
    maps: Array
    """(points, 3, 6 a body): how fast the two slip and part at each point, made of the motion of the bodies."""
    along: Array
    """(points, 6 a body): the same along the normal alone."""
    closing: Array
    """(points,): how fast they came nearer to each other at each."""


class Snapshot(NamedTuple):
    """An engine at one moment."""

    world: bytes
    handles: list[tuple[int, int]]
    """Of the bodies, by their numbers."""
    moving: list[int]
    mass: dict[int, tuple[float, float]]


class Rapier:
    """One private Rapier world, empty at first, with gravity straight down."""

    def __init__(self, scene: Scene, step_s: float) -> None:
        self.material, self._inertia = scene.material, scene.dice.inertia
        self.gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
        self._dt = step_s
        self._world = rapier3d.PhysicsWorld()
        self._forks = 0
        """As many as there had been when the world got its pool; none for Rapier's own."""
        parameters = self._world.integration_parameters
        parameters.dt = step_s
        parameters.num_solver_iterations = scene.engine.substeps
        parameters.num_internal_pgs_iterations = max(INNER_LEAST, round(INNER_SHARE * scene.engine.solver_iterations))
        parameters.friction_model = MODEL
        parameters.normalized_max_linear_velocity = 1e6  # by itself it goes no faster than 5 m/s with dice of 12 mm
        softness = rapier3d.SpringCoefficients(STIFFNESS_HZ, DAMPING_RATIO)
        parameters.contact_softness = softness
        parameters.static_contact_softness = softness
        self._bodies: list[Any] = []
        self._handles: list[Any] = []
        self._number_of: dict[tuple[int, int], int] = {}
        self._pushed: list[Any] = []
        """The bodies with forces for this step. Given at once, as changes of velocity, they move a die before friction
        can hold it: a turntable threw dice off 11 % too soon."""
        self._moving: dict[int, Any] = {}
        """The dice that forces move, by their numbers."""
        self._mass: dict[int, tuple[float, float]] = {}
        """Mass and inertia of each."""
        levers = scene.material.rolling_friction + scene.material.spinning_friction
        self._least_speed = 0.0 if levers else SLOW
        self._least_impact = BOUNCE_MIN_M_S / scene.dice.edge_m
        self.set_gravity((0.0, 0.0, -self.gravity))

    # -- bodies

    def add_die(self, position: Vec, quaternion: Quat) -> int:
        return self._dynamic(self._cube(self.material.friction), 1.0, self._inertia, position, quaternion)

    def add_plate(self, positions: Sequence[Vec], quaternion: Quat) -> list[int]:
        cubes = [self._cube(self.material.on_plate).position(_isometry(at, quaternion)) for at in positions]
        return [self._add(rapier3d.RigidBody.fixed(), cubes)] * len(positions)

    def add_solid(self, solid: Solid) -> int:
        rounding = self.material.rounding_edges * 2 * solid.inradius
        corners = solid.corners * (1 - rounding / solid.inradius)
        shape = rapier3d.Collider.round_convex_hull(corners, rounding)
        return self._dynamic(self._surface(shape, self.material.friction), solid.mass, solid.inertia)

    def add_vessel(self, boxes: Sequence[tuple[Vec, Vec, Quat]]) -> int:
        colliders = [
            self._surface(rapier3d.Collider.cuboid(*half), self.material.friction)
            .position(_isometry(middle, turn))
            .active_collision_types(rapier3d.ActiveCollisionTypes.all())
            for half, middle, turn in boxes
        ]
        return self._add(rapier3d.RigidBody.kinematic_velocity_based(), colliders, (0.0, 0.0, FAR))

    def add_table(self, depth: float) -> int:
        box = self._surface(rapier3d.Collider.cuboid(500.0, 500.0, 5.0), self.material.on_table)
        return self._add(rapier3d.RigidBody.fixed(), [box], (0.0, 0.0, -depth - 5.0))

    def add_side_table(self, top: Array, attitude: Quat) -> int:
        box = self._surface(rapier3d.Collider.cuboid(20.0, 20.0, 1.0), self.material.on_table)
        box = box.translation((0.0, 0.0, -1.5))
        x, y, z = top.tolist()
        return self._add(rapier3d.RigidBody.fixed(), [box], (x, y, z), attitude)

    def remove(self, body: int) -> None:
        self._world.remove_body(self._handles[body])
        self._moving.pop(body, None)

    def _cube(self, pair: float) -> Any:
        rounding = self.material.rounding_edges
        half = 0.5 - rounding
        return self._surface(rapier3d.Collider.round_cuboid(half, half, half, rounding), pair)

    def _surface(self, collider: Any, pair: float) -> Any:
        """Give a collider what makes the `pair` friction of a die on it: Rapier multiplies those of two bodies."""
        multiply = rapier3d.CoefficientCombineRule.MULTIPLY
        own = sqrt(max(MIN_FRICTION, self.material.friction))
        return collider.density(0.0).friction(pair / own).friction_combine_rule(multiply).restitution(0.0)

    def _dynamic(
        self, collider: Any, mass: float, inertia: float, position: Vec = STILL, quaternion: Quat = UNTURNED
    ) -> int:
        properties = rapier3d.MassProperties(STILL, mass, (inertia, inertia, inertia))
        damping = expm1(self.material.damping_per_s * self._dt) / self._dt
        builder = (
            rapier3d.RigidBody.dynamic()
            .additional_mass_properties(properties)
            .can_sleep(False)
            .allow_fast_rotation(True)
            .linear_damping(damping)
            .angular_damping(damping)
        )
        number = self._add(builder, [collider], position, quaternion)
        self._moving[number] = self._bodies[number]
        self._mass[number] = mass, inertia
        return number

    def _add(self, builder: Any, colliders: list[Any], position: Vec = STILL, quaternion: Quat = UNTURNED) -> int:
        handle = self._world.add_body(builder.position(_isometry(position, quaternion)), colliders)
        number = len(self._bodies)
        body = self._world.rigid_bodies[handle]
        self._bodies.append(body)
        self._handles.append(handle)
        self._number_of[handle.index, handle.generation] = number
        return number

    # -- what bodies are

    def set_frozen(self, body: int, frozen: bool) -> None:
        self.set_fixed(body, frozen)

    def set_fixed(self, body: int, fixed: bool) -> None:
        kind = rapier3d.RigidBodyType
        one = self._bodies[body]
        one.body_type = kind.FIXED if fixed else kind.DYNAMIC
        if fixed:
            self._moving.pop(body, None)
        else:
            self._moving[body] = one

    def set_collides(self, body: int, collides: bool) -> None:
        self._bodies[body].is_enabled = collides

    # -- motion

    def step(self) -> None:
        if self._forks != _forks:
            self._world.set_num_threads(1)
            self._forks = _forks
        fast = self._fast()
        self._world.step()
        if fast:
            self._correct(fast)
        for body in self._pushed:
            body.reset_forces()
            body.reset_torques()
        self._pushed.clear()

    def _fast(self) -> dict[int, tuple[Vec, Vec]]:
        """The motion of those dice that may rebound from what they meet or spin on it."""
        least, fast = self._least_speed**2, {}
        for number, body in self._moving.items():
            x, y, z = velocity = body.linvel.to_tuple()
            a, b, c = spin = body.angvel.to_tuple()
            if x * x + y * y + z * z + a * a + b * b + c * c > least:  # no corner of a die is 1 from its centre
                fast[number] = velocity, spin
        return fast

    def _correct(self, fast: Mapping[int, tuple[Vec, Vec]]) -> None:
        """Make right what this step made of the `fast` dice where they touch, given how they moved before it.

        Bounces: Rapier's own restitution drives one contact point after the other to the speed that it should have,
        once: a die that falls flat rebounds with 1.18 times what is asked and turns, and no friction comes with it.

        Spin: Rapier lets the corners of a flat hold against it, which is 1.85 times what an evenly pressed one does,
        and knows neither rolling nor spinning friction.
        """
        near, done = self._world.narrow_phase, set()
        patches: list[Patch] = []
        for number in fast:
            for pair in near.contact_pairs_with(self._bodies[number].colliders[0]):
                # By colliders, since all cubes of the plate are one body: a die in a funnel meets three of them.
                key = pair.collider1.index, pair.collider2.index
                if pair.has_any_active_contact and key not in done:
                    done.add(key)
                    patches += self._patches(pair, self._owner(pair.collider1), self._owner(pair.collider2))
        if self.material.restitution:
            # All rebounds before all friction, and once more what friction takes of them: a die that falls into a
            # funnel slips along each side as it rebounds from the others.
            impacts = [impact for patch in patches if (impact := self._impact(patch, fast))]
            for impact, pushed in [(impact, self._rebound(impact)) for impact in impacts]:
                self._rub(impact, *pushed)
            for impact in impacts:
                self._rebound(impact)
        for patch in patches:
            if patch.other not in self._moving:
                self._brake(patch, patch.one, fast)
            elif patch.one not in self._moving:
                self._brake(patch, patch.other, fast)

    def _patches(self, pair: Any, one: int, other: int) -> list[Patch]:
        """Where the bodies of a pair bore something in the last step."""
        first, second = self._world.colliders[pair.collider1], self._world.colliders[pair.collider2]
        place, friction = first.position, first.friction * second.friction
        patches = []
        for manifold in pair.manifolds:
            if pressed := [point for point in _solved(manifold) if point.impulse > 0.0]:
                points = [place.transform_point(point.local_p1).to_tuple() for point in pressed]
                load = sum(point.impulse for point in pressed)
                patches.append(Patch(one, other, manifold.data.normal.to_tuple(), points, load, friction))
        return patches

    def _brake(self, patch: Patch, number: int, fast: Mapping[int, tuple[Vec, Vec]]) -> None:
        """Let what lies still brake the spin of a die on it."""
        load, (nx, ny, nz) = patch.load, patch.normal
        material, (_, inertia), body = self.material, self._mass[number], self._bodies[number]
        wx, wy, wz = body.angvel.to_tuple()
        about = wx * nx + wy * ny + wz * nz
        if len(patch.points) > 2:
            ax, ay, az = body.translation.to_tuple()
            corner = 0.0  # the square of how far it is from the axis of this spin
            for x, y, z in patch.points:
                x, y, z = x - ax, y - ay, z - az
                height = x * nx + y * ny + z * nz
                corner = max(corner, x * x + y * y + z * z - height * height)
            before = fast[number][1]
            was = before[0] * nx + before[1] * ny + before[2] * nz
            left = abs(was) - (FLAT_SHARE * sqrt(corner) * patch.friction + material.spinning_friction) * load / inertia
            change = copysign(max(0.0, left) * exp(-material.damping_per_s * self._dt), was) - about
        else:
            change = -copysign(min(abs(about), material.spinning_friction * load / inertia), about)
        x, y, z = wx + change * nx, wy + change * ny, wz + change * nz
        if material.rolling_friction:
            about += change
            rx, ry, rz = x - about * nx, y - about * ny, z - about * nz
            rate = sqrt(rx * rx + ry * ry + rz * rz) or 1.0
            kept = max(0.0, 1.0 - material.rolling_friction * load / inertia / rate)
            x, y, z = rx * kept + about * nx, ry * kept + about * ny, rz * kept + about * nz
        body.angvel = (x, y, z)

    def _closing(self, patch: Patch, point: Vec, fast: Mapping[int, tuple[Vec, Vec]]) -> float:
        """How fast the two bodies of a patch came nearer to each other at a point of it."""
        (nx, ny, nz), closing = patch.normal, 0.0
        for number, sign in ((patch.one, 1.0), (patch.other, -1.0)):
            if number in self._moving:
                (vx, vy, vz), (wx, wy, wz) = fast.get(number) or self.velocity(number)
                x, y, z = self._bodies[number].translation.to_tuple()
                x, y, z = point[0] - x, point[1] - y, point[2] - z
                vx, vy, vz = vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x
                closing += sign * (vx * nx + vy * ny + vz * nz)
        return closing

    def _impact(self, patch: Patch, fast: Mapping[int, tuple[Vec, Vec]]) -> Impact | None:
        """How two bodies hit each other at the points of a patch; None if they do not."""
        least = self._least_impact
        if all(self._closing(patch, point, fast) < least for point in patch.points):
            return None  # found in plain floats, since most dice that touch something do not hit it
        normal = np.array(patch.normal)
        # The motion of both as one vector, six numbers a body, and for each point what it makes of that: a velocity.
        bodies = [(n, sign) for n, sign in ((patch.one, 1.0), (patch.other, -1.0)) if n in self._moving]
        wheres = np.array(patch.points)
        maps = np.zeros((len(wheres), 3, 6 * len(bodies)))
        light = np.zeros(6 * len(bodies))
        then = np.zeros(6 * len(bodies))
        for row, (n, sign) in enumerate(bodies):
            body, own = self._moving[n], 6 * row
            x, y, z = sign * (wheres - body.translation.to_tuple()).T
            maps[:, 0, own] = maps[:, 1, own + 1] = maps[:, 2, own + 2] = sign
            maps[:, 0, own + 4], maps[:, 0, own + 5], maps[:, 1, own + 5] = z, -y, x
            maps[:, 1, own + 3], maps[:, 2, own + 3], maps[:, 2, own + 4] = -z, y, -x
            mass, inertia = self._mass[n]
            light[own : own + 3], light[own + 3 : own + 6] = 1.0 / mass, 1.0 / inertia
            velocity, spin = fast.get(n) or self.velocity(n)
            then[own : own + 6] = (*velocity, *spin)
        along = np.einsum("i,pij->pj", normal, maps)
        # They are met a bit late, when gravity has driven them on: a quarter step, measured over drops of 50 to 70 mm.
        late_s = 0.25 * self._dt * sum(sign for _, sign in bodies)
        closing = along @ then - late_s * float(normal @ self._pull)
        return Impact(patch, [n for n, _ in bodies], light, maps, along, closing)

    def _rebound(self, impact: Impact) -> tuple[Any, Array]:
        """Let two bodies rebound, without friction as yet. Returns the points and the impulse at each, 0 or more.

        Newton's law of restitution at all points at once, with the least impulses where several would do.
        """
        _, numbers, light, _, along, closing = impact
        now, e = self._motion(numbers), self.material.restitution
        hits: Any = np.flatnonzero(closing > self._least_impact)
        impulse: Array = np.zeros(0)
        while len(hits):
            kernel = (along[hits] * light) @ along[hits].T
            wanted = -e * closing[hits] - along[hits] @ now
            impulse = np.linalg.lstsq(kernel, wanted, rcond=1e-6)[0]
            if (impulse <= 0.0).all():
                break
            hits = hits[impulse < 0.0]
        if len(hits):
            self._set_motion(numbers, now + light * (impulse @ along[hits]))
        return hits, -impulse[: len(hits)]

    def _rub(self, impact: Impact, points: Any, impulses: Array) -> None:
        """Let friction go with a rebound."""
        patch, numbers, light, maps, _, _ = impact
        normal, now = np.array(patch.normal), self._motion(numbers)
        for at, held in zip(maps[points], impulses * patch.friction, strict=True):
            slip = at @ now
            slip -= normal * (normal @ slip)
            speed = sqrt(slip @ slip)
            if speed > 1e-9:
                against = (slip / speed) @ at
                now -= light * against * min(held, speed / ((against * light) @ against))
        self._set_motion(numbers, now)

    def _motion(self, numbers: Sequence[int]) -> Array:
        """The velocities and spins of bodies as one vector of six numbers a body."""
        moving = [self._moving[n] for n in numbers]
        motion: Array = np.array([(*body.linvel.to_tuple(), *body.angvel.to_tuple()) for body in moving]).ravel()
        return motion

    def _set_motion(self, numbers: Sequence[int], motion: Array) -> None:
        """Set the velocities and spins of bodies, given as one vector of six numbers a body."""
        for n, (vx, vy, vz, wx, wy, wz) in zip(numbers, motion.reshape(-1, 6).tolist(), strict=True):
            self.set_velocity(n, (vx, vy, vz), (wx, wy, wz))

    def set_gravity(self, acceleration: Vec) -> None:
        self._world.gravity = rapier3d.Vec3(*acceleration)
        self._pull = acceleration

    def set_pose(self, body: int, position: Vec, quaternion: Quat) -> None:
        self._bodies[body].position = _isometry(position, quaternion)

    def set_velocity(self, body: int, velocity: Vec, spin: Vec) -> None:
        one = self._bodies[body]
        one.linvel, one.angvel = velocity, spin

    def apply_force(self, body: int, force: Vec, torque: Vec) -> None:
        one = self._bodies[body]
        one.add_force(force)
        one.add_torque(torque)
        self._pushed.append(one)

    def apply_fictitious_forces(self, bodies: Sequence[int], spin: Vec, angular_acceleration: Vec) -> None:
        (wx, wy, wz), (ex, ey, ez), inertia = spin, angular_acceleration, self._inertia
        for number in bodies:  # written out: this is most of a step's Python
            body = self._bodies[number]
            x, y, z = body.translation.to_tuple()
            vx, vy, vz = body.linvel.to_tuple()
            sx, sy, sz = body.angvel.to_tuple()
            ix, iy, iz = wy * z - wz * y + 2 * vx, wz * x - wx * z + 2 * vy, wx * y - wy * x + 2 * vz
            body.add_force(
                (
                    ez * y - ey * z - (wy * iz - wz * iy),
                    ex * z - ez * x - (wz * ix - wx * iz),
                    ey * x - ex * y - (wx * iy - wy * ix),
                )
            )
            body.add_torque(
                (
                    -inertia * (ex + (wy * sz - wz * sy)),
                    -inertia * (ey + (wz * sx - wx * sz)),
                    -inertia * (ez + (wx * sy - wy * sx)),
                )
            )
            self._pushed.append(body)

    # -- measurements

    def pose(self, body: int) -> tuple[Vec, Quat]:
        one = self._bodies[body]
        return one.translation.to_tuple(), one.rotation.to_tuple()

    def poses(self, bodies: Iterable[int]) -> tuple[Array, Array]:
        seen = [self._bodies[body] for body in bodies]
        positions: Array = np.array([one.translation.to_tuple() for one in seen], float).reshape(-1, 3)
        return positions, matrices(np.array([one.rotation.to_tuple() for one in seen], float).reshape(-1, 4))

    def velocity(self, body: int) -> tuple[Vec, Vec]:
        one = self._bodies[body]
        return one.linvel.to_tuple(), one.angvel.to_tuple()

    def contacts(self, body: int | None = None) -> list[tuple[int, float]]:
        near = self._world.narrow_phase
        if body is None:
            pairs = near.contact_pairs()
        else:
            pairs = [pair for own in self._bodies[body].colliders for pair in near.contact_pairs_with(own)]
        found = []
        for pair in pairs:
            first, second = self._owner(pair.collider1), self._owner(pair.collider2)
            other = first if second == body else second
            for manifold in pair.manifolds:
                # What bears something touches, though Rapier lets some of it hover by a thousandth of an edge.
                found += [(other, min(p.dist, 0.0) if p.impulse > 0.0 else p.dist) for p in _solved(manifold)]
        return found

    def _owner(self, collider: Any) -> int:
        handle = self._world.colliders[collider].parent
        assert handle is not None
        return self._number_of[handle.index, handle.generation]

    def cast_ray(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        way = (end[0] - begin[0], end[1] - begin[1], end[2] - begin[2])
        self._world.update_query_pipeline()
        hit = self._world.query_pipeline.cast_ray(rapier3d.Ray(begin, way), 1.0, True)
        if hit is None:
            return -1, end
        collider, share = hit
        x, y, z = (a + share * d for a, d in zip(begin, way, strict=True))
        return self._owner(collider), (x, y, z)

    def snapshot(self) -> Snapshot:
        handles = [(handle.index, handle.generation) for handle in self._handles]
        return Snapshot(self._world.snapshot(), handles, list(self._moving), dict(self._mass))

    def restore(self, snapshot: Snapshot) -> None:
        self._world, self._forks = rapier3d.PhysicsWorld.restore(snapshot.world), 0
        self._number_of = {handle: number for number, handle in enumerate(snapshot.handles)}
        self._handles = [rapier3d.RigidBodyHandle(*handle) for handle in snapshot.handles]
        self._bodies = [self._world.rigid_bodies.get(handle) for handle in self._handles]
        self._moving = {number: self._bodies[number] for number in snapshot.moving}
        self._mass = dict(snapshot.mass)

    def close(self) -> None:
        self._world.clear()


def _solved(manifold: Any) -> list[Any]:
    """The points of a manifold that took part in the last step. The others keep what they were before."""
    points = manifold.points
    return [points[n] for n in sorted(contact.contact_id for contact in manifold.data.solver_contacts)]


def _isometry(position: Vec, quaternion: Quat) -> Any:
    x, y, z, w = quaternion
    return rapier3d.Isometry3(position, rapier3d.Rotation3(w, x, y, z))
