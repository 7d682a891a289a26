"""Finding a game: search, profiles, the triangle, previews."""
