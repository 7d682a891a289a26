"""Thinks ahead for about a tenth of a second a move; see search.py."""

from __future__ import annotations

from skill.bots.search import SearchBot

BOT = SearchBot("medium", strength=3, budget=3_000)
