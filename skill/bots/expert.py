"""Thinks ahead for about two seconds a move; see thoughtful.py."""

from __future__ import annotations

from skill.bots.ability import Ability
from skill.bots.thoughtful import ThoughtfulBot

BOT = ThoughtfulBot("expert", strength=5, budget=60_000, ability=Ability(slowness=0.7), seconds=2.0)
