"""Attempts: the runner, the sources of input, the pace and the picture."""
