"""The screen of a match."""
