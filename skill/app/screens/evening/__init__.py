"""An evening of several games."""
