"""What every experiment of the laboratory answers, kept in `answered.txt`: predicted and simulated, with its usual
conditions and with each of them at another value. `python -m tests.physics.answered --write` after a change that is
meant.

The first line says with which numpy they were made: another one may round otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from skill.physics.lab import EXPERIMENTS, run
from skill.physics.lab.experiment import Experiment
from skill.physics.scene import load_scene
from skill.physics.versions import versions_here
from tests.digests import of_numpy

KEPT = of_numpy(Path(__file__).with_name("answered.txt"), versions_here()["numpy"])
QUICK = {
    "pyramid-energy": {"time_s": 1.0},
    "dice-fairness": {"rolls": 100.0},
    "slide-agreement": {"pulls": 1.0},
    "heap-angle": {"dice": 40.0},
}
"""Conditions under which long experiments take no second."""
OTHER = 0.2  # of the way from the usual value of a condition to its highest


def conditions(experiment: Experiment) -> Iterator[dict[str, float]]:
    """The usual ones, and for short experiments each at another value by itself."""
    quick = QUICK.get(experiment.name, {})
    yield quick
    if not quick:
        for name, each in experiment.conditions.items():
            yield {name: each.default + OTHER * (each.high - each.default)}


def answered(name: str) -> str:
    """What the experiment predicts and what is simulated, for each set of conditions."""
    experiment, scene = EXPERIMENTS[name], load_scene("lab")
    answers = [run(experiment, scene, given) for given in conditions(experiment)]
    predicted = ["-" if answer.predicted is None else f"{answer.predicted:.5g}" for answer in answers]
    return ", ".join(f"{told} {answer.simulated:.4g}" for told, answer in zip(predicted, answers, strict=True))


if __name__ == "__main__":
    KEPT.main({name: answered(name) for name in EXPERIMENTS})
