"""Dexterity tasks: games of skill and exercises with single tools, as environments for gymnasium."""
