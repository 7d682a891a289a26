"""The strip of a guided match: the step, what to do, and buttons to go on and to leave the guide."""

from __future__ import annotations

from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel, UITextBox

from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.play.guide import READ, GuideRun
from skill.app.widgets.pen import Pen
from skill.app.widgets.text_height import text_height

MARGIN, ROW, PADDING = 10, 32, 28


class GuideStrip:
    """The elements of the strip, at the top of an area. `buttons` say what they are for."""

    def __init__(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, run: GuideRun) -> None:
        margin, row = round(MARGIN * scale), round(ROW * scale)
        last = run.number + 1 == len(run.guide.steps)
        onward = tr("Play") if last else tr("Next") if run.step.until == READ else tr("Skip")
        labels = {onward: Act.NEXT_STEP, tr("Leave the guide"): Act.LEAVE_GUIDE}
        font = Pen(ui, scale).font()
        width = max(font.size(label)[0] for label in labels) + round(PADDING * scale)
        number = tr("Step {number} of {count}", number=run.number + 1, count=len(run.guide.steps))
        html = f"<b>{number}</b><br>{run.text}"
        inner = area.w - width - 3 * margin
        height = max(text_height(html, inner, ui), 2 * row + margin // 2) + 2 * margin
        self.rect = pygame.Rect(area.x, area.y, area.w, min(height, area.h // 2))
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        panel = UIPanel(self.rect, 1, ui, object_id="#dialog", margins=none)
        UITextBox(html, pygame.Rect(margin, margin, inner, self.rect.h - 2 * margin), ui, container=panel)
        self.buttons: dict[Any, Act] = {}
        for n, (label, act) in enumerate(labels.items()):
            place = pygame.Rect(area.w - width - margin, margin + n * (row + margin // 2), width, row)
            self.buttons[UIButton(place, label, ui, container=panel)] = act
