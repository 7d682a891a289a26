"""Who plays when no person does: a bot a file, found by `registry`; `planners` move the hands of those that plan."""
