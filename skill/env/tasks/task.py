"""What a dexterity task is, how its attempts begin, and what varies from one to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fnmatch import fnmatch
from functools import cache
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from skill.env.tasks import exercises
from skill.env.tasks.exercises import Beginning
from skill.errors import FileError, UnknownName
from skill.files import fault_words, read_toml
from skill.lattice.reading import Reading
from skill.rules.game import AttemptSpec

FILE = Path(__file__).with_name("tasks.toml")
ONCE = "-once"
"""How the name of a task ends in which one action is the whole attempt."""
DRAWS = 1000
"""Moves of chance and of random players that a game may make until it asks for an attempt."""

Factors = Mapping[str, tuple[float, float]]
"""Between which two factors a number of the scene is multiplied, by its dotted key; a star stands for any table."""


class Task(BaseModel):
    """One task, as its table in `tasks.toml` says: an exercise or what a game first asks of hands."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    title: str = Field(min_length=1)
    exercise: str = ""
    game: str = ""
    options: dict[str, str | int | float] = {}
    level: Annotated[int, Field(ge=1, le=5)]
    horizon_s: float = Field(gt=0)
    planner: str = ""
    enough: float | None = None
    near: float | None = None
    stock: int | None = None
    single_shot: bool = False
    variation: dict[str, list[float]] = {}

    @property
    def once(self) -> bool:
        """Whether one action is the whole attempt."""
        return self.name.endswith(ONCE)

    @property
    def id(self) -> str:
        """Its name in gymnasium: `Skillbox/HopFar-v0`."""
        return f"Skillbox/{''.join(part.capitalize() for part in self.name.split('-'))}-v0"

    @property
    def factors(self) -> Factors:
        """What varies."""
        return {key: (low, high) for key, (low, high) in self.variation.items()}

    def begin(self, rng: Random) -> Beginning:
        """The attempt that the generator draws."""
        if self.exercise:
            beginning: Beginning = getattr(exercises, self.exercise)(rng)
            return beginning
        return Beginning(self._judged(_first_attempt(self, rng)))

    def _judged(self, spec: AttemptSpec) -> AttemptSpec:
        """What a game asks for with the success that the task says."""
        if self.stock is not None:
            spec = spec._replace(hand=spec.hand[: self.stock])
        if self.enough is not None:
            return _for_points(spec, self.enough)
        return spec if self.near is None else _to_within(spec, self.near)


def _for_points(spec: AttemptSpec, enough: float) -> AttemptSpec:
    """Success is a score of `enough`."""
    score = spec.score
    assert score is not None

    def goal(reading: Reading) -> bool:
        return score(reading) >= enough

    def distance(reading: Reading) -> float:
        return max(0.0, spec.distance(reading) + enough)

    return spec._replace(goal=goal, distance=distance)


def _to_within(spec: AttemptSpec, near: float) -> AttemptSpec:
    """Success is an end as near as that."""

    def goal(reading: Reading) -> bool:
        return spec.goal(reading) and spec.distance(reading) <= near

    def failed(reading: Reading) -> bool:
        return spec.failed(reading) or (reading.settled and spec.goal(reading) and spec.distance(reading) > near)

    return spec._replace(goal=goal, failed=failed)


def _first_attempt(task: Task, rng: Random) -> AttemptSpec:
    """What the game of a task first asks of hands; until then chance and random players make its moves."""
    from skill.rules.catalogue import find_game
    from skill.table.match import Match

    game = find_game(task.game)
    options = game.options_from(task.options)
    players = game.seats(options)[0]
    match = Match(game, players, options, ["random"] * players, rng.getrandbits(31))
    for _ in range(DRAWS):
        if isinstance(match.turn, AttemptSpec):
            return match.turn
        match.step()
    raise UnknownName(
        "task {name}: {game} asks for no attempt within {draws} moves", name=task.name, game=game.slug, draws=DRAWS
    )


@cache
def all_tasks() -> dict[str, Task]:
    """All tasks by name, in the order of their file; one with single shots is followed by its single decision.

    Raises `FileError` naming file, key, value and what was expected.
    """
    tables = read_toml(FILE)
    usual = tables.pop("variation", {})
    found = {}
    for name, table in tables.items():
        task = _task({"name": name, "variation": usual, **table}, name)
        found[name] = task
        if task.single_shot:
            found[name + ONCE] = task.model_copy(
                update={"name": name + ONCE, "title": f"{task.title}, in one decision"}
            )
    return found


def _task(data: dict[str, Any], name: str) -> Task:
    try:
        return Task.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        key = ".".join(map(str, (name, *fault["loc"])))
        raise FileError("{file}: {fault}", file=FILE, fault=fault_words(key, fault)) from None


def find_task(name: str) -> Task:
    """The task of that name or gymnasium id. Raises `UnknownName` with the nearest names."""
    tasks = all_tasks()
    by_id = {task.id: task for task in tasks.values()}
    plain = name.removeprefix("skill.env:") if isinstance(name, str) else repr(name)
    if plain in tasks:
        return tasks[plain]
    if plain in by_id:
        return by_id[plain]
    near = get_close_matches(plain, tasks, n=3, cutoff=0.4) or list(tasks)
    raise UnknownName("task {name}: expected one of {near}", name=repr(name), near=", ".join(near))


def checked_factors(scene: Any, factors: Any) -> Factors:
    """The factors of a variation, in the scene of a task. Raises `UnknownName` naming the key that is none of its
    numbers, or the factors that are not a least and a greatest one.
    """
    if not isinstance(factors, Mapping):
        raise UnknownName(
            "variation {variation}: expected True, False or factors by key, such as "
            '{{"material.friction": (0.5, 2.0)}}',
            variation=repr(factors),
        )
    known = [".".join(number) for number in _numbers(scene)]
    found = {}
    for pattern, bounds in factors.items():
        if not isinstance(pattern, str) or not any(_names(pattern, *key.split(".")) for key in known):
            raise UnknownName(
                "variation {key}: scene {scene} has no such number; expected one of {near}",
                key=repr(pattern),
                scene=scene.name,
                near=", ".join(get_close_matches(str(pattern), known, n=3, cutoff=0.4) or known),
            )
        try:
            low, high = map(float, bounds)
        except (TypeError, ValueError):
            low = high = nan
        if not 0 <= low <= high < inf:
            raise UnknownName(
                "variation {key} = {bounds}: expected the least and the greatest factor, such as (0.5, 2.0)",
                key=repr(pattern),
                bounds=repr(bounds),
            )
        found[pattern] = (low, high)
    return found


def varied(scene: Any, factors: Factors, rng: Random) -> dict[str, float]:
    """What a variation changes in a scene: by dotted key, drawn in the order of the factors.

    A number that the scene does not have, or that is 0 there, stays as it is.
    """
    changes: dict[str, float] = {}
    numbers = list(_numbers(scene))
    for pattern, (low, high) in factors.items():
        for table, key in numbers:
            part = getattr(scene, table)
            value = getattr(part, key)
            if _names(pattern, table, key) and value:
                changes[f"{table}.{key}"] = _bounded(part, key, value * rng.uniform(low, high))
    return changes


def _numbers(scene: Any) -> Iterator[tuple[str, str]]:
    """All numbers of a scene that are measured, not counted: table and key."""
    for table in type(scene).model_fields:
        part = getattr(scene, table)
        if isinstance(part, BaseModel):
            yield from ((table, key) for key in type(part).model_fields if isinstance(getattr(part, key), float))


def _names(pattern: str, table: str, key: str) -> bool:
    """Whether a dotted key, in which a star stands for any table, names a number."""
    table_like, _, wanted = pattern.rpartition(".")
    return wanted == key and fnmatch(table, table_like)


def _bounded(part: BaseModel, key: str, value: float) -> float:
    """A number within what the scene's format allows."""
    for rule in type(part).model_fields[key].metadata:
        value = max(value, getattr(rule, "ge", value))
        value = min(value, getattr(rule, "le", value))
    return value
