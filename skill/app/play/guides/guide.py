"""A guided match: a few steps, each with an instruction and a test whether it was done. No pygame.

A step that waits for something ends as soon as that has happened; any step can be skipped. A step that explains what
others did stays until the person goes on, with the match or to the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from skill.app.i18n import tr
from skill.app.input import actions
from skill.app.input.device import Device
from skill.app.input.key_names import key_names
from skill.app.play.attempts.runner import Purpose
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.bots.registry import HUMAN
from skill.lattice.cells import LEVEL
from skill.rules.catalogue import find_game

if TYPE_CHECKING:
    from skill.app.play.control import MatchControl

LEANS = 0.25  # of the greatest lean, from which on a plate clearly leans
READ = "read"
ACTED, COUNTS = "acted", "counts"
ANSWERED = "answered"


class Step(NamedTuple):
    """What to do now."""

    text: str
    """In plain words; `{undo}` stands for the key of that act."""
    until: str = READ
    """What is waited for: a name of `HAPPENED`, or `READ` where the player says when to go on."""
    by_keys: str = ""
    """The same to somebody who plays by keys, where `text` speaks of the pointer."""


class Guide(NamedTuple):
    """A match and its steps."""

    place: int
    """In the list of guides, the lowest first."""
    title: str
    game: str
    """Its slug."""
    players: int
    options: Mapping[str, object]
    seats: tuple[str, ...]
    seed: int
    steps: tuple[Step, ...]

    def setup(self) -> Setup:
        """The match that is played."""
        game = find_game(self.game)
        options = game.options_from({name: str(value) for name, value in self.options.items()})
        return Setup(game, self.players, options, self.seats, seed=self.seed)


class GuideRun:
    """A guide while its match is played, from the step with that number on. `follow` is called after every change."""

    def __init__(self, guide: Guide, control: MatchControl, number: int = 0) -> None:
        self.guide, self.control = guide, control
        self.number = number
        """Of the step, from 0; beyond the last one the guide is over."""
        self.own_before = 0
        """How many actions a person had made when the step began."""
        self.most = 0
        """How many there have been at once since then."""
        self._begin()

    @property
    def is_over(self) -> bool:
        """Whether all steps have been made, or skipped."""
        return self.number >= len(self.guide.steps)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.guide.steps[self.number]

    def text(self, device: Device, step: Step | None = None) -> str:
        """What a step, by default that which is shown, says to somebody who plays with that, with the keys in use."""
        step = step or self.step
        groups = (actions.EVERYWHERE, actions.CHOOSING, actions.TRYING, self.control.attempt.keys)
        is_pointing = device is Device.POINTER or not step.by_keys
        return tr(step.text if is_pointing else step.by_keys).format_map(key_names(groups, device))

    @property
    def own(self) -> int:
        """How many actions people have made that were not taken back."""
        match = self.control.runtime.match
        return sum(line.by is not None and match.seats[line.by - 1] == HUMAN for line in match.played)

    def follow(self) -> bool:
        """Goes on past every step that has been made, whichever was shown, and ends with the match; whether it did."""
        if not self.is_over and self.control.runtime.phase is Phase.OVER:
            self.number = len(self.guide.steps)
            return True
        self.most = max(self.most, self.own)
        if (made := self._made()) is None:
            return False
        self.go_on(made)
        return True

    def go_on(self, made: int | None = None) -> None:
        """The step after the one with the number `made`, by default that which is shown, whether it was made or not."""
        self.number = (self.number if made is None else made) + 1
        self._begin()

    def _made(self) -> int | None:
        """The last step that has been made, from the one that is shown on. An action of a person makes the next of the
        steps that wait for one, and no other.
        """
        made, has_acted = None, False
        for number, step in enumerate(self.guide.steps[self.number :], self.number):
            is_action = step.until in (ACTED, ANSWERED)
            if step.until != READ and not (is_action and has_acted) and HAPPENED[step.until](self):
                made = number
            has_acted |= is_action
        return made

    @property
    def is_practice(self) -> bool:
        """Whether whoever begins an attempt now means to practise: a later step leads to the one that counts."""
        return any(step.until == COUNTS for step in self.guide.steps[self.number + 1 :])

    def _begin(self) -> None:
        self.own_before = self.most = self.own


def _has_acted(run: GuideRun) -> bool:
    return run.own > run.own_before


def _has_taken_back(run: GuideRun) -> bool:
    return run.own < run.most


def _is_filled(run: GuideRun) -> bool:
    return any(LEVEL[cell] > 0 for cell, _ in run.control.runtime.match.pyramid)


def _tries(run: GuideRun) -> bool:
    attempts = run.control.runtime.attempts
    return attempts.running is not None and attempts.purpose is not Purpose.REPLAY


def _counts(run: GuideRun) -> bool:
    return _tries(run) and run.control.runtime.attempts.purpose is Purpose.MATCH


def _leans(run: GuideRun) -> bool:
    gauge = run.control.attempt.gauge(0.0)
    return gauge is not None and gauge.dial is not None and hypot(*gauge.dial) > LEANS


def _has_hopped(run: GuideRun) -> bool:
    reached = run.control.attempt.cells()
    return reached is not None and not reached <= run.control.attempt.start_cells()


def _is_home(run: GuideRun) -> bool:
    match, reached = run.control.runtime.match, run.control.attempt.cells()
    goals = () if match.seat is None else match.game.goal_cells(match.state, match.seat)
    return bool(reached and reached & set(goals))


HAPPENED: Mapping[str, Callable[[GuideRun], bool]] = {
    ACTED: _has_acted,
    ANSWERED: _has_acted,
    "taken back": _has_taken_back,
    "filled": _is_filled,
    "tries": _tries,
    COUNTS: _counts,
    "leans": _leans,
    "hopped": _has_hopped,
    "home": _is_home,
}
"""What a step can wait for: an action of the player, one after the answer of the others, an action taken back, a die
that came by itself; an attempt, one that counts; a plate that leans, a die in another funnel, a die on a goal."""
