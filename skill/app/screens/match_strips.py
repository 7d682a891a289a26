"""The strips over a match: the step of a guide, and what is to be said where the world cannot keep up with time."""

from __future__ import annotations

import pygame
import pygame_gui

from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.play.guide import READ, GuideRun
from skill.app.play.pace import Pace
from skill.app.widgets.strip import Strip


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
    return Strip(ui, area, scale, text, labels | {tr("All right"): Act.CLOSE_NOTICE})
