"""The screen on which one takes a seat at a table on another machine."""
