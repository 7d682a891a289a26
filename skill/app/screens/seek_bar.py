"""The bar on which the time of a replay is seen and dragged."""

from __future__ import annotations

import pygame

from skill.app.play.replay.player import ReplayPlayer
from skill.app.widgets.theme import ACCENT, BUTTON_DOWN, LINE, QUIET

GRIP = 9  # its radius at scale 1


class SeekBar:
    """A bar as long as the timeline: actions as ticks, attempts as blocks, a grip at the time that is seen."""

    def __init__(self, player: ReplayPlayer) -> None:
        self.rect = pygame.Rect(0, 0, 1, 1)
        self._player = player

    def x_of(self, time_s: float) -> int:
        """Where a time is in the window."""
        length_s = self._player.length_s
        return round(self.rect.x + (time_s / length_s if length_s else 0.0) * self.rect.w)

    def time_at(self, x: int) -> float:
        """The time at a place of the window, seconds; below 0 or beyond the end outside of the bar."""
        return (x - self.rect.x) / self.rect.w * self._player.length_s

    def paint(self, surface: pygame.Surface, scale: float) -> None:
        """Paints it, if there is a timeline."""
        timeline, rect = self._player.timeline, self.rect
        if timeline is None:
            return
        track = pygame.Rect(rect.x, rect.centery - 4, rect.w, 8)
        pygame.draw.rect(surface, LINE, track, border_radius=4)
        for moment in timeline.moments:
            x = self.x_of(moment.begins_s)
            if moment.trace is not None:
                block = pygame.Rect(x, track.y, max(3, self.x_of(moment.ends_s) - x), track.h)
                pygame.draw.rect(surface, BUTTON_DOWN, block, border_radius=3)
            pygame.draw.line(surface, QUIET, (x, track.y - 2), (x, track.bottom + 1))
        x = self.x_of(self._player.time_s)
        pygame.draw.rect(surface, ACCENT, (track.x, track.y, x - track.x, track.h), border_radius=4)
        pygame.draw.aacircle(surface, ACCENT, (x, rect.centery), GRIP * scale)
