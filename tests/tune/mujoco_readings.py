"""What MuJoCo measures of hidden materials, so that the tuner is tried on a world that is not its own.

`python -m tests.tune.mujoco_readings --write` makes the table anew, in some minutes; it needs MuJoCo (`pip install
'.[bench]'`). Each experiment is built here from its description and shares no code with the laboratory, but for
the plate's shape. Units: edges, seconds, masses of a die.

What is not a matter of course: contacts give way as a damped spring of `SOFT_S` does, which is as hard as the step
allows. A die rests on small feet, as MuJoCo lets the load of a sliding flat go to what moves fastest: on the corners of
its flat, or to spin on a ring of the mean distance of the flat's points, as an evenly pressed one brakes. MuJoCo knows
no restitution: the contact of a bounce is the spring and damper that has it (Schwager & Poeschel, Granular Matter 9,
2007, 465). Its friction against spinning adds to sliding friction as the sides of a triangle do, so it is a torque.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import atan, cos, exp, hypot, inf, pi, radians, sin, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skill.files import OF_OUR_FOLDER, read_toml, toml_text, write_text
from skill.lattice import frame
from skill.lattice.cells import parse_cell
from skill.lattice.frame import AXIS_VECTORS
from skill.physics.attitude import QUATERNIONS
from skill.physics.pose import LEVEL, Pose, turn
from skill.physics.scene import load_scene

TABLE = Path(__file__).parent / "mujoco_readings.toml"
COMMENT = "# What MuJoCo measures of four materials: made by `python -m tests.tune.mujoco_readings --write`.\n"
MATERIALS = (
    {"friction": 0.23, "friction_plate": 0.26, "friction_table": 0.31, "restitution": 0.42, "spinning_friction": 0.02},
    {"friction": 0.17, "friction_plate": 0.2, "friction_table": 0.42, "restitution": 0.55, "spinning_friction": 0.01},
    {"friction": 0.38, "friction_plate": 0.33, "friction_table": 0.24, "restitution": 0.3, "spinning_friction": 0.028},
    {"friction": 0.46, "friction_plate": 0.4, "friction_table": 0.18, "restitution": 0.5, "spinning_friction": 0.015},
)
EDGE_M = 0.012
G = 9.81 / EDGE_M
FLAT = 0.35  # half the side of the flat of a face, that of dice with the rounding of plastic
RING = 2 * FLAT * 0.3826  # the mean distance of the points of that square from its middle
FOOT = 0.02
SOFT_S = 0.002
SPRING_PER_S = 1e4  # of a bounce: the contact's frequency, radians a second
SEEN = 0.01  # by which a die has left its place
AT_REST = 0.1  # edges or radians a second: friction that yields takes the last of it slowly
CORNERS = [(x, y) for x in (-FLAT, FLAT) for y in (-FLAT, FLAT)]
ROUND = [(RING * cos(pi * n / 4), RING * sin(pi * n / 4)) for n in range(8)]


class Made(NamedTuple):
    """A hidden material and what MuJoCo measures of it."""

    truth: dict[str, float]
    answers: dict[str, float]
    """By experiment, in its unit."""


def read_table() -> list[Made]:
    """What stands in the table."""
    return [Made(row["truth"], row["answers"]) for row in read_toml(TABLE)["material"]]


class World:
    """One die over a plane, or on a die that is fixed."""

    def __init__(
        self,
        friction: float,
        step_s: float,
        *,
        feet: list[tuple[float, float]] = CORNERS,
        on_die: bool = False,
        contact: str = f"{SOFT_S} 1",
        height: float = 0.5,
    ) -> None:
        import mujoco

        stands = "".join(f'<geom type="sphere" size="{FOOT}" pos="{x} {y} {FOOT - 0.5}" mass="0"/>' for x, y in feet)
        box, plane = 'type="box" size="0.5 0.5 0.5"', 'type="plane" size="500 500 1"'
        self._step = mujoco.mj_step
        self.model = mujoco.MjModel.from_xml_string(
            f"""<mujoco>
            <option timestep="{step_s}" cone="elliptic" iterations="100" tolerance="1e-12" impratio="100"
                noslip_iterations="20" gravity="0 0 {-G}"/>
            <default><geom friction="{friction} 0 0" solref="{contact}" solimp="0.9999 0.9999 0.001"/></default>
            <worldbody>
                <geom {f'{box} pos="0 0 -0.5"' if on_die else plane}/>
                <body pos="0 0 {height}"><freejoint/>
                    <inertial pos="0 0 0" mass="1" diaginertia="{1 / 6} {1 / 6} {1 / 6}"/>
                    {f'<geom {box} mass="0"/>' if on_die else stands}
                </body>
            </worldbody></mujoco>"""
        )
        self.data = mujoco.MjData(self.model)
        self.step_s = step_s

    def step(self, lean_deg: float = 0.0) -> None:
        """Advance by a step on a table that leans so far, downhill along x."""
        lean = radians(lean_deg)
        self.model.opt.gravity[:] = (G * sin(lean), 0.0, -G * cos(lean))
        self._step(self.model, self.data)

    @property
    def place(self) -> Any:
        """The die's centre (3,)."""
        return self.data.qpos[:3].copy()

    def rest(self, time_s: float = 0.1) -> None:
        """Let it lie for a time."""
        for _ in range(round(time_s / self.step_s)):
            self.step()


class Funnel:
    """One die in a funnel of the plate."""

    def __init__(self, friction: float, direction: float, step_s: float = 1e-3) -> None:
        from benchmarks.peers.mujoco_world import MujocoWorld, Setting
        from benchmarks.peers.setup import setup_of

        scene = load_scene("lab", {"material.friction": friction, "plate.side": "top"})
        centre = frame.centre(parse_cell("332"), 1.0, scene.plate.pitch)
        die = (centre, QUATERNIONS[(3, 2, 1)])
        self._world = MujocoWorld(setup_of(scene, [die]), Setting("Newton", 100, round(1 / step_s), "elliptic"))
        self._world.model.opt.impratio, self._world.model.opt.noslip_iterations = 100, 20
        x, y = (direction * share / hypot(*AXIS_VECTORS[0][:2]) for share in AXIS_VECTORS[0][:2])
        self._axis = (-y, x)
        self.step_s = step_s

    def step(self, lean_deg: float = 0.0) -> None:
        """Advance by a step with the plate leaning so far."""
        x, y = (radians(lean_deg) * share for share in self._axis)
        self._world.step(Pose(LEVEL.position, turn((x, y, 0.0))))

    @property
    def place(self) -> Any:
        """The die's centre (3,)."""
        return self._world.positions()[0].copy()

    def rest(self, time_s: float = 0.1) -> None:
        """Let it lie for a time."""
        for _ in range(round(time_s / self.step_s)):
            self.step()


def lean(make: Callable[[], World | Funnel]) -> float:
    """At which a die goes, degrees: quickly first, then at half a degree a second from 5 degrees before."""

    def leaned(slow_from: float) -> float:
        world = make()
        world.rest()
        angle, rate, place = 0.0, 0.0, world.place
        while angle < 90:
            rate += ((20 if angle < slow_from else 0.5) - rate) * world.step_s / 0.05
            angle += rate * world.step_s
            world.step(angle)
            if angle < slow_from + 2 < inf:
                place = world.place
            elif np.linalg.norm(world.place - place) > SEEN:
                break
        return angle

    return leaned(leaned(inf) - 5)


def slide_mm(friction: float, speed_m_s: float) -> float:
    """How far a die slides that gets a speed."""
    world = World(friction, 5e-5)
    world.rest()
    start = world.place[0]
    world.data.qvel[0] = speed_m_s / EDGE_M
    while world.data.qvel[0] > AT_REST:
        world.step()
    return float(world.place[0] - start) * EDGE_M * 1000


def bounce_mm(restitution: float, drop_mm: float) -> float:
    """How high a die rises that falls from a height."""
    share = damping_ratio(restitution)
    spring = f"{-(SPRING_PER_S**2)} {-2 * share * SPRING_PER_S}"
    drop = drop_mm / 1000 / EDGE_M
    world = World(0.3, 2e-6, contact=spring, height=0.5 + drop)
    world.data.qvel[2] = -sqrt(2 * G * (drop - 0.01))  # as after a fall to just above the plane
    world.data.qpos[2] = 0.51
    while world.data.qvel[2] <= 0 or world.data.ncon:
        world.step()
    rise = world.data.qvel[2] ** 2 / (2 * G) + world.data.qpos[2] - 0.5
    return float(rise) * EDGE_M * 1000


def damping_ratio(restitution: float) -> float:
    """Of a spring and damper that pushes but does not pull and gives that restitution."""

    def gives(share: float) -> float:
        root = sqrt(1 - share**2)
        return exp(-share / root * (pi - atan(2 * share * root / (1 - 2 * share**2))))

    low, high = 1e-6, 0.7
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if gives(middle) > restitution else (low, middle)
    return low


def spin_s(friction: float, spinning: float, spin_rad_s: float) -> float:
    """How long a die spins."""
    world = World(friction, 5e-5, feet=ROUND)
    world.rest()
    world.data.qvel[5] = spin_rad_s
    world.data.qfrc_applied[5] = -spinning * G
    steps = 0
    while world.data.qvel[5] > AT_REST:
        world.step()
        steps += 1
    return steps * world.step_s


def made(truth: dict[str, float]) -> dict[str, float]:
    """What MuJoCo measures of a material, in the order of the doings of `tests.tune.hidden`."""
    return {
        "slip-on-die": lean(lambda: World(truth["friction"], 5e-4, on_die=True)),
        "slip-angle": lean(lambda: World(truth["friction_table"], 5e-4)),
        "slide-distance": slide_mm(truth["friction_table"], 0.7),
        "out-over-point": lean(lambda: Funnel(truth["friction_plate"], 1.0)),
        "out-over-saddle": lean(lambda: Funnel(truth["friction_plate"], -1.0)),
        "bounce-height": bounce_mm(truth["restitution"], 120.0),
        "spin-time": spin_s(truth["friction_table"], truth["spinning_friction"], 60.0),
    }


def main() -> None:
    """Prints the table, or with `--write` writes it."""
    rows = [
        {"truth": truth, "answers": {name: float(f"{answer:.5g}") for name, answer in made(truth).items()}}
        for truth in MATERIALS
    ]
    text = COMMENT + toml_text({"material": rows})
    if "--write" in sys.argv[1:]:
        write_text(TABLE, text, OF_OUR_FOLDER)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
