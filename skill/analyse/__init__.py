"""The analysis of a game: many matches of bots in, what its designer asks out."""
