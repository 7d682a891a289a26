"""Dice of all kinds: their geometry, how they are read, rolls that repeat, cocked dice, fairness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, pi, sqrt
from typing import NamedTuple

import numpy as np
import pytest

from benchmarks.fairness import chance
from skill.errors import EngineError, UnknownName
from skill.physics import rolls
from skill.physics.attitude import matrices
from skill.physics.pose import UNTURNED, Quat, Vec, turn
from skill.physics.rolls import chi_square, rolled
from skill.physics.scene import Scene, load_scene
from skill.physics.solids import SOLIDS, Solid, solid
from skill.physics.tray import Tray

SCENE = load_scene("dice-tray")
CORNERS = {4: 4, 6: 8, 8: 6, 12: 20, 20: 12}
ON_A_FACE = {4: 3, 6: 4, 8: 3, 12: 5, 20: 3}


@pytest.mark.parametrize("sides", SOLIDS)
def test_every_face_is_flat_regular_and_as_far_out_as_the_others(sides: int) -> None:
    kind = solid(sides)
    assert len(kind.corners) == CORNERS[sides] and len(kind.normals) == sides
    assert np.linalg.norm(kind.normals, axis=1) == pytest.approx(np.ones(sides))
    heights = kind.corners @ kind.normals.T
    assert heights.max(axis=0) == pytest.approx(np.full(sides, kind.inradius))
    assert ((heights > kind.inradius - 1e-9).sum(axis=0) == ON_A_FACE[sides]).all()
    apart = np.arccos(np.clip(kind.normals @ kind.normals.T, -1, 1)) + 9 * np.eye(sides)
    assert apart.min(axis=1) == pytest.approx(np.full(sides, apart.min()))  # a face like all others


def test_mass_and_inertia_are_those_of_the_books() -> None:
    """Volume and inertia of regular solids by their edge, as collections of formulas have them."""
    assert SOLIDS[6].mass == pytest.approx(1.0) and SOLIDS[6].inertia == pytest.approx(1 / 6)
    four, eight = 2 * sqrt(6) * SOLIDS[4].inradius, sqrt(6) * SOLIDS[8].inradius  # their edges
    assert SOLIDS[4].mass == pytest.approx(four**3 / (6 * sqrt(2)))
    assert SOLIDS[4].inertia == pytest.approx(SOLIDS[4].mass * four**2 / 20)
    assert SOLIDS[8].mass == pytest.approx(sqrt(2) / 3 * eight**3)
    assert SOLIDS[8].inertia == pytest.approx(SOLIDS[8].mass * eight**2 / 10)
    for sides in (12, 20):  # between the ball inside and the ball outside
        kind, outer = SOLIDS[sides], float(np.linalg.norm(SOLIDS[sides].corners, axis=1).max())
        assert 4 / 3 * pi * kind.inradius**3 < kind.mass < 4 / 3 * pi * outer**3
        assert 0.4 * kind.inradius**2 < kind.inertia / kind.mass < 0.4 * outer**2


@pytest.mark.parametrize("sides", [6, 8, 12, 20])
def test_opposite_faces_add_up_to_one_more_than_there_are(sides: int) -> None:
    normals = solid(sides).normals
    for number in range(1, sides + 1):
        assert normals[sides - number] == pytest.approx(-normals[number - 1])


def test_a_six_sided_die_is_that_of_the_plate() -> None:
    assert solid(6).normals[:3] == pytest.approx(np.eye(3))


@pytest.mark.parametrize("sides", SOLIDS)
def test_the_number_is_read_from_the_face_that_looks_up_of_a_d4_down(sides: int) -> None:
    kind = solid(sides)
    for number, normal in enumerate(kind.normals, 1):
        up = -normal if sides == 4 else normal
        assert kind.number(up) == number
        aside = np.cross(up, (0.3, -0.5, 0.8))
        aside /= np.linalg.norm(aside)
        lean = np.radians([9.0, 11.0])
        near, far = (np.cos(a) * up + np.sin(a) * aside for a in lean)
        assert kind.number(near) == number and kind.number(far) is None


def test_a_die_with_other_sides_is_refused() -> None:
    with pytest.raises(UnknownName, match="a die with 7 sides: expected one of 4, 6, 8, 12, 20"):
        rolled(SCENE, [7], 1)


def test_a_seed_below_0_is_refused() -> None:
    with pytest.raises(UnknownName, match="seed -1: expected at least 0"):
        rolled(SCENE, [6], -1)


@pytest.mark.parametrize("sides", SOLIDS)
def test_a_die_laid_on_a_face_stays_and_shows_it(sides: int) -> None:
    kind = solid(sides)
    tray = Tray(SCENE, [kind])
    up = kind.normals[-1] * (-1 if sides == 4 else 1)
    axis = np.cross(up, (0.0, 0.0, 1.0))
    length = float(np.linalg.norm(axis))
    angle = float(np.arccos(np.clip(up[2], -1, 1)))
    x, y, z = (axis / length * angle).tolist() if length > 1e-9 else (0.0 if up[2] > 0 else pi, 0.0, 0.0)
    tray.throw(0, (0.0, 0.0, kind.inradius + 0.01), turn((x, y, z)), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert tray.settle(2.0) and tray.numbers() == [sides]
    tray.close()


def test_rolls_repeat_by_their_seed() -> None:
    kinds = [4, 6, 8, 12, 20, 6]
    first = rolled(SCENE, kinds, 3)
    assert rolled(SCENE, kinds, 3) == first != rolled(SCENE, kinds, 4)
    assert all(1 <= number <= sides for number, sides in zip(first, kinds, strict=True))
    assert rolled(SCENE, [], 1) == ()


def test_dice_that_never_lie_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolls, "REROLLS", 1)
    monkeypatch.setattr(Tray, "settle", lambda tray: False)
    with pytest.raises(EngineError, match=r"dice-tray: d8 lie cocked after 2 rolls"):
        rolled(SCENE, [8], 1)


class Throw(NamedTuple):
    die: int
    place: Vec
    attitude: Quat
    velocity: Vec
    spin: Vec


class NotedTray:
    """Notes how dice are thrown, all trays together. A d20 is cocked whenever others are thrown as well."""

    throws: list[Throw] = []

    def __init__(self, scene: Scene, solids: Sequence[Solid]) -> None:
        self._solids, self._last = solids, list[int]()

    def throw(self, *how: object) -> None:
        throw = Throw(*how)  # type: ignore[arg-type]
        self.throws.append(throw)
        self._last.append(throw.die)

    def settle(self) -> None:
        self._is_alone = len(self._last) == 1
        self._last.clear()

    def numbers(self) -> list[int | None]:
        return [None if kind.sides == 20 and not self._is_alone else kind.sides for kind in self._solids]

    def close(self) -> None:
        pass


@pytest.fixture
def throws(monkeypatch: pytest.MonkeyPatch) -> list[Throw]:
    monkeypatch.setattr(NotedTray, "throws", [])
    monkeypatch.setattr(rolls, "Tray", NotedTray)
    return NotedTray.throws


@pytest.mark.parametrize("count", [1, 7, 12, 16])
def test_a_handful_is_thrown_from_a_square_of_places_far_apart_about_the_middle(
    count: int, throws: list[Throw]
) -> None:
    rolled(SCENE, [6] * count, 1)
    places, wide = np.array([throw.place[:2] for throw in throws]), ceil(sqrt(count))
    gaps = np.linalg.norm(places[:, None] - places, axis=2) + np.where(np.eye(count), np.inf, 0.0)
    assert gaps.min() >= rolls.APART and np.abs(places).max() <= wide * rolls.APART / 2
    assert max(len(set(column)) for column in places.T.tolist()) <= wide


def test_throws_are_drawn_as_they_should_be_each_for_itself(throws: list[Throw]) -> None:
    assert rolled(SCENE, [6] * 1000, 1) == (6,) * 1000
    _, places, attitudes, velocities, spins = (np.array(column) for column in zip(*throws, strict=True))
    low, high = rolls.HEIGHT
    assert low <= places[:, 2].min() < low + 0.1 and high - 0.1 < places[:, 2].max() <= high
    assert not velocities[:, 2].any()
    shares = np.column_stack([velocities[:, :2] * SCENE.dice.edge_m / rolls.SPEED_M_S, spins / rolls.SPIN_RAD_S])
    assert np.sqrt((shares**2).mean(axis=0)) == pytest.approx(np.ones(5), rel=0.1)
    assert matrices(attitudes).mean(axis=0) == pytest.approx(np.zeros((3, 3)), abs=0.1)
    # Of 1000 draws by themselves both are about 0.03.
    assert np.abs(shares.mean(axis=0)).max() < 0.15
    assert np.abs(np.corrcoef(np.column_stack([places[:, 2], shares]).T) - np.eye(6)).max() < 0.15


def test_cocked_dice_alone_are_thrown_again(throws: list[Throw]) -> None:
    assert rolled(SCENE, [6, 20, 8], 1) == (6, 20, 8)
    assert [throw.die for throw in throws] == [0, 1, 2, 1]
    assert throws[1].place[:2] == throws[3].place[:2] and throws[1].spin != throws[3].spin


def test_a_die_in_the_air_shows_nothing() -> None:
    tray = Tray(SCENE, [solid(6)])
    tray.throw(0, (0.0, 0.0, 5.0), UNTURNED, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert tray.numbers() == [None] and not tray.settle(0.05)
    tray.close()


def test_chi_square_and_its_chance() -> None:
    assert chi_square([10, 10, 10]) == 0.0 and chi_square([12, 8]) == pytest.approx(0.8)
    # The 5 and 1 % points that every table has.
    for freedom, five, one in ((3, 7.815, 11.345), (5, 11.070, 15.086), (11, 19.675, 24.725), (19, 30.144, 36.191)):
        assert chance(five, freedom) == pytest.approx(0.05, rel=2e-3)
        assert chance(one, freedom) == pytest.approx(0.01, rel=2e-3)
    assert chance(5.991, 2) == pytest.approx(0.05, rel=2e-3) and chance(9.488, 4) == pytest.approx(0.05, rel=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize("sides", SOLIDS)
def test_dice_are_fair(sides: int) -> None:
    seen = Counter(rolled(SCENE, [sides] * 2000, 1))
    counts = [seen[number] for number in range(1, sides + 1)]
    assert chance(chi_square(counts), sides - 1) >= 0.01, counts


def test_dice_are_thrown_as_hard_as_a_hand_throws_them(throws: list[Throw]) -> None:
    """From 5 to 10 cm, at half a metre a second each way, with some five turns a second about each axis."""
    rolled(SCENE, [6] * 1000, 1)
    edge_m = SCENE.dice.edge_m
    heights_m = np.array([throw.place[2] for throw in throws]) * edge_m
    assert 0.04 < heights_m.min() < heights_m.max() < 0.11
    ways = np.array([throw.velocity[:2] for throw in throws]) * edge_m
    assert np.sqrt((ways**2).mean(axis=0)) == pytest.approx([0.5, 0.5], rel=0.1)
    turns = np.array([throw.spin for throw in throws]) / (2 * pi)
    assert np.sqrt((turns**2).mean(axis=0)) == pytest.approx([30.0 / (2 * pi)] * 3, rel=0.1)


@pytest.mark.parametrize("sides", SOLIDS)
def test_dice_of_a_set_are_of_a_size(sides: int) -> None:
    """As in the sets that are sold: a die has about as much in it as the six-sided one, and is about as wide."""
    kind = solid(sides)
    apart = np.linalg.norm(kind.corners[:, None] - kind.corners, axis=2).max()
    assert 0.6 < kind.mass < 1.6 and 0.8 < apart / sqrt(3) < 1.2
