"""The workbench without its screens: live worlds, experiments swept along an axis, and measurements. No pygame."""
