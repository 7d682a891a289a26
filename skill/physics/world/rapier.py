"""One world of the Rapier engine, its tunables set: the only file that imports rapier3d. See `engine.Engine`.

Units: lengths in die edges, masses in dice, seconds, radians: Rapier counts in 32-bit numbers, for which bodies of
about one unit are right.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, copysign, cos, exp, expm1, fsum, hypot, sin, sqrt
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from skill.errors import Words
from skill.physics.attitude import FEW, Array, matrices_of
from skill.physics.pose import FLAT_ARM, STILL, UNTURNED, Quat, Vec
from skill.physics.scene import Scene
from skill.physics.solids import Solid
from skill.physics.versions import check_version, no_engine
from skill.physics.world.engine import FAR

# One thread, read when the first world is stepped: worlds side by side are shared out among processes. A pool for each
# world (`set_num_threads`) takes 12 us a step more, since each step goes to another thread and back.
os.environ.setdefault("RAYON_NUM_THREADS", "1")
try:
    import rapier3d
except ImportError as error:
    raise no_engine(
        "rapier",
        error,
        Words(
            "There is one wheel for every Python on Linux, on Windows and on macOS with Apple processors:"
            " pip install 'rapier3d>=0.36,<0.37'"
        ),
    ) from None
check_version("rapier", "rapier3d>=0.36,<0.37")

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
ROUNDING = 1e-6
"""A share of a speed that is more than the error of computing it."""
APART = 1e-3
"""Edges; points that lie closer together along a direction bear nothing against turning that way."""
FLAT_SHARE = FLAT_ARM * sqrt(2)
"""How far the points of an evenly pressed square are from its middle on average, in shares of its corners' distance."""


class Side(NamedTuple):
    """What is asked of a collider in each step."""

    number: int
    """Of its body."""
    collider: Any
    friction: float


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
    closing: float
    """How fast the two may have come nearer to each other anywhere at most."""
    braked: int | None
    """Which of them the other, which lies still, may brake."""


class Mover(NamedTuple):
    """One of the bodies of a patch that moves, and what an impulse at each of its points does to it."""

    number: int
    sign: float
    """1 for the first of the two, -1 for the other: how much its motion counts in that of one to the other."""
    inverse_mass: float
    inverse_inertia: float
    arms: list[Vec]
    """From its centre to each point."""
    turns: list[Vec]
    """Those times the normal: what an impulse along it turns the body by, and how its spin moves the point along it."""


class Impact(NamedTuple):
    """That two bodies hit each other, of which one or both move, at some points of a patch."""

    patch: Patch
    movers: list[Mover]
    closing: list[float]
    """How fast they came nearer to each other at each point."""
    shares: dict[tuple[int, ...], Shares]
    """Of some of the points, once they were asked for."""


class Shares(NamedTuple):
    """How the impulses at some points of a patch come from the speeds with which these are to part.

    Along a patch this speed rises evenly. So what counts of the impulses is their whole and how they turn the bodies
    about the middle of the points, along two directions at right angles, as far as the points lie apart along each.
    """

    points: int
    """How many."""
    inverse_inertia: float
    eased: float
    """By how much an impulse of 1, shared out evenly, parts the bodies."""
    ways: list[tuple[list[float], float, float]]
    """Along each direction where the points lie, how far apart, and how far their middle is off the bodies' centres."""

    def least_impulses(self, speeds: Sequence[float]) -> list[float]:
        """The impulses that part the bodies as fast as that at each point: of all, the least ones."""
        count, inverse_inertia, eased, ways = self
        whole = fsum(speeds) / count
        slopes = [fsum(map(mul, places, speeds)) / spread for places, spread, _ in ways]
        for (_, _, lean), slope in zip(ways, slopes, strict=True):
            whole -= lean * slope / inverse_inertia
        whole /= eased
        impulses = [whole / count] * count
        for (places, spread, lean), slope in zip(ways, slopes, strict=True):
            twist = (slope - lean * whole) / inverse_inertia / spread
            impulses = [impulse + twist * place for impulse, place in zip(impulses, places, strict=True)]
        return impulses


class Snapshot(NamedTuple):
    """An engine at one moment."""

    world: bytes
    handles: list[tuple[int, int]]
    """Of the bodies, by their numbers."""
    moving: list[int]
    mass: dict[int, tuple[float, float]]
    pull: Vec


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
        self._sides: dict[int, Side] = {}
        """What was asked of colliders so far, by the index of their handles."""
        self._colliders: dict[int, Any] = {}
        """The handles of dice's colliders that were asked for so far."""
        self._felt: dict[int, tuple[Vec, Vec]] = {}
        """The motion of dice as it was read for the forces of this step."""
        self._pushed: list[Any] = []
        """The bodies with forces for this step. Given at once, as changes of velocity, they move a die before friction
        can hold it: a turntable threw dice off 11 % too soon."""
        self._moving: dict[int, Any] = {}
        """The dice that forces move, by their numbers."""
        self._mass: dict[int, tuple[float, float]] = {}
        """Mass and inertia of each."""
        self._kept = exp(-self.material.damping_per_s * step_s)
        """Of a spin that nothing brakes, after a step."""
        levers = scene.material.rolling_friction + scene.material.spinning_friction
        self._least_speed = 0.0 if levers else SLOW
        self._least_impact = BOUNCE_MIN_M_S / scene.dice.edge_m
        self._pull = STILL
        """The gravity that is set."""
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
        self._sides.clear()  # what comes in its place gets its index
        self._colliders.clear()

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
        self._felt.pop(body, None)
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
        self._felt.clear()
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
            motion = self._felt.get(number) or (body.linvel.to_tuple(), body.angvel.to_tuple())
            (x, y, z), (a, b, c) = motion
            if x * x + y * y + z * z + a * a + b * b + c * c > least:  # no corner of a die is 1 from its centre
                fast[number] = motion
        return fast

    def _correct(self, fast: Mapping[int, tuple[Vec, Vec]]) -> None:
        """Make right what this step made of the `fast` dice where they touch, given how they moved before it.

        Bounces: Rapier's own restitution drives one contact point after the other to the speed that it should have,
        once: a die that falls flat rebounds with 1.18 times what is asked and turns, and no friction comes with it.

        Spin: Rapier lets the corners of a flat hold against it, which is 1.85 times what an evenly pressed one does,
        and knows neither rolling nor spinning friction.
        """
        patches = self._patches(fast)
        if self.material.restitution:
            # All rebounds before all friction, and once more what friction takes of them: a die that falls into a
            # funnel slips along each side as it rebounds from the others.
            hits = [patch for patch in patches if patch.closing >= self._least_impact]
            impacts = [impact for patch in hits if (impact := self._impact(patch, fast))]
            for impact, impulses in [(impact, self._rebound(impact)) for impact in impacts]:
                self._rub(impact, impulses)
            for impact in impacts:
                self._rebound(impact)
        for patch in patches:
            if patch.braked is not None:
                self._brake(patch, patch.braked, fast)

    def _patches(self, fast: Mapping[int, tuple[Vec, Vec]]) -> list[Patch]:
        """Where the `fast` dice bore something in the last step and may rebound or be braked."""
        near, done = self._world.narrow_phase, set[int]()
        if len(fast) > max(FEW, len(self._moving) // 2):
            return self._found(near.contact_pairs(), None, fast, done)
        patches: list[Patch] = []
        for number in fast:
            if (handle := self._colliders.get(number)) is None:
                handle = self._collider_of(number)
            patches += self._found(near.contact_pairs_with(handle), self._side(handle), fast, done)
            done.add(number)
        return patches

    def _found(
        self, pairs: list[Any], own: Side | None, fast: Mapping[int, tuple[Vec, Vec]], done: set[int]
    ) -> list[Patch]:
        """Those among some pairs of colliders, all with the `own` one unless it is None, but for dice that are `done`.

        Written out and read as late as can be: this is most of what our Python takes of a step.
        """
        moving, sides, least_impact, least_speed = self._moving, self._sides, self._least_impact, self._least_speed
        patches: list[Patch] = []
        for pair in pairs:
            # The impulses of points that no longer touch are kept, so neither says enough by itself.
            if not pair.has_any_active_contact or not pair.total_impulse_magnitude() > 0.0:
                continue
            first = sides.get((handle := pair.collider1).index) or self._side(handle)
            if own is None or first is own:
                second = sides.get((handle := pair.collider2).index) or self._side(handle)
                one, other = first.number, second.number
                if own is None and one not in fast and other not in fast:
                    continue
            else:
                second = own
                one, other = first.number, second.number
            if one in done or other in done:
                continue
            left = (fast.get(one) or self.velocity(one)) if one in moving else None
            right = (fast.get(other) or self.velocity(other)) if other in moving else None
            braked = one if right is None else other if left is None else None
            place = None
            for manifold in pair.manifolds:
                data = manifold.data
                normal = nx, ny, nz = data.normal.to_tuple()
                # How fast any corner of a die may go along it at most, and how fast the die spins about it: no corner
                # is 1 from its centre.
                closing = spin = 0.0
                if left:
                    (x, y, z), (wx, wy, wz) = left
                    rx, ry, rz = ny * wz - nz * wy, nz * wx - nx * wz, nx * wy - ny * wx
                    closing = x * nx + y * ny + z * nz + sqrt(rx * rx + ry * ry + rz * rz)
                    spin = wx * nx + wy * ny + wz * nz
                if right:
                    (x, y, z), (wx, wy, wz) = right
                    rx, ry, rz = ny * wz - nz * wy, nz * wx - nx * wz, nx * wy - ny * wx
                    closing += sqrt(rx * rx + ry * ry + rz * rz) - (x * nx + y * ny + z * nz)
                    spin = wx * nx + wy * ny + wz * nz
                is_slow = closing < least_impact
                # as most; so slow a spin ends within 0.001 rad in any case
                if is_slow and (braked is None or abs(spin) < least_speed):
                    continue
                active, needed = data.num_active_contacts, 2 if is_slow and least_speed else 0  # `_brake`
                if active <= needed:
                    continue
                points = manifold.points
                if active != len(points):  # the others keep what they were
                    points = [points[n] for n in sorted([contact.contact_id for contact in data.solver_contacts])]
                pressed, loads = [], []
                for point in points:
                    if (impulse := point.impulse) > 0.0:
                        pressed.append(point.local_p1.to_tuple())  # a tuple is taken faster than a point
                        loads.append(impulse)
                if len(pressed) > needed:
                    to_plate = (place := place or first.collider.position).transform_point
                    at = [to_plate(point).to_tuple() for point in pressed]
                    friction = first.friction * second.friction
                    patches.append(Patch(one, other, normal, at, fsum(loads), friction, closing, braked))
        return patches

    def _brake(self, patch: Patch, number: int, fast: Mapping[int, tuple[Vec, Vec]]) -> None:
        """Let what lies still brake the spin of a die on it."""
        if len(patch.points) < 3 and self._least_speed:
            return  # where nothing brakes but a flat
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
            change = copysign(max(0.0, left) * self._kept, was) - about
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

    def _impact(self, patch: Patch, fast: Mapping[int, tuple[Vec, Vec]]) -> Impact | None:
        """How two bodies hit each other at the points of a patch; None if they do not."""
        one, other, normal, points, *_ = patch
        bodies, (nx, ny, nz) = [], normal
        for number, sign in ((one, 1.0), (other, -1.0)):
            if number in self._moving:
                velocity, spin = fast.get(number) or self.velocity(number)
                along = velocity[0] * nx + velocity[1] * ny + velocity[2] * nz
                bodies.append((number, sign, along, spin))
        # How fast they come nearer rises evenly along a patch, so most are passed over without what a bounce needs.
        here, ux, uy, uz = 0.0, 0.0, 0.0, 0.0
        for number, sign, along, (wx, wy, wz) in bodies:
            x, y, z = self._bodies[number].translation.to_tuple()
            rx, ry, rz = sign * (ny * wz - nz * wy), sign * (nz * wx - nx * wz), sign * (nx * wy - ny * wx)
            here += sign * along - (rx * x + ry * y + rz * z)
            ux, uy, uz = ux + rx, uy + ry, uz + rz
        least = (1.0 - ROUNDING) * self._least_impact
        if all(here + ux * x + uy * y + uz * z < least for x, y, z in points):
            return None
        movers, closing = [], [0.0] * len(points)
        for number, sign, along, (wx, wy, wz) in bodies:
            x, y, z = self._bodies[number].translation.to_tuple()
            arms = [(px - x, py - y, pz - z) for px, py, pz in points]
            turns = [(y * nz - z * ny, z * nx - x * nz, x * ny - y * nx) for x, y, z in arms]
            for n, (x, y, z) in enumerate(turns):
                closing[n] += sign * (along + wx * x + wy * y + wz * z)
            mass, inertia = self._mass[number]
            movers.append(Mover(number, sign, 1.0 / mass, 1.0 / inertia, arms, turns))
        if max(closing) < self._least_impact:
            return None
        # They are met a bit late, when gravity has driven them on: a quarter step, measured over drops of 50 to 70 mm.
        gx, gy, gz = self._pull
        late = 0.25 * self._dt * (nx * gx + ny * gy + nz * gz) * fsum(mover.sign for mover in movers)
        return Impact(patch, movers, [speed - late for speed in closing], {})

    def _rebound(self, impact: Impact) -> dict[int, float]:
        """Let two bodies rebound, without friction as yet. Returns the impulse at each point where there is one.

        Newton's law of restitution at all points at once, with the least impulses where several would do.
        """
        patch, movers, closing, known = impact
        nx, ny, nz = patch.normal
        hits = [n for n, speed in enumerate(closing) if speed > self._least_impact]
        if not hits:
            return {}
        wanted, motions = [self.material.restitution * speed for speed in closing], []
        for mover in movers:
            (vx, vy, vz), (wx, wy, wz) = motion = self.velocity(mover.number)
            motions.append(motion)
            along = vx * nx + vy * ny + vz * nz
            for n, (x, y, z) in enumerate(mover.turns):
                wanted[n] += mover.sign * (along + wx * x + wy * y + wz * z)
        while hits:
            if (shares := known.get(key := tuple(hits))) is None:
                shares = known[key] = shares_of(patch.normal, movers, hits)
            impulses = shares.least_impulses([wanted[n] for n in hits])
            if min(impulses) >= 0.0:
                break
            hits = [n for n, impulse in zip(hits, impulses, strict=True) if impulse > 0.0]
        else:
            return {}
        whole = fsum(impulses)
        for mover, ((vx, vy, vz), (wx, wy, wz)) in zip(movers, motions, strict=True):
            push, twist = -mover.sign * mover.inverse_mass * whole, -mover.sign * mover.inverse_inertia
            for n, impulse in zip(hits, impulses, strict=True):
                x, y, z = mover.turns[n]
                wx, wy, wz = wx + twist * impulse * x, wy + twist * impulse * y, wz + twist * impulse * z
            self.set_velocity(mover.number, (vx + push * nx, vy + push * ny, vz + push * nz), (wx, wy, wz))
        return dict(zip(hits, impulses, strict=True))

    def _rub(self, impact: Impact, impulses: Mapping[int, float]) -> None:
        """Let friction go with a rebound, at one point after the other."""
        patch, movers, *_ = impact
        nx, ny, nz = patch.normal
        motions = [[*velocity, *spin] for velocity, spin in (self.velocity(mover.number) for mover in movers)]
        for n, impulse in impulses.items():
            sx = sy = sz = 0.0
            for mover, (vx, vy, vz, wx, wy, wz) in zip(movers, motions, strict=True):
                x, y, z = mover.arms[n]
                sx += mover.sign * (vx + wy * z - wz * y)
                sy += mover.sign * (vy + wz * x - wx * z)
                sz += mover.sign * (vz + wx * y - wy * x)
            along = nx * sx + ny * sy + nz * sz
            sx, sy, sz = sx - along * nx, sy - along * ny, sz - along * nz
            speed = sqrt(sx * sx + sy * sy + sz * sz)
            if speed <= 1e-9:
                continue
            sx, sy, sz = sx / speed, sy / speed, sz / speed
            twists, eased = [], 0.0
            for mover in movers:
                x, y, z = mover.arms[n]
                x, y, z = y * sz - z * sy, z * sx - x * sz, x * sy - y * sx
                twists.append((x, y, z))
                eased += mover.inverse_mass + mover.inverse_inertia * (x * x + y * y + z * z)
            held = min(impulse * patch.friction, speed / eased)
            for mover, motion, (x, y, z) in zip(movers, motions, twists, strict=True):
                push, twist = mover.sign * mover.inverse_mass * held, mover.sign * mover.inverse_inertia * held
                vx, vy, vz, wx, wy, wz = motion
                motion[:] = (
                    vx - push * sx,
                    vy - push * sy,
                    vz - push * sz,
                    wx - twist * x,
                    wy - twist * y,
                    wz - twist * z,
                )
        for mover, (vx, vy, vz, wx, wy, wz) in zip(movers, motions, strict=True):
            self.set_velocity(mover.number, (vx, vy, vz), (wx, wy, wz))

    def set_gravity(self, acceleration: Vec) -> None:
        if acceleration == self._pull:
            return
        self._world.gravity = acceleration  # type: ignore[assignment] # a Vec3 takes four times as long
        self._pull = acceleration

    def set_pose(self, body: int, position: Vec, quaternion: Quat) -> None:
        self._bodies[body].position = _isometry(position, quaternion)

    def set_velocity(self, body: int, velocity: Vec, spin: Vec) -> None:
        one = self._bodies[body]
        one.linvel, one.angvel = velocity, spin
        self._felt.pop(body, None)

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
            (vx, vy, vz), (sx, sy, sz) = self._felt[number] = body.linvel.to_tuple(), body.angvel.to_tuple()
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
        return positions, matrices_of([one.rotation.to_tuple() for one in seen])

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
            first, second = self._side(pair.collider1).number, self._side(pair.collider2).number
            other = first if second == body else second
            for manifold in pair.manifolds:
                # What bears something touches, though Rapier lets some of it hover by a thousandth of an edge.
                found += [
                    (other, min(p.dist, 0.0) if p.impulse > 0.0 else p.dist) for p in _solved(manifold, manifold.data)
                ]
        return found

    def _side(self, handle: Any) -> Side:
        if (side := self._sides.get(handle.index)) is None:
            collider = self._world.colliders[handle]
            parent = collider.parent
            assert parent is not None
            number = self._number_of[parent.index, parent.generation]
            side = self._sides[handle.index] = Side(number, collider, collider.friction)
        return side

    def _collider_of(self, body: int) -> Any:
        """The handle of a die's collider."""
        if (handle := self._colliders.get(body)) is None:
            (handle,) = self._bodies[body].colliders
            self._colliders[body] = handle
        return handle

    def cast_ray(self, begin: Vec, end: Vec) -> tuple[int, Vec]:
        way = (end[0] - begin[0], end[1] - begin[1], end[2] - begin[2])
        self._world.update_query_pipeline()
        hit = self._world.query_pipeline.cast_ray(rapier3d.Ray(begin, way), 1.0, True)
        if hit is None:
            return -1, end
        collider, share = hit
        x, y, z = (a + share * d for a, d in zip(begin, way, strict=True))
        return self._side(collider).number, (x, y, z)

    def snapshot(self) -> Snapshot:
        handles = [(handle.index, handle.generation) for handle in self._handles]
        return Snapshot(self._world.snapshot(), handles, list(self._moving), dict(self._mass), self._pull)

    def restore(self, snapshot: Snapshot) -> None:
        self._world, self._forks = rapier3d.PhysicsWorld.restore(snapshot.world), 0
        self._number_of = {handle: number for number, handle in enumerate(snapshot.handles)}
        self._handles = [rapier3d.RigidBodyHandle(*handle) for handle in snapshot.handles]
        self._bodies = [self._world.rigid_bodies.get(handle) for handle in self._handles]
        self._moving = {number: self._bodies[number] for number in snapshot.moving}
        self._sides.clear()
        self._colliders.clear()
        self._felt.clear()
        self._pushed.clear()
        self._mass = dict(snapshot.mass)
        self._pull = snapshot.pull

    def close(self) -> None:
        self._world.clear()


def _solved(manifold: Any, data: Any) -> list[Any]:
    """The points of a manifold with this data that took part in the last step. The others keep what they were."""
    points: list[Any] = manifold.points
    if data.num_active_contacts == len(points):
        return points
    return [points[n] for n in sorted(contact.contact_id for contact in data.solver_contacts)]


def shares_of(normal: Vec, movers: Sequence[Mover], hits: Sequence[int]) -> Shares:
    """What the impulses at some points of a patch that part its bodies are made of."""
    length, count = hypot(*normal), len(hits)
    x, y, z = normal[0] / length, normal[1] / length, normal[2] / length
    up = copysign(1.0, z)
    b, c = -x * y / (up + z), -1.0 / (up + z)
    one, other = (1.0 + up * x * x * c, up * b, -up * x), (b, up + y * y * c, -y)  # Duff and others, 2017
    eased, inverse_inertia, lean_u, lean_v = 0.0, 0.0, 0.0, 0.0
    us, vs = list[float](), list[float]()
    for mover in movers:
        us = [x * one[0] + y * one[1] + z * one[2] for x, y, z in (mover.turns[n] for n in hits)]
        vs = [x * other[0] + y * other[1] + z * other[2] for x, y, z in (mover.turns[n] for n in hits)]
        u, v = fsum(us) / count, fsum(vs) / count
        us, vs = [each - u for each in us], [each - v for each in vs]  # the same of both bodies
        eased += mover.inverse_mass * length * length + mover.inverse_inertia * (u * u + v * v)
        inverse_inertia += mover.inverse_inertia
        lean_u, lean_v = lean_u + mover.inverse_inertia * u, lean_v + mover.inverse_inertia * v
    mixed, ways = fsum(map(mul, us, vs)), []
    angle = 0.5 * atan2(2.0 * mixed, fsum(map(mul, us, us)) - fsum(map(mul, vs, vs)))
    for c, s in ((cos(angle), sin(angle)), (-sin(angle), cos(angle))):
        places = [c * u + s * v for u, v in zip(us, vs, strict=True)]
        spread = fsum(map(mul, places, places))
        if spread > APART * APART:
            lean = c * lean_u + s * lean_v
            ways.append((places, spread, lean))
            eased -= lean * lean / inverse_inertia
    return Shares(count, inverse_inertia, eased, ways)


def _isometry(position: Vec, quaternion: Quat) -> Any:
    x, y, z, w = quaternion
    return rapier3d.Isometry3(position, rapier3d.Rotation3(w, x, y, z))
