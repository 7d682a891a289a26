"""What levels can do apart from thinking: pace and mistakes in races, hands that stray, goals that are misjudged."""

from __future__ import annotations

from math import degrees, exp
from random import Random
from statistics import mean, pstdev
from types import SimpleNamespace

import pytest

from skill.bots.ability import CORRECTED_S, HELD, Misjudged, trembling
from skill.bots.registry import LEVELS, find_bot
from skill.physics.scene import Scene, load_scene
from skill.physics.tools import Toolset
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE
from skill.table.match import Match
from tests.rules.readings import reading, standing

SUMS, SLIPPED = find_game("sums"), find_game("slipped")


def test_in_races_each_level_is_quicker_and_errs_less() -> None:
    match = Match(SUMS, 2, None, ("random", "random"), seed=1)
    while match.turn is not ANYONE:
        match.step()
    right = max(match.moves(1), key=lambda action: SUMS.worth(match.state, action, 1))
    seconds, wrong = [], []
    for level in LEVELS:
        claims = [find_bot(level).claim(SUMS, match.view(1), 1, Random(n)) for n in range(150)]
        seconds.append(mean(claim[0] for claim in claims if claim))
        wrong.append(sum(claim is not None and claim[1] != right for claim in claims))
    assert seconds == sorted(seconds, reverse=True) and seconds[0] > 2.5 * seconds[-1]
    assert wrong[0] > wrong[1] > wrong[3]


def test_hands_stray_by_their_tremor_and_only_where_they_do_anything() -> None:
    columns, rest = ("hand_x", "hand_z", "roll_deg", "grip"), (0.0, 8.0, 0.0, -1.0)
    running = SimpleNamespace(toolset=SimpleNamespace(columns=columns, rest=rest), sample_s=1 / 60)
    samples = [(10.0, 8.0, 5.0, 1.0), rest] * 4000
    strayed = list(trembling(iter(samples), running, 0.05, Random(3)))  # type: ignore[arg-type]
    assert all(sample == rest for sample in strayed[1::2])
    x, z, roll, grip = zip(*strayed[::2], strict=True)
    assert pstdev(x) == pytest.approx(0.5, rel=0.2) and mean(x) == pytest.approx(10.0, rel=0.02)
    assert pstdev(roll) == pytest.approx(0.25, rel=0.2)
    assert pstdev(z) == pytest.approx(0.5, rel=0.2) and mean(z) == pytest.approx(8.0, rel=0.02)  # it goes along x alone
    assert set(grip) == {1.0}
    assert abs(x[0] - x[1]) < 0.5  # to the same side for a while


def test_what_is_launched_strays_by_level_to_all_sides_and_farther_than_any_hand_does() -> None:
    scene = load_scene("flickers")
    assert scene.flick is not None
    aside, speed = zip(*[_flicks(level, scene) for level in LEVELS], strict=True)
    for spread in (aside, speed):
        assert spread[0] > 1.5 * spread[1] > 2 * spread[2] > spread[3] == 0
    assert aside[1] > scene.flick.noise_dir_deg > aside[2]
    assert speed[0] > scene.flick.noise_speed > speed[2]


def _flicks(level: str, scene: Scene) -> tuple[float, float]:
    """How far flicks straight ahead go to the side, degrees, and by what share they are too fast, standard deviations.

    They are those of hands of that level, but for the errors that every hand makes.
    """
    running = SimpleNamespace(toolset=Toolset(scene, None), sample_s=1 / 60)
    aimed = (0.0, 0.5, 40.0, 2.0, 0.0, 0.0, 1.0)
    tremor = find_bot(level).ability.tremor  # type: ignore[attr-defined]
    released = [next(trembling(iter([aimed]), running, tremor, Random(n))) for n in range(600)]  # type: ignore[arg-type]
    assert {sample[-1] for sample in released} == {1.0}
    return pstdev(sample[1] for sample in released), pstdev(sample[3] / 2.0 for sample in released)


def test_a_direction_is_missed_as_much_whichever_it_is() -> None:
    running = SimpleNamespace(toolset=Toolset(load_scene("dune"), None), sample_s=1 / 60)
    strays = []
    for bearing in (-170.0, 5.0, 170.0):
        aimed = (3.0, 4.0, 5.0, bearing, -20.0, 0.5)
        blown = [next(trembling(iter([aimed]), running, 0.05, Random(n))) for n in range(300)]  # type: ignore[arg-type]
        strays.append(pstdev(sample[3] for sample in blown))
    assert strays == pytest.approx([degrees(0.05)] * 3, rel=0.2)


def test_hands_of_each_level_stray_less_than_those_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ("hand_x", "roll_deg")
    running = SimpleNamespace(toolset=SimpleNamespace(columns=columns, rest=(0.0, 0.0)), sample_s=1 / 60)
    monkeypatch.setattr("skill.bots.planners.planned_samples", lambda *_: iter([(10.0, 5.0)] * 3000))
    spec = SimpleNamespace(distance=None, _replace=lambda **_: None)
    strays = []
    for level in LEVELS:
        samples = list(find_bot(level).samples(spec, running, 1))  # type: ignore[arg-type]
        strays.append(
            [pstdev(column) / meant for column, meant in zip(zip(*samples, strict=True), (10, 5), strict=True)]
        )
    for meant, both in zip((0.06, 0.03, 0.01, 0.0), strays, strict=True):
        assert both == pytest.approx([HELD * meant, meant], rel=0.25), strays  # it has been there for long


def test_an_eye_takes_back_by_how_far_a_hand_missed_its_place() -> None:
    columns, rest = ("hand_x", "hand_y", "yaw_deg"), (0.0, 0.0, 0.0)
    running = SimpleNamespace(toolset=SimpleNamespace(columns=columns, rest=rest), sample_s=1 / 60)
    there = [(10.0, 0.0, 90.0)] * 120
    tries = [list(trembling(iter(there), running, 0.05, Random(n))) for n in range(300)]  # type: ignore[arg-type]
    at_once, later, in_the_end = (pstdev(one[n][0] for one in tries) for n in (0, 30, 119))
    assert at_once == pytest.approx(0.5, rel=0.1)
    assert later == pytest.approx(0.5 * (HELD + exp(-0.5 / CORRECTED_S)), rel=0.15)
    assert in_the_end == pytest.approx(0.5 * HELD, rel=0.15)
    assert pstdev(one[119][2] for one in tries) == pytest.approx(4.5, rel=0.15)  # no place, which no eye mends


def test_a_goal_is_misjudged_alike_as_often_as_one_looks() -> None:
    here, there = reading(standing("800 080")), reading(standing("800 008"))
    seen = [Misjudged(lambda _: 2.0, 0.5, seed).seen(at) for seed in range(50) for at in (here, here, there)]
    assert all(1.0 <= distance <= 3.0 for distance in seen)
    assert seen[::3] == seen[1::3] and seen[::3] != seen[2::3]
    assert Misjudged(lambda _: 0.0, 0.5, 1).seen(here) == 0.0


def test_where_nothing_can_be_known_of_what_is_hidden_the_greedy_choice_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("skill.bots.thoughtful.can_be_thought", lambda game: False)
    match = Match(SLIPPED, 3, None, ("greedy",) * 3, seed=2)
    while not isinstance(match.turn, int):
        match.step()
    view, seat = match.view(match.turn), match.turn
    chosen = find_bot("hard").choose(SLIPPED, view, seat, Random(1))
    assert chosen == find_bot("greedy").choose(SLIPPED, view, seat, Random(1))
