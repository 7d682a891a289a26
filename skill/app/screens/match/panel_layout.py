"""How the panel divides its height: generously where there is room, closer together where there is little.

Buttons and what is said in one line keep their height at any size of text; seats, best time, message, gauge and the
list of actions give way.
"""

from __future__ import annotations

from typing import NamedTuple

ROW = 26  # height of a line at scale 1, as all heights here
TITLE, CLOCK = 34, 40
GAUGE, MESSAGE = 120, 108  # at most; the message has four lines
BELOW_GAUGE, BELOW_MESSAGE = 8, 4
LEAST_ROWS = 2  # of a list of actions: an arrow up and one down


class PanelLayout(NamedTuple):
    """Heights in pixels."""

    row: int
    columns: int
    """In which the seats stand side by side."""
    is_close: bool
    """Whether the best time stands beside the clock."""
    gauge: int
    message: int
    rest: int
    """For the list of actions and, below it, what was played last."""

    @property
    def is_shared(self) -> bool:
        """Whether a list of actions takes the place of the gauge while it is shown, for want of another."""
        return self.gauge > 0 and self.rest < LEAST_ROWS * self.row


def panel_layout(
    height: int, scale: float, seats: int, has_attempts: bool, *, has_clock: bool | None = None, is_wide: bool = False
) -> PanelLayout:
    """Shares out what is above the buttons, `height` pixels. With attempts there is a gauge, and by default a clock. In
    a wide panel title and turn share a line, and the gauge stands beside the message."""
    has_clock = has_attempts if has_clock is None else has_clock
    row, gauge, message = (round(n * scale) for n in (ROW, GAUGE, MESSAGE))
    if is_wide:
        columns = min(2, seats)
        left = height - round(TITLE * scale) - -(-seats // columns) * row - round(BELOW_MESSAGE * scale)
        left = max(0, left - (round(CLOCK * scale) if has_clock else 0))
        message = min(message, left if has_attempts else max(left // 2, left - LEAST_ROWS * row))
        gauge = min(gauge * 3 // 4, left) if has_attempts else 0  # bars stand beside it in half of the width
        return PanelLayout(row, columns, True, gauge, message, left - max(gauge, message))
    gaps = round(BELOW_MESSAGE * scale) + (round(BELOW_GAUGE * scale) if has_attempts else 0)
    left = height - round(TITLE * scale) - row - gaps - (round(CLOCK * scale) if has_clock else 0)
    if not has_attempts:
        gauge = 0
    rest = left - seats * row - (row if has_clock else 0) - gauge - message
    if rest >= LEAST_ROWS * row:
        return PanelLayout(row, 1, False, gauge, message, rest)
    columns = min(2, seats)
    left = max(0, left - -(-seats // columns) * row)
    message = min(message, left // 2)
    gauge = min(gauge, left - message)
    return PanelLayout(row, columns, True, gauge, message, left - message - gauge)
