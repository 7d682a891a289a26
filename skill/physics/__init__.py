"""The physical world: scenes, dice on a plate, tools, attempts, traces and the laboratory."""
