"""The screen of a table for several machines, before its match begins."""
