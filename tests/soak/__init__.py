"""A long run of everything, by hand; see `__main__`."""
