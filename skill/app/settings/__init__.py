"""What users prefer: preferences, names and colours of players, sound."""
