"""The world of dice on a plate, and its parts: see `world.py`."""

from skill.physics.world.dice import SETTLED_DEG, SETTLED_EDGES, SETTLED_S, Body
from skill.physics.world.world import FORCED_S, Poses, World, WorldState

__all__ = ["FORCED_S", "SETTLED_DEG", "SETTLED_EDGES", "SETTLED_S", "Body", "Poses", "World", "WorldState"]
