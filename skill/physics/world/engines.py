"""Which engine a world gets, and what that engine needs besides. Each is loaded when a scene first asks for it."""

from __future__ import annotations

from skill.physics.scene import Scene
from skill.physics.world.dice import DiceArrays
from skill.physics.world.engine import Engine, Remedy
from skill.physics.world.plate import Plate
from skill.physics.world.vessel import Vessel


def new_engine(scene: Scene, step_s: float, *, dice: int = 0, on_lattice: bool = False) -> Engine:
    """An empty world of the scene's engine for about so many `dice`, most of which stand in cells if `on_lattice`.

    Raises `Unavailable` where the engine is not installed, `EngineError` where it gives no further world.
    """
    if scene.engine.name == "rapier":
        from skill.physics.world.rapier import Rapier

        return Rapier(scene, step_s)
    from skill.physics.world.bullet import new_bullet

    return new_bullet(scene, step_s, dice=dice, on_lattice=on_lattice)


def remedy_for(scene: Scene, engine: Engine, dice: DiceArrays, plate: Plate, vessel: Vessel) -> Remedy | None:
    """What the scene's engine needs done at each observation in a world of these parts, made before its dice."""
    if scene.engine.name == "rapier":
        return None
    from skill.physics.world.bullet import Bullet, needs_grips
    from skill.physics.world.bullet_grips import GrooveFriction

    assert isinstance(engine, Bullet)
    return GrooveFriction(dice, plate, engine.set_grip, vessel, scene) if needs_grips(scene) else None
