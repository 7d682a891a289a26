"""Simulated experiments for many materials, in parallel; each finished one is kept in a journal, so that none is lost.

The journal is a text file beside the measurements: a line for each finished evaluation. A tuner that is stopped and
started again finds there what it has done and goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from skill import __version__
from skill.answers import Answers
from skill.errors import Words
from skill.jobs import spread
from skill.physics.lab import find_experiment, run, varied
from skill.physics.scene import Scene
from skill.tune.tosses import Toss


class Question(NamedTuple):
    """One experiment with one material."""

    experiment: str
    conditions: tuple[tuple[str, float], ...]
    material: tuple[tuple[str, float], ...]
    """What differs from the material and the plate of the scene."""

    @property
    def key(self) -> str:
        """Its line in the journal, without the answer."""
        return json.dumps([self.experiment, self.conditions, self.material])


class TossQuestion(NamedTuple):
    """How far a toss is from one of a cube of one material."""

    toss: Toss
    digest: str
    """Of the toss."""
    material: tuple[tuple[str, float], ...]

    @property
    def key(self) -> str:
        """Its line in the journal, without the answer."""
        return json.dumps(["toss", self.digest, self.material])


def ask(scene: Scene, question: Question | TossQuestion) -> float:
    """The answer of the simulated world."""
    changed = varied(scene, dict(question.material))
    if isinstance(question, TossQuestion):
        return question.toss.apart(changed)
    return run(find_experiment(question.experiment), changed, dict(question.conditions)).simulated


class Answering(Protocol):
    """Whatever answers questions."""

    def answers(self, questions: Sequence[Question | TossQuestion]) -> list[float]:
        """The answers, in the order of the questions."""


class ClosedForms:
    """Answers by the closed forms of the experiments, at next to no cost."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def answers(self, questions: Sequence[Question | TossQuestion]) -> list[float]:
        """The answers, in the order of the questions, all of experiments that have a closed form."""
        return [self._answer(question) for question in questions]

    def _answer(self, question: Question | TossQuestion) -> float:
        assert isinstance(question, Question)
        predict = find_experiment(question.experiment).predict
        assert predict is not None
        return predict(varied(self._scene, dict(question.material)), dict(question.conditions))


def _keyed(scene: Scene, question: Question | TossQuestion) -> tuple[str, float]:
    return question.key, ask(scene, question)


class Evaluator:
    """Answers questions, from the journal or by simulation on `jobs` processes or a Dask cluster.

    Before it simulates it calls `on_start` with how many answers are not in the journal, and `on_done` after each.
    Raises `FileError` for a file that is no journal or cannot be written, `Unavailable` without dask for a cluster
    address or where no scheduler answers there.
    """

    def __init__(
        self,
        scene: Scene,
        journal: Path | None = None,
        jobs: int = 1,
        cluster: str | None = None,
        on_start: Callable[[int], Any] = lambda count: None,
        on_done: Callable[[], Any] = lambda: None,
    ) -> None:
        self._scene, self._jobs, self._cluster = scene, jobs, cluster
        self._on_start, self._on_done = on_start, on_done
        self._answers = Answers(journal, _name(scene), Words("a tuner"), '["')
        self.simulated = 0
        """Questions that were not in the journal."""
        self.found = len(self._answers.known)
        """Answers that were in the journal at the start."""

    def answers(self, questions: Sequence[Question | TossQuestion]) -> list[float]:
        """The answers, in the order of the questions; each is in the journal as soon as it is there."""
        known = self._answers.known
        new = {question.key: question for question in questions if question.key not in known}
        self._on_start(len(new))
        answer = partial(_keyed, self._scene)
        asked = spread(answer, list(new.values()), self._jobs, self._cluster, in_order=False)
        with self._answers.kept(), closing(asked) as found:
            for key, value in found:
                self._answers.keep(key, value)
                self.simulated += 1
                self._on_done()
        return [known[question.key] for question in questions]


def _name(scene: Scene) -> str:
    """The scene as the journal names it: answers of another one, or of another version, are not used."""
    return sha256(f"{__version__} {scene.model_dump_json()}".encode()).hexdigest()[:16]
