"""Thinks ahead for about a tenth of a second a move; see thoughtful.py."""

from __future__ import annotations

from skill.bots.ability import Ability
from skill.bots.thoughtful import ThoughtfulBot

BOT = ThoughtfulBot(
    "medium", strength=3, budget=3_000, ability=Ability(slowness=1.4, mistakes=0.05, tremor=0.03, misjudges=0.25)
)
