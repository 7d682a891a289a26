"""The screen of preferences."""
