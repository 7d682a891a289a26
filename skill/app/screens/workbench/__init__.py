"""The screen of the workbench."""
