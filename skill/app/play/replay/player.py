"""Plays a record on its time line: time, speed, and steps from action to action. No pygame."""

from __future__ import annotations

from skill.app.cycle import cycled
from skill.app.play.replay.timeline import Moment, ReplayTimeline
from skill.draw.scene_view import SceneView, pyramid_view
from skill.errors import SkillboxError
from skill.lattice.pyramid import EMPTY

SPEEDS = (0.5, 1.0, 2.0, 4.0)
SAMPLES = 20  # of an attempt that are stepped in each frame, at most
BACK_S = 0.3  # after the beginning of an action, within which a step back leads to the one before


class ReplayPlayer:
    """The player of one timeline after another, at first of none: then an empty plate is seen."""

    def __init__(self) -> None:
        self.timeline: ReplayTimeline | None = None
        self.time_s = 0.0
        self.playing = False
        self.speed = 1.0

    def load(self, timeline: ReplayTimeline | None) -> None:
        """Puts another timeline, or none, in the place of the present one, which is closed."""
        if self.timeline:
            self.timeline.close()
        self.timeline, self.time_s, self.playing = timeline, 0.0, False

    @property
    def length_s(self) -> float:
        """Length of the timeline."""
        return self.timeline.length_s if self.timeline else 0.0

    @property
    def moment(self) -> Moment | None:
        """The moment that is seen; None without a timeline and on one without actions."""
        return self.timeline.moment_at(self.time_s) if self.timeline else None

    @property
    def view(self) -> SceneView:
        """What is seen."""
        return self.timeline.view(self.time_s) if self.timeline else pyramid_view(EMPTY)

    @property
    def is_ready(self) -> bool:
        """Whether an attempt has been stepped as far as the time that is to be seen."""
        return self.timeline is None or self.timeline.is_ready(self.time_s)

    # -- time

    def advance(self, elapsed_s: float) -> bool:
        """Lets time pass and steps attempts; whether anything changed. Raises `EngineError`, and stops then."""
        if self.timeline is None:
            return False
        has_changed = False
        if self.playing and self.is_ready:
            self.time_s = min(self.length_s, self.time_s + elapsed_s * self.speed)
            self.playing = self.time_s < self.length_s
            has_changed = True
        if self.playing or not self.is_ready:
            try:
                has_changed |= self.timeline.prepare(self.time_s, SAMPLES)
            except SkillboxError:
                self.playing = False
                raise
        return has_changed

    def seek(self, time_s: float) -> None:
        """Goes to a time, or to the end of the timeline that is nearer to it."""
        self.time_s = min(self.length_s, max(0.0, time_s))

    def step(self, way: int) -> None:
        """Goes to the beginning of the next action (`way` 1), or of this one or the one before (-1)."""
        moment = self.moment
        if self.timeline is None or moment is None:
            return
        if way > 0:
            self.seek(moment.ends_s)
        elif self.time_s > moment.begins_s + BACK_S or moment.number == 1:
            self.seek(moment.begins_s)
        else:
            self.seek(self.timeline.moments[moment.number - 2].begins_s)

    def toggle(self) -> None:
        """Plays or stops; at the end it plays from the beginning."""
        if self.timeline is None:
            return
        if self.time_s >= self.length_s:
            self.time_s = 0.0
        self.playing = not self.playing

    def change_speed(self) -> None:
        """Takes the next of `SPEEDS`, round and round."""
        self.speed = cycled(SPEEDS, self.speed)
