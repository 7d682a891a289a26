"""The live world and the sweeps of the workbench, without pygame."""
