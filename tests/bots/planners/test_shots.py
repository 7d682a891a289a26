"""Plans that let dice fly: aims, ballistics, rehearsed flicks, pours; what each game asks for is what a hand can do."""

from __future__ import annotations

from itertools import islice
from math import hypot, sqrt
from random import Random

import numpy as np
import pytest

from skill.bots.planners import planned_samples, random_samples
from skill.bots.planners.flick import flick
from skill.bots.planners.ladle import pour
from skill.bots.planners.shared import shots
from skill.bots.planners.throw import lob
from skill.lattice.cells import BASE, BASE_MASK, COORDS, parse_cell
from skill.physics.attempt import AttemptRun
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AttemptSpec
from skill.rules.shared import throws
from skill.table.attempts import begin_attempt, bot_attempt, bot_samples, play_out
from skill.table.match import Match
from tests.bots.planners.tries import ticked

GAMES = {
    "flickers": {},
    "hide-away": {},
    "trulla": {},
    "dishing-up": {},
    "malicious-pleasure": {},
    "dora": {},
    "mucho": {},
    "fire-red-devil": {"start": "thrown"},
}


def asked(slug: str, seed: int = 1, seat: str = "greedy") -> tuple[Match, AttemptSpec]:
    """A match at its first attempt."""
    game = find_game(slug)
    players = game.players[0]
    options = game.options_from({"first_player": 1, **GAMES[slug]})
    match = Match(game, players, options, (seat,) * players, seed)
    while not isinstance(match.turn, AttemptSpec):
        match.step()
    return match, match.turn


@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_carries_out_what_the_game_asks_for(slug: str) -> None:
    match, spec = asked(slug)
    before = len(match.played)
    bot_attempt(match)
    report = match.played[before].action
    assert report[1] in ("success", "failure") and report[2] < spec.time_limit_s / 4
    _, _, _, pyramid, loose, off, _ = report
    taken = 0 if slug != "trulla" else len(spec.hand)
    whole = len(spec.start) + len(spec.hand)
    assert whole - taken <= len(pyramid) + len(loose) + len(off) <= whole


@pytest.mark.parametrize(
    "slug, players, given, key, value",
    [
        ("flickers", 3, {"first_player": 3}, "flick.side", 3),
        ("hide-away", 2, {"distance": 25.0}, "throw.distance_m", 0.25),
        ("dishing-up", 6, {"distance": 35.0}, "throw.distance_m", 0.35),
        ("malicious-pleasure", 3, {}, "throw.distance_m", 0.2),
        ("trulla", 3, {"ladle_capacity": 7}, "ladle.capacity", 7),
    ],
)
def test_what_the_options_change_is_so_in_the_world(
    slug: str, players: int, given: dict[str, object], key: str, value: float
) -> None:
    game = find_game(slug)
    match = Match(game, players, game.options_from({"first_player": 1, **given}), ("greedy",) * players, 1)  # type: ignore[dict-item]
    while not isinstance(match.turn, AttemptSpec):
        match.step()
    running = begin_attempt(match)
    tool, limit = key.split(".")
    assert getattr(getattr(running.scene, tool), limit) == pytest.approx(value)
    assert len(running.reading().held) == len(match.turn.hand)


@pytest.mark.parametrize("slug", ["flickers", "malicious-pleasure", "trulla"])
def test_hands_without_a_plan_end_an_attempt_too(slug: str) -> None:
    match, spec = asked(slug, seat="random")
    running = ticked(begin_attempt(match), random_samples(begin_attempt(match), 3))
    assert running.done and running.time_s < spec.time_limit_s


@pytest.mark.parametrize("slug", ["flickers", "dishing-up", "trulla"])
def test_the_same_seed_plans_alike(slug: str) -> None:
    match, spec = asked(slug)
    planned = [list(islice(planned_samples(spec, begin_attempt(match), 5), 40)) for _ in range(2)]
    assert planned[0] == planned[1]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if "throw_model" in {o.name for o in find_game(slug).options}])
def test_the_lattice_model_asks_for_no_hands(slug: str) -> None:
    game = find_game(slug)
    players = game.players[0]
    options = game.options_from({"first_player": 1, "throw_model": "lattice"})
    match = Match(game, players, options, ("random",) * players, 2)
    for _ in range(60):
        assert not isinstance(match.turn, AttemptSpec)
        if match.turn is None:
            break
        match.step()
    assert match.turn is CHANCE or match.turn in range(players + 1) or match.turn is None


def test_the_aim_is_the_cell_that_the_game_would_choose() -> None:
    match, spec = asked("dishing-up")
    running = begin_attempt(match)
    at = shots.aim(spec, running.reading())
    funnels = spec.start.funnels(BASE_MASK)
    assert at in funnels and spec.distance(shots._lying(running.reading(), at)) == 0.0
    assert throws.in_hand(running.reading()).held


def test_where_any_funnel_will_do_the_aim_has_room() -> None:
    match, spec = asked("mucho")
    at = shots.aim(spec, begin_attempt(match).reading())
    assert at in BASE and min(COORDS[at]) >= 2
    match, spec = asked("fire-red-devil")
    at = shots.aim(spec, begin_attempt(match).reading())
    assert at in spec.start.funnels(BASE_MASK) and sorted(COORDS[at]) == [2, 3, 3]


def arrived(running: AttemptRun, shot: list[tuple[float, ...]], height: float) -> tuple[float, float]:
    """Where the parabola on which a hand that does not stray sends its die comes down to that height; edges."""
    stage = running.rehearsal()
    stage.rehearse(shot)
    body, g = stage.world.body(0), running.scene.engine.gravity_m_s2 / running.scene.dice.edge_m
    (x, y, z), (vx, vy, vz) = body.position, body.velocity
    time_s = (vz + sqrt(vz**2 + 2 * g * (z - height))) / g
    stage.close()
    return x + time_s * vx, y + time_s * vy


@pytest.mark.parametrize("cell", ["800", "044", "323"])
def test_a_throw_flies_to_its_aim(cell: str) -> None:
    match, _ = asked("malicious-pleasure")
    running = begin_attempt(match)
    x, y, z = running.world.plate.point(COORDS[parse_cell(cell)])
    for seed in range(3):
        shot = lob(running, Random(seed), parse_cell(cell), 1 + seed)
        assert len(shot[0]) == len(running.toolset.columns)
        at = arrived(running, shot, z)
        assert hypot(at[0] - x, at[1] - y) < 0.8  # it is aimed beside the middle by 0.2 rms each way


@pytest.mark.parametrize("cell", ["332", "611", "233"])
def test_a_flick_flies_to_its_aim(cell: str) -> None:
    match, _ = asked("flickers")
    running = begin_attempt(match)
    x, y, z = running.world.plate.point(COORDS[parse_cell(cell)])
    gaps = []
    for seed in range(6):
        at = arrived(running, flick(running, Random(seed), parse_cell(cell)), z)
        gaps.append(np.subtract(at, (x, y)))
    assert np.abs(np.mean(gaps, axis=0)).max() < 1.2 and np.abs(gaps).max() < 4.0  # it is aimed beside by 1 edge rms


def test_a_pour_stays_clear_of_the_plate_until_the_ladle_is_empty() -> None:
    match, _ = asked("trulla")
    running = begin_attempt(match)
    dice = len(running.reading().held)
    ticked(running, pour(running, parse_cell("332"), -90.0))
    assert running.toolset.find("ladle").is_over and running.world.taken == 0
    ticked(running, shots.rest(running))
    assert running.outcome == "success" and len(running.reading().dice) == dice


def test_hands_give_up_waiting_for_dice_that_never_lie_still() -> None:
    match, _ = asked("trulla")
    running = begin_attempt(match)
    assert len(list(shots.rest(running))) == 10 * running.scene.engine.sample_hz


def test_rehearsed_flicks_stay_on_the_plate_more_often_than_not() -> None:
    on = 0
    for seed in range(1, 9):
        match, _ = asked("flickers", seed)
        running = begin_attempt(match)
        ticked(running, bot_samples(match, running))
        on += not running.reading().off
    assert on >= 4


SHORTER = {"trulla": {"idle_rounds": 1}, "dishing-up": {"fall_cap": 2}, "malicious-pleasure": {"stall": 2}}


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_bots_play_to_the_end(slug: str) -> None:
    game = find_game(slug)
    players = game.players[0]
    options = game.options_from({**GAMES[slug], **SHORTER.get(slug, {})})
    match = Match(game, players, options, ("greedy",) * players, 2)
    play_out(match)
    assert match.result is not None
    reports = [line.action for line in match.played if line.action.verb == "attempt"]
    assert reports and sum(report[1] in ("success", "failure") for report in reports) >= 0.9 * len(reports)
