"""Thinks ahead for about two seconds a move; see search.py."""

from __future__ import annotations

from skill.bots.search import SearchBot

BOT = SearchBot("expert", strength=5, budget=60_000)
