"""The workbench without its screen: live worlds, and experiments swept along an axis. No pygame."""
