"""Which world foretells a real cube's tosses best? Ours with each engine, PyBullet as it comes, and MuJoCo.

Of the tosses that the project has every other one is kept aside. With the rest each world is fitted by the same search,
for what the tuner looks at (see `skill.tune.tosses`); told is how far it then is from those that were kept aside. All
get the cube's edge, mass and inertia, and the same number of steps; friction is looked for everywhere, and with it what
else a world has: ours bounce and rounding, PyBullet bounce, MuJoCo the time constant and the damping of its contacts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.harness import Plot, Row
from benchmarks.peers import package
from skill.physics.attitude import Array
from skill.physics.lab import varied
from skill.physics.lab.tosses import Track, corners_apart
from skill.physics.scene import ENGINES, Scene, scenes_folder
from skill.tune.measurements import load_measurements
from skill.tune.tosses import FARTHEST, Toss, compared

PLOT = Plot("place, % of the width")
FILE = scenes_folder() / "measurements" / "contact-nets" / "tosses.toml"
FITTED, FITTED_QUICK = 32, 8  # tosses, evenly taken from the half that is not kept aside
TRIED, TRIED_QUICK = (
    48,
    12,
)  # materials: half of them a Sobol sequence, half the simplex of Nelder and Mead from its best
STEPS = (4, 2)  # of one frame; the second is about that of play
MASS_KG, G_M_S2 = 0.37, 9.81
Follow = Callable[[Toss, int, Mapping[str, float]], Track]


class World(NamedTuple):
    """A world in which a cube is tossed."""

    name: str
    follow: Follow
    """The track of a toss, with so many steps a frame and these numbers of the material."""
    ranges: Mapping[str, tuple[float, float]]


def measure(quick: bool, only: str) -> Iterator[Row]:
    """A row for each world and number of steps."""
    measurements = load_measurements(FILE)
    tosses, scene = measurements.all_tosses, measurements.scene
    aside, rest = tosses[1::2], tosses[::2]
    fitted = rest[:: len(rest) // (FITTED_QUICK if quick else FITTED)]
    width = scene.dice.edge_m
    for steps in STEPS:
        case = f"{round(steps / tosses[0].frame_s)} steps a second"
        if only not in case:
            continue
        for world in worlds(scene):
            values = search(world, steps, fitted, width, TRIED_QUICK if quick else TRIED)
            judged = aside[: 2 * FITTED_QUICK] if quick else aside
            told = compared([(world.follow(toss, steps, values), toss.track) for toss in judged], width)
            figures = {
                "place, % of the width": told.place_percent_mean,
                "place, median": told.place_percent_median,
                "attitude, degrees": told.attitude_deg_mean,
                "attitude, median": told.attitude_deg_median,
                "face foretold, %": 100 * told.face_up_share,
                "friction found": values["friction"],
                "of": told.tosses,
            }
            yield Row(case, world.name, figures, ", ".join(f"{name} {value:.3g}" for name, value in values.items()))


def worlds(scene: Scene) -> list[World]:
    """All that are compared."""
    ours = {"friction": (0.05, 0.5), "restitution": (0.0, 0.6), "rounding_edges": (0.02, 0.15)}
    contact = {"friction": (0.05, 0.5), "time_s": (0.004, 0.02), "damping": (0.1, 1.0)}
    return [
        *(World(f"ours, {name}", partial(_ours, scene.stepped_by(name)), ours) for name in reversed(ENGINES)),
        World("PyBullet as it comes", partial(_pybullet, scene), {name: ours[name] for name in list(ours)[:2]}),
        World("MuJoCo, elliptic", partial(_mujoco, scene), contact),
    ]


def search(world: World, steps: int, tosses: Sequence[Toss], width: float, tried: int) -> dict[str, float]:
    """The material with which a world is nearest to the tosses, of so many that are tried."""
    from scipy.optimize import minimize
    from scipy.stats import qmc

    names, ends = list(world.ranges), np.array(list(world.ranges.values()))

    def values(at: Array) -> dict[str, float]:
        numbers = ends[:, 0] + np.clip(at, 0.0, 1.0) * (ends[:, 1] - ends[:, 0])
        return dict(zip(names, numbers.tolist(), strict=True))

    def off(at: Array) -> float:
        beyond = float(np.abs(at - np.clip(at, 0.0, 1.0)).sum())
        tracks = [world.follow(toss, steps, values(at)) for toss in tosses]
        gaps = [
            np.minimum(corners_apart(*pair, width), FARTHEST).mean() for pair in zip(tracks, _seen(tosses), strict=True)
        ]
        return float(np.mean(gaps)) + beyond

    sobol = qmc.Sobol(len(names), scramble=False)
    sobol.fast_forward(1)  # its first point is a corner
    best = min(sobol.random(tried // 2), key=off)
    simplex = np.vstack([best, *(best + side for side in 0.1 * np.eye(len(names)))])
    options = {"maxfev": tried - tried // 2, "initial_simplex": simplex}
    return values(minimize(off, best, method="Nelder-Mead", options=options).x)


def _seen(tosses: Sequence[Toss]) -> list[Track]:
    return [toss.track for toss in tosses]


def _ours(scene: Scene, toss: Toss, steps: int, values: Mapping[str, float]) -> Track:
    own = {"friction_table" if name == "friction" else name: value for name, value in values.items()}
    engine = scene.engine.model_copy(update={"sample_hz": 1 / toss.frame_s, "steps_per_sample": steps})
    return toss.simulated(varied(scene.model_copy(update={"engine": engine}), own))


def _pybullet(scene: Scene, toss: Toss, steps: int, values: Mapping[str, float]) -> Track:
    """A box on a plane, in metres, made and stepped as PyBullet does unless it is told otherwise."""
    pybullet = package("pybullet")
    client = pybullet.connect(pybullet.DIRECT)
    try:
        to = {"physicsClientId": client}
        half = scene.dice.edge_m / 2
        pybullet.setGravity(0, 0, -G_M_S2, **to)
        pybullet.setTimeStep(toss.frame_s / steps, **to)
        plane = pybullet.createMultiBody(0, pybullet.createCollisionShape(pybullet.GEOM_PLANE, **to), **to)
        shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[half] * 3, **to)
        start = toss.start
        box = pybullet.createMultiBody(MASS_KG, shape, -1, start.place, start.attitude, **to)
        inertia = scene.dice.inertia * MASS_KG * scene.dice.edge_m**2
        pybullet.changeDynamics(plane, -1, lateralFriction=1, restitution=1, **to)
        pybullet.changeDynamics(
            box,
            -1,
            lateralFriction=values["friction"],
            restitution=values["restitution"],
            localInertiaDiagonal=[inertia] * 3,
            **to,
        )
        pybullet.resetBaseVelocity(box, start.velocity, start.spin, **to)
        poses = [(start.place, start.attitude)]
        for _ in range(len(toss.track.places) - 1):
            for _ in range(steps):
                pybullet.stepSimulation(**to)
            poses.append(pybullet.getBasePositionAndOrientation(box, **to))
    finally:
        pybullet.disconnect(client)
    return Track(np.array([place for place, _ in poses]), np.array([attitude for _, attitude in poses]))


def _mujoco(scene: Scene, toss: Toss, steps: int, values: Mapping[str, float]) -> Track:
    """A box on a plane in metres."""
    mujoco = package("mujoco")
    half = scene.dice.edge_m / 2
    inertia = scene.dice.inertia * MASS_KG * scene.dice.edge_m**2
    contact = f'friction="{values["friction"]} 0.005 0.0001" solref="{values["time_s"]} {values["damping"]}"'
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco>
        <option timestep="{toss.frame_s / steps}" cone="elliptic" gravity="0 0 {-G_M_S2}"/>
        <default><geom {contact}/></default>
        <worldbody>
            <geom type="plane" size="9 9 1"/>
            <body><freejoint/>
                <inertial pos="0 0 0" mass="{MASS_KG}" diaginertia="{inertia} {inertia} {inertia}"/>
                <geom type="box" size="{half} {half} {half}"/>
            </body>
        </worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    x, y, z, w = toss.start.attitude
    data.qpos[:] = (*toss.start.place, w, x, y, z)
    spin = np.array(toss.start.spin)
    turned = np.zeros(9)
    mujoco.mju_quat2Mat(turned, np.array((w, x, y, z)))
    data.qvel[:] = (*toss.start.velocity, *(spin @ turned.reshape(3, 3)))  # MuJoCo has a free body's spin in its axes
    poses = [data.qpos.copy()]
    for _ in range(len(toss.track.places) - 1):
        for _ in range(steps):
            mujoco.mj_step(model, data)
        poses.append(data.qpos.copy())
    seen = np.array(poses)
    return Track(seen[:, :3], seen[:, [4, 5, 6, 3]])
