"""The physical world: scenes, the PyBullet world, tools, attempts and traces. `world.py` alone imports pybullet."""
