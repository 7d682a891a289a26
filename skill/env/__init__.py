"""The faces for researchers: tasks for gymnasium, games for PettingZoo and OpenSpiel, and play by text.

Importing it registers the tasks with gymnasium, where that is installed: `gym.make("skill.env:Skillbox/Hop-v0")`.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from skill.env.tasks.register import register_tasks

    register_tasks()
