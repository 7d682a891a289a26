"""The tasks in gymnasium's own list."""

from __future__ import annotations

import gymnasium

from skill.env.tasks.task import all_tasks


def register_tasks() -> None:
    """Makes all tasks known by their ids, such as `Skillbox/Hop-v0`. No world is made, no physics is loaded."""
    for task in all_tasks().values():
        gymnasium.register(
            task.id, "skill.env.tasks.environment:SkillTask", order_enforce=True, kwargs={"task": task.name}
        )
