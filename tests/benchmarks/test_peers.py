"""The engines of others slide as they should in what they are given, so that what they are compared by is theirs."""

from typing import Any

import pytest

from benchmarks.peers.bullet_world import BulletWorld
from benchmarks.peers.bullet_world import Setting as BulletSetting
from benchmarks.peers.mujoco_world import MujocoWorld
from benchmarks.peers.mujoco_world import Setting as MujocoSetting
from benchmarks.peers.physx_world import PhysxWorld
from benchmarks.peers.physx_world import Setting as PhysxSetting
from benchmarks.peers.rapier_world import RapierWorld
from benchmarks.peers.rapier_world import Setting as RapierSetting
from benchmarks.peers.setup import flat, groove, groove_error, push_error
from benchmarks.physics import GRAVITY

PEERS = {
    "mujoco": (MujocoWorld, MujocoSetting("Newton", 10, 480, "elliptic")),
    "pybullet": (BulletWorld, BulletSetting(50, 480)),
    "rapier3d": (RapierWorld, RapierSetting(12, 480, "SIMPLIFIED")),
    "sapien": (PhysxWorld, PhysxSetting("TGS", 10, 480)),
}


@pytest.mark.parametrize("package", PEERS)
@pytest.mark.filterwarnings("ignore")
def test_a_peer_slides_as_coulomb_says_and_can_be_restored(package: str) -> None:
    pytest.importorskip(package)
    kind, setting = PEERS[package]
    make: Any = kind
    assert groove_error(make(groove(GRAVITY), setting), GRAVITY) < 0.03
    assert push_error(make(flat(GRAVITY), setting), GRAVITY) < 0.03
    world = make(flat(GRAVITY), setting)
    world.push((10.0, 0.0, 0.0))
    world.step()
    before = world.snapshot()
    ends = []
    for _ in range(2):
        for _ in range(20):
            world.step()
        ends.append(world.positions().copy().tolist())
        world.restore(before)
    assert ends[0] == ends[1]
    assert len(world.depths()) >= 1
