"""Wrappers in which tasks of many actions are learned: each file has a function `wrap(env)`, for `--wrap`."""
