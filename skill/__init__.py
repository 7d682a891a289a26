"""Skillbox: a sandbox for Reinhold Wittig's dice-pyramid games."""

__version__ = "0.1.0"
