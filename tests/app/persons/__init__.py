"""People for tests and benchmarks: how they see and move, and plain strategies for games of skill."""
