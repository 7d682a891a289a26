"""The games to choose from: search, profiles, the triangle, previews, a user's own. No pygame."""
