"""The bots. Each file is one bot, found by `registry`; `planners` move the hands of bots that plan."""
