"""The analysis of a game: many matches of bots go in, answers to its designer's questions come out."""
