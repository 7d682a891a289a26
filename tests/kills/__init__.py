"""Kills at random moments, by hand; see `__main__`."""
