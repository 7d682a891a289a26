"""The table: a match with its seats, bots, clock, undo, journal and records. It joins rules and physics."""
