"""The strips over a match: the step of a guide, and what is to be said where the world cannot keep up with time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
import pygame_gui

from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.play.guide import READ, Guide, GuideRun
from skill.app.play.match_control import MatchControl
from skill.app.play.pace import Pace
from skill.app.screens.base import Screen
from skill.app.widgets.strip import Strip


class MatchStrips:
    """The strips of one match. That of a guide has a place of its own above the scene, the other lies at its foot."""

    def __init__(self, screen: Screen, control: MatchControl, guide: Guide | None) -> None:
        self._screen, self._control = screen, control
        self.guide = GuideRun(guide, control) if guide else None
        """The guide that is followed, if any."""
        self.step: Strip | None = None
        self.notice: Strip | None = None
        """What is said of a world that cannot keep up."""
        self._is_noticed = False
        """Whether that has been read."""

    def build(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float) -> pygame.Rect:
        """Makes the step's strip at the top of the scene; what is left of that."""
        self.step = self.notice = None
        if self.guide is None or self.guide.is_over:
            return scene
        self.step = guide_strip(ui, scene, scale, self.guide)
        return pygame.Rect(scene.x, self.step.rect.bottom, scene.w, scene.bottom - self.step.rect.bottom)

    @property
    def _shown(self) -> list[Strip]:
        return [strip for strip in (self.step, self.notice) if strip]

    @property
    def rects(self) -> list[pygame.Rect]:
        """Where they are."""
        return [strip.rect for strip in self._shown]

    @property
    def acts(self) -> Mapping[Any, Act]:
        """What each of their buttons is for."""
        return {button: act for strip in self._shown for button, act in strip.buttons.items()}

    def follow(self) -> None:
        """Goes on to the next step if this one was made; says once, over the scene, why the world is slow."""
        if self.guide and self.guide.follow():
            self._screen.host.rebuild()
        attempts = self._control.runtime.attempts
        is_slow = attempts.running is not None and attempts.pace.slow_share is not None
        if is_slow and not self.notice and not self._is_noticed:
            host = self._screen.host
            can_draw_less = host.preferences.quality != "fast"
            area = self._screen.scene_rect
            self.notice = pace_strip(host.ui, area, host.scale, attempts.pace, can_draw_less=can_draw_less)
            self._screen.panel_changed = True

    def perform(self, act: Act) -> bool:
        """Carries out what a button or a key of a strip is for; whether it was such an act."""
        if act in (Act.NEXT_STEP, Act.LEAVE_GUIDE):
            self._step(leave=act is Act.LEAVE_GUIDE)
        elif act in (Act.DRAW_LESS, Act.CLOSE_NOTICE):
            self._close_notice(draw_less=act is Act.DRAW_LESS)
        else:
            return False
        return True

    def restart(self) -> None:
        """The guide begins again with another match."""
        if self.guide:
            self.guide = GuideRun(self.guide.guide, self._control)

    def _step(self, *, leave: bool) -> None:
        """The next step of the guide, or the match goes on without it."""
        if self.guide and not self.guide.is_over:
            if leave:
                self.guide = None
            else:
                self.guide.go_on()
            self._screen.host.rebuild()

    def _close_notice(self, *, draw_less: bool) -> None:
        """What was said of the pace has been read; simpler pictures may be wanted."""
        if self.notice:
            self.notice.kill()
            self.notice, self._is_noticed, self._screen.panel_changed = None, True, True
            if draw_less:
                host = self._screen.host
                host.prefer(host.preferences.changed(quality="fast"))
                host.keep_preferences()


def guide_strip(ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, run: GuideRun) -> Strip:
    """The step of a guide."""
    count = len(run.guide.steps)
    onward = tr("Play") if run.number + 1 == count else tr("Next") if run.step.until == READ else tr("Skip")
    number = tr("Step {number} of {count}", number=run.number + 1, count=count)
    labels = {onward: Act.NEXT_STEP, tr("Leave the guide"): Act.LEAVE_GUIDE}
    return Strip(ui, area, scale, f"<b>{number}</b><br>{run.text}", labels)


def pace_strip(ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, pace: Pace, *, can_draw_less: bool) -> Strip:
    """Why everything goes slowly, and what helps."""
    text = tr("This machine cannot keep up, so everything goes slowly. The clock counts the time of the dice alone.")
    labels = {}
    if pace.is_world_too_much:
        text += " " + tr("The dice take all of its time: close other programs.")
    elif can_draw_less:
        text += " " + tr("Simpler pictures leave more time to the dice.")
        labels[tr("Simpler pictures")] = Act.DRAW_LESS
    else:
        text += " " + tr("A smaller window leaves more time to the dice.")
    return Strip(ui, area, scale, text, labels | {tr("All right"): Act.CLOSE_NOTICE}, at_foot=True)
