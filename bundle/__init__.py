"""A folder with Skillbox, its libraries and Python, for players who have no Python: `python -m bundle`."""
