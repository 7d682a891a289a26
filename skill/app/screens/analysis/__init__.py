"""Analyses of games by bots."""
