"""Thinks ahead for a few hundredths of a second a move; see thoughtful.py.

With five times as many calls it was hardly weaker than expert in several games, and far stronger than easy in all.
"""

from __future__ import annotations

from skill.bots.ability import Ability
from skill.bots.thoughtful import ThoughtfulBot

BOT = ThoughtfulBot(
    "medium",
    strength=3,
    budget=600,
    ability=Ability(slowness=1.4, mistakes=0.05, tremor=0.03, misjudges=0.25),
    seconds=0.1,
)
