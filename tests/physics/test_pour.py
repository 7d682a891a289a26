"""The box: its rate, its mouth, how dice leave it, dice in the way, its traces."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest

from skill.errors import FileError, NotationError
from skill.lattice.dice import Die
from skill.lattice.pyramid import EMPTY
from skill.physics.attempt import AttemptRun, replay
from skill.physics.scene import load_scene
from skill.physics.tools.launch import LaunchNoise
from skill.physics.tools.pour import COLUMNS, PourTool

SCENE = load_scene("pour")
OVER = (0.0, 0.0, 12.5)


def poured(dice: int, ticks: int, rate: float = 20.0, seed: int = 1, place: tuple[float, ...] = OVER) -> AttemptRun:
    attempt = AttemptRun(SCENE, EMPTY, seed=seed, hand=[Die("R")] * dice)
    for _ in range(ticks):
        attempt.tick((*place, rate))
    return attempt


def test_dice_leave_at_the_rate_that_is_asked_for_until_the_box_is_empty() -> None:
    for rate, left in ((5.0, 5), (20.0, 20), (400.0, 40)):
        attempt = poured(60, 60, rate)
        assert 60 - len(attempt.world.stock) == pytest.approx(left, abs=1 if rate < 30 else 4)
        assert len(attempt.world.numbers) + len(attempt.world.fallen) == 60 - len(attempt.world.stock)
    assert not poured(60, 60, 0.0).world.numbers and not poured(3, 60).world.stock


def test_places_velocities_and_attitudes_are_drawn_as_the_model_says() -> None:
    tool = PourTool(SCENE, 1)
    draws = [tool._drawn((1.0, 2.0, 3.0)) for _ in range(3000)]
    limits = SCENE.pour
    assert limits is not None
    out = np.array([place for place, *_ in draws]) - (1.0, 2.0, 3.0)
    radii = np.hypot(out[:, 0], out[:, 1])
    assert radii.max() <= limits.mouth_edges and np.all(out[:, 2] == 0.0)
    assert np.mean(radii**2) == pytest.approx(limits.mouth_edges**2 / 2, rel=0.04)  # evenly over the disc
    bearings = np.arctan2(out[:, 1], out[:, 0])
    assert np.abs(np.histogram(bearings, 6, (-pi, pi))[0] - 500).max() < 90  # four standard errors
    for column, rms in ((2, limits.speed_edges_s), (3, limits.spin_rad_s)):
        values = np.array([draw[column] for draw in draws])
        assert sqrt(np.mean(values**2)) == pytest.approx(rms, rel=0.03)
        assert np.abs(values.mean(axis=0)).max() < 4 * rms / sqrt(3000)


def test_without_a_seed_dice_leave_the_middle_at_rest() -> None:
    assert PourTool(SCENE, None)._drawn(OVER) == (OVER, None, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert LaunchNoise(3.0, 0.1, None, 1).attitude() is None


def test_a_die_waits_while_another_is_in_its_way() -> None:
    attempt = AttemptRun(
        load_scene("pour", {"pour.mouth_edges": 0.0, "pour.speed_edges_s": 0.0}), EMPTY, hand=[Die("R")] * 9
    )
    for _ in range(60):
        attempt.tick((0.0, 0.0, 0.5, 40.0))
        places = [attempt.world.body(n).position for n in attempt.world.numbers]
        gaps = [np.linalg.norm(np.subtract(a, b)) for k, a in enumerate(places) for b in places[:k]]
        assert min(gaps, default=9.0) > 0.95
    assert len(attempt.world.stock) >= 6


def test_the_mouth_stays_within_reach() -> None:
    attempt = poured(1, 4, place=(90.0, 0.0, 99.0))
    (n,) = attempt.world.numbers
    x, _, z = attempt.world.body(n).position
    assert x == pytest.approx(30.0, abs=3.5) and z == pytest.approx(30.0, abs=1.0)


def test_a_heap_is_poured_alike_from_the_same_seed_and_a_trace_repeats_it() -> None:
    first, other = poured(30, 150), poured(30, 150, seed=2)
    first.give_up(), other.give_up()
    reading = first.reading()
    assert reading.settled and len(reading.dice) == 30 and len(reading.off) < 20
    again = replay(first.trace)
    assert again.report() == first.report()
    assert again.poses().positions.tobytes() == first.poses().positions.tobytes()
    assert other.poses().positions.tobytes() != first.poses().positions.tobytes()


def test_a_sample_is_four_finite_numbers() -> None:
    with pytest.raises(NotationError, match=" ".join(COLUMNS)):
        AttemptRun(SCENE, EMPTY).tick((0.0,) * 5)


@pytest.mark.parametrize(
    "key, value, words",
    [
        ("pour.rate_max_per_s", 0.0, "greater than 0"),
        ("pour.mouth_edges", -1.0, "greater than or equal to 0"),
        ("pour.rate", 20.0, "unknown key"),
    ],
)
def test_nonsense_limits_are_refused(key: str, value: object, words: str) -> None:
    with pytest.raises(FileError) as error:
        load_scene("pour", {key: value})
    assert words in str(error.value) and key in str(error.value)
