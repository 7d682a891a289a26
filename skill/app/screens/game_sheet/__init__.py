"""The sheet of one game: rules, options and seats."""
