"""The search among pulses: which of some is given, where each reaches the goal and loses a die every so often."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from skill.bots.planners import Sample
from skill.bots.planners.shared.pulse_search import (
    FRUITLESS,
    SearchSettings,
    _best_pulse,
    _candidate_steps,
    searched_samples,
)
from skill.bots.planners.shared.rehearsals import Outcome, Piece
from skill.lattice.cells import COORDS, NUMBER_OF, parse_cell
from skill.lattice.notation import parse_position
from skill.lattice.reading import Reading
from skill.physics.attempt import AttemptRun
from skill.physics.scene import load_scene
from tests.bots.planners.tries import ticked
from tests.engines import of_any_engine
from tests.rules.readings import lying, reading, standing

pytestmark = of_any_engine

TO_GO = 4.0  # steps to the goal, which here is in the place of the time
SETTINGS = SearchSettings(candidates=12, tremors=48, goal_bonus=6.0)


class Often(NamedTuple):
    """A pulse that reaches the goal once in `wins` rehearsals, and loses a die once in `losses`; 0: never."""

    wins: int
    losses: int = 0
    acting: int = 1

    def samples(self) -> list[Sample]:
        return [(float(self.wins), float(self.losses))]

    def varied(self, rng: Random) -> Often:
        return self


class Told:
    """Rehearsals that come out as their pulses say, the goal first."""

    def __init__(self, before: Reading) -> None:
        self._before = before
        self._number: dict[tuple[Sample, ...], count[int]] = {}

    def of(self, state: Any, pieces: list[Piece]) -> list[Outcome]:
        return [self._one(piece) for piece in pieces]

    def _one(self, piece: Piece) -> Outcome:
        number = next(self._number.setdefault(tuple(piece.samples), count()))
        wins, losses = map(int, piece.samples[0])
        is_won, is_lost = bool(wins) and number % wins == 0, bool(losses) and number % losses == losses - 1
        after = self._before.replace(time_s=0.0 if is_won else TO_GO)
        return Outcome(not is_lost, after)


class Rolled(Told):
    """Rehearsals in which a die goes a step along the rim or within it, and the goal is one step nearer."""

    def __init__(self, before: Reading, *, at_rim: bool) -> None:
        super().__init__(before)
        self._end = (4.0, 0.0, 4.0) if at_rim else (5.0, 1.0, 2.0)

    def _one(self, piece: Piece) -> Outcome:
        is_whole, after = super()._one(piece)
        first, *others = after.dice
        moved = first._replace(at=self._end, cell=NUMBER_OF[tuple(map(int, self._end))])  # type: ignore[index]
        return Outcome(is_whole, after.replace(time_s=TO_GO - 1, dice=(moved, *others)))


def chosen(*pulses: Often, told: Callable[[Reading], Told] = Told, start: str = "R413 R332", **settings: Any) -> Any:
    """What is given where these are drawn in turn, and how many were."""
    attempt = AttemptRun(load_scene("dune"), parse_position(start))
    before = attempt.reading().replace(time_s=TO_GO)
    attempt.close()
    running: Any = SimpleNamespace(reading=lambda: before, state=lambda: None)
    drawn = count()
    found = _best_pulse(
        running,
        told(before),  # type: ignore[arg-type]
        lambda reading: reading.time_s,
        Random(1),
        lambda *_: pulses[next(drawn) % len(pulses)],
        SETTINGS._replace(**settings),
        [],
    )
    return found, next(drawn)


def test_the_first_that_helps_is_given_unless_its_chance_is_to_be_better() -> None:
    seldom, often = Often(12), Often(3)
    assert chosen(seldom, often)[0] == seldom
    assert chosen(seldom, often, good_chance=0.2) == (often, 4)  # a batch is drawn at a time
    found, drawn = chosen(seldom, Often(9), good_chance=0.2)
    assert found == Often(9) and drawn == SETTINGS.candidates  # where none is as good, all are tried


@pytest.mark.parametrize("name", ["233", "422", "341"])
def test_a_die_that_stands_askew_may_go_where_one_in_that_funnel_may(name: str) -> None:
    """It is in no cell, but the steps are those from the nearest, and onto the same dice."""
    others, cell = standing("413 323 332"), parse_cell(name)
    i, j, k = COORDS[cell]
    (straight,), askew = standing(name), lying((i + 0.2, j - 0.3, k + 0.1))
    found = [_candidate_steps(reading(others, last), lambda _: 1.0) for last in ([straight], askew)]  # all alike
    steps = [{step.step for step in some if step.die == len(others)} for some in found]
    assert steps[0] == steps[1] and steps[0]


def test_one_that_loses_dice_is_given_only_where_it_wins_far_oftener() -> None:
    risky = Often(3, 13)  # 16 goals in 48 rehearsals, and 3 dice lost
    assert chosen(risky, wins_a_loss=3)[0] == risky
    assert chosen(risky, wins_a_loss=8)[0] is None
    assert chosen(Often(3), wins_a_loss=8)[0] == Often(3)


@pytest.mark.parametrize(
    ("at_rim", "losses", "is_given"), [(False, 0, True), (False, 20, True), (True, 0, True), (True, 20, False)]
)
def test_what_moves_a_die_in_the_outermost_funnels_is_tried_further_before_it_is_given(
    at_rim: bool, losses: int, is_given: bool
) -> None:
    """That one rehearsal of twenty loses a die is seen in thirty further ones alone."""
    found, _ = chosen(Often(0, losses), told=partial(Rolled, at_rim=at_rim), few_tremors=6, rim_tremors=30)
    assert (found is not None) == is_given


@pytest.mark.parametrize(("sleep", "is_given"), [(True, True), (False, False)])
def test_where_dice_do_not_sleep_one_that_stays_in_the_outermost_funnels_may_fall_too(
    sleep: bool, is_given: bool
) -> None:
    """The one in 800 is not moved."""
    told = partial(Rolled, at_rim=False)
    found, _ = chosen(Often(0, 20), told=told, start="R413 R800", sleep=sleep, few_tremors=6, rim_tremors=30)
    assert (found is not None) == is_given


class Idle(NamedTuple):
    """A pulse of hands that do nothing."""

    rest: Sample
    acting: int = 2

    def samples(self) -> list[Sample]:
        return [self.rest] * 2

    def varied(self, rng: Random) -> Idle:
        return self


def test_hands_that_move_no_die_give_up() -> None:
    attempt = AttemptRun(load_scene("dune"), parse_position("R413 R332"))
    idle, settings = Idle(attempt.toolset.rest), SearchSettings(candidates=3)
    asked = searched_samples(lambda _: TO_GO, attempt, 1, lambda *_: idle, settings)
    assert len(ticked(attempt, asked).trace.samples) == FRUITLESS - 1
    attempt.close()
