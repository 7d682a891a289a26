"""A match as it runs on screen, without pygame."""
