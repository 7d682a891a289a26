"""Simulated experiments for many materials: in parallel, each finished one kept in a journal, so that none is lost.

The journal is a text file beside the measurements: a line for each finished evaluation, a JSON object with what was
asked and what came of it. A tuner that is stopped and started again finds there what it has done and goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from skill.errors import Unavailable
from skill.physics.lab import find_experiment
from skill.physics.scene import Material, Scene, load_scene

Values = Mapping[str, float]


class Question(NamedTuple):
    """One experiment with one material."""

    experiment: str
    conditions: tuple[tuple[str, float], ...]
    material: tuple[tuple[str, float], ...]
    """What differs from the base material."""

    @property
    def key(self) -> str:
        """Its line in the journal, without the answer."""
        return json.dumps([self.experiment, self.conditions, self.material])


def ask(base: Material, question: Question) -> float:
    """The answer of the simulated world."""
    material = base.model_copy(update=dict(question.material))
    return find_experiment(question.experiment).simulate(_scene_with(material), dict(question.conditions))


def _scene_with(material: Material) -> Scene:
    return load_scene("lab").model_copy(update={"material": material})


class Evaluator:
    """Answers questions, from the journal or by simulation on `jobs` processes or a Dask cluster.

    `on_done` is called after each answer. Raises `Unavailable` without dask for a cluster address.
    """

    def __init__(
        self,
        base: Material,
        journal: Path | None = None,
        jobs: int = 1,
        cluster: str | None = None,
        on_done: Callable[[], Any] = lambda: None,
    ) -> None:
        self._base, self._journal, self._jobs = base, journal, jobs
        self._cluster, self._on_done = cluster, on_done
        self._known: dict[str, float] = {}
        self.simulated = 0
        """Questions that were not in the journal."""
        if journal is not None and journal.is_file():
            self._known.update(_read(journal, base))

    def answers(self, questions: Sequence[Question]) -> list[float]:
        """The answers, in the order of the questions; each is in the journal before the next one counts."""
        new = {question.key: question for question in questions if question.key not in self._known}
        with self._open() as file:
            for key, value in zip(new, self._spread(list(new.values())), strict=True):
                self._known[key] = value
                self.simulated += 1
                if file is not None:
                    file.write(json.dumps({"ask": json.loads(key), "base": _name(self._base), "answer": value}) + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                self._on_done()
        return [self._known[question.key] for question in questions]

    def _open(self) -> AbstractContextManager[Any]:
        return nullcontext() if self._journal is None else self._journal.open("a", encoding="utf-8")

    def _spread(self, questions: list[Question]) -> Iterator[float]:
        if not questions:
            return iter(())
        if self._jobs == 1 and self._cluster is None:
            return (ask(self._base, question) for question in questions)
        from joblib import Parallel, delayed

        work = [delayed(ask)(self._base, question) for question in questions]
        if self._cluster is None:
            return iter(Parallel(n_jobs=self._jobs, return_as="generator")(work))
        return self._on_cluster(work)

    def _on_cluster(self, work: list[Any]) -> Iterator[float]:
        try:
            from distributed import Client
        except ImportError:
            raise Unavailable("a cluster needs dask: pip install 'skillbox[cluster]'") from None
        from joblib import Parallel, parallel_config

        try:
            client: Any = Client(self._cluster, timeout=10)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError) as error:
            raise Unavailable(f"--cluster {self._cluster}: no Dask scheduler answers there: {error}") from None
        with client, parallel_config(backend="dask"):
            yield from Parallel()(work)


def _name(base: Material) -> str:
    """The base material as the journal names it: answers for another one are not used."""
    return sha256(base.model_dump_json().encode()).hexdigest()[:16]


def _read(journal: Path, base: Material) -> Iterator[tuple[str, float]]:
    for line in journal.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:  # cut off in the middle of a line
            continue
        if entry.get("base") == _name(base):
            yield json.dumps(_tuples(entry["ask"])), float(entry["answer"])


def _tuples(asked: Any) -> Any:
    return [asked[0], *(tuple(map(tuple, part)) for part in asked[1:])]
