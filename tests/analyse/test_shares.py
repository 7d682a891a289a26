"""What chance decides and thinking wins, on synthetic games of known truth and on games that leave all or nothing to
chance."""

from __future__ import annotations

from math import asin, pi, sqrt
from pathlib import Path

import numpy as np
import pytest

from skill.analyse.kept import part_between
from skill.analyse.shares import ALIKE, FEWEST, GROUP, chance_share, measured, shares_won, thinking_share
from skill.rules.catalogue import find_game

REPEATED = 500


def synthetic(rho: float, groups: int, rng: np.random.Generator) -> np.ndarray:
    """Matches of two: who wins depends on what players do, with weight rho, and on dice, with the rest."""
    players = rng.normal(size=(groups, 1)) * sqrt(rho)
    dice = rng.normal(size=(groups, GROUP)) * sqrt(1 - rho)
    first = (players + dice > 0).astype(float)
    return np.stack([first, 1 - first], axis=2)


def truth(rho: float) -> float:
    """Half of pairs that share a part rho of what is normal have the same sign, and arcsin(rho) / pi more."""
    return 1 - 2 / pi * asin(rho)


@pytest.mark.parametrize("rho", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("groups", [12, 40])
def test_the_interval_of_chance_covers_the_truth(rho: float, groups: int) -> None:
    rng = np.random.default_rng(7)
    found = [chance_share(synthetic(rho, groups, rng)) for _ in range(REPEATED)]
    covered = np.mean([each.low - 1e-9 <= truth(rho) <= each.high + 1e-9 for each in found])
    assert abs(covered - 0.95) <= 0.03, covered
    assert np.mean([each.share for each in found]) == pytest.approx(truth(rho), abs=0.06)


@pytest.mark.parametrize("rho", [0.0, 0.03, 0.1])
def test_where_chance_decides_nearly_all_the_interval_is_rather_too_wide(rho: float) -> None:
    rng = np.random.default_rng(7)
    found = [chance_share(synthetic(rho, FEWEST, rng)) for _ in range(REPEATED // 4)]
    assert np.mean([each.low <= truth(rho) <= each.high + 1e-9 for each in found]) >= 0.95
    assert all(each.low < 1 for each in found), "never sure of all"


@pytest.mark.parametrize("better", [0.5, 0.65, 0.9])
def test_the_interval_of_thinking_covers_the_truth(better: float) -> None:
    rng = np.random.default_rng(3)
    found = [thinking_share(list((rng.random(40) < better).astype(float)), 2) for _ in range(REPEATED)]
    covered = np.mean([each.low - 1e-9 <= 2 * better - 1 <= each.high + 1e-9 for each in found])
    assert abs(covered - 0.95) <= 0.03, covered


@pytest.mark.parametrize(("rho", "better"), [(0.6, 0.75), (0.9, 0.9), (0.3, 0.65)])
def test_the_interval_of_the_tenths_covers_the_truth(rho: float, better: float) -> None:
    """Of chance and tactics, which are parts of what chance decides and thinking wins."""
    rng = np.random.default_rng(9)
    true = truth(rho) / (truth(rho) + 2 * better - 1)
    found = []
    for _ in range(REPEATED):
        chance = chance_share(synthetic(rho, 40, rng))
        thinking = thinking_share(list((rng.random(60) < better).astype(float)), 2)
        found.append(part_between(chance._asdict(), thinking._asdict()))
    covered = np.mean([low <= true <= high for low, high in found])
    assert abs(covered - 0.95) <= 0.03, covered


def test_chance_that_decided_nothing_yet_and_chance_alone() -> None:
    rng = np.random.default_rng(5)
    same = np.repeat(rng.integers(0, 2, (20, 1)), GROUP, axis=1).astype(float)
    assert chance_share(np.stack([same, 1 - same], axis=2)) == (0.0, 0.0, 0.15)
    alone = chance_share(synthetic(0.0, 60, rng))
    assert alone.share > 0.85 and alone.high == 1.0


@pytest.mark.parametrize("slug", ["rasanto", "ruins", "smuggling"])
def test_where_chance_does_not_act_every_match_of_a_group_is_the_same(slug: str) -> None:
    game = find_game(slug)
    players, options = game.players[0], game.options_from({"first_player": 1})
    first, *others = (shares_won(game, options, [ALIKE] * players, 5, chance, 3000) for chance in (0, 1, 2))
    assert first[0] == 0 and others == [first, first]


@pytest.mark.parametrize(
    ("slug", "low", "high"), [("golden-centre", 0.9, 1.0), pytest.param("masquerade", 0.0, 0.0, marks=pytest.mark.slow)]
)
def test_games_that_leave_all_or_nothing_to_chance(slug: str, low: float, high: float, tmp_path: Path) -> None:
    """In Golden Centre nothing is chosen; in Masquerade nothing is rolled, and the lot for who begins is none of it."""
    game = find_game(slug)
    players, journal = game.players[0], tmp_path / "shares.jsonl"
    found = measured(game, players, game.options_from({}), 60.0, journal, most_groups=FEWEST)
    assert found is not None and low <= found["chance"]["share"] <= high
    assert found["chance"]["high"] == high
    assert found["chance"]["low"] <= found["chance"]["share"] <= found["chance"]["high"]
    again = measured(game, players, game.options_from({}), 0.0, journal, most_groups=FEWEST)
    assert again == found, "from the journal"
    assert found["matches"]["chance"] == (FEWEST * GROUP if high else FEWEST)
