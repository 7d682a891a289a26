"""The viewer of records."""
