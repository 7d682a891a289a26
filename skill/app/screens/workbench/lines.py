"""The workbench's form: its worlds, their numbers and the experiment as lines.

Scenes and experiments keep, in every language, the names that users type, with spaces instead of hyphens; their titles
stand below. The tables of a scene, such as its tools, have translated names.
"""

from __future__ import annotations

from skill.app.i18n import number_text, tr
from skill.app.lab.labels import label_of, spelt
from skill.app.lab.live_world import LiveWorld, alternatives
from skill.app.lab.workbench import WorkbenchController
from skill.app.widgets.form import Line

SIDES = ("one", "two")
SCENARIO_TEXTS = {"pour": "poured", "tilt": "on a rocking plate", "heap": "in a heap"}


def number_lines(workbench: WorkbenchController) -> list[Line]:
    """The choices and numbers of the chosen world."""
    world = workbench.world
    lines = [
        Line("scene", tr("Scene"), spelt(world.scene_name), tr(world.scene.title)),
        Line(
            "scenario",
            tr("Dice are"),
            tr(SCENARIO_TEXTS[world.scenario]),
            tr("How dice come into the world, and what it does with them by itself."),
        ),
        Line(
            "sides",
            tr("Worlds"),
            tr(SIDES[workbench.has_two], context="worlds"),
            tr("Two: the same dice with other numbers, one below."),
        ),
    ]
    if workbench.has_two:
        which = (tr("upper"), tr("lower"))[workbench.side]
        lines.append(
            Line("side", tr("World to change"), which, tr("The one of the two whose numbers are shown and changed."))
        )
    lines.append(
        Line("material", tr("Material"), material_text(world), tr("All numbers of a material that is known, at once."))
    )
    about = tr("The part of the scene whose numbers follow: material, dice, plate, tool or how exactly it is computed.")
    lines.append(Line("part", tr("Numbers shown"), tr(workbench.part), about))
    for choice in alternatives(world.scene, workbench.part):
        label = tr(label_of(choice.key.split(".")[-1]))
        lines.append(Line(choice.key, label, tr(choice.value), tr(choice.help)))
    for number in world.parameters(workbench.part):
        text = f"{number.value:.0f}" if number.is_whole else number_text(number.value, ".3g")
        span = (number.low, number.high)
        lines.append(Line(number.key, tr(number.label), text, tr(number.help), number.value, span, number.is_whole))
    return lines


def experiment_lines(workbench: WorkbenchController) -> list[Line]:
    """The experiment and what it is swept along."""
    experiment = workbench.experiment
    theory = tr("Theory: {theory}", theory=tr(experiment.theory))
    title = tr(experiment.title) if experiment.unit == "1" else f"{tr(experiment.title)}, {tr(experiment.unit)}"
    beyond = f". {tr(experiment.beyond)}" if experiment.beyond else ""
    about = tr("The curves are theory, the dots what the simulation does.")
    return [
        Line("experiment", tr("Experiment"), tr(spelt(experiment.name)), f"{title}. {theory}{beyond}"),
        Line("axis", tr("Along"), tr(label_of(workbench.axis.name)), about),
    ]


def material_text(world: LiveWorld) -> str:
    """The name of a world's material, or where it comes from."""
    return spelt(world.material_name) or (tr("the scene's own") if world.has_own_material else tr("changed"))
