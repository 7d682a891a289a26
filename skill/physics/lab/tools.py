"""What tools do to a die: the jet of a mouth, the blow of a finger."""

from __future__ import annotations

from math import erf, log, pi, radians, sqrt, tan

from skill.physics.lab.experiment import Condition, Experiment, Values, dice_on_table, lab_scene, step_sample
from skill.physics.lab.moving import BEYOND, ONE_POINT, predicted_slide_mm, simulated_slide_mm, slides_flat
from skill.physics.scene import Breath, Flick, Scene, load_scene
from skill.physics.tools.breath import EDGE_OF_CONE, BreathTool, blow_at
from skill.physics.tools.launch import impact

HEIGHT = 20.0  # edges above the table at which a die hangs that is blown at
AIM_S = 4.0  # in which the head is where it is to blow from


def _breath() -> Breath:
    """The mouth of game 02."""
    breath = load_scene("dune").breath
    assert breath is not None
    return breath


def _jet_force(scene: Scene, values: Values) -> float:
    """What the strongest breath gives a weightless die, one face square to the jet, N."""
    hanging = lab_scene(scene, "none", gravity_m_s2=0.0).model_copy(update={"breath": _breath()})
    die, edge, engine = (0.0, 0.0, HEIGHT), scene.dice.edge_m, hanging.engine
    mouth = (-values["distance_mm"] / 1000 / edge - 0.5, 0.0, HEIGHT)
    world, tool = dice_on_table(hanging, die), BreathTool(hanging, None)
    tool.aim(blow_at(die, mouth, 0.0))
    for _ in range(round(AIM_S * engine.sample_hz)):
        step_sample(world, tool)
    tool.aim(blow_at(die, mouth, 1.0))
    step_sample(world, tool)
    return world.body(0).velocity[0] * edge * engine.sample_hz * scene.die_kg


def _jet_force_predicted(scene: Scene, values: Values) -> float:
    """Drag coefficient times the jet's dynamic pressure, which is Gaussian across it, over a face."""
    breath, edge, reached = _breath(), scene.dice.edge_m, values["distance_mm"] / 1000
    spread = tan(radians(breath.cone_deg)) / sqrt(log(1 / EDGE_OF_CONE) / log(2))
    core = breath.lips_m * sqrt(log(2) / 2) / spread
    reached = max(reached, core)
    narrow = log(4) / (spread * reached) ** 2
    face = pi / narrow * erf(edge / 2 * sqrt(narrow)) ** 2
    return breath.drag_coefficient * breath.blow_max_pa * (core / reached) ** 2 * face


def _finger() -> Flick:
    """The finger of game 07."""
    finger = load_scene("flickers").flick
    assert finger is not None
    return finger


def _flick_distance(scene: Scene, values: Values) -> float:
    """How far a die slides that is flicked on the middle of a face, mm."""
    return simulated_slide_mm(scene, *impact(scene, _finger(), values["speed_m_s"], (1.0, 0.0, 0.0), (-0.5, 0.0, 0.0)))


def _flick_distance_predicted(scene: Scene, values: Values) -> float:
    finger = _finger()
    share = finger.finger_kg / (finger.finger_kg + scene.die_kg)
    return predicted_slide_mm(scene, (1 + finger.finger_restitution) * values["speed_m_s"] * share)


EXPERIMENTS = (
    Experiment(
        "jet-force",
        "How hard the strongest breath pushes a die at a distance from the lips",
        "N",
        "C p (B d / x)^2 over a face, Gaussian across the jet",
        _jet_force,
        _jet_force_predicted,
        {"distance_mm": Condition(100.0, 40.0, 300.0, "from the lips to the face")},
    ),
    Experiment(
        "flick-distance",
        "How far a die slides on a table that a finger flicks",
        "mm",
        "v^2 / (2 mu g), v = (1 + e) u M / (M + m) from a finger of mass M at speed u",
        _flick_distance,
        _flick_distance_predicted,
        {"speed_m_s": Condition(0.6, 0.1, 1.5, "of the finger")},
        ("friction_table",),
        tolerance=0.03,
        holds=slides_flat,
        beyond=BEYOND,
        caveat=ONE_POINT,
        finer=4,
    ),
)
