"""Replay and review: a record on a time line, what plays it, and a bot's judgement of each decision."""
