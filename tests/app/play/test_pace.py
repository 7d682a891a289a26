"""How fast the world runs beside the time that passes."""

from __future__ import annotations

import pytest

from skill.app.play.attempts.pace import SEEN_S, Pace


def after(*frames: tuple[float, float, float]) -> Pace:
    pace = Pace()
    for frame in frames:
        pace.note(*frame)
    return pace


def test_nothing_is_said_until_enough_was_seen() -> None:
    pace = after(*[(0.1, 0.02, 0.06)] * 5)
    assert pace.share is None
    assert pace.slow_share is None


@pytest.mark.parametrize(("done_s", "said"), [(0.1, None), (0.09, None), (0.08, 0.8), (0.041, 0.4), (0.001, 0.05)])
def test_the_share_is_said_in_steps_where_it_is_low(done_s: float, said: float | None) -> None:
    pace = after(*[(0.1, done_s, 0.05)] * 20)
    assert pace.share == pytest.approx(done_s / 0.1)
    assert pace.slow_share == (None if said is None else pytest.approx(said))


def test_only_the_last_moments_count_and_another_attempt_begins_anew() -> None:
    pace = after(*[(0.1, 0.02, 0.06)] * 30, *[(0.1, 0.1, 0.01)] * (round(SEEN_S / 0.1) + 1))
    assert pace.share == pytest.approx(1.0)
    pace.forget()
    assert pace.share is None


def test_what_takes_the_time_is_told_apart() -> None:
    assert after(*[(0.1, 0.03, 0.06)] * 20).is_world_too_much  # the steps alone take twice their time
    assert not after(*[(0.1, 0.03, 0.01)] * 20).is_world_too_much  # something else does, such as drawing
