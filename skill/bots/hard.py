"""Thinks ahead for about half a second a move; see thoughtful.py."""

from __future__ import annotations

from skill.bots.ability import Ability
from skill.bots.thoughtful import ThoughtfulBot

BOT = ThoughtfulBot("hard", strength=4, budget=15_000, ability=Ability(tremor=0.01), seconds=0.5)
