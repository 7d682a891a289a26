"""Skillbox: a sandbox for Reinhold Wittig's dice-pyramid games."""

__version__ = "1.0.0"
