"""Hands: what does a person reach who plays games of skill with the pointer, by a strategy that a child could follow?

The persons are those of `tests/app/persons`: they see what the picture shows a fifth of a second late, move the pointer
in strokes that end a few pixels off, and act through the input of the application alone. Told is, level by level, what
each has reached, and of whole matches whether they came to their end, in how many turns, and how much was done by
accident: throws that did not leave the hand, claims that came too early, clicks that meant another place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmarks.harness import Plot, Row, ours
from skill.bots.registry import HUMAN
from skill.rules.catalogue import find_game
from skill.rules.games.trulla import LADLE
from skill.rules.options import AS_THE_SCENE
from skill.table.match import Match
from tests.app.persons import fingers, gathering, matches, pouring, tilting
from tests.app.persons.aiming import flickers
from tests.app.persons.person import Over, Person

LEVELS = ("easy", "book")
PLOT = Plot("reached %")
SEEDS, FEW = 10, 1
CORNERS, GATHERED = 3, 4


class Task(NamedTuple):
    """What is to be reached in a game, and how a person goes about it."""

    case: str
    game: str
    play: Callable[[Person], float]
    """Plays; how much was reached."""
    least: float
    """How much is wanted."""
    options: Mapping[str, Any] = MappingProxyType({})
    """Those of the game, beside the level."""
    levels: tuple[str, ...] = LEVELS
    """Those at which it is asked for."""


def measure(quick: bool, only: str, material: str = AS_THE_SCENE) -> Iterator[Row]:
    """A row for each task and level: the mean of what was reached and how often that was enough; one for each match.

    All with dice and plate of a material.
    """
    for task in TASKS:
        for level in task.levels:
            if only in (case := f"{task.case}, {level}"):
                reached = [played(task, level, seed, material) for seed in range(1, 1 + (FEW if quick else SEEDS))]
                share = 100 * sum(one >= task.least for one in reached) / len(reached)
                figures = {"wanted": task.least, "mean": sum(reached) / len(reached), "of": len(reached)}
                yield Row(case, ours(), {**figures, "reached %": share}, " ".join(f"{one:g}" for one in reached))
    for slug, play, opponents, levels in MATCHES:
        for level in levels:
            if only in (case := f"{slug}, {level}") and not (quick and slug != "vain-guinea-fowl"):
                found = play(Person(begun(slug, level, 1, opponents, material=material), 1), 1)
                figures = {"turns": found.turns, "by accident": found.accidents, "reached %": 100 * found.is_over}
                yield Row(case, ours(), figures)


def played(task: Task, level: str, seed: int, material: str = AS_THE_SCENE) -> float:
    """How much a person with that seed reaches."""
    return task.play(Person(begun(task.game, level, seed, options=task.options, material=material), seed))


def begun(
    slug: str,
    level: str,
    seed: int,
    opponents: str = HUMAN,
    options: Mapping[str, Any] = MappingProxyType({}),
    material: str = AS_THE_SCENE,
) -> Match:
    """A match with as few seats as may be, the first of them a person's; of a game without levels `book` is the one."""
    game = find_game(slug)
    agreed = {"level": level, "material": material}
    agreed = {name: value for name, value in agreed.items() if any(option.name == name for option in game.all_options)}
    low, _ = game.players
    return Match(game, low, game.options_from({**options, **agreed}), (HUMAN, *[opponents] * (low - 1)), seed)


def attempted(person: Person, play: Callable[..., Any], *arguments: Any) -> Any:
    """One attempt, given up when the person stops; the attempt as it was when it ended."""
    come_to_a_seat(person)
    person.begin()
    running = person.runtime.attempts.running
    with suppress(Over):
        play(person, *arguments)
        person.runtime.attempts.give_up()
        while person.is_trying:
            person.wait(0.1)
    return running


def come_to_a_seat(person: Person) -> None:
    """Lets chance do what comes before anybody's turn."""
    while person.runtime.match.seat is None:
        person.runtime.match.step()


def score(person: Person) -> float:
    """What the last attempt was worth in a game of attempts for points."""
    match: Any = person.runtime.match
    return float(match.game.partial(match.played[-1].action, match.record.options))


def mikado(person: Person) -> float:
    """Dice taken before the top gave way."""
    attempted(person, fingers.mikado, 5)
    return score(person)


def emag(person: Person) -> float:
    """Dice in the tower that stood for three seconds."""
    attempted(person, fingers.emag, 6)
    return score(person)


def faraday(person: Person) -> float:
    """Dice in corners in the best of some attempts, of which the first that succeeds is the last."""
    best = 0.0
    while person.runtime.match.result is None and best < CORNERS:
        attempted(person, tilting.faraday)
        best = max(best, score(person))
    return best


def gathered(person: Person, play: Callable[[Person], None] = gathering.small_pyramid) -> float:
    """Dice that came together in the best of some attempts, of which the first that succeeds is the last."""
    best = 0.0
    while person.runtime.match.result is None and best < GATHERED:
        attempted(person, play)
        best = max(best, score(person))
    return best


def blown(person: Person) -> float:
    """As `gathered`, by blowing."""
    return gathered(person, gathering.blown_together)


def flicked(person: Person) -> float:
    """Flicks of five, by both seats in turn, after which all dice are on the plate."""
    landed = 0
    for _ in range(5):
        attempted(person, flickers)
        landed += not person.runtime.match.played[-1].action[5]
    return landed


def poured(person: Person) -> float:
    """Pours of five dice, of ten by both seats in turn, that touched nothing."""
    clean = 0
    for _ in range(10):
        come_to_a_seat(person)
        person.runtime.match.play(LADLE(5))
        ladle = attempted(person, pouring.trulla).toolset.find("ladle")
        clean += ladle.is_over and not ladle.has_touched  # all dice have left it
    return clean


TASKS = (
    Task("dice taken in Mikado", "dice-mikado", mikado, 5),
    Task("dice stacked in Emag", "emag", emag, 6),
    Task("dice in corners in Faraday, five attempts", "faraday", faraday, CORNERS, {"attempts": 5}),
    Task(
        "dice together in Dune, three attempts of five minutes",
        "dune",
        blown,
        GATHERED,
        {"attempts": 3, "time_limit": 300.0},
        ("easy",),
    ),
    Task("dice together in Coulomb, three attempts", "coulomb", gathered, GATHERED, {"attempts": 3}, ("easy",)),
    Task("dice landed of 5 in Flickers", "flickers", flicked, 3),
    Task("pours of 10 without touching in Trulla", "trulla", poured, 9),
)
MATCHES = (
    ("vain-guinea-fowl", matches.guinea_fowl, "greedy", ("book",)),
    ("malicious-pleasure", matches.malicious, HUMAN, LEVELS),
    ("dishing-up", matches.dishing, HUMAN, LEVELS),
)
