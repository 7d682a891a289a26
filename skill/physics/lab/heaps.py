"""Heaps of many dice."""

from __future__ import annotations

from math import atan2, ceil, degrees

import numpy as np

from skill.lattice.cells import CELLS, DEPTH, Cell, parse_cell, small_pyramid
from skill.lattice.dice import RED, Die
from skill.lattice.frame import layer_height
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.physics.lab.experiment import (
    SEED,
    Condition,
    Experiment,
    Values,
    gravity,
    lab_scene,
    run_for,
    step_sample,
)
from skill.physics.lab.slides import slides
from skill.physics.scene import Scene, load_scene
from skill.physics.tools.pour import PourTool
from skill.physics.world import World

STANDING_S = 0.5  # after which the height of a pyramid is taken
MOUTH_EDGES = 0.5  # of the box that is poured out on one place


def _pyramid_energy(scene: Scene, values: Values) -> float:
    """The largest energy that the untouched full pyramid gains over its start, in die weights times edges."""
    full = Pyramid((cell, Die(RED, (3, 2, 1))) for cell in CELLS)
    world = World(lab_scene(scene, "top"), full, sleep=False)

    def energy() -> float:
        bodies = [world.body(n) for n in range(len(full))]
        height = sum(body.position[2] for body in bodies)
        motion = sum(np.dot(b.velocity, b.velocity) + np.dot(b.spin, b.spin) / 6 for b in bodies) / 2
        return float(height + motion / gravity(scene))

    start, most = energy(), 0.0
    for _ in range(round(values["time_s"] * 10)):
        run_for(world, 0.1)
        most = max(most, energy() - start)
    return most


def _pyramid_height(scene: Scene, values: Values) -> float:
    """How much higher than a single die the top of a small pyramid is, mm."""
    beside = parse_cell("800")  # the pyramid, whose apex is not on that side, leaves it free
    cells = [*small_pyramid(_apex(round(values["levels"])), round(values["levels"])), beside]
    world = World(lab_scene(scene, "top"), Pyramid((cell, Die(RED, (3, 2, 1))) for cell in cells), sleep=False)
    run_for(world, STANDING_S)
    heights = {cell: world.body(n).position[2] for n, (cell, _) in enumerate(world.start)}
    return (max(heights.values()) - heights[beside]) * scene.dice.edge_m * 1000


def _apex(levels: int) -> Cell:
    """The apex of a small pyramid of so many levels, near the middle of the plate."""
    above = DEPTH + 1 - levels
    k = ceil(above / 3)
    j = ceil((above - k) / 2)
    return parse_cell(f"{above - k - j}{j}{k}")


def _pyramid_height_predicted(scene: Scene, values: Values) -> float:
    return (round(values["levels"]) - 1) * layer_height(scene.plate.pitch) * scene.dice.edge_m * 1000


def _heap_angle(scene: Scene, values: Values) -> float:
    """The slope of the cone that has the mean height and the mean distance from the axis of poured dice, degrees."""
    box = load_scene("pour").pour
    assert box is not None
    poured = lab_scene(scene, "none").model_copy(update={"pour": box.model_copy(update={"mouth_edges": MOUTH_EDGES})})
    count = int(values["dice"])
    world = World(poured, EMPTY, hand=[Die(RED, (3, 2, 1))] * count)
    tool = PourTool(poured, SEED)
    tool.aim((0.0, 0.0, values["drop_edges"], box.rate_max_per_s))
    while world.stock:
        step_sample(world, tool)
    world.settle()
    places = np.array([world.body(n).position for n in world.numbers])
    away = np.linalg.norm(places[:, :2] - places[:, :2].mean(axis=0), axis=1)
    return degrees(atan2(2 * places[:, 2].mean(), away.mean()))


def _slide_agreement(scene: Scene, values: Values) -> float:
    """The share of pulled dice after which the heap that stands is the lattice's."""
    plate = scene.plate.model_copy(update={"side": "top", "pitch": load_scene("pyramid").plate.pitch})
    count = int(values["pulls"])
    return sum(slide.agrees for slide in slides(scene.model_copy(update={"plate": plate}), count, SEED)) / count


EXPERIMENTS = (
    Experiment(
        "pyramid-energy",
        "The energy that the untouched full pyramid gains",
        "weights x edges",
        "0: nothing gives it any",
        _pyramid_energy,
        lambda scene, values: 0.0,
        {"time_s": Condition(5.0, 1.0, 60.0, "how long it is left alone")},
        converges=False,
    ),
    Experiment(
        "pyramid-height",
        "How much higher the top of a small pyramid on the plate is than that of a single die beside it",
        "mm",
        "(levels - 1) (3 - 2 p) a / sqrt 3 on a plate of pitch p, up to 1.05: dice that stand apart sink deeper",
        _pyramid_height,
        _pyramid_height_predicted,
        {"levels": Condition(6.0, 2.0, 8.0, "of the pyramid")},
        ("pitch",),
        tolerance=0.003,
    ),
    Experiment(
        "heap-angle",
        "The slope of the heap that dice make which are poured on one place of a table",
        "deg",
        "none: a cone has a mean height of a quarter of its own, a mean distance from its axis of half its radius",
        _heap_angle,
        None,
        {
            "dice": Condition(100.0, 20.0, 281.0, "how many"),
            "drop_edges": Condition(12.5, 8.0, 30.0, "from how high, in edges"),
        },
        ("friction", "friction_table"),
        upper_limit=lambda values: 90.0,
        converges=False,
    ),
    Experiment(
        "slide-agreement",
        "How often a column slides as the rules say when a die is pulled from a random heap",
        "1",
        "1: always",
        _slide_agreement,
        lambda scene, values: 1.0,
        {"pulls": Condition(20.0, 1.0, 400.0, "how often")},
        ("friction",),
        tolerance=0.05,
        caveat="The supports of a column stand steps of p - 1 above one another. A die climbs them without speed while "
        "the tangent of the step's angle and that of friction together are below 1/2: up to mu = 0.4 at the pitch of "
        "scene pyramid, which is taken here.",
        finer=2,
        converges=False,
    ),
)
