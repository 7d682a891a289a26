"""Attempts: how they run in steps of fixed length, who gives their samples, how they are seen and end."""
