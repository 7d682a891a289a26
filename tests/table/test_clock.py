"""The clock counts for whoever is to move and stands still when paused."""

from __future__ import annotations

from skill.table.clock import Clock


def test_clock() -> None:
    now = [0.0]
    clock = Clock(lambda: now[0])
    assert not clock.is_running
    clock.turn(1)
    now[0] = 10
    clock.turn(2)
    now[0] = 15
    clock.pause()
    now[0] = 40
    assert (clock.spent_s(1), clock.spent_s(2), clock.total_s()) == (10, 5, 15)
    clock.resume()
    now[0] = 43
    assert clock.is_running
    assert (clock.spent_s(1), clock.spent_s(2), clock.total_s()) == (10, 8, 18)
