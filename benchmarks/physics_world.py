"""How much faster than real time the world is: few dice and the full pyramid, awake and asleep, beside MuJoCo.

Run it as `python benchmarks/physics_world.py`. MuJoCo, if installed, gets the same cubes (sharp ones, it has no rounded
boxes), friction, time step and pitch, with its Newton solver.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sin
from time import process_time

import numpy as np

from skill.lattice import frame
from skill.lattice.cells import CELLS, DEPTH
from skill.lattice.dice import RED, Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import Pyramid
from skill.physics.pose import Pose, turn
from skill.physics.scene import Scene, load_scene
from skill.physics.world import World

FULL = Pyramid((cell, Die(RED, (3, 2, 1))) for cell in CELLS)
FOUR = parse_position("R800:321 G080:321 K008:321 B233:321")


def factor(step: Callable[[int], None], step_s: float, steps: int) -> float:
    """Simulated over processor time, the best of three runs after a warm-up."""
    for n in range(steps // 4):
        step(n)
    best = float("inf")
    for _ in range(3):
        began = process_time()
        for n in range(steps):
            step(n)
        best = min(best, process_time() - began)
    return steps * step_s / best


def bullet(scene: Scene, start: Pyramid, steps: int, *, sleep: bool, moving: bool) -> float:
    world = World(scene, start, sleep=sleep)
    if sleep:
        world.settle(3.0)
        for _ in range(scene.engine.sample_hz):
            world.step()
            world.observe()

    def step(n: int) -> None:
        world.step(Pose((0.0, 0.0, 0.0), turn((0.1 * sin(0.01 * n), 0.0, 0.0))) if moving else None)
        if n % scene.engine.steps_per_sample == 0:
            world.observe()

    return factor(step, scene.step_s, steps)


def mujoco_cubes(scene: Scene, start: Pyramid, steps: int) -> float:
    import mujoco

    pitch, upright = scene.plate.pitch, frame.rotation((3, 2, 1))
    axes = " ".join(str(row[column]) for column in (0, 1) for row in upright)
    z = frame.HALF_DIAGONAL - frame.layer_height(pitch)
    depth = DEPTH + 1
    box = f'type="box" size="0.5 0.5 0.5" mass="1" friction="{scene.material.friction} 0 0"'
    flat = np.array(frame.AXIS_VECTORS)[:, :2] * pitch
    bodies = []
    points = [(i, j, depth - i - j) for i in range(depth + 1) for j in range(depth + 1 - i)]
    for x, y in (np.array(points) @ flat).tolist():
        bodies.append(f'<geom pos="{x} {y} {z}" xyaxes="{axes}" {box}/>')
    for cell, _ in start:
        x, y, height = frame.centre(cell, 1.0, pitch)
        bodies.append(f'<body pos="{x} {y} {height}" xyaxes="{axes}"><freejoint/><geom {box}/></body>')
    gravity = scene.engine.gravity_m_s2 / scene.dice.edge_m
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{scene.step_s}" gravity="0 0 {-gravity}"/>'
        f"<worldbody>{''.join(bodies)}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    return factor(lambda _: mujoco.mj_step(model, data), scene.step_s, steps)


def main() -> None:
    heap, held = load_scene("pyramid"), load_scene("faraday")
    print("dice,state,engine,times_real_time")
    print(f"4,awake on a plate that moves,bullet,{bullet(held, FOUR, 2000, sleep=False, moving=True):.1f}")
    print(f"4,awake,bullet,{bullet(held, FOUR, 2000, sleep=False, moving=False):.1f}")
    print(f"165,awake,bullet,{bullet(heap, FULL, 120, sleep=False, moving=False):.2f}")
    print(f"165,asleep,bullet,{bullet(heap, FULL, 400, sleep=True, moving=False):.1f}")
    try:
        print(f"4,awake,mujoco,{mujoco_cubes(held, FOUR, 2000):.1f}")
        print(f"165,awake,mujoco,{mujoco_cubes(heap, FULL, 120):.2f}")
    except ImportError:
        print("# mujoco is not installed: no row beside ours (pip install mujoco)")


if __name__ == "__main__":
    main()
