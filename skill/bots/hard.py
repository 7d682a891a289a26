"""Thinks ahead for about half a second a move; see search.py."""

from __future__ import annotations

from skill.bots.search import SearchBot

BOT = SearchBot("hard", strength=4, budget=15_000)
