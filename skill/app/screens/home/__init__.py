"""The home screen: games, saved matches, first rows."""
