"""The workbench's form: its worlds, their numbers and the experiment as lines.

Names of scenes, materials and experiments are shown as they are typed on the command line, in every language; what a
table of a scene is called, such as a tool, is a word.
"""

from __future__ import annotations

from skill.app.i18n import number_text, tr
from skill.app.lab.live_world import LiveWorld, alternatives
from skill.app.lab.workbench import WorkbenchController
from skill.app.widgets.form import Line

SIDES = ("one", "two")
SCENARIO_TEXTS = {"pour": "poured", "tilt": "on a rocking plate", "heap": "in a heap"}


def number_lines(workbench: WorkbenchController) -> list[Line]:
    """The choices and numbers of the chosen world."""
    world = workbench.world
    lines = [
        Line("scene", tr("Scene"), world.scene_name, tr("What everything is taken from at first.")),
        Line("scenario", tr("Dice are"), tr(SCENARIO_TEXTS[world.scenario]), tr("What happens by itself.")),
        Line(
            "sides",
            tr("Worlds"),
            tr(SIDES[workbench.has_two], context="worlds"),
            tr("Two: the same dice with other numbers, one below."),
        ),
    ]
    if workbench.has_two:
        which = (tr("upper"), tr("lower"))[workbench.side]
        lines.append(Line("side", tr("Change the"), which, tr("The world that the sliders change.")))
    lines.append(Line("material", tr("Material"), material_text(world), tr("Taken whole.")))
    lines.append(Line("part", tr("Numbers of"), tr(workbench.part), tr("The part of the scene below.")))
    for choice in alternatives(world.scene, workbench.part):
        label = tr(readable(choice.key.split(".")[-1]))
        lines.append(Line(choice.key, label, tr(choice.value), tr(choice.help)))
    for number in world.parameters(workbench.part):
        text = f"{number.value:.0f}" if number.is_whole else number_text(number.value, ".3g")
        span = (number.low, number.high)
        lines.append(Line(number.key, tr(number.label), text, tr(number.help), number.value, span, number.is_whole))
    return lines


def experiment_lines(workbench: WorkbenchController) -> list[Line]:
    """The experiment and what it is swept along."""
    theory = tr("Theory: {theory}", theory=tr(workbench.experiment.theory))
    about = tr("The curves are theory, the dots what the simulation does.")
    return [
        Line("experiment", tr("Experiment"), workbench.experiment.name, theory),
        Line("axis", tr("Along"), tr(readable(workbench.axis.name)), about),
    ]


def material_text(world: LiveWorld) -> str:
    """The name of a world's material, or where it comes from."""
    return world.material_name or (tr("the scene's own") if world.has_own_material else tr("changed"))


def readable(name: str) -> str:
    """A name from a file as words, `friction table`."""
    return name.replace("_", " ")
